"""Who may die of a capture."""
import pytest

from owlgo.engine.core.points import PASS, parse_vertex
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


@pytest.mark.parametrize('swap', [False, True])
@pytest.mark.parametrize('text,prey,taker', [(NAKADE, 'C6', 'A7'), (RUNS, 'C8', None), (BESIDE, 'B9', None)])
def test_a_capture_endangers_a_captor_without_escape_whose_only_eyes_hold_the_prey(text, prey, taker, swap):
    """White has a single eye left in all three: he can run in the second, and in the third takes the stones from outside."""
    found = Examination(drawn(text, swap), Workspace()).dragons
    assert seki.taker_at_risk(found.of(parse_vertex(prey, 9)), found) == (parse_vertex(taker, 9) if taker else PASS)
