"""Choices and their likelihood, against a plain twin, and the weights that make it greatest."""
import builtins
import math

import numpy as np
import pytest

from owlgo.regress.train import learning, move_order, move_prior, sampling
from owlgo.regress.train.listwise import Choices, NoOptimiser, fit, learn, level, optimiser


def random_choices(seed: int, count: int, size: int) -> tuple[Choices, list[tuple[list[list[int]], list[float], int]]]:
    """Lists of moves with some numbers each, now and then none, and the same in plain Python."""
    rng = np.random.default_rng(seed)
    choices, plain = Choices(), []
    for _ in range(count):
        moves = [rng.integers(0, size, rng.integers(0, 5)).tolist() for _ in range(rng.integers(1, 7))]
        given, made = rng.normal(size=len(moves)).tolist(), int(rng.integers(len(moves)))
        choices.add(np.array(sum(moves, [])), np.array([len(move) for move in moves]), made, np.array(given))
        plain.append((moves, given, made))
    return choices, plain


def naive_doubt(plain, weight) -> float:
    """The negative logarithm of the likelihood, list by list."""
    total = 0.0
    for moves, given, made in plain:
        scores = [more + sum(weight[number] for number in move) for move, more in zip(moves, given, strict=True)]
        total -= math.log(math.exp(scores[made]) / sum(map(math.exp, scores)))
    return total


@pytest.mark.parametrize('seed', range(5))
def test_the_likelihood_is_the_twin_s_and_its_slope_what_small_steps_say(seed):
    choices, plain = random_choices(seed, 20, 9)
    weight, slope = np.random.default_rng(seed).normal(size=9), np.zeros(9)
    assert choices.doubt_of_all(weight, slope) == pytest.approx(naive_doubt(plain, weight))
    assert choices.doubt(weight) == pytest.approx(naive_doubt(plain, weight) / 20)
    for k in range(9):
        step = np.eye(9)[k] * 1e-5
        assert slope[k] == pytest.approx((naive_doubt(plain, weight + step) - naive_doubt(plain, weight - step)) / 2e-5, abs=1e-6)
    scores = [more + sum(weight[number] for number in move) for moves, given, _ in plain for move, more in zip(moves, given, strict=True)]
    assert choices.scores(weight) == pytest.approx(np.array(scores))


def test_scores_too_large_for_their_powers_are_no_matter():
    choices = Choices.of([([[0], [1]], 0)], {0: 0, 1: 1})
    assert choices.doubt(np.array([2000.0, 0.0])) == 0 and choices.doubt(np.array([0.0, 2000.0])) == 2000


@pytest.mark.parametrize('decay', [0.1, 3.0])
def test_nothing_is_likelier_than_what_is_found(decay):
    choices, plain = random_choices(7, 60, 6)
    found = fit(choices, 6, decay)
    best = naive_doubt(plain, found) + decay * (found @ found) / 2
    rng = np.random.default_rng(1)
    for _ in range(100):
        near = found + rng.normal(scale=0.05, size=6)
        assert naive_doubt(plain, near) + decay * (near @ near) / 2 > best
    assert choices.doubt(found) < choices.doubt(np.zeros(6))


def test_what_was_chosen_gets_the_larger_weight():
    """Lists of four moves, one of which has the good mark and one the bad one; the others have neither, and a rare mark has no weight."""
    rng = np.random.default_rng(5)
    lists = []
    for k in range(200):
        rows = [[int(key) for key in row] for row in rng.integers(3, 10, (4, 3))]
        best, worst = rng.permutation(4)[:2]
        rows[best][0], rows[worst][0] = 1, 2
        rows[best].extend([77] * (k < 5))
        lists.append((rows, int(best)))
    numbers, weight = learn(lists, 6, 0.1)
    of = {key: weight[k] for key, k in numbers.items()}
    assert sorted(of) == list(range(1, 10)) and of[1] > 2 > max(of[key] for key in range(3, 10))
    assert min(of[key] for key in range(3, 10)) > of[2]


def test_a_level_makes_logarithms_of_odds_of_scores():
    rng = np.random.default_rng(2)
    scores = rng.normal(size=500) + 4
    wins = rng.random(500) < 0.1
    same = level(scores, wins)
    assert (1 / (1 + np.exp(-scores - same))).sum() == pytest.approx(wins.sum())


def test_no_choice_is_no_doubt():
    assert Choices().doubt(np.zeros(3)) == 0 and fit(Choices(), 3, 1.0).tolist() == [0, 0, 0]


def test_without_scipy_every_command_names_the_extra_and_begins_nothing(monkeypatch, capsys, tmp_path):
    real = builtins.__import__

    def without_scipy(name, *args, **more):
        if name.startswith('scipy'):
            raise ImportError(name)
        return real(name, *args, **more)

    monkeypatch.setattr(builtins, '__import__', without_scipy)
    with pytest.raises(NoOptimiser, match=r'pip install -e ".\[train\]"'):
        optimiser()
    monkeypatch.setattr(sampling, 'dragon', lambda rng: pytest.fail('a problem was made'))
    out = tmp_path / 'weights'
    for command in (lambda: move_order.main(['1000', '-o', str(out)]), lambda: move_prior.main(['fit', 'x', '-o', str(out)])):
        with pytest.raises(SystemExit):
            command()
        assert capsys.readouterr().err.endswith(f'{NoOptimiser()}\n')
    assert learning.main([str(tmp_path / 'games'), '--play', '3', '-o', str(out)]) == 2
    assert capsys.readouterr().err == f'owlgo: {NoOptimiser()}\n' and list(tmp_path.iterdir()) == []
