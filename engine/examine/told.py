"""What is added to a reading of a dragon where people are told of it: that it lives in seki, and what the rules make of a bent four."""
from dataclasses import replace
from typing import TYPE_CHECKING

from owlgo.engine.core.facts import ALIVE, DEAD
from owlgo.engine.core.points import PASS

if TYPE_CHECKING:
    from owlgo.engine.dragons.partition import Dragon
    from owlgo.engine.examine.status import Judge, Judgement

KO_THREATS = 'ko threats'
"""Why a status is a guess: who waits for a ko may keep a threat."""


def as_told(read: 'Judgement', dragon: 'Dragon', main: int, judge: 'Judge') -> 'Judgement':
    """What was read of a dragon, of the group of the stone at ``main``, with what people are told besides."""
    if read.status.uncertain:
        return read
    return _with_seki(read, main, judge) if read.status.status == ALIVE else _by_rules(read, dragon, judge)


def waits(read: 'Judgement') -> bool:
    """Whether a dragon is dead by a ko that the opponent alone can begin, as a bent four in the corner is."""
    return read.status.status == DEAD and read.deciding is None and read.attack is not None and read.attack.wait is not None


def _with_seki(read: 'Judgement', main: int, judge: 'Judge') -> 'Judgement':
    """A dragon that lives, in seki if it does so."""
    if read.status.seki:
        return read
    shown = judge.sekis.find(main, read.attack)
    outer = judge.surrounding(main) if shown is None else PASS
    # Who lives inside a dragon that makes no two eyes lives by that.
    if shown is None and (outer == PASS or judge.sekis.find(outer, judge.by_owl(outer).attack) is None):
        return read
    return replace(read, status=read.status._replace(seki=True), seki=shown)


def _by_rules(read: 'Judgement', dragon: 'Dragon', judge: 'Judge') -> 'Judgement':
    """A dragon that can only wait for a ko is dead as it stands where territory counts.  Where area counts the opponent plays the ko before
    the end, once he has removed all threats; in a seki there may be some that he cannot remove.
    """
    held = judge.threats_left(dragon) if waits(read) else PASS
    if held != PASS:
        read = replace(read)
        read.doubtful(KO_THREATS, held)
    return read
