"""Proof-number search in a closed region: can the attacker take every stone of the defender?

The search is depth first with thresholds (df-pn, Nagai 2002), a table of positions, and thresholds enlarged by 1/8 (Pawlewicz and Lew
2007).  If the answer to a move has shown a threat, other moves that do not meet this threat need no search of their own (a relevance zone
of one move: Thomsen 2000, Shih et al. 2022).

Every result is stored with the numbers of ko threats for which it holds.  A proof without kos holds for all numbers.

A position that repeats in a line counts for the defender.  So a win of the attacker never depends on a repetition.  A win of the defender
may depend on one, and is confirmed afterwards (``engine.solver.strategy``) unless it is known to depend on few points.

Tactical reading has its own proof-number search (``engine.read.search``).  Its positions are whole boards, its moves are listed by goal,
and in its kos one side is the master.  One kernel for both searches would have to choose between them in its innermost loop.
"""
from enum import IntEnum

from numba import int64, uint64

from owlgo.engine.core.bits import count_ones
from owlgo.engine.core.jit import kernel
from owlgo.engine.solver.expand import expand, outset
from owlgo.engine.solver.record import ALL_THREATS, EVERYWHERE, INFINITE_NUMBER, SEARCH, SEARCH_PLIES, SPARE
from owlgo.engine.solver.region import ATTACKER, CLOSED, DEFENDER, GUESS_ATTACKER, GUESS_DEFENDER, NO_KO, around, bit, string_of
from owlgo.engine.solver.relevance import changes, fails, rests_on, spare_others, threatened
from owlgo.engine.solver.table import ENTRY, NEVER, enter, keep, py_find, recall, settled_above, slot_of


class End(IntEnum):
    """Results of a search.  0 and 1 mean that the position is settled."""
    SUSPENDED = -2
    """The next call continues the search."""
    OUT_OF_NODES = -1
    DEFENDER_WON = 0
    ATTACKER_WON = 1


@kernel(int64(SEARCH, int64, int64))
def _is_on_path(s, depth, k):
    """Whether child k repeats one of the positions on the way to it."""
    for d in range(depth, -1, -1):
        if s.attackers[d] == s.child_attackers[depth, k] and s.defenders[d] == s.child_defenders[depth, k] and \
                s.rest[d] == s.child_rest[depth, k] and s.threats[d] == s.child_threats[depth, k]:
            return 1
    return 0


@kernel(int64(CLOSED, SEARCH, ENTRY[::1], int64))
def _look_up(c, s, table, depth):
    """Copy what the table knows about the children into the record, and mark the children that repeat a position."""
    # Each child's first entry is touched at once: the processor waits for memory once, not for one child after the other.
    touched = int64(0)
    for k in range(s.moves[depth]):
        slot = slot_of(s.child_attackers[depth, k], s.child_defenders[depth, k], s.child_rest[depth, k], len(table))
        s.child_slot[depth, k] = slot
        touched += table[slot].rest
    s.touched = touched
    for k in range(s.moves[depth]):
        if s.child_pn[depth, k] and s.child_dn[depth, k] and not recall(c, s, table, depth, k) and \
                not (s.quiet[depth] and not s.child_takes[depth, k] and s.child_move[depth, k] != NO_KO) and _is_on_path(s, depth, k):
            s.child_pn[depth, k], s.child_dn[depth, k], s.child_until[depth, k] = INFINITE_NUMBER, 0, s.child_threats[depth, k]
            s.child_zone[depth, k] = EVERYWHERE
    if s.banned[depth] and s.child_pn[depth, SPARE] and s.child_dn[depth, SPARE]:
        s.child_slot[depth, SPARE] = slot_of(s.child_attackers[depth, SPARE], s.child_defenders[depth, SPARE], s.child_rest[depth, SPARE],
                                           len(table))
        recall(c, s, table, depth, SPARE)
    return 0


@kernel(int64(CLOSED, SEARCH, ENTRY[::1], int64, int64))
def _hear(c, s, table, depth, tried):
    """Read from the table what other threads found about the child just tried.  If it took 30 nodes or more, read about all children."""
    every = s.nodes - s.begun[depth + 1] >= 30
    for k in range(s.moves[depth]):
        pn, dn = s.child_pn[depth, k], s.child_dn[depth, k]
        if pn == 0 or dn == 0 or not (every or k == tried):
            continue
        settled = recall(c, s, table, depth, k)
        if k == tried and not settled:
            s.child_pn[depth, k], s.child_dn[depth, k] = pn, dn
            s.child_busy[depth, k] = 0
        elif settled and k != tried and c.relevance and s.rest[depth] & 1 != c.relevance - 1 and fails(c, s, depth, k):
            spare_others(c, s, depth, k)
    return 0


@kernel(int64(SEARCH, int64, int64))
def _until(s, depth, won):
    """Return the limit of net ko threats up to which the result at this depth holds: the highest number if the attacker has won, else the
    lowest."""
    side, ko = s.rest[depth] & 1, s.rest[depth] >> 1 & 127
    choosing = (side == ATTACKER) == (won != 0)
    sign = 1 if won else -1                     # so that more threats always make it harder for the winner
    found = int64(-NEVER if choosing else ALL_THREATS)
    for k in range(s.moves[depth]):
        if (s.child_pn[depth, k] if won else s.child_dn[depth, k]) != 0:
            continue
        until = sign * s.child_until[depth, k]
        if ko != NO_KO and s.child_move[depth, k] == ko:
            # A retake: the winner's costs him a threat; the loser's has cost the loser one.
            until = min(until - 1, int64(-1)) if choosing else until + 1
        found = max(found, until) if choosing else min(found, until)
    if s.banned[depth] and not choosing:
        # With a threat more the other side might retake.
        known = (s.child_pn[depth, SPARE] if won else s.child_dn[depth, SPARE]) == 0
        most = max(int64(0), sign * s.child_until[depth, SPARE] + 1) if known else int64(0)
        found = min(found, most)
    return sign * max(min(found, int64(ALL_THREATS)), int64(-ALL_THREATS))


@kernel(int64(CLOSED, SEARCH, int64, int64))
def _spare_the_rest(c, s, depth, tried):
    """Refute all other moves outside a refuted move's zone: the same refutation works."""
    side = s.rest[depth] & 1
    v = s.child_move[depth, tried]
    zone = s.child_zone[depth, tried]
    if s.child_takes[depth, tried] or (v != NO_KO and bit(v) & zone):
        return 0
    if side == DEFENDER and v != NO_KO:
        # A move that connects strings may doom them, and so may a move after which a string touches another point of the room
        # (``doomed``); the second does not matter if the attacker's success is a guess.
        near = c.near[v] & s.defenders[depth]
        if near:
            string = string_of(c, near & (~near + uint64(1)), s.defenders[depth])
            if near & ~string:
                return 0
            if not c.guess & GUESS_ATTACKER and c.near[v] & zone & ~s.blocked[depth] & ~(string | around(c, string)):
                return 0
    if zone & s.duplicates[depth]:
        zone |= s.representative[depth]
    for k in range(s.moves[depth]):
        v = s.child_move[depth, k]
        if s.child_pn[depth, k] and s.child_dn[depth, k] and not s.child_takes[depth, k] and (v == NO_KO or not bit(v) & zone):
            s.child_zone[depth, k] = 0
            if side == DEFENDER:
                s.child_pn[depth, k], s.child_dn[depth, k], s.child_until[depth, k] = 0, INFINITE_NUMBER, ALL_THREATS
            else:
                s.child_pn[depth, k], s.child_dn[depth, k], s.child_until[depth, k] = INFINITE_NUMBER, 0, -ALL_THREATS
    return 0


@kernel(uint64(SEARCH, int64, int64))
def _zone(s, depth, attacker_won):
    """Return the points where one more stone might change a settled result.  The list is a guess, since the winner's stones may be cut off
    at other points."""
    side = s.rest[depth] & 1
    if (side == ATTACKER) == (attacker_won != 0):
        best, least = uint64(EVERYWHERE), 100
        for k in range(s.moves[depth]):
            if (s.child_pn[depth, k] if attacker_won else s.child_dn[depth, k]) == 0:
                zone = s.child_zone[depth, k] | s.child_needs[depth, k]
                if count_ones(zone) < least:
                    best, least = zone, count_ones(zone)
        return best
    zone = uint64(0)
    for k in range(s.moves[depth]):
        zone |= s.child_zone[depth, k]
        if s.child_zone[depth, k] and s.child_move[depth, k] != NO_KO and bit(s.child_move[depth, k]) & s.representative[depth]:
            zone |= s.duplicates[depth]
    if s.banned[depth]:
        zone |= bit(s.child_move[depth, SPARE])
    before = uint64(0)
    while before != zone:
        before = zone
        for k in range(s.suicides[depth]):
            if s.suicide[depth, k] & zone:
                zone |= s.legal_by[depth, k]
    return zone


@kernel(int64(SEARCH, int64, int64))
def _descend(s, depth, k):
    """Make a child the position at the next depth."""
    s.attackers[depth + 1] = s.child_attackers[depth, k]
    s.defenders[depth + 1] = s.child_defenders[depth, k]
    s.safe[depth + 1] = s.child_safe[depth, k]
    s.blocked[depth + 1] = s.child_blocked[depth, k]
    s.rest[depth + 1] = s.child_rest[depth, k]
    s.threats[depth + 1] = s.child_threats[depth, k]
    s.last[depth + 1] = s.child_move[depth, k]
    s.quiet[depth + 1] = s.quiet[depth] and not s.child_takes[depth, k] and s.child_move[depth, k] != NO_KO
    return 0


@kernel(int64(SEARCH, int64, int64))
def _sort(s, depth, attacking):
    """Order the children that are not lost by their priors, the likeliest first."""
    n = 0
    for k in range(s.moves[depth]):
        if (s.child_dn[depth, k] if attacking else s.child_pn[depth, k]) == 0:
            continue
        key = s.child_prior[depth, k] * 256 + 255 - k
        j = n
        while j > 0 and s.keys[j - 1] < key:
            s.keys[j] = s.keys[j - 1]
            j -= 1
        s.keys[j] = key
        n += 1
    for j in range(n):
        s.order[depth, j] = 255 - (s.keys[j] & 255)
    s.ordered[depth] = n
    return 0


@kernel(int64(CLOSED, SEARCH, int64, int64))
def _room(c, s, depth, live):
    """Return how many of the ``live`` open moves at this depth are searched at a time.

    Other moves have their turn when these have failed.  That may never be, so the winner's room grows as the nodes spent double.  The
    loser's moves must all fail in the end.
    """
    room = s.wide + live * s.part // 100
    if s.widening and s.rest[depth] & 1 == c.relevance - 1:
        work = (s.spent[depth] + s.nodes - s.begun[depth]) // s.widening
        while work:
            room += 1
            work >>= 1
    return room


@kernel(int64(SEARCH, int64))
def _stop(s, depth):
    """End a line at the greatest depth, as if the attacker had no move."""
    s.moves[depth] = s.banned[depth] = s.suicides[depth] = 0
    s.cut = 1
    return 0


@kernel(int64(SEARCH, int64, int64))
def _leave_one(s, depth, attacking):
    """Count all unsettled moves at this depth as refuted, except the likeliest."""
    left = int64(1)
    for i in range(s.ordered[depth]):
        k = s.order[depth, i]
        if s.child_pn[depth, k] == 0 or s.child_dn[depth, k] == 0:
            continue
        left -= 1
        if left >= 0:
            continue
        s.cut = 1
        s.child_zone[depth, k] = EVERYWHERE
        if attacking:
            s.child_pn[depth, k], s.child_dn[depth, k], s.child_until[depth, k] = INFINITE_NUMBER, 0, -ALL_THREATS
        else:
            s.child_pn[depth, k], s.child_dn[depth, k], s.child_until[depth, k] = 0, INFINITE_NUMBER, ALL_THREATS
    return 0


@kernel(int64(CLOSED, SEARCH, ENTRY[::1]))
def py_search(c, s, table):
    """Settle the position at depth 0 of the record within ``s.limit`` nodes, and return the ``End``.

    The search is SUSPENDED after ``s.pause`` nodes.  The next call continues as if nothing had happened, unless ``s.paused`` was cleared.
    """
    shared = s.mark != 0
    if s.paused:
        depth, entering = s.depth, s.entering != 0
        s.paused = 0
    else:
        outset(c, s, s.attackers[0])
        s.last[0] = -1
        s.quiet[0] = 1
        # A question is searched in many turns: what earlier ones spent counts, as it does below.
        place = py_find(table, s.attackers[0], s.defenders[0], s.rest[0])
        s.spent[0] = int64(table[place].work) if place >= 0 else int64(0)
        s.most_pn[0] = s.most_dn[0] = INFINITE_NUMBER
        s.found = -1
        depth = int64(0)
        entering = True
    while True:
        if s.pause and s.nodes >= s.pause:
            s.paused, s.depth, s.entering = 1, depth, 1 if entering else 0
            return End.SUSPENDED
        if entering:
            s.nodes += 1
            s.begun[depth] = s.nodes
            if shared:
                enter(s, table, depth)
                if s.nodes % 64 == 0:       # an ancestor may be settled by now
                    for d in range(settled_above(s, table, depth), depth + 1):
                        s.most_pn[d] = s.most_dn[d] = 0
            if depth >= s.reading and s.rest[depth] & 1 == ATTACKER:
                _stop(s, depth)
            else:
                guess = c.guess
                if depth < s.distrust:
                    c.guess = 0
                expand(c, s, depth)
                c.guess = guess
            _look_up(c, s, table, depth)
            if c.relevance and s.rest[depth] & 1 != c.relevance - 1:
                for k in range(s.moves[depth]):
                    if fails(c, s, depth, k):
                        spare_others(c, s, depth, k)
            elif c.guess & (GUESS_DEFENDER if s.rest[depth] & 1 == ATTACKER else GUESS_ATTACKER):
                for k in range(s.moves[depth]):
                    if (s.child_dn[depth, k] if s.rest[depth] & 1 == ATTACKER else s.child_pn[depth, k]) == 0 and \
                            s.child_zone[depth, k] != uint64(EVERYWHERE) and s.child_zone[depth, k]:
                        _spare_the_rest(c, s, depth, k)
        attacking = s.rest[depth] & 1 == ATTACKER
        # Seen from the side to move: its own number is the least of its moves', the other the sum.
        best, second, total, choice = int64(INFINITE_NUMBER), int64(INFINITE_NUMBER), int64(0), int64(-1)
        most, least = int64(0), int64(INFINITE_NUMBER)
        if entering:
            _sort(s, depth, attacking)
            if depth > s.branch:
                _leave_one(s, depth, attacking)
        within = threatened(c, s, depth) if attacking and c.relevance == DEFENDER + 1 else uint64(EVERYWHERE)
        live = int64(0)
        for i in range(s.ordered[depth]):
            k = s.order[depth, i]
            live += 1 if s.child_pn[depth, k] and s.child_dn[depth, k] else 0
        room = _room(c, s, depth, live)
        for i in range(s.ordered[depth]):
            k = s.order[depth, i]
            if s.child_pn[depth, k] and s.child_dn[depth, k]:
                if within != uint64(EVERYWHERE) and s.child_move[depth, k] != NO_KO and not changes(c, s, depth, k) & within:
                    continue
                if room <= 0:
                    continue
                room -= 1
            own, others = s.child_pn[depth, k], s.child_dn[depth, k]
            if not attacking:
                own, others = others, own
            total += others
            most = max(most, others)
            least = min(least, own)
            if shared and s.child_busy[depth, k] and 0 < own < INFINITE_NUMBER:
                # Another search is there: with a number half as large again this one goes elsewhere.
                own = min(own + own // 2 + 1, int64(INFINITE_NUMBER - 1))
            if own < best:
                best, second, choice = own, best, int64(k)
            elif own < second:
                second = own
        total = most if most == INFINITE_NUMBER else min(most + (total - most) // 4, int64(INFINITE_NUMBER - 1))
        if best == 0:
            total = int64(INFINITE_NUMBER)
        pn, dn = (best, total) if attacking else (total, best)
        if pn >= s.most_pn[depth] or dn >= s.most_dn[depth] or s.nodes >= s.limit or depth + 1 >= SEARCH_PLIES:
            if best == 0:
                s.killer[depth] = s.child_move[depth, choice]
            until = int64(0)
            zone = uint64(EVERYWHERE)
            if entering and best == 0:
                zone = s.zone
            if pn == 0 or dn == 0:
                until = _until(s, depth, 1 if pn == 0 else 0)
            if c.relevance and (pn if c.relevance == ATTACKER + 1 else dn) == 0:
                zone = rests_on(c, s, depth, until)
            elif ((pn == 0 and c.guess & GUESS_ATTACKER) or (dn == 0 and c.guess & GUESS_DEFENDER)) and not s.cut:
                zone = _zone(s, depth, 1 if pn == 0 else 0)
            keep(c, s, table, depth, least if attacking else pn, dn if attacking else least, until, zone)
            if depth == 0:
                if shared and s.found >= 0:
                    return s.found
                return End.ATTACKER_WON if pn == 0 else End.DEFENDER_WON if dn == 0 else End.OUT_OF_NODES
            depth -= 1
            k = s.entered[depth]
            s.child_pn[depth, k], s.child_dn[depth, k], s.child_until[depth, k] = pn, dn, until
            s.child_work[depth, k] += s.nodes - s.begun[depth + 1] + 1
            s.child_zone[depth, k] = zone
            if shared:
                _hear(c, s, table, depth, k)
                pn, dn, zone = s.child_pn[depth, k], s.child_dn[depth, k], s.child_zone[depth, k]
            if c.relevance and (pn == 0 and attacking if c.relevance == ATTACKER + 1 else dn == 0 and not attacking):
                spare_others(c, s, depth, k)
            elif (pn if attacking else dn) == 0 and zone != uint64(EVERYWHERE):
                _spare_the_rest(c, s, depth, k)
            entering = False
            if s.nodes >= s.limit:
                s.most_pn[depth] = s.most_dn[depth] = 0     # give up: every position on the way ends
            continue
        own_limit, other_limit = (s.most_pn[depth], s.most_dn[depth]) if attacking else (s.most_dn[depth], s.most_pn[depth])
        own_next = min(own_limit, second + second // 8 + 1)
        other_next = min(other_limit - total + most, int64(INFINITE_NUMBER))
        s.entered[depth] = choice
        _descend(s, depth, choice)
        s.spent[depth + 1] = s.child_work[depth, choice]
        depth += 1
        s.most_pn[depth], s.most_dn[depth] = (own_next, other_next) if attacking else (other_next, own_next)
        entering = True


@kernel(int64(CLOSED, SEARCH, ENTRY[::1]))
def py_best(c, s, table):
    """Return the move that wins at depth 0 for the side to move with the shortest known search.  NO_KO is a pass; -1 means that no move is
    known."""
    outset(c, s, s.attackers[0])
    expand(c, s, 0)
    attacking = s.rest[0] & 1 == ATTACKER
    move, least = int64(-1), int64(0)
    for k in range(s.moves[0]):
        work = int64(0)
        if s.child_pn[0, k] and s.child_dn[0, k]:
            place = py_find(table, s.child_attackers[0, k], s.child_defenders[0, k], s.child_rest[0, k])
            s.child_slot[0, k] = slot_of(s.child_attackers[0, k], s.child_defenders[0, k], s.child_rest[0, k], len(table))
            recall(c, s, table, 0, k)
            work = int64(table[place].work) if place >= 0 else int64(0)
        if (s.child_pn[0, k] if attacking else s.child_dn[0, k]) == 0 and (move < 0 or work < least):
            move, least = s.child_move[0, k], work
    return move


@kernel(int64(CLOSED, SEARCH, ENTRY[::1]))
def py_likeliest(c, s, table):
    """Return the move at depth 0 that is nearest to a proof, by its proof number.  NO_KO stands for a pass, or for no move at all."""
    outset(c, s, s.attackers[0])
    expand(c, s, 0)
    _look_up(c, s, table, 0)
    attacking = s.rest[0] & 1 == ATTACKER
    best, move = int64(INFINITE_NUMBER), int64(NO_KO)
    for k in range(s.moves[0]):
        own = s.child_pn[0, k] if attacking else s.child_dn[0, k]
        if own < best:
            best, move = own, s.child_move[0, k]
    return move
