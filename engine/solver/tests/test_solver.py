"""The exact solver: the oracle's answers, shapes, kos with their threats, and running out of nodes."""
import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from owlgo.engine.core.points import PASS, point
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.solver.dfpn import End
from owlgo.engine.solver.expand import py_pack
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NO_KO, Region, enclose, py_play
from owlgo.engine.solver.solver import Solver, solve
from owlgo.engine.solver.strategy import Answers
from owlgo.engine.solver.tests.agreement import compare, positions, random_board, random_region
from owlgo.engine.solver.tests.oracle import Oracle
from owlgo.engine.solver.tests.test_open_region import KO
from owlgo.engine.solver.tests.test_oracle import BENT, EYES, SQUARE, THREE, TWO, first_stone
from owlgo.regress.solver_bench import room


@pytest.mark.parametrize('seed', range(6))
def test_the_solver_agrees_with_the_oracle(seed):
    """``python -m owlgo.engine.solver.tests.agreement 60000`` compares more."""
    assert compare(random.Random(seed), 8, 60) == (0, 0)


@pytest.mark.parametrize('text,attack,defence,move', [
    (THREE, WIN, WIN, (0, 1)), (TWO, WIN, LOSE, None), (EYES, LOSE, WIN, None), (SQUARE, WIN, LOSE, None), (BENT, WIN, WIN, (0, 0))])
def test_shapes(text, attack, defence, move):
    """What each side achieves, and the vital point."""
    region = enclose(drawn(text), point(*first_stone(text)))
    found = solve(region, ATTACKER), solve(region, DEFENDER)
    assert [verdict.result for verdict in found] == [attack, defence] and all(verdict.proved for verdict in found)
    if move:
        assert found[0].move == found[1].move == point(*move)
    if attack == LOSE:
        assert found[1].move == PASS


def classed(oracle, place, side):
    """What the oracle's answers for all numbers of threats make of a position, with the number that turns it."""
    wins = [oracle.attacker_wins(*place, side, threats) == (side == ATTACKER) for threats in range(-2, 3)]
    mine = wins if side == DEFENDER else wins[::-1]         # from the fewest of one's own threats to the most
    if mine[2]:
        return (WIN, 0) if mine[0] else (KO_A, 1 if not mine[1] else 2)
    return (LOSE, 0) if not mine[4] else (KO_B, 1 if mine[3] else 2)


@pytest.mark.parametrize('seed', [*range(2), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 4))])
def test_results_and_threats_are_the_oracles(seed):
    rng = random.Random(seed)
    found = set()
    for _ in range(3):
        region = random_region(rng, 8)
        oracle = Oracle(region)
        for attackers, defenders, ko, side, _ in positions(rng, region, 60):
            verdict = solve(replace(region, attackers=attackers, defenders=defenders, ko=ko, banned=side), side, most_threats=2)
            assert verdict.proved
            assert (verdict.result, verdict.threats) == classed(oracle, (attackers, defenders, ko), side)
            found.add(verdict.result)
    assert {WIN, LOSE} <= found


def test_a_reading_without_nodes_is_not_settled():
    region = enclose(drawn(SQUARE), point(2, 0))
    verdict = Solver(region, 3).read(ATTACKER)
    assert not verdict.settled and verdict.move == PASS and verdict.result == LOSE


CORNER_KO = '''
. X . . O .
X . X O O .
. X . O . .
O O O O . .
. . . . . .
. . . . . .
'''


@cache
def corner_ko() -> tuple[Region, Oracle]:
    """The region of the corner, and its oracle, which takes two seconds to make."""
    region = enclose(drawn(CORNER_KO), point(0, 1))
    return region, Oracle(region)


@pytest.mark.slow
def test_kos_and_their_threats():
    """Every way to fill the corner's last points that hangs on threats: the solver counts as the oracle does."""
    region, oracle = corner_ko()
    rng = random.Random(1)
    found = set()
    for attackers, defenders, ko, _, _ in positions(rng, region, 1500):
        for side in (ATTACKER, DEFENDER):
            expected = classed(oracle, (attackers, defenders, ko), side)
            if expected[1] and (expected not in found or rng.random() < 0.2):
                verdict = solve(replace(region, attackers=attackers, defenders=defenders, ko=ko, banned=side), side, most_threats=2)
                assert (verdict.result, verdict.threats) == expected
                found.add(expected)
    assert {result for result, _ in found} == {KO_A, KO_B}


@pytest.mark.parametrize('likely', [WIN, LOSE])
def test_few_questions_give_the_same_results(likely):
    """Whatever was expected; a move that is said to win without ko does so though the other side has all threats."""
    rng = random.Random(5)
    found = set()
    small = [random_region(rng, 8) for _ in range(4)]
    for region, oracle, count in [*((region, Oracle(region), 200) for region in small), (*corner_ko(), 1500)]:
        for attackers, defenders, ko, side, _ in positions(rng, region, count):
            expected = classed(oracle, (attackers, defenders, ko), side)[0]
            if expected in (WIN, LOSE) and rng.random() < 0.8:
                continue
            here = replace(region, attackers=attackers, defenders=defenders, ko=ko, banned=side)
            verdict = Solver(here, most_threats=2, memory=8).read(side, likely)
            assert verdict.result == expected and verdict.settled and verdict.proved
            found.add(verdict.result)
            if verdict.result == WIN and verdict.move != PASS:
                assert py_play(region.record, np.uint64(attackers), np.uint64(defenders), region.points.index(verdict.move), side)
                attackers, defenders = (int(stones) for stones in region.record['stones'])
                place = attackers, defenders, int(region.record['ko'])
                assert oracle.attacker_wins(*place, 1 - side, 2 if side == ATTACKER else -2) == (side == ATTACKER)
    assert {WIN, LOSE, KO_A, KO_B} <= found


def test_a_success_is_not_confirmed_for_fewer_threats_than_it_was_found_with():
    """Black lives by a ko if he has a threat; what the table knows of that says nothing without one."""
    region = enclose(drawn(KO), point(1, 0))
    solver, place = Solver(region, 200_000), (region.attackers, region.defenders)
    assert solver.settle(*place, NO_KO, ATTACKER, 1) == End.DEFENDER_WON and solver.until == 1
    counts = [solver._collect(*place, int(py_pack(NO_KO, ATTACKER)), threats, DEFENDER, Answers.DOUBTED) for threats in (1, 0)]
    assert counts == [1, 0] and solver.settle(*place, NO_KO, ATTACKER, 0) == End.ATTACKER_WON


def test_running_out_of_nodes_is_no_verdict():
    region = enclose(drawn(SQUARE), point(2, 0))
    verdict = solve(region, ATTACKER, limit=3)
    assert not verdict.proved and verdict.move == PASS
    solver = Solver(region, 3)
    assert solver.settle(region.attackers, region.defenders, NO_KO, ATTACKER, 0) == End.OUT_OF_NODES
    assert int(solver.search['nodes']) <= 4


@pytest.mark.parametrize('height,width,attack,defence', [
    (2, 3, 700, 400), (2, 4, 1600, 1900), (3, 3, 9000, 5500), (3, 4, 115_000, 80_000)])
def test_how_much_is_searched(height, width, attack, defence):
    """Empty rectangles in the corner: some tenth above what it takes now."""
    for side, most in ((ATTACKER, attack), (DEFENDER, defence)):
        verdict = Solver(room(height, width), most).verdict(side)
        assert verdict.proved and verdict.nodes <= most


def test_what_cannot_be_solved_is_unknown_and_stays_within_its_memory():
    solver = Solver(room(5, 6), 30_000, memory=8)
    held = solver.table.nbytes + solver.steps.nbytes + solver.index.nbytes + solver.search.nbytes
    assert 4 * 2**20 < held <= 8 * 2**20
    verdict = solver.verdict(ATTACKER)
    assert not verdict.proved and not verdict.settled and verdict.move == PASS
    with pytest.raises(ValueError, match='at least'):
        Solver(room(2, 2), memory=1)


def test_a_search_that_is_stopped_is_unknown():
    told: list[int] = []

    def watch(nodes: int) -> bool:
        told.append(nodes)
        return len(told) < 3

    solver = Solver(room(4, 5), 1 << 40, progress=watch)
    verdict = solver.verdict(ATTACKER)
    assert solver.stopped and not verdict.proved and not verdict.settled and told == sorted(told)


def test_static_recognition_as_a_cut_is_no_proof():
    """It finds the same here with no more nodes, and is not called proved."""
    guess = Solver(room(3, 3), guess=True)
    verdict, proof = guess.verdict(ATTACKER), Solver(room(3, 3)).verdict(ATTACKER)
    assert not verdict.proved and proof.proved and verdict.result == proof.result and verdict.nodes <= proof.nodes


def test_a_guess_that_no_threat_turns_names_a_move_that_none_turns():
    """One at the other end kills as well, in a ko."""
    board, start = random_board(random.Random(261), 12)
    region = replace(enclose(board, start), attackers=1040, defenders=2732)
    verdict = Solver(replace(region, record=region.record.copy()), guess=True).verdict(ATTACKER)
    assert (verdict.result, verdict.threats) == (WIN, 0)
    assert Solver(region).wins(verdict.move, ATTACKER, 9)


@pytest.mark.parametrize('seed', range(3))
def test_what_is_proved_for_one_side_alone_is_the_oracles(seed):
    """And where nothing is said of it, that side may have won all the same, but seldom."""
    rng = random.Random(seed)
    proved = missed = 0
    for _ in range(3):
        region = random_region(rng, 8)
        oracle = Oracle(region)
        for winner, wanted in ((ATTACKER, End.ATTACKER_WON), (DEFENDER, End.DEFENDER_WON)):
            solver = Solver(replace(region, record=region.record.copy()), 1 << 40, winner=winner)
            for place in positions(rng, region, 40):
                won = oracle.attacker_wins(*place) == (winner == ATTACKER)
                if solver.settle(*place) == wanted:
                    assert won
                    proved += 1
                else:
                    missed += won
    assert proved > 50 and missed < proved / 10
