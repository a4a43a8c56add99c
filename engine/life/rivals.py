"""Find the dragons that matter beside a race or a kill: enemies that touch a dragon, third dragons in danger, weak walls."""
from collections.abc import Callable, Collection, Iterator

import numpy as np

from owlgo.engine import benson
from owlgo.engine.core.points import EMPTY, neighbours, other
from owlgo.engine.dragons import escape
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.dragons.partition import SMALL_ESCAPE
from owlgo.engine.life import reading
from owlgo.engine.owl.limits import Means
from owlgo.engine.solver.region import ATTACKER

WALL_NODES = 4000
"""Nodes for reading whether a part of a wall (a group of strings round a dragon) can be captured."""
WALL_RUNGS = reading.RUNGS[:4]
"""Sizes of the arenas in which a part of a wall is read."""


class Rivals:
    """Answers questions about neighbouring dragons of a board; a dragon here is a group of strings that hold together."""

    def __init__(self, board: np.void, groups: list[list[int]]) -> None:
        self.board = board
        self.at = {stone: stones[0] for stones in groups for stone in stones}
        """The first stone of every stone's group."""
        self.group = {stones[0]: stones for stones in groups}

    def touching(self, first: int) -> dict[int, set[int]]:
        """Return the enemy dragons that touch a dragon or share liberties with it: a dict from the first stone of each to the points where
        they meet."""
        size, colors = int(self.board['size']), self.board['color']
        enemy = other(int(colors[first]))
        shared: dict[int, set[int]] = {}
        for stone in self.group[first]:
            for q in neighbours(stone, size):
                for p in [q] if colors[q] == enemy else neighbours(q, size) if colors[q] == EMPTY else []:
                    if colors[p] == enemy:
                        shared.setdefault(self.at[p], set()).add(q)
        return shared

    def is_penned_in(self, first: int) -> bool:
        """Whether a dragon has no escape route, or only a small one."""
        return escape.route(self.board, self.group[first])[0] < SMALL_ESCAPE

    def thirds(self, first: int, rival: int, in_danger: Callable[[int], bool]) -> Iterator[int]:
        """Yield the endangered third dragons that touch or share liberties with either side of a race.  A dragon beside one enemy only is
        left out: it lies in the eye space of that enemy, which the arena of the race covers.
        """
        for of in (first, rival):
            for third in sorted(self.touching(of)):
                if third not in (first, rival) and self.is_penned_in(third) and len(self.touching(third)) > 1 and in_danger(third):
                    yield third


def find_weak_walls(board: np.void, points: Collection[int], attacker: int, means: Means) -> list[int]:
    """Return the attacker's stones beside these points whose group has no escape route and is killed in a short reading."""
    size, colors = int(board['size']), board['color']
    beside = {q for p in points for q in neighbours(p, size) if colors[q] == attacker} - set(points)
    beside -= set(benson.alive_stones(board, attacker))
    weak: list[int] = []
    while beside:
        goal = Goal(board, min(beside), means.workspace)
        beside.difference_update(goal.stones)
        if escape.route(board, goal.stones)[0] >= SMALL_ESCAPE:
            continue
        found = reading.read(goal, ATTACKER, WALL_NODES, means, rungs=WALL_RUNGS)
        if found is not None and found.surely_succeeds:
            weak += goal.stones
    return weak
