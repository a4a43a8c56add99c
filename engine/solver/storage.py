"""What the solver works in: records that are used again, and tables no larger than a search can fill.

A record takes 4 MB, half a megabyte of it learned weights, and most searches are over after some thousand nodes: to lay a new one out, and
to have its pages cleared, would cost as much as the search.
"""
import weakref

import numpy as np
from owlgo.engine.solver.move_order import weights
from owlgo.engine.solver.record import MOST_DEPTH, SEARCH_DTYPE, WIDTH

MOST_SPARE = 8
"""Records that are kept for later."""
CLEARED = tuple(name for name in SEARCH_DTYPE.names or () if name != 'weight' and SEARCH_DTYPE[name].shape != (MOST_DEPTH, WIDTH))
"""Fields that a search finds at zero; of those by child, what an earlier search left is never read."""

_spare: list[np.void] = []


def borrow(owner: object) -> np.void:
    """A record for searches with the learned weights in it; it is taken back when its owner is gone."""
    try:
        record = _spare.pop()
    except IndexError:      # asking first would not do: another thread may take the last one
        record = _new()
    for name in CLEARED:
        record[name] = 0
    weakref.finalize(owner, _give_back, record).atexit = False
    return record


def _new() -> np.void:
    record: np.void = np.zeros(1, SEARCH_DTYPE)[0]
    record['weight'] = weights()
    return record


def _give_back(record: np.void) -> None:
    if len(_spare) < MOST_SPARE:
        _spare.append(record)


def power(least: int, most: int) -> int:
    """The first power of two that is not below ``least``, or the largest one that is not above ``most`` if that is less."""
    return int(min(1 << max(least - 1, 0).bit_length(), 1 << max(most, 1).bit_length() - 1))
