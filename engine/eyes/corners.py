"""Corners of eye points as kernels: half and false eyes as in ``topology.py``, for spaces numbered by ``domains.py``."""
from numba import float64, int64, void

from owlgo.engine.core.bits import count_ones
from owlgo.engine.core.board import BOARD, is_ko_ban, is_legal
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.points import BORDER, DIAGONALS, EAST, EMPTY, NEIGHBOURS, NORTH, SOUTH, STRIDE, WEST
from owlgo.engine.core.result import LOSE, WIN
from owlgo.engine.eyes.eyesight import EYESIGHT, HALF_MOVES, MARGIN_ROWS, MAX_HALF_EYES
from owlgo.engine.eyes.topology import FALSE_SUM, KO_VALUES, PROPER_SUM
from owlgo.engine.read.capture import SAFE_LIBERTIES
from owlgo.engine.read.inner import inner_attack, inner_defend, inner_safe_move
from owlgo.engine.read.record import READ

KO_GOOD, KO_BAD = KO_VALUES.good, KO_VALUES.bad


@kernel(void(EYESIGHT, int64, int64))
def py_attack_at(e, half, move):
    """Note a move of the enemy that decides a corner, in board order."""
    n = e.nhalf_attacks[half]
    k = n
    for i in range(n):
        if e.half_attacks[half, i] == move:
            return
    if n == HALF_MOVES:
        return
    while k > 0 and e.half_attacks[half, k - 1] > move:
        e.half_attacks[half, k] = e.half_attacks[half, k - 1]
        k -= 1
    e.half_attacks[half, k] = move
    e.nhalf_attacks[half] = n + 1


@kernel(void(EYESIGHT, int64, int64))
def py_defence_at(e, half, move):
    """Note a move of the owner that decides a corner, in board order."""
    n = e.nhalf_defences[half]
    k = n
    for i in range(n):
        if e.half_defences[half, i] == move:
            return
    if n == HALF_MOVES:
        return
    while k > 0 and e.half_defences[half, k - 1] > move:
        e.half_defences[half, k] = e.half_defences[half, k - 1]
        k -= 1
    e.half_defences[half, k] = move
    e.nhalf_defences[half] = n + 1


@kernel(float64(BOARD, READ, EYESIGHT, int64, int64, int64))
def _empty_corner(b, r, e, corner, color, half):
    """Judge an empty corner: who can safely play there?"""
    enemy = inner_safe_move(b, r, corner, 3 - color)
    if enemy == LOSE:
        return 0.0
    mine = inner_safe_move(b, r, corner, color)
    if mine == LOSE:
        taken = 0
        for step in NEIGHBOURS:
            q = corner + step
            if b.color[q] == 3 - color and inner_attack(b, r, q) == WIN and r.move != corner:
                py_defence_at(e, half, r.move)
                taken = 1
        if not taken and enemy == WIN:
            return 2.0
        py_attack_at(e, half, corner)
        return 1.0 if taken else KO_GOOD
    py_attack_at(e, half, corner)
    py_defence_at(e, half, corner)
    return KO_GOOD if enemy != WIN and mine == WIN else KO_BAD if enemy == WIN and mine != WIN else 1.0


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
    py_attack_at(e, half, r.move)
    py_defence_at(e, half, taking)
    return KO_GOOD if attack == WIN and defence != WIN else KO_BAD if attack != WIN and defence == WIN else 1.0


@kernel(float64(BOARD, READ, EYESIGHT, int64, int64, int64))
def _sum_of_corners(b, r, e, pos, color, half):
    """Return the sum of a point's corners."""
    total = 0.0
    left = 0
    edges_ns = b.color[pos + NORTH] == BORDER, b.color[pos + SOUTH] == BORDER
    edges_we = b.color[pos + WEST] == BORDER, b.color[pos + EAST] == BORDER
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
    """Room for the moves that decide the corners of the next point: the number of the half eye that it may be."""
    half = min(e.nhalves + 1, MAX_HALF_EYES)
    e.nhalf_attacks[half] = e.nhalf_defences[half] = 0
    return half


@kernel(void(BOARD, EYESIGHT, int64, float64))
def py_enter_corners(b, e, pos, total):
    """What the corners of a point count together, their moves being noted: it is a half eye, or false and a margin, or proper."""
    e.corner[pos] = total
    if total >= FALSE_SUM:
        enemy = 3 - e.looked
        if e.size[e.space[pos]] == 1 or b.color[pos] == enemy or is_legal(b, pos, enemy) or is_ko_ban(b, pos, enemy):
            e.marginal[pos] = 2
    elif total > PROPER_SUM:
        e.nhalves = min(e.nhalves + 1, MAX_HALF_EYES)
        e.half[pos] = e.nhalves


@unit(int64(BOARD, READ, EYESIGHT, int64))
def look_at_corners(b, r, e, color):
    """Judge the corners of every point with at most one neighbour that is no margin; false eyes become margins.

    What a corner hangs on does not change while a ko may not be retaken: bans are left out.
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
