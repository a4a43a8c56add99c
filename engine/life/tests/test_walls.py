"""Strings with two liberties outside a zone: which of them are wall."""
import pytest

from owlgo.engine.checker.check import check
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.points import PASS, point
from owlgo.engine.core.result import LOSE, WIN, Reading
from owlgo.engine.core.strings import string
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.life import walls
from owlgo.engine.life.walls import NOTHING, READING, REFUTED, wall_reader
from owlgo.engine.solver.certificate import certify_open
from owlgo.engine.solver.ground import Ground
from owlgo.engine.solver.open_region import OpenSearch
from owlgo.engine.solver.region import ATTACKER
from owlgo.engine.solver.zone import zone


def holds(text, stone, inside):
    board = drawn(text)
    before = board.copy()
    found = wall_reader(board, 10, Workspace())(Ground(board).string(stone), frozenset(inside))
    assert board == before
    return found


def test_a_string_holds_if_it_lives_with_all_inside_filled():
    text = """
        . . . . . . .
        . . X X . . .
        . X O O . . .
        . . . . . . .
        . . O O . . .
        . . . . . . .
        . . . . . . ."""
    assert holds(text, point(2, 2), [point(2, 4)])
    # Nothing takes it here either, but X threatens to.
    assert not holds(text.replace('. . O O .', '. X . . X'), point(2, 2), [point(2, 4)])
    # Alone among enemies, with a liberty left on either side, it is caught.
    text = """
        . X . X . . .
        X X O X . . .
        . X . X . . .
        . . X . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . ."""
    assert not holds(text, point(1, 2), [])
    assert not holds(text, point(1, 2), [point(0, 2)])


def test_what_cannot_be_filled_is_not_known():
    """X has no move into O's eye."""
    text = """
        . O . . . . .
        O O . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . ."""
    assert not holds(text, point(0, 1), [point(0, 0)])


GATE = """
    . X . O . . . . .
    X X X O . . . . .
    O O O X X . . . .
    . . O . . . . . .
    . . . O O . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""


def test_two_such_strings_share_no_liberty():
    board = drawn(GATE)
    ground, dragon = Ground(board), string(board, point(0, 1))
    core = ground.within(dragon, 1)
    asked = []

    def yes(stones, inside):
        asked.append(stones)
        return True
    plain = zone(ground, core, ATTACKER, dragon)
    strong = zone(ground, core, ATTACKER, dragon, holds=yes)
    assert asked and set(strong.points) <= set(plain.points)
    weak = [stones for stones in {ground.string(p) for p in strong.wall} if len(ground.liberties(min(stones)) - set(strong.points)) == 2]
    for one in weak:
        assert all(not ground.liberties(min(one)) & ground.liberties(min(two)) for two in weak if two != one)


DOOR = """
    . . X . . . . . .
    X X X O . . . . .
    O O O . . . . . .
    . . . O . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""


def test_what_is_found_to_hold_is_named_in_the_certificate():
    """D8 has two liberties outside."""
    board, pos = drawn(DOOR), point(0, 2)
    proof = OpenSearch(board, pos, ATTACKER, 20_000, holds=wall_reader(board, 10, Workspace())).go_on()
    assert proof is not None and proof.proofs[0].declared == (point(1, 3),)
    certificate = certify_open(board, pos, [proof])
    assert certificate['zones'][0]['safe'] == ['D8'] and 'if the walls at D8 and A7 hold' in check(certificate)[0]


@pytest.mark.parametrize('result,certain,evidence', [
    (WIN, True, REFUTED), (WIN, False, NOTHING), (LOSE, False, NOTHING), (LOSE, True, READING)])
def test_what_was_not_read_to_its_end_speaks_neither_for_a_wall_nor_against_it(result, certain, evidence, monkeypatch):
    """However the unfinished attack on its string ended."""
    board = drawn(DOOR)
    monkeypatch.setattr(walls, 'attack', lambda *_: Reading(result, PASS, 1, Grade.of_reading(certain)))
    found = walls.conditions(board, string(board, point(1, 3)), [point(0, 3)], 10, Workspace())
    assert found == (walls.WallCondition((point(1, 3),), evidence),)
