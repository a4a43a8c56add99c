"""Open regions: what is proved of a part holds for the whole."""
import random

import numpy as np
import pytest

from engine.core.board import py_place_if_legal
from engine.core.points import BLACK, PASS, WHITE, point
from engine.core.result import LOSE, WIN
from engine.core.strings import string
from engine.core.tests.pictures import drawn
from engine.owl import answers
from engine.solver.open_region import prove_open
from engine.solver.region import ATTACKER, DEFENDER, NotEnclosed, cut_off, enclose
from engine.solver.solver import Solver
from engine.solver.tests.agreement import positions, random_board

GAP = '''
    . . X . . . . . .
    X X X O . . . . .
    O O O O . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .'''
"""O has left a gap on the first line."""


def test_a_door_is_shut_in_time():
    """The kill is proved; that a dragon which walks out lives is not: who knows what waits outside."""
    board = drawn(GAP)
    attack = prove_open(board, point(0, 2), ATTACKER, 1_000_000)
    assert attack is not None and attack.proved and attack.result == WIN
    assert prove_open(board, point(0, 2), DEFENDER, 1_000_000) is None
    assert answers.owl_attack(board, point(0, 2)).result == WIN and not answers.owl_attack(board, point(0, 2)).uncertain


def test_both_views_differ_only_at_the_rim():
    theirs, ours = cut_off(drawn(GAP), point(0, 2), 2)
    assert theirs.points == ours.points and theirs.defenders == ours.defenders == int(theirs.record['goal'])
    edge = int(theirs.record['escape'])
    assert edge and int(ours.record['escape']) == 0 and int(ours.record['boundary']) == int(theirs.record['boundary']) | edge
    assert point(0, 3) in theirs.points and point(8, 8) not in theirs.points


def test_a_dragon_in_the_open_is_not_judged():
    board = drawn('. . . . . . . . .\n' * 9)
    py_place_if_legal(board, point(4, 4), BLACK)
    py_place_if_legal(board, point(4, 6), WHITE)
    assert prove_open(board, point(4, 4), ATTACKER, 20_000) is None
    with pytest.raises(ValueError, match='no stone'):
        prove_open(board, point(0, 0), ATTACKER, 100)


@pytest.mark.parametrize('named', [False, True])
@pytest.mark.parametrize('seed', [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 12))])
def test_what_is_proved_of_a_part_holds_for_the_whole(seed, named):
    """Closed regions cut off inside: the verdict is the whole region's for the same stones, also if only one string is the dragon."""
    rng = random.Random(seed)
    proved = 0
    for _ in range(12):
        board, start = random_board(rng, 14)
        region = enclose(board, start)
        attackers, defenders, _, _, _ = next(positions(rng, region, 1))
        for k, p in enumerate(region.points):
            if p != start and (attackers | defenders) >> k & 1 and rng.random() < 0.5:
                py_place_if_legal(board, p, WHITE if attackers >> k & 1 else BLACK)
        board['ko'] = PASS
        if board['color'][start] != BLACK:
            continue
        for width in (1, 2):
            try:
                whole, (theirs, ours) = enclose(board, start), cut_off(board, start, width, (), string(board, start) if named else ())
            except ValueError:
                continue
            goal = {p for k, p in enumerate(theirs.points) if int(theirs.record['goal']) >> k & 1}
            assert not named or goal == set(string(board, start))
            if not goal <= set(whole.points) or not set(theirs.points) <= set(whole.points):
                continue
            whole.record['goal'] = np.uint64(sum(1 << k for k, p in enumerate(whole.points) if p in goal))
            for side in (ATTACKER, DEFENDER):
                truth = Solver(whole, 1 << 40).verdict(side)
                for part, sure in ((theirs, WIN if side == ATTACKER else LOSE), (ours, LOSE if side == ATTACKER else WIN)):
                    verdict = Solver(part, 1 << 40).verdict(side)
                    if verdict.result == sure:
                        proved += 1
                        assert truth.result == sure
    assert proved


def test_a_dragon_that_the_cut_does_not_hold_is_not_proved():
    board = drawn(GAP)
    far = point(8, 8)
    assert py_place_if_legal(board, far, BLACK)
    stones = string(board, point(0, 2))
    assert prove_open(board, point(0, 2), ATTACKER, 100_000, dragon=stones) is not None
    assert prove_open(board, point(0, 2), ATTACKER, 100_000, dragon=[*stones, far]) is None
    with pytest.raises(NotEnclosed):
        cut_off(board, point(0, 2), 2, (), [*stones, far])
