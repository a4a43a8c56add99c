"""What is kept of dragons counts as long as nothing near them has changed."""
import random

import numpy as np
import pytest

from owlgo.engine.core.board import new_board, py_place_if_legal, py_popgo, py_trymove
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import EMPTY, all_points, neighbours, other, point
from owlgo.engine.core.strings import string
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.examine.judgement import KeptJudgement
from owlgo.engine.examine.kept import MOST_SURROUNDINGS, Kept, surroundings
from owlgo.engine.examine.status import Judge
from owlgo.engine.owl.limits import Means, of_level
from owlgo.engine.solver.region import DEFENDER


def naive_near(board, stones, reach):
    """The points that matter with what is on them, step by step."""
    size, colors = int(board['size']), board['color']
    free = {q for pos in stones for q in neighbours(pos, size) if colors[q] == EMPTY}
    enemy = other(int(colors[min(stones)]))
    touching = {q for pos in (*stones, *free) for q in neighbours(pos, size) if colors[q] == enemy}
    near = set(stones) | {stone for pos in touching for stone in string(board, pos)}
    for _ in range(reach):
        near |= {q for pos in near for q in neighbours(pos, size)}
    return {pos: int(colors[pos]) for pos in near}


@pytest.mark.parametrize('seed', range(6))
def test_a_change_counts_if_it_is_near(seed):
    rng, size = random.Random(seed), (5, 9, 13)[seed % 3]
    board, far, close = new_board(size), 0, 0
    for pos in rng.sample(all_points(size), size * size // 3):
        py_place_if_legal(board, pos, rng.choice((1, 2)))
    pos = next(pos for pos in all_points(size) if board['color'][pos] != EMPTY)
    stones = string(board, pos)
    for reach in (0, 1, 3):
        near, before = naive_near(board, stones, reach), surroundings(board, stones, reach)
        assert np.unpackbits(np.frombuffer(before[0], np.uint8)).sum() == len(near)
        for move in all_points(size):
            if board['color'][move] == EMPTY and py_trymove(board, move, other(int(board['color'][pos]))):
                if board['color'][pos] != EMPTY and not board['ko']:
                    same = naive_near(board, stones, reach) == near
                    assert (surroundings(board, stones, reach) == before) == same
                    far, close = far + same, close + (not same)
                py_popgo(board)
    assert close and (far or size == 5)


def test_a_ko_counts_if_it_is_near():
    """Whether it may be retaken at once decides about the dragon beside it."""
    board = new_board(9)
    for pos in (point(4, 3), point(4, 4)):
        assert py_place_if_legal(board, pos, 1)
    stones, kept = string(board, point(4, 3)), Kept[str](1)
    kept.keep(board, stones, 'no ko')
    for ko, found in ((point(4, 5), None), (point(0, 8), 'no ko'), (0, 'no ko')):
        board['ko'] = ko
        assert kept.find(board, stones) == found


def test_so_many_surroundings_are_kept():
    game, kept = Game(9), Kept[str](2)
    game.play(1, all_points(9)[0])
    stones = [all_points(9)[0]]
    assert kept.find(game.board, stones) is None
    assert kept.keep(game.board, stones, 'alone') == 'alone' == kept.find(game.board, stones)
    places = [pos for pos in all_points(9)[1:30] if surroundings(game.board, stones, 2)[1]][:MOST_SURROUNDINGS]
    for place in places:
        game.play(2, place)
        game.play(1, all_points(9)[-1 - places.index(place)])
        kept.keep(game.board, stones, f'{place}')
        assert kept.find(game.board, stones) == f'{place}'
    assert len(kept._of[frozenset(stones), False]) == MOST_SURROUNDINGS


def test_a_judge_takes_over_what_was_read():
    """Of a dragon that nothing came near; what decides about it is read anew, since nobody keeps a solver."""
    game = Game(13)
    text = 'X.X.XO XXXXXO OOOOOO'.split()
    points = all_points(13)
    for row, line in enumerate(text):
        for col, sign in enumerate(line):
            if sign != '.':
                py_place_if_legal(game.board, points[13 * row + col], 'XO'.index(sign) + 1)
    kept, means = Kept[KeptJudgement](2), Means(Workspace(), of_level(0))
    first = Judge(game.board, means, thorough=False, kept=kept)
    judged = first.judge(points[0])
    assert py_trymove(game.board, points[-1], 1)
    later = Judge(game.board, means, thorough=False, kept=kept)
    assert later.judge(points[0]) is judged and not later.alone
    assert py_trymove(game.board, points[13 * 4 + 3], 1)
    assert Judge(game.board, means, thorough=False, kept=kept).judge(points[0]) is not judged


MANY_SAVE = '''
    X O . . X O . . .
    . . . . X O . . .
    X X X X X O . . .
    O O O O O O . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
'''


def test_moves_that_time_cut_short_are_not_kept():
    """What was read in full is kept; what a judge in haste did not come to is found by the next one."""
    board, kept, waits = drawn(MANY_SAVE), Kept[KeptJudgement](2), True
    pos, means = point(0, 4), Means(Workspace(), of_level(0), lambda nodes: waits)

    def judge():
        return Judge(board, means, thorough=False, kept=kept)
    everything = Judge(board, means, thorough=False).moves(pos, DEFENDER)
    assert len(everything) > 2
    hasty = judge()
    judged = hasty.judge(pos)
    waits = False
    assert hasty.moves(pos, DEFENDER)[0] == everything[0] and kept.find(board, hasty.group(pos)) == (judged, {})
    waits = True
    assert judge().judge(pos) is judged and judge().moves(pos, DEFENDER) == everything
    assert kept.find(board, hasty.group(pos)) == (judged, {DEFENDER: everything})
