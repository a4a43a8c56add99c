"""Count a dragon's eyes in a position of the search, from its eye spaces and lunches, and keep the facts that patterns ask for.

An eye space that touches other stones of its colour more than the dragon's may be their eye: it counts as no certain eye.
"""
import numpy as np
from numba import int64, void

from owlgo.engine.core.board import BOARD
from owlgo.engine.core.facts import FACTS, MAX_EYES
from owlgo.engine.core.jit import for_python, kernel, unit
from owlgo.engine.core.points import NPOINTS
from owlgo.engine.eyes.corners import look_at_corners
from owlgo.engine.eyes.domains import find_spaces
from owlgo.engine.eyes.dragon_eyes import EYESIGHT, solve_unknown, sum_of
from owlgo.engine.eyes.value import CASES, ENOUGH_EYES
from owlgo.engine.eyes.verdicts import py_judge_spaces
from owlgo.engine.owl.lunches import find_lunches, find_weak, most_eyes, raise_lunches
from owlgo.engine.owl.record import OWL
from owlgo.engine.read.record import READ

UNKNOWN = -1
"""Stands for the number of eyes until the value of every eye space is solved."""
OPEN_ONE, OPEN_TWO = (CASES.index(case) for case in ('0011', '0022'))
"""Eye values of a lunch: one eye, or two, if the dragon's side moves first, and none if the attacker does."""
SURELY = 12
"""Size from which an unsolved space counts as two certain eyes.  A smaller space counts as one eye at most.  Each margin costs two
points."""
LEAST_TOUCH = 2
"""Minimum contacts with the dragon's stones for a space to count as the dragon's own.  A space of one point needs only one contact."""


@kernel(int64(EYESIGHT, int64))
def is_own(e, k):
    """Whether space k counts as the dragon's own."""
    return e.touch_goal[k] >= min(LEAST_TOUCH, e.size[k])


@kernel(int64(int64))
def after_attacker(eyes):
    """Return the eyes that are left if the attacker moves first, from a packed eye value: its second digit."""
    return eyes >> 2 & 3


py_after_attacker = for_python(after_attacker)


@unit(int64(BOARD, READ, EYESIGHT, OWL, int64))
def judge(b, r, e, o, d):
    """Count the eyes of frame d: all spaces and lunches together (``o.eyes``), the certain eyes (``least``), the most possible (``most``),
    and the sum of each space's eyes if the attacker plays first in it (``hopes``).  Return UNKNOWN if an eye value is not solved yet."""
    find_lunches(b, r, e, o, d)
    find_spaces(b, r, e, 3 - o.attacker)
    find_weak(b, r, e, o, d)
    look_at_corners(b, r, e, 3 - o.attacker)
    if py_judge_spaces(b, e):
        return UNKNOWN
    raise_lunches(b, e, o, d)
    least = most = hopes = 0
    o.ncases = 0
    for k in range(1, e.n + 1):
        if not is_own(e, k):
            continue
        if e.touch_friends[k] <= e.touch_goal[k]:
            least += e.least[k] if e.exact[k] or e.size[k] - 2 * e.margins[k] >= SURELY else min(e.least[k], 1)
        o.cases[o.ncases] = e.case[k]
        o.ncases += 1
        most += e.value[k, 3]
        hopes += e.value[k, 1]
    for k in range(o.nlunches):
        if o.lunch_eyes[k] and o.lunch_defence[k]:
            o.cases[o.ncases] = OPEN_TWO if o.lunch_eyes[k] == ENOUGH_EYES else OPEN_ONE
            o.ncases += 1
            most += o.lunch_eyes[k]
    total = sum_of(e, o.cases, o.ncases)
    if total < 0:
        return UNKNOWN
    o.eyes[d] = total
    o.least[d] = least
    o.most[d] = most
    o.hopes[d] = hopes
    return 0


@kernel(void(BOARD, EYESIGHT, OWL, int64))
def keep_facts(b, e, o, d):
    """Keep the facts about frame d, just judged, that patterns may ask for.  Spaces beyond MAX_EYES are left out."""
    o.kept_n[d] = min(e.n + 1, MAX_EYES)
    for pos in range(NPOINTS):
        o.kept_eye[d, pos] = e.space[pos] if e.space[pos] < MAX_EYES else 0
        o.kept_marginal[d, pos] = e.marginal[pos]
        o.kept_corner[d, pos] = e.corner[pos]
        # Any string of the attacker counts as the room that it would leave.
        o.kept_lunch[d, pos] = -most_eyes(b, pos) if b.color[pos] == o.attacker else 0
    for k in range(1, o.kept_n[d]):
        low, high = e.value[k, 1], e.value[k, 2]
        o.kept_eyes[d, k, 0], o.kept_eyes[d, k, 1], o.kept_eyes[d, k, 2] = low, (low + high) // 2, high
        o.kept_eyes[d, k, 3] = min(e.size[k] - e.margins[k], 127)
    for k in range(o.nlunches):
        stone = o.lunch[k]
        while True:
            o.kept_lunch[d, stone] = 1 + max(o.lunch_eyes[k], most_eyes(b, stone) if o.lunch_eyes[k] else 0)
            stone = b.next[stone]
            if stone == o.lunch[k]:
                break


@kernel(void(FACTS, OWL, int64))
def recall_facts(f, o, d):
    """Copy the facts that were kept of frame d into ``f``, where constraints of patterns find them."""
    for pos in range(NPOINTS):
        f.goal[pos] = o.goal[d, pos]
        f.escape[pos] = o.escape[pos]
        f.owl_eye[pos] = o.kept_eye[d, pos]
        f.marginal[pos] = o.kept_marginal[d, pos]
        f.half_eye[pos] = o.kept_corner[d, pos]
        f.lunch[pos] = o.kept_lunch[d, pos] > 0
        f.chain_eyes[pos] = max(o.kept_lunch[d, pos] - 1, -o.kept_lunch[d, pos])
    for k in range(1, o.kept_n[d]):
        f.eye_min[k], f.eye_probable[k], f.eye_max[k], f.eye_size[k] = (
            o.kept_eyes[d, k, 0], o.kept_eyes[d, k, 1], o.kept_eyes[d, k, 2], o.kept_eyes[d, k, 3])


py_judge = for_python(judge)


def judge_root(board: np.void, reader: np.void, eyes: np.void, owl: np.void) -> None:
    """Judge the dragon at the root of the search (frame 0), and solve eye spaces until no value is unknown."""
    while py_judge(board, reader, eyes, owl, 0) == UNKNOWN:
        solve_unknown(eyes)


@kernel(void(BOARD, FACTS, EYESIGHT, OWL, int64))
def py_tell_facts(b, f, e, o, d):
    """Write the facts about frame d, just judged, into ``f``; for Python."""
    keep_facts(b, e, o, d)
    recall_facts(f, o, d)
