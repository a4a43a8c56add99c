"""Grades an exact verdict: is a kill proved without assuming its wall (the strings round the dragon), and if not, does the wall hold?"""
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.points import PASS
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.life.walls import REFUTED, WallCondition, conditions
from owlgo.engine.solver.open_region import OpenProof
from owlgo.engine.solver.region import ATTACKER, lives
from owlgo.engine.solver.solver import SOLVER_MEMORY, Progress, Solution, Solver
from owlgo.engine.solver.trust import without_trust, withstood
from owlgo.engine.solver.zone_search import ZoneProof


class Graded(NamedTuple):
    """The grade of an exact verdict, with the conditions or the proof behind it."""
    grade: Grade
    """PROVED; PROVED_IF; or READ, if the kill ends with the capture (what follows is not searched), or if the wall has been refuted."""
    conditions: tuple[WallCondition, ...] = ()
    proof: ZoneProof | None = None
    """The proof of the kill that assumes no wall, if there is one."""
    nodes: int = 0
    """Nodes spent on looking for that proof."""


def grade(board: np.void, side: int, verdict: Solution, killer: Solver | None, nodes: int, level: int, waits: bool = False,
          progress: Progress | None = None, memory: float = SOLVER_MEMORY, workspace: Workspace | None = None,
          until: int | None = None) -> Graded:
    """Return the grade of a settled verdict, with ``side`` moving first.

    ``killer``: the solver of the region in which the attacker wins.  ``waits``: he wins by a ko that he alone can begin.  ``nodes``: for
    trying to prove the kill without its wall; with 0 that is not tried, and the strings of the wall are neither read nor named.
    ``until``: the net ko threats that the kill must withstand; by default those of the verdict.
    """
    if killer is None or lives(verdict.result, side):
        return Graded(Grade.PROVED)
    region, found, taken = killer.region, None, 0
    if region.record['all_live'] and not region.assumed:
        return Graded(Grade.PROVED)
    if nodes:
        until = (withstood(verdict, side) if verdict.proved else 0) if until is None else until
        found, taken = without_trust(board, region, killer, side, until, nodes, progress, memory)
    if found is not None and not (waits and region.assumed):
        return Graded(Grade.PROVED, proof=found, nodes=taken)
    if not region.assumed:
        return Graded(Grade.READ, nodes=taken)
    known = conditions(board, region.assumed, region.points, level, workspace or Workspace()) if nodes else ()
    return Graded(Grade.READ if any(one.evidence == REFUTED for one in known) else Grade.PROVED_IF, known, nodes=taken)


def unconditional(proof: OpenProof, found: ZoneProof | None, side: int, nodes: int) -> OpenProof:
    """Return a proof with its kill replaced by ``found``, a kill that assumes no wall; if ``found`` is None, return it unchanged."""
    if found is None:
        return proof
    verdict = proof.verdict._replace(move=first_move(found, proof.verdict.move, side, nodes))
    return OpenProof(verdict, tuple(found if one.winner == ATTACKER else one for one in proof.proofs))


def first_move(proof: ZoneProof, move: int, side: int, nodes: int) -> int:
    """Return ``move``, found while the wall was trusted, if it kills without that trust too, else a move that does; a PASS stays."""
    return move if side != ATTACKER or move == PASS or proof.wins(move, nodes) else proof.best
