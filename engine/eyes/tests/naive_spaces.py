"""Eye spaces with their half and false eyes in plain Python: the twin of ``domains.py`` and ``corners.py``, slow and obviously right."""
from collections.abc import Callable, Collection, Iterator, Mapping, Set
from functools import cache

import numpy as np

from owlgo.engine.core.board import py_is_legal
from owlgo.engine.core.points import BLACK, DIAGONALS, EMPTY, NEIGHBOURS, WHITE, all_points, neighbours, on_board, other
from owlgo.engine.eyes.space import EyePoint, Eyes, _beside, count_neighbours
from owlgo.engine.eyes.topology import KO_VALUES, KoValues, Topology, topological_eye, without_ban
from owlgo.engine.read.reader import Level

Safe = Callable[[int, int], bool]
"""Whether a stone of a colour, played at a point, stands: ``safe(pos, color)``."""


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


def find_half_and_false_eyes(board: np.void, eyes: Eyes, level: Level = 10, ko: KoValues = KO_VALUES,
                             captures: Collection[int] = (), only: Collection[int] | None = None) -> dict[int, Topology]:
    """The corners of every point of the eye spaces that has at most one neighbour there and is no margin; false eyes become margins.

    ``captures`` are points where the enemy takes stones: as corners they are not secure though they lie in an eye space.  With ``only``,
    other points are passed over.
    """
    points = eyes.points
    secure = {pos for pos, p in points.items() if not p.marginal and p.marginal_neighbours < 2 and pos not in captures}
    found: dict[int, Topology] = {}
    for pos, p in points.items():
        if not p.marginal and p.neighbours <= 1 and (only is None or pos in only):
            found[pos] = topological_eye(board, pos, eyes.color, secure, level, ko)
    for pos, topology in found.items():
        enemy = other(eyes.color)
        alone = len(eyes.space(points[pos].origin)) == 1
        with without_ban(board):
            legal = py_is_legal(board, pos, enemy)
        if topology.is_false and (alone or board['color'][pos] == enemy or legal):
            add_false_eye(eyes, pos)
    return found


def add_false_eye(eyes: Eyes, pos: int) -> None:
    """Make a point of an eye space a margin."""
    eyes.points[pos].marginal = True
    count_neighbours(eyes)


def is_false_eye(half_eyes: Mapping[int, Topology], pos: int) -> bool:
    """Whether the analysis of corners found a false eye here."""
    return pos in half_eyes and half_eyes[pos].is_false
