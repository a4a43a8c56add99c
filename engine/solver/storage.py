"""Memory of the solver: records that are reused, and tables no larger than a search can fill.

A record takes 3 MB.  Most searches end after some thousand nodes, and allocating a new record would cost as much as the search.
"""
import weakref

import numpy as np

from owlgo.engine.core.layout import dtype_of, new_record
from owlgo.engine.solver.move_order import weights
from owlgo.engine.solver.record import CHILDREN, SEARCH, SEARCH_PLIES

MOST_SPARE = 8
"""Most spare records kept for reuse."""
CLEARED = tuple(name for name in dtype_of(SEARCH).names or ()
                if name != 'weight' and dtype_of(SEARCH)[name].shape != (SEARCH_PLIES, CHILDREN))
"""Fields reset before a search; fields by child are written before they are read."""

_spare: list[np.void] = []


def borrow(owner: object) -> np.void:
    """Return a search record with the learned weights; it is taken back when ``owner`` is gone."""
    try:
        record = _spare.pop()
    except IndexError:      # testing first would not do: another thread may take the last record
        record = _new()
    for name in CLEARED:
        record[name] = 0
    weakref.finalize(owner, _give_back, record).atexit = False
    return record


def _new() -> np.void:
    record: np.void = new_record(SEARCH)
    record['weight'] = weights()
    return record


def _give_back(record: np.void) -> None:
    if len(_spare) < MOST_SPARE:
        _spare.append(record)


def power(least: int, most: int) -> int:
    """Return the smallest power of two from ``least`` up, or if that exceeds ``most``, the largest one up to ``most``."""
    return int(min(1 << max(least - 1, 0).bit_length(), 1 << max(most, 1).bit_length() - 1))
