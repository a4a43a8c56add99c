"""The helpers of constraints: each answers one question about points of the board.

O is the colour that a pattern was matched for, X the other.  Results of readings are numbers (``engine.core.result``), which a constraint
takes as true unless they are 0 or compares with WIN.  Names and meaning are GNU Go's (manual, "Autohelper functions"); where the manual
is silent (kos worth finishing or squeezing), the docstrings say what is meant.
"""
import numba
import numpy as np
from numba import int32, int64

from owlgo.engine.core.board import BOARD, is_legal, is_suicide, popgo, trymove, trymove_in_ko_reading
from owlgo.engine.core.facts import ALIVE, CRITICAL, DEAD, FACTS
from owlgo.engine.core.jit import kernel, unit
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

STACK = 512
WEAK_FROM = 0.4
"""Weakness above which a dragon is weak."""

RUN_DTYPE = np.dtype([
    ('color', 'i4'),                    # O
    ('words', 'i8'),                    # opcodes run, all together
    ('calls', 'i8'),
    ('readings', 'i8'),                 # calls of helpers that read
    ('stack', 'i4', (STACK,)),
    ('n', 'i4'),                        # arguments of the call
    ('arg', 'i4', (MOST_ARGUMENTS + 1,)),         # points; PASS is tenuki
], align=True)
RUN = numba.from_dtype(RUN_DTYPE)

_code = {name: helper.opcode for name, helper in HELPERS.items()}
(LIB, LIB2, OLIB, XLIB, KO_HELPER, WORMSIZE, SAME_STRING, O_SOMEWHERE, X_SOMEWHERE, LEGAL_OMOVE, LEGAL_XMOVE, X_SUICIDE, O_SUICIDE,
 BENT_FOUR) = (
    _code[name] for name in 'lib lib2 olib xlib ko wormsize same_string o_somewhere x_somewhere legal_omove legal_xmove x_suicide '
                            'o_suicide bent_four_helper'.split())
(ATTACK, DEFEND, DOES_ATTACK, DOES_DEFEND, SAFE_OMOVE, SAFE_XMOVE, ODEFEND_AGAINST, XDEFEND_AGAINST, FINISH_KO, SQUEEZE_KO,
 DISCONNECT_HELPER, FALSE_OEYE, FALSE_XEYE) = (
    _code[name] for name in 'attack defend does_attack does_defend safe_omove safe_xmove odefend_against xdefend_against '
                            'finish_ko_helper squeeze_ko_helper disconnect_helper obvious_false_oeye obvious_false_xeye'.split())
(ESCAPE_VALUE, GOAL_DRAGON, EYESPACE, BIG_EYESPACE, MINEYE, MAXEYE, OWL_PROPER_EYE, EYE_SIZE, TOPOLOGICAL_EYE, STRONG_DRAGON, LUNCH_HELPER,
 VITAL_CHAIN, PROPER_EYE) = (
    _code[name] for name in 'owl_escape_value owl_goal_dragon owl_eyespace owl_big_eyespace owl_mineye owl_maxeye owl_proper_eye '
                            'owl_eye_size owl_topological_eye owl_strong_dragon owl_lunch vital_chain proper_eye'.split())
(ALIVE_HELPER, DEAD_HELPER, CRITICAL_HELPER, WEAK_HELPER, WEAKNESS, DRAGONSIZE, SAME_DRAGON, SURROUNDED_HELPER, O_ALIVE, X_ALIVE, XCUT,
 OCUT) = (
    _code[name] for name in 'alive dead critical weak weakness dragonsize same_dragon is_surrounded o_alive_somewhere '
                            'x_alive_somewhere xcut ocut'.split())
(OMOYO, XMOYO, OAREA, XAREA, OTERRI, XTERRI, EFFECTIVE_SIZE, CUTSTONE, DISTRUST) = (
    _code[name] for name in 'omoyo xmoyo oarea xarea oterri xterri effective_size potential_cutstone distrust_tactics_helper'.split())
PLAY_ATTACK, PLAY_DEFEND, PLAY_LIB, PLAY_EITHER, PLAY_BOTH, PLAY_THROUGH, PLAY_CONNECT, PLAY_DISCONNECT = range(8)
"""Kinds of play helpers, in the order of their opcodes: each for O, then for X."""
PLAY_FIRST, PLAY_LAST = _code['oplay_attack'], _code['xplay_disconnect']
_kinds = 'attack defend lib attack_either defend_both break_through connect disconnect'.split()
assert [_code[f'{side}play_{kind}'] - PLAY_FIRST for kind in _kinds for side in 'ox'] == list(range(16))
ANSWERED = frozenset(helper.opcode for helper in HELPERS.values() if not helper.action) - frozenset(
    _code[name] for name in 'seki_helper owl_threatens omoyo_opposite x_visible_along_edge o_visible_along_edge break_mirror_helper '
                            'threaten_to_save_helper'.split())
"""Opcodes answered here; the move generator answers the others."""


@kernel(int64(BOARD, int64))
def _stone(b, pos):
    """Whether there is a stone on the point."""
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
    """Whether there is a ko at the point: an empty point to take it, or the stone that can be taken."""
    if b.color[pos] == EMPTY:
        return _takes_ko(b, pos, 1) or _takes_ko(b, pos, 2)
    if not _stone(b, pos) or b.count[b.origin[pos]] != 1 or b.libs[b.origin[pos]] != 1:
        return 0
    color = b.color[pos]
    collect_liberties(b, pos, 1)
    return _takes_ko(b, b.found[0], 3 - color)


@unit(int64(BOARD, int64))
def _second_liberties(b, pos):
    """Empty points next to a string's liberties that are no liberties themselves."""
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
    """Whether an empty point is surely no eye of this colour: enemies that cannot be taken hold too many of its corners."""
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
    """Whether a string in trouble is next to the ko point, or to the ko stone's liberty."""
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
    """A ko point next to a string, PASS if there is none: where either colour takes one."""
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
    """Whether a ko is worth finishing: pos is the ko, and a string beside it is in trouble; or pos is such a string beside a ko."""
    if _is_ko(b, pos):
        return _worth_a_ko(b, r, pos)
    return _is_in_trouble(b, r, pos) and _ko_at(b, pos) != PASS


@unit(int64(BOARD, int64, int64))
def _squeezes(b, pos, color):
    """Whether this colour's taking of a ko leaves a string beside the taking stone in atari: pos is the ko, or that string."""
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
    """Whether a string round a corner of the board is a bent four or three in the corner: dead as it stands, by the corner's ko."""
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
    """Helpers that look at dragons and influence."""
    pos, color = w.arg[0], w.color
    if helper == ALIVE_HELPER:
        return f.status[pos] == ALIVE
    if helper == DEAD_HELPER:
        return f.status[pos] == DEAD
    if helper == CRITICAL_HELPER:
        return f.status[pos] == CRITICAL
    if helper == WEAK_HELPER:
        return f.weakness[pos] > WEAK_FROM
    if helper == WEAKNESS:
        return int32(f.weakness[pos] * 100)
    if helper == DRAGONSIZE:
        return f.dragon_size[pos]
    if helper == SAME_DRAGON:
        return f.dragon[pos] != 0 and f.dragon[pos] == f.dragon[w.arg[1]]
    if helper == SURROUNDED_HELPER:
        return f.surrounded[pos]
    if helper == O_ALIVE or helper == X_ALIVE:
        for k in range(w.n):
            if f.status[w.arg[k]] == ALIVE and b.color[w.arg[k]] == (color if helper == O_ALIVE else 3 - color):
                return 1
        return 0
    if helper == XCUT:
        return f.cut[3 - color, pos] != 0
    if helper == OCUT:
        return f.cut[color, pos] != 0
    if helper == OMOYO:
        return f.moyo[pos] == color
    if helper == XMOYO:
        return f.moyo[pos] == 3 - color
    if helper == OAREA:
        return f.area[pos] == color
    if helper == XAREA:
        return f.area[pos] == 3 - color
    if helper == OTERRI:
        return f.territory[pos] == color
    if helper == XTERRI:
        return f.territory[pos] == 3 - color
    return 0


@unit(int64(BOARD, FACTS, RUN, int64))
def _property(b, f, w, helper):
    """Helpers that look at the board and at facts."""
    pos, color = w.arg[0], w.color
    if helper == LIB:
        return b.libs[b.origin[pos]] if _stone(b, pos) else 0
    if helper == OLIB:
        return liberties_after(b, pos, color, NPOINTS) if b.color[pos] == EMPTY else 0
    if helper == XLIB:
        return liberties_after(b, pos, 3 - color, NPOINTS) if b.color[pos] == EMPTY else 0
    if helper == GOAL_DRAGON:
        return f.goal[pos] != 0
    if helper == ESCAPE_VALUE:
        near = f.goal[pos] != 0
        for step in NEIGHBOURS:
            if f.goal[pos + step]:
                near = True
        return f.escape[pos] - 10 if near else f.escape[pos]
    if helper == O_SOMEWHERE or helper == X_SOMEWHERE:
        wanted = color if helper == O_SOMEWHERE else 3 - color
        for k in range(w.n):
            if b.color[w.arg[k]] == wanted:
                return 1
        return 0
    if helper == WORMSIZE:
        return b.count[b.origin[pos]] if _stone(b, pos) else 0
    if helper == SAME_STRING:
        return _stone(b, pos) and _stone(b, w.arg[1]) and b.origin[pos] == b.origin[w.arg[1]]
    if helper == LEGAL_OMOVE:
        return pos != PASS and is_legal(b, pos, color)
    if helper == LEGAL_XMOVE:
        return pos != PASS and is_legal(b, pos, 3 - color)
    if helper == O_SUICIDE or helper == X_SUICIDE:
        return b.color[pos] == EMPTY and is_suicide(b, pos, color if helper == O_SUICIDE else 3 - color)
    if helper == KO_HELPER:
        return _is_ko(b, pos)
    if helper == LIB2:
        return _second_liberties(b, pos) if _stone(b, pos) else 0
    if helper == BENT_FOUR:
        return _is_bent_four(b, pos)
    if helper == EYESPACE:
        return f.owl_eye[pos] != 0 and f.eye_max[f.owl_eye[pos]] >= 1
    if helper == BIG_EYESPACE:
        return f.owl_eye[pos] != 0 and f.eye_max[f.owl_eye[pos]] >= 2
    if helper == MINEYE:
        return f.eye_min[f.owl_eye[pos]]
    if helper == MAXEYE:
        return f.eye_max[f.owl_eye[pos]]
    if helper == OWL_PROPER_EYE:
        return f.owl_eye[pos] != 0 and not f.marginal[pos]
    if helper == EYE_SIZE:
        return f.eye_size[f.owl_eye[pos]]
    if helper == TOPOLOGICAL_EYE:
        value = f.half_eye[pos]
        return 3 if 2 < value < 4 else int32(value)
    if helper == STRONG_DRAGON:
        return f.strong[pos] != 0
    if helper == LUNCH_HELPER:
        return f.lunch[pos] != 0
    if helper == VITAL_CHAIN:
        return f.chain_eyes[pos]
    if helper == PROPER_EYE:
        return f.eye_color[pos] != 0
    if helper == EFFECTIVE_SIZE:
        return int32(f.effective_size[pos])
    if helper == CUTSTONE:
        return f.cutstone[pos] != 0
    return _of_dragons(b, f, w, helper)


@unit(int64(BOARD, READ, RUN, int64))
def _reading(b, r, w, helper):
    """Helpers that read."""
    pos, other, color = w.arg[0], w.arg[1], w.color
    w.readings += 1
    if helper == ATTACK:
        return inner_attack(b, r, pos) if _stone(b, pos) else LOSE
    if helper == DEFEND:
        return inner_defend(b, r, pos) if _stone(b, pos) else LOSE
    if helper == DOES_ATTACK:
        return inner_does_attack(b, r, pos, other) if _stone(b, other) else LOSE
    if helper == DOES_DEFEND:
        return inner_does_defend(b, r, pos, other) if _stone(b, other) else LOSE
    if helper == SAFE_OMOVE:
        return inner_safe_move(b, r, pos, color)
    if helper == SAFE_XMOVE:
        return inner_safe_move(b, r, pos, 3 - color)
    if helper == ODEFEND_AGAINST or helper == XDEFEND_AGAINST:
        # After the opponent's move at the first point: can the second be occupied safely?
        mover = 3 - color if helper == ODEFEND_AGAINST else color
        if b.color[pos] != EMPTY or not trymove(b, pos, mover):
            return LOSE
        result = inner_safe_move(b, r, other, 3 - mover)
        popgo(b)
        return result
    if helper == FINISH_KO:
        return _finishes(b, r, pos)
    if helper == SQUEEZE_KO:
        return _squeezes(b, pos, color)
    if helper == DISCONNECT_HELPER:
        return inner_disconnect(b, r, pos, other) if _pair(b, pos, other) else LOSE
    if helper == DISTRUST:
        # Whoever moves first takes or saves it, or it is a ko: tactics alone do not settle it.
        taken = inner_attack(b, r, pos) if _stone(b, pos) else LOSE
        return taken != LOSE and (taken != WIN or inner_defend(b, r, pos) != LOSE)
    if helper == FALSE_OEYE:
        return b.color[pos] == EMPTY and _is_false_eye(b, r, pos, color)
    if helper == FALSE_XEYE:
        return b.color[pos] == EMPTY and _is_false_eye(b, r, pos, 3 - color)
    return 0


@kernel(int64(BOARD, int64, int64))
def _pair(b, first, second):
    """Whether both are stones of one colour."""
    return _stone(b, first) and b.color[first] == b.color[second]


@unit(int64(BOARD, READ, RUN, int64))
def _played(b, r, w, helper):
    """Helpers that play moves in turn and then ask about one, two or three strings; moves that are illegal are left out."""
    number = helper - PLAY_FIRST
    kind = number >> 1
    color = w.color if number & 1 == 0 else 3 - w.color
    targets = 3 if kind == PLAY_THROUGH else 1 if kind <= PLAY_LIB else 2
    w.readings += kind != PLAY_LIB
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
    """Answer a play helper's question after its moves.  A missing string has been captured."""
    here = _stone(b, last)
    if kind == PLAY_LIB:
        return b.libs[b.origin[last]] if here else 0
    if kind == PLAY_ATTACK:
        return inner_attack(b, r, last) if here else WIN
    if kind == PLAY_DEFEND:
        return inner_defend(b, r, last) if here else LOSE
    both = here and _stone(b, second)
    if kind == PLAY_EITHER:
        return WIN if not both else inner_attack_either(b, r, second, last) if _pair(b, second, last) else LOSE
    if kind == PLAY_THROUGH:
        if not (both and _stone(b, first)):
            return 1
        return inner_break_through(b, r, first, second, last) if _pair(b, second, last) and _pair(b, first, last) else 0
    if not both or not _pair(b, second, last):
        return WIN if kind == PLAY_DISCONNECT else LOSE
    if kind == PLAY_BOTH:
        return inner_defend_both(b, r, second, last)
    if kind == PLAY_CONNECT:
        return inner_connect(b, r, second, last)
    return inner_disconnect(b, r, second, last)


@unit(int64(BOARD, READ, FACTS, RUN, int64))
def ask_helper(b, r, f, w, helper):
    """The answer of one helper to ``w.arg[:w.n]``."""
    w.calls += 1
    if PLAY_FIRST <= helper <= PLAY_LAST:
        return _played(b, r, w, helper)
    if ATTACK <= helper <= DISCONNECT_HELPER or helper == FALSE_OEYE or helper == FALSE_XEYE or helper == DISTRUST:
        return _reading(b, r, w, helper)
    return _property(b, f, w, helper)


# --- what Python calls

@kernel(int64(BOARD, READ, FACTS, RUN, int64))
def py_ask_helper(b, r, f, w, helper):
    """``ask_helper`` for Python."""
    return ask_helper(b, r, f, w, helper)


def new_run() -> np.void:
    """A fresh stack."""
    return np.zeros(1, RUN_DTYPE)[0]
