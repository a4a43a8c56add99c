"""The probability that a strong player makes a move, on the whole board.

Features learned from games (``engine.mcts.move_features``), influence, and whether the point is still open make up the probability.
"""
from collections.abc import Sequence

import numpy as np

from owlgo.engine import influence
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import PASS, other
from owlgo.engine.examine.examination import Examination
from owlgo.engine.mcts.fastboard import new_board, py_take_over
from owlgo.engine.mcts.move_features import learned, py_choices
from owlgo.engine.mcts.playout import new_playout
from owlgo.engine.play.weights import PROBABILITY


def probabilities(game: Game, known: Examination, color: int, owned: np.ndarray, moves: Sequence[int]) -> dict[int, float]:
    """Return the probabilities of these moves.  Moves that a search would never try are left out.

    ``owned`` is Black's share of each point in playouts, from -1 to 1.
    """
    fast, record, trail = new_board(), new_playout(0), game.moves
    py_take_over(fast, known.board, trail[-1][1] if trail and trail[-1][0] == other(color) else PASS)
    fast['before'] = trail[-2][1] if len(trail) > 1 else PASS
    count = py_choices(fast, record, learned(), color, 1)
    shape = dict(zip(record['choice'][:count].tolist(), record['chance'][:count].tolist(), strict=True))
    listed = [move for move in moves if shape.get(move)]
    if not listed:
        return {}
    weakness = {stone: dragon.weakness for dragon in known.dragons.every for stone in dragon.stones}
    reach = np.log1p(influence.regions(known.board, known.dead, weakness).of[:, listed])
    odds = np.log([shape[move] for move in listed]) + PROBABILITY.own_reach * reach[color] + \
        PROBABILITY.enemy_reach * reach[other(color)] + PROBABILITY.open * (1 - owned[listed] ** 2)
    chance = np.exp(odds - odds.max())
    return dict(zip(listed, (chance / chance.sum()).tolist(), strict=True))
