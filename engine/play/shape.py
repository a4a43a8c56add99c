"""Shapes that good moves make, learned from games: what lies round a move (after Stern, Herbrich and Graepel 2006).

    . X .      a neighbourhood is all points up to a distance dx + dy + max(dx, dy), beyond the edge too, seen from the side to move;
    O * .      of every one that was met often, in nine sizes, it is known in what part of the positions in which the move could be made
    . . .      it was made

A move is worth what its largest known neighbourhood says.  ``owlgo learn`` makes the file from game records.
"""
import gzip
import random
from functools import cache
from importlib import resources
from typing import NamedTuple

import numba
import numpy as np
from numba import float64, int64, uint64, void

from engine.core.jit import kernel, unit
from engine.core.points import EMPTY, STRIDE
from engine.play.fastboard import FAST

DISTANCES = (3, 4, 5, 6, 7, 8, 9, 10, 12)
"""The largest distance of each size."""
SIZES = len(DISTANCES)
REACH = 6
SLOTS = 1 << 19
OWN, ENEMY, OUTSIDE = 1, 2, 3
SIGNS = '.XO#'
"""Of what lies on a point: nothing, the mover's stone, the opponent's, nothing at all."""
FILE = 'shapes.txt.gz'


def steps() -> list[tuple[int, int]]:
    """Rows and columns of the points of the largest neighbourhood, the nearest first."""
    found = [(row, col) for row in range(-REACH, REACH + 1) for col in range(-REACH, REACH + 1) if (row, col) != (0, 0)]
    return sorted((step for step in found if distance(step) <= DISTANCES[-1]), key=lambda step: (distance(step), step))


def distance(step: tuple[int, int]) -> int:
    """How far a point is: between the round and the square."""
    row, col = abs(step[0]), abs(step[1])
    return row + col + max(row, col)


STEPS = steps()
POINTS = len(STEPS)
COUNTS = tuple(sum(distance(step) <= most for step in STEPS) for most in DISTANCES)
"""Points of each size."""
_MATRICES = ((1, 0, 0, 1), (0, 1, 1, 0), (-1, 0, 0, 1), (0, -1, 1, 0), (1, 0, 0, -1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, -1, 0))
TURNS = tuple(tuple(STEPS.index((a * row + b * col, c * row + d * col)) for row, col in STEPS) for a, b, c, d in _MATRICES)
"""For each of the eight ways to lay a board: where every point goes."""

SHAPES_DTYPE = np.dtype([
    ('row', 'i4', (POINTS,)),
    ('col', 'i4', (POINTS,)),
    ('end', 'i4', (SIZES,)),            # of each size: how many points it has
    ('key', 'u8', (POINTS, 4)),
    ('known', 'u8', (SLOTS,)),          # the hash of a neighbourhood, or 0,
    ('value', 'f4', (SLOTS,)),          # and what it says
    ('code', 'i4', (POINTS,)),          # what lies round the point last looked at, from the side to move
    ('turn', 'i4', (8, POINTS)),
    ('lowest', 'u8', (SIZES,)),         # of each size the lowest hash of the eight
], align=True)
SHAPES = numba.from_dtype(SHAPES_DTYPE)


@kernel(int64(FAST, SHAPES, int64, int64, int64, int64))
def _what(f, s, row, col, k, color):
    """What lies on a point of a neighbourhood."""
    r, c = row + s.row[k], col + s.col[k]
    if r < 0 or c < 0 or r >= f.size or c >= f.size:
        return OUTSIDE
    stone = f.color[(r + 1) * STRIDE + c + 1]
    return EMPTY if stone == EMPTY else OWN if stone == color else ENEMY


@kernel(int64(SHAPES, uint64))
def _slot(s, key):
    """Where a hash is, or the free place where it would be."""
    slot = int64(key & uint64(SLOTS - 1))
    while s.known[slot] != key and s.known[slot] != 0:
        slot = (slot + 1) & (SLOTS - 1)
    return slot


@unit(float64(FAST, SHAPES, int64, int64))
def shape_value(f, s, pos, color):
    """What the largest known neighbourhood of a move says, 0 if none is known."""
    row, col = pos // STRIDE - 1, pos % STRIDE - 1
    key = uint64(0)
    found = 0.0
    k = 0
    for size in range(SIZES):
        while k < s.end[size]:
            key ^= s.key[k, _what(f, s, row, col, k, color)]
            k += 1
        slot = _slot(s, key)
        if s.known[slot] != key:
            return found
        found = float64(s.value[slot])
    return found


@unit(void(FAST, SHAPES, int64, int64))
def look_round(f, s, pos, color):
    """Note what lies round a move, and of each size the lowest hash of the eight ways to lay the board."""
    row, col = pos // STRIDE - 1, pos % STRIDE - 1
    for k in range(POINTS):
        s.code[k] = _what(f, s, row, col, k, color)
    for turn in range(8):
        key = uint64(0)
        k = 0
        for size in range(SIZES):
            while k < s.end[size]:
                key ^= s.key[s.turn[turn, k], s.code[k]]
                k += 1
            if turn == 0 or key < s.lowest[size]:
                s.lowest[size] = key


@kernel(float64(FAST, SHAPES, int64, int64))
def py_shape_value(f, s, pos, color):
    """``shape_value`` for Python."""
    return shape_value(f, s, pos, color)


@kernel(void(FAST, SHAPES, int64, int64))
def py_look_round(f, s, pos, color):
    """``look_round`` for Python."""
    look_round(f, s, pos, color)


class Shape(NamedTuple):
    """A neighbourhood and what it says."""
    signs: str
    value: float


def empty() -> np.void:
    """A record that knows no shapes."""
    s = np.zeros(1, SHAPES_DTYPE)[0]
    rng = random.Random(1)
    s['row'], s['col'] = np.array(STEPS).T
    s['end'], s['turn'] = COUNTS, TURNS
    s['key'] = np.array([[rng.getrandbits(64) for _ in SIGNS] for _ in STEPS], np.uint64)
    return s


def fill(s: np.void, shapes: list[Shape]) -> None:
    """Put shapes into a record, in every way that the board may lie.  Raises ValueError if there are too many."""
    keys: np.ndarray = s['key']
    found: dict[int, float] = {}
    for count in COUNTS:
        chosen = [shape for shape in shapes if len(shape.signs) == count]
        if not chosen:
            continue
        codes = np.array([[SIGNS.index(sign) for sign in shape.signs] for shape in chosen])
        values = [shape.value for shape in chosen]
        for turn in TURNS:
            hashes = np.bitwise_xor.reduce(keys[np.array(turn[:count]), codes], axis=1)
            found.update(zip(hashes.tolist(), values, strict=True))
    if len(found) > SLOTS // 2:
        raise ValueError(f'{len(found)} shapes are too many')
    known, value = s['known'], s['value']
    for key, worth in found.items():
        slot = key & (SLOTS - 1)
        while known[slot]:
            slot = (slot + 1) & (SLOTS - 1)
        known[slot], value[slot] = key, worth


def parse(text: str, name: str = FILE) -> list[Shape]:
    """The shapes of a file: a line each, the signs of its points in the order of STEPS and its value; # begins a comment.

    Raises ValueError that names the line.
    """
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith('# ') or not line.strip():
            continue
        try:
            signs, value = line.split()
            if len(signs) not in COUNTS or set(signs) - set(SIGNS):
                raise ValueError
            found.append(Shape(signs, float(value)))
        except ValueError:
            raise ValueError(f'{name}:{number}: no shape') from None
    return found


@cache
def learned() -> np.void:
    """The record of the shapes that come with the engine."""
    s = empty()
    fill(s, parse(gzip.decompress(resources.files('engine.play').joinpath(FILE).read_bytes()).decode()))
    return s
