"""The endgame: when nearly all is settled, the point that most hangs on is played (``engine.mcts.swing``)."""
from collections.abc import Collection

import numpy as np

from engine.core.cleared import cleared
from engine.core.facts import ALIVE, CRITICAL
from engine.core.parts import parts
from engine.core.points import BLACK, EMPTY, all_points, neighbours
from engine.examine.examination import Examination
from engine.mcts.swing import swings

IN_DOUBT = 0.2
"""The part of the board's points that may be in doubt in an endgame,"""
DRAGONS_IN_DOUBT = 1
"""and the dragons."""
PLAYOUTS = 4000
MOST_DAME = 4
"""Points of a region between both sides' stones where nothing is to be had."""


def is_late(known: Examination, in_doubt: int) -> bool:
    """Whether a game is in its endgame, with so many empty points in doubt."""
    open_dragons = sum(guess.uncertain or guess.status == CRITICAL for guess in known.guesses)
    return in_doubt <= IN_DOUBT * int(known.board['size']) ** 2 and open_dragons <= DRAGONS_IN_DOUBT


def worth(known: Examination, color: int, last: int, dead: Collection[int], times: int, seed: int) -> np.ndarray:
    """By point: what hangs on who plays there first, when these stones are dead; nothing at dame."""
    gone = set(dead)
    fixed = {stone: 1 if dragon.color == BLACK else -1 for dragon, guess in zip(known.dragons.every, known.guesses, strict=True)
             if guess.status == ALIVE for stone in dragon.stones}
    found = swings(cleared(known.board, gone), color, last if last not in gone else 0, fixed, times, seed)
    found[sorted(dame(known.board, known.dead))] = 0.0
    return found


def dame(board: np.void, dead: Collection[int]) -> set[int]:
    """Points of small empty regions where every point touches living stones of both sides."""
    size, colors, gone = int(board['size']), board['color'], set(dead)
    empty = {pos for pos in all_points(size) if colors[pos] == EMPTY or pos in gone}
    found: set[int] = set()
    for part in parts(empty, size):
        if len(part) <= MOST_DAME and all(len({int(colors[q]) for q in neighbours(pos, size) if q not in empty}) == 2 for pos in part):
            found |= part
    return found
