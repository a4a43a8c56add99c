"""List the moves of a position in a closed region, with results that need no search.

Points are classified by facts that no later move changes:

    safe        attacking stones connected to the wall: they cannot be captured
    blocked     safe, or next to a safe stone or to the wall: never an eye of the defender
    eye space   everything else; the defender's eyes would be on its points that he has not filled

Along a line, safe stones stay safe and blocked points blocked, so each position inherits them.
"""
from numba import int64, uint64

from owlgo.engine.core.bits import count_ones, trailing_zeros
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.solver.dead import barren, blind, doomed, in_reach, starved
from owlgo.engine.solver.lasting import home, pass_alive
from owlgo.engine.solver.move_order import AT_CROSS, AT_EYE_PLACE, AT_PASS, AT_RELATION, AT_SITUATION, pattern, relation, room, situation
from owlgo.engine.solver.record import ALL_THREATS, EVERYWHERE, FIRST_SUM, INFINITE_NUMBER, SEARCH, SPARE
from owlgo.engine.solver.region import (
    ATTACKER,
    AWAY_SHIFT,
    CLOSED,
    DEFENDER,
    GUESS_ATTACKER,
    GUESS_DEFENDER,
    MOST_AWAY,
    NO_KO,
    around,
    bit,
    breathes,
    escaped,
    held,
    joined,
    string_of,
    taken,
    two_of,
)
from owlgo.engine.solver.rim import is_unsure, may_be_banned, may_fall


@kernel(int64(int64, int64))
def py_pack(ko, side):
    """Return ko and side to move as one number, never 0."""
    return 1 << 20 | ko << 1 | side


@unit(int64(CLOSED, SEARCH, uint64, uint64, int64))
def _list_strings(c, s, stones, free, side):
    """List the strings of some stones with their liberties; return their number."""
    n = 0
    while stones:
        s.string[side, n] = string_of(c, stones & (~stones + uint64(1)), stones)
        s.liberties[side, n] = around(c, s.string[side, n]) & free
        stones &= ~s.string[side, n]
        n += 1
    s.strings[side] = n
    return n


@unit(int64(CLOSED, SEARCH, uint64, int64, int64))
def _look_at_liberties(c, s, free, side, away):
    """Note what a move on each empty point does to the listed strings."""
    while free:
        v = trailing_zeros(free)
        free &= free - uint64(1)
        s.at_gone[v] = s.at_atari[v] = s.at_own[v] = s.at_saved[v] = s.at_liberties[v] = uint64(0)
    for k in range(s.strings[1 - side]):
        string, left = s.string[1 - side, k], s.liberties[1 - side, k]
        count = count_ones(left)
        if count > 2 or (string & c.escape if side == ATTACKER else breathes(c, string, away)):
            continue
        while left:
            v = trailing_zeros(left)
            left &= left - uint64(1)
            if count == 1:
                s.at_gone[v] |= string
            else:
                s.at_atari[v] |= string
    for k in range(s.strings[side]):
        string, liberties = s.string[side, k], s.liberties[side, k]
        left = liberties
        while left:
            v = trailing_zeros(left)
            left &= left - uint64(1)
            s.at_own[v] |= string
            s.at_liberties[v] |= liberties
            if liberties == bit(v):
                s.at_saved[v] |= string
    return 0


@unit(int64(CLOSED, SEARCH, uint64))
def outset(c, s, attackers):
    """Set the safe stones and blocked points of the position at depth 0."""
    safe = uint64(0)
    left = attackers & c.boundary
    while left:
        part = string_of(c, left & (~left + uint64(1)), attackers)
        if held(c, part):
            safe |= part
        left &= ~part
    s.safe[0] = safe
    s.blocked[0] = safe | around(c, safe) | c.boundary
    return 0


@kernel(int64(CLOSED, uint64))
def first_number(c, space):
    """Return the first proof number of a position: it grows with the room for eyes."""
    return min(int64(2 + count_ones(space)), int64(FIRST_SUM - 1))


@kernel(uint64(SEARCH, int64, uint64))
def _more_liberties(s, side, point):
    """Return one further liberty of each string of a side that has this point as a liberty."""
    found = uint64(0)
    for k in range(s.strings[side]):
        if s.liberties[side, k] & point:
            more = s.liberties[side, k] & ~point
            found |= more & (~more + uint64(1))
    return found


@kernel(uint64(CLOSED, SEARCH, int64, uint64, uint64, uint64, int64))
def idle(c, s, depth, mine, theirs, free, side):
    """Return moves of a race that need no search: on all outer liberties of an enemy string but one, and on one's own outer liberties.

        O . . . O      X has three liberties here: for O it does not matter which he fills, and X himself plays on none of them
        O X X X O
    """
    ours, his = (c.boundary, c.escape) if side == ATTACKER else (c.escape, c.boundary)
    for k in range(s.strings[1 - side]):
        left = outer = s.liberties[1 - side, k] & ours
        same = uint64(0)
        while left:
            v = trailing_zeros(left)
            left &= left - uint64(1)
            if not (c.near[v] & theirs & ~s.string[1 - side, k] or c.near[v] & free & ~outer or c.near[v] & mine & ~ours):
                same |= bit(v)
        s.duplicates[depth] |= same & (same - uint64(1))
        s.representative[depth] |= same & (~same + uint64(1))
    found = s.duplicates[depth]
    for k in range(s.strings[side]):
        left = outer = s.liberties[side, k] & his & ~ours
        while left:
            v = trailing_zeros(left)
            left &= left - uint64(1)
            if not (c.near[v] & mine & ~s.string[side, k] or c.near[v] & free & ~outer or c.near[v] & theirs):
                found |= bit(v)
    return found


@kernel(int64(CLOSED, SEARCH, int64))
def _survey(c, s, depth):
    """Collect the facts on which the results of all moves of a position depend: strings and their liberties, room for eyes, moves
    outside."""
    attackers, defenders, safe = s.attackers[depth], s.defenders[depth], s.safe[depth]
    side = s.rest[depth] & 1
    s.free = c.all & ~(attackers | defenders)
    _list_strings(c, s, attackers & ~safe, s.free, ATTACKER)
    _list_strings(c, s, defenders, s.free, DEFENDER)
    s.away = s.rest[depth] >> AWAY_SHIFT & MOST_AWAY
    # Where liberties outside are counted, so are the defender's moves there.
    s.away_after = min(s.away + 1, int64(MOST_AWAY)) if c.airy and not c.still else s.away
    _look_at_liberties(c, s, s.free, side, s.away)
    s.space = c.all & ~(s.blocked[depth] | defenders)
    s.one_space = int64(side == DEFENDER and string_of(c, s.space & (~s.space + uint64(1)), s.space) == s.space)
    s.area = in_reach(c, safe)
    s.banned[depth] = s.suicides[depth] = 0
    s.duplicates[depth] = s.representative[depth] = uint64(0)
    return 0


@kernel(int64(SEARCH, int64, int64, uint64))
def _note_suicide(s, depth, side, point):
    """Note a move that is suicide, and the liberties that make it legal once they are filled."""
    n = s.suicides[depth]
    s.suicide[depth, n], s.legal_by[depth, n] = point, _more_liberties(s, 1 - side, point)
    s.suicides[depth] = n + 1
    return 0


@kernel(int64(CLOSED, int64, uint64, uint64, uint64))
def _capture_is_unsure(c, side, gone, mine, free):
    """Whether a zone leaves the result of a capture uncertain: the captured stones may have a liberty outside, or include a post."""
    unsure = is_unsure(c, gone, around(c, gone), mine, free) if side == c.outside_owner - 1 else int64(0)
    if side == DEFENDER and gone & c.posts:
        c.fallen |= gone & c.posts
        unsure = int64(1)
    return unsure


@kernel(int64(CLOSED, SEARCH, int64, int64, uint64, uint64, int64, int64))
def _zone_ko(c, s, depth, v, gone, liberties, is_safe, ko):
    """Return the ko point after a capture in a zone.  If the rim leaves it uncertain whether it is a ko, assume the worse for the
    winner."""
    side = s.rest[depth] & 1
    mine, theirs = (s.attackers[depth], s.defenders[depth]) if side == ATTACKER else (s.defenders[depth], s.attackers[depth])
    if side == c.outside_owner - 1:
        return trailing_zeros(gone) if is_safe and not liberties and may_be_banned(c, mine, gone, v) else ko
    return NO_KO if ko != NO_KO and is_unsure(c, bit(v), c.near[v], theirs & ~gone, s.free) else ko


@kernel(int64(SEARCH, int64, int64, uint64, uint64, uint64, uint64))
def _put_position(s, depth, k, attackers, defenders, safe, blocked):
    """Write the stones, safe stones and blocked points of child k."""
    s.child_attackers[depth, k], s.child_defenders[depth, k] = attackers, defenders
    s.child_safe[depth, k], s.child_blocked[depth, k] = safe, blocked
    return 0


@kernel(int64(CLOSED, SEARCH, int64, int64, int64, int64))
def _put_prior(c, s, depth, k, v, count):
    """Write the prior of child k, a move at ``v`` that leaves its string ``count`` liberties."""
    attackers, defenders, side = s.attackers[depth], s.defenders[depth], s.rest[depth] & 1
    shape, place = pattern(c, attackers, defenders, 0, v), AT_RELATION + relation(c, v, s.last[depth])
    what = AT_SITUATION + situation(count, count_ones(s.at_gone[v]), count_ones(s.at_atari[v]), count_ones(s.at_saved[v]))
    eye_place, cross = AT_EYE_PLACE + room(c, s.space, v), AT_CROSS + pattern(c, attackers, defenders, 1, v)
    s.child_prior[depth, k] = s.weight[side, shape] + s.weight[side, what] + s.weight[side, place] + \
        s.weight[side, eye_place] + s.weight[side, cross] + s.bias[side, v]
    if s.noting:
        s.child_seen[k, 0], s.child_seen[k, 1], s.child_seen[k, 2] = shape, what, place
        s.child_seen[k, 3], s.child_seen[k, 4] = eye_place, cross
    if v == s.killer[depth]:
        s.child_prior[depth, k] += s.bonus
    return 0


@kernel(int64(SEARCH, int64, int64, int64, uint64))
def _put_settled(s, depth, k, winner, zone):
    """Record that a side wins child k, whatever the ko threats, as long as no further stone stands in the zone.  Return 1."""
    s.child_pn[depth, k], s.child_dn[depth, k] = (0, INFINITE_NUMBER) if winner == ATTACKER else (INFINITE_NUMBER, 0)
    s.child_until[depth, k] = ALL_THREATS if winner == ATTACKER else -ALL_THREATS
    s.child_zone[depth, k] = zone
    return 1


@kernel(uint64(CLOSED, SEARCH, uint64, uint64))
def _capture_zone(c, s, moved, gone):
    """Return the points where one more stone might prevent a capture, as a guess: those of the move, and two liberties of each of the
    attacker's strings there."""
    zone = moved | around(c, gone)
    for i in range(s.strings[ATTACKER]):
        if s.string[ATTACKER, i] & zone:
            zone |= two_of(s.liberties[ATTACKER, i])
    return zone


@kernel(uint64(CLOSED, SEARCH, int64, int64, uint64, uint64, uint64, int64))
def _kill_zone(c, s, depth, k, moved, area, at_home, sealed):
    """Return the points where one more stone might undo the kill after child k, as far as is known.

    ``moved``: the stone played and the stones it took.  ``sealed``: the move added to the safe stones round a dragon that is dead.
    """
    safe, left = s.child_safe[depth, k], s.child_defenders[depth, k] & c.goal
    if c.all_live and taken(c, s.child_defenders[depth, k]):
        left = uint64(0)
    zone = uint64(EVERYWHERE)
    if c.relevance == ATTACKER + 1:
        # What seals the dragon in is stones connected to the wall; once it is taken nothing else matters.
        zone = c.goal
        if at_home:
            zone = at_home
        elif left or c.played_on:
            zone = area | string_of(c, around(c, area) & safe, safe)
    elif left:
        if c.guess & GUESS_ATTACKER or sealed:
            zone = moved | (c.all & ~s.child_blocked[depth, k])
    elif c.guess & GUESS_ATTACKER:
        zone = _capture_zone(c, s, moved, moved & ~bit(s.child_move[depth, k]))
    return zone


@kernel(int64(CLOSED, uint64))
def _enough(c, alive):
    """Whether these living stones are what the defender wants: one stone of the goal, or all of them."""
    return int64(not c.goal & ~alive if c.all_live else alive & c.goal != 0)


@kernel(int64(CLOSED, SEARCH, int64, int64, uint64, uint64, int64))
def _settle_connection(c, s, depth, k, attackers, defenders, side):
    """Write the result of child k, if it is known, where the attacker wants to connect stones.  Return whether it is known.

    He fails when one of the stones is taken, or when stones of the defender that live unconditionally lie between them.
    """
    if c.joins & ~attackers:
        return _put_settled(s, depth, k, DEFENDER, uint64(EVERYWHERE))
    if side == ATTACKER:
        if not joined(c, attackers):
            return 0
        return _put_settled(s, depth, k, ATTACKER, string_of(c, c.joins & (~c.joins + uint64(1)), attackers))
    alive = pass_alive(c, s.life, defenders, attackers, c.boundary | c.escape | c.posts, uint64(0))
    if alive and not joined(c, c.all & ~alive):
        return _put_settled(s, depth, k, DEFENDER, uint64(EVERYWHERE))
    return 0


@kernel(int64(CLOSED, SEARCH, int64, int64, int64, uint64, uint64, uint64, uint64, uint64, uint64, int64, int64))
def _settle(c, s, depth, k, v, attackers, defenders, safe, blocked, gone, own, is_safe, unsure):
    """Write the result of child k if it is known without search.  Return whether it is known."""
    side, point = s.rest[depth] & 1, bit(v)
    # Step 1: captures that leave the zone.
    if v == s.rest[depth] >> 1 & 127 and c.airy and may_fall(c, attackers, c.all & ~(attackers | defenders), s.away_after):
        return _put_settled(s, depth, k, DEFENDER, uint64(EVERYWHERE))
    if unsure:
        guessed = side == ATTACKER and c.guess & GUESS_ATTACKER
        return _put_settled(s, depth, k, side, _capture_zone(c, s, point | gone, gone) if guessed else uint64(EVERYWHERE))
    if c.joins or c.joins_outside:
        return _settle_connection(c, s, depth, k, attackers, defenders, side)
    # Step 2: a dragon that is taken, or has no room for two eyes.
    area = in_reach(c, safe) if safe != s.safe[depth] else s.area
    dead = barren(c, blocked, area) if c.played_on else \
        taken(c, defenders) or doomed(c, attackers, defenders, blocked, area)
    at_home = uint64(0)
    if c.played_on and not dead and (side == ATTACKER or gone):
        at_home = home(c, s.life, attackers, defenders, safe, blocked)
        dead = at_home != 0
    # Of other moves only a capture, or one in the eye space, leaves the defender less room.
    narrows = gone != 0 or is_safe != 0 or (side == DEFENDER and not s.blocked[depth] & point)
    if dead or (not c.played_on and area and narrows and (
            starved(c, attackers, defenders, blocked, area) if c.guess & GUESS_ATTACKER else
            blind(c, attackers, defenders, blocked, area))):
        sealed = int64(dead and not c.escape and (gone != 0 or is_safe != 0))
        return _put_settled(s, depth, k, ATTACKER, _kill_zone(c, s, depth, k, point | gone, area, at_home, sealed))
    # Step 3: a dragon that has got out, or lives unconditionally.
    if side == DEFENDER and c.escape and escaped(c, defenders):
        known = c.guess & GUESS_DEFENDER != 0 or \
            (c.relevance == DEFENDER + 1 and own & c.escape != 0 and own & c.goal != 0 and not (c.all_live and c.goal & ~own))
        return _put_settled(s, depth, k, DEFENDER, own if known else uint64(EVERYWHERE))
    space = c.all & ~(blocked | defenders)
    if side == DEFENDER and not (s.one_space and count_ones(c.near[v] & s.space) < 2) and \
            string_of(c, space & (~space + uint64(1)), space) != space and \
            _enough(c, pass_alive(c, s.life, defenders, attackers, c.boundary | c.escape | c.posts, uint64(0))):
        return _put_settled(s, depth, k, DEFENDER, s.life.held | point | gone)
    return 0


@kernel(int64(CLOSED, SEARCH, int64, int64))
def _put_open(c, s, depth, k):
    """Write the first proof numbers of unsettled child k.  A move of low prior begins with a number up to 40 larger for its side."""
    side = s.rest[depth] & 1
    pn = first_number(c, c.all & ~(s.child_blocked[depth, k] | s.child_defenders[depth, k]))
    dn = int64(FIRST_SUM) - pn
    cost = min(max((s.usual - s.child_prior[depth, k]) * s.prior_cost // 64, int64(0)), int64(40))
    s.child_pn[depth, k] = pn + (cost if side == ATTACKER else int64(0))
    s.child_dn[depth, k] = dn + (cost if side == DEFENDER else int64(0))
    s.child_zone[depth, k] = EVERYWHERE
    return 0


@kernel(int64(CLOSED, SEARCH, int64, int64))
def _put_pass(c, s, depth, n):
    """Write a pass as child n."""
    attackers, defenders, safe = s.attackers[depth], s.defenders[depth], s.safe[depth]
    side, ko = s.rest[depth] & 1, s.rest[depth] >> 1 & 127
    _put_position(s, depth, n, attackers, defenders, safe, s.blocked[depth])
    s.child_rest[depth, n] = py_pack(NO_KO, 1 - side) | (s.away_after if side == DEFENDER else s.away) << AWAY_SHIFT
    s.child_threats[depth, n] = s.threats[depth]
    s.child_move[depth, n] = NO_KO
    s.child_takes[depth, n] = 0
    s.child_prior[depth, n] = s.weight[side, AT_PASS]
    s.child_zone[depth, n] = EVERYWHERE
    s.child_needs[depth, n] = 0
    pn = first_number(c, s.space)
    s.child_pn[depth, n], s.child_dn[depth, n] = pn, int64(FIRST_SUM) - pn
    if side == DEFENDER and c.airy and may_fall(c, attackers, s.free, s.away_after):
        _put_settled(s, depth, n, DEFENDER, uint64(EVERYWHERE))
    elif c.eyeless and side == DEFENDER and ko == NO_KO and attackers & ~safe and \
            not pass_alive(c, s.life, defenders, attackers, c.boundary, uint64(0)) & c.goal:
        _put_settled(s, depth, n, ATTACKER, uint64(EVERYWHERE))
    return 0


@unit(int64(CLOSED, SEARCH, int64))
def expand(c, s, depth):
    """List the positions after every move of the side to move, and return their number.

    A move that wins at once ends the list.  ``s.zone`` then holds the points on which the other side's last move could have prevented the
    win, as far as is known.
    """
    _survey(c, s, depth)
    attackers, defenders, safe, blocked = s.attackers[depth], s.defenders[depth], s.safe[depth], s.blocked[depth]
    side, ko = s.rest[depth] & 1, s.rest[depth] >> 1 & 127
    mine, theirs = (attackers, defenders) if side == ATTACKER else (defenders, attackers)
    free, away, away_after = s.free, s.away, s.away_after
    n, fights = 0, False
    left = free
    if c.guess & (GUESS_DEFENDER if side == ATTACKER else GUESS_ATTACKER):
        left &= ~idle(c, s, depth, mine, theirs, free, side)
    while left:
        v = trailing_zeros(left)
        point = bit(v)
        left &= left - uint64(1)
        # Step 1: what the move does, and whether it is legal.
        gone, own = s.at_gone[v], point | s.at_own[v]
        liberties = (c.near[v] & free | s.at_liberties[v]) & ~point
        is_safe = held(c, own) or c.near[v] & safe != 0 if side == ATTACKER else own & c.escape != 0
        if not (liberties or gone or is_safe or (side == ATTACKER and breathes(c, own, away))):
            if c.guess:
                _note_suicide(s, depth, side, point)
            continue
        next_ko, unsure = int64(NO_KO), int64(0)
        if gone and own == point and not liberties and not is_safe and count_ones(gone) == 1 and \
                not (side == ATTACKER and breathes(c, point, away)):
            next_ko = trailing_zeros(gone)
            if c.eyeless and side == ATTACKER:
                continue
        if c.outside_owner and gone:
            next_ko = _zone_ko(c, s, depth, v, gone, liberties, int64(is_safe), next_ko)
            unsure = _capture_is_unsure(c, side, gone, mine, free)
        # Step 2: the position after it.  A retake of the ko costs a threat; without one it goes to the spare place.
        k, spent = n, s.threats[depth]
        if v == ko:
            fights = True
            if (side == DEFENDER and spent <= 0) or (side == ATTACKER and spent >= 0):
                k = SPARE
                s.banned[depth] = 1
            spent += 1 if side == ATTACKER else -1
        next_safe, next_blocked = safe, blocked
        if is_safe and side == ATTACKER:
            next_safe |= own
            next_blocked |= own | around(c, own)
        next_attackers, next_defenders = (mine | point, theirs & ~gone) if side == ATTACKER else (theirs & ~gone, mine | point)
        _put_position(s, depth, k, next_attackers, next_defenders, next_safe, next_blocked)
        s.child_rest[depth, k] = py_pack(next_ko, 1 - side) | (away_after if v == ko else away) << AWAY_SHIFT
        s.child_threats[depth, k] = spent
        s.child_move[depth, k] = v
        s.child_takes[depth, k] = 1 if gone else 0
        s.child_needs[depth, k] = point | gone | (uint64(0) if is_safe else two_of(liberties))
        # Step 3: what is known without search, and how likely the move is unless it loses.
        settled = _settle(c, s, depth, k, v, next_attackers, next_defenders, next_safe, next_blocked, gone, own, int64(is_safe), unsure)
        wins = settled and (s.child_pn[depth, k] if side == ATTACKER else s.child_dn[depth, k]) == 0
        if wins or not settled or s.noting:
            _put_prior(c, s, depth, k, v, int64(4) if is_safe else count_ones(liberties))
        if not settled:
            _put_open(c, s, depth, k)
        if k == SPARE:
            continue
        n += 1
        if wins and v != ko:
            s.moves[depth] = n
            s.zone = s.child_zone[depth, k]
            return n
    # A pass of the attacker is answered by a pass and gains nothing, unless a ko is on, or he only keeps the dragon from two eyes.
    if side == DEFENDER or (attackers & ~safe if c.eyeless else fights):
        _put_pass(c, s, depth, n)
        n += 1
    s.moves[depth] = n
    s.zone = uint64(EVERYWHERE)
    return n


@kernel(int64(CLOSED, SEARCH))
def py_expand(c, s):
    """``expand`` of the position at depth 0, for Python."""
    outset(c, s, s.attackers[0])
    return expand(c, s, 0)
