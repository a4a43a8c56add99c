"""The winner's strategy for a settled position: his answer to everything, collected from the table of the search.

For the attacker it ends with the last stone taken.  For the defender it is a set of positions that the attacker cannot leave; if a
repetition on the way of the search was taken for more than it is, that shows here, and what rests on it is struck from the table.
"""
import numba
import numpy as np
from numba import int32, int64, uint64

from engine.core.jit import kernel
from engine.life.children import SEARCH, expand, outset
from engine.life.closed import ATTACKER, CLOSED, DEFENDER
from engine.life.search import ENTRY, NEVER, PROVED, UNKNOWN, find, py_search, slot_of

STEP_DTYPE = np.dtype([('attackers', 'u8'), ('defenders', 'u8'), ('rest', 'i4'), ('threats', 'i4'), ('move', 'i4'), ('parent', 'i4')],
                      align=True)
STEP = numba.from_dtype(STEP_DTYPE)
"""A position that the strategy meets, with the winner's move if it is his turn (NO_KO: he passes), else -1."""
ANSWERED = -1


@kernel(int64(STEP[::1], int32[::1], uint64, uint64, int64, int64, int64, int64))
def _add(steps, index, attackers, defenders, rest, threats, parent, count):
    """Add a position to a strategy of so many unless it is there; returns how many there are then."""
    k = slot_of(attackers, defenders, rest * 64 + threats, len(index))
    while index[k] >= 0:
        here = index[k]
        if steps[here].attackers == attackers and steps[here].defenders == defenders and steps[here].rest == rest and \
                steps[here].threats == threats:
            return count
        k = (k + 1) % len(index)
    if count == len(steps):
        return count + 1
    index[k] = count
    steps[count].attackers = attackers
    steps[count].defenders = defenders
    steps[count].rest = rest
    steps[count].threats = threats
    steps[count].parent = parent
    steps[count].move = ANSWERED
    return count + 1


@kernel(int64(SEARCH, STEP[::1], int64))
def _pose(s, steps, here):
    """Make a step the position at depth 0."""
    s.attackers[0], s.defenders[0] = steps[here].attackers, steps[here].defenders
    s.rest[0], s.threats[0] = steps[here].rest, steps[here].threats
    return 0


@kernel(int64(SEARCH, ENTRY[::1], int64))
def _choose(s, table, winner):
    """A child of the position at depth 0 that is known to be the winner's, -1 if there is none."""
    chosen = int64(-1)
    least = int64(0)
    for k in range(s.moves[0]):
        if (s.child_pn[0, k] if winner == ATTACKER else s.child_dn[0, k]) == 0:
            return k
        place = find(table, s.child_attackers[0, k], s.child_defenders[0, k], s.child_rest[0, k])
        if place < 0 or not (s.child_pn[0, k] and s.child_dn[0, k]):
            continue
        threats = s.child_threats[0, k]
        won, lost = threats <= table[place].won, threats >= table[place].lost
        if (won if winner == ATTACKER else lost and not won) and (chosen < 0 or table[place].work < least):
            chosen, least = int64(k), int64(table[place].work)
    return chosen


@kernel(int64(CLOSED, SEARCH, ENTRY[::1], STEP[::1], int32[::1], int64))
def py_collect(c, s, table, steps, index, winner):
    """The winner's strategy for the position in ``steps[0]``: how many steps it has; 0 if the position is not his after all as far as the
    table knows; -1 if nodes or room ran out.

    ``index`` is at least twice as long as ``steps``, a power of two.
    """
    index[:] = -1
    count = _add(steps, index, steps[0].attackers, steps[0].defenders, steps[0].rest, steps[0].threats, -1, 0)
    here = 0
    while here < count:
        if count > len(steps) or s.nodes >= s.limit:
            return -1
        _pose(s, steps, here)
        outset(c, s, s.attackers[0])
        expand(c, s, 0)
        s.nodes += 1
        refuted = False
        if s.rest[0] & 1 == winner:
            chosen = _choose(s, table, winner)
            if chosen < 0:
                # The table has lost it, or it is not so.
                found = py_search(c, s, table)
                if found == UNKNOWN:
                    return -1
                refuted = (found == PROVED) != (winner == ATTACKER)
                if not refuted:
                    _pose(s, steps, here)
                    outset(c, s, s.attackers[0])
                    expand(c, s, 0)
                    chosen = _choose(s, table, winner)
                    if chosen < 0:
                        return -1
            if not refuted:
                steps[here].move = s.child_move[0, chosen]
                if s.child_pn[0, chosen] and s.child_dn[0, chosen]:
                    count = _add(steps, index, s.child_attackers[0, chosen], s.child_defenders[0, chosen], s.child_rest[0, chosen],
                                 s.child_threats[0, chosen], here, count)
        else:
            for k in range(s.moves[0]):
                if (s.child_pn[0, k] if winner == DEFENDER else s.child_dn[0, k]) == 0:
                    refuted = True
                elif s.child_pn[0, k] and s.child_dn[0, k]:
                    count = _add(steps, index, s.child_attackers[0, k], s.child_defenders[0, k], s.child_rest[0, k], s.child_threats[0, k],
                                 here, count)
        if refuted:
            # Nothing on the way here was proved.
            while here >= 0:
                place = find(table, steps[here].attackers, steps[here].defenders, steps[here].rest)
                if place >= 0 and winner == DEFENDER:
                    table[place].lost = NEVER
                    table[place].pn = table[place].dn = 1
                here = steps[here].parent
            return 0
        here += 1
    return count
