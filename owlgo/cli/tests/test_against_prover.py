"""Problems against the prover: what is over is told with its certainty, and a ko counts where nothing better was there."""
import pytest

from owlgo.cli import against_prover, questions
from owlgo.cli.tests.test_questions import CORNER
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.points import BLACK, WHITE, parse_vertex
from owlgo.engine.core.result import KO_A, WIN, Reading
from owlgo.engine.examine.examination import Examination
from owlgo.engine.life.verdict import Answer
from owlgo.gtp.session import Session


@pytest.mark.parametrize('best, grade, solved', [(KO_A, Grade.PROVED, True), (WIN, Grade.PROVED, False), (KO_A, Grade.UNCERTAIN, True)])
def test_a_ko_is_the_solution_where_it_is_the_best(monkeypatch, best, grade, solved):
    """The dragon's owner can only get a ko, by decree."""
    session = Session()
    questions.load(session, CORNER, 'corner.sgf')
    reply = Reading(KO_A, parse_vertex('A9', 9), 5, grade)
    monkeypatch.setattr(Examination, 'answer', lambda self, pos, side, **how: Answer(reply if how else Reading(best, 0, 1)))
    told = against_prover.respond(session, 'A8', 'B9', WHITE)
    assert (told['over'], told['solved'], told['certain']) == ('ko', solved, grade.certain)
    assert grade.certain or not told['why']


def test_a_pass_is_told_as_one():
    session = Session()
    questions.load(session, CORNER, 'corner.sgf')
    told = against_prover.respond(session, 'A8', 'pass', BLACK)
    assert told['over'] == 'dead' and not told['solved'] and told['sentence'].startswith('Black by a pass does not save the dragon: ')
    assert told['line'][0]['words'] in ('the dragon dies', 'undecided') or told['line'][0]['vertex'] == 'B9'
