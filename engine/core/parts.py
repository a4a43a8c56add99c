"""Connected parts of sets of points."""
from collections.abc import Collection, Iterator, Set

from engine.core.points import neighbours


def connected(points: Set[int], size: int, start: int) -> set[int]:
    """The part of the points that is connected to one of them."""
    found, queue = {start}, [start]
    while queue:
        new = [q for q in neighbours(queue.pop(), size) if q in points and q not in found]
        found.update(new)
        queue += new
    return found


def parts(points: Collection[int], size: int) -> Iterator[set[int]]:
    """The connected parts of a set of points, by their first points in board order."""
    left = set(points)
    while left:
        part = connected(left, size, min(left))
        left -= part
        yield part
