"""Moves that are left out since the refutation of another holds for them, and what a success rests on: no more threats than were read."""
import numpy as np
import pytest
from numba import int64, uint64

from owlgo.engine.core.jit import kernel
from owlgo.engine.core.layout import dtype_of
from owlgo.engine.core.points import point
from owlgo.engine.core.strings import string
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.solver.dfpn import End, _spare_the_rest, _until
from owlgo.engine.solver.expand import py_expand
from owlgo.engine.solver.ground import Ground
from owlgo.engine.solver.record import ALL_THREATS, EVERYWHERE, INFINITE_NUMBER, SEARCH, SPARE
from owlgo.engine.solver.region import ATTACKER, CLOSED, DEFENDER, GUESS_ATTACKER, NO_KO, enclose
from owlgo.engine.solver.relevance import rests_on, spare_others, threatened
from owlgo.engine.solver.solver import Solver
from owlgo.engine.solver.table import ENTRY, keep, recall, slot_of
from owlgo.engine.solver.tests.test_expand import posed
from owlgo.engine.solver.tests.test_ko_sides import TAKEN, TAKES
from owlgo.engine.solver.zone import zone
from owlgo.engine.solver.zone_search import ZoneProof
from owlgo.regress.solver_bench import room


@kernel(uint64(CLOSED, SEARCH, int64))
def py_relevance(c, s, until):
    """``rests_on`` of the position at depth 0."""
    return rests_on(c, s, 0, until)


@kernel(int64(CLOSED, SEARCH, int64))
def py_spare_others(c, s, tried):
    """``spare_others`` at depth 0."""
    return spare_others(c, s, 0, tried)


@kernel(int64(CLOSED, SEARCH, int64))
def py_spare_the_rest(c, s, tried):
    """``_spare_the_rest`` at depth 0."""
    return _spare_the_rest(c, s, 0, tried)


@kernel(uint64(CLOSED, SEARCH))
def py_threatened(c, s):
    """``threatened`` in the position at depth 0."""
    return threatened(c, s, 0)


@kernel(int64(SEARCH, int64))
def py_until(s, won):
    """``_until`` at depth 0."""
    return _until(s, 0, won)


@kernel(int64(CLOSED, SEARCH, ENTRY[::1], int64, int64, int64, uint64))
def py_keep(c, s, table, pn, dn, until, zone):
    """``keep`` at depth 0."""
    return keep(c, s, table, 0, pn, dn, until, zone)


@kernel(int64(CLOSED, SEARCH, ENTRY[::1]))
def py_recall(c, s, table):
    """``recall`` of the first child at depth 0."""
    s.child_slot[0, 0] = slot_of(s.child_attackers[0, 0], s.child_defenders[0, 0], s.child_rest[0, 0], len(table))
    return recall(c, s, table, 0, 0)


def kept_for(winner, region):
    """The region, with relevance kept for successes of this side."""
    region.record['relevance'] = winner + 1
    return region


def child_of(region, search, move):
    """Which child a move on the board is, or a pass."""
    wanted = NO_KO if move is None else region.points.index(move)
    return [int(v) for v in search['child_move'][0, :int(search['moves'][0])]].index(wanted)


def refute(search, k, until, zone, winner=ATTACKER):
    """The attacker's success after child k, or the defender's."""
    search['child_pn'][0, k], search['child_dn'][0, k] = (0, INFINITE_NUMBER) if winner == ATTACKER else (INFINITE_NUMBER, 0)
    search['child_until'][0, k] = until
    search['child_zone'][0, k] = np.uint64(zone)


def bits(region, *places):
    return sum(1 << region.points.index(point(*place)) for place in places)


@pytest.mark.parametrize('winner,sign', [(ATTACKER, 1), (DEFENDER, -1)])
def test_a_success_rests_on_what_the_move_needs_that_holds_longest(winner, sign):
    """Of two moves the one with the smaller zone wins only if the other side has no threat."""
    region = kept_for(winner, room(3, 4))
    search = posed(0, bits(region, (0, 3)), NO_KO, winner, 0)
    py_expand(region.record, search)
    small, large = bits(region, (0, 3)), bits(region, (0, 3), (2, 0), (2, 1), (2, 2))
    refute(search, child_of(region, search, point(0, 1)), 0, small, winner)
    refute(search, child_of(region, search, point(0, 2)), sign * ALL_THREATS, large, winner)
    assert int(py_relevance(region.record, search, sign * ALL_THREATS)) & large == large
    assert int(py_relevance(region.record, search, 0)) & large == small


@pytest.mark.parametrize('until', [0, ALL_THREATS])
def test_a_success_against_more_threats_rests_on_what_refutes_the_retake(until):
    """Without a threat he may not retake, and nothing of that matters."""
    region = kept_for(ATTACKER, enclose(drawn(TAKES), point(2, 0)))
    search = posed(region.attackers, region.defenders, region.points.index(point(1, 2)), DEFENDER, 0)
    py_expand(region.record, search)
    assert search['banned'][0]
    near, far = bits(region, (1, 1)), bits(region, (3, 0))
    found = []
    for zone_of_the_retake in (near, far):
        for k in (*range(int(search['moves'][0])), SPARE):
            refute(search, k, ALL_THREATS, near if k != SPARE else zone_of_the_retake)
        found.append(int(py_relevance(region.record, search, until)))
    assert [word & far == far for word in found] == [False, until > 0]


def test_a_success_rests_on_the_ko_that_may_not_be_retaken():
    """However far from it the refutations of all other moves are."""
    region = kept_for(ATTACKER, enclose(drawn(TAKES), point(2, 0)))
    search = posed(region.attackers, region.defenders, region.points.index(point(1, 2)), DEFENDER, 0)
    py_expand(region.record, search)
    assert search['banned'][0]
    for k in range(int(search['moves'][0])):
        refute(search, k, ALL_THREATS, bits(region, (4, 0)))
    assert int(py_relevance(region.record, search, 0)) & bits(region, (1, 2))


@pytest.mark.parametrize('own,rests', [([(0, 1), (1, 0), (1, 2), (2, 1)], True), ([(0, 1), (1, 0), (2, 1)], False)])
def test_that_a_move_is_suicide_rests_on_the_stones_round_it(own, rests):
    """Where the attacker has all four, the defender may not play between them; where one is missing he may, and that was read."""
    region = kept_for(ATTACKER, room(3, 4))
    search = posed(bits(region, *own), bits(region, (2, 3)), NO_KO, DEFENDER, 0)
    py_expand(region.record, search)
    refute(search, child_of(region, search, None), ALL_THREATS, bits(region, (1, 1)))
    beside = bits(region, (0, 1), (1, 0), (2, 1))
    assert int(py_relevance(region.record, search, 0)) & beside == (beside if rests else 0)


@pytest.mark.parametrize('taken,around,rests', [
    ([(1, 1)], [(0, 1), (1, 0), (2, 1)], True), ([(1, 1), (1, 0)], [(0, 0), (0, 1), (2, 0), (2, 1)], False)])
def test_the_capture_of_one_stone_rests_on_what_stands_round_the_one_that_takes_it(taken, around, rests):
    """Whether it is a ko; two stones are never taken in ko."""
    region = kept_for(ATTACKER, room(3, 4))
    search = posed(bits(region, *around, (1, 3)), bits(region, *taken), NO_KO, ATTACKER, 0)
    py_expand(region.record, search)
    refute(search, child_of(region, search, point(1, 2)), ALL_THREATS, bits(region, *taken))
    beside = bits(region, (0, 2), (1, 3), (2, 2))
    assert (int(py_relevance(region.record, search, 0)) & beside == beside) == rests


@pytest.mark.parametrize('move,spares', [((1, 2), False), (None, True), ((0, 0), True)])
def test_a_retake_that_cost_a_threat_spares_nothing(move, spares):
    """Whoever plays elsewhere still has the threat."""
    region = kept_for(ATTACKER, enclose(drawn(TAKES), point(2, 0)))
    search = posed(region.attackers, region.defenders, region.points.index(point(1, 2)), DEFENDER, 1)
    py_expand(region.record, search)
    count = int(search['moves'][0])
    open_ = [k for k in range(count) if search['child_pn'][0, k] and search['child_dn'][0, k]]
    tried = child_of(region, search, move and point(*move))
    refute(search, tried, 0 if not spares else 1, bits(region, (4, 0)))
    py_spare_others(region.record, search, tried)
    spared = [k for k in open_ if k != tried and not search['child_pn'][0, k]]
    assert bool(spared) == spares


@pytest.mark.parametrize('move,other,spares', [(None, (2, 0), True), ((2, 0), None, False), ((2, 0), (2, 3), True)])
def test_a_refutation_holds_after_fewer_moves_outside_and_not_after_more(move, other, spares):
    """Where liberties outside are counted, a pass is a move outside."""
    region = kept_for(ATTACKER, room(3, 4))
    region.record['airy'] = region.record['all']
    search = posed(0, bits(region, (0, 3)), NO_KO, DEFENDER, 0)
    py_expand(region.record, search)
    tried, left = (child_of(region, search, place and point(*place)) for place in (move, other))
    refute(search, tried, ALL_THREATS, bits(region, (0, 3)))
    assert search['child_pn'][0, left]
    py_spare_others(region.record, search, tried)
    assert (not search['child_pn'][0, left]) == spares


def test_what_a_kill_rests_on_is_kept_when_it_fails_against_more_threats():
    board = drawn(TAKEN)
    stones = string(board, point(1, 0))
    part = zone(Ground(board), Ground(board).within(stones, 2), ATTACKER, stones)
    solver = Solver(part, 10_000, winner=ATTACKER)
    proof, place = ZoneProof(ATTACKER, 0, part, solver, ATTACKER), (part.attackers, part.defenders, NO_KO, ATTACKER)
    assert solver.settle(*place, 0) == End.ATTACKER_WON and solver.until == 0
    before = proof.points
    assert solver.settle(*place, 9) == End.DEFENDER_WON and proof.points == before


def test_what_a_life_rests_on_is_kept_when_it_fails_against_more_threats():
    """The kill, which is guessed, rests on fewer points."""
    board = drawn(TAKEN)
    stones = string(board, point(1, 0))
    part = zone(Ground(board), Ground(board).within(stones, 2), DEFENDER, stones)
    solver = Solver(part, 10_000, winner=DEFENDER)
    proof, place = ZoneProof(DEFENDER, 1, part, solver, ATTACKER), (part.attackers, part.defenders, NO_KO, ATTACKER)
    assert solver.settle(*place, 1) == End.DEFENDER_WON and solver.until == 1
    before = proof.points
    assert solver.settle(*place, 0) == End.ATTACKER_WON and proof.points == before
    other = Solver(part, 10_000, winner=DEFENDER)
    assert other.settle(*place, 0) == End.ATTACKER_WON and len(proof._replace(solver=other).points) < len(before)


@pytest.mark.parametrize('winner,sign', [(ATTACKER, 1), (DEFENDER, -1)])
@pytest.mark.parametrize('chooses,after,until', [
    (True, ALL_THREATS, -1), (True, 0, -1), (True, -3, -4), (False, 2, 3), (False, -2, -1), (False, ALL_THREATS, ALL_THREATS)])
def test_a_retake_costs_a_threat(winner, sign, chooses, after, until):
    """The winner's must be his to spend; the loser has one less when it is answered.  Threats count against the winner."""
    search = posed(0, 0, 5, winner if chooses else 1 - winner, 0)
    search['moves'][0], search['child_move'][0, :2] = 2, (5, 7)
    refute(search, 0, sign * after, 0, winner)
    if chooses:
        search['child_pn'][0, 1] = search['child_dn'][0, 1] = 1
    else:
        refute(search, 1, sign * ALL_THREATS, 0, winner)
    assert py_until(search, winner == ATTACKER) == sign * until


@pytest.mark.parametrize('winner,sign', [(ATTACKER, 1), (DEFENDER, -1)])
def test_the_table_keeps_the_zone_of_the_success_against_the_most_threats(winner, sign):
    """The zone is the one side's alone: the other's success against more threats neither has it nor replaces it."""
    region, table = kept_for(winner, room(3, 4)), np.zeros(64, dtype_of(ENTRY))
    search = posed(0, bits(region, (0, 3)), NO_KO, ATTACKER, 0)
    won, lost = ((0, INFINITE_NUMBER), (INFINITE_NUMBER, 0))[::sign]
    for numbers, until, mark in ((won, 1, 1), (won, -1, 2), (won, 4, 4), (won, 2, 8), (lost, 6, 16)):
        py_keep(region.record, search, table, *numbers, sign * until, np.uint64(mark))
    for name in ('attackers', 'defenders', 'rest'):
        search['child_' + name][0, 0] = search[name][0]
    found = []
    for threats in (4, 5, 6):
        search['child_pn'][0, 0] = search['child_dn'][0, 0] = 1
        search['child_threats'][0, 0] = sign * threats
        settled = py_recall(region.record, search, table)
        numbers = int(search['child_pn'][0, 0]), int(search['child_dn'][0, 0])
        found.append((numbers, sign * int(search['child_until'][0, 0]), int(search['child_zone'][0, 0])) if settled else None)
    assert found == [(won, 4, 4), None, (lost, 6, EVERYWHERE)]


@pytest.mark.parametrize('side,move', [(DEFENDER, (2, 0)), (ATTACKER, (2, 0))])
def test_a_life_rests_on_a_stone_that_lives(side, move):
    """Whoever moves: what is played later may be all that its zone shows."""
    region = kept_for(DEFENDER, room(3, 4))
    search = posed(0, bits(region, (0, 3)), NO_KO, side, 0)
    py_expand(region.record, search)
    refute(search, child_of(region, search, point(*move)), -ALL_THREATS, bits(region, move, (1, 0)), DEFENDER)
    assert int(py_relevance(region.record, search, 0)) & bits(region, (0, 3))


HALF_ALIVE = '''
    . X . . . . .
    X X O O O O .
    . . X . . O .
    X X X X X O .
    O O O O O O .
    . . . . . . .
    . . . . . . .'''
"""X has an eye in the corner, and needs another."""


def test_the_defender_need_not_answer_what_changes_nothing():
    """Once it is known how he answers one move, he has to look at those alone that touch what his answer rests on."""
    board = drawn(HALF_ALIVE)
    stones = string(board, point(0, 1))
    region = kept_for(DEFENDER, zone(Ground(board), Ground(board).within(stones, 2), DEFENDER, stones))
    search = posed(region.attackers, region.defenders, NO_KO, ATTACKER, 0)
    py_expand(region.record, search)
    assert int(py_threatened(region.record, search)) == EVERYWHERE
    rests_on = bits(region, (0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1))
    refute(search, child_of(region, search, point(2, 1)), -ALL_THREATS, rests_on, DEFENDER)
    within = int(py_threatened(region.record, search))
    assert within & rests_on == rests_on and within & bits(region, (0, 3), (2, 3), (2, 4)) == 0


def test_what_rests_on_few_points_needs_no_confirmation():
    """No more positions are looked at than the search has: without relevance all of the strategy is."""
    board = drawn(HALF_ALIVE)
    stones = string(board, point(0, 1))
    nodes = []
    for relevance_kept in (True, False):
        part = zone(Ground(board), Ground(board).within(stones, 2), DEFENDER, stones)
        solver = Solver(part, 10_000, winner=DEFENDER, relevance=relevance_kept)
        assert solver.settle(part.attackers, part.defenders, NO_KO, DEFENDER, -9) == End.DEFENDER_WON
        nodes.append(solver.nodes)
    assert nodes[0] < nodes[1]


def test_what_a_life_rests_on_is_less_than_its_zone():
    board = drawn(HALF_ALIVE)
    stones = string(board, point(0, 1))
    part = zone(Ground(board), Ground(board).within(stones, 2), DEFENDER, stones)
    solver = Solver(part, 10_000, winner=DEFENDER)
    assert solver.settle(part.attackers, part.defenders, NO_KO, DEFENDER, -9) == End.DEFENDER_WON
    points = ZoneProof(DEFENDER, solver.until, part, solver, DEFENDER).points
    assert {point(0, 0), point(0, 1)} <= set(points) < set(part.points)
    assert not set(points) & {point(0, 3), point(2, 3), point(2, 4)}


@pytest.mark.parametrize('stones,guess,spares', [
    ([(2, 1)], 0, False), ([(2, 1), (2, 2)], 0, False), ([(2, 1), (1, 1)], 0, True), ([(1, 3)], 0, True), ([(2, 1)], GUESS_ATTACKER, True)])
def test_a_move_by_which_a_string_comes_to_touch_the_room_spares_nothing(stones, guess, spares):
    """Without it the string does not touch the point."""
    region = room(3, 4)
    region.record['guess'] = guess
    search = posed(0, bits(region, (0, 3), *stones), NO_KO, DEFENDER, 0)
    py_expand(region.record, search)
    tried = child_of(region, search, point(2, 0))
    refute(search, tried, ALL_THREATS, bits(region, (1, 0), (0, 0)))
    py_spare_the_rest(region.record, search, tried)
    other = child_of(region, search, point(2, 3))
    assert (not search['child_pn'][0, other]) == spares
