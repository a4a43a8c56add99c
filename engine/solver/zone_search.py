"""Search growing zones round an open dragon for one side's success (``engine.solver.zone``).

A zone begins with the points close to the dragon, and is searched to prove that one side, the winner, succeeds there.  If it fails, the
zone grows where the other side's refutation left it, and is searched again.  Zones grow from several first zones, which take turns.
"""
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import NamedTuple
from weakref import WeakValueDictionary

import numpy as np

from owlgo.engine.core.goal_names import ALL, ANY, CONNECT
from owlgo.engine.core.points import EMPTY, neighbours
from owlgo.engine.core.strings import string
from owlgo.engine.core.waiting import WAITING
from owlgo.engine.solver.dfpn import End
from owlgo.engine.solver.expand import py_pack
from owlgo.engine.solver.ground import Ground
from owlgo.engine.solver.record import EVERYWHERE
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NO_KO, REGION_POINTS, NotEnclosed, Region
from owlgo.engine.solver.solver import TRIED_THREATS, Progress, Solver
from owlgo.engine.solver.table import py_find
from owlgo.engine.solver.zone import Holds, vouched, zone


@dataclass(frozen=True)
class ZoneLimits:
    """Limits of zones and searches in them.  Pairs: to prove a kill, to prove life."""
    first_steps: tuple[tuple[int, ...], ...] = ((2,), (2, 3, 1))    # from the dragon to the rim of first zones, in empty points
    joining: int = 20_000                   # nodes after which one more first zone is grown beside the earlier ones, unless they are over
    growths: int = 30                       # expansions of a zone, at most
    turn: int = 5000                        # nodes of one side's turn,
    threaded_turn: int = 20_000             # and of one with several threads
    easy: tuple[int, int] = (13, 17)        # empty points up to which a zone may take all nodes
    halving: float = 2.0                    # additional points that halve them
    usual: int = 60_000                     # nodes divided in this way; nodes beyond are for larger zones:
    large_easy: tuple[int, int] = (15, 18)  # empty points up to which a zone may take all of those
    large_halving: float = 6.0              # additional points that halve them
    later_divisor: int = 4                  # for zones grown from a later start
    least: int = 3000                       # nodes of any zone
    passing: int = 100_000                  # nodes for testing whether a defender who lives may pass, at most, and 1,000 more

    def nodes(self, most: int, winner: int, empty: int, later: bool) -> int:
        """Return how many of at most ``most`` nodes a zone may take, but at least ``least``.  More empty points, or a later start, mean
        fewer nodes."""
        usual = min(most, self.usual) * 0.5 ** max(0.0, (empty - self.easy[winner]) / self.halving)
        large = (most - self.usual) * 0.5 ** max(0.0, (empty - self.large_easy[winner]) / self.large_halving)
        return max(int(max(usual, large) / (self.later_divisor if later else 1)), self.least)

    def turn_of(self, threads: int) -> int:
        """Return the nodes of a turn with so many threads."""
        return self.turn if threads == 1 else self.threaded_turn


LIMITS = ZoneLimits()
"""The limits in use."""


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
    def withstands_all(self) -> bool:
        """Whether the winner wins whatever the other side's ko threats."""
        return abs(self.until) >= TRIED_THREATS and (self.until > 0) == (self.winner == ATTACKER)

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
    near: int = LIMITS.first_steps[ATTACKER][0]
    """Steps from the dragon to the first zone's rim."""
    later: bool = False
    """Whether another first zone comes before this one."""
    visited: 'WeakValueDictionary[bytes, ZoneSearch]' = field(default_factory=WeakValueDictionary)
    """The zones that this search and its copies from other first zones have been in, by their records, with the one that came first.  Weak,
    since searches that held each other would keep their tables until the garbage collector comes."""
    core: set[int] = field(default_factory=set)
    solver: Solver | None = None
    """The solver of the present zone."""
    asked: int = 0
    """The net ko threats in the solver's question."""
    found: ZoneProof | None = None
    steps: int = 0
    spent: int = 0
    """Nodes of all zones together."""
    over: bool = False
    starved: bool = False
    """Whether the search is over because a zone used up its nodes."""

    def __post_init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Start with the first zone."""
        self.core = set(self.given) or self.ground.within(self.goal, self.near)
        self.solver, self.steps, self.over, self.starved = None, 0, False, False
        self.visited.clear()

    @property
    def patience(self) -> int:
        """Node limit of the present zone."""
        return self.solver.most if self.solver is not None else 0

    @property
    def stopped(self) -> bool:
        """Whether the search was stopped from outside."""
        return self.solver is not None and self.solver.stopped

    @property
    def goes_on(self) -> bool:
        """Whether a zone is left to try."""
        return not self.over and (self.solver is not None or self.steps < LIMITS.growths)

    def persevere(self) -> bool:
        """Take up a zone that was given up, with twice the nodes.  Return whether there is one."""
        if not self.starved or self.solver is None:
            return False
        self.over = self.starved = False
        self.solver.most *= 2
        return True

    def turn(self, nodes: int) -> int:
        """Search until there is a proof or ``nodes`` are spent, and return the nodes spent."""
        taken, before = 0, self.found
        while taken < nodes and self.goes_on and self.found is before:
            taken += self._step(nodes - taken)
        self.spent += taken
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
            if self._follows(region):
                return 1
            nodes_here = self._nodes(region)
            self.solver = Solver(region, nodes_here, memory=self.memory, progress=self.watch, most=nodes_here, winner=self.winner)
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
            kept = self._keep(solver, most if self.asked == most else solver.until)
            self.over = self.asked == most or kept.withstands_all
            self.asked = most
        elif solver.stopped or solver.nodes >= self.patience:
            self.over = self.starved = True
        elif found != End.OUT_OF_NODES:
            self._grow(solver)
            self.solver = None
        return max(solver.nodes - before, 1)

    def _follows(self, region: Region) -> bool:
        """Whether another search has been in this zone and has not given it up.  From there on this one would only do the same: it is
        over, and leaves the other its nodes."""
        first = self.visited.setdefault(region.record.tobytes(), self)
        if first is self or first.starved:
            return False
        self.over = True
        if first.later and not self.later:
            first.later = False
            if first.solver is not None:
                first.solver.most = first._nodes(first.solver.region)
        return True

    def _nodes(self, region: Region) -> int:
        """Return how many nodes this zone may take."""
        return LIMITS.nodes(self.most, self.winner, region.empty, self.later)

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

    def _keep(self, solver: Solver, until: int) -> ZoneProof:
        """Keep a success against ``until`` threats unless a success against more threats is known.  Return what is kept."""
        sign = 1 if self.winner == ATTACKER else -1
        if self.found is None or sign * until > sign * self.found.until:
            self.found = ZoneProof(self.winner, until, solver.region, solver, self.side,
                                   vouched(self.ground, solver.region, self.winner, self.declared))
        return self.found

    def _grow(self, solver: Solver) -> None:
        """Extend the zone at rim points that the other side's refutation used.  If there are none, extend it at all rim stones of that
        side, or everywhere; a defender who is shut in goes for the weakest string of the wall."""
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
            wall = region.wall - self.ground.lasting - set(self.declared)
            if wall and not new - self.core:
                # The refutation rests on nothing that the zone leaves open.  What is left is to attack the wall.
                weakest = min(wall, key=lambda p: (len(self.ground.liberties(p) - set(region.points)), p))
                new = {*self.ground.string(weakest), *self.ground.liberties(weakest)}
        self.over = not new - self.core
        self.core |= new


class ZoneSearches:
    """One side's searches, which grow from several first zones: small ones give short proofs, large ones hold what small ones miss."""

    def __init__(self, one: ZoneSearch) -> None:
        """Begin searches that differ from this one in their first zone alone."""
        self.winner, self.watch = one.winner, one.watch
        self.found: ZoneProof | None = None
        self.rival: ZoneProof | None = None
        """The other side's proof when the turn began."""
        self.threads = 1
        self.starts = [replace(one, near=near, later=number > 0) for number, near in enumerate(LIMITS.first_steps[one.winner])]

    @property
    def stopped(self) -> bool:
        """Whether the search was stopped from outside."""
        return any(one.stopped for one in self.starts)

    @property
    def starved(self) -> bool:
        """Whether a search is over because a zone used up its nodes."""
        return any(one.starved for one in self.starts)

    @property
    def spent(self) -> int:
        """Nodes of all searches together."""
        return sum(one.spent for one in self.starts)

    @property
    def goes_on(self) -> bool:
        """Whether a zone is left to try."""
        return bool(self._going)

    @property
    def _going(self) -> list[ZoneSearch]:
        """The searches to go on with.  After a success only its own search is left, which asks about more threats."""
        return [one for one in self.starts if one.goes_on and (self.found is None or one.found is self.found)]

    def persevere(self) -> bool:
        """Take up the zones that were given up, unless there is a proof.  Return whether there are any."""
        return self.found is None and any([one.persevere() for one in self.starts])

    def ask_again(self) -> None:
        """After the other side's success, start again, since a zone that was refuted may win against fewer threats.  A side that has a
        proof does not start again."""
        if self.found is None:
            for one in self.starts:
                one.begin()

    def turn(self, nodes: int) -> int:
        """Search until there is a proof or ``nodes`` are spent, and return the nodes spent."""
        taken, before = 0, self.found
        while taken < nodes and self.found is before and not self.stopped:
            going = self._going
            if not going:
                break
            ended = len(self.starts) - len(going)
            joined = max(1 + self.spent // LIMITS.joining - ended, 1)
            one = min(going[:joined], key=lambda each: each.spent)
            one.threads, one.rival = self.threads, self.rival
            taken += one.turn(min(LIMITS.turn_of(self.threads), nodes - taken))
            self.found = one.found or self.found
        return taken
