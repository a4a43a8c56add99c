"""A board without some of its stones."""
from collections.abc import Collection

import numpy as np

from owlgo.engine.core.board import new_board, py_place
from owlgo.engine.core.points import EMPTY, all_points


def cleared(board: np.void, gone: Collection[int]) -> np.void:
    """Return a new board without the stones ``gone``, and without history or ko."""
    size = int(board['size'])
    left = new_board(size)
    for pos in all_points(size):
        if board['color'][pos] != EMPTY and pos not in gone:
            py_place(left, pos, int(board['color'][pos]))
    return left
