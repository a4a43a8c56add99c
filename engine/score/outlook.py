"""The outlook of a position: who will own each point, and where a strong player would move, as a large network sees both.

It has 64 channels and eight residual layers, twenty times the weights of the tree's network (``engine.mcts.network``), and sees the same
planes.  Its answers about the eight images of the board are averaged.
"""
from collections.abc import Collection, Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.dilation import BOUZY
from owlgo.engine.core.game import Game
from owlgo.engine.core.layout import new_record
from owlgo.engine.core.points import BLACK, PASS, all_points, other, transform
from owlgo.engine.examine.examination import Examination
from owlgo.engine.mcts import forward
from owlgo.engine.mcts.mcts import before_last
from owlgo.engine.mcts.move_features import every_choice
from owlgo.engine.mcts.planes import PLANES, VIEW, hide, py_look

WEIGHTS_FILE = 'outlook.npz'
"""The file of the weights, beside this module."""


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


@cache
def _places(size: int, symmetry: int) -> np.ndarray:
    """Return the places, row by row, to which a symmetry moves each point."""
    place = {int(pos): k for k, pos in enumerate(_image(size, 0))}
    return np.array([place[int(pos)] for pos in _image(size, symmetry)])


@cache
def learned() -> forward.Weights:
    """Return the large network's weights."""
    with resources.files(__package__).joinpath(WEIGHTS_FILE).open('rb') as file, np.load(file) as given:
        return {name: given[name].astype(np.float32) for name in given.files}


def outlook(game: Game, known: Examination, color: int, owned: np.ndarray, dead: Collection[int]) -> Expectation:
    """Return what the network says of a position.

    ``owned`` is Black's share of each point in playouts, from -1 to 1; ``dead`` are dead stones, which the network does not see.
    """
    fast, record, count = choices(game, known, color)
    view = new_record(VIEW)
    hide(view, known.board, dead)
    view['owned'], view['played_out'] = owned, 1
    py_look(fast, record, view, new_record(BOUZY), color, count)
    size, points = game.size, _image(game.size, 0)
    planes = view['plane'][:, points].T
    # Symmetry k moves point i to place images[k, i].
    images = np.array([_places(size, symmetry) for symmetry in range(8)])
    turned = np.empty((8, size * size, PLANES), np.float32)
    np.put_along_axis(turned, images[:, :, None], planes[None], 1)
    judged = forward.apply(learned(), turned.reshape(8, size, size, PLANES))
    owners, logits = np.zeros_like(view['owner']), np.zeros_like(view['logit'])
    owners[points] = np.take_along_axis(judged.owners, images, 1).mean(0)
    logits[points] = np.take_along_axis(judged.logits, images, 1).mean(0)
    moves = record['choice'][:count]
    odds = np.exp(logits[moves] - logits[moves].max(initial=-np.inf))
    owners = owners if color == BLACK else -owners
    return Expectation(float(owners.sum()), owners, dict(zip(moves.tolist(), (odds / odds.sum()).tolist(), strict=True)))
