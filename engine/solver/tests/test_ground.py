"""A board as plain Python sees it: unconditional life by eyes that lie apart from some points."""
import random

import pytest

from owlgo.engine import benson
from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.points import BLACK, WHITE, all_points, point
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.solver.ground import Ground

TWO_EYES = '''
    . X . X .
    X X X X .
    . . . . O
    . . . . .
    . O . . .
'''


@pytest.mark.parametrize('swap', [False, True])
def test_an_eye_with_one_of_the_points_is_none(swap):
    """The owner may fill an eye of his own that lies in a zone, so a string with two eyes has one left."""
    ground, color = Ground(drawn(TWO_EYES, swap)), WHITE if swap else BLACK
    stones = set(ground.string(point(1, 0)))
    assert ground.lasting_apart(color, ()) == ground.lasting_apart(color, [point(4, 4)]) == stones
    assert not ground.lasting_apart(color, [point(0, 0)]) and not ground.lasting_apart(color, [point(0, 2), point(4, 4)])


def test_with_no_points_it_is_unconditional_life():
    """The same stones as on a whole board, where another algorithm finds them; with points, some of these."""
    rng, alive = random.Random(4), 0
    for _ in range(300):
        board = new_board(5)
        for pos in all_points(5):
            if rng.random() < 0.75:
                py_place_if_legal(board, pos, BLACK if rng.random() < 0.7 else WHITE)
        ground = Ground(board)
        for color in (BLACK, WHITE):
            whole = set(benson.alive_stones(board, color))
            alive += bool(whole)
            assert ground.lasting_apart(color, ()) == whole
            assert ground.lasting_apart(color, rng.sample(list(all_points(5)), 3)) <= whole
    assert alive > 50
