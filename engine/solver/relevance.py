"""Relevance zones: which points the attacker's success in an open zone rests on (Shih et al. 2022).

What is found for a position holds for every one that is the same on these points, whatever stands elsewhere.  So if the attacker wins after
a pass, or after a move that is not on the points that his success then rests on, he wins after every other move that changes none of them.

    . . . . O O      X passes, and O plays * and has won: the points that matter are X's, where he might
    X X * . . O      have eyes, O's stones round them with two liberties of each, and *; a move of X
    . X O . . .      anywhere else need not be looked at
    . O O . O .

Why each point is counted in stands where that is done.
"""
from numba import int64, uint64

from engine.core.bits import count_ones, trailing_zeros
from engine.core.jit import unit
from engine.solver.expand import EVERYWHERE, INFINITE, MOST_THREATS, SEARCH, SPARE
from engine.solver.region import ATTACKER, CLOSED, NO_KO, around, bit, held, string_of, two_of


@unit(uint64(CLOSED, SEARCH, int64, int64))
def _of_winners_move(c, s, depth, k):
    """What the attacker's move k rests on besides what its success does."""
    attackers, defenders = s.attackers[depth], s.defenders[depth]
    v = s.child_move[depth, k]
    if v == NO_KO:
        return uint64(0)
    free = c.all & ~(attackers | defenders)
    point = bit(v)
    gone = defenders & ~s.child_defenders[depth, k]
    # It takes what it takes: these strings have no other liberty.
    zone = point | gone | around(c, gone)
    if count_ones(gone) == 1:
        # Whether it may be taken back at once.
        zone |= c.near[v]
    # It is allowed: it has a liberty, takes something, or is connected to stones that have a liberty or are safe.
    liberties = c.near[v] & free
    if liberties:
        zone |= liberties & (~liberties + uint64(1))
    elif not gone and not held(c, point):
        own = string_of(c, c.near[v] & attackers, attackers)
        zone |= own | two_of(around(c, own) & free & ~point)
    # It takes nothing else: every other string beside it keeps a liberty.
    left = c.near[v] & defenders & ~gone
    while left:
        part = string_of(c, left & (~left + uint64(1)), defenders)
        left &= ~part
        liberties = around(c, part) & free & ~point
        zone |= part | (liberties & (~liberties + uint64(1)))
    return zone


@unit(uint64(CLOSED, SEARCH, int64, int64))
def _of_losers_capture(c, s, depth, k):
    """What a capture by the defender rests on, if it changes what matters: that the strings have no other liberty, whether the stone that
    takes them may be taken back at once, and that the stones beside them have a liberty, so that they are taken for certain."""
    gone = s.attackers[depth] & ~s.child_attackers[depth, k]
    if not gone:
        return uint64(0)
    v = s.child_move[depth, k]
    free = c.all & ~(s.attackers[depth] | s.defenders[depth])
    zone = bit(v) | gone | around(c, gone) | c.near[v]
    left = around(c, gone) & s.defenders[depth]
    while left:
        part = string_of(c, left & (~left + uint64(1)), s.defenders[depth])
        left &= ~part
        liberties = around(c, part) & free
        zone |= part | (liberties & (~liberties + uint64(1)))
    return zone


@unit(uint64(CLOSED, uint64, uint64, uint64))
def _closed(c, zone, attackers, defenders):
    """A zone with what keeps the defender from changing it by a move elsewhere."""
    free = c.all & ~(attackers | defenders)
    before = uint64(0)
    while before != zone:
        before = zone
        # Two liberties of every string, so that the defender takes none but by a move that was looked at; what is connected to the wall
        # must stay so.
        left = zone & attackers
        while left:
            part = string_of(c, left & (~left + uint64(1)), attackers)
            left &= ~part
            zone |= part
            if not held(c, part):
                near = around(c, part)
                liberties = near & free
                zone |= two_of(liberties) if count_ones(liberties) > 1 else near
        # What is suicide stays suicide: the stones round the point have the liberties that they have.
        left = zone & free
        while left:
            v = trailing_zeros(left)
            left &= left - uint64(1)
            if c.near[v] & free or bit(v) & c.escape:
                continue
            own = c.near[v] & defenders
            if own:
                own = string_of(c, own, defenders)
                if own & c.escape or around(c, own) & free & ~bit(v):
                    continue
            takes = False
            theirs = c.near[v] & attackers
            while theirs:
                part = string_of(c, theirs & (~theirs + uint64(1)), attackers)
                theirs &= ~part
                if not held(c, part) and not around(c, part) & free & ~bit(v):
                    takes = True
            if not takes:
                zone |= c.near[v] | own | around(c, own)
    return zone


@unit(uint64(CLOSED, SEARCH, int64, int64))
def relevance(c, s, depth, until):
    """The points that the attacker's success in the position at this depth, up to so many net threats, rests on."""
    if s.rest[depth] & 1 == ATTACKER:
        ko = s.rest[depth] >> 1 & 127
        best, least = uint64(EVERYWHERE), int64(100)
        for k in range(s.moves[depth]):
            # Of several moves only those that win against as many threats: what a smaller zone of another shows holds for fewer.
            holds = s.child_until[depth, k]
            if ko != NO_KO and s.child_move[depth, k] == ko:
                holds = min(holds - 1, int64(-1))
            if s.child_pn[depth, k] == 0 and holds >= until and s.child_zone[depth, k] != uint64(EVERYWHERE):
                zone = s.child_zone[depth, k] | _of_winners_move(c, s, depth, k)
                if count_ones(zone) < least:
                    best, least = zone, count_ones(zone)
        return best
    zone = uint64(0)
    for k in range(s.moves[depth]):
        # 0 is a move that another one stands for.
        if s.child_zone[depth, k]:
            zone |= s.child_zone[depth, k] | _of_losers_capture(c, s, depth, k)
    if s.banned[depth] and until > 0:
        # With a threat he would retake, and that fails too.
        zone |= s.child_zone[depth, SPARE] | _of_losers_capture(c, s, depth, SPARE)
    if zone == uint64(EVERYWHERE) or zone & c.all == c.all:
        return uint64(EVERYWHERE)
    if s.banned[depth]:
        zone |= bit(s.child_move[depth, SPARE])
    return _closed(c, zone, s.attackers[depth], s.defenders[depth])


@unit(int64(CLOSED, SEARCH, int64, int64))
def spare_others(c, s, depth, tried):
    """After a move of the defender that changes nothing that its refutation rests on: no other such move need be looked at."""
    zone = s.child_zone[depth, tried]
    v = s.child_move[depth, tried]
    if zone == uint64(EVERYWHERE) or zone == uint64(0):
        return 0
    if s.child_threats[depth, tried] != s.threats[depth]:
        # A retake has cost a threat: its refutation need not hold while he still has it.
        return 0
    if v != NO_KO and (bit(v) | (s.attackers[depth] & ~s.child_attackers[depth, tried])) & zone:
        return 0
    for k in range(s.moves[depth]):
        v = s.child_move[depth, k]
        if s.child_pn[depth, k] and s.child_dn[depth, k] and \
                (v == NO_KO or not (bit(v) | (s.attackers[depth] & ~s.child_attackers[depth, k])) & zone):
            s.child_pn[depth, k], s.child_dn[depth, k], s.child_until[depth, k] = 0, INFINITE, MOST_THREATS
            s.child_zone[depth, k] = 0
    return 0
