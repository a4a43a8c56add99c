"""Bent fours in the corner: a ko that only the attacker can begin is the dragon's death, and every command says so."""
import pytest

from owlgo.engine.core.board import py_trymove
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.facts import ALIVE, CRITICAL
from owlgo.engine.core.points import PASS, all_points, other, parse_vertex, transform
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN
from owlgo.engine.core.tests.cases import few
from owlgo.engine.core.tests.pictures import BENT_FOUR, drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.examine import claims
from owlgo.engine.examine.status import Judge
from owlgo.engine.examine.tests.replay import TRUE, Replay, contradictions, explained
from owlgo.engine.life import semeai, verdict
from owlgo.engine.owl.limits import Means
from owlgo.engine.solver.dfpn import End
from owlgo.engine.solver.one_sided import Wait, waiting
from owlgo.engine.solver.problem import Study
from owlgo.engine.solver.region import ATTACKER, DEFENDER

BARE = '''
    . X . X . X .
    X X X X X X X
    . . . . . . .
    X X X X X X .
    O O X X X X .
    . O O O O X .
    X X X . O X .
'''
THREATS = '''
    . O X . X O . O .
    O O X X X O O O O
    X X X . . X X X X
    . . . . . . . . .
    . . . . . . . . .
    X X X X X X X X .
    O O . X . X . X .
    . O O O O X X X .
    X X X . O X . X .
'''
"""White has two eyes at the top right, and at the top left one eye and a half: a threat."""
OUTER_EYE = '''
    . X . X . X .
    X X X X X X X
    . . O O O O .
    X X O . O O X
    O O O O O X .
    . O O O O X .
    X X X . O X .
'''
"""An outside liberty that nobody can fill: White's own eye."""
REAL_KO = '''
    . . X O . . .
    O X X O . . .
    O X X O . . .
    . X X O . . .
    X . O O . . .
    O O O . . . .
    . . . . . . .
'''
"""Black can begin the ko by A7."""
CORNERS = [(symmetry >= 4, symmetry) for symmetry in range(8)]
"""Each corner with either colour."""


def turned(text, name, swap=False, symmetry=0):
    """A board, and a point of the picture on it."""
    board = drawn(text, swap, symmetry)
    size = int(board['size'])
    return board, transform(parse_vertex(name, size), size, symmetry)


@pytest.mark.parametrize('text', [BARE, BENT_FOUR, THREATS], ids=['bare', 'liberty', 'threats'])
@pytest.mark.parametrize('swap,symmetry', few(CORNERS, 2))
def test_a_bent_four_is_dead_in_every_corner_and_colour(text, swap, symmetry):
    """With outside liberties and without, whatever ko threats there are elsewhere; what it takes to save it is still told."""
    board, pos = turned(text, 'B2', swap, symmetry)
    means = Means(Workspace())
    attack, defence = verdict.attack_and_defence(lambda side, threatened: verdict.ask(board, pos, side, means, threatened))
    # White's wall lives unconditionally where it has its ko threats beside it; else it must hold while he waits.
    how = Grade.PROVED if text == THREATS else Grade.PROVED_IF
    assert (attack.reading.result, attack.reading.move, attack.grade) == (WIN, PASS, how)
    assert defence is not None and (defence.reading.result, defence.reading.move, defence.grade) == (LOSE, PASS, how)
    assert attack.wait is not None and attack.wait.threats == 1 and attack.wait.move != PASS and defence.wait is not None
    solved = [verdict.prove(board, pos, side, 100_000, means) for side in (ATTACKER, DEFENDER)]
    assert [(one[0].reading.result, one[0].reading.move, one[1], one[0].grade) for one in solved if one] == \
        [(WIN, PASS, 1, how), (LOSE, PASS, 1, how)]
    status = Judge(board, means).judge(pos).status
    assert status.surely_dead


def test_a_liberty_that_nobody_can_fill_saves_a_bent_four():
    """The eye outside is the second one."""
    board, pos = turned(OUTER_EYE, 'B2')
    assert Judge(board).judge(pos).status.status == ALIVE


@pytest.mark.parametrize('swap,symmetry', few(CORNERS[::7], 1))
def test_a_ko_that_the_defender_can_begin_is_no_bent_four(swap, symmetry):
    """The attack and the defence are the same ko, but if a move of the defender's is not answered he gains: the defence names a move."""
    board, pos = turned(REAL_KO, 'C7', swap, symmetry)
    attack, defence = verdict.ask(board, pos, ATTACKER), verdict.ask(board, pos, DEFENDER)
    assert (attack.reading.result, attack.wait) == (KO_A, None)
    assert (defence.reading.result, defence.wait) == (KO_B, None) and defence.reading.move != PASS
    assert Judge(board).judge(pos).status.status == CRITICAL
    begun = turned(REAL_KO, 'A7', swap, symmetry)[1]
    assert py_trymove(board, begun, int(board['color'][pos])) and verdict.owl_defend(board, pos).result > KO_B


def reached(board, pos, depth):
    """Verdicts without the rule, for attacker and defender, after each row of defender's moves that leaves him the ko."""
    attack, defence = (Study(board, pos).verdict(side).result for side in (ATTACKER, DEFENDER))
    yield attack, defence
    if depth and attack != WIN:
        for move in all_points(int(board['size'])):
            after = board.copy()
            if not board['color'][move] and py_trymove(after, move, int(board['color'][pos])):
                after['ko'] = PASS
                yield from reached(after, pos, depth - 1)


def test_the_solver_alone_finds_no_row_of_moves_that_begins_the_ko():
    """Of every row of two moves that White may play while Black passes, each ends in Black's outright kill or leaves the same ko."""
    board, pos = turned(BENT_FOUR, 'B2')
    found = set(reached(board, pos, 2))
    assert (KO_A, KO_B) in found
    assert all(attack == WIN or (attack, defence) == (KO_A, KO_B) for attack, defence in found)
    board, pos = turned(REAL_KO, 'C7')
    assert any(attack == KO_A and defence > KO_B for attack, defence in reached(board, pos, 1))


@pytest.mark.parametrize('text', [BARE, BENT_FOUR], ids=['bare', 'liberty'])
def test_the_race_with_the_stones_inside_is_lost(text):
    """Also where the defence that was read names a move that begins nothing: the stones in the corner live by the dragon's death."""
    board, pos = turned(text, 'B2')
    inside = turned(text, 'A1')[1]
    lost, won = semeai.analyze(board, pos, inside), semeai.analyze(board, inside, pos)
    assert (lost.defence, lost.attack, won.defence, won.attack) == (LOSE, LOSE, WIN, WIN)
    found = Judge(board).judge(inside).status
    assert found.status == ALIVE and not found.seki


def test_the_number_of_threats_need_not_be_known():
    """Whatever the solver was asked before, it finds it out itself."""
    board, pos = turned(BENT_FOUR, 'B2')
    study = Study(board, pos)
    assert study.verdict(DEFENDER).result == KO_B and study.verdict(ATTACKER).result == KO_A
    assert study.solver.settle(*study.start(DEFENDER)[:3], DEFENDER, 3) == End.DEFENDER_WON and waiting(study.solver, 0, 10_000).only
    board, pos = turned(REAL_KO, 'C7')
    assert not waiting(Study(board, pos).solver, 0, 10_000).only


@pytest.mark.parametrize('nodes', [0, 5, 20, 200])
def test_a_search_that_runs_out_proves_no_move_that_begins_the_ko(nodes, monkeypatch):
    """However few nodes there are, no answer says that White can begin the ko of a bent four, and a doubtful one is not called proved."""
    monkeypatch.setattr(verdict, 'WAITS', nodes)
    board, pos = turned(BENT_FOUR, 'B2')
    found = verdict.ask(board, pos, DEFENDER)
    assert found.reading.result == LOSE and (found.wait is not None or found.grade == Grade.UNCERTAIN)
    solved = verdict.prove(board, pos, DEFENDER, 100_000, Means(Workspace()))
    assert solved is not None and solved[0].reading.result == LOSE and (solved[0].grade == Grade.PROVED_IF) == (found.wait is not None)


@pytest.mark.parametrize('side', [ATTACKER, DEFENDER])
def test_who_can_begin_a_ko_is_not_certain_before_it_is_read(side, monkeypatch):
    """Failed: a ko of which nodes ran out was called read or proved, though it may be the dragon's death."""
    assert not waiting(Study(*turned(BENT_FOUR, 'B2')).solver, 0, 5).settled
    board, pos = turned(REAL_KO, 'C7')
    limits = list[int]()

    def run_out(solver, threats, limit):
        limits.append(limit)
        return Wait(False, settled=False)

    assert verdict.ask(board, pos, side).grade.certain
    monkeypatch.setattr(verdict, 'waiting', run_out)
    solved = verdict.prove(board, pos, side, 100_000, Means(Workspace()))
    assert solved is not None and not solved[0].grade.certain and not verdict.ask(board, pos, side).grade.certain
    assert limits[0] == 100_000, 'a proof may take what it was given'


def test_the_explanation_tells_what_was_proved():
    """It names the ko, who begins it and what would save the dragon, and the claims hold when they are played out."""
    board, pos = turned(BENT_FOUR, 'B2')
    every, lines = explained(board, pos)
    assert 'is dead (proved if the wall at A4 holds): White can only wait for a ko that Black begins at will' in lines[0]
    assert any('Black may remove every ko threat before the ko begins at' in line and '1 more ko threat' in line for line in lines)
    assert not list(contradictions(every, lines))
    assert {type(claim): verdict for claim, verdict in Replay(board, pos, every).results()}[claims.Begun] == TRUE
    begun = next(claim for claim in every if isinstance(claim, claims.Begun))
    assert board['color'][begun.move] == 0 and other(int(board['color'][pos])) == 1
