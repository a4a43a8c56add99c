"""What a move looks like: visits won or lost that it begins with in the tree.

Captures and moves that save, fighting moves, and the steps from the last move, where a string is one step (the common fate graph, Graepel
and others 2001); moves into atari and on the edge; shapes learned from games; and where no stone is near, the third and fourth lines
before the first and second.
"""
import math

from numba import float64, int64, void

from engine.core.jit import kernel, unit
from engine.core.points import BORDER, EMPTY, NEIGHBOURS, PASS, STRIDE
from engine.play.around import FIGHT_BLACK
from engine.play.fastboard import FAST, in_atari, is_self_atari
from engine.play.nodes import CAPTURE, EDGE, FIGHT, FOURTH_LINE, INTO_ATARI, LOW, NEAR_1, SAVE, SHAPE, THIRD_LINE, TREE
from engine.play.playout import PLAYOUT
from engine.play.shape import SHAPES, shape_value

STEPS = 3
"""From the last move: moves further away are all alike."""
ALONE = 3
"""Steps within which a place without any stone is open."""
LEAST_SIZE = 9
"""Boards smaller than this have no open places."""


@kernel(void(FAST, PLAYOUT, int64, int64, int64))
def _reach(f, p, n, pos, steps):
    """Note that a point is so many steps away, and all its string with it, from place n of the list on."""
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


@unit(void(FAST, PLAYOUT))
def spread(f, p):
    """Find the steps from the last move to every point within STEPS of it: ``p.steps`` where ``p.seen_stamp`` is now."""
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
        if steps > STEPS:
            return
        for step in NEIGHBOURS:
            q = int64(pos + step)
            c = f.color[q]
            if c != BORDER and p.seen_stamp[q] != p.seen_now:
                _reach(f, p, end, q, steps)
                end += 1 if c == EMPTY else f.count[f.head[q]]


@kernel(int64(FAST, int64, int64))
def _is_alone(f, row, col):
    """Whether no stone is within ALONE steps."""
    for down in range(-ALONE, ALONE + 1):
        r = row + down
        if r < 0 or r >= f.size:
            continue
        wide = ALONE - abs(down)
        for c in range(max(col - wide, 0), min(col + wide, f.size - 1) + 1):
            if f.color[(r + 1) * STRIDE + c + 1] != EMPTY:
                return 0
    return 1


@kernel(float64(FAST, TREE, int64))
def _open_place(f, t, pos):
    """Visits won by the line of a move where no stone is near; 0 elsewhere."""
    if f.size < LEAST_SIZE:
        return 0.0
    row, col = pos // STRIDE - 1, pos % STRIDE - 1
    line = min(row, col, f.size - 1 - row, f.size - 1 - col)
    if line > 3 or not _is_alone(f, row, col):
        return 0.0
    if line < 2:
        return -t.weight[LOW]
    return t.weight[THIRD_LINE] if line == 2 else t.weight[FOURTH_LINE]


@kernel(int64(FAST, int64))
def _is_lonely(f, pos):
    """Whether a point is on the first line with no stone round it: in a code, stones are the pairs of unequal bits."""
    at_edge = False
    for step in NEIGHBOURS:
        at_edge |= f.color[pos + step] == BORDER
    code = f.code[pos]
    return int64(at_edge and (code ^ code >> 1) & 0x5555 == 0)


@unit(float64(FAST, TREE, PLAYOUT, SHAPES, int64, int64))
def prior_wins(f, t, p, s, pos, color):
    """Visits won that a move begins with, less those lost; ``spread`` has been called in this position."""
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
    if p.seen_stamp[pos] == p.seen_now and p.steps[pos] > 0:
        good += t.weight[NEAR_1 + p.steps[pos] - 1]
    if t.weight[SHAPE] > 0.0:
        good += t.weight[SHAPE] * math.sqrt(shape_value(f, s, pos, color))
    if good == 0.0 and _is_lonely(f, pos):
        return -t.weight[EDGE]
    return good + _open_place(f, t, pos)


@kernel(float64(FAST, TREE, PLAYOUT, SHAPES, int64, int64))
def py_prior_wins(f, t, p, s, pos, color):
    """``prior_wins`` for Python."""
    spread(f, p)
    return prior_wins(f, t, p, s, pos, color)
