"""What the graph of an eye space is worth: from the tables, or solved, and how large it may be for that."""
from functools import lru_cache

from owlgo.engine.eyes import table
from owlgo.engine.eyes.game import OUTER_LIBERTIES, Graph
from owlgo.engine.eyes.graph import Analysis, analyze

GAME_POSITIONS = 1 << 17
"""Larger games are not solved; sizes are all that counts then."""
GAME_VERTICES = 12
"""Of larger graphs, four in five have more positions than that, and nearly all that have fewer make two eyes: they are not tried."""
COUNTED_OUTER, WAITING_STONES = 3, 3
"""Outer liberties that are counted, and stones inside from which on a third one matters: with two the attacker, who has no move inside,
takes them as waiting moves while the stones would have to be taken (2 of 1,500 graphs differ; a fourth changes none)."""


@lru_cache(maxsize=1 << 11)
def analysis_of(graph: Graph, outer: int, suicide: bool) -> Analysis | None:
    """What is known of a graph in its canonical form, None if it is too large: from the table, or solved."""
    if outer > OUTER_LIBERTIES and graph.attackers.bit_count() < WAITING_STONES:
        outer = OUTER_LIBERTIES
    known = table.find(graph, suicide) if outer == OUTER_LIBERTIES else None
    if known is not None or len(graph.near) > GAME_VERTICES:
        return known
    try:
        return analyze(graph, outer, suicide=suicide, most=GAME_POSITIONS)
    except ValueError:
        return None
