"""Find relevance zones: the points that the winner's success in a region depends on (Shih et al. 2022).

A result holds for every position with the same stones on these points.  Suppose that the attacker wins after a pass, or after a move
outside the points that his success then rests on.  Then he wins after every other move that changes none of these points.

    . . . . O O      X passes, and O plays * and has won: the points that matter are X's, where he might
    X X * . . O      have eyes, O's stones round them with two liberties of each, and *; a move of X
    . X O . . .      anywhere else needs no search
    . O O . O .

The same holds for the defender's successes.  He may also pass.  He need not answer a move that changes no point of his success, since an
endless game counts for him.

Comments in the code say why each point counts.
"""
from numba import int64, uint64

from owlgo.engine.core.bits import count_ones, trailing_zeros
from owlgo.engine.core.jit import unit
from owlgo.engine.solver.record import ALL_THREATS, EVERYWHERE, INFINITE_NUMBER, SEARCH, SPARE
from owlgo.engine.solver.region import (
    ATTACKER,
    AWAY_SHIFT,
    CLOSED,
    DEFENDER,
    MOST_AWAY,
    NO_KO,
    around,
    bit,
    breathes,
    never_taken,
    string_of,
    two_of,
)


@unit(uint64(CLOSED, uint64, uint64))
def _of_walls(c, stones, free):
    """Return a liberty of each outside string of the loser that some stones touch."""
    zone = uint64(0)
    for k in range(c.walls):
        if stones & c.near_wall[k]:
            beside = c.near_wall[k] & free
            zone |= beside & (~beside + uint64(1))
    return zone


@unit(uint64(CLOSED, uint64, uint64, uint64))
def _with_a_liberty(c, seeds, stones, free):
    """Return the strings that contain ``seeds``, each with one liberty.  A string without liberties comes with one liberty of each of the
    loser's outside strings that it touches."""
    zone = uint64(0)
    left = seeds & stones
    while left:
        part = string_of(c, left & (~left + uint64(1)), stones)
        left &= ~part
        liberties = around(c, part) & free
        zone |= part | (liberties & (~liberties + uint64(1)))
        if not liberties:
            zone |= _of_walls(c, part, free)
    return zone


@unit(uint64(CLOSED, SEARCH, int64, int64))
def _of_winners_move(c, s, depth, k):
    """Return the points that decide whether the winner's move k is legal, and what it captures.  Other points decide whether it
    succeeds."""
    attackers, defenders = s.attackers[depth], s.defenders[depth]
    v = s.child_move[depth, k]
    if v == NO_KO:
        return uint64(0)
    winner = c.relevance - 1
    mine, theirs = (attackers, defenders) if winner == ATTACKER else (defenders, attackers)
    free = c.all & ~(attackers | defenders)
    point = bit(v)
    gone = theirs & ~(s.child_defenders[depth, k] if winner == ATTACKER else s.child_attackers[depth, k])
    # It takes what it takes: these strings have no other liberty.
    zone = point | gone | around(c, gone)
    if count_ones(gone) == 1:
        # Whether it may be taken back at once.
        zone |= c.near[v]
    # It is allowed: it has a liberty, takes something, or is connected to stones that have a liberty or are safe.
    liberties = c.near[v] & free
    if liberties:
        zone |= liberties & (~liberties + uint64(1))
    elif not gone and not never_taken(c, point, winner):
        own = string_of(c, c.near[v] & mine, mine)
        zone |= own | two_of(around(c, own) & free & ~point)
    # It takes nothing else: every other string beside it keeps a liberty.
    return zone | _with_a_liberty(c, c.near[v] & ~gone, theirs & ~gone, free & ~point)


@unit(uint64(CLOSED, SEARCH, int64, int64))
def changes(c, s, depth, k):
    """Return the points that the loser's move k changes.  A pass changes none."""
    v = s.child_move[depth, k]
    if v == NO_KO:
        return uint64(0)
    if c.relevance == ATTACKER + 1:
        return bit(v) | (s.attackers[depth] & ~s.child_attackers[depth, k])
    return bit(v) | (s.defenders[depth] & ~s.child_defenders[depth, k])


@unit(uint64(CLOSED, SEARCH, int64, int64))
def _of_losers_capture(c, s, depth, k):
    """Return the points that a capture by the loser rests on.

    The strings have no other liberty; the stone that takes them may or may not be taken back at once; and the stones beside them have a
    liberty, so that they are taken for certain.
    """
    attackers, defenders = s.attackers[depth], s.defenders[depth]
    v = s.child_move[depth, k]
    if v == NO_KO:
        return uint64(0)
    gone = changes(c, s, depth, k) & ~bit(v)
    if not gone:
        return uint64(0)
    free = c.all & ~(attackers | defenders)
    zone = bit(v) | gone | around(c, gone) | c.near[v] | _of_walls(c, gone, free)
    return zone | _with_a_liberty(c, around(c, gone), defenders if c.relevance == ATTACKER + 1 else attackers, free)


@unit(uint64(CLOSED, uint64, uint64, uint64, int64))
def _closed(c, zone, attackers, defenders, away):
    """Extend a zone so that the loser cannot change it by a move elsewhere."""
    winner, loser = c.relevance - 1, 2 - c.relevance
    mine, theirs = (attackers, defenders) if winner == ATTACKER else (defenders, attackers)
    free = c.all & ~(attackers | defenders)
    before = uint64(0)
    while before != zone:
        before = zone
        # Two liberties of every string, so that the loser takes none except by a move that was searched; strings connected to the wall
        # must stay so.
        left = zone & mine
        while left:
            part = string_of(c, left & (~left + uint64(1)), mine)
            left &= ~part
            zone |= part
            # A string that breathes outside is taken by no move here; moves outside have been searched as passes.
            if not never_taken(c, part, winner) and not (winner == ATTACKER and breathes(c, part, away)):
                near = around(c, part)
                liberties = near & free
                zone |= two_of(liberties) if count_ones(liberties) > 1 else near
        # What is suicide stays suicide: the stones round the point have the liberties that they have.
        left = zone & free
        while left:
            v = trailing_zeros(left)
            left &= left - uint64(1)
            if c.near[v] & free or never_taken(c, bit(v), loser):
                continue
            own = c.near[v] & theirs
            if own:
                own = string_of(c, own, theirs)
                if never_taken(c, own | bit(v), loser) or around(c, own) & free & ~bit(v):
                    continue
            takes = False
            others = c.near[v] & mine
            while others:
                part = string_of(c, others & (~others + uint64(1)), mine)
                others &= ~part
                if not never_taken(c, part, winner) and not around(c, part) & free & ~bit(v) and \
                        not (winner == ATTACKER and breathes(c, part, away)):
                    takes = True
            if not takes:
                zone |= c.near[v] | own | around(c, own)
    return zone


@unit(uint64(CLOSED, uint64, uint64))
def _with_a_goal(c, zone, defenders):
    """Extend a zone of the defender's success by one goal stone if it has none, or by all if all must live.  He keeps these stones, and may
    lose the other goal stones."""
    if c.relevance == DEFENDER + 1 and c.all_live:
        return zone | (defenders & c.goal)
    if c.relevance == DEFENDER + 1 and not zone & defenders & c.goal:
        zone |= defenders & c.goal & (~(defenders & c.goal) + uint64(1))
    return zone


@unit(int64(CLOSED, SEARCH, int64, int64))
def fails(c, s, depth, k):
    """Whether move k is known to be a success for the winner, the side whose zones are kept: his move wins, or the loser's move is
    refuted."""
    return int64((s.child_pn[depth, k] if c.relevance == ATTACKER + 1 else s.child_dn[depth, k]) == 0)


@unit(uint64(CLOSED, SEARCH, int64, int64))
def _so_far(c, s, depth, until):
    """Return the points that the known refutations of the loser's moves rest on, or EVERYWHERE if those of one refutation are unknown."""
    zone = uint64(0)
    for k in range(s.moves[depth]):
        # 0 is a move that another one stands for.
        if fails(c, s, depth, k) and s.child_zone[depth, k]:
            zone |= s.child_zone[depth, k] | _of_losers_capture(c, s, depth, k)
    if s.banned[depth] and (until if c.relevance == ATTACKER + 1 else -until) > 0:
        # With a threat he would retake, and that fails too.
        zone |= s.child_zone[depth, SPARE] | _of_losers_capture(c, s, depth, SPARE)
    if zone == uint64(EVERYWHERE):
        return zone
    if s.banned[depth]:
        zone |= bit(s.child_move[depth, SPARE])
    zone = _closed(c, _with_a_goal(c, zone, s.defenders[depth]), s.attackers[depth], s.defenders[depth],
                   s.rest[depth] >> AWAY_SHIFT & MOST_AWAY)
    return uint64(EVERYWHERE) if zone & c.all == c.all else zone


@unit(uint64(CLOSED, SEARCH, int64, int64))
def rests_on(c, s, depth, until):
    """Return the points that a success at this depth rests on.  It holds up to ``until`` net threats, or for the defender down to
    ``until``."""
    if s.rest[depth] & 1 != c.relevance - 1:
        return _so_far(c, s, depth, until)
    ko = s.rest[depth] >> 1 & 127
    sign = 1 if c.relevance == ATTACKER + 1 else -1
    best, least = uint64(EVERYWHERE), int64(100)
    for k in range(s.moves[depth]):
        # Of several moves only those that win against the same number of threats: another's smaller zone holds for fewer.
        holds = sign * s.child_until[depth, k]
        if ko != NO_KO and s.child_move[depth, k] == ko:
            holds = min(holds - 1, int64(-1))
        if fails(c, s, depth, k) and holds >= sign * until and s.child_zone[depth, k] != uint64(EVERYWHERE):
            zone = _with_a_goal(c, s.child_zone[depth, k] | _of_winners_move(c, s, depth, k), s.defenders[depth])
            if count_ones(zone) < least:
                best, least = zone, count_ones(zone)
    return best


@unit(int64(CLOSED, SEARCH, int64, int64))
def spare_others(c, s, depth, tried):
    """Refute all moves of the loser that leave untouched the points on which the refutation of move ``tried`` rests."""
    zone = s.child_zone[depth, tried]
    if zone == uint64(EVERYWHERE) or zone == uint64(0):
        return 0
    if s.child_threats[depth, tried] != s.threats[depth]:
        # A retake has cost a threat: its refutation need not hold while he still has it.
        return 0
    if changes(c, s, depth, tried) & zone:
        return 0
    away = s.child_rest[depth, tried] >> AWAY_SHIFT & MOST_AWAY
    for k in range(s.moves[depth]):
        # A refutation holds after fewer moves outside than it was found for, and not after more.
        if s.child_pn[depth, k] and s.child_dn[depth, k] and s.child_rest[depth, k] >> AWAY_SHIFT & MOST_AWAY <= away and \
                not changes(c, s, depth, k) & zone:
            if c.relevance == ATTACKER + 1:
                s.child_pn[depth, k], s.child_dn[depth, k], s.child_until[depth, k] = 0, INFINITE_NUMBER, ALL_THREATS
            else:
                s.child_pn[depth, k], s.child_dn[depth, k], s.child_until[depth, k] = INFINITE_NUMBER, 0, -ALL_THREATS
            s.child_zone[depth, k] = 0
    return 0


@unit(uint64(CLOSED, SEARCH, int64))
def threatened(c, s, depth):
    """Return the points that the attacker must play on to refute the defender's known success at this depth, or EVERYWHERE if unknown.

    If all moves on these points fail, the defender need not answer other moves: he passes.  His pass lifts a ko ban, so while a ko is
    banned the attacker's pass is among the moves and must be searched.
    """
    for k in range(s.moves[depth]):
        if fails(c, s, depth, k) and s.child_zone[depth, k] and s.child_zone[depth, k] != uint64(EVERYWHERE):
            # What is known of a retake counts as well: the success may hold though he has a threat.
            retake = s.banned[depth] and s.child_dn[depth, SPARE] == 0
            return _so_far(c, s, depth, int64(-1) if retake else int64(0))
    return uint64(EVERYWHERE)
