"""Learn the weights of playouts' moves (``engine.mcts.surroundings``) from judged games.

    python -m owlgo.regress.train.surroundings FOLDER... -o engine/mcts/surroundings.txt

A judged position with a last move gives choices between the empty points round that move and all others, and a choice between the points
that are not near it, drawn by the judge's probabilities.
"""
import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from owlgo.engine.core.points import BLACK, BORDER, EMPTY, WHITE
from owlgo.engine.mcts.surroundings import PLACES, REPLIES, SIGNS, STEPS, TURNS
from owlgo.regress.train import listwise
from owlgo.regress.train.listwise import Choice

DRAWS = 3
"""Choices of a reply drawn from a position."""
FAR = 5
"""Points farther from the last move than this (dx + dy + max(dx, dy)) are elsewhere."""
MOST_NEAR = 0.98
"""Positions in which near moves have more of the probability than this tell nothing of moves elsewhere."""
RARE = 3
"""How often a kind of move must have been possible to get a weight."""
DECAY = 0.1
"""How strongly weights are pulled towards 0 (``listwise.fit``)."""


def lowest_images() -> np.ndarray:
    """Return, by code of eight points, the lowest code of its eight images."""
    code = np.arange(1 << 2 * len(STEPS))
    parts = [code >> 2 * k & 3 for k in range(len(STEPS))]
    found: np.ndarray = np.min(np.array([sum((parts[at] << 2 * k for k, at in enumerate(turn)), code * 0) for turn in TURNS]), axis=0)
    return found


LOWEST = lowest_images()


def codes_of(board: np.ndarray, side: int) -> np.ndarray:
    """Return the lowest code of every point of a board of rows, seen from the side to move, row by row."""
    size = len(board)
    seen = np.full((size + 2, size + 2), BORDER)
    seen[1:-1, 1:-1] = board if side == BLACK else (BLACK + WHITE - board) * (board != EMPTY)
    code = sum((seen[1 + r:1 + r + size, 1 + c:1 + c + size] << 2 * k for k, (r, c) in enumerate(STEPS)), np.zeros((size, size), int))
    found: np.ndarray = LOWEST[code].ravel()
    return found


def choices_of(board: np.ndarray, side: int, last: int, chances: np.ndarray, rng: np.random.Generator) -> list[Choice]:
    """Draw choices from a position, given by its rows.  ``last``: the last move's index.  ``chances``: by index, a pass at the end."""
    size, codes = len(board), codes_of(board, side)
    row, col = np.divmod(np.arange(size * size), size)
    down, right = abs(row - last // size), abs(col - last % size)
    empty = board.ravel() == EMPTY
    beside = np.flatnonzero(empty & (down + right == 1))
    diagonal = np.flatnonzero(empty & (down == 1) & (right == 1))
    far = np.flatnonzero(empty & (down + right + np.maximum(down, right) > FAR))
    chances = np.maximum(chances.astype(float), 0)
    found: list[Choice] = []

    def draw(keys: list[list[int]], odds: np.ndarray, times: int) -> None:
        found.extend((keys, int(made)) for made in rng.choice(len(odds), times, p=odds / odds.sum()))
    near = np.concatenate([beside, diagonal])
    if len(near):
        keys = [[int(place << 16 | codes[at])] for place, some in enumerate((beside, diagonal)) for at in some]
        draw([*keys, []], np.append(chances[near], max(1.0 - chances[near].sum(), 0.0)), DRAWS)
    if chances[far].sum() > 1.0 - MOST_NEAR:
        draw([[int(REPLIES << 16 | codes[at])] for at in far], chances[far], 1)
    return found


def judged(folders: Sequence[Path]) -> Iterator[Choice]:
    """Yield the choices of all judged games in these folders."""
    rng = np.random.default_rng(1)
    for path in sorted(path for folder in folders for path in folder.glob('*.npz')):
        with np.load(path) as data:
            size, boards, lasts, sides, chances = int(data['size']), data['board'], data['last'], data['toplay'], data['policy']
        for board, last, side, chance in zip(boards, lasts, sides, chances, strict=True):
            if last[0] >= 0:
                yield from choices_of(board.reshape(size, size).astype(int), int(side), int(last[0]), chance, rng)


def name_of(key: int) -> str:
    """Return the place and the signs of a kind of move."""
    return f'{PLACES[key >> 16]} {"".join(SIGNS[key >> 2 * k & 3] for k in range(len(STEPS)))}'


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn the weights and write them."""
    parser = argparse.ArgumentParser(prog='python -m owlgo.regress.train.surroundings', description=__doc__.split('\n')[0])
    parser.add_argument('folders', type=Path, nargs='+', help='folders of judged games (regress.train.judged)')
    parser.add_argument('-o', '--output', type=Path, required=True, metavar='FILE', help='the file of weights to write')
    given = parser.parse_args(arguments)
    listwise.optimiser()
    lists = list(judged(given.folders))
    if not lists:
        parser.error(f'no judged games in {" ".join(map(str, given.folders))}')
    numbers, weights = listwise.learn(lists, RARE, DECAY)
    found = listwise.Choices.of(lists, numbers).prediction(weights)
    lines = [f'# {len(numbers)} kinds of moves from {len(lists)} choices; {found}\n',
             *sorted(f'{name_of(key)} {weights[k]:.2f}\n' for key, k in numbers.items())]
    given.output.write_text(''.join(lines))
    print(lines[0].strip('# \n'))
    return 0


if __name__ == '__main__':
    raise SystemExit(main())
