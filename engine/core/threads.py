"""Helper threads: kernels run without Python's lock, so threads share the work."""
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

MOST_THREADS = 8
"""Threads working on one question at most."""


@cache
def pool() -> 'ThreadPoolExecutor':
    """Return the helper threads; callers that give them work wait until it has ended."""
    from concurrent.futures import ThreadPoolExecutor  # options ask for MOST_THREADS alone
    return ThreadPoolExecutor(MOST_THREADS - 1)
