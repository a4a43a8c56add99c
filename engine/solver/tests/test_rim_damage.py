"""Certificates whose rim is damaged are refused, or what they say is true of the board that they now show."""
import random
from itertools import islice

import pytest

from owlgo.engine.checker.check import check
from owlgo.engine.solver.tests.rim_damage import certificates, compare, damaged, is_true


@pytest.mark.parametrize('seed', [1, 2, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 11))])
def test_nothing_false_is_accepted(seed):
    """``python -m owlgo.engine.solver.tests.rim_damage 3000`` does more."""
    counts, false = compare(seed, 300, 9)
    assert not false and min(counts['refused'], counts['true']) > 40


def test_damage_is_seen():
    """Whole certificates are accepted and true, and damage makes some of them untrue."""
    rng, seen = random.Random(1), set()
    for whole in islice(certificates(1, 9), 30):
        check(whole)
        assert is_true(whole)
        seen |= {is_true(damaged(rng, whole)) for _ in range(3)}
    assert seen == {True, False, None}
