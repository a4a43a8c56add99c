"""Positions in a standard orientation and colour: a search's choice between equal moves then does not depend on either."""
from collections.abc import Collection
from functools import cache
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.board import new_board, py_set_up
from owlgo.engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, transform


class Turned(NamedTuple):
    """The first of a position's eight images in a fixed order, with the side in question as Black."""
    board: np.void
    """Stones, size and ko alone."""
    there: dict[int, int]
    """Each point's image."""
    back: dict[int, int]
    """Each image's point."""


def first_of_eight(board: np.void, stones: Collection[int]) -> Turned:
    """Return the image of a position for a question about these stones of one side.  Raises StopIteration without stones."""
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
    """Return where each symmetry moves each point of a board."""
    return {pos: transform(pos, size, symmetry) for pos in all_points(size)}
