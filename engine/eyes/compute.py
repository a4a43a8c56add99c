"""Value of an eye space's graph: from the tables, or solved if it is small enough."""
from functools import lru_cache

from owlgo.engine.eyes import table
from owlgo.engine.eyes.game import OUTER_LIBERTIES, Graph
from owlgo.engine.eyes.graph import Analysis, analyze

GAME_POSITIONS = 1 << 17
"""Positions of the largest local game that is solved; larger spaces are judged by size."""
GAME_VERTICES = 12
"""Vertices of the largest graph that is solved."""
COUNTED_OUTER, WAITING_STONES = 3, 3
"""Outer liberties that count, and stones inside from which a third outer liberty matters."""


@lru_cache(maxsize=1 << 11)
def analysis_of(graph: Graph, outer: int, suicide: bool) -> Analysis | None:
    """Return the analysis of a graph in canonical form, from the table or solved; None if it is too large."""
    if outer > OUTER_LIBERTIES and graph.attackers.bit_count() < WAITING_STONES:
        outer = OUTER_LIBERTIES
    known = table.find(graph, suicide) if outer == OUTER_LIBERTIES else None
    if known is not None or len(graph.near) > GAME_VERTICES:
        return known
    try:
        return analyze(graph, outer, suicide=suicide, most=GAME_POSITIONS)
    except ValueError:
        return None
