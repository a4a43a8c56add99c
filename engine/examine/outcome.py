"""The outcome of every dragon for counting points: one judgement for final scores, final statuses and estimates.

It begins with the guesses that the choice of a move goes by.  The largest unsettled dragons, and settled ones that playouts contradict, are
read as closely as for ``dragon_status``; for the others the ground that they keep in playouts decides.
"""
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from owlgo.engine import benson
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.cleared import cleared
from owlgo.engine.core.facts import ALIVE, CRITICAL, DEAD
from owlgo.engine.core.points import PASS
from owlgo.engine.dragons.partition import SMALL_ESCAPE, Dragon
from owlgo.engine.examine import likely
from owlgo.engine.examine.judgement import Status
from owlgo.engine.examine.status import is_read

if TYPE_CHECKING:
    from owlgo.engine.examine.examination import Examination

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


def outcomes(known: 'Examination') -> list[Status]:
    """Return the outcome of every dragon, in their order."""
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
        _look_closely(known, found)
    if known.area:
        found = [one.as_guess() if one.surely_dead and known.waits(dragon) and known.threats_left(dragon) != PASS else one
                 for dragon, one in zip(every, found, strict=True)]
    return found


def _look_closely(known: 'Examination', found: list[Status]) -> None:
    """Read the largest unsettled dragons closely, and settled ones that playouts contradict."""
    every = known.dragons.every
    unsettled = [k for k, one in enumerate(found) if _is_unsettled(known, every[k], one)]
    for k in unsettled:
        found[k] = found[k].as_guess()
    known.effort.begin()
    for k in sorted(unsettled, key=lambda k: (-len(every[k].stones), every[k].origin))[:MOST_ASKED]:
        told = known.look_at(every[k])
        found[k] = (told if known.effort() else told.as_guess()) if told.certain else found[k].as_guess()
    left = [k for k in unsettled if not found[k].certain]
    gone = {stone for k, one in enumerate(found) if one.status == DEAD and k not in left for stone in every[k].stones}
    if gone and left and known.effort():
        _look_without(known, gone, left, found)
    _confirm(known, found)


def _confirm(known: 'Examination', found: list[Status]) -> None:
    """Read settled dragons that playouts contradict closely, the most contradicted first.

    A certain verdict replaces the status.  A guess that contradicts it makes it a guess too, as do playouts once the effort is spent.
    """
    every, settled = known.dragons.every, []
    for k, one in enumerate(found):
        if one.status != CRITICAL and one.certain:
            kept = likely.kept(known.owned, every[k])
            settled.append((kept if one.status == ALIVE else -kept, k))
    for held, k in sorted(settled):
        if held >= (DENIED if is_read(every[k]) else EYES):
            continue
        told = known.look_at(every[k]) if known.effort() else None
        if told is None or not known.effort():
            found[k] = found[k].as_guess() if held < DENIED else found[k]
        elif told.certain or told.status != found[k].status:
            found[k] = told if told.certain else found[k].as_guess()


def _surely_dead(every: Sequence[Dragon], found: Sequence[Status]) -> set[int]:
    """Return the stones of the dragons that are certainly dead."""
    return {stone for dragon, one in zip(every, found, strict=True) if one.surely_dead for stone in dragon.stones}


def _decided(known: 'Examination', dragon: Dragon) -> Status | None:
    """Return the status that moves have decided for most of a dragon's stones."""
    found = [known.decided[stone] for stone in dragon.stones if stone in known.decided]
    return max(found, key=found.count) if 2 * len(found) > len(dragon.stones) else None


def _look_without(known: 'Examination', gone: Collection[int], unsettled: Sequence[int], found: list[Status]) -> None:
    """Judge unsettled dragons on the board without the dead stones, which may have seemed to cut them off."""
    then = known.quickly(cleared(known.board, gone))
    for k in unsettled:
        guess = then.guess(then.dragons.every[then.dragons.at[known.dragons.every[k].origin]])
        if guess.certain and guess.status != CRITICAL:
            found[k] = guess.as_guess()


def _likely(known: 'Examination', dragon: Dragon, guess: Status) -> Status:
    """Return the outcome of a dragon: its status, or what playouts say if that is a guess or unread."""
    unread = guess.status == ALIVE and not is_read(dragon)
    if guess.certain and not unread:
        return guess
    kept = likely.kept(known.owned, dragon)
    if guess.status == ALIVE and kept < LIKELY_DEAD:
        return Status(DEAD, grade=Grade.UNCERTAIN)
    if guess.status == DEAD and (kept > 0 or dragon.escape >= SMALL_ESCAPE):
        return Status(ALIVE, grade=Grade.UNCERTAIN)
    return guess if guess.certain and kept >= SURE else guess.as_guess()


def given_up(known: 'Examination') -> frozenset[int]:
    """Return the stones that count as dead once both sides have passed: alive by a guess, even after a close reading, and without their
    ground in playouts.
    """
    known.effort.begin()
    return frozenset(stone for dragon, one in zip(known.dragons.every, known.outcomes, strict=True)
                     if one.status == ALIVE and not one.certain and likely.kept(known.owned, dragon) < GIVEN_UP and
                     not known.look_at(dragon).surely_alive for stone in dragon.stones)


def _is_unsettled(known: 'Examination', dragon: Dragon, one: Status) -> bool:
    """Whether a dragon is critical, or its outcome a guess on which playouts are divided."""
    if one.status == CRITICAL or one.certain:
        return one.status == CRITICAL
    runs = one.status == ALIVE and dragon.escape >= SMALL_ESCAPE
    kept = likely.kept(known.owned, dragon)
    return abs(kept) < SURE and not (runs and kept > 0)


def unsettled_stones(known: 'Examination') -> frozenset[int]:
    """Return the stones of unsettled dragons, which make an estimate's bounds."""
    return frozenset(stone for dragon, one in zip(known.dragons.every, known.outcomes, strict=True) if _is_unsettled(known, dragon, one)
                     for stone in dragon.stones)
