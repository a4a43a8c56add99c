"""Literals: the single conditions that rules about moves consist of, tested on moves as ``moves_seen`` sees them.

A rule is a list of literals.  It holds for a move in an orientation if all of them do, and if it draws a stone of the dragon's colour, one
of the stones drawn must belong to the dragon, as patterns of the owl databases demand.  A pair stands for a move in an orientation: eight
times the move's number, and the orientation.
"""
from typing import NamedTuple

import numpy as np
from numba import float64, int16, int64, uint16

from owlgo.engine.core.jit import kernel
from owlgo.patterns.compile import turn
from owlgo.regress.train.moves_seen import (
    ABOUT_BOTH,
    ABOUT_MOVE,
    ANSWERS,
    CELLS,
    CENTER,
    FREE,
    LIBERTIES,
    MINE,
    NEMPTY,
    NOT_MINE,
    NOT_YOURS,
    NSTONE,
    OF_GOAL,
    OUTSIDE,
    RADIUS,
    READ_RADIUS,
    SECOND,
    SIZE,
    WHAT,
    WIDTH,
    YOURS,
    Moves,
)

ORIENTATIONS = 8
POINT, EDGE, FROM, BELOW, YES, NO, OF_DRAGON, NOT_DRAGON, MOVE_FROM, MOVE_BELOW = range(10)
"""Kinds of literals.

POINT: the point ``cell`` of the window is one of what the mask ``what`` allows.
EDGE: the point is outside of the board, and the point ``bound``, one step nearer to the move, inside.
FROM, BELOW: a stone is there, and its number ``what`` is at least ``bound``, or less.
YES, NO: the answer of the helper with the bit ``what`` about what is there.
OF_DRAGON, NOT_DRAGON: whether a stone of the dragon itself is there.
MOVE_FROM, MOVE_BELOW: the answer of helper ``what`` about the move is at least ``bound``, or less.
"""


class Literal(NamedTuple):
    """One condition."""
    kind: int
    cell: int
    what: int
    bound: int


Rule = tuple[Literal, ...]
MASKS = {'.': 1 << FREE, 'O': 1 << MINE, 'X': 1 << YOURS, 'o': 1 << FREE | 1 << MINE, 'x': 1 << FREE | 1 << YOURS}
"""States that a symbol of a drawing allows."""
FARTHEST = 4
"""Steps to the farthest points that a rule draws."""
BOUNDS = {LIBERTIES: (2, 3, 4, 5), SECOND: (2, 4, 7), SIZE: (2, 3, 5)}
MOVE_BOUNDS = {'olib': (2, 3, 4), 'xlib': (2, 3, 4), 'owl_escape_value': (-9, 1, 2, 4), 'owl_mineye': (1, 2), 'owl_maxeye': (1, 2),
               'owl_eye_size': (2, 3, 4, 6)}
"""Bounds for helpers that count; all others say yes or no."""


def steps(cell: int) -> tuple[int, int]:
    """Rows and columns from the move to a point of the window."""
    return cell // WIDTH - RADIUS, cell % WIDTH - RADIUS


def cell_at(down: int, right: int) -> int:
    """The point of the window so many rows and columns from the move."""
    return (down + RADIUS) * WIDTH + right + RADIUS


TURNED = np.array([[cell_at(*turn(*steps(cell), k)) for cell in range(CELLS)] for k in range(ORIENTATIONS)], np.int64)
"""Where a point of the window comes to lie in each orientation."""


@kernel(int64(int16[:, ::1], uint16[:, :, ::1], int64[:, ::1], int64[:, ::1], int64, int64))
def _holds(answers, cells, turned, rule, k, pair):
    """Whether literal k holds for a pair."""
    i = pair >> 3
    kind, what, bound = rule[k, 0], rule[k, 2], rule[k, 3]
    if kind == MOVE_FROM:
        return answers[i, what] >= bound
    if kind == MOVE_BELOW:
        return answers[i, what] < bound
    cell = turned[pair & 7, rule[k, 1]]
    here = int64(cells[i, cell, WHAT])
    if kind == POINT:
        return what >> (here & 3) & 1
    if kind == EDGE:
        return here == OUTSIDE and cells[i, turned[pair & 7, bound], WHAT] != OUTSIDE
    if kind == FROM:
        return here & 3 >= MINE and cells[i, cell, what] >= bound
    if kind == BELOW:
        return here & 3 >= MINE and cells[i, cell, what] < bound
    if kind == YES:
        return int64(cells[i, cell, ANSWERS]) >> what & 1
    if kind == NO:
        return 1 - (int64(cells[i, cell, ANSWERS]) >> what & 1)
    return (here >= OF_GOAL) == (kind == OF_DRAGON)


@kernel(int64(uint16[:, :, ::1], int64[:, ::1], int64[:, ::1], int64, int64))
def _touches(cells, turned, rule, pair, dragon):
    """Whether the rule draws a stone of this side that belongs to the dragon."""
    for k in range(len(rule)):
        if rule[k, 0] == POINT and rule[k, 2] == 1 << dragon and cells[pair >> 3, turned[pair & 7, rule[k, 1]], WHAT] >= OF_GOAL:
            return 1
    return 0


@kernel(int64(int16[:, ::1], uint16[:, :, ::1], int64[:, ::1], int64[:, ::1], int64, int64[::1], int64[::1]))
def py_narrow(answers, cells, turned, rule, dragon, pairs, found):
    """Put the pairs for which a rule holds into ``found`` and return their number; ``dragon`` 0 does not ask for its stones."""
    n = 0
    for j in range(len(pairs)):
        holds = 1
        for k in range(len(rule)):
            if not _holds(answers, cells, turned, rule, k, pairs[j]):
                holds = 0
                break
        if holds and (dragon == 0 or _touches(cells, turned, rule, pairs[j], dragon)):
            found[n] = pairs[j]
            n += 1
    return n


@kernel(int64(int16[:, ::1], uint16[:, :, ::1], int64[:, ::1], int64[:, ::1], int64[::1], float64[::1], float64[::1], float64[:, ::1]))
def py_gains(answers, cells, turned, literals, pairs, weight, wins, gains):
    """For each literal, what the moves weigh for which it holds in some orientation, and how many of them win; pairs are in order."""
    for k in range(len(literals)):
        last = -1
        gains[k, :] = 0.0
        for j in range(len(pairs)):
            i = pairs[j] >> 3
            if i != last and _holds(answers, cells, turned, literals, k, pairs[j]):
                last = i
                gains[k, 0] += weight[i]
                gains[k, 1] += wins[i]
    return 0


def as_array(rule: Rule | list[Literal]) -> np.ndarray:
    """Literals for kernels."""
    return np.array(rule, np.int64).reshape(-1, 4)


def narrow(moves: Moves, rule: Rule | list[Literal], pairs: np.ndarray, dragon: int = 0) -> np.ndarray:
    """The pairs for which a rule holds; with ``dragon`` (MINE or YOURS) it has to draw one of its stones."""
    found = np.empty(len(pairs), np.int64)
    return found[:py_narrow(moves.answers, moves.cells, TURNED, as_array(rule), dragon, pairs, found)].copy()


def gains(moves: Moves, literals: list[Literal], pairs: np.ndarray, weight: np.ndarray, wins: np.ndarray) -> np.ndarray:
    """For each literal, what it keeps: the weight, and winning moves."""
    found = np.empty((len(literals), 2))
    py_gains(moves.answers, moves.cells, TURNED, as_array(literals), pairs, weight, wins, found)
    return found


def every_pair(moves: np.ndarray) -> np.ndarray:
    """All orientations of some moves, given by number."""
    return np.asarray((moves[:, None] * ORIENTATIONS + np.arange(ORIENTATIONS)).ravel(), np.int64)


def of_move(moves: Moves, i: int) -> list[Literal]:
    """What holds for a move and may begin a rule: what is drawn, edges, and helpers about the move."""
    found = []
    for cell in range(CELLS):
        down, right = steps(cell)
        what = int(moves.cells[i, cell, WHAT]) & 3
        if what == OUTSIDE:
            inner = cell_at(down - np.sign(down), right - np.sign(right))
            if (down == 0 or right == 0) and moves.cells[i, inner, WHAT] != OUTSIDE:
                found.append(Literal(EDGE, cell, 0, inner))
        elif cell != CENTER and abs(down) + abs(right) <= FARTHEST:
            found += [Literal(POINT, cell, mask, 0) for mask in MASKS.values() if mask >> what & 1]
    for k, name in enumerate(ABOUT_MOVE):
        value = int(moves.answers[i, k])
        found += [Literal(MOVE_FROM if value >= bound else MOVE_BELOW, CENTER, k, bound) for bound in MOVE_BOUNDS.get(name, (1,))]
    return found


def of_points(moves: Moves, i: int, cells: list[int], dragon: int) -> list[Literal]:
    """What else holds at points that a rule draws as a stone or as empty."""
    found = []
    for cell in cells:
        here = int(moves.cells[i, cell, WHAT])
        what, answers = here & 3, int(moves.cells[i, cell, ANSWERS])
        if what == FREE:
            bits = list(range(NEMPTY))
        elif what == OUTSIDE:
            continue
        else:
            found += [Literal(FROM if moves.cells[i, cell, number] >= bound else BELOW, cell, number, bound)
                      for number, bounds in BOUNDS.items() for bound in bounds]
            others = NOT_MINE if what == MINE else NOT_YOURS
            near = max(map(abs, steps(cell))) <= READ_RADIUS
            bits = [*range(NSTONE), *(NSTONE + k for k, name in enumerate(ABOUT_BOTH) if near and name not in others)]
            if what == dragon:
                found.append(Literal(OF_DRAGON if here & OF_GOAL else NOT_DRAGON, cell, 0, 0))
        found += [Literal(YES if answers >> bit & 1 else NO, cell, bit, 0) for bit in bits]
    return found

