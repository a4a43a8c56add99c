"""Rollouts about a dragon: a tree search whose playouts are won by the survival or death of the dragon's stones, not by points.

The result is never certain.  Rollouts help where reading ends at its limits, above all in the open, since playouts see all escape routes at
once.
"""
from collections.abc import Callable, Collection
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, row_col
from owlgo.engine.core.turned import first_of_eight
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.mcts.fastboard import Zone
from owlgo.engine.mcts.mcts import Plan, Root, Tree
from owlgo.engine.mcts.nodes import MAX_NODES


class DragonRollouts(NamedTuple):
    """The result of rollouts about a dragon."""
    chance: float
    """Share of the playouts after the best move that the side to move wins.  One half if unknown."""
    move: int
    """The most visited move.  PASS if no move is needed, or none is allowed."""
    playouts: int = 0
    """The number of playouts."""
    line: tuple[int, ...] = ()
    """Principal variation."""

    @property
    def tenths(self) -> int:
        """How many of ten playouts the side to move wins."""
        return round(10 * self.chance)


def dragon_tree() -> Tree:
    """Return a small tree for rollouts about dragons.  A workspace keeps such a tree."""
    return Tree(MAX_NODES >> 6)


def roll_out(board: np.void, stones: Collection[int], color: int, playouts: int, workspace: Workspace, may_pass: bool = True,
             goes_on: Callable[[], bool] = lambda: True) -> DragonRollouts:
    """Search whether these stones of one side survive if ``color`` moves first.  If ``goes_on`` returns false, the result is unknown.

    The search is repeatable.  Symmetric positions and swapped colours give the same result.  Raises StopIteration without stones.
    """
    size = int(board['size'])
    owner = int(board['color'][next(iter(stones))])
    points = all_points(size)
    turned, there, back = first_of_eight(board, stones)
    goal = sorted(there[pos] for pos in stones)
    places = np.array([row_col(pos) for pos in goal])
    steps = {pos: int(np.abs(places - row_col(pos)).sum(1).min()) for pos in points}
    # First moves are up to 6 steps from the stones, later ones up to 10: a dragon that gets beyond has escaped.
    allowed = {pos: 0.0 for pos in points if steps[pos] <= 6 and turned['color'][pos] == EMPTY}
    if may_pass or not allowed:
        allowed[PASS] = 0.0
    tree = workspace.get(dragon_tree)
    outside = Zone(frozenset(pos for pos in points if steps[pos] > 10), frozenset(), frozen=True)
    tree.begin(Root(turned, BLACK if color == owner else WHITE, 0.0, 1, allowed, goal=goal, zones=[outside]))
    best, made = None, 0
    # Three rounds of playouts; fewer if the rarer outcome has less than 20 % of them.
    for part in (1, 2, 3):
        wanted = playouts * part // 3
        tree.grow(Plan(wanted - made, goes_on=goes_on))
        found, made = tree.found(), wanted
        if not found.lines or int(found.stats['playouts']) < wanted:
            return DragonRollouts(0.5, PASS)
        best = found.lines[0]
        if not 0.2 <= best.winning <= 1 - 0.2:
            break
    assert best is not None
    line = tuple(back.get(move, PASS) for move in best.variation)
    return DragonRollouts(best.winning, line[0], made, line)
