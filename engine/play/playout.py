"""Uniform random playouts on a copy of the board, with what a move chooser wants to know of them.

A playout plays random moves that are legal and fill no eye of the player's own until both sides have none left, then counts area.
"""
import numba
import numpy as np
from numba import int64, uint64, void

from engine.core.board import BOARD, BOARD_DTYPE, is_legal, place
from engine.core.jit import kernel, unit
from engine.core.points import BORDER, DIAGONALS, EMPTY, NEIGHBOURS, NPOINTS, PASS, STRIDE

PLAYOUT_DTYPE = np.dtype([
    ('seed', 'u8'),
    ('nempty', 'i4'),
    ('moves', 'i4'),
    ('empties', 'i4', (NPOINTS,)),
    ('played_by', 'i4', (NPOINTS,)),        # who played a point first in this playout
    ('owned', 'i4', (NPOINTS,)),            # playouts in which Black owned the point less those in which White did
    ('visits', 'i4', (3, NPOINTS)),         # playouts in which this colour played the point first
    ('wins', 'i4', (3, NPOINTS)),
    ('playouts', 'i4'),
    ('black_wins', 'i4'),
], align=True)
PLAYOUT = numba.from_dtype(PLAYOUT_DTYPE)


@kernel(uint64(PLAYOUT))
def _random(p):
    """xorshift64* (Vigna 2016)."""
    x = p.seed
    x ^= x >> uint64(12)
    x ^= x << uint64(25)
    x ^= x >> uint64(27)
    p.seed = x
    return (x * uint64(0x2545F4914F6CDD1D)) >> uint64(32)


@unit(int64(BOARD, int64, int64))
def is_own_eye(b, pos, color):
    """Whether the empty point is a real eye by the rule of thumb: friends all round, not two enemy diagonals (one at the edge)."""
    for step in NEIGHBOURS:
        c = b.color[pos + step]
        if c != color and c != BORDER:
            return 0
    enemies = edge = 0
    for step in DIAGONALS:
        c = b.color[pos + step]
        if c == 3 - color:
            enemies += 1
        elif c == BORDER:
            edge = 1
    return 1 if enemies + edge < 2 else 0


@unit(int64(BOARD, PLAYOUT, int64))
def playout(b, p, color):
    """Play to the end, this colour first; returns Black's points less White's by area."""
    size = b.size
    p.nempty = 0
    for row in range(1, size + 1):
        for pos in range(row * STRIDE + 1, row * STRIDE + 1 + size):
            p.played_by[pos] = 0
            if b.color[pos] == EMPTY:
                p.empties[p.nempty] = pos
                p.nempty += 1
    passes = 0
    p.moves = 0
    limit = 3 * size * size
    while passes < 2 and p.moves < limit:
        chosen = PASS
        tried = p.nempty
        while tried > 0:
            k = int64((_random(p) * uint64(tried)) >> uint64(32))
            pos = p.empties[k]
            if is_legal(b, pos, color) and not is_own_eye(b, pos, color):
                chosen = pos
                p.nempty -= 1
                p.empties[k] = p.empties[tried - 1]
                p.empties[tried - 1] = p.empties[p.nempty]
                break
            tried -= 1
            p.empties[k] = p.empties[tried]
            p.empties[tried] = pos
        place(b, chosen, color)
        if chosen == PASS:
            passes += 1
        else:
            passes = 0
            if p.played_by[chosen] == 0:
                p.played_by[chosen] = color
            for k in range(b.nremoved):
                p.empties[p.nempty] = b.removed[k]
                p.nempty += 1
        p.moves += 1
        color = 3 - color
    score = 0
    for row in range(1, size + 1):
        for pos in range(row * STRIDE + 1, row * STRIDE + 1 + size):
            owner = b.color[pos]
            if owner == EMPTY:
                for step in NEIGHBOURS:
                    c = b.color[pos + step]
                    if c == 1 or c == 2:
                        owner = c
                        break
            if owner == 1:
                score += 1
                p.owned[pos] += 1
            elif owner == 2:
                score -= 1
                p.owned[pos] -= 1
    return score


@kernel(void(BOARD, BOARD))
def _copy(target, source):
    """Copy a position without its undo log."""
    target.size = source.size
    target.ko = source.ko
    target.hash = source.hash
    target.suicide = source.suicide
    target.ko_rule = source.ko_rule
    target.logging = 0
    for pos in range(NPOINTS):
        target.color[pos] = source.color[pos]
        target.origin[pos] = source.origin[pos]
        target.next[pos] = source.next[pos]
        target.libs[pos] = source.libs[pos]
        target.count[pos] = source.count[pos]


@unit(int64(BOARD, BOARD, PLAYOUT, int64, int64, int64))
def run_playouts(b, scratch, p, color, count, twice_komi):
    """So many playouts from b; statistics are added to p.  Returns the moves played."""
    moves = 0
    for _ in range(count):
        _copy(scratch, b)
        score = playout(scratch, p, color)
        winner = 1 if 2 * score > twice_komi else 2
        moves += p.moves
        p.playouts += 1
        p.black_wins += winner == 1
        for pos in range(NPOINTS):
            who = p.played_by[pos]
            if who:
                p.visits[who, pos] += 1
                p.wins[who, pos] += who == winner
    return moves


@kernel(int64(BOARD, BOARD, PLAYOUT, int64, int64, int64))
def py_run_playouts(b, scratch, p, color, count, twice_komi):
    """``run_playouts`` for Python."""
    return run_playouts(b, scratch, p, color, count, twice_komi)


@kernel(int64(BOARD, int64, int64))
def py_is_own_eye(b, pos, color):
    """``is_own_eye`` for Python."""
    return is_own_eye(b, pos, color)


_scratch = np.zeros(1, BOARD_DTYPE)[0]


def sample(board: np.void, color: int, count: int, komi: float, seed: int) -> np.void:
    """Statistics of so many playouts from the position, this colour to move."""
    p = np.zeros(1, PLAYOUT_DTYPE)[0]
    p['seed'] = (seed * 2 + 1) * 0x9E3779B97F4A7C15 % (1 << 64) or 1
    _scratch['color'][:] = BORDER
    py_run_playouts(board, _scratch, p, color, count, round(2 * komi))
    return p
