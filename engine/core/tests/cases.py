"""Which of many cases the quick tests take, and how long they look for random ones."""
from collections.abc import Iterable, Iterator
from typing import Any

import pytest


def few(cases: Iterable[Any], quick: int) -> list[Any]:
    """All the cases, with those marked slow that are not among so many, spread evenly over them."""
    every = list(cases)
    taken = {(2 * k + 1) * len(every) // (2 * quick) for k in range(quick)}
    return [case if k in taken else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)
            for k, case in enumerate(every)]


def tries(most: int) -> Iterator[int]:
    """Count tries: ``while not enough: next(count)``.  ``next`` fails the test that has not found enough after so many."""
    yield from range(most)
    pytest.fail(f'{most} tries have not found enough cases')
