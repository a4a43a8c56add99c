"""Questions about dragons, answered by proof where the region is closed and small enough, else by reading.

    region closed, solved within the level's nodes      the exact solver's verdict, certain
    else, an arena read to its end                      the reading's, as far as arenas tell
    else                                                OWL's
"""
import contextlib

import numpy as np

from engine.core.points import PASS
from engine.life import owl
from engine.life.border import prove_open
from engine.life.closed import ATTACKER, DEFENDER, NotEnclosed, enclose
from engine.life.reading import read
from engine.life.solve import Verdict, Watch, solve
from engine.read.result import LOSE, Reading

NODES_PER_LEVEL = 20_000
"""Nodes of the solver for each level: at level 10 some 0.2 s."""
READING_PER_LEVEL = 5_500
"""The same for readings that prove nothing."""


def prove(board: np.void, pos: int, side: int, limit: int, watch: Watch | None = None) -> Verdict | None:
    """The exact verdict on the dragon at pos; None if its region is open, and what can be proved of such, or too large.

    Raises ValueError on an empty point.
    """
    try:
        region = enclose(board, pos)
    except NotEnclosed:
        return prove_open(board, pos, side, limit, watch=watch)
    return solve(region, side, limit, watch=watch)


def owl_attack(board: np.void, pos: int, level: int = 10, limit: int | None = None, watch: Watch | None = None) -> Reading:
    """Whether the dragon at pos can be killed if its opponent moves first.  Raises ValueError on an empty point."""
    return answer(board, pos, ATTACKER, level, limit, watch) or owl.owl_attack(board, pos, level)


def owl_defend(board: np.void, pos: int, level: int = 10, limit: int | None = None, watch: Watch | None = None) -> Reading:
    """Whether the dragon at pos lives if its owner moves first; PASS when it lives anyway.  Raises ValueError on an empty point."""
    return answer(board, pos, DEFENDER, level, limit, watch) or owl.owl_defend(board, pos, level)


def answer(board: np.void, pos: int, side: int, level: int = 10, limit: int | None = None, watch: Watch | None = None) -> Reading | None:
    """By proof if the region is closed, else by reading; None if neither came to an end.  ``limit`` instead of the level's nodes."""
    with contextlib.suppress(NotEnclosed):
        verdict = solve(enclose(board, pos), side, budget(level) if limit is None else limit, watch=watch)
        if verdict.settled:
            return _reading(verdict)
    return read(board, pos, side, reading_budget(level) if limit is None else limit, watch)


def _reading(verdict: Verdict) -> Reading:
    """A verdict that is settled at least without ko threats, as OWL's answers are given."""
    return Reading(verdict.result, verdict.move if verdict.result != LOSE else PASS, verdict.nodes, uncertain=not verdict.proved)


def reading_budget(level: int) -> int:
    """Nodes of a reading at a level."""
    return READING_PER_LEVEL * (level + 1)


def budget(level: int) -> int:
    """Nodes of the solver at a level."""
    return NODES_PER_LEVEL * (level + 1)


