"""Results of readings, seen from the side that moves first.

The numbers are those that GNU Go uses internally, as worm and dragon data print them.  ``reverse`` is a subtraction.
"""
from typing import NamedTuple

from owlgo.engine.core.certainty import Grade

LOSE, KO_B, KO_A, WIN = 0, 1, 4, 5
"""Results.  For KO_A the other side must find the first ko threat, for KO_B the side that moves first."""

GTP_CODES = {LOSE: 0, WIN: 1, KO_A: 2, KO_B: 3}
"""The numbers that GTP and the command line print."""

RESULT_WORDS = {WIN: 'yes', KO_A: 'yes, by a ko that the other side must fight', KO_B: 'yes, by a ko that this side must fight', LOSE: 'no'}
"""Does the side that moves first succeed?  The answers in words."""
KO_MARKS = {KO_A: 'with ko (good)', KO_B: 'with ko (bad)'}
"""Ko results in GNU Go's words."""


def reverse(result: int) -> int:
    """Return the result as seen from the other side: WIN for LOSE, KO_A for KO_B, and the other way round."""
    return WIN - result


class Reading(NamedTuple):
    """The answer to one question: whether the side that moves first succeeds, and how."""
    result: int
    """LOSE, KO_B, KO_A or WIN."""
    move: int
    """The move of the side that moves first.  PASS if no move is needed or none was found."""
    nodes: int
    """Number of positions read."""
    grade: Grade = Grade.READ
    """UNCERTAIN if the nodes ran out, or if some replies to a successful move were not read."""
    limited: bool = False
    """Whether the search met a limit of depth or liberties.  In captures the limit favours the defender, so an attacker's success is sound.
    In connections a path that is too long counts as cut."""

    @property
    def code(self) -> int:
        """The number that GTP prints."""
        return GTP_CODES[self.result]

    @property
    def certain(self) -> bool:
        """Whether the result is more than a guess."""
        return self.grade.certain

    @property
    def surely_succeeds(self) -> bool:
        """Whether the side that moves first certainly succeeds, if only by a ko."""
        return self.result != LOSE and self.certain

    @property
    def surely_fails(self) -> bool:
        """Whether the side that moves first certainly achieves nothing."""
        return self.result == LOSE and self.certain

    def as_guess(self) -> 'Reading':
        """Return this reading marked uncertain."""
        return self._replace(grade=Grade.UNCERTAIN)
