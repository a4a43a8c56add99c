"""Learned weights of the shapes around a move, and of its other features (after Stern, Herbrich and Graepel 2006).

    . X .      a neighbourhood is all points up to a distance dx + dy + max(dx, dy), beyond the edge too, seen from the side to move;
    O * .      frequent ones, of nine sizes, have a weight each; a move's features are those around it, from the smallest up to the
    . . .      first unknown one

``owlgo learn`` makes the file from game records.
"""
import random
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numba import int64, uint64, void

from owlgo.engine.core.jit import for_python, kernel, unit
from owlgo.engine.core.layout import new_record, record_type
from owlgo.engine.core.points import EMPTY, STRIDE
from owlgo.engine.core.symmetry import images
from owlgo.engine.mcts.fastboard import FAST
from owlgo.engine.mcts.playout import PLAYOUT
from owlgo.engine.mcts.surroundings import SIGNS

DISTANCES = (3, 4, 5, 6, 7, 8, 9, 10, 12)
"""For each size of neighbourhood, the distance from the move to its farthest point."""
SIZES = len(DISTANCES)
"""Number of sizes of neighbourhoods."""
SHAPE_SLOTS = 1 << 19
"""Number of entries of the hash table of shapes."""
WEIGHTS_FILE = 'shapes.txt.gz'
"""The file of the engine's weights, in this folder."""
FARTHEST = 17
"""Largest distance of two moves.  Longer distances count as this distance."""
LINES = 5
"""Highest line, counted from the edge.  Higher lines count as this line."""
FEATURE_NAMES = ('captures', 'captures-many', 'captures-last', 'saves-by-capture', 'gives-atari', 'saves', 'two-liberties', 'into-atari',
         'into-atari-many', 'fights', 'corner', *(f'steps-{k}' for k in range(1, 5)), *(f'last-{k}' for k in range(FARTHEST + 1)),
         *(f'before-{k}' for k in range(FARTHEST + 1)), *(f'line-{k}' for k in range(1, LINES + 1)),
         *(f'alone-{k}' for k in range(1, LINES + 1)), *(f'unknown-{k}' for k in range(SIZES)))
"""Names of the plain features, by number.  Shapes have the numbers after these."""
MOST_SHAPES = 1 << 15
"""Most shapes with a weight."""
CORNER_WIDTH, CORNER_CHOICES, CORNER_SLOTS = 8, 6, 1 << 10
"""Lines of a wide corner; most next moves of a position; entries of the table of corner openings (``engine.mcts.corners``)."""


class Feature(IntEnum):
    """Numbers of plain features, as in FEATURE_NAMES.  A name that ends in _0 is the first of a series."""
    (CAPTURES, CAPTURES_MANY, CAPTURES_LAST, SAVES_BY_CAPTURE, GIVES_ATARI, SAVES, TWO_LIBERTIES, INTO_ATARI, INTO_ATARI_MANY, FIGHTS,
     CORNER) = range(11)
    STEPS_0, LAST_0, BEFORE_0, LINE_0, ALONE_0, UNKNOWN_0 = (FEATURE_NAMES.index(name) for name in (
        'steps-1', 'last-0', 'before-0', 'line-1', 'alone-1', 'unknown-0'))


def steps() -> list[tuple[int, int]]:
    """List the points of the largest neighbourhood as rows and columns from the move, the nearest first."""
    # A point seven rows or columns away is beyond the largest distance.
    found = [(row, col) for row in range(-6, 7) for col in range(-6, 7) if (row, col) != (0, 0)]
    return sorted((step for step in found if distance(step) <= DISTANCES[-1]), key=lambda step: (distance(step), step))


def distance(step: tuple[int, int]) -> int:
    """Return the distance dx + dy + max(dx, dy) of a step."""
    row, col = abs(step[0]), abs(step[1])
    return row + col + max(row, col)


STEPS = steps()
"""Rows and columns from the move to the points of the largest neighbourhood."""
COUNTS = tuple(sum(distance(step) <= most for step in STEPS) for most in DISTANCES)
"""Number of points in a neighbourhood of each size."""
TURNS = images(tuple(STEPS))
"""For each of the eight symmetries, the index of each point's image."""

SHAPE_WEIGHTS = record_type([
    ('row', 'i4', (len(STEPS),)),
    ('col', 'i4', (len(STEPS),)),
    ('end', 'i4', (SIZES,)),            # of each size: how many points it has
    ('key', 'u8', (len(STEPS), 4)),
    ('known', 'u8', (SHAPE_SLOTS,)),          # the hash of a neighbourhood, or 0,
    ('which', 'i4', (SHAPE_SLOTS,)),          # and its number as a feature
    ('value', 'f4', (len(FEATURE_NAMES) + MOST_SHAPES,)),   # the weights of features
    ('corner_key', 'u8', (CORNER_WIDTH, CORNER_WIDTH, 2)),
    ('corner_known', 'u8', (CORNER_SLOTS,)),
    ('corner_move', 'i4', (CORNER_SLOTS, CORNER_CHOICES)),
    ('code', 'i4', (len(STEPS),)),          # the neighbourhood last recorded, from the side to move
    ('turn', 'i4', (8, len(STEPS))),
    ('lowest', 'u8', (SIZES,)),         # of each size the lowest hash of the eight
])
"""The learned weights in hash tables."""


@kernel(int64(FAST, SHAPE_WEIGHTS, int64, int64, int64, int64))
def _what(f, s, row, col, k, color):
    """Return what lies on point k of a neighbourhood, as an index of SIGNS."""
    r, c = row + s.row[k], col + s.col[k]
    if r < 0 or c < 0 or r >= f.size or c >= f.size:
        return 3
    stone = f.color[(r + 1) * STRIDE + c + 1]
    return 0 if stone == EMPTY else 1 if stone == color else 2


@kernel(int64(SHAPE_WEIGHTS, uint64))
def _slot(s, key):
    """Return the table index of a hash, or of the free entry for it."""
    slot = int64(key & uint64(SHAPE_SLOTS - 1))
    while s.known[slot] != key and s.known[slot] != 0:
        slot = (slot + 1) & (SHAPE_SLOTS - 1)
    return slot


@unit(int64(FAST, PLAYOUT, SHAPE_WEIGHTS, int64, int64, int64))
def shape_features(f, p, s, n, pos, color):
    """Add the known shapes around a move to its n features in ``p.feature``.  Return the new number of features."""
    row, col = pos // STRIDE - 1, pos % STRIDE - 1
    key = uint64(0)
    k = 0
    for size in range(SIZES):
        while k < s.end[size]:
            key ^= s.key[k, _what(f, s, row, col, k, color)]
            k += 1
        slot = _slot(s, key)
        if s.known[slot] != key:
            p.feature[n] = Feature.UNKNOWN_0 + size
            return n + 1
        p.feature[n] = s.which[slot]
        n += 1
    return n


@unit(void(FAST, SHAPE_WEIGHTS, int64, int64))
def look_round(f, s, pos, color):
    """Record the neighbourhood of a move, and for each size the lowest hash of its eight symmetries."""
    row, col = pos // STRIDE - 1, pos % STRIDE - 1
    for k in range(len(s.code)):
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


py_look_round = for_python(look_round)


class LearnedWeights(NamedTuple):
    """Learned weights: plain features by name, and shapes by the signs of their points in the order of STEPS."""
    plain: dict[str, float]
    shapes: dict[str, float]


def empty() -> np.void:
    """Return a record without weights."""
    s = new_record(SHAPE_WEIGHTS)
    rng = random.Random(1)
    s['row'], s['col'] = np.array(STEPS).T
    s['end'], s['turn'] = COUNTS, TURNS
    s['key'] = np.array([[rng.getrandbits(64) for _ in SIGNS] for _ in STEPS], np.uint64)
    return s


def fill(s: np.void, weights: LearnedWeights) -> None:
    """Put weights into a record, shapes in all eight symmetries.  Raises ValueError if there are too many shapes."""
    if len(weights.shapes) > MOST_SHAPES:
        raise ValueError(f'{len(weights.shapes)} shapes are too many')
    keys: np.ndarray = s['key']
    found: dict[int, int] = {}
    for count in COUNTS:
        chosen = {len(FEATURE_NAMES) + k: signs for k, signs in enumerate(weights.shapes) if len(signs) == count}
        if not chosen:
            continue
        codes = np.array([[SIGNS.index(sign) for sign in signs] for signs in chosen.values()])
        for turn in TURNS:
            hashes = np.bitwise_xor.reduce(keys[np.array(turn[:count]), codes], axis=1)
            found.update(zip(hashes.tolist(), chosen, strict=True))
    known, which = s['known'], s['which']
    for key, number in found.items():
        slot = key & (SHAPE_SLOTS - 1)
        while known[slot]:
            slot = (slot + 1) & (SHAPE_SLOTS - 1)
        known[slot], which[slot] = key, number
    for name, weight in weights.plain.items():
        s['value'][FEATURE_NAMES.index(name)] = weight
    s['value'][len(FEATURE_NAMES):len(FEATURE_NAMES) + len(weights.shapes)] = list(weights.shapes.values())


def parse(text: str, name: str = WEIGHTS_FILE) -> LearnedWeights:
    """Parse a file of weights.  A line has a feature's name, or a shape's signs, and the weight.  # begins a comment.

    Raises ValueError naming the line.
    """
    weights = LearnedWeights({}, {})
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith('# ') or not line.strip():
            continue
        try:
            what, weight = line.split()
            if what in FEATURE_NAMES:
                weights.plain[what] = float(weight)
            elif len(what) in COUNTS and not set(what) - set(SIGNS):
                weights.shapes[what] = float(weight)
            else:
                raise ValueError
        except ValueError:
            raise ValueError(f'{name}:{number}: no feature') from None
    return weights
