"""Zones: what is proved in one is true of the board, and the zone shows what it rests on."""
import random
from collections import Counter

import numpy as np
import pytest

from engine.core.points import point
from engine.core.strings import string
from engine.core.tests.pictures import drawn
from engine.solver.dfpn import DISPROVED, PROVED
from engine.solver.region import ATTACKER, DEFENDER, NotEnclosed, within
from engine.solver.solver import Solver
from engine.solver.tests.zones import compare
from engine.solver.zone import zone


@pytest.mark.parametrize('seed,size', [(1, 5), (2, 6), *(pytest.param(seed, 5 + seed % 2, marks=pytest.mark.slow) for seed in range(3, 9))])
def test_no_false_proof(seed, size):
    """``python -m engine.solver.tests.zones 20000`` does more."""
    rng, found = random.Random(seed), Counter[str]()
    while found['kill'] < 60 or found['life'] < 60:
        found += compare(rng, size)
    assert not found['false']


def test_a_string_without_a_liberty_in_the_zone_brings_its_own():
    """Else it would be at the mercy of moves outside: X has one liberty, and O may play there."""
    board = drawn('''
        O X X . .
        O . O X X
        . . O O O
        . . . . .
        . . . . O''')
    stones = string(board, point(1, 3))
    found = zone(board, stones, DEFENDER, stones)
    assert point(0, 3) in found.points and point(0, 4) in found.points


def test_a_dragon_at_the_rim_has_escaped():
    board = drawn('. . . . . . . . .\n' * 4 + '. . . . X . . . .\n' + '. . . . . . . . .\n' * 4)
    with pytest.raises(NotEnclosed, match='rim'):
        zone(board, [point(4, 4)], ATTACKER, [point(4, 4)])


def test_a_wall_needs_liberties_beyond():
    """The stone that shuts the door has two liberties: it is in the zone, with both."""
    board = drawn('''
        . . X . . . . . .
        X X X O . . . . .
        O O O O . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .''')
    stones = string(board, point(0, 2))
    found = zone(board, within(board, point(0, 2), 2), ATTACKER, stones)
    assert found.wall and found.wall <= {point(2, col) for col in range(4)} | {point(1, 3)}
    solver = Solver(found, 100_000)
    assert solver.settle(found.attackers, found.defenders, found.ko, ATTACKER, 9) == PROVED
    assert solver.settle(found.attackers, found.defenders, found.ko, DEFENDER, 0) == DISPROVED
    assert int(found.record['giver']) == DEFENDER + 1 and int(found.record['escape']) == int(found.record['unsure']) != 0
    assert np.uint64(found.defenders) & found.record['goal']
