"""A small network: who will own each point, and where a strong player moves, as seen by the side to move.

Residual layers of 3x3 convolutions; each but the first also sees the mean over the board.  ``regress.train.network`` learns the weights
(``regress/train/README.md`` says from what).
"""
import math
from collections.abc import Mapping
from functools import cache
from importlib import resources

import numpy as np
from numba import float32, float64, int64, void

from owlgo.engine.core.dilation import BOUZY
from owlgo.engine.core.jit import for_python, kernel, unit
from owlgo.engine.core.layout import new_record, record_type
from owlgo.engine.core.points import BLACK, NPOINTS, STRIDE
from owlgo.engine.mcts.fastboard import FAST
from owlgo.engine.mcts.planes import CHANNELS, PLANES, VIEW, Plane, look
from owlgo.engine.mcts.playout import PLAYOUT

LAYERS = 5
"""Residual layers."""
WEIGHTS_FILE = 'network.npz'
"""The file of the weights, beside this module."""
NETWORK = record_type([
    ('layer', 'f4', (LAYERS + 1, CHANNELS, PLANES, 9)), # of each layer, by output, input and point of the 3x3; the first sees the planes
    ('bias', 'f4', (LAYERS + 1, CHANNELS)),
    ('mean', 'f4', (LAYERS + 1, CHANNELS, CHANNELS)),   # of the mean over the board
    ('move', 'f4', (CHANNELS,)),                        # a move's logit,
    ('chance', 'f4'),                                   # with this for its probability by features,
    ('unlisted', 'f4'),                                 # and this if it has none
    ('owner', 'f4', (CHANNELS,)),                       # a point's owner,
    ('owner_bias', 'f4'),
    ('owned', 'f4'),                                    # with this for its owner in playouts
])
"""The network's weights."""


@kernel(void(NETWORK, VIEW, int64, int64, int64, int64))
def _convolve(w, v, number, inputs, first, end):
    """Add to ``v.next`` what a layer's convolutions make of ``inputs`` planes in ``v.here``.  Points beyond the edge are computed too."""
    for c in range(CHANNELS):
        for k in range(inputs):
            w0 = w.layer[number, c, k, 0]
            w1 = w.layer[number, c, k, 1]
            w2 = w.layer[number, c, k, 2]
            w3 = w.layer[number, c, k, 3]
            w4 = w.layer[number, c, k, 4]
            w5 = w.layer[number, c, k, 5]
            w6 = w.layer[number, c, k, 6]
            w7 = w.layer[number, c, k, 7]
            w8 = w.layer[number, c, k, 8]
            for pos in range(first, end):
                v.next[c, pos] += (w0 * v.here[k, pos - STRIDE - 1] + w1 * v.here[k, pos - STRIDE] + w2 * v.here[k, pos - STRIDE + 1] +
                                   w3 * v.here[k, pos - 1] + w4 * v.here[k, pos] + w5 * v.here[k, pos + 1] +
                                   w6 * v.here[k, pos + STRIDE - 1] + w7 * v.here[k, pos + STRIDE] + w8 * v.here[k, pos + STRIDE + 1])


@unit(void(NETWORK, VIEW, int64))
def evaluate(w, v, size):
    """Compute the owners of all points and the logits of all moves of a position whose planes are filled in."""
    first, end = int64(STRIDE + 1), int64(size * STRIDE + size + 1)
    area = float32(size * size)
    for c in range(CHANNELS):
        for pos in range(first, end):
            v.next[c, pos] = w.bias[0, c]
    for k in range(PLANES):
        for pos in range(NPOINTS):
            v.here[k, pos] = v.plane[k, pos]
    _convolve(w, v, int64(0), int64(PLANES), first, end)
    for c in range(CHANNELS):
        for pos in range(first, end):
            v.here[c, pos] = max(v.next[c, pos], float32(0.0)) * v.plane[Plane.BOARD, pos]
    for number in range(1, LAYERS + 1):
        for c in range(CHANNELS):
            v.mean[c] = 0.0
            for pos in range(first, end):
                v.mean[c] += v.here[c, pos]
        for c in range(CHANNELS):
            shift = w.bias[number, c]
            for k in range(CHANNELS):
                shift += v.mean[k] / area * w.mean[number, k, c]
            for pos in range(first, end):
                v.next[c, pos] = shift
        _convolve(w, v, number, int64(CHANNELS), first, end)
        for c in range(CHANNELS):
            for pos in range(first, end):
                v.here[c, pos] += max(v.next[c, pos], float32(0.0)) * v.plane[Plane.BOARD, pos]
    for pos in range(first, end):
        v.logit[pos] = w.chance * v.plane[Plane.CHANCE, pos] + w.unlisted * (1 - v.plane[Plane.LISTED, pos])
        v.owner[pos] = w.owner_bias + w.owned * v.plane[Plane.OWNED, pos]
    for c in range(CHANNELS):
        for pos in range(first, end):
            v.logit[pos] += w.move[c] * v.here[c, pos]
            v.owner[pos] += w.owner[c] * v.here[c, pos]
    for pos in range(first, end):
        v.owner[pos] = math.tanh(v.owner[pos]) * v.plane[Plane.BOARD, pos]


@unit(float64(FAST, PLAYOUT, NETWORK, VIEW, BOUZY, int64, int64))
def judge(f, p, w, v, z, color, count):
    """Replace the probabilities of the ``count`` moves listed by ``choices`` by the network's.  Return Black's points less White's."""
    look(f, p, v, z, color, count)
    evaluate(w, v, int64(f.size))
    most = -1e9
    for k in range(count):
        most = max(most, float64(v.logit[p.choice[k]]))
    total = 0.0
    for k in range(count):
        p.chance[k] = math.exp(v.logit[p.choice[k]] - most)
        total += p.chance[k]
    for k in range(count):
        p.chance[k] /= total
    points = 0.0
    for row in range(f.size):
        for pos in range((row + 1) * STRIDE + 1, (row + 1) * STRIDE + 1 + f.size):
            points += v.owner[pos]
    return points if color == BLACK else -points


py_judge = for_python(judge)
py_evaluate = for_python(evaluate)


def with_weights(given: Mapping[str, np.ndarray]) -> np.void:
    """Return a record of these weights, named as ``NETWORK`` names them.  Raises KeyError and ValueError for others."""
    w = new_record(NETWORK)
    for name in w.dtype.names or ():
        w[name] = given[name]
    return w


@cache
def learned() -> np.void:
    """Return the engine's weights."""
    with resources.files(__package__).joinpath(WEIGHTS_FILE).open('rb') as file, np.load(file) as given:
        return with_weights(given)
