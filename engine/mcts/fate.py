"""What becomes of some stones in playouts: who keeps or takes them when a tree search is about them, and not about points.

No reading, and never certain by itself.  But where a reading ends at its limits, in the open above all, it tells more often than a guess
which way things go (``docs/experiments.md``): playouts see all ways out at once.  Only what lies near takes part.
"""
from collections.abc import Callable, Collection
from functools import cache
from typing import NamedTuple

import numpy as np

from engine.core.board import new_board
from engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, row_col, transform
from engine.core.setup import py_set_up
from engine.core.workspace import Workspace
from engine.mcts.fastboard import Zone
from engine.mcts.mcts import Plan, Tree
from engine.mcts.nodes import MAX_NODES

NEAR, FAR = 6, 10
"""How many steps from the stones, counted along the lines, the last first moves lie, and the last points that take part at all.
What is farther stays as it is: a dragon that reaches it has got away, as a wall that does holds.  The nearer that is, the faster playouts
are, and the more often they let dragons get away that do not."""
SEED = 1
ROUNDS, CLEAR = 3, 0.2
"""Playouts are made in so many rounds, and no more of them where less than this part has another outcome than the rest."""


class Prospect(NamedTuple):
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


def small_tree() -> Tree:
    """A tree for searches about stones; a workspace keeps one."""
    return Tree(MAX_NODES >> 6)


def fate(board: np.void, stones: Collection[int], color: int, playouts: int, workspace: Workspace, may_pass: bool = True,
         goes_on: Callable[[], bool] = lambda: True) -> Prospect:
    """What becomes of these stones, all of one side, if ``color`` moves first; with the same position always the same.  Nothing is known
    if ``goes_on`` says meanwhile that nobody waits any more.

    How the board lies and who is Black changes nothing: the search is about black stones, and about that one of the 8 positions which
    comes first in a fixed order.  Raises StopIteration without stones.
    """
    size = int(board['size'])
    owner = int(board['color'][next(iter(stones))])
    points = all_points(size)
    symmetry, turned = _first_of_eight(board, stones, owner)
    image = _images(size, symmetry)
    goal = sorted(image[pos] for pos in stones)
    places = np.array([row_col(pos) for pos in goal])
    steps = {pos: int(np.abs(places - row_col(pos)).sum(1).min()) for pos in points}
    allowed = {pos: 0.0 for pos in points if steps[pos] <= NEAR and turned['color'][pos] == EMPTY}
    if may_pass or not allowed:
        allowed[PASS] = 0.0
    tree = workspace.get(small_tree)
    tree.begin(turned, BLACK if color == owner else WHITE, 0.0, SEED, allowed, goal=goal,
               zones=[Zone(frozenset(pos for pos in points if steps[pos] > FAR), frozenset(), frozen=True)])
    best, made = None, 0
    for part in range(1, ROUNDS + 1):
        wanted = playouts * part // ROUNDS
        tree.grow(Plan(wanted - made, goes_on=goes_on))
        found, made = tree.found(), wanted
        if not found.lines or int(found.stats['playouts']) < wanted:
            return Prospect(0.5, PASS)
        best = found.lines[0]
        if not CLEAR <= best.winning <= 1 - CLEAR:
            break
    assert best is not None
    back = {there: pos for pos, there in image.items()}
    line = tuple(back.get(move, PASS) for move in best.variation)
    return Prospect(best.winning, line[0], made, line)


def _first_of_eight(board: np.void, stones: Collection[int], owner: int) -> tuple[int, np.void]:
    """The symmetry by which a position comes first of its 8, with the stones in question black, and the board that this makes."""
    size = int(board['size'])
    points = all_points(size)
    # What is on a point, in this order: nothing, the other side's stone, the owner's, one of those in question; and the ko.
    mine = set(stones)
    what = {pos: 3 if pos in mine else 2 if board['color'][pos] == owner else 1 if board['color'][pos] != EMPTY else
            4 * (pos == board['ko']) for pos in points}

    def turned(symmetry: int) -> list[int]:
        image = _images(size, symmetry)
        there = {image[pos]: kind for pos, kind in what.items()}
        return [there[pos] for pos in points]

    symmetry = min(range(8), key=turned)
    image, made = _images(size, symmetry), new_board(size)
    wanted = made['color'].copy()
    for pos in points:
        if board['color'][pos] != EMPTY:
            wanted[image[pos]] = BLACK if board['color'][pos] == owner else WHITE
    py_set_up(made, wanted)
    made['ko'] = image.get(int(board['ko']), PASS)
    return symmetry, made


@cache
def _images(size: int, symmetry: int) -> dict[int, int]:
    """Where a symmetry takes each point of a board."""
    return {pos: transform(pos, size, symmetry) for pos in all_points(size)}
