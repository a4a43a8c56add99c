"""Keeps results about dragons from position to position of a game, as long as nothing changes near the dragon."""
from collections.abc import Collection
from typing import Generic, TypeVar

import numpy as np

from owlgo.engine.core.near import grown, within
from owlgo.engine.core.points import EMPTY, other

Result = TypeVar('Result')

MOST_SURROUNDINGS = 4
"""Most results kept for a dragon, each for different surroundings."""
MOST_DRAGONS = 2000
"""Most dragons with results; one more clears the results of all."""

Surroundings = tuple[bytes, bytes, int]


def surroundings(board: np.void, stones: Collection[int], reach: int) -> Surroundings:
    """Return the points within ``reach`` steps of these stones, or of enemy strings that touch them or their liberties; then what is on
    these points, and the ko point if it is among them.
    """
    colors = board['color']
    own = within(board, stones, 0)
    beside = grown(board, own)
    touched = (colors == other(int(colors[next(iter(stones))]))) & (beside | grown(board, beside & (colors == EMPTY)))
    near = grown(board, own | np.isin(board['origin'], board['origin'][touched]) & (colors != EMPTY), reach)
    ko = int(board['ko'])
    return np.packbits(near).tobytes(), colors[near].astype(np.uint8).tobytes(), ko if near[ko] else 0


class Kept(Generic[Result]):
    """Keeps results about dragons, to be found again while a dragon's stones and surroundings are the same."""

    def __init__(self, reach: int) -> None:
        """Points within ``reach`` steps of a dragon count as its surroundings."""
        self.reach = reach
        self._of: dict[tuple[frozenset[int], bool], list[tuple[Surroundings, Result]]] = {}

    def find(self, board: np.void, stones: Collection[int], thorough: bool = False) -> Result | None:
        """Return the result of a ``thorough`` or quick reading for these stones in their present surroundings; None if there is none."""
        known = self._of.get((frozenset(stones), thorough))
        if not known:
            return None
        now = surroundings(board, stones, self.reach)
        return next((what for around, what in known if around == now), None)

    def keep(self, board: np.void, stones: Collection[int], what: Result, thorough: bool = False) -> Result:
        """Keep a result, and return it."""
        if len(self._of) >= MOST_DRAGONS:
            self._of.clear()
        key = frozenset(stones), thorough
        self._of[key] = [(surroundings(board, stones, self.reach), what), *self._of.get(key, ())][:MOST_SURROUNDINGS]
        return what
