"""What becomes of stones in playouts: the plain cases, and that neither how the board lies nor who is Black matters."""
import random

import pytest

from owlgo.engine.core.jit import for_python
from owlgo.engine.core.layout import new_record
from owlgo.engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, other, parse_vertex, transform
from owlgo.engine.core.strings import string
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.mcts.dragon_rollouts import DragonRollouts, roll_out
from owlgo.engine.mcts.fastboard import FAST
from owlgo.engine.mcts.nodes import TREE
from owlgo.engine.mcts.tests.test_fastboard import random_game
from owlgo.engine.mcts.tree import lives

py_lives = for_python(lives)

ONE_MOVE = """
    . . . . . . .
    . . . . . . .
    . O . O . . .
    . . . . . O .
    O O O O O . .
    X X X X O . .
    . . . X O . .
"""
"""Who moves first decides at b1."""
IN_THE_OPEN = """
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . O . . . . . O . . .
    . . . . . . . . . . . . .
    . . . . . X . . . . . . .
    . . . . X X . . . . . . .
    . . . . . . . . . . . . .
    . . . . . O . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
"""


@pytest.fixture(scope='module')
def workspace():
    return Workspace()


def asked(text, vertex, attacks, workspace, swap=False, symmetry=0, playouts=600) -> DragonRollouts:
    board = drawn(text, swap, symmetry)
    size = int(board['size'])
    pos = transform(parse_vertex(vertex, size), size, symmetry)
    color = int(board['color'][pos])
    return roll_out(board, string(board, pos), other(color) if attacks else color, playouts, workspace)


@pytest.mark.parametrize('swap,symmetry', [(swap, symmetry) for swap in (False, True) for symmetry in range(8)])
def test_how_the_board_lies_and_who_is_black_change_nothing(swap, symmetry, workspace):
    for attacks in (False, True):
        plain = asked(ONE_MOVE, 'A2', attacks, workspace)
        there = asked(ONE_MOVE, 'A2', attacks, workspace, swap, symmetry)
        line = tuple(transform(move, 7, symmetry) if move != PASS else PASS for move in plain.line)
        assert there == plain._replace(move=line[0], line=line) and plain.line[0] == plain.move and plain.playouts > 0
        assert plain.chance > 0.7 and plain.move == parse_vertex('B1', 7)


def test_a_dragon_in_the_open_gets_away(workspace):
    assert asked(IN_THE_OPEN, 'F8', True, workspace).chance < 0.4
    assert asked(IN_THE_OPEN, 'F8', False, workspace).chance > 0.8


def test_nobody_need_move_where_nothing_is_in_danger(workspace):
    board = drawn(IN_THE_OPEN)
    stones = string(board, parse_vertex('F8', 13))
    assert roll_out(board, stones, BLACK, 300, workspace, may_pass=False).move != PASS


def test_what_is_not_finished_says_nothing(workspace):
    board = drawn(ONE_MOVE)
    answers = iter([True, False])
    found = roll_out(board, string(board, parse_vertex('A2', 7)), WHITE, 600, workspace, goes_on=lambda: next(answers, False))
    assert found == DragonRollouts(0.5, PASS)


def test_the_board_is_left_as_it_is(workspace):
    board = random_game(4, 9, 40).board
    before = board.copy()
    pos = next(pos for pos in all_points(9) if board['color'][pos] != EMPTY)
    roll_out(board, string(board, pos), BLACK, 100, workspace)
    assert board.tobytes() == before.tobytes()


@pytest.mark.parametrize('seed', range(20))
def test_most_of_the_stones_must_be_left(seed):
    rng = random.Random(seed)
    f, t = new_record(FAST), new_record(TREE)
    points = all_points(9)
    for pos in points:
        f['color'][pos] = rng.choice((EMPTY, BLACK, WHITE))
    goal = rng.sample(points, rng.randint(1, 9))
    owner = rng.choice((BLACK, WHITE))
    t['owner'], t['ngoal'], t['goal'][:len(goal)] = owner, len(goal), goal
    assert py_lives(f, t) == (sum(1 if f['color'][pos] == owner else -1 for pos in goal) > 0)
