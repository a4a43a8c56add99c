"""Certificates of goals: what both checkers accept is true of boards played to their end, whoever wrote it."""
import pytest

from owlgo.engine.life.tests.certified import compare


@pytest.mark.parametrize('seed,count', [(1, 12), *(pytest.param(seed, 150, marks=pytest.mark.slow) for seed in range(2, 6))])
def test_what_is_accepted_of_goals_holds_on_small_boards(seed, count):
    """``python -m owlgo.engine.life.tests.certified 1000`` does more."""
    counts, wrong = compare(seed, count)
    assert not wrong and not counts['written refused']
    assert min(counts['written true'], counts['damaged true'], counts['damaged refused']) > count / 2
    assert counts['made up true'] > count // 20
    sides = [(goal, side) for goal in ('all', 'connect') for side in ('attacker', 'defender')]
    assert all(counts[f'written, {goal}, {side}, zone'] for goal, side in sides)
