"""Recognise one-sided kos, which only the attacker can begin, as in a bent four in the corner.

    . X X X O .       X, who owns the three stones, takes the ko when he likes; O can neither begin it nor threaten to
    O O O O O .

The defender needs the same number of ko threats whoever moves first, and no sequence of his own moves reduces it, so he can only wait.
The attacker removes all threats, then begins the ko.
"""
from typing import NamedTuple

from owlgo.engine.core.points import PASS
from owlgo.engine.solver.dfpn import End
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NO_KO
from owlgo.engine.solver.solver import Solver


class Wait(NamedTuple):
    """Whether the defender can only wait for the attacker to begin a ko; if not, the move that begins it."""
    only: bool
    """Whether the defender can only wait.  The answer is as certain as the solver's answers."""
    move: int = PASS
    """The defender's move, on the board, that begins the ko; PASS if none was found."""
    settled: bool = True
    """Whether the answer is known.  If not, nodes ran out."""


def waiting(solver: Solver, threats: int, limit: int) -> Wait:
    """Find out, within ``limit`` more nodes, whether the defender can only wait for a ko that the attacker begins.

    He lives only with ``threats`` net ko threats (0: find out how many).

    The defender counts as dead only if the kill is proved, and a move begins the ko only if he is proved to live after it.  If more than
    200 positions arise from moves of the defender in a row, the question stays open.
    """
    region, kept = solver.region, solver.limit
    if region.ko != NO_KO:
        return Wait(False)
    solver.limit = solver.nodes + limit
    try:
        here = region.start(ATTACKER)
        if not threats and solver.settle(*here, 0) == End.ATTACKER_WON:
            threats = solver.turning(here, End.ATTACKER_WON) or 0
        return _waiting(solver, threats) if threats else Wait(False, settled=solver.nodes < solver.limit)
    finally:
        solver.limit = kept


def _waiting(solver: Solver, threats: int) -> Wait:
    region = solver.region
    here = region.attackers, region.defenders
    moving = solver.settle(*here, NO_KO, DEFENDER, threats - 1)
    if moving != End.ATTACKER_WON or solver.settle(*here, NO_KO, ATTACKER, threats) == End.ATTACKER_WON:
        return Wait(False, settled=moving != End.OUT_OF_NODES)
    places: dict[tuple[int, int], int] = {here: PASS}
    """The positions that the defender can reach by moves that cost him no further threats, each with his first move."""
    lives = set[int]()
    """The defender's first moves after which he surely lives with no more threats than now."""
    for attackers, defenders in (queue := [here]):
        for v, point in enumerate(region.points):
            after = region.after(attackers, defenders, v, DEFENDER)
            if after is None or after[:2] in places:
                continue
            costs = solver.settle(*after, ATTACKER, threats)
            if costs == End.ATTACKER_WON:
                continue
            first = places[attackers, defenders] or point
            if first == point and costs == End.DEFENDER_WON:
                lives.add(point)
            gains = solver.settle(*after[:2], NO_KO, DEFENDER, threats - 1) if len(places) < 200 else End.OUT_OF_NODES
            if gains != End.ATTACKER_WON:
                begins = gains == End.DEFENDER_WON and first in lives
                return Wait(False, first if begins else PASS, begins)
            places[after[:2]] = first
            queue.append(after[:2])
    return Wait(True)
