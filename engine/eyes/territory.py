"""Unconditional status with seki examined: the exact local game settles areas that shape leaves undecided.

Inside living walls the other colour may play all the moves it likes.  Where it can make no two eyes, all it can hope for is a seki: it
fills the area but for some strings that it does not take and some of their liberties, and then waits.

    X X X X X X     O fills all but the two X in the middle and two of their liberties; if X, moving first, cannot take O there whatever
    X . . . . X     strings and liberties O chose, it is a seki, and the area undecided; else it is X's
    X . X X . X
    X . . . . X

What O has filled may be several strings; each must be taken.
"""
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

import numpy as np

from owlgo.engine import benson
from owlgo.engine.benson import ALIVE, BLACK_TERRITORY, DEAD, UNDECIDED, WHITE_TERRITORY
from owlgo.engine.core.parts import parts
from owlgo.engine.core.points import BLACK, EMPTY, WHITE, all_points, neighbours
from owlgo.engine.core.strings import string
from owlgo.engine.eyes.canonical import canonical
from owlgo.engine.eyes.game import EyeGame, Graph
from owlgo.engine.eyes.game_search import MAX_VERTICES

MOST_CHOICES = 4096
"""Ways of leaving strings and liberties examined at most; beyond them an area stays undecided."""
GAME_POINTS = 14
"""Points of the largest game that is played."""


def unconditional_status(board: np.void) -> np.ndarray:
    """Return the status of every point as in ``engine.benson.unconditional_status``, with fewer areas undecided."""
    status = benson.unconditional_status(board)
    size = int(board['size'])
    colors = board['color']
    for color in (BLACK, WHITE):
        walls = {pos for pos in all_points(size) if status[pos] == ALIVE and colors[pos] == color}
        for area in _areas(walls, size):
            if any(status[pos] == UNDECIDED for pos in area) and not benson.has_two_eyes(board, area, color) and \
                    not may_be_seki(board, area, walls, color):
                for pos in area:
                    if colors[pos] == EMPTY:
                        status[pos] = BLACK_TERRITORY if color == BLACK else WHITE_TERRITORY
                    else:
                        status[pos] = ALIVE if colors[pos] == color else DEAD
    return status


def _areas(walls: set[int], size: int) -> Iterator[list[int]]:
    """The connected points beside living walls, without them."""
    for part in parts(set(all_points(size)) - walls, size):
        if any(q in walls for pos in part for q in neighbours(pos, size)):
            yield sorted(part)


def may_be_seki(board: np.void, area: Sequence[int], walls: set[int], color: int) -> bool:
    """Whether the other colour can fill the area so that this colour, moving first, cannot capture it.  Too many ways count as yes."""
    size = int(board['size'])
    inside = set(area)
    strings = sorted({tuple(string(board, pos)) for pos in area if board['color'][pos] == color})
    choices = 0
    for count in range(1, len(strings) + 1):
        for kept in combinations(strings, count):
            stones = {stone for those in kept for stone in those}
            if all(len(those) == 1 for those in kept):
                continue        # a stone alone is taken and leaves no room for a seki
            liberties = sorted({q for pos in stones for q in neighbours(pos, size)
                                if q in inside and board['color'][q] == EMPTY and not any(p in walls for p in neighbours(q, size))})
            choices += 1 << len(liberties)
            if choices > MOST_CHOICES:
                return True
            for left in range(2, len(liberties) + 1):
                for open_points in combinations(liberties, left):
                    if len(stones) + left > GAME_POINTS or not _is_taken(stones, open_points, inside, size):
                        return True
    return False


def _is_taken(stones: set[int], open_points: Sequence[int], inside: set[int], size: int) -> bool:
    """Whether the other colour, having filled the area but for these stones and points, is taken by the stones' owner moving first.

    It may have filled it with several strings; each of them must be taken.  The others are a point each then.
    """
    places = [*sorted(stones), *open_points]
    filled = list(parts(inside - set(places), size))
    outer = [any(q not in inside for pos in part for q in neighbours(pos, size)) for part in filled]
    for main in range(len(filled)):
        others = [k for k in range(len(filled)) if k != main]
        vertex = {pos: v for v, pos in enumerate(places)} | {pos: len(places) + v for v, k in enumerate(others) for pos in filled[k]}
        near = [0] * (len(places) + len(others))
        wall = 0
        for pos, v in vertex.items():
            for q in neighbours(pos, size):
                if q in filled[main]:
                    wall |= 1 << v
                elif q in vertex and vertex[q] != v:
                    near[v] |= 1 << vertex[q]
        # Where such a string was, the owner of the walls comes in from outside.
        margin = sum(1 << len(places) + v for v, k in enumerate(others) if outer[k])
        graph = Graph(tuple(near), wall, margin, (1 << len(stones)) - 1, ((1 << len(others)) - 1) << len(places))
        if len(near) > MAX_VERTICES or not _attacker_wins(canonical(graph)[0]):
            return False
    return True


@lru_cache(maxsize=1 << 12)
def _attacker_wins(form: Graph) -> bool:
    """Whether the wall is captured, without another eye and without outer liberties, the attacker moving first."""
    game = EyeGame(form, outer=0)
    return game.wins(game.start[0], False)
