"""Probabilities of moves by their features, for boards that are too small for the network (``engine.score.outlook``)."""
from collections.abc import Collection, Sequence

import numpy as np

from owlgo.engine import influence
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import other
from owlgo.engine.examine.examination import Examination
from owlgo.engine.play.weights import PROBABILITY
from owlgo.engine.score.outlook import choices


def by_features(game: Game, known: Examination, color: int, owned: np.ndarray, moves: Sequence[int],
                dead: Collection[int]) -> dict[int, float]:
    """Return the probabilities of these moves by their features (``engine.mcts.move_features``), by influence, and by whether the point is
    still open.  Moves that a search would never try are left out.  ``dead``: stones that count as dead.
    """
    _, record, count = choices(game, known, color)
    shape = dict(zip(record['choice'][:count].tolist(), record['chance'][:count].tolist(), strict=True))
    listed = [move for move in moves if shape.get(move)]
    if not listed:
        return {}
    weakness = {stone: dragon.weakness for dragon in known.dragons.every for stone in dragon.stones}
    reach = np.log1p(influence.regions(known.board, dead, weakness).of[:, listed])
    odds = np.log([shape[move] for move in listed]) + PROBABILITY.own_reach * reach[color] + \
        PROBABILITY.enemy_reach * reach[other(color)] + PROBABILITY.open * (1 - owned[listed] ** 2)
    chance = np.exp(odds - odds.max())
    return dict(zip(listed, (chance / chance.sum()).tolist(), strict=True))
