"""The exact solver: does a dragon in a closed region live, die, or hang on ko threats, and by which move?

Both answers are proofs.  What the attacker wins does not hang on repetition; what the defender holds is confirmed as a set of positions
that the attacker cannot leave (``engine.life.search``).
"""
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.core.points import PASS
from engine.life.closed import ATTACKER, DEFENDER, NO_KO, Region
from engine.life.search import DISPROVED, ENTRY_DTYPE, MOST_THREATS, PROVED, SEARCH_DTYPE, UNKNOWN, pack, py_best, py_confirm, py_search
from engine.read.result import KO_A, KO_B, LOSE, WIN

ENTRIES = 1 << 20
"""Places of the table (64 bytes each)."""
NODES = 200_000
THREATS = MOST_THREATS
"""Ko threats of either side that count as any number."""


class Verdict(NamedTuple):
    """What the side to move achieves."""
    result: int
    """WIN, KO_A, KO_B or LOSE, as in ``engine.read.result``."""
    move: int
    """On the board; PASS if none is needed or none helps."""
    threats: int
    """With KO_A, how many threats of the other side overturn it; with KO_B, how many of one's own are needed; else 0."""
    proved: bool
    nodes: int


@dataclass
class Solver:
    """Questions about one region; what is found out for one is kept for the next."""
    region: Region
    limit: int = NODES
    """Nodes for all questions together."""

    def __post_init__(self) -> None:
        self.table = np.zeros(ENTRIES, ENTRY_DTYPE)
        self.queue = np.empty(ENTRIES, np.int64)
        self.search = np.zeros(1, SEARCH_DTYPE)[0]
        self.search['limit'] = self.limit
        self._stamp = 0

    def _pose(self, attackers: int, defenders: int, rest: int) -> None:
        self.search['attackers'][0], self.search['defenders'][0] = np.uint64(attackers), np.uint64(defenders)
        self.search['rest'][0] = rest

    def settle(self, attackers: int, defenders: int, ko: int, side: int, threats: int) -> int:
        """Who wins from a position: PROVED the attacker, DISPROVED the defender, or UNKNOWN."""
        rest = int(pack(ko, side, threats))
        while True:
            self._pose(attackers, defenders, rest)
            found = int(py_search(self.region.record, self.search, self.table))
            if found != DISPROVED:
                return found
            self._stamp += 1
            self._pose(attackers, defenders, rest)
            missing = int(py_confirm(self.region.record, self.search, self.table, self._stamp, self.queue))
            if missing < 0:
                return DISPROVED
            if int(self.search['nodes']) >= self.limit:
                return UNKNOWN
            if missing < len(self.table):
                entry = self.table[missing]
                again = int(entry['attackers']), int(entry['defenders']), int(entry['rest'])
                entry['pn'] = entry['dn'] = 1
                self._pose(*again)
                py_search(self.region.record, self.search, self.table)

    def turning(self, place: tuple[int, int, int, int], found: int, step: int, most: int) -> int | None:
        """How many threats of one side (``step`` 1 the defender, -1 the attacker) turn a result: 0 if none do, None if nodes ran out.

        More threats never hurt: where the most change nothing, fewer do not either.
        """
        extreme = self.settle(*place, step * most)
        if extreme in (found, UNKNOWN):
            return 0 if extreme == found else None
        for count in range(1, most):
            other = self.settle(*place, step * count)
            if other != found:
                return count if other != UNKNOWN else None
        return most

    def best(self, attackers: int, defenders: int, ko: int, side: int, threats: int) -> int:
        """A move that settles a position which is settled for the side to move: a point of the region, NO_KO for a pass."""
        self._pose(attackers, defenders, int(pack(ko, side, threats)))
        return int(py_best(self.region.record, self.search, self.table))


def solve(region: Region, side: int, limit: int = NODES, most_threats: int = THREATS) -> Verdict:
    """What the side to move achieves in a region, with the number of ko threats that would turn it."""
    solver = Solver(region, limit)
    wanted = PROVED if side == ATTACKER else DISPROVED
    mine = -1 if side == ATTACKER else 1
    here = region.attackers, region.defenders, region.ko, side

    def nodes() -> int:
        return int(solver.search['nodes'])

    # The defender need do nothing if the attacker, moving first, could not take anything.
    if side == DEFENDER and solver.settle(*here[:3], ATTACKER, -most_threats) == DISPROVED:
        return Verdict(WIN, PASS, 0, True, nodes())
    found = solver.settle(*here, 0)
    if found == UNKNOWN:
        return Verdict(LOSE, PASS, 0, False, nodes())
    step = -mine if found == wanted else mine
    count = solver.turning(here, found, step, most_threats)
    turned, proved = count or 0, count is not None
    if found == wanted:
        level = step * (turned - 1 if turned else most_threats)
        if solver.settle(*here, level) != wanted:
            level = 0
        return Verdict(KO_A if turned else WIN, _on_board(region, solver.best(*here, level)), turned, proved, nodes())
    if turned:
        return Verdict(KO_B, _on_board(region, solver.best(*here, step * turned)), turned, proved, nodes())
    return Verdict(LOSE, PASS, 0, proved, nodes())


def _on_board(region: Region, v: int) -> int:
    return region.points[v] if 0 <= v < NO_KO else PASS
