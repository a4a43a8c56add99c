"""Dilations and erosions of numbers on a board, for Bouzy's algorithm (``engine.score.bouzy`` explains them)."""
import numba
import numpy as np
from numba import int64, void

from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.points import BLACK, NEIGHBOURS, NPOINTS, STRIDE, WHITE

STONE = 128
"""Value of a stone before the first dilation."""

BOUZY_DTYPE = np.dtype([
    # Set by the caller:
    ('size', 'i4'),
    ('color', 'i4', (NPOINTS,)),        # what stands there, as far as it counts; off the board BORDER
    # And what comes of it:
    ('value', 'i4', (NPOINTS,)),
    ('before', 'i4', (NPOINTS,)),       # the values while all change at once
], align=True)
BOUZY = numba.from_dtype(BOUZY_DTYPE)


@kernel(void(BOUZY))
def _keep(z):
    """Copy the values one by one: assigning arrays would cost a second and a half of compiling."""
    for pos in range(NPOINTS):
        z.before[pos] = z.value[pos]


@kernel(void(BOUZY))
def _dilate(z):
    """Dilate once: each point gains its neighbours of its own sign, unless it touches the other's."""
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
    """Erode once, down to zero at most; the edge of the board takes nothing."""
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
    """Return the values of the points after so many dilations and erosions."""
    for pos in range(NPOINTS):
        z.value[pos] = STONE if z.color[pos] == BLACK else -STONE if z.color[pos] == WHITE else 0
    for _ in range(dilations):
        _dilate(z)
    for _ in range(erosions):
        _erode(z)


@kernel(void(BOUZY, int64, int64))
def py_spread(z, dilations, erosions):
    """``spread`` for Python."""
    spread(z, dilations, erosions)
