"""Surrounded dragons: inside the convex hull of the enemy's stones (GNU Go, "Surrounded dragons").

Stones on the first three lines reach down to the edge unless a stone of the dragon stands in the way.

    . . O . .
    O . X . O      surrounded
    . . O . .
"""
from collections.abc import Collection, Iterator, Sequence
from enum import IntEnum

import numpy as np

from owlgo.engine.core.points import other, point, row_col

Place = tuple[int, int]
"""Row and column."""


class Surrounded(IntEnum):
    """Whether a dragon is surrounded, by GNU Go's numbers."""
    NO = 0
    YES = 1
    WEAKLY = 2
    """Less than half its stones are outside the hull, one step away."""


def surrounded(board: np.void, stones: Collection[int], hostile: Collection[int]) -> tuple[Surrounded, int]:
    """Return whether a dragon is surrounded, and the number of points in the hull of the enemy's stones."""
    hull = hull_of(board, hostile)
    inside = _count_inside(hull, int(board['size']))
    out = [stone for stone in stones if not _is_inside(hull, row_col(stone))]
    if not out:
        return Surrounded.YES, inside
    near = all(any(_is_inside(hull, (row + a, col + b)) for a in (-1, 0, 1) for b in (-1, 0, 1)) for row, col in map(row_col, out))
    return (Surrounded.WEAKLY if near and len(out) * 2 < len(stones) else Surrounded.NO), inside


def _count_inside(hull: Sequence[Place], size: int) -> int:
    """Count the points of the board in a hull or on its rim."""
    if len(hull) < 3:
        return len(hull)
    rows, cols = np.mgrid[0:size, 0:size]
    inside = np.ones((size, size), bool)
    for (row, col), (next_row, next_col) in zip(hull, [*hull[1:], hull[0]], strict=True):
        inside &= (next_row - row) * (cols - col) - (next_col - col) * (rows - row) >= 0
    return int(inside.sum())


def hull_of(board: np.void, hostile: Collection[int]) -> list[Place]:
    """Return the corners of the convex hull of the enemy's stones, extended to nearby edges that they reach."""
    places = {row_col(stone) for stone in hostile}
    colors, last = board['color'].tolist(), int(board['size']) - 1
    for stone in hostile:
        places.update(_down_to_edges(colors, stone, last))
    return _convex(sorted(places))


def is_in_hull(hull: Sequence[Place], pos: int) -> bool:
    """Whether a point of the board is in a hull."""
    return _is_inside(hull, row_col(pos))


def _down_to_edges(colors: Sequence[int], stone: int, last: int) -> Iterator[Place]:
    """Return the edge points that a stone reaches; ``last`` is the number of the last line."""
    row, col = row_col(stone)
    friend = other(colors[stone])
    for a, b, away in ((-1, 0, row), (1, 0, last - row), (0, -1, col), (0, 1, last - col)):
        if away < 3 and not any(colors[point(row + a * k, col + b * k)] == friend for k in range(1, away + 1)):
            yield row + a * away, col + b * away


def _convex(places: list[Place]) -> list[Place]:
    """Return the corners of the convex hull, in order (Andrew's monotone chain); the places must be sorted."""
    if len(places) < 3:
        return places

    def chain(order: list[Place]) -> list[Place]:
        found: list[Place] = []
        for place in order:
            while len(found) > 1 and _side(found[-2], found[-1], place) <= 0:
                found.pop()
            found.append(place)
        return found[:-1]
    return chain(places) + chain(places[::-1])


def _side(a: Place, b: Place, c: Place) -> int:
    """Positive if c lies to the left of the line from a to b."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _is_inside(hull: Sequence[Place], place: Place) -> bool:
    """Whether a place is in a hull or on its rim; a hull of one line has only its two ends."""
    if len(hull) < 3:
        return place in hull
    return all(_side(hull[k - 1], hull[k], place) >= 0 for k in range(len(hull)))
