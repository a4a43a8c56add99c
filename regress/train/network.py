"""Learn the weights of a network from judged positions (``judged``): owners of points, moves and leads.

    python -m owlgo.regress.train.network FOLDER -o engine/mcts/network.npz
    python -m owlgo.regress.train.network FOLDER -o engine/score/outlook.npz --channels 64 --layers 8 --rate 0.0015

Plain numpy: the gradient is worked out by hand, and the weights move by Adam (Kingma and Ba 2015).  The network sees each position turned
and mirrored at random, half of the time without playouts.
"""
import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.console import Console
from rich.progress import track

from owlgo.engine.mcts.forward import LayerInput, Network, windows
from owlgo.engine.mcts.network import LAYERS
from owlgo.engine.mcts.planes import CHANNELS, PLANES, Plane
from owlgo.regress.train.judged import JudgedPositions, load

Weights = dict[str, np.ndarray]
"""The network's weights, by the names of ``engine.mcts.network.NETWORK``."""
TOGETHER = 11_552
"""Points of the boards that one step looks at: 32 boards of 19 lines."""
RATE, WARM = 4e-3, 50
"""Largest rate, where none is asked for, and the steps in which it is reached."""
DECAY = 0.01
"""How strongly weights are pulled towards 0, for each unit of the rate."""
OWNERS, LEAD = 6.0, 0.2
"""Weights of the owners' error and of the lead's, for each point of the board; that of moves is 1."""
MOST = 15.0
"""Points beyond which an error of the lead counts no more."""
BLIND, FORGETFUL = 0.5, 0.1
"""Shares of positions that are shown without playouts, and without the last moves."""
HELD_BACK = 12
"""One game in HELD_BACK is kept for validation."""


class Error(NamedTuple):
    """What a network gets wrong, on average."""
    moves: float
    """Cross entropy of the judge's probabilities of moves."""
    best: float
    """Share of positions whose most probable move is the judge's."""
    owners: float
    """Squared error of a point's owner, from -1 to 1."""
    lead: float
    """Points by which the lead is wrong."""


@dataclass(frozen=True)
class Lesson:
    """Positions of one size, from the view of the side to move."""
    planes: np.ndarray
    """What the network sees: (positions, lines, lines, PLANES)."""
    moves: np.ndarray
    """The judge's probabilities of moves: (positions, points)."""
    owners: np.ndarray
    """The owners, from -1 to 1: (positions, points)."""
    lead: np.ndarray
    """The side's points less the opponent's, komi apart: (positions,)."""

    @property
    def size(self) -> int:
        return int(self.planes.shape[1])


def random_weights(rng: np.random.Generator, channels: int, layers: int) -> Weights:
    """Return weights to begin with (He et al. 2015), for so many channels and residual layers."""
    layer = rng.standard_normal((layers + 1, channels, max(channels, PLANES), 9)) * 0.5 * np.sqrt(2 / (9 * channels))
    layer[0, :, PLANES:] = layer[1:, :, channels:] = 0
    zero = {'bias': np.zeros((layers + 1, channels)), 'mean': np.zeros((layers + 1, channels, channels)), 'move': np.zeros(channels),
            'owner': np.zeros(channels), 'owner_bias': np.zeros(()), 'chance': np.array(6.0), 'unlisted': np.array(-6.0),
            'owned': np.array(0.5)}
    return {name: value.astype(np.float32) for name, value in {'layer': layer, **zero}.items()}


def _back(layer: np.ndarray) -> np.ndarray:
    """Return the weights that carry slopes back through a residual layer, as what ``windows`` are multiplied by."""
    channels = len(layer)
    return np.asarray(layer[:, :channels, ::-1].transpose(2, 0, 1).reshape(9 * channels, channels))


class Pass:
    """The network applied to a batch, and what the slopes need of it."""

    def __init__(self, w: Weights, batch: Lesson) -> None:
        self.w, self.batch = w, batch
        self.count, self.points = len(batch.planes), batch.size ** 2
        self.layers = list[LayerInput]()
        self.here, logits, self.owners = Network(w).apply(batch.planes, self.layers)
        self.flat = batch.planes.reshape(self.count, self.points, PLANES)
        logits = np.where(self.empty, logits, -1e9)
        chances = np.exp(logits - logits.max(1, keepdims=True))
        self.chances = chances / chances.sum(1, keepdims=True)

    @property
    def empty(self) -> np.ndarray:
        """Whether each point is empty."""
        return np.asarray(self.flat[:, :, Plane.OWN] + self.flat[:, :, Plane.OTHER] < 0.5)

    @property
    def ahead(self) -> np.ndarray:
        """By how many points each lead is too large."""
        return np.asarray(self.owners.sum(1) - self.batch.lead)

    @property
    def error(self) -> Error:
        """What the network gets wrong, on average."""
        best = self.chances.argmax(1) == self.batch.moves.argmax(1)
        return Error(float(-(self.batch.moves * np.log(self.chances + 1e-12)).sum(1).mean()), float(best.mean()),
                     float(((self.owners - self.batch.owners) ** 2).mean()), float(np.abs(self.ahead).mean()))

    @property
    def loss(self) -> float:
        """What ``slopes`` makes smaller."""
        ahead = np.abs(self.ahead)
        bounded = np.where(ahead < MOST, ahead ** 2 / 2, MOST * (ahead - MOST / 2))
        return self.error.moves + OWNERS * self.error.owners + LEAD * float((bounded / self.points).mean())

    def slopes(self) -> Weights:
        """Return the slope of the loss along each weight."""
        w, batch, found = self.w, self.batch, {}
        moves = np.where(self.empty, self.chances - batch.moves, 0) / self.count
        owners = (2 * OWNERS * (self.owners - batch.owners) + LEAD * np.clip(self.ahead, -MOST, MOST)[:, None]) / (self.points * self.count)
        owners = owners * (1 - self.owners ** 2)
        found['move'], found['owner'] = np.einsum('bn,bnc->c', moves, self.here), np.einsum('bn,bnc->c', owners, self.here)
        found['chance'] = (moves * self.flat[:, :, Plane.CHANCE]).sum()
        found['unlisted'] = (moves * (1 - self.flat[:, :, Plane.LISTED])).sum()
        found['owner_bias'], found['owned'] = owners.sum(), (owners * self.flat[:, :, Plane.OWNED]).sum()
        channels = len(w['move'])
        here = (moves[:, :, None] * w['move'] + owners[:, :, None] * w['owner']).reshape(-1, channels).astype(np.float32)
        layer, bias, mean = np.zeros_like(w['layer']), np.zeros_like(w['bias']), np.zeros_like(w['mean'])
        for number, saw in reversed(list(enumerate(self.layers))):
            y = here * saw.active
            inputs = channels if number else PLANES
            layer[number][:, :inputs] = (saw.windows.T @ y).reshape(9, inputs, channels).transpose(2, 1, 0)
            bias[number] = y.sum(0)
            if number:
                here = here + windows(y.reshape(self.count, batch.size, batch.size, channels)) @ _back(w['layer'][number])
                total = y.reshape(self.count, self.points, channels).sum(1)
                mean[number] = saw.mean.T @ total
                here = here + np.repeat(total @ w['mean'][number].T / self.points, self.points, axis=0)
        return found | {'layer': layer, 'bias': bias, 'mean': mean}


class Adam:
    """Moves weights against their slopes (Kingma and Ba 2015)."""

    def __init__(self, w: Weights, steps: int, rate: float) -> None:
        self.w, self.steps, self.rate, self.step = w, steps, rate, 0
        self.mean, self.square = ({name: np.zeros_like(value) for name, value in w.items()} for _ in range(2))

    def move(self, slopes: Weights) -> None:
        """Make a step; their length falls to nothing along a cosine."""
        self.step += 1
        rate = self.rate * min(self.step / WARM, 1.0) * 0.5 * (1 + np.cos(np.pi * self.step / self.steps))
        for name, value in self.w.items():
            mean, square, slope = self.mean[name], self.square[name], np.asarray(slopes[name], np.float32)
            mean += 0.1 * (slope - mean)
            square += 0.003 * (slope * slope - square)
            pull = DECAY * value if value.ndim > 1 else 0.0
            way = mean / (1 - 0.9 ** self.step) / (np.sqrt(square / (1 - 0.997 ** self.step)) + 1e-8)
            self.w[name] = value - np.float32(rate) * (way + pull)


def batch_of(some: JudgedPositions, index: np.ndarray, turn: int = 0, blind: np.ndarray | None = None,
             forgets: np.ndarray | None = None) -> Lesson:
    """Return positions, turned by ``turn`` quarters and from 4 on also mirrored.  Those marked ``blind`` and ``forgets`` show less."""
    count, size = len(index), some.size
    planes = some.planes[index].astype(np.float32).reshape(count, size, size, PLANES)
    boards = [values[index].astype(np.float32).reshape(count, size, size) for values in (some.moves, some.owners)]
    if blind is not None:
        planes[blind, :, :, Plane.OWNED:Plane.PLAYED_OUT + 1] = 0
    if forgets is not None:
        planes[forgets, :, :, Plane.LAST:Plane.BEFORE + 1] = 0
    planes, moves, owners = (np.rot90(board, turn, (1, 2)) for board in (planes, *boards))
    if turn >= 4:
        planes, moves, owners = planes[:, :, ::-1], moves[:, :, ::-1], owners[:, :, ::-1]
    moves = moves.reshape(count, -1)
    return Lesson(np.ascontiguousarray(planes), moves / np.maximum(moves.sum(1, keepdims=True), 1e-9), owners.reshape(count, -1),
                 some.lead[index].astype(np.float32))


def _shuffled(sets: Sequence[JudgedPositions], rng: np.random.Generator) -> list[tuple[JudgedPositions, np.ndarray]]:
    """Return the positions that are learned from, shuffled, in batches of one size each."""
    found = []
    for some in sets:
        index = rng.permutation(np.flatnonzero(some.game % HELD_BACK != 0))
        each = max(TOGETHER // some.size ** 2, 1)
        found += [(some, index[k:k + each]) for k in range(0, len(index), each)]
    return [found[k] for k in rng.permutation(len(found))]


def fit(w: Weights, sets: Sequence[JudgedPositions], rounds: int, rng: np.random.Generator, console: Console,
        rate: float = RATE) -> Weights:
    """Return weights after so many rounds through all positions.  Raises ValueError if there are none."""
    steps = rounds * len(_shuffled(sets, rng))
    if not steps:
        raise ValueError('no positions to learn from')
    adam = Adam(w, steps, rate)
    for _ in track(range(rounds), 'learning', console=console):
        for some, index in _shuffled(sets, rng):
            blind, forgets = rng.random(len(index)) < BLIND, rng.random(len(index)) < FORGETFUL
            adam.move(Pass(adam.w, batch_of(some, index, int(rng.integers(8)), blind, forgets)).slopes())
    return adam.w


def errors(w: Weights, sets: Sequence[JudgedPositions]) -> Iterator[tuple[int, bool, Error]]:
    """Yield, by size of board and with and without playouts, what the network gets wrong in games that it did not learn from."""
    for some in sets:
        index = np.flatnonzero(some.game % HELD_BACK == 0)
        parts = [index[k:k + 64] for k in range(0, len(index), 64)]
        for blind in (False, True) if parts else ():
            found = [Pass(w, batch_of(some, part, blind=np.full(len(part), blind))).error for part in parts]
            yield some.size, not blind, Error(*np.average(found, axis=0, weights=[len(part) for part in parts]).tolist())


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn from a folder of judged games."""
    parser = argparse.ArgumentParser(prog='python -m owlgo.regress.train.network', description=__doc__.split('\n')[0])
    parser.add_argument('folder', type=Path, help='judged games (python -m owlgo.regress.train.judged)')
    parser.add_argument('-o', '--output', type=Path, required=True, help='file of the weights')
    parser.add_argument('--rounds', type=int, default=30, help='rounds through all positions (30)')
    parser.add_argument('--channels', type=int, default=CHANNELS, help=f'numbers that a layer keeps for each point ({CHANNELS})')
    parser.add_argument('--layers', type=int, default=LAYERS, help=f'residual layers ({LAYERS})')
    parser.add_argument('--rate', type=float, default=RATE, help=f'largest step of the weights ({RATE})')
    parser.add_argument('--seed', type=int, default=1)
    given = parser.parse_args(arguments)
    console, rng = Console(stderr=True), np.random.default_rng(given.seed)
    sets = load(given.folder)
    w = fit(random_weights(rng, given.channels, given.layers), sets, given.rounds, rng, console, given.rate)
    with given.output.open('wb') as file:
        np.savez_compressed(file, allow_pickle=False, **{name: value.astype(np.float16) for name, value in w.items()})
    for size, played_out, error in errors(w, sets):
        print(f'{size}x{size}{"" if played_out else ", without playouts"}: best move {error.best:.1%}, cross entropy {error.moves:.2f}, '
              f'owners {error.owners:.3f}, lead {error.lead:.1f} points')
    return 0


if __name__ == '__main__':
    sys.exit(main())
