"""Prove the life or death of open dragons in growing zones.  The proofs hold for any surroundings (``engine.solver.zone``).

Each side has zones of its own (``engine.solver.zone_search``).  A ko decides if both win and one threat makes the difference: as soon as
one side is known to win against a number of threats, the other side's search assumes one more.
"""
from collections.abc import Collection, Iterable
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.goal_names import ANY
from owlgo.engine.core.points import EMPTY, NEIGHBOURS, PASS, vertex
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN
from owlgo.engine.core.strings import string
from owlgo.engine.core.threads import pool
from owlgo.engine.solver import together
from owlgo.engine.solver.dfpn import End
from owlgo.engine.solver.ground import Ground
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NO_KO
from owlgo.engine.solver.solver import SOLVER_MEMORY, Progress, Solution, Solver
from owlgo.engine.solver.zone import Holds
from owlgo.engine.solver.zone_search import LIMITS, SearchWatch, ZoneProof, ZoneSearch, ZoneSearches


class Matter(NamedTuple):
    """The points and stones that a proof about an open dragon rests on."""
    points: tuple[int, ...]
    """The points of the proof, in board order.  Nothing else matters."""
    wall: tuple[int, ...]
    """Stones beside these points that belong to attacking strings assumed safe.  Empty if the proof is unconditional."""
    friends: tuple[int, ...] = ()
    """Stones of the defender outside that live unconditionally."""

    def sentence(self, board: np.void) -> str:
        """Return the points and assumptions in words."""
        def named(points: Iterable[int]) -> str:
            return ' '.join(vertex(p, int(board['size'])) for p in points)

        text = f'Nothing outside these {len(self.points)} points matters: {named(self.points)}'
        if self.wall:
            text += f'; the wall at {named(self.wall)} is taken to hold'
        if self.friends:
            text += f'; {named(self.friends)} live{"s" * (len(self.friends) == 1)} already'
        return f'{text}.'


class OpenProof(NamedTuple):
    """A verdict on an open dragon, with its proofs."""
    verdict: Solution
    proofs: tuple[ZoneProof, ...]
    """The proof for the side that wins or, if ko threats decide, a proof for each side."""

    @property
    def matter(self) -> Matter:
        """The points that the proofs rest on, with the stones of walls and friends that touch these points."""
        points = {p for found in self.proofs for p in found.points}

        def touching(stones: set[int]) -> tuple[int, ...]:
            return tuple(sorted(p for p in stones if any(p + step in points for step in NEIGHBOURS)))

        wall = touching({p for found in self.proofs if found.winner == ATTACKER for p in found.region.assumed})
        friends = touching({p for found in self.proofs for p in found.region.friends})
        return Matter(tuple(sorted(points)), wall, friends)

    @property
    def killer(self) -> Solver | None:
        """The solver of the zone in which the attacker wins, if there is one."""
        return next((found.solver for found in self.proofs if found.winner == ATTACKER), None)


class OpenSearch:
    """A search for proofs about an open dragon, which can be continued while the board stays the same."""

    def __init__(self, board: np.void, pos: int, side: int, most: int, declared: Collection[int] = (), progress: Progress | None = None,
                 dragon: Collection[int] = (), holds: Holds | None = None, memory: float = SOLVER_MEMORY,
                 threads: int = 1, kind: str = ANY, level: int | None = None, allowed: Collection[int] = (), weight: int = 1) -> None:
        """Set up the question what ``side``, moving first, achieves.  All searches together take at most ``most`` nodes.

        ``dragon``: the dragon's stones, by default the string at pos.  ``holds`` says whether a string with two liberties outside a zone is
        wall.  ``memory``: MB for each zone.  ``kind``: what is asked of the dragon's stones.  ``level``: the net ko threats of the defender
        to ask about; by default it is found out with how many each side wins.  ``allowed``: the only points to play on, or none for all.
        ``weight``: nodes for proofs that ``side`` succeeds, for each node for proofs that the other does, while the two take turns.

        Raises ValueError on an empty point.
        """
        if board['color'][pos] == EMPTY:
            raise ValueError('no stone there')
        self.board, self.side, self.most, self.nodes, self._progress = board, side, most, 0, progress
        self.stopped, self._level = False, level
        goal, ground = sorted(dragon or string(board, pos)), Ground(board)
        # Its success first: the proof takes few nodes, as a rule.
        self._tries = [ZoneSearches(ZoneSearch(ground, goal, side, winner, declared, SearchWatch(progress), most, holds, memory,
                                              kind == ANY or winner == DEFENDER, kind=kind, level=level, allowed=allowed))
                       for winner in (side, 1 - side)]
        self._threads, self._weight = threads, weight

    def go_on(self, limit: int | None = None, winners: Collection[int] = (ATTACKER, DEFENDER)) -> OpenProof | None:
        """Search for proofs that these sides win, until ``limit`` nodes are spent in all.  Return the exact verdict if it is found."""
        limit = self.most if limit is None else min(limit, self.most)
        tries = [one for one in self._tries if one.winner in winners]
        while not self.stopped and self.nodes < limit and any(one.goes_on for one in tries):
            for taking in [tries] if self._threads > 1 and self.nodes >= together.SOLO_NODES else [[one] for one in tries]:
                going = [one for one in taking if one.goes_on]
                if going and self.nodes < limit:
                    self._take_turns(going, limit - self.nodes)
                    verdict = _verdict(self.side, self._tries, self.nodes, self._level)
                    if verdict is not None:
                        return verdict
            self.stopped = self._progress is not None and not self._progress(self.nodes)
        return None

    def persevere(self) -> OpenProof | None:
        """Search as ``go_on`` does, but as long as nodes are left: zones that used up theirs get more."""
        proof = self.go_on()
        while proof is None and not self.stopped and self.nodes < self.most and any([one.persevere() for one in self._tries]):
            proof = self.go_on()
        return proof

    def _take_turns(self, tries: list[ZoneSearches], most: int) -> None:
        """Give one side a turn of searching, or let both sides search at the same time."""
        before = [one.found for one in tries]
        for number, one in enumerate(tries):
            one.threads = max((self._threads + number) // len(tries), 1)
            one.rival = self._rival(one).found
        if len(tries) > 1:
            self._search_both(tries[0], tries[1], most)
        else:
            turn = LIMITS.turn_of(self._threads)
            self.nodes += tries[0].turn(min(turn * (self._weight if tries[0].winner == self.side else 1), most))
        for one, found in zip(tries, before, strict=True):
            if one.found is not found:
                self._rival(one).ask_again()

    def _search_both(self, mine: ZoneSearches, other: ZoneSearches, most: int) -> None:
        """Search one side here and the other in a thread of its own, which can be stopped."""
        over, turn = False, min(LIMITS.turn, -(-most // 2))

        def goes_on(one: ZoneSearches, taken: int) -> bool:
            # What a side had found when the turn began the other one knows.
            return not over and one.goes_on and one.found is self._rival(one).rival and 2 * taken < most

        def work() -> int:
            taken = 0
            while goes_on(other, taken):
                taken += other.turn(turn)
            return taken

        other.watch.asks, taken = False, 0
        helper = pool().submit(work)
        try:
            while goes_on(mine, taken) and not (mine.stopped or helper.done()):
                taken += mine.turn(turn)
            other.watch.halted = mine.stopped
        except BaseException:
            other.watch.halted = True
            raise
        finally:
            over = True
            self.nodes += taken + helper.result()
            other.watch.asks = True

    def _rival(self, one: ZoneSearches) -> ZoneSearches:
        """Return the other side's search."""
        return self._tries[one is self._tries[0]]

    @property
    def more_may_help(self) -> bool:
        """Whether more nodes may help.  If not, no zone is left that could give a proof."""
        return any(one.starved or one.goes_on for one in self._tries)


def _verdict(side: int, tries: list[ZoneSearches], nodes: int, level: int | None = None) -> OpenProof | None:
    """Return the verdict, or None unless the proofs found so far say who wins for every number of ko threats, or for ``level``."""
    found = {one.winner: one.found for one in tries if one.found is not None}
    for winner, proof in found.items():
        if level is not None or proof.withstands_all:
            if winner != side:
                return OpenProof(Solution(LOSE, PASS, 0, True, nodes), (proof,))
            return _success(side, proof, nodes)
    # No number of threats may be open between the two.  Both may seem to win with one, since they assume different walls: no verdict.
    if len(found) < 2 or found[ATTACKER].until + 1 != found[DEFENDER].until:
        return None
    until = found[ATTACKER].until
    attacker_wins = until >= 0
    turned = until + 1 if attacker_wins else -until
    result = KO_A if attacker_wins == (side == ATTACKER) else KO_B
    return OpenProof(Solution(result, found[side].best, turned, True, nodes), tuple(found[winner] for winner in (side, 1 - side)))


def _success(side: int, proof: ZoneProof, nodes: int) -> OpenProof:
    """Return the verdict that the side to move wins.  If the defender is to move, test whether he may pass."""
    solver, region = proof.solver, proof.region
    if side == DEFENDER:
        before = solver.nodes
        # Test whether he may pass, in up to as many nodes as the proof took, and 1,000 more.  After a pass no ko is banned.
        solver.limit = before + 1000 + min(before, LIMITS.passing)
        idle = solver.settle(region.attackers, region.defenders, NO_KO, ATTACKER, proof.until) == End.DEFENDER_WON
        nodes += solver.nodes - before
        if idle:
            return OpenProof(Solution(WIN, PASS, 0, True, nodes, True), (proof._replace(side=ATTACKER, passed=True),))
    return OpenProof(Solution(WIN, solver.best(*region.start(side), proof.until), 0, True, nodes), (proof,))


def won_again(board: np.void, goal: Collection[int], proof: ZoneProof, nodes: int, progress: Progress | None = None,
              memory: float = SOLVER_MEMORY, kind: str = ANY, allowed: Collection[int] = ()) -> OpenProof | None:
    """Prove that the winner of a proof wins on another board too, moving first, in zones that grow from the proof's zone.

    A kill is proved without trusting a wall.  Return None if ``nodes`` do not show a success against all ko threats.  ``kind``,
    ``allowed``: as in OpenSearch.
    """
    winner = proof.winner
    trial = ZoneSearch(Ground(board), sorted(goal), winner, winner, proof.declared, SearchWatch(progress), nodes, None, memory,
                       winner == DEFENDER, proof.region.points, kind=kind, allowed=allowed)
    taken = 0
    while taken < nodes and trial.goes_on and not trial.stopped:
        taken += trial.turn(nodes - taken)
        if trial.found is not None and trial.found.withstands_all:
            return _success(winner, trial.found, taken)
    return None
