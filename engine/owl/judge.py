"""How many eyes a dragon has in a position of the search: its eye spaces and what it can take, added up; the facts that patterns ask for.

A space that other stones of the same colour border more than the dragon's own may be their eye: it is no eye for certain.
"""
import numpy as np
from numba import int64, void

from engine.core.board import BOARD
from engine.core.facts import FACTS, MAX_EYES
from engine.core.jit import kernel, unit
from engine.core.points import NPOINTS
from engine.eyes.dragon_eyes import EYESIGHT, dragon_eyes, sum_of
from engine.eyes.value import CASES, ENOUGH, MOVES
from engine.owl.lunches import find_lunches
from engine.owl.record import OWL
from engine.read.record import READ

UNKNOWN = -1
LEFT, MADE = (np.array([CASES.index(MOVES[case][k]) if case in MOVES else -1 for case in CASES], np.int32) for k in range(2))
"""What a move of the attacker leaves of a case, and what one of the defender makes of it; -1 where there is none."""
OPEN_ONE, OPEN_TWO = (CASES.index(case) for case in ('0011', '0022'))
SURELY = 12
"""Points that make two eyes for certain, though their value was not solved."""
LEAST_TOUCH = 2
"""A space that the dragon touches at fewer points is not its own, unless it is smaller."""


@kernel(int64(EYESIGHT, int64))
def is_own(e, k):
    """Whether space k can be counted for the dragon."""
    return e.touch_goal[k] >= min(LEAST_TOUCH, e.size[k])


@kernel(int64(int64))
def after_attacker(eyes):
    """Digit b of a packed sum: eyes if the attacker moves first."""
    return eyes >> 2 & 3


@kernel(int64(int64))
def after_defender(eyes):
    """Digit c: eyes if the defender moves first."""
    return eyes >> 4 & 3


@unit(int64(BOARD, READ, EYESIGHT, OWL, int64))
def judge(b, r, e, o, d):
    """Put the sum of the eyes of the goal of frame d into ``o.eyes``, those for certain into ``o.least``; UNKNOWN while a value is."""
    find_lunches(b, r, e, o, d)
    if dragon_eyes(b, r, e, 3 - o.attacker):
        return UNKNOWN
    least = 0
    o.ncases = 0
    for k in range(1, e.n + 1):
        o.space_case[k] = -1
        if not is_own(e, k):
            continue
        if e.touch_friends[k] <= e.touch_goal[k] and (e.exact[k] or e.size[k] - 2 * e.margins[k] >= SURELY):
            least += e.least[k]
        o.space_case[k] = o.ncases
        o.cases[o.ncases] = e.case[k]
        o.ncases += 1
    for k in range(o.nlunches):
        if o.lunch_eyes[k] and o.lunch_defence[k]:
            o.cases[o.ncases] = OPEN_TWO if o.lunch_eyes[k] == ENOUGH else OPEN_ONE
            o.ncases += 1
    total = sum_of(e, o.cases, o.ncases)
    if total < 0:
        return UNKNOWN
    o.eyes[d] = total
    o.least[d] = least
    return 0


@unit(int64(EYESIGHT, OWL, int64, int64))
def sum_with(e, o, place, case):
    """The sum with another case in place of one; UNKNOWN if that is not known yet."""
    old = o.cases[place]
    o.cases[place] = case
    total = sum_of(e, o.cases, o.ncases)
    o.cases[place] = old
    return total


@unit(void(BOARD, FACTS, EYESIGHT, OWL, int64))
def tell_facts(b, f, e, o, d):
    """Put what is known of the goal of frame d into the facts that constraints ask for, but for spaces that these do not number."""
    for pos in range(NPOINTS):
        f.goal[pos] = o.goal[d, pos]
        f.escape[pos] = o.escape[pos]
        f.owl_eye[pos] = e.space[pos] if e.space[pos] < MAX_EYES else 0
        f.marginal[pos] = e.marginal[pos]
        f.half_eye[pos] = e.corner[pos]
        f.lunch[pos] = 0
        f.chain_eyes[pos] = 0
    f.goal_color = 3 - o.attacker
    for k in range(1, min(e.n + 1, MAX_EYES)):
        f.eye_min[k], f.eye_max[k] = e.value[k, 1], e.value[k, 2]
        f.eye_probable[k] = (e.value[k, 1] + e.value[k, 2]) // 2
        f.eye_size[k] = e.size[k] - e.margins[k]
    for k in range(o.nlunches):
        stone = o.lunch[k]
        while True:
            f.lunch[stone] = 1
            f.chain_eyes[stone] = o.lunch_eyes[k]
            stone = b.next[stone]
            if stone == o.lunch[k]:
                break


@kernel(int64(BOARD, READ, EYESIGHT, OWL, int64))
def py_judge(b, r, e, o, d):
    """``judge`` for Python."""
    return judge(b, r, e, o, d)


@kernel(void(BOARD, FACTS, EYESIGHT, OWL, int64))
def py_tell_facts(b, f, e, o, d):
    """``tell_facts`` for Python."""
    tell_facts(b, f, e, o, d)
