"""Moves and what is known after them at once: what is called doomed or alive is so, and a threat spares only moves that do not meet it."""
import random

import numpy as np
import pytest
from numba import int64

from owlgo.engine.core.jit import kernel
from owlgo.engine.core.layout import new_record
from owlgo.engine.core.points import point
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.solver.dead import doomed, in_reach
from owlgo.engine.solver.dfpn import _is_on_path
from owlgo.engine.solver.expand import outset, py_expand, py_pack
from owlgo.engine.solver.record import EVERYWHERE, SEARCH
from owlgo.engine.solver.region import ATTACKER, CLOSED, DEFENDER, NO_KO, enclose, py_play
from owlgo.engine.solver.tests.agreement import positions, random_region
from owlgo.engine.solver.tests.oracle import Oracle
from owlgo.engine.solver.tests.test_oracle import SQUARE


@kernel(int64(CLOSED, SEARCH))
def py_doomed(c, s):
    """``doomed`` of the position at depth 0."""
    outset(c, s, s.attackers[0])
    return doomed(c, s.attackers[0], s.defenders[0], s.blocked[0], in_reach(c, s.safe[0]))


def posed(attackers, defenders, ko, side, threats):
    """A search record with the position at depth 0."""
    search = new_record(SEARCH)
    search['attackers'][0], search['defenders'][0] = np.uint64(attackers), np.uint64(defenders)
    search['rest'][0], search['threats'][0] = int(py_pack(ko, side)), threats
    return search


def children(region, search):
    """The positions that ``expand`` lists, as dictionaries."""
    count = int(py_expand(region.record, search))
    names = 'attackers', 'defenders', 'rest', 'threats', 'pn', 'dn', 'move', 'takes'
    return [{name: int(search['child_' + name][0, k]) for name in names} for k in range(count)]


def test_doomed_dragons_die_whoever_moves_and_however_many_threats():
    found = 0
    for seed in range(6):
        rng = random.Random(seed)
        region = random_region(rng, 9)
        oracle = Oracle(region)
        for attackers, defenders, ko, _, _ in positions(rng, region, 600):
            if py_doomed(region.record, posed(attackers, defenders, ko, ATTACKER, 0)):
                found += 1
                for side in (ATTACKER, DEFENDER):
                    for threats in range(-2, 3):
                        assert oracle.attacker_wins(attackers, defenders, ko, side, threats)
    assert found > 100


@pytest.mark.parametrize('seed', range(4))
def test_children_are_the_moves(seed):
    """Every legal move is listed with its stones and ko, but for those after a move that wins at once."""
    rng = random.Random(seed)
    region = random_region(rng, 9)
    for attackers, defenders, ko, side, threats in positions(rng, region, 300):
        expected = {}
        for v in range(len(region.points)):
            if not (attackers | defenders) >> v & 1 and py_play(region.record, attackers, defenders, v, side):
                spent = 0 if v != ko else 1 if side == ATTACKER else -1
                if v != ko or (threats < 0 if side == ATTACKER else threats > 0):
                    stones = region.record['stones']
                    expected[v] = int(stones[0]), int(stones[1]), int(py_pack(int(region.record['ko']), 1 - side)), threats + spent
        listed = children(region, posed(attackers, defenders, ko, side, threats))
        won = listed and listed[-1]['move'] != ko and (listed[-1]['pn'] if side == ATTACKER else listed[-1]['dn']) == 0
        for child in listed:
            place = child['attackers'], child['defenders'], child['rest'], child['threats']
            if child['move'] == NO_KO:
                assert place == (attackers, defenders, int(py_pack(NO_KO, 1 - side)), threats)
            else:
                assert place == expected.pop(child['move'])
        assert won or not expected


def spared(region, rng):
    """Pairs of moves of random positions: one that was refuted at once, and another that does not meet the refutation either."""
    for attackers, defenders, ko, side, _ in positions(rng, region, 400):
        listed = children(region, posed(attackers, defenders, ko, side, 0))
        for tried in listed:
            if tried['takes'] or tried['pn'] == 0 or tried['dn'] == 0:
                continue
            search = posed(tried['attackers'], tried['defenders'], tried['rest'] >> 1 & 127, 1 - side, 0)
            children(region, search)
            zone = int(search['zone'])
            if zone == EVERYWHERE or tried['move'] != NO_KO and zone >> tried['move'] & 1:
                continue
            if side == DEFENDER and tried['move'] != NO_KO:
                continue                                    # it may have connected strings: the search asks
            yield from ((side, other) for other in listed
                        if not other['takes'] and (other['move'] == NO_KO or not zone >> other['move'] & 1))


def test_moves_that_do_not_meet_a_threat_fail():
    """Where a move outside the zone of a refutation was refuted at once, so is every other, as the search takes for granted."""
    found = 0
    for seed in range(6):
        rng = random.Random(seed)
        region = random_region(rng, 9)
        oracle = Oracle(region)
        for side, other in spared(region, rng):
            found += 1
            place = other['attackers'], other['defenders'], other['rest'] >> 1 & 127, 1 - side, 0
            assert oracle.attacker_wins(*place) == (side == DEFENDER)
    assert found > 100


def test_a_square_is_not_called_doomed():
    """It is dead, but that takes reading."""
    region = enclose(drawn(SQUARE), point(2, 0))
    assert not py_doomed(region.record, posed(region.attackers, region.defenders, NO_KO, ATTACKER, 0))


@kernel(int64(SEARCH, int64, int64))
def py_is_on_path(s, depth, k):
    return _is_on_path(s, depth, k)


@pytest.mark.parametrize('attackers,defenders,ko,side,threats,repeats', [
    (5, 10, NO_KO, DEFENDER, 2, True), (5, 10, NO_KO, DEFENDER, 1, False), (5, 10, 3, DEFENDER, 2, False),
    (5, 10, NO_KO, ATTACKER, 2, False), (5, 2, NO_KO, DEFENDER, 2, False), (1, 10, NO_KO, DEFENDER, 2, False)])
def test_a_position_repeats_with_the_same_stones_turn_ko_and_threats(attackers, defenders, ko, side, threats, repeats):
    """At any depth on the way: a ko fight that cost a threat is no repetition."""
    search = posed(5, 10, NO_KO, DEFENDER, 2)
    search['child_attackers'][1, 0], search['child_defenders'][1, 0] = attackers, defenders
    search['child_rest'][1, 0], search['child_threats'][1, 0] = int(py_pack(ko, side)), threats
    assert bool(py_is_on_path(search, 1, 0)) == repeats
