"""A ko that has just been taken: only the other side may not play there, wherever either is asked what it achieves if it moves first."""
import random
from dataclasses import replace

import pytest

from owlgo.engine.checker.check import check
from owlgo.engine.checker.rules import Refused
from owlgo.engine.core.board import py_place
from owlgo.engine.core.points import BLACK, PASS, WHITE, other, point, transform
from owlgo.engine.core.result import KO_B, WIN
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.life.reading import Arenas
from owlgo.engine.owl.limits import Means
from owlgo.engine.solver.certificate import certify, certify_open
from owlgo.engine.solver.ground import Ground
from owlgo.engine.solver.local_score import LocalScore, new_score
from owlgo.engine.solver.open_region import OpenSearch
from owlgo.engine.solver.problem import Study
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NO_KO, enclose, ko_ban
from owlgo.engine.solver.solver import Solver, solve
from owlgo.engine.solver.tests.agreement import ban_on
from owlgo.engine.solver.tests.mutations import is_true, scattered, try_out
from owlgo.engine.solver.tests.oracle import Oracle
from owlgo.engine.solver.tests.test_solver import classed
from owlgo.engine.solver.zone import zone

TAKES = '''
    . X O O . . . . .
    X O . O . . . . .
    X X O O . . . . .
    . X O . . . . . .
    X X O . . . . . .
    O O O . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .'''
"""Black takes at C8, and may connect at B8."""
TAKEN = '''
    . X . X O . . . .
    X . X O O . . . .
    O X X O O . . . .
    O X . X O . . . .
    O O O O O . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .'''
"""White takes at C9, and may connect at D9."""
TURNS = [(swap, symmetry) for swap in (False, True) for symmetry in (0, 3, 6)]


def after(text, swap, symmetry):
    """The board after the ko was taken, a stone of the dragon, and the point that is banned."""
    board = drawn(text, swap, symmetry)
    takes, at, gone = (BLACK, (1, 2), (1, 1)) if text == TAKES else (WHITE, (0, 2), (0, 3))
    dragon, place, banned = (transform(point(*where), 9, symmetry) for where in ((1, 0), at, gone))
    py_place(board, place, other(takes) if swap else takes)
    assert board['ko'] == banned
    return board, dragon, banned


CASES = [(TAKES, DEFENDER), (TAKEN, ATTACKER)]


@pytest.mark.parametrize('swap,symmetry', TURNS)
@pytest.mark.parametrize('text,taker', CASES)
def test_who_has_taken_may_connect_and_the_other_needs_a_threat(text, taker, swap, symmetry):
    board, dragon, gone = after(text, swap, symmetry)
    region = enclose(board, dragon)
    assert region.ko_for(taker) == NO_KO and region.points[region.ko_for(1 - taker)] == gone
    own, others = (Solver(region).verdict(side) for side in (taker, 1 - taker))
    assert (own.result, own.move, own.proved) == (WIN, gone, True)
    assert (others.result, others.move, others.threats, others.proved) == (KO_B, gone, 1, True)
    quick = Solver(region)
    assert quick.read(taker).result == WIN and quick.read(1 - taker).result == KO_B
    quick.limit *= 2
    assert quick.wins(gone, taker) and not quick.wins(gone, 1 - taker)


@pytest.mark.parametrize('swap,symmetry', TURNS)
@pytest.mark.parametrize('text,taker', CASES)
def test_problems(text, taker, swap, symmetry):
    board, dragon, gone = after(text, swap, symmetry)
    study = Study(board, dragon)
    good, unknown = study.first_moves(taker)
    assert gone in good and not unknown and study.tried(taker, gone)[0]
    assert study.tree((*study.start(taker)[:3], study.level(taker)), taker, taker)[0].move in good
    assert study.first_moves(1 - taker) == ([gone], [])
    ko = study.ko(1 - taker)
    assert study.ko(taker) is None and ko is not None and (ko.kind, ko.points) == ('direct', [gone])
    assert study.tenuki() == (2 if taker == DEFENDER else 0)


@pytest.mark.parametrize('swap,symmetry', TURNS)
@pytest.mark.parametrize('text,taker', CASES)
def test_what_the_region_is_worth(text, taker, swap, symmetry):
    board, dragon, gone = after(text, swap, symmetry)
    region = enclose(board, dragon)
    found = LocalScore(region, new_score(), 20_000).worth(taker)
    assert found is not None and found.value == (11 if taker == DEFENDER else -12) and gone in found.moves
    # A retake is no move to name: there has to be a threat first.
    other_side = LocalScore(region, new_score(), 20_000).worth(1 - taker)
    assert other_side is not None and other_side.value == (0 if taker == DEFENDER else -12) and not other_side.moves


ROOM = '''
    . X O O . . . . .
    X O . O . . . . .
    X X O O . . . . .
    . X O . . . . . .
    . X O . . . . . .
    X X O . . . . . .
    O O O . . . . . .
    . . . . . . . . .
    . . . . . . . . .'''
"""The same, but White has moves in the lower eye, none of which does anything."""


@pytest.mark.parametrize('swap,symmetry', TURNS)
def test_no_move_stands_for_a_retake(swap, symmetry):
    board = drawn(ROOM, swap, symmetry)
    py_place(board, transform(point(1, 2), 9, symmetry), WHITE if swap else BLACK)
    region = enclose(board, transform(point(1, 0), 9, symmetry))
    assert region.points[region.ko_for(ATTACKER)] == transform(point(1, 1), 9, symmetry)
    found, others = (LocalScore(region, new_score(), 20_000).worth(side) for side in (ATTACKER, DEFENDER))
    assert found is not None and others is not None and found.value < others.value and not found.moves


@pytest.mark.parametrize('swap,symmetry', TURNS)
@pytest.mark.parametrize('text,taker', CASES)
def test_in_the_open_and_in_arenas(text, taker, swap, symmetry):
    board, dragon, gone = after(text, swap, symmetry)
    part = zone(Ground(board), enclose(board, dragon).points, taker, [dragon])
    assert part.ko_for(taker) == NO_KO != part.ko_for(1 - taker)
    proof = OpenSearch(board, dragon, taker, 20_000).go_on()
    assert proof is not None and (proof.verdict.result, proof.verdict.move) == (WIN, gone) and proof.matter.points
    region = Arenas(Goal(board, dragon, Workspace()), Means(Workspace())).draw(2, 2)
    assert region is not None and region.ko_for(taker) == NO_KO and region.points[region.ko_for(1 - taker)] == gone
    assert solve(region, taker, 20_000).result == WIN


def certificates(board, dragon):
    """The certificates of what either side achieves."""
    solver = Solver(enclose(board, dragon))
    return [certify(board, dragon, side, solver.verdict(side), solver) for side in (ATTACKER, DEFENDER)]


@pytest.mark.parametrize('swap', [False, True])
@pytest.mark.parametrize('text,taker', CASES)
def test_certificates(text, taker, swap):
    board, dragon, gone = after(text, swap, 0)
    found = certificates(board, dragon)
    winner = ('attacker', 'defender')[taker]
    assert [f'the {winner} wins' in line for line in check(found[taker])] == [True]
    assert len(check(found[1 - taker])) == 2
    # What was written when the ban held for both.
    solver = Solver(replace(enclose(board, dragon), banned=taker))
    verdict = solver.verdict(taker)
    assert verdict.result == KO_B and verdict.proved
    with pytest.raises(Refused, match='no answer'):
        check(certify(board, dragon, taker, verdict, solver))


@pytest.mark.parametrize('text,taker', CASES)
def test_open_certificates(text, taker):
    board, dragon, _ = after(text, False, 0)
    proof = OpenSearch(board, dragon, taker, 20_000).go_on()
    assert proof is not None
    certificate = certify_open(board, dragon, [proof])
    mover = ('attacker', 'defender')[taker]
    assert f'{mover} to move' in check(certificate)[0] and f'the {mover} wins' in check(certificate)[0]
    with pytest.raises(Refused, match='no ko has just been taken'):
        check({**certificate, 'ko': 'J1'})


IDLE = '''
    . . . . X . X O .
    X X X X X X O O .
    O O O O O O O . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .'''
"""Black has taken at G9, and lives though he passes."""


def test_who_need_not_move_may_pass_though_that_lifts_a_ban():
    """What was proved is said: White may take back at once."""
    dragon, closed, gap = point(1, 0), drawn(IDLE), drawn(IDLE.replace('O O O O O O O', '. O O O O O O'))
    closed['ko'] = gap['ko'] = point(0, 5)
    solver = Solver(enclose(closed, dragon))
    proof = OpenSearch(gap, dragon, DEFENDER, 20_000).go_on()
    assert proof is not None
    found = certify(closed, dragon, DEFENDER, solver.verdict(DEFENDER), solver), certify_open(gap, dragon, [proof])
    for certificate, part, prove in ((found[0], found[0], check), (found[1], found[1]['zones'][0], check)):
        claim = part['claims'][0]
        assert 'attacker to move after a pass' in prove(certificate)[0] and certificate['ko'] == 'F9'
        retaken = ''.join('A' if name == 'F9' else 'D' if name in certificate['defenders'] and name != 'G9' else '.'
                          for name in part['points'])
        assert f'{retaken} {part["points"].index("G9")} {claim["threats"]}' in claim['answers']
        # Under the ban that takes a threat.
        del claim['passed']
        with pytest.raises(Refused, match='no answer'):
            prove(certificate)


def test_a_ko_that_cannot_be_is_refused():
    """Nothing was taken at B9, though the vital point of three is banned by it."""
    board = drawn('. . . X O . . . .\nX X X X O . . . .\nO O O O O . . . .\n' + '. . . . . . . . .\n' * 6)
    solver = Solver(enclose(board, point(1, 0)))
    certificate = certify(board, point(1, 0), DEFENDER, solver.verdict(DEFENDER), solver)
    assert check(certificate)
    for name in ('B9', 'A9', 'A8', 'J1', 'E5'):
        with pytest.raises(Refused, match='no ko has just been taken'):
            check({**certificate, 'ko': name})
    # The solver takes no notice of it either.
    board['ko'] = point(0, 1)
    assert ko_ban(board)[0] == PASS and solve(enclose(board, point(1, 0)), DEFENDER).result == WIN


NINE = '''
    . X . X O . . . .
    X . X O O . . . .
    X X O . O . . . .
    O O O O O . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .'''
"""Black has taken at D9, and may connect at C9."""


def nine():
    board = drawn(NINE)
    board['ko'] = point(0, 2)
    return board, point(0, 1)


def after_a_ko(rng):
    """A random closed position after a ko was taken in it, and a stone of the dragon."""
    while True:
        board, start, _ = scattered(rng)
        if board['color'][start] == BLACK and board['ko'] in enclose(board, start).points:
            return board, start


def agree(board, start):
    """Compare what either side achieves with the oracle, which is told of a ban by what the board forbids; whether it matters whose it is.
    """
    region = enclose(board, start)
    oracle, place, matters = Oracle(region), (region.attackers, region.defenders), False
    for side, color in ((ATTACKER, WHITE), (DEFENDER, BLACK)):
        ko = ban_on(board, region, color)
        assert region.ko_for(side) == ko
        verdict, expected = solve(region, side, most_threats=2), classed(oracle, (*place, ko), side)
        assert (verdict.result, verdict.threats) == expected and verdict.proved
        matters |= expected != classed(oracle, (*place, region.ko), side)
    return matters


def test_either_side_by_the_boards_own_rule():
    assert agree(*nine())
    rng = random.Random(0)
    for _ in range(6):
        agree(*after_a_ko(rng))


def test_such_certificates_damaged():
    rng = random.Random(1)
    for certificate in certificates(*nine()):
        assert check(certificate) and is_true(certificate)
        try_out(rng, certificate, 3)
