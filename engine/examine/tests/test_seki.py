"""Who may die of a capture, and the parts of a dragon that a seki divides."""
import pytest

from owlgo.engine.core.points import PASS, other, parse_vertex
from owlgo.engine.core.tests.pictures import NAKADE, drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.examine import seki
from owlgo.engine.examine.examination import Examination

RUNS = '''
    O O O O O . . . .
    O . X X O . . . .
    O . X O O . . . .
    O O O O . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . X .
    . . . . . . . . .
'''
BESIDE = '''
    . X O O O X . . .
    . X O . O X . . .
    . X O O O X . . .
    O O O X X X . . .
    X X X X . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . X .
    . . . . . . . . .
'''

LARGE = '''
    . X . X X X X X X
    X . X X X X X X .
    O O O O O O O X X
    O X X X X X O X .
    O . X X O O O . X
    O O O O X X X X .
    X X . X X X X X X
    . X X X X X X X X
    X X . X . X . X .
'''
"""Seven stones inside: their capture leaves White room for two eyes."""


@pytest.mark.parametrize('swap', [False, True])
@pytest.mark.parametrize('text,prey,taker', [(NAKADE, 'C6', 'A7'), (RUNS, 'C8', None), (BESIDE, 'B9', None), (LARGE, 'C6', None)])
def test_a_capture_endangers_a_captor_without_escape_whose_only_eyes_hold_the_prey(text, prey, taker, swap):
    """White has a single eye left in the first three: he can run in the second, and in the third takes the stones from outside."""
    found = Examination(drawn(text, swap), Workspace()).dragons
    assert seki.taker_at_risk(found.of(parse_vertex(prey, 9)), found) == (parse_vertex(taker, 9) if taker else PASS)


def test_a_capture_that_two_enemies_can_make_endangers_neither():
    """All strings round a closed space are one dragon, so the second enemy, at J1, is made a neighbour by hand."""
    found = Examination(drawn(NAKADE.replace('X X . X . X . X .', 'X X . X . X . . O')), Workspace()).dragons
    prey, second = found.of(parse_vertex('C6', 9)), found.at[parse_vertex('J1', 9)]
    assert seki.taker_at_risk(prey, found) == parse_vertex('A7', 9)
    prey.neighbours.append(second)
    assert [enemy.origin for enemy in found.hostile(prey)] == [parse_vertex(name, 9) for name in ('A7', 'J1')]
    assert seki.taker_at_risk(prey, found) == PASS


SHARED = """
    . X . O . X . X . X O
    X X O O O X X X . X O
    O O X X X O O O X X O
    . O O O X O . O O O O
    O . O O X O O O . O O
    O O O O X X X O O O O
    O O O X X . X O O O O
    O O . O X X X X O . O
    O O O O X . X X O O O
    O . O O X X X O O . O
    O O O O O O O O O O O
"""
"""White D11 lives between strings of one black dragon.  Those at F11 and K11 hold the eye at J11 together, and F11 has one at G11."""


@pytest.mark.parametrize('swap', [False, True])
def test_strings_that_share_an_eye_are_one_part_of_a_dragon(swap):
    """They have two eyes together, and at most one by themselves; B11 has one, and D11 none."""
    known = Examination(drawn(SHARED, swap), Workspace())
    strings, first, enemy = [worm.stones for worm in known.worms], parse_vertex('B11', 11), parse_vertex('D11', 11)
    dragon, color = known.dragons.of(first), int(known.board['color'][first])
    assert {parse_vertex(name, 11) for name in ('F11', 'K11')} <= set(dragon.strings)
    parts = seki.poor(known.dragons, known.dragons.every, strings, lambda dragon: True)
    assert {(who, min(stones)) for who, stones in parts} == {(color, first), (other(color), enemy)}
