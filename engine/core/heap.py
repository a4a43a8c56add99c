"""Settings of the C library's memory: when it is returned, and how much of a table one access clears.

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
"""Bytes from which a piece of memory is returned to the system as soon as it is free."""
HUGE_PAGES = 'NUMPY_MADVISE_HUGEPAGE'
"""Environment variable that tells numpy at import whether to request large pages."""


def small_pages() -> None:
    """Stop numpy, before its first import, from requesting large pages, unless the user has set it."""
    os.environ.setdefault(HUGE_PAGES, '0')


def give_back() -> bool:
    """Return large pieces of memory to the system at once, and share one arena among threads; return whether the C library can.  This
    affects the whole process: call it from programs, not from imports."""
    if os.name != 'posix' or not {'MALLOC_MMAP_THRESHOLD_', 'MALLOC_ARENA_MAX'}.isdisjoint(os.environ):
        return False
    mallopt = getattr(ctypes.CDLL(None), 'mallopt', None)
    return mallopt is not None and mallopt(MMAP_THRESHOLD, LARGE_BYTES) == mallopt(ARENA_MAX, 1) == 1
