"""Find opening moves on large boards: corners first (by ``corners.txt``), then sides, then the centre."""
from collections.abc import Iterator

import numpy as np

from owlgo.engine.core.points import EMPTY, PASS, all_points, neighbours, point, row_col
from owlgo.engine.mcts import move_features
from owlgo.engine.mcts.corners import CORNERS_FROM, WIDE_FROM, py_mark_corners
from owlgo.engine.mcts.fastboard import new_board, py_take_over
from owlgo.engine.mcts.playout import new_playout
from owlgo.engine.play.weights import PHASE, REASON


def leaf_share(board: np.void) -> float:
    """Return the network's share of a playout's score.  It falls to 0 as a large board fills, and is 0 on a small board."""
    size = int(board['size'])
    if size < WIDE_FROM:
        return 0.0
    taken = sum(int(board['color'][pos]) != EMPTY for pos in all_points(size)) / size ** 2
    return PHASE.leaf_share * min(max((PHASE.middle_game - taken) / (PHASE.middle_game - PHASE.opening), 0.0), 1.0)


def moves(board: np.void, color: int) -> dict[int, float]:
    """Return the opening moves for this side with their values in points.  Small boards have none."""
    size = int(board['size'])
    if size < CORNERS_FROM:
        return {}
    found = {pos: REASON.empty_corner if _is_empty_corner(board, pos) else REASON.corner_move for pos in _in_corners(board, color)}
    centre = []
    for pos in _open_places(board):
        line = min(min(k, size - 1 - k) for k in row_col(pos))
        if line in (2, 3):
            found.setdefault(pos, REASON.open_side)
        elif line > 3:
            centre.append(pos)
    return found | (dict.fromkeys(centre, REASON.centre) if found else {})


def _in_corners(board: np.void, color: int) -> Iterator[int]:
    """List the next moves of corner openings."""
    fast, marks = new_board(), new_playout(0)
    py_take_over(fast, board, PASS)
    py_mark_corners(fast, marks, move_features.learned(), color)
    for pos in all_points(int(board['size'])):
        if board['color'][pos] == EMPTY and marks['corner'][pos] == marks['seen_now']:
            yield pos


def _is_empty_corner(board: np.void, pos: int) -> bool:
    """Whether the corner of a point is empty, six lines wide."""
    size, (row, col) = int(board['size']), row_col(pos)
    rows, cols = (range(6) if k < size // 2 else range(size - 6, size) for k in (row, col))
    return all(board['color'][point(r, c)] == EMPTY for r in rows for c in cols)


def _open_places(board: np.void) -> list[int]:
    """List the points that have no stone within three steps."""
    size = int(board['size'])
    near = {pos for pos in all_points(size) if board['color'][pos] != EMPTY}
    for _ in range(3):
        near |= {q for pos in near for q in neighbours(pos, size)}
    return [pos for pos in all_points(size) if pos not in near]
