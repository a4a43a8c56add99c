"""The order of the moves that the search lists: a learned sum over what the stones show of a move, what proposed it, and what it changes.

    what stands round the move      as in ``move_prior``: shapes, liberties, the place, the distance from the dragon
    what proposed it                pattern, vital point, lunch or tactics, with its value and its place among the others
    what it changes                 the eyes that are counted, those for certain, the room for them, the way out
    where the last move was         and whether the new stone can be taken

Weights are learned from positions that the solver settled (``regress.train.order``), among the moves that the search lists there.
A pattern's move that changes nothing for the better is left out.
"""
from functools import cache
from importlib.resources import files

import numpy as np
from numba import float32, int64, void

from engine.core.board import BOARD, popgo, trymove, trymove_in_ko_reading
from engine.core.jit import kernel, unit
from engine.core.points import NPOINTS, PASS, STRIDE
from engine.core.result import LOSE
from engine.eyes.dragon_eyes import EYESIGHT
from engine.eyes.value import ENOUGH
from engine.owl.goal import carry_goal, escape_route
from engine.owl.judge import UNKNOWN, after_attacker, after_defender, is_own, judge
from engine.owl.move_prior import KINDS, MOVE_PRIOR, empty_record, fill, key_of, look, weight_of
from engine.owl.record import ORDER_KINDS, OWL, TWICE, Part, Source, is_on
from engine.read.inner import inner_attack
from engine.read.record import READ

ALL_KINDS = (*KINDS, 'proposal', 'again', 'eyes', 'sure', 'size', 'way', 'last', 'listed', 'stone', 'short')
"""What is seen of a move: what the stones show first."""
assert len(ALL_KINDS) == ORDER_KINDS
PROPOSAL, AGAIN, EYES, SURE, SIZE, WAY, LAST, LISTED, STONE, SHORT = range(len(KINDS), len(ALL_KINDS))
PATTERN = KINDS.index('pattern')
MOST_ESCAPE, MOST_SIZE = 8, 60
MOST_WEIGHED = 10
"""Moves of a list, the most valuable first, that are weighed."""
NO_EFFECT, UNKNOWN_EFFECT = -1000, -1001
FAR, NO_LAST = 16, 17
CHANGE, STEP = 8, 2
"""A change of the room counts up to so much, in steps."""


@kernel(int64(EYESIGHT))
def _room_of_spaces(e):
    """Points of the dragon's eye spaces, margins counted half, doubled."""
    size = 0
    for k in range(1, e.n + 1):
        if is_own(e, k):
            size += 2 * e.size[k] - e.margins[k]
    return min(size, MOST_SIZE)


@kernel(int64(BOARD, OWL, int64))
def _way_out(b, o, d):
    """What the way out is worth, up to a limit."""
    return min(escape_route(b, o, d), MOST_ESCAPE) if is_on(o, Part.ESCAPE) else 0


@kernel(int64(int64, int64, int64, int64))
def _room_of(eyes, least, size, way):
    total = (eyes & 3) + (eyes >> 2 & 3) + (eyes >> 4 & 3) + (eyes >> 6 & 3)
    return total * 16 + min(least, ENOUGH) * 8 + size + 2 * way


@unit(int64(BOARD, EYESIGHT, OWL, int64))
def room(b, e, o, d):
    """A measure of what the dragon has: the sum of its eyes first, then those for certain, its eye spaces, and its way out."""
    return _room_of(o.eyes[d], o.least[d], _room_of_spaces(e), _way_out(b, o, d))


@unit(int64(BOARD, READ, EYESIGHT, OWL, int64, int64, int64))
def effect(b, r, e, o, d, pos, now):
    """What a move of frame d gains for its side, by ``room``; NO_EFFECT if it is illegal, UNKNOWN_EFFECT while an eye value is unknown."""
    color = o.side[d]
    if not trymove(b, pos, color):
        return NO_EFFECT
    carry_goal(b, o, d, pos)
    known = judge(b, r, e, o, d + 1)
    change = 0
    if known != UNKNOWN:
        change = (room(b, e, o, d + 1) - now) * (-1 if color == o.attacker else 1)
    popgo(b)
    return UNKNOWN_EFFECT if known == UNKNOWN else change


@kernel(int64(int64, int64))
def _change(now, before):
    """A change as a small number, 0 or more."""
    return (max(-CHANGE, min(CHANGE, now - before)) + CHANGE) // STEP


@kernel(int64(BOARD, OWL, int64))
def _short_strings(b, o, d):
    """The dragon's strings with one liberty, and with two, up to two of each."""
    one = two = 0
    for pos in range(NPOINTS):
        if o.goal[d, pos] and b.origin[pos] == pos:
            one += b.libs[pos] == 1
            two += b.libs[pos] == 2
    return min(one, 2) * 3 + min(two, 2)


@kernel(int64(OWL, int64, int64))
def _from_last(o, d, pos):
    """How far a move is from the one before it."""
    last = o.move[d - 1, o.chosen[d - 1]] if d else PASS
    if last == PASS:
        return NO_LAST
    high, wide = abs(last // STRIDE - pos // STRIDE), abs(last % STRIDE - pos % STRIDE)
    return min(high + wide + max(high, wide), FAR)


@unit(int64(BOARD, READ, EYESIGHT, OWL, MOVE_PRIOR, int64, int64, int64, int64))
def _see(b, r, e, o, q, d, k, size, way):
    """What is seen of candidate k of frame d, as keys in ``o.seen``; what it gains as ``effect`` says it."""
    pos, color = o.move[d, k], o.side[d]
    value = o.value[d, k] - float32(TWICE * o.again[d, k])
    source = o.source[d, k]
    look(b, q, pos, color)
    for kind in range(len(KINDS)):
        o.seen[k, kind] = q.key[kind]
    o.seen[k, PATTERN] = key_of(PATTERN, int64(value / 10.0001) if source <= Source.VITAL_PATTERN else 0)
    o.seen[k, PROPOSAL] = key_of(PROPOSAL, source * 11 + int64(min(value, float32(100)) / 10))
    o.seen[k, AGAIN] = key_of(AGAIN, min(o.again[d, k], 3))
    o.seen[k, LISTED] = key_of(LISTED, k)
    o.seen[k, LAST] = key_of(LAST, _from_last(o, d, pos))
    if trymove_in_ko_reading(b, pos, color, color) <= 0:    # what ko forbids may be tried after a threat
        return NO_EFFECT
    carry_goal(b, o, d, pos)
    if judge(b, r, e, o, d + 1) == UNKNOWN:
        popgo(b)
        return UNKNOWN_EFFECT
    before, after = o.eyes[d], o.eyes[d + 1]
    o.seen[k, EYES] = key_of(EYES, ((after_attacker(before) * 3 + after_defender(before)) * 3 + after_attacker(after)) * 3 +
                             after_defender(after))
    o.seen[k, SURE] = key_of(SURE, min(o.least[d], ENOUGH) * 3 + min(o.least[d + 1], ENOUGH))
    size_after, way_after = _room_of_spaces(e), _way_out(b, o, d + 1)
    o.seen[k, SIZE] = key_of(SIZE, _change(size_after, size))
    o.seen[k, WAY] = key_of(WAY, (way > 0) * 16 + _change(way_after, way))
    o.seen[k, SHORT] = key_of(SHORT, _short_strings(b, o, d + 1))
    libs = min(b.libs[b.origin[pos]], 3)
    taken = inner_attack(b, r, pos) if libs < 3 else LOSE
    o.seen[k, STONE] = key_of(STONE, taken * 4 + libs)
    gain = _room_of(after, o.least[d + 1], size_after, way_after) - _room_of(before, o.least[d], size, way)
    popgo(b)
    return gain * (-1 if color == o.attacker else 1)


@kernel(void(OWL, MOVE_PRIOR, int64))
def _tell_goal(o, q, d):
    """The goal of frame d for ``look``."""
    q.attacker, q.ngoal = o.attacker, 0
    for pos in range(NPOINTS):
        q.goal[pos] = o.goal[d, pos] > 0
        if o.goal[d, pos]:
            q.goal_points[q.ngoal] = pos
            q.ngoal += 1


@unit(int64(BOARD, READ, EYESIGHT, OWL, MOVE_PRIOR, int64))
def weigh_moves(b, r, e, o, q, d):
    """Add what was learned to the values of the moves of frame d, which are in order; UNKNOWN while an eye value is.

    Pattern moves that change nothing for the better are left out, and of long lists the end.
    """
    _tell_goal(o, q, d)
    size, way = _room_of_spaces(e), _way_out(b, o, d)
    side = 0 if o.side[d] == o.attacker else 1
    kept = 0
    for k in range(min(o.nmoves[d], MOST_WEIGHED)):
        gain = _see(b, r, e, o, q, d, k, size, way)
        if gain == UNKNOWN_EFFECT:
            return UNKNOWN
        if gain == NO_EFFECT:
            continue
        if is_on(o, Part.EFFECTS) and gain <= 0 and o.source[d, k] <= Source.VITAL_PATTERN:
            continue
        total = 0.0
        for kind in range(ORDER_KINDS):
            total += weight_of(q, side, o.seen[k, kind])
            o.seen[kept, kind] = o.seen[k, kind]
        o.move[d, kept], o.source[d, kept], o.detail[d, kept] = o.move[d, k], o.source[d, k], o.detail[d, k]
        o.again[d, kept] = o.again[d, k]
        o.value[d, kept] = o.value[d, k] + o.order_weight * float32(total)
        kept += 1
    o.nmoves[d] = kept
    return 0


@cache
def _learned() -> np.void:
    """A record with the learned weights, to be copied."""
    found = empty_record()
    fill(found, (files('engine.owl') / 'order.txt').read_text(encoding='ascii'), ALL_KINDS, 'order.txt')
    return found


def new_order() -> np.void:
    """A record with the learned weights."""
    return _learned().copy()
