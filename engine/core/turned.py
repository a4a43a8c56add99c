"""Turn positions to a standard orientation and colour, so that a search's choice between equal moves depends on neither."""
from collections.abc import Collection
from functools import cache
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.board import new_board, py_set_up
from owlgo.engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, transform


class Turned(NamedTuple):
    """A position turned to its standard orientation, the first of its eight images in a fixed order.  The side in question is Black."""
    board: np.void
    """The turned position: only its stones, size and ko."""
    there: dict[int, int]
    """Each point's image."""
    back: dict[int, int]
    """Each image's point."""


def first_of_eight(board: np.void, stones: Collection[int]) -> Turned:
    """Turn a position to its standard orientation for a question about ``stones`` of one side.  Raises StopIteration if there are none."""
    size, owner = int(board['size']), int(board['color'][next(iter(stones))])
    points, mine = all_points(size), set(stones)
    # 0 empty, 1 a stone of the other side, 2 of the owner, 3 one in question, 4 the ko point.
    what = {pos: 3 if pos in mine else 2 if board['color'][pos] == owner else 1 if board['color'][pos] != EMPTY else
            4 * (pos == board['ko']) for pos in points}

    def seen(symmetry: int) -> list[int]:
        image = _images(size, symmetry)
        there = {image[pos]: kind for pos, kind in what.items()}
        return [there[pos] for pos in points]

    there, made = _images(size, min(range(8), key=seen)), new_board(size)
    wanted = made['color'].copy()
    for pos in points:
        if board['color'][pos] != EMPTY:
            wanted[there[pos]] = BLACK if board['color'][pos] == owner else WHITE
    py_set_up(made, wanted)
    made['ko'] = there.get(int(board['ko']), PASS)
    return Turned(made, there, {image: pos for pos, image in there.items()})


@cache
def _images(size: int, symmetry: int) -> dict[int, int]:
    """Return where a symmetry moves each point of a board."""
    return {pos: transform(pos, size, symmetry) for pos in all_points(size)}
