"""One-sided kos: a ko that only the attacker can begin, as in a bent four in the corner.

    . X X X O .       X, who owns the three stones, takes the ko when he likes; O can neither begin it nor threaten to
    O O O O O .

The defender needs the same number of ko threats whoever moves first, and no sequence of his own moves reduces it, so he can only wait.
The attacker removes all threats, then begins the ko.
"""
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.points import PASS
from owlgo.engine.solver.dfpn import End
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NO_KO, py_play
from owlgo.engine.solver.solver import Solver


class Wait(NamedTuple):
    """Whether the defender of a ko can only wait."""
    only: bool
    """The defender can do nothing else: certain if the solver's answers are."""
    move: int = PASS
    """The defender's move, on the board, that begins the ko; PASS if none was found."""
    settled: bool = True
    """Whether this is known; else nodes ran out."""


def waiting(solver: Solver, threats: int, limit: int) -> Wait:
    """Whether the defender can only wait for a ko that the attacker begins, found within ``limit`` more nodes.

    He lives only with ``threats`` net ko threats (0: find out how many).

    Only the defender's death is taken from proved kills, and only a move after which he is proved to live begins the ko.  Beyond 200
    positions after moves of the defender in a row the question stays open.
    """
    region, kept = solver.region, solver.limit
    if region.ko != NO_KO:
        return Wait(False)
    solver.limit = solver.nodes + limit
    try:
        count = threats or _turning(solver)
        return _waiting(solver, count) if count else Wait(False, settled=solver.nodes < solver.limit)
    finally:
        solver.limit = kept


def _turning(solver: Solver) -> int:
    """Return how many threats save the defender if the attacker moves first; 0 if none do, none are needed or nodes run out."""
    here = solver.region.attackers, solver.region.defenders, NO_KO, ATTACKER
    return solver.turning(here, End.ATTACKER_WON) or 0 if solver.settle(*here, 0) == End.ATTACKER_WON else 0


def _waiting(solver: Solver, threats: int) -> Wait:
    region = solver.region
    here = region.attackers, region.defenders
    moving = solver.settle(*here, NO_KO, DEFENDER, threats - 1)
    if moving != End.ATTACKER_WON or solver.settle(*here, NO_KO, ATTACKER, threats) == End.ATTACKER_WON:
        return Wait(False, settled=moving != End.OUT_OF_NODES)
    places: dict[tuple[int, int], int] = {here: PASS}
    """The positions that the defender's moves reach at no cost, with his first move."""
    lives = set[int]()
    """First moves after which he still needs no more threats, for certain."""
    for attackers, defenders in (queue := [here]):
        for v, point in enumerate(region.points):
            if (attackers | defenders) >> v & 1 or not py_play(region.record, np.uint64(attackers), np.uint64(defenders), v, DEFENDER):
                continue
            (taken, more), ko = map(int, region.record['stones']), int(region.record['ko'])
            if (taken, more) in places:
                continue
            costs = solver.settle(taken, more, ko, ATTACKER, threats)
            if costs == End.ATTACKER_WON:
                continue
            first = places[attackers, defenders] or point
            if first == point and costs == End.DEFENDER_WON:
                lives.add(point)
            gains = solver.settle(taken, more, NO_KO, DEFENDER, threats - 1) if len(places) < 200 else End.OUT_OF_NODES
            if gains != End.ATTACKER_WON:
                begins = gains == End.DEFENDER_WON and first in lives
                return Wait(False, first if begins else PASS, begins)
            places[taken, more] = first
            queue.append((taken, more))
    return Wait(True)
