"""The moves that are worth trying in a position of the search, each with what proposes it (GNU Go manual, "The OWL Code").

The attacker has owl_attackpats and owl_vital_apats, the defender owl_defendpats; both have the vital points of the eye spaces, lunches
and the tactics of the dragon's own strings.  A pattern counts if its constraint holds and its stone is safe (``pattern_moves``).
"""
from numba import float32, int64, void

from engine.constraints.helpers import RUN
from engine.core.board import BOARD, popgo, trymove_in_ko_reading
from engine.core.facts import FACTS
from engine.core.jit import kernel, unit
from engine.core.points import EMPTY, NEIGHBOURS, NPOINTS, PASS
from engine.core.result import LOSE, WIN
from engine.eyes.dragon_eyes import EYESIGHT
from engine.eyes.value import ENOUGH
from engine.owl.goal import carry_goal
from engine.owl.judge import (
    LEFT,
    MADE,
    UNKNOWN,
    after_attacker,
    after_defender,
    is_own,
    judge,
    sum_with,
    tell_facts,
)
from engine.owl.lunches import lunch_value
from engine.owl.move_prior import MOVE_PRIOR
from engine.owl.order import UNKNOWN_EFFECT, effect, room, weigh_moves
from engine.owl.pattern_moves import counts
from engine.owl.record import OWL, Did, Part, Source, add_move, is_on
from engine.read.inner import inner_attack, inner_defend
from engine.read.record import READ
from patterns.compile import PATTERNS
from patterns.match import MATCHES, find_matches

WINNING, VITAL, MARGINAL, THREAT = 80.0, 52.0, 38.0, 30.0
"""Values of vital points: those after which the count of eyes decides, others, margins, threats."""
CAPTURE, RESCUE = 85.0, 48.0
"""Values of taking all that is left of the dragon, and of taking or saving one of several strings."""
TACTICAL_LIBERTIES = 3
MOST_LISTED = 8
"""Pattern moves that are looked for in a position."""
SHORT = 3
"""Liberties of a string that may be taken before it can defend itself."""
MOST_CHANGE = 20


@unit(void(BOARD, READ, FACTS, OWL, PATTERNS, MATCHES, RUN, int64, int64, int64))
def _list_patterns(b, r, f, o, p, m, w, d, color, source):
    """List the most valuable moves of a database that count, the best first, until there are enough."""
    m.by_goal = 1
    for pos in range(NPOINTS):
        m.goal[pos] = o.goal[d, pos]
    find_matches(b, p, m, color)
    # A position is entered again when an eye value had to be asked for.
    anew = o.counted[source] != o.entry
    o.counted[source] = o.entry
    if anew:
        for k in range(m.n):
            o.did[source, Did.MATCHED, p.pattern[m.instance[k]]] += 1
    found = 0
    most = float32(0)
    while found < (MOST_LISTED if d == 0 else max(o.most_moves, o.most_replies) + 2):
        best = -1
        for k in range(m.n):
            if m.move[k] == PASS:
                continue
            worth = p.value[p.pattern[m.instance[k]]]
            if best < 0 or worth > most or (worth == most and o.rank[m.move[k]] < o.rank[m.move[best]]):
                best, most = k, worth
        if best < 0:
            return
        pos, pattern = m.move[best], p.pattern[m.instance[best]]
        good = counts(b, r, f, p, m, w, best, color)
        m.move[best] = PASS
        if good:
            o.did[source, Did.HELD, pattern] += anew
            add_move(o, d, pos, float32(p.value[pattern]), source, pattern)
            found += 1
            for k in range(m.n):
                if m.move[k] == pos:
                    m.move[k] = PASS


@kernel(int64(BOARD, EYESIGHT, OWL, int64))
def _list_vital(b, e, o, d):
    """List the vital points of the eye spaces for the side to move; UNKNOWN while a sum is."""
    attacking = o.side[d] == o.attacker
    known = 0
    for k in range(1, e.n + 1):
        if not is_own(e, k):
            continue
        place = o.space_case[k]
        after = (LEFT if attacking else MADE)[o.cases[place]]
        if after >= 0 and e.value[k, 0] != e.value[k, 3]:
            total = sum_with(e, o, place, after)
            known = min(known, total)
            decides = after_defender(total) < ENOUGH if attacking else after_attacker(total) >= ENOUGH
            value = WINNING if decides else VITAL if e.value[k, 1] != e.value[k, 2] else THREAT
            n = e.nattacks[k] if attacking else e.ndefences[k]
            for i in range(n):
                pos = e.attacks[k, i] if attacking else e.defences[k, i]
                add_move(o, d, pos, float32(value), Source.EYE, k)
        if e.value[k, 1] == e.value[k, 2] and e.least[k] < e.value[k, 2]:
            # Nothing hangs on one point, and yet every margin may cost an eye.
            pos = e.first[k]
            while pos:
                if e.marginal[pos] and b.color[pos] == EMPTY:
                    add_move(o, d, pos, float32(MARGINAL), Source.EYE, k)
                pos = e.after_of[pos]
    return known


@kernel(void(BOARD, OWL, int64))
def _list_lunches(b, o, d):
    """List the taking, or the saving, of lunches."""
    for k in range(o.nlunches):
        pos = o.lunch_defence[k] if o.side[d] == o.attacker else o.lunch_attack[k]
        if pos != PASS and o.lunch_defence[k] != 0:
            add_move(o, d, pos, lunch_value(o, b, k), Source.LUNCH, o.lunch[k])


@unit(void(BOARD, READ, OWL, int64))
def _list_tactics(b, r, o, d):
    """List the taking, or the saving, of the dragon's own strings that were there from the start."""
    strings = 0
    for pos in range(NPOINTS):
        strings += o.goal[d, pos] == 1 and b.origin[pos] == pos
    for pos in range(NPOINTS):
        if not o.goal[d, pos] or b.origin[pos] != pos or b.libs[pos] > TACTICAL_LIBERTIES:
            continue
        taken = inner_attack(b, r, pos)
        move = r.move
        if taken == LOSE:
            continue
        alone = strings == 1 and o.goal[d, pos] == 1
        if o.side[d] == o.attacker:
            if move != PASS:
                add_move(o, d, move, float32(CAPTURE if alone and taken == WIN else RESCUE), Source.TACTICS, pos)
        elif inner_defend(b, r, pos) != LOSE and r.move != PASS:
            add_move(o, d, r.move, float32(CAPTURE if alone else RESCUE), Source.TACTICS, pos)


@unit(int64(BOARD, READ, EYESIGHT, OWL, int64, int64))
def _drop_idle(b, r, e, o, d, now):
    """Leave out pattern moves that change nothing for the better, and value the others by what they change; UNKNOWN while a value is.

    The moves are in order; when there are as many as may be tried, and one more, the others are not looked at.
    """
    kept = 0
    most = max(o.most_moves, o.most_replies) + 1 if d else MOST_LISTED
    for k in range(o.nmoves[d]):
        if kept >= most:
            break
        change = 1
        if o.source[d, k] <= Source.VITAL_PATTERN:
            change = effect(b, r, e, o, d, o.move[d, k], now)
            if change == UNKNOWN_EFFECT:
                return UNKNOWN
        if change > 0:
            o.move[d, kept], o.value[d, kept] = o.move[d, k], o.value[d, k]
            o.source[d, kept], o.detail[d, kept], o.again[d, kept] = o.source[d, k], o.detail[d, k], o.again[d, k]
            if o.source[d, k] <= Source.VITAL_PATTERN:
                o.value[d, kept] += o.effect_weight * min(change, MOST_CHANGE)
            kept += 1
    o.nmoves[d] = kept
    return 0


@kernel(void(OWL, int64))
def _sort(o, d):
    """Put the moves in order, the best first; of two as good the one of the lower rank."""
    for i in range(1, o.nmoves[d]):
        move, value, source, detail, again = o.move[d, i], o.value[d, i], o.source[d, i], o.detail[d, i], o.again[d, i]
        j = i - 1
        while j >= 0 and (o.value[d, j] < value or (o.value[d, j] == value and o.rank[o.move[d, j]] > o.rank[move])):
            o.move[d, j + 1], o.value[d, j + 1] = o.move[d, j], o.value[d, j]
            o.source[d, j + 1], o.detail[d, j + 1], o.again[d, j + 1] = o.source[d, j], o.detail[d, j], o.again[d, j]
            j -= 1
        o.move[d, j + 1], o.value[d, j + 1], o.source[d, j + 1], o.detail[d, j + 1] = move, value, source, detail
        o.again[d, j + 1] = again


@unit(int64(BOARD, READ, FACTS, EYESIGHT, OWL, MOVE_PRIOR, MATCHES, RUN, PATTERNS, PATTERNS, PATTERNS, int64))
def list_moves(b, r, f, e, o, q, m, w, attackpats, defendpats, vitalpats, d):
    """List the moves of the side to move in frame d, the best first; UNKNOWN while an eye value is.  The eyes of the goal were judged."""
    o.nmoves[d] = 0
    color = o.side[d]
    attacking = color == o.attacker
    tell_facts(b, f, e, o, d)
    if is_on(o, Part.EYES) and _list_vital(b, e, o, d) == UNKNOWN:
        return UNKNOWN
    _list_lunches(b, o, d)
    _list_tactics(b, r, o, d)
    if attacking and is_on(o, Part.ATTACK_PATTERNS):
        _list_patterns(b, r, f, o, attackpats, m, w, d, color, Source.ATTACK_PATTERN)
    if not attacking and is_on(o, Part.DEFENCE_PATTERNS):
        _list_patterns(b, r, f, o, defendpats, m, w, d, color, Source.DEFENCE_PATTERN)
    if attacking and o.vital and is_on(o, Part.VITAL_PATTERNS):
        _list_patterns(b, r, f, o, vitalpats, m, w, d, color, Source.VITAL_PATTERN)
    if is_on(o, Part.ORDER):
        # The eye spaces were told to the patterns; weighing looks at them anew.
        _sort(o, d)
        if weigh_moves(b, r, e, o, q, d) == UNKNOWN:
            return UNKNOWN
    elif is_on(o, Part.EFFECTS):
        # The eyes are looked at again for every move: what was told to the patterns is of the position before.
        now = room(b, e, o, d)
        _sort(o, d)
        if _drop_idle(b, r, e, o, d, now) == UNKNOWN:
            return UNKNOWN
    _sort(o, d)
    return 0


@unit(int64(BOARD, READ, EYESIGHT, OWL, int64))
def _list_threats_to_eyes(b, r, e, o, d):
    """List moves at the liberties of the dragon's short strings after which two eyes are no longer certain; UNKNOWN while a value is.

    The wall round an eye may be short of liberties or have a cut: then what the eye space is worth is not what it yields.
    """
    color = o.side[d]
    n = 0
    for pos in range(NPOINTS):
        if b.color[pos] != EMPTY:
            continue
        short = 0
        for step in NEIGHBOURS:
            q = pos + step
            if o.goal[d, q] and b.libs[b.origin[q]] <= SHORT:
                short = 1
        if short:
            o.points[n] = pos
            n += 1
    for k in range(n):
        pos = o.points[k]
        if trymove_in_ko_reading(b, pos, color, color) <= 0:    # what ko forbids may be tried after a threat
            continue
        carry_goal(b, o, d, pos)
        known = judge(b, r, e, o, d + 1)
        popgo(b)
        if known == UNKNOWN:
            return UNKNOWN
        if o.least[d + 1] < ENOUGH:
            add_move(o, d, pos, float32(VITAL), Source.EFFECT, 0)
    return 0


@unit(int64(BOARD, READ, FACTS, EYESIGHT, OWL, MATCHES, RUN, PATTERNS, int64))
def has_vital(b, r, f, e, o, m, w, vitalpats, d):
    """Whether a pattern of owl_vital_apats speaks against two eyes that were counted; its moves become the list of frame d."""
    o.nmoves[d] = 0
    if o.vital and is_on(o, Part.VITAL_PATTERNS):
        tell_facts(b, f, e, o, d)
        _list_patterns(b, r, f, o, vitalpats, m, w, d, o.attacker, Source.VITAL_PATTERN)
    if is_on(o, Part.EFFECTS) and _list_threats_to_eyes(b, r, e, o, d) == UNKNOWN:
        return UNKNOWN
    _sort(o, d)
    return o.nmoves[d]


@kernel(int64(BOARD, READ, FACTS, EYESIGHT, OWL, MOVE_PRIOR, MATCHES, RUN, PATTERNS, PATTERNS, PATTERNS, int64))
def py_list_moves(b, r, f, e, o, q, m, w, attackpats, defendpats, vitalpats, d):
    """``list_moves`` for Python, the eyes being judged first; 1 if there are two for certain, so that nothing is listed."""
    if judge(b, r, e, o, d) == UNKNOWN:
        return UNKNOWN
    if o.least[d] >= ENOUGH:
        return 1
    return list_moves(b, r, f, e, o, q, m, w, attackpats, defendpats, vitalpats, d)
