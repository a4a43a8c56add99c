"""Find unconditional statuses where sekis are possible: the exact local game settles areas that ``engine.benson`` leaves undecided.

Inside living walls the other colour may play as many moves as it likes.  If it cannot make two eyes, it can only hope for a seki: it fills
the area except for some enemy strings and some of their liberties, and waits.

    X X X X X X     O fills all but the two X in the middle and two of their liberties.  If for some choice of strings and liberties X,
    X . . . . X     moving first, cannot capture O, the area may be a seki and stays undecided; else it is X's.
    X . X X . X
    X . . . . X

O's stones may be several strings.  X must capture every one of these.
"""
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

import numpy as np

from owlgo.engine import benson
from owlgo.engine.benson import Lasting
from owlgo.engine.core.parts import parts
from owlgo.engine.core.points import BLACK, EMPTY, WHITE, all_points, neighbours
from owlgo.engine.core.strings import string
from owlgo.engine.eyes.canonical import canonical
from owlgo.engine.eyes.game import EyeGame, Graph
from owlgo.engine.eyes.game_search import MAX_VERTICES


def unconditional_status(board: np.void) -> np.ndarray:
    """Return the status of every point like ``engine.benson.unconditional_status``, but with fewer areas undecided."""
    status = benson.unconditional_status(board)
    size = int(board['size'])
    colors = board['color']
    for color in (BLACK, WHITE):
        walls = {pos for pos in all_points(size) if status[pos] == Lasting.ALIVE and colors[pos] == color}
        for area in _areas(walls, size):
            if any(status[pos] == Lasting.UNDECIDED for pos in area) and not benson.has_two_eyes(board, area, color) and \
                    not may_be_seki(board, area, walls, color):
                for pos in area:
                    if colors[pos] == EMPTY:
                        status[pos] = Lasting.BLACK_TERRITORY if color == BLACK else Lasting.WHITE_TERRITORY
                    else:
                        status[pos] = Lasting.ALIVE if colors[pos] == color else Lasting.DEAD
    return status


def _areas(walls: set[int], size: int) -> Iterator[list[int]]:
    """Yield the connected areas, living walls excluded, that border on these walls."""
    for part in parts(set(all_points(size)) - walls, size):
        if any(q in walls for pos in part for q in neighbours(pos, size)):
            yield sorted(part)


def may_be_seki(board: np.void, area: Sequence[int], walls: set[int], color: int) -> bool:
    """Whether the other colour can fill the area so that this colour, moving first, cannot capture all stones that fill it.

    If there are more than 4,096 ways to fill it, or if a way leaves more than 14 points unfilled, the answer is yes.
    """
    size = int(board['size'])
    inside = set(area)
    strings = sorted({tuple(string(board, pos)) for pos in area if board['color'][pos] == color})
    choices = 0
    for count in range(1, len(strings) + 1):
        for kept in combinations(strings, count):
            stones = {stone for those in kept for stone in those}
            if all(len(those) == 1 for those in kept):
                continue        # single stones can be captured and leave no seki
            liberties = sorted({q for pos in stones for q in neighbours(pos, size)
                                if q in inside and board['color'][q] == EMPTY and not any(p in walls for p in neighbours(q, size))})
            choices += 1 << len(liberties)
            if choices > 4096:
                return True
            for left in range(2, len(liberties) + 1):
                for open_points in combinations(liberties, left):
                    if len(stones) + left > 14 or not _is_taken(stones, open_points, inside, size):
                        return True
    return False


def _is_taken(stones: set[int], open_points: Sequence[int], inside: set[int], size: int) -> bool:
    """Whether the owner of ``stones``, moving first, captures the other colour, which fills the area except for these stones and
    ``open_points``.

    Every string of the other colour must be captured.  While one string is attacked, every other string counts as a single point.
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
        # The owner of the walls can enter where a string touches them.
        margin = sum(1 << len(places) + v for v, k in enumerate(others) if outer[k])
        graph = Graph(tuple(near), wall, margin, (1 << len(stones)) - 1, ((1 << len(others)) - 1) << len(places))
        if len(near) > MAX_VERTICES or not _attacker_wins(canonical(graph)[0]):
            return False
    return True


@lru_cache(maxsize=1 << 12)
def _attacker_wins(form: Graph) -> bool:
    """Whether the attacker, moving first, captures the wall, which has no other eye and no outer liberties."""
    game = EyeGame(form, outer=0)
    return game.wins(game.start[0], False)
