"""The order of a region's points, which does not depend on how the board is turned.

Otherwise a search that runs out of nodes would answer differently on a turned board.
"""
from collections.abc import Sequence

from numba import int64, void

from owlgo.engine.core.jit import for_python, unit
from owlgo.engine.core.layout import new_record, record_type
from owlgo.engine.core.points import NPOINTS, STRIDE

KEY_SHIFT = 10
"""Number of low bits of a sorting key that hold the point itself and are not compared."""

ORDER = record_type([
    ('n', 'i8'),
    ('points', 'i8', (NPOINTS,)),       # set by the caller, and put in order
    ('what', 'i8', (NPOINTS,)),         # a number below 64 for each: points of different numbers are never exchanged; set by the caller
    ('keys', 'i8', (NPOINTS,)),
    ('best', 'i8', (NPOINTS,)),
])
"""Points to be put in order."""


@unit(void(ORDER, int64))
def _sort_turned(o, turn):
    """Sort the points of one of eight orientations: by row, column and number."""
    top, left = int64(NPOINTS), int64(NPOINTS)
    for step in range(2):
        for k in range(o.n):
            row, col = o.points[k] // STRIDE, o.points[k] % STRIDE
            row = row if turn & 1 else -row
            col = col if turn & 2 else -col
            if turn & 4:
                row, col = col, row
            if step == 0:
                top, left = min(top, row), min(left, col)
                continue
            key = ((row - top << 6 | col - left) << 6 | o.what[k]) << KEY_SHIFT | o.points[k]
            place = k
            while place > 0 and o.keys[place - 1] > key:
                o.keys[place] = o.keys[place - 1]
                place -= 1
            o.keys[place] = key


@unit(void(ORDER))
def arrange(o):
    """Put the points in the order that they have in one of the eight orientations: the one whose sorted list of points comes first."""
    for turn in range(8):
        _sort_turned(o, turn)
        first = turn == 0
        if turn:
            for k in range(o.n):
                if o.keys[k] >> KEY_SHIFT != o.best[k] >> KEY_SHIFT:
                    first = o.keys[k] < o.best[k]
                    break
        if first:
            for k in range(o.n):
                o.best[k] = o.keys[k]
    for k in range(o.n):
        o.points[k] = o.best[k] & ((1 << KEY_SHIFT) - 1)


py_arrange = for_python(arrange)


def in_order(points: Sequence[int], what: Sequence[int]) -> list[int]:
    """Return points in an order that does not depend on the board's orientation.  ``what`` has a number below 64 for each point."""
    order = new_record(ORDER)
    order['n'] = len(points)
    order['points'][:len(points)], order['what'][:len(points)] = points, what
    py_arrange(order)
    found: list[int] = order['points'][:len(points)].tolist()
    return found
