"""Questions about dragons, answered by proof where the region is closed and small enough, else by OWL.

    region closed, solved within the level's nodes      the exact solver's verdict, certain
    else                                                OWL's, as far as it was read
"""
import numpy as np

from engine.core.points import PASS
from engine.life import owl
from engine.life.closed import ATTACKER, DEFENDER, enclose
from engine.life.solve import Verdict, solve
from engine.read.result import LOSE, Reading

NODES_PER_LEVEL = 20_000
"""Nodes of the solver for each level: at level 10 some 0.2 s."""


def prove(board: np.void, pos: int, side: int, limit: int) -> Verdict | None:
    """The exact verdict on the dragon at pos; None if its region is open or too large.  Raises ValueError on an empty point."""
    if board['color'][pos] not in (1, 2):
        raise ValueError('no stone there')
    try:
        region = enclose(board, pos)
    except ValueError:
        return None
    return solve(region, side, limit)


def owl_attack(board: np.void, pos: int, level: int = 10) -> Reading:
    """Whether the dragon at pos can be killed if its opponent moves first.  Raises ValueError on an empty point."""
    verdict = prove(board, pos, ATTACKER, budget(level))
    if verdict is None or not verdict.proved:
        return owl.owl_attack(board, pos, level)
    return Reading(verdict.result, verdict.move if verdict.result != LOSE else PASS, verdict.nodes)


def owl_defend(board: np.void, pos: int, level: int = 10) -> Reading:
    """Whether the dragon at pos lives if its owner moves first; PASS when it lives anyway.  Raises ValueError on an empty point."""
    verdict = prove(board, pos, DEFENDER, budget(level))
    if verdict is None or not verdict.proved:
        return owl.owl_defend(board, pos, level)
    return Reading(verdict.result, verdict.move if verdict.result != LOSE else PASS, verdict.nodes)


def budget(level: int) -> int:
    """Nodes of the solver at a level."""
    return NODES_PER_LEVEL * (level + 1)


