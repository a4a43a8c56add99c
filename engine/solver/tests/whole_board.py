"""The twin: small boards played out to the end as a whole, without regions, zones, walls or patterns.

All positions that play can reach are listed once; each question about them is a fixed point over that list.  The attacker asks for
an empty goal, a set of points on which no stone of the defender stands:

    ``taken``   at some moment.  What only repeats is no success.
    ``gone``    from some moment on, for ever: what is taken and played on again is not gone.

Simple ko holds, and a pass lifts a ban.  Suicide is forbidden, unless it is asked for.  A colour may have threats, as many as it likes:
each lets it retake a ko at once.  So

    a kill against all threats          implies ``gone`` (and ``taken``) where the defender has threats;
    a rescue against all threats        implies not ``taken`` where the attacker has them: a stone of the goal stays for ever;
    a ko, whoever needs the threats     implies ``taken`` where the attacker has threats, and not ``gone`` where the defender has.

What the attacker wins he wins by a row of moves that ends, so his threats may be without number.  The defender would repeat for ever with
such, and be saved by that alone.  His are as many as he likes, but so many: the attacker wins if he wins against each number.  Against
one more he wins in some of the positions where he wins against so many, and where these are the same, all numbers are done.

Nobody ever stops: both sides may pass for ever.  So no result hangs on when a game ends, or on a ban that is on when it does.

Stones with two small eyes are left out, which keeps the list short: strings, each of which has two single empty points whose
neighbours all belong to such strings.

    . X . X a       X is not listed, nor are the two eyes; a touches X for ever
    X X X X b

The opponent cannot play on such an eye: that is suicide, as no string round it is without another eye.  The owner could fill it.
That gives no string of his a liberty and takes nothing, and it lifts a ban as a pass does; he passes instead.  Then the
opponent has the moves that he would have had, but for the capture of the fixed stones themselves.  ``test_whole_board`` compares both
ways of counting on boards small enough for it.
"""
from collections.abc import Collection, Mapping
from typing import NamedTuple

import numpy as np
from numba import int8, int32, int64, uint8, uint64

from owlgo.engine.core.bits import count_ones, trailing_zeros
from owlgo.engine.core.jit import kernel
from owlgo.engine.core.layout import new_record, record_type
from owlgo.engine.core.points import BLACK, EMPTY, PASS, STRIDE, WHITE, other

MOST_FREE = 13
"""Points of a board that is listed, the fixed stones and their eyes apart."""
MOST_STATES = 6_000_000
PASSES = 15
"""The number of a pass among moves."""
NONE = -1
FORBIDDEN, COSTS, FREE = 0, 1, 2
"""What it takes to retake a ko at once."""

SHAPE = record_type([
    ('n', 'i8'),
    ('near', 'u8', (16,)),
    ('low', 'u8', (256,)),          # neighbours of each set of points 0 to 7
    ('high', 'u8', (256,)),         # and of points 8 to 15
    ('held', 'u8', (2,)),           # points next to fixed stones, by colour
    ('power', 'i8', (16,)),         # of three
    ('suicide', 'i8'),              # whether strings of two stones or more may take their own last liberty
])


@kernel(uint64(SHAPE, uint64))
def _beside(c, stones):
    """The points next to those of a set."""
    return c.low[stones & uint64(255)] | c.high[stones >> uint64(8)]


@kernel(uint64(SHAPE, uint64, uint64))
def _string(c, seed, stones):
    """The connected stones that hold a seed."""
    found, before = seed, uint64(0)
    while found != before:
        before = found
        found |= _beside(c, found) & stones
    return found


@kernel(int64(SHAPE, uint64, uint64))
def _code(c, black, white):
    """The number of an arrangement: each point 0 empty, 1 black, 2 white."""
    code = 0
    while black:
        code += c.power[trailing_zeros(black)]
        black &= black - uint64(1)
    while white:
        code += 2 * c.power[trailing_zeros(white)]
        white &= white - uint64(1)
    return code


@kernel(int64(SHAPE, int64[::1], uint64[:, ::1], int8[::1], int32[:, ::1], int64[::1], int32[::1], int8[::1], int32[::1]))
def py_list(c, counts, stones, side, ban, first, target, move, index):
    """List every position that play reaches from those given; 1, or 0 if there is no room.

    ``counts`` holds the numbers of positions, of moves, and of positions whose moves are listed already.  A position with a banned point
    is listed after the same one without: ``ban`` holds where that is, the point, and the next position with a ban on the same stones.
    ``index`` finds those without.
    """
    n, edges, at = int64(counts[0]), int64(counts[1]), int64(counts[2])
    whole = (uint64(1) << uint64(c.n)) - uint64(1)
    while at < n:
        first[at] = edges
        if ban[at, 1] >= 0:
            at += 1
            continue
        who = side[at]
        mine, theirs = stones[who, at], stones[1 - who, at]
        free = whole & ~(mine | theirs)
        left, passing = free, True
        while left or passing:
            v, point = int64(PASSES), uint64(0)
            if left:
                v = trailing_zeros(left)
                point = uint64(1) << uint64(v)
                left &= ~point
            else:
                passing = False
            after, gone = mine | point, uint64(0)
            if v != PASSES:
                rest = c.near[v] & theirs
                while rest:
                    part = _string(c, rest & (~rest + uint64(1)), theirs)
                    rest &= ~part
                    if not part & c.held[1 - who] and not _beside(c, part) & free & ~point:
                        gone |= part
            kept = theirs & ~gone
            taken_alone = int64(NONE)
            if v != PASSES:
                own = _string(c, point, after)
                liberties = _beside(c, own) & ~(after | kept)
                held = own & c.held[who] != 0
                if not (liberties or held):
                    if not c.suicide or own == point:
                        continue
                    after &= ~own
                if count_ones(gone) == 1 and own == point and count_ones(liberties) == 1 and not held:
                    taken_alone = trailing_zeros(gone)
            black, white = (after, kept) if who == 0 else (kept, after)
            place = 2 * _code(c, black, white) + 1 - who
            found = int64(index[place])
            if found < 0:
                if n + 1 >= len(side):
                    return 0
                found = n
                index[place] = n
                stones[0, n], stones[1, n], side[n] = black, white, 1 - who
                ban[n, 0], ban[n, 1], ban[n, 2] = n, NONE, NONE
                n += 1
            if taken_alone >= 0:
                plain, known = found, int64(ban[found, 2])
                while known >= 0 and ban[known, 1] != taken_alone:
                    known = int64(ban[known, 2])
                if known < 0:
                    if n >= len(side):
                        return 0
                    known = n
                    stones[0, n], stones[1, n], side[n] = black, white, 1 - who
                    ban[n, 0], ban[n, 1], ban[n, 2] = plain, taken_alone, ban[plain, 2]
                    ban[plain, 2] = n
                    n += 1
                found = known
            if edges >= len(target):
                return 0
            target[edges], move[edges] = found, v
            edges += 1
        at += 1
    first[n] = edges
    counts[0], counts[1], counts[2] = n, edges, n
    return 1


@kernel(int64(int64, int64[::1], int32[::1], int64[::1], int32[::1]))
def py_turn_round(n, first, target, begin, source):
    """List for each position the moves that lead to it, by the number of the move."""
    begin[:n + 1] = 0
    for k in range(first[n]):
        begin[target[k] + 1] += 1
    for at in range(n):
        begin[at + 1] += begin[at]
    for k in range(first[n]):
        source[begin[target[k]]] = k
        begin[target[k]] += 1
    for at in range(n):
        begin[n - at] = begin[n - at - 1]
    begin[0] = 0
    return 0


@kernel(int64(int64, int8[::1], int32[:, ::1], int64[::1], int32[::1], int8[::1], int32[::1], int64[::1], int32[::1], uint8[::1],
              uint8[::1], uint8[::1], int32[::1], int64, int64, int64[::1], int32[::1], int32[::1], int64))
def _attract(n, side, ban, first, target, move, owner, begin, source, inside, barrier, below, when, clock, player, bans, left, queue,
             attacker):
    """Add to a set all positions from which a player can go there, or the other one must; not those of a barrier.  Returns the last of
    the numbers that tell in which order that was known.

    A retake at once is forbidden, costs a threat, or costs nothing (``bans`` by side: FORBIDDEN, COSTS, FREE).  With one threat less the
    attacker wins in the positions ``below``.
    """
    head, tail = int64(0), int64(0)
    for at in range(n):
        base = ban[at, 0]
        left[at] = int64(first[base + 1] - first[base])
        if inside[at]:
            queue[tail] = at
            tail += 1
        if ban[at, 1] < 0 or bans[side[at]] == FREE:
            continue
        for k in range(first[base], first[base + 1]):
            if move[k] == ban[at, 1]:
                # The retake is not among the moves that are waited for: its outcome is known.
                left[at] -= 1
                if bans[side[at]] == COSTS:
                    good = (below[target[k]] != 0) == (player == attacker)
                    if good and side[at] == player and not (inside[at] or barrier[at]):
                        clock += 1
                        inside[at], when[at] = 1, clock
                        queue[tail] = at
                        tail += 1
                    if not good and side[at] != player:
                        left[at] = n + 1
    while head < tail:
        at = queue[head]
        head += 1
        for k in range(begin[at], begin[at + 1]):
            edge = source[k]
            one = owner[edge]
            while one >= 0:
                if not (inside[one] or barrier[one]) and not (ban[one, 1] == move[edge] and bans[side[one]] != FREE):
                    left[one] -= 1
                    if side[one] == player or left[one] == 0:
                        clock += 1
                        inside[one], when[one] = 1, clock
                        queue[tail] = one
                        tail += 1
                one = ban[one, 2]
    return clock


@kernel(int64(uint64[:, ::1], int64, int8[::1], int32[:, ::1], int64[::1], int32[::1], int8[::1], int32[::1], int64[::1], int32[::1],
              uint8[::1], uint8[::1], int32[::1], uint64, int64, int64[::1], int64, int32[:, ::1], uint8[:, ::1]))
def py_solve(stones, n, side, ban, first, target, move, owner, begin, source, won, below, when, goal, attacker, bans, lasting, counts,
             marks):
    """Mark in ``won`` the positions where the attacker empties the goal: once, or for ever if that is ``lasting``; returns how many.

    ``counts`` and ``marks`` are scratch: three rows of ``n`` each.
    """
    left, queue, unused = counts[0], counts[1], counts[2]
    none, away, empty = marks[0], marks[1], marks[2]
    for at in range(n):
        none[at] = 0
        empty[at] = not stones[1 - attacker, at] & goal
        won[at], when[at] = empty[at] and not lasting, 0
    clock, before = int64(0), int64(-1)
    while before != clock:
        before = clock
        if lasting:
            # Positions with an empty goal where the attacker can keep it so until he is where he has won.
            for at in range(n):
                away[at] = not (empty[at] or won[at])
            _attract(n, side, ban, first, target, move, owner, begin, source, away, won, below, unused, 0, 1 - attacker, bans, left, queue,
                     attacker)
            for at in range(n):
                if not (away[at] or won[at]):
                    clock += 1
                    won[at], when[at] = 1, clock
        clock = _attract(n, side, ban, first, target, move, owner, begin, source, won, none, below, when, clock, attacker, bans, left,
                         queue, attacker)
        if not lasting:
            break
    count = int64(0)
    for at in range(n):
        count += won[at]
    return count


class TooLarge(ValueError):
    """The board has too many free points or positions."""


class Question(NamedTuple):
    """What is asked of a board."""
    goal: frozenset[int]
    attacker: int
    """The colour that wants the goal to be empty."""
    threats: int = EMPTY
    """The colour that has as many ko threats as it likes, or none."""
    lasting: bool = True
    """Whether the goal must stay empty."""


def fixed_stones(colors: Mapping[int, int]) -> tuple[set[int], set[int]]:
    """The stones with two single-point eyes, and these eyes."""
    stones, eyes = set[int](), set[int]()
    for color in (BLACK, WHITE):
        strings = parts_of({p for p, found in colors.items() if found == color})
        while True:
            held = set[int]().union(*strings)
            small = {p for p, found in colors.items() if found == EMPTY and all(q in held for q in beside(p, colors))}
            alive = [part for part in strings if len({q for p in part for q in beside(p, colors)} & small) > 1]
            if len(alive) == len(strings):
                break
            strings = alive
        stones |= held
        eyes |= small if strings else set()
    return stones, eyes


def beside(pos: int, points: Collection[int]) -> list[int]:
    """The points next to another."""
    return [q for q in (pos - STRIDE, pos - 1, pos + 1, pos + STRIDE) if q in points]


def parts_of(points: Collection[int]) -> list[set[int]]:
    """The connected parts of a set of points."""
    left, found = set(points), []
    while left:
        part, edge = set[int](), {min(left)}
        while edge:
            part |= edge
            edge = {q for p in edge for q in beside(p, left)} - part
        left -= part
        found.append(part)
    return found


class _Listed:
    """The positions that play has reached on boards that differ in their free stones alone, and what was asked about them."""

    def __init__(self, free: int, near: list[int], held: list[int], suicide: bool) -> None:
        """A number of points, with the points next to each as bits, and those next to fixed stones by colour; and the rule of suicide."""
        shape = self._shape = new_record(SHAPE)
        shape['n'], shape['held'], shape['suicide'] = free, held, suicide
        shape['power'] = [3 ** min(k, MOST_FREE) for k in range(16)]
        shape['near'][:free] = near
        for name, begin in (('low', 0), ('high', 8)):
            for word in range(1, 256):
                low = (word & -word).bit_length() - 1 + begin
                shape[name][word] = shape[name][word & (word - 1)] | np.uint64(near[low] if low < free else 0)
        most = min(3 * 3 ** free + 16, MOST_STATES)
        self.stones, self.side = np.empty((2, most), np.uint64), np.empty(most, np.int8)
        self.ban, self.first = np.empty((most, 3), np.int32), np.empty(most + 1, np.int64)
        moves = most * (free // 2 + 2)
        self.target, self.move, self._owner = np.empty(moves, np.int32), np.empty(moves, np.int8), np.empty(moves, np.int32)
        self._index = np.full(2 * 3 ** free, NONE, np.int32)
        self._counts = np.zeros(3, np.int64)
        self._begin, self._source = np.zeros(1, np.int64), np.zeros(0, np.int32)
        self._known: dict[tuple[int, Question], np.ndarray] = {}

    @property
    def count(self) -> int:
        """Positions listed."""
        return int(self._counts[0])

    def add(self, black: int, white: int, color: int, banned: int = NONE) -> int:
        """The number of a position, which is listed with all that follow it: the colour to move may not play on a banned point at once."""
        code = sum(3 ** k * ((black >> k & 1) + 2 * (white >> k & 1)) for k in range(int(self._shape['n'])))
        at = int(self._index[2 * code + color - 1])
        if at < 0:
            at = self._new(black, white, color)
            self._index[2 * code + color - 1] = at
            self.ban[at] = at, NONE, NONE
        plain = at
        while banned != NONE and at != NONE and self.ban[at, 1] != banned:
            at = int(self.ban[at, 2])
        if at == NONE:
            at = self._new(black, white, color)
            self.ban[at] = plain, banned, self.ban[plain, 2]
            self.ban[plain, 2] = at
        before = self.count
        if self._counts[2] == before:
            return at
        if not py_list(self._shape, self._counts, self.stones, self.side, self.ban, self.first, self.target, self.move, self._index):
            raise TooLarge('too many positions')
        n, edges = self.count, int(self._counts[1])
        self._owner[:edges] = np.repeat(np.arange(n, dtype=np.int32), np.diff(self.first[:n + 1]))
        self._begin, self._source = np.empty(n + 2, np.int64), np.empty(edges, np.int32)
        py_turn_round(n, self.first, self.target, self._begin, self._source)
        self._known.clear()
        return at

    def _new(self, black: int, white: int, color: int) -> int:
        at = self.count
        if at + 1 >= len(self.side):
            raise TooLarge('too many positions')
        self.stones[:, at], self.side[at] = (black, white), color - 1
        self._counts[0] += 1
        return at

    def solve(self, goal: int, question: Question) -> np.ndarray:
        """Which positions are the attacker's."""
        key = goal, question._replace(goal=frozenset())
        if key not in self._known:
            if len(self._known) * self.count > MOST_KNOWN:
                self._known.clear()
            self._known[key] = self.in_order(goal, question)[0]
        return self._known[key]

    def in_order(self, goal: int, question: Question) -> tuple[np.ndarray, np.ndarray]:
        """The same, with the order in which that was found: the attacker's moves lead to earlier ones."""
        n = self.count
        won, when, below = np.empty(n, np.uint8), np.empty(n, np.int32), np.zeros(n, np.uint8)
        bans = np.zeros(2, np.int64)
        if question.threats == question.attacker:
            bans[question.attacker - 1] = FREE
        counts, marks = np.empty((3, n), np.int32), np.empty((3, n), np.uint8)
        before, count = -1, -2
        while before != count:
            before = count
            count = int(py_solve(self.stones, n, self.side, self.ban, self.first, self.target, self.move, self._owner, self._begin,
                                 self._source, won, below, when, np.uint64(goal), question.attacker - 1, bans, int(question.lasting),
                                 counts, marks))
            if question.threats != other(question.attacker):
                break
            # With one threat more.
            below[:] = won
            bans[question.threats - 1] = COSTS
        return won, when


LISTED: dict[tuple[int, tuple[int, ...], tuple[int, ...], bool], _Listed] = {}
"""What was listed of boards, which serves others that differ in their free stones alone."""
MOST_LISTED, MOST_KNOWN = 800_000, 10_000_000
"""Positions that are kept listed, and answers about those of each list."""


def _listed(free: int, near: list[int], held: list[int], suicide: bool) -> _Listed:
    """The list for boards of a shape; those used longest ago make room."""
    key = free, tuple(near), tuple(held), suicide
    found = LISTED.pop(key, None) or _Listed(free, near, held, suicide)
    while LISTED and sum(one.count for one in LISTED.values()) > MOST_LISTED:
        del LISTED[next(iter(LISTED))]
    LISTED[key] = found
    return found


class WholeBoard:
    """All that can come of a position, whoever moves first."""

    def __init__(self, colors: Mapping[int, int], ko: int = PASS, banned: int = EMPTY, fix: bool = True,
                 trusted: Collection[int] = (), most: int = MOST_FREE, suicide: bool = False) -> None:
        """A position by the colour of each point, which need not make a square, and the colour that may not play on a point at once.

        ``fix`` leaves out stones that have two small eyes.  ``trusted`` stones are taken to stand for ever, true or not.

        With ``suicide`` strings of two stones or more may take their own last liberty.

        Raises TooLarge, with more than ``most`` free points in any case.
        """
        stones, eyes = fixed_stones(colors) if fix else (set[int](), set[int]())
        stones |= set(trusted)
        self.colors, self.fixed = dict(colors), stones
        self.points = sorted(p for p in colors if p not in stones and p not in eyes)
        n = len(self.points)
        if n > min(most, MOST_FREE):
            raise TooLarge(f'{n} free points')
        near = [self.word(beside(p, colors)) for p in self.points]
        held = [self.word([p for p in self.points if any(q in stones and colors[q] == color for q in beside(p, colors))])
                for color in (BLACK, WHITE)]
        self.listed = _listed(n, near, held, suicide)
        black, white = (self.word([p for p in self.points if colors[p] == color]) for color in (BLACK, WHITE))
        self._plain = {color: self.listed.add(black, white, color) for color in (BLACK, WHITE)}
        self._roots = dict(self._plain)
        if ko in self.points and banned != EMPTY:
            self._roots[banned] = self.listed.add(black, white, banned, self.points.index(ko))

    def word(self, points: Collection[int]) -> int:
        """Free points as bits."""
        return sum(1 << k for k, p in enumerate(self.points) if p in points)

    def solve(self, question: Question) -> np.ndarray:
        """Which positions are the attacker's."""
        return self.listed.solve(self.word(question.goal), question)

    def in_order(self, question: Question) -> tuple[np.ndarray, np.ndarray]:
        """The same, with the order in which that was found: the attacker's moves lead to earlier ones."""
        return self.listed.in_order(self.word(question.goal), question)

    def wins(self, question: Question, mover: int, passed: bool = False) -> bool:
        """Whether the attacker gets what he wants if a colour moves first, perhaps after a pass, which lifts a ban; no if a fixed stone of
        the defender stands on the goal."""
        if any(p in self.fixed and self.colors[p] != question.attacker for p in question.goal):
            return False
        return bool(self.solve(question)[(self._plain if passed else self._roots)[mover]])

    def moves(self, question: Question, at: int) -> list[tuple[int, int]]:
        """The moves of a position, points or PASS, and the positions after them."""
        one = self.listed
        base, banned = int(one.ban[at, 0]), int(one.ban[at, 1])
        obeys = int(one.side[at]) + 1 != question.threats
        begin, end = one.first[base:base + 2]
        found = zip(one.move[begin:end].tolist(), one.target[begin:end].tolist(), strict=True)
        return [(PASS if v == PASSES else self.points[v], after) for v, after in found if not (obeys and v == banned)]

    def root(self, mover: int) -> int:
        """The position to begin with if a colour moves first."""
        return self._roots[mover]


