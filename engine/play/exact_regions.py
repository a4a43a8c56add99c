"""Exact values of small closed regions, and the best moves in them (``engine.solver.local_score``)."""
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.points import BLACK, WHITE, neighbours, other
from owlgo.engine.examine.examination import Examination
from owlgo.engine.play.weights import LIMIT
from owlgo.engine.solver.local_score import LocalScore, Worth, new_score
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NotEnclosed, enclose


class ExactRegion(NamedTuple):
    """A closed region with its exact values: Black's points less White's."""
    points: frozenset[int]
    wall: frozenset[int]
    first: dict[int, float]
    """By colour: the value if that side moves first.  If a ko decides, the value is a mean."""
    moves: dict[int, tuple[int, ...]]
    """By colour: the best first moves, in order of preference."""
    threat: dict[int, float]
    """By colour: the value if that side moves twice in a row."""

    @property
    def temperature(self) -> float:
        """Return the temperature in points of area: half the swing in gote, all of it in sente.

        It comes from the thermograph of {{A | a} | {b | B}} (Berlekamp, Conway, Guy, "Winning Ways").  The value is a if Black moves first
        and A if Black moves twice.  b and B are White's values.  A threat is answered while it is larger than moves elsewhere.
        """
        black, white = self.first[BLACK], self.first[WHITE]
        twice, again = max(self.threat[BLACK], black), min(self.threat[WHITE], white)
        sente, other_sente = (twice - black) / 2, (white - again) / 2

        def gap(t: float) -> float:
            """Return how far Black's scaffold lies above White's at temperature t."""
            left = black if t <= sente else (twice + black) / 2 - t
            return left - (white if t <= other_sente else (white + again) / 2 + t)
        steps = [t for t in np.arange(0.0, LIMIT.exact_points, 0.25) if gap(t) > 0]
        return float(steps[-1]) + 0.25 if steps else 0.0


def find(known: Examination) -> list[ExactRegion]:
    """Return the closed regions of a position that can be solved exactly."""
    found: list[ExactRegion] = []
    taken: set[int] = set()
    record = known.reader.workspace.get(new_score)
    for dragon in known.dragons.every:
        if dragon.origin in taken:
            continue
        try:
            region = enclose(known.board, dragon.origin)
        except NotEnclosed:
            continue
        empty = region.empty
        if not 1 <= empty <= LIMIT.exact_empty or len(region.points) > LIMIT.exact_points or taken & set(region.points):
            continue
        score, worths = LocalScore(region, record, LIMIT.exact_nodes), dict[int, Worth]()
        for side, who in ((DEFENDER, dragon.color), (ATTACKER, other(dragon.color))):
            worth = score.worth(side)
            if worth is None:
                break
            worths[who] = worth
        else:
            sign, points = 1 if dragon.color == BLACK else -1, frozenset(region.points)
            wall = frozenset(q for p in points for q in neighbours(p, int(known.board['size'])) if q not in points)
            taken |= points
            found.append(ExactRegion(points, wall, {who: sign * worth.value for who, worth in worths.items()},
                                     {who: worth.moves for who, worth in worths.items()},
                                     {who: sign * worth.threat for who, worth in worths.items()}))
    return found
