"""Worms: what tactics say of each string, and what the databases add."""
import random

import pytest

from engine.core.board import py_popgo, py_trymove
from engine.core.points import all_points, other, parse_vertex
from engine.core.tests.pictures import drawn
from engine.read import tactics
from engine.read.result import LOSE, WIN
from engine.worms import pattern_moves, worm, worms
from patterns.tests import twin


def test_a_string_in_a_net():
    board = drawn("""
        . . . . . . .
        . . X X . . .
        . X O . . . .
        . . X . X . .
        . . . . . . .
        . . . . . . .
        . . . . . . .""")
    w = worm(board, parse_vertex('C5', 7))
    assert w.attack_code == WIN and w.liberties == 1
    assert w.defence_code in (LOSE, WIN)
    for move, result in w.defences.items():
        assert tactics.does_defend(board, move, w.stones[0]) == result


def test_an_empty_point_is_no_worm():
    with pytest.raises(ValueError, match='no string'):
        worm(drawn('. .\n. .'), parse_vertex('A1', 2))


@pytest.mark.parametrize('seed', range(6))
def test_every_move_does_what_is_said_of_it(seed):
    board = twin.random_board(random.Random(seed), 7, 0.45)
    for w in worms(board, 6):
        assert bool(w.attacks) or not w.defences
        for moves, color in ((w.attacks, other(w.color)), (w.defences, w.color)):
            for move, result in moves.items():
                assert result != LOSE and py_trymove(board, move, color)
                if board['color'][w.stones[0]] == w.color:
                    left = tactics.attack(board, w.stones[0], 6) if color == w.color else tactics.find_defense(board, w.stones[0], 6)
                    assert left.result != WIN or left.uncertain or left.limited
                py_popgo(board)
        assert list(w.attacks.values()) == sorted(w.attacks.values(), reverse=True)


def test_patterns_give_moves_for_the_string_alone():
    board = twin.random_board(random.Random(3), 9, 0.35)
    seen = 0
    for pos in all_points(9):
        if board['color'][pos]:
            w = worm(board, pos, 4)
            for name in ('attack', 'defense'):
                moves = pattern_moves(board, w, name)
                assert all(board['color'][move] == 0 for move in moves) and len(moves) == len(set(moves))
                seen += len(moves)
    assert seen > 20
