"""The exact local game of an eye graph: can the attacker capture the wall round it, with one other eye outside and without?

The eye is a graph of up to 20 points inside one wall of the defender's stones.  Points are empty or hold stones; stones of the attacker
on a margin are connected to the outside and cannot be taken.  The wall has outer liberties, which the attacker may fill, and, as a
parameter, one more eye, which he may fill only to capture.  The defender may pass, the attacker may not.  Suicide is illegal, or legal as
an option.  A simple ko may not be retaken at once, but with a threat of the defender's, which is then used up; the attacker may take a
threat away by a move.

Every position that can arise is listed and the attacker's wins are found backwards from the captures (retrograde analysis), so repetition
needs no rule of its own: who can only repeat has not captured.
"""
import numba
import numpy as np
from numba import boolean, int32, int64, uint8

from engine.core.jit import kernel, unit

MAX_VERTICES = 20
ATTACKER, DEFENDER = 0, 1
"""Sides to move."""
LEGAL_CAPTURE, LEGAL, ILLEGAL = 1, 0, -1
PASSES = 3
"""Moves of the attacker beside those on the graph: outer liberty, outer eye, threat."""

GRAPH_DTYPE = np.dtype([
    ('n', 'i8'),
    ('near', 'i8', (MAX_VERTICES,)),    # neighbours of each vertex, as bits
    ('wall', 'i8'),                     # vertices next to the wall
    ('margin', 'i8'),
    ('eye', 'i8'),                      # the wall has another eye
    ('suicide', 'i8'),                  # is legal
    ('attackers', 'i8'),                # of the position after a move
    ('defenders', 'i8'),
    ('ko', 'i8'),                       # vertex that may not be played on at once, or -1
], align=True)
GRAPH = numba.from_dtype(GRAPH_DTYPE)


@kernel(int64(GRAPH, int64))
def _around(g, stones):
    """The neighbours of all these vertices."""
    found = 0
    for v in range(g.n):
        if stones >> v & 1:
            found |= g.near[v]
    return found


@kernel(int64(GRAPH, int64, int64))
def _string(g, seed, stones):
    """The connected part of the stones that holds the seed."""
    part = seed & stones
    while True:
        grown = part | (_around(g, part) & stones)
        if grown == part:
            return part
        part = grown


@kernel(boolean(int64))
def _single(bits):
    return bits != 0 and bits & (bits - 1) == 0


@kernel(int64(int64))
def _number(bit):
    v = 0
    while bit >> v & 1 == 0:
        v += 1
    return v


@kernel(int64(GRAPH, int64, int64))
def wall_liberties(g, attackers, defenders):
    """The wall's liberties inside the graph, as bits."""
    string = _string(g, defenders & g.wall, defenders)
    return (_around(g, string) | g.wall) & ~(attackers | defenders) & ((1 << g.n) - 1)


@unit(int64(GRAPH, int64, int64, int64, int64))
def attack(g, attackers, defenders, v, outer):
    """The attacker plays at a vertex: LEGAL_CAPTURE if the wall falls, LEGAL with the new position in the record, or ILLEGAL."""
    attackers |= 1 << v
    if outer == 0 and not g.eye and wall_liberties(g, attackers, defenders) == 0:
        return LEGAL_CAPTURE
    removed = 0
    left = g.near[v] & defenders
    if left:
        left &= ~_string(g, defenders & g.wall, defenders)
    while left:
        string = _string(g, left & -left, defenders)
        if _around(g, string) & ~(attackers | defenders) == 0:
            removed |= string
        left &= ~string
    g.ko = -1
    if removed == 0 and g.near[v] & ~(attackers | defenders):
        g.attackers = attackers
        g.defenders = defenders
        return LEGAL
    defenders &= ~removed
    string = _string(g, 1 << v, attackers)
    liberties = _around(g, string) & ~(attackers | defenders)
    safe = string & g.margin
    if liberties == 0 and not safe:
        if not g.suicide:
            return ILLEGAL
        attackers &= ~string
    elif _single(removed) and _single(string) and _single(liberties) and not safe:
        g.ko = _number(removed)
    g.attackers = attackers
    g.defenders = defenders
    return LEGAL


@unit(int64(GRAPH, int64, int64, int64, int64))
def defend(g, attackers, defenders, v, outer):
    """The defender plays at a vertex: LEGAL with the new position in the record, or ILLEGAL, also where he would only fill his own eye."""
    defenders |= 1 << v
    removed = 0
    left = g.near[v] & attackers
    while left:
        string = _string(g, left & -left, attackers)
        if not string & g.margin and _around(g, string) & ~(attackers | defenders) == 0:
            removed |= string
        left &= ~string
    g.ko = -1
    if removed == 0:
        if g.near[v] & ~(attackers | defenders):
            g.attackers = attackers
            g.defenders = defenders
            return LEGAL
        if not g.suicide and attack(g, attackers, defenders & ~(1 << v), v, outer) == ILLEGAL:
            return ILLEGAL
        g.ko = -1
    attackers &= ~removed
    string = _string(g, 1 << v, defenders)
    if string & g.wall:
        if outer == 0 and not g.eye and wall_liberties(g, attackers, defenders) == 0:
            return ILLEGAL
    else:
        liberties = _around(g, string) & ~(attackers | defenders)
        if liberties == 0:
            return ILLEGAL
        if _single(removed) and _single(string) and _single(liberties):
            g.ko = _number(removed)
    g.attackers = attackers
    g.defenders = defenders
    return LEGAL


@kernel(int64(int64, int64, int64, int64, int64, int64))
def pack(attackers, defenders, ko, outer, threats, side):
    """A position in one number: 20 bits of attackers, 20 of defenders, the ko, outer liberties, threats, and who is to move."""
    return ((((attackers << 20 | defenders) << 5 | (ko + 1)) << 4 | outer) << 4 | threats) << 1 | side


@kernel(int64(int64[::1], int32[::1], int64, int64))
def _node(keys, table, key, nodes):
    """The number of a position, new ones get the next: at most len(keys)."""
    mask = len(table) - 1
    slot = (key * 0x9E3779B97F4A7C1 >> 20) & mask
    while table[slot] >= 0:
        if keys[table[slot]] == key:
            return table[slot]
        slot = (slot + 1) & mask
    if nodes < len(keys):
        keys[nodes] = key
        table[slot] = nodes
    return nodes


@kernel(int64(int64[::1], int32[::1], int64))
def py_find(keys, table, key):
    """The number of a listed position."""
    return _node(keys, table, key, 0)


@kernel(int64(GRAPH, int64, int64, int64, int64, int64, int64, int64))
def _follow(g, attackers, defenders, ko, outer, threats, side, v):
    """The position after move v of the side to move: its key, -1 if the move is illegal, -2 if it captures the wall."""
    taken = attackers | defenders
    if side == DEFENDER:
        if v == g.n:
            return pack(attackers, defenders, -1, outer, threats, ATTACKER)
        if v > g.n or taken >> v & 1 or (v == ko and threats == 0) or defend(g, attackers, defenders, v, outer) != LEGAL:
            return -1
        return pack(g.attackers, g.defenders, g.ko, outer, threats - (v == ko), ATTACKER)
    if v < g.n:
        if taken >> v & 1 or v == ko:
            return -1
        way = attack(g, attackers, defenders, v, outer)
        return -2 if way == LEGAL_CAPTURE else -1 if way == ILLEGAL else pack(g.attackers, g.defenders, g.ko, outer, threats, DEFENDER)
    if v == g.n and outer > 0:
        if outer == 1 and not g.eye and wall_liberties(g, attackers, defenders) == 0:
            return -2
        return pack(attackers, defenders, -1, outer - 1, threats, DEFENDER)
    if v == g.n + 1 and g.eye and outer == 0 and wall_liberties(g, attackers, defenders) == 0:
        return -2
    if v == g.n + 2 and threats > 0:
        return pack(attackers, defenders, -1, outer, threats - 1, DEFENDER)
    return -1


@kernel(int64(GRAPH, int64, int64[::1], int32[::1], int32[::1], int32[::1], uint8[::1]))
def py_list(g, start, keys, table, first, after, won):
    """List every position from the start, either side to move, with what follows each; returns how many, or -1 if there is no room.

    ``after[first[k]:first[k + 1]]`` are the positions after position k; ``won`` is 1 where the attacker captures with his next move.
    """
    for k in range(len(table)):
        table[k] = -1
    nodes = 0
    for side in range(2):
        _node(keys, table, start | side, nodes)
        nodes += 1
    edges = 0
    head = 0
    while head < nodes:
        key = keys[head]
        side, threats, outer, ko = key & 1, key >> 1 & 15, key >> 5 & 15, (key >> 9 & 31) - 1
        defenders, attackers = key >> 14 & 0xFFFFF, key >> 34
        first[head] = edges
        won[head] = 0
        # The same position with the other side to move, where this one has played elsewhere.
        twin = _node(keys, table, pack(attackers, defenders, -1, outer, threats, 1 - side), nodes)
        nodes = max(nodes, twin + 1)
        for v in range(g.n + PASSES):
            follows = _follow(g, attackers, defenders, ko, outer, threats, side, v)
            if follows == -2:
                won[head] = 1
            elif follows != -1:
                node = _node(keys, table, follows, nodes)
                nodes = max(nodes, node + 1)
                if edges >= len(after):
                    return -1
                after[edges] = node
                edges += 1
            if nodes >= len(keys) or nodes * 2 >= len(table):
                return -1
        head += 1
    first[nodes] = edges
    return nodes


@kernel(int64(int64, int64[::1], int32[::1], int32[::1], uint8[::1], int32[::1], int32[::1], int32[::1], int32[::1]))
def py_solve(nodes, keys, first, after, won, before_first, before, left, queue):
    """Set ``won`` for every position from which the attacker can force the capture; returns how many there are."""
    for k in range(nodes + 1):
        before_first[k] = 0
    for e in range(first[nodes]):
        before_first[after[e] + 1] += 1
    for k in range(nodes):
        before_first[k + 1] += before_first[k]
        left[k] = before_first[k]
    for k in range(nodes):
        for e in range(first[k], first[k + 1]):
            before[left[after[e]]] = k
            left[after[e]] += 1
    tail = 0
    for k in range(nodes):
        left[k] = first[k + 1] - first[k]
        if won[k]:
            queue[tail] = k
            tail += 1
    head = 0
    while head < tail:
        k = queue[head]
        head += 1
        for e in range(before_first[k], before_first[k + 1]):
            j = before[e]
            if won[j]:
                continue
            left[j] -= 1
            if keys[j] & 1 == ATTACKER or left[j] == 0:
                won[j] = 1
                queue[tail] = j
                tail += 1
    return tail
