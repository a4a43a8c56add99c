"""A table of the eight points around a move: own eyes, fighting moves, and small eye spaces.

The eight points make a code of 16 bits, by which the table is indexed.  Fighting moves, seen
from the side to move (O his stones, X the opponent's, * the move):

    O X ?      O X ?      O X ?      ? X ?      ? O ?
    . * ?      O * .      X * .      O * O      X * .
    ? . ?      ? . ?      ? . ?      ? . ?      #####

    a hane     a bend     a cut      it joins   along the edge
"""
from functools import cache
from itertools import product

import numpy as np

from owlgo.engine.core import store
from owlgo.engine.core.points import BLACK, BORDER, DIAGONALS, EMPTY, NEIGHBOURS, WHITE, other

AROUND = (*NEIGHBOURS, *DIAGONALS)
"""Steps to the eight points, in the order of the code: two bits each, the lowest first."""
EYE_BIT, FIGHT_BIT, INSIDE_BIT = 1, 4, 16
"""Bits of a table entry for Black: an own eye, a fighting move, a point in the other side's eye space.  White's bits are twice as large."""
RING = (0, 5, 2, 7, 3, 6, 1, 4)
"""Indices of the eight points in the code, clockwise from the north: neighbours at even places of this ring, corners at odd ones."""

Ring = tuple[int, ...]


@cache
def table() -> np.ndarray:
    """Return the table, an array of 65,536 uint8 indexed by the code.  Entries of impossible codes are 0."""
    return store.kept('around', '', (__file__,), _make_table)


def _make_table() -> np.ndarray:
    found = np.zeros(1 << 16, np.uint8)
    for ring in rings():
        code = sum(color << (2 * place) for color, place in zip(ring, RING, strict=True))
        found[code] = sum(color * (EYE_BIT * is_eye(ring, color) + FIGHT_BIT * is_fight(ring, color) + INSIDE_BIT * is_inside(ring, color))
                          for color in (BLACK, WHITE))
    return found


def rings() -> list[Ring]:
    """List all combinations of colours around a point, each as a ring: the eight colours clockwise from the north."""
    found = []
    for north, east, south, west in product((False, True), repeat=4):
        if (north and south) or (east and west):
            continue
        off = (north, north or east, east, south or east, south, south or west, west, north or west)
        found += [ring for ring in product(*((BORDER,) if out else (EMPTY, BLACK, WHITE) for out in off))]
    return found


def is_eye(ring: Ring, color: int) -> bool:
    """Whether a point with this ring is an eye: friends or the edge on all sides, and at most one enemy in the corners, at the edge
    none."""
    enemies = sum(ring[k] == other(color) for k in (1, 3, 5, 7))
    return all(ring[k] in (color, BORDER) for k in (0, 2, 4, 6)) and enemies + (BORDER in ring) < 2


def is_own_eye(board: np.void, pos: int, color: int) -> bool:
    """Whether an empty point is an eye of this colour: friends or the edge on all sides, few enemies in the corners (``is_eye``)."""
    return is_eye(tuple(int(board['color'][pos + AROUND[place]]) for place in RING), color)


def is_inside(ring: Ring, color: int) -> bool:
    """Whether a point may be in a small eye space of the other side: no friend next to it, enemies or the edge on two or three sides."""
    sides = [ring[k] for k in (0, 2, 4, 6)]
    return color not in sides and sides.count(EMPTY) in (1, 2)


def is_fight(ring: Ring, color: int) -> bool:
    """Whether a move here is a fighting move: a cut, a connection, a hane or a bend.  ``_fights_at_edge`` decides at the edge."""
    enemy = other(color)
    border = sum(ring[k] == BORDER for k in (0, 2, 4, 6))
    if border > 1 or is_eye(ring, color):
        return False
    if border:
        return _fights_at_edge(ring, color)
    for k in (0, 2, 4, 6):
        if ring[k] != enemy:
            continue
        for turn in (1, -1):
            corner, side, beyond, across = (ring[(k + step * turn) % 8] for step in (1, 2, 4, 6))
            # A hane: a friend in the corner, room beside it and behind.
            if corner == color and side == EMPTY and beyond == EMPTY and across != color:
                return True
            # A bend: friends in the corner and beside it.
            if corner == side == color and beyond == EMPTY and across == EMPTY:
                return True
            # A cut at a crossing: enemies on two sides, a friend in the corner between.
            if corner == color and side == enemy and enemy not in (beyond, across):
                return True
        beyond, sides = ring[(k + 4) % 8], (ring[(k + 2) % 8], ring[(k + 6) % 8])
        # Between two enemies, from a friend; between two friends, against an enemy.
        if beyond == enemy and color in sides and enemy not in sides:
            return True
        if sides == (color, color) and beyond != color:
            return True
    return False


def _fights_at_edge(ring: Ring, color: int) -> bool:
    """Whether a move at the edge stops an enemy stone that crawls along the edge, goes under an enemy stone, or pushes along."""
    enemy = other(color)
    edge = next(k for k in (0, 2, 4, 6) if ring[k] == BORDER)
    above = ring[(edge + 4) % 8]
    for turn in (1, -1):
        along, corner, back = (ring[(edge + step * turn) % 8] for step in (2, 3, 6))
        if along == enemy and back != enemy and (above == color or (corner == color and above == EMPTY)):
            return True
        if above == enemy and along == color and back == EMPTY:
            return True
    return False
