"""Dilations and erosions of numbers on a board, for Bouzy's algorithm (``engine.score.bouzy`` explains them)."""
from numba import int64, void

from owlgo.engine.core.jit import for_python, kernel, unit
from owlgo.engine.core.layout import record_type
from owlgo.engine.core.points import BLACK, NEIGHBOURS, NPOINTS, STRIDE, WHITE

BOUZY = record_type([
    ('size', 'i4'),                     # set by the caller
    ('color', 'i4', (NPOINTS,)),        # set by the caller: colours without dead stones; BORDER off the board
    ('value', 'i4', (NPOINTS,)),        # the result
    ('before', 'i4', (NPOINTS,)),       # the values before the step at work
])
"""A board with a number for each point."""


@kernel(void(BOUZY))
def _keep(z):
    """Copy the values to ``z.before``, one by one since an array assignment takes long to compile."""
    for pos in range(NPOINTS):
        z.before[pos] = z.value[pos]


@kernel(void(BOUZY))
def _dilate(z):
    """Dilate once: each point gains one for every neighbour of its own sign, unless a neighbour has the other sign."""
    _keep(z)
    for row in range(1, z.size + 1):
        for pos in range(row * STRIDE + 1, row * STRIDE + 1 + z.size):
            here = z.before[pos]
            positive = negative = 0
            for step in NEIGHBOURS:
                beside = z.before[pos + step]
                positive += beside > 0
                negative += beside < 0
            if here >= 0 and not negative:
                z.value[pos] = here + positive
            elif here <= 0 and not positive:
                z.value[pos] = here - negative


@kernel(void(BOUZY))
def _erode(z):
    """Erode once: each point loses one for every neighbour that is zero or of the other sign, down to zero.  The edge takes nothing."""
    _keep(z)
    for row in range(1, z.size + 1):
        for pos in range(row * STRIDE + 1, row * STRIDE + 1 + z.size):
            here = z.before[pos]
            if here == 0:
                continue
            others = 0
            for step in NEIGHBOURS:
                if z.color[pos + step] <= WHITE:
                    beside = z.before[pos + step]
                    others += beside <= 0 if here > 0 else beside >= 0
            z.value[pos] = max(here - others, 0) if here > 0 else min(here + others, 0)


@unit(void(BOUZY, int64, int64))
def spread(z, dilations, erosions):
    """Set ``z.value`` to the values after ``dilations``, then ``erosions``.  Black stones begin with 128, white stones with -128."""
    for pos in range(NPOINTS):
        z.value[pos] = 128 if z.color[pos] == BLACK else -128 if z.color[pos] == WHITE else 0
    for _ in range(dilations):
        _dilate(z)
    for _ in range(erosions):
        _erode(z)


py_spread = for_python(spread)
