"""Closed regions: the part of a board that decides about a dragon, in machine words, with the rules of play inside.

The attacker's strings with two liberties outside are the wall: nothing takes them, and they are not part of the region.  Everything that
the defender's stones reach without crossing the wall is inside, attacking strings without a way out included.

    O O O O .      X the defender, O the attacker: the wall is one string; the O in the corner is inside,
    X X X O .      and so are the three empty points and all X
    . . X O .
    O . X O .

The attacker must take every stone of the defender; a stone that is left lives.  So life for a part of the group, play under the stones and
seki need no rules of their own.  Optionally only some stones (``goal``) must be taken (ANY), or only one of their strings (ALL); or the
attacker wants to connect stones of his instead (CONNECT).

If a region is open, proofs are about a zone, a part of it (``engine.solver.zone``).
"""
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import numpy as np
from numba import int64, uint64, void

from owlgo.engine import benson
from owlgo.engine.core.bits import count_ones, trailing_zeros
from owlgo.engine.core.board import BOARD
from owlgo.engine.core.jit import for_python, kernel, unit
from owlgo.engine.core.layout import new_record, record_type
from owlgo.engine.core.parts import connected, parts
from owlgo.engine.core.points import BORDER, EMPTY, PASS, STRIDE, all_points, neighbours, other
from owlgo.engine.core.result import LOSE, WIN
from owlgo.engine.core.strings import string
from owlgo.engine.solver.ground import Ground
from owlgo.engine.solver.point_order import in_order

REGION_POINTS = 64
"""Points of the largest region, one for each bit of a word."""
ATTACKER, DEFENDER = 0, 1
"""The sides, as indices of arrays."""
NO_KO = 64
"""The number that stands for no ko, or for a pass, where a point of a region is expected."""
GUESS_ATTACKER, GUESS_DEFENDER = 1, 2
"""Sides whose successes a search may guess.  Results for the other side stay proofs."""
MOST_WALLS = 16
"""Largest number of wall strings that are recorded separately."""
RIM_LIBERTIES = 3
"""Number of outside liberties from which an attacking string at a zone's rim counts as wall: more than elsewhere, since the defender may
have friends outside."""
AWAY_SHIFT = 8
"""In the number that holds a position's ko and side: the lowest bit of the count of the defender's moves outside."""
MOST_AWAY = 31
"""Most moves outside that are counted.  After so many, no string has a liberty outside."""

EIGHT_AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
"""Offsets of the eight points around a point, in the order of a pattern's digits: two bits each, 0 empty, 1 attacker, 2 defender, 3
edge."""
SIXTEEN_AROUND = (*(row * STRIDE + col for row, col in EIGHT_AROUND), -STRIDE, -1, 1, STRIDE, -2 * STRIDE, -2, 2, 2 * STRIDE)
"""Steps to the eight points around a point, then to the next two points in each direction."""

CLOSED = record_type([
    ('n', 'i8'),
    ('place', 'i8', (REGION_POINTS,)),    # the points on the board
    ('near', 'u8', (REGION_POINTS,)),     # neighbours of each point, as bits
    # the eight points round each, and the next two in each direction: their numbers in the region, the value of their digit in a pattern
    # (``engine.solver.move_order``) or 0 beyond it, and the pattern of what stands there beyond it
    ('ring', 'u8', (2, REGION_POINTS, 8)),
    ('digit', 'u8', (2, REGION_POINTS, 8)),
    ('frame', 'u8', (2, REGION_POINTS)),
    ('boundary', 'u8'),                 # the safe boundary: points next to the attacker's wall
    ('all', 'u8'),                      # every point
    ('goal', 'u8'),                     # the stones in question
    ('all_live', 'i8'),                 # whether the attacker has won as soon as he takes one stone of the goal (``engine.life.goals``)
    ('joins', 'u8'),                    # stones of the attacker that he wants to be one string, instead of any capture; or 0
    ('joins_outside', 'i8'),            # whether his wall is to be connected to them, too
    ('escape', 'u8'),                   # points next to an outside that is the defender's
    ('stones', 'u8', (2,)),             # after a move, by side
    # of a zone (``engine.solver.zone``): the side that what lies outside is given to, plus 1, or 0 if this is none; points next to what is
    # unknown; and the points next to each of that side's strings outside
    ('outside_owner', 'i8'),
    ('unsure', 'u8'),
    ('near_wall', 'u8', (MOST_WALLS,)),
    ('walls', 'i8'),
    # strings of the attacker at the rim of a zone, a point each (``engine.solver.zone``), and those that have fallen in a search
    ('posts', 'u8'),
    ('fallen', 'u8'),
    # empty points outside that are liberties of a stone of the attacker on each point, as bits, and the points that have some
    ('beyond', 'u8', (REGION_POINTS,)),
    ('airy', 'u8'),
    ('still', 'i8'),                    # whether the defender's moves outside fill none of them, for those who show variations
    ('played_on', 'i8'),                # whether a dragon is dead only when its place is the attacker's, or as soon as it is taken
    ('eyeless', 'i8'),                  # whether the attacker need only keep the dragon from two eyes (``engine.solver.eyeless``)
    ('relevance', 'i8'),                # the side, plus 1, for whose successes it is kept what they rest on, and what that spares; or 0
    ('guess', 'i8'),                    # for which sides cuts count that prove nothing: GUESS_ATTACKER, GUESS_DEFENDER, both or 0
    ('ko', 'i8'),                       # point that may not be played on at once, or NO_KO
])
"""A closed region."""


def result_if(winner: int, side: int) -> int:
    """Return what the side that moves first achieves if ``winner`` wins without a ko."""
    return WIN if winner == side else LOSE


def lives(result: int, side: int) -> bool:
    """Whether the dragon lives without a ko, by the result of the side that moves first."""
    return result == result_if(DEFENDER, side)


def dies(result: int, side: int) -> bool:
    """Whether the dragon dies without a ko, by the result of the side that moves first."""
    return result == result_if(ATTACKER, side)


class NotEnclosed(ValueError):
    """The dragon has no closed region.  The message says why."""


@kernel(uint64(uint64))
def two_of(liberties):
    """Return two of a string's liberties.  While the string has both, no move elsewhere captures it."""
    rest = liberties & (liberties - uint64(1))
    return liberties & ~(rest & (rest - uint64(1)))


@kernel(uint64(int64))
def bit(v):
    """Return the word with bit v."""
    return uint64(1) << uint64(v)


@kernel(uint64(CLOSED, uint64))
def around(c, stones):
    """Return the points next to ``stones``; some of them may themselves be in ``stones``."""
    found = uint64(0)
    while stones:
        found |= c.near[trailing_zeros(stones)]
        stones &= stones - uint64(1)
    return found


@kernel(uint64(CLOSED, uint64, uint64))
def string_of(c, seed, stones):
    """Return the string that contains the stone ``seed``."""
    part = seed
    edge = seed
    while edge:
        edge = around(c, edge) & stones & ~part
        part |= edge
    return part


@unit(int64(CLOSED, uint64))
def held(c, part):
    """Whether a string of the attacker is connected to the wall, so that nothing captures it."""
    return int64(part & c.boundary != 0)


@unit(int64(CLOSED, uint64, int64))
def breathes(c, part, away):
    """Whether a string of the attacker has a liberty outside, even if ``away`` moves of the defender each filled one."""
    found = uint64(0)
    left = part & c.airy
    while left:
        found |= c.beyond[trailing_zeros(left)]
        left &= left - uint64(1)
    return int64(count_ones(found) > away and away < MOST_AWAY)


@unit(int64(CLOSED, uint64, int64))
def never_taken(c, part, side):
    """Whether nothing captures a string of a side: it is connected to the wall, or to the defender's outside."""
    return held(c, part) if side == ATTACKER else int64(part & c.escape != 0)


@unit(int64(CLOSED, uint64, uint64, int64, int64))
def play(c, attackers, defenders, v, side):
    """Play a stone on an empty point.  Return 1, with stones and ko in the record, or 0 for suicide."""
    point = bit(v)
    mine = (attackers if side == ATTACKER else defenders) | point
    theirs = defenders if side == ATTACKER else attackers
    gone = uint64(0)
    left = c.near[v] & theirs
    while left:
        part = string_of(c, left & (~left + uint64(1)), theirs)
        left &= ~part
        if not never_taken(c, part, 1 - side) and around(c, part) & ~(mine | theirs) == 0 and \
                not (side == DEFENDER and breathes(c, part, int64(0))):
            gone |= part
    theirs &= ~gone
    c.ko = NO_KO
    free = c.near[v] & ~(mine | theirs)
    if gone or not free:
        part = string_of(c, point, mine)
        safe = never_taken(c, part, side) or (side == ATTACKER and breathes(c, part, int64(0)))
        free = around(c, part) & ~(mine | theirs)
        if not free and not safe:
            return 0
        if count_ones(gone) == 1 and part == point and count_ones(free) == 1 and not safe:
            c.ko = trailing_zeros(gone)
    c.stones[side] = mine
    c.stones[1 - side] = theirs
    return 1


@kernel(int64(CLOSED, uint64))
def escaped(c, defenders):
    """Whether a goal stone is connected to the defender's outside: every one, if all must live."""
    if not defenders & c.escape:
        return 0
    left = defenders & c.goal
    while left:
        part = string_of(c, left & (~left + uint64(1)), defenders)
        if (part & c.escape != 0) != (c.all_live != 0):
            return 1 - c.all_live
        left &= ~part
    return int64(c.all_live and defenders & c.goal != 0)


@kernel(int64(CLOSED, uint64))
def taken(c, defenders):
    """Whether the attacker has taken the goal: all its stones, or one if all must live."""
    return int64(c.goal & ~defenders != 0 if c.all_live else not defenders & c.goal)


@kernel(int64(CLOSED, uint64))
def joined(c, attackers):
    """Whether the stones to be connected are one string.  Strings that touch the wall may be connected outside."""
    part = string_of(c, c.joins & (~c.joins + uint64(1)), attackers) if c.joins else uint64(0)
    if c.joins_outside or part & c.boundary:
        left = attackers & c.boundary
        outside = uint64(0)
        while left:
            outside |= string_of(c, left & (~left + uint64(1)), attackers)
            left &= ~outside
        part = outside if c.joins_outside else part | outside
    return int64(c.joins & ~part == 0)


py_play = for_python(play)
py_joined = for_python(joined)


@unit(void(BOARD, CLOSED, int64))
def look_round(b, c, attacker):
    """Record what surrounds each point of a region: its neighbours inside by number, and the stones and edges outside."""
    for k in range(c.n):
        for j in range(16):
            kind, arm = (0, j) if j < 8 else (1, j - 8)
            if arm == 0:
                c.frame[kind, k] = 0
            q = c.place[k] + SIXTEEN_AROUND[j]
            beyond = j >= 12 and b.color[c.place[k] + SIXTEEN_AROUND[j - 4]] == BORDER
            color = int64(BORDER) if beyond else int64(b.color[q])
            number = int64(-1)
            for m in range(c.n):
                # Without a way out of the loop several points are compared at a time.
                number = int64(m) if c.place[m] == q else number
            number = int64(-1) if beyond else number
            c.ring[kind, k, arm] = uint64(max(number, int64(0)))
            c.digit[kind, k, arm] = uint64(1 << 2 * arm) if number >= 0 else uint64(0)
            if number < 0 and color != EMPTY:
                c.frame[kind, k] |= uint64(3 if color == BORDER else 1 if color == attacker else 2) << uint64(2 * arm)


py_look_round = for_python(look_round)


@dataclass
class Region:
    """A closed region or a zone of an open one: its points, its stones and what surrounds it."""
    points: list[int]
    """Points on the board; point k is bit k.  Their order does not depend on how the board is turned."""
    record: np.void
    attackers: int
    defenders: int
    ko: int
    """The point of a ko that has just been taken, or NO_KO."""
    banned: int
    """The side that may not take that ko back at once.  The other side may connect."""
    wall: set[int] = field(default_factory=set)
    """The stones outside that count as safe."""
    posts: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The attacker's strings at a zone's rim whose outside liberties are counted.  The key is the stone that stands for the string."""
    assumed: set[int] = field(default_factory=set)
    """The stones of the wall beside the region that do not live unconditionally.  A kill assumes that they are not captured."""
    friends: set[int] = field(default_factory=set)
    """The defender's stones beside a zone that live unconditionally, if he is to win."""

    @property
    def empty(self) -> int:
        """The number of empty points."""
        return len(self.points) - (self.attackers | self.defenders).bit_count()

    def ko_for(self, side: int) -> int:
        """The point under a ko ban if this side moves first, or NO_KO."""
        return self.ko if side == self.banned else NO_KO

    def start(self, side: int) -> tuple[int, int, int, int]:
        """Return the position if this side moves first: both sides' stones, the point under a ko ban, and the side."""
        return self.attackers, self.defenders, self.ko_for(side), side

    def after(self, attackers: int, defenders: int, v: int, side: int) -> tuple[int, int, int] | None:
        """Return both sides' stones and the ko after a move on point v, or None if the point is occupied or the move is suicide."""
        if (attackers | defenders) >> v & 1 or not py_play(self.record, np.uint64(attackers), np.uint64(defenders), v, side):
            return None
        stones = self.record['stones']
        return int(stones[ATTACKER]), int(stones[DEFENDER]), int(self.record['ko'])


def ko_ban(board: np.void) -> tuple[int, int]:
    """Return the point of a ko that was just taken, and the colour that may not retake at once; (PASS, EMPTY) if there is no ko, or the
    board's ko point cannot be one."""
    ko, size, colors = int(board['ko']), int(board['size']), board['color']
    beside = neighbours(ko, size) if ko != PASS and colors[ko] == EMPTY else []
    takers = {int(colors[q]) for q in beside}
    if len(takers) != 1 or not any(len(string(board, q)) == 1 and liberties_of(board, [q]) == {ko} for q in beside if colors[q] != EMPTY):
        return PASS, EMPTY
    return ko, other(takers.pop())


def enclose(board: np.void, pos: int, declared: Collection[int] = ()) -> Region:
    """Return the region of the dragon at pos.  Attacking strings in ``declared`` count as safe.

    Raises NotEnclosed if the region is open, or has more than 64 points or no wall, and ValueError if there is no stone.
    """
    size = int(board['size'])
    colors = board['color']
    defender = int(colors[pos])
    if defender == EMPTY:
        raise ValueError('no stone there')
    attacker = other(defender)
    outside, wall = _wall(board, pos, attacker, declared)
    inside = connected(set(all_points(size)) - wall, size, pos)
    if inside & outside:
        raise NotEnclosed('the region is open')
    if len(inside) > REGION_POINTS:
        raise NotEnclosed(f'a region of {len(inside)} points: at most {REGION_POINTS}')
    if not wall:
        raise NotEnclosed('no wall round the region')
    found = region_of(board, sorted(inside), wall, attacker)
    found.assumed = assumed_wall(found, Ground(board).lasting_apart(attacker, found.points), size)
    return found


def assumed_wall(region: Region, lasting: Collection[int], size: int) -> set[int]:
    """Return the stones of the wall beside a region that do not live unconditionally by eyes outside it."""
    return {q for p in region.points for q in neighbours(p, size) if q in region.wall} - set(lasting)


def region_of(board: np.void, points: list[int], wall: set[int], attacker: int,
              posts: Mapping[frozenset[int], Collection[int]] | None = None) -> Region:
    """Build the region of these points.  ``posts`` are attacking strings beside it, with their outside liberties.  Each post adds one
    point."""
    size, colors = int(board['size']), board['color']
    boundary = {p for p in points if any(q in wall for q in neighbours(p, size))}
    ko, banned = ko_ban(board)
    roles = {EMPTY: 0, attacker: 1, other(attacker): 2}
    points = in_order(points, [roles[int(colors[p])] + 4 * (p in boundary) + 8 * (p == ko) for p in points])
    index = {p: k for k, p in enumerate(points)}
    near = [{index[q] for q in neighbours(p, size) if q in index} for p in points]
    # Posts come last, in an order that does not depend on how the board is turned.
    touched = [(sorted({index[q] for p in stones for q in neighbours(p, size) if q in index}), len(outside), stones)
               for stones, outside in (posts or {}).items()]
    touched = [post for post in touched if post[0]]
    stands: dict[int, tuple[int, ...]] = {}
    c = new_record(CLOSED)
    for beside, _, stones in sorted(touched, key=lambda post: (post[0], post[1])):
        k, first = len(points), min(p for p in stones if any(index.get(q) == beside[0] for q in neighbours(p, size)))
        points.append(first)
        near.append(set(beside))
        for other_end in beside:
            near[other_end].add(k)
        c['posts'] |= np.uint64(1 << k)
        stands[first] = tuple(sorted(stones))
    c['n'] = len(points)
    c['place'][:len(points)] = points
    c['all'] = c['goal'] = np.uint64((1 << len(points)) - 1)
    for k, beside_it in enumerate(near):
        c['near'][k] = np.uint64(sum(1 << q for q in beside_it))
    c['boundary'] = np.uint64(sum((p in boundary) << k for k, p in enumerate(points)))
    c['ko'] = NO_KO
    py_look_round(board, c, attacker)
    stones_of = {color: sum(1 << k for k, p in enumerate(points) if colors[p] == color) for color in (attacker, other(attacker))}
    return Region(points, c, stones_of[attacker], stones_of[other(attacker)], index.get(ko, NO_KO),
                  ATTACKER if banned == attacker else DEFENDER, wall, stands)


def liberties_of(board: np.void, stones: Collection[int]) -> set[int]:
    """The liberties of a string."""
    size, colors = int(board['size']), board['color']
    return {q for p in stones for q in neighbours(p, size) if colors[q] == EMPTY}


def _wall(board: np.void, pos: int, attacker: int, declared: Collection[int]) -> tuple[set[int], set[int]]:
    """Return the outside, and the attacking strings with two liberties there, or unconditional life, or declared safe.

    With one liberty there a string is in atari once the region is filled.  The outside is the largest of the parts that the attacker's
    stones leave.  Raises NotEnclosed if the dragon is in it.
    """
    size = int(board['size'])
    colors = board['color']
    around_walls = list(parts({p for p in all_points(size) if colors[p] != attacker}, size))
    outside = max((part for part in around_walls if pos not in part), key=lambda part: (len(part), -min(part)), default=set())
    if outside and len(outside) < len(next(part for part in around_walls if pos in part)):
        raise NotEnclosed('the region is open: it is larger than what lies outside')
    safe = set(benson.alive_stones(board, attacker)) | set(declared)
    wall: set[int] = set()
    for p in all_points(size):
        if colors[p] == attacker and p not in wall:
            stones = string(board, p)
            if safe.intersection(stones) or len(liberties_of(board, stones) & outside) >= 2:
                wall.update(stones)
    return outside, wall
