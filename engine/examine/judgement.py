"""The judgement of a dragon: its status with its grade, and the answers and races behind it."""
from dataclasses import dataclass, field
from typing import NamedTuple

from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.facts import ALIVE, CRITICAL, DEAD
from owlgo.engine.core.points import PASS
from owlgo.engine.life import grade_words
from owlgo.engine.life.sekis import SekiProof
from owlgo.engine.life.semeai import Semeai
from owlgo.engine.life.verdict import Answer
from owlgo.engine.life.walls import WallCondition
from owlgo.engine.solver.solver import Solver

WAY_OUT, LARGE = 'way out', 'large'
"""Why a dragon is UNCHECKED: it has a wide escape route, or a large eye space."""
UNFINISHED, CONFLICT, RACE_UNREAD, RACE_OF_THREE, TOO_LARGE = 'unfinished', 'conflict', 'race unread', 'race of three', 'too large'
KO_THREATS = 'ko threats'
"""Why a status is UNCERTAIN.  KO_THREATS: a dragon that waits for a ko may keep a threat."""


class Status(NamedTuple):
    """The status of a dragon, with the moves that decide it."""
    status: int
    """ALIVE, DEAD or CRITICAL, of ``engine.core.facts``."""
    attack: int = PASS
    """The move that kills a critical dragon."""
    defence: int = PASS
    """The move that saves it."""
    grade: Grade = Grade.READ
    seki: bool = False
    """Life in seki: without two eyes, or in a race that neither side can attack."""
    at_rest: int = CRITICAL
    """The status of a critical dragon if play stops: DEAD if only a ko saves it, ALIVE if only a ko kills it."""

    @property
    def certain(self) -> bool:
        """Whether the status is more than a guess."""
        return self.grade.certain

    @property
    def surely_alive(self) -> bool:
        """Whether the dragon certainly lives."""
        return self.status == ALIVE and self.certain

    @property
    def surely_dead(self) -> bool:
        """Whether the dragon is certainly dead."""
        return self.status == DEAD and self.certain

    @property
    def unfought(self) -> int:
        """The status if no ko is fought."""
        return self.at_rest if self.status == CRITICAL else self.status

    def as_guess(self) -> 'Status':
        """Return this status marked uncertain."""
        return self._replace(grade=Grade.UNCERTAIN)


@dataclass
class Race:
    """A semeai of a dragon with an enemy."""
    rival: int
    """The other dragon, by its first stone."""
    ours: Semeai
    """The race if the dragon's owner moves first."""
    theirs: Semeai
    """The race if the opponent moves first."""
    third: int = PASS
    """An endangered third dragon that takes part in it, by its first stone; only two are read in a race."""


@dataclass
class Judgement:
    """The readings about a dragon, and its status."""
    attack: Answer | None = None
    """None if it was not read."""
    defence: Answer | None = None
    races: list[Race] = field(default_factory=list)
    status: Status = Status(ALIVE)
    by_owl: Status | None = None
    """OWL's status without races; None if it was not read."""
    deciding: Race | None = None
    """The race that gives the dragon a better status than OWL's, if there is one."""
    doubt: str = ''
    """Why the status is uncertain, or the dragon unchecked; empty if neither."""
    doubted: int = PASS
    """The dragon that the doubt is about, by its first stone."""
    seki: SekiProof | None = None
    """The proof that it lives in seki whoever moves first; there is none for a race."""

    @property
    def grade(self) -> Grade:
        """The grade of the status: at most the lowest of the answers behind it."""
        return self.status.grade

    @property
    def conditions(self) -> tuple[WallCondition, ...]:
        """Return the strings that must hold, if the grade is PROVED_IF."""
        every = (self.attack, self.defence) if self.grade == Grade.PROVED_IF else ()
        return grade_words.together(answer.conditions for answer in every if answer is not None)

    @property
    def in_seki(self) -> bool:
        """Whether the dragon lives in seki, as certainly as it lives."""
        return self.status.seki and self.status.status == ALIVE and (self.seki is None or self.seki.grade == Grade.PROVED)

    def call_uncertain(self, why: str, about: int = PASS) -> None:
        """Make the status a guess, and say why."""
        self.status, self.doubt, self.doubted = self.status.as_guess(), why, about


class KeptJudgement(NamedTuple):
    """The judgement of a dragon, kept for judges of later positions."""
    judgement: Judgement
    moves: dict[int, list[int]]
    """The moves that decide about the dragon, by the side that plays them."""


@dataclass
class Known:
    """What a judge knows about one group of stones.  Each comment names the method of ``Judge`` that fills the field on its first call."""
    stones: list[int]
    judgement: Judgement | None = None
    """``judge``: the group's judgement, with the races that it is in."""
    moves: dict[int, list[int]] = field(default_factory=dict)
    """``moves``: the moves that decide about the group, by the side that plays them."""
    solvers: dict[int, Solver] = field(default_factory=dict)
    """``ask``: solvers that found a win, by side, until ``moves`` has asked them for other winning moves."""
    covered: set[int] = field(default_factory=set)
    """``ask``: the points that finished readings took into account.  The wall round them is assumed."""
    from_before: bool = False
    """Whether judgement and moves come from an earlier position, without solvers."""
