"""How far an answer can be trusted: one scale for readings, dragons, races and everything that rests on them.

    PROVED      true under the rules, nothing taken for granted
    PROVED_IF   a kill that is true if certain strings round the dragon are not captured; the answer names them
    READ        read to the end, with cut-offs that prove nothing
    SEARCHED    decided by a pattern, or read after the only move that patterns leave
    SECONDED    not read to the end, but a second reading agrees
    UNCERTAIN   a guess: nodes ran out, or readings contradict each other
    UNCHECKED   not read: the dragon counts as alive, as it can run out or has a very large eye space

An answer that rests on several others has the lowest of their grades.  An answer graded above UNCERTAIN is ``certain``: other answers may
build on it.  In words there are four: SEARCHED and SECONDED are "read", and UNCHECKED is said, or is "uncertain".
"""
from enum import IntEnum


class Grade(IntEnum):
    """How far an answer can be trusted.  A higher grade is more certain."""
    UNCHECKED, UNCERTAIN, SECONDED, SEARCHED, READ, PROVED_IF, PROVED = range(7)

    @classmethod
    def of_reading(cls, finished: bool) -> 'Grade':
        """The grade of a reading: READ if it was finished, else UNCERTAIN."""
        return cls.READ if finished else cls.UNCERTAIN

    @property
    def certain(self) -> bool:
        """Whether an answer of this grade is more than a guess."""
        return self > Grade.UNCERTAIN

    @property
    def word(self) -> str:
        """The grade's name in the Python API and in JSON.  Claims in JSON tell SECONDED from "read" by ``seconded``."""
        return 'read' if Grade.SECONDED <= self <= Grade.READ else self.name.lower().replace('_', ' ')

    @property
    def reported(self) -> str:
        """The grade as most output names it: proved, proved if, read or uncertain."""
        return max(self, Grade.UNCERTAIN).word
