"""Results of readings, seen from the side that moves first.

The numbers are GNU Go's internal ones, so that ``reverse`` is a subtraction and worm and dragon data print them as they are.
"""
from typing import NamedTuple

LOSE, KO_B, KO_A, WIN = 0, 1, 4, 5
"""KO_A: the other side must find the first ko threat.  KO_B: the side that asked must."""

GTP_CODES = {LOSE: 0, WIN: 1, KO_A: 2, KO_B: 3}
"""What GTP and the command line print."""

RESULT_WORDS = {WIN: 'yes', KO_A: 'yes, by a ko that the other side must fight', KO_B: 'yes, by a ko that this side must fight', LOSE: 'no'}
"""Answers to whether the side that moves first succeeds."""
KO_MARKS = {KO_A: 'with ko (good)', KO_B: 'with ko (bad)'}
"""Ko results in GNU Go's words."""


def reverse(result: int) -> int:
    """Return the result as the other side sees it."""
    return WIN - result


class Reading(NamedTuple):
    """The answer to one question."""
    result: int
    """LOSE, KO_B, KO_A or WIN."""
    move: int
    """The first move of the side that asked, or PASS: none is needed or none was found."""
    nodes: int
    """Positions looked at."""
    uncertain: bool = False
    """A budget ran out on the way, or a success has more replies than were read, so the result is a guess."""
    limited: bool = False
    """A limit of depth or liberties was met on the way.  In captures such a limit favours the defender, so an attacker's success does not
    rest on it; in readings of connections a way that is too long counts as cut."""

    @property
    def code(self) -> int:
        """The number that GTP prints."""
        return GTP_CODES[self.result]
