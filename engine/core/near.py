"""Neighbourhoods on a board, in steps along its lines."""
from collections.abc import Collection

import numpy as np

from owlgo.engine.core.points import NEIGHBOURS, WHITE


def within(board: np.void, points: Collection[int], steps: int) -> np.ndarray:
    """Return the points within so many ``steps`` of ``points``, as an array of booleans indexed by point."""
    near = np.zeros(len(board['color']), bool)
    near[list(points)] = True
    return grown(board, near, steps)


def grown(board: np.void, points: np.ndarray, steps: int = 1) -> np.ndarray:
    """Return ``points`` with all points within so many ``steps``.  Argument and result are arrays of booleans indexed by point."""
    on_board = board['color'] <= WHITE
    for _ in range(steps):
        # Steps over an edge wrap around, onto another border point.
        points = on_board & np.logical_or.reduce([points, *(np.roll(points, step) for step in NEIGHBOURS)])
    return points
