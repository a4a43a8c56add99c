"""Random playouts on a copy of the board, with what a move chooser wants to know of them.

A playout plays moves that are legal and fill no eye of the player's own until both sides have none left, then counts area.  Uniform
playouts choose among them at random; guided ones answer the last move first where a string has one liberty left, and put no string of
their own in atari.
"""
import numba
import numpy as np
from numba import int64, uint64, void

from engine.core.board import BOARD, BOARD_DTYPE, is_legal, place
from engine.core.jit import kernel, unit
from engine.core.points import BORDER, DIAGONALS, EMPTY, NEIGHBOURS, NPOINTS, PASS, STRIDE
from engine.core.strings import liberties_after

MOST_ANSWERS = 16

PLAYOUT_DTYPE = np.dtype([
    ('seed', 'u8'),
    ('guided', 'i4'),                       # set by the caller: 0 for uniform playouts
    ('nempty', 'i4'),
    ('moves', 'i4'),
    ('empties', 'i4', (NPOINTS,)),
    ('place', 'i4', (NPOINTS,)),            # of an empty point: where it stands in ``empties``
    ('answers', 'i4', (MOST_ANSWERS,)),     # to the last move
    ('played_by', 'i4', (NPOINTS,)),        # who played a point first in this playout
    ('owned', 'i4', (NPOINTS,)),            # playouts in which Black owned the point less those in which White did
    ('visits', 'i4', (3, NPOINTS)),         # playouts in which this colour played the point first
    ('wins', 'i4', (3, NPOINTS)),
    ('playouts', 'i4'),
    ('black_wins', 'i4'),
    ('score', 'i8'),                        # Black's points less White's, added up
    ('scores', 'i8', (3, NPOINTS)),         # the same of the playouts in which this colour played the point first
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


@kernel(int64(BOARD, int64))
def _last_liberty(b, pos):
    """The liberty of a string that has one."""
    stone = pos
    while True:
        for step in NEIGHBOURS:
            if b.color[stone + step] == EMPTY:
                return stone + step
        stone = b.next[stone]
        if stone == pos:
            return PASS


@kernel(void(PLAYOUT, int64, int64))
def _put(p, k, pos):
    """Write a point into the list of empty ones."""
    p.empties[k] = pos
    p.place[pos] = k


@kernel(int64(BOARD, PLAYOUT, int64, int64, int64))
def _answer(b, p, n, pos, color):
    """Add a move to the answers if it is legal; returns how many there are then."""
    if pos != PASS and n < MOST_ANSWERS and is_legal(b, pos, color):
        p.answers[n] = pos
        return n + 1
    return n


@unit(int64(BOARD, PLAYOUT, int64, int64))
def answer(b, p, color, last):
    """A move that the last one asks for: to take what is in atari there, or to save a string next to it.  PASS if there is none."""
    if last == PASS:
        return PASS
    n = 0
    if b.color[last] == 3 - color and b.libs[b.origin[last]] == 1:
        n = _answer(b, p, n, _last_liberty(b, last), color)
    for step in NEIGHBOURS:
        pos = last + step
        if b.color[pos] != color or b.libs[b.origin[pos]] != 1:
            continue
        stone = pos
        while True:
            for beside in NEIGHBOURS:
                q = stone + beside
                if b.color[q] == 3 - color and b.libs[b.origin[q]] == 1:
                    n = _answer(b, p, n, _last_liberty(b, q), color)
            stone = b.next[stone]
            if stone == pos:
                break
        out = _last_liberty(b, pos)
        if out != PASS and liberties_after(b, out, color, 2) > 1:
            n = _answer(b, p, n, out, color)
    if n == 0:
        return PASS
    return p.answers[int64((_random(p) * uint64(n)) >> uint64(32))]


@unit(int64(BOARD, PLAYOUT, int64))
def playout(b, p, color):
    """Play to the end, this colour first; returns Black's points less White's by area."""
    size = b.size
    p.nempty = 0
    for row in range(1, size + 1):
        for pos in range(row * STRIDE + 1, row * STRIDE + 1 + size):
            p.played_by[pos] = 0
            if b.color[pos] == EMPTY:
                _put(p, p.nempty, pos)
                p.nempty += 1
    passes = 0
    p.moves = 0
    last = int64(PASS)
    limit = 3 * size * size
    while passes < 2 and p.moves < limit:
        chosen = int64(PASS)
        if p.guided:
            chosen = answer(b, p, color, last)
        if chosen != PASS:
            p.nempty -= 1
            _put(p, p.place[chosen], p.empties[p.nempty])
        else:
            tried = p.nempty
            while tried > 0:
                k = int64((_random(p) * uint64(tried)) >> uint64(32))
                pos = p.empties[k]
                if is_legal(b, pos, color) and not is_own_eye(b, pos, color) and \
                        (not p.guided or liberties_after(b, pos, color, 2) > 1):
                    chosen = pos
                    p.nempty -= 1
                    _put(p, k, p.empties[tried - 1])
                    _put(p, tried - 1, p.empties[p.nempty])
                    break
                tried -= 1
                _put(p, k, p.empties[tried])
                _put(p, tried, pos)
        place(b, chosen, color)
        last = chosen
        if chosen == PASS:
            passes += 1
        else:
            passes = 0
            if p.played_by[chosen] == 0:
                p.played_by[chosen] = color
            for k in range(b.nremoved):
                _put(p, p.nempty, b.removed[k])
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
        p.score += score
        for pos in range(NPOINTS):
            who = p.played_by[pos]
            if who:
                p.visits[who, pos] += 1
                p.wins[who, pos] += who == winner
                p.scores[who, pos] += score
    return moves


@kernel(int64(BOARD, BOARD, PLAYOUT, int64, int64, int64))
def py_run_playouts(b, scratch, p, color, count, twice_komi):
    """``run_playouts`` for Python."""
    return run_playouts(b, scratch, p, color, count, twice_komi)


@kernel(int64(BOARD, int64, int64))
def py_is_own_eye(b, pos, color):
    """``is_own_eye`` for Python."""
    return is_own_eye(b, pos, color)


@kernel(int64(BOARD, PLAYOUT, int64, int64))
def py_answer(b, p, color, last):
    """``answer`` for Python."""
    return answer(b, p, color, last)


_scratch = np.zeros(1, BOARD_DTYPE)[0]


def sample(board: np.void, color: int, count: int, komi: float, seed: int, guided: bool = False) -> np.void:
    """Statistics of so many playouts from the position, this colour to move."""
    p = np.zeros(1, PLAYOUT_DTYPE)[0]
    p['guided'] = guided
    p['seed'] = (seed * 2 + 1) * 0x9E3779B97F4A7C15 % (1 << 64) or 1
    _scratch['color'][:] = BORDER
    py_run_playouts(board, _scratch, p, color, count, round(2 * komi))
    return p
