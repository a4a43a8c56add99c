"""Candidate moves of the search, stage by stage, each with its source (GNU Go manual, "The OWL Code").

    urgent moves       the most valuable vital moves: a point of each eye space, lunches to take or to save, and moves of
                       owl_vital_apats
    pattern moves      owl_attackpats or owl_defendpats, by value; a pattern counts if its constraint holds and its stone is safe
    vital moves        those of lower value
    tactics            taking the string in question, or saving strings of a small dragon
"""
from numba import float32, int64, void

from owlgo.engine.constraints.helpers import RUN
from owlgo.engine.core.board import BOARD, is_ko_ban, is_legal
from owlgo.engine.core.facts import FACTS
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.points import EMPTY, NEIGHBOURS, NPOINTS, PASS
from owlgo.engine.core.result import LOSE, WIN
from owlgo.engine.eyes.dragon_eyes import EYESIGHT
from owlgo.engine.eyes.value import ENOUGH_EYES
from owlgo.engine.owl.judge import after_attacker, is_own, recall_facts
from owlgo.engine.owl.lunches import most_eyes
from owlgo.engine.owl.pattern_moves import counts
from owlgo.engine.owl.record import MAX_MOVES, OWL, Did, Part, Source, Stage, add_move, add_vital, is_listed, is_on
from owlgo.engine.read.inner import inner_attack, inner_defend
from owlgo.engine.read.record import READ
from owlgo.patterns.compile import PATTERNS
from owlgo.patterns.match import MATCHES, find_matches

# Values of moves, on the scale of the pattern databases.
VITAL_POINT = 50.0
"""Value of the vital point of an eye space that one move decides."""
VITAL_FOR_TWO = 60.0
"""Value of a vital point if the space may yield two eyes and has none for certain."""
VITAL_FOR_ALL = 70.0
"""Value of a vital point if the space may yield two eyes or none at all."""
FOR_ATTACKER = 5.0
"""Addition to a vital point for the attacker."""
MARGIN = 30.0
"""Value of playing at a margin of an eye space that no single move decides."""
LUNCH, ROOMY_LUNCH, LARGE_LUNCH = 60.0, 70.0, 75.0
"""Value of taking or saving a lunch that is worth one eye, one eye in a room for two, or two eyes.  Each stone adds 1."""
BY_KO = 10.0
"""Deduction for a lunch that only a ko takes."""
MOST_STONES = 9
"""Maximum number of a lunch's stones that add to its value."""
TACTICAL = 25.0
"""Value of taking or saving a string of the dragon."""
URGENT_AT_ROOT, URGENT = 70.0, 45.0
"""Lowest values of an urgent move, at the root and deeper."""
NEARLY_ALIVE = ENOUGH_EYES + 1
"""Sum of a dragon's certain eyes and counted eyes with which it nearly lives."""
URGENT_IF_NEARLY, URGENT_IF_MORE = 35.0, 25.0
"""Lowest values of an urgent move of the dragon's owner: for a dragon that nearly lives, and for one with more eyes than that."""
LAST_HOPELESS = 2
"""Up to this many moves from the root, vital moves are tried even if the dragon cannot make two eyes."""
SMALL = 5
"""A dragon with fewer stones is defended by tactics too."""


@unit(void(BOARD, READ, FACTS, OWL, PATTERNS, MATCHES, RUN, int64, int64, int64))
def _list_patterns(b, r, f, o, p, m, w, d, source, most):
    """List the moves of up to ``most`` valid patterns of a database, the best first; vital patterns are not listed, but noted as alarms
    (``search``)."""
    color = o.attacker if source == Source.VITAL_PATTERN else o.side[d]
    m.by_goal = 1
    for pos in range(NPOINTS):
        m.goal[pos] = o.goal[d, pos]
    find_matches(b, p, m, color)
    for k in range(m.n):
        o.did[source, Did.MATCHED, p.pattern[m.instance[k]]] += 1
        if source != Source.VITAL_PATTERN and m.move[k] != PASS and is_listed(o, d, m.move[k]):
            m.move[k] = PASS
    found = 0
    best_value = float32(0)
    while found < most:
        best = -1
        for k in range(m.n):
            if m.move[k] == PASS:
                continue
            worth = p.value[p.pattern[m.instance[k]]]
            if best < 0 or worth > best_value or (worth == best_value and o.rank[m.move[k]] < o.rank[m.move[best]]):
                best, best_value = k, worth
        if best < 0:
            return
        pos, pattern = m.move[best], p.pattern[m.instance[best]]
        good = counts(b, r, f, p, m, w, best, color)
        m.move[best] = PASS
        if good:
            o.did[source, Did.HELD, pattern] += 1
            if source == Source.VITAL_PATTERN:
                add_vital(o, d, pos, float32(p.value[pattern]), source, pattern)
                o.alarms[d] += 1
            else:
                add_move(o, d, pos, float32(p.value[pattern]), source, pattern)
            found += 1
            for k in range(m.n):
                if m.move[k] == pos:
                    m.move[k] = PASS


@unit(void(BOARD, READ, FACTS, OWL, PATTERNS, MATCHES, RUN, int64))
def find_alarms(b, r, f, o, vitalpats, m, w, d):
    """Note and count the alarms of frame d: the moves that patterns of owl_vital_apats propose."""
    if o.vital and is_on(o, Part.VITAL_PATTERNS):
        recall_facts(f, o, d)
        _list_patterns(b, r, f, o, vitalpats, m, w, d, Source.VITAL_PATTERN, MAX_MOVES)


@kernel(int64(EYESIGHT, int64, int64))
def _inside(e, k, pos):
    """Count the neighbours of a point that belong to space k and are no margins."""
    found = 0
    for step in NEIGHBOURS:
        found += e.space[pos + step] == k and not e.marginal[pos + step]
    return found


@kernel(int64(BOARD, EYESIGHT, OWL, int64, int64))
def _vital_point(b, e, o, d, k):
    """Return the playable vital point with the most neighbours in space k, else PASS.  A point banned only by ko is playable."""
    attacking = o.side[d] == o.attacker
    best, most = PASS, -1
    for i in range(e.nattacks[k] if attacking else e.ndefences[k]):
        pos = e.attacks[k, i] if attacking else e.defences[k, i]
        near = _inside(e, k, pos)
        playable = is_legal(b, pos, o.side[d]) or is_ko_ban(b, pos, o.side[d])
        if playable and (near > most or (near == most and o.rank[pos] < o.rank[best])):
            best, most = pos, near
    return best


@kernel(int64(BOARD, EYESIGHT, OWL, int64))
def _first_margin(b, e, o, k):
    """Return the empty margin of space k that comes first by ``o.rank``, or PASS if the space has no empty margin."""
    best = PASS
    pos = e.first[k]
    while pos:
        if e.marginal[pos] and b.color[pos] == EMPTY and (best == PASS or o.rank[pos] < o.rank[best]):
            best = pos
        pos = e.after_of[pos]
    return best


@kernel(void(BOARD, EYESIGHT, OWL, int64))
def find_vital_points(b, e, o, d):
    """Note the vital point of each undecided eye space, and a margin of each space whose margins may cost an eye."""
    for k in range(1, e.n + 1):
        if not is_own(e, k):
            continue
        best, value = PASS, MARGIN
        if e.value[k, 1] != e.value[k, 2]:
            best, value = _vital_point(b, e, o, d, k), VITAL_POINT
            if e.value[k, 3] - e.value[k, 0] == ENOUGH_EYES:
                value = VITAL_FOR_ALL
            elif e.value[k, 3] - e.least[k] == ENOUGH_EYES:
                value = VITAL_FOR_TWO
            if o.side[d] == o.attacker:
                value += FOR_ATTACKER
        elif e.least[k] < e.value[k, 2]:
            best = _first_margin(b, e, o, k)
        if best != PASS:
            add_vital(o, d, best, float32(value), Source.EYE, k)


@kernel(void(BOARD, OWL, int64))
def find_lunch_moves(b, o, d):
    """Note the moves about lunches that are worth an eye: the defender captures such a lunch, the attacker saves it."""
    for k in range(o.nlunches):
        pos = o.lunch_defence[k] if o.side[d] == o.attacker else o.lunch_attack[k]
        if pos != PASS and o.lunch_defence[k] != 0 and o.lunch_eyes[k]:
            value = LARGE_LUNCH if o.lunch_eyes[k] == ENOUGH_EYES else ROOMY_LUNCH if most_eyes(b, o.lunch[k]) == ENOUGH_EYES else LUNCH
            value += min(b.count[b.origin[o.lunch[k]]], MOST_STONES) - (BY_KO if o.lunch_taken[k] != WIN else 0.0)
            add_vital(o, d, pos, float32(value), Source.LUNCH, o.lunch[k])


@kernel(void(OWL, int64, float32))
def _list_vital(o, d, least):
    """List the vital moves of value ``least`` or more; beyond LAST_HOPELESS moves, none for a dragon that cannot make two eyes."""
    if o.most[d] < ENOUGH_EYES and o.ply[d] > LAST_HOPELESS:
        return
    for k in range(o.nvital[d]):
        if o.vital_value[d, k] >= least:
            add_move(o, d, o.vital_move[d, k], o.vital_value[d, k], o.vital_source[d, k], o.vital_detail[d, k])


@unit(void(BOARD, READ, OWL, int64))
def _list_tactics(b, r, o, d):
    """List for the attacker a capture of the string in question, for the defender of a small dragon moves that save its strings."""
    if o.side[d] == o.attacker:
        if o.goal[d, o.target] and inner_attack(b, r, o.target) == WIN and r.move != PASS:
            add_move(o, d, r.move, float32(TACTICAL), Source.TACTICS, o.target)
        return
    stones = 0
    for pos in range(NPOINTS):
        stones += o.goal[d, pos] > 0
    if stones >= SMALL:
        return
    for pos in range(NPOINTS):
        if o.goal[d, pos] == 1 and b.origin[pos] == pos and inner_defend(b, r, pos) != LOSE and r.move != PASS:
            add_move(o, d, r.move, float32(TACTICAL), Source.TACTICS, pos)


@kernel(void(OWL, int64, int64))
def _sort(o, d, start):
    """Sort the moves from index ``start`` on, the best first, ties by rank."""
    for i in range(start + 1, o.nmoves[d]):
        move, value, source, detail = o.move[d, i], o.value[d, i], o.source[d, i], o.detail[d, i]
        j = i - 1
        while j >= start and (o.value[d, j] < value or (o.value[d, j] == value and o.rank[o.move[d, j]] > o.rank[move])):
            o.move[d, j + 1], o.value[d, j + 1] = o.move[d, j], o.value[d, j]
            o.source[d, j + 1], o.detail[d, j + 1] = o.source[d, j], o.detail[d, j]
            j -= 1
        o.move[d, j + 1], o.value[d, j + 1], o.source[d, j + 1], o.detail[d, j + 1] = move, value, source, detail


@kernel(float32(OWL, int64))
def _urgency(o, d):
    """Return the lowest value of an urgent move in frame d."""
    if o.ply[d] == 0:
        return float32(URGENT_AT_ROOT)
    eyes = o.least[d] + after_attacker(o.eyes[d])
    if o.side[d] == o.attacker or eyes < NEARLY_ALIVE:
        return float32(URGENT)
    return float32(URGENT_IF_NEARLY if eyes == NEARLY_ALIVE else URGENT_IF_MORE)


@unit(void(BOARD, READ, FACTS, OWL, MATCHES, RUN, PATTERNS, PATTERNS, int64, int64))
def list_stage(b, r, f, o, m, w, attackpats, defendpats, d, most):
    """List the moves of frame d's current stage, the best first.  The pattern stage lists the moves of at most ``most`` patterns."""
    stage, start = o.stage[d], o.nmoves[d]
    if stage == Stage.URGENT:
        _list_vital(o, d, _urgency(o, d))
    elif stage == Stage.PATTERNS:
        recall_facts(f, o, d)
        if o.side[d] != o.attacker:
            if is_on(o, Part.DEFENCE_PATTERNS):
                _list_patterns(b, r, f, o, defendpats, m, w, d, Source.DEFENCE_PATTERN, most)
        elif is_on(o, Part.ATTACK_PATTERNS):
            _list_patterns(b, r, f, o, attackpats, m, w, d, Source.ATTACK_PATTERN, most)
    elif stage == Stage.VITAL:
        _list_vital(o, d, float32(0))
    elif stage == Stage.TACTICS:
        _list_tactics(b, r, o, d)
    _sort(o, d, start)
