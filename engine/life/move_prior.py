"""Learned priors of moves for and against a dragon: a prior is the sum of the weights of a move's features.

    the points round a move, with the liberties of stones next to it          . X .      the same however it is turned,
    the twelve nearest points                                               . O * Q .    Q being the dragon itself
    where on the board it is, how far from the dragon, how crowded            - - -
    what it takes, puts in atari, saves
    its value by the pattern databases, for its own side and for the other

Weights are learned from fights about dragons (``regress.train.move_prior``).  A prior is the log odds that this is the move to play, not
another one near the dragon.  A reading tries moves in this order, and where many work it takes the first.
"""
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import numpy as np
from numba import float32, float64, int64, uint64, void

from owlgo.engine.core import layout, store, symmetry
from owlgo.engine.core.board import BOARD, is_legal
from owlgo.engine.core.jit import for_python, kernel, unit
from owlgo.engine.core.points import EMPTY, NEIGHBOURS, NPOINTS, STRIDE
from owlgo.engine.core.strings import liberties_after
from owlgo.engine.core.symmetry import images
from owlgo.engine.influence import INFLUENCE
from owlgo.engine.solver.move_order import PRIOR_UNIT

MOVE_STEPS = 9
"""Distance from the dragon up to which a move has a prior: columns plus rows plus the larger of both."""
STONE_STEPS = 6
"""Distance up to which stones of the dragon are counted, measured as for MOVE_STEPS."""
FEATURE_KINDS = ('shape', 'round', 'place', 'distance', 'influence', 'effect', 'pattern', 'reply', 'stones', 'space', 'crowd')
"""Kinds of features of a move; each has weights of its own."""
SHAPE, ROUND = 0, 1
"""The kinds that ``SHAPES`` describes."""
SHAPES: tuple[tuple[tuple[int, int], ...], ...] = (
    tuple((row, col) for row in (-1, 0, 1) for col in (-1, 0, 1) if row or col),
    tuple((row, col) for row in range(-2, 3) for col in range(-2, 3) if 0 < abs(row) + abs(col) <= 2))
"""The points of each shape, as rows and columns from the move; the index is the kind."""
SHAPE_POINTS = 12
"""Points of the largest shape."""
STATES = '.XOQ-adgbehcfi'
"""What a point of a shape may hold: empty, X attacker, O another stone of the dragon's side, Q dragon, - beyond the edge.  Next to the
move, stones of X, O and Q whose string has one liberty are a d g, with two b e h, with three c f i."""
BEYOND, ONE, TWO, THREE = 4, 4, 7, 10
"""Index in STATES of a point beyond the edge; and what is added to that of X, O or Q for strings with one, two and three liberties."""
SLOTS = 1 << 15
"""Number of entries in the hash table of weights."""
MOST_BIAS = 60
"""Largest bias of a move, up or down, in eighths."""
NOWHERE = uint64(0)
"""Key of a feature without a weight."""
BITS = 56
"""Number of low bits of a feature's key that hold its content; above them stands the number of its kind, plus one."""

MOVE_PRIOR = layout.record_type([
    ('attacker', 'i4'),
    ('ngoal', 'i4'),
    ('goal', 'i4', (NPOINTS,)),         # 1 on the dragon's stones
    ('goal_points', 'i4', (NPOINTS,)),
    ('pattern', 'f4', (3, NPOINTS)),    # by colour: the value of a move in the databases, 0 to 100
    ('row', 'i4', (2, SHAPE_POINTS)),           # the shapes
    ('col', 'i4', (2, SHAPE_POINTS)),
    ('places', 'i4', (2,)),
    ('turn', 'i4', (2, 8, SHAPE_POINTS)),       # and how they can be turned
    ('key', 'u8', (len(FEATURE_KINDS),)),       # keys of a move's features, by kind
    ('slot', 'u8', (SLOTS,)),           # hash table, open addressing: the keys of weights
    ('weight', 'f4', (2, SLOTS)),       # of each entry: for the attacker's moves, for the other side's
    ('listed', 'i4', (2, NPOINTS)),     # whether a move has a prior
    ('score', 'f8', (2, NPOINTS)),      # and its prior: the sum of its weights
])


@kernel(int64(uint64))
def _start(key):
    """Return the table index at which the search for a key begins."""
    h = key * uint64(0x9E3779B97F4A7C15)
    return int64(h >> uint64(49))


@kernel(int64(MOVE_PRIOR, uint64))
def _find(r, key):
    """Return the table index of a key, or of the empty entry where it would go."""
    k = _start(key)
    while r.slot[k] != NOWHERE and r.slot[k] != key:
        k = (k + 1) & (SLOTS - 1)
    return k


@kernel(float64(MOVE_PRIOR, int64, uint64))
def weight_of(r, side, key):
    """Return the weight of a feature for a side, by its key; 0 if it has none."""
    return 0.0 if key == NOWHERE else float64(r.weight[side, _find(r, key)])


@kernel(void(MOVE_PRIOR, uint64[::1], float32[:, ::1]))
def py_put(r, keys, weights):
    """Put the two weights of every key into the table, which is never more than half full."""
    for i in range(len(keys)):
        k = _find(r, keys[i])
        r.slot[k] = keys[i]
        r.weight[0, k] = weights[i, 0]
        r.weight[1, k] = weights[i, 1]


@kernel(uint64(int64, int64))
def key_of(kind, content):
    """Return the key of a feature: its kind and content in one number."""
    return uint64(kind + 1) << uint64(BITS) | uint64(content)


@kernel(int64(BOARD, MOVE_PRIOR, int64, int64, int64, int64))
def _state(b, r, pos, row, col, libs):
    """Return what a point near a move holds (index in STATES); ``libs``: also tell strings with one, two and three liberties apart."""
    y, x = pos // STRIDE + row, pos % STRIDE + col
    if y < 1 or x < 1 or y > b.size or x > b.size:
        return BEYOND
    q = pos + row * STRIDE + col
    if b.color[q] == EMPTY:
        return 0
    state = 1 if b.color[q] == r.attacker else 3 if r.goal[q] else 2
    if libs:
        count = b.libs[b.origin[q]]
        if count <= 3:
            state += ONE if count == 1 else TWO if count == 2 else THREE
    return state


@kernel(uint64(BOARD, MOVE_PRIOR, int64, int64))
def _shape(b, r, pos, kind):
    """Return the content of a shape's key: the smallest code of its eight orientations."""
    states = uint64(0)
    for i in range(r.places[kind]):
        row, col = int64(r.row[kind, i]), int64(r.col[kind, i])
        libs = 1 if kind == SHAPE and abs(row) + abs(col) == 1 else 0
        states |= uint64(_state(b, r, pos, row, col, libs)) << uint64(4 * i)
    best = ~uint64(0)
    for t in range(8):
        code = uint64(0)
        for i in range(r.places[kind]):
            code |= (states >> uint64(4 * r.turn[kind, t, i]) & uint64(15)) << uint64(4 * i)
        best = min(best, code)
    return best


@kernel(int64(float64))
def _strength(value):
    """Return a value of influence as one of six steps, 0 to 5."""
    return 0 if value <= 0.5 else 1 if value < 2 else 2 if value < 6 else 3 if value < 15 else 4 if value < 40 else 5


@kernel(int64(BOARD, int64, int64))
def _effect(b, pos, color):
    """Return one number for a move's liberties and the stones that it takes, puts in atari and saves, each up to a maximum."""
    liberties = liberties_after(b, pos, color, 4)
    gone = atari = saved = 0
    for k in range(4):
        q = pos + NEIGHBOURS[k]
        if b.color[q] != 1 and b.color[q] != 2:
            continue
        again = 0
        for j in range(k):
            p = pos + NEIGHBOURS[j]
            if b.color[p] == b.color[q] and b.origin[p] == b.origin[q]:
                again = 1
        if again:
            continue
        count, stones = b.libs[b.origin[q]], b.count[b.origin[q]]
        if b.color[q] == color:
            saved += stones if count == 1 else 0
        else:
            gone += stones if count == 1 else 0
            atari += stones if count == 2 else 0
    return ((min(liberties, int64(4)) * 4 + min(gone, 3)) * 4 + min(atari, 3)) * 3 + min(saved, 2)


@unit(void(BOARD, MOVE_PRIOR, int64, int64))
def look(b, r, pos, color):
    """Write into ``r.key`` the keys of the features of a move that stones alone decide; the keys for influence and patterns become
    NOWHERE."""
    row, col = pos // STRIDE, pos % STRIDE
    down, across = min(row, b.size + 1 - row), min(col, b.size + 1 - col)
    line, along = min(down, across), max(down, across)
    distance, stones = int64(99), int64(0)
    for k in range(r.ngoal):
        q = r.goal_points[k]
        high, wide = abs(q // STRIDE - row), abs(q % STRIDE - col)
        d = high + wide + max(high, wide)
        distance = min(distance, int64(d))
        stones += 1 if d <= STONE_STEPS else 0
    empty = attackers = friends = 0
    for high in range(-2, 3):
        for wide in range(-2, 3):
            state = _state(b, r, pos, high, wide, 0)
            empty += 1 if state == 0 else 0
            attackers += 1 if state == 1 else 0
            friends += 1 if state == 2 or state == 3 else 0
    content = r.key
    content[0], content[1] = _shape(b, r, pos, SHAPE), _shape(b, r, pos, ROUND)
    content[2] = uint64(min(line, int64(5)) * 10 + min(along, int64(9)))
    content[3] = uint64(min(distance, int64(16)) * 5 + min(line, int64(4)))
    content[5] = uint64(_effect(b, pos, color))
    content[8], content[9] = uint64(min(stones, int64(11))), uint64(empty // 3)
    content[10] = uint64(min(attackers // 2, 5) * 6 + min(friends // 2, 5))
    for kind in range(len(FEATURE_KINDS)):
        content[kind] |= uint64(kind + 1) << uint64(BITS)
    content[4] = content[6] = content[7] = NOWHERE


@unit(void(BOARD, INFLUENCE, MOVE_PRIOR, int64, int64))
def see(b, f, r, pos, color):
    """Write the keys of all features of a move into ``r.key``."""
    look(b, r, pos, color)
    r.key[4] = key_of(4, _strength(f.of[3 - r.attacker, pos]) * 6 + _strength(f.of[r.attacker, pos]))
    r.key[6], r.key[7] = key_of(6, int64(r.pattern[color, pos] / 10.0001)), key_of(7, int64(r.pattern[3 - color, pos] / 10.0001))


@kernel(int64(BOARD, INFLUENCE, MOVE_PRIOR, int64, int64))
def py_see(b, f, r, pos, color):
    """Write the keys of all features of a move into ``r.key``, for Python; return 0 if the move is illegal."""
    if not is_legal(b, pos, color):
        return 0
    see(b, f, r, pos, color)
    return 1


@kernel(float64(MOVE_PRIOR, int64))
def sum_up(r, side):
    """Return the sum of the weights of the features in ``r.key``."""
    total = 0.0
    for kind in range(len(FEATURE_KINDS)):
        total += weight_of(r, side, r.key[kind])
    return total


@unit(void(BOARD, INFLUENCE, MOVE_PRIOR))
def weigh(b, f, r):
    """Compute the prior of every legal move near the dragon, for both sides."""
    for pos in range(NPOINTS):
        r.listed[0, pos] = r.listed[1, pos] = 0
        if b.color[pos] != EMPTY:
            continue
        row, col = pos // STRIDE, pos % STRIDE
        near = 0
        for k in range(r.ngoal):
            high, wide = abs(r.goal_points[k] // STRIDE - row), abs(r.goal_points[k] % STRIDE - col)
            if high + wide + max(high, wide) <= MOVE_STEPS:
                near = 1
                break
        if not near:
            continue
        for side in range(2):
            color = r.attacker if side == 0 else 3 - r.attacker
            if not is_legal(b, pos, color):
                continue
            see(b, f, r, pos, color)
            r.listed[side, pos] = 1
            r.score[side, pos] = sum_up(r, side)


py_weigh = for_python(weigh)


def code(picture: str) -> int:
    """Return the content of a shape's key from its picture.  Raises ValueError if the text is no picture of a shape."""
    if len(picture) not in (len(shape) for shape in SHAPES) or not set(picture) <= set(STATES):
        raise ValueError(f'no shape: {picture}')
    return sum(STATES.index(symbol) << 4 * k for k, symbol in enumerate(picture))


def picture(kind: int, content: int) -> str:
    """Draw a shape as text: its points row by row, without the move itself."""
    return ''.join(STATES[content >> 4 * k & 15] for k in range(len(SHAPES[kind])))


def empty_record() -> np.void:
    """Return a new record of the move prior: the shapes of features are filled in, weights are still missing."""
    record: np.void = layout.new_record(MOVE_PRIOR)
    for kind, shape in enumerate(SHAPES):
        record['places'][kind] = len(shape)
        record['row'][kind][:len(shape)] = [row for row, _ in shape]
        record['col'][kind][:len(shape)] = [col for _, col in shape]
        for k, turn in enumerate(images(shape)):
            record['turn'][kind][k][:len(shape)] = turn
    return record


def fill(record: np.void, text: str, kinds: Sequence[str] = FEATURE_KINDS, name: str = 'move_prior.txt') -> None:
    """Put the weights in the text of a file into a record of the move prior.  Raises ValueError with the number of a damaged line."""
    keys, weights = [], []
    for number, line in enumerate(text.splitlines(), 1):
        if not line or line.startswith('#'):
            continue
        try:
            kind, what, attack, defence = line.split()
            index = kinds.index(kind)
            content = code(what) if index in (SHAPE, ROUND) else int(what)
            if not 0 <= content < 1 << BITS:
                raise ValueError(f'no {kind} {what}')
            keys.append(index + 1 << BITS | content)
            weights.append((float(attack), float(defence)))
        except ValueError as error:
            raise ValueError(f'{name}:{number}: {error}') from error
    if len(keys) > SLOTS // 2:
        raise ValueError(f'{name}: {len(keys)} weights, at most {SLOTS // 2} are possible')
    py_put(record, np.array(keys, np.uint64), np.array(weights, np.float32).reshape(-1, 2))


def bias(record: np.void, points: list[int]) -> np.ndarray:
    """Return how far the priors of moves at these points exceed their mean, in eighths, as a (2, points) array; 0 for moves without one."""
    listed, score = record['listed'][:, points] > 0, record['score'][:, points]
    mean = (score * listed).sum(1) / np.maximum(listed.sum(1), 1)
    return np.where(listed, np.clip((score - mean[:, None]) * PRIOR_UNIT, -MOST_BIAS, MOST_BIAS), 0).astype(np.int16)


@cache
def _learned() -> np.void:
    """Return the record of the move prior with the learned weights; callers must copy it before use."""
    text = (files('owlgo.engine.life') / 'move_prior.txt').read_text(encoding='ascii')

    def make() -> np.ndarray:
        found = empty_record()
        fill(found, text)
        return np.array([found])
    return store.kept('move_prior', text, (__file__, symmetry.__file__), make)[0]


def new_record() -> np.void:
    """Return a new record of the move prior with the learned weights."""
    return _learned().copy()
