"""Prove that dragons live in seki, for printed verdicts only, never to choose a move.

A dragon lives in seki if its life is proved and the exact solver finds that it makes no two eyes (``engine.solver.eyeless``).  The proof of
life does not need the wall round the dragon; the proof that it makes no two eyes is good only if the wall holds.
"""
from typing import Any, NamedTuple

import numpy as np

from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.result import Reading
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.life import grade_words
from owlgo.engine.life.verdict import Answer
from owlgo.engine.life.walls import REFUTED, WallCondition, conditions
from owlgo.engine.owl.limits import Means
from owlgo.engine.solver.eyeless import keeps_from_eyes, shares
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NotEnclosed, Region, lives
from owlgo.engine.solver.solver import SOLVER_MEMORY, Solver

EYELESS_NODES = 10_000
"""Nodes for proving that a dragon makes no two eyes, added to twice the nodes that proved its life."""


class SekiProof(NamedTuple):
    """The proof that a dragon lives without two eyes if one side moves first."""
    grade: Grade
    """PROVED, or PROVED_IF some strings hold."""
    conditions: tuple[WallCondition, ...]
    solver: Solver
    """The solver that proved that the dragon makes no two eyes."""
    nodes: int


def of_region(board: np.void, region: Region, side: int, nodes: int, means: Means, memory: float = SOLVER_MEMORY) -> SekiProof | None:
    """Prove that a living dragon in a closed region is in seki if ``side`` moves first; None if no proof is found within ``nodes``."""
    if side == DEFENDER and not shares(region):
        return None
    solver, taken = keeps_from_eyes(region, side, nodes, means.progress, memory, means.limits.threads)
    means.add_nodes(taken)
    if solver is None:
        return None
    held = conditions(board, region.assumed, region.points, means.limits.level, means.workspace)
    if any(one.evidence == REFUTED for one in held):
        return None
    return SekiProof(Grade.PROVED_IF if region.assumed else Grade.PROVED, held, solver, taken)


def of_answer(board: np.void, pos: int, side: int, found: Answer, means: Means, first: int | None = None) -> SekiProof | None:
    """Prove that the dragon at pos is in seki, if an answer proves its life in a closed region; return None without a proof.

    ``first`` moves first, by default ``side``, which the answer is about.
    """
    if found.grade != Grade.PROVED or found.matter is not None or not lives(found.reading.result, side) or not means.goes_on:
        return None
    try:
        region = Goal(board, pos, means.workspace).region
    except NotEnclosed:
        return None
    return of_region(board, region, side if first is None else first, EYELESS_NODES + 2 * found.reading.nodes, means)


class Sekis:
    """Proves the sekis of a position, whoever moves first, and remembers the proofs."""

    def __init__(self, board: np.void, means: Means) -> None:
        self._board, self._means = board, means
        self._known: dict[tuple[int, Reading, bool], SekiProof | None] = {}

    def find(self, pos: int, attack: Answer | None) -> SekiProof | None:
        """Return the proof that the dragon at pos is in seki, given the answer about the attack on it; None if no proof is found."""
        if attack is None:
            return None
        key = pos, attack.reading, attack.matter is None
        return self._means.keep(self._known, key, lambda: of_answer(self._board, pos, ATTACKER, attack, self._means, DEFENDER))


def words(found: SekiProof, size: int) -> str:
    """Return the grade of a seki in a sentence."""
    return grade_words.words(found.grade, grade_words.strings(found.conditions, size))


def as_data(found: SekiProof | None, size: int) -> dict[str, Any] | None:
    """Return a seki proof as JSON data; None stays None."""
    return None if found is None else {'proved': found.grade == Grade.PROVED, 'grade': found.grade.word,
                                       'conditions': grade_words.as_data(found.conditions, size), 'nodes': found.nodes}
