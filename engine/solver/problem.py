"""Solve life-and-death problems: who wins, by which moves, how much is at stake, and which stones matter.

    study = Study(board, pos)
    study.verdict(ATTACKER)         what the attacker achieves if he moves first
    study.first_moves(ATTACKER)     all his moves that achieve it
"""
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.points import EMPTY, PASS, all_points, neighbours, other
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN
from owlgo.engine.core.strings import string
from owlgo.engine.core.variation import Variation
from owlgo.engine.solver.dfpn import End
from owlgo.engine.solver.one_sided import waiting
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NO_KO, NotEnclosed, Region, enclose
from owlgo.engine.solver.solver import SOLVER_MEMORY, Progress, Solution, Solver
from owlgo.engine.solver.strategy import Moves, Node, Place, after, answers, continued

MOST_TENUKI = 3
"""Most consecutive attacking moves tried."""


class Ko(NamedTuple):
    """The kind of ko that decides."""
    kind: str
    """direct, approach-move or multi-step."""
    points: list[int]
    """The points where the ko is fought."""
    first: int
    """The side that takes the ko first."""


@dataclass
class Study:
    """Answers questions about a dragon in a closed region."""
    board: np.void
    pos: int
    limit: int = 10_000_000
    """Nodes for each question."""
    memory: float = SOLVER_MEMORY
    declared: Collection[int] = ()
    progress: Progress | None = None
    string_only: bool = False
    """Whether the question is about the string at pos alone, not the whole dragon."""
    threads: int = 1

    def __post_init__(self) -> None:
        """Find the region.  Raises NotEnclosed if no closed region is found, and ValueError for too little memory."""
        self.region: Region = enclose(self.board, self.pos, self.declared)
        if self.string_only:
            stones = string(self.board, self.pos)
            self.region.record['goal'] = np.uint64(sum(1 << k for k, p in enumerate(self.region.points) if p in stones))
        self.solver = Solver(self.region, self.limit, memory=self.memory, progress=self.progress, threads=self.threads)
        self.defender = int(self.board['color'][self.pos])
        self._verdicts: dict[int, Solution] = {}

    @cached_property
    def dragon(self) -> list[int]:
        """The defender's stones in question."""
        stones = self.region.defenders & int(self.region.record['goal'])
        return [p for k, p in enumerate(self.region.points) if stones >> k & 1]

    @cached_property
    def wall(self) -> list[int]:
        """The stones of the strings next to the region, which count as safe because of their liberties outside."""
        inside = set(self.region.points)
        near = {p for q in inside for p in neighbours(q, int(self.board['size'])) if p not in inside}
        return sorted({s for p in near for s in string(self.board, p)})

    def color(self, side: int) -> int:
        """The colour of a side."""
        return self.defender if side == DEFENDER else other(self.defender)

    def verdict(self, side: int) -> Solution:
        """Return the result if a side moves first."""
        if side not in self._verdicts:
            before = self.solver.nodes
            self._refill()
            verdict = self.solver.verdict(side)
            self._verdicts[side] = verdict._replace(nodes=self.solver.nodes - before)
        return self._verdicts[side]

    def _refill(self, most: int | None = None) -> None:
        """Allow nodes for one more question."""
        self.solver.limit = self.solver.nodes + min(self.limit, most or self.limit)

    @property
    def _more(self) -> int:
        """The node limit for a further question.  Such questions are usually easier than the two verdicts."""
        return 100_000 + 4 * sum(verdict.nodes for verdict in self._verdicts.values())

    def succeeds(self, side: int) -> bool:
        """Whether a side succeeds moving first, at least by a ko."""
        return self.verdict(side).result in (WIN, KO_A, KO_B)

    @cached_property
    def waits(self) -> bool:
        """Whether the defender can only wait for a ko that the attacker alone can begin.  The dragon then counts as dead."""
        verdict = self.verdict(ATTACKER)
        return verdict.result == KO_A and verdict.proved and waiting(self.solver, verdict.threats, min(self.limit, self._more)).only

    def level(self, side: int) -> int:
        """Return the net ko threats at which to study a side's result: the most it withstands, or the fewest it needs."""
        verdict = self.verdict(side)
        threats = {WIN: self.solver.most_threats, KO_A: verdict.threats - 1, KO_B: -verdict.threats, LOSE: 0}[verdict.result]
        if verdict.result == WIN and not verdict.proved:
            threats = 0
        return threats if side == ATTACKER else -threats

    def first_moves(self, side: int) -> tuple[list[int], list[int]]:
        """Return all first moves that achieve the verdict, and the moves for which nodes ran out, as points of the board.  PASS means that
        no move is needed."""
        verdict = self.verdict(side)
        if verdict.result == LOSE:
            return [], []
        if verdict.needs_none:
            return [PASS], []
        good, open_ = [], []
        for move, place in self.moves(self.start(side, self.level(side)), side):
            self._refill(self._more)
            found = self.solver.settle(*place[:3], 1 - side, place[3])
            if found == End.OUT_OF_NODES:
                open_.append(move)
            elif (found == End.ATTACKER_WON) == (side == ATTACKER):
                good.append(move)
        return good, open_

    def moves(self, place: Place, side: int) -> Iterator[tuple[int, Place]]:
        """Yield every move of a side except passing, with the position after it."""
        for v, pos in enumerate(self.region.points):
            following = after(self.region, place, v, side)
            if following:
                yield pos, following

    def start(self, side: int, threats: int = 0) -> Place:
        """Return the position in which a side moves first.  A ko is banned only for the side that may not retake it."""
        return *self.region.start(side)[:3], threats

    def tried(self, side: int, move: int) -> tuple[bool | None, list[Variation]]:
        """Return whether a first move achieves the verdict (None if nodes ran out), and the proof from there on.

        Raises ValueError unless the move is a legal one inside the region.
        """
        if move not in self.region.points:
            raise ValueError('the move is outside the region')
        place = after(self.region, self.start(side, self.level(side)), self.region.points.index(move), side)
        if place is None:
            raise ValueError('the move is not allowed')
        self._refill()
        found = self.solver.settle(*place[:3], 1 - side, place[3])
        if found == End.OUT_OF_NODES:
            return None, []
        winner = ATTACKER if found == End.ATTACKER_WON else DEFENDER
        return winner == side, self.tree(place, 1 - side, winner)

    def tenuki(self) -> int | None:
        """Return how many moves in a row the attacker needs to kill without ko.  0: the dragon is dead.  None: more than MOST_TENUKI, or
        nodes ran out."""
        self._refill(self._more)
        if self.solver.settle(*self.start(DEFENDER)[:3], DEFENDER, 0) == End.ATTACKER_WON:
            return 0
        reached = {self.start(ATTACKER)}
        for count in range(1, MOST_TENUKI + 1):
            for attackers, defenders, ko, _ in reached:
                if self.solver.settle(attackers, defenders, ko, ATTACKER, 0) == End.ATTACKER_WON:
                    return count
            # After the defender's answer elsewhere no ko is banned; the attacker may have had to play elsewhere himself first.
            reached = {(*following[:2], NO_KO, 0) for place in reached for _, following in self.moves(place, ATTACKER)} | \
                {(*place[:2], NO_KO, 0) for place in reached if place[2] != NO_KO}
        return None

    def ko(self, side: int) -> Ko | None:
        """Return the deciding ko, or None if no ko decides.  It is taken from the shortest line that uses all threats of the side that
        needs them."""
        verdict = self.verdict(side)
        if not verdict.threats:
            return None
        needs = side if verdict.result == KO_B else 1 - side
        threats = verdict.threats if needs == DEFENDER else -verdict.threats
        root = self.start(side, threats), side
        return deciding_ko(self.region, self.strategy(*root, needs), root, needs, verdict.threats)

    def strategy(self, place: Place, side: int, winner: int) -> Moves:
        """Return the winner's strategy from a position.  Raises ValueError if nodes ran out."""
        self._refill()
        return answers(self.solver.strategy(*place[:3], side, place[3], winner))

    def tree(self, place: Place, side: int, winner: int, most: int = 3000) -> list[Variation]:
        """Return the winner's strategy as a tree of at most ``most`` moves.  Repeated positions are shown once."""
        steps = self.strategy(place, side, winner)
        roots: list[Variation] = []
        queue = [((place, side), roots)]
        shown = {(place, side)}
        count = 0
        for (place, mover), below in queue:
            for v, following in continued(self.region, steps, place, mover, winner):
                if count == most:
                    return roots
                count += 1
                node = following, 1 - mover
                if node in shown:
                    outcome = 'leads to a position shown elsewhere'
                elif not following[1] & int(self.region.record['goal']):
                    outcome = 'all is taken'
                elif node not in steps:
                    outcome = 'no room for two eyes' if winner == ATTACKER else 'two eyes'
                else:
                    outcome = 'dies' if winner == ATTACKER else 'lives'
                variation = Variation(self.color(mover), PASS if v == NO_KO else self.region.points[v], outcome)
                below.append(variation)
                if node not in shown and node in steps:
                    shown.add(node)
                    queue.append((node, variation.children))
        return roots

    def minimal(self) -> list[int]:
        """Return the stones that matter.  The verdicts are proved to be the same without all other stones."""
        wanted = [self._outcome(self, side) for side in (ATTACKER, DEFENDER)]
        stones = [p for p in all_points(int(self.board['size'])) if self.board['color'][p] != EMPTY and p != self.pos]
        kept = set(stones)
        # Those far from the dragon go first: most of them in one piece.
        inside = set(self.region.points) | set(self.wall)
        far = [p for p in stones if p not in inside]
        parts = [far, *([p] for p in far), *([p] for p in stones if p in inside)]
        before: set[int] = set()
        while before != kept:
            before = kept
            for part in parts:
                rest = kept - set(part)
                if rest != kept and self._holds(rest, wanted):
                    kept = rest
        return sorted(kept | {self.pos})

    def _holds(self, stones: set[int], wanted: list[tuple[int, int] | None]) -> bool:
        """Whether the position with only these stones has the same verdicts."""
        board = new_board(int(self.board['size']))
        for p in sorted(stones | {self.pos}):
            if not py_place_if_legal(board, p, int(self.board['color'][p])):
                return False
        board['ko'] = self.board['ko']
        try:
            smaller = Study(board, self.pos, min(self.limit, self._more), self.memory, [p for p in self.declared if p in stones],
                            self.progress, self.string_only, self.threads)
        except NotEnclosed:
            return False
        if _same(smaller.region, self.region):
            return True
        return all(self._outcome(smaller, side) == outcome for side, outcome in zip((ATTACKER, DEFENDER), wanted, strict=True))

    @staticmethod
    def _outcome(study: 'Study', side: int) -> tuple[int, int] | None:
        verdict = study.verdict(side)
        return (verdict.result, verdict.threats) if verdict.proved else None


def _same(first: Region, second: Region) -> bool:
    """Whether two regions are the same as far as the solver can tell."""
    return first.points == second.points and first.attackers == second.attackers and first.defenders == second.defenders and \
        first.record['boundary'] == second.record['boundary'] and \
        (first.ko, first.banned) == (second.ko, second.banned)


def deciding_ko(region: Region, steps: Moves, root: Node, needs: int, count: int) -> Ko | None:
    """Return the ko that decides, from the strategy with which side ``needs`` wins with ``count`` ko threats, or None if it shows none."""
    queue: list[tuple[Node, list[int], int | None]] = [(root, [], None)]
    seen = {root}
    for (place, mover), points, first in queue:
        if place[3] == 0:
            distinct = sorted(set(points))
            kind = 'direct' if count == 1 else 'multi-step' if len(distinct) > 1 else 'approach-move'
            return Ko(kind, distinct, first if first is not None else mover)
        for v, following in continued(region, steps, place, mover, needs):
            node = following, 1 - mover
            if node not in seen:
                seen.add(node)
                taken = first if first is not None or following[2] == NO_KO else mover
                queue.append((node, points + [region.points[v]] if following[3] != place[3] else points, taken))
    return None


def candidates(board: np.void) -> list[int]:
    """Return a stone of every dragon in a closed region, smaller regions first.  Nested regions are left out."""
    found: dict[tuple[int, ...], int] = {}
    for p in all_points(int(board['size'])):
        if board['color'][p] != EMPTY:
            try:
                region = enclose(board, p)
            except NotEnclosed:
                continue
            found.setdefault(tuple(region.points), p)
    outer = [points for points in found if not any(set(points) < set(others) for others in found)]
    return [found[points] for points in sorted(outer, key=lambda points: (len(points), points))]


def openings(board: np.void, pos: int, declared: Collection[int] = ()) -> tuple[list[int], list[int]]:
    """Find a single gap in a dragon's enclosure, within four steps.  Return the attacking strings, by first stones, that would close it if
    they were safe, and the points where a safe stone would.  Both are empty if there is no gap or several.  Raises ValueError on an empty
    point."""
    if _closes(board, pos, declared):
        return [], []
    size, attacker = int(board['size']), other(int(board['color'][pos]))
    near, edge = set(string(board, pos)), set(string(board, pos))
    for _ in range(4):
        edge = {q for p in edge for q in neighbours(p, size)} - near
        near |= edge
    strings = sorted({min(string(board, p)) for p in near if board['color'][p] == attacker})
    found = [first for first in strings if _closes(board, pos, [*declared, *string(board, first)])]
    points = []
    for p in sorted(p for p in near if board['color'][p] == EMPTY):
        closed = board.copy()
        if py_place_if_legal(closed, p, attacker) and closed['color'][pos] == board['color'][pos] and \
                _closes(closed, pos, [*declared, *string(closed, p)]):
            points.append(p)
    return found, points


def _closes(board: np.void, pos: int, declared: Collection[int]) -> bool:
    """Whether a dragon's region is closed, and small enough to be solved."""
    try:
        enclose(board, pos, declared)
    except NotEnclosed:
        return False
    return True
