"""The oracle: shapes that everybody knows, kos by their threats, and what must hold of every position."""
import random
from functools import cache

import numpy as np
import pytest

from owlgo.engine.core.points import point, transform
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NO_KO, enclose, py_play
from owlgo.engine.solver.tests.oracle import Oracle
from owlgo.engine.solver.tests.test_region import CORNER


def first_stone(text):
    """The first X of a picture, row by row."""
    rows = [line.split() for line in text.strip().splitlines()]
    return next((r, c) for r, row in enumerate(rows) for c, symbol in enumerate(row) if symbol == 'X')


@cache
def verdicts(text, most_threats=2, symmetry=0, swap=False):
    """Whether the attacker wins, by side to move and threats from the most of his to the most of the defender's."""
    board = drawn(text, swap, symmetry)
    size = int(board['size'])
    region = enclose(board, transform(point(*first_stone(text)), size, symmetry))
    oracle = Oracle(region, most_threats)
    return {side: [oracle.attacker_wins(region.attackers, region.defenders, region.ko_for(side), side, threats)
                   for threats in range(-most_threats, most_threats + 1)] for side in (ATTACKER, DEFENDER)}


THREE = '. . . X O .\nX X X X O .\nO O O O O .\n. . . . . .\n. . . . . .\n. . . . . .'
TWO = '. . X O . .\nX X X O . .\nO O O O . .\n. . . . . .\n. . . . . .\n. . . . . .'
EYES = '. X . X O .\nX X X X O .\nO O O O O .\n. . . . . .\n. . . . . .\n. . . . . .'
SQUARE = '. . X O . .\n. . X O . .\nX X X O . .\nO O O O . .\n. . . . . .\n. . . . . .'
BENT = '. . X O . .\n. X X O . .\nX X O O . .\nO O O . . .\n. . . . . .\n. . . . . .'


@pytest.mark.parametrize('text,first,second', [(THREE, True, False), (TWO, True, True), (EYES, False, False), (SQUARE, True, True),
                                               (BENT, True, False)])
def test_shapes(text, first, second):
    """Who takes what if the attacker moves first, and if the defender does; threats change nothing."""
    found = verdicts(text)
    assert found == {ATTACKER: [first] * 5, DEFENDER: [second] * 5}


def test_threats_decide_a_ko_and_nothing_else_does():
    """Some arrangement of a corner hangs on threats, and one step in their number turns it."""
    oracle = Oracle(enclose(drawn(BENT), point(1, 1)))
    turned = np.argwhere(oracle.won[:, :, :, 0] != oracle.won[:, :, :, 4])
    assert len(turned)
    # More threats of the defender never help the attacker.
    assert (np.diff(oracle.won.astype(int), axis=3) <= 0).all()


@pytest.mark.parametrize('swap', [False, True])
@pytest.mark.parametrize('symmetry', [1, 6, *(pytest.param(k, marks=pytest.mark.slow) for k in (0, 2, 3, 4, 5, 7))])
def test_turning_and_swapping_change_nothing(symmetry, swap):
    assert verdicts(BENT, 1, symmetry, swap) == verdicts(BENT, 1)


@pytest.mark.parametrize('seed', range(3))
def test_every_position_follows_from_those_after_it(seed):
    """The rule of the game itself, checked from outside: by moves that the region plays."""
    rng = random.Random(seed)
    text = rng.choice((THREE, BENT, TWO))
    region = enclose(drawn(text), point(*first_stone(text)))
    oracle = Oracle(region)
    n = len(region.points)
    for _ in range(400):
        attackers = defenders = 0
        for k in range(n):
            value = rng.choice((0, 1, 2))
            attackers |= (value == 1) << k
            defenders |= (value == 2) << k
        ko = rng.choice([NO_KO] + [k for k in range(n) if not (attackers | defenders) >> k & 1])
        side, threats = rng.choice((ATTACKER, DEFENDER)), rng.randint(-2, 2)
        after = [oracle.attacker_wins(attackers, defenders, NO_KO, 1 - side, threats)]
        for v in range(n):
            spent = threats + (1 if side == ATTACKER else -1) if v == ko else threats
            allowed = v != ko or (threats < 0 if side == ATTACKER else threats > 0)
            if allowed and not (attackers | defenders) >> v & 1 and \
                    py_play(region.record, np.uint64(attackers), np.uint64(defenders), v, side):
                one, two = (int(word) for word in region.record['stones'])
                after.append(oracle.attacker_wins(one, two, int(region.record['ko']), 1 - side, spent))
        expected = defenders == 0 or (any(after) if side == ATTACKER else all(after))
        assert oracle.attacker_wins(attackers, defenders, ko, side, threats) == expected


def test_larger_regions_are_refused():
    with pytest.raises(ValueError, match='at most 10'):
        Oracle(enclose(drawn(CORNER), point(1, 1)))
