"""Static eye recognition: the eye status of each point in an enclosed region, and the status of the group.

After the page "Static eye recognition" of TGA (Kozelek 2006).  A point is

    full eye        certainly an eye
    false eye       can never become an eye
    no eye          beside captured stones of the attacker: the defender plays here to take them
    potential       may become an eye

The group is alive if two connected points are full eyes.  It is dead if fewer than two points may still be eyes, or only two adjacent
points.  Otherwise it is unknown.  Where the page is ambiguous, its plainest interpretation is taken, or the one with fewest errors (``owlgo
audit-static-eyes``).
"""
from collections import Counter
from collections.abc import Iterable, Set
from enum import IntEnum

import numpy as np

from owlgo.engine.core.points import BORDER, DIAGONALS, EMPTY, NEIGHBOURS, other
from owlgo.engine.core.strings import string


class EyeStatus(IntEnum):
    """Eye statuses of a point."""
    NONE = 0
    """A stone of the defender."""
    FULL = 1
    POTENTIAL = 2
    NO_EYE = 3
    FALSE = 4


class GroupStatus(IntEnum):
    """Statuses of a group, judged by its points."""
    ALIVE = 1
    DEAD_POINTS = 2
    """Dead: fewer than two points may be eyes."""
    DEAD_PAIR = 3
    """Dead: only two points may be eyes, and they are adjacent."""
    UNKNOWN = 4

    @property
    def word(self) -> str:
        """The status as a word: alive, dead or unknown."""
        return {GroupStatus.ALIVE: 'alive', GroupStatus.UNKNOWN: 'unknown'}.get(self, 'dead')


def recognise(board: np.void, area: Iterable[int], defender: int) -> tuple[GroupStatus, dict[int, EyeStatus]]:
    """Return the status of the group round a region, and of every point of the region, occupied or not."""
    region = _Region(board, area, defender)
    statuses = {pos: region.status(pos) for pos in sorted(region.area)}
    if region.are_connected({pos for pos, status in statuses.items() if status == EyeStatus.FULL}):
        return GroupStatus.ALIVE, statuses
    may_be = [pos for pos, status in statuses.items() if status in (EyeStatus.FULL, EyeStatus.POTENTIAL)]
    if len(may_be) < 2:
        return GroupStatus.DEAD_POINTS, statuses
    is_pair = len(may_be) == 2 and may_be[1] - may_be[0] in NEIGHBOURS
    return GroupStatus.DEAD_PAIR if is_pair else GroupStatus.UNKNOWN, statuses


class _Region:
    """A region inside the defender's wall."""

    def __init__(self, board: np.void, area: Iterable[int], defender: int) -> None:
        self.board, self.area, self.defender = board, frozenset(area), defender
        self.colors: list[int] = board['color'].tolist()
        near = {pos + step for pos in self.area for step in (0, *NEIGHBOURS, *DIAGONALS)}
        self.safe = {pos for pos in near if self.colors[pos] == other(defender) and self._reaches_out(pos)}
        """Stones of the attacker that count as safe, because their strings reach out of the region."""

    def _reaches_out(self, pos: int) -> bool:
        """Whether a string has a stone or a liberty outside the region."""
        stones = string(self.board, pos)
        return not self.area.issuperset(stones) or any(self.colors[stone + step] == EMPTY and stone + step not in self.area
                                                       for stone in stones for step in NEIGHBOURS)

    def status(self, pos: int) -> EyeStatus:
        """Return the eye status of a point.

        Diagonal neighbours count as the defender's if they are eyes themselves, supposing that this point is an eye.
        """
        first = self._by_neighbours(pos)
        if first != EyeStatus.FULL:
            return first
        eyes = {q for q in (pos + step for step in DIAGONALS) if q in self.area and self._by_neighbours(q) == EyeStatus.FULL and
                self._by_corners(q, {pos}) == EyeStatus.FULL}
        result = self._by_corners(pos, eyes)
        # A captured stone, beside a string of the defender in atari elsewhere.
        in_atari = self.colors[pos] != EMPTY and any(self.board['libs'][root] == 1 for root in self._strings_round(pos))
        return EyeStatus.POTENTIAL if result == EyeStatus.FULL and in_atari else result

    def _by_neighbours(self, pos: int) -> EyeStatus:
        """Return the eye status of a point by its own state and its neighbours.  It is FULL if the defender holds all neighbours."""
        attacker, color = other(self.defender), self.colors[pos]
        if color == self.defender:
            return EyeStatus.NONE
        beside = [pos + step for step in NEIGHBOURS]
        if not self.safe.isdisjoint([pos, *beside]):
            return EyeStatus.FALSE
        colors = {self.colors[q] for q in beside}
        if color == EMPTY and attacker in colors:
            return EyeStatus.NO_EYE
        return EyeStatus.FULL if colors.isdisjoint((EMPTY, attacker)) else EyeStatus.POTENTIAL

    def _by_corners(self, pos: int, eyes: Set[int]) -> EyeStatus:
        """Return the eye status, by its corners, of a point whose neighbours are all the defender's.  Points in ``eyes`` count as the
        defender's too.

        In the middle of the board one corner may be the attacker's, at the edge none.
        """
        across = [pos + step for step in DIAGONALS]
        enough = 1 if any(self.colors[q] == BORDER for q in across) else 2
        taken = sum(q in self.safe for q in across)
        spoiled = sum(self.colors[q] in (EMPTY, other(self.defender)) and q not in eyes for q in across)
        return EyeStatus.FALSE if taken >= enough else EyeStatus.FULL if spoiled < enough else EyeStatus.POTENTIAL

    def _strings_round(self, pos: int) -> set[int]:
        """Return the defender's strings beside a point, by their origins."""
        return {int(self.board['origin'][pos + step]) for step in NEIGHBOURS if self.colors[pos + step] == self.defender}

    def are_connected(self, eyes: set[int]) -> bool:
        """Whether some of these full eyes live by Benson's theorem: every string round one of these eyes is beside at least two of them."""
        walls = {pos: self._strings_round(pos) for pos in eyes}
        while True:
            touched = Counter(root for wall in walls.values() for root in wall)
            kept = {pos: wall for pos, wall in walls.items() if all(touched[root] >= 2 for root in wall)}
            if len(kept) == len(walls):
                return len(kept) >= 2
            walls = kept
