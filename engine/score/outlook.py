"""The outlook of a position: who will own each point, and where a strong player would move, as a large network sees both.

It has 64 channels and eight residual layers, twenty times the weights of the tree's network (``engine.mcts.network``), and sees the same
planes.  Its answers about the eight images of the board are averaged.
"""
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.dilation import BOUZY
from owlgo.engine.core.game import Game
from owlgo.engine.core.layout import new_record
from owlgo.engine.core.points import BLACK, NPOINTS, all_points, transform
from owlgo.engine.mcts.forward import Network
from owlgo.engine.mcts.mcts import before_last, last_reply
from owlgo.engine.mcts.move_features import every_choice
from owlgo.engine.mcts.planes import PLANES, VIEW, py_look

OUTLOOK_FROM = 9
"""Lines of the smallest board in the games that the network has learned from."""
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


def choices(game: Game, color: int) -> tuple[np.void, np.void, int]:
    """Return a board of playouts, the record with a side's moves and their probabilities by features, and the number of moves."""
    return every_choice(game.board, color, last_reply(game, color), before_last(game))


def by_features(game: Game, color: int, owned: np.ndarray) -> dict[int, float]:
    """Return how likely each move is that a search would try, by its features and by whether the point is still open.

    Boards smaller than OUTLOOK_FROM need no more.  ``owned`` is Black's share of each point in playouts, from -1 to 1.
    """
    _, record, count = choices(game, color)
    moves = record['choice'][:count]
    return dict(zip(moves.tolist(), (record['chance'][:count] * np.exp(-owned[moves] ** 2)).tolist(), strict=True))


def chances_of(moves: Sequence[int], chances: Mapping[int, float]) -> dict[int, float]:
    """Return the probabilities of these moves, as if there were no others.  Moves that a search would never try are left out."""
    listed = {move: chances[move] for move in moves if chances.get(move)}
    total = sum(listed.values())
    return {move: chance / total for move, chance in listed.items()}


@cache
def _images(size: int) -> np.ndarray:
    """Return the places, row by row, to which the eight symmetries move each point: (8, points)."""
    points = all_points(size)
    place = {pos: k for k, pos in enumerate(points)}
    return np.array([[place[transform(pos, size, symmetry)] for pos in points] for symmetry in range(8)])


@cache
def learned() -> Network:
    """Return the large network."""
    with resources.files(__package__).joinpath(WEIGHTS_FILE).open('rb') as file, np.load(file) as given:
        return Network({name: given[name].astype(np.float32) for name in given.files})


def probabilities(logits: np.ndarray, record: np.void, count: int, size: int) -> tuple[list[int], np.ndarray]:
    """Return the ``count`` moves listed by ``choices``, and their probabilities by the logits of all points, row by row."""
    every = np.zeros(NPOINTS, np.float32)
    every[list(all_points(size))] = logits
    moves = record['choice'][:count]
    odds = np.exp(every[moves] - every[moves].max(initial=-np.inf))
    return moves.tolist(), odds / odds.sum()


def outlook(game: Game, color: int, owned: np.ndarray) -> Expectation:
    """Return what the network says of a position.

    ``owned`` is Black's share of each point in playouts, from -1 to 1.
    """
    fast, record, count = choices(game, color)
    view = new_record(VIEW)
    view['owned'], view['played_out'] = owned, 1
    py_look(fast, record, view, new_record(BOUZY), color, count)
    size, points, images = game.size, all_points(game.size), _images(game.size)
    turned = np.empty((8, size * size, PLANES), np.float32)
    np.put_along_axis(turned, images[:, :, None], view['plane'][:, points].T[None], 1)
    judged = learned().apply(turned.reshape(8, size, size, PLANES))
    moves, odds = probabilities(np.take_along_axis(judged.logits, images, 1).mean(0), record, count, size)
    owners = np.zeros(NPOINTS, np.float32)
    owners[list(points)] = np.take_along_axis(judged.owners, images, 1).mean(0) * (1 if color == BLACK else -1)
    return Expectation(float(owners.sum()), owners, dict(zip(moves, odds.tolist(), strict=True)))
