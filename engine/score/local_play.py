"""The temperature of an endgame move: alternating play close by, in an environment of moves elsewhere (Berlekamp).

The search is short and stays near a point.  A side may also play elsewhere, which gains the environment's temperature.  After both have
done so, or at full length, the territory around the point is counted.  An empty point belongs to its nearest living stone.  Sente and gote
need no further rule, since only threats larger than the moves elsewhere are answered.

    . . O X .       At temperature 1 White plays a, Black b, White c, and Black d: sente.  At temperature 9 Black plays elsewhere
    . . O X .       after a.
    . c a b d

Values are in eighths of a point, Black's less White's.  The turn is worth half a temperature.
"""
import numpy as np
from numba import int64, void

from owlgo.engine.core.board import BOARD, is_legal, popgo, trymove_assume_legal
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.layout import new_record, record_type
from owlgo.engine.core.points import BLACK, BORDER, EMPTY, NEIGHBOURS, NPOINTS, PASS, STRIDE

UNIT = 8
"""The value of one point, in eighths of a point."""
MAX_LINE = 12
"""Maximum length of a line, in moves."""
MAX_WIDTH = 16
"""Largest number of moves listed at a node, with the pass."""
UNBOUNDED = 1 << 20
"""A bound larger than all values, in eighths of a point."""
TEMPERATURES = (2, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 56, 80, 120, 160)
"""Temperatures tried, in eighths of a point, all even."""

LOCAL = record_type([
    ('limit', 'i8'),                        # set by the caller: moves of a line, up to MAX_LINE
    ('wide', 'i8'),                         # set by the caller: moves at a node
    ('t', 'i8'),                            # set by the caller: temperature in eighths of a point, even
    ('old', 'i4', (NPOINTS,)),              # stones at the start, which live unless they are captured
    ('points', 'i4', (NPOINTS,)),           # points counted
    ('n', 'i8'),
    ('inside', 'i4', (NPOINTS,)),
    # counting
    ('lives', 'i4', (NPOINTS,)),            # by origin: 1 the string lives, 2 it was also counted as in atari
    ('owner', 'i4', (NPOINTS,)),            # colour of the nearest living stones, 3 for both
    ('steps', 'i4', (NPOINTS,)),
    ('queue', 'i4', (NPOINTS,)),
    # the search, by depth
    ('side', 'i8', (MAX_LINE + 2,)),
    ('passes', 'i8', (MAX_LINE + 2,)),
    ('alpha', 'i8', (MAX_LINE + 2,)),
    ('beta', 'i8', (MAX_LINE + 2,)),
    ('best', 'i8', (MAX_LINE + 2,)),
    ('played', 'i8', (MAX_LINE + 2,)),
    ('next', 'i8', (MAX_LINE + 2,)),
    ('count', 'i8', (MAX_LINE + 2,)),
    ('moves', 'i8', (MAX_LINE + 2, MAX_WIDTH + 1)),
    ('rate', 'i8', (MAX_WIDTH + 1,)),        # ratings of the moves being listed
    ('seen', 'i8', (NPOINTS,)),
    ('stamp', 'i8'),
    ('line', 'i8', (MAX_LINE + 4,)),       # the moves of the line, the middle before them
])
"""The working memory of a search near a point."""


def new_local() -> np.void:
    """Return a record for a search: lines of five moves after the first, four moves tried at a node besides the pass."""
    e = new_record(LOCAL)
    e['limit'], e['wide'] = 5, 4
    return e


@unit(int64(BOARD, LOCAL, int64))
def territory(b, e, side):
    """Return territory and prisoners near the point as the lead of the side to move, plus the worth of having the turn."""
    # Strings of old stones live, and new ones that can connect to them.
    for k in range(e.n):
        pos = e.points[k]
        if b.color[pos] != EMPTY:
            e.lives[b.origin[pos]] = 0
    for k in range(e.n):
        pos = e.points[k]
        if b.color[pos] != EMPTY and e.old[pos] == b.color[pos]:
            e.lives[b.origin[pos]] = 1
    changed = 1
    while changed:
        changed = 0
        for k in range(e.n):
            pos = e.points[k]
            if b.color[pos] != EMPTY:
                continue
            black = white = 0
            for step in NEIGHBOURS:
                q = pos + step
                if b.color[q] != EMPTY and b.color[q] != BORDER and e.inside[q] and e.lives[b.origin[q]]:
                    black |= b.color[q] == BLACK
                    white |= b.color[q] != BLACK
            for step in NEIGHBOURS:
                q = pos + step
                color = b.color[q]
                if (color == BLACK and black or color == 3 - BLACK and white) and e.inside[q] and not e.lives[b.origin[q]]:
                    e.lives[b.origin[q]] = 1
                    changed = 1
    # Nearest living stones.
    head = tail = 0
    total = int64(0)
    gain = int64(0)
    for k in range(e.n):
        pos = e.points[k]
        e.owner[pos] = 0
        e.steps[pos] = NPOINTS
        color = b.color[pos]
        if color != EMPTY and e.lives[b.origin[pos]]:
            e.owner[pos] = color
            e.steps[pos] = 0
            e.queue[tail] = pos
            tail += 1
            root = b.origin[pos]
            if b.libs[root] == 1 and e.lives[root] == 1:
                # A string in atari is half captured.
                e.lives[root] = 2
                worth = b.count[root] * UNIT
                total += -worth if color == BLACK else worth
                gain = max(gain, worth)
    while head < tail:
        pos = e.queue[head]
        head += 1
        for step in NEIGHBOURS:
            q = pos + step
            if not e.inside[q]:
                continue
            if e.steps[q] == NPOINTS:
                e.steps[q] = e.steps[pos] + 1
                e.owner[q] = e.owner[pos]
                e.queue[tail] = q
                tail += 1
            elif e.steps[q] == e.steps[pos] + 1 and e.owner[q] != e.owner[pos]:
                e.owner[q] = 3
    for k in range(e.n):
        pos = e.points[k]
        owner = e.owner[pos]
        color = b.color[pos]
        if e.steps[pos] == 0 or owner == 3 or owner == 0:
            continue
        worth = UNIT if color == EMPTY else 2 * UNIT if color != owner else UNIT
        total += worth if owner == BLACK else -worth
    total += (b.captures[BLACK] - b.captures[3 - BLACK]) * UNIT
    half = e.t // 2
    return (total if side == BLACK else -total) + max(half, gain - half)


@unit(void(BOARD, LOCAL, int64, int64))
def moves_near(b, e, depth, side):
    """List the moves to try at a node: points near the last moves, the most promising first, with the pass in second place."""
    e.stamp += 1
    count = 0
    for back in range(3):
        at = depth + 1 - back
        if at < 0:
            break
        last = e.line[at]
        if last == PASS:
            continue
        for dr in range(-2, 3):
            for dc in range(-2, 3):
                far = abs(dr) + abs(dc)
                if far > 3:
                    continue
                pos = last + dr * STRIDE + dc
                if pos < 0 or pos >= NPOINTS or not e.inside[pos] or e.seen[pos] == e.stamp or b.color[pos] != EMPTY:
                    continue
                e.seen[pos] = e.stamp
                rate = -4 * far - 6 * back
                own = theirs = walls = stones = 0
                for step in NEIGHBOURS:
                    q = pos + step
                    color = b.color[q]
                    if color == BORDER:
                        walls += 1
                    elif color == side:
                        own += 1
                        if b.libs[b.origin[q]] == 1:
                            rate += 20 + 4 * b.count[b.origin[q]]
                            stones += 1
                    elif color != EMPTY:
                        theirs += 1
                        libs = b.libs[b.origin[q]]
                        if libs == 1:
                            rate += 30 + 4 * b.count[b.origin[q]]
                            stones += 1
                        elif libs == 2:
                            rate += 6
                if own + walls == 4 and not stones:
                    continue
                rate += 5 * (own > 0) + 7 * (theirs > 0)
                if not is_legal(b, pos, side):
                    continue
                # Into the list, the best first.
                if count >= MAX_WIDTH and e.rate[MAX_WIDTH - 1] >= rate:
                    continue
                if count < MAX_WIDTH:
                    count += 1
                k = count - 1
                while k > 0 and e.rate[k - 1] < rate:
                    e.rate[k] = e.rate[k - 1]
                    e.moves[depth, k] = e.moves[depth, k - 1]
                    k -= 1
                e.rate[k] = rate
                e.moves[depth, k] = pos
    # Keep moves that tie with the last one, too: their order depends on the board's orientation.
    if count > e.wide:
        last = e.rate[e.wide - 1]
        kept = e.wide
        while kept < count and e.rate[kept] == last:
            kept += 1
        count = kept
    at = min(count, 1)
    for k in range(count, at, -1):
        e.moves[depth, k] = e.moves[depth, k - 1]
    e.moves[depth, at] = PASS
    e.count[depth] = count + 1


@unit(int64(BOARD, LOCAL, int64, int64, int64, int64))
def play_locally(b, e, side, local, alpha, beta):
    """Search play near a point.  Return the value for the side to move, within the bounds.  With ``local`` the first move is no pass."""
    depth = 0
    e.side[0], e.passes[0], e.alpha[0], e.beta[0] = side, 0, alpha, beta
    entering = 1
    value = int64(0)
    while True:
        if entering:
            if e.passes[depth] == 2 or depth >= e.limit:
                value = territory(b, e, e.side[depth])
                entering = 0
            else:
                moves_near(b, e, depth, e.side[depth])
                e.next[depth], e.best[depth] = 0, -UNBOUNDED
        if not entering:
            # ``value`` is that of the node at ``depth``, for its side.
            if depth == 0:
                return value
            depth -= 1
            move = e.played[depth]
            value = -value
            if move == PASS:
                value += e.t
            else:
                popgo(b)
            if value > e.best[depth]:
                e.best[depth] = value
            e.alpha[depth] = max(e.alpha[depth], value)
        # The next move of the node.
        entering = 0
        value = e.best[depth]
        if e.best[depth] < e.beta[depth]:
            while e.next[depth] < e.count[depth]:
                move = e.moves[depth, e.next[depth]]
                e.next[depth] += 1
                if move == PASS and depth == 0 and local:
                    continue
                if move != PASS and not trymove_assume_legal(b, move, e.side[depth]):
                    continue
                e.played[depth] = move
                e.line[depth + 2] = move
                more = e.t if move == PASS else 0
                e.side[depth + 1] = 3 - e.side[depth]
                e.passes[depth + 1] = e.passes[depth] + 1 if move == PASS else 0
                e.alpha[depth + 1] = -(e.beta[depth] - more)
                e.beta[depth + 1] = -(e.alpha[depth] - more)
                depth += 1
                entering = 1
                break


@kernel(void(BOARD, LOCAL, int64))
def _begin(b, e, middle):
    """Set up the points to be counted, up to six lines from ``middle``, and the stones on them."""
    e.inside[:] = 0
    e.n = 0
    row, col = middle // STRIDE, middle % STRIDE
    for i in range(max(row - 6, 1), min(row + 6, b.size) + 1):
        for j in range(max(col - 6, 1), min(col + 6, b.size) + 1):
            pos = i * STRIDE + j
            e.inside[pos] = 1
            e.points[e.n] = pos
            e.n += 1
    e.old[:] = 0
    for k in range(e.n):
        e.old[e.points[k]] = b.color[e.points[k]]


@unit(int64(BOARD, LOCAL, int64, int64, int64))
def is_playable(b, e, move, side, t):
    """Whether at this temperature a legal move is at least as good as playing elsewhere and letting the opponent begin here."""
    e.t = t
    e.line[0], e.line[1] = PASS, move
    theirs = play_locally(b, e, 3 - side, 1, -UNBOUNDED, UNBOUNDED)
    trymove_assume_legal(b, move, side)
    e.line[0], e.line[1] = move, move
    # Each first move costs a tempo.
    bound = theirs - t
    found = play_locally(b, e, 3 - side, 0, bound, bound + 1) <= bound
    popgo(b)
    return int64(found)


@kernel(int64(BOARD, LOCAL, int64, int64, int64))
def py_temperature(b, e, move, side, least):
    """Return the highest temperature, in eighths of a point, at which a legal move is playable, or -1 if it is below ``least``."""
    _begin(b, e, move)
    low = 0
    while low < len(TEMPERATURES) and TEMPERATURES[low] < least:
        low += 1
    if low == len(TEMPERATURES) or not is_playable(b, e, move, side, TEMPERATURES[low]):
        return -1
    high = low + 1
    while high < len(TEMPERATURES) and is_playable(b, e, move, side, TEMPERATURES[high]):
        low, high = high, high + 2
    high = min(high, len(TEMPERATURES))
    while high - low > 1:
        between = (low + high) // 2
        if is_playable(b, e, move, side, TEMPERATURES[between]):
            low = between
        else:
            high = between
    return TEMPERATURES[low]
