"""A residual network of any size in numpy, applied to many boards at once.

The tree search applies one network to single positions, by a kernel (``engine.mcts.network``).  A larger one, asked once a move, and
learning go by matrices here.
"""
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from owlgo.engine.mcts.planes import PLANES, Plane

Weights = Mapping[str, np.ndarray]
"""A network's weights, by the names of ``engine.mcts.network.NETWORK``.  Their shapes say how many channels and layers there are."""


@dataclass(frozen=True)
class LayerInput:
    """What a layer made of a batch, for the slopes of its weights."""
    windows: np.ndarray
    """The 3x3 points round each point: (points of all boards, 9 inputs)."""
    mean: np.ndarray
    """The mean over each board: (boards, channels)."""
    active: np.ndarray
    """Which sums were positive: (points of all boards, channels)."""


class Judged(NamedTuple):
    """What a network says of a batch of boards."""
    here: np.ndarray
    """The last layer: (boards, points, channels)."""
    logits: np.ndarray
    """Logits of moves: (boards, points)."""
    owners: np.ndarray
    """The share of each point that the side to move will own, from -1 to 1: (boards, points)."""


def windows(x: np.ndarray) -> np.ndarray:
    """Return the 3x3 points round each point, 0 beyond the edge: (boards, lines, lines, n) becomes (points, 9 n)."""
    count, size, _, inputs = x.shape
    wide = np.zeros((count, size + 2, size + 2, inputs), np.float32)
    wide[:, 1:-1, 1:-1] = x
    nine = [wide[:, r:r + size, c:c + size] for r in range(3) for c in range(3)]
    return np.concatenate(nine, axis=3).reshape(count * size * size, 9 * inputs)


def _matrix(layer: np.ndarray, inputs: int) -> np.ndarray:
    """Return a layer's weights as what ``windows`` are multiplied by: (9 inputs, channels)."""
    return np.asarray(layer[:, :inputs].transpose(2, 1, 0).reshape(9 * inputs, len(layer)))


class Network:
    """A network's weights, ready to be applied."""

    def __init__(self, w: Weights) -> None:
        self._w, self._channels = w, len(w['move'])
        self._matrices = [_matrix(layer, self._channels if number else PLANES) for number, layer in enumerate(w['layer'])]

    def apply(self, planes: np.ndarray, kept: list[LayerInput] | None = None) -> Judged:
        """Apply the network to boards of one size: (boards, lines, lines, PLANES).  ``kept`` is given what each layer saw."""
        w, count, size, channels = self._w, len(planes), planes.shape[1], self._channels
        here, mean = np.zeros((count * size * size, channels), np.float32), np.zeros((count, channels), np.float32)
        seen = planes
        for number, matrix in enumerate(self._matrices):
            if number:
                seen, mean = here.reshape(count, size, size, channels), here.reshape(count, -1, channels).mean(1)
            around = windows(seen)
            y = around @ matrix + w['bias'][number]
            y = (y.reshape(count, -1, channels) + (mean @ w['mean'][number])[:, None]).reshape(-1, channels)
            active = y > 0
            here = here + y * active
            if kept is not None:
                kept.append(LayerInput(around, mean, active))
        last, flat = here.reshape(count, -1, channels), planes.reshape(count, -1, PLANES)
        logits = last @ w['move'] + w['chance'] * flat[:, :, Plane.CHANCE] + w['unlisted'] * (1 - flat[:, :, Plane.LISTED])
        return Judged(last, logits, np.tanh(last @ w['owner'] + w['owner_bias'] + w['owned'] * flat[:, :, Plane.OWNED]))
