"""How the C library hands memory back, and how much of a table is cleared at a touch.

Readings take tables of some MB and let them go.  The GNU C library keeps what is let go for the next one, in pieces as large as the largest
that it has seen, up to 32 MB, and every thread keeps its own; what lies between pieces in use is never given back.  A process of GTP that
was asked 5,000 questions held a quarter more than it needed (docs/experiments.md).

Numpy asks Linux for pages of 2 MB.  The first touch clears all of a page, and a search touches little of its tables: half of the system
time of a process was that.
"""
import ctypes
import os

MMAP_THRESHOLD, ARENA_MAX = -3, -8
"""``M_MMAP_THRESHOLD`` and ``M_ARENA_MAX`` of ``mallopt(3)``."""
LARGE_BYTES = 1 << 20
"""Bytes from which on a piece of memory is the system's again as soon as nobody uses it."""
HUGE_PAGES = 'NUMPY_MADVISE_HUGEPAGE'
"""The variable by which numpy, when it is imported, learns whether to ask for large pages."""


def small_pages() -> None:
    """Let numpy, if it is not there yet, ask for no large pages, unless the user has set that it shall."""
    os.environ.setdefault(HUGE_PAGES, '0')


def give_back() -> bool:
    """Let the system have large pieces of memory again, and all threads take the others from one place, since what needs memory often runs
    in one; whether the C library does so.  It is the whole process's: for programs, not for those who import us.  What the user has set by
    MALLOC_MMAP_THRESHOLD_ or MALLOC_ARENA_MAX stays.
    """
    if os.name != 'posix' or not {'MALLOC_MMAP_THRESHOLD_', 'MALLOC_ARENA_MAX'}.isdisjoint(os.environ):
        return False
    mallopt = getattr(ctypes.CDLL(None), 'mallopt', None)
    return mallopt is not None and mallopt(MMAP_THRESHOLD, LARGE_BYTES) == mallopt(ARENA_MAX, 1) == 1
