"""Dragons whose region is open: proofs in zones, which hold whatever lies outside (``engine.solver.zone``).

A zone begins as what lies close to the dragon.  If the winner does not win there, it grows where the other side went out to refute him, and
is solved again.
"""
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from engine.core.points import EMPTY, NEIGHBOURS, PASS, neighbours, vertex
from engine.core.result import KO_A, KO_B, LOSE, WIN
from engine.core.strings import string
from engine.solver.dfpn import DISPROVED, PROVED, UNKNOWN, find
from engine.solver.expand import EVERYWHERE, pack
from engine.solver.ground import Ground
from engine.solver.region import ATTACKER, DEFENDER, MOST_POINTS, NotEnclosed, Region
from engine.solver.solver import THREATS, Progress, Solution, Solver
from engine.solver.zone import zone

NEAR = 1
"""Empty points between the dragon and the rim of the first zone."""
STEPS = 12
"""How often a zone grows."""
SHARE = 3
"""One part in so many of the nodes that are left goes to the next zone."""
IDLE = 1000
"""Nodes, besides twice those that it took to see that the defender lives, for whether he need do nothing."""
MOST_UNKNOWN = 2
"""A side of which so many zones ran out of nodes is given up."""


class Matter(NamedTuple):
    """What a proof in the open rests on."""
    points: tuple[int, ...]
    """Outside of these nothing matters; in board order."""
    wall: tuple[int, ...]
    """Stones of the attacker that are taken to be safe."""

    def sentence(self, board: np.void) -> str:
        """The same in words."""
        size = int(board['size'])
        text = f'Nothing outside these {len(self.points)} points matters: {" ".join(vertex(p, size) for p in self.points)}'
        if not self.wall:
            return f'{text}.'
        return f'{text}; the wall at {" ".join(vertex(p, size) for p in self.wall)} is taken to hold.'


class OpenProof(NamedTuple):
    """A verdict on an open dragon with what it rests on."""
    verdict: Solution
    proofs: tuple['ZoneProof', ...]
    """One, or both if ko threats decide."""

    @property
    def matter(self) -> Matter:
        """What it rests on; of a wall those stones that touch the points."""
        points = {p for found in self.proofs for p in found.points}
        walls = {p for found in self.proofs if found.winner == ATTACKER for p in found.region.wall}
        wall = {p for p in walls if any(p + step in points for step in NEIGHBOURS)}
        return Matter(tuple(sorted(points)), tuple(sorted(wall)))


class ZoneProof(NamedTuple):
    """A zone in which a side wins."""
    winner: int
    until: int
    """Up to (the attacker) or down to (the defender) which number of the defender's net ko threats."""
    region: Region
    solver: Solver
    side: int
    """Who moves first."""
    declared: tuple[int, ...] = ()
    """Stones of the attacker that were said to be safe."""

    @property
    def points(self) -> list[int]:
        """Those of the zone that matter."""
        r = self.region
        place = int(find(self.solver.table, np.uint64(r.attackers), np.uint64(r.defenders), int(pack(r.ko, self.side))))
        word = int(self.solver.table[place]['zone']) if self.winner == ATTACKER and place >= 0 else EVERYWHERE
        return [p for k, p in enumerate(r.points) if word >> k & 1]


def prove_open(board: np.void, pos: int, side: int, limit: int, declared: Collection[int] = (),
               progress: Progress | None = None, dragon: Collection[int] = ()) -> OpenProof | None:
    """The exact verdict on a dragon that is not enclosed, within so many nodes; None where there is none.  Its stones are those named, else
    its string.

    Raises ValueError on an empty point.
    """
    if board['color'][pos] == EMPTY:
        raise ValueError('no stone there')
    goal = sorted(dragon or string(board, pos))
    # Its success first: where it can be proved that takes few nodes, as a rule.
    ground = Ground(board)
    tries = [_Try(ground, goal, side, winner, declared, progress) for winner in (side, 1 - side)]
    nodes = 0
    while nodes < limit and any(one.goes_on for one in tries):
        for one in tries:
            if one.goes_on and nodes < limit:
                nodes += one.step(max((limit - nodes) // SHARE, 1))
                verdict = _verdict(side, tries, nodes)
                if verdict is not None:
                    return verdict
        if progress and not progress(nodes):
            return None
    return None


def _verdict(side: int, tries: list['_Try'], nodes: int) -> OpenProof | None:
    """What the proofs found so far come to, if they settle everything."""
    found = {one.winner: one.found for one in tries if one.found is not None}
    for winner, proof in found.items():
        if abs(proof.until) >= THREATS and (proof.until > 0) == (winner == ATTACKER):
            if winner != side:
                return OpenProof(Solution(LOSE, PASS, 0, True, nodes), (proof,))
            return _success(side, proof, nodes)
    if len(found) < 2 or found[ATTACKER].until + 1 < found[DEFENDER].until:
        return None
    until = found[ATTACKER].until
    attacker_wins = until >= 0
    turned = until + 1 if attacker_wins else -until
    result = KO_A if attacker_wins == (side == ATTACKER) else KO_B
    own = found[side]
    move = own.solver.best(*_place(own.region, side), own.until)
    return OpenProof(Solution(result, move, turned, True, nodes), tuple(found[winner] for winner in (side, 1 - side)))


def _success(side: int, proof: ZoneProof, nodes: int) -> OpenProof:
    """The side that moves first has won; the defender perhaps without a move."""
    solver, region = proof.solver, proof.region
    if side == DEFENDER:
        before = solver.nodes
        solver.limit = 2 * before + IDLE
        idle = solver.settle(*_place(region, ATTACKER), proof.until) == DISPROVED
        nodes += solver.nodes - before
        if idle:
            return OpenProof(Solution(WIN, PASS, 0, True, nodes, True), (proof._replace(side=ATTACKER),))
    return OpenProof(Solution(WIN, solver.best(*_place(region, side), proof.until), 0, True, nodes), (proof,))


def _place(region: Region, side: int) -> tuple[int, int, int, int]:
    """A zone's position."""
    return region.attackers, region.defenders, region.ko, side


@dataclass
class _Try:
    """A side's zones, each larger than the one before."""
    ground: Ground
    goal: list[int]
    side: int
    winner: int
    declared: Collection[int]
    progress: Progress | None
    core: set[int] = field(default_factory=set)
    found: ZoneProof | None = None
    steps: int = 0
    unknown: int = 0
    over: bool = False

    def __post_init__(self) -> None:
        self.core = self._around(NEAR)

    @property
    def goes_on(self) -> bool:
        """Whether there is something left to try."""
        return not self.over and self.steps < STEPS and self.unknown < MOST_UNKNOWN

    def _around(self, width: int) -> set[int]:
        """What lies within so many empty points of the dragon."""
        return self.ground.within(self.goal, width)

    def step(self, limit: int) -> int:
        """Solve the next zone within so many nodes; returns how many it took."""
        self.steps += 1
        try:
            region = zone(self.ground, self.core, self.winner, self.goal, self.declared)
        except NotEnclosed:
            wider = self._around(NEAR + self.steps) | self.core
            self.over = len(wider) > MOST_POINTS or wider == self.core
            self.core = wider
            return 1
        solver = Solver(region, limit, progress=self.progress)
        mine = PROVED if self.winner == ATTACKER else DISPROVED
        most = THREATS if self.winner == ATTACKER else -THREATS
        place = _place(region, self.side)
        found = solver.settle(*place, 0)
        asked = 0
        if found == mine:
            best = max(self.found.until, solver.until) if self.found and self.winner == ATTACKER else \
                min(self.found.until, solver.until) if self.found else solver.until
            if self.found is None or best != self.found.until:
                self.found = ZoneProof(self.winner, solver.until, region, solver, self.side, tuple(self.declared))
            if abs(self.found.until) < THREATS or (self.found.until > 0) != (most > 0):
                asked = most
                found = solver.settle(*place, most)
                if found == mine:
                    self.found = ZoneProof(self.winner, most, region, solver, self.side, tuple(self.declared))
        if solver.stopped:
            self.over = True
        elif found != mine:
            self.unknown += found == UNKNOWN
            self._grow(region, solver, place, asked, found)
        return max(solver.nodes, 1)

    def _grow(self, region: Region, solver: Solver, place: tuple[int, int, int, int], asked: int, found: int) -> None:
        """Add what lies beyond the points of the rim where somebody played in the refutation; beyond all of them if none is known."""
        used = int(region.record['unsure'])
        if found != UNKNOWN:
            solver.limit = 2 * solver.nodes
            try:
                steps = solver.strategy(*place, asked, 1 - self.winner)
            except ValueError:
                steps = None
            if steps is not None:
                moves = steps['move'][(steps['move'] >= 0) & (steps['move'] < MOST_POINTS)].astype(np.uint64)
                used &= int(np.bitwise_or.reduce(steps['attackers'] | steps['defenders'])) | \
                    int(np.bitwise_or.reduce(np.uint64(1) << moves, initial=np.uint64(0)))
        size, colors = self.ground.size, self.ground.colors
        inside = set(region.points) | region.wall
        new = {q for k, p in enumerate(region.points) if used >> k & 1 for q in neighbours(p, size) if q not in inside}
        if self.winner == DEFENDER:
            new |= {stone for q in new if colors[q] != EMPTY for stone in self.ground.string(q)}
        self.over = not new - self.core
        self.core |= new
