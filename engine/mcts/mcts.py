"""Tree search by playouts: setting it up, running it in threads, and what it found (the tree: ``engine.mcts.tree``)."""
import math
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from owlgo.engine.core.dilation import BOUZY_DTYPE
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import EMPTY, PASS, all_points, other
from owlgo.engine.core.threads import MOST_THREADS, pool
from owlgo.engine.mcts import nodes
from owlgo.engine.mcts.ablation import PATTERNS, PRIORS, RAVE, REPLIES, TREE_VERDICTS
from owlgo.engine.mcts.around import EYE_BLACK, EYE_WHITE, is_own_eye
from owlgo.engine.mcts.fastboard import Zone, new_board, py_put, py_take_off, set_zones, share_zones
from owlgo.engine.mcts.move_features import learned
from owlgo.engine.mcts.nodes import (
    COUNT_BITS,
    MAX_NODES,
    NODE_BYTES,
    TREE_DTYPE,
    WEIGHTS,
    py_made,
    py_mean_score,
    py_winning,
)
from owlgo.engine.mcts.playout import new_playout
from owlgo.engine.mcts.tree import py_begin, py_grow, py_share_out
from owlgo.engine.mcts.tree_reuse import py_keep, py_resume
from owlgo.engine.read.inner import INNER, new_inner_record, prepare

CHUNK = 250
"""Playouts that a thread takes at a time; between them it is asked whether the search is over."""
LOOK = 50
"""Playouts between two looks whether somebody still waits: some 10 ms on a large board."""
STANDARD_MEMORY = 128.0
"""Megabytes of a tree."""
READING = replace(INNER, nodes=200)
"""The limits of readings at nodes of the tree."""
CACHE_LINES = 128
"""Bytes of memory that a processor fetches together."""
NO_RAVE = 1e-9
"""The value of RAVE_FADES that switches RAVE off: the first visit of its own outweighs it."""
SETTLED_RANGE = 12.0
"""Points that the score's part of a result goes by in a game that is nearly settled (``nodes.SCORE_RANGE``)."""
SAME_LEAF_SHARE = 0.1
"""If the outlook's part in scores has changed by more than this, a tree of the position before says nothing of this one."""
ROOM = 0.5
"""Part of a tree's memory that may be in use when it goes on growing after it was full."""

_PRIOR_WEIGHTS = (nodes.LIKELY, nodes.UNLIKELY)

Moves = Sequence[tuple[int, int]]


@dataclass
class Line:
    """A move at the root and what the search found of it."""
    move: int
    visits: int
    winning: float
    """Part of the results that the side to move has after it, from 0 to 1: nearly all of it by winning, a little by how much."""
    score: float
    """Black's points less White's, on the average."""
    variation: list[int] = field(default_factory=list)
    """The moves expected, this one first."""

    @property
    def at_least(self) -> float:
        """A lower bound of ``winning``, by how often the move was visited."""
        visits = max(self.visits, 1)
        return max(self.winning - 1.5 * math.sqrt(self.winning * (1 - self.winning) / visits + 0.25 / visits ** 2), 0.0)


@dataclass
class SearchResult:
    """What a search found."""
    lines: list[Line]
    """The most visited first."""
    stats: np.void
    """The record of the playouts (``engine.mcts.playout``)."""


class Plan(NamedTuple):
    """How long to search."""
    playouts: int
    threads: int = 1
    """1 to MOST_THREADS; with one the same search finds the same."""
    until: float = math.inf
    """When to stop, by ``time.monotonic``."""
    goes_on: Callable[[], bool] = lambda: True
    """Asked now and then; when it says no, nobody waits for the result any more."""
    early: bool = False
    """Stop when no other move can catch up with the most visited one."""
    without: frozenset[str] = frozenset()
    """What is left out, of PARTS."""


def cache_aligned(record: np.void) -> np.void:
    """A copy of a thread's record that shares no cache line with anything: else what another thread writes next to it slows both down."""
    size = record.dtype.itemsize
    memory = np.zeros(size + 2 * CACHE_LINES, 'u1')
    start = -memory.ctypes.data % CACHE_LINES
    copy = memory[start:start + size].view(record.dtype)
    copy[0] = record
    one: np.void = copy[0]
    return one


class Tree:
    """A tree and the position at its root.  It may be taken on from one position to another that comes of it."""

    def __init__(self, nodes: int = MAX_NODES) -> None:
        self.record: np.void = np.zeros(1, TREE_DTYPE)[0]
        self.record['most'] = nodes
        self._root, self._scratch = new_board(), [cache_aligned(new_board()) for _ in range(MOST_THREADS)]
        self._moves: list[tuple[int, int]] | None = None
        self._color, self._komi, self._records = 0, 0.0, [new_playout(0)]
        self._boards: list[np.void] = []
        self._stood = self._root
        self._readers: list[np.void] = []
        self._dilations = [cache_aligned(np.zeros(1, BOUZY_DTYPE)[0]) for _ in range(MOST_THREADS)]
        self._leave_out(())

    def limit(self, megabytes: float) -> None:
        """How large it may grow.  Raises ValueError for less than a megabyte, or for more than a tree can have."""
        if not 1 <= megabytes <= MAX_NODES * NODE_BYTES >> 20:
            raise ValueError(f'no tree of {megabytes} MB')
        self.record['most'] = int(megabytes * (1 << 20) / NODE_BYTES)

    def begin(self, board: np.void, color: int, komi: float, seed: int, allowed: Mapping[int, float], last: int = PASS,
              moves: Moves | None = None, threads: int = 1, zones: Sequence[Zone] = (), without: Collection[str] = (),
              score: tuple[float, float] | None = None, dead: Collection[int] = (), goal: Collection[int] = (),
              bias: Mapping[int, float] = MappingProxyType({}), before: int = PASS, leaf_share: float = 0.0,
              gone: Collection[int] = ()) -> None:
        """Set up a search.  ``allowed`` are the moves at the root, PASS among them, with visits won (lost if negative) that each begins
        with.  ``moves`` is the game's trail: if the position comes of the one before, what is known of it is kept.  Nobody plays in the
        zones but at the root, or to answer.  ``score``: how much of a result is the score, and from how many points for Black beyond
        the komi it counts.  ``dead`` stones are off the board in playouts.  ``goal`` are stones of one side: where there are some, a
        playout is won by whether most of them are on the board when it is over, and not by points.  ``bias`` says how likely moves at
        the root are by what they look like: the likely ones are visited now and then, however badly playouts think of them.  ``before`` is
        the move before the ``last``.  ``leaf_share``: how much of a score is the leaf evaluation's and not the playout's;
        stones of ``gone`` count as dead in it.
        """
        t = self.record
        root = self._find(board, color, komi, leaf_share, moves) if moves is not None else None
        self._leave_out(without)
        if score is not None:
            t['weight'][[nodes.SCORE_SHARE, nodes.SCORE_CENTER, nodes.SCORE_RANGE]] = *score, SETTLED_RANGE
        t['weight'][nodes.LEAF_SHARE], t['gone'][:] = leaf_share, EMPTY
        t['gone'][list(gone)] = board['color'][list(gone)]
        t['owner'], t['ngoal'] = board['color'][next(iter(goal))] if goal else EMPTY, len(goal)
        t['goal'][:len(goal)] = list(goal)
        t['allowed'][:] = 0
        t['prior'][:] = 0
        t['bias'][:] = 0
        t['bias'][list(bias)] = list(bias.values())
        for move, good in allowed.items():
            t['allowed'][move], t['prior'][move] = 1, good
        self._records = [cache_aligned(new_playout(seed + (k << 40))) for k in range(threads)]
        for k, p in enumerate(self._records):
            p['thread'] = k
            p['recalls'] = REPLIES not in without
            if PATTERNS in without:
                p['table'] &= EYE_BLACK | EYE_WHITE
        self._root['before'] = before
        used = py_keep(t, root, 0) if root is not None else 0
        resumed = 0 < used < ROOM * int(t['most']) and \
            py_resume(board, self._root, t, self._records[0], learned(), last, color, used, threads)
        self._readers += [new_inner_record(READING) for _ in range(threads - len(self._readers))]
        if not resumed:
            for reader in self._readers:
                # Their answers are remembered by what stands on the board, whatever its size.
                prepare(reader, READING)
            py_begin(board, self._root, t, last, threads)
        self._stood = self._root.copy()
        for pos in dead:
            if self._root['color'][pos] != EMPTY:
                py_take_off(self._root, pos)
        set_zones(self._root, zones)
        for f in self._scratch[:threads]:
            share_zones(f, self._root)
        self._boards = [cache_aligned(board) for _ in range(threads)]
        self._moves = None if moves is None else list(moves)
        self._color, self._komi = color, komi

    def _leave_out(self, without: Collection[str]) -> None:
        """Set the weights, leaving these parts out."""
        weight = self.record['weight']
        weight[list(WEIGHTS)] = list(WEIGHTS.values())
        if PRIORS in without:
            weight[list(_PRIOR_WEIGHTS)] = 0
        if RAVE in without:
            weight[nodes.RAVE_FADES] = NO_RAVE
        if TREE_VERDICTS in without:
            weight[nodes.READ_AT] = 0

    def _find(self, board: np.void, color: int, komi: float, leaf_share: float, moves: Moves) -> int | None:
        """The node of a position that comes of the one at the root, or None."""
        known = len(self._moves or ())
        # The weights are those of the search before, until it has been found.
        change = abs(leaf_share - float(self.record['weight'][nodes.LEAF_SHARE]))
        if self._moves is None or self._komi != komi or change > SAME_LEAF_SHARE or list(moves[:known]) != self._moves:
            return None
        node, side, after = 0, self._color, self._stood.copy()
        for who, move in moves[known:]:
            found = [child for child in self.children(node) if self.record['move'][child] == move]
            if who != side or not found:
                return None
            py_put(after, move, who)
            node, side = found[0], other(side)
        points = list(all_points(int(board['size'])))
        same = after['size'] == board['size'] and np.array_equal(after['color'][points], board['color'][points])
        return node if side == color and same else None

    def grow(self, plan: Plan) -> None:
        """Search as long as the plan says; may be called again to go on, with no more threads."""
        left = plan.playouts
        begin, total = time.monotonic(), plan.playouts
        twice_komi = round(2 * self._komi)
        lock, shapes = threading.Lock(), learned()
        waits = False

        def take() -> int:
            nonlocal left
            with lock:
                times = 0 if waits else min(CHUNK, left)
                left -= times
            return times

        def work(k: int, times: int, wanted: Callable[[], bool]) -> bool:
            """Do so many playouts, while they are wanted; whether they still are."""
            for done in range(0, times, LOOK):
                py_grow(self._boards[k], self._readers[k], self._root, self._scratch[k], self.record, self._records[k], shapes,
                        self._dilations[k], self._color, min(LOOK, times - done), twice_komi)
                if not wanted():
                    return False
            return True

        def help_out(k: int) -> None:
            while times := take():
                work(k, times, lambda: going)

        def is_over() -> bool:
            now = time.monotonic()
            if now >= plan.until:
                return True
            # How many more there may be: as many as the plan has, or as many as there is time for.
            rate = (total - left) / max(now - begin, 1e-6)
            ahead = left if math.isinf(plan.until) else min(left, int(rate * (plan.until - now)))
            return plan.early and self._is_decided(ahead)

        # A little is always done: there must be something to choose from.
        going = plan.goes_on()
        while going:
            helpers: list[Future[None]] = [pool().submit(help_out, k) for k in range(1, min(plan.threads, len(self._records)))]
            while going and not self._is_full() and (times := take()):
                going = work(0, times, plan.goes_on) and not is_over()
            waits = True
            for helper in helpers:
                helper.result()
            waits = False
            if going and self._is_full():
                self._make_room()
            going = going and left > 0

    def _is_full(self) -> bool:
        t, threads = self.record, len(self._records)
        area = int(self._root['size']) ** 2 + 1
        return bool((t['next'][:threads] + area > t['end'][:threads]).any())

    def _make_room(self) -> None:
        """Give up what was visited least."""
        t = self.record
        least, used = 2, int(t['most'])
        while used > ROOM * int(t['most']) and least < 1 << 30:
            used, least = py_keep(t, 0, least), 2 * least
        py_share_out(t, used, len(self._records))

    def _is_decided(self, left: int) -> bool:
        """Whether so many playouts more cannot change which move is visited most."""
        made = np.sort(self.made(self.children(0)))
        return len(made) > 1 and bool(made[-1] - made[-2] > left)

    def made(self, some: range) -> np.ndarray:
        """Visits of these nodes, without those they began with."""
        found: np.ndarray = py_made(self.record, some.start, len(some))
        return found

    def children(self, node: int) -> range:
        """The nodes of the moves from a node, none if it has not been expanded."""
        first, count = divmod(int(self.record['kids'][node]), 1 << COUNT_BITS)
        return range(first, first + count)

    def found(self) -> SearchResult:
        """What was found of the position at the root; the statistics are of what was played since ``begin``."""
        stats = self._records[0].copy()
        for p in self._records[1:]:
            for count in ('playouts', 'black_wins', 'score', 'owned'):
                stats[count] += p[count]
        visits = np.rint(self.made(self.children(0))).astype(int).tolist()
        lines = [self._line(child, made) for child, made in zip(self.children(0), visits, strict=True)]
        return SearchResult(sorted(lines, key=lambda line: (-line.visits, line.move)), stats)

    def _line(self, child: int, made: int) -> Line:
        t = self.record
        area = int(self._root['size']) ** 2
        line = Line(int(t['move'][child]), made, py_winning(t, child), py_mean_score(t, child, area))
        node = child
        while True:
            line.variation.append(int(t['move'][node]))
            following = self.children(node)
            if not following:
                return line
            visits = self.made(following)
            best = int(visits.argmax())
            if visits[best] == 0:
                return line
            node = following[best]


def side_tree() -> Tree:
    """A small tree, for a search that leaves the main one as it is; a workspace keeps one."""
    return Tree(MAX_NODES >> 5)


def main_tree() -> Tree:
    """The tree of the position under way; a workspace keeps one."""
    return Tree(int(STANDARD_MEMORY * (1 << 20) / NODE_BYTES))


def before_last(game: Game) -> int:
    """The move before the last, or PASS."""
    return game.moves[-2][1] if len(game.moves) > 1 else PASS


def every_move(game: Game, color: int) -> dict[int, float]:
    """What a search is allowed that nothing was thought before: a pass, and all moves but in own eyes that bring no position back."""
    legal = [pos for pos in all_points(game.size) if game.is_new(color, pos) and not is_own_eye(game.board, pos, color)]
    return dict.fromkeys([PASS, *legal], 0.0)


def search(board: np.void, color: int, komi: float, plan: Plan, seed: int, allowed: Mapping[int, float], last: int = PASS,
           zones: Sequence[Zone] = (), tree: Tree | None = None, score: tuple[float, float] | None = None,
           dead: Collection[int] = (), leaf_share: float = 0.0, gone: Collection[int] = ()) -> SearchResult:
    """A search as long as the plan says, of nothing that was known before, in this tree or a new one."""
    tree = tree or main_tree()
    tree.begin(board, color, komi, seed, allowed, last, threads=plan.threads, zones=zones, without=plan.without,
               score=score, dead=dead, leaf_share=leaf_share, gone=gone)
    tree.grow(plan)
    return tree.found()
