"""Unconditional life against exhaustive play by one side on small boards, and positions everyone knows."""
import random

import numpy as np
import pytest

from owlgo.engine.benson import Lasting, alive_stones, unconditional_status
from owlgo.engine.core.board import new_board, py_place_if_legal, py_popgo, py_trymove
from owlgo.engine.core.points import all_points, other, parse_vertex, transform
from owlgo.engine.core.tests.pictures import drawn
from owlgo.patterns.tests import twin


def positions(board, color, seen):
    """Every position that this colour reaches while the other passes, the present one included."""
    key = tuple(int(board['color'][pos]) for pos in all_points(int(board['size'])))
    if key in seen:
        return
    seen.add(key)
    for pos in all_points(int(board['size'])):
        if py_trymove(board, pos, color):
            positions(board, color, seen)
            py_popgo(board)


def set_up(size, key):
    board = new_board(size)
    for pos, color in zip(all_points(size), key, strict=True):
        if color:
            assert py_place_if_legal(board, pos, color)
    return board


@pytest.mark.parametrize('seed', [*range(10), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(10, 40))])
def test_what_lives_stands_whatever_the_other_side_plays_and_nothing_else_does(seed):
    rng = random.Random(seed)
    size = 4 if seed % 2 else 3
    board = twin.random_board(rng, size, rng.uniform(0.45, 0.8))
    status = unconditional_status(board)
    for color in (1, 2):
        reached: set = set()
        positions(board, other(color), reached)
        points = all_points(size)
        for k, pos in enumerate(points):
            if board['color'][pos] == color:
                stands = all(key[k] == color for key in reached)
                assert stands == (pos in alive_stones(board, color))
                assert not stands or status[pos] == Lasting.ALIVE
        # In the territory of the colour nothing of the other side ever lives.
        territory = [pos for pos in points if status[pos] == (Lasting.BLACK_TERRITORY if color == 1 else Lasting.WHITE_TERRITORY) or
                     (status[pos] == Lasting.DEAD and board['color'][pos] == other(color))]
        if territory:
            for key in reached:
                later = unconditional_status(set_up(size, key))
                assert not any(later[pos] == Lasting.ALIVE and key[points.index(pos)] == other(color) for pos in territory)


def test_enough_lives_on_small_boards():
    counts = np.zeros(5, int)
    for seed in range(200):
        board = twin.random_board(random.Random(seed), 4, 0.6)
        counts += np.bincount(unconditional_status(board)[list(all_points(4))], minlength=5)
    assert all(counts > 10), counts


PLAIN = """
    . X . X O . O
    X X X X O O .
    O O O O O . O
    . . . . . O O
    . . . . . . .
    . . . . . . .
    . . . . . . ."""


def test_two_eyes_and_the_territory_round_them():
    board = drawn(PLAIN)
    status = unconditional_status(board)
    at = {name: status[parse_vertex(name, 7)] for name in ('A7', 'B7', 'C7', 'E7', 'F7', 'A1', 'E5')}
    assert at['B7'] == Lasting.ALIVE and at['A7'] == at['C7'] == Lasting.BLACK_TERRITORY
    assert at['E7'] == at['E5'] == Lasting.ALIVE and at['F7'] == Lasting.WHITE_TERRITORY
    assert at['A1'] == Lasting.UNDECIDED, 'there is room to live'


def test_dead_stones_and_what_may_be_seki():
    """A lone stone in a space of two points is dead in it; two stones in a wide ring may stand there for ever."""
    board = drawn("""
        . X . X O O O
        X X X X O . O
        X O . X O X O
        X O . X O X O
        X X X X O . O
        . . . . O O O
        . . . . . . .""")
    status = unconditional_status(board)
    assert status[parse_vertex('B5', 7)] == Lasting.DEAD and status[parse_vertex('C5', 7)] == Lasting.BLACK_TERRITORY


@pytest.mark.parametrize('symmetry', range(8))
def test_symmetry_and_colour_change_nothing(symmetry):
    for seed in range(10):
        board = twin.random_board(random.Random(seed), 5, 0.6)
        turned = new_board(5)
        turned['color'][[transform(pos, 5, symmetry) for pos in all_points(5)]] = [(0, 2, 1)[board['color'][pos]] for pos in all_points(5)]
        key = [int(turned['color'][pos]) for pos in all_points(5)]
        mine = unconditional_status(board)
        theirs = unconditional_status(set_up(5, key)) if standing(5, key) else None
        if theirs is None:
            continue
        swap: dict[int, int] = {Lasting.WHITE_TERRITORY: Lasting.BLACK_TERRITORY, Lasting.BLACK_TERRITORY: Lasting.WHITE_TERRITORY}
        assert [swap.get(int(mine[pos]), int(mine[pos])) for pos in all_points(5)] == \
            [int(theirs[transform(pos, 5, symmetry)]) for pos in all_points(5)]


def standing(size, key):
    """Whether stones put down in board order stay on the board."""
    board = new_board(size)
    return all(not color or py_place_if_legal(board, pos, color) for pos, color in zip(all_points(size), key, strict=True)) and \
        [int(board['color'][pos]) for pos in all_points(size)] == list(key)
