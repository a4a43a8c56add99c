"""The eight symmetries of the square, for shapes as rows and columns from their middle."""
from functools import cache

Place = tuple[int, int]


@cache
def images(places: tuple[Place, ...]) -> tuple[tuple[int, ...], ...]:
    """Return, for each symmetry, the index of the place that it moves to each place.

    Raises ValueError for places that a symmetry does not map onto themselves.
    """
    matrices = (1, 0, 0, 1), (0, 1, 1, 0), (-1, 0, 0, 1), (0, -1, 1, 0), (1, 0, 0, -1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, -1, 0)
    return tuple(tuple(places.index((a * row + b * col, c * row + d * col)) for row, col in places) for a, b, c, d in matrices)
