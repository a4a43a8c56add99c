"""Settings for memory allocation: return freed tables to the system, and use small pages.

Readings allocate and free tables of some MB.  The GNU C library keeps freed blocks of up to 32 MB, separately for each thread, and never
returns freed blocks that lie between blocks in use.

Numpy requests pages of 2 MB from Linux.  The first access clears a whole page, and a search touches little of its tables.
"""
import ctypes
import os


def small_pages() -> None:
    """Stop numpy from requesting large pages, unless the user has asked for them.  Call this before numpy's first import."""
    os.environ.setdefault('NUMPY_MADVISE_HUGEPAGE', '0')


def give_back() -> bool:
    """Make the C library return freed blocks of 1 MB and more at once, and share one heap among threads.  Return whether it does so.

    This affects the whole process: call it from programs, not from imports.
    """
    if os.name != 'posix' or not {'MALLOC_MMAP_THRESHOLD_', 'MALLOC_ARENA_MAX'}.isdisjoint(os.environ):
        return False
    mallopt = getattr(ctypes.CDLL(None), 'mallopt', None)
    mmap_threshold, arena_max = -3, -8          # of mallopt(3)
    return mallopt is not None and mallopt(mmap_threshold, 1 << 20) == mallopt(arena_max, 1) == 1
