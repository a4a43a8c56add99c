"""Tree search by playouts: the tree grows where playouts do best (Coulom 2006; RAVE after Gelly and Silver 2007).

Every node keeps how often it was visited and how often the side that moved there won; beside that the same over all playouts in which
that side made the move later (RAVE), the sooner the more, which counts less and less as visits of its own come in.  New nodes begin with
a few visits that nobody made, by what the move looks like: a capture, a fight, near the last move, at the edge.  There is no bonus for
what has been visited little.
"""
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numba
import numpy as np
from numba import float64, int64, void

from engine.core.board import BOARD
from engine.core.jit import kernel, unit
from engine.core.points import BLACK, BORDER, MAX_SIZE, NEIGHBOURS, NPOINTS, PASS, STRIDE
from engine.play.around import EYE_BLACK, FIGHT_BLACK
from engine.play.fastboard import FAST, copy_board, in_atari, is_playable, is_self_atari, new_board, put, take_over
from engine.play.playout import PLAYOUT, new_playout, playout

MAX_NODES = 1 << 19
MOST_DEPTH = 2 * MAX_SIZE ** 2
# What the search goes by, in ``TREE.weight``: numbers that can be tried out without compiling anything.
(EXPANDED_AT, EVEN, RAVE_FADES, RAVE_LATE, CAPTURE, SAVE, FIGHT, INTO_ATARI, EDGE, NEAR_1, NEAR_2, NEAR_3, SCORE_SHARE,
 SCORE_RANGE) = range(14)
WEIGHTS = {
    EXPANDED_AT: 4.0,       # visits after which a node gets children
    EVEN: 10.0,             # visits with an even result that every node begins with
    RAVE_FADES: 2000.0,     # the more, the more visits of its own it takes to outweigh RAVE
    RAVE_LATE: 1.0,         # how much less the last move of a playout counts for RAVE than the first
    CAPTURE: 15.0,          # visits won that a move begins with that captures,
    SAVE: 10.0,             # ... that saves a string in atari,
    FIGHT: 8.0,             # ... that fights (``engine.play.around``),
    NEAR_1: 8.0,            # ... and so many steps from the last move
    NEAR_2: 6.0,
    NEAR_3: 2.0,
    INTO_ATARI: 15.0,       # visits lost that a move begins with that puts its own string in atari,
    EDGE: 5.0,              # ... and on the edge, far from everything
    SCORE_SHARE: 0.06,      # how much of a playout's result is by how much it was won,
    SCORE_RANGE: 30.0,      # up to so many points
}
CHUNK = 250
"""Playouts between two looks at whether to go on."""

TREE_DTYPE = np.dtype([
    ('n', 'i4'),
    ('move', 'i4', (MAX_NODES,)),
    ('first', 'i4', (MAX_NODES,)),          # its children stand together
    ('children', 'i4', (MAX_NODES,)),
    ('visits', 'f4', (MAX_NODES,)),         # with those it began with
    ('wins', 'f4', (MAX_NODES,)),           # for the side that moved there
    ('score', 'f4', (MAX_NODES,)),          # Black's points less White's, added up over the visits that were made
    ('rave_visits', 'f4', (MAX_NODES,)),
    ('rave_wins', 'f4', (MAX_NODES,)),
    ('began', 'f4', (MAX_NODES,)),          # the visits it began with,
    ('began_wins', 'f4', (MAX_NODES,)),     # and how many of them were won
    ('path', 'i4', (MOST_DEPTH,)),
    ('first_by', 'i4', (NPOINTS,)),         # who first played a point from here on
    ('first_at', 'i4', (NPOINTS,)),         # and when
    ('stamp', 'i4', (NPOINTS,)),            # ... in the playout of this number
    ('playouts', 'i4'),
    ('prior', 'f4', (NPOINTS,)),            # set by the caller: visits won, lost if negative, that a root move begins with
    ('allowed', 'u1', (NPOINTS,)),          # set by the caller: moves at the root
    ('weight', 'f8', (len(WEIGHTS),)),
], align=True)
TREE = numba.from_dtype(TREE_DTYPE)


@kernel(int64(FAST, int64))
def _is_lonely(f, pos):
    """Whether a point is on the first line with no stone round it: in a code, stones are the pairs of unequal bits."""
    at_edge = False
    for step in NEIGHBOURS:
        at_edge |= f.color[pos + step] == BORDER
    code = f.code[pos]
    return int64(at_edge and (code ^ code >> 1) & 0x5555 == 0)


@kernel(void(TREE, int64, int64, float64, float64))
def _new_node(t, node, move, visits, wins):
    t.move[node] = move
    t.first[node] = 0
    t.children[node] = 0
    t.visits[node] = visits
    t.wins[node] = wins
    t.began[node] = visits
    t.began_wins[node] = wins
    t.score[node] = 0.0
    t.rave_visits[node] = 0.0
    t.rave_wins[node] = 0.0


@unit(float64(FAST, TREE, PLAYOUT, int64, int64))
def prior_wins(f, t, p, pos, color):
    """Visits won that a move begins with, less those lost."""
    good = 0.0
    captures = saves = 0
    for step in NEIGHBOURS:
        q = pos + step
        c = f.color[q]
        if (c == 1 or c == 2) and in_atari(f, q):
            if c == color:
                saves += f.count[f.head[q]]
            else:
                captures += f.count[f.head[q]]
    into_atari = is_self_atari(f, pos, color)
    if captures:
        good += t.weight[CAPTURE]
    elif into_atari:
        return -t.weight[INTO_ATARI]
    elif saves:
        good += t.weight[SAVE]
    if p.table[f.code[pos]] & (FIGHT_BLACK * color):
        good += t.weight[FIGHT]
    if f.last != PASS:
        rows = abs(pos // STRIDE - f.last // STRIDE)
        cols = abs(pos % STRIDE - f.last % STRIDE)
        apart = rows + cols
        if apart <= 3:
            good += t.weight[NEAR_1 + apart - 1]
    if good == 0.0 and _is_lonely(f, pos):
        return -t.weight[EDGE]
    return good


@unit(int64(FAST, TREE, PLAYOUT, int64, int64))
def expand(f, t, p, node, color):
    """Give a node its children; the root only those that are allowed.  Returns how many."""
    start = t.n
    n = int64(0)
    for k in range(f.nempty):
        pos = int64(f.empties[k])
        if t.n >= MAX_NODES - 1:
            break
        if not is_playable(f, pos, color) or (node != 0 and p.table[f.code[pos]] & (EYE_BLACK * color)):
            continue
        if node == 0 and not t.allowed[pos]:
            continue
        good = prior_wins(f, t, p, pos, color)
        if node == 0:
            good += t.prior[pos]
        _new_node(t, int64(t.n), pos, t.weight[EVEN] + abs(good), t.weight[EVEN] / 2 + max(good, 0.0))
        t.n += 1
        n += 1
    if t.n < MAX_NODES and (node != 0 or t.allowed[PASS]):
        _new_node(t, int64(t.n), int64(PASS), t.weight[EVEN], t.weight[EVEN] / (2 if n == 0 or f.last == PASS else 5))
        t.n += 1
        n += 1
    t.first[node] = start
    t.children[node] = n
    return n


@kernel(int64(TREE, int64))
def _best_child(t, node):
    """The child that looks best by its visits and RAVE."""
    best = int64(t.first[node])
    highest = -1.0
    for child in range(t.first[node], t.first[node] + t.children[node]):
        visits, others = float64(t.visits[child]), float64(t.rave_visits[child])
        value = t.wins[child] / visits
        if others > 0.0:
            share = others / (others + visits + others * visits / t.weight[RAVE_FADES])
            value += share * (t.rave_wins[child] / others - value)
        if value > highest:
            highest = value
            best = child
    return best


@unit(void(TREE, PLAYOUT, int64, float64, float64, int64))
def update(t, p, depth, result, score, color):
    """Add a playout's result (for Black, 0 to 1) and score to the nodes on its way and to what else was played after them.

    ``color`` moved first at the root; the moves are in ``p.moves``.
    """
    t.playouts += 1
    stamp = t.playouts
    at = int64(p.nmoves)
    for d in range(depth, -1, -1):
        # Step 1. What was played from the position of this node on, and by whom first.
        while at > d:
            at -= 1
            pos = p.moves[at]
            if pos != PASS:
                t.stamp[pos] = stamp
                t.first_by[pos] = color if at % 2 == 0 else 3 - color
                t.first_at[pos] = at
        node = t.path[d]
        # Step 2. The node itself, for the side that moved there.
        mover = color if d % 2 else 3 - color
        t.visits[node] += 1.0
        t.score[node] += score
        t.wins[node] += result if mover == BLACK else 1.0 - result
        # Step 3. Its children, for the side that moves next.
        side = 3 - mover
        gain = result if side == BLACK else 1.0 - result
        fading = t.weight[RAVE_LATE] / max(p.nmoves - d, 1)
        for child in range(t.first[node], t.first[node] + t.children[node]):
            pos = t.move[child]
            if pos != PASS and t.stamp[pos] == stamp and t.first_by[pos] == side:
                counts = 1.0 - fading * (t.first_at[pos] - d)
                t.rave_visits[child] += counts
                t.rave_wins[child] += counts * gain


@unit(void(FAST, FAST, TREE, PLAYOUT, int64, int64, int64))
def grow(root, f, t, p, color, times, twice_komi):
    """So many playouts from the root, this colour to move."""
    for _ in range(times):
        copy_board(f, root)
        node = depth = int64(0)
        side = color
        passes = 0
        t.path[0] = 0
        p.nmoves = 0
        # Step 1. Down the tree.
        while passes < 2 and depth < MOST_DEPTH - 1:
            if t.children[node] == 0:
                if t.visits[node] - t.began[node] < t.weight[EXPANDED_AT] and depth > 0:
                    break
                if t.n + f.nempty + 1 >= MAX_NODES or expand(f, t, p, node, side) == 0:
                    break
            node = _best_child(t, node)
            move = int64(t.move[node])
            put(f, move, side)
            passes = passes + 1 if move == PASS else 0
            p.moves[p.nmoves] = move
            p.nmoves += 1
            depth += 1
            t.path[depth] = node
            side = 3 - side
        # Step 2. To the end of the game: after two passes too, for what is dead must count as dead.
        score = playout(f, p, side)
        margin = (2.0 * score - twice_komi) / 2.0
        p.playouts += 1
        p.black_wins += margin > 0.0
        p.score += score
        share = t.weight[SCORE_SHARE]
        result = (1.0 - share) * (margin > 0.0) + share * (0.5 + 0.5 * min(max(margin / t.weight[SCORE_RANGE], -1.0), 1.0))
        update(t, p, depth, result, float64(score), color)


@kernel(void(BOARD, FAST, TREE, int64))
def py_begin(b, root, t, last):
    """Set up the root after this last move."""
    take_over(root, b, last)
    _new_node(t, int64(0), int64(PASS), 1.0, 0.5)
    t.n = 1
    t.playouts = 0
    for pos in range(NPOINTS):
        t.stamp[pos] = 0


@kernel(void(FAST, FAST, TREE, PLAYOUT, int64, int64, int64))
def py_grow(root, f, t, p, color, times, twice_komi):
    """``grow`` for Python."""
    grow(root, f, t, p, color, times, twice_komi)


@kernel(void(TREE, PLAYOUT, int64, float64, float64, int64))
def py_update(t, p, depth, result, score, color):
    """``update`` for Python."""
    update(t, p, depth, result, score, color)


@kernel(float64(FAST, TREE, PLAYOUT, int64, int64))
def py_prior_wins(f, t, p, pos, color):
    """``prior_wins`` for Python."""
    return prior_wins(f, t, p, pos, color)


_root, _scratch = new_board(), new_board()
_tree = np.zeros(1, TREE_DTYPE)[0]
_tree['weight'][list(WEIGHTS)] = list(WEIGHTS.values())


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
        """What its winning hardly falls below, by how often it was visited."""
        visits = max(self.visits, 1)
        return max(self.winning - 1.5 * math.sqrt(self.winning * (1 - self.winning) / visits + 0.25 / visits ** 2), 0.0)


@dataclass
class Found:
    """What a search found."""
    lines: list[Line]
    """The most visited first."""
    stats: np.void
    """The record of the playouts (``engine.play.playout``)."""


def search(board: np.void, color: int, komi: float, playouts: int, seed: int, allowed: Mapping[int, float], last: int = PASS,
           goes_on: Callable[[], bool] = lambda: True) -> Found:
    """Search with so many playouts, fewer if ``goes_on`` says no; the same arguments find the same.

    ``allowed`` are the moves at the root, PASS among them, with visits won (lost if negative) that each begins with.
    """
    _tree['allowed'][:] = 0
    _tree['prior'][:] = 0
    for move, good in allowed.items():
        _tree['allowed'][move], _tree['prior'][move] = 1, good
    py_begin(board, _root, _tree, last)
    p = new_playout(seed)
    while int(p['playouts']) < playouts and goes_on():
        py_grow(_root, _scratch, _tree, p, color, min(CHUNK, playouts - int(p['playouts'])), round(2 * komi))
    return Found(_lines(), p)


def _children(node: int) -> range:
    first = int(_tree['first'][node])
    return range(first, first + int(_tree['children'][node]))


def _lines() -> list[Line]:
    lines = []
    for child in _children(0):
        made = round(float(_tree['visits'][child]) - float(_tree['began'][child]))
        won = float(_tree['wins'][child]) - float(_tree['began_wins'][child])
        line = Line(int(_tree['move'][child]), made, won / made if made else 0.5, float(_tree['score'][child]) / max(made, 1))
        node = child
        while True:
            line.variation.append(int(_tree['move'][node]))
            if not _children(node):
                break
            node = max(_children(node), key=lambda k: (float(_tree['visits'][k]) - float(_tree['began'][k]), -k))
            if _tree['visits'][node] == _tree['began'][node]:
                break
        lines.append(line)
    return sorted(lines, key=lambda line: (-line.visits, line.move))
