"""Prove the life or death of open dragons in growing zones.  The proofs hold for any surroundings (``engine.solver.zone``).

A zone begins with the points close to the dragon.  A zone is searched to prove that one side, the winner, succeeds there.  If it fails, the
zone grows where the other side's refutation left it, and is searched again.  Each side has zones of its own.  A ko decides if both win and
one threat makes the difference: as soon as one side is known to win against a number of threats, the other side's search assumes one more.
"""
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.goal_names import ALL, ANY, CONNECT
from owlgo.engine.core.points import EMPTY, NEIGHBOURS, PASS, neighbours, vertex
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN
from owlgo.engine.core.strings import string
from owlgo.engine.core.threads import pool
from owlgo.engine.core.waiting import WAITING
from owlgo.engine.solver import together
from owlgo.engine.solver.dfpn import End
from owlgo.engine.solver.expand import py_pack
from owlgo.engine.solver.ground import Ground
from owlgo.engine.solver.record import EVERYWHERE
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NO_KO, REGION_POINTS, NotEnclosed, Region
from owlgo.engine.solver.solver import SOLVER_MEMORY, TRIED_THREATS, Progress, Solution, Solver
from owlgo.engine.solver.table import py_find
from owlgo.engine.solver.zone import Holds, vouched, zone


@dataclass(frozen=True)
class ZoneLimits:
    """Limits of zones and searches in them.  Pairs: to prove a kill, to prove life."""
    first_steps: tuple[tuple[int, ...], ...] = ((2,), (2, 1))   # from the dragon to the rim of first zones, tried in turn, in empty points
    growths: int = 30                       # expansions of a zone, at most
    turn: int = 5000                        # nodes of one side's turn,
    threaded_turn: int = 20_000             # and of one with several threads
    easy: tuple[int, int] = (13, 17)        # empty points up to which a zone may take all nodes
    halving: float = 2.0                    # additional points that halve them
    usual: int = 60_000                     # nodes divided in this way; nodes beyond are for larger zones:
    large_easy: tuple[int, int] = (15, 18)  # empty points up to which a zone may take all of those
    large_halving: float = 3.0              # additional points that halve them
    restart_divisor: int = 4                # for zones grown from a later start
    least: int = 3000                       # nodes of any zone
    passing: int = 100_000                  # nodes for testing whether a defender who lives may pass, at most, and 1,000 more

    def nodes(self, most: int, winner: int, empty: int, restarted: bool) -> int:
        """Return how many of at most ``most`` nodes a zone may take, but at least ``least``.  More empty points, or a restart, mean fewer
        nodes."""
        usual = min(most, self.usual) * 0.5 ** max(0.0, (empty - self.easy[winner]) / self.halving)
        large = (most - self.usual) * 0.5 ** max(0.0, (empty - self.large_easy[winner]) / self.large_halving)
        return max(int(max(usual, large) / (self.restart_divisor if restarted else 1)), self.least)


LIMITS = ZoneLimits()
"""The limits in use."""


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
    proofs: tuple['ZoneProof', ...]
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


class ZoneProof(NamedTuple):
    """A zone in which a side wins."""
    winner: int
    until: int
    """The defender's net ko threats up to which the attacker wins, or from which on the defender wins."""
    region: Region
    solver: Solver
    side: int
    """The side that moves first."""
    declared: tuple[int, ...] = ()
    """Stones of the attacker that were declared safe."""
    passed: bool = False
    """Whether the other side has passed before, so that no ko is banned."""

    @property
    def unconditional(self) -> bool:
        """Whether the proof assumes no wall."""
        return self.winner == DEFENDER or not self.capture_ends and not self.region.assumed

    @property
    def capture_ends(self) -> bool:
        """Whether the proof ends with the capture of a dragon, and leaves open what is played on there."""
        record = self.region.record
        return not (record['played_on'] or record['all_live'] or record['joins'])

    @property
    def best(self) -> int:
        """The winner's move, if he moves first."""
        return self.solver.best(*self.region.start(self.side), self.until)

    def wins(self, move: int, nodes: int) -> bool:
        """Whether a first move of the winner is found to win within ``nodes`` more."""
        self.solver.limit = self.solver.nodes + nodes
        return self.solver.wins(move, self.side, self.until)

    @property
    def points(self) -> list[int]:
        """The points of the zone that the proof rests on."""
        r = self.region
        rest = int(py_pack(NO_KO if self.passed else r.ko_for(self.side), self.side))
        place = int(py_find(self.solver.table, np.uint64(r.attackers), np.uint64(r.defenders), rest))
        word = int(self.solver.table[place]['zone']) if place >= 0 else EVERYWHERE
        return [p for k, p in enumerate(r.points) if word >> k & 1]


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
        self._tries = [ZoneSearch(ground, goal, side, winner, declared, SearchWatch(progress), most, holds, memory,
                                  kind == ANY or winner == DEFENDER, kind=kind, level=level, allowed=allowed)
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

    def _take_turns(self, tries: list['ZoneSearch'], most: int) -> None:
        """Give one side a turn of searching, or let both sides search at the same time."""
        before = [one.found for one in tries]
        for number, one in enumerate(tries):
            one.threads = max((self._threads + number) // len(tries), 1)
            one.rival = self._rival(one).found
        if len(tries) > 1:
            self._search_both(tries[0], tries[1], most)
        else:
            turn = LIMITS.turn if self._threads == 1 else LIMITS.threaded_turn
            self.nodes += tries[0].turn(min(turn * (self._weight if tries[0].winner == self.side else 1), most))
        for one, found in zip(tries, before, strict=True):
            if one.found is not found:
                self._rival(one).ask_again()

    def _search_both(self, mine: 'ZoneSearch', other: 'ZoneSearch', most: int) -> None:
        """Search one side here and the other in a thread of its own, which can be stopped."""
        over, turn = False, min(LIMITS.turn, -(-most // 2))

        def goes_on(one: ZoneSearch, taken: int) -> bool:
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

    def _rival(self, one: 'ZoneSearch') -> 'ZoneSearch':
        """Return the other side's search."""
        return self._tries[one is self._tries[0]]

    @property
    def more_may_help(self) -> bool:
        """Whether more nodes may help.  If not, no zone is left that could give a proof."""
        return any(one.starved or one.short or one.goes_on for one in self._tries)


def _verdict(side: int, tries: list['ZoneSearch'], nodes: int, level: int | None = None) -> OpenProof | None:
    """Return the verdict, or None unless the proofs found so far say who wins for every number of ko threats, or for ``level``."""
    found = {one.winner: one.found for one in tries if one.found is not None}
    for winner, proof in found.items():
        if level is not None or abs(proof.until) >= TRIED_THREATS and (proof.until > 0) == (winner == ATTACKER):
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
        if trial.found is not None and abs(trial.found.until) >= TRIED_THREATS and (trial.found.until > 0) == (winner == ATTACKER):
            return _success(winner, trial.found, taken)
    return None


def never_refilled(board: np.void, goal: Collection[int], kind: str) -> set[int]:
    """Return the stones in question on whose points nobody needs to play again: all, unless one of several strings may fall (ANY)."""
    alone = kind != ANY or set(goal) <= set(string(board, min(goal)))
    return set(goal) if alone else set()


@dataclass
class SearchWatch:
    """Tells the solvers of one side's zones whether to continue."""
    progress: Progress | None
    asks: bool = True
    """Whether this thread asks ``progress`` whether to continue.  If not, ``halted`` ends the search."""
    halted: bool = False

    def __call__(self, nodes: int) -> bool:
        if not self.asks:
            return not self.halted
        if self.progress is None:
            WAITING.check()
        return self.progress is None or self.progress(nodes)


@dataclass
class ZoneSearch:
    """One side's search in zones, each larger than the last."""
    ground: Ground
    goal: list[int]
    side: int
    winner: int
    declared: Collection[int]
    watch: SearchWatch
    most: int
    holds: Holds | None
    memory: float
    trusting: bool = True
    """Whether walls may be assumed to hold.  If not, kills are unconditional."""
    given: Collection[int] = ()
    """The first zone's points.  If empty, the zone begins with the points close to the dragon."""
    threads: int = 1
    kind: str = ANY
    """What is asked of the goal's stones: ANY, ALL or CONNECT."""
    level: int | None = None
    """The only net ko threats to ask about, or None."""
    allowed: Collection[int] = ()
    """The only points to play on; empty for all."""
    rival: ZoneProof | None = None
    """The other side's proof when the turn began."""
    core: set[int] = field(default_factory=set)
    solver: Solver | None = None
    """The solver of the present zone."""
    asked: int = 0
    """The net ko threats in the solver's question."""
    patience: int = 0
    """Node limit of the present zone."""
    found: ZoneProof | None = None
    steps: int = 0
    over: bool = False
    starved: bool = False
    """Whether the search is over because a zone used up its nodes."""
    begun: int = 0
    """Number of first zones begun so far, the present one included."""
    near: int = 0
    """Steps from the dragon to the first zone's rim."""
    short: bool = False
    """Whether a zone of an earlier start used up its nodes."""

    def __post_init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Start again, with the next of the first zones (``ZoneLimits.first_steps``)."""
        self.near = LIMITS.first_steps[self.winner][self.begun]
        self.core = set(self.given) if self.given and not self.begun else self.ground.within(self.goal, self.near)
        self.begun += 1
        self.short |= self.starved
        self.solver, self.steps, self.over, self.starved = None, 0, False, False

    @property
    def stopped(self) -> bool:
        """Whether the search was stopped from outside."""
        return self.solver is not None and self.solver.stopped

    @property
    def begins_again(self) -> bool:
        """Whether the search has failed and another first zone is left."""
        return not (self.goes_on or self.stopped) and self.found is None and self.begun < len(LIMITS.first_steps[self.winner])

    @property
    def goes_on(self) -> bool:
        """Whether a zone is left to try."""
        return not self.over and (self.solver is not None or self.steps < LIMITS.growths)

    def ask_again(self) -> None:
        """After the other side's success, start again from the same first zone, since a zone that was refuted may win against fewer
        threats.  A side that has a proof does not start again."""
        if self.found is None:
            self.begun -= 1
            self.begin()

    def turn(self, nodes: int) -> int:
        """Search until there is a proof or ``nodes`` are spent, and return the nodes spent."""
        taken = 0
        while taken < nodes and self.goes_on:
            before = self.found
            taken += self._step(nodes - taken)
            if self.begins_again:
                self.begin()
            if self.found is not before:
                break
        return taken

    def _step(self, nodes: int) -> int:
        """Search one zone until it is settled or ``nodes`` are spent, and return the nodes spent."""
        if self.solver is None:
            self.steps += 1
            try:
                region = self._zone()
            except NotEnclosed:
                wider = self.ground.within(self.goal, self.near + self.steps) | self.core
                self.over = len(wider) > REGION_POINTS or wider == self.core
                self.core = wider
                return 1
            empty = region.empty
            self.patience = LIMITS.nodes(self.most, self.winner, empty, self.begun > 1)
            self.solver = Solver(region, self.patience, memory=self.memory, progress=self.watch, most=self.patience,
                                 winner=self.winner)
            self.asked = 0
        solver = self.solver
        before = solver.nodes
        solver.limit, solver.threads = min(before + nodes, self.patience), self.threads
        mine, most = (End.ATTACKER_WON, TRIED_THREATS) if self.winner == ATTACKER else (End.DEFENDER_WON, -TRIED_THREATS)
        if self.level is not None:
            self.asked = most = self.level
        if self.asked != most and self.rival is not None:
            # The other side wins against that many threats: does one more turn the result?
            self.asked = self.rival.until + (1 if self.winner == DEFENDER else -1)
        found = solver.settle(*solver.region.start(self.side), self.asked)
        if found == mine:
            # A success against some threats is kept while it is asked about all of them.
            self._keep(solver, most if self.asked == most else solver.until)
            self.over = self.asked == most or abs(solver.until) >= TRIED_THREATS and (solver.until > 0) == (self.winner == ATTACKER)
            self.asked = most
        elif solver.stopped or solver.nodes >= self.patience:
            self.over = self.starved = True
        elif found != End.OUT_OF_NODES:
            self._grow(solver)
            self.solver = None
        return max(solver.nodes - before, 1)

    def _zone(self) -> Region:
        """Build the present zone.  Raises NotEnclosed."""
        dragon, joins = ((), self.goal) if self.kind == CONNECT else (self.goal, ())
        allowed = set(self.allowed)
        # Stones may fall, and their points be played on then.  Once a string in question has fallen, there is no more play for it.
        spared = never_refilled(self.ground.board, self.goal, self.kind) if allowed else set[int]()
        core = {p for p in self.core if p in spared or p in allowed} if allowed else self.core
        region = zone(self.ground, core, self.winner, dragon, self.declared, holds=self.holds, trusting=self.trusting, joins=joins)
        if allowed and not set(region.points) <= spared.union(allowed):
            raise NotEnclosed('the zone needs points that may not be played on')
        region.record['played_on'] = not self.trusting and self.kind == ANY
        region.record['all_live'] = self.kind == ALL
        return region

    def _keep(self, solver: Solver, until: int) -> None:
        """Keep a success against ``until`` threats unless a success against more threats is known."""
        sign = 1 if self.winner == ATTACKER else -1
        if self.found is None or sign * until > sign * self.found.until:
            self.found = ZoneProof(self.winner, until, solver.region, solver, self.side,
                                   vouched(self.ground, solver.region, self.winner, self.declared))

    def _grow(self, solver: Solver) -> None:
        """Extend the zone at rim points that the other side's refutation used.  If there are none, extend it at all rim stones of that
        side, or everywhere."""
        region = solver.region
        used = int(region.record['unsure'])
        steps = solver.line(*region.start(self.side), self.asked, 1 - self.winner)
        moves = steps['move'][(steps['move'] >= 0) & (steps['move'] < REGION_POINTS)].astype(np.uint64)
        moved = int(np.bitwise_or.reduce(np.uint64(1) << moves, initial=np.uint64(0)))
        used &= moved if used & moved else int(np.bitwise_or.reduce(steps['attackers'] | steps['defenders'], initial=np.uint64(0)))
        size, colors = self.ground.size, self.ground.colors
        inside = set(region.points).union(region.wall, *region.posts.values())

        def beyond(word: int) -> set[int]:
            return {q for k, p in enumerate(region.points) if word >> k & 1 for q in neighbours(p, size) if q not in inside}

        fallen = [p for k, p in enumerate(region.points) if int(region.record['fallen']) >> k & 1]
        if fallen:
            weakest = min(fallen, key=lambda p: (len(self.ground.liberties(p) - set(region.points)), len(region.posts[p])))
            new = set(self.ground.liberties(weakest))
        else:
            new = beyond(used) - self.core or beyond(int(region.record['unsure']))
        if self.winner == DEFENDER:
            new |= {stone for q in new if colors[q] != EMPTY for stone in self.ground.string(q)}
        self.over = not new - self.core
        self.core |= new
