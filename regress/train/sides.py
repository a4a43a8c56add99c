"""Weights of moves for the attacker and for the defender of a dragon, learned from choices and written as text."""
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np

from owlgo.engine.life import move_prior
from owlgo.regress.train import listwise

Choice = TypeVar('Choice', bound=tuple[int, Any, np.ndarray])
"""The side that moves, what was chosen, and a row of keys for every move; key 0 says nothing."""
NAMES = 'attack', 'defence'


def fit(found: Sequence[tuple[str, Choice]], listed: Callable[[list[Choice], dict[int, int]], listwise.Choices],
        told: Callable[[list[Choice], dict[int, int], np.ndarray], str], what: str, rare: int, decay: float) -> dict[int, list[float]]:
    """The weights by key, of the attacker and of the defender; a quarter of the sources is kept apart first, to see how well the rest
    predicts them: what is ``told`` of it goes to stderr.

    ``found`` are choices, ``what`` by name, with the name of their source; ``listed`` numbers their keys for the climb; keys met fewer
    than ``rare`` times have no weight.  Raises NoOptimiser.
    """
    apart = set(sorted({name for name, _ in found})[::4])
    weights: dict[int, list[float]] = {}
    for side in range(2):
        mine = [(name, choice) for name, choice in found if choice[0] == side]
        for kept in (apart, set()):
            learned = [choice for name, choice in mine if name not in kept]
            often = Counter(int(key) for _, _, rows in learned for key in rows.ravel() if key)
            index = {key: k for k, key in enumerate(sorted(key for key, count in often.items() if count >= rare))}
            weight = listwise.fit(listed(learned, index), len(index), decay)
            others = [choice for name, choice in mine if name in kept]
            if others:
                print(f'{NAMES[side]}: {len(learned)} {what}, {len(index)} weights; of {len(others)} others {told(others, index, weight)}',
                      file=sys.stderr)
        for key, k in index.items():
            weights.setdefault(key, [0.0, 0.0])[side] = float(weight[k])
    return weights


def written(weights: dict[int, list[float]], kinds: Sequence[str], least: float) -> list[str]:
    """A line for each key of which a weight is as large as ``least``."""
    text = []
    for key, pair in sorted(weights.items()):
        kind, content = (key >> move_prior.BITS) - 1, key & (1 << move_prior.BITS) - 1
        what = move_prior.picture(kind, content) if kind in (move_prior.SHAPE, move_prior.ROUND) else content
        if any(abs(value) >= least for value in pair):
            text.append(f'{kinds[kind]} {what} {pair[0]:.2f} {pair[1]:.2f}')
    return text
