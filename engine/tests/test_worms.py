"""Worms: what tactics say of each string, and what the databases add."""
import random

import pytest

from owlgo.engine.core.board import py_popgo, py_trymove
from owlgo.engine.core.points import all_points, other, parse_vertex
from owlgo.engine.core.result import LOSE, WIN
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.read import tactics
from owlgo.engine.read.reader import as_reader
from owlgo.engine.worms import all_measures, cutstone, effective_sizes, pattern_moves, worm, worms
from owlgo.patterns.tests import twin


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
                    assert left.result != WIN or not left.certain or left.limited
                py_popgo(board)
        assert list(w.attacks.values()) == sorted(w.attacks.values(), reverse=True)


def test_patterns_give_moves_for_the_string_alone():
    board = twin.random_board(random.Random(3), 9, 0.35)
    seen = 0
    for pos in all_points(9):
        if board['color'][pos]:
            w = worm(board, pos, 4)
            for name in ('attack', 'defense'):
                moves = pattern_moves(board, w, name, as_reader(10))
                assert all(board['color'][move] == 0 for move in moves) and len(moves) == len(set(moves))
                seen += len(moves)
    assert seen > 20


LADDER = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . X . .
    . . . . . . . . .
    . . . X . . . . .
    . . . X O . . . .
    . . O . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""


def test_measures_of_a_string():
    """Counted by hand."""
    board = drawn(LADDER)
    found = all_measures(board)[parse_vertex('D5', 9)]
    assert found.liberties == (5, 7, 10, 13) and found.effective_size == 10.75
    assert (found.cutstone, found.cuts, found.genus) == (0, 0, 0)


@pytest.mark.parametrize('text, expected', [
    (". . . . .|. O X O .|. . . . .|. . . . .|. . . . .", 2),
    ("O X O . .|O . O . .|. O . . .|. . . . .|. . . . .", 1),
    ("O X . . .|O . . . .|. . . . .|. . . . .|. . . . .", 0)])
def test_cutting_stones(text, expected):
    board = drawn(text.replace('|', '\n'))
    assert cutstone(board, next(pos for pos in all_points(5) if board['color'][pos] == 1)) == expected


@pytest.mark.parametrize('seed', range(10))
def test_every_point_near_a_string_belongs_to_the_nearest(seed):
    board = twin.random_board(random.Random(seed), 9, 0.2)
    sizes = effective_sizes(board)
    stones = [pos for pos in all_points(9) if board['color'][pos]]
    near = [pos for pos in all_points(9) if board['color'][pos] == 0 and walk(board, pos, 4)]
    assert sum(sizes.values()) == pytest.approx(len(stones) + len(near) / 2)


def walk(board, pos, steps):
    """Whether a stone is so many steps away over empty points."""
    edge, seen = {pos}, {pos}
    for _ in range(steps):
        beside = {q for p in edge for q in (p - 1, p + 1, p - 26, p + 26)}
        if any(board['color'][q] in (1, 2) for q in beside):
            return True
        edge = {q for q in beside if board['color'][q] == 0} - seen
        seen |= edge
    return False
