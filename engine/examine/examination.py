"""The examination of a position, each part computed once, when first asked for (GNU Go manual, "examine_position").

Each part first checks for an interrupt.
"""
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeVar, cast

import numpy as np

from owlgo.engine import worms
from owlgo.engine.core.board import position_key
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.facts import CRITICAL, DEAD
from owlgo.engine.core.level import STANDARD_LEVEL
from owlgo.engine.core.points import PASS
from owlgo.engine.core.result import LOSE, WIN, Reading
from owlgo.engine.core.waiting import WAITING
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import amalgamate, partition
from owlgo.engine.dragons.amalgamate import Join
from owlgo.engine.dragons.partition import Dragon, Dragons
from owlgo.engine.examine import judgement, likely, seki, status
from owlgo.engine.examine.judgement import Judgement, KeptJudgement, Status
from owlgo.engine.examine.kept import Kept
from owlgo.engine.examine.status import Judge
from owlgo.engine.eyes import optics, territory
from owlgo.engine.eyes.optics import Optics
from owlgo.engine.life import verdict
from owlgo.engine.life.verdict import Answer
from owlgo.engine.owl.limits import FULL, Limits, Means
from owlgo.engine.owl.limits import of_level as of_limits
from owlgo.engine.read.depths import Depths, of_level
from owlgo.engine.read.reader import Reader
from owlgo.engine.solver.region import ATTACKER, DEFENDER
from owlgo.engine.solver.solver import Progress
from owlgo.engine.worms import Measures, Worm

Made = TypeVar('Made')

THOROUGH_FROM = 4
"""Least size, in stones, of an uncertain dragon that is read closely for the choice of a move."""
AGREED = 0.8
"""Share of its points, from -1 to 1, that a dragon keeps or loses in playouts for which no closer reading is needed."""
THOROUGH_SHARE = 0.25
"""Part of a report's nodes that such a reading takes.  With more nodes moves are no better."""
RACING = 2
"""Largest dragon, in stones, whose unproved kills are all checked by its races.  For larger ones that takes long and changes no answer."""
MOST_AFTERS = 50
"""Largest number of examinations kept of boards after trial moves; one more clears them all, but not OWL's answers about these boards."""


class Examination:
    """Strings, eyes, dragons and their statuses on a copy of a board."""

    def __init__(self, board: np.void, workspace: Workspace, depths: Depths | None = None, limits: Limits = FULL,
                 progress: Progress | None = None, quick: Limits | None = None, kept: Kept[KeptJudgement] | None = None,
                 ended: Kept[Status] | None = None, decided: Mapping[int, Status] = MappingProxyType({}),
                 area_scoring: bool = False) -> None:
        """``quick``: limits of the guesses about every dragon.  ``kept``: judgements for the choice of a move from other positions of the
        game, read with the same limits.  ``ended``: outcomes from a position before.  ``decided``: statuses of stones that moves have
        settled.  Dragons in these three are not read again.  ``area_scoring``: area counts, not territory, and kos are played out
        before the end.
        """
        self._kept, self.ended, self.decided, self.area_scoring = kept, ended, decided, area_scoring
        self.board: np.void = board.copy()
        self.reader = Reader(depths or of_level(STANDARD_LEVEL), workspace)
        self.means = Means(workspace, limits, progress)
        self.quick = self.means._replace(limits=quick or of_limits(0)._replace(level=limits.level))
        self._answers: dict[tuple[tuple[int, ...], int, int, bool], Answer] = {}
        """OWL's answers by position and question, also on boards after trial moves."""
        self._afters: dict[tuple[int, ...], Examination] = {}
        """The examinations of boards after trial moves, by position."""
        self._made: dict[Callable[[Examination], Any], Any] = {}

    def again(self, board: np.void, progress: Progress | None = None) -> 'Examination':
        """Return the examination of another position, with the same limits and a time limit of its own."""
        return Examination(board, self.reader.workspace, self.reader.depths, self.means.limits, progress, self.quick.limits, self._kept,
                           area_scoring=self.area_scoring)

    def quickly(self, board: np.void, ended: Kept[Status] | None = None,
                decided: Mapping[int, Status] = MappingProxyType({})) -> 'Examination':
        """Return the examination of another position, within the limits of this one's guesses (``quick``)."""
        quick = self.quick.limits
        return Examination(board, self.reader.workspace, self.reader.depths, quick, self.means.progress, quick, None, ended, decided,
                           self.area_scoring)

    def once(self, make: 'Callable[[Examination], Made]') -> Made:
        """Return what ``make`` computes from this examination; it is called once, later calls return the same object."""
        if make not in self._made:
            self._made[make] = make(self)
        return cast('Made', self._made[make])

    @cached_property
    def worms(self) -> list[Worm]:
        """Every string with its tactical status."""
        return worms.worms(self.board, self.reader.among_many())

    @cached_property
    def worm_at(self) -> dict[int, Worm]:
        """The worms by stone."""
        return {stone: worm for worm in self.worms for stone in worm.stones}

    @cached_property
    def measures(self) -> dict[int, Measures]:
        """Counts about each string (``Measures``), by its first stone."""
        WAITING.check()
        return worms.all_measures(self.board)

    @cached_property
    def lasting(self) -> np.ndarray:
        """The unconditional status of every point (``engine.benson``)."""
        WAITING.check()
        return territory.unconditional_status(self.board)

    @cached_property
    def eyes(self) -> Optics:
        """The eye spaces of both colours."""
        WAITING.check()
        return optics.look(self.board, self.reader.among_many(), every=self.worms)

    @cached_property
    def joins(self) -> list[Join]:
        """The connections between strings by the patterns of conn.db."""
        WAITING.check()
        return amalgamate.joins(self.board, self.reader.workspace)

    @cached_property
    def groups(self) -> list[list[int]]:
        """The groups: lists of stones that the patterns of conn.db connect."""
        WAITING.check()
        return amalgamate.groups(self.board, self.reader.workspace, joined=self.joins)

    @cached_property
    def dragons(self) -> Dragons:
        """Which strings live and die together."""
        WAITING.check()
        return partition.find(self.board, self.reader.workspace, self.eyes, self.joins)

    @cached_property
    def judge(self) -> Judge:
        """The judge for reports."""
        return Judge(self.board, self.means, self.groups, threats_left=self.threats_left, reply=self.reply)

    @cached_property
    def _replying(self) -> Judge:
        """The judge for replies that check a move; the races that decide such a reply are not checked again."""
        return Judge(self.board, self.means, self.groups, threats_left=self.threats_left)

    def reply(self, pos: int, side: int) -> Answer:
        """Return what a side that moves first achieves, races included, on the board with its trial moves; no further reply checks this."""
        then = self._then(self.board)
        return then.answer(pos, side, checked=False, judge=then._replying)

    def threats_left(self, dragon: Dragon) -> int:
        """Return a stone of a seki that the dragon is not in: a seki may keep ko threats that cannot be removed.  PASS if there is none, or
        if territory counts and kos are not played out.
        """
        return min(self.in_seki(self.guesses).difference(dragon.stones), default=PASS) if self.area_scoring else PASS

    def answer(self, pos: int, side: int, threatened: bool = False, checked: bool = True, with_solver: bool = False,
               judge: Judge | None = None) -> Answer:
        """Return what a side that moves first achieves for or against the dragon at pos; every report gives this answer.

        A race that was read decides where OWL alone does not (``_by_race``).  The answer is a guess if a certain reading after its move
        contradicts it (OWL's answers are tested only if ``checked``).  Under area scoring, it is also a guess if the dragon is dead by a ko
        that waits and ko threats may be left.  ``with_solver`` reads again for the solver, which is not kept.  ``judge`` judges the races,
        by default the judge for reports.  For ``threatened`` and errors see ``verdict.ask``.
        """
        def read(side: int, threatened: bool) -> Answer:
            return verdict.ask(self.board, pos, side, self.means, threatened)

        def ask(side: int, threatened: bool = False) -> Answer:
            key = position_key(self.board), pos, side, threatened
            found = self.means.keep(self._answers, key, lambda: read(side, threatened)._replace(solver=None))
            return verdict.logged(self.board, pos, side, self.means, found)

        found = read(side, threatened) if with_solver else ask(side, threatened)
        by_race = self._by_race(pos, side, found, judge or self.judge)
        if by_race is None and checked and found.reading.certain and verdict.is_denied(self.board, pos, side, found, ask):
            found = found.as_guess()
        found = by_race or found
        if self.area_scoring and found.wait is not None and self.threats_left(self.dragons.of(pos)) != PASS:
            found = found.as_guess()
        return found

    def after(self, board: np.void, pos: int, side: int) -> Answer:
        """Return what ``side``, moving first, achieves for or against the dragon at pos on ``board``, the board after a trial move."""
        return self._then(board).answer(pos, side)

    def _then(self, board: np.void) -> 'Examination':
        """Return the examination of a board after trial moves, kept for the next question about it."""
        key = position_key(board)
        if key not in self._afters:
            if len(self._afters) == MOST_AFTERS:
                self._afters.clear()
            self._afters[key] = self.again(board, self.means.progress)
            self._afters[key]._answers = self._answers
        return self._afters[key]

    def _by_race(self, pos: int, side: int, found: Answer, judge: Judge) -> Answer | None:
        """Return the deciding race's result for a side; if that race is uncertain and contradicts what was ``found``, return a guess.

        None if no race decides.  Races are read for a kill that depends on a weak wall, that captures RACING stones at most, or after
        which the captor may die, in a snapback or by a nakade.
        """
        result = found.reading.result
        asks = bool(found.weak_walls)
        if found.reading.certain and (result != LOSE if side == ATTACKER else result != WIN):
            prey = judge.group(pos)
            races = len(prey) <= RACING and judge.has_rivals(pos)
            asks = (found.grade < Grade.PROVED and (races or seki.may_snap_back(self.board, prey))) or (
                len(prey) in seki.PREY and seki.taker_at_risk(self.dragons.of(pos), self.dragons) != PASS)
        judged = status.judged(self.dragons.of(pos), self.dragons, judge, pos) if asks else Judgement()
        race = judged.deciding
        if race is None:
            return None
        gained, move = (race.theirs.attack, race.theirs.move) if side == ATTACKER else (race.ours.defence, race.ours.move)
        if not judged.status.certain:
            if gained == result or found.grade == Grade.PROVED:
                return None
            # A race that something contradicts makes the answer a guess, as dragon_status says.
            contradicted = judged.doubt == judgement.CONFLICT
            return Answer(Reading(gained, move, found.reading.nodes, Grade.UNCERTAIN)) if contradicted else found.as_guess()
        return Answer(Reading(gained, move, found.reading.nodes, judged.grade))

    def waits(self, dragon: Dragon) -> bool:
        """Whether a dragon counts as dead by a ko that the opponent alone can begin."""
        return seki.waits(self._quick_judge.of(dragon))

    def judgement(self, pos: int) -> Judgement:
        """Judge the group at pos, as closely as reports do.  Raises ValueError on an empty point."""
        return status.judged(self.dragons.of(pos), self.dragons, self.judge, pos)

    def judgement_of(self, dragon: Dragon) -> Judgement:
        """Judge a dragon by its largest group, as closely as reports do."""
        return status.judged(dragon, self.dragons, self.judge)

    @cached_property
    def _player(self) -> Judge:
        """The judge for the choice of a move."""
        return Judge(self.board, self.means, self.groups, thorough=False, kept=self._kept)

    def status(self, pos: int) -> Status:
        """Return the status of the dragon at pos for the choice of a move: read fully, not proved.  Raises ValueError on an empty point."""
        return self._player.judge(pos).status

    def quick_judgement(self, dragon: Dragon) -> Judgement:
        """Judge a dragon for the choice of a move."""
        return self._player.of(dragon)

    def decisive(self, number: int, color: int) -> tuple[Status, list[int]]:
        """Return a dragon's status, and the moves of a colour that kill or save it; no moves unless it is critical.

        The reading for move choice decides if it is certain.  Otherwise a large dragon on which playouts disagree is read as reports do,
        with fewer nodes (THOROUGH_SHARE); that decides if it is certain, or if either reading calls the dragon critical.  Else the status
        is the guess.
        """
        dragon, guess = self.dragons.every[number], self.guesses[number]
        own = dragon.color == color
        moves = list[int]()
        if status.is_read(dragon):
            pos = self._player.main_group(dragon.stones)
            found = self._player.judge(pos).status
            if found.status == CRITICAL:
                guess, moves = found, self._player.moves(pos, DEFENDER if own else ATTACKER)
            if not found.certain and len(dragon.stones) >= THOROUGH_FROM and abs(likely.kept(self.owned, dragon)) < AGREED:
                closely = status.judged(dragon, self.dragons, self._thorough_player).status
                # Once time is up the closer reading says nothing.
                if self.means.goes_on and (closely.certain or CRITICAL in (closely.status, found.status)):
                    guess, moves = closely, []
        if guess.status == CRITICAL:
            first, reply = (guess.defence, guess.attack) if own else (guess.attack, guess.defence)
            # While it is a guess, the opponent's best point may be one's own.
            moves = [*(moves or [first]), *([] if guess.certain else [reply])]
        return guess, [move for move in dict.fromkeys(moves) if move != PASS]

    @cached_property
    def _thorough_player(self) -> Judge:
        """The judge of dragons that quicker reading leaves uncertain, for the choice of a move."""
        return Judge(self.board, self.means._replace(limits=self.means.limits.part(THOROUGH_SHARE)), self.groups, kept=self._kept)

    @cached_property
    def guesses(self) -> list[Status]:
        """Each dragon's probable status from quick reading (``guess``)."""
        return [self.guess(dragon) for dragon in self.dragons.every]

    def guess(self, dragon: Dragon) -> Status:
        """Return a dragon's probable status from quick reading, within the limits ``quick`` or else those of level 0."""
        return likely.revived(dragon, status.guess(dragon, self.dragons, self._quick_judge), lambda: self.owned)

    @cached_property
    def _quick_judge(self) -> Judge:
        """The judge for guesses."""
        return self._player if self.quick == self.means else Judge(self.board, self.quick, self.groups, thorough=False)

    @cached_property
    def owned(self) -> np.ndarray:
        """Black's share of every point in playouts, from -1 to 1, whoever moves first."""
        WAITING.check()
        return likely.owned(self.board)

    def stones_of(self, every: Sequence[Status], wanted: int) -> frozenset[int]:
        """Return the stones of the dragons that have the wanted status if no ko is fought."""
        return frozenset(stone for dragon, one in zip(self.dragons.every, every, strict=True) if one.unfought == wanted
                         for stone in dragon.stones)

    def in_seki(self, ends: Sequence[Status]) -> set[int]:
        """Return the stones in seki; ``ends`` holds the status that each dragon counts as."""
        return seki.stones(self.dragons, self.groups, ends)

    @cached_property
    def dead(self) -> frozenset[int]:
        """The stones of dragons that count as dead."""
        return self.stones_of(self.guesses, DEAD)

    @cached_property
    def critical(self) -> frozenset[int]:
        """The stones of dragons whose life depends on who moves."""
        return self.stones_of(self.guesses, CRITICAL)
