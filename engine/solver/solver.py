"""The exact solver: does a dragon in a closed region live, die, or depend on ko threats, and by which move?

Both answers are proofs.  A win of the attacker never depends on a repetition.  A win of the defender that may depend on one is confirmed
by a set of positions that the attacker cannot leave (``engine.solver.strategy``).
"""
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.layout import dtype_of
from owlgo.engine.core.points import PASS
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN
from owlgo.engine.core.waiting import WAITING
from owlgo.engine.solver import together
from owlgo.engine.solver.dfpn import End, py_best, py_likeliest, py_search
from owlgo.engine.solver.expand import py_pack
from owlgo.engine.solver.record import SEARCH, SEARCH_PLIES, borrow
from owlgo.engine.solver.region import ATTACKER, DEFENDER, GUESS_ATTACKER, GUESS_DEFENDER, NO_KO, Region
from owlgo.engine.solver.strategy import STEP, UNUSED, Answers, py_collect, py_prune, py_rank
from owlgo.engine.solver.table import ENTRY, py_find

SOLVER_MEMORY = 64.0
"""Default memory of a solver, table and strategies together, in MB."""
RESTART_NODES = 200_000
"""Nodes after which a search restarts at the root.  Its table stays."""
SOLVER_NODES = 200_000
"""Default nodes of a question."""
TRIED_THREATS = 9
"""Most net ko threats tried for a side.  A result that survives so many counts as unconditional."""

Progress = Callable[[int], bool]
"""A function called with the nodes searched so far.  It returns whether to continue."""


class Cutoffs(NamedTuple):
    """Depth limits, in moves from the root; by default nothing is cut."""
    distrust: int | None = None
    """Up to this depth static recognition is not trusted.  None: the solver trusts it, and the selective search does so as its level
    says."""
    branch: int = SEARCH_PLIES
    """Beyond this depth only the likeliest move is tried."""
    reading: int = SEARCH_PLIES
    """From this depth on the dragon counts as alive, since a long line is a sign of escape."""


NO_CUTOFFS = Cutoffs()
"""No depth limits."""


class Solution(NamedTuple):
    """The solver's answer for the side to move."""
    result: int
    """WIN, KO_A, KO_B or LOSE, as in ``engine.core.result``."""
    move: int
    """The best move, on the board.  PASS if no move is needed or none helps."""
    threats: int
    """For KO_A, the number of the other side's ko threats that overturn the result; for KO_B, the number of own threats needed; else 0."""
    proved: bool
    """Whether result, threats and move are proved.  If not, nodes ran out."""
    nodes: int
    needs_none: bool = False
    """Whether the defender lives even if the attacker moves first."""
    settled: bool = True
    """Whether the result without ko threats is proved, even if the number of threats that flips the result is not."""


@dataclass
class Solver:
    """Answers questions about one region.  Results are kept for later questions."""
    region: Region
    limit: int = SOLVER_NODES
    """Nodes for all questions together."""
    most_threats: int = TRIED_THREATS
    """The most ko threats of a side that are tried."""
    memory: float = SOLVER_MEMORY
    """Memory in MB, at least 5.  Raises ValueError for less."""
    progress: Progress | None = None
    guess: bool = False
    """Whether to cut lines off by static recognition where it proves nothing.  Verdicts then are no proofs."""
    bias: np.ndarray | None = None
    """Priors of moves by the whole board, in eighths like ``weights``: an array of shape (2, points of the region), by side."""
    cutoffs: Cutoffs = NO_CUTOFFS
    """Depth limits.  With any limit, verdicts are no proofs either."""
    winner: int | None = None
    """The only side whose successes are proved, in fewer nodes.  The other side's successes are guessed.  None: both sides' are proved."""
    relevance: bool = True
    """Leave out moves that change no point on which a success depends: a kill in a zone, elsewhere the defender's success.  A strategy may
    then repeat positions, or reach positions that a zone leaves uncertain."""
    most: int = 0
    """Node limit that includes a confirmation under way, if ``limit`` is only the limit of one turn of several."""
    threads: int = 1
    """Parallel searches, up to MOST_THREADS.  With more than one, the nodes vary, and so may the choice among good moves.  Confirmations
    use one thread."""

    def __post_init__(self) -> None:
        if self.memory < 5:
            raise ValueError(f'{self.memory:g} MB: the solver needs at least 5')
        # A fourth at most is for strategies: a step with its two places in the index takes 48 bytes, an entry of the table 48.
        left = self.memory * 2**20 - dtype_of(SEARCH).itemsize
        count = power(4 * self.limit + 1024, int(left / 4 / (dtype_of(STEP).itemsize + 8)))
        self.steps = np.empty(count, dtype_of(STEP))
        self.index = np.empty(2 * count, np.int32)
        left -= self.steps.nbytes + self.index.nbytes
        # Searches keep the number of a place in four bytes.
        self.table = np.zeros(power(2 * self.limit + 4096, min(int(left / dtype_of(ENTRY).itemsize), 1 << 30)), dtype_of(ENTRY))
        self.room = self.steps, self.index
        self.stopped = False
        self.search = self._new_search(self)
        self.search['limit'] = self.limit
        self.helped = 0
        """Positions that other threads have searched in searches that are over."""
        self._helpers: together.HelperSearches | None = None
        self.until = 0
        self.asked = DEFENDER
        self.region.record['guess'] = (GUESS_ATTACKER | GUESS_DEFENDER) * self.guess if self.winner is None else \
            GUESS_DEFENDER if self.winner == ATTACKER else GUESS_ATTACKER
        # What lies outside a zone is given to the loser.  In a closed region everything matters to a kill; and to cut stones apart always.
        kept = ATTACKER if self.region.record['outside_owner'] == DEFENDER + 1 else DEFENDER
        connects = bool(self.region.record['joins'] or self.region.record['joins_outside'])
        wanted = self.relevance and not self.guess and self.winner != 1 - kept and self.cutoffs == NO_CUTOFFS and \
            not (connects and kept == DEFENDER)
        self.region.record['relevance'] = kept + 1 if wanted else 0

    def _new_search(self, owner: object) -> np.void:
        """Return a search record.  It is taken back for reuse when its owner is gone."""
        search = borrow(owner)
        # A prior below 30 eighths adds 48 / 64 to a proof number for each eighth; a sibling's winning move gains 8 eighths.
        search['usual'], search['prior_cost'], search['bonus'] = 30, 48, 8
        # The likeliest open moves are searched at a time: one, and a part of all, in percent.  Most points of a zone are no good move: the
        # part is smaller there.  But the best may look unlikely: one more is searched after 128 nodes, and after each doubling.
        search['wide'], search['part'], search['widening'] = (1, 25, 128) if self.region.record['outside_owner'] else (1, 40, 0)
        search['killer'] = -1
        if self.bias is not None:
            search['bias'][:, :self.bias.shape[1]] = self.bias
        search['distrust'], search['branch'], search['reading'] = self.cutoffs.distrust or 0, self.cutoffs.branch, self.cutoffs.reading
        return search

    def _pose(self, attackers: int, defenders: int, rest: int, threats: int) -> None:
        self.search['attackers'][0], self.search['defenders'][0] = np.uint64(attackers), np.uint64(defenders)
        self.search['rest'][0], self.search['threats'][0] = rest, threats

    def settle(self, attackers: int, defenders: int, ko: int, side: int, threats: int) -> End:
        """Return who wins from a position, or OUT_OF_NODES.

        ``until`` then holds the number of net threats up to which (ATTACKER_WON) or down to which (DEFENDER_WON) the answer is the same.
        """
        rest = int(py_pack(ko, side))
        while True:
            found = End.OUT_OF_NODES
            while found == End.OUT_OF_NODES:
                if self.nodes >= self.limit or not self._goes_on():
                    return End.OUT_OF_NODES
                self._allow(min(self.limit, self.nodes + RESTART_NODES))
                self._pose(attackers, defenders, rest, threats)
                found = self._search()
            self._allow(self.limit)
            self.until = threats
            place = py_find(self.table, np.uint64(attackers), np.uint64(defenders), rest)
            if place >= 0:      # another thread may have needed the place
                entry = self.table[place]
                self.until = max(threats, int(entry['won'])) if found == End.ATTACKER_WON else min(threats, int(entry['lost']))
            if found == End.ATTACKER_WON:
                return End.ATTACKER_WON
            if self.guess or self.winner == ATTACKER:
                return End.DEFENDER_WON
            # The defender's success is confirmed for the fewest threats that the table claims, failing that for those in the question.
            self._allow(max(self.limit, self.most))
            count = self._collect(attackers, defenders, rest, self.until, DEFENDER, Answers.DOUBTED)
            if count == 0 and self.until < threats:
                self.until = threats
                count = self._collect(attackers, defenders, rest, threats, DEFENDER, Answers.DOUBTED)
            if count:
                return End.DEFENDER_WON if count > 0 else End.OUT_OF_NODES

    def _search(self) -> End:
        """Search the position in the record, with checks whether to continue.  The result is OUT_OF_NODES if the search was stopped."""
        self.search['paused'] = 0
        begun = int(self.search['nodes'])
        try:
            while True:
                self.search['pause'] = self.search['nodes'] + together.CHECK_NODES
                if self._helpers is None and self.threads > 1 and self.search['nodes'] - begun >= together.SOLO_NODES:
                    self._helpers = together.HelperSearches(self.region.record, self.search, self.table, self.threads - 1, self._new_search)
                found = End(py_search(self.region.record, self.search, self.table))
                if found != End.SUSPENDED or not self._goes_on():
                    break
                if self.nodes >= self.limit:
                    self.search['limit'] = self.search['nodes']
        finally:
            if self._helpers is not None:
                self._helpers.dismiss()
                self.helped += self._helpers.nodes
                self._helpers = None
        self.search['pause'] = self.search['paused'] = 0
        return End.OUT_OF_NODES if found == End.SUSPENDED else found

    def _allow(self, nodes: int) -> None:
        """Let the search continue for ``nodes`` in all, helper threads included."""
        self.search['limit'] = nodes - (self.nodes - int(self.search['nodes']))

    def _goes_on(self) -> bool:
        """Whether the search may continue."""
        if self.progress is None:
            WAITING.check()
        elif not self.progress(self.nodes):
            self.stopped = True
        return not self.stopped

    def _collect(self, attackers: int, defenders: int, rest: int, threats: int, winner: int, what: Answers) -> int:
        """Collect the winner's strategy, or a part of it, into ``steps``.  Return its length, 0 if there is none, or -1 if nodes or room
        ran out."""
        # All of the index is cleared every time: most strategies need little of it.
        most = int(self.search['limit'])
        for count in (power(4 * self.nodes + 1024, len(self.steps)), len(self.steps)):
            self.room = self.steps[:count], self.index[:2 * count]
            first = self.steps[0]
            first['attackers'], first['defenders'] = np.uint64(attackers), np.uint64(defenders)
            first['rest'], first['threats'] = rest, threats
            found = int(py_collect(self.region.record, self.search, self.table, *self.room, winner, what))
            if found >= 0 or self.search['nodes'] >= most:
                break
        return found

    def strategy(self, attackers: int, defenders: int, ko: int, side: int, threats: int, winner: int) -> np.ndarray:
        """Return the winner's strategy for a settled position, an array of STEP.  Raises ValueError if nodes or room ran out."""
        wanted = End.ATTACKER_WON if winner == ATTACKER else End.DEFENDER_WON
        count = 0
        while count == 0:
            if self.settle(attackers, defenders, ko, side, threats) != wanted:
                raise ValueError('not settled for this side')
            count = self._collect(attackers, defenders, int(py_pack(ko, side)), threats, winner, Answers.ALL)
        if count < 0:
            raise ValueError('out of nodes')
        if winner == ATTACKER and not py_rank(self.region.record, self.search, *self.room, count):
            raise ValueError('the strategy has no end')
        py_prune(self.region.record, self.search, *self.room, count, winner)
        return np.asarray(self.steps[:count][self.steps['move'][:count] != UNUSED])

    def line(self, attackers: int, defenders: int, ko: int, side: int, threats: int, winner: int) -> np.ndarray:
        """Return what the table knows of the winner's strategy for a position, an array of STEP.  It may be a guess."""
        self._allow(2 * self.nodes + 1024)
        count = self._collect(attackers, defenders, int(py_pack(ko, side)), threats, winner, Answers.KNOWN)
        self._allow(self.limit)
        return np.asarray(self.steps[:max(count, 0)])

    def turning(self, place: tuple[int, int, int, int], found: End) -> int | None:
        """Return the smallest number of ko threats with which the loser reverses a result settled without threats: 0 if no number up to
        ``most_threats`` does, None if nodes ran out.

        More threats never hurt.  A proof often covers more threats than were asked for, and the covered numbers are skipped.
        """
        step = 1 if found == End.ATTACKER_WON else -1
        count = step * self.until + 1
        while count <= self.most_threats:
            other = self.settle(*place, step * count)
            if other != found:
                return count if other != End.OUT_OF_NODES else None
            count = step * self.until + 1
        return 0

    def best(self, attackers: int, defenders: int, ko: int, side: int, threats: int) -> int:
        """Return a move on the board that wins a settled position for the side to move, or PASS."""
        move = -1
        for _ in self.region.points:
            self._pose(attackers, defenders, int(py_pack(ko, side)), threats)
            move = int(py_best(self.region.record, self.search, self.table))
            if side == ATTACKER or self.guess or move in (NO_KO, ko) or \
                    (move >= 0 and self._holds(attackers, defenders, move, side, threats) is not False):
                break
            # It seemed to save by a repetition, and now the table knows better.
            if self.settle(attackers, defenders, ko, side, threats) != End.DEFENDER_WON:
                break
        return self.region.points[move] if 0 <= move < NO_KO else PASS

    def wins(self, move: int, side: int, threats: int = 0) -> bool:
        """Whether a move wins for the side to move with ``threats`` net ko threats.  False if nodes run out or the move is a banned
        retake."""
        attackers, defenders, ko, _ = self.region.start(side)
        if move not in self.region.points or self.region.points.index(move) == ko:
            return False
        return bool(self._holds(attackers, defenders, self.region.points.index(move), side, threats))

    def _holds(self, attackers: int, defenders: int, v: int, side: int, threats: int) -> bool | None:
        """Whether a move that is no ko retake wins.  None if nodes run out, False if the move is suicide."""
        after = self.region.after(attackers, defenders, v, side)
        if after is None:
            return False
        found = self.settle(*after, 1 - side, threats)
        return None if found == End.OUT_OF_NODES else (found == End.ATTACKER_WON) == (side == ATTACKER)

    def needs_none(self, attackers: int, defenders: int) -> bool:
        """Whether the defender, who lives moving first, also lives if the attacker moves first.

        This may take as many nodes again as the proof that he lives moving first.  After his pass no ko is banned.
        """
        limit = self.limit
        self.limit = min(limit, 2 * self.nodes + RESTART_NODES // 10)
        found = self.settle(attackers, defenders, NO_KO, ATTACKER, -self.most_threats)
        self.limit = limit
        return found == End.DEFENDER_WON

    def likeliest(self, attackers: int, defenders: int, ko: int, side: int, threats: int = 0) -> int:
        """Return the move on the board that the search would try next, or PASS.  It is a guess if nothing is settled."""
        self._pose(attackers, defenders, int(py_pack(ko, side)), threats)
        move = int(py_likeliest(self.region.record, self.search, self.table))
        return self.region.points[move] if 0 <= move < NO_KO else PASS

    def knows(self, attackers: int, defenders: int, ko: int, side: int) -> bool:
        """Whether the table knows a position."""
        return int(py_find(self.table, np.uint64(attackers), np.uint64(defenders), int(py_pack(ko, side)))) >= 0

    @property
    def cut(self) -> bool:
        """Whether a limit of depth cut something off."""
        return bool(self.search['cut'])

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return int(self.search['nodes']) + self.helped + (self._helpers.nodes if self._helpers is not None else 0)

    def verdict(self, side: int) -> Solution:
        """Return the result for the side to move, with the ko threats that would flip it."""
        self.asked = side
        wanted = End.ATTACKER_WON if side == ATTACKER else End.DEFENDER_WON
        here = self.region.start(side)
        found = self.settle(*here, 0)
        if found == End.OUT_OF_NODES:
            return Solution(LOSE, PASS, 0, False, self.nodes, settled=False)
        count = self.turning(here, found)
        turned, proved = count or 0, count is not None and not self.guess
        step = 1 if found == End.ATTACKER_WON else -1         # towards more threats for the loser
        if found != wanted:
            move = self.best(*here, step * turned) if turned else PASS
            return Solution(KO_B if turned else LOSE, move, turned, proved, self.nodes)
        if side == DEFENDER and not turned and self.needs_none(*here[:2]):
            return Solution(WIN, PASS, 0, proved, self.nodes, True)
        level = turned - 1 if turned else self.most_threats if count is not None else 0
        return Solution(KO_A if turned else WIN, self.best(*here, step * level), turned, proved, self.nodes)

    def read(self, side: int, likely: int = WIN) -> Solution:
        """Return the result for the side to move, like ``verdict``, from at most three questions: if the other side has all ko threats, if
        neither side has any, and if the side to move has them all.

        If a success is ``likely``, the first question is whether the side wins though the other side has all threats.  A yes answers
        everything at once, with a move that needs no ko.  If a success is not likely, the first question is whether the side loses though
        it has all threats.  If the first question runs out of nodes, the answer without threats is returned.  It is settled, but ``proved``
        only if every question was answered.
        """
        self.asked = side
        threats = self.most_threats if side == ATTACKER else -self.most_threats     # the other side's
        wanted = End.ATTACKER_WON if side == ATTACKER else End.DEFENDER_WON
        here = self.region.start(side)

        def wins(count: int, limit: int) -> bool | None:
            whole, self.limit = self.limit, limit
            found = self.settle(*here, count)
            self.limit = whole
            return None if found == End.OUT_OF_NODES else found == wanted

        def solution(result: int, count: int, turned: int, known: bool = True) -> Solution:
            return Solution(result, self.best(*here, count) if result != LOSE else PASS, turned, known, self.nodes)

        hopeful = likely in (WIN, KO_A)
        at_first = wins(threats if hopeful else -threats, (self.nodes + self.limit) // 2)
        if at_first is not None and at_first == hopeful:
            return solution(WIN, threats, 0) if hopeful else solution(LOSE, 0, 0)
        plain = wins(0, self.limit)
        if plain is None:
            return Solution(LOSE, PASS, 0, False, self.nodes, settled=False)
        if at_first is None:
            return solution(WIN if plain else LOSE, 0, 0, False)
        if plain == hopeful:
            return solution(KO_A, 0, 1) if hopeful else solution(KO_B, -threats, 1)
        at_last = wins(-threats if hopeful else threats, self.limit)
        if hopeful:
            return solution(KO_B, -threats, 1) if at_last else solution(LOSE, 0, 0, at_last is not None)
        return solution(WIN, threats, 0) if at_last else solution(KO_A, 0, 1, at_last is not None)


def solve(region: Region, side: int, limit: int = SOLVER_NODES, most_threats: int = TRIED_THREATS, progress: Progress | None = None,
          threads: int = 1) -> Solution:
    """Return the result for the side to move in a region, with the ko threats that would flip it."""
    return Solver(region, limit, most_threats, progress=progress, threads=threads).verdict(side)


def power(least: int, most: int) -> int:
    """Return the smallest power of two from ``least`` up or, if that exceeds ``most``, the largest power of two up to ``most``."""
    return int(min(1 << max(least - 1, 0).bit_length(), 1 << max(most, 1).bit_length() - 1))
