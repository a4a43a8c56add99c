"""Check unfinished kills by playouts of the whole board: a dragon that lives in most of them counts as alive.

Unfinished kills are often wrong, most of all in the open.  With playouts, estimates of running games and moves of the middle game are
better (``docs/experiments.md``).
"""
from collections.abc import Callable

import numpy as np

from owlgo.engine.core.facts import ALIVE, DEAD
from owlgo.engine.core.points import BLACK, WHITE, all_points
from owlgo.engine.core.turned import first_of_eight
from owlgo.engine.dragons.partition import Dragon
from owlgo.engine.examine.judgement import Status

SAMPLE_PLAYOUTS = 100
"""Playouts for each of four samples: either colour moves first, either plays as Black."""
SEED = 1
"""Seed of the samples: the same position gets the same estimate."""


def owned(board: np.void) -> np.ndarray:
    """Return Black's share of every point in playouts, from -1 to 1, whoever moves first."""
    from owlgo.engine.mcts.playout import sample  # these kernels take a while to load, and most positions are settled without them
    share = np.zeros(len(board['color']))
    points = list(all_points(int(board['size'])))
    for color, sign in ((BLACK, 1), (WHITE, -1)):
        stones = [pos for pos in points if board['color'][pos] == color]
        if not stones:
            continue
        turned, there, _ = first_of_eight(board, stones)
        images = [there[pos] for pos in points]
        for first in (BLACK, WHITE):
            stats = sample(turned, first, SAMPLE_PLAYOUTS, 0.0, SEED)
            share[points] += sign * np.array(stats['owned'])[images] / int(stats['playouts'])
    return share / 4


def revived(dragon: Dragon, guess: Status, owned_by: Callable[[], np.ndarray]) -> Status:
    """Change an uncertain death to alive if the dragon lives in most playouts; return any other status as it is."""
    dies = guess.status == DEAD and not guess.certain
    return guess._replace(status=ALIVE) if dies and kept(owned_by(), dragon) > 0 else guess


def kept(share: np.ndarray, dragon: Dragon) -> float:
    """Return how much of its ground, the points of its stones, a dragon keeps in playouts: from -1 (nothing) to 1 (all)."""
    black = float(np.mean(share[list(dragon.stones)]))
    return black if dragon.color == BLACK else -black
