"""The opening on large boards: corners first, then sides, then the centre; in a corner what openings have next (``corners.txt``)."""
from collections.abc import Iterator

import numpy as np
from owlgo.engine.core.points import EMPTY, PASS, all_points, neighbours, point, row_col
from owlgo.engine.mcts import move_features
from owlgo.engine.mcts.corners import LEAST_SIZE, WIDE_FROM, py_mark_corners
from owlgo.engine.mcts.fastboard import new_board, py_take_over
from owlgo.engine.mcts.playout import new_playout

CORNER = 6
"""Lines of a corner that must be empty to be opened."""
ALONE = 3
"""Steps within which a place without any stone is open."""
EMPTY_CORNER, CORNER_MOVE, OPEN_SIDE, CENTRE = 6.0, 4.0, 2.0, -2.0
"""Points of a move in an empty corner, of the next move of a corner opening, on the third or fourth line of an open side, and in the open
centre while there is any of the others.
"""

LEAF_SHARE = 0.6
"""How much of a playout's score is what its beginning looks like (``engine.mcts.leaf_evaluation``), on a large board"""
OPEN, FULL = 0.3, 0.55
"""of which no larger part is taken than OPEN; from FULL on nothing."""


def leaf_share(board: np.void) -> float:
    """Return the leaf evaluation's share of a playout's score: LEAF_SHARE on an open large board, 0 on a full or a smaller one."""
    size = int(board['size'])
    if size < WIDE_FROM:
        return 0.0
    taken = sum(int(board['color'][pos]) != EMPTY for pos in all_points(size)) / size ** 2
    return LEAF_SHARE * min(max((FULL - taken) / (FULL - OPEN), 0.0), 1.0)


def moves(board: np.void, color: int) -> dict[int, float]:
    """The moves of the opening for this side and their points; none on small boards."""
    size = int(board['size'])
    if size < LEAST_SIZE:
        return {}
    found = {pos: EMPTY_CORNER if _is_empty_corner(board, pos) else CORNER_MOVE for pos in _in_corners(board, color)}
    centre = []
    for pos in _open_places(board):
        line = min(min(k, size - 1 - k) for k in row_col(pos))
        if line in (2, 3):
            found.setdefault(pos, OPEN_SIDE)
        elif line > 3:
            centre.append(pos)
    return found | (dict.fromkeys(centre, CENTRE) if found else {})


def _in_corners(board: np.void, color: int) -> Iterator[int]:
    """The moves that corner openings have."""
    fast, marks = new_board(), new_playout(0)
    py_take_over(fast, board, PASS)
    py_mark_corners(fast, marks, move_features.learned(), color)
    for pos in all_points(int(board['size'])):
        if board['color'][pos] == EMPTY and marks['corner'][pos] == marks['seen_now']:
            yield pos


def _is_empty_corner(board: np.void, pos: int) -> bool:
    """Whether nothing stands in the corner of a point."""
    size, (row, col) = int(board['size']), row_col(pos)
    rows, cols = (range(CORNER) if k < size // 2 else range(size - CORNER, size) for k in (row, col))
    return all(board['color'][point(r, c)] == EMPTY for r in rows for c in cols)


def _open_places(board: np.void) -> list[int]:
    """The points that no stone is near to."""
    size = int(board['size'])
    near = {pos for pos in all_points(size) if board['color'][pos] != EMPTY}
    for _ in range(ALONE):
        near |= {q for pos in near for q in neighbours(pos, size)}
    return [pos for pos in all_points(size) if pos not in near]
