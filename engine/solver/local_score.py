"""The value of a small closed region in points, for each side moving first: an exact search over area (Müller 1999, "Decomposition
search").

The region's points are counted when both sides have passed: stones on the board, and empty points that only one side's stones border.
Stones that live unconditionally own their eyes, whatever stands in them.  Lines beyond the depth limit (``DEPTH_PLANS``) are counted as
they stand.  So life with territory, life in seki, the loss of a few stones and death have different values.

Neither side fills its own eyes of one point.  A line may not repeat a position.  The table ignores which moves this rule forbade.  If the
value depends on a ko, two cases are read, and their mean counts.  In one neither side has threats, so the ko belongs to the side that takes
it first.  In the other the attacker has threats, and retakes every ko at once.

Both sides may play elsewhere: a value is the gain of the first move.  The best of several equal moves is the one that leaves the other side
least: first, if a move elsewhere gains a point (the *temperature*, as in ``engine.score.local_play``); then, if the other side moves twice.
"""
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numba import int64, uint64, void

from owlgo.engine.core.bits import count_ones, trailing_zeros
from owlgo.engine.core.jit import for_python, kernel, unit
from owlgo.engine.core.layout import dtype_of, new_record, record_type
from owlgo.engine.core.zobrist import mix
from owlgo.engine.solver.lasting import LIFE, pass_alive
from owlgo.engine.solver.region import ATTACKER, CLOSED, DEFENDER, NO_KO, Region, around, bit, play, string_of

POINT_UNITS = 8
"""Units of value in a point: values are in eighths of a point."""
NO_MASTER = 2
"""Value of ``master``, the side with ko threats, if neither side has any."""
MOST_PLIES = 30
"""Maximum length of a line, in moves."""
SCORE_SLOTS = 1 << 18
"""Number of entries of the table."""
COMPLETE = 100
"""Depth that is stored for a line played to its end.  It exceeds any number of moves."""
NO_MOVE = 64
"""The move number that stands for a pass in the search."""
MAX_VALUE = 30_000
"""A bound beyond all values, in eighths of a point."""
DEPTH_PLANS = ((24, 4), (12, 1))
"""Depth limits tried in turn, in moves, each with a divisor of the node limit."""

SCORE = record_type([
    ('limit', 'i8'),
    ('nodes', 'i8'),
    # set by the caller: what a move elsewhere brings, in eighths of a point, even; the side that may retake a ko at once, or NO_MASTER;
    # frames before this one are not kept in the table, since their moves are prescribed: in frame 0 no pass, in frame 1 nothing else
    ('temperature', 'i8'),
    ('master', 'i8'),
    ('prescribed', 'i8'),
    ('deepest', 'i8'),                      # set by the caller: moves of a line, MOST_PLIES at most; then it is counted as it stands
    ('attackers', 'u8', (MOST_PLIES + 2,)),
    ('defenders', 'u8', (MOST_PLIES + 2,)),
    ('ko', 'i8', (MOST_PLIES + 2,)),
    ('passes', 'i8', (MOST_PLIES + 2,)),
    ('alpha', 'i8', (MOST_PLIES + 2,)),
    ('beta', 'i8', (MOST_PLIES + 2,)),
    ('first', 'i8', (MOST_PLIES + 2,)),      # alpha as the frame began
    ('best', 'i8', (MOST_PLIES + 2,)),
    ('chosen', 'i8', (MOST_PLIES + 2,)),     # the move being tried,
    ('good', 'i8', (MOST_PLIES + 2,)),       # the best one
    ('hint', 'i8', (MOST_PLIES + 2,)),       # the table's
    ('left', 'u8', (MOST_PLIES + 2,)),       # moves not tried yet; a pass comes last
    ('stage', 'i8', (MOST_PLIES + 2,)),      # 0 the table's move, 1 the others, 2 a pass, 3 done
    ('key', 'u8', (MOST_PLIES + 2,)),
    ('depth', 'i8', (MOST_PLIES + 2,)),      # after how many moves a line was counted as it stood, COMPLETE if none was
    ('life', dtype_of(LIFE)),
    ('table_key', 'u8', (SCORE_SLOTS,)),
    ('table_low', 'i2', (SCORE_SLOTS,)),
    ('table_high', 'i2', (SCORE_SLOTS,)),
    ('table_move', 'i1', (SCORE_SLOTS,)),
    ('table_depth', 'i1', (SCORE_SLOTS,)),  # as ``depth``
])
"""A search for the value of a region in points."""


@unit(int64(CLOSED, uint64, uint64))
def area(c, attackers, defenders):
    """Return the defender's points less the attacker's."""
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
    """Whether a point is a one-point eye of this side: its neighbours belong to one string, or to an outside of that side."""
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
    """Return the defender's strings that live unconditionally, with their eyes.  The defender's outside counts as alive."""
    w = s.life
    alive = pass_alive(c, w, defenders, attackers, c.boundary, c.escape)
    held, left = alive, alive
    while left:
        part = string_of(c, left & (~left + uint64(1)), alive)
        left &= ~part
        near = around(c, part)
        for r in range(w.regions):
            if w.healthy[r] and not w.region[r] & ~attackers & ~near:
                held |= w.region[r]
    return held


@kernel(int64(SCORE, uint64))
def _known(s, key):
    """Return the index of a position's table entry, or -1."""
    slot = int64(key & uint64(SCORE_SLOTS - 1))
    return slot if s.table_key[slot] == key else -1


@kernel(uint64(SCORE, int64, int64))
def _key(s, d, side):
    return mix(s.attackers[d]) ^ mix(s.defenders[d] ^ uint64(0x9E3779B97F4A7C15)) ^ \
        mix(uint64(0xABC0000) + uint64((((s.deepest * 256 + s.temperature) * 4 + s.master) * 128 + s.ko[d]) * 8 + s.passes[d] * 2 + side))


@kernel(int64(SCORE, int64))
def _repeats(s, d):
    """Whether the position at depth d, after a move, repeats an earlier one with the same side to move."""
    k = d - 2
    while k >= 0:
        if s.attackers[k] == s.attackers[d] and s.defenders[k] == s.defenders[d]:
            return 1
        k -= 2
    return 0


@kernel(int64(CLOSED, SCORE, int64, int64))
def _next(c, s, d, side):
    """Return the next move to try at depth d, or -1 if none is left.  Captures and the middle of empty room come first, a pass last."""
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
        return NO_MOVE if d != 0 or s.prescribed != 1 else -1
    return -1


@unit(int64(CLOSED, SCORE, int64, int64))
def _begin_frame(c, s, d, side):
    """Begin to search the position at depth d in its window.  Return 1 if its value is known already (in ``best``)."""
    s.good[d] = NO_MOVE
    s.hint[d] = -1
    s.depth[d] = COMPLETE
    sign = POINT_UNITS if side == DEFENDER else -POINT_UNITS
    # Half the temperature is what it is worth to be the next to move.
    turn = s.temperature >> 1
    if s.passes[d] >= 2 or d >= s.deepest:
        # Stones in the eyes of what lives are lost where they stand.
        held = safe_points(c, s, s.attackers[d], s.defenders[d]) if s.attackers[d] else uint64(0)
        s.best[d] = sign * area(c, s.attackers[d] & ~held, s.defenders[d] | held) + turn
        if s.passes[d] < 2:
            s.depth[d] = 0
        return 1
    if s.defenders[d] == 0 and d > 0 and not c.escape:
        # Nobody lives anew in what is left.
        s.best[d] = -sign * count_ones(c.all) + turn
        return 1
    s.key[d] = _key(s, d, side)
    s.first[d] = s.alpha[d]
    slot = _known(s, s.key[d]) if d >= s.prescribed else -1
    if slot >= 0:
        low, high = int64(s.table_low[slot]), int64(s.table_high[slot])
        s.hint[d] = int64(s.table_move[slot])
        if s.table_depth[slot] >= s.deepest - d and (low >= s.beta[d] or low == high or high <= s.alpha[d]):
            s.best[d] = low if low >= s.beta[d] or low == high else high
            s.good[d] = s.hint[d]
            s.depth[d] = int64(s.table_depth[slot])
            return 1
    held = safe_points(c, s, s.attackers[d], s.defenders[d])
    if held and d >= s.prescribed:
        # Whoever always plays elsewhere has the turn, and what is held; the other side the same at the most.
        unclear = POINT_UNITS * count_ones(c.all & ~held)
        middle = sign * count_ones(held) + turn
        if unclear == 0 or middle - unclear >= s.beta[d]:
            s.best[d] = middle - unclear
            return 1
        if middle + unclear <= s.alpha[d]:
            s.best[d] = middle + unclear
            return 1
    s.best[d] = 1 - MAX_VALUE
    left = c.all & ~held & ~(s.attackers[d] | s.defenders[d])
    moves = uint64(0)
    while left:
        v = int64(trailing_zeros(left))
        left &= left - uint64(1)
        if (v != s.ko[d] or side == s.master) and not _is_own_eye(c, s.attackers[d], s.defenders[d], v, side):
            moves |= bit(v)
    s.left[d] = moves
    s.stage[d] = 2 if d == 1 and s.prescribed == 2 else 0
    s.nodes += 1
    return 0


@kernel(void(SCORE, int64))
def _store(s, d):
    """Store the value found at depth d, with the depth to which it was read.  A stored value that was read more deeply stays."""
    slot = int64(s.key[d] & uint64(SCORE_SLOTS - 1))
    if s.table_key[slot] != s.key[d]:
        s.table_key[slot] = s.key[d]
        s.table_low[slot], s.table_high[slot] = -MAX_VALUE, MAX_VALUE
        s.table_depth[slot] = s.depth[d]
    s.table_move[slot] = s.good[d]
    if s.depth[d] < s.table_depth[slot]:
        return
    if s.depth[d] > s.table_depth[slot]:
        s.table_low[slot], s.table_high[slot] = -MAX_VALUE, MAX_VALUE
        s.table_depth[slot] = s.depth[d]
    if s.best[d] > s.first[d]:
        s.table_low[slot] = max(int64(s.table_low[slot]), s.best[d])
    if s.best[d] < s.beta[d]:
        s.table_high[slot] = min(int64(s.table_high[slot]), s.best[d])


@unit(int64(CLOSED, SCORE, uint64, uint64, int64, int64, int64, int64, int64))
def search(c, s, attackers, defenders, ko, side, passes, low, high):
    """Return the value for the side to move within a window (fail soft), in eighths of a point.

    -MAX_VALUE: the nodes ran out.  1 - MAX_VALUE: no move is allowed.
    """
    d = int64(0)
    s.attackers[0], s.defenders[0], s.ko[0], s.passes[0] = attackers, defenders, ko, passes
    s.alpha[0], s.beta[0] = low, high
    done = _begin_frame(c, s, int64(0), side)
    while True:
        mover = side if d % 2 == 0 else 1 - side
        if not done:
            if s.nodes >= s.limit:
                return -MAX_VALUE
            v = int64(-1) if s.best[d] >= s.beta[d] else _next(c, s, d, mover)
            if v >= 0:
                n = d + 1
                if v == NO_MOVE:
                    s.attackers[n], s.defenders[n], s.ko[n], s.passes[n] = s.attackers[d], s.defenders[d], NO_KO, s.passes[d] + 1
                else:
                    if not play(c, s.attackers[d], s.defenders[d], v, mover):
                        continue
                    s.attackers[n], s.defenders[n], s.ko[n], s.passes[n] = c.stones[ATTACKER], c.stones[DEFENDER], c.ko, 0
                    if v != s.ko[d] and _repeats(s, n):
                        continue
                s.chosen[d] = v
                more = s.temperature if v == NO_MOVE and d >= s.prescribed else 0
                s.alpha[n], s.beta[n] = more - s.beta[d], more - max(s.alpha[d], s.best[d])
                d = n
                done = _begin_frame(c, s, d, 1 - mover)
                continue
            # All moves of the frame are tried.
            if d >= s.prescribed:
                _store(s, d)
            done = 1
        if d == 0:
            return s.best[0]
        d -= 1
        s.depth[d] = min(s.depth[d], s.depth[d + 1] + (1 if s.depth[d + 1] < COMPLETE else 0))
        value = -s.best[d + 1]
        if s.chosen[d] == NO_MOVE and d >= s.prescribed:
            value += s.temperature
        if value > s.best[d]:
            s.best[d] = value
            s.good[d] = s.chosen[d]
        done = 0


@kernel(void(SCORE))
def py_forget(s):
    """Empty the table."""
    s.table_key[:] = 0


py_search = for_python(search)


class Worth(NamedTuple):
    """The value of a region if one side moves first: the defender's points minus the attacker's.  If a ko decides, it is a mean."""
    value: float
    moves: tuple[int, ...]
    """The best first moves, as points of the board.  The move that leaves the other side least comes first.  Empty if a pass is as good, or
    if the value depends on a ko retake that needs a threat."""
    threat: float
    """The region's value if the side moves twice in a row."""


class OutOfNodes(Exception):
    """A search ran out of nodes."""


Stones = tuple[int, int, int]
"""The attacker's and the defender's stones, as bits, and the point under a ko ban."""


class LocalScore:
    """Computes the values of one region."""

    def __init__(self, region: Region, record: np.void, nodes: int) -> None:
        """Allow each search ``nodes``, and all questions about a side together five times as many."""
        self.region, self.record, self.nodes, self._most = region, record, nodes, nodes
        self._masters: tuple[int, ...] = (NO_MASTER,)
        self._left = 5 * nodes
        self.record['deepest'] = DEPTH_PLANS[0][0]
        py_forget(record)

    def worth(self, side: int) -> Worth | None:
        """Return the region's value if this side moves first, or None if nodes run out."""
        for deepest, part in DEPTH_PLANS:
            self.record['deepest'], self.nodes = deepest, self._most // part
            try:
                return self._worth(side)
            except OutOfNodes:
                continue
        return None

    def _worth(self, side: int) -> Worth:
        self._left = 5 * self._most
        start = self.region.start(side)[:3]
        sign = 1 if side == DEFENDER else -1
        # If threats make no difference, the worse case for the side is taken: so a move that needs a ko is no better for it.
        # If a ko decides, the cases without threats and with the attacker's are averaged: the defender has more to lose and avoids it.
        masters = (NO_MASTER, ATTACKER)
        by_threats = [self.search(start, side, master) for master in masters]
        self._masters = masters if by_threats[0] != by_threats[1] else (NO_MASTER,) if side == ATTACKER else (ATTACKER,)
        value = sum(by_threats) // len(by_threats)
        if self._at_most((*start[:2], NO_KO), 1 - side, -value, passes=1):
            return Worth(sign * value / POINT_UNITS, (), sign * value / POINT_UNITS)
        found = [(v, after, self._mean(after, 1 - side) if len(self._masters) > 1 else 1 - self._at_most(after, 1 - side, -value))
                 for v, after in self._first_moves(start, side)]
        least = min((worth for _, _, worth in found), default=MAX_VALUE)
        if start[2] != NO_KO and len(self._masters) > 1 and least > -value or not found:
            # What that rests on is a retake, for which a threat has to be played first.
            return Worth(sign * value / POINT_UNITS, (), sign * value / POINT_UNITS)
        good = [(v, after) for v, after, worth in found if worth == least]
        threat = max(self._mean((*after[:2], NO_KO), side, passes=1) for _, after in good)
        self.record['deepest'], self.nodes = DEPTH_PLANS[-1][0], self._most
        left = {v: (self._left_to(after, 1 - side, POINT_UNITS), self._left_to(after, 1 - side, 0)) if len(good) > 1 else ()
                for v, after in good}
        moves = sorted((v for v, _ in good), key=lambda v: (left[v], v))
        return Worth(sign * value / POINT_UNITS, tuple(self.region.points[v] for v in moves), sign * threat / POINT_UNITS)

    def _left_to(self, after: Stones, side: int, temperature: int) -> int:
        """Return what a move leaves the other side: the value at this temperature or, at temperature 0, the value if the other side moves
        twice.

        MAX_VALUE if nodes run out.
        """
        try:
            return self._mean(after, side, temperature=temperature, prescribed=0 if temperature else 2)
        except OutOfNodes:
            return MAX_VALUE

    def _first_moves(self, start: Stones, side: int) -> Iterator[tuple[int, Stones]]:
        """Yield the legal moves, as indices of the region's points, with the stones after them."""
        for v in range(len(self.region.points)):
            after = self.region.after(*start[:2], v, side)
            if after is not None and v != start[2]:
                yield v, after

    def _mean(self, stones: Stones, side: int, passes: int = 0, temperature: int = 0, prescribed: int = 0) -> int:
        """Return the value for the side to move, in eighths of a point, averaged over who has ko threats.  Raises OutOfNodes."""
        return sum(self.search(stones, side, master, passes, temperature, prescribed) for master in self._masters) // len(self._masters)

    def _at_most(self, stones: Stones, side: int, bound: int, passes: int = 0, temperature: int = 0) -> bool:
        """Whether the value is at most ``bound``.  Raises OutOfNodes."""
        if len(self._masters) > 1:
            return self._mean(stones, side, passes, temperature) <= bound
        self._set(self._masters[0], temperature, 0)
        return self._window(stones, side, passes, bound + 1) <= bound

    def search(self, stones: Stones, side: int, master: int = NO_MASTER, passes: int = 0, temperature: int = 0, prescribed: int = 0) -> int:
        """Return the value for the side to move, in eighths of a point.  Raises OutOfNodes."""
        self._set(master, temperature, prescribed)
        low = 1 - MAX_VALUE
        guess = high = POINT_UNITS * len(self.region.points) + temperature * MOST_PLIES
        while low < high:
            beta = guess + 1 if guess == low else guess
            guess = self._window(stones, side, passes, beta)
            if guess < beta:
                high = guess
            else:
                low = guess
        return guess

    def _set(self, master: int, temperature: int, prescribed: int) -> None:
        record = self.record
        record['temperature'], record['master'], record['prescribed'] = temperature, master, prescribed
        record['nodes'], record['limit'] = 0, min(self.nodes, self._left) if self._left > 0 else 0

    def _window(self, stones: Stones, side: int, passes: int, beta: int) -> int:
        """Search once with the window from ``beta`` - 1 to ``beta``.  Return the value, or a bound on the same side of the window."""
        attackers, defenders, ko = stones
        before = int(self.record['nodes'])
        words = np.uint64(attackers), np.uint64(defenders)
        found = int(py_search(self.region.record, self.record, *words, ko, side, passes, beta - 1, beta))
        self._left -= int(self.record['nodes']) - before
        if found == -MAX_VALUE:
            raise OutOfNodes
        return found


def new_score() -> np.void:
    """Return a record for the search."""
    s: np.void = new_record(SCORE)
    return s
