"""The variations of a reading of a dragon as a tree that people can read: taken from the solver's table after the search.

At a node where the side to move succeeds, only its best move is followed; at a node where it fails, every reply is, with its refutation:
that is the proof in outline.  Lines end where nothing more had to be searched.
"""
from typing import NamedTuple

import numpy as np

from engine.core.points import PASS, other
from engine.core.variation import Variation
from engine.owl.answers import Answer
from engine.solver.region import ATTACKER, DEFENDER, NO_KO
from engine.solver.solver import Solver

DIES, LIVES, OPEN = 'dies', 'lives', 'undecided'
MOST, DEEPEST = 400, 30
"""The most moves of a tree, in all and in one line."""


class RegionPlace(NamedTuple):
    """A position in a region."""
    attackers: int
    defenders: int
    ko: int
    side: int


class Child(NamedTuple):
    """A move and what the table knows of it."""
    move: int
    """On the board, or PASS."""
    outcome: str
    searched: bool
    """It has a search of its own, so that more is known of it."""
    place: RegionPlace


def children(solver: Solver, place: RegionPlace) -> list[Child]:
    """Every move in a position, as the solver left them; those that succeed first, and of these the one that was searched."""
    solver.likeliest(*place)
    s = solver.search
    found = []
    for k in range(int(s['moves'][0])):
        v, rest = int(s['child_move'][0, k]), int(s['child_rest'][0, k])
        pn, dn = int(s['child_pn'][0, k]), int(s['child_dn'][0, k])
        after = RegionPlace(int(s['child_attackers'][0, k]), int(s['child_defenders'][0, k]), rest >> 1 & 127, rest & 1)
        move = PASS if v == NO_KO else solver.region.points[v]
        found.append(Child(move, DIES if pn == 0 else LIVES if dn == 0 else OPEN, solver.knows(*after), after))
    wanted = DIES if place.side == ATTACKER else LIVES
    return sorted(found, key=lambda child: (child.outcome != wanted, not child.searched))


def variations(board: np.void, pos: int, answer: Answer) -> list[Variation]:
    """The moves that an answer about the dragon at pos rests on; empty where nothing had to be searched."""
    solver = answer.solver
    if solver is None:
        return []
    color = {DEFENDER: int(board['color'][pos]), ATTACKER: other(int(board['color'][pos]))}
    region = solver.region
    left = [MOST]
    start = RegionPlace(region.attackers, region.defenders, region.ko, solver.asked)
    return _below(solver, start, color, left, DEEPEST, answer.reading.move, set())


def _below(solver: Solver, place: RegionPlace, color: dict[int, int], left: list[int], depth: int, best: int,
           shown: set[RegionPlace]) -> list[Variation]:
    """The moves of one position; ``best`` comes first if it succeeds.  Recursion is bounded by ``depth``."""
    found = children(solver, place)
    wanted = DIES if place.side == ATTACKER else LIVES
    good = [child for child in found if child.outcome == wanted]
    if good:
        first = next((child for child in good if child.move == best), good[0])
        # What else was tried is shown of the first move only.
        found = [first, *(child for child in found if child.outcome not in (wanted, OPEN) and depth == DEEPEST)]
    result = []
    for child in found:
        if left[0] <= 0:
            break
        left[0] -= 1
        variation = Variation(color[place.side], child.move, child.outcome)
        result.append(variation)
        if child.searched and depth > 0 and child.outcome != OPEN:
            if child.place in shown:
                variation.outcome += ', as shown elsewhere'
            else:
                shown.add(child.place)
                variation.children = _below(solver, child.place, color, left, depth - 1, PASS, shown)
    return result
