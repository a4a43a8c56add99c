"""The eyes of whole boards by the kernels against plain Python, both asking the same reader."""
import pytest

from owlgo.engine.core.points import BLACK, WHITE
from owlgo.engine.core.result import LOSE
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.eyes import optics
from owlgo.engine.eyes.tests.naive_spaces import find_half_and_false_eyes, make_domains
from owlgo.engine.eyes.tests.naive_values import compute_eyes
from owlgo.engine.eyes.tests.test_dragon_eyes import positions
from owlgo.engine.eyes.topology import safety
from owlgo.engine.read.depths import of_level
from owlgo.engine.read.reader import Reader
from owlgo.engine.worms import lively_stones, worms


def naive_look(board, every, reader):
    """By colour the eye spaces, the corners of their points and what they yield."""
    by_stone = {stone: w for w in every for stone in w.stones}
    lively = lively_stones(board, every) - optics.shut_in(board, by_stone)
    found = {}
    for eyes in make_domains(board, lively, lambda pos: by_stone[pos].attack_code == LOSE,
                             lambda pos, color: safety(board, pos, color, reader) != LOSE):
        captures = {move for w in every if w.color == eyes.color for move in w.attacks}
        half_eyes = find_half_and_false_eyes(board, eyes, reader, captures=captures)
        found[eyes.color] = eyes.points, half_eyes, {origin: compute_eyes(board, eyes, half_eyes, origin, bool(board['suicide']))
                                                     for origin in eyes.origins()}
    return found


def compare(seed, count, sizes):
    """Compare so many positions; returns how many spaces there were, half or false eyes, and spaces too large to be solved."""
    reader = Reader(of_level(10), Workspace()).among_many()
    spaces = halves = large = 0
    for board, _ in positions(seed, count, sizes):
        every = worms(board, reader)
        found, wanted = optics.look(board, reader, every), naive_look(board, every, reader)
        for color in (BLACK, WHITE):
            points, half_eyes, verdicts = wanted[color]
            assert found.eyes[color].points == points and list(found.eyes[color].points) == list(points)
            assert found.half_eyes[color] == half_eyes
            assert found.verdicts[color] == verdicts
            spaces += len(verdicts)
            halves += sum(half.value > 2 for half in half_eyes.values())
            large += sum(not verdict.exact for verdict in verdicts.values())
        assert board['stackp'] == 0
    return spaces, halves, large


def test_as_plain_python_says():
    spaces, halves, large = compare(31, 30, (2, 5, 7, 9, 9))
    assert spaces > 400 and halves > 25 and large > 5


@pytest.mark.slow
@pytest.mark.parametrize('seed,sizes', [(32, (7, 9, 13)), (33, (13, 19)), (34, (1, 2, 3, 4, 5, 25))])
def test_as_plain_python_says_at_length(seed, sizes):
    compare(seed, 30, sizes)


def test_what_was_asked_before_changes_nothing():
    """A record that has looked at a larger board says the same as a new one."""
    kept = Reader(of_level(1), Workspace())
    for board, _ in positions(35, 15, (19, 9, 5)):
        new = Reader(of_level(1), Workspace())
        every = worms(board, new)
        before, after = optics.look(board, kept, every), optics.look(board, new, every)
        assert (before.eyes, before.half_eyes, before.verdicts) == (after.eyes, after.half_eyes, after.verdicts)
