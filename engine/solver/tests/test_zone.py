"""Zones: what is proved in one is true of the board, and the zone shows what it rests on."""
import random
from collections import Counter
from contextlib import nullcontext

import numpy as np
import pytest

from owlgo.engine.checker.check import check
from owlgo.engine.checker.rules import Area, Position, Refused
from owlgo.engine.core.layout import new_record
from owlgo.engine.core.points import point
from owlgo.engine.core.strings import string
from owlgo.engine.core.tests.cases import tries
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.solver import certificate
from owlgo.engine.solver.certificate import certify_open
from owlgo.engine.solver.dfpn import End
from owlgo.engine.solver.expand import py_expand, py_pack
from owlgo.engine.solver.ground import Ground
from owlgo.engine.solver.open_region import OpenSearch
from owlgo.engine.solver.record import EVERYWHERE, SEARCH
from owlgo.engine.solver.region import ATTACKER, AWAY_SHIFT, CLOSED, DEFENDER, MOST_AWAY, NO_KO, NotEnclosed
from owlgo.engine.solver.solver import Solver
from owlgo.engine.solver.tests.mutations import try_out
from owlgo.engine.solver.tests.open_mutations import OPEN
from owlgo.engine.solver.tests.test_sparing import HALF_ALIVE
from owlgo.engine.solver.tests.zones import compare
from owlgo.engine.solver.zone import zone


@pytest.mark.parametrize('seed,size', [(1, 5), (2, 6), *(pytest.param(seed, 5 + seed % 2, marks=pytest.mark.slow) for seed in range(3, 9))])
def test_no_false_proof(seed, size):
    """``python -m owlgo.engine.solver.tests.zones 20000`` does more."""
    rng, found = random.Random(seed), Counter[str]()
    count = tries(1000)
    while min(found['kill'], found['life']) < 25:
        next(count)
        found += compare(rng, size)
    assert not found['false'] and min(found['kill elsewhere'], found['life elsewhere']) > 4


@pytest.mark.parametrize('seed,size', [(1, 5), (2, 6), *(pytest.param(seed, 5 + seed % 2, marks=pytest.mark.slow) for seed in range(3, 9))])
def test_no_false_kill_without_trust(seed, size):
    """Every wall can be taken on the board: what is proved with posts holds there."""
    rng, found = random.Random(seed), Counter[str]()
    count = tries(1000)
    while found['kill'] < 25:
        next(count)
        found += compare(rng, size, 11 if size == 5 else 13, trusting=False)
    assert not found['false'] and found['of which with posts'] > 4


def test_a_string_without_a_liberty_in_the_zone_brings_its_own():
    """Else it would be at the mercy of moves outside: X has one liberty, and O may play there."""
    board = drawn('''
        O X X . .
        O . O X X
        . . O O O
        . . . . .
        . . . . O''')
    stones = string(board, point(1, 3))
    found = zone(Ground(board), stones, DEFENDER, stones)
    assert point(0, 3) in found.points and point(0, 4) in found.points


def test_stones_that_are_connected_outside_alone_bring_their_string():
    """X's lower stones have a liberty at the right edge alone, and the stone that touches it was not in the zone: O took them there."""
    board = drawn('''
        X O . X X
        X X X X O
        X X O O .
        . O X X X
        O . O X X''')
    stones = string(board, point(0, 0))
    core = {point(row, col) for row in range(5) for col in range(5)} - {point(3, 4), point(4, 4)}
    assert {point(3, 4), point(4, 4)} <= set(zone(Ground(board), core, DEFENDER, stones).points)


def test_a_dragon_at_the_rim_has_escaped():
    board = drawn('. . . . . . . . .\n' * 4 + '. . . . X . . . .\n' + '. . . . . . . . .\n' * 4)
    with pytest.raises(NotEnclosed, match='rim'):
        zone(Ground(board), [point(4, 4)], ATTACKER, [point(4, 4)])


@pytest.mark.parametrize('winner', [DEFENDER, None])
def test_an_uncertain_capture_rests_on_the_stones_taken(winner):
    """X may have a liberty below the zone, so taking him counts as the attacker's success: a guess that few points can undo."""
    board = drawn('''
        X . . . . . .
        X O O O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .''')
    taken = {point(0, 0), point(1, 0), point(0, 1)}
    region = zone(Ground(board), taken | {point(0, 2), point(0, 3)}, DEFENDER, string(board, point(0, 0)))
    solver = Solver(region, 100, winner=winner)
    solver._pose(region.attackers, region.defenders, int(py_pack(NO_KO, ATTACKER)), 0)
    count = int(py_expand(region.record, solver.search))
    captures = [k for k in range(count) if solver.search['child_takes'][0, k]]
    assert [region.points[solver.search['child_move'][0, k]] for k in captures] == [point(0, 1)]
    word = int(solver.search['child_zone'][0, captures[0]])
    assert solver.search['child_pn'][0, captures[0]] == 0
    assert word == EVERYWHERE if winner is None else {p for k, p in enumerate(region.points) if word >> k & 1} == taken


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
    found = zone(Ground(board), Ground(board).within(stones, 2), ATTACKER, stones)
    assert found.wall and found.wall <= {point(2, col) for col in range(4)} | {point(1, 3)}
    solver = Solver(found, 100_000)
    assert solver.settle(found.attackers, found.defenders, found.ko, ATTACKER, 9) == End.ATTACKER_WON
    # X meets no liberty of O's that he could count on beyond the rim, and goes out.
    assert solver.settle(found.attackers, found.defenders, found.ko, DEFENDER, 0) == End.DEFENDER_WON
    assert int(found.record['outside_owner']) == DEFENDER + 1 and int(found.record['escape']) == int(found.record['unsure']) != 0
    assert np.uint64(found.defenders) & found.record['goal']


@pytest.mark.parametrize('seed', [*range(3), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 12))])
def test_damaged_certificates_are_refused_or_true(seed):
    """``python -m owlgo.engine.solver.tests.open_mutations 2000`` does more."""
    rng = random.Random(seed)
    certificate = OPEN.make(rng)
    assert OPEN.check(certificate) and OPEN.judge(certificate) is not False
    refused, _ = try_out(rng, certificate, 20, OPEN)
    assert refused


GATE = '''
    . . X . . . . . .
    X X X O . . . . .
    O O O O . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .'''


def gate_certificate(text=GATE, at=(0, 2), side=ATTACKER):
    """What is proved of X, who has a gate to go through, or of another dragon, if this side moves first."""
    board, pos = drawn(text), point(*at)
    proof = OpenSearch(board, pos, side, 300_000).go_on(None, (side,))
    assert proof is not None
    return certify_open(board, pos, [proof])


def test_the_checker_names_what_is_assumed():
    written = gate_certificate()
    sentences = check(written)
    assert len(sentences) == 1 and 'if the wall at D8 holds' in sentences[0] and 'the attacker wins' in sentences[0]
    # The wall that shuts the gate has too few liberties outside if X stands there.
    written['defenders'] += ['A6', 'B6', 'C6', 'D6']
    with pytest.raises(Refused):
        check(written)


@pytest.mark.parametrize('what', [(GATE, (0, 2), ATTACKER), (HALF_ALIVE, (0, 1), DEFENDER)])
def test_a_strategy_that_goes_round_in_a_circle_is_searched_again_with_every_move(what, monkeypatch):
    """What a success does not rest on is left out at first; if that leads round in a circle nothing is, and the certificate holds."""
    collect, asked = certificate._answers, []

    def answers(solver, *rest):
        asked.append(solver.relevance)
        if solver.relevance:
            raise ValueError('round in a circle')
        return collect(solver, *rest)
    monkeypatch.setattr(certificate, '_answers', answers)
    assert check(gate_certificate(*what)) and asked == [True, False]


@pytest.mark.parametrize('change,message', [
    (lambda c: c.update(format='x'), 'not a certificate'), (lambda c: c.pop('goal'), 'has no "goal"'),
    (lambda c: c.update(size=99), 'size'),
    (lambda c: c['zones'][0].update(winner='nobody'), 'no such side'), (lambda c: c['zones'][0]['points'].append('A9'), 'twice'),
    (lambda c: c['zones'][0]['claims'][0].update(answers={}), 'no answer'), (lambda c: c['zones'][0]['points'].append('C7'), 'across'),
    (lambda c: c['attackers'].append('C9'), 'two stones'), (lambda c: c.update(zones=3), 'wrong type for "zones"'),
    (lambda c: c.update(zones=[]), 'claims nothing'), (lambda c: c['zones'][0].update(posts=['D9']), 'post'),
    (lambda c: c['zones'][0].update(grade='sure'), 'no such grade'), (lambda c: c['zones'][0].update(grade='proved'), 'is called proved'),
    (lambda c: c['zones'][0].update(claims=[]), 'claims nothing')])
def test_what_is_no_certificate(change, message):
    written = gate_certificate()
    change(written)
    with pytest.raises(Refused, match=message):
        check(written)


def test_no_string_outlasts_the_moves_outside_that_are_counted():
    """A string with forty liberties outside has none after thirty-one moves there: how many more there were is not known."""
    c, s = new_record(CLOSED), new_record(SEARCH)
    c['n'], c['all'], c['near'][0], c['near'][1] = 2, 3, 2, 1
    c['airy'], c['beyond'][0], s['attackers'][0] = 1, np.uint64((1 << 40) - 1), 1
    area = Area([2, 1], 3, rim=1, air=[(1 << 40) - 1, 0])
    for away, has_one in ((MOST_AWAY - 1, True), (MOST_AWAY, False)):
        s['rest'][0] = py_pack(NO_KO, DEFENDER) | away << AWAY_SHIFT
        py_expand(c, s)
        # The defender takes it on the other point, or has no liberty there.
        assert (1 not in s['child_move'][0, :s['moves'][0]]) == area.breathes(1, away) == has_one


@pytest.mark.parametrize('side,threats', [(ATTACKER, -1), (DEFENDER, 1)])
@pytest.mark.parametrize('ko', [1, NO_KO])
@pytest.mark.parametrize('away', range(3))
def test_a_retake_of_a_ko_is_one_more_move_outside(away, ko, side, threats):
    """The threat may fill a liberty outside: a string of the attacker with two of them then falls one move sooner."""
    c, s = new_record(CLOSED), new_record(SEARCH)
    c['n'], c['all'], c['near'][1], c['near'][2] = 3, 7, 4, 2
    c['airy'], c['beyond'][0], s['attackers'][0], s['threats'][0] = 1, 3, 1, threats
    area = Area([0, 4, 2], 4, air=[3, 0, 0])
    s['rest'][0] = py_pack(ko, side) | away << AWAY_SHIFT
    py_expand(c, s)
    move = s['child_move'][0].tolist().index(1)
    falls = ko != NO_KO and away > 0
    assert (s['child_dn'][0, move] == 0) == falls
    with pytest.raises(Refused) if falls else nullcontext():
        area.move(Position(1, 0, ko if ko != NO_KO else -1, threats, away), 1, side == ATTACKER)
