"""Facts that the constraints of patterns test, in one record: strings, eyes, dragons, the dragon that OWL reads, and influence.

``known`` lists the kinds of facts that are filled in.  A constraint that needs another kind is not satisfied.  Arrays are by point unless
their docstrings say otherwise.
"""
from enum import IntEnum

import numpy as np

from owlgo.engine.core.layout import new_record, record_type
from owlgo.engine.core.points import NPOINTS

MAX_EYES = 128
"""Length of arrays indexed by the number of an eye space.  The number 0 means no eye space."""


class Kind(IntEnum):
    """Kinds of facts.  BOARD and READING need no record."""
    BOARD = 0
    READING = 1
    GOAL = 2
    """The dragon that OWL reads."""
    ESCAPE = 3
    OWL_EYES = 4
    """Eye spaces of the dragon that OWL reads."""
    HALF_EYES = 5
    LUNCHES = 6
    FRIENDS = 7
    """Friendly dragons that certainly live."""
    WORMS = 8
    EYES = 9
    """Eye spaces of both colours on the whole board."""
    DRAGONS = 10
    INFLUENCE = 11
    MOVES = 12
    """Move reasons: actions of the move generator."""
    CUTS = 13
    """Points where each colour can cut, by conn.db."""
    NEVER = 14
    """Helpers that OwlGo does not have."""


def bits(*kinds: Kind) -> int:
    """Return these kinds as a bit set, as in ``known`` and in the tables of patterns."""
    return sum({1 << kind for kind in kinds})


ALWAYS = bits(Kind.BOARD, Kind.READING)
"""Facts known without a record."""
OF_CONNECTIONS = ALWAYS | bits(Kind.INFLUENCE, Kind.CUTS)
"""Facts known while patterns join strings to dragons."""
OF_DRAGONS = OF_CONNECTIONS | bits(Kind.WORMS, Kind.EYES, Kind.DRAGONS)
"""Facts known about a position as a whole."""
OF_GOAL = OF_DRAGONS | bits(Kind.GOAL, Kind.ESCAPE, Kind.OWL_EYES, Kind.HALF_EYES, Kind.LUNCHES, Kind.FRIENDS)
"""Facts known while OWL reads a dragon."""

ALIVE, DEAD, CRITICAL, UNDECIDED = 1, 2, 3, 4
"""Statuses of a dragon.  Points without a dragon have 0."""
STATUS_WORDS = {ALIVE: 'alive', DEAD: 'dead', CRITICAL: 'critical', UNDECIDED: 'unknown'}
"""Words for each status."""

FACTS = record_type([
    ('known', 'i4'),                            # bits of Kind
    # the dragon under attack
    ('goal', 'i4', (NPOINTS,)),                 # 1 its stones, 2 stones that joined it while reading
    ('escape', 'i4', (NPOINTS,)),               # what reaching the point is worth
    ('owl_eye', 'i4', (NPOINTS,)),              # number of the eye space
    ('marginal', 'i4', (NPOINTS,)),
    ('half_eye', 'f4', (NPOINTS,)),             # diagonal sum of an eye point: up to 2 an eye, from 4 false; 4 elsewhere
    ('lunch', 'i4', (NPOINTS,)),
    ('chain_eyes', 'i4', (NPOINTS,)),           # the most eyes from capturing the string
    ('strong', 'i4', (NPOINTS,)),               # stones of friendly dragons that are alive
    ('eye_min', 'i4', (MAX_EYES,)),             # by number of the eye space, also the next ones
    ('eye_probable', 'i4', (MAX_EYES,)),
    ('eye_max', 'i4', (MAX_EYES,)),
    ('eye_size', 'i4', (MAX_EYES,)),            # margins left out
    # strings
    ('attack_code', 'i4', (NPOINTS,)),          # results as in engine.core.result
    ('defence_code', 'i4', (NPOINTS,)),
    ('effective_size', 'f4', (NPOINTS,)),
    ('cutstone', 'i4', (NPOINTS,)),
    ('inessential', 'i4', (NPOINTS,)),
    # eyes of both colours
    ('eye_color', 'i4', (NPOINTS,)),            # whose eye space the point is in, margins left out
    # dragons
    ('dragon', 'i4', (NPOINTS,)),               # number, from 1
    ('status', 'i4', (NPOINTS,)),
    ('weakness', 'f4', (NPOINTS,)),
    ('dragon_size', 'i4', (NPOINTS,)),
    ('surrounded', 'i4', (NPOINTS,)),
    ('cut', 'i4', (3, NPOINTS)),                # by colour: it can cut there, so the other cannot connect over the point
    # influence: the colour a point belongs to
    ('territory', 'i4', (NPOINTS,)),
    ('moyo', 'i4', (NPOINTS,)),
    ('area', 'i4', (NPOINTS,)),
])
"""The record of facts: about a position, and about the dragon that OWL reads."""


def new_facts() -> np.void:
    """Return a record in which nothing is known."""
    f = new_record(FACTS)
    f['known'] = ALWAYS
    return f
