"""The planes that the network sees of a position: for each point a few numbers, from the view of the side to move."""
import enum
import math
from collections.abc import Collection

import numpy as np
from numba import int64, void

from owlgo.engine.core.dilation import BOUZY, spread
from owlgo.engine.core.jit import for_python, kernel, unit
from owlgo.engine.core.layout import record_type
from owlgo.engine.core.points import BLACK, EMPTY, NPOINTS, PASS, STRIDE
from owlgo.engine.mcts.fastboard import FAST
from owlgo.engine.mcts.playout import PLAYOUT


class Plane(enum.IntEnum):
    """The planes.  Names in the plural begin a row of several."""
    OWN = 0
    """Stones of the side to move."""
    OTHER = 1
    """The opponent's stones."""
    OWN_LIBERTIES = 2
    """Own stones whose string has 1, 2 or 3 liberties: three planes."""
    OTHER_LIBERTIES = 5
    """The opponent's stones whose string has 1, 2 or 3 liberties: three planes."""
    LAST = 8
    """The last move."""
    BEFORE = 9
    """The move before it."""
    BOARD = 10
    """One everywhere on the board."""
    LINES = 11
    """The first to fourth line from the edge: four planes."""
    CHANCE = 15
    """The logarithm of a move's probability by its features (``engine.mcts.move_features``), from 0 at e**-CHANCE_RANGE to 1."""
    LISTED = 16
    """Moves that have a probability."""
    OWNED = 17
    """The side's share of a point in playouts, from -1 to 1."""
    PLAYED_OUT = 18
    """One everywhere if there were playouts."""
    SIZE = 19
    """The board's size, from 0 for 9 to 1 for 19 lines."""
    TERRITORY = 20
    """Territory by Bouzy's algorithm, 5/21."""
    AREA = 21
    """Area by Bouzy's algorithm, 5/0."""


NETWORK_FROM = 13
"""Lines of the smallest board that the network judges.  On smaller ones the search is better without."""
PLANES = 22
"""Number of planes."""
BOUZY_RANGE = 16.0
"""The value of Bouzy's algorithm that planes show as 1."""
CHANCE_RANGE = 10.0
"""Natural logarithm, negated, of the smallest probability distinguished from 0."""
CHANNELS = 16
"""Numbers that a layer of the network keeps for each point."""
VIEW = record_type([
    ('plane', 'f4', (PLANES, NPOINTS)),     # what the network sees
    ('owned', 'f4', (NPOINTS,)),            # set by the caller: Black's share of each point in playouts, from -1 to 1
    ('played_out', 'i4'),                   # set by the caller: whether there were playouts
    ('gone', 'i4', (NPOINTS,)),             # set by the caller: the colour of stones that are known to be dead, or EMPTY
    ('here', 'f4', (PLANES, NPOINTS)),      # a layer's input
    ('next', 'f4', (CHANNELS, NPOINTS)),
    ('mean', 'f4', (CHANNELS,)),
    ('logit', 'f4', (NPOINTS,)),            # logits of moves
    ('owner', 'f4', (NPOINTS,)),            # the share of a point that the side to move will own, from -1 to 1
])
"""What the network sees of a position, and what it makes of it."""


@kernel(void(VIEW, BOUZY, int64, int64, int64, int64))
def _dilated(v, z, color, plane, dilations, erosions):
    """Fill a plane with Bouzy's values, at most BOUZY_RANGE either way, from -1 to 1."""
    spread(z, dilations, erosions)
    sign = 1.0 if color == BLACK else -1.0
    for row in range(1, z.size + 1):
        for pos in range(row * STRIDE + 1, row * STRIDE + 1 + z.size):
            v.plane[plane, pos] = sign * min(max(z.value[pos] / BOUZY_RANGE, -1.0), 1.0)


@unit(void(FAST, PLAYOUT, VIEW, BOUZY, int64, int64))
def look(f, p, v, z, color, count):
    """Fill the planes for a position with this colour to move.  The ``count`` moves of ``choices`` must be in the playout's record."""
    size = int64(f.size)
    for k in range(PLANES):
        for pos in range(NPOINTS):
            v.plane[k, pos] = 0.0
    share = (size - 9) / 10.0
    for row in range(size):
        for col in range(size):
            pos = (row + 1) * STRIDE + col + 1
            v.plane[Plane.BOARD, pos] = 1.0
            v.plane[Plane.SIZE, pos] = share
            line = min(min(row, col), min(size - 1 - row, size - 1 - col))
            if line < 4:
                v.plane[Plane.LINES + line, pos] = 1.0
            c = f.color[pos]
            if c != EMPTY and c != v.gone[pos]:
                other = int64(c != color)
                v.plane[Plane.OWN + other, pos] = 1.0
                liberties = p.liberties[f.head[pos]]
                if liberties < 4:
                    v.plane[Plane.OWN_LIBERTIES + 3 * other + max(liberties, 1) - 1, pos] = 1.0
            if v.played_out:
                v.plane[Plane.PLAYED_OUT, pos] = 1.0
                v.plane[Plane.OWNED, pos] = v.owned[pos] if color == BLACK else -v.owned[pos]
    if f.last != PASS:
        v.plane[Plane.LAST, f.last] = 1.0
    if f.before != PASS:
        v.plane[Plane.BEFORE, f.before] = 1.0
    z.size = f.size
    for pos in range(NPOINTS):
        color_here = f.color[pos]
        z.color[pos] = EMPTY if color_here == v.gone[pos] else color_here
    _dilated(v, z, color, int64(Plane.TERRITORY), int64(5), int64(21))
    _dilated(v, z, color, int64(Plane.AREA), int64(5), int64(0))
    for k in range(count):
        pos = p.choice[k]
        v.plane[Plane.LISTED, pos] = 1.0
        v.plane[Plane.CHANCE, pos] = max(math.log(max(p.chance[k], 1e-30)) / CHANCE_RANGE + 1.0, 0.0)


# --- what Python calls
def hide(view: np.void, board: np.void, dead: Collection[int]) -> None:
    """Let the network not see these stones of a board, since they are known to be dead."""
    view['gone'][:] = EMPTY
    view['gone'][list(dead)] = board['color'][list(dead)]


py_look = for_python(look)
