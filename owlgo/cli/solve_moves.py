"""Sort first moves in a closed region by grade."""
from typing import NamedTuple

from owlgo.engine.core.points import PASS
from owlgo.engine.life.grades import Graded
from owlgo.engine.solver.problem import Study
from owlgo.engine.solver.region import ATTACKER


class FirstMoves(NamedTuple):
    """First moves of a side."""
    good: list[int]
    """Moves with the verdict's result and grade; PASS if none is needed."""
    trusting: list[int]
    """Moves that need the wall to hold, if others do without."""
    unknown: list[int]


def first_moves(study: Study, side: int, graded: dict[int, Graded]) -> FirstMoves:
    """Sort the first moves of a side."""
    good, unknown = study.first_moves(side)
    proof = graded[side].proof
    if side != ATTACKER or proof is None or PASS in good:
        return FirstMoves(good, [], unknown)
    sure = [one for one in good if proof.wins(one, study.limit)] or [proof.best]
    return FirstMoves(sure, [one for one in good if one not in sure], unknown)
