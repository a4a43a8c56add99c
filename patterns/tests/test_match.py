"""The matcher against its twin, and what turning the board and swapping colours must not change."""
import random
from collections import Counter

import numpy as np
import pytest

from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.points import all_points, point, row_col, transform
from owlgo.engine.core.tests.cases import few
from owlgo.patterns.compile import compile_database, turn
from owlgo.patterns.lang import read_text
from owlgo.patterns.match import new_matches, py_find_matches
from owlgo.patterns.tests import twin
from owlgo.patterns.vocabulary import ORIENTATIONS


def found(database, board, color, goal=None):
    t = compile_database(database)
    m = new_matches()
    if goal is not None:
        m['by_goal'] = 1
        m['goal'][list(goal)] = 1
    py_find_matches(board, t, m, color)
    assert m['more'] == 0
    return list(twin.as_twin(database, t, m))


@pytest.mark.parametrize('seed', few(range(60), 8))
def test_it_finds_what_its_twin_finds(seed):
    rng = random.Random(seed)
    database = read_text(twin.random_database(rng, 25, move=seed % 3 > 0), 'random.db', moves=False)
    board = twin.random_board(rng, rng.choice([1, 2, 5, 9, 9, 13, 25]), rng.choice([0, 0.2, 0.5, 0.8]))
    goal = None
    if seed % 2:
        goal = {pos for pos in all_points(int(board['size'])) if rng.random() < 0.1}
    for color in (1, 2):
        mine = Counter(found(database, board, color, goal))
        theirs = Counter(twin.matches(database, board, color, {row_col(pos) for pos in goal} if goal is not None else None))
        assert mine == theirs


def test_the_twin_finds_enough_to_compare():
    counts = 0
    for seed in range(16):
        rng = random.Random(seed)
        database = read_text(twin.random_database(rng, 25, move=seed % 3 > 0), 'random.db', moves=False)
        board = twin.random_board(rng, rng.choice([1, 2, 5, 9, 9, 13, 25]), rng.choice([0, 0.2, 0.5, 0.8]))
        counts += sum(1 for _ in twin.matches(database, board, 1))
    assert counts > 1500


@pytest.mark.parametrize('symmetry', [0, 2, 5, 7, *(pytest.param(symmetry, marks=pytest.mark.slow) for symmetry in (1, 3, 4, 6))])
def test_turning_the_board_turns_the_matches(symmetry):
    rng = random.Random(symmetry)
    database = read_text(twin.random_database(rng, 40), 'random.db')
    names = {pattern.name for pattern in database.patterns if pattern.symmetry == '8'}
    board = twin.random_board(rng, 9, 0.5)
    turned_board, swapped = new_board(9), new_board(9)
    for pos in all_points(9):
        for other, place, color in ((turned_board, transform(pos, 9, symmetry), board['color'][pos]),
                                    (swapped, pos, (0, 2, 1)[board['color'][pos]])):
            other['color'][place] = color
    def moves(board, color, symmetry=0):
        # A pattern whose code claims a symmetry that its diagram does not have is not the same all round.
        return Counter((name, transform(point(row, col), 9, symmetry)) for name, named, _, _ in found(database, board, color)
                       for label, row, col in named if label == '*' and name in names)
    assert moves(board, 1, symmetry) == moves(turned_board, 1)
    assert Counter(found(database, board, 1)) == Counter(found(database, swapped, 2))


HANE = """attribute_map value_only
goal_elements O

Pattern Hane

XO.
.*.
---

:8,-,value(60)
"""


def test_edges_and_corners_count():
    board = new_board(5)
    for row, col, color in ((3, 1, 2), (3, 2, 1)):
        py_place_if_legal(board, point(row, col), color)
    database = read_text(HANE, 'hane.db')
    assert {named for _, named, _, _ in found(database, board, 1)} == {(('*', 4, 2),)}
    assert {named for _, named, _, _ in found(database, board, 2)} == {(('*', 4, 1),)}
    py_place_if_legal(board, point(3, 0), 1)
    assert len(found(database, board, 1)) == 1
    assert not found(database, board, 2), 'the diagram wants an empty point beside O'


def test_only_what_touches_the_goal():
    board = new_board(9)
    for row, col, color in ((7, 1, 2), (7, 2, 1), (1, 1, 2), (1, 2, 1)):
        py_place_if_legal(board, point(row, col), color)
    database = read_text(HANE, 'hane.db')
    assert len(found(database, board, 1)) == 2
    assert {named for _, named, _, _ in found(database, board, 1, {point(1, 2)})} == {(('*', 0, 2),)}
    assert not found(database, board, 1, {point(1, 1)}), 'X does not count as touching'
    assert not found(database, board, 1, set())


def test_orientations_by_symmetry_code():
    """With the symmetry that a code claims, its orientations make all eight, each once."""
    own = {'8': (0,), '|': (0, 1), '-': (0, 2), '\\': (0, 4), '/': (0, 7), 'O': (0, 3), 'X': (0, 3, 4, 7), '+': (0, 1, 2, 3)}
    step = (1, 2)
    for code, chosen in ORIENTATIONS.items():
        images = [turn(*turn(*step, symmetry), orientation) for orientation in chosen for symmetry in own[code]]
        assert len(set(images)) == len(images) == 8, code


def test_a_full_list_counts_what_it_leaves_out():
    text = 'attribute_map value_only\n' + '\n'.join(f'Pattern N{k}\n\n*.\n\n:8,-,value(1)\n' for k in range(20))
    database = read_text(text, 'many.db')
    m = new_matches()
    py_find_matches(new_board(19), compile_database(database), m, 1)
    assert m['n'] == 8192 and m['n'] + m['more'] == 20 * 4 * 19 * 18


def test_disabled_patterns_are_left_out():
    database = read_text(HANE, 'hane.db')
    t, m = compile_database(database), new_matches()
    t['enabled'][0] = 0
    board = new_board(5)
    for row, col, color in ((3, 1, 2), (3, 2, 1)):
        py_place_if_legal(board, point(row, col), color)
    py_find_matches(board, t, m, 1)
    assert m['n'] == 0
    t['enabled'][0] = 1
    py_find_matches(board, t, m, 1)
    assert m['n'] == 1 and np.all(m['goal'] == 0)
