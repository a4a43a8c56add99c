"""Eye spaces: which points each colour may make eyes of, in connected parts (GNU Go manual, "Eye spaces", "False Margins", "Functions").

Only lively strings count; others are as good as taken from the board.  A colour's domain is what its lively stones stand on and touch, and
empty points that two adjoining points of the domain lean on.  What is in one domain only is eye space.  A point is marginal where the
opponent can come in: next to a point of his alone, or a point of both domains next to one of our own.

    |O O O O X
    |! . . . O      ! a margin: X can play there from outside
    |X O . X X
    |X O O O O
"""
from collections.abc import Callable, Collection, Iterator, Set
from dataclasses import dataclass, field
from functools import cache, cached_property

import numpy as np

from engine.core.points import BLACK, DIAGONALS, EMPTY, NEIGHBOURS, WHITE, all_points, neighbours, on_board, other
from engine.core.strings import string

Safe = Callable[[int, int], bool]
"""Whether a stone of a colour, played at a point, stands: ``safe(pos, color)``."""


@dataclass
class EyePoint:
    """A point of an eye space."""
    origin: int
    """The first point of its space, in board order."""
    marginal: bool
    neighbours: int = 0
    """Points of the space next to it."""
    marginal_neighbours: int = 0


@dataclass
class Eyes:
    """The eye spaces of one colour."""
    color: int
    points: dict[int, EyePoint] = field(default_factory=dict)

    @cached_property
    def _spaces(self) -> dict[int, list[int]]:
        """The points of every space by its origin; asked for only when the board has been parted."""
        found: dict[int, list[int]] = {}
        for pos, point in self.points.items():
            found.setdefault(point.origin, []).append(pos)
        return found

    def space(self, origin: int) -> list[int]:
        """The points of the space with this origin, in board order."""
        return self._spaces.get(origin, [])

    def origins(self) -> list[int]:
        """The origin of every space, in board order."""
        return sorted(self._spaces)

    def margins(self, origin: int) -> list[int]:
        """The marginal points of a space."""
        return [pos for pos in self.space(origin) if self.points[pos].marginal]


def make_domains(board: np.void, lively: Set[int], invincible: Callable[[int], bool], safe: Safe) -> tuple[Eyes, Eyes]:
    """The eye spaces of Black and of White.

    ``lively`` are the stones of the lively strings of both colours: on the whole board those that are neither inessential nor beyond
    rescue; in OWL's reading those that OWL says.  ``invincible(pos)`` tells whether the string at pos cannot be captured.
    """
    domains = {color: primary_domain(board, color, lively) for color in (BLACK, WHITE)}
    for pos in _false_margins(board, lively, invincible, safe):
        for domain in domains.values():
            domain.discard(pos)
    black, white = (_eye_space(board, color, domains, lively) for color in (BLACK, WHITE))
    return black, white


def primary_domain(board: np.void, color: int, lively: Set[int]) -> set[int]:
    """The points that a colour's lively stones reach."""
    size = int(board['size'])
    stones = board['color']
    mine = {pos for pos in lively if stones[pos] == color}
    enemies = set(lively) - mine
    domain = set(mine)
    for pos in mine:
        domain |= {pos + step for step in NEIGHBOURS if on_board(pos + step, size) and pos + step not in enemies}
    open_points = [pos for pos in all_points(size) if pos not in lively and pos not in domain]
    grown = True
    while grown:
        reached = {pos for pos in open_points if pos not in domain and _leans(pos, size, domain, enemies)}
        domain |= reached
        grown = bool(reached)
    return domain


def _leans(pos: int, size: int, domain: Set[int], enemies: Set[int]) -> bool:
    """Whether two adjoining points of the domain, beside and across from an empty point, extend the domain to it.

        u a b c     e leans on a and b, unless an enemy stands at d (influence would leak past a knight's move)
          d e f     or enemies stand at u and at c (past a jump of two)
          g h i
    """
    if pos in _corners(size):
        beside = neighbours(pos, size)
        across = beside[0] + beside[1] - pos
        return any(p in domain for p in beside) and not any(p in enemies for p in [*beside, across])
    for a, b, d, u, c in _supports(pos, size):
        if a in domain and b in domain and d not in enemies and not (c in enemies and u in enemies):
            return True
    return False


@cache
def _corners(size: int) -> frozenset[int]:
    """The points with one beside them along either edge: the only point of a board has none."""
    return frozenset(pos for pos in all_points(size) if len(neighbours(pos, size)) == 2)


@cache
def _supports(pos: int, size: int) -> tuple[tuple[int, ...], ...]:
    """What a point may lean on: (a, b, d, u, c) as ``_leans`` draws them, the point being e, neither a nor b on the first line."""
    inner = [p for p in all_points(size) if len(neighbours(p, size)) == 4]
    found = []
    for diagonal in DIAGONALS:
        for step in NEIGHBOURS:
            a, b = pos + diagonal, pos + step
            along = a - b
            if abs(along) in (abs(NEIGHBOURS[0]), 1) and a in inner and b in inner:
                found.append((a, b, pos + along, b - along, a + along))
    return tuple(found)


def _false_margins(board: np.void, lively: Set[int], invincible: Callable[[int], bool], safe: Safe) -> Iterator[int]:
    """Empty points between an eye space and the outside where the enemy cannot stand, next to his dead stones in it.

        O O O O X X
        O X a X . .     a belongs to nobody's eye space: O's is the point with the dead stone alone
        -----------
    """
    size = int(board['size'])
    stones = board['color']
    for pos in all_points(size):
        if stones[pos] != EMPTY:
            continue
        beside = [pos + step for step in NEIGHBOURS if stones[pos + step] in (BLACK, WHITE)]
        for color in (BLACK, WHITE):
            enemies = [q for q in beside if stones[q] == other(color)]
            if any(stones[q] == color for q in beside) and any(q not in lively for q in enemies) and \
                    any(q in lively and invincible(q) for q in enemies) and not safe(pos, other(color)):
                yield pos
                break


def _eye_space(board: np.void, color: int, domains: dict[int, set[int]], lively: Set[int]) -> Eyes:
    """One colour's eye space with its margins, parted."""
    mine, theirs = domains[color], domains[other(color)]
    size = int(board['size'])
    eyes = Eyes(color)
    for pos in all_points(size):
        if pos not in mine or pos in lively or board['color'][pos] == color:
            continue
        beside = [pos + step for step in NEIGHBOURS if on_board(pos + step, size)]
        if pos not in theirs:
            eyes.points[pos] = EyePoint(0, any(q in theirs and q not in mine for q in beside))
        elif any(q in mine and q not in theirs for q in beside):
            eyes.points[pos] = EyePoint(0, True)
    partition_eyespaces(eyes)
    return eyes


def partition_eyespaces(eyes: Eyes) -> None:
    """Find the connected parts, two margins next to each other not being connected, and count every point's neighbours in its part."""
    points = eyes.points
    for point in points.values():
        point.origin = 0
    for pos in points:
        if points[pos].origin == 0:
            propagate_eye(eyes, pos)
    count_neighbours(eyes)


def propagate_eye(eyes: Eyes, origin: int) -> None:
    """Give every point of the space that this one is part of the same origin."""
    points, queue = eyes.points, [origin]
    points[origin].origin = origin
    while queue:
        pos = queue.pop()
        for q in _beside(eyes, pos):
            if points[q].origin == 0 and not (points[pos].marginal and points[q].marginal):
                points[q].origin = origin
                queue.append(q)


def count_neighbours(eyes: Eyes) -> None:
    """Count again what lies next to each point in its space: after a point became marginal."""
    for pos, point in eyes.points.items():
        near = [eyes.points[q] for q in _beside(eyes, pos) if eyes.points[q].origin == point.origin]
        point.neighbours, point.marginal_neighbours = len(near), sum(q.marginal for q in near)


def _beside(eyes: Eyes, pos: int) -> list[int]:
    return [pos + step for step in NEIGHBOURS if pos + step in eyes.points]


def find_eye_dragons(board: np.void, eyes: Eyes, origin: int, most: int | None = None, lively: Collection[int] | None = None) -> list[int]:
    """The strings of the colour round an eye space, by their first stones in board order; at most so many.

    They belong to one dragon: each eye space holds together what surrounds it ("Amalgamation").  With ``lively`` only strings among those.
    """
    colors, origins = board['color'], board['origin']
    found: dict[int, int] = {}
    for pos in eyes.space(origin):
        for q in neighbours(pos, int(board['size'])):
            if colors[q] == eyes.color and (lively is None or q in lively):
                found[int(origins[q])] = q
    return sorted(min(string(board, q)) for q in found.values())[:most]
