"""Ko in depth-first reading: who may take which ko (the komaster scheme, GNU Go manual, "Ko Handling").

A ko capture that the rules forbid may be tried on condition that a ko threat is found and ignored.  Who does so becomes *komaster* of
that ko: the opponent may not take it back, so that no fight goes on for ever.  States, for the ko at ``ko_place``, the point where a
stone was last removed:

    NOBODY      captures are allowed; a second one in a row makes the state WEAK
    a colour    he may take only a ko diagonally next to his own; filling or dissolving it ends the state; if his opponent takes
                another ko the state is GREY
    GREY        no ko may be taken until the komaster fills his
    WEAK        only a ko next to the last one may be taken; any other move ends the state
"""
from enum import IntEnum

from numba import int64

from owlgo.engine.core.board import BOARD, Suicide, is_ko_ban, is_suicide, popgo, trymove, trymove_in_ko_reading
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.points import DIAGONALS, EMPTY
from owlgo.engine.read.record import NOBODY, READ

WEAK, GREY = 4, 8
"""Ko states beside NOBODY and the two colours; GREY is added to the komaster's colour."""


class Way(IntEnum):
    """How a move was played."""
    REFUSED = 0
    """The move was not played: the rules of the board or of the komaster scheme forbid it."""
    ALLOWED = 1
    """The move was played, and no rule forbids it."""
    CONDITIONAL = 2
    """The move was played on condition that a ko threat is found and ignored."""
    PASSED = 3
    """The side passed; ``play_in_ko`` never returns this."""


@kernel(int64(int64, int64))
def _diagonal(a, c):
    return a - c in DIAGONALS


@unit(int64(BOARD, int64, int64, int64, int64, int64))
def play_in_ko(b, color, state, place, pos, conditional):
    """Play a move under the komaster rules; return its ``Way``, CONDITIONAL only if ``conditional`` allows that.

    The returned number also holds the new ko state: ``way | state << 2 | place << 8``.
    """
    old = b.ko
    if state == 3 - color and pos == place:
        return Way.REFUSED
    if b.suicide != Suicide.FORBIDDEN and is_suicide(b, pos, color):
        return Way.REFUSED
    if is_ko_ban(b, pos, color):
        if not conditional or state == 3 - color or state >= GREY or trymove_in_ko_reading(b, pos, color, color) <= 0:
            return Way.REFUSED
        taken = b.removed[0]
        if state == color and not _diagonal(taken, place):
            popgo(b)
            return Way.REFUSED
        return Way.CONDITIONAL | color << 2 | int64(taken) << 8
    if not trymove(b, pos, color):
        return Way.REFUSED
    if b.ko != 0:
        if state >= GREY or ((state == color or state == WEAK) and not _diagonal(b.ko, place)):
            popgo(b)
            return Way.REFUSED
        if state == 3 - color:
            state += GREY
        elif state == color:
            place = b.ko
        elif old != 0 or state == WEAK:
            state, place = WEAK, (old if old != 0 else place)
    else:
        ended = b.color[place] != EMPTY or (state == color and is_suicide(b, place, 3 - color))
        if state == WEAK or (ended and (state == color or state == color + GREY)):
            state = NOBODY
    return Way.ALLOWED | state << 2 | (place if state != NOBODY else 0) << 8


@kernel(int64(BOARD, READ, int64, int64, int64))
def play_under_komaster(b, r, depth, pos, conditional):
    """Play a move under the komaster rules for the side to move in a frame; write the new ko state into the next frame, and return the
    ``Way``."""
    packed = play_in_ko(b, r.side[depth], r.komaster[depth], r.ko_place[depth], pos, conditional)
    if packed != Way.REFUSED:
        r.komaster[depth + 1] = packed >> 2 & 63
        r.ko_place[depth + 1] = packed >> 8
    return packed & 3


@kernel(int64(BOARD, READ, int64))
def may_retake(b, r, depth):
    """Whether the side to move may retake the ko at ``b.ko`` on condition of a threat."""
    color = r.side[depth]
    state = r.komaster[depth]
    return state == NOBODY or state == WEAK or (state == color and _diagonal(b.frame_move[b.stackp - 1], r.ko_place[depth]))
