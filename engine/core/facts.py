"""What upper floors know and lower ones read: one record of facts about strings, eyes, dragons, the dragon that OWL reads, and influence.

A floor that fills a part says so in ``known``; the interpreter of constraints answers only from parts that are known, and patterns that ask
for others are switched off.  All arrays are by point unless they say otherwise.
"""
from enum import IntEnum

import numba
import numpy as np

from engine.core.points import NPOINTS

MAX_EYES = 128
"""Eye spaces that are numbered; number 0 is none."""


class Kind(IntEnum):
    """Parts of the record, and what needs no record at all."""
    BOARD = 0
    READING = 1
    GOAL = 2
    """The dragon that OWL reads."""
    ESCAPE = 3
    OWL_EYES = 4
    """Eye spaces of that dragon."""
    HALF_EYES = 5
    LUNCHES = 6
    FRIENDS = 7
    """Which friendly dragons are alive for certain."""
    WORMS = 8
    EYES = 9
    """Eye spaces of both colours on the whole board."""
    DRAGONS = 10
    INFLUENCE = 11
    MOVES = 12
    """Move reasons: actions of the move generator."""


ALWAYS = 1 << Kind.BOARD | 1 << Kind.READING

ALIVE, DEAD, CRITICAL, UNDECIDED = 1, 2, 3, 4
"""Status of a dragon; 0 is none."""

FACTS_DTYPE = np.dtype([
    ('known', 'i4'),                            # bits of Kind
    # the dragon that OWL reads
    ('goal', 'i4', (NPOINTS,)),                 # 1 its stones, 2 stones that joined it while reading
    ('goal_color', 'i4'),
    ('escape', 'i4', (NPOINTS,)),               # what reaching the point is worth
    ('owl_eye', 'i4', (NPOINTS,)),              # number of the eye space
    ('marginal', 'i4', (NPOINTS,)),
    ('half_eye', 'f4', (NPOINTS,)),             # diagonal sum of a topological eye: 2 or less is an eye, 4 or more is false
    ('lunch', 'i4', (NPOINTS,)),
    ('chain_eyes', 'i4', (NPOINTS,)),           # eyes from capturing the string, at the most
    ('strong', 'i4', (NPOINTS,)),               # stones of friendly dragons that are alive
    ('eye_min', 'i4', (MAX_EYES,)),             # by number of the eye space, also the next ones
    ('eye_probable', 'i4', (MAX_EYES,)),
    ('eye_max', 'i4', (MAX_EYES,)),
    ('eye_size', 'i4', (MAX_EYES,)),            # margins left out
    # strings
    ('attack_code', 'i4', (NPOINTS,)),          # results as in engine.core.result
    ('attack_point', 'i4', (NPOINTS,)),
    ('defence_code', 'i4', (NPOINTS,)),
    ('defence_point', 'i4', (NPOINTS,)),
    ('effective_size', 'f4', (NPOINTS,)),
    ('cutstone', 'i4', (NPOINTS,)),
    ('inessential', 'i4', (NPOINTS,)),
    ('distrusted', 'i4', (NPOINTS,)),           # tactics alone do not settle the string
    # eyes of both colours
    ('eye_color', 'i4', (NPOINTS,)),            # whose eye space the point is in, margins left out
    # dragons
    ('dragon', 'i4', (NPOINTS,)),               # number, from 1
    ('status', 'i4', (NPOINTS,)),
    ('weakness', 'f4', (NPOINTS,)),
    ('dragon_size', 'i4', (NPOINTS,)),
    ('surrounded', 'i4', (NPOINTS,)),
    ('cut', 'i4', (3, NPOINTS)),                # by colour: the point may not be used for connections
    # influence: the colour a point belongs to
    ('territory', 'i4', (NPOINTS,)),
    ('moyo', 'i4', (NPOINTS,)),
    ('area', 'i4', (NPOINTS,)),
], align=True)
FACTS = numba.from_dtype(FACTS_DTYPE)


def new_facts() -> np.void:
    """A record in which nothing is known."""
    f = np.zeros(1, FACTS_DTYPE)[0]
    f['known'] = ALWAYS
    return f
