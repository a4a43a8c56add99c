"""Order moves by a learned sum over features that need no reading:

    the 3x3 points round it, at edges and corners too     . X O      the same however it is turned
    the two points in each direction from it              . * O
    liberties after it, and what it captures              - - -
    what it puts in atari, and which own strings it saves
    where it lies in the eye space, and relative to the last move

Weights are learned from positions that the solver has settled (``regress.train.move_order``): among moves that look the same, the odds that
a move wins, as a logarithm.  The sums order the moves, and raise the first proof numbers of unlikely ones.
"""
from functools import cache
from importlib.resources import files

import numpy as np
from numba import int64, uint64

from owlgo.engine.core import store, symmetry
from owlgo.engine.core.bits import count_ones
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.points import STRIDE
from owlgo.engine.core.symmetry import images
from owlgo.engine.solver.region import CLOSED, EIGHT_AROUND

SHAPE_PATTERNS = 1 << 16
"""Number of patterns of the stones around a move."""
SITUATIONS = 5 * 3 * 3 * 3
"""Number of situations (``situation``)."""
RELATIONS = 4
"""Number of relations to the last move: next to it, diagonal to it, elsewhere, or no last move."""
EYE_PLACES = 80
"""Number of kinds of points, by their place in the eye space (``room``)."""
CROSSES = 1 << 16
"""Number of patterns of the stones on the points of ``CROSS_AROUND``."""
AT_SITUATION = SHAPE_PATTERNS
AT_RELATION = AT_SITUATION + SITUATIONS
AT_EYE_PLACE = AT_RELATION + RELATIONS
AT_CROSS = AT_EYE_PLACE + EYE_PLACES
"""Index of the first weight of each kind; shapes begin at 0."""
AT_PASS = AT_CROSS + CROSSES
"""Index of the weight of a pass."""
WEIGHT_COUNT = AT_PASS + 1
"""Number of weights."""
PRIOR_UNIT = 8
"""Units of a weight in one unit of log odds: weights are in eighths."""


@unit(int64(CLOSED, uint64, uint64, int64, int64))
def pattern(c, attackers, defenders, kind, v):
    """Return the pattern of the eight points around a point (kind 0), or of the two points in each direction from it (kind 1)."""
    code = c.frame[kind, v]
    for k in range(8):
        q = c.ring[kind, v, k]
        code += c.digit[kind, v, k] * ((attackers >> q & uint64(1)) + uint64(2) * (defenders >> q & uint64(1)))
    return int64(code)


@unit(int64(CLOSED, uint64, int64))
def room(c, space, v):
    """Return the kind of a point: whether it is in the eye space, the size of that space, and the point's neighbours in it."""
    inside = int64((space >> uint64(v)) & uint64(1))
    return (inside * 8 + min(count_ones(space), int64(7))) * 5 + count_ones(space & c.near[v])


@kernel(int64(int64))
def few(count):
    """Return a count limited to 2, which stands for two or more."""
    return min(count, int64(2))


@kernel(int64(int64, int64, int64, int64))
def situation(liberties, gone, atari, saved):
    """Return the number of a move's situation: its liberties, and how many stones it captures, puts in atari and saves."""
    return ((min(liberties, int64(4)) * 3 + few(gone)) * 3 + few(atari)) * 3 + few(saved)


@unit(int64(CLOSED, int64, int64))
def relation(c, v, last):
    """Return how a move lies to the last one: 0 adjacent, 1 diagonal, 2 further off, 3 after a pass or no move."""
    if last < 0 or last >= c.n:
        return 3
    if c.near[last] >> uint64(v) & uint64(1):
        return 0
    step = abs(c.place[v] - c.place[last])
    return 1 if step == STRIDE - 1 or step == STRIDE + 1 else 2


CROSS_AROUND: tuple[tuple[int, int], ...] = ((-1, 0), (0, -1), (0, 1), (1, 0), (-2, 0), (0, -2), (0, 2), (2, 0))
"""The points one and two steps from a move in a straight line, as rows and columns."""


def images_of(code: int, places: tuple[tuple[int, int], ...] = EIGHT_AROUND) -> set[int]:
    """Return the codes of a pattern in its eight orientations."""
    digits = [code >> 2 * k & 3 for k in range(8)]
    return {sum(digits[k] << 2 * at for at, k in enumerate(turn)) for turn in images(places)}


def picture(code: int, places: tuple[tuple[int, int], ...] = EIGHT_AROUND) -> str:
    """Return a pattern as text: three rows, like ``..X/O*X/---``, or the arms of a cross one after the other."""
    symbols = ['.XO-'[code >> 2 * k & 3] for k in range(8)]
    if places != EIGHT_AROUND:
        return ''.join(symbols)
    symbols.insert(4, '*')
    return '/'.join(''.join(symbols[k:k + 3]) for k in (0, 3, 6))


def parse(text: str, places: tuple[tuple[int, int], ...] = EIGHT_AROUND) -> int:
    """Return the code of a pattern, given its ``picture``.  Raises ValueError for other text."""
    symbols = text.replace('/', '')
    if places == EIGHT_AROUND:
        if len(symbols) != 9 or symbols[4] != '*':
            raise ValueError(f'no 3x3 pattern: {text}')
        symbols = symbols[:4] + symbols[5:]
    if len(symbols) != 8 or not set(symbols) <= set('.XO-'):
        raise ValueError(f'no pattern: {text}')
    return sum('.XO-'.index(symbol) << 2 * k for k, symbol in enumerate(symbols))


@cache
def weights() -> np.ndarray:
    """The learned weights, an array of shape (2, WEIGHT_COUNT) by side, in eighths."""
    text = (files('owlgo.engine.solver') / 'move_order.txt').read_text(encoding='ascii')
    return store.kept('move_order', text, (__file__, symmetry.__file__), lambda: parse_weights(text))


def parse_weights(text: str) -> np.ndarray:
    """The weights of a file.  Raises ValueError, with the number of the line, if it is damaged."""
    found = np.zeros((2, WEIGHT_COUNT), np.int16)
    starts = {'situation': (AT_SITUATION, SITUATIONS), 'relation': (AT_RELATION, RELATIONS), 'room': (AT_EYE_PLACE, EYE_PLACES),
              'pass': (AT_PASS, 1)}
    for number, line in enumerate(text.splitlines(), 1):
        if not line or line.startswith('#'):
            continue
        try:
            kind, what, *values = line.split()
            pair = [round(float(value) * PRIOR_UNIT) for value in values]
            if len(pair) != 2:
                raise ValueError(f'two weights wanted, {len(pair)} found')
            if kind == 'shape':
                places = list(images_of(parse(what)))
            elif kind == 'cross':
                places = [AT_CROSS + code for code in images_of(parse(what, CROSS_AROUND), CROSS_AROUND)]
            else:
                start, count = starts[kind]
                if not 0 <= int(what) < count:
                    raise ValueError(f'no {kind} {what}')
                places = [start + int(what)]
            found[:, places] = np.array(pair)[:, None]
        except KeyError as error:
            raise ValueError(f'move_order.txt:{number}: no such kind: {error}') from error
        except ValueError as error:
            raise ValueError(f'move_order.txt:{number}: {error}') from error
    return found
