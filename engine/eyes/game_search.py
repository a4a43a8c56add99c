"""Solve the local game of an eye graph exactly: can the attacker capture the wall, with or without another eye outside?

The eye is a graph of up to 20 points inside one wall of the defender's stones.  Points are empty or hold stones.  Margins are points that
the attacker can enter from outside; his stones there cannot be captured.  The wall has outer liberties, which the attacker may fill, and
perhaps another eye, which he may fill only to capture.  The defender may pass, the attacker may not.  Suicide is illegal by default.  Only
the side with ko threats may retake a ko at once, which uses up a threat.  The other side may remove a threat by a move.

While a position is being searched, its recurrence counts as lost for the attacker, since repetition captures nothing.  Wins found under
this assumption are final.  A loss found under it is kept if that position turns out to be lost, and forgotten if it is won.
"""
from collections.abc import Sequence
from enum import IntEnum

import numpy as np
from numba import boolean, int32, int64, uint8

from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.layout import record_type

MAX_VERTICES = 20
"""Size of the largest graph, in vertices."""
PASS_MOVES = 3
"""Number of moves off the graph: fill an outer liberty or pass; fill the outer eye; remove a ko threat."""
GAME_DEPTH = 4096
"""Maximum length of a line, in moves."""
OUT_OF_ROOM = -1
"""Result of a search without enough memory or depth."""


class Player(IntEnum):
    """The sides.  The side to move is the lowest bit of a position's key."""
    ATTACKER = 0
    DEFENDER = 1


class Move(IntEnum):
    """Outcomes of a move.  ILLEGAL and WALL_FALLS stand in place of the key of the position after the move."""
    LEGAL = 0
    ILLEGAL = -1
    WALL_FALLS = -2
    """The move captures the wall."""


class State(IntEnum):
    """States of positions in the memory."""
    NEW = 0
    WON = 1
    LOST = 2
    OPEN = 3
    """Being searched."""
    WAITING = 4
    """Lost if the position that it depends on is lost."""


GRAPH = record_type([
    ('n', 'i8'),
    ('near', 'i8', (MAX_VERTICES,)),    # neighbours of each vertex, as bits
    ('around', 'i8', (3, 1 << 7)),        # neighbours of any set of vertices among each seven
    ('wall', 'i8'),                     # vertices next to the wall
    ('margin', 'i8'),
    ('eye', 'i8'),                      # the wall has another eye
    ('suicide', 'i8'),                  # whether it is legal
    ('threatener', 'i8'),               # the side that has ko threats
    ('attackers', 'i8'),                # of the position after a move
    ('defenders', 'i8'),
    ('ko', 'i8'),                       # vertex that may not be played on at once, or -1
    ('order', 'i4', (MAX_VERTICES + PASS_MOVES,)),      # order of moves
    # the search: arrays by depth hold the positions on the way from the root
    ('used', 'i8'),                     # entries of the memory
    ('nodes', 'i8'),                    # positions searched in this graph
    ('key', 'i8', (GAME_DEPTH,)),
    ('slot', 'i4', (GAME_DEPTH,)),      # index of the position in the memory
    ('move', 'i4', (GAME_DEPTH,)),      # number of its next move
    ('hangs', 'i4', (GAME_DEPTH,)),     # least depth of a position that its loss depends on
    ('kept', 'i4', (GAME_DEPTH,)),      # losses waiting when its search began
])
"""A graph, and the search of its game."""


def set_neighbours(g: np.void, near: Sequence[int]) -> None:
    """Put a graph's edges into the record.  ``near`` has each vertex's neighbours as bits."""
    g['n'] = len(near)
    g['near'][:len(near)] = near
    for v, beside in enumerate(near):
        part, bit = v // 7, 1 << v % 7
        g['around'][part, bit:2 * bit] = g['around'][part, :bit] | beside


@kernel(int64(GRAPH, int64))
def _around(g, stones):
    """Return the neighbours of a set of vertices."""
    return g.around[0, stones & 127] | g.around[1, stones >> 7 & 127] | g.around[2, stones >> 14 & 127]


@kernel(int64(GRAPH, int64, int64))
def _string(g, seed, stones):
    """Return the connected part of the stones that contains the seed."""
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
    """Return the wall's liberties inside the graph, as bits."""
    string = _string(g, defenders & g.wall, defenders)
    return (_around(g, string) | g.wall) & ~(attackers | defenders) & ((1 << g.n) - 1)


@unit(int64(GRAPH, int64, int64, int64, int64))
def attack(g, attackers, defenders, v, outer):
    """Play for the attacker at a vertex.  Return WALL_FALLS, LEGAL with the new position in the record, or ILLEGAL."""
    attackers |= 1 << v
    if outer == 0 and not g.eye and wall_liberties(g, attackers, defenders) == 0:
        return Move.WALL_FALLS
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
        return Move.LEGAL
    defenders &= ~removed
    string = _string(g, 1 << v, attackers)
    liberties = _around(g, string) & ~(attackers | defenders)
    safe = string & g.margin
    if liberties == 0 and not safe:
        if not g.suicide:
            return Move.ILLEGAL
        attackers &= ~string
    elif _single(removed) and _single(string) and _single(liberties) and not safe:
        g.ko = _number(removed)
    g.attackers = attackers
    g.defenders = defenders
    return Move.LEGAL


@unit(int64(GRAPH, int64, int64, int64, int64))
def defend(g, attackers, defenders, v, outer):
    """Play for the defender at a vertex.  Return LEGAL with the new position in the record, or ILLEGAL.  Filling his own eye is ILLEGAL
    too."""
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
            return Move.LEGAL
        if not g.suicide and attack(g, attackers, defenders & ~(1 << v), v, outer) == Move.ILLEGAL:
            return Move.ILLEGAL
        g.ko = -1
    attackers &= ~removed
    string = _string(g, 1 << v, defenders)
    if string & g.wall:
        if outer == 0 and not g.eye and wall_liberties(g, attackers, defenders) == 0:
            return Move.ILLEGAL
    else:
        liberties = _around(g, string) & ~(attackers | defenders)
        if liberties == 0:
            return Move.ILLEGAL
        if _single(removed) and _single(string) and _single(liberties):
            g.ko = _number(removed)
    g.attackers = attackers
    g.defenders = defenders
    return Move.LEGAL


@kernel(int64(int64, int64, int64, int64, int64, int64, int64))
def py_pack(eye, attackers, defenders, ko, outer, threats, side):
    """Return a position as one number, never 0: the outer eye, 20 bits each of stones, ko, outer liberties, threats and side to move."""
    return ((((((2 | eye) << 20 | attackers) << 20 | defenders) << 5 | (ko + 1)) << 4 | outer) << 4 | threats) << 1 | side


@kernel(int64(int64))
def attackers_of(key):
    return key >> 34 & 0xFFFFF


@kernel(int64(int64))
def defenders_of(key):
    return key >> 14 & 0xFFFFF


@kernel(int64(GRAPH, int64, int64))
def follow(g, key, v):
    """Return the key of the position after move v of the side to move, ILLEGAL, or WALL_FALLS."""
    side, threats, outer, ko = key & 1, key >> 1 & 15, key >> 5 & 15, (key >> 9 & 31) - 1
    eye, attackers, defenders = key >> 54 & 1, attackers_of(key), defenders_of(key)
    g.eye = eye
    if v < g.n:
        if (attackers | defenders) >> v & 1 or (v == ko and (threats == 0 or g.threatener != side)):
            return Move.ILLEGAL
        way = attack(g, attackers, defenders, v, outer) if side == Player.ATTACKER else defend(g, attackers, defenders, v, outer)
        return way if way != Move.LEGAL else py_pack(eye, g.attackers, g.defenders, g.ko, outer, threats - (v == ko), 1 - side)
    if v == g.n + 2 and threats > 0 and g.threatener != side:
        return py_pack(eye, attackers, defenders, -1, outer, threats - 1, 1 - side)
    if side == Player.DEFENDER:
        return py_pack(eye, attackers, defenders, -1, outer, threats, Player.ATTACKER) if v == g.n else Move.ILLEGAL
    if v == g.n and outer > 0:
        if outer == 1 and not eye and wall_liberties(g, attackers, defenders) == 0:
            return Move.WALL_FALLS
        return py_pack(eye, attackers, defenders, -1, outer - 1, threats, Player.DEFENDER)
    if v == g.n + 1 and eye and outer == 0 and wall_liberties(g, attackers, defenders) == 0:
        return Move.WALL_FALLS
    return Move.ILLEGAL


@kernel(int64(int64[::1], int64))
def _slot(keys, key):
    """Return the index of a position in the memory, or of the free entry for it.  The memory's length is a power of two."""
    mask = len(keys) - 1
    slot = (key * 0x9E3779B97F4A7C1 >> 20) & mask
    while keys[slot] != 0 and keys[slot] != key:
        slot = (slot + 1) & mask
    return slot


@kernel(boolean(GRAPH, int64))
def _has_two_eyes(g, key):
    """Whether the wall has two permanent eyes: single empty points with only its stones around."""
    attackers, defenders = attackers_of(key), defenders_of(key)
    string = _string(g, defenders & g.wall, defenders)
    closed = key >> 54 & 1
    for v in range(g.n):
        if not (attackers | defenders | g.margin) >> v & 1 and g.near[v] & ~string == 0:
            closed += 1
    return closed >= 2


@kernel(int64(GRAPH, int64, int64, uint8[::1], int32[::1], int32[::1], int64))
def _close(g, depth, result, state, hangs, waiting, n_waiting):
    """Store the result of the position at this depth, and settle the losses that depended on it.  Return how many losses still wait."""
    slot = g.slot[depth]
    state[slot] = result
    if result == State.WON or g.hangs[depth] >= depth:
        while n_waiting > g.kept[depth]:
            n_waiting -= 1
            state[waiting[n_waiting]] = State.NEW if result == State.WON else State.LOST
        g.hangs[depth] = GAME_DEPTH
    else:
        # Positions that waited for this one wait with it now.
        for k in range(g.kept[depth], n_waiting):
            hangs[waiting[k]] = min(hangs[waiting[k]], g.hangs[depth])
        state[slot] = State.WAITING
        hangs[slot] = g.hangs[depth]
        waiting[n_waiting] = slot
        n_waiting += 1
    return n_waiting


@kernel(int64(GRAPH, int64, int64[::1], uint8[::1], int32[::1], int32[::1]))
def py_attacker_wins(g, start, keys, state, hangs, waiting):
    """Whether the attacker captures the wall from this position: 1, 0, or OUT_OF_ROOM.

    ``keys``, ``state`` and ``hangs`` are the memory.  ``keys`` and ``state`` are zeros before the first question about a graph.  All four
    arrays have the same length.
    """
    depth = 0
    n_waiting = 0
    g.key[0] = start
    result = State.NEW
    low = GAME_DEPTH
    while depth >= 0:
        key = g.key[depth]
        attacking = key & 1 == Player.ATTACKER
        if result == State.NEW:
            slot = _slot(keys, key)
            known = int64(state[slot])
            if known == State.NEW and _has_two_eyes(g, key):
                known = State.LOST
            if known != State.NEW:
                result = State.WON if known == State.WON else State.LOST
                low = hangs[slot] if known == State.OPEN or known == State.WAITING else GAME_DEPTH
                depth -= 1
                continue
            if keys[slot] == 0:
                if 2 * g.used >= len(keys) or depth + 1 >= GAME_DEPTH:
                    return OUT_OF_ROOM
                g.used += 1
                keys[slot] = key
            g.nodes += 1
            state[slot] = State.OPEN
            hangs[slot] = depth
            g.slot[depth] = slot
            g.move[depth] = 0
            g.hangs[depth] = GAME_DEPTH
            g.kept[depth] = n_waiting
        else:
            if result == State.LOST:
                g.hangs[depth] = min(g.hangs[depth], low)
            if (result == State.WON) == attacking:
                n_waiting = _close(g, depth, result, state, hangs, waiting, n_waiting)
                low = g.hangs[depth]
                depth -= 1
                continue
        follows = Move.ILLEGAL
        while follows == Move.ILLEGAL and g.move[depth] < g.n + PASS_MOVES:
            follows = follow(g, key, g.order[g.move[depth]])
            g.move[depth] += 1
        if follows >= 0:
            depth += 1
            g.key[depth] = follows
            result = State.NEW
            continue
        result = State.WON if follows == Move.WALL_FALLS or not attacking else State.LOST
        n_waiting = _close(g, depth, result, state, hangs, waiting, n_waiting)
        low = g.hangs[depth]
        depth -= 1
    return 1 if result == State.WON else 0


@kernel(int64(GRAPH, int64, int64[::1]))
def py_follow(g, key, after):
    """Write into ``after``, by vertex, the position after each move on the graph, ILLEGAL or WALL_FALLS.  Return the number of
    positions."""
    n = 0
    for v in range(g.n):
        after[v] = follow(g, key, v)
        n += after[v] >= 0
    return n
