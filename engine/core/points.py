"""Board points as integers, and their names.

A point is an index into one-dimensional arrays with a border around the board: a neighbour is one addition away, and needs no test for the
edge.  One column of border serves both sides, since the right neighbour of a row's last point is the border point before the next row.
Row 0 is the top row, as in SGF; GTP counts rows from the bottom.

    #  #  #  #            # border
    #  a  b  c            a = STRIDE + 1, b = a + 1, d = a + STRIDE
    #  d  e  f

This module is plain Python without numpy: GTP must answer before the heavy imports are done.
"""
from collections.abc import Iterable
from functools import cache

from owlgo.engine.core.printable import shortened

MAX_SIZE = 25
"""Largest board (GTP's own maximum)."""
STRIDE = MAX_SIZE + 1
"""Distance between a point and the one below it, on boards of any size."""
NPOINTS = (MAX_SIZE + 3) * STRIDE + 2
"""Length of an array over all points, border included.  Two steps from a point of the board stay inside the array, except above the top
row, where the index would be negative: test the first step before taking the second."""
PASS = 0
"""A pass, or no move.  Point 0 is border on every board."""
EMPTY, BLACK, WHITE, BORDER = 0, 1, 2, 3
"""Colours of points."""
NEIGHBOURS = (-STRIDE, -1, 1, STRIDE)
"""Steps from a point to its neighbours: north, west, east, south."""
DIAGONALS = (-STRIDE - 1, -STRIDE + 1, STRIDE - 1, STRIDE + 1)
"""Steps from a point to its diagonal neighbours: north-west, north-east, south-west, south-east."""
COLUMNS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'
"""Letters of the columns."""
COLOR_NAMES = {EMPTY: 'empty', BLACK: 'black', WHITE: 'white'}
"""GTP's names of colours."""
SIDES = {BLACK: 'Black', WHITE: 'White'}
"""Names of the players, for sentences."""
STONES = {EMPTY: '.', BLACK: 'X', WHITE: 'O'}
"""Signs of points in diagrams."""


def other(color: int) -> int:
    """The opponent's colour."""
    return 3 - color


def point(row: int, col: int) -> int:
    """Return the point in a row counted from the top and a column counted from the left, both from 0."""
    return (row + 1) * STRIDE + col + 1


def row_col(pos: int) -> tuple[int, int]:
    """Return a point's row from the top and its column from the left, both from 0."""
    return pos // STRIDE - 1, pos % STRIDE - 1


@cache
def all_points(size: int) -> tuple[int, ...]:
    """Every point of the board, row by row from the top left."""
    return tuple(point(row, col) for row in range(size) for col in range(size))


def on_board(pos: int, size: int) -> bool:
    row, col = row_col(pos)
    return 0 <= row < size and 0 <= col < size


def vertex(pos: int, size: int) -> str:
    """The point's GTP name (``D4``), or ``PASS``."""
    if pos == PASS:
        return 'PASS'
    row, col = row_col(pos)
    return f'{COLUMNS[col]}{size - row}'


def parse_vertex(text: str, size: int) -> int:
    """Return the point or PASS that a GTP vertex names, in upper or lower case.

    Raises ValueError for text that is not a vertex of this board.
    """
    name = text.upper()
    if name == 'PASS':
        return PASS
    col = COLUMNS.find(name[:1]) if name else -1
    digits = name[1:]
    # Three digits are enough: Python refuses very long numbers.
    row = int(digits.lstrip('0')[:3] or 0) if digits.isascii() and digits.isdigit() else 0
    if not text.isascii() or not 0 <= col < size or not 1 <= row <= size:
        raise ValueError(f'{shortened(text)!r} is no vertex of a {size}x{size} board')
    return point(size - row, col)


def parse_point(text: str, size: int) -> int:
    """Return the point that a GTP vertex names.  Raises ValueError for other text, and for a pass."""
    pos = parse_vertex(text, size)
    if pos == PASS:
        raise ValueError(f'{text} is no point of the board')
    return pos


def parse_area(parts: Iterable[str], size: int) -> frozenset[int]:
    """Return the points of an area: points and rectangles, as ``A1-H8,J9``.  Raises ValueError."""
    found = set[int]()
    for part in (one.strip() for text in parts for one in text.split(',')):
        first, dash, last = part.partition('-')
        if dash and not (first and last):
            raise ValueError(f'{part!r}: a rectangle is two corners, as A1-H8')
        (top, left), (bottom, right) = row_col(parse_point(first, size)), row_col(parse_point(last if dash else first, size))
        found |= {point(row, column) for row in range(min(top, bottom), max(top, bottom) + 1)
                  for column in range(min(left, right), max(left, right) + 1)}
    return frozenset(found)


def parse_color(text: str) -> int:
    """Return BLACK or WHITE for ``b``, ``black``, ``w``, ``white`` in either case.  Raises ValueError otherwise."""
    try:
        return {'b': BLACK, 'black': BLACK, 'w': WHITE, 'white': WHITE}[text.lower()]
    except KeyError:
        raise ValueError(f'{text!r} is no colour') from None


def transform(pos: int, size: int, symmetry: int) -> int:
    """Return a point's image under one of the board's 8 symmetries: bit 0 mirrors columns, bit 1 mirrors rows, bit 2 swaps rows and
    columns."""
    if pos == PASS:
        return PASS
    row, col = row_col(pos)
    if symmetry & 1:
        col = size - 1 - col
    if symmetry & 2:
        row = size - 1 - row
    if symmetry & 4:
        row, col = col, row
    return point(row, col)


@cache
def neighbours(pos: int, size: int) -> tuple[int, ...]:
    """The two to four points next to this one."""
    return tuple(pos + step for step in NEIGHBOURS if on_board(pos + step, size))
