"""What the eight points round a point say of a move there: an eye of one's own, or a move that fights.

What stands there is a number of 16 bits, the point's code; this is a table over all codes.  A fighting move is one of four kinds, seen
from the side to move (O his stones, X the opponent's, * the move):

    O . X      O X ?      X O X      O X #
    . * .      . * ?      ? * ?      . * #
    X . ?      ? . ?      ? . ?      ? ? #

    it cuts    a hane     a push     along
    or joins              between    the edge
"""
from functools import cache
from itertools import product

import numpy as np

from engine.core.points import BLACK, BORDER, DIAGONALS, EMPTY, NEIGHBOURS, WHITE, other

AROUND = (*NEIGHBOURS, *DIAGONALS)
"""Steps to the points round a point, in the order of its code: two bits each, from the lowest."""
EYE_BLACK, EYE_WHITE, FIGHT_BLACK, FIGHT_WHITE = 1, 2, 4, 8
"""Bits of the table: nothing for this side to fill, and a move to look at."""
RING = (0, 5, 2, 7, 3, 6, 1, 4)
"""Places in the code, clockwise from the north: sides have even numbers in the ring, corners odd ones."""

Ring = tuple[int, ...]


@cache
def table() -> np.ndarray:
    """The bits for every code (65,536 of uint8); codes of no place on any board have none."""
    found = np.zeros(1 << 16, np.uint8)
    for ring in rings():
        code = sum(color << (2 * place) for color, place in zip(ring, RING, strict=True))
        found[code] = EYE_BLACK * is_eye(ring, BLACK) | EYE_WHITE * is_eye(ring, WHITE) | \
            FIGHT_BLACK * is_fight(ring, BLACK) | FIGHT_WHITE * is_fight(ring, WHITE)
    return found


def rings() -> list[Ring]:
    """Every ring of colours that a point of a board of 2x2 or more can have round it."""
    found = []
    for north, east, south, west in product((False, True), repeat=4):
        if (north and south) or (east and west):
            continue
        off = (north, north or east, east, south or east, south, south or west, west, north or west)
        found += [ring for ring in product(*((BORDER,) if out else (EMPTY, BLACK, WHITE) for out in off))]
    return found


def is_eye(ring: Ring, color: int) -> bool:
    """Friends on all sides, and less than two enemies in the corners, less than one at the edge."""
    enemies = sum(ring[k] == other(color) for k in (1, 3, 5, 7))
    return all(ring[k] in (color, BORDER) for k in (0, 2, 4, 6)) and enemies + (BORDER in ring) < 2


def is_own_eye(board: np.void, pos: int, color: int) -> bool:
    """``is_eye`` for an empty point of a board."""
    return is_eye(tuple(int(board['color'][pos + AROUND[place]]) for place in RING), color)


def groups(ring: Ring, color: int) -> int:
    """Stones of a colour on the sides, those joined round the ring counted once."""
    sides = [k for k in (0, 2, 4, 6) if ring[k] == color]
    joined = sum(ring[k] == ring[k + 1] == ring[(k + 2) % 8] == color for k in (0, 2, 4, 6))
    return max(len(sides) - joined, 1 if sides else 0)


def is_fight(ring: Ring, color: int) -> bool:
    """Whether a move here cuts, joins, turns round an enemy stone or pushes between two."""
    enemy = other(color)
    if is_eye(ring, color) or enemy not in ring or color not in ring:
        return False
    if groups(ring, enemy) > 1 or groups(ring, color) > 1:
        return True
    for k in (0, 2, 4, 6):
        if ring[k] != enemy:
            continue
        for turn in (1, -1):
            corner, side, beyond = ring[(k + turn) % 8], ring[(k + 2 * turn) % 8], ring[(k + 4) % 8]
            # A hane: friend in the corner, room beside it and behind.
            if corner == color and side == EMPTY and beyond in (EMPTY, BORDER):
                return True
            # Along the edge, or a bend: friend on the next side.
            if side == color and corner != color and (BORDER in ring or corner == enemy):
                return True
    return False
