"""The outcome of every dragon for counting points: one judgement for final scores, final statuses and estimates.

It begins with the guesses that the choice of a move also uses.  The largest unsettled dragons, and settled ones that playouts
contradict, are read as closely as for ``dragon_status``.  For the others, playouts decide: how much of its ground a dragon keeps.
"""
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

import numpy as np

from owlgo.engine import benson
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.cleared import cleared
from owlgo.engine.core.facts import ALIVE, CRITICAL, DEAD
from owlgo.engine.core.points import PASS
from owlgo.engine.dragons.partition import SMALL_ESCAPE, Dragon
from owlgo.engine.examine import likely, status
from owlgo.engine.examine.examination import Examination
from owlgo.engine.examine.judgement import Status
from owlgo.engine.examine.kept import Kept
from owlgo.engine.examine.status import Judge, is_read
from owlgo.engine.owl.limits import Effort

EFFORT, GUESSING = 1_000_000, 1_600
"""Budget for close readings of unsettled dragons, in solver nodes, and its reduction per point of the board."""
MOST_ASKED = 2
"""Unsettled dragons that are read closely, at most."""
SURE = 0.6
"""A dragon that keeps or loses this share of its ground (-1 to 1) in playouts is settled for the bounds of an estimate."""
DENIED, EYES = 0.4, 0.8
"""A settled dragon is read closely unless playouts support its status with this share of its ground: DENIED if it was read, EYES if eyes
or an escape route left it unread.
"""
LIKELY_DEAD = -0.5
"""Share of its ground below which a dragon alive by a guess counts as dead."""
GIVEN_UP = 0.2
"""Share of its ground below which a dragon alive by a guess counts as dead once both sides have passed."""
EXAMINATION_EFFORT = 300
"""Cost of finding strings, eyes and dragons anew, in solver nodes per point of the board."""
OUTCOME_REACH = 3
"""A change of the board within so many steps of a dragon, or of enemies that touch it, reopens the dragon's outcome."""


class Outcomes:
    """The outcomes of the dragons of one examination, found when first asked for."""

    def __init__(self, known: Examination) -> None:
        self.known = known

    @cached_property
    def effort(self) -> Effort:
        """The budget for close readings of unsettled dragons."""
        return Effort(self.known.means, EFFORT - GUESSING * int(self.known.board['size']) ** 2)

    @cached_property
    def _judge(self) -> Judge:
        """The judge of unsettled dragons."""
        known = self.known
        return Judge(known.board, known.means._replace(progress=self.effort), known.groups, threats_left=known.threats_left,
                     reply=known.reply)

    def look_at(self, dragon: Dragon) -> Status:
        """Return a dragon's status as reports show it, read within ``effort``."""
        return status.judged(dragon, self.known.dragons, self._judge).status

    @cached_property
    def every(self) -> list[Status]:
        """The outcome of every dragon, in the order of the dragons."""
        known = self.known
        every = known.dragons.every
        before = [_decided(known, dragon) or (known.ended.find(known.board, dragon.stones) if known.ended else None) for dragon in every]
        if all(before):
            return [one for one in before if one]
        guesses = [one or known.guess(dragon) for dragon, one in zip(every, before, strict=True)] if any(before) else known.guesses
        lasting = benson.unconditional_status(cleared(known.board, _surely_dead(every, guesses)))
        found = [one or (Status(ALIVE) if all(lasting[stone] == benson.Lasting.ALIVE for stone in dragon.stones)
                 else _likely(known, dragon, guess))
                 for dragon, guess, one in zip(every, guesses, before, strict=True)]
        if known.ended is None:     # After moves that decide, earlier close readings hold.
            self._look_closely(found)
        if known.area_scoring:
            found = [one.as_guess() if one.surely_dead and known.waits(dragon) and known.threats_left(dragon) != PASS else one
                     for dragon, one in zip(every, found, strict=True)]
        return found

    def ending_as(self, wanted: int) -> frozenset[int]:
        """Return the stones of the dragons that have this outcome if no ko is fought."""
        return self.known.stones_of(self.every, wanted)

    def following(self, board: np.void, decided: Mapping[int, Status]) -> Examination:
        """Return the examination after moves that ``decided`` the status of some stones; the outcomes of other dragons are kept."""
        known = self.known
        if known.ended is None:
            known.ended = Kept(OUTCOME_REACH)
            for dragon, one in zip(known.dragons.every, self.every, strict=True):
                known.ended.keep(known.board, dragon.stones, one)
        known.means.add_effort(EXAMINATION_EFFORT * int(board['size']) ** 2)
        return known.quickly(board, known.ended, {**known.decided, **decided})

    def given_up(self) -> frozenset[int]:
        """Return the stones that count as dead once both sides have passed: their dragon is alive only by a guess, even after a close
        reading, and loses its ground in playouts.
        """
        known = self.known
        self.effort.begin()
        return frozenset(stone for dragon, one in zip(known.dragons.every, self.every, strict=True)
                         if one.status == ALIVE and not one.certain and likely.kept(known.owned, dragon) < GIVEN_UP and
                         not self.look_at(dragon).surely_alive for stone in dragon.stones)

    def unsettled_stones(self) -> frozenset[int]:
        """Return the stones of unsettled dragons; an estimate's bounds give these to either side."""
        known = self.known
        return frozenset(stone for dragon, one in zip(known.dragons.every, self.every, strict=True) if _is_unsettled(known, dragon, one)
                         for stone in dragon.stones)

    def _look_closely(self, found: list[Status]) -> None:
        """Read the largest unsettled dragons closely, and settled ones that playouts contradict."""
        known = self.known
        every = known.dragons.every
        unsettled = [k for k, one in enumerate(found) if _is_unsettled(known, every[k], one)]
        for k in unsettled:
            found[k] = found[k].as_guess()
        self.effort.begin()
        for k in sorted(unsettled, key=lambda k: (-len(every[k].stones), every[k].origin))[:MOST_ASKED]:
            now = self.look_at(every[k])
            found[k] = (now if self.effort() else now.as_guess()) if now.certain else found[k].as_guess()
        left = [k for k in unsettled if not found[k].certain]
        gone = {stone for k, one in enumerate(found) if one.status == DEAD and k not in left for stone in every[k].stones}
        if gone and left and self.effort():
            self._look_without(gone, left, found)
        self._confirm(found)

    def _confirm(self, found: list[Status]) -> None:
        """Read settled dragons that playouts contradict closely, the most contradicted first.

        A certain verdict replaces the dragon's status.  A guess that contradicts the status makes it a guess too.  Once the effort is
        spent, playouts that strongly contradict the status make it a guess.
        """
        known = self.known
        every, settled = known.dragons.every, []
        for k, one in enumerate(found):
            if one.status != CRITICAL and one.certain:
                kept = likely.kept(known.owned, every[k])
                settled.append((kept if one.status == ALIVE else -kept, k))
        for held, k in sorted(settled):
            if held >= (DENIED if is_read(every[k]) else EYES):
                continue
            now = self.look_at(every[k]) if self.effort() else None
            if now is None or not self.effort():
                found[k] = found[k].as_guess() if held < DENIED else found[k]
            elif now.certain or now.status != found[k].status:
                found[k] = now if now.certain else found[k].as_guess()

    def _look_without(self, gone: Collection[int], unsettled: Sequence[int], found: list[Status]) -> None:
        """Judge unsettled dragons on the board without the dead stones, which may have seemed to cut them off."""
        known = self.known
        then = known.quickly(cleared(known.board, gone))
        for k in unsettled:
            guess = then.guess(then.dragons.every[then.dragons.at[known.dragons.every[k].origin]])
            if guess.certain and guess.status != CRITICAL:
                found[k] = guess.as_guess()


def _surely_dead(every: Sequence[Dragon], found: Sequence[Status]) -> set[int]:
    """Return the stones of the dragons that are certainly dead."""
    return {stone for dragon, one in zip(every, found, strict=True) if one.surely_dead for stone in dragon.stones}


def _decided(known: Examination, dragon: Dragon) -> Status | None:
    """Return the status that moves have decided for most of a dragon's stones."""
    found = [known.decided[stone] for stone in dragon.stones if stone in known.decided]
    return max(found, key=found.count) if 2 * len(found) > len(dragon.stones) else None


def _likely(known: Examination, dragon: Dragon, guess: Status) -> Status:
    """Return the outcome of a dragon: its status, or if this is a guess or unread, what playouts say."""
    unread = guess.status == ALIVE and not is_read(dragon)
    if guess.certain and not unread:
        return guess
    kept = likely.kept(known.owned, dragon)
    if guess.status == ALIVE and kept < LIKELY_DEAD:
        return Status(DEAD, grade=Grade.UNCERTAIN)
    if guess.status == DEAD and (kept > 0 or dragon.escape >= SMALL_ESCAPE):
        return Status(ALIVE, grade=Grade.UNCERTAIN)
    return guess if guess.certain and kept >= SURE else guess.as_guess()


def _is_unsettled(known: Examination, dragon: Dragon, one: Status) -> bool:
    """Whether a dragon is critical, or its outcome a guess on which playouts are divided."""
    if one.status == CRITICAL or one.certain:
        return one.status == CRITICAL
    runs = one.status == ALIVE and dragon.escape >= SMALL_ESCAPE
    kept = likely.kept(known.owned, dragon)
    return abs(kept) < SURE and not (runs and kept > 0)


def of(known: Examination) -> Outcomes:
    """Return the outcomes of an examination's dragons."""
    return known.once(Outcomes)
