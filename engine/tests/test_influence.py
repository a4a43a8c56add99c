import random

import numpy as np
import pytest

from engine import influence
from engine.core.board import new_board, py_place_if_legal
from engine.core.points import all_points, on_board, other, point, row_col, transform
from engine.core.tests.pictures import drawn
from engine.influence import ATTENUATION, DIAGONAL, LEAST, STRENGTH

SIZE = 7


def plain(board: np.void) -> np.ndarray:
    """Every stone's influence by relaxing all steps until nothing changes."""
    size, colors = int(board['size']), board['color']
    total = np.zeros((3, len(colors)))
    for source in all_points(size):
        color = int(colors[source])
        if color == 0:
            continue
        here = {source: STRENGTH}
        changed = True
        while changed:
            changed = False
            for pos, value in list(here.items()):
                row, col = row_col(pos)
                for dr, dc in ((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b):
                    if not (0 <= row + dr < size and 0 <= col + dc < size) or colors[point(row + dr, col + dc)]:
                        continue
                    passed = value / ATTENUATION
                    if dr and dc:
                        if all(not on_board(q, size) or colors[q] == other(color) for q in (point(row + dr, col), point(row, col + dc))):
                            continue
                        passed /= DIAGONAL
                    q = point(row + dr, col + dc)
                    if passed >= LEAST and passed > here.get(q, 0) * (1 + 1e-6):
                        here[q], changed = passed, True
        for pos, value in here.items():
            total[color, pos] += value
    return total


@pytest.mark.parametrize('seed', range(20))
def test_influence_is_that_of_the_plain_twin_however_the_board_lies(seed):
    rng = random.Random(seed)
    board, turned = new_board(SIZE), new_board(SIZE)
    symmetry = seed % 8
    for pos in rng.sample(all_points(SIZE), rng.randrange(1, 30)):
        color = rng.choice((1, 2))
        assert py_place_if_legal(board, pos, color) == py_place_if_legal(turned, transform(pos, SIZE, symmetry), other(color))
    found, same, expected = influence.influence(board), influence.influence(turned), plain(board)
    for color in (1, 2):
        for pos in all_points(SIZE):
            assert found[color, pos] == pytest.approx(expected[color, pos], rel=1e-3, abs=2 * LEAST)
            assert found[color, pos] == pytest.approx(same[other(color), transform(pos, SIZE, symmetry)], rel=1e-3)


def test_stones_that_are_left_out_radiate_nothing():
    board = drawn('''
        . . . . .
        . X . O .
        . . . . .
        . . . . .
        . . . . .
    ''')
    both = influence.influence(board)
    one = influence.influence(board, {point(1, 3)})
    assert (one[2] == 0).all() and (one[1] == both[1]).all()


def test_a_wall_stops_influence():
    board = drawn('''
        . . O . .
        . X O . .
        . . O . .
        . . O . .
        . . O . .
    ''')
    assert influence.influence(board)[1][point(1, 3)] == 0
