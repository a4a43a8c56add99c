"""Finds which patterns match at which points of the board.

At every point that may be an anchor, the prefilter (``patterns.compile``) leaves a few orientations, and each of them is compared point by
point.  Matches are listed in a record; constraints are not evaluated here.
"""
import numpy as np
from numba import int64, uint64, void

from owlgo.engine.core.bits import trailing_zeros
from owlgo.engine.core.board import BOARD
from owlgo.engine.core.jit import for_python, kernel, unit
from owlgo.engine.core.layout import new_record, record_type
from owlgo.engine.core.points import BORDER, EMPTY, NPOINTS, PASS, STRIDE
from owlgo.patterns.compile import PATTERNS, PREFILTER_GROUPS

MAX_MATCHES = 8192
"""Most matches that a list holds; further ones are counted in ``more``."""

MATCHES = record_type([
    ('n', 'i4'),
    ('more', 'i4'),                         # matches that found no room in the list
    ('seen', 'i4', (NPOINTS,)),             # the board seen from the side to move
    ('start', 'i8', (PREFILTER_GROUPS,)),   # of the prefilter's sets for the present anchor
    ('by_goal', 'i4'),                      # only patterns that touch the goal
    ('goal', 'i4', (NPOINTS,)),
    ('instance', 'i4', (MAX_MATCHES,)),
    ('anchor', 'i4', (MAX_MATCHES,)),
    ('move', 'i4', (MAX_MATCHES,)),         # PASS for a pattern without one
])
"""A list of matches, and the state of a search for them."""


@kernel(int64(BOARD, PATTERNS, MATCHES, int64, int64))
def _lies_here(b, p, m, k, pos):
    """Whether instance k matches with its anchor at pos: it fits on the board, its edges are the board's, and its points have allowed
    states.
    """
    row, col = pos // STRIDE - 1, pos % STRIDE - 1
    north, west = row + p.box[k, 0], col + p.box[k, 1]
    south, east = row + p.box[k, 2], col + p.box[k, 3]
    last = b.size - 1
    edges = p.edges[k]
    if north < 0 or west < 0 or south > last or east > last:
        return 0
    if (edges & 1 and north != 0) or (edges & 2 and west != 0) or (edges & 4 and south != last) or (edges & 8 and east != last):
        return 0
    for i in range(p.point[k], p.point[k + 1]):
        if not p.allowed[i] >> m.seen[pos + p.offset[i]] & 1:
            return 0
    if not (p.by_goal and m.by_goal):
        return 1
    for i in range(p.point[k], p.point[k] + p.touching[k]):
        if m.goal[pos + p.offset[i]]:
            return 1
    return 0


@kernel(void(BOARD, PATTERNS, MATCHES, int64))
def _at(b, p, m, pos):
    """List the matches at one anchor."""
    words = p.nwords
    what = m.seen[pos]
    first, last = p.first_word[what], p.first_word[what + 1]
    if first == last:
        return
    for group in range(PREFILTER_GROUPS):
        code = 0
        for k in range(4):
            q = pos + p.look[group, k]
            code |= (m.seen[q] if 0 <= q < NPOINTS else BORDER) << (2 * k)
        m.start[group] = (group * 256 + code) * words
    for w in range(first, last):
        left = p.filter[m.start[0] + w]
        for group in range(1, PREFILTER_GROUPS):
            left &= p.filter[m.start[group] + w]
        while left:
            k = w * 64 + trailing_zeros(left)
            left &= left - uint64(1)
            if p.enabled[p.pattern[k]] and _lies_here(b, p, m, k, pos):
                if m.n < MAX_MATCHES:
                    m.instance[m.n] = k
                    m.anchor[m.n] = pos
                    m.move[m.n] = pos + p.move[k] if p.has_move[k] else PASS
                    m.n += 1
                else:
                    m.more += 1


@kernel(void(BOARD, MATCHES, int64))
def see(b, m, color):
    """Copy the board into ``m.seen`` as this colour sees it, with its own stones as MINE."""
    for pos in range(NPOINTS):
        c = b.color[pos]
        m.seen[pos] = c if c == EMPTY or c == BORDER or color == 1 else 3 - c


@unit(void(BOARD, PATTERNS, MATCHES, int64))
def find_matches(b, p, m, color):
    """List every match for this side to move; with ``m.by_goal``, only those that touch the goal, if the database has goal elements."""
    m.n = 0
    m.more = 0
    see(b, m, color)
    low_row = low_col = 0
    high_row = high_col = b.size - 1
    if m.by_goal and p.by_goal:
        # Anchors lie near the goal.
        low_row = low_col = b.size
        high_row = high_col = -1
        for row in range(b.size):
            for col in range(b.size):
                if m.goal[(row + 1) * STRIDE + col + 1]:
                    low_row, high_row = min(low_row, row), max(high_row, row)
                    low_col, high_col = min(low_col, col), max(high_col, col)
        low_row, low_col = max(0, low_row - p.reach), max(0, low_col - p.reach)
        high_row, high_col = min(b.size - 1, high_row + p.reach), min(b.size - 1, high_col + p.reach)
    for row in range(low_row, high_row + 1):
        for col in range(low_col, high_col + 1):
            _at(b, p, m, (row + 1) * STRIDE + col + 1)


py_find_matches = for_python(find_matches)


def new_matches() -> np.void:
    """Return an empty list of matches."""
    return new_record(MATCHES)
