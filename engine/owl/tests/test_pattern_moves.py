"""Moves from the pattern databases against a plain twin, and under symmetry and colour swap."""
import random

import pytest

from owlgo.engine.constraints.helpers import new_run, py_ask_helper
from owlgo.engine.constraints.interpreter import py_holds
from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.facts import ALWAYS, Kind, bits, new_facts
from owlgo.engine.core.layout import new_record
from owlgo.engine.core.points import PASS, WHITE, all_points, other, parse_vertex, transform, vertex
from owlgo.engine.core.result import LOSE
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import amalgamate
from owlgo.engine.owl import pattern_moves, pattern_values
from owlgo.engine.owl.selective import OF_NODES
from owlgo.engine.read.inner import new_inner_record
from owlgo.patterns.compile import class_bit, load
from owlgo.patterns.library import LIBRARY
from owlgo.patterns.match import new_matches, py_find_matches
from owlgo.patterns.tests import twin
from owlgo.patterns.vocabulary import HELPERS

R, F, W, M = new_inner_record(), new_facts(), new_run(), new_matches()
F['known'] = ALWAYS | bits(Kind.GOAL)
FOUND = new_record(pattern_moves.FOUND)


def dragon(board, pos):
    goal = amalgamate.group(board, pos, Workspace())
    M['by_goal'] = 1
    M['goal'] = 0
    M['goal'][goal] = 1
    F['goal'] = M['goal']


def kernel_moves(board, name, color):
    pattern_moves.py_pattern_moves(board, R, F, LIBRARY.get(name).tables, M, W, FOUND, color)
    return {int(pos): float(FOUND['value'][pos]) for pos in FOUND['point'][:FOUND['n']]}


def safe(board, move, color):
    """Whether the stone would stand, if need be by a ko."""
    W['color'], W['n'] = color, 1
    W['arg'][0] = move
    return py_ask_helper(board, R, F, W, HELPERS['safe_omove'].opcode) != LOSE


def plain_moves(board, name, color):
    """Every match, every condition, no order."""
    tables = LIBRARY.get(name).tables
    py_find_matches(board, tables, M, color)
    found: dict[int, float] = {}
    for k in range(int(M['n'])):
        instance, anchor, move = (int(M[field][k]) for field in ('instance', 'anchor', 'move'))
        pattern = int(tables['pattern'][instance])
        classes = int(tables['classes'][pattern])
        good = py_holds(board, R, F, tables, W, instance, anchor, color) != 0
        good &= bool(classes & class_bit('s')) or safe(board, move, color)
        good &= not classes & class_bit('n') or safe(board, move, other(color))
        if good and move != PASS:
            found[move] = max(found.get(move, 0.0), float(tables['value'][pattern]))
    return {move: value for move, value in found.items() if value > 0}


@pytest.mark.parametrize('seed', range(12))
def test_moves_are_those_of_the_twin(seed):
    rng = random.Random(seed)
    board = twin.random_board(rng, 9, 0.45)
    stones = [pos for pos in all_points(9) if board['color'][pos]]
    for pos in rng.sample(stones, 3):
        dragon(board, pos)
        for name, color in (('owl_attackpats', other(int(board['color'][pos]))), ('owl_vital_apats', other(int(board['color'][pos]))),
                            ('owl_defendpats', int(board['color'][pos]))):
            assert kernel_moves(board, name, color) == plain_moves(board, name, color)


@pytest.mark.parametrize('symmetry', range(8))
def test_turned_boards_have_turned_moves(symmetry):
    rng = random.Random(symmetry)
    board = twin.random_board(rng, 9, 0.45)
    turned = new_board(9)
    order = [pos for pos in all_points(9) if board['color'][pos]]
    for pos in order:
        py_place_if_legal(turned, transform(pos, 9, symmetry), other(int(board['color'][pos])))
    turned['ko'] = 0
    if any(turned['color'][transform(pos, 9, symmetry)] != other(int(board['color'][pos])) for pos in order):
        pytest.skip('the stones cannot be put down in this order')
    for pos in order[::9]:
        color = int(board['color'][pos])
        dragon(board, pos)
        wanted = {transform(move, 9, symmetry): value for move, value in kernel_moves(board, 'owl_defendpats', color).items()}
        dragon(turned, transform(pos, 9, symmetry))
        assert kernel_moves(turned, 'owl_defendpats', other(color)) == wanted


def test_our_own_databases_ask_for_what_every_node_knows():
    for database in pattern_values.VALUED:
        assert LIBRARY.get(database).answered(OF_NODES).all()


TAKES = '''
    . . . . . . .
    . . O X . . .
    . O X . X . .
    . . O X . . .
    . . . X . . .
    . O X . X . .
    . . X X . . .
'''
THROUGH = '''
attribute_map value_only
goal_elements O
callback_data O

Pattern through

OX*

:8,-,value(50)
'''


def test_a_stone_that_only_a_ko_takes_is_safe_enough():
    """O at D5 takes C5, and X may take it back if he wins the ko; at D2 a stone has no liberty."""
    board, (tables, _) = drawn(TAKES), load(THROUGH, 'through')
    M['by_goal'], M['goal'] = 1, 0
    M['goal'][[parse_vertex('B5', 7), parse_vertex('B2', 7)]] = 1
    pattern_moves.py_pattern_moves(board, R, F, tables, M, W, FOUND, WHITE)
    assert [vertex(int(pos), 7) for pos in FOUND['point'][:FOUND['n']]] == ['D5']


def test_the_board_is_as_before():
    board = twin.random_board(random.Random(5), 9, 0.5)
    before = board['hash'], board['stackp'], board['nlog']
    pos = next(pos for pos in all_points(9) if board['color'][pos])
    dragon(board, pos)
    kernel_moves(board, 'owl_attackpats', other(int(board['color'][pos])))
    assert before == (board['hash'], board['stackp'], board['nlog'])
