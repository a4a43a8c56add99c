"""The solver against play on a real board, position by position (``engine.eyes.tests.real_board``)."""
import random

import pytest

from owlgo.engine.eyes.tests.real_board import RealGame, compare
from owlgo.regress.train.eye_spaces import Structure, structures, with_margins


@pytest.mark.parametrize('suicide', [False, True])
@pytest.mark.parametrize('size', [1, 2, 3])
def test_every_small_space_is_worth_on_the_board_what_the_solver_says(size, suicide):
    compared = 0
    for structure in structures(size):
        for margins in with_margins(structure):
            count, wrong = compare(structure, margins, suicide)
            compared += count
            assert not wrong, wrong[0]
    assert compared == {1: 3, 2: 23, 3: 156}[size]


@pytest.mark.parametrize('size,games', [(4, 7), (5, 10), (6, 12), (7, 5)])
def test_samples_of_larger_spaces(size, games):
    """All of them, up to 7 points with 5 margins and 5 prisoners, are compared by running the module."""
    rng = random.Random(size)
    left = games
    for structure in rng.sample(structures(size), len(structures(size))):
        try:
            count, wrong = compare(structure, rng.choice(list(with_margins(structure, 3))), rng.random() < 0.3)
        except ValueError:
            continue
        assert count and not wrong, wrong[0]
        left -= 1
        if not left:
            return
    raise AssertionError('too few spaces can be drawn')


def test_a_margin_that_cannot_be_drawn_is_refused():
    """Every stone beside the corner of a bent three touches another of its points or it has its own way in; in the notch it has none."""
    notch = Structure(((0, 0), (0, 1), (1, 0), (1, 2), (0, 2)), True, True)
    with pytest.raises(ValueError, match='no way in'):
        RealGame(notch, 0b00010)
