"""Learn the weights of features that make observed choices between moves most likely.

A move's score is the sum of its weights; its probability is the softmax of the scores in its list (Luce's model; Coulom 2007 for moves of
games).  The logarithm of the likelihood has one maximum, which L-BFGS climbs to.  A normal prior keeps the weights of rare features small.
"""
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numba import float64, int32, int64

from owlgo.engine.core.jit import kernel

ROUNDS = 1000
"""Most steps of the optimiser.  A few dozen are usual."""
CERTAIN_ODDS = 50.0
"""Odds that count as certainty, as a logarithm."""
Choice = tuple[Sequence[Sequence[int]], int]
"""A choice between moves: the keys of every move's features, and the index of the move that was chosen."""


class NoOptimiser(ValueError):
    """SciPy is not installed."""

    def __init__(self) -> None:
        super().__init__('learning weights needs SciPy, which is not installed: pip install -e ".[train]"')

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), ()


def optimiser() -> ModuleType:
    """Return SciPy's optimisers.  Raises NoOptimiser.  A learner calls this first, before hours of work."""
    try:
        from scipy import optimize
    except ImportError:
        raise NoOptimiser from None
    module: ModuleType = optimize
    return module


class Prediction(NamedTuple):
    """How well weights predict moves."""
    right: float
    """Share of the moves made that were the likeliest."""
    among_three: float
    """Share of the moves made that were among the three likeliest."""
    doubt: float
    """Mean of the negative logarithm of the chance that a move made had."""

    def __str__(self) -> str:
        return f'{self.right:.1%} of moves predicted, {self.among_three:.1%} among three, {self.doubt:.2f} nats of doubt'


class Choices:
    """Lists of moves, with the move that was made in each.  A move has a fixed score, to which the weights at its indices are added."""

    def __init__(self) -> None:
        self._numbers: list[np.ndarray] = []
        self._counts: list[np.ndarray] = []
        self._given: list[np.ndarray] = []
        self._lengths = [0]
        self._made: list[int] = []

    def add(self, numbers: np.ndarray, counts: np.ndarray, made: int, given: np.ndarray | None = None) -> None:
        """Add a list of moves.  ``numbers``: the indices of their weights, move after move.  ``counts``: how many weights each move has.
        ``made``: the move that was made.  ``given``: fixed scores."""
        self._numbers.append(np.array(numbers, np.int32))
        self._counts.append(np.array(counts, np.int64))
        self._given.append(np.zeros(len(counts)) if given is None else np.array(given, float))
        self._made.append(self._lengths[-1] + made)
        self._lengths.append(self._lengths[-1] + len(counts))

    @classmethod
    def of(cls, lists: Sequence[Choice], numbers: Mapping[int, int]) -> 'Choices':
        """Return choices given by keys.  ``numbers`` holds the index of each key's weight.  Keys without an index are left out."""
        found = cls()
        for keys, made in lists:
            rows = [[numbers[key] for key in row if key in numbers] for row in keys]
            found.add(np.array([number for row in rows for number in row]), np.array([len(row) for row in rows]), made)
        return found

    def __len__(self) -> int:
        return len(self._made)

    @cached_property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """The arrays for ``py_doubt``, once all lists are added: indices, starts of moves, starts of lists, moves made, fixed scores."""
        def joined(parts: list[np.ndarray], kind: Any) -> np.ndarray:
            return np.concatenate([np.zeros(0, kind), *parts])
        starts = np.concatenate([[0], np.cumsum(joined(self._counts, np.int64))])
        return joined(self._numbers, np.int32), starts, np.array(self._lengths), np.array(self._made, np.int64), joined(self._given, float)

    def scores(self, weight: np.ndarray) -> np.ndarray:
        """Return the score of every move."""
        numbers, starts, _, _, given = self.arrays
        total = np.concatenate([[0.0], np.cumsum(weight[numbers])])
        return given + total[starts[1:]] - total[starts[:-1]]

    def prediction(self, weight: np.ndarray) -> 'Prediction':
        """Return how well these weights predict the moves made.  A move as likely as k - 1 other moves counts as 1/k."""
        scores, lengths = self.scores(weight), self.arrays[2]
        right = among_three = 0.0
        for made, part in zip(self._made, np.split(scores, lengths[1:-1]), strict=True):
            better, equal = (part > scores[made] + 1e-9).sum(), (abs(part - scores[made]) <= 1e-9).sum()
            right += 0 if better else 1 / equal
            among_three += better < 3
        count = max(len(self), 1)
        return Prediction(right / count, among_three / count, self.doubt(weight))

    def doubt(self, weight: np.ndarray) -> float:
        """Return the negative logarithm of the chance that the weights give to the move made, averaged over the lists."""
        return self.doubt_of_all(weight, np.zeros(len(weight))) / max(len(self), 1)

    def doubt_of_all(self, weight: np.ndarray, slope: np.ndarray) -> float:
        """Return the negative logarithm of the likelihood, and add its derivative by each weight to ``slope``."""
        return float(py_doubt(*self.arrays, weight, slope, np.empty(len(self.arrays[-1]))))


@kernel(float64(int32[::1], int64[::1], int64[::1], int64[::1], float64[::1], float64[::1], float64[::1], float64[::1]))
def py_doubt(numbers, starts, lists, made, given, weight, slope, chance):
    """Do the work of ``Choices.doubt_of_all``.  ``chance`` is scratch memory with a number for every move."""
    doubt = 0.0
    for i in range(len(made)):
        first, last = lists[i], lists[i + 1]
        most = -np.inf
        for k in range(first, last):
            chance[k] = given[k]
            for j in range(starts[k], starts[k + 1]):
                chance[k] += weight[numbers[j]]
            most = max(most, chance[k])
        doubt -= chance[made[i]] - most
        total = 0.0
        for k in range(first, last):
            chance[k] = math.exp(chance[k] - most)
            total += chance[k]
        doubt += math.log(total)
        for k in range(first, last):
            error = chance[k] / total - (1.0 if k == made[i] else 0.0)
            for j in range(starts[k], starts[k + 1]):
                slope[numbers[j]] += error
    return doubt


def fit(choices: Choices, size: int, decay: float) -> np.ndarray:
    """Return the weights that make these choices likeliest, by index.  ``decay`` is the inverse variance of their prior.

    Raises NoOptimiser.
    """
    optimize = optimiser()

    def cost(weight: np.ndarray) -> tuple[float, np.ndarray]:
        slope = decay * weight
        return choices.doubt_of_all(weight, slope) + decay * float(weight @ weight) / 2, slope

    limits = {'maxiter': ROUNDS, 'maxfun': 2 * ROUNDS}
    found: np.ndarray = optimize.minimize(cost, np.zeros(size), jac=True, method='L-BFGS-B', options=limits).x
    return found


def learn(lists: Sequence[Choice], rare: int, decay: float) -> tuple[dict[int, int], np.ndarray]:
    """Learn weights.  Return the index of each key that occurs at least ``rare`` times, and the weights by index.  Raises NoOptimiser."""
    often = Counter(key for keys, _ in lists for row in keys for key in row)
    numbers = {key: k for k, key in enumerate(sorted(key for key, count in often.items() if count >= rare))}
    return numbers, fit(Choices.of(lists, numbers), len(numbers), decay)


def rows(names: Mapping[int, str], weights: Sequence[Mapping[int, float]], least: float) -> str:
    """Return the lines of a file of weights for attacker and defender.  A weight smaller than ``least`` for both sides is left out."""
    pairs = {number: [of_side.get(number, 0.0) for of_side in weights] for number in names}
    return ''.join(f'{names[number]} {attack:.2f} {defence:.2f}\n' for number, (attack, defence) in pairs.items()
                   if max(abs(attack), abs(defence)) >= least)


def level(scores: np.ndarray, wins: np.ndarray) -> float:
    """Return the constant to add to scores so that they are logarithms of odds: as many moves are then expected to win as did win.

    Choices do not determine this constant, since they depend only on differences of scores.  Raises NoOptimiser.
    """
    def too_many(same: float) -> float:
        return float((1 / (1 + np.exp(-np.clip(scores + same, -CERTAIN_ODDS, CERTAIN_ODDS)))).sum() - wins.sum())

    return float(optimiser().brentq(too_many, -CERTAIN_ODDS - scores.max(), CERTAIN_ODDS - scores.min()))
