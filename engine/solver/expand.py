"""What follows a position of a closed region: every move of the side to move, and what is known of the position after it at once.

Points are told apart by what no stone can change any more:

    safe        attacking stones connected to the wall: nothing takes them
    blocked     safe, or next to a safe stone or to the wall: never an eye of the defender
    eye space   everything else; what of it the defender has not filled is where his eyes would be

Both facts only grow with the game, so that they are kept from one position to the next.
"""
from numba import int64, uint64
from owlgo.engine.core.bits import count_ones, trailing_zeros
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.solver.dead import barren, blind, doomed, in_reach
from owlgo.engine.solver.doubt import doubtful, may_be_banned
from owlgo.engine.solver.eye_room import starved
from owlgo.engine.solver.lasting import home, may_fall, unconditional
from owlgo.engine.solver.move_order import AT_CROSS, AT_RELATION, AT_ROOM, AT_SITUATION, PASSES, pattern, relation, room, situation
from owlgo.engine.solver.record import EVERYWHERE, FIRST, INFINITE, MOST_COST, MOST_THREATS, SEARCH, SPARE
from owlgo.engine.solver.region import (
    ATTACKER,
    AWAY,
    CLOSED,
    DEFENDER,
    FOR_ATTACKER,
    FOR_DEFENDER,
    MOST_AWAY,
    NO_KO,
    around,
    bit,
    breathes,
    escaped,
    held,
    string_of,
    two_of,
)


@kernel(int64(int64, int64))
def py_pack(ko, side):
    """Ko and side to move as one number, never 0."""
    return 1 << 20 | ko << 1 | side


@unit(int64(CLOSED, SEARCH, uint64, uint64, int64))
def _list_strings(c, s, stones, free, side):
    """The strings of some stones with their liberties."""
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
    """What a move on each of some empty points does to the strings that have been listed."""
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
    """The safe stones and blocked points of the position at depth 0."""
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
    """A first proof number: the more room for eyes, the greater."""
    return min(int64(2 + count_ones(space)), int64(FIRST - 1))


@kernel(uint64(SEARCH, int64, uint64))
def _more_liberties(s, side, point):
    """Of each string of a side that has a point as a liberty, one more."""
    found = uint64(0)
    for k in range(s.strings[side]):
        if s.liberties[side, k] & point:
            more = s.liberties[side, k] & ~point
            found |= more & (~more + uint64(1))
    return found


@kernel(uint64(CLOSED, SEARCH, int64, uint64, uint64, uint64, int64))
def idle(c, s, depth, mine, theirs, free, side):
    """Moves of a race that other moves are as good as: all but one of the outer liberties of a string that may be filled at any time, and
    one's own outer liberties.

        O . . . O      X has three liberties here: to fill one is as good as another, and X himself leaves them alone
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


@unit(int64(CLOSED, SEARCH, int64))
def expand(c, s, depth):
    """List the positions after every move of the side to move; returns how many.

    A move that wins at once ends the list; ``s.zone`` then tells where the other side's last move would have had to be to change that,
    as far as is known.
    """
    attackers, defenders = s.attackers[depth], s.defenders[depth]
    safe, blocked = s.safe[depth], s.blocked[depth]
    side, ko, threats = s.rest[depth] & 1, s.rest[depth] >> 1 & 127, s.threats[depth]
    free = c.all & ~(attackers | defenders)
    _list_strings(c, s, attackers & ~safe, free, ATTACKER)
    _list_strings(c, s, defenders, free, DEFENDER)
    away = s.rest[depth] >> AWAY & MOST_AWAY
    # Where liberties outside are counted, so are the defender's moves there.
    later = min(away + 1, int64(MOST_AWAY)) if c.airy and not c.still else away
    _look_at_liberties(c, s, free, side, away)
    space_before = c.all & ~(blocked | defenders)
    in_one = side == DEFENDER and string_of(c, space_before & (~space_before + uint64(1)), space_before) == space_before
    area_before = in_reach(c, safe)
    mine, theirs = (attackers, defenders) if side == ATTACKER else (defenders, attackers)
    other = 1 - side
    n = 0
    s.banned[depth] = 0
    s.duplicates[depth] = s.representative[depth] = uint64(0)
    fights = False
    s.suicides[depth] = 0
    left = free
    if c.guess & (FOR_DEFENDER if side == ATTACKER else FOR_ATTACKER):
        left &= ~idle(c, s, depth, mine, theirs, free, side)
    while left:
        v = trailing_zeros(left)
        point = bit(v)
        left &= left - uint64(1)
        gone, atari, saved = s.at_gone[v], s.at_atari[v], s.at_saved[v]
        own = point | s.at_own[v]
        liberties = (c.near[v] & free | s.at_liberties[v]) & ~point
        is_safe = held(c, own) or c.near[v] & safe != 0 if side == ATTACKER else own & c.escape != 0
        if not (liberties or gone or is_safe or (side == ATTACKER and breathes(c, own, away))):
            if c.guess:
                s.suicide[depth, s.suicides[depth]] = point
                s.legal_by[depth, s.suicides[depth]] = _more_liberties(s, other, point)
                s.suicides[depth] += 1
            continue
        next_ko = int64(NO_KO)
        if gone and own == point and not liberties and not is_safe and count_ones(gone) == 1 and \
                not (side == ATTACKER and breathes(c, point, away)):
            next_ko = trailing_zeros(gone)
            if c.eyeless and side == ATTACKER:
                continue
        doubt = int64(0)
        if c.outside_owner and gone:
            if side == c.outside_owner - 1:
                doubt = doubtful(c, gone, around(c, gone), mine, free)
                if is_safe and not liberties and may_be_banned(c, mine, gone, v):
                    next_ko = trailing_zeros(gone)
            elif next_ko != NO_KO and doubtful(c, point, c.near[v], theirs & ~gone, free):
                next_ko = int64(NO_KO)
            if gone & c.posts and side == DEFENDER:
                doubt = int64(1)
                c.fallen |= gone & c.posts
        child_safe, child_blocked = safe, blocked
        if is_safe and side == ATTACKER:
            child_safe |= own
            child_blocked |= own | around(c, own)
        next_attackers, next_defenders = (mine | point, theirs & ~gone) if side == ATTACKER else (theirs & ~gone, mine | point)
        k, spent = n, threats
        if v == ko:
            fights = True
            spent += 1 if side == ATTACKER else -1
            if (side == DEFENDER and threats <= 0) or (side == ATTACKER and threats >= 0):
                k = SPARE
                s.banned[depth] = 1
        s.child_attackers[depth, k] = next_attackers
        s.child_defenders[depth, k] = next_defenders
        s.child_safe[depth, k] = child_safe
        s.child_blocked[depth, k] = child_blocked
        s.child_rest[depth, k] = py_pack(next_ko, other) | (later if v == ko else away) << AWAY
        s.child_threats[depth, k] = spent
        s.child_move[depth, k] = v
        s.child_takes[depth, k] = 1 if gone else 0
        seen, where = pattern(c, attackers, defenders, 0, v), relation(c, v, s.last[depth])
        what = situation(count_ones(liberties) if not is_safe else int64(4), count_ones(gone), count_ones(atari), count_ones(saved))
        with_room, along = room(c, space_before, v), pattern(c, attackers, defenders, 1, v)
        s.child_prior[depth, k] = s.weight[side, seen] + s.weight[side, AT_SITUATION + what] + s.weight[side, AT_RELATION + where] + \
            s.weight[side, AT_ROOM + with_room] + s.weight[side, AT_CROSS + along] + s.bias[side, v]
        if s.noting:
            s.child_seen[k, 0], s.child_seen[k, 1], s.child_seen[k, 2] = seen, AT_SITUATION + what, AT_RELATION + where
            s.child_seen[k, 3], s.child_seen[k, 4] = AT_ROOM + with_room, AT_CROSS + along
        if v == s.killer[depth]:
            s.child_prior[depth, k] += s.bonus
        space = c.all & ~(child_blocked | next_defenders)
        pn = first_number(c, space)
        dn = int64(FIRST) - pn
        zone = uint64(EVERYWHERE)
        area = in_reach(c, child_safe) if child_safe != safe else area_before
        # Of other moves only a capture, or one in the eye space, leaves the defender less room.
        tells = area and (gone or is_safe or (side == DEFENDER and not blocked & point))
        falls = v == ko and c.airy and may_fall(c, next_attackers, c.all & ~(next_attackers | next_defenders), later)
        dead = barren(c, child_blocked, area) if c.played_on else \
            not next_defenders & c.goal or doomed(c, next_attackers, next_defenders, child_blocked, area)
        at_home = uint64(0)
        if c.played_on and not (dead or doubt or falls) and (side == ATTACKER or gone):
            at_home = home(c, s, next_attackers, next_defenders, child_safe, child_blocked)
            dead = at_home != 0
        by_eyes = not (doubt or dead or c.played_on) and tells and (
            starved(c, next_attackers, next_defenders, child_blocked, area) if c.guess & FOR_ATTACKER else
            blind(c, next_attackers, next_defenders, child_blocked, area))
        if falls:
            pn, dn = int64(INFINITE), int64(0)
            s.child_until[depth, k] = -MOST_THREATS
        elif doubt:
            pn, dn = (int64(INFINITE), int64(0)) if side == DEFENDER else (int64(0), int64(INFINITE))
            s.child_until[depth, k] = -MOST_THREATS if side == DEFENDER else MOST_THREATS
        elif dead or by_eyes:
            pn, dn = int64(0), int64(INFINITE)
            s.child_until[depth, k] = MOST_THREATS
            if c.relevance == ATTACKER + 1:
                # What seals the dragon in is stones connected to the wall; once it is taken nothing else matters.
                zone = c.goal
                if at_home:
                    zone = at_home
                elif next_defenders & c.goal or c.played_on:
                    zone = area | string_of(c, around(c, area) & child_safe, child_safe)
            elif next_defenders & c.goal:
                if c.guess & FOR_ATTACKER or (dead and not c.escape and (gone or is_safe)):
                    zone = point | gone | (c.all & ~child_blocked)
            elif c.guess & FOR_ATTACKER:
                zone = point | gone | around(c, gone)
                for i in range(s.strings[ATTACKER]):
                    if s.string[ATTACKER, i] & zone:
                        zone |= two_of(s.liberties[ATTACKER, i])
        elif side == DEFENDER and c.escape and escaped(c, next_defenders):
            pn, dn = int64(INFINITE), int64(0)
            s.child_until[depth, k] = -MOST_THREATS
            if c.guess & FOR_DEFENDER or (c.relevance == DEFENDER + 1 and own & c.escape and own & c.goal):
                zone = own
        elif side == DEFENDER and not (in_one and count_ones(c.near[v] & space_before) < 2) and \
                string_of(c, space & (~space + uint64(1)), space) != space and \
                unconditional(c, s, next_defenders, next_attackers, c.boundary | c.escape | c.posts) & c.goal:
            pn, dn = int64(INFINITE), int64(0)
            s.child_until[depth, k] = -MOST_THREATS
            zone = s.zone | point | gone
        else:
            prior_cost = min(max((s.usual - s.child_prior[depth, k]) * s.prior_cost // 64, int64(0)), int64(MOST_COST))
            pn += prior_cost if side == ATTACKER else int64(0)
            dn += prior_cost if side == DEFENDER else int64(0)
        s.child_pn[depth, k] = pn
        s.child_dn[depth, k] = dn
        s.child_zone[depth, k] = zone
        s.child_needs[depth, k] = point | gone | (uint64(0) if is_safe else two_of(liberties))
        if k == SPARE:
            continue
        n += 1
        if v != ko and ((pn == 0 and side == ATTACKER) or (dn == 0 and side == DEFENDER)):
            s.moves[depth] = n
            s.zone = zone
            return n
    # A pass of the attacker is answered by a pass and gains nothing, unless a ko is on, or he only keeps the dragon from two eyes.
    if side == DEFENDER or (attackers & ~safe if c.eyeless else fights):
        s.child_attackers[depth, n] = attackers
        s.child_defenders[depth, n] = defenders
        s.child_safe[depth, n] = safe
        s.child_blocked[depth, n] = blocked
        s.child_rest[depth, n] = py_pack(NO_KO, other) | (later if side == DEFENDER else away) << AWAY
        s.child_threats[depth, n] = threats
        s.child_move[depth, n] = NO_KO
        s.child_takes[depth, n] = 0
        s.child_prior[depth, n] = s.weight[side, PASSES]
        s.child_zone[depth, n] = EVERYWHERE
        s.child_needs[depth, n] = 0
        pn = first_number(c, c.all & ~(blocked | defenders))
        s.child_pn[depth, n], s.child_dn[depth, n] = pn, int64(FIRST) - pn
        if side == DEFENDER and c.airy and may_fall(c, attackers, free, later):
            s.child_pn[depth, n], s.child_dn[depth, n], s.child_until[depth, n] = INFINITE, 0, -MOST_THREATS
        elif c.eyeless and side == DEFENDER and ko == NO_KO and attackers & ~safe and \
                not unconditional(c, s, defenders, attackers, c.boundary) & c.goal:
            s.child_pn[depth, n], s.child_dn[depth, n], s.child_until[depth, n] = 0, INFINITE, MOST_THREATS
        n += 1
    s.moves[depth] = n
    s.zone = uint64(EVERYWHERE)
    return n


@kernel(int64(CLOSED, SEARCH))
def py_expand(c, s):
    """``expand`` of the position at depth 0, for Python."""
    outset(c, s, s.attackers[0])
    return expand(c, s, 0)


@kernel(int64(CLOSED, SEARCH))
def py_doomed(c, s):
    """``doomed`` of the position at depth 0, for Python."""
    outset(c, s, s.attackers[0])
    return doomed(c, s.attackers[0], s.defenders[0], s.blocked[0], in_reach(c, s.safe[0]))
