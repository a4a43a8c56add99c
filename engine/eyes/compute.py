"""Find the value of an eye space's graph: look it up in the tables, or solve the graph."""
from functools import lru_cache

from owlgo.engine.eyes import table
from owlgo.engine.eyes.game import OUTER_LIBERTIES, Graph
from owlgo.engine.eyes.graph import Analysis, analyze

GAME_VERTICES = 12
"""Size of the largest graph that is solved, in vertices."""
COUNTED_OUTER = 3
"""Outer liberties beyond this number are not counted."""


@lru_cache(maxsize=1 << 11)
def analysis_of(graph: Graph, outer: int, suicide: bool) -> Analysis | None:
    """Return the analysis of a graph in canonical form, from the table or newly solved.  None if the graph is too large."""
    # A third outer liberty matters only with three stones inside.
    if outer > OUTER_LIBERTIES and graph.attackers.bit_count() < 3:
        outer = OUTER_LIBERTIES
    known = table.find(graph, suicide) if outer == OUTER_LIBERTIES else None
    if known is not None or len(graph.near) > GAME_VERTICES:
        return known
    try:
        return analyze(graph, outer, suicide=suicide, most=1 << 17)
    except ValueError:
        return None
