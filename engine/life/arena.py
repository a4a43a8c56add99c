"""The arena: the part of an open board that a reading of a dragon's life is confined to.

A dragon in a game is seldom shut in by a wall without gaps.  The arena is what its stones reach within a few steps, without points that the
attacker holds anyway.  Its rim consists of

    safe boundary    points next to the attacker's wall, or to points that he holds: his stones there are safe
    escapes          points next to a friend outside, or to points that the attacker does not hold: a dragon that gets there has escaped

Influence decides who holds a point, so what the solver finds in an arena is a reading and no proof.

    . . . . O O      the dragon X may run out at the escapes e, but not at d, on the safe boundary in front of O's wall
    X X . e . .
    . X d . . O
    . O O O . O
"""
import numpy as np
from numba import float32, int64, uint64, void

from owlgo.engine.core.board import BOARD
from owlgo.engine.core.jit import for_python, kernel, unit
from owlgo.engine.core.layout import new_record, record_type
from owlgo.engine.core.points import BORDER, EMPTY, NEIGHBOURS, NPOINTS
from owlgo.engine.core.strings import collect_liberties
from owlgo.engine.influence import INFLUENCE
from owlgo.engine.solver.point_order import ORDER, arrange
from owlgo.engine.solver.region import CLOSED, NO_KO, REGION_POINTS, bit, look_round

UNREACHED = 99
"""Distance of points outside the arena."""
CONTESTED_STEPS = 3
"""From this distance on, a point beside one that the attacker does not hold is an escape; nearer ones also need influence or a friend."""
HELD, HELD_LEAST = 3.0, 4.0
"""The attacker holds a point if his influence is at least HELD times the defender's, and at least HELD_LEAST."""
WALL, TAKEN = 1, 2
"""Marks on attacking strings: WALL on those that count as safe, TAKEN on those about to be added to the arena."""
LIBERTIES_BEYOND = 2
"""An attacking string with at least this many liberties beyond the arena is wall."""
COUNTED_LIBERTIES = 12
"""A string's liberties are counted up to this number; a string with so many is wall."""
TAKEN_IN = 1
"""Distance entered for attacking strings that become part of the arena, however far they are from the dragon."""
LEAST_LEFT = 3
"""Minimum number of stones kept when the stones of an attacking string that have no liberty are left out: its captor needs the room."""

ARENA = record_type([
    ('near', 'i4'),                     # points within so many steps belong to it whoever holds them; set by the caller
    ('n', 'i4'),
    ('racing', 'i4'),                   # whether what stood as wall is judged again when the arena has grown; set by the caller
    ('open', 'i4'),                     # whether the dragon itself stands on an escape
    ('goal', 'i4', (NPOINTS,)),         # the dragon's stones; set by the caller
    ('rival', 'i4', (NPOINTS,)),        # stones of the attacker that belong to the arena with all their liberties; set by the caller
    ('distance', 'i4', (NPOINTS,)),     # UNREACHED outside the arena
    ('wall', 'i4', (NPOINTS,)),         # of attacking stones: WALL, or TAKEN while it is being taken in
    ('index', 'i4', (NPOINTS,)),
    ('queue', 'i4', (NPOINTS,)),
    ('folded', 'i4', (NPOINTS,)),       # stones of the arena for which other stones of their string stand
    ('points', 'i4', (NPOINTS,)),       # point k is bit k
    ('attackers', 'u8'),
    ('defenders', 'u8'),
])


@kernel(int64(INFLUENCE, int64, int64))
def _is_held(f, pos, attacker):
    """Whether the attacker holds an empty point."""
    theirs = f.of[attacker, pos]
    return theirs >= float32(HELD_LEAST) and theirs >= float32(HELD) * f.of[3 - attacker, pos]


@unit(int64(BOARD, ARENA, int64, int64, int64))
def _enter_string(b, a, pos, distance, tail):
    """Add a string to the arena and to the queue, at this distance; return the queue's new length."""
    stone = pos
    while True:
        a.distance[stone] = distance
        a.queue[tail] = stone
        tail += 1
        stone = b.next[stone]
        if stone == pos:
            return tail


@unit(int64(BOARD, ARENA, INFLUENCE, int64, int64, int64))
def _walk(b, a, f, attacker, width, tail):
    """Add to the arena the points that the stones in the queue reach; return the queue's new length."""
    head = 0
    while head < tail:
        pos = a.queue[head]
        head += 1
        d = a.distance[pos] + 1
        for step in NEIGHBOURS:
            q = pos + step
            if b.color[q] != EMPTY or a.distance[q] != UNREACHED or d > width or (d > a.near and _is_held(f, q, attacker)):
                continue
            a.distance[q] = d
            a.queue[tail] = q
            tail += 1
            for step2 in NEIGHBOURS:
                s = q + step2
                if b.color[s] == 3 - attacker and a.distance[s] == UNREACHED:
                    # Own stones cost nothing; what they touch counts from here.
                    tail = _enter_string(b, a, s, d, tail)
    return tail


@unit(void(BOARD, ARENA, int64, int64))
def _mark_wall(b, a, pos, mark):
    """Write a mark on all stones of a string."""
    stone = pos
    while True:
        a.wall[stone] = mark
        stone = b.next[stone]
        if stone == pos:
            break


@unit(int64(BOARD, ARENA))
def _take_in(b, a):
    """Add to the arena the strings that touch it and have at most one liberty beyond it, with that liberty; return 1 if there were any.

    All strings are judged by the arena before any is added, so their order does not matter.  In a race, where liberties are counted,
    strings of the wall are judged again when the arena has grown; elsewhere that would make arenas too large for reading.
    """
    taken = 0
    if a.racing:
        for pos in range(NPOINTS):
            a.wall[pos] = 0
    for pos in range(NPOINTS):
        if a.distance[pos] == UNREACHED or b.color[pos] == BORDER:
            continue
        for step in NEIGHBOURS:
            q = pos + step
            if (b.color[q] != 1 and b.color[q] != 2) or a.distance[q] != UNREACHED or a.wall[q]:
                continue
            beyond, last = 0, 0
            n = collect_liberties(b, q, COUNTED_LIBERTIES)
            for k in range(n):
                if a.distance[b.found[k]] == UNREACHED:
                    beyond += 1
                    last = b.found[k]
            if beyond >= LIBERTIES_BEYOND or n == COUNTED_LIBERTIES:
                _mark_wall(b, a, q, WALL)
            else:
                _mark_wall(b, a, q, TAKEN)
                a.queue[taken] = q
                a.index[taken] = last if beyond == 1 else 0
                taken += 1
    for k in range(taken):
        _mark_wall(b, a, a.queue[k], 0)
        _enter_string(b, a, a.queue[k], TAKEN_IN, taken)
        if a.index[k]:
            a.distance[a.index[k]] = TAKEN_IN
    return 1 if taken else 0


@unit(void(BOARD, ARENA, INFLUENCE, int64, int64))
def _enter_rivals(b, a, f, attacker, width):
    """Add to the arena the strings that race against the dragon, with all their liberties and the room behind these liberties."""
    tail = 0
    for pos in range(NPOINTS):
        if a.rival[pos]:
            a.distance[pos] = 0
            a.queue[tail] = pos
            tail += 1
    head = 0
    while head < tail:
        pos = a.queue[head]
        head += 1
        d = a.distance[pos] + 1
        for step in NEIGHBOURS:
            q = pos + step
            if b.color[q] == EMPTY and a.distance[q] == UNREACHED and (d == 1 or (d <= width and not _is_held(f, q, 3 - attacker))):
                a.distance[q] = d
                a.queue[tail] = q
                tail += 1


@unit(int64(ARENA))
def _list_points(a):
    """List the points of the arena, without folded stones (``_fold``); return their number."""
    a.n = 0
    for pos in range(NPOINTS):
        if a.distance[pos] != UNREACHED and not a.folded[pos]:
            a.points[a.n] = pos
            a.n += 1
    return a.n


@unit(void(BOARD, ARENA, int64))
def _fold(b, a, attacker):
    """Fold strings: leave out the stones that have no liberty of their own, if enough other stones of the string remain to stand for them.

    Liberties and captures stay exact, but the room that a captured string leaves becomes too small.
    """
    for pos in range(NPOINTS):
        if a.distance[pos] == UNREACHED or b.color[pos] == EMPTY or b.origin[pos] != pos:
            continue
        for fold in range(2):
            kept = 0
            stone = pos
            while True:
                free = 0
                for step in NEIGHBOURS:
                    free |= b.color[stone + step] == EMPTY
                kept += free
                a.folded[stone] = fold and not free
                stone = b.next[stone]
                if stone == pos:
                    break
            if kept < (LEAST_LEFT if b.color[pos] == attacker else 1):
                break


@unit(int64(BOARD, ARENA, INFLUENCE, int64, int64))
def draw(b, a, f, attacker, width):
    """List the points of the arena of the dragon marked in ``a.goal``; return their number, 0 if too many for the solver."""
    tail = 0
    for pos in range(NPOINTS):
        a.distance[pos] = UNREACHED
        a.wall[pos] = a.folded[pos] = 0
    for pos in range(NPOINTS):
        if a.goal[pos]:
            a.distance[pos] = 0
            a.queue[tail] = pos
            tail += 1
    _walk(b, a, f, attacker, width, tail)
    _enter_rivals(b, a, f, attacker, width)
    while _take_in(b, a):
        pass
    if _list_points(a) > REGION_POINTS:
        _fold(b, a, attacker)
        if _list_points(a) > REGION_POINTS:
            a.n = 0
    return a.n


@unit(void(BOARD, ARENA, CLOSED, int64))
def _stand_in(b, a, c, pos):
    """Make the neighbours of a folded stone (``_fold``) neighbours of the other stones of its string."""
    near = uint64(0)
    for step in NEIGHBOURS:
        if a.index[pos + step] >= 0 and b.color[pos + step] != b.color[pos]:
            near |= bit(a.index[pos + step])
    string = uint64(0)
    stone = b.next[pos]
    while stone != pos:
        if a.index[stone] >= 0:
            string |= bit(a.index[stone])
        stone = b.next[stone]
    for k in range(a.n):
        if string & bit(k):
            c.near[k] |= near | (string & ~bit(k))
        elif near & bit(k):
            c.near[k] |= string


@unit(void(BOARD, ARENA, INFLUENCE, CLOSED, int64))
def _fill(b, a, f, c, attacker):
    """Fill the solver's region ``c`` with the listed points, in their order; what surrounds each point is left out."""
    n = a.n
    c.n = n
    for pos in range(NPOINTS):
        a.index[pos] = -1
    for k in range(n):
        c.place[k] = a.points[k]
        a.index[a.points[k]] = k
    c.all = ~uint64(0) >> uint64(REGION_POINTS - n)
    c.goal = c.boundary = c.escape = a.attackers = a.defenders = uint64(0)
    c.ko = NO_KO
    a.open = 0
    for k in range(n):
        pos = a.points[k]
        near = uint64(0)
        boundary, escape = 0, 0
        for step in NEIGHBOURS:
            q = pos + step
            color = b.color[q]
            if color == BORDER or a.folded[q]:
                continue
            if a.index[q] >= 0:
                near |= bit(a.index[q])
            elif color == attacker or (color == EMPTY and _is_held(f, q, attacker)):
                boundary = 1
            elif color == 3 - attacker or a.distance[pos] >= CONTESTED_STEPS or f.of[3 - attacker, q] > f.of[attacker, q]:
                escape = 1
            else:
                boundary = 1
        c.near[k] = near
        if boundary:
            c.boundary |= bit(k)
        if escape:
            c.escape |= bit(k)
        if b.color[pos] == attacker:
            a.attackers |= bit(k)
        elif b.color[pos] == 3 - attacker:
            a.defenders |= bit(k)
            if a.goal[pos]:
                c.goal |= bit(k)
                if escape:
                    a.open = 1
    for pos in range(NPOINTS):
        if a.folded[pos]:
            _stand_in(b, a, c, pos)


@unit(void(BOARD, ARENA, INFLUENCE, CLOSED, ORDER, int64, int64))
def fill_region(b, a, f, c, o, attacker, ko):
    """Put the listed points in an order that does not depend on how the board is turned, and fill in their region."""
    _fill(b, a, f, c, attacker)
    o.n = a.n
    for k in range(a.n):
        what = int64(0)
        for j, word in enumerate((a.attackers, a.defenders, c.boundary, c.escape, c.goal)):
            if word & bit(k):
                what |= 1 << j
        o.points[k] = a.points[k]
        o.what[k] = what | (32 if a.points[k] == ko else 0)
    arrange(o)
    for k in range(a.n):
        a.points[k] = o.points[k]
    _fill(b, a, f, c, attacker)
    look_round(b, c, attacker)


py_draw = for_python(draw)
py_fill_region = for_python(fill_region)


def new_arena() -> np.void:
    """Return an empty record for an arena."""
    record: np.void = new_record(ARENA)
    return record
