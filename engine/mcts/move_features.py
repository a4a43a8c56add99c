"""Features of moves, with weights learned from games, and the probability of each move (Coulom 2007; ``owlgo learn``).

Features are captures, rescues and self-ataris, the distances from the last two moves and from the edge, and the shapes around the move.
The probability is the softmax of the sums of weights.
"""
import gzip
import math
from functools import cache
from importlib import resources

import numpy as np
from numba import float64, int64, void

from owlgo.engine.core import store, symmetry
from owlgo.engine.core.jit import for_python, kernel, unit
from owlgo.engine.core.points import BORDER, EMPTY, NEIGHBOURS, PASS, STRIDE
from owlgo.engine.mcts import corners, shape
from owlgo.engine.mcts.around import EYE_BIT, FIGHT_BIT
from owlgo.engine.mcts.corners import add_corners, mark_corners
from owlgo.engine.mcts.fastboard import FAST, in_atari, is_playable, is_self_atari, is_settled, new_board, py_take_over
from owlgo.engine.mcts.playout import PLAYOUT, new_playout
from owlgo.engine.mcts.shape import (
    FARTHEST,
    LINES,
    SHAPE_WEIGHTS,
    WEIGHTS_FILE,
    Feature,
    LearnedWeights,
    empty,
    fill,
    parse,
    shape_features,
)


@kernel(void(FAST, PLAYOUT, int64, int64, int64))
def _reach(f, p, n, pos, steps):
    """Set the number of steps to a point, or to all stones of its string, and list these points in ``p.reached`` from index n on."""
    stone = pos
    while True:
        p.seen_stamp[stone] = p.seen_now
        p.steps[stone] = steps
        p.reached[n] = stone
        n += 1
        if f.color[pos] == EMPTY:
            return
        stone = int64(f.next[stone])
        if stone == pos:
            return


@kernel(void(FAST, PLAYOUT))
def _spread(f, p):
    """Count the steps from the last move to points up to four steps away, in ``p.steps``; mark these points in ``p.seen_stamp``.

    A whole string counts as one step (common fate graph, Graepel et al. 2001).
    """
    p.seen_now += 1
    if f.last == PASS:
        return
    if f.color[f.last] == EMPTY or f.color[f.last] == BORDER:
        return
    _reach(f, p, int64(0), int64(f.last), int64(0))
    end = int64(f.count[f.head[f.last]])
    begin = int64(0)
    while begin < end:
        pos = p.reached[begin]
        begin += 1
        steps = int64(p.steps[pos]) + 1
        if steps > 4:
            return
        for step in NEIGHBOURS:
            q = int64(pos + step)
            c = f.color[q]
            if c != BORDER and p.seen_stamp[q] != p.seen_now:
                _reach(f, p, end, q, steps)
                end += 1 if c == EMPTY else f.count[f.head[q]]


@kernel(void(FAST, PLAYOUT))
def _count_liberties(f, p):
    """Count the liberties of every string, and write them into ``p.liberties`` at its head."""
    for row in range(1, f.size + 1):
        for pos in range(row * STRIDE + 1, row * STRIDE + 1 + f.size):
            p.liberties[pos] = 0
    for k in range(f.nempty):
        pos = f.empties[k]
        for j in range(4):
            q = pos + NEIGHBOURS[j]
            c = f.color[q]
            if c == EMPTY or c == BORDER:
                continue
            known = False
            for i in range(j):
                r = pos + NEIGHBOURS[i]
                known |= f.color[r] == c and f.head[r] == f.head[q]
            if not known:
                p.liberties[f.head[q]] += 1


@kernel(int64(FAST, int64, int64))
def _is_alone(f, row, col):
    """Whether no stone is within three steps of a point."""
    for down in range(-3, 4):
        r = row + down
        if r < 0 or r >= f.size:
            continue
        wide = 3 - abs(down)
        for c in range(max(col - wide, 0), min(col + wide, f.size - 1) + 1):
            if f.color[(r + 1) * STRIDE + c + 1] != EMPTY:
                return 0
    return 1


@kernel(int64(FAST, int64, int64))
def _is_beside_atari(f, pos, color):
    """Whether a string of this colour in atari is next to the other side's string at pos."""
    stone = pos
    while True:
        for step in NEIGHBOURS:
            q = stone + step
            if f.color[q] == color and in_atari(f, q):
                return 1
        stone = int64(f.next[stone])
        if stone == pos:
            return 0


@kernel(int64(PLAYOUT, int64, int64))
def _note(p, n, feature):
    """Add a feature to a move's n features, and return their new number."""
    p.feature[n] = feature
    return n + 1


@kernel(int64(FAST, PLAYOUT, int64, int64, int64))
def _tactics(f, p, n, pos, color):
    """Add the features of captures, rescues and self-atari."""
    taken = saved = 0
    takes_last = saves_by_it = gives = two = False
    for step in NEIGHBOURS:
        q = int64(pos + step)
        c = f.color[q]
        if c == EMPTY or c == BORDER:
            continue
        liberties = p.liberties[f.head[q]]
        if c == color:
            two |= liberties == 2
            saved += liberties == 1
        elif liberties == 1:
            taken += f.count[f.head[q]]
            takes_last |= f.last != PASS and f.color[f.last] == c and f.head[f.last] == f.head[q]
            saves_by_it |= _is_beside_atari(f, q, color) == 1
        else:
            gives |= liberties == 2
    if saves_by_it:
        n = _note(p, n, int64(Feature.SAVES_BY_CAPTURE))
    elif takes_last:
        n = _note(p, n, int64(Feature.CAPTURES_LAST))
    elif taken:
        n = _note(p, n, int64(Feature.CAPTURES_MANY if taken > 1 else Feature.CAPTURES))
    elif gives:
        n = _note(p, n, int64(Feature.GIVES_ATARI))
    if taken == 0 and is_self_atari(f, pos, color):
        alone = True
        for step in NEIGHBOURS:
            alone &= f.color[pos + step] != color
        return _note(p, n, int64(Feature.INTO_ATARI if alone else Feature.INTO_ATARI_MANY))
    if saved:
        n = _note(p, n, int64(Feature.SAVES))
    elif two:
        n = _note(p, n, int64(Feature.TWO_LIBERTIES))
    return n


@kernel(int64(int64, int64))
def _distance(one, two):
    """Return the distance dx + dy + max(dx, dy) of two points, FARTHEST at most."""
    down, right = abs(one // STRIDE - two // STRIDE), abs(one % STRIDE - two % STRIDE)
    return min(down + right + max(down, right), FARTHEST)


@unit(void(FAST, PLAYOUT, SHAPE_WEIGHTS, int64))
def prepare_features(f, p, s, color):
    """Compute what ``features`` and ``likelihood`` need to know about a position with this colour to move."""
    _spread(f, p)
    _count_liberties(f, p)
    mark_corners(f, p, s, color)


@unit(int64(FAST, PLAYOUT, SHAPE_WEIGHTS, int64, int64))
def features(f, p, s, pos, color):
    """List the features of a move in ``p.feature``, and return how many there are."""
    n = _tactics(f, p, int64(0), pos, color)
    if p.table[f.code[pos]] & (FIGHT_BIT * color):
        n = _note(p, n, int64(Feature.FIGHTS))
    if p.corner[pos] == p.seen_now:
        n = _note(p, n, int64(Feature.CORNER))
    if f.last != PASS:
        n = _note(p, n, int64(Feature.LAST_0) + _distance(pos, int64(f.last)))
        if p.seen_stamp[pos] == p.seen_now and p.steps[pos] > 0:
            n = _note(p, n, int64(Feature.STEPS_0 + p.steps[pos] - 1))
    if f.before != PASS:
        n = _note(p, n, int64(Feature.BEFORE_0) + _distance(pos, int64(f.before)))
    row, col = pos // STRIDE - 1, pos % STRIDE - 1
    line = min(row, col, f.size - 1 - row, f.size - 1 - col, LINES - 1)
    n = _note(p, n, int64(Feature.LINE_0) + line)
    if _is_alone(f, row, col):
        n = _note(p, n, int64(Feature.ALONE_0) + line)
    return shape_features(f, p, s, n, pos, color)


@unit(float64(FAST, PLAYOUT, SHAPE_WEIGHTS, int64, int64))
def likelihood(f, p, s, pos, color):
    """Return e to the sum of a move's weights, which is proportional to the move's probability in the position."""
    total = 0.0
    for k in range(features(f, p, s, pos, color)):
        total += s.value[p.feature[k]]
    return math.exp(min(total, 50.0))


@unit(int64(FAST, PLAYOUT, SHAPE_WEIGHTS, int64, int64))
def choices(f, p, s, color, every):
    """List the moves that a search would try in ``p.choice``, with their probabilities in ``p.chance``.  Return how many there are.

    Own eyes and settled zones are left out, unless ``every`` legal move is wanted.
    """
    prepare_features(f, p, s, color)
    n = int64(0)
    total = 0.0
    for k in range(f.nempty):
        pos = int64(f.empties[k])
        if not is_playable(f, pos, color) or (not every and (p.table[f.code[pos]] & (EYE_BIT * color) or is_settled(f, pos))):
            continue
        p.choice[n] = pos
        p.chance[n] = likelihood(f, p, s, pos, color)
        total += p.chance[n]
        n += 1
    for k in range(n):
        p.chance[k] /= total
    return n


@kernel(int64(FAST, PLAYOUT, SHAPE_WEIGHTS, int64, int64))
def py_features(f, p, s, pos, color):
    """``prepare_features`` and ``features`` for Python."""
    prepare_features(f, p, s, color)
    return features(f, p, s, pos, color)


py_choices = for_python(choices)


def every_choice(board: np.void, color: int, last: int = PASS, before: int = PASS,
                 record: np.void | None = None) -> tuple[np.void, np.void, int]:
    """Return a board of playouts after these last two moves, a record with all legal moves of a side (``choices``), and their number.

    ``record`` is written over and returned, if there is one.
    """
    fast, record = new_board(), new_playout(0) if record is None else record
    py_take_over(fast, board, last)
    fast['before'] = before
    return fast, record, py_choices(fast, record, learned(), color, 1)


def with_weights(weights: LearnedWeights) -> np.void:
    """Return a record with these weights and the engine's corner openings."""
    s = empty()
    fill(s, weights)
    add_corners(s, corners.read())
    return s


@cache
def learned() -> np.void:
    """Return the record of the engine's weights, made once and then taken from the cache."""
    text = gzip.decompress(resources.files(__package__).joinpath(WEIGHTS_FILE).read_bytes()).decode()
    makers = (__file__, shape.__file__, corners.__file__, symmetry.__file__)
    return store.kept('shapes', text + corners.text(), makers, lambda: np.array([with_weights(parse(text))]))[0]
