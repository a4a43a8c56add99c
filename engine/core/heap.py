"""How the C library hands memory back.

Readings take tables of some MB and let them go.  The GNU C library keeps what is let go for the next one, in pieces as large as the largest
that it has seen, up to 32 MB, and what lies between pieces in use is never given back: a process of GTP that asked 5,000 questions held a
fifth more than it needed (docs/experiments.md).
"""
import ctypes
import os

MMAP_THRESHOLD = -3
"""``M_MMAP_THRESHOLD`` of ``mallopt(3)``."""
LARGE = 1 << 20
"""Bytes from which on a piece of memory is the system's again as soon as nobody uses it."""


def give_large_back() -> bool:
    """Let the system have large pieces of memory again; whether the C library does so.  It is the whole process's: for programs, not for
    those who import us.  What the user has set by MALLOC_MMAP_THRESHOLD_ stays.
    """
    if os.name != 'posix' or 'MALLOC_MMAP_THRESHOLD_' in os.environ:
        return False
    mallopt = getattr(ctypes.CDLL(None), 'mallopt', None)
    return mallopt is not None and mallopt(MMAP_THRESHOLD, LARGE) == 1
