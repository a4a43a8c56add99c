"""Small closed regions, valued exactly: what the next move there is worth, and which it is (``engine.solver.local_score``)."""
from typing import NamedTuple

import numpy as np

from engine.core.points import BLACK, WHITE, neighbours, other
from engine.examine.examination import Examination
from engine.solver.local_score import LocalScore, Worth, new_score
from engine.solver.region import ATTACKER, DEFENDER, NotEnclosed, Region, enclose

MOST_EMPTY, MOST_POINTS = 10, 40
"""Larger regions are not searched."""
NODES = 60_000


class Local(NamedTuple):
    """A region and what it is worth, Black's points less White's."""
    points: frozenset[int]
    wall: frozenset[int]
    first: dict[int, int]
    """By colour: if it moves first."""
    moves: dict[int, tuple[int, ...]]
    """The best first moves."""
    threat: dict[int, int]
    """If it moves twice."""

    @property
    def swing(self) -> int:
        """How much hangs on who moves first."""
        return self.first[BLACK] - self.first[WHITE]


def find(known: Examination) -> list[Local]:
    """The regions of a position."""
    found: list[Local] = []
    taken: set[int] = set()
    record = known.reader.workspace.get(new_score)
    for dragon in known.dragons.every:
        if dragon.origin in taken:
            continue
        try:
            region = enclose(known.board, dragon.origin)
        except NotEnclosed:
            continue
        empty = len(region.points) - (region.attackers | region.defenders).bit_count()
        if not 1 <= empty <= MOST_EMPTY or len(region.points) > MOST_POINTS or taken & set(region.points):
            continue
        one = _value(known, region, dragon.color, record)
        if one is not None:
            taken |= one.points
            found.append(one)
    return found


def _value(known: Examination, region: Region, color: int, record: np.void) -> Local | None:
    score = LocalScore(region, record, NODES)
    worths: dict[int, Worth] = {}
    for side, who in ((DEFENDER, color), (ATTACKER, other(color))):
        worth = score.worth(side)
        if worth is None:
            return None
        worths[who] = worth
    sign = 1 if color == BLACK else -1
    size, points = int(known.board['size']), frozenset(region.points)
    wall = frozenset(q for p in points for q in neighbours(p, size) if q not in points)
    return Local(points, wall, {who: sign * worth.value for who, worth in worths.items()},
                 {who: worth.moves for who, worth in worths.items()}, {who: sign * worth.threat for who, worth in worths.items()})
