"""Kills without trust: a kill that leans on a wall, proved once more without it.

A kill is found faster with a wall that is taken to hold.  Here the strings of that wall become posts of a zone
(``engine.solver.zone``), and the place of the dragon is played on until it is the attacker's.
"""
from dataclasses import replace

import numpy as np
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN
from owlgo.engine.solver.ground import Ground
from owlgo.engine.solver.open_region import SearchWatch, ZoneProof, ZoneSearch
from owlgo.engine.solver.region import ATTACKER, DEFENDER, Region
from owlgo.engine.solver.solver import MEMORY, THREATS, Progress, Solution, Solver


def without_trust(board: np.void, region: Region, solver: Solver, side: int, until: int, nodes: int, progress: Progress | None = None,
                  memory: float = MEMORY) -> tuple[ZoneProof | None, int]:
    """Prove a kill without its wall, if the side moves first, against ``until`` net ko threats; return the proof and the nodes it took.

    ``solver`` has proved the kill in ``region``, with the wall.  The proof is None if none is found within so many nodes.
    """
    stones = int(region.record['goal']) & region.defenders
    goal = [p for k, p in enumerate(region.points) if stones >> k & 1]
    trial = ZoneSearch(Ground(board), goal, side, ATTACKER, (), SearchWatch(progress), nodes, None, memory, False, region.points)
    # The other side is known to live with one threat more, or not to be saved by threats.
    trial.rival = ZoneProof(DEFENDER, until + 1, region, solver, side)
    taken = 0
    while taken < nodes and trial.goes_on and not trial.stopped:
        taken += trial.turn(nodes - taken)
        if trial.found is not None and trial.found.until >= until:
            return trial.found, taken
    return None, taken


def shown(proof: ZoneProof, nodes: int) -> Solver:
    """A solver that holds variations of a kill without trust, in which the defender's moves outside fill no liberties."""
    region = replace(proof.region, record=proof.region.record.copy())
    region.record['still'] = 1
    solver = Solver(region, nodes, winner=ATTACKER)
    solver.settle(region.attackers, region.defenders, region.ko_for(proof.side), proof.side, proof.until)
    solver.asked = proof.side
    return solver


def withstood(verdict: Solution, side: int) -> int:
    """The most net ko threats of the defender against which the attacker wins, by a verdict about the side that moves first.

    ``THREATS`` if no number of them saves the dragon, ``-THREATS`` if it lives however many the attacker has.
    """
    most = THREATS if side == ATTACKER else -THREATS
    return {WIN: most, LOSE: -most, KO_A: verdict.threats - 1 if side == ATTACKER else -verdict.threats,
            KO_B: -verdict.threats if side == ATTACKER else verdict.threats - 1}[verdict.result]
