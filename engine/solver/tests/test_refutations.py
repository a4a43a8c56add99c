"""What is called proved holds on small boards that are played to their end, with walls that can be attacked."""
from collections import Counter
from contextlib import suppress
from itertools import islice

import pytest

from owlgo.engine.core.points import parse_point
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.solver.tests.attackable import FALLS, RETAKEN, corpus, position, positions
from owlgo.engine.solver.tests.refutations import KILL, RESCUE, claims, faults, picture
from owlgo.engine.solver.tests.whole_board import TooLarge

MOST = 9
"""Free points of the boards that the quick tests look at."""
TELLING = 3, 7, 9
"""Of ten seeds, those that found each planted fault which any of them found."""


def false_claims(found, whole, workspace=None):
    """What is false of what is called proved of a position, and how many claims there are of each kind; those who prove work in a
    workspace, as a session does from position to position."""
    counts, false = Counter[str](), []
    for claim in claims(found.board(), found.pos, workspace=workspace):
        counts[claim.kind] += 1
        false += [(claim, fault) for fault in faults(claim, whole, found.colors[found.pos])]
    return false, counts


@pytest.mark.parametrize('seed,count,most', [*(pytest.param(seed, 200, MOST, marks=[] if seed in TELLING else pytest.mark.slow)
                                               for seed in range(10)),
                                             *(pytest.param(seed, 1000, MOST + 3, marks=pytest.mark.slow) for seed in range(10, 30))])
def test_no_false_proof(seed, count, most):
    """``python -m owlgo.engine.solver.tests.refutations 20000`` does more."""
    counts, workspace = Counter[str](), Workspace()
    for found, whole in islice(positions(seed, most), count):
        false, asked = false_claims(found, whole, workspace)
        counts += asked
        counts[found.tempts] += 1
        assert not [picture(found, claim) for claim, fault in false]
    assert min(counts[KILL], counts[RESCUE]) > count / 5 and counts[FALLS] + counts[RETAKEN] > count / 20


@pytest.mark.parametrize('seed,count,most', [
    (0, 100, MOST), *(pytest.param(seed, 600, MOST + 2, marks=pytest.mark.slow) for seed in (40, 41))])
def test_what_is_proved_holds_where_suicide_is_legal(seed, count, most):
    """The solver knows no suicide; strings of two stones or more that take their own last liberty refute nothing that it proves."""
    counts = Counter[str]()
    for found, _ in islice(positions(seed, most), count):
        with suppress(TooLarge):
            whole = found.whole(suicide=True)
            for claim in claims(found.board(), found.pos):
                counts[claim.kind] += 1
                assert not faults(claim, whole, found.colors[found.pos]), picture(found, claim)
    assert min(counts[KILL], counts[RESCUE]) > count / 5


def test_what_was_false_is_not_proved_any_more():
    """Every position of which something false was called proved."""
    wrong = []
    for found in corpus():
        false, _ = false_claims(found, found.whole())
        wrong += [f'{picture(found, claim)}: {fault}' for claim, fault in false]
    assert not wrong, '\n'.join(wrong)


def test_the_move_that_is_named_saves():
    """Black lives by C2.  After C1 White takes him."""
    found = position('XX./.X./.O.', parse_point('A3', 3))
    false, counts = false_claims(found, found.whole())
    assert counts[RESCUE] and not [picture(found, claim) for claim, fault in false if claim.kind == RESCUE]
