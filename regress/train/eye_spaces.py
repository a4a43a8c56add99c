"""List eye spaces up to a size: one shape for each graph, with margins and prisoners.

At an edge, points of a space have fewer wall stones beside them.  Two shapes count as one structure if their points have the same
neighbours and the same number of wall stones: none, one, or more (a margin uses up one).
"""
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from owlgo.engine.eyes.canonical import canonical
from owlgo.engine.eyes.game import Graph

Cell = tuple[int, int]


def beside(cell: Cell) -> list[Cell]:
    """Return the four cells next to a cell."""
    row, col = cell
    return [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]


class Structure(NamedTuple):
    """A shape on the board without margins and prisoners."""
    cells: tuple[Cell, ...]
    """Rows and columns, counted from 0.  At an edge, row 0 or column 0 is the first line."""
    top: bool
    left: bool

    def outside(self, cell: Cell) -> int:
        """Return the number of wall stones next to a cell."""
        return sum(place not in self.cells and (place[0] >= 0 or not self.top) and (place[1] >= 0 or not self.left)
                   for place in beside(cell))

    def is_open(self) -> bool:
        """Whether the wall round the shape is connected, so that no wall stone is shut in by the space."""
        height, width = (max(cell[axis] for cell in self.cells) + 2 for axis in (0, 1))
        rows, cols = range(0 if self.top else -1, height), range(0 if self.left else -1, width)
        wall = {(row, col) for row in rows for col in cols} - set(self.cells)
        queue = [(height - 1, width - 1)]
        while queue:
            cell = queue.pop()
            if cell in wall:
                wall.remove(cell)
                queue += beside(cell)
        return not wall

    def draw(self, sign: Callable[[int], str]) -> str:
        """Draw the shape and its edges.  ``sign`` returns the sign of a cell, given the cell's index."""
        signs = {cell: sign(k) for k, cell in enumerate(self.cells)}
        height, width = (max(cell[axis] for cell in signs) + 1 for axis in (0, 1))
        rows = ['|' * self.left + ''.join(signs.get((row, col), ' ') for col in range(width)).rstrip() for row in range(height)]
        return '\n'.join(['+' * self.left + '-' * width] * self.top + rows)

    def graph(self, margins: int = 0, attackers: int = 0) -> Graph:
        """Return the graph with margins and prisoners, given as bits in the order of cells.  Raises ValueError for a margin without a
        wall."""
        outside = [self.outside(cell) for cell in self.cells]
        if any(margins >> k & 1 and not stones for k, stones in enumerate(outside)):
            raise ValueError('a margin without a wall')
        near = tuple(sum(1 << k for k, other in enumerate(self.cells) if other in beside(cell)) for cell in self.cells)
        return Graph(near, sum((stones > (margins >> k & 1)) << k for k, stones in enumerate(outside)), margins, attackers)


def polyominoes(size: int) -> list[tuple[Cell, ...]]:
    """Return all connected shapes of ``size`` cells in order, moved to row 0 and column 0.  Turned or mirrored shapes count separately."""
    shapes: set[tuple[Cell, ...]] = {((0, 0),)}
    for _ in range(size - 1):
        shapes = {_moved((*shape, new)) for shape in shapes for cell in shape for new in beside(cell) if new not in shape}
    return sorted(shapes)


def _moved(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    row, col = min(r for r, _ in cells), min(c for _, c in cells)
    return tuple(sorted((r - row, c - col) for r, c in cells))


def structures(size: int) -> list[Structure]:
    """Return a shape for each structure of ``size`` points: in the middle if possible, else at an edge, else in a corner.

    Spaces that shut a wall stone in are left out, since that stone takes part in the fight.
    """
    found: dict[Graph, Structure] = {}
    for top, left in ((False, False), (True, False), (True, True)):
        for cells in polyominoes(size):
            structure = Structure(cells, top, left)
            if not structure.is_open():
                continue
            outside = [structure.outside(cell) for cell in cells]
            # The number of wall stones, up to two, as bits of the graph.
            marks = structure.graph()._replace(wall=sum((n > 0) << k for k, n in enumerate(outside)),
                                               attackers=sum((n > 1) << k for k, n in enumerate(outside)))
            found.setdefault(canonical(marks)[0], structure)
    return list(found.values())


def with_margins(structure: Structure, most: int | None = None) -> Iterator[int]:
    """Yield sets of margins as bits, one set for each different graph."""
    possible = [k for k, cell in enumerate(structure.cells) if structure.outside(cell)]
    return _different(possible, most, structure.graph)


def with_prisoners(structure: Structure, margins: int, most: int | None = None) -> Iterator[int]:
    """Yield sets of prisoners as bits, one set for each different graph."""
    return _different(range(len(structure.cells)), most, lambda prisoners: structure.graph(margins, prisoners))


def _different(points: Sequence[int], most: int | None, graph: Callable[[int], Graph]) -> Iterator[int]:
    """Yield sets of up to ``most`` of these points as bits, one set for each different graph.  Small sets come first."""
    seen = set()
    for count in range(len(points) + 1 if most is None else min(most, len(points)) + 1):
        for chosen in combinations(points, count):
            bits = sum(1 << k for k in chosen)
            form = canonical(graph(bits))[0]
            if form not in seen:
                seen.add(form)
                yield bits
