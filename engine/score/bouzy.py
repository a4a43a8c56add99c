"""Bouzy's algorithm: territory, moyo and area by dilations and erosions (GNU Go manual, "Bouzy's 5/21 algorithm"; Bouzy's thesis, 1995).

Every stone counts 128, White's negative.  A dilation adds to each point the number of neighbours of its own sign, unless a neighbour has
the other sign.  An erosion subtracts the number of neighbours that do not have the point's sign.  All points change at once.

                                        2  2  2
    128  0  128     3 dilations,     0  4  6  6  6  4  0
                    1 erosion:       2  6 136 8 136 6  2
                                     0  4  6  6  6  4  0
                                        2  2  2
"""
from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.board import played
from owlgo.engine.core.dilation import BOUZY, py_spread
from owlgo.engine.core.layout import new_record
from owlgo.engine.core.points import BLACK, EMPTY


class Operator(NamedTuple):
    """A number of dilations, followed by a number of erosions."""
    dilations: int
    erosions: int

    def __str__(self) -> str:
        return f'{self.dilations}/{self.erosions}'


OPERATORS = {'territory': Operator(5, 21), 'moyo': Operator(5, 10), 'area': Operator(4, 0)}
"""Bouzy's operators for territory, moyo and area."""
MAX_DILATIONS = 64
"""Largest number of dilations.  The number of erosions may be its square."""


def bouzy(board: np.void, operator: Operator, dead: Collection[int] = ()) -> np.ndarray:
    """Return the value of each point, an array of shape (NPOINTS,): positive for Black, negative for White.

    ``dead`` stones are taken off the board first.
    """
    record = new_record(BOUZY)
    record['size'], record['color'] = board['size'], board['color']
    record['color'][list(dead)] = EMPTY
    py_spread(record, operator.dilations, operator.erosions)
    return np.array(record['value'])


def balance(board: np.void, operator: Operator, dead: Collection[int] = ()) -> int:
    """Return the number of Black's points less that of White's, stones included."""
    return int(np.sign(bouzy(board, operator, dead)).sum())


def delta(board: np.void, operator: Operator, move: int, color: int, dead: Collection[int] = ()) -> int:
    """Return how many points a move adds to its player's balance.  Raises ValueError if the move is illegal."""
    before = balance(board, operator, dead)
    with played(board, (move, color)) as legal:
        if not legal:
            raise ValueError('illegal move')
        after = balance(board, operator, dead)
    return after - before if color == BLACK else before - after


def warning(operator: Operator) -> str:
    """Return a warning if dilations and erosions do not fit each other.  For territory, a lone stone must keep no points."""
    usual = 1 + operator.dilations * (operator.dilations - 1)
    if operator.erosions == usual or operator in OPERATORS.values():
        return ''
    return f'{operator}: with {operator.dilations} dilations {usual} erosions, 1 + n(n-1), leave a stone alone without territory, ' \
           'no other number'
