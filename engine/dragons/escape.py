"""Escape routes: the value of the points that a dragon reaches by running (GNU Go manual, "Escape").

    O O O . . . .
    X . . . . . .      four steps over points without enemy neighbours; the points reached count much in X's moyo,
    O O O . . . .      less in neutral ground, nothing in O's area
"""
from collections.abc import Collection

import numpy as np

from owlgo.engine import influence
from owlgo.engine.core.points import DIAGONALS, EMPTY, neighbours, other
from owlgo.engine.influence import Holding

HOME_SHARE = 0.75
"""Share of territorial influence from which the enemy's area blocks an escape."""
MOYO_VALUE = 4
"""Escape value of a point in the dragon's moyo."""


def values(board: np.void, stones: Collection[int]) -> np.ndarray:
    """Return how much it is worth to a dragon to reach each point, as an array indexed by point.

    A point in its moyo counts 4, in its area 2, elsewhere 1, but 0 in the enemy's area with at least
    ``HOME_SHARE`` of territorial influence.  The dragon's own stones radiate no influence.
    """
    color = int(board['color'][next(iter(stones))])
    found = influence.influence(board, frozenset(stones))
    mine, yours = found[color], found[other(color)]
    worth = np.ones(len(mine), int)
    area, moyo = influence.SHARES[Holding.AREA], influence.SHARES[Holding.MOYO]
    worth[area.holds(yours, mine) & (yours >= HOME_SHARE * influence.need(int(board['size'])))] = 0
    worth[area.holds(mine, yours)] = 2
    worth[moyo.holds(mine, yours)] = MOYO_VALUE
    return worth


def route(board: np.void, stones: Collection[int]) -> tuple[int, int]:
    """Return the value of a dragon's escape route, and the number of its points in the moyo of the dragon's side.

    This is for the board as it stands; ``owl.goal.route_left`` gives what is left of the route in a line of OWL's search.
    """
    size, enemy = int(board['size']), other(int(board['color'][next(iter(stones))]))
    colors = board['color'].tolist()
    worth = values(board, stones)

    def is_open(pos: int) -> bool:
        return colors[pos] in (EMPTY, other(enemy)) and not any(colors[q] == enemy for q in neighbours(pos, size))

    reached, edge = set(stones), set(stones)
    held = 0
    for step in range(4):
        beside = {q for pos in edge for q in neighbours(pos, size)}
        if step == 0:
            beside |= {pos + diagonal for pos in edge for diagonal in DIAGONALS}
        edge = {q for q in beside if q not in reached and is_open(q)}
        reached |= edge
        held += sum(1 for q in edge if worth[q] == MOYO_VALUE)
    return int(sum(worth[q] for q in edge)), held
