"""What is dead whoever moves: the kernels against the checker's own words for it, and against exhaustive play."""
import itertools
import random

import numpy as np
import pytest

from owlgo.engine.checker.check import check
from owlgo.engine.checker.rules import Area
from owlgo.engine.core.jit import for_python
from owlgo.engine.core.points import point
from owlgo.engine.core.tests.cases import tries
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.solver.certificate import certify
from owlgo.engine.solver.dead import barren, blind, false_eyes
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NO_KO, enclose
from owlgo.engine.solver.solver import Solver
from owlgo.engine.solver.tests.agreement import positions, random_region
from owlgo.engine.solver.tests.oracle import Oracle
from owlgo.engine.solver.tests.test_expand import posed, py_doomed
from owlgo.engine.solver.tests.test_eye_room import FALSE, REAL, bits, blocked_points, parts

py_barren, py_blind, py_false_eyes = for_python(barren), for_python(blind), for_python(false_eyes)


def false_eyes_doom(region, attackers, defenders):
    """What the kernel says of false eyes."""
    blocked = sum(1 << k for k in blocked_points(region, attackers))
    return bool(py_blind(region.record, *map(np.uint64, (attackers, defenders, blocked, int(region.record['all'])))))


def doom(region, attackers, defenders):
    """Whether there is no room for eyes at all."""
    return bool(py_doomed(region.record, posed(attackers, defenders, NO_KO, ATTACKER, 0)))


@pytest.mark.parametrize('seed', range(4))
def test_it_is_what_the_checker_says(seed):
    rng = random.Random(seed)
    found = 0
    count = tries(100)
    while found < 2:
        next(count)
        region = random_region(rng, 16)
        record = region.record
        area = Area([int(word) for word in record['near'][:len(region.points)]], int(record['goal']), boundary=int(record['boundary']))
        for attackers, defenders, *_ in positions(rng, region, 150):
            by_eyes, none = false_eyes_doom(region, attackers, defenders), doom(region, attackers, defenders)
            assert area.doomed(attackers, defenders, area.all) == (by_eyes or none)
            found += by_eyes and not none


@pytest.mark.parametrize('seed', [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 5))])
def test_who_has_false_eyes_is_dead_whoever_moves_and_whatever_threats_there_are(seed):
    rng = random.Random(seed)
    called = 0
    count = tries(100)
    while called < 8:
        next(count)
        region = random_region(rng, 9)
        if len(region.points) < 8:
            continue
        oracle = Oracle(region)
        for attackers, defenders, *_ in positions(rng, region, 2000):
            if false_eyes_doom(region, attackers, defenders) and not doom(region, attackers, defenders):
                called += 1
                assert all(oracle.attacker_wins(attackers, defenders, NO_KO, side, threats)
                           for side in (ATTACKER, DEFENDER) for threats in (-2, 0, 2))


@pytest.mark.parametrize('text,dead', [(FALSE, True), (REAL, False)])
def test_a_false_eye_is_seen_and_a_real_one_too(text, dead):
    region = enclose(drawn(text), point(0, 1))
    assert false_eyes_doom(region, region.attackers, region.defenders) == dead


@pytest.mark.parametrize('seed', range(4))
def test_an_area_is_barren_if_no_two_points_of_it_are_apart(seed):
    """Every choice of up to four points for eyes: two eyes need two points that are no neighbours."""
    record = random_region(random.Random(seed), 9).record
    everywhere, near = int(record['all']), [int(word) for word in record['near']]
    for count in range(5):
        for free in itertools.combinations(bits(everywhere), count):
            blocked = everywhere & ~sum(1 << k for k in free)
            apart = any(not near[j] >> k & 1 for j, k in itertools.combinations(free, 2))
            assert py_barren(record, np.uint64(blocked), record['all']) != apart
    assert not py_barren(record, record['all'], np.uint64(0)), 'the dragon can escape'


def plain_false_eyes(region, attackers, defenders):
    """``false_eyes`` with sets."""
    near = [bits(int(word)) for word in region.record['near'][:len(region.points)]]
    blocked, mine = blocked_points(region, attackers), bits(defenders)
    space = set(range(len(near))) - blocked - mine
    with_room = set().union(*(string for string in parts(mine, near) if string - blocked))
    found = set()
    for part in parts(set(range(len(near))) - space - (bits(attackers) & blocked), near):
        touched = {q for k in part for q in near[k]} & space
        if len(touched) == 1 and not part & with_room:
            found |= {k for k in touched if near[k] & with_room and not near[k] & space}
    return found


@pytest.mark.parametrize('seed', range(4))
def test_false_eyes_are_those_of_the_plain_twin(seed):
    rng = random.Random(seed)
    found = 0
    count = tries(100)
    while found < 5:
        next(count)
        region = random_region(rng, 16)
        for attackers, defenders, *_ in positions(rng, region, 150):
            blocked = sum(1 << k for k in blocked_points(region, attackers))
            here = bits(int(py_false_eyes(region.record, *map(np.uint64, (attackers, defenders, blocked, int(region.record['all']))))))
            assert here == plain_false_eyes(region, attackers, defenders)
            found += len(here)


def test_a_verdict_that_rests_on_a_false_eye_is_written_down_and_verified():
    """It takes no search, and the checker plays nothing out."""
    board, pos = drawn(FALSE), point(0, 1)
    region = enclose(board, pos)
    solver = Solver(region)
    verdict = solver.verdict(DEFENDER)
    assert verdict.proved and verdict.nodes < 20
    assert check(certify(board, pos, DEFENDER, verdict, solver))
