"""Kernels that judge the numbered eye spaces: how many eyes each yields, and how many for certain."""
from numba import int64

from owlgo.engine.core.board import BOARD
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.points import EMPTY, NEIGHBOURS, PASS
from owlgo.engine.eyes.eyesight import EYESIGHT
from owlgo.engine.eyes.shapes import CASE_DIGITS, SETTLED_INDEX, case_of, compute_eyes


@kernel(int64(BOARD, EYESIGHT, int64))
def _parted_by_weak(b, e, number):
    """Whether a weak stone divides a space, being next to more than one of its points."""
    pos = e.first[number]
    while pos:
        for step in NEIGHBOURS:
            q = pos + step
            if e.weak[q]:
                near = 0
                for around in NEIGHBOURS:
                    near += e.space[q + around] == number
                if near > 1:
                    return 1
        pos = e.after_of[pos]
    return 0


@kernel(int64(BOARD, EYESIGHT, int64))
def _is_mouth(b, e, pos):
    """Whether a point is the last liberty of a string of the eye's owner, so that the enemy may capture there, at least by ko."""
    for step in NEIGHBOURS:
        q = pos + step
        if b.color[q] == e.looked and b.libs[b.origin[q]] == 1:
            return 1
    return 0


@kernel(int64(BOARD, EYESIGHT, int64, int64))
def _for_certain(b, e, number, digits):
    """Set the eyes that a space yields for certain.  Return the space's packed value, computed anew if it was only judged by size.

    Every margin and half eye may cost an eye.  Neither a single point that is a string's last liberty nor a space divided by a weak stone
    is a certain eye.  Two captured stones in a solved space make one eye certain.  If the eyes do not depend on who plays first, but are
    not certain, a margin is the vital point.
    """
    margins, halves = e.margins[number], e.halves[number]
    prisoners = touched = 0
    margin = empty_margin = PASS
    pos = e.first[number]
    while pos:
        if e.marginal[pos]:
            margin = pos if margin == PASS else margin
            if b.color[pos] == EMPTY and empty_margin == PASS:
                empty_margin = pos
            for step in NEIGHBOURS:
                if e.space[pos + step] == number and e.marginal[pos + step]:
                    touched += 1
                    break
        elif b.color[pos] == 3 - e.looked:
            prisoners += 1
        pos = e.after_of[pos]
    if e.exact[number]:
        eyes = digits >> 2 & 3
        least = max(eyes - margins - halves, 0)
        if prisoners >= 2:
            least = max(least, min(eyes, 1))
    else:
        size = e.size[number] + halves - 2 * margins - touched
        made = 2 if size > 3 else 1 if size > 0 else 0
        digits = CASE_DIGITS[SETTLED_INDEX[made]]
        least = max(made - 1, 0) if margins else made
    pos = e.first[number]
    if least and e.size[number] == 1 and _is_mouth(b, e, pos):
        least = 0
    if least and _parted_by_weak(b, e, number):
        least = 0
    low, high = digits >> 2 & 3, digits >> 4 & 3
    if low == high and least < high and margins:
        e.attack[number] = e.defence[number] = empty_margin if empty_margin else margin
    e.least[number] = least
    return digits


@unit(int64(BOARD, EYESIGHT, int64))
def judge_space(b, e, number):
    """Compute the value of an eye space and, unless ``e.plain``, the eyes that it yields for certain."""
    margins = halves = 0
    pos = e.first[number]
    while pos:
        halves += e.half[pos] != 0
        margins += e.marginal[pos] != 0
        pos = e.after_of[pos]
    e.margins[number], e.halves[number] = margins, halves
    digits = compute_eyes(b, e, number)
    if not e.plain:
        digits = _for_certain(b, e, number, digits)
    e.case[number] = case_of(digits)
    for k in range(4):
        e.value[number, k] = digits >> 2 * k & 3
    return digits


@kernel(int64(BOARD, EYESIGHT))
def py_judge_spaces(b, e):
    """Judge every numbered space, and return the number of graphs with unknown values."""
    e.unknown = 0
    for number in range(1, e.n + 1):
        judge_space(b, e, number)
    return e.unknown
