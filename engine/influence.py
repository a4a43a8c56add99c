"""Influence: how far the stones of both colours reach over empty points (GNU Go manual, "Influence").

The influence of a stone spreads to the eight points round it, and on from there, weaker with each step.  Other stones stop it.  Influence
shows where a running dragon would be safe.
"""
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import NamedTuple

import numpy as np
from numba import float32, int64, void

from owlgo.engine.core.board import BOARD
from owlgo.engine.core.jit import for_python, kernel, unit
from owlgo.engine.core.layout import new_record, record_type
from owlgo.engine.core.points import BORDER, DIAGONALS, EMPTY, NEIGHBOURS, NPOINTS, all_points, row_col


class Radiation(NamedTuple):
    """Parameters of the spread of influence."""
    strength: float = 100.0
    """Influence of a stone on its own point."""
    step: float = 2.4
    """Divisor for each step."""
    diagonal: float = 1.7
    """Further divisor for a diagonal step."""
    least: float = 0.5
    """Smallest influence that is passed on."""
    touched: float = 0.1
    """Share of the influence that gets past a point next to a living enemy stone."""
    contested: float = 0.3
    """Share of the influence that gets past a point next to a living enemy stone and next to a friendly one."""
    near: float = 0.4
    """Share of the influence that gets past a point diagonally next to a living enemy stone."""
    supported: float = 0.9
    """Share of the influence that gets past a point diagonally next to a living enemy stone and next to a friendly one."""


RADIATION = Radiation()
"""The parameters in use."""

INFLUENCE = record_type([
    ('strength', 'f4', (NPOINTS,)),         # set by the caller: each stone's influence on its own point
    ('open', 'f4', (3, NPOINTS)),           # set by the caller: by colour, the share of influence that passes a point
    ('gone', 'i4', (NPOINTS,)),             # set by the caller: dead stones, which count as empty points
    ('of', 'f4', (3, NPOINTS)),             # by colour: the sum that arrives
    ('here', 'f4', (NPOINTS,)),             # the influence of the stone at work
    ('waiting', 'i4', (NPOINTS,)),
    ('reached', 'i4', (NPOINTS,)),
    ('queue', 'i4', (NPOINTS * 8,)),
])
"""Influence of all stones on all points."""


@unit(void(BOARD, INFLUENCE, int64))
def _radiate(b, f, source):
    """Add the influence of one stone, along the path that weakens it least."""
    color = b.color[source]
    f.here[source] = f.strength[source]
    f.queue[0] = source
    head, tail, reached = 0, 1, 0
    while head < tail:
        pos = f.queue[head]
        head += 1
        f.waiting[pos] = 0
        straight = f.here[pos] / float32(RADIATION.step)
        if pos != source:
            straight *= f.open[color, pos]
        for k in range(8):
            q = pos + (NEIGHBOURS[k] if k < 4 else DIAGONALS[k - 4])
            if b.color[q] != EMPTY and not f.gone[q]:
                continue
            passed = straight
            if k >= 4:
                # Nothing passes between two stones that touch diagonally.
                step = DIAGONALS[k - 4]
                row = NEIGHBOURS[0] if step < 0 else NEIGHBOURS[3]
                passed *= max(f.open[color, pos + row], f.open[color, pos + step - row]) / float32(RADIATION.diagonal)
            if passed < RADIATION.least or passed <= f.here[q]:
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
    """Add up the influence of all stones.  Each stone starts with its ``strength``.  Points let through the share ``open`` to its
    colour."""
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
    """Add up the influence of all stones as if none were dead, and only stones, not points near them, stood in the way."""
    for pos in range(NPOINTS):
        f.gone[pos] = 0
        for color in (1, 2):
            f.open[color, pos] = 1 if b.color[pos] == EMPTY or b.color[pos] == color else 0
    add_up_open(b, f)


@unit(void(BOARD, INFLUENCE))
def bar(b, f):
    """Set ``open``, the share of influence that passes each point.  It is lower near living enemy stones, less so beside a friendly
    stone."""
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
                f.open[mine, pos] = float32(RADIATION.contested) if own else float32(RADIATION.touched)
            elif near & (3 - mine):
                f.open[mine, pos] = float32(RADIATION.supported) if own else float32(RADIATION.near)
            else:
                f.open[mine, pos] = 1


py_add_up = for_python(add_up)


@kernel(void(BOARD, INFLUENCE))
def py_spread(b, f):
    """Compute the influence at every point, from scratch: ``bar``, then ``add_up_open``."""
    bar(b, f)
    add_up_open(b, f)


def new_influence() -> np.void:
    """Return an empty record."""
    return new_record(INFLUENCE)


def influence(board: np.void, left_out: set[int] | frozenset[int] = frozenset()) -> np.ndarray:
    """Return the influence of each colour on each point, an array of shape (3, NPOINTS).  The stones ``left_out`` radiate nothing."""
    f = new_influence()
    f['strength'] = RADIATION.strength
    f['strength'][list(left_out)] = 0
    py_add_up(board, f)
    return np.array(f['of'])


class Share(NamedTuple):
    """The influence that a side needs to hold a point."""
    times: float
    """Own influence must exceed this multiple of the other side's."""
    least: float
    """Own influence must exceed this."""
    most: float
    """The other side's influence must be below this."""

    def holds(self, one: np.ndarray, two: np.ndarray) -> np.ndarray:
        """Return which points the side with the influence ``one`` holds against ``two``."""
        return (one > self.least) & (two < self.most) & (one > self.times * two)



class Holding(IntEnum):
    """How firmly a side holds a point.  The surest kind is last."""
    AREA = 1
    MOYO = 2
    TERRITORY = 3
    STONE = 4


SHARES = {Holding.MOYO: Share(7.0, 5.0, 10.0), Holding.AREA: Share(3.0, 1.0, 40.0)}
"""The influence needed to hold a point as moyo, and as area."""


@dataclass
class Regions:
    """Influence, territory and owner of every point, as arrays.  White is positive in ``territory`` and ``region``, as in GNU Go."""
    strength: np.ndarray
    """Each stone's influence on its own point."""
    of: np.ndarray
    """Influence by colour, of shape (3, NPOINTS)."""
    open: np.ndarray
    """The share of each colour's influence that passes each point, of shape (3, NPOINTS)."""
    territory: np.ndarray
    """How certainly each point is territory, from -1 to 1: 0 on living stones, and doubled on dead ones."""
    region: np.ndarray
    """A ``Holding``, negative for Black, or 0."""


def regions(board: np.void, dead: Collection[int] = (), weakness: Mapping[int, float] | None = None) -> Regions:
    """Return influence, territory, moyo and area.  ``dead`` stones count as captured; ``weakness``, from 0 to 1 by stone, reduces a stone's
    strength by up to 30 %.
    """
    f = new_influence()
    f['strength'] = RADIATION.strength
    for pos, weak in (weakness or {}).items():
        f['strength'][pos] = RADIATION.strength * (1 - 0.3 * weak)
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
        for kind in (Holding.AREA, Holding.MOYO):
            region[SHARES[kind].holds(mine, yours)] = sign * kind
        region[territory * sign > 0.95] = sign * Holding.TERRITORY
    region[colors == 1], region[colors == 2], region[colors == BORDER] = -Holding.STONE, Holding.STONE, 0
    value = np.where(f['gone'] > 0, territory * 2, territory)
    return Regions(np.array(f['strength']), np.array([np.zeros(NPOINTS), black, white]), np.array(f['open']), value, region)


_BESIDE = np.array([(np.arange(NPOINTS) + step) % NPOINTS for step in NEIGHBOURS])
"""Neighbours of each point, of shape (4, NPOINTS).  They are arbitrary for border points."""


def _territory(size: int, colors: np.ndarray, black: np.ndarray, white: np.ndarray, passes: np.ndarray) -> np.ndarray:
    """Return how certainly each point is territory, from -1 for Black to 1 for White.

    The value is (white - black) / (white + black), cubed.  It is lower for points with little influence, most of all in the centre.  An
    empty neighbour of lower value lowers it, the more so the more open that neighbour is to the opponent.
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
    """Return the influence that makes each point territory, from 5 in the corner to 35 in the centre."""
    need = np.full(NPOINTS, 5.0)
    for pos in all_points(size):
        row, col = row_col(pos)
        near, far = sorted((min(row, size - 1 - row), min(col, size - 1 - col)))
        need[pos] += 30.0 * min(2 * near + min(far, 6), 24) / 24
    return need
