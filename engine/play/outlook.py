"""The outlook of a position: who will own each point, and where a strong player would move.

The network tells both.  On boards too small for it, probabilities of moves come from their features (``engine.mcts.move_features``), from
influence, and from whether the point is still open.
"""
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from owlgo.engine import influence
from owlgo.engine.core.dilation import BOUZY
from owlgo.engine.core.game import Game
from owlgo.engine.core.layout import new_record
from owlgo.engine.core.points import BLACK, PASS, other
from owlgo.engine.examine.examination import Examination
from owlgo.engine.mcts import network
from owlgo.engine.mcts.mcts import before_last
from owlgo.engine.mcts.move_features import every_choice
from owlgo.engine.mcts.planes import VIEW, hide
from owlgo.engine.play.weights import PROBABILITY


class Expectation(NamedTuple):
    """What the network says of a position."""
    points: float
    """Black's points less White's, komi apart."""
    owners: np.ndarray
    """Black's share of each point, from -1 to 1."""
    chances: dict[int, float]
    """The probability of each move that a search would try."""

    def chances_of(self, moves: Sequence[int]) -> dict[int, float]:
        """Return the probabilities of these moves, as if there were no others.  Moves that a search would never try are left out."""
        listed = {move: self.chances[move] for move in moves if self.chances.get(move)}
        total = sum(listed.values())
        return {move: chance / total for move, chance in listed.items()}


def _choices(game: Game, known: Examination, color: int) -> tuple[np.void, np.void, int]:
    """Return a board of playouts, the record with a side's moves and their probabilities by features, and the number of moves."""
    trail = game.moves
    return every_choice(known.board, color, trail[-1][1] if trail and trail[-1][0] == other(color) else PASS, before_last(game))


def outlook(game: Game, known: Examination, color: int, owned: np.ndarray) -> Expectation:
    """Return what the network says of a position.  ``owned`` is Black's share of each point in playouts, from -1 to 1."""
    fast, record, count = _choices(game, known, color)
    view = new_record(VIEW)
    hide(view, known.board, known.dead)
    view['owned'], view['played_out'] = owned, 1
    points = network.py_judge(fast, record, network.learned(), view, new_record(BOUZY), color, count)
    owners = view['owner'] if color == BLACK else -view['owner']
    chances = zip(record['choice'][:count].tolist(), record['chance'][:count].tolist(), strict=True)
    return Expectation(points, np.array(owners), dict(chances))


def by_features(game: Game, known: Examination, color: int, owned: np.ndarray, moves: Sequence[int]) -> dict[int, float]:
    """Return the probabilities of these moves without the network.  Moves that a search would never try are left out."""
    _, record, count = _choices(game, known, color)
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
