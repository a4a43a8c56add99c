"""Escape routes: what a dragon reaches that runs from where it stands (GNU Go manual, "Escape").

    O O O . . . .
    X . . . . . .      four steps over points that no enemy touches; what lies there counts: much where X is strong,
    O O O . . . .      less where nobody is, nothing where O is
"""
from collections.abc import Collection

import numpy as np

from engine.core.points import DIAGONALS, EMPTY, neighbours, other
from engine.influence import influence

STEPS = 4
MOYO, AREA, NEUTRAL = 4, 2, 1
"""What a point is worth that is in the dragon's moyo, in its area, or nobody's."""
MOYO_SHARE, MOYO_LEAST, MOYO_MOST = 7.0, 5.0, 10.0
"""A point is in one's moyo with so many times the other's influence, more than so much of one's own and less than so much of his."""
AREA_SHARE, AREA_LEAST, AREA_MOST = 3.0, 1.0, 40.0
"""The same for the area."""


def values(board: np.void, stones: Collection[int]) -> np.ndarray:
    """What reaching each point is worth to a dragon, as an array by point; 0 where the enemy is at home.  The dragon's own stones are no
    help."""
    color = int(board['color'][next(iter(stones))])
    found = influence(board, frozenset(stones))
    mine, yours = found[color], found[other(color)]
    worth = np.full(len(mine), NEUTRAL)
    worth[_holds(yours, mine, AREA_SHARE, AREA_LEAST, AREA_MOST)] = 0
    worth[_holds(mine, yours, AREA_SHARE, AREA_LEAST, AREA_MOST)] = AREA
    worth[_holds(mine, yours, MOYO_SHARE, MOYO_LEAST, MOYO_MOST)] = MOYO
    return worth


def _holds(one: np.ndarray, two: np.ndarray, share: float, least: float, most: float) -> np.ndarray:
    return (one > least) & (two < most) & (one > share * two)


def route(board: np.void, stones: Collection[int]) -> tuple[int, int]:
    """The escape route of a dragon, and how many points it passes that are in its own side's moyo."""
    size, enemy = int(board['size']), other(int(board['color'][next(iter(stones))]))
    colors = board['color']
    worth = values(board, stones)

    def is_open(pos: int) -> bool:
        return int(colors[pos]) in (EMPTY, other(enemy)) and not any(colors[q] == enemy for q in neighbours(pos, size))

    reached, edge = set(stones), set(stones)
    held = 0
    for step in range(STEPS):
        beside = {q for pos in edge for q in neighbours(pos, size)}
        if step == 0:
            beside |= {pos + diagonal for pos in edge for diagonal in DIAGONALS}
        edge = {q for q in beside if q not in reached and is_open(q)}
        reached |= edge
        held += sum(1 for q in edge if worth[q] == MOYO)
    return int(sum(worth[q] for q in edge)), held
