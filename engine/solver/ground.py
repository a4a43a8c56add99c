"""A board as plain Python data: its strings and liberties, which are looked up only once, and the stones that live unconditionally.

Zones ask about the same strings again and again while they grow, and one access to the board's record takes as long as a walk over a short
string.
"""
from collections.abc import Collection

import numpy as np

from owlgo.engine import benson
from owlgo.engine.core.points import BLACK, EMPTY, WHITE, neighbours


class Ground:
    """Answers questions about the strings of a board, which must not change meanwhile."""

    def __init__(self, board: np.void) -> None:
        self.board, self.size = board, int(board['size'])
        self.colors: list[int] = board['color'].tolist()
        self._next: list[int] = board['next'].tolist()
        self._strings: dict[int, frozenset[int]] = {}
        self._liberties: dict[frozenset[int], frozenset[int]] = {}
        self.lasting = frozenset(p for color in (BLACK, WHITE) for p in benson.alive_stones(board, color))
        """The stones of both sides that live unconditionally."""

    def string(self, pos: int) -> frozenset[int]:
        """The stones of the string at pos."""
        if pos not in self._strings:
            stones, stone = [pos], self._next[pos]
            while stone != pos:
                stones.append(stone)
                stone = self._next[stone]
            found = frozenset(stones)
            self._strings.update(dict.fromkeys(stones, found))
        return self._strings[pos]

    def liberties(self, pos: int) -> frozenset[int]:
        """The liberties of the string at pos."""
        stones = self.string(pos)
        if stones not in self._liberties:
            self._liberties[stones] = frozenset(q for p in stones for q in neighbours(p, self.size) if self.colors[q] == EMPTY)
        return self._liberties[stones]

    def lasting_apart(self, color: int, inside: Collection[int]) -> set[int]:
        """Return the stones of a colour that live unconditionally without eyes on any of these points."""
        alive = any(self.colors[p] == color for p in self.lasting)
        return set(benson.alive_stones(self.board, color, inside)) if alive else set()

    def within(self, stones: Collection[int], width: int) -> set[int]:
        """Return the points that stones of one colour reach over at most ``width`` empty points.  Strings of this colour cost nothing."""
        color = self.colors[next(iter(stones))]
        found = {p for stone in stones for p in self.string(stone)}
        edge = set(found)
        for _ in range(width):
            new = {q for p in edge for q in neighbours(p, self.size) if self.colors[q] == EMPTY and q not in found}
            friends = {stone for p in new for q in neighbours(p, self.size) if self.colors[q] == color and q not in found
                       for stone in self.string(q)}
            edge = new | friends
            found |= edge
        return found
