"""A position as it comes first of its eight images."""
import random

import pytest

from owlgo.engine.core.board import new_board, py_place_if_legal, py_set_up
from owlgo.engine.core.points import BLACK, PASS, WHITE, all_points, transform
from owlgo.engine.core.turned import first_of_eight

SIZE = 5


def image(board, symmetry, swap):
    """A position turned, with the colours swapped if ``swap``."""
    made = new_board(SIZE)
    wanted = made['color'].copy()
    for pos in all_points(SIZE):
        color = int(board['color'][pos])
        wanted[transform(pos, SIZE, symmetry)] = {BLACK: WHITE, WHITE: BLACK}.get(color, color) if swap else color
    py_set_up(made, wanted)
    made['ko'] = transform(int(board['ko']), SIZE, symmetry) if board['ko'] != PASS else PASS
    return made


@pytest.mark.parametrize('seed', range(20))
def test_every_image_of_a_position_is_turned_to_the_same(seed):
    chosen, board, color = random.Random(seed), new_board(SIZE), BLACK
    for _ in range(18):
        if py_place_if_legal(board, chosen.choice(all_points(SIZE)), color):
            color = BLACK + WHITE - color
    stone = chosen.choice([pos for pos in all_points(SIZE) if board['color'][pos]])
    first = first_of_eight(board, [stone])
    assert first.board['color'][first.there[stone]] == BLACK
    for symmetry in range(8):
        for swap in (False, True):
            there = image(board, symmetry, swap)
            found = first_of_eight(there, [transform(stone, SIZE, symmetry)])
            assert found.board['color'].tolist() == first.board['color'].tolist() and found.board['ko'] == first.board['ko']
            owner = int(there['color'][transform(stone, SIZE, symmetry)])
            for pos in all_points(SIZE):
                color = int(there['color'][pos])
                assert found.back[found.there[pos]] == pos
                assert found.board['color'][found.there[pos]] == (color and (BLACK if color == owner else WHITE))
