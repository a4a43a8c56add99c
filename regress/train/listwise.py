"""Choices between moves, the likelihood that weights give to them, and the weights that make them likeliest.

A move's weights are added up, and its chance is e to that power, as a part of the sum over its list (Luce's model; Coulom
2007 for moves of games).  The logarithm of the likelihood has one maximum, which L-BFGS climbs to; each weight is held near nothing by a
normal prior, so that those seldom met stay small.
"""
import math
from collections.abc import Sequence
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np
from numba import float64, int32, int64

from owlgo.engine.core.jit import kernel

ROUNDS = 1000
"""Steps of the climb at most; a few dozen are usual."""
FAR = 50.0
"""Odds of e to this power count as certainty."""


class NoOptimiser(ValueError):
    """SciPy is not installed."""

    def __init__(self) -> None:
        super().__init__('learning weights needs SciPy, which is not installed: pip install "owlgo[train]"')

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), ()


def optimiser() -> ModuleType:
    """SciPy's optimisers.  Raises NoOptimiser, so a learner calls it before it starts on what takes hours."""
    try:
        from scipy import optimize
    except ImportError:
        raise NoOptimiser from None
    module: ModuleType = optimize
    return module


class Choices:
    """Lists of moves, in each of which one was made; a move is the numbers of its weights, and a score that it has besides."""

    def __init__(self) -> None:
        self._numbers: list[np.ndarray] = []
        self._counts: list[np.ndarray] = []
        self._given: list[np.ndarray] = []
        self._lengths = [0]
        self._made: list[int] = []

    def add(self, numbers: np.ndarray, counts: np.ndarray, made: int, given: np.ndarray | None = None) -> None:
        """One more list: the numbers of its moves' weights, one move's after the other's; how many each has; which was made."""
        self._numbers.append(np.array(numbers, np.int32))
        self._counts.append(np.array(counts, np.int64))
        self._given.append(np.zeros(len(counts)) if given is None else np.array(given, float))
        self._made.append(self._lengths[-1] + made)
        self._lengths.append(self._lengths[-1] + len(counts))

    def add_rows(self, rows: Sequence[Sequence[int]], made: int) -> None:
        """One more list, a row of numbers for each move; those below 0 are no weights."""
        kept = [[number for number in row if number >= 0] for row in rows]
        self.add(np.array([number for row in kept for number in row]), np.array([len(row) for row in kept]), made)

    def __len__(self) -> int:
        return len(self._made)

    @cached_property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """The lists for ``py_doubt``, once the last was added: numbers, where moves and where lists begin, what was made, given scores."""
        def joined(parts: list[np.ndarray], kind: Any) -> np.ndarray:
            return np.concatenate([np.zeros(0, kind), *parts])
        starts = np.concatenate([[0], np.cumsum(joined(self._counts, np.int64))])
        return joined(self._numbers, np.int32), starts, np.array(self._lengths), np.array(self._made, np.int64), joined(self._given, float)

    def scores(self, weight: np.ndarray) -> np.ndarray:
        """The score of every move."""
        numbers, starts, _, _, given = self.arrays
        total = np.concatenate([[0.0], np.cumsum(weight[numbers])])
        return given + total[starts[1:]] - total[starts[:-1]]

    def doubt(self, weight: np.ndarray) -> float:
        """The mean over the lists of the negative logarithm of the chance that the weights gave the move that was made."""
        return float(py_doubt(*self.arrays, weight, np.zeros(len(weight)))) / max(len(self), 1)


@kernel(float64(int32[::1], int64[::1], int64[::1], int64[::1], float64[::1], float64[::1], float64[::1]))
def py_doubt(numbers, starts, lists, made, given, weight, slope):
    """The negative logarithm of the likelihood, whose slope by each weight is added to ``slope``."""
    doubt = 0.0
    chance = np.empty(len(given))
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
    """The weights that make these choices likeliest, by number; ``decay`` is one over the variance that the prior gives each of them.

    Raises NoOptimiser.
    """
    optimize = optimiser()

    def cost(weight: np.ndarray) -> tuple[float, np.ndarray]:
        slope = decay * weight
        return float(py_doubt(*choices.arrays, weight, slope)) + decay * float(weight @ weight) / 2, slope

    limits = {'maxiter': ROUNDS, 'maxfun': 2 * ROUNDS}
    found: np.ndarray = optimize.minimize(cost, np.zeros(size), jac=True, method='L-BFGS-B', options=limits).x
    return found


def level(scores: np.ndarray, wins: np.ndarray) -> float:
    """What has to be added to scores to make them logarithms of odds: then as many moves are expected to win as do.

    A choice does not tell it, since it goes by differences alone.  Raises NoOptimiser.
    """
    def too_many(same: float) -> float:
        return float((1 / (1 + np.exp(-np.clip(scores + same, -FAR, FAR)))).sum() - wins.sum())

    return float(optimiser().brentq(too_many, -FAR - scores.max(), FAR - scores.min()))
