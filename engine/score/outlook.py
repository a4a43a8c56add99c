"""The outlook of a position: who will own each point, and where a strong player would move, as the network sees both.

The network is asked about the eight images of the board, and its answers are averaged.
"""
from collections.abc import Collection, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.dilation import BOUZY
from owlgo.engine.core.game import Game
from owlgo.engine.core.layout import new_record
from owlgo.engine.core.points import BLACK, PASS, all_points, other, transform
from owlgo.engine.examine.examination import Examination
from owlgo.engine.mcts import network
from owlgo.engine.mcts.mcts import before_last
from owlgo.engine.mcts.move_features import every_choice
from owlgo.engine.mcts.planes import VIEW, hide, py_look


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


def choices(game: Game, known: Examination, color: int) -> tuple[np.void, np.void, int]:
    """Return a board of playouts, the record with a side's moves and their probabilities by features, and the number of moves."""
    trail = game.moves
    return every_choice(known.board, color, trail[-1][1] if trail and trail[-1][0] == other(color) else PASS, before_last(game))


@cache
def _image(size: int, symmetry: int) -> np.ndarray:
    """Return where a symmetry moves each point, row by row."""
    return np.array([transform(pos, size, symmetry) for pos in all_points(size)])


def outlook(game: Game, known: Examination, color: int, owned: np.ndarray, dead: Collection[int]) -> Expectation:
    """Return what the network says of a position.

    ``owned`` is Black's share of each point in playouts, from -1 to 1; ``dead`` are dead stones, which the network does not see.
    """
    fast, record, count = choices(game, known, color)
    view = new_record(VIEW)
    hide(view, known.board, dead)
    view['owned'], view['played_out'] = owned, 1
    py_look(fast, record, view, new_record(BOUZY), color, count)
    points = _image(game.size, 0)
    planes, owners, logits = view['plane'][:, points], np.zeros_like(view['owner']), np.zeros_like(view['logit'])
    for symmetry in range(8):
        image = _image(game.size, symmetry)
        view['plane'][:, image] = planes
        network.py_evaluate(network.learned(), view, game.size)
        owners[points] += view['owner'][image] / 8
        logits[points] += view['logit'][image] / 8
    moves = record['choice'][:count]
    odds = np.exp(logits[moves] - logits[moves].max(initial=-np.inf))
    owners = owners if color == BLACK else -owners
    return Expectation(float(owners.sum()), owners, dict(zip(moves.tolist(), (odds / odds.sum()).tolist(), strict=True)))
