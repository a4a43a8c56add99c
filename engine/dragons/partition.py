"""Dragons: strings that live and die together, with their eyes, escape routes and crude status (GNU Go manual, "Dragons").

Strings of one dragon are joined by conn.db (``engine.dragons.amalgamate``) or share an eye space.  Eyes, escape route and lunches make a
dragon's crude status; ``engine.examine.status`` reads the others.
"""
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations, groupby, product
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.board import played
from owlgo.engine.core.facts import ALIVE, CRITICAL, DEAD, UNDECIDED
from owlgo.engine.core.level import STANDARD_LEVEL
from owlgo.engine.core.parts import Leaders
from owlgo.engine.core.points import PASS, neighbours, other, row_col
from owlgo.engine.core.result import Reading
from owlgo.engine.core.waiting import WAITING
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import amalgamate, escape, surround
from owlgo.engine.dragons.amalgamate import Join
from owlgo.engine.eyes import optics
from owlgo.engine.eyes.optics import Optics
from owlgo.engine.eyes.space import find_eye_dragons
from owlgo.engine.eyes.topology import is_halfeye
from owlgo.engine.eyes.value import EyeValue, total
from owlgo.engine.read import connect
from owlgo.engine.read.depths import of_level
from owlgo.engine.read.inner import INNER
from owlgo.engine.read.reader import Reader
from owlgo.engine.worms import Worm, effective_sizes

SMALL_ESCAPE = 5
"""Escape value below which an escape route is small."""


class Lunch(NamedTuple):
    """An enemy string that a dragon may capture."""
    stones: tuple[int, ...]
    lost: bool
    """Whether the string's owner cannot save it."""


@dataclass
class Dragon:
    """Strings of one colour that live and die together."""
    color: int
    stones: tuple[int, ...]
    strings: tuple[int, ...]
    """First stones of its strings."""
    effective_size: float = 0.0
    spaces: list[int] = field(default_factory=list)
    """Origins of the eye spaces that it alone owns."""
    genus: EyeValue = EyeValue(0, 0, 0, 0)
    """The eye value of the dragon's eye spaces together."""
    half_eye: int = PASS
    """A point that is a half eye of the dragon, or PASS."""
    escape: int = 0
    """Value of its escape route."""
    moyo: int = 0
    """Number of points on the escape route that lie in the moyo of the dragon's side."""
    lunches: list[Lunch] = field(default_factory=list)
    neighbours: list[int] = field(default_factory=list)
    """Numbers of the dragons near it, of both colours."""
    surrounded: surround.Surrounded = surround.Surrounded.NO
    surround_size: int = 0
    crude_status: int = UNDECIDED
    weakness: float = 1.0

    @property
    def origin(self) -> int:
        """The dragon's first stone in board order."""
        return self.stones[0]

    @property
    def has_two_eyes(self) -> bool:
        """Whether the dragon's eye spaces yield two eyes even if the opponent moves first."""
        return self.genus.min_eyes + self.genus.max_eyes > 3


@dataclass
class Dragons:
    """The dragons of a position, by their first stones."""
    board: np.void
    optics: Optics
    every: list[Dragon]
    at: dict[int, int]
    """The number of the dragon that each stone belongs to."""

    def of(self, pos: int) -> Dragon:
        """The dragon of a stone.  Raises ValueError on an empty point."""
        if pos not in self.at:
            raise ValueError('no string there')
        return self.every[self.at[pos]]

    def hostile(self, dragon: Dragon) -> list[Dragon]:
        """The enemy dragons near a dragon."""
        return [self.every[k] for k in dragon.neighbours if self.every[k].color != dragon.color]

    def hostile_stones(self, dragon: Dragon) -> list[int]:
        """The stones of the enemy dragons near a dragon."""
        return [stone for enemy in self.hostile(dragon) for stone in enemy.stones]


def find(board: np.void, workspace: Workspace, seen: Optics | None = None, joins: list[Join] | None = None) -> Dragons:
    """Return the dragons of a position; pass its eyes (``seen``) and connections (``joins``) if they are known."""
    seen = seen or optics.look(board, Reader(of_level(STANDARD_LEVEL), workspace))
    by_stone = {stone: w for w in seen.worms for stone in w.stones}
    round_spaces = {(color, origin): find_eye_dragons(board, eyes, origin)
                    for color, eyes in seen.eyes.items() for origin in eyes.origins()}
    joins = amalgamate.joins(board, workspace) if joins is None else joins
    every = _partition(board, workspace, seen, by_stone, joins, round_spaces)
    WAITING.check()
    at = {stone: k for k, dragon in enumerate(every) for stone in dragon.stones}
    sizes = effective_sizes(board)
    near = _neighbours(board, at)
    for k, dragon in enumerate(every):
        dragon.effective_size = sum(sizes[first] for first in dragon.strings)
        dragon.neighbours = sorted(near[k])
    found = Dragons(board, seen, every, at)
    _give_eyes(found, round_spaces)
    for dragon in every:
        WAITING.check()
        dragon.lunches = _lunches(board, dragon, by_stone)
        dragon.surrounded, dragon.surround_size = surround.surrounded(board, dragon.stones, found.hostile_stones(dragon))
        dragon.escape, dragon.moyo = escape.route(board, dragon.stones)
        if dragon.surrounded:
            dragon.escape = 0 if dragon.surrounded == surround.Surrounded.YES else dragon.escape // 2
        dragon.weakness = weakness(dragon)
        dragon.crude_status = crude_status(dragon, by_stone)
    return found


def _partition(board: np.void, workspace: Workspace, seen: Optics, by_stone: dict[int, Worm], joins: list[Join],
               round_spaces: dict[tuple[int, int], list[int]]) -> list[Dragon]:
    """Return the strings of each dragon: those around a closed eye space, those that patterns connect unless one cannot be saved, and
    those around an open eye space that cannot be separated."""
    joiner = _Joiner(board, workspace, [w.stones for w in seen.worms])
    for (color, origin), around in round_spaces.items():
        if not seen.eyes[color].margins(origin):
            joiner.leaders.join_all(around)
    joiner.join_by_patterns([join for join in joins if not _is_lost(by_stone[join.first]) and not _is_lost(by_stone[join.second])])
    joiner.join_if_held([around for (color, origin), around in round_spaces.items()
                         if 0 < len(seen.eyes[color].margins(origin)) < len(seen.eyes[color].space(origin))])
    every = []
    for strings in joiner.leaders.groups():
        worms = [by_stone[first] for first in strings]
        every.append(Dragon(worms[0].color, tuple(sorted(stone for w in worms for stone in w.stones)), tuple(strings)))
    return sorted(every, key=lambda dragon: dragon.origin)


class _Joiner:
    """Joins strings pair by pair; refuses a pair whose dragon would contain strings that can be separated.

        . . O .
        X . * . O       each upper stone holds together with the one on the right, but X at * parts the two
        . X O . .
    """

    def __init__(self, board: np.void, workspace: Workspace, strings: list[tuple[int, ...]]) -> None:
        self.board = board
        self.held_by, self.cut_by = Reader(INNER, workspace), Reader(replace(INNER, connect_nodes=600), workspace)
        self.leaders = Leaders(stones[0] for stones in strings)
        self.places = {stones[0]: [row_col(stone) for stone in stones] for stones in strings}
        self._stones = np.array([place for places in self.places.values() for place in places])
        self.held: set[tuple[int, int]] = set()

    def distance(self, one: int, two: int) -> int:
        """Return the distance between two strings, in steps."""
        return min(abs(a - c) + abs(b - d) for a, b in self.places[one] for c, d in self.places[two])

    def join_by_patterns(self, joins: list[Join]) -> None:
        """Join the strings that patterns connect: plain shapes first, then near strings."""
        self.held |= {(join.first, join.second) for join in joins}
        ranks = {(join.first, join.second): (join.pattern, self.distance(join.first, join.second)) for join in reversed(joins)}
        for one, two in self._in_order(ranks):
            self.join(one, two)

    def join_if_held(self, spaces: Sequence[Sequence[int]]) -> None:
        """Join two strings around the same eye space if they are at most three steps apart and the enemy cannot separate them."""
        pairs = {pair: self.distance(*pair) for around in spaces for pair in combinations(sorted(around), 2)}
        for one, two in self._in_order({pair: (0, steps) for pair, steps in pairs.items() if steps <= 3}):
            if self.leaders.leader(one) != self.leaders.leader(two):
                cut = connect.disconnect(self.board, one, two, self.held_by)
                if cut.surely_fails:
                    self.join(one, two)

    def _in_order(self, ranks: dict[tuple[int, int], tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Sort pairs of strings by rank, then by their distance from the edges, then by nearby stones: the same in every orientation."""
        keys = {pair: (rank, self._lines(*pair)) for pair, rank in ranks.items()}
        for _, tied in groupby(sorted(keys, key=lambda pair: keys[pair]), key=lambda pair: keys[pair]):
            pairs = list(tied)
            yield from sorted(pairs, key=lambda pair: (self._distances(*pair), pair)) if len(pairs) > 1 else pairs

    def _lines(self, one: int, two: int) -> list[tuple[int, int]]:
        """Return the distances of two strings' stones from the two nearest edges."""
        return sorted(from_edges(place, int(self.board['size'])) for place in [*self.places[one], *self.places[two]])

    def _distances(self, one: int, two: int) -> list[int]:
        """Return the squared distances of all stones from the stones of two strings, and the distances of those stones from the edges,
        sorted."""
        here = np.array([*self.places[one], *self.places[two]])
        to_stones = ((self._stones[:, None] - here) ** 2).sum(2)
        to_edges = np.minimum(here, int(self.board['size']) - 1 - here)
        found: list[int] = np.sort(np.concatenate([to_stones.ravel(), to_edges.ravel()])).tolist()
        return found

    def join(self, one: int, two: int) -> None:
        """Join two strings' groups unless one move separates a string of one from a string of the other within three steps."""
        if self.leaders.leader(one) == self.leaders.leader(two):
            return
        for first, second in product(self.leaders.group(one), self.leaders.group(two)):
            pair = min(first, second), max(first, second)
            if pair not in self.held and (first, second) != (one, two) and self.distance(*pair) <= 3 and \
                    self._are_parted(first, one, two, second):
                return
        self.leaders.join_all([one, two])

    def _are_parted(self, first: int, one: int, two: int, second: int) -> bool:
        """Whether a move that separates the ends of this chain of strings threatens two of its links; one threat can be answered."""
        cut = connect.disconnect(self.board, first, second, self.cut_by)
        if not _succeeds(cut):
            return False
        color = int(self.board['color'][one])
        with played(self.board, (cut.move, other(color))) as legal:
            return legal and sum(self._can_cut(color, *link) for link in ((first, one), (one, two), (two, second))) > 1

    def _can_cut(self, color: int, one: int, two: int) -> bool:
        """Whether the opponent can separate two strings within five steps, or has captured one."""
        if one == two or self.distance(one, two) > 5:
            return False
        if int(self.board['color'][one]) != color or int(self.board['color'][two]) != color:
            return True
        return _succeeds(connect.disconnect(self.board, one, two, self.cut_by))


@cache
def from_edges(place: tuple[int, int], size: int) -> tuple[int, int]:
    """Return a point's distance from the nearest edge, and from the nearer edge at right angles."""
    row, col = place
    near, far = sorted((min(row, size - 1 - row), min(col, size - 1 - col)))
    return near, far


def _succeeds(cut: Reading) -> bool:
    """Whether strings can certainly be separated."""
    return cut.surely_succeeds


def _is_lost(worm: Worm) -> bool:
    """Whether a string can be captured and not saved."""
    return bool(worm.attacks) and not worm.defences


def _neighbours(board: np.void, at: dict[int, int]) -> dict[int, set[int]]:
    """Return each dragon's neighbours: those that it meets when all dragons grow over empty points, up to five steps."""
    size = int(board['size'])
    owners = {pos: {k} for pos, k in at.items()}
    near: dict[int, set[int]] = {k: set() for k in at.values()}
    for _ in range(5):
        grown: dict[int, set[int]] = {}
        for pos, ks in owners.items():
            for q in neighbours(pos, size):
                if q not in owners:
                    grown.setdefault(q, set()).update(ks)
        if not grown:
            break
        owners |= grown
    for pos, ks in owners.items():
        meeting = ks.union(*(owners[q] for q in neighbours(pos, size) if q in owners))
        if len(meeting) > 1:
            for k in ks:
                near[k] |= meeting
    return {k: met - {k} for k, met in near.items()}


def _give_eyes(found: Dragons, round_spaces: dict[tuple[int, int], list[int]]) -> None:
    """Give each eye space to its dragon; a space shared by dragons belongs to none."""
    seen = found.optics
    values: dict[int, list[EyeValue]] = {}
    for (color, origin), around in round_spaces.items():
        owners = {found.at[first] for first in around}
        if len(owners) == 1:
            owner = owners.pop()
            found.every[owner].spaces.append(origin)
            values.setdefault(owner, []).append(seen.verdict(color, origin).value)
            half = [pos for pos in seen.eyes[color].space(origin) if is_halfeye(seen.half_eyes[color], pos)]
            if half and found.every[owner].half_eye == PASS:
                found.every[owner].half_eye = half[0]
    for owner, eye_values in values.items():
        found.every[owner].genus = total(eye_values)


def _lunches(board: np.void, dragon: Dragon, by_stone: dict[int, Worm]) -> list[Lunch]:
    """Return the essential enemy strings beside a dragon that can be captured, the largest first."""
    beside = {by_stone[q].stones for stone in dragon.stones for q in neighbours(stone, int(board['size']))
              if q in by_stone and by_stone[q].color == other(dragon.color)}
    eaten = [by_stone[stones[0]] for stones in beside if by_stone[stones[0]].attacks and not by_stone[stones[0]].inessential]
    return [Lunch(w.stones, _is_lost(w)) for w in sorted(eaten, key=lambda w: (-len(w.stones), w.stones[0]))]


def weakness(dragon: Dragon) -> float:
    """Return weakness from 0 (safe) to 1, from the better two of moyo, escape route and eyes."""
    by_moyo = _on((1.0, 0.65, 0.3, 0.15, 0.05, 0.0), dragon.moyo / 3)           # at 0, 3, 6 points and so on
    by_escape = _on((1.0, 0.6, 0.3, 0.1, 0.05, 0.0), dragon.escape / 5)         # at values 0, 5, 10 and so on
    # At 0, 1, 2 halves of an eye and so on.
    by_eyes = _on((1.0, 0.95, 0.8, 0.5, 0.2, 0.1, 0.0), dragon.genus.min_eyes + dragon.genus.max_eyes)
    best, second, _ = sorted((by_moyo, by_escape, by_eyes))
    return min(0.7 * best + 0.3 * second, 1.3 * best, 1.0)


def _on(steps: Sequence[float], at: float) -> float:
    """Interpolate linearly between ``steps``, the values at 0, 1, 2 and so on; beyond the last, return the last."""
    low = min(int(at), len(steps) - 1)
    high = min(low + 1, len(steps) - 1)
    return steps[low] + (steps[high] - steps[low]) * (at - low if high > low else 0.0)


def crude_status(dragon: Dragon, by_stone: dict[int, Worm]) -> int:
    """Return a dragon's status from eyes, escape route and lunches, without reading."""
    eyes = dragon.genus.min_eyes + dragon.genus.max_eyes
    contested = [lunch for lunch in dragon.lunches if not lunch.lost]
    if dragon.has_two_eyes:
        return ALIVE
    if eyes < 3 and len(dragon.strings) == 1 and _is_lost(by_stone[dragon.origin]):
        return DEAD
    if eyes < 3 and dragon.escape == 0 and dragon.moyo < 5 and not dragon.lunches:
        return DEAD
    if eyes == 3 and dragon.escape < SMALL_ESCAPE:
        return CRITICAL
    if contested and eyes < 3 and dragon.escape < SMALL_ESCAPE and (eyes == 2 or len(contested[0].stones) > 2):
        return CRITICAL
    if (contested and eyes == 3) or dragon.moyo >= 10:
        return ALIVE
    return UNDECIDED
