"""Kills that were not read to their end, and what playouts say of them."""
import random

import numpy as np
import pytest

from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.facts import ALIVE, CRITICAL, DEAD
from owlgo.engine.core.points import BLACK, PASS, WHITE, all_points, parse_vertex, transform
from owlgo.engine.core.strings import string
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.examine import likely
from owlgo.engine.examine.examination import Examination
from owlgo.engine.examine.judgement import Status
from owlgo.engine.mcts.playout import sample
from owlgo.engine.owl.limits import of_level

OPEN_SIDE = """
    . . . . . . . . .
    . . . . X . . . .
    X X X . . . O . .
    X O O X . X . X .
    O . O O X X . X X
    . . O . O O X X O
    . . . . . O O O O
    . . . . . . . . .
    . . . . . . . . .
"""
"""Both sides have passed; the upper side is Black's, with a dead stone in it."""


@pytest.mark.parametrize('seed', range(6))
def test_playouts_are_the_same_however_the_board_lies_and_whoever_is_black(seed):
    rng = random.Random(seed)
    rows = [' '.join(rng.choice('XO.....') for _ in range(7)) for _ in range(7)]
    share = likely.owned(drawn('\n'.join(rows)))
    assert np.abs(share).max() <= 1
    symmetry, swap = rng.randrange(1, 8), bool(seed % 2)
    turned = likely.owned(drawn('\n'.join(rows), swap, symmetry))
    for pos in all_points(7):
        assert turned[transform(pos, 7, symmetry)] == pytest.approx(-share[pos] if swap else share[pos])


def test_the_shares_are_those_of_plain_playouts():
    board = drawn(OPEN_SIDE)
    share, plain = likely.owned(board), np.zeros(len(board['color']))
    for first in (BLACK, WHITE):
        plain += sample(board, first, 2000, 0.0, 7)['owned'] / 4000
    assert max(abs(share[pos] - plain[pos]) for pos in all_points(9)) < 0.2
    assert not likely.owned(drawn('\n'.join(['. . . . .'] * 5))).any()


def test_an_unfinished_kill_counts_only_where_playouts_agree():
    known = Examination(drawn(OPEN_SIDE), Workspace(), limits=of_level(4, 990, 990), quick=of_level(4, 990, 990))
    alive, dead = (string(known.board, parse_vertex(vertex, 9))[0] for vertex in ('E8', 'G7'))
    dragons = [known.dragons.of(alive), known.dragons.of(dead)]
    unsure, sure = Status(DEAD, grade=Grade.UNCERTAIN), Status(DEAD)
    critical = Status(CRITICAL, 1, 2, grade=Grade.UNCERTAIN)
    found = [likely.revived(dragon, unsure, lambda: likely.owned(known.board)) for dragon in dragons]
    assert [guess.status for guess in found] == [ALIVE, DEAD] and not found[0].certain
    for dragon, certain in zip(dragons * 2, (sure, sure, critical, Status(ALIVE, grade=Grade.UNCERTAIN)), strict=True):
        assert likely.revived(dragon, certain, lambda: likely.owned(known.board)) == certain
    assert known.dead == {parse_vertex('G7', 9)} and PASS not in known.dead
