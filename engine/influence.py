"""Influence: how far the stones of both colours reach over empty points (GNU Go manual, "Influence").

Every stone radiates to the eight points round it, and on from there, weaker with each step; other stones stop it.  OWL needs it to tell
where a dragon that runs would be safe: where its own side is strong, or nobody is.
"""
import numba
import numpy as np
from numba import float32, int64, void

from engine.core.board import BOARD
from engine.core.jit import kernel, unit
from engine.core.points import BORDER, DIAGONALS, EMPTY, NEIGHBOURS, NPOINTS

STRENGTH = 100.0
"""Of a stone that is not weak."""
ATTENUATION = 2.4
"""What a step divides influence by."""
DIAGONAL = 1.7
"""A diagonal step divides it by so much more."""
LEAST = 0.5
"""Less is not passed on."""

INFLUENCE_DTYPE = np.dtype([
    ('strength', 'f4', (NPOINTS,)),         # what each stone radiates; set by the caller
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
        for k in range(8):
            q = pos + (NEIGHBOURS[k] if k < 4 else DIAGONALS[k - 4])
            if b.color[q] != EMPTY:
                continue
            passed = straight
            if k >= 4:
                # Between two stones that touch nothing slips through.
                step = DIAGONALS[k - 4]
                row = NEIGHBOURS[0] if step < 0 else NEIGHBOURS[3]
                a, c = b.color[pos + row], b.color[pos + step - row]
                if (a == 3 - color or a == BORDER) and (c == 3 - color or c == BORDER):
                    continue
                passed /= float32(DIAGONAL)
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
def add_up(b, f):
    """The influence of all stones, each as strong as ``strength`` says."""
    for pos in range(NPOINTS):
        f.of[1, pos] = 0
        f.of[2, pos] = 0
        f.here[pos] = 0
        f.waiting[pos] = 0
    for pos in range(NPOINTS):
        if (b.color[pos] == 1 or b.color[pos] == 2) and f.strength[pos] > 0:
            _radiate(b, f, pos)
            f.of[b.color[pos], pos] += f.strength[pos]


@kernel(void(BOARD, INFLUENCE))
def py_add_up(b, f):
    """``add_up`` for Python."""
    add_up(b, f)


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
