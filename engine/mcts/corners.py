"""Corner openings: the next moves in a corner, from the diagrams in ``corners.txt``.

A corner is eight lines wide.  On boards of 13 to 16 lines it is six lines wide, and only the diagrams that fit are used.
"""
import random
from collections.abc import Iterator
from importlib import resources
from itertools import product
from typing import NamedTuple

import numpy as np
from numba import int64, uint64, void

from owlgo.engine.core.jit import kernel
from owlgo.engine.core.points import EMPTY, STRIDE
from owlgo.engine.mcts.fastboard import FAST
from owlgo.engine.mcts.playout import PLAYOUT
from owlgo.engine.mcts.shape import CORNER_CHOICES, CORNER_SLOTS, CORNER_WIDTH, SHAPE_WEIGHTS

NARROW_CORNER = 6
"""Width of a corner, in lines, on boards with fewer than WIDE_FROM lines."""
WIDE_FROM, CORNERS_FROM = 17, 13
"""Size in lines of the smallest board with wide corners, and of the smallest board with corner openings at all."""

Place = tuple[int, int]


class Opening(NamedTuple):
    """A diagram: its stones, by their lines from the left and from below (counted from 0), and the moves that follow."""
    stones: dict[Place, int]
    moves: list[Place]


def parse(text: str, name: str = 'corners.txt') -> list[Opening]:
    """Parse the diagrams of a file.  They are separated by empty lines, and # begins a comment.  Raises ValueError naming the line."""
    found, rows = [], list[list[str]]()
    for number, line in enumerate([*text.splitlines(), ''], 1):
        signs = line.split()
        if line.startswith('# '):
            continue
        if signs:
            rows.append(signs)
        if len(rows) > CORNER_WIDTH or any(len(row) != CORNER_WIDTH for row in rows) or (not signs and 0 < len(rows) < CORNER_WIDTH):
            raise ValueError(f'{name}:{number}: a corner has {CORNER_WIDTH} rows of {CORNER_WIDTH} points')
        if not signs and rows:
            found.append(_opening(rows, f'{name}:{number - 1}'))
            rows = []
    return found


def _opening(rows: list[list[str]], where: str) -> Opening:
    at = {(col, row): sign for row, signs in enumerate(reversed(rows)) for col, sign in enumerate(signs) if sign != '.'}
    stones = {place: 'XO'.index(sign) for place, sign in at.items() if sign in ('X', 'O')}
    order = '123456789abcdefgh'
    moves = {sign: place for place, sign in at.items() if sign in order}
    if len(stones) + len(moves) != len(at) or sorted(moves, key=order.index) != list(order[:len(moves)]) or not moves:
        raise ValueError(f'{where}: no moves in order')
    return Opening(stones, [moves[sign] for sign in order[:len(moves)]])


def positions(openings: list[Opening], width: int) -> Iterator[tuple[dict[Place, int], Place]]:
    """Yield each position in a corner of this width, and its mirror image, with the next move.  0 stands for the mover's stones."""
    for opening, swap in product(openings, (False, True)):
        stones = dict(opening.stones)
        for k, move in enumerate(opening.moves):
            if any(max(place) >= width for place in (move, *stones)):
                break
            yield {(b, a) if swap else (a, b): side ^ k & 1 for (a, b), side in stones.items()}, (move[1], move[0]) if swap else move
            stones[move] = k & 1


def add_corners(s: np.void, openings: list[Opening]) -> None:
    """Enter openings into the table of corner positions in a record of weights.  Raises ValueError if there are too many."""
    rng = random.Random(2)
    keys = [[[rng.getrandbits(64) for _ in range(2)] for _ in range(CORNER_WIDTH)] for _ in range(CORNER_WIDTH)]
    s['corner_key'] = np.array(keys, np.uint64)
    s['corner_known'] = 0
    moves: dict[int, list[int]] = {}
    for width in (CORNER_WIDTH, NARROW_CORNER):
        for stones, move in positions(openings, width):
            key = width
            for (a, b), side in stones.items():
                key ^= keys[a][b][side]
            choices = moves.setdefault(key, [])
            place = move[0] * CORNER_WIDTH + move[1]
            if place not in choices:
                choices.append(place)
    if len(moves) > CORNER_SLOTS // 2 or any(len(choices) > CORNER_CHOICES for choices in moves.values()):
        raise ValueError('too many corner openings')
    for key, choices in moves.items():
        slot = key % CORNER_SLOTS
        while s['corner_known'][slot]:
            slot = (slot + 1) % CORNER_SLOTS
        s['corner_known'][slot] = key
        s['corner_move'][slot] = choices + [-1] * (CORNER_CHOICES - len(choices))


def text() -> str:
    """Return the text of ``corners.txt``, the engine's diagrams."""
    return resources.files(__package__).joinpath('corners.txt').read_text('utf-8')


def read() -> list[Opening]:
    """Parse ``corners.txt``, the engine's openings."""
    return parse(text())


@kernel(int64(FAST, int64, int64, int64))
def _point(f, corner, a, b):
    """Return the point ``a`` lines from the side edge of a corner and ``b`` lines from the other edge."""
    row = f.size - 1 - b if corner & 1 else b
    col = f.size - 1 - a if corner & 2 else a
    return (row + 1) * STRIDE + col + 1


@kernel(void(FAST, PLAYOUT, SHAPE_WEIGHTS, int64))
def mark_corners(f, p, s, color):
    """Mark this side's known corner moves: set ``p.corner`` at their points to ``p.seen_now``, the current stamp."""
    if f.size < CORNERS_FROM:
        return
    width = int64(CORNER_WIDTH if f.size >= WIDE_FROM else NARROW_CORNER)
    for corner in range(4):
        key = uint64(width)
        for a in range(width):
            for b in range(width):
                stone = f.color[_point(f, corner, a, b)]
                if stone != EMPTY:
                    key ^= s.corner_key[a, b, 0 if stone == color else 1]
        slot = int64(key % uint64(CORNER_SLOTS))
        while s.corner_known[slot] != key and s.corner_known[slot] != 0:
            slot = (slot + 1) % CORNER_SLOTS
        if s.corner_known[slot] != key:
            continue
        for k in range(CORNER_CHOICES):
            place = int64(s.corner_move[slot, k])
            if place >= 0:
                p.corner[_point(f, corner, place // CORNER_WIDTH, place % CORNER_WIDTH)] = p.seen_now


@kernel(void(FAST, PLAYOUT, SHAPE_WEIGHTS, int64))
def py_mark_corners(f, p, s, color):
    """Mark this side's known corner moves with a new stamp, for Python (``mark_corners``)."""
    p.seen_now += 1
    mark_corners(f, p, s, color)
