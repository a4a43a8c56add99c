"""First moves in a closed region, by what they are worth."""
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from owlgo.engine.life.grades import Graded
    from owlgo.engine.solver.problem import Study


class FirstMoves(NamedTuple):
    """First moves."""
    good: list[int]
    """Those that achieve what the verdict says, with its grade; PASS if none is needed."""
    trusting: list[int]
    """Those that do so only if the wall holds, where others do without."""
    unknown: list[int]


def first_moves(study: 'Study', side: int, graded: 'dict[int, Graded]') -> FirstMoves:
    """The first moves of a side."""
    from owlgo.engine.core.points import PASS
    from owlgo.engine.solver.region import ATTACKER
    good, unknown = study.first_moves(side)
    proof = graded[side].proof
    if side != ATTACKER or proof is None or PASS in good:
        return FirstMoves(good, [], unknown)
    sure = [one for one in good if proof.wins(one, study.limit)] or [proof.best]
    return FirstMoves(sure, [one for one in good if one not in sure], unknown)
