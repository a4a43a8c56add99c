"""What a small closed region is worth, in points, whoever moves first: an exact search over area (Müller 1999, "Decomposition search").

The region's points are counted when both sides have passed: stones on the board, and empty points that only one side's stones border.
So a group that lives with territory, one that lives in seki, one that loses a few stones and one that dies differ.

Neither side fills its own eyes of one point.  A position of the line played may not come back; who has no ko threats is not asked: the
ko belongs to who takes it first.  Nobody is stopped from playing elsewhere, so a value is what the first move brings.
"""
from typing import NamedTuple

import numba
import numpy as np
from numba import int64, uint64, void

from engine.core.bits import count_ones, trailing_zeros
from engine.core.jit import kernel, unit
from engine.core.zobrist import mix
from engine.solver.region import ATTACKER, CLOSED, DEFENDER, NO_KO, Region, around, bit, play, py_play, string_of

MAX_DEPTH = 30
TABLE_BITS = 18
NO_MOVE = 64
"""A pass, as a move of the search."""
FAR = 127
DEPTHS = (24, 12)
"""How deep a region is searched; less deep where the nodes run out."""

SCORE_DTYPE = np.dtype([
    ('limit', 'i8'),
    ('nodes', 'i8'),
    ('deepest', 'i8'),                      # set by the caller: moves of a line, MAX_DEPTH at most; then it is counted as it stands
    ('attackers', 'u8', (MAX_DEPTH + 2,)),
    ('defenders', 'u8', (MAX_DEPTH + 2,)),
    ('ko', 'i8', (MAX_DEPTH + 2,)),
    ('passes', 'i8', (MAX_DEPTH + 2,)),
    ('alpha', 'i8', (MAX_DEPTH + 2,)),
    ('beta', 'i8', (MAX_DEPTH + 2,)),
    ('first', 'i8', (MAX_DEPTH + 2,)),      # alpha as the frame began
    ('best', 'i8', (MAX_DEPTH + 2,)),
    ('chosen', 'i8', (MAX_DEPTH + 2,)),     # the move being tried,
    ('good', 'i8', (MAX_DEPTH + 2,)),       # the best one
    ('hint', 'i8', (MAX_DEPTH + 2,)),       # the table's
    ('left', 'u8', (MAX_DEPTH + 2,)),       # moves not tried yet; a pass comes last
    ('stage', 'i8', (MAX_DEPTH + 2,)),      # 0 the table's move, 1 the others, 2 a pass, 3 done
    ('key', 'u8', (MAX_DEPTH + 2,)),
    ('part', 'u8', (2, 32)),                # strings of the defender, and what lies between them,
    ('free', 'u8', (32,)),                  # liberties of the strings
    ('table_key', 'u8', (1 << TABLE_BITS,)),
    ('table_low', 'i1', (1 << TABLE_BITS,)),
    ('table_high', 'i1', (1 << TABLE_BITS,)),
    ('table_move', 'i1', (1 << TABLE_BITS,)),
], align=True)
SCORE = numba.from_dtype(SCORE_DTYPE)


@unit(int64(CLOSED, uint64, uint64))
def area(c, attackers, defenders):
    """The defender's points less the attacker's."""
    score = count_ones(defenders) - count_ones(attackers)
    empty = c.all & ~(attackers | defenders)
    while empty:
        part = string_of(c, empty & (~empty + uint64(1)), empty)
        empty &= ~part
        rim = around(c, part) & ~part
        ours = rim & defenders != 0 or part & c.escape != 0
        theirs = rim & attackers != 0 or part & c.boundary != 0
        if ours and not theirs:
            score += count_ones(part)
        elif theirs and not ours:
            score -= count_ones(part)
    return score


@kernel(int64(CLOSED, uint64, uint64, int64, int64))
def _is_own_eye(c, attackers, defenders, v, side):
    """Whether a point is an eye of one point, all its neighbours being of one string of this side, or of the outside that is its own."""
    mine = attackers if side == ATTACKER else defenders
    outside = bit(v) & (c.boundary if side == ATTACKER else c.escape) != 0
    if c.near[v] & ~mine or bit(v) & (c.escape if side == ATTACKER else c.boundary):
        return 0
    if not c.near[v]:
        return int64(outside)
    part = string_of(c, c.near[v] & (~c.near[v] + uint64(1)), mine)
    whole = c.near[v] & ~part == 0
    return int64(whole and (not outside or part & (c.boundary if side == ATTACKER else c.escape) != 0))


@unit(uint64(CLOSED, SCORE, uint64, uint64))
def safe_points(c, s, attackers, defenders):
    """The defender's strings that live unconditionally (Benson 1976), and the eyes that they live by; an outside that is his lives."""
    rest = c.all & ~defenders
    strings, regions = int64(0), int64(0)
    left = defenders
    while left:
        part = string_of(c, left & (~left + uint64(1)), defenders)
        left &= ~part
        if strings >= 31:
            return uint64(0)
        s.part[0, strings], s.free[strings] = part, around(c, part) & rest & ~attackers
        strings += 1
    left = rest
    while left:
        part = string_of(c, left & (~left + uint64(1)), rest)
        left &= ~part
        if part & c.boundary:
            continue
        if regions >= 32:
            return uint64(0)
        s.part[1, regions] = part
        regions += 1
    alive = defenders
    changed = 1
    while changed:
        changed = 0
        for k in range(strings):
            string = s.part[0, k]
            if not alive & string:
                continue
            eyes = 2 if string & c.escape else 0
            for j in range(regions):
                part = s.part[1, j]
                if eyes < 2 and part & ~attackers & ~s.free[k] == 0 and around(c, part) & defenders & ~alive == 0:
                    eyes += 1
            if eyes < 2:
                alive &= ~string
                changed = 1
    if not alive:
        return uint64(0)
    held = alive
    for j in range(regions):
        part = s.part[1, j]
        if around(c, part) & defenders & ~alive:
            continue
        for k in range(strings):
            if alive & s.part[0, k] and part & ~attackers & ~s.free[k] == 0:
                held |= part
    return held


@kernel(int64(SCORE, uint64))
def _known(s, key):
    """The table's slot of a position, -1 if it is not there."""
    slot = int64(key & uint64((1 << TABLE_BITS) - 1))
    return slot if s.table_key[slot] == key else -1


@kernel(uint64(SCORE, int64, int64))
def _key(s, d, side):
    return mix(s.attackers[d]) ^ mix(s.defenders[d] ^ uint64(0x9E3779B97F4A7C15)) ^ \
        mix(uint64(0xABC0000) + uint64(s.ko[d] * 8 + s.passes[d] * 2 + side))


@kernel(int64(SCORE, int64))
def _repeats(s, d):
    """Whether the position of frame d stood on the board two frames or more before, by a move, with the same side to move."""
    k = d - 2
    while k >= 0:
        if s.attackers[k] == s.attackers[d] and s.defenders[k] == s.defenders[d]:
            return 1
        k -= 2
    return 0


@kernel(int64(CLOSED, SCORE, int64, int64))
def _next(c, s, d, side):
    """The next move of frame d: captures and the middle of empty room first, a pass last; -1 when there is none."""
    if s.stage[d] == 0:
        s.stage[d] = 1
        hint = s.hint[d]
        if hint >= 0 and hint < NO_MOVE and s.left[d] >> uint64(hint) & uint64(1):
            s.left[d] &= ~bit(hint)
            return hint
    if s.stage[d] == 1:
        attackers, defenders = s.attackers[d], s.defenders[d]
        empty = c.all & ~(attackers | defenders)
        theirs = defenders if side == ATTACKER else attackers
        best, most = int64(-1), int64(-1)
        left = s.left[d]
        while left:
            v = int64(trailing_zeros(left))
            left &= left - uint64(1)
            worth = 2 * count_ones(c.near[v] & empty) + count_ones(c.near[v] & theirs)
            beside = c.near[v] & theirs
            while beside:
                part = string_of(c, beside & (~beside + uint64(1)), theirs)
                beside &= ~part
                libs = count_ones(around(c, part) & empty)
                safe = part & (c.boundary if side == DEFENDER else c.escape) != 0
                if libs == 1 and not safe:
                    worth += 20 + count_ones(part)
                elif libs == 2 and not safe:
                    worth += 4
            if worth > most:
                best, most = v, worth
        if best >= 0:
            s.left[d] &= ~bit(best)
            return best
        s.stage[d] = 2
    if s.stage[d] == 2:
        s.stage[d] = 3
        return NO_MOVE
    return -1


@unit(int64(CLOSED, SCORE, int64, int64))
def _begin_frame(c, s, d, side):
    """Look at frame d with its window: 1 if its value is known now (in ``best``)."""
    s.good[d] = NO_MOVE
    s.hint[d] = -1
    sign = 1 if side == DEFENDER else -1
    if s.passes[d] >= 2 or d >= s.deepest:
        s.best[d] = sign * area(c, s.attackers[d], s.defenders[d])
        return 1
    if s.defenders[d] == 0 and d > 0 and not c.escape:
        # Nobody lives anew in what is left.
        s.best[d] = -sign * count_ones(c.all)
        return 1
    s.key[d] = _key(s, d, side)
    s.first[d] = s.alpha[d]
    slot = _known(s, s.key[d])
    if slot >= 0:
        low, high = int64(s.table_low[slot]), int64(s.table_high[slot])
        s.hint[d] = int64(s.table_move[slot])
        if low >= s.beta[d] or low == high:
            s.best[d] = low
            s.good[d] = s.hint[d]
            return 1
        if high <= s.alpha[d]:
            s.best[d] = high
            s.good[d] = s.hint[d]
            return 1
    held = safe_points(c, s, s.attackers[d], s.defenders[d])
    if held:
        unclear = count_ones(c.all & ~held)
        middle = sign * count_ones(held)
        if unclear == 0 or middle - unclear >= s.beta[d]:
            s.best[d] = middle - unclear
            return 1
        if middle + unclear <= s.alpha[d]:
            s.best[d] = middle + unclear
            return 1
    s.best[d] = -FAR
    left = c.all & ~held & ~(s.attackers[d] | s.defenders[d])
    moves = uint64(0)
    while left:
        v = int64(trailing_zeros(left))
        left &= left - uint64(1)
        if v != s.ko[d] and not _is_own_eye(c, s.attackers[d], s.defenders[d], v, side):
            moves |= bit(v)
    s.left[d] = moves
    s.stage[d] = 0
    s.nodes += 1
    return 0


@unit(int64(CLOSED, SCORE, uint64, uint64, int64, int64, int64, int64, int64))
def search(c, s, attackers, defenders, ko, side, passes, low, high):
    """The value for the side to move within a window (fail soft).  -FAR when the nodes run out."""
    d = int64(0)
    s.attackers[0], s.defenders[0], s.ko[0], s.passes[0] = attackers, defenders, ko, passes
    s.alpha[0], s.beta[0] = low, high
    done = _begin_frame(c, s, int64(0), side)
    while True:
        mover = side if d % 2 == 0 else 1 - side
        if not done:
            if s.nodes >= s.limit:
                return -FAR
            v = int64(-1) if s.best[d] >= s.beta[d] else _next(c, s, d, mover)
            if v >= 0:
                n = d + 1
                if v == NO_MOVE:
                    s.attackers[n], s.defenders[n], s.ko[n], s.passes[n] = s.attackers[d], s.defenders[d], NO_KO, s.passes[d] + 1
                else:
                    if not play(c, s.attackers[d], s.defenders[d], v, mover):
                        continue
                    s.attackers[n], s.defenders[n], s.ko[n], s.passes[n] = c.stones[ATTACKER], c.stones[DEFENDER], c.ko, 0
                    if _repeats(s, n):
                        continue
                s.chosen[d] = v
                s.alpha[n], s.beta[n] = -s.beta[d], -max(s.alpha[d], s.best[d])
                d = n
                done = _begin_frame(c, s, d, 1 - mover)
                continue
            # All moves of the frame are tried.
            slot = int64(s.key[d] & uint64((1 << TABLE_BITS) - 1))
            if s.table_key[slot] != s.key[d]:
                s.table_key[slot] = s.key[d]
                s.table_low[slot], s.table_high[slot] = -FAR, FAR
            if s.best[d] > s.first[d]:
                s.table_low[slot] = max(int64(s.table_low[slot]), s.best[d])
            if s.best[d] < s.beta[d]:
                s.table_high[slot] = min(int64(s.table_high[slot]), s.best[d])
            s.table_move[slot] = s.good[d]
            done = 1
        if d == 0:
            return s.best[0]
        d -= 1
        value = -s.best[d + 1]
        if value > s.best[d]:
            s.best[d] = value
            s.good[d] = s.chosen[d]
        done = 0


@kernel(void(SCORE))
def py_forget(s):
    """Empty the table."""
    s.table_key[:] = 0


@kernel(int64(CLOSED, SCORE, uint64, uint64, int64, int64, int64, int64, int64))
def py_search(c, s, attackers, defenders, ko, side, passes, low, high):
    """``search`` for Python."""
    return search(c, s, attackers, defenders, ko, side, passes, low, high)


class Worth(NamedTuple):
    """What a region is worth if one side moves first."""
    value: int
    """The defender's points less the attacker's."""
    moves: tuple[int, ...]
    """The first moves that bring as much, on the board; empty if a pass does."""
    threat: int
    """And what it would be if the side moved twice, by the move that threatens most: that one is the first of the moves."""


class LocalScore:
    """A region to be asked about."""

    def __init__(self, region: Region, record: np.void, nodes: int) -> None:
        self.region, self.record, self.nodes = region, record, nodes

    def worth(self, side: int) -> Worth | None:
        """What the region is worth if this side moves first; None where the nodes run out."""
        for deepest in DEPTHS:
            self.record['deepest'] = deepest
            py_forget(self.record)
            found = self._worth(side)
            if found is not None:
                return found
        return None

    def _worth(self, side: int) -> Worth | None:
        attackers, defenders, ko = self.region.attackers, self.region.defenders, self.region.ko
        self.record['nodes'], self.record['limit'] = 0, self.nodes
        value = self._value(attackers, defenders, ko, side)
        if value is None:
            return None
        sign = 1 if side == DEFENDER else -1
        passed = self._value(attackers, defenders, NO_KO, 1 - side, 1)
        if passed is None:
            return None
        if passed >= value if side == DEFENDER else passed <= value:
            return Worth(value, (), value)
        good: list[tuple[int, int]] = []
        for v in range(len(self.region.points)):
            if (attackers | defenders) >> v & 1 or v == ko:
                continue
            if not py_play(self.region.record, np.uint64(attackers), np.uint64(defenders), v, side):
                continue
            after = [int(word) for word in self.region.record['stones']]
            ban = int(self.region.record['ko'])
            # Is it as good?  One window tells.
            found = int(py_search(self.region.record, self.record, np.uint64(after[ATTACKER]), np.uint64(after[DEFENDER]), ban, 1 - side, 0,
                                  -sign * value, -sign * value + 1))
            if found == -FAR:
                return None
            if found <= -sign * value:
                again = self._value(after[ATTACKER], after[DEFENDER], NO_KO, side, 1)
                good.append((sign * (value if again is None else again), v))
        good.sort(key=lambda one: (-one[0], one[1]))
        return Worth(value, tuple(self.region.points[v] for _, v in good), sign * good[0][0] if good else value)

    def _value(self, attackers: int, defenders: int, ko: int, side: int, passes: int = 0) -> int | None:
        """The defender's points less the attacker's with this side to move."""
        low, high = -len(self.region.points), len(self.region.points)
        guess = high if side == DEFENDER else low
        while low < high:
            beta = guess + 1 if guess == low else guess
            guess = int(py_search(self.region.record, self.record, np.uint64(attackers), np.uint64(defenders), ko, side, passes,
                                  beta - 1, beta))
            if guess == -FAR:
                return None
            if guess < beta:
                high = guess
            else:
                low = guess
        return guess if side == DEFENDER else -guess


def new_score() -> np.void:
    """A record for the search."""
    s: np.void = np.zeros(1, SCORE_DTYPE)[0]
    return s


@kernel(int64(CLOSED, uint64, uint64))
def py_area(c, attackers, defenders):
    """``area`` for Python."""
    return area(c, attackers, defenders)
