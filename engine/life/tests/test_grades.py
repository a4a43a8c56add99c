"""Grades: four words everywhere, and no kill is called proved that leans on a wall."""
import pytest

from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.points import point
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.life import grade_words, grades
from owlgo.engine.life.walls import NOTHING, READING, REFUTED, WallCondition
from owlgo.engine.solver import trust
from owlgo.engine.solver.problem import Study
from owlgo.engine.solver.region import ATTACKER, DEFENDER, enclose
from owlgo.engine.solver.solver import Solver
from owlgo.engine.solver.zone_search import ZoneProof

FIRST, SECOND, THIRD = (WallCondition((point(row, 0), point(row, 1)), kind) for row, kind in ((0, READING), (2, NOTHING), (4, REFUTED)))

FIVE = '''
    . . . . . . . . .
    . O O O O O O O .
    . O X X X X X O .
    . O X . . X X O .
    . O X . . . X O .
    . O X X X X X O .
    . O O O O O O O .
    . . . . . . . . .
    . . . . . . . . .'''
"""X kills or lives by the point in the middle of five.  O has no eyes yet, but many liberties outside."""


def test_there_are_four_words():
    """The order is that of certainty; only what may be built on is certain."""
    assert [grade.reported for grade in Grade] == ['uncertain', 'uncertain', 'read', 'read', 'read', 'proved if', 'proved']
    assert [grade.word for grade in Grade] == ['unchecked', 'uncertain', 'read', 'read', 'read', 'proved if', 'proved']
    assert [grade.certain for grade in Grade] == [False] * 2 + [True] * 5


@pytest.mark.parametrize('how,names,said', [
    (Grade.PROVED, (), 'proved'), (Grade.PROVED, ('A5',), 'proved'), (Grade.PROVED_IF, (), 'proved if its wall holds'),
    (Grade.PROVED_IF, ('A5',), 'proved if the wall at A5 holds'), (Grade.PROVED_IF, ('A5', 'C3'), 'proved if the walls at A5 and C3 hold'),
    (Grade.PROVED_IF, ('A5', 'C3', 'D1'), 'proved if the walls at A5, C3 and D1 hold'), (Grade.SEARCHED, ('A5',), 'read')])
def test_a_sentence_names_what_must_hold(how, names, said):
    """All other grades stand alone."""
    assert grade_words.words(how, names) == said


def test_what_speaks_for_a_wall_is_one_sentence():
    """Each string once, by what speaks for it; the same in data and for programs."""
    every = grade_words.together([(SECOND, FIRST), (THIRD,), (FIRST._replace(evidence=NOTHING),)])
    assert [(one.stones[0], one.evidence) for one in every] == [(FIRST.stones[0], NOTHING), (SECOND.stones[0], NOTHING),
                                                                 (THIRD.stones[0], REFUTED)]
    assert grade_words.evidence((FIRST, SECOND), 5) == 'Tactical reading does not take A5; of A3 nothing is known.'
    assert grade_words.evidence(every, 5) == 'Of A5 and A3 nothing is known; A1 can be taken as the board stands.'
    assert not grade_words.evidence((), 5)
    assert grade_words.as_data((SECOND,), 5) == [{'stones': ['A3', 'B3'], 'evidence': 'nothing'}]
    assert grade_words.compact(Grade.PROVED_IF, (FIRST, SECOND), 5) == 'proved if A5 A3'
    assert grade_words.compact(Grade.READ, (THIRD,), 5) == 'read'


def test_a_kill_is_proved_once_it_is_found_without_its_wall():
    """With few positions it is proved if the wall holds; what lives needs no wall."""
    board = drawn(FIVE)
    study = Study(board, point(2, 2))
    few, many = (grades.grade(board, ATTACKER, study.verdict(ATTACKER), study.solver, nodes, 10) for nodes in (1000, 1_000_000))
    assert few.grade == Grade.PROVED_IF and [len(one.stones) for one in few.conditions] == [22] and few.proof is None
    assert many.grade == Grade.PROVED and not many.conditions and many.proof is not None and many.proof.unconditional
    assert grades.grade(board, DEFENDER, study.verdict(DEFENDER), study.solver, 1, 10) == grades.Graded(Grade.PROVED)


@pytest.mark.parametrize('until,taken', [(0, 10), (2, 30), (3, None)])
def test_a_kill_without_its_wall_withstands_as_many_threats_as_with_it(until, taken, monkeypatch):
    """A proof against fewer threats is a ko's, and the search goes on."""
    class Growing:
        """A search that proves the kill against one more threat every ten nodes."""
        goes_on, stopped, found = True, False, None

        def __init__(self, *_):
            self.steps = 0

        def turn(self, nodes):
            self.found, self.steps = ZoneProof(ATTACKER, self.steps, region, solver, ATTACKER), self.steps + 1
            return 10

    board = drawn(FIVE)
    region = enclose(board, point(2, 2))
    solver = Solver(region, 100)
    monkeypatch.setattr(trust, 'ZoneSearch', Growing)
    found, nodes = trust.without_trust(board, region, solver, ATTACKER, until, 30)
    assert (None if found is None else found.until, nodes) == ((None, 30) if taken is None else (until, taken))
