"""Escape routes: what a dragon reaches if it runs (GNU Go manual, "Escape").

    O O O . . . .
    X . . . . . .      four steps over points that no enemy touches; what lies there counts: much where X is strong,
    O O O . . . .      less where nobody is, nothing where O is
"""
from collections.abc import Collection

import numpy as np
from owlgo.engine import influence
from owlgo.engine.core.points import DIAGONALS, EMPTY, neighbours, other

ROUTE_STEPS = 4
HOME_SHARE = 0.75
"""Where a dragon that could still run finds the enemy at home: in his area, and with this part of the influence that makes the point
territory, which is little in a corner and much in the centre.  What one stone reaches is no wall on an empty board.
"""
MOYO_VALUE, AREA_VALUE, NEUTRAL_VALUE = 4, 2, 1
"""What a point is worth that is in the dragon's moyo, in its area, or nobody's."""


def values(board: np.void, stones: Collection[int], home: float = 0.0) -> np.ndarray:
    """What reaching each point is worth to a dragon, as an array by point; 0 where the enemy is at ``home``: with 0 in all of his area, for
    a search that takes a dragon which gets elsewhere for saved.  The dragon's own stones do not count.
    """
    color = int(board['color'][next(iter(stones))])
    found = influence.influence(board, frozenset(stones))
    mine, yours = found[color], found[other(color)]
    worth = np.full(len(mine), NEUTRAL_VALUE)
    worth[influence.AREA.holds(yours, mine) & (yours >= home * influence.need(int(board['size'])))] = 0
    worth[influence.AREA.holds(mine, yours)] = AREA_VALUE
    worth[influence.MOYO.holds(mine, yours)] = MOYO_VALUE
    return worth


def route(board: np.void, stones: Collection[int]) -> tuple[int, int]:
    """The escape route of a dragon, and how many points it passes that are in its own side's moyo."""
    size, enemy = int(board['size']), other(int(board['color'][next(iter(stones))]))
    colors = board['color'].tolist()
    worth = values(board, stones, HOME_SHARE)

    def is_open(pos: int) -> bool:
        return colors[pos] in (EMPTY, other(enemy)) and not any(colors[q] == enemy for q in neighbours(pos, size))

    reached, edge = set(stones), set(stones)
    held = 0
    for step in range(ROUTE_STEPS):
        beside = {q for pos in edge for q in neighbours(pos, size)}
        if step == 0:
            beside |= {pos + diagonal for pos in edge for diagonal in DIAGONALS}
        edge = {q for q in beside if q not in reached and is_open(q)}
        reached |= edge
        held += sum(1 for q in edge if worth[q] == MOYO_VALUE)
    return int(sum(worth[q] for q in edge)), held
