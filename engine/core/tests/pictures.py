"""Boards from pictures, for tests."""
import numpy as np

from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.points import all_points, other, transform

FINISHED = '''
    . X O . O . . . .
    . X O O O . O . O
    X X X X O . . X .
    . . . X O . O . .
    . O . X O O O O O
    . . . X X X X X O
    . . . . . X . X O
    . . . . . X X X O
    . . . . . . . X O
'''
"""Black has the left side with a dead white stone, White the top right with a dead black one; nothing else is open."""

SETTLED = '''
    . . X O O . .
    . X X O O . .
    X . X . O O O
    . X X X O O .
    O . X O . O .
    . X X O O . O
    . . X O . . .
'''
"""A small finished board: a dead white stone at A3, and a neutral point at D5."""


def drawn(text: str, swap: bool = False, symmetry: int = 0) -> np.void:
    """A board from its picture: X is Black, O White, the other way round with ``swap``; turned by a symmetry.  No ko is banned."""
    rows = [line.split() for line in text.strip().splitlines()]
    size = len(rows)
    board = new_board(size)
    for pos, symbol in zip(all_points(size), [symbol for row in rows for symbol in row], strict=True):
        if symbol != '.':
            color = 'XO'.index(symbol) + 1
            assert py_place_if_legal(board, transform(pos, size, symmetry), other(color) if swap else color)
    board['ko'] = 0
    return board


NAKADE = '''
    . X . X X X X X X
    X . X X X X X X .
    O O O O O O . X X
    O . X X X O . X .
    O . X X O O . . X
    O O O O X X X X .
    X X . X X X X X X
    . X X X X X X X X
    X X . X . X . X .
'''
"""Black's dragon inside is dead by itself; taking it leaves White one eye."""
BENT_FOUR = '''
    . X . X . X .
    X X X X X X X
    . . . . . . .
    X X X X X X .
    O O . X X X .
    . O O O O X .
    X X X . O X .
'''
"""A bent four in the corner; Black has an outside liberty to fill, at C3."""
