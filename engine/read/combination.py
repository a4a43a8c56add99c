"""Combinations: captures that need two threats, such as a double atari or a squeeze that ends in one (GNU Go's atari_atari).

No string of the group can be captured by itself; one reading with all of them as goals finds the moves that threaten them in turn.  Strings
are grouped with those near them: that share a liberty or a neighbour, or have liberties side by side.
"""
from itertools import combinations

import numpy as np

from engine.core.board import py_popgo, py_trymove
from engine.core.points import NEIGHBOURS, PASS, all_points, other
from engine.core.strings import found, py_liberties, py_neighbours, string
from engine.read import query
from engine.read.depths import Depths, of_level
from engine.read.record import CAPTURE
from engine.read.result import KO_B, LOSE, WIN, Reading
from engine.read.tactics import MAX_LIBERTIES, attack, candidates

MOST_GROUPS = 60
MOST_GOALS = 5


def combination_attack(board: np.void, color: int, level: int | Depths = 10) -> tuple[Reading, list[int]]:
    """Whether this colour, moving first, captures one of several strings that are safe by themselves.

    Returns the reading and a stone of each string aimed at; LOSE and no stones if there is no combination.
    """
    depths = level if isinstance(level, Depths) else of_level(level)
    for group in _groups(board, other(color), depths):
        reading = query.ask(board, CAPTURE, list(group), True, _shorter(depths))
        if reading.result == WIN and not reading.uncertain:
            return reading, list(group)
    return Reading(LOSE, PASS, 0), []


def combination_defend(board: np.void, color: int, level: int | Depths = 10) -> list[int]:
    """The moves of this colour after which the opponent has no combination, in board order; empty if he has none now."""
    threat, group = combination_attack(board, other(color), level)
    if threat.result == LOSE:
        return []
    tried = {threat.move, *(move for pos in group for move in candidates(board, pos, color))}
    good = []
    for move in sorted(tried):
        if py_trymove(board, move, color):
            if combination_attack(board, other(color), level)[0].result == LOSE and \
                    all(attack(board, pos, level).result in (LOSE, KO_B) for pos in group):
                good.append(move)
            py_popgo(board)
    return good


def _shorter(depths: Depths) -> Depths:
    """A third of the nodes: most groups allow no combination."""
    return depths.changed(-4)


def _groups(board: np.void, owner: int, depths: Depths) -> list[tuple[int, ...]]:
    """Strings of this colour that are near each other and not captured singly, two to five together; few liberties first."""
    roots = sorted({min(string(board, pos)) for pos in all_points(int(board['size'])) if board['color'][pos] == owner})
    near: dict[int, tuple[set[int], set[int]]] = {}
    for root in roots:
        libs = int(board['libs'][board['origin'][root]])
        if 2 <= libs <= MAX_LIBERTIES and attack(board, root, depths.changed(-5)).result in (LOSE, KO_B):
            py_liberties(board, root)
            points = set(found(board))
            py_neighbours(board, root)
            near[root] = points, set(found(board))
    links: dict[int, set[int]] = {root: set() for root in near}
    for a, b in combinations(near, 2):
        beside = {pos + step for pos in near[a][0] for step in NEIGHBOURS} | near[a][0]
        if beside & near[b][0] or near[a][1] & near[b][1]:
            links[a].add(b)
            links[b].add(a)
    few = {root: int(board['libs'][board['origin'][root]]) for root in near}
    groups: set[tuple[int, ...]] = {(a, b) for a in near for b in links[a] if a < b}
    for a in near:
        group = [a, *sorted(links[a], key=lambda root: (few[root], root))][:MOST_GOALS]
        if len(group) > 2:
            groups.add(tuple(sorted(group)))
    return sorted(groups, key=lambda group: (sum(few[root] for root in group) / len(group) + len(group), group))[:MOST_GROUPS]
