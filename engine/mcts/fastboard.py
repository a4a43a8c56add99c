"""The board of playouts: fast, but moves cannot be taken back.

Each string has a number of *pseudo-liberties*: an empty point counts once for each stone of the string next to it.  The string also has the
sum of these points' numbers, and the sum of their squares.  The string is in atari if count times sum of squares equals the square of the
sum.  Its liberty is then the sum divided by the count.  So a test for atari needs no walk around the string, and joining two strings takes
three additions.

Each point has the code of the eight points around it (``engine.mcts.around``).
"""
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import int64, void

from owlgo.engine.core.board import BOARD
from owlgo.engine.core.jit import for_python, kernel, unit
from owlgo.engine.core.layout import new_record, record_type
from owlgo.engine.core.points import BLACK, BORDER, EMPTY, MAX_SIZE, NEIGHBOURS, NPOINTS, PASS, STRIDE
from owlgo.engine.mcts.around import AROUND

MAX_ZONES = 30
"""Largest number of zones (``Zone``) on a board.  Each zone is a bit of a 32-bit number."""

FAST = record_type([
    ('size', 'i4'),
    ('ko', 'i4'),                       # the point that may not be retaken at once, or PASS
    ('last', 'i4'),                     # the last move,
    ('before', 'i4'),                   # and the one before; set by the caller where a game goes on
    ('nempty', 'i4'),
    ('color', 'i4', (NPOINTS,)),
    ('code', 'i4', (NPOINTS,)),         # what stands round a point
    ('head', 'i4', (NPOINTS,)),         # of each stone: the stone that its string's numbers are kept with
    ('next', 'i4', (NPOINTS,)),         # the next stone of its string, in a ring
    ('count', 'i4', (NPOINTS,)),        # of a head: stones,
    ('libs', 'i4', (NPOINTS,)),         # pseudo-liberties,
    ('sum', 'i4', (NPOINTS,)),          # their numbers added up,
    ('squares', 'i8', (NPOINTS,)),      # and the squares of these
    ('empties', 'i4', (MAX_SIZE ** 2,)),
    ('place', 'i4', (NPOINTS,)),        # of an empty point: its index in ``empties``
    # Zones (``Zone``).  Set by the caller, and not copied:
    ('zone', 'i4', (NPOINTS,)),         # the number of the zone that a point is in, from 1, or 0,
    ('wall', 'i4', (NPOINTS,)),         # the zones whose wall a stone is part of, as bits,
    ('vital', 'i4', (MAX_ZONES + 1, 3)),   # by colour: the move that settles an open zone,
    ('scored', 'i4'),                       # zones that have been read to their end, as bits: any move settles one,
    ('points', 'i4', (MAX_ZONES + 1, 3)),  # and what it is worth then, Black's points less White's, by who moved first there,
    ('twice', 'i4', (MAX_ZONES + 1, 3)),   # and if he moves there again before the other side has answered.
    # And what changes with the moves, as bits:
    ('settled', 'i4'),                  # zones with an owner,
    ('blacks', 'i4'),                   # those of Black,
    ('open', 'i4'),                     # zones that the first move in them may settle,
    ('doubled', 'i4'),                  # scored ones where one side has moved twice,
    ('pending', 'i4'),                  # and scored ones where one side has moved, and threatens to move again
])
"""A board of playouts."""


@kernel(int64(FAST, int64))
def in_atari(f, pos):
    """Whether the string at pos has a single liberty."""
    head = f.head[pos]
    return int64(f.libs[head]) * f.squares[head] == int64(f.sum[head]) * int64(f.sum[head])


@kernel(int64(FAST, int64))
def last_liberty(f, pos):
    """Return the liberty of a string in atari."""
    head = f.head[pos]
    return f.sum[head] // f.libs[head]


@kernel(void(FAST, int64, int64, int64))
def _add_liberty(f, head, pos, sign):
    """Count a point next to a string's stone as emptied (sign 1) or filled (-1)."""
    f.libs[head] += sign
    f.sum[head] += sign * pos
    f.squares[head] += sign * pos * pos


@kernel(void(FAST, int64, int64))
def _set_color(f, pos, change):
    """Flip these bits of a point's colour, and of its entry in the codes of the eight points around it."""
    f.color[pos] ^= change
    for k in range(8):
        f.code[pos - AROUND[k]] ^= change << (2 * k)


@kernel(int64(FAST, int64))
def is_settled(f, pos):
    """Whether a point is in a settled zone: a region (``Zone``) whose outcome is decided."""
    return f.settled >> f.zone[pos] & 1


@kernel(int64(FAST, int64))
def zone_owner(f, pos):
    """Return the owner of a point's settled zone."""
    return 2 - (f.blacks >> f.zone[pos] & 1)


@kernel(int64(FAST, int64))
def is_counted(f, pos):
    """Whether a point is in a zone that is counted by its exact score, not point by point."""
    return f.scored & (f.settled | f.open | f.pending) & 1 << f.zone[pos] != 0


@kernel(int64(FAST))
def score_of_zones(f):
    """Return the sum of the zones' exact scores, Black's points less White's."""
    score = int64(0)
    if f.scored:
        for zone in range(1, MAX_ZONES + 1):
            if f.scored & (f.settled | f.pending) & 1 << zone:
                who = 2 - (f.blacks >> zone & 1)
                score += f.twice[zone, who] if f.doubled >> zone & 1 else f.points[zone, who]
            elif f.scored & f.open & 1 << zone:
                score += f.points[zone, 0]
    return score


@kernel(int64(FAST, int64, int64))
def is_playable(f, pos, color):
    """Whether a move on an empty point is neither suicide nor an immediate ko recapture."""
    if pos == f.ko:
        for step in NEIGHBOURS:
            if f.color[pos + step] == 3 - color:
                return 0
    for step in NEIGHBOURS:
        q = pos + step
        c = f.color[q]
        if c == EMPTY or (c != BORDER and (c == color) != in_atari(f, q)):
            return 1
    return 0


@kernel(int64(FAST, int64, int64))
def is_self_atari(f, pos, color):
    """Whether a move puts its own string in atari without capturing."""
    libs = total = squares = int64(0)
    for k in range(4):
        q = pos + NEIGHBOURS[k]
        c = f.color[q]
        if c == EMPTY:
            libs += 1
            total += q
            squares += q * q
        elif c == color:
            head = f.head[q]
            libs -= 1
            total -= pos
            squares -= pos * pos
            known = False
            for j in range(k):
                r = pos + NEIGHBOURS[j]
                known |= f.color[r] == color and f.head[r] == head
            if not known:
                libs += f.libs[head]
                total += f.sum[head]
                squares += f.squares[head]
        elif c != BORDER and in_atari(f, q):
            return 0
    return int64(libs * squares == total * total)


@kernel(void(FAST, int64))
def _take_off(f, pos):
    """Take the string at pos off the board.  A zone with this string in its wall loses its status."""
    stone = int64(pos)
    color = int64(f.color[pos])
    while True:
        _set_color(f, stone, color)
        stands = ~f.wall[stone]
        f.settled &= stands
        f.open &= stands
        f.pending &= stands
        f.empties[f.nempty] = stone
        f.place[stone] = f.nempty
        f.nempty += 1
        stone = int64(f.next[stone])
        if stone == pos:
            break
    while True:
        for step in NEIGHBOURS:
            q = stone + step
            if f.color[q] == 3 - color:
                _add_liberty(f, int64(f.head[q]), stone, int64(1))
        stone = int64(f.next[stone])
        if stone == pos:
            break


@kernel(void(FAST, int64, int64))
def _merge(f, one, two):
    """Join two strings by their heads, the smaller to the larger."""
    if f.count[one] < f.count[two]:
        one, two = two, one
    f.count[one] += f.count[two]
    f.libs[one] += f.libs[two]
    f.sum[one] += f.sum[two]
    f.squares[one] += f.squares[two]
    stone = two
    while True:
        f.head[stone] = one
        stone = int64(f.next[stone])
        if stone == two:
            break
    f.next[one], f.next[two] = f.next[two], f.next[one]


@kernel(void(FAST, int64, int64))
def _settle(f, zone, owner):
    """Settle a zone for its owner: take the other side's stones in it off the board, so that the wall has the liberties of a capture."""
    for row in range(1, f.size + 1):
        for pos in range(row * STRIDE + 1, row * STRIDE + 1 + f.size):
            if f.zone[pos] == zone and f.color[pos] == 3 - owner:
                _take_off(f, pos)
    f.settled |= 1 << zone
    if owner == BLACK:
        f.blacks |= 1 << zone


@kernel(void(FAST, int64, int64))
def _enter(f, zone, color):
    """Close an open zone after a first move that is not vital.  A zone with exact scores is settled, or waits for a second move."""
    f.open &= ~(1 << zone)
    if f.scored >> zone & 1:
        if f.twice[zone, color] == f.points[zone, color]:
            f.settled |= 1 << zone
        else:
            f.pending |= 1 << zone
        if color == BLACK:
            f.blacks |= 1 << zone


@kernel(void(FAST, int64, int64))
def _follow_up(f, zone, color):
    """Settle a scored zone by its second move, which answers a threat or carries it out."""
    f.pending &= ~(1 << zone)
    f.settled |= 1 << zone
    if 2 - (f.blacks >> zone & 1) == color:
        f.doubled |= 1 << zone


@unit(void(FAST, int64, int64))
def put(f, pos, color):
    """Play a legal move, or pass."""
    f.ko = PASS
    f.before = f.last
    f.last = pos
    if pos == PASS:
        return
    f.nempty -= 1
    moved = f.empties[f.nempty]
    f.empties[f.place[pos]] = moved
    f.place[moved] = f.place[pos]
    _set_color(f, pos, color)
    f.head[pos] = pos
    f.next[pos] = pos
    f.count[pos] = 1
    f.libs[pos] = 0
    f.sum[pos] = 0
    f.squares[pos] = 0
    for step in NEIGHBOURS:
        q = pos + step
        c = f.color[q]
        if c == EMPTY:
            _add_liberty(f, pos, q, int64(1))
        elif c != BORDER:
            _add_liberty(f, int64(f.head[q]), pos, int64(-1))
    zone = int64(f.zone[pos])
    # The vital move may take stones of the wall: the dragon's own, when it is killed.
    settles = f.open >> zone & 1 and f.vital[zone, color] == pos
    taken = 0
    for step in NEIGHBOURS:
        q = pos + step
        c = f.color[q]
        if c == color:
            if f.head[q] != f.head[pos]:
                _merge(f, int64(f.head[pos]), int64(f.head[q]))
        elif c == 3 - color and f.libs[f.head[q]] == 0:
            taken += f.count[f.head[q]]
            f.ko = q
            _take_off(f, q)
    head = f.head[pos]
    if taken != 1 or f.count[head] != 1 or f.libs[head] != 1:
        f.ko = PASS
    if settles:
        f.open &= ~(1 << zone)
        _settle(f, zone, color)
    elif f.open >> zone & 1:
        _enter(f, zone, color)
    elif f.pending >> zone & 1:
        _follow_up(f, zone, color)


@unit(void(FAST, BOARD, int64))
def take_over(f, b, last):
    """Copy the position of a normal board.  ``last`` is the move that led to the position."""
    size = b.size
    f.size = size
    f.nempty = 0
    f.last = last
    f.ko = b.ko
    f.settled = f.blacks = f.open = f.pending = f.doubled = 0
    for pos in range(NPOINTS):
        f.color[pos] = BORDER
        f.code[pos] = 0
    for row in range(1, size + 1):
        for pos in range(row * STRIDE + 1, row * STRIDE + 1 + size):
            c = b.color[pos]
            f.color[pos] = c
            f.head[pos] = b.origin[pos]
            f.next[pos] = b.next[pos]
            if c == EMPTY:
                f.empties[f.nempty] = pos
                f.place[pos] = f.nempty
                f.nempty += 1
            else:
                f.count[pos] = b.count[pos]
                f.libs[pos] = 0
                f.sum[pos] = 0
                f.squares[pos] = 0
    for row in range(1, size + 1):
        for pos in range(row * STRIDE + 1, row * STRIDE + 1 + size):
            code = 0
            for k in range(8):
                code |= f.color[pos + AROUND[k]] << (2 * k)
            f.code[pos] = code
            if f.color[pos] != EMPTY:
                for step in NEIGHBOURS:
                    if f.color[pos + step] == EMPTY:
                        _add_liberty(f, int64(f.head[pos]), int64(pos + step), int64(1))


@unit(void(FAST, FAST))
def copy_board(to, source):
    """Copy a board, except for the data of its zones (``share_zones``)."""
    to.size, to.ko, to.last, to.before, to.nempty = source.size, source.ko, source.last, source.before, source.nempty
    to.settled, to.blacks, to.open = source.settled, source.blacks, source.open
    to.pending, to.doubled = source.pending, source.doubled
    for pos in range((source.size + 2) * STRIDE):
        to.color[pos] = source.color[pos]
        to.code[pos] = source.code[pos]
        to.head[pos] = source.head[pos]
        to.next[pos] = source.next[pos]
        to.count[pos] = source.count[pos]
        to.libs[pos] = source.libs[pos]
        to.sum[pos] = source.sum[pos]
        to.squares[pos] = source.squares[pos]
        to.place[pos] = source.place[pos]
    for k in range(source.size * source.size):
        to.empties[k] = source.empties[k]


# --- what Python calls

py_take_over = for_python(take_over)
py_put = for_python(put)
py_settle = for_python(_settle)
py_take_off = for_python(_take_off)


def new_board() -> np.void:
    """Return an empty board."""
    return new_record(FAST)


class Zone(NamedTuple):
    """A region with a known outcome: all of it belongs to its owner as long as its wall stands.

    Without an owner it is open: if the first move in it is a side's vital move, this side becomes its owner.
    """
    points: frozenset[int]
    wall: frozenset[int]
    owner: int = EMPTY
    vital: tuple[int, int] = (PASS, PASS)
    """The vital moves of Black and White."""
    score: tuple[int, int] | None = None
    """The exact scores if Black moves first and if White does, Black's points less White's."""
    twice: tuple[int, int] | None = None
    """The exact scores if Black moves twice in a row, and if White does."""
    frozen: bool = False
    """Whether the region stays as it is, without moves inside."""


def set_zones(f: np.void, zones: Sequence[Zone]) -> None:
    """Set the regions with known outcomes (``Zone``), in place of all earlier zones.  Only the first MAX_ZONES are used.

    The opponent's stones in a zone with an owner are taken off the board, unless the zone is frozen.
    """
    for name in ('zone', 'wall', 'vital', 'scored', 'points', 'twice', 'settled', 'blacks', 'open', 'pending', 'doubled'):
        f[name] = 0
    for number, zone in enumerate(zones[:MAX_ZONES], 1):
        f['zone'][list(zone.points)] = number
        f['wall'][list(zone.wall)] |= 1 << number
        f['vital'][number][1:] = zone.vital
    for number, zone in enumerate(zones[:MAX_ZONES], 1):
        if zone.score is not None:
            f['scored'] |= 1 << number
            f['points'][number] = [sum(zone.score) // 2, *zone.score]
            f['twice'][number][1:] = zone.twice or zone.score
        if zone.owner and not zone.frozen:
            py_settle(f, number, zone.owner)
            continue
        is_even = zone.score is not None and zone.score[0] == zone.score[1]
        f['settled' if zone.frozen or is_even else 'open'] |= 1 << number


def share_zones(to: np.void, source: np.void) -> None:
    """Copy the data of zones, which ``copy_board`` leaves out."""
    for name in ('zone', 'wall', 'vital', 'scored', 'points', 'twice'):
        to[name] = source[name]
