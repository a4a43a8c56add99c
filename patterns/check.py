"""Warnings about well-formed patterns: probable slips, symmetry codes that contradict the diagram."""
from collections.abc import Iterator

from owlgo.patterns.compile import turn
from owlgo.patterns.lang import Database, Pattern
from owlgo.patterns.source import Problem

GENERATORS = {'8': (), '|': (1,), '-': (2,), '\\': (4,), '/': (7,), 'O': (3,), 'X': (4, 7), '+': (1, 2)}
"""Orientations that generate a diagram's symmetries (bits as in ``turn``), by symmetry code."""


def drawing(pattern: Pattern, orientation: int) -> tuple[tuple[int, int, str], ...]:
    """Return a diagram in one orientation, without labels, as a sorted list of points that can be compared."""
    height, width = len(pattern.rows), len(pattern.rows[0])
    points = [(*turn(row, col, orientation), symbol) for row, col, symbol in pattern.points()]
    for there, places in ((pattern.north, [(-1, col) for col in range(width)]), (pattern.south, [(height, col) for col in range(width)]),
                          (pattern.west, [(row, -1) for row in range(height)]), (pattern.east, [(row, width) for row in range(height)])):
        points += [(*turn(row, col, orientation), '#') for row, col in places if there]
    top, left = min(point[0] for point in points), min(point[1] for point in points)
    return tuple(sorted((row - top, col - left, symbol) for row, col, symbol in points))


def second_thoughts(database: Database) -> Iterator[Problem]:
    """Yield probable mistakes of a database."""
    yield from database.notes
    for pattern in database.patterns:
        if any(drawing(pattern, orientation) != drawing(pattern, 0) for orientation in GENERATORS[pattern.symmetry]):
            yield Problem(pattern.place, f"symmetry code '{pattern.symmetry}', but the diagram is not symmetrical that way: "
                                         'some orientations will not be found')
        if pattern.actions:
            yield Problem(pattern.place, f'nothing carries out the actions of pattern {pattern.name}')
