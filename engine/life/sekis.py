"""Dragons that live in seki, as far as that is proved, with its grade: asked where a verdict is printed, never to choose a move.

A dragon lives in seki if its life is proved and the exact solver finds that it makes no two eyes (``engine.solver.eyeless``).  Life holds
without the wall round it; that it makes no two eyes holds if the wall does.
"""
from typing import Any, NamedTuple

import numpy as np

from owlgo.engine.core.certainty import Grade
from owlgo.engine.life import grade_words
from owlgo.engine.life.verdict import Answer, enclose_dragon
from owlgo.engine.life.walls import REFUTED, WallCondition, conditions
from owlgo.engine.owl.limits import Means
from owlgo.engine.solver.eyeless import keeps_from_eyes, shares
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NotEnclosed, Region, lives
from owlgo.engine.solver.solver import SOLVER_MEMORY, Solver

FEW = 10_000
"""Nodes for whether a dragon makes two eyes, besides twice those that it took to see that it lives."""


class SekiProof(NamedTuple):
    """That a dragon lives without two eyes if one side moves first."""
    grade: Grade
    """PROVED, or PROVED_IF some strings hold."""
    conditions: tuple[WallCondition, ...]
    solver: Solver
    """It has proved that the attacker keeps the dragon from two eyes."""
    nodes: int


def of_region(board: np.void, region: Region, side: int, nodes: int, means: Means, memory: float = SOLVER_MEMORY) -> SekiProof | None:
    """The seki that a dragon which lives comes to in a closed region if a side moves first, proved within so many nodes; else None."""
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
    """The same for the dragon at pos, where the answer about a side proves that it lives in a closed region; ``first`` moves first, if not
    that side.
    """
    if found.grade != Grade.PROVED or found.matter is not None or not lives(found.reading.result, side) or not means.goes_on:
        return None
    try:
        region = enclose_dragon(board, pos, means.workspace)
    except NotEnclosed:
        return None
    return of_region(board, region, side if first is None else first, FEW + 2 * found.reading.nodes, means)


class Sekis:
    """Which dragons of a position are in seki whoever moves first, kept for the next question."""

    def __init__(self, board: np.void, means: Means) -> None:
        self._board, self._means = board, means
        self._known: dict[int, SekiProof | None] = {}

    def find(self, pos: int, attack: Answer | None) -> SekiProof | None:
        """The seki of the dragon at pos, of which an attack was read; None if it is in none, or that is not proved."""
        if attack is None:
            return None
        if pos not in self._known:
            self._known[pos] = of_answer(self._board, pos, ATTACKER, attack, self._means, DEFENDER)
        return self._known[pos]


def words(found: SekiProof, size: int) -> str:
    """The grade of a seki in a sentence."""
    return grade_words.words(found.grade, grade_words.strings(found.conditions, size))


def as_data(found: SekiProof | None, size: int) -> dict[str, Any] | None:
    """A seki as JSON takes it."""
    return None if found is None else {'proved': found.grade == Grade.PROVED, 'grade': found.grade.word,
                                       'conditions': grade_words.as_data(found.conditions, size), 'nodes': found.nodes}
