"""Monte Carlo tree search: set it up, run it in threads, and return what it found (kernels: ``engine.mcts.tree``)."""
import math
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.dilation import BOUZY
from owlgo.engine.core.game import Game
from owlgo.engine.core.layout import new_record
from owlgo.engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, other
from owlgo.engine.core.threads import MOST_THREADS, pool
from owlgo.engine.mcts import network
from owlgo.engine.mcts.ablation import PATTERNS, PRIORS, RAVE, REPLIES, TREE_VERDICTS
from owlgo.engine.mcts.around import EYE_BIT, is_own_eye
from owlgo.engine.mcts.fastboard import Zone, new_board, py_put, py_take_off, set_zones, share_zones
from owlgo.engine.mcts.move_features import learned
from owlgo.engine.mcts.nodes import COUNT_BITS, MAX_NODES, NODE_BYTES, TREE, WEIGHTS, py_made, py_mean_score, py_winning
from owlgo.engine.mcts.planes import NETWORK_FROM, VIEW, hide
from owlgo.engine.mcts.playout import new_playout
from owlgo.engine.mcts.tree import py_begin, py_grow, py_share_out
from owlgo.engine.mcts.tree_reuse import py_keep, py_resume
from owlgo.engine.read.inner import INNER, new_inner_record, prepare

CHUNK_PLAYOUTS = 250
"""Playouts that a thread takes at a time."""
CHECK_PLAYOUTS = 50
"""Playouts between two checks whether the search is still wanted, some 10 ms on a large board."""
NODE_READING = replace(INNER, nodes=200)
"""Limits of readings at nodes of the tree."""
CACHE_LINES = 128
"""Bytes of a pair of cache lines, which a processor fetches together."""
FULL_AFTER_PRUNING = 0.5
"""Largest share of a tree's memory that is in use after pruning.  A fuller tree is not used again."""
OVERTAKING = 0.75
"""The share of the playouts left that the second move may need before a search counts as decided."""

Moves = Sequence[tuple[int, int]]


@dataclass
class Line:
    """A move at the root, and the search's result for it."""
    move: int
    visits: int
    winning: float
    """Average result for the side to move, from 0 to 1: mostly the win or loss, a little of it the margin."""
    score: float
    """Average of Black's points less White's."""
    variation: list[int] = field(default_factory=list)
    """Principal variation, this move first."""
    variation_visits: list[int] = field(default_factory=list)
    """Visits of the variation's moves."""

    @property
    def at_least(self) -> float:
        """Lower confidence bound of ``winning``."""
        visits = max(self.visits, 1)
        return max(self.winning - 1.5 * math.sqrt(self.winning * (1 - self.winning) / visits + 0.25 / visits ** 2), 0.0)


@dataclass
class SearchResult:
    """The result of a search."""
    lines: list[Line]
    """Root moves, the most visited first."""
    stats: np.void
    """Statistics of the playouts (``engine.mcts.playout``)."""


@dataclass(frozen=True)
class Root:
    """The position that a search begins from, with the facts known about it."""
    board: np.void
    color: int
    """The side to move."""
    komi: float
    seed: int
    moves: Mapping[int, float]
    """The moves to search, with PASS if it is allowed: for each, the won visits that it begins with, or if negative, lost visits."""
    last: int = PASS
    """The last move."""
    before: int = PASS
    """The move before the last."""
    trail: Moves | None = None
    """The game's moves.  If given, a tree grown earlier in the same game is used again."""
    zones: Sequence[Zone] = ()
    """Settled regions: the tree plays there at the root only, and playouts play there only to answer threats."""
    dead: Collection[int] = ()
    """Stones that playouts take off the board."""
    score: tuple[float, float] | None = None
    """How much the score counts in a playout's result, and which margin (for Black, after komi) counts as even."""
    probabilities: Mapping[int, float] = field(default_factory=dict)
    """By move: the chance that a strong player makes it, which draws visits to it (PUCT)."""
    owned: np.ndarray | None = None
    """Black's share of each point in playouts, from -1 to 1, if it is known."""
    leaf_share: float = 0.0
    """The network's share of a playout's score."""
    leaf_dead: Collection[int] = ()
    """Stones that the network does not see, since they are known to be dead."""
    goal: Collection[int] = ()
    """Stones of one side: a playout is won by whether most of them survive, not by points."""
    pass_ends: bool = False
    """Whether the opponent has just passed, so that a pass ends the game and its variation; playouts go on to take dead stones."""


class Plan(NamedTuple):
    """When a search stops, and how it runs."""
    playouts: int
    threads: int = 1
    """Number of threads, 1 to MOST_THREADS.  With one thread a search is repeatable."""
    until: float = math.inf
    """Deadline, by ``time.monotonic``."""
    goes_on: Callable[[], bool] = lambda: True
    """Called every few playouts.  A false answer stops the search."""
    early: bool = False
    """Stop once another move would need more than OVERTAKING of the playouts left to overtake the most visited one."""
    without: frozenset[str] = frozenset()
    """Parts of move choice to leave out (``ablation.PARTS``)."""


def cache_aligned(record: np.void) -> np.void:
    """Copy a thread's record to cache lines of its own, so that threads do not slow each other down."""
    size = record.dtype.itemsize
    memory = np.zeros(size + 2 * CACHE_LINES, 'u1')
    start = -memory.ctypes.data % CACHE_LINES
    copy = memory[start:start + size].view(record.dtype)
    copy[0] = record
    one: np.void = copy[0]
    return one


class Tree:
    """A search tree and its root position.  It follows a game from move to move."""

    def __init__(self, nodes: int = MAX_NODES) -> None:
        self.record: np.void = new_record(TREE)
        self.record['most'] = nodes
        self._root, self._scratch = new_board(), [cache_aligned(new_board()) for _ in range(MOST_THREADS)]
        self._dilations = [cache_aligned(new_record(BOUZY)) for _ in range(MOST_THREADS)]
        self._records, self._boards, self._readers, self._views = [new_playout(0)], list[np.void](), list[np.void](), list[np.void]()
        self._trail: Moves | None = None
        self._color, self._komi, self._pass_ends, self._position = 0, 0.0, False, self._root
        self._set_weights()

    def limit(self, megabytes: float) -> None:
        """Limit the memory of the tree.  Raises ValueError for less than a megabyte, or for more than a tree can have."""
        if not 1 <= megabytes <= MAX_NODES * NODE_BYTES >> 20:
            raise ValueError(f'no tree of {megabytes} MB')
        self.record['most'] = int(megabytes * (1 << 20) / NODE_BYTES)

    def begin(self, root: Root, threads: int = 1, without: Collection[str] = ()) -> None:
        """Set up a search.  If the root has a trail, keep what an earlier search of the same game found about this position."""
        node = self._find(root)     # compares the weights of the search before
        self._set_weights(without)
        self._views += [cache_aligned(new_record(VIEW)) for _ in range(threads - len(self._views))]
        self._set_root(root)
        self._records = [cache_aligned(new_playout(root.seed + (k << 40))) for k in range(threads)]
        for k, p in enumerate(self._records):
            p['thread'] = k
            p['recalls'] = REPLIES not in without
            if PATTERNS in without:
                p['table'] &= EYE_BIT * BLACK | EYE_BIT * WHITE
                p['near'], p['accepted'] = 0, 255
        self._readers += [new_inner_record(NODE_READING) for _ in range(threads - len(self._readers))]
        self._root['before'] = root.before
        if node is None or not self._resume(root, node):
            for reader in self._readers:
                # Readers remember answers by the stones on the board, not by its size.
                prepare(reader, NODE_READING)
            py_begin(root.board, self._root, self.record, root.last, threads)
        self._position = self._root.copy()
        for pos in root.dead:
            if self._root['color'][pos] != EMPTY:
                py_take_off(self._root, pos)
        set_zones(self._root, root.zones)
        for f in self._scratch[:threads]:
            share_zones(f, self._root)
        self._boards = [cache_aligned(root.board) for _ in range(threads)]
        self._trail = None if root.trail is None else list(root.trail)
        self._color, self._komi, self._pass_ends = root.color, root.komi, root.pass_ends

    def _set_weights(self, without: Collection[str] = ()) -> None:
        """Set the search's weights, so that the parts ``without`` have no effect."""
        self.record['weight'] = tuple(WEIGHTS.values())
        weight = self.record['weight']
        if PRIORS in without:
            weight['likely'] = weight['unlikely'] = 0
        if RAVE in without:
            weight['rave_fades'] = 1e-9     # a node's first visit outweighs RAVE
        if TREE_VERDICTS in without:
            weight['read_at'] = 0

    def _set_root(self, root: Root) -> None:
        """Write the root's moves, dead stones, goal and weights into the record."""
        t, color = self.record, root.board['color']
        weight = t['weight']
        if root.score is not None:
            weight['score_share'], weight['score_center'] = root.score
            weight['score_range'] = 12.0
        weight['leaf_share'] = root.leaf_share
        weight['network'] = weight['network'] * (not root.goal and int(root.board['size']) >= NETWORK_FROM)
        weight['played_out'] = root.owned is not None
        for v in self._views:
            hide(v, root.board, root.leaf_dead)
            v['owned'] = 0.0 if root.owned is None else root.owned
        t['owner'], t['ngoal'] = color[next(iter(root.goal))] if root.goal else EMPTY, len(root.goal)
        t['goal'][:len(root.goal)] = list(root.goal)
        for name, values in (('allowed', dict.fromkeys(root.moves, 1)), ('prior', root.moves), ('bias', root.probabilities)):
            t[name][:] = 0
            t[name][list(values)] = list(values.values())

    def _resume(self, root: Root, node: int) -> bool:
        """Make a node the root and keep its subtree.  Return whether there is room left to grow."""
        used = py_keep(self.record, node, 0)
        return used < FULL_AFTER_PRUNING * int(self.record['most']) and bool(
            py_resume(root.board, self._root, self.record, self._records[0], learned(),
                      network.learned(), self._views[0], self._dilations[0], root.last, root.color, used, len(self._records)))

    def _find(self, root: Root) -> int | None:
        """Return the tree's node for the root's position, which must follow from the tree's own root by moves of the game; else None.

        Also None if komi differs, or if the share of leaf evaluation differs by more than 0.1.
        """
        trail, known, board = root.trail, len(self._trail or ()), root.board
        change = abs(root.leaf_share - float(self.record['weight']['leaf_share']))
        if trail is None or self._trail is None or self._komi != root.komi or change > 0.1 or \
                list(trail[:known]) != self._trail:
            return None
        node, side, after = 0, self._color, self._position.copy()
        for who, move in trail[known:]:
            found = [child for child in self.children(node) if self.record['move'][child] == move]
            if who != side or not found:
                return None
            py_put(after, move, who)
            node, side = found[0], other(side)
        points = list(all_points(int(board['size'])))
        same = after['size'] == board['size'] and np.array_equal(after['color'][points], board['color'][points])
        return node if side == root.color and same else None

    def grow(self, plan: Plan) -> None:
        """Search as long as the plan says.  Further calls continue the search; no call uses more threads than ``begin`` was given."""
        left, net = plan.playouts, network.learned()
        begin, total = time.monotonic(), plan.playouts
        twice_komi = round(2 * self._komi)
        lock, shapes = threading.Lock(), learned()
        waits = False

        def take() -> int:
            nonlocal left
            with lock:
                times = 0 if waits else min(CHUNK_PLAYOUTS, left)
                left -= times
            return times

        def work(k: int, times: int, wanted: Callable[[], bool]) -> bool:
            """Run ``times`` playouts while they are wanted.  Return whether they are still wanted."""
            for done in range(0, times, CHECK_PLAYOUTS):
                py_grow(self._boards[k], self._readers[k], self._root, self._scratch[k], self.record, self._records[k], shapes,
                        net, self._views[k], self._dilations[k], self._color, min(CHECK_PLAYOUTS, times - done), twice_komi)
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
            # Playouts that are left by the plan, and by the clock at the present rate.
            rate = (total - left) / max(now - begin, 1e-6)
            ahead = left if math.isinf(plan.until) else min(left, int(rate * (plan.until - now)))
            return plan.early and self._is_decided(ahead)

        # The first chunk is always played, so that there is a move to choose.
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
        """Prune the least visited nodes."""
        t = self.record
        least, used = 2, int(t['most'])
        while used > FULL_AFTER_PRUNING * int(t['most']) and least < 1 << 30:
            used, least = py_keep(t, 0, least), 2 * least
        py_share_out(t, used, len(self._records))

    def _is_decided(self, left: int) -> bool:
        """Whether the second move would need more than OVERTAKING of ``left`` more playouts to become the most visited one."""
        made = np.sort(self.made(self.children(0)))
        return len(made) > 1 and bool(made[-1] - made[-2] > (2 * OVERTAKING - 1) * left)

    def made(self, some: range) -> np.ndarray:
        """Return how many visits were made to each of these nodes, not counting those that it began with."""
        visits = np.empty(len(some))
        py_made(self.record, some.start, visits)
        return visits

    def children(self, node: int) -> range:
        """Return the children of a node.  A node that was not expanded has none."""
        first, count = divmod(int(self.record['kids'][node]), 1 << COUNT_BITS)
        return range(first, first + count)

    @property
    def playouts(self) -> int:
        """The number of playouts since ``begin``."""
        return sum(int(p['playouts']) for p in self._records)

    def found(self) -> SearchResult:
        """Return the results for the root.  The statistics count playouts since ``begin``."""
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
            line.variation_visits.append(made)
            following = self.children(node)
            if not following or self._pass_ends and line.variation == [PASS]:
                return line
            visits = self.made(following)
            best = int(visits.argmax())
            if visits[best] == 0:
                return line
            node, made = following[best], round(visits[best])


def side_tree() -> Tree:
    """Return a small tree for searches beside the main search.  Each workspace keeps one such tree."""
    return Tree(MAX_NODES >> 5)


def main_tree() -> Tree:
    """Return a tree of 128 MB for the game under way.  Each workspace keeps one such tree."""
    return Tree((128 << 20) // NODE_BYTES)


def last_reply(game: Game, color: int) -> int:
    """The last move if the opponent of ``color`` made it, or PASS."""
    return game.moves[-1][1] if game.moves and game.moves[-1][0] == other(color) else PASS


def before_last(game: Game) -> int:
    """The move before the last, or PASS."""
    return game.moves[-2][1] if len(game.moves) > 1 else PASS


def every_move(game: Game, color: int) -> dict[int, float]:
    """Return the root moves of a search without priors: a pass, and every move that fills no own eye and repeats no position."""
    legal = [pos for pos in all_points(game.size) if game.is_new(color, pos) and not is_own_eye(game.board, pos, color)]
    return dict.fromkeys([PASS, *legal], 0.0)


def search(root: Root, plan: Plan, tree: Tree | None = None) -> SearchResult:
    """Search a position from scratch, as long as the plan says.  ``tree`` only lends its memory (default: a new tree)."""
    tree = tree or main_tree()
    tree.begin(replace(root, trail=None), plan.threads, plan.without)
    tree.grow(plan)
    return tree.found()
