"""The exact solver: does a dragon in a closed region live, die, or hang on ko threats, and by which move?

Both answers are proofs.  What the attacker wins does not hang on repetition; what the defender holds is confirmed as a set of positions
that the attacker cannot leave (``engine.life.search``).
"""
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.core.points import PASS
from engine.life.children import MOST_THREATS, SEARCH_DTYPE, pack
from engine.life.closed import ATTACKER, DEFENDER, NO_KO, Region
from engine.life.search import DISPROVED, ENTRY_DTYPE, PROVED, UNKNOWN, find, py_best, py_search
from engine.life.strategy import STEP_DTYPE, py_collect
from engine.read.result import KO_A, KO_B, LOSE, WIN

ENTRIES = 1 << 20
"""Places of the table (40 bytes each)."""
STEPS = 1 << 17
"""Positions that a strategy may have."""
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
        self.steps = np.zeros(STEPS, STEP_DTYPE)
        self.index = np.empty(4 * STEPS, np.int32)
        self.search = np.zeros(1, SEARCH_DTYPE)[0]
        self.search['limit'] = self.limit

    def _pose(self, attackers: int, defenders: int, rest: int, threats: int) -> None:
        self.search['attackers'][0], self.search['defenders'][0] = np.uint64(attackers), np.uint64(defenders)
        self.search['rest'][0], self.search['threats'][0] = rest, threats

    def settle(self, attackers: int, defenders: int, ko: int, side: int, threats: int) -> int:
        """Who wins from a position: PROVED the attacker, DISPROVED the defender, or UNKNOWN."""
        rest = int(pack(ko, side))
        while True:
            self._pose(attackers, defenders, rest, threats)
            found = int(py_search(self.region.record, self.search, self.table))
            if found != DISPROVED:
                return found
            count = self._collect(attackers, defenders, rest, threats, DEFENDER)
            if count:
                return DISPROVED if count > 0 else UNKNOWN

    def _collect(self, attackers: int, defenders: int, rest: int, threats: int, winner: int) -> int:
        """Collect the winner's strategy into ``steps``: its length, 0 if there is none, -1 if nodes or room ran out."""
        first = self.steps[0]
        first['attackers'], first['defenders'], first['rest'], first['threats'] = np.uint64(attackers), np.uint64(defenders), rest, threats
        return int(py_collect(self.region.record, self.search, self.table, self.steps, self.index, winner))

    def turning(self, place: tuple[int, int, int, int], found: int, most: int) -> int | None:
        """How many threats of the loser turn a result that holds without any: 0 if none do, None if nodes ran out.

        More threats never hurt, and most proofs hold for more than was asked: only what they leave open is asked next.
        """
        step = 1 if found == PROVED else -1
        count = 0
        while True:
            count = max(count, step * self.until(*place, found)) + 1
            if count > most:
                return 0
            other = self.settle(*place, step * count)
            if other != found:
                return count if other != UNKNOWN else None

    def until(self, attackers: int, defenders: int, ko: int, side: int, found: int) -> int:
        """The number of threats up to which, or from which, a settled position is known to be settled the same way."""
        entry = self.table[find(self.table, np.uint64(attackers), np.uint64(defenders), int(pack(ko, side)))]
        return int(entry['won'] if found == PROVED else entry['lost'])

    def best(self, attackers: int, defenders: int, ko: int, side: int, threats: int) -> int:
        """A move that settles a position which is settled for the side to move: a point of the region, NO_KO for a pass."""
        self._pose(attackers, defenders, int(pack(ko, side)), threats)
        return int(py_best(self.region.record, self.search, self.table))


def solve(region: Region, side: int, limit: int = NODES, most_threats: int = THREATS) -> Verdict:
    """What the side to move achieves in a region, with the number of ko threats that would turn it."""
    solver = Solver(region, limit)
    wanted = PROVED if side == ATTACKER else DISPROVED
    mine = -1 if side == ATTACKER else 1
    here = region.attackers, region.defenders, region.ko, side

    def nodes() -> int:
        return int(solver.search['nodes'])

    found = solver.settle(*here, 0)
    if found == UNKNOWN:
        return Verdict(LOSE, PASS, 0, False, nodes())
    count = solver.turning(here, found, most_threats)
    turned, proved = count or 0, count is not None
    level = turned if found == PROVED else -turned      # where the loser has just enough
    if found != wanted:
        move = solver.best(*here, level) if turned else PASS
        return Verdict(KO_B if turned else LOSE, _on_board(region, move), turned, proved, nodes())
    if not turned:
        # The defender need do nothing if the attacker, moving first, could not take anything either.
        if side == DEFENDER and solver.settle(*here[:3], ATTACKER, -most_threats) == DISPROVED:
            return Verdict(WIN, PASS, 0, proved, nodes())
        level = -mine * most_threats if proved else 0
    else:
        level -= -mine
    return Verdict(KO_A if turned else WIN, _on_board(region, solver.best(*here, level)), turned, proved, nodes())


def _on_board(region: Region, v: int) -> int:
    return region.points[v] if 0 <= v < NO_KO else PASS
