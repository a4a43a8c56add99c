"""Facts about an examined position: those of a dragon come from OWL's search, those of the board from ``dragons.fill_facts``."""
from collections.abc import Callable, Collection

import numpy as np

from owlgo.engine.core.facts import OF_GOAL, Kind, bits, new_facts
from owlgo.engine.dragons import fill_facts
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.examine.examination import Examination
from owlgo.engine.owl import selective


def of(known: Examination, wanted: int = OF_GOAL, goal: Collection[int] = ()) -> np.void:
    """Return the wanted facts (bits of Kind) about a position and, if its stones are given, about one dragon.

    Dragons are read only if their status is wanted.  Otherwise influence counts all stones alike, as amalgamation does.
    """
    f = selective.seen(Goal.of(known.board, goal, known.means.workspace), wanted).copy() if goal else new_facts()
    fill_facts.fill(f, known, wanted, [guess.status for guess in known.guesses] if wanted & bits(Kind.DRAGONS) else None)
    return f


def asked(known: Examination, goal: Collection[int] = ()) -> Callable[[int], np.void]:
    """Return a function that computes the wanted facts (bits of Kind) and those about the goal."""
    return lambda wanted: of(known, wanted | bits(Kind.GOAL), goal)
