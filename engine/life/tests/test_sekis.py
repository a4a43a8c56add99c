"""Proofs of sekis for reports: what is kept of them, and for which question."""
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.points import parse_vertex
from owlgo.engine.core.result import LOSE
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.life import verdict
from owlgo.engine.life.sekis import Sekis
from owlgo.engine.owl.limits import Means
from owlgo.engine.solver.open_region import Matter
from owlgo.engine.solver.region import ATTACKER
from owlgo.engine.solver.tests.test_eyeless import SURE

POS = parse_vertex('F8', 9)


def attack_on(board):
    found = verdict.ask(board, POS, ATTACKER)
    assert (found.grade, found.reading.result, found.matter) == (Grade.PROVED, LOSE, None)
    return found


def test_a_seki_that_was_cut_off_is_looked_for_again():
    """With the effort spent no proof is looked for, which says nothing of the seki."""
    board, left = drawn(SURE), [False]
    sekis, attack = Sekis(board, Means(Workspace(), progress=lambda nodes: left[0])), attack_on(board)
    assert sekis.find(POS, attack) is None
    left[0] = True
    found = sekis.find(POS, attack)
    assert found is not None and found.grade == Grade.PROVED and sekis.find(POS, attack) is found


def test_a_seki_depends_on_the_answer_that_proves_its_life():
    """A guess about the attack, or a proof in the open, says nothing of a seki, and does not keep a proof from doing so."""
    board = drawn(SURE)
    sekis, attack = Sekis(board, Means(Workspace())), attack_on(board)
    assert sekis.find(POS, None) is None and sekis.find(POS, attack.as_guess()) is None
    assert sekis.find(POS, attack._replace(matter=Matter((POS,), ()))) is None
    assert sekis.find(POS, attack) is not None
