"""A board as plain Python sees it: unconditional life by eyes that lie apart from some points."""
import random

import pytest

from owlgo.engine import benson
from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.parts import parts
from owlgo.engine.core.points import BLACK, EMPTY, WHITE, all_points, neighbours, point
from owlgo.engine.core.strings import string
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


def naive(board, color, played):
    """Benson's theorem in sets: strings with two vital regions whose neighbours are strings of the same kind."""
    size = int(board['size'])
    colors = board['color'].tolist()
    alive = {frozenset(string(board, p)) for p in all_points(size) if colors[p] == color}
    rooms = [part for part in parts({p for p in all_points(size) if colors[p] != color}, size) if part.isdisjoint(played)]
    beside = {stones: {q for p in stones for q in neighbours(p, size)} for stones in alive}
    while True:
        eyes = [({p for p in part if colors[p] == EMPTY}, part) for part in rooms
                if all(stones in alive or not beside[stones] & part for stones in beside)]
        left = {stones for stones in alive if sum(empty <= beside[stones] and bool(beside[stones] & part) for empty, part in eyes) >= 2}
        if left == alive:
            return {p for stones in alive for p in stones}
        alive = left


def test_life_apart_from_points_is_the_twin_s():
    """With no points it is what lives on the whole board."""
    rng, alive, fewer = random.Random(4), 0, 0
    for _ in range(300):
        board = new_board(5)
        for pos in all_points(5):
            if rng.random() < 0.75:
                py_place_if_legal(board, pos, BLACK if rng.random() < 0.7 else WHITE)
        ground = Ground(board)
        for color in (BLACK, WHITE):
            whole, played = set(benson.alive_stones(board, color)), rng.sample(list(all_points(5)), 3)
            assert ground.lasting_apart(color, ()) == whole == naive(board, color, ())
            assert ground.lasting_apart(color, played) == naive(board, color, played) <= whole
            alive += bool(whole)
            fewer += ground.lasting_apart(color, played) < whole
    assert alive > 50 and fewer > 10
