"""The eight symmetries of the square, for shapes as rows and columns from their middle."""
from functools import cache

Place = tuple[int, int]

_MATRICES = ((1, 0, 0, 1), (0, 1, 1, 0), (-1, 0, 0, 1), (0, -1, 1, 0), (1, 0, 0, -1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, -1, 0))


@cache
def images(places: tuple[Place, ...]) -> tuple[tuple[int, ...], ...]:
    """Return for each symmetry the place that moves to each place, as indices.

    Raises ValueError for places that a symmetry does not map onto themselves.
    """
    return tuple(tuple(places.index((a * row + b * col, c * row + d * col)) for row, col in places) for a, b, c, d in _MATRICES)
