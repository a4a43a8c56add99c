"""Which dragons live in seki, for what people are told: those of which that is proved, and what stands in their only eye space."""
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.core.facts import ALIVE
from engine.core.points import PASS

if TYPE_CHECKING:
    from engine.examine.status import Judge, Judgement


def with_seki(read: 'Judgement', main: int, judge: 'Judge') -> 'Judgement':
    """What was read of the dragon of the stone at ``main``, in seki if it lives so."""
    if read.status.status != ALIVE or read.status.uncertain or read.status.seki:
        return read
    shown = judge.sekis.find(main, read.attack)
    outer = judge.surrounding(main) if shown is None else PASS
    # Who lives inside a dragon that makes no two eyes lives by that.
    if shown is None and (outer == PASS or judge.sekis.find(outer, judge.by_owl(outer).attack) is None):
        return read
    return replace(read, status=read.status._replace(seki=True), seki=shown)
