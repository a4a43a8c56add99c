"""Dragons whose region is open: it is cut off at a rim and solved twice, with what lies beyond given to either side.

If a side succeeds although the outside is the other's, it succeeds on the board; if it fails although the outside is its own, it fails on
the board.  The region is widened until one of the two is proved.
"""
from collections.abc import Collection

import numpy as np

from engine.core.result import LOSE, WIN
from engine.solver.region import DEFENDER, NotEnclosed, cut_off
from engine.solver.solver import Progress, Solution, Solver

WIDTHS = (2, 3, 4, 5)
"""Empty points between dragon and rim that are tried."""


def prove_open(board: np.void, pos: int, side: int, limit: int, declared: Collection[int] = (),
               progress: Progress | None = None, dragon: Collection[int] = ()) -> Solution | None:
    """The exact verdict on a dragon that is not enclosed, within so many nodes; None where there is none.  Its stones are those named, else
    all of its colour that a cut holds.

    Raises ValueError on an empty point.
    """
    nodes = 0
    for width in WIDTHS:
        try:
            theirs, ours = cut_off(board, pos, width, declared, dragon)
        except NotEnclosed:
            continue
        worst, best = (ours, theirs) if side == DEFENDER else (theirs, ours)
        verdicts = []
        for region in (worst, best):
            # Half of what is left: a wider cut may be the easier one.
            solver = Solver(region, max((limit - nodes) // 2, 1), progress=progress)
            verdict = solver.verdict(side)
            nodes += verdict.nodes
            verdict = verdict._replace(nodes=nodes)
            if verdict.proved and verdict.result == (WIN if region is worst else LOSE):
                return verdict
            verdicts.append(verdict)
            if solver.stopped or nodes >= limit:
                return None
        if all(verdict.proved for verdict in verdicts) and verdicts[0][:3:2] == verdicts[1][:3:2]:
            return verdicts[0]._replace(nodes=nodes)
    return None
