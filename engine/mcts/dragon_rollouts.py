"""What becomes of some stones in playouts: who keeps or takes them when a tree search is about them, and not about points.

No reading, and never certain by itself.  But where a reading ends at its limits, in the open above all, it tells more often than a guess
which way things go (``docs/experiments.md``): playouts see all ways out at once.  Only what lies near takes part.
"""
from collections.abc import Callable, Collection
from typing import NamedTuple

import numpy as np
from owlgo.engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, row_col
from owlgo.engine.core.turned import first_of_eight
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.mcts.fastboard import Zone
from owlgo.engine.mcts.mcts import Plan, Tree
from owlgo.engine.mcts.nodes import MAX_NODES

NEAR, FAR = 6, 10
"""How many steps from the stones, counted along the lines, the last first moves lie, and the last points that take part at all.
What is farther stays as it is: a dragon that reaches it has got away, as a wall that does holds.  The nearer that is, the faster playouts
are, and the more often they let dragons get away that do not."""
SEED = 1
ROUNDS, CLEAR = 3, 0.2
"""Playouts are made in so many rounds, and no more of them where less than this part has another outcome than the rest."""


class DragonRollouts(NamedTuple):
    """What a search found."""
    chance: float
    """Of the playouts with the best move, how many the side to move wins, from 0 to 1; one half where nothing is known."""
    move: int
    """The move visited most; PASS if none is needed, or none allowed."""
    playouts: int = 0
    """How many were made."""
    line: tuple[int, ...] = ()
    """The moves visited most, that one first."""

    @property
    def tenths(self) -> int:
        """Of ten playouts, how many the side to move wins."""
        return round(10 * self.chance)


def dragon_tree() -> Tree:
    """A tree for searches about stones; a workspace keeps one."""
    return Tree(MAX_NODES >> 6)


def roll_out(board: np.void, stones: Collection[int], color: int, playouts: int, workspace: Workspace, may_pass: bool = True,
             goes_on: Callable[[], bool] = lambda: True) -> DragonRollouts:
    """What becomes of these stones, all of one side, if ``color`` moves first; with the same position always the same.  Nothing is known
    if ``goes_on`` says meanwhile that nobody waits any more.

    How the board lies and who is Black changes nothing: the search is about black stones, and about that one of the 8 positions which
    comes first in a fixed order.  Raises StopIteration without stones.
    """
    size = int(board['size'])
    owner = int(board['color'][next(iter(stones))])
    points = all_points(size)
    turned, there, back = first_of_eight(board, stones)
    goal = sorted(there[pos] for pos in stones)
    places = np.array([row_col(pos) for pos in goal])
    steps = {pos: int(np.abs(places - row_col(pos)).sum(1).min()) for pos in points}
    allowed = {pos: 0.0 for pos in points if steps[pos] <= NEAR and turned['color'][pos] == EMPTY}
    if may_pass or not allowed:
        allowed[PASS] = 0.0
    tree = workspace.get(dragon_tree)
    tree.begin(turned, BLACK if color == owner else WHITE, 0.0, SEED, allowed, goal=goal,
               zones=[Zone(frozenset(pos for pos in points if steps[pos] > FAR), frozenset(), frozen=True)])
    best, made = None, 0
    for part in range(1, ROUNDS + 1):
        wanted = playouts * part // ROUNDS
        tree.grow(Plan(wanted - made, goes_on=goes_on))
        found, made = tree.found(), wanted
        if not found.lines or int(found.stats['playouts']) < wanted:
            return DragonRollouts(0.5, PASS)
        best = found.lines[0]
        if not CLEAR <= best.winning <= 1 - CLEAR:
            break
    assert best is not None
    line = tuple(back.get(move, PASS) for move in best.variation)
    return DragonRollouts(best.winning, line[0], made, line)
