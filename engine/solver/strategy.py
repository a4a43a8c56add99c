"""Collect the winner's strategy for a settled position, his answer to every move, from the table of the search.

The defender's strategy is a set of positions that the attacker cannot leave.  Collecting it shows whether the search relied wrongly on a
repetition.  Results that depend on such a repetition are removed from the table.  The attacker's strategy must end: all moves that are
known to win are collected, and the positions are ranked from the end backwards (``py_rank``).
"""
from collections.abc import Iterator, Mapping
from enum import IntEnum

import numpy as np
from numba import int32, int64, uint64

from owlgo.engine.core.jit import kernel
from owlgo.engine.core.layout import record_type
from owlgo.engine.solver.dfpn import End, py_search
from owlgo.engine.solver.expand import expand, outset
from owlgo.engine.solver.record import EVERYWHERE, SEARCH
from owlgo.engine.solver.region import ATTACKER, CLOSED, DEFENDER, NO_KO, Region
from owlgo.engine.solver.table import ENTRY, NEVER, py_find, slot_of

STEP = record_type([
    ('attackers', 'u8'), ('defenders', 'u8'), ('rest', 'i4'), ('threats', 'i4'), ('move', 'i4'), ('parent', 'i4'), ('rank', 'i4')])
"""A position of the strategy, with the winner's move if he is to move (NO_KO: a pass), else -1."""
UNUSED = -2
"""The move of a step that the strategy does not reach."""


class Answers(IntEnum):
    """The part of a strategy to collect."""
    ALL = 0
    KNOWN = 1
    """Answers in the table.  No other answer is searched for."""
    DOUBTED = 2
    """Answers of the defender that may rest on a repetition."""


@kernel(int64(STEP[::1], int32[::1], uint64, uint64, int64, int64))
def _find(steps, index, attackers, defenders, rest, threats):
    """Return the place of a position in the hash table ``index``, or the free place where the position would be entered."""
    k = slot_of(attackers, defenders, rest * 64 + threats, len(index))
    while index[k] >= 0:
        here = index[k]
        if steps[here].attackers == attackers and steps[here].defenders == defenders and steps[here].rest == rest and \
                steps[here].threats == threats:
            break
        k = (k + 1) % len(index)
    return k


@kernel(int64(SEARCH, STEP[::1], int32[::1], int64))
def _step_of(s, steps, index, k):
    """Return the index in ``steps`` of child k of the position at depth 0; -1 if the strategy lacks it."""
    return index[_find(steps, index, s.child_attackers[0, k], s.child_defenders[0, k], s.child_rest[0, k], s.child_threats[0, k])]


@kernel(int64(STEP[::1], int32[::1], uint64, uint64, int64, int64, int64, int64))
def _add(steps, index, attackers, defenders, rest, threats, parent, count):
    """Add a position to a strategy unless it is there, and return the strategy's new length."""
    k = _find(steps, index, attackers, defenders, rest, threats)
    if index[k] >= 0:
        return count
    if count < len(steps):
        index[k] = count
        steps[count].attackers = attackers
        steps[count].defenders = defenders
        steps[count].rest = rest
        steps[count].threats = threats
        steps[count].parent = parent
        steps[count].move = -1
    return count + 1


@kernel(int64(SEARCH, STEP[::1], int32[::1], int64, int64, int64))
def _add_child(s, steps, index, k, parent, count):
    """Add child k of the position at depth 0 to a strategy unless it is there, and return the strategy's new length."""
    return _add(steps, index, s.child_attackers[0, k], s.child_defenders[0, k], s.child_rest[0, k], s.child_threats[0, k], parent, count)


@kernel(int64(SEARCH, STEP[::1], int64))
def _pose(s, steps, here):
    """Set the position at depth 0 to that of a step."""
    s.attackers[0], s.defenders[0] = steps[here].attackers, steps[here].defenders
    s.rest[0], s.threats[0] = steps[here].rest, steps[here].threats
    return 0


@kernel(int64(SEARCH, ENTRY[::1], int64, int64))
def _is_won(s, table, k, winner):
    """Whether child k of the position at depth 0 is known to be won for the winner."""
    if not s.child_pn[0, k] or not s.child_dn[0, k]:
        return (s.child_pn[0, k] == 0) == (winner == ATTACKER)
    place = py_find(table, s.child_attackers[0, k], s.child_defenders[0, k], s.child_rest[0, k])
    if place < 0:
        return 0
    won = s.child_threats[0, k] <= table[place].won
    return won if winner == ATTACKER else not won and s.child_threats[0, k] >= table[place].lost


@kernel(int64(SEARCH, ENTRY[::1], STEP[::1], int32[::1], int64, int64, int64))
def _add_answers(s, table, steps, index, here, winner, count):
    """Add the positions after one answer of a winning defender, or after all winning answers of an attacker.  Return the strategy's new
    length, or 0 if no winning answer is known."""
    chosen, least = int64(-1), int64(0)
    for k in range(s.moves[0]):
        if not _is_won(s, table, k, winner):
            continue
        if not s.child_pn[0, k] or not s.child_dn[0, k]:
            steps[here].move = s.child_move[0, k]
            return count
        place = py_find(table, s.child_attackers[0, k], s.child_defenders[0, k], s.child_rest[0, k])
        known = _step_of(s, steps, index, k) >= 0
        work = int64(-1) if known else int64(table[place].work)
        if chosen < 0 or work < least:
            chosen, least = int64(k), work
    if chosen < 0:
        return 0
    steps[here].move = s.child_move[0, chosen]
    count = _add_child(s, steps, index, chosen, here, count)
    for k in range(s.moves[0]):
        if winner == ATTACKER and _is_won(s, table, k, winner):
            count = _add_child(s, steps, index, k, here, count)
    return count


@kernel(int64(CLOSED, SEARCH, STEP[::1], int64))
def _expand_step(c, s, steps, here):
    """List the moves from the position of a step, as children at depth 0."""
    _pose(s, steps, here)
    outset(c, s, s.attackers[0])
    return expand(c, s, 0)


@kernel(int64(CLOSED, SEARCH, ENTRY[::1], STEP[::1], int32[::1], int64, int64))
def py_collect(c, s, table, steps, index, winner, what):
    """Collect the winner's strategy for the position in ``steps[0]``.  Return its length, 0 if it turns out to be refuted, or -1 if nodes
    or room ran out.

    ``what``: the part to collect, one of ``Answers``.  ``index``: a hash table over ``steps``.  Its length is a power of two, at least
    twice that of ``steps``.
    """
    index[:] = -1
    count = _add(steps, index, steps[0].attackers, steps[0].defenders, steps[0].rest, steps[0].threats, -1, 0)
    here, loosely = 0, what == Answers.KNOWN
    while here < count:
        if count > len(steps) or s.nodes >= s.limit:
            return -1
        if what == Answers.DOUBTED and c.relevance == DEFENDER + 1:
            place = py_find(table, steps[here].attackers, steps[here].defenders, steps[here].rest)
            if place >= 0 and steps[here].threats >= table[place].lost and table[place].zone != uint64(EVERYWHERE):
                # What a success rests on is known of those alone that need no repetition, for the fewest threats that the table knows.
                here += 1
                continue
        _expand_step(c, s, steps, here)
        s.nodes += 1
        refuted = False
        if s.rest[0] & 1 == winner:
            more = _add_answers(s, table, steps, index, here, winner, count)
            if more == 0 and loosely:
                more = count
            elif more == 0:
                # The table has lost the answer, or there is none.
                found = py_search(c, s, table)
                if found == End.OUT_OF_NODES:
                    return -1
                refuted = (found == End.ATTACKER_WON) != (winner == ATTACKER)
                if not refuted:
                    _expand_step(c, s, steps, here)
                    more = _add_answers(s, table, steps, index, here, winner, count)
                    if more == 0:
                        return -1
            if not refuted:
                count = more
        else:
            for k in range(s.moves[0]):
                if s.child_pn[0, k] and s.child_dn[0, k]:
                    if not loosely or _is_won(s, table, k, winner):
                        count = _add_child(s, steps, index, k, here, count)
                elif (s.child_pn[0, k] == 0) == (winner == DEFENDER) and not loosely:
                    refuted = True
        if refuted:
            # Nothing on the way here was proved.
            while here >= 0:
                place = py_find(table, steps[here].attackers, steps[here].defenders, steps[here].rest)
                if place >= 0 and winner == DEFENDER:
                    table[place].lost = NEVER
                    table[place].zone = EVERYWHERE
                    table[place].pn = table[place].dn = 1
                here = steps[here].parent
            return 0
        here += 1
    return count


@kernel(int64(CLOSED, SEARCH, STEP[::1], int32[::1], int64))
def py_rank(c, s, steps, index, count):
    """Rank an attacker's strategy so that every answer leads to a lower rank.  Return the first step's rank, or 0 if the strategy runs in a
    circle."""
    for here in range(count):
        steps[here].rank = 0
    changed = True
    while changed and steps[0].rank == 0:
        changed = False
        for here in range(count - 1, -1, -1):
            if steps[here].rank:
                continue
            _expand_step(c, s, steps, here)
            attacking = s.rest[0] & 1 == ATTACKER
            rank = int64(NEVER << 20) if attacking else int64(0)
            for k in range(s.moves[0]):
                below = int64(0)
                if s.child_pn[0, k] != 0:
                    step = _step_of(s, steps, index, k)
                    below = int64(steps[step].rank) if step >= 0 else int64(0)
                    if below == 0:
                        if attacking:
                            continue
                        rank = int64(-1)
                        break
                if attacking and below < rank:
                    rank = below
                    steps[here].move = s.child_move[0, k]
                elif not attacking:
                    rank = max(rank, below)
            if 0 <= rank < NEVER << 20:
                steps[here].rank = rank + 1
                changed = True
    return steps[0].rank


@kernel(int64(CLOSED, SEARCH, STEP[::1], int32[::1], int64, int64))
def py_prune(c, s, steps, index, count, winner):
    """Mark steps that the winner's moves do not reach as UNUSED, and return the number of steps left."""
    for k in range(count):
        steps[k].parent = UNUSED
    # ``parent`` links the queue of steps to visit.
    here, last, used = int64(0), int64(0), 1
    steps[0].parent = -1
    while here >= 0:
        _expand_step(c, s, steps, here)
        winning = s.rest[0] & 1 == winner
        for k in range(s.moves[0]):
            if winning and s.child_move[0, k] != steps[here].move:
                continue
            step = _step_of(s, steps, index, k)
            if step >= 0 and steps[step].parent == UNUSED:
                steps[step].parent = -1
                steps[last].parent = step
                last = step
                used += 1
        here = int64(steps[here].parent)
    for k in range(count):
        if steps[k].parent == UNUSED:
            steps[k].move = UNUSED
    return used


Place = tuple[int, int, int, int]
"""A position: the attacker's stones, the defender's, the point under a ko ban, and the net ko threats."""
Node = tuple[Place, int]
"""A position, and the side to move."""
Moves = Mapping[Node, int]
"""A strategy in a closed region: the winner's moves, as points of the region, NO_KO for a pass."""


def answers(steps: np.ndarray) -> Moves:
    """Return the winner's moves of a strategy, an array of STEP."""
    return {((attackers, defenders, rest >> 1 & 127, threats), rest & 1): move
            for attackers, defenders, rest, threats, move in steps[['attackers', 'defenders', 'rest', 'threats', 'move']].tolist()}


def after(region: Region, place: Place, v: int, side: int) -> Place | None:
    """Return the position after a stone on point v, or None if the move is illegal.  Retaking a ko costs a threat."""
    attackers, defenders, ko, threats = place
    if v == ko:
        if threats >= 0 if side == ATTACKER else threats <= 0:
            return None
        threats += 1 if side == ATTACKER else -1
    played = region.after(attackers, defenders, v, side)
    return None if played is None else (*played, threats)


def continued(region: Region, moves: Moves, place: Place, mover: int, winner: int) -> Iterator[tuple[int, Place]]:
    """Yield the moves from a position, NO_KO for a pass: the winner's answer, or all moves of the loser.  Yield none if the game is
    decided."""
    if (place, mover) not in moves:
        return
    attackers, defenders, ko, threats = place
    if mover == winner:
        tried = [moves[place, mover]]
    else:
        tried = [*range(len(region.points)), *([NO_KO] if mover == DEFENDER or ko != NO_KO else [])]
    for v in tried:
        following = (attackers, defenders, NO_KO, threats) if v == NO_KO else after(region, place, v, mover)
        if following is not None:
            yield v, following
