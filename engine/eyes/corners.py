"""Kernels that find half and false eyes by their corners, as ``topology.py`` explains, in the spaces numbered by ``domains.py``."""
from numba import float64, int64, void

from owlgo.engine.core.bits import count_ones
from owlgo.engine.core.board import BOARD, is_ko_ban, is_legal
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.points import BORDER, DIAGONALS, EMPTY, NEIGHBOURS, STRIDE
from owlgo.engine.core.result import LOSE, WIN
from owlgo.engine.eyes.eyesight import EYESIGHT, HALF_MOVES, MARGIN_ROWS, MAX_EYE_SPACES
from owlgo.engine.eyes.topology import FALSE_SUM, KO_VALUES, PROPER_SUM
from owlgo.engine.read.capture import SAFE_LIBERTIES
from owlgo.engine.read.inner import inner_attack, inner_defend, inner_safe_move
from owlgo.engine.read.record import READ


@kernel(void(EYESIGHT, int64, int64, int64))
def py_note_half(e, purpose, half, move):
    """Add a move to the list of moves that decide a half eye, in board order.  Purpose 0 attacks, purpose 1 defends."""
    n = e.nhalf_moves[purpose, half]
    k = n
    for i in range(n):
        if e.half_moves[purpose, half, i] == move:
            return
    if n == HALF_MOVES:
        return
    while k > 0 and e.half_moves[purpose, half, k - 1] > move:
        e.half_moves[purpose, half, k] = e.half_moves[purpose, half, k - 1]
        k -= 1
    e.half_moves[purpose, half, k] = move
    e.nhalf_moves[purpose, half] = n + 1


@kernel(float64(BOARD, READ, EYESIGHT, int64, int64, int64))
def _empty_corner(b, r, e, corner, color, half):
    """Judge an empty corner by who can safely play there."""
    enemy = inner_safe_move(b, r, corner, 3 - color)
    if enemy == LOSE:
        return 0.0
    mine = inner_safe_move(b, r, corner, color)
    if mine == LOSE:
        taken = 0
        for step in NEIGHBOURS:
            q = corner + step
            if b.color[q] == 3 - color and inner_attack(b, r, q) == WIN and r.move != corner:
                py_note_half(e, 1, half, r.move)
                taken = 1
        if not taken and enemy == WIN:
            return 2.0
        py_note_half(e, 0, half, corner)
        return 1.0 if taken else KO_VALUES.good
    py_note_half(e, 0, half, corner)
    py_note_half(e, 1, half, corner)
    return KO_VALUES.good if enemy != WIN and mine == WIN else KO_VALUES.bad if enemy == WIN and mine != WIN else 1.0


@kernel(float64(BOARD, READ, EYESIGHT, int64, int64, int64))
def _judge(b, r, e, corner, color, half):
    """Judge one corner on the board, outside the eye spaces."""
    if b.color[corner] == color:
        return 0.0
    if b.color[corner] == EMPTY:
        return _empty_corner(b, r, e, corner, color, half)
    attack = inner_attack(b, r, corner)
    if attack == LOSE:
        return 2.0
    taking = r.move
    defence = inner_defend(b, r, corner)
    if defence == LOSE:
        return 0.0
    py_note_half(e, 0, half, r.move)
    py_note_half(e, 1, half, taking)
    return KO_VALUES.good if attack == WIN and defence != WIN else KO_VALUES.bad if attack != WIN and defence == WIN else 1.0


@kernel(float64(BOARD, READ, EYESIGHT, int64, int64, int64))
def _sum_of_corners(b, r, e, pos, color, half):
    """Return the sum of the values of an eye point's four corners."""
    total = 0.0
    left = 0
    edges_ns = b.color[pos - STRIDE] == BORDER, b.color[pos + STRIDE] == BORDER
    edges_we = b.color[pos - 1] == BORDER, b.color[pos + 1] == BORDER
    for k in range(4):
        off_row, off_col = edges_ns[k >> 1], edges_we[k & 1]
        corner = pos + DIAGONALS[k]
        if off_row or off_col:
            total += 1.0 if off_row != off_col else 0.0
        elif b.color[corner] == color or \
                (e.secure[corner // STRIDE - 1 + MARGIN_ROWS] >> (corner % STRIDE - 1) & 1 and not e.captures[corner]):
            continue
        elif b.color[corner] == 3 - color and b.libs[b.origin[corner]] >= SAFE_LIBERTIES:
            total += 2.0
        else:
            left |= 1 << k
    for k in range(4):
        if left >> k & 1:
            if e.hasty and (total >= FALSE_SUM or total + 2.0 * count_ones(left) <= PROPER_SUM):
                break
            left ^= 1 << k
            total += _judge(b, r, e, pos + DIAGONALS[k], color, half)
    return total


@kernel(int64(EYESIGHT))
def py_next_half(e):
    """Start the next half eye, with empty move lists, and return its number."""
    half = min(e.nhalves + 1, MAX_EYE_SPACES)
    e.nhalf_moves[0, half] = e.nhalf_moves[1, half] = 0
    return half


@kernel(void(BOARD, EYESIGHT, int64, float64))
def py_enter_corners(b, e, pos, total):
    """Classify an eye point by the sum of its corners.  A half eye gets a number, and a false eye becomes a margin.

    A false eye stays as it is if its space has other points and the enemy can never play there.  The moves that decide a half eye must have
    been noted already.
    """
    e.corner[pos] = total
    if total >= FALSE_SUM:
        enemy = 3 - e.looked
        if e.size[e.space[pos]] == 1 or b.color[pos] == enemy or is_legal(b, pos, enemy) or is_ko_ban(b, pos, enemy):
            e.marginal[pos] = 2
    elif total > PROPER_SUM:
        e.nhalves = min(e.nhalves + 1, MAX_EYE_SPACES)
        e.half[pos] = e.nhalves


@unit(int64(BOARD, READ, EYESIGHT, int64))
def look_at_corners(b, r, e, color):
    """Judge the corners of every eye point, margins excepted, that has at most one neighbour in the eye spaces.

    False eyes become margins (``py_enter_corners``).  Ko bans are lifted meanwhile.
    """
    ban = b.ko
    b.ko = 0
    for k in range(e.npoints):
        pos = e.points[k]
        if e.judged[pos]:
            half = py_next_half(e)
            py_enter_corners(b, e, pos, _sum_of_corners(b, r, e, pos, color, half))
    b.ko = ban
    return e.nhalves
