"""Neighbourhoods on a board, in steps along its lines."""
from collections.abc import Collection

import numpy as np

from owlgo.engine.core.points import NEIGHBOURS, WHITE


def within(board: np.void, points: Collection[int], steps: int) -> np.ndarray:
    """Return the points within ``steps`` of these, as an array of booleans by point."""
    near = np.zeros(len(board['color']), bool)
    near[list(points)] = True
    return grown(board, near, steps)


def grown(board: np.void, points: np.ndarray, steps: int = 1) -> np.ndarray:
    """Return these points and those within ``steps`` of them; ``points`` and the result are arrays of booleans by point."""
    on_board = board['color'] <= WHITE
    for _ in range(steps):
        # Steps over an edge wrap around, onto another border point.
        points = on_board & np.logical_or.reduce([points, *(np.roll(points, step) for step in NEIGHBOURS)])
    return points
