"""Proof-number search in a closed region: can the attacker take every stone of the defender?

Depth first with thresholds (df-pn, Nagai 2002), a table of positions, 1 + 1/4 as the slack of thresholds (Pawlewicz and Lew 2007).
A position that repeats on the way counts for the defender.  So what is proved for the attacker never hangs on a repetition; what is
proved for the defender may, and is confirmed afterwards: every position of his strategy must be in the table as his own, a set
that the attacker cannot leave (``py_confirm``).  What is missing there is searched again.
"""
import numba
import numpy as np
from numba import int64, uint64

from engine.core.bits import count_ones, trailing_zeros
from engine.core.jit import kernel, unit
from engine.life.closed import ATTACKER, CLOSED, DEFENDER, MOST_POINTS, NO_KO, around, play, string_of

MOST_DEPTH = 400
WIDTH = MOST_POINTS + 1
INFINITE = 1 << 40
FIRST = 30
"""Proof and disproof number of a new position together."""
MOST_THREATS = 15
PROVED, DISPROVED, UNKNOWN = 1, 0, -1
"""Answers: for the attacker, for the defender, out of nodes."""

ENTRY_DTYPE = np.dtype([('attackers', 'u8'), ('defenders', 'u8'), ('rest', 'i8'), ('pn', 'i8'), ('dn', 'i8'), ('work', 'i8'),
                        ('seen', 'i8')], align=True)
ENTRY = numba.from_dtype(ENTRY_DTYPE)
"""A position (``rest``: ko, side and threats, never 0) and what is known of it."""

SEARCH_DTYPE = np.dtype([
    ('nodes', 'i8'),
    ('limit', 'i8'),
    ('attackers', 'u8', (MOST_DEPTH,)),
    ('defenders', 'u8', (MOST_DEPTH,)),
    ('rest', 'i8', (MOST_DEPTH,)),
    ('most_pn', 'i8', (MOST_DEPTH,)),
    ('most_dn', 'i8', (MOST_DEPTH,)),
    ('begun', 'i8', (MOST_DEPTH,)),             # nodes when the position was entered
    ('moves', 'i8', (MOST_DEPTH,)),             # how many
    ('child_attackers', 'u8', (MOST_DEPTH, WIDTH)),
    ('child_defenders', 'u8', (MOST_DEPTH, WIDTH)),
    ('child_rest', 'i8', (MOST_DEPTH, WIDTH)),
    ('child_pn', 'i8', (MOST_DEPTH, WIDTH)),    # of those that nobody needs to search: 0 or INFINITE, else -1
    ('child_move', 'i8', (MOST_DEPTH, WIDTH)),
    ('child_first', 'i8', (MOST_DEPTH, WIDTH)), # first proof number; the disproof number is what is missing to a constant
    ('region', 'u8', (MOST_POINTS,)),           # for Benson's theorem
    ('healthy', 'i8', (MOST_POINTS,)),
    ('part', 'u8', (MOST_POINTS,)),
], align=True)
SEARCH = numba.from_dtype(SEARCH_DTYPE)


@kernel(int64(int64, int64, int64))
def pack(ko, side, threats):
    """Ko, side and threats of a position as one number, never 0."""
    return 1 << 20 | ko << 8 | side << 7 | (threats + MOST_THREATS)


@kernel(int64(uint64, uint64, int64, int64))
def _slot(attackers, defenders, rest, size):
    """Where a position is kept: the first of its two places."""
    h = attackers * uint64(0x9E3779B97F4A7C15) ^ (defenders * uint64(0xC2B2AE3D27D4EB4F) + uint64(rest) * uint64(0x165667B19E3779F9))
    h ^= h >> uint64(29)
    h *= uint64(0xBF58476D1CE4E5B9)
    h ^= h >> uint64(32)
    return int64(h & uint64(size - 2))


@kernel(int64(ENTRY[::1], uint64, uint64, int64))
def find(table, attackers, defenders, rest):
    """The place of a position in the table, or -1."""
    slot = _slot(attackers, defenders, rest, len(table))
    for k in range(slot, slot + 2):
        if table[k].rest == rest and table[k].attackers == attackers and table[k].defenders == defenders:
            return k
    return -1


@kernel(int64(ENTRY[::1], uint64, uint64, int64, int64, int64, int64))
def _store(table, attackers, defenders, rest, pn, dn, work):
    """Keep what is known of a position: in its own place, else where least work is lost."""
    k = find(table, attackers, defenders, rest)
    if k < 0:
        k = _slot(attackers, defenders, rest, len(table))
        if table[k].rest != 0 and (table[k + 1].rest == 0 or table[k + 1].work < table[k].work):
            k += 1
        table[k].attackers = attackers
        table[k].defenders = defenders
        table[k].rest = rest
        table[k].work = 0
        table[k].seen = 0
    table[k].pn = pn
    table[k].dn = dn
    table[k].work += work
    return k


@unit(int64(CLOSED, SEARCH, uint64, uint64))
def lives(c, s, attackers, defenders):
    """Whether some stones of the defender cannot be taken even if he always passes (Benson 1976)."""
    parts = 0
    left = defenders
    while left:
        s.part[parts] = string_of(c, left & (~left + uint64(1)), defenders)
        left &= ~s.part[parts]
        parts += 1
    regions = 0
    left = c.all & ~defenders
    while left:
        s.region[regions] = string_of(c, left & (~left + uint64(1)), c.all & ~defenders)
        left &= ~s.region[regions]
        # What touches the wall is not closed.
        if not s.region[regions] & c.door:
            s.healthy[regions] = 1
            regions += 1
    if regions < 2:
        return 0
    alive = defenders
    changed = True
    while changed:
        changed = False
        for k in range(parts):
            if not s.part[k] & alive:
                continue
            near = around(c, s.part[k])
            vital = 0
            for r in range(regions):
                if s.healthy[r] and not s.region[r] & ~attackers & ~near:
                    vital += 1
            if vital < 2:
                alive &= ~s.part[k]
                changed = True
                for r in range(regions):
                    if s.healthy[r] and s.region[r] & near:
                        s.healthy[r] = 0
    return 1 if alive else 0


@unit(int64(CLOSED, uint64, uint64))
def first_number(c, attackers, defenders):
    """A first proof number from the points that may be eyes: those that no attacking stone connected to the wall stands on or beside."""
    safe = attackers & c.door
    if safe:
        left = safe
        safe = uint64(0)
        while left:
            part = string_of(c, left & (~left + uint64(1)), attackers)
            safe |= part
            left &= ~part
    eyes = c.all & ~(safe | around(c, safe) | defenders)
    count = count_ones(eyes)
    if count == 0:
        return 1
    first = eyes & (~eyes + uint64(1))
    if not eyes & ~(first | c.near[trailing_zeros(first)]) and count <= 2:
        return 1
    return min(int64(2 + count), int64(FIRST - 1))


@unit(int64(CLOSED, SEARCH, int64))
def expand(c, s, depth):
    """List the positions after every move of the side to move; returns how many."""
    attackers, defenders, rest = s.attackers[depth], s.defenders[depth], s.rest[depth]
    side, ko, threats = rest >> 7 & 1, rest >> 8 & 127, (rest & 127) - MOST_THREATS
    n = 0
    banned = False
    empty = c.all & ~(attackers | defenders)
    while empty:
        v = trailing_zeros(empty)
        empty &= empty - uint64(1)
        spent = threats
        if v == ko:
            if (side == DEFENDER and threats <= 0) or (side == ATTACKER and threats >= 0):
                banned = True
                continue
            spent += 1 if side == ATTACKER else -1
        if not play(c, attackers, defenders, v, side):
            continue
        s.child_attackers[depth, n] = c.stones[ATTACKER]
        s.child_defenders[depth, n] = c.stones[DEFENDER]
        s.child_rest[depth, n] = pack(c.ko, 1 - side, spent)
        s.child_move[depth, n] = v
        s.child_pn[depth, n] = -1
        s.child_first[depth, n] = first_number(c, c.stones[ATTACKER], c.stones[DEFENDER])
        if c.stones[DEFENDER] == 0:
            s.child_pn[depth, n] = 0
        elif side == DEFENDER and lives(c, s, c.stones[ATTACKER], c.stones[DEFENDER]):
            s.child_pn[depth, n] = INFINITE
        n += 1
    if side == DEFENDER or banned:
        s.child_attackers[depth, n] = attackers
        s.child_defenders[depth, n] = defenders
        s.child_rest[depth, n] = pack(NO_KO, 1 - side, threats)
        s.child_move[depth, n] = NO_KO
        s.child_pn[depth, n] = -1
        s.child_first[depth, n] = first_number(c, attackers, defenders)
        n += 1
    s.moves[depth] = n
    return n


@kernel(int64(SEARCH, int64, int64))
def _is_on_path(s, depth, k):
    """Whether child k of the position at this depth is one of the positions on the way to it."""
    for d in range(depth, -1, -1):
        if s.rest[d] == s.child_rest[depth, k] and s.attackers[d] == s.child_attackers[depth, k] and \
                s.defenders[d] == s.child_defenders[depth, k]:
            return 1
    return 0


@kernel(int64(CLOSED, SEARCH, ENTRY[::1]))
def py_search(c, s, table):
    """Settle the position at depth 0 of the record within ``s.limit`` nodes: PROVED, DISPROVED or UNKNOWN."""
    s.most_pn[0] = s.most_dn[0] = INFINITE
    depth = 0
    entering = True
    while depth >= 0:
        if entering:
            s.nodes += 1
            s.begun[depth] = s.nodes
            expand(c, s, depth)
            entering = False
        attacking = s.rest[depth] >> 7 & 1 == ATTACKER
        # Seen from the side to move: its own number is the least of its moves', the other the sum.
        best, second, total, choice = int64(INFINITE), int64(INFINITE), int64(0), -1
        for k in range(s.moves[depth]):
            pn = s.child_pn[depth, k]
            dn = int64(INFINITE - pn)
            if pn < 0:
                pn = s.child_first[depth, k]
                dn = int64(FIRST) - pn
                place = find(table, s.child_attackers[depth, k], s.child_defenders[depth, k], s.child_rest[depth, k])
                if place >= 0:
                    pn, dn = table[place].pn, table[place].dn
                if pn != 0 and dn != 0 and _is_on_path(s, depth, k):
                    pn, dn = int64(INFINITE), int64(0)
            own, others = (pn, dn) if attacking else (dn, pn)
            total = min(total + others, int64(INFINITE))
            if own < best:
                best, second, choice = own, best, k
            elif own < second:
                second = own
        pn, dn = (best, total) if attacking else (total, best)
        if pn >= s.most_pn[depth] or dn >= s.most_dn[depth] or s.nodes >= s.limit or depth + 1 >= MOST_DEPTH:
            _store(table, s.attackers[depth], s.defenders[depth], s.rest[depth], pn, dn, s.nodes - s.begun[depth] + 1)
            if depth == 0:
                return PROVED if pn == 0 else DISPROVED if dn == 0 else UNKNOWN
            depth -= 1
            if s.nodes >= s.limit or depth + 2 >= MOST_DEPTH:
                # Give up on this line: thresholds of one end every frame.
                s.most_pn[depth] = s.most_dn[depth] = 0 if s.nodes >= s.limit else s.most_pn[depth]
            continue
        own_limit, other_limit = (s.most_pn[depth], s.most_dn[depth]) if attacking else (s.most_dn[depth], s.most_pn[depth])
        place = find(table, s.child_attackers[depth, choice], s.child_defenders[depth, choice], s.child_rest[depth, choice])
        first = s.child_first[depth, choice]
        others = int64(FIRST) - first if attacking else first
        if place >= 0:
            others = table[place].dn if attacking else table[place].pn
        own_next = min(own_limit, second + second // 4 + 1)
        other_next = min(other_limit - total + others, int64(INFINITE))
        depth += 1
        s.attackers[depth] = s.child_attackers[depth - 1, choice]
        s.defenders[depth] = s.child_defenders[depth - 1, choice]
        s.rest[depth] = s.child_rest[depth - 1, choice]
        s.most_pn[depth], s.most_dn[depth] = (own_next, other_next) if attacking else (other_next, own_next)
        entering = True
    return UNKNOWN


@kernel(int64(CLOSED, SEARCH, ENTRY[::1], int64, int64[::1]))
def py_confirm(c, s, table, stamp, queue):
    """Whether what is disproved for the position at depth 0 is a set of positions that the attacker cannot leave: -1, or the place of one
    of them that something is missing of.

    ``stamp`` is a number not used before with this table; ``queue`` is as long as the table.
    """
    head, tail = 0, 1
    queue[0] = find(table, s.attackers[0], s.defenders[0], s.rest[0])
    if queue[0] < 0:
        return len(table)
    table[queue[0]].seen = stamp
    while head < tail:
        here = queue[head]
        head += 1
        s.attackers[0], s.defenders[0], s.rest[0] = table[here].attackers, table[here].defenders, table[here].rest
        expand(c, s, 0)
        attacking = s.rest[0] >> 7 & 1 == ATTACKER
        chosen = int64(-1)
        settled = attacking
        for k in range(s.moves[0]):
            if s.child_pn[0, k] == INFINITE:
                settled = True
                if not attacking:
                    chosen = int64(-1)
                    break
                continue
            place = find(table, s.child_attackers[0, k], s.child_defenders[0, k], s.child_rest[0, k])
            good = s.child_pn[0, k] != 0 and place >= 0 and table[place].dn == 0
            if attacking:
                if not good:
                    return here
                if table[place].seen != stamp:
                    table[place].seen = stamp
                    queue[tail] = place
                    tail += 1
            elif good and (chosen < 0 or table[place].seen == stamp):
                chosen = place
                settled = True
        if not settled:
            return here
        if not attacking and chosen >= 0 and table[chosen].seen != stamp:
            table[chosen].seen = stamp
            queue[tail] = chosen
            tail += 1
    return -1


@kernel(int64(CLOSED, SEARCH, ENTRY[::1]))
def py_best(c, s, table):
    """The first move in point order that settles the position at depth 0 for the side to move, NO_KO for a pass, -1 if there is none."""
    expand(c, s, 0)
    attacking = s.rest[0] >> 7 & 1 == ATTACKER
    for k in range(s.moves[0]):
        pn = s.child_pn[0, k]
        place = find(table, s.child_attackers[0, k], s.child_defenders[0, k], s.child_rest[0, k])
        if attacking and (pn == 0 or (pn < 0 and place >= 0 and table[place].pn == 0)):
            return s.child_move[0, k]
        if not attacking and (pn == INFINITE or (pn < 0 and place >= 0 and table[place].dn == 0)):
            return s.child_move[0, k]
    return -1
