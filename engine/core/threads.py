"""Threads that help the one that was asked: kernels run without Python's lock, so that they share the work."""
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

MOST_THREADS = 8
"""The most that work on one question."""


@cache
def pool() -> 'ThreadPoolExecutor':
    """Threads beside the one that asks; whoever gives them work waits until they have ended."""
    from concurrent.futures import ThreadPoolExecutor  # options ask for MOST_THREADS alone
    return ThreadPoolExecutor(MOST_THREADS - 1)
