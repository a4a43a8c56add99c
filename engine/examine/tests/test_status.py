"""The status of dragons: by attack and defence, by races, and what is kept of it."""
import pytest

from owlgo.engine.core.board import py_popgo, py_trymove
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.facts import ALIVE, CRITICAL, DEAD
from owlgo.engine.core.points import PASS, all_points, parse_vertex, point, transform, vertex
from owlgo.engine.core.result import LOSE, WIN, Reading
from owlgo.engine.core.tests.pictures import NAKADE, drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.examine import judgement
from owlgo.engine.examine.examination import Examination
from owlgo.engine.examine.judgement import Judgement, Status
from owlgo.engine.examine.status import Judge
from owlgo.engine.life import verdict
from owlgo.engine.life.reading import unread
from owlgo.engine.life.verdict import Answer
from owlgo.engine.owl.limits import Counter, Means
from owlgo.engine.solver.region import ATTACKER

THREE = '''
    . . . X O . . . .
    X X X X O . . . .
    O O O O O . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
'''


@pytest.mark.parametrize('swap', [False, True])
@pytest.mark.parametrize('symmetry', range(8))
@pytest.mark.parametrize('text, expected, move', [
    (THREE, CRITICAL, 'B9'),
    (THREE.replace('. . . X O', '. X . X O'), ALIVE, None),
    (THREE.replace('. . . X O', '. O . X O'), DEAD, None),
])
def test_three_points_in_a_row(text, expected, move, symmetry, swap):
    board = drawn(text, swap, symmetry)
    pos = transform(min(pos for pos in all_points(9) if drawn(text)['color'][pos] == 1), 9, symmetry)
    found = Judge(board).judge(pos).status
    assert found.status == expected and found.certain
    if move is None:
        assert found.attack == found.defence == PASS
    else:
        point = transform(next(q for q in all_points(9) if vertex(q, 9) == move), 9, symmetry)
        assert found.attack == found.defence == point


RACE = '''
    O O O O O O O O .
    . . . O O O . O .
    X X X X O O O O .
    O O O O X X X X .
    . . X X X X . X .
    X X X . X . X X .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
'''


@pytest.mark.parametrize('symmetry', range(8))
def test_a_dragon_without_eyes_lives_by_the_race_that_it_wins(symmetry):
    board = drawn(RACE, symmetry=symmetry)
    mine, yours = (transform(list(all_points(9))[k], 9, symmetry) for k in (18, 27))
    judge = Judge(board)
    assert judge.judge(mine).status.status == ALIVE
    assert judge.judge(yours).status.status == DEAD
    # OWL by itself takes the other string for a wall.
    assert judge.by_owl(mine).status.status == DEAD


@pytest.mark.parametrize('swap', [False, True])
def test_stones_inside_a_rival_that_dies_of_taking_them_live(swap):
    """H2 and J2 can be taken where the wall on the left holds, but the taker dies: they used to be critical (proved if E9 holds)."""
    board = drawn('''
        . . . . X O O O O
        . . . . X O . . O
        . . . . X O . O O
        . . . . X O O O O
        . . . . X O O O O
        . . . . X O O X .
        . . . . X O X . X
        . . . . X O X O O
        . . . . X O X X .
    ''', swap)
    status = Judge(board).judge(point(7, 7)).status
    assert status.surely_alive and not status.seki


def test_an_empty_point_has_no_status():
    with pytest.raises(ValueError):
        Judge(drawn(THREE)).judge(all_points(9)[0])


def test_nothing_is_read_when_nobody_waits():
    board = drawn(RACE)
    means = Means(Workspace(), progress=lambda nodes: False)
    judgement = Judge(board, means).judge(list(all_points(9))[18])
    assert not judgement.status.certain and not judgement.races and means.workspace.get(Counter).nodes == 0


@pytest.mark.parametrize('question', [
    lambda judge, pos: judge.by_owl(pos).status, lambda judge, pos: judge.judge(pos).status, Judge.kill,
    lambda judge, pos: judge.ask(pos, ATTACKER).reading], ids=['by owl', 'judge', 'kill', 'ask'])
@pytest.mark.parametrize('spent', ['before', 'midway'])
def test_an_answer_that_was_cut_off_is_read_again(question, spent, monkeypatch):
    """With effort again the second answer is the real one; the first used to be kept."""
    board, pos, left = drawn(THREE), point(1, 0), [spent == 'midway']

    def cut_off(goal, side, means, threatened):
        left[0] = False
        return Answer(unread(side))

    judge = Judge(board, Means(Workspace(), progress=lambda nodes: left[0]))
    with monkeypatch.context() as reading:
        reading.setattr(verdict, '_ask', cut_off)
        first = question(judge, pos)
    left[0] = True
    assert not first.certain and question(judge, pos) == question(Judge(board), pos) != first


@pytest.mark.parametrize('thorough', [True, False])
def test_an_answer_about_a_trial_move_covers_nothing_of_the_position_before_it(thorough):
    """Rivals on points that were read count as settled, and solvers list other winning moves: neither follows from another position."""
    board, pos = drawn(THREE), point(1, 0)
    judge = Judge(board, thorough=thorough)
    known = judge.known[judge.at[pos]]
    assert py_trymove(board, point(0, 1), 2)
    assert judge.ask(pos, ATTACKER).reading.certain and not known.covered and not known.solvers
    py_popgo(board)
    judge.ask(pos, ATTACKER)
    assert {point(0, k) for k in range(3)} <= known.covered and bool(known.solvers) == (not thorough)


@pytest.mark.parametrize('sure,thorough,moves,wanted', [
    (True, True, (30, 31), Status(CRITICAL, 30, 31, Grade.UNCERTAIN)), (True, False, (30, 31), Status(CRITICAL, 30, 31, Grade.UNCERTAIN)),
    (True, True, (30, PASS), Status(DEAD, grade=Grade.UNCERTAIN)), (False, True, (30, 31), Status(DEAD))])
def test_of_two_that_die_beside_each_other_who_moves_first_seems_to_live(sure, thorough, moves, wanted, monkeypatch):
    """Their race was not read: the attack on either saves the other.  A guess about the rival does not change a certain death."""
    judge = Judge(drawn(RACE), thorough=thorough)
    first, rival = (judge.at[list(all_points(9))[k]] for k in (18, 27))
    for pos, move, certain in ((first, moves[0], True), (rival, moves[1], sure)):
        dead = Status(DEAD, grade=Grade.of_reading(certain))
        judge.alone[pos] = Judgement(Answer(Reading(WIN, move, 1)), Answer(Reading(LOSE, PASS, 1)), status=dead, by_owl=dead)
    monkeypatch.setattr(judge, '_rivals', lambda pos: [rival])
    monkeypatch.setattr(judge, '_race', lambda pos, rival: None)
    monkeypatch.setattr(judge, 'kill', lambda pos: Reading(LOSE, PASS, 1))
    judged = judge.judge(first)
    assert judged.status == wanted and (judged.doubt == judgement.RACE_UNREAD) == (not wanted.certain)


def test_a_dragon_whose_capture_leaves_its_taker_one_eye_is_alive():
    """By itself it is dead; the race with the dragon round it, read for this alone, is a seki.  The choice of a move guesses so too."""
    known = Examination(drawn(NAKADE), Workspace())
    inside = known.dragons.of(parse_vertex('C6', 9))
    assert known.judge.of(inside).status.status == DEAD
    status = known.judgement_of(inside).status
    assert status.surely_alive and status.seki and known.guess(inside).surely_alive


def test_a_group_with_a_string_that_is_safe_is_not_in_danger():
    """White can lose A1 and not D1: the group stays unread, as its dragon can run."""
    known = Examination(drawn('''
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X . . . . . .
        O O . O . . .
    '''), Workspace())
    pos, safe = parse_vertex('A1', 7), parse_vertex('D1', 7)
    assert {worm.stones[0] for worm in known.worms if worm.attacks} & {pos, safe} == {pos} and safe in known.judge.group(pos)
    assert known.judgement(pos).doubt == judgement.WAY_OUT
