"""Threads that help the one that was asked: kernels run without Python's lock, so that they share the work."""
from concurrent.futures import ThreadPoolExecutor
from functools import cache

MOST_THREADS = 8
"""The most that work on one question."""


@cache
def pool() -> ThreadPoolExecutor:
    """Threads beside the one that asks; whoever gives them work waits until they have ended."""
    return ThreadPoolExecutor(MOST_THREADS - 1)
