"""The helpers of constraints: each answers one question about points of the board.

O is the colour that a pattern is matched for, X the other.  Results of readings are numbers (``engine.core.result``); a constraint compares
them with WIN, or counts all but 0 as true.  Names and meanings are GNU Go's (manual, "Autohelper functions").
"""
from enum import IntEnum
from typing import Any, cast

import numpy as np
from numba import int32, int64

from owlgo.engine.core.board import BOARD, is_legal, is_suicide, popgo, trymove, trymove_in_ko_reading
from owlgo.engine.core.facts import ALIVE, CRITICAL, DEAD, FACTS
from owlgo.engine.core.jit import for_python, kernel, unit
from owlgo.engine.core.layout import new_record, record_type
from owlgo.engine.core.points import BORDER, DIAGONALS, EMPTY, NEIGHBOURS, NPOINTS, PASS
from owlgo.engine.core.result import LOSE, WIN
from owlgo.engine.core.strings import collect_liberties, liberties_after
from owlgo.engine.read.inner import (
    inner_attack,
    inner_attack_either,
    inner_break_through,
    inner_connect,
    inner_defend,
    inner_defend_both,
    inner_disconnect,
    inner_does_attack,
    inner_does_defend,
    inner_safe_move,
)
from owlgo.engine.read.record import READ
from owlgo.patterns.vocabulary import HELPERS, MOST_ARGUMENTS

WEAK_FROM = 0.4
"""Weakness above which a dragon counts as weak; 0 is safe, 1 is lost."""

RUN = record_type([
    ('color', 'i4'),                    # O
    ('calls', 'i8'),
    ('readings', 'i8'),                 # calls of helpers that read
    ('stack', 'i4', (512,)),
    ('n', 'i4'),                        # arguments of the call
    ('arg', 'i4', (MOST_ARGUMENTS + 1,)),         # points; PASS is tenuki
])
"""The working memory of one evaluation of a constraint."""

Op = cast(Any, IntEnum)('Op', {name: helper.opcode for name, helper in HELPERS.items()})
"""The opcode of each helper, by its name in patterns."""


class PlayHelper(IntEnum):
    """Kinds of ``play_`` helpers, which play moves and then read strings.  Opcodes follow this order, each kind for O and then for X."""
    ATTACK = 0
    DEFEND = 1
    LIB = 2
    EITHER = 3
    BOTH = 4
    THROUGH = 5
    CONNECT = 6
    DISCONNECT = 7


@kernel(int64(BOARD, int64))
def _stone(b, pos):
    """Whether there is a stone on a point."""
    return b.color[pos] != EMPTY and b.color[pos] != BORDER


@kernel(int64(BOARD, int64, int64))
def _takes_ko(b, pos, color):
    """Whether a stone of this colour would capture one stone and stand alone in atari: a ko."""
    taken = 0
    for step in NEIGHBOURS:
        q = pos + step
        c = b.color[q]
        if c == EMPTY or c == color:
            return 0
        if c == 3 - color and b.libs[b.origin[q]] == 1:
            taken += b.count[b.origin[q]]
    return taken == 1


@unit(int64(BOARD, int64))
def _is_ko(b, pos):
    """Whether a point is a ko: the empty point, or the stone that can be taken."""
    if b.color[pos] == EMPTY:
        return _takes_ko(b, pos, 1) or _takes_ko(b, pos, 2)
    if not _stone(b, pos) or b.count[b.origin[pos]] != 1 or b.libs[b.origin[pos]] != 1:
        return 0
    color = b.color[pos]
    collect_liberties(b, pos, 1)
    return _takes_ko(b, b.found[0], 3 - color)


@unit(int64(BOARD, int64))
def _second_liberties(b, pos):
    """Count the empty points next to a string's liberties that are no liberties themselves."""
    n = collect_liberties(b, pos, NPOINTS)
    stamp = b.stamp
    second = 0
    for k in range(n):
        for step in NEIGHBOURS:
            q = b.found[k] + step
            if b.color[q] == EMPTY and b.mark[q] != stamp:
                b.mark[q] = stamp
                second += 1
    return second


@unit(int64(BOARD, READ, int64, int64))
def _is_false_eye(b, r, pos, color):
    """Whether an empty point is certainly no eye of this colour: enemies that cannot be captured hold too many corners."""
    edges = 0
    for step in NEIGHBOURS:
        if b.color[pos + step] == BORDER:
            edges += 1
        if b.color[pos + step] == 3 - color:
            return 1
    held = 0
    for step in DIAGONALS:
        q = pos + step
        if b.color[q] == 3 - color and inner_attack(b, r, q) == LOSE:
            held += 1
    return held >= (1 if edges else 2)


@unit(int64(BOARD, READ, int64))
def _is_in_trouble(b, r, pos):
    """Whether two or more stones are short of liberties or can be captured."""
    return _stone(b, pos) and b.count[b.origin[pos]] > 1 and (b.libs[b.origin[pos]] <= 2 or inner_attack(b, r, pos) != LOSE)


@unit(int64(BOARD, READ, int64))
def _worth_a_ko(b, r, pos):
    """Whether a string in trouble is next to a ko: beside ``pos``, or if a stone is there, beside its liberty too."""
    point = pos
    if _stone(b, pos):
        collect_liberties(b, pos, 1)
        point = b.found[0]
    for step in NEIGHBOURS:
        if _is_in_trouble(b, r, pos + step) or _is_in_trouble(b, r, point + step):
            return 1
    return 0


@unit(int64(BOARD, int64))
def _ko_at(b, pos):
    """Return a point next to a string where either colour can take a ko, or PASS."""
    stone = pos
    while True:
        for step in NEIGHBOURS:
            if b.color[stone + step] == EMPTY and (_takes_ko(b, stone + step, 1) or _takes_ko(b, stone + step, 2)):
                return stone + step
        stone = b.next[stone]
        if stone == pos:
            return PASS


@unit(int64(BOARD, READ, int64))
def _finishes(b, r, pos):
    """Whether a ko is worth finishing: pos is a ko beside a string in trouble, or a string in trouble beside a ko."""
    if _is_ko(b, pos):
        return _worth_a_ko(b, r, pos)
    return _is_in_trouble(b, r, pos) and _ko_at(b, pos) != PASS


@unit(int64(BOARD, int64, int64))
def _squeezes(b, pos, color):
    """Whether this colour, by taking a ko, puts a string beside the ko in atari; pos is the ko or that string."""
    string, point = PASS, pos
    if _stone(b, pos):
        if _is_ko(b, pos):
            collect_liberties(b, pos, 1)
            point = b.found[0]
        else:
            string, point = pos, _ko_at(b, pos)
    if point == PASS or not _takes_ko(b, point, color) or trymove_in_ko_reading(b, point, color, color) <= 0:
        return 0
    squeezed = 0
    for step in NEIGHBOURS:
        q = point + step
        if b.color[q] == 3 - color and b.libs[b.origin[q]] == 1 and (string == PASS or b.origin[q] == b.origin[string]):
            squeezed = 1
    popgo(b)
    return squeezed


@unit(int64(BOARD, int64))
def _is_bent_four(b, corner):
    """Whether a string is a bent four or three in the corner of the board, which is dead by the corner's ko."""
    if not _stone(b, corner):
        return 0
    on_edges = 0
    for step in NEIGHBOURS:
        if b.color[corner + step] == BORDER:
            on_edges += 1
    count = b.count[b.origin[corner]]
    return on_edges == 2 and 3 <= count <= 4 and b.libs[b.origin[corner]] <= 2


@unit(int64(BOARD, FACTS, RUN, int64))
def _of_dragons(b, f, w, helper):
    """Answer helpers about dragons and influence."""
    pos, color = w.arg[0], w.color
    if helper == Op.alive:
        return f.status[pos] == ALIVE
    if helper == Op.dead:
        return f.status[pos] == DEAD
    if helper == Op.critical:
        return f.status[pos] == CRITICAL
    if helper == Op.weak:
        return f.weakness[pos] > WEAK_FROM
    if helper == Op.weakness:
        return int32(f.weakness[pos] * 100)
    if helper == Op.dragonsize:
        return f.dragon_size[pos]
    if helper == Op.same_dragon:
        return f.dragon[pos] != 0 and f.dragon[pos] == f.dragon[w.arg[1]]
    if helper == Op.is_surrounded:
        return f.surrounded[pos]
    if helper == Op.o_alive_somewhere or helper == Op.x_alive_somewhere:
        for k in range(w.n):
            if f.status[w.arg[k]] == ALIVE and b.color[w.arg[k]] == (color if helper == Op.o_alive_somewhere else 3 - color):
                return 1
        return 0
    if helper == Op.xcut:
        return f.cut[3 - color, pos] != 0
    if helper == Op.ocut:
        return f.cut[color, pos] != 0
    if helper == Op.omoyo:
        return f.moyo[pos] == color
    if helper == Op.xmoyo:
        return f.moyo[pos] == 3 - color
    if helper == Op.oarea:
        return f.area[pos] == color
    if helper == Op.xarea:
        return f.area[pos] == 3 - color
    if helper == Op.oterri:
        return f.territory[pos] == color
    if helper == Op.xterri:
        return f.territory[pos] == 3 - color
    return 0


@unit(int64(BOARD, FACTS, RUN, int64))
def _property(b, f, w, helper):
    """Answer helpers about the board and the facts."""
    pos, color = w.arg[0], w.color
    if helper == Op.lib:
        return b.libs[b.origin[pos]] if _stone(b, pos) else 0
    if helper == Op.olib:
        return liberties_after(b, pos, color, NPOINTS) if b.color[pos] == EMPTY else 0
    if helper == Op.xlib:
        return liberties_after(b, pos, 3 - color, NPOINTS) if b.color[pos] == EMPTY else 0
    if helper == Op.owl_goal_dragon:
        return f.goal[pos] != 0
    if helper == Op.owl_escape_value:
        near = f.goal[pos] != 0
        for step in NEIGHBOURS:
            if f.goal[pos + step]:
                near = True
        return f.escape[pos] - 10 if near else f.escape[pos]
    if helper == Op.o_somewhere or helper == Op.x_somewhere:
        wanted = color if helper == Op.o_somewhere else 3 - color
        for k in range(w.n):
            if b.color[w.arg[k]] == wanted:
                return 1
        return 0
    if helper == Op.wormsize:
        return b.count[b.origin[pos]] if _stone(b, pos) else 0
    if helper == Op.same_string:
        return _stone(b, pos) and _stone(b, w.arg[1]) and b.origin[pos] == b.origin[w.arg[1]]
    if helper == Op.legal_omove:
        return pos != PASS and is_legal(b, pos, color)
    if helper == Op.legal_xmove:
        return pos != PASS and is_legal(b, pos, 3 - color)
    if helper == Op.o_suicide or helper == Op.x_suicide:
        return b.color[pos] == EMPTY and is_suicide(b, pos, color if helper == Op.o_suicide else 3 - color)
    if helper == Op.ko:
        return _is_ko(b, pos)
    if helper == Op.lib2:
        return _second_liberties(b, pos) if _stone(b, pos) else 0
    if helper == Op.bent_four_helper:
        return _is_bent_four(b, pos)
    if helper == Op.owl_eyespace:
        return f.owl_eye[pos] != 0 and f.eye_max[f.owl_eye[pos]] >= 1
    if helper == Op.owl_big_eyespace:
        return f.owl_eye[pos] != 0 and f.eye_max[f.owl_eye[pos]] >= 2
    if helper == Op.owl_mineye:
        return f.eye_min[f.owl_eye[pos]]
    if helper == Op.owl_maxeye:
        return f.eye_max[f.owl_eye[pos]]
    if helper == Op.owl_proper_eye:
        return f.owl_eye[pos] != 0 and not f.marginal[pos]
    if helper == Op.owl_eye_size:
        return f.eye_size[f.owl_eye[pos]]
    if helper == Op.owl_topological_eye:
        value = f.half_eye[pos]
        return 3 if 2 < value < 4 else int32(value)
    if helper == Op.owl_strong_dragon:
        return f.strong[pos] != 0
    if helper == Op.owl_lunch:
        return f.lunch[pos] != 0
    if helper == Op.vital_chain:
        return f.chain_eyes[pos]
    if helper == Op.proper_eye:
        return f.eye_color[pos] != 0
    if helper == Op.effective_size:
        return int32(f.effective_size[pos])
    if helper == Op.potential_cutstone:
        return f.cutstone[pos] != 0
    return _of_dragons(b, f, w, helper)


@unit(int64(BOARD, READ, RUN, int64))
def _reading(b, r, w, helper):
    """Answer helpers that need tactical reading."""
    pos, other, color = w.arg[0], w.arg[1], w.color
    w.readings += 1
    if helper == Op.attack:
        return inner_attack(b, r, pos) if _stone(b, pos) else LOSE
    if helper == Op.defend:
        return inner_defend(b, r, pos) if _stone(b, pos) else LOSE
    if helper == Op.does_attack:
        return inner_does_attack(b, r, pos, other) if _stone(b, other) else LOSE
    if helper == Op.does_defend:
        return inner_does_defend(b, r, pos, other) if _stone(b, other) else LOSE
    if helper == Op.safe_omove:
        return inner_safe_move(b, r, pos, color)
    if helper == Op.safe_xmove:
        return inner_safe_move(b, r, pos, 3 - color)
    if helper == Op.odefend_against or helper == Op.xdefend_against:
        # Whether the second point can be occupied safely after the opponent's move at the first.
        mover = 3 - color if helper == Op.odefend_against else color
        if b.color[pos] != EMPTY or not trymove(b, pos, mover):
            return LOSE
        result = inner_safe_move(b, r, other, 3 - mover)
        popgo(b)
        return result
    if helper == Op.finish_ko_helper:
        return _finishes(b, r, pos)
    if helper == Op.squeeze_ko_helper:
        return _squeezes(b, pos, color)
    if helper == Op.disconnect_helper:
        return inner_disconnect(b, r, pos, other) if _pair(b, pos, other) else LOSE
    if helper == Op.distrust_tactics_helper:
        # Whether tactics leave the string open: it can be both captured and saved, or it is a ko.
        taken = inner_attack(b, r, pos) if _stone(b, pos) else LOSE
        return taken != LOSE and (taken != WIN or inner_defend(b, r, pos) != LOSE)
    if helper == Op.obvious_false_oeye:
        return b.color[pos] == EMPTY and _is_false_eye(b, r, pos, color)
    if helper == Op.obvious_false_xeye:
        return b.color[pos] == EMPTY and _is_false_eye(b, r, pos, 3 - color)
    return 0


@kernel(int64(BOARD, int64, int64))
def _pair(b, first, second):
    """Whether both points hold stones of one colour."""
    return _stone(b, first) and b.color[first] == b.color[second]


@unit(int64(BOARD, READ, RUN, int64))
def _played(b, r, w, helper):
    """Answer helpers that play moves in turn and then read one, two or three strings; illegal moves are skipped."""
    number = helper - Op.oplay_attack
    kind = number >> 1
    color = w.color if number & 1 == 0 else 3 - w.color
    targets = 3 if kind == PlayHelper.THROUGH else 1 if kind <= PlayHelper.LIB else 2
    w.readings += kind != PlayHelper.LIB
    played = 0
    for k in range(w.n - targets):
        pos = w.arg[k]
        if pos != PASS and b.color[pos] == EMPTY and trymove_in_ko_reading(b, pos, color, color) > 0:
            played += 1
        color = 3 - color
    value = _asked(b, r, kind, w.arg[w.n - 1], w.arg[max(w.n - 2, 0)], w.arg[max(w.n - 3, 0)])
    for _ in range(played):
        popgo(b)
    return value


@kernel(int64(BOARD, READ, int64, int64, int64, int64))
def _asked(b, r, kind, last, second, first):
    """Answer a ``play_`` helper's question after its moves; a string that is gone has been captured."""
    here = _stone(b, last)
    if kind == PlayHelper.LIB:
        return b.libs[b.origin[last]] if here else 0
    if kind == PlayHelper.ATTACK:
        return inner_attack(b, r, last) if here else WIN
    if kind == PlayHelper.DEFEND:
        return inner_defend(b, r, last) if here else LOSE
    both = here and _stone(b, second)
    if kind == PlayHelper.EITHER:
        return WIN if not both else inner_attack_either(b, r, second, last) if _pair(b, second, last) else LOSE
    if kind == PlayHelper.THROUGH:
        if not (both and _stone(b, first)):
            return 1
        return inner_break_through(b, r, first, second, last) if _pair(b, second, last) and _pair(b, first, last) else 0
    if not both or not _pair(b, second, last):
        return WIN if kind == PlayHelper.DISCONNECT else LOSE
    if kind == PlayHelper.BOTH:
        return inner_defend_both(b, r, second, last)
    if kind == PlayHelper.CONNECT:
        return inner_connect(b, r, second, last)
    return inner_disconnect(b, r, second, last)


@unit(int64(BOARD, READ, FACTS, RUN, int64))
def ask_helper(b, r, f, w, helper):
    """Return the answer of a helper for its arguments, ``w.arg[:w.n]``."""
    w.calls += 1
    if Op.oplay_attack <= helper <= Op.xplay_disconnect:
        return _played(b, r, w, helper)
    if Op.attack <= helper <= Op.disconnect_helper or helper == Op.obvious_false_oeye or helper == Op.obvious_false_xeye or \
            helper == Op.distrust_tactics_helper:
        return _reading(b, r, w, helper)
    return _property(b, f, w, helper)


# --- what Python calls


py_ask_helper = for_python(ask_helper)


def new_run() -> np.void:
    """Return an empty record for running constraints."""
    return new_record(RUN)
