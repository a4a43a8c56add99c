"""What hangs on a point: how playouts end near it when Black plays there first, less how they end when White does.

All moves as first (Brügmann 1993), with the points near by instead of the whole board: what happens elsewhere is noise, and so is a playout
in which a stone near by died that is known to live.  On a board that is nearly settled this tells points apart that a tree search of as
many playouts does not.
"""
from collections.abc import Mapping

import numba
import numpy as np
from numba import int64, void

from engine.core.jit import kernel
from engine.core.points import BLACK, NPOINTS, PASS, STRIDE, WHITE
from engine.mcts.fastboard import FAST, copy_board, new_board, py_take_over
from engine.mcts.playout import PLAYOUT, new_playout, playout, surrounded_by

RADIUS = 4
"""Points so many steps away, in columns plus rows, are near."""
SOON = 150.0
"""A move that is played as late as this in a playout counts half."""
LEAST_COUNT = 8.0
"""Playouts of each side that a point must have been played in."""

SWING_DTYPE = np.dtype([
    # by colour and point, of playouts in which the colour played there first, the sooner the more:
    ('count', 'f8', (3, NPOINTS)),
    ('near', 'f8', (3, NPOINTS)),       # Black's points less White's near by, added up,
    ('square', 'f8', (3, NPOINTS)),     # and their squares
    ('fixed', 'i4', (NPOINTS,)),        # set by the caller: 1 where Black's stones live for certain, -1 where White's do
    # of a playout
    ('owner', 'i4', (NPOINTS,)),
    ('seen', 'i4', (NPOINTS,)),
], align=True)
SWING = numba.from_dtype(SWING_DTYPE)


@kernel(void(FAST, SWING))
def _note_owners(f, w):
    """Whose each point is at the end of a playout."""
    for row in range(1, f.size + 1):
        for pos in range(row * STRIDE + 1, row * STRIDE + 1 + f.size):
            owner = surrounded_by(f, pos)
            w.owner[pos] = 1 if owner == BLACK else -1 if owner == WHITE else 0
            w.seen[pos] = 0


@kernel(void(FAST, FAST, PLAYOUT, SWING, int64, int64))
def py_swing(root, scratch, p, w, color, times):
    """So many playouts from the root, this colour to move."""
    size = int64(root.size)
    for _ in range(times):
        copy_board(scratch, root)
        p.nmoves = 0
        playout(scratch, p, color)
        _note_owners(scratch, w)
        side = color
        for k in range(p.nmoves):
            pos = p.moves[k]
            if pos != PASS and not w.seen[pos]:
                w.seen[pos] = 1
                row, col = pos // STRIDE, pos % STRIDE
                total = strange = 0
                for i in range(max(row - RADIUS, 1), min(row + RADIUS, size) + 1):
                    left = RADIUS - abs(i - row)
                    for j in range(max(col - left, 1), min(col + left, size) + 1):
                        q = i * STRIDE + j
                        total += w.owner[q]
                        strange |= w.fixed[q] != 0 and w.owner[q] != w.fixed[q]
                if not strange:
                    counts = 1.0 / (1.0 + k / SOON)
                    w.count[side, pos] += counts
                    w.near[side, pos] += counts * total
                    w.square[side, pos] += counts * total * total
            side = 3 - side


def swings(board: np.void, color: int, last: int, fixed: Mapping[int, int], times: int, seed: int) -> np.ndarray:
    """By point: the points that hang on who plays there first, less one standard error; 0 where one side hardly ever does.

    ``fixed`` are stones that live for certain, with 1 for Black's and -1 for White's.  Dead stones should be off the board.
    """
    w: np.void = np.zeros(1, SWING_DTYPE)[0]
    w['fixed'][list(fixed)] = list(fixed.values())
    root = new_board()
    py_take_over(root, board, last)
    py_swing(root, new_board(), new_playout(seed), w, color, times)
    count = w['count'][BLACK:]
    some = np.maximum(count, LEAST_COUNT)
    mean = w['near'][BLACK:] / some
    error = np.sqrt((np.maximum(w['square'][BLACK:] / some - mean ** 2, 0.0) / some).sum(axis=0))
    found: np.ndarray = np.where((count >= LEAST_COUNT).all(axis=0), mean[0] - mean[1] - error, 0.0)
    return found
