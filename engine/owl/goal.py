"""The goal, the dragon's stones during the search: how it grows by connections, shrinks by captures, and where it can run.

    . X . .        X's new stone at a joins the goal if no single move of O can cut it off: by a diagonal with both points between
    . . a .        empty, a diagonal or jump where a cutting stone of O would be in atari at once, or a bamboo joint

When X captures stones, X's strings next to a captured stone join the goal if one of them already belongs to it.  A stone that a pattern
proposed joins wherever it stands, unless the pattern is of class b.  (GNU Go manual, "Functions in owl.c": goal is 1 on stones that were
there, 2 on those that joined.)
"""
from numba import int64, uint64, void

from owlgo.engine.core.board import BOARD
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.points import BORDER, DIAGONALS, EMPTY, NEIGHBOURS, NPOINTS, PASS, STRIDE
from owlgo.engine.core.strings import liberties_after
from owlgo.engine.core.zobrist import mix
from owlgo.engine.owl.record import OWL, Part, is_on

ESCAPE_STEPS = 4
ESCAPED_FROM = 5
"""A dragon whose escape route has at least this value has escaped."""


@kernel(int64(BOARD, int64, int64, int64))
def _cannot_stand(b, pos, color, libs):
    """Whether the point is empty and a stone of this colour there would have fewer than ``libs`` liberties."""
    return b.color[pos] == EMPTY and liberties_after(b, pos, color, libs) < libs


@unit(int64(BOARD, OWL, int64, int64))
def links_to_goal(b, o, d, pos):
    """Whether the stone at pos, of the dragon's colour, is connected with the goal of frame d, as defined at the top."""
    color = b.color[pos]
    stone = pos
    while True:
        if o.goal[d, stone]:
            return 1
        stone = b.next[stone]
        if stone == pos:
            break
    for step in DIAGONALS:
        q = pos + step
        if b.color[q] == color and o.goal[d, q]:
            # The two points between are one row or one column away.
            row = STRIDE if step > 0 else -STRIDE
            one, two = pos + row, pos + step - row
            if b.color[one] == EMPTY and b.color[two] == EMPTY:
                return 1
            if _cannot_stand(b, one, 3 - color, 2) or _cannot_stand(b, two, 3 - color, 2):
                return 1
    for step in NEIGHBOURS:
        between, q = pos + step, pos + 2 * step
        if b.color[between] != EMPTY or b.color[q] != color or not o.goal[d, q]:
            continue
        if _cannot_stand(b, between, 3 - color, 2):
            return 1
        side = 1 if step in (STRIDE, -STRIDE) else STRIDE
        for way in (side, -side):
            # A bamboo joint: the same jump beside it.
            if b.color[between + way] == EMPTY and b.color[pos + way] == color and b.color[q + way] == color:
                return 1
    return 0


@kernel(void(BOARD, OWL, int64, int64))
def _join(b, o, d, pos):
    """Add the string at pos to the goal of frame d."""
    stone = pos
    while True:
        if not o.goal[d, stone]:
            o.goal[d, stone] = 2
        stone = b.next[stone]
        if stone == pos:
            break


@unit(void(BOARD, OWL, int64, int64, int64))
def carry_goal(b, o, d, move, joins):
    """Set the goal of frame d + 1 after the move just played: drop captured stones, add what the dragon's move connects.

    With ``joins`` the move's stone belongs to the dragon wherever it stands.
    """
    color = 3 - o.attacker
    for pos in range(NPOINTS):
        o.goal[d + 1, pos] = o.goal[d, pos] if b.color[pos] == color else 0
    if o.side[d] != color or move == PASS or b.color[move] != color or not is_on(o, Part.GROWTH):
        return
    taken = b.nremoved
    joined = joins or links_to_goal(b, o, d + 1, move)
    if joined:
        _join(b, o, d + 1, move)
    growing = 1
    while growing:
        # Strings round captured stones are connected now.
        growing = 0
        for k in range(taken):
            touched = 0
            for step in NEIGHBOURS:
                touched |= o.goal[d + 1, b.removed[k] + step]
            if touched:
                for step in NEIGHBOURS:
                    q = b.removed[k] + step
                    if b.color[q] == color and not o.goal[d + 1, q]:
                        _join(b, o, d + 1, q)
                        growing = 1
    growing = joined
    while growing:
        # What is connected with the new stone joins too; repeat until nothing does, since one string may join through another.
        growing = 0
        for step in DIAGONALS:
            q = move + step
            if b.color[q] == color and not o.goal[d + 1, q] and links_to_goal(b, o, d + 1, q):
                _join(b, o, d + 1, q)
                growing = 1
        for step in NEIGHBOURS:
            q = move + 2 * step
            if b.color[move + step] == EMPTY and b.color[q] == color and not o.goal[d + 1, q] and links_to_goal(b, o, d + 1, q):
                _join(b, o, d + 1, q)
                growing = 1


@kernel(uint64(BOARD, OWL, int64))
def goal_key(b, o, d):
    """Return a hash of the stones and the goal of frame d, the same in every orientation."""
    key = uint64(0)
    for pos in range(NPOINTS):
        if b.color[pos] != EMPTY and b.color[pos] != BORDER:
            key ^= mix(uint64(0x601A1 + o.rank[pos] * 8 + (b.color[pos] == o.attacker) * 4 + o.goal[d, pos]))
    return key


@kernel(int64(OWL, int64))
def is_taken(o, d):
    """Whether all original stones of the dragon have been captured."""
    for pos in range(NPOINTS):
        if o.goal[d, pos] == 1:
            return 0
    return 1


@kernel(int64(BOARD, OWL, int64))
def _is_open(b, o, pos):
    """Whether the dragon may run over a point: a stone of its side, or empty without enemy neighbours, but never on the first line."""
    if b.color[pos] == BORDER or b.color[pos] == o.attacker:
        return 0
    for step in NEIGHBOURS:
        if b.color[pos + step] == BORDER or (b.color[pos + step] == o.attacker and b.color[pos] == EMPTY):
            return 0
    return 1


@unit(int64(BOARD, OWL, int64))
def route_left(b, o, d):
    """Return the value of the escape route left in frame d: the sum of the values of the points four steps away (manual, "Escape").

    Stricter than ``dragons.escape.route``: the first line is no way out, and a diagonal first step needs both points beside it free of
    enemies.  Points have the values that they had before the first move.
    """
    tail = 0
    for pos in range(NPOINTS):
        o.reached[pos] = 0
        if o.goal[d, pos]:
            o.reached[pos] = 1
            o.queue[tail] = pos
            tail += 1
    head, total = 0, 0
    while head < tail:
        pos = o.queue[head]
        head += 1
        far = o.reached[pos]
        if far == ESCAPE_STEPS + 1:
            total += o.escape[pos]
            continue
        for step in NEIGHBOURS:
            q = pos + step
            if not o.reached[q] and _is_open(b, o, q):
                o.reached[q] = far + 1
                o.queue[tail] = q
                tail += 1
        if far == 1:
            for step in DIAGONALS:
                q = pos + step
                row = STRIDE if step > 0 else -STRIDE
                beside = b.color[pos + row] == o.attacker or b.color[q - row] == o.attacker
                if not o.reached[q] and not beside and _is_open(b, o, q):
                    o.reached[q] = 2
                    o.queue[tail] = q
                    tail += 1
    return total


@kernel(int64(OWL))
def farthest(o):
    """Return the most valuable end point of the route that ``route_left`` has just found, ties by rank."""
    best = 0
    for pos in range(NPOINTS):
        if o.reached[pos] == ESCAPE_STEPS + 1 and (best == 0 or o.escape[pos] > o.escape[best] or
                                                   (o.escape[pos] == o.escape[best] and o.rank[pos] < o.rank[best])):
            best = pos
    return best
