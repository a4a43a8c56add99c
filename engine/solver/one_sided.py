"""One-sided kos: a ko that only the attacker can begin, as in a bent four in the corner.

    . X X X O .       X, who owns the three stones, takes the ko when he likes; O can neither begin it nor threaten to
    O O O O O .

The defender lives with so many more ko threats whoever moves first, but a move of his gains nothing, and whatever he plays without making
it worse he gains nothing by the next move either: so he can only wait, and the attacker removes all threats before he begins.
"""
from typing import NamedTuple

import numpy as np

from engine.core.points import PASS
from engine.solver.dfpn import PROVED
from engine.solver.region import ATTACKER, DEFENDER, NO_KO, py_play
from engine.solver.solver import Solver

MOST_PLACES = 200
"""Positions in which the defender may have played several moves in a row; with more of them the question stays open."""


class Wait(NamedTuple):
    """Whether the defender of a ko can only wait."""
    only: bool
    """He can: for certain, if the solver's answers are."""
    move: int = PASS
    """Else a move of his, on the board, that costs him nothing: the one that begins the ko, if that is known."""


def waiting(solver: Solver, threats: int, limit: int) -> Wait:
    """Whether the defender, who lives only with so many net ko threats (0 where that is to be found out), can do nothing for himself but
    wait, within so many more nodes.

    Only kills need be proved by the solver: whatever it does not see killed counts as a move that costs the defender nothing.
    """
    region, kept = solver.region, solver.limit
    if region.ko != NO_KO:
        return Wait(False)
    solver.limit = solver.nodes + limit
    try:
        count = threats or _turning(solver)
        return _waiting(solver, count) if count else Wait(False)
    finally:
        solver.limit = kept


def _turning(solver: Solver) -> int:
    """How many threats save the defender if the attacker moves first; 0 if none do, if he needs none or if nodes run out."""
    here = solver.region.attackers, solver.region.defenders, NO_KO, ATTACKER
    return solver.turning(here, PROVED) or 0 if solver.settle(*here, 0) == PROVED else 0


def _waiting(solver: Solver, threats: int) -> Wait:
    def killed(attackers: int, defenders: int, ko: int, side: int, more: int) -> bool:
        return solver.settle(attackers, defenders, ko, side, more) == PROVED

    region = solver.region
    here = region.attackers, region.defenders
    if not killed(*here, NO_KO, DEFENDER, threats - 1) or killed(*here, NO_KO, ATTACKER, threats):
        return Wait(False)
    places: dict[tuple[int, int], int] = {here: PASS}
    """By what the defender has played until now: his first move."""
    for attackers, defenders in (queue := [here]):
        for v, point in enumerate(region.points):
            if (attackers | defenders) >> v & 1 or not py_play(region.record, np.uint64(attackers), np.uint64(defenders), v, DEFENDER):
                continue
            (taken, more), ko = map(int, region.record['stones']), int(region.record['ko'])
            first = places[attackers, defenders] or point
            if (taken, more) in places or killed(taken, more, ko, ATTACKER, threats):
                continue
            if len(places) == MOST_PLACES or not killed(taken, more, NO_KO, DEFENDER, threats - 1):
                return Wait(False, first)
            places[taken, more] = first
            queue.append((taken, more))
    return Wait(True)
