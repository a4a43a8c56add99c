"""The eight symmetries of the square, for shapes given as rows and columns counted from their centre."""
from functools import cache

Place = tuple[int, int]


@cache
def images(places: tuple[Place, ...]) -> tuple[tuple[int, ...], ...]:
    """Return each symmetry as a permutation of a shape's points (row, column): item k is the index of the image of ``places[k]``.

    Raises ValueError for a shape that is not symmetric.
    """
    matrices = (1, 0, 0, 1), (0, 1, 1, 0), (-1, 0, 0, 1), (0, -1, 1, 0), (1, 0, 0, -1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, -1, 0)
    return tuple(tuple(places.index((a * row + b * col, c * row + d * col)) for row, col in places) for a, b, c, d in matrices)
