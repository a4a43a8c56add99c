"""Unconditional kills: prove a kill again without trusting the attacker's wall.

A kill is found faster if the wall is assumed safe.  Here the strings of that wall become posts, whose outside liberties are counted
(``engine.solver.zone``), and play goes on until the place of the dragon belongs to the attacker.
"""
from dataclasses import replace

import numpy as np

from owlgo.engine.core.goal_names import ALL, ANY
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN
from owlgo.engine.solver.ground import Ground
from owlgo.engine.solver.region import ATTACKER, DEFENDER, Region
from owlgo.engine.solver.solver import SOLVER_MEMORY, TRIED_THREATS, Progress, Solution, Solver
from owlgo.engine.solver.zone_search import SearchWatch, ZoneProof, ZoneSearch


def without_trust(board: np.void, region: Region, solver: Solver, side: int, until: int, nodes: int, progress: Progress | None = None,
                  memory: float = SOLVER_MEMORY) -> tuple[ZoneProof | None, int]:
    """Prove a kill without the assumption that its wall is not captured.  Return the proof, and the nodes spent.

    ``side`` moves first.  The kill must withstand ``until`` net ko threats.  ``solver`` has proved it in ``region``, with the wall.  The
    proof is None if ``nodes`` do not suffice.
    """
    stones = int(region.record['goal']) & region.defenders
    goal = [p for k, p in enumerate(region.points) if stones >> k & 1]
    trial = ZoneSearch(Ground(board), goal, side, ATTACKER, (), SearchWatch(progress), nodes, None, memory, False, region.points)
    trial.kind = ALL if region.record['all_live'] else ANY
    # The other side is known to live with one threat more, or not to be saved by threats.
    trial.rival = ZoneProof(DEFENDER, until + 1, region, solver, side)
    taken = 0
    while taken < nodes and trial.goes_on and not trial.stopped:
        taken += trial.turn(nodes - taken)
        if trial.found is not None and trial.found.until >= until:
            return trial.found, taken
    return None, taken


def shown(proof: ZoneProof, nodes: int) -> Solver:
    """Return a solver whose table has variations of an unconditional kill.  In these, the defender's moves outside the zone fill no
    liberties."""
    region = replace(proof.region, record=proof.region.record.copy())
    region.record['still'] = 1
    solver = Solver(region, nodes, winner=ATTACKER)
    solver.settle(*region.start(proof.side), proof.until)
    solver.asked = proof.side
    return solver


def withstood(verdict: Solution, side: int) -> int:
    """Return the largest number of the defender's net ko threats against which the attacker wins, from a verdict.

    Return TRIED_THREATS if no number of the defender's threats saves the dragon, -TRIED_THREATS if it lives against any number of the
    attacker's.
    """
    most = TRIED_THREATS if side == ATTACKER else -TRIED_THREATS
    return {WIN: most, LOSE: -most, KO_A: verdict.threats - 1 if side == ATTACKER else -verdict.threats,
            KO_B: -verdict.threats if side == ATTACKER else verdict.threats - 1}[verdict.result]
