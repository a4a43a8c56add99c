"""Questions about dragons, answered by proof where the region is closed and small enough, else by reading.

    region closed, solved within the level's nodes      the exact solver's verdict, certain
    else, an arena read to its end                      the reading's, as far as arenas tell
    else                                                OWL's
"""
import contextlib
from typing import NamedTuple

import numpy as np

from engine.core.points import PASS
from engine.life import owl
from engine.life.border import prove_open
from engine.life.closed import ATTACKER, DEFENDER, NotEnclosed, enclose
from engine.life.reading import look
from engine.life.solve import Solver, Verdict, Watch, solve
from engine.read.result import LOSE, Reading

PROVED, READ, UNCERTAIN, SEARCHED = 'proved', 'read', 'uncertain', 'searched'
NODES_PER_LEVEL = 27_000
"""Nodes of the solver for each level: at level 10 some 0.25 s."""
READING_PER_LEVEL = 8_000
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


class Answer(NamedTuple):
    """An answer, and where it comes from."""
    reading: Reading
    how: str
    """PROVED, READ in an arena that was finished, UNCERTAIN where none was, or SEARCHED by OWL."""
    solver: Solver | None = None
    """It holds the variations, if the solver was asked."""


def owl_attack(board: np.void, pos: int, level: int = 10, limit: int | None = None, watch: Watch | None = None) -> Reading:
    """Whether the dragon at pos can be killed if its opponent moves first.  Raises ValueError on an empty point."""
    return ask(board, pos, ATTACKER, level, limit, watch).reading


def owl_defend(board: np.void, pos: int, level: int = 10, limit: int | None = None, watch: Watch | None = None) -> Reading:
    """Whether the dragon at pos lives if its owner moves first; PASS when it lives anyway.  Raises ValueError on an empty point."""
    return ask(board, pos, DEFENDER, level, limit, watch).reading


def ask(board: np.void, pos: int, side: int, level: int = 10, limit: int | None = None, watch: Watch | None = None,
        threatened: bool = False) -> Answer:
    """What a side that moves first achieves for or against the dragon at pos; ``limit`` instead of the level's nodes; ``threatened``: it is
    known that the defender has to do something.

    Raises ValueError on an empty point.
    """
    with contextlib.suppress(NotEnclosed):
        solver = Solver(enclose(board, pos), budget(level) if limit is None else limit, watch=watch)
        verdict = solver.verdict(side)
        if verdict.settled:
            reading = _reading(verdict)
            return Answer(reading, UNCERTAIN if reading.uncertain else PROVED, solver)
    found = look(board, pos, side, reading_budget(level) if limit is None else limit, watch, threatened=threatened)
    if found is None:
        reading = owl.answer(board, pos, side == ATTACKER, level)
        return Answer(reading, UNCERTAIN if reading.uncertain else SEARCHED)
    return Answer(found[0], UNCERTAIN if found[0].uncertain else READ, found[1])


def _reading(verdict: Verdict) -> Reading:
    """A verdict that is settled at least without ko threats, as OWL's answers are given."""
    return Reading(verdict.result, verdict.move if verdict.result != LOSE else PASS, verdict.nodes, uncertain=not verdict.proved)


def reading_budget(level: int) -> int:
    """Nodes of a reading at a level."""
    return READING_PER_LEVEL * (level + 1)


def budget(level: int) -> int:
    """Nodes of the solver at a level."""
    return NODES_PER_LEVEL * (level + 1)


