"""Helper threads, which run in parallel since kernels run without Python's lock."""
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

MOST_THREADS = 8
"""Largest number of threads for one question."""


@cache
def pool() -> 'ThreadPoolExecutor':
    """Return the helper threads.  Callers wait for the work that they submit."""
    from concurrent.futures import ThreadPoolExecutor  # here, since the options need only MOST_THREADS
    return ThreadPoolExecutor(MOST_THREADS - 1)
