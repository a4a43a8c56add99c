"""Put eye graphs into a canonical form.  Graphs that differ only in the numbering of their points have the same form, and so share a value.

    . .          is the graph of        . . . .
      . .

Points are classified by their kind and their neighbours' classes, repeatedly (colour refinement).  If several points stay in one class,
each in turn is put first; the canonical form is the smallest of the resulting graphs.
"""
from functools import lru_cache

from owlgo.engine.eyes.game import Graph


@lru_cache(maxsize=1 << 11)
def canonical(graph: Graph) -> tuple[Graph, tuple[int, ...]]:
    """Return the canonical form of a graph, and for each point of the form the corresponding point of the graph."""
    n = len(graph.near)
    beside = [[u for u in range(n) if graph.near[v] >> u & 1] for v in range(n)]
    kinds = [sum((mask >> v & 1) << k for k, mask in enumerate(graph[1:])) for v in range(n)]
    best: tuple[Graph, tuple[int, ...]] | None = None
    undecided = [_refine(kinds, beside)]
    while undecided:
        colors = undecided.pop()
        counts = [colors.count(color) for color in range(n)]
        alike = next((color for color in range(n) if counts[color] > 1), None)
        if alike is None:
            order = tuple(sorted(range(n), key=colors.__getitem__))
            form = _renumber(graph, order)
            if best is None or form < best[0]:
                best = form, order
            continue
        members = [v for v in range(n) if colors[v] == alike]
        # Points with the same neighbours are exchangeable: one of them stands for all.
        distinct = {graph.near[v]: v for v in reversed(members)}
        undecided += [_refine([2 * color + (v != first and color == alike) for v, color in enumerate(colors)], beside)
                      for first in distinct.values()]
    assert best is not None
    return best


def _refine(colors: list[int], beside: list[list[int]]) -> list[int]:
    """Refine colours until points of one colour have neighbours of the same colours.  The numbering of points does not matter."""
    while True:
        signs = [(color, sorted(colors[u] for u in beside[v])) for v, color in enumerate(colors)]
        ranks = {sign: k for k, sign in enumerate(sorted({(color, tuple(around)) for color, around in signs}))}
        refined = [ranks[color, tuple(around)] for color, around in signs]
        if len(ranks) == len(set(colors)):
            return refined
        colors = refined


def _renumber(graph: Graph, order: tuple[int, ...]) -> Graph:
    place = {v: k for k, v in enumerate(order)}

    def moved(mask: int) -> int:
        return sum(1 << place[v] for v in order if mask >> v & 1)

    return Graph(tuple(moved(graph.near[v]) for v in order), *map(moved, graph[1:]))
