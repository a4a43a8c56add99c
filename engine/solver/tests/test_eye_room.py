"""False eyes: the kernel against a plain twin, and how often what it calls dead lives after all."""
import random

import numpy as np
import pytest

from owlgo.engine.core.jit import for_python
from owlgo.engine.core.points import point
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.solver.dead import starved
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NO_KO, enclose
from owlgo.engine.solver.solver import Solver
from owlgo.engine.solver.tests.agreement import positions, random_region
from owlgo.engine.solver.tests.oracle import Oracle
from owlgo.engine.solver.tests.test_expand import posed, py_doomed

py_starved = for_python(starved)

FALSE = '''
. X O . . .
X X O . . .
. X O . . .
X O O . . .
O . . . . .
. . . . . .
'''
REAL = '''
. X O . . .
X X O . . .
. X O . . .
X X O . . .
O O . . . .
. . . . . .
'''


def bits(word):
    """The points of a word."""
    return {k for k in range(64) if word >> k & 1}


def parts(points, near):
    """The connected parts of a set."""
    left = set(points)
    while left:
        part, queue = set(), [left.pop()]
        while queue:
            k = queue.pop()
            part.add(k)
            queue += near[k] & left
            left -= near[k]
        yield part


def blocked_points(region, attackers):
    """Safe stones, their neighbours and the boundary."""
    near = [bits(int(word)) for word in region.record['near'][:len(region.points)]]
    boundary = bits(int(region.record['boundary']))
    safe = set().union(*(part for part in parts(bits(attackers), near) if part & boundary))
    return safe | boundary | {q for k in safe for q in near[k]}


def plain_starved(region, attackers, defenders):
    """``starved`` with sets, one change at a time: the order of changes does not matter."""
    near = [bits(int(word)) for word in region.record['near'][:len(region.points)]]
    blocked = blocked_points(region, attackers)
    mine, theirs = bits(defenders), bits(attackers)
    space = set(range(len(near))) - blocked - mine
    roads = blocked - mine - theirs
    found = False
    while True:
        for part in parts(mine | roads, near):
            touched = {q for k in part for q in near[k]} & space
            if part & mine and len(touched) < 2:
                found = True
                mine = mine | touched if touched else mine - part
                space -= touched
                break
        else:
            break
    if not found:
        return False
    for part in parts(mine | roads | space, near):
        eyes = part & space
        if part & mine & bits(int(region.record['goal'])) and (len(eyes) > 2 or (len(eyes) == 2 and not near[min(eyes)] & eyes)):
            return False
    return True


def judged(region, attackers, defenders):
    """What the kernel says."""
    blocked = sum(1 << k for k in blocked_points(region, attackers))
    return bool(py_starved(region.record, *map(np.uint64, (attackers, defenders, blocked, int(region.record['all'])))))


@pytest.mark.parametrize('seed', range(6))
def test_it_is_what_the_plain_twin_says(seed):
    rng = random.Random(seed)
    region = random_region(rng, 12)
    if seed % 2:
        region.record['goal'] = np.uint64(int(region.record['all']) & rng.getrandbits(len(region.points)) | 1)
    for attackers, defenders, *_ in positions(rng, region, 300):
        assert judged(region, attackers, defenders) == plain_starved(region, attackers, defenders)


@pytest.mark.parametrize('seed', range(3))
def test_what_has_no_room_dies_without_ko_threats(seed):
    """All but a few of a hundred, whoever moves: baits and snapbacks."""
    rng = random.Random(seed)
    called = wrong = 0
    for _ in range(3):
        region = random_region(rng, 9)
        oracle = Oracle(region)
        for attackers, defenders, *_ in positions(rng, region, 400):
            if judged(region, attackers, defenders):
                called += 1
                wrong += not all(oracle.attacker_wins(attackers, defenders, NO_KO, side, 0) for side in (ATTACKER, DEFENDER))
    assert called > 30 and wrong <= called * 0.03, (called, wrong)


@pytest.mark.parametrize('text,dead', [(FALSE, True), (REAL, False)])
def test_a_false_eye_and_a_real_one(text, dead):
    """The false eye is not seen by ``doomed``, which proves what it says."""
    region = enclose(drawn(text), point(0, 1))
    assert judged(region, region.attackers, region.defenders) == dead
    assert not py_doomed(region.record, posed(region.attackers, region.defenders, NO_KO, ATTACKER, 0))
    assert Solver(region).settle(region.attackers, region.defenders, NO_KO, DEFENDER, 0) == (1 if dead else 0)
