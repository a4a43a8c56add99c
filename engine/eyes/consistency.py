"""Test whether the values of an eye shape agree with its values after each move (GNU Go manual, ``test_eyeshape``).

The shape is put on an empty board inside a solid white wall.  The space is judged for every set of black prisoners, and again after every
move.  If Black plays first, the eyes must be the fewest that a move or a pass of his leaves with White to play.  If White plays first, they
must be the most that a move or a pass of his makes with Black to play.  Sets of prisoners with which a move takes a ko are skipped.
"""
from collections.abc import Iterator, Sequence

import numpy as np

from owlgo.engine.core.board import new_board, played, py_place_if_legal
from owlgo.engine.core.points import BLACK, DIAGONALS, EMPTY, NEIGHBOURS, STONES, WHITE, all_points, neighbours, on_board, row_col
from owlgo.engine.eyes import whole
from owlgo.engine.eyes.value import EyeValue, total
from owlgo.engine.eyes.whole import EyeVerdict


def test_eyeshape(points: Sequence[int], size: int) -> list[str]:
    """Return the contradictions found, each a paragraph with a drawing.

    Raises ValueError for shapes of more than nine points, and for shapes that leave the wall no liberty.
    """
    shape = sorted(set(points))
    if not 1 <= len(shape) <= 9:
        raise ValueError(f'an eye shape of {len(shape)} points: 1 to 9 can be tested')
    wall = {q for pos in shape for q in _around(pos, size)} - set(shape)
    if not any(q not in wall and q not in shape for pos in wall for q in neighbours(pos, size)):
        raise ValueError('an eye shape that leaves its wall no liberty outside')
    record = whole.new_plain()
    found = []
    for prisoners in _subsets(shape):
        board = new_board(size)
        for pos in sorted(wall):
            py_place_if_legal(board, pos, WHITE)
        if all(py_place_if_legal(board, pos, BLACK) for pos in prisoners):
            found += _disagreements(board, record, shape)
    return found


def _around(pos: int, size: int) -> list[int]:
    """Return the points next to a point, and diagonally next to it."""
    return [pos + step for step in (*NEIGHBOURS, *DIAGONALS) if on_board(pos + step, size)]


def _subsets(points: Sequence[int]) -> Iterator[list[int]]:
    for bits in range(1 << len(points)):
        yield [pos for k, pos in enumerate(points) if bits >> k & 1]


def _disagreements(board: np.void, record: np.void, shape: list[int]) -> list[str]:
    """Return the contradictions found with the prisoners that are on the board now."""
    verdicts = _verdicts(board, record, shape)
    value = total(verdict.value for verdict in verdicts)
    attacks, defences = (list(_after(board, record, shape, color)) for color in (BLACK, WHITE))
    if None in attacks or None in defences:
        return []
    left = [after.max_eyes for after in attacks if after]
    made = [after.min_eyes for after in defences if after]
    least, most = min([*left, value.max_eyes]), max([*made, value.min_eyes])
    text = []
    # If no move in the shape helps, the attacker begins with an outer liberty.
    begins_outside = least > value.min_eyes and not any(verdict.attacks for verdict in verdicts)
    if least != value.min_eyes and not begins_outside:
        text.append(f'{value}, but if the attacker plays first {least} can be left')
    if most != value.max_eyes:
        text.append(f'{value}, but if the defender plays first {most} can be made')
    return ['\n'.join([_picture(board, shape), *text])] if text else []


def _verdicts(board: np.void, record: np.void, shape: list[int]) -> list[EyeVerdict]:
    """Return the verdicts on the spaces in the shape.  Black's stones are prisoners, White's are lively."""
    lively = {pos for pos in all_points(int(board['size'])) if board['color'][pos] == WHITE}
    eyes, _, verdicts = whole.look(board, record, WHITE, lively, lambda pos, color: False)
    origins = {eyes.points[pos].origin for pos in shape if pos in eyes.points}
    return [verdicts[origin] for origin in sorted(origins)]


def _after(board: np.void, record: np.void, shape: list[int], color: int) -> Iterator[EyeValue | None]:
    """Yield the eyes after every legal move of a colour in the shape.  After a move that takes a ko yield None, since eye values do not
    cover kos."""
    for pos in shape:
        if board['color'][pos] != EMPTY:
            continue
        with played(board, (pos, color)) as legal:
            if legal:
                yield None if board['ko'] else total(verdict.value for verdict in _verdicts(board, record, shape))


def _picture(board: np.void, shape: list[int]) -> str:
    """Return a drawing of the shape and its stones."""
    places = {row_col(pos): int(board['color'][pos]) for pos in shape}
    rows, cols = ([place[axis] for place in places] for axis in (0, 1))
    return '\n'.join(''.join(STONES[places[row, col]] if (row, col) in places else ' ' for col in range(min(cols), max(cols) + 1)).rstrip()
                     for row in range(min(rows), max(rows) + 1))
