"""Influence: how far the stones of both colours reach over empty points (GNU Go manual, "Influence").

Every stone radiates to the eight points round it, and on from there, weaker with each step; other stones stop it.  OWL needs it to tell
where a dragon that runs would be safe: where its own side is strong, or nobody is.
"""
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numba
import numpy as np
from numba import float32, int64, void

from owlgo.engine.core.board import BOARD
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.points import BORDER, DIAGONALS, EMPTY, NEIGHBOURS, NPOINTS, all_points, row_col

STRENGTH = 100.0
"""Influence of a stone that is not weak, where it stands."""
ATTENUATION = 2.4
"""What a step divides influence by."""
DIAGONAL = 1.7
"""A diagonal step divides it by so much more."""
LEAST = 0.5
"""Less influence than this is not passed on."""

TOUCHED, CONTESTED, NEAR, NEARLY = 0.1, 0.3, 0.4, 0.9
"""What a point lets through that touches a living enemy stone, or touches one's own too; that is a diagonal step from one, or beside one's
own too."""
WEAKEST = 0.3
"""The part of its strength that the weakest stone loses."""
NEED = (5.0, 35.0)
"""Influence that makes a point territory, in the corner and in the centre."""

INFLUENCE_DTYPE = np.dtype([
    ('strength', 'f4', (NPOINTS,)),         # what each stone radiates; set by the caller
    ('open', 'f4', (3, NPOINTS)),           # by colour: the part of its influence that a point lets through; set by the caller
    ('gone', 'i4', (NPOINTS,)),             # set by the caller: dead stones, which influence enters as if they were not there
    ('of', 'f4', (3, NPOINTS)),             # by colour: the sum that arrives
    ('here', 'f4', (NPOINTS,)),             # of the stone at work
    ('waiting', 'i4', (NPOINTS,)),
    ('reached', 'i4', (NPOINTS,)),
    ('queue', 'i4', (NPOINTS * 8,)),
], align=True)
INFLUENCE = numba.from_dtype(INFLUENCE_DTYPE)


@unit(void(BOARD, INFLUENCE, int64))
def _radiate(b, f, source):
    """Add what one stone sends out: by the path that weakens it least."""
    color = b.color[source]
    f.here[source] = f.strength[source]
    f.queue[0] = source
    head, tail, reached = 0, 1, 0
    while head < tail:
        pos = f.queue[head]
        head += 1
        f.waiting[pos] = 0
        straight = f.here[pos] / float32(ATTENUATION)
        if pos != source:
            straight *= f.open[color, pos]
        for k in range(8):
            q = pos + (NEIGHBOURS[k] if k < 4 else DIAGONALS[k - 4])
            if b.color[q] != EMPTY and not f.gone[q]:
                continue
            passed = straight
            if k >= 4:
                # Between two stones that touch nothing slips through.
                step = DIAGONALS[k - 4]
                row = NEIGHBOURS[0] if step < 0 else NEIGHBOURS[3]
                passed *= max(f.open[color, pos + row], f.open[color, pos + step - row]) / float32(DIAGONAL)
            if passed < LEAST or passed <= f.here[q]:
                continue
            if f.here[q] == 0:
                f.reached[reached] = q
                reached += 1
            f.here[q] = passed
            if not f.waiting[q] and tail < len(f.queue):
                f.waiting[q] = 1
                f.queue[tail] = q
                tail += 1
    for k in range(reached):
        q = f.reached[k]
        f.of[color, q] += f.here[q]
        f.here[q] = 0
    f.here[source] = 0


@unit(void(BOARD, INFLUENCE))
def add_up_open(b, f):
    """The influence of all stones, each as strong as ``strength`` says, through points as ``open`` as they are."""
    for pos in range(NPOINTS):
        f.of[1, pos] = 0
        f.of[2, pos] = 0
        f.here[pos] = 0
        f.waiting[pos] = 0
    for pos in range(NPOINTS):
        if (b.color[pos] == 1 or b.color[pos] == 2) and f.strength[pos] > 0:
            _radiate(b, f, pos)
            f.of[b.color[pos], pos] += f.strength[pos]


@unit(void(BOARD, INFLUENCE))
def add_up(b, f):
    """The same where only stones are in the way, and none is dead."""
    for pos in range(NPOINTS):
        f.gone[pos] = 0
        for color in (1, 2):
            f.open[color, pos] = 1 if b.color[pos] == EMPTY or b.color[pos] == color else 0
    add_up_open(b, f)


@unit(void(BOARD, INFLUENCE))
def bar(b, f):
    """How open points are to each colour: those beside or near living stones of the other let less through, more beside one's own."""
    for pos in range(NPOINTS):
        color = b.color[pos]
        if color != EMPTY and not f.gone[pos]:
            f.open[1, pos] = 1 if color == 1 else 0
            f.open[2, pos] = 1 if color == 2 else 0
            continue
        beside = int64(0)
        near = int64(0)
        for k in range(8):
            q = pos + (NEIGHBOURS[k] if k < 4 else DIAGONALS[k - 4])
            if b.color[q] != EMPTY and b.color[q] != BORDER and not f.gone[q]:
                if k < 4:
                    beside |= b.color[q]
                else:
                    near |= b.color[q]
        for mine in (1, 2):
            own = beside & mine
            if beside & (3 - mine):
                f.open[mine, pos] = float32(CONTESTED) if own else float32(TOUCHED)
            elif near & (3 - mine):
                f.open[mine, pos] = float32(NEARLY) if own else float32(NEAR)
            else:
                f.open[mine, pos] = 1


@kernel(void(BOARD, INFLUENCE))
def py_add_up(b, f):
    """``add_up`` for Python."""
    add_up(b, f)


@kernel(void(BOARD, INFLUENCE))
def py_spread(b, f):
    """``bar``, then ``add_up_open``."""
    bar(b, f)
    add_up_open(b, f)


def new_influence() -> np.void:
    """An empty record."""
    record: np.void = np.zeros(1, INFLUENCE_DTYPE)[0]
    return record


def influence(board: np.void, left_out: set[int] | frozenset[int] = frozenset()) -> np.ndarray:
    """The influence of each colour on each point, as an array of shape (3, NPOINTS); ``left_out`` are stones that radiate nothing."""
    f = new_influence()
    f['strength'] = STRENGTH
    f['strength'][list(left_out)] = 0
    py_add_up(board, f)
    return np.array(f['of'])


class Share(NamedTuple):
    """When a point is somebody's: with so many times the other's influence, more than so much of his own, less than so much of the
    other's.
    """
    times: float
    least: float
    most: float

    def holds(self, one: np.ndarray, two: np.ndarray) -> np.ndarray:
        """Which points are the side's with the influence ``one``, the other's being ``two``."""
        return (one > self.least) & (two < self.most) & (one > self.times * two)


MOYO, AREA = Share(7.0, 5.0, 10.0), Share(3.0, 1.0, 40.0)
SURE = 0.95
"""Territory from this value on."""
STONE_REGION, TERRITORY_REGION, MOYO_REGION, AREA_REGION = 4, 3, 2, 1


@dataclass
class Regions:
    """Who holds the points of a position.  Arrays by point; White is positive, as in GNU Go's display."""
    strength: np.ndarray
    """What each stone radiates."""
    of: np.ndarray
    """Influence by colour, of shape (3, NPOINTS)."""
    open: np.ndarray
    """How open each point is to each colour, of shape (3, NPOINTS)."""
    territory: np.ndarray
    """From -1 to 1: how certain a point is territory; 0 on living stones, up to 2 on dead ones."""
    region: np.ndarray
    """``STONE_REGION`` ... ``AREA_REGION``, negative for Black, or 0."""


def regions(board: np.void, dead: Collection[int] = (), weakness: Mapping[int, float] | None = None) -> Regions:
    """Influence, territory, moyo and area: ``dead`` stones are the opponent's; ``weakness`` of stones, from 0 to 1, takes up to 0.3 of
    their strength.
    """
    f = new_influence()
    f['strength'] = STRENGTH
    for pos, weak in (weakness or {}).items():
        f['strength'][pos] = STRENGTH * (1 - WEAKEST * weak)
    f['gone'][list(dead)] = 1
    f['strength'][list(dead)] = 0
    colors = np.where(f['gone'] > 0, EMPTY, board['color'])
    f['strength'][(colors == EMPTY) | (colors == BORDER)] = 0
    py_spread(board, f)
    black, white = f['of'][1].astype(float), f['of'][2].astype(float)
    black[colors == 2], white[colors == 1] = 0, 0
    territory = _territory(int(board['size']), colors, black, white, f['open'])
    region = np.zeros(NPOINTS, int)
    for sign, mine, yours in ((-1, black, white), (1, white, black)):
        region[AREA.holds(mine, yours)] = sign * AREA_REGION
        region[MOYO.holds(mine, yours)] = sign * MOYO_REGION
        region[territory * sign > SURE] = sign * TERRITORY_REGION
    region[colors == 1], region[colors == 2], region[colors == BORDER] = -STONE_REGION, STONE_REGION, 0
    value = np.where(f['gone'] > 0, territory * 2, territory)
    return Regions(np.array(f['strength']), np.array([np.zeros(NPOINTS), black, white]), np.array(f['open']), value, region)


_BESIDE = np.array([(np.arange(NPOINTS) + step) % NPOINTS for step in NEIGHBOURS])
"""The points next to each, of shape (4, NPOINTS); beyond the border any."""


def _territory(size: int, colors: np.ndarray, black: np.ndarray, white: np.ndarray, passes: np.ndarray) -> np.ndarray:
    """How certain each point is territory, from -1 for Black to 1 for White: the cube of the difference of both influences, less where
    they are too weak for so central a point, and no more than next to it where the opponent can come in.
    """
    total = white + black
    share = np.divide(white - black, total, out=np.zeros(NPOINTS), where=total > 0)
    value = share ** 3 * np.minimum(np.maximum(white, black) / need(size), 1.0)
    value[colors != EMPTY] = 0
    best, empty = value.copy(), colors[_BESIDE] == EMPTY
    for sign, intruder in ((1, passes[1]), (-1, passes[2])):
        mine = value * sign
        through = intruder[_BESIDE]
        beyond = np.where(empty, through * mine[_BESIDE] + (1 - through) * mine, mine)
        best = np.where(mine > 0, sign * np.maximum(np.minimum(beyond.min(axis=0), mine), 0), best)
    return best


@cache
def need(size: int) -> np.ndarray:
    """The influence that makes a point territory: least in the corner, most in the centre."""
    need = np.full(NPOINTS, NEED[0])
    for pos in all_points(size):
        row, col = row_col(pos)
        near, far = sorted((min(row, size - 1 - row), min(col, size - 1 - col)))
        need[pos] += (NEED[1] - NEED[0]) * min(2 * near + min(far, 6), 24) / 24
    return need
