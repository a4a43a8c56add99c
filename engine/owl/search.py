"""The selective search for and against a dragon (GNU Go manual, "The OWL Code").

    attacker's node    The dragon has two certain eyes: he fails.  Else he tries his moves.  If he has none, the defender's best move here
                       is searched: the attacker plays on that point.  If the defender has no move either, the dragon is dead.
    defender's node    He can escape or has two certain eyes: he lives.  Else he tries his moves.  Without any he is dead, unless two eyes
                       are counted.

Moves come in stages (``record.Stage``), a few of each.  A stage is listed when those before it have failed.  Each alarm (a move of a
matching vital pattern) takes one from the certain eyes, whoever is to move.  Where depth or nodes run out, the defender lives.

The search keeps its own stack, so that it can pause: to have an eye space solved whose value is unknown, and to let the caller stop it.
"""
from enum import IntEnum

from numba import int64, uint64, void

from owlgo.engine.constraints.helpers import RUN
from owlgo.engine.core.board import BOARD, is_ko_ban, popgo
from owlgo.engine.core.facts import FACTS
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.points import NPOINTS, PASS
from owlgo.engine.core.result import KO_B, LOSE, WIN
from owlgo.engine.core.zobrist import mix
from owlgo.engine.eyes.dragon_eyes import EYESIGHT
from owlgo.engine.eyes.value import ENOUGH_EYES
from owlgo.engine.owl.candidates import find_alarms, find_lunch_moves, find_vital_points, list_stage
from owlgo.engine.owl.goal import ESCAPED_FROM, carry_goal, farthest, goal_key, is_taken, route_left
from owlgo.engine.owl.judge import UNKNOWN, after_attacker, is_own, judge, keep_facts
from owlgo.engine.owl.record import MAX_FRAMES, MAX_LOG, MAX_MOVES, OWL, TABLE_BITS, Did, Leaf, Part, Source, Stage, add_move, count, is_on
from owlgo.engine.read.komaster import Way, play_in_ko
from owlgo.engine.read.record import NOBODY, READ
from owlgo.patterns.compile import PATTERNS
from owlgo.patterns.match import MATCHES

ESCAPE_PLY = 3
"""Ply from which the defender's escape routes are searched for.  A question about the root assumes that there is none."""
PLENTY = 4
"""Sum of the eyes of single spaces (``hopes``) with which a dragon lives if one of them is certain."""
LAST_FRAME = MAX_FRAMES - 3


class Phase(IntEnum):
    """What the search does next in the current frame."""
    ENTER = 0
    """Evaluate the position."""
    TRY = 1
    """Play the next move."""
    LEAVE = 2
    """Return the result to the parent frame."""


class Stop(IntEnum):
    """Why the search returns to its caller."""
    DONE = 0
    """The search has a result."""
    ASKS = 1
    """The search needs the value of an eye space."""
    PAUSED = 2
    """The caller may stop it."""


@kernel(uint64(BOARD, OWL, int64))
def _position_key(b, o, d):
    """Return the key of frame d for the table: stones, goal, side to move and ko, the same in every orientation.

    Limits and the number of moves played are not part of it.  Without captures the stones imply how many moves were played.
    """
    state = o.komaster[d]
    colored = 0 if state & 3 == 0 else 1 + (state & 3 == o.attacker)
    return goal_key(b, o, d) ^ \
        mix(uint64(state >> 2 << 2 | colored) | uint64(o.rank[o.ko_place[d]]) << uint64(8) | uint64(o.rank[b.ko]) << uint64(20) |
            uint64(o.side[d] == o.attacker) << uint64(40))


@kernel(int64(OWL, int64))
def _known(o, d):
    """Look frame d up in the table.  If its answer is there, copy it into the frame and return 1, else return 0."""
    slot = int64(o.key[d] & uint64((1 << TABLE_BITS) - 1))
    if o.table_key[slot] != o.key[d]:
        return 0
    entry = o.table[slot]
    if entry >> 4 & 63 > o.ply[d]:
        # It was searched deeper down, with less depth left than there is now.
        return 0
    o.result[d], o.limited[d] = entry & 7, entry >> 3 & 1
    o.best[d] = entry >> 10
    return 1


@kernel(void(OWL, int64))
def _remember(o, d):
    slot = int64(o.key[d] & uint64((1 << TABLE_BITS) - 1))
    o.table_key[slot] = o.key[d]
    o.table[slot] = o.result[d] | o.limited[d] << 3 | min(o.ply[d], 63) << 4 | o.best[d] << 10


@kernel(int64(OWL, int64, int64, int64))
def _end(o, d, result, leaf):
    """Make frame d a leaf with this result and the reason why its line ends (``Leaf``); return the reason."""
    o.result[d], o.leaf[d], o.best[d] = result, leaf, PASS
    o.limited[d] = leaf == Leaf.DEPTH or leaf == Leaf.NODES
    return leaf


@kernel(void(EYESIGHT, OWL, int64))
def _note_eyes(e, o, d):
    """Note the first points of up to two certain eyes in ``o.where``."""
    n = 0
    for k in range(1, e.n + 1):
        if n < 2 and is_own(e, k) and e.least[k]:
            o.where[d, n] = e.first[k]
            n += 1


@kernel(int64(OWL, int64))
def _is_sure(o, d):
    """Whether the dragon surely lives: of its certain eyes, less one for each alarm, two are left, or one with PLENTY of ``hopes``."""
    left = o.least[d] - o.alarms[d]
    return left >= ENOUGH_EYES or (left > 0 and o.hopes[d] >= PLENTY)


@unit(int64(BOARD, READ, FACTS, EYESIGHT, OWL, MATCHES, RUN, PATTERNS))
def _enter(b, r, f, e, o, m, w, vitalpats):
    """Evaluate the position of the current frame; return its ``Leaf``, or UNKNOWN.  For INNER, vital moves have been noted."""
    d = o.depth
    defending = o.side[d] != o.attacker
    lives, dies = (WIN, LOSE) if defending else (LOSE, WIN)
    o.result[d], o.best[d], o.limited[d], o.leaf[d] = LOSE, PASS, 0, Leaf.INNER
    o.nmoves[d] = o.next[d] = o.tried[d] = o.refused[d] = o.nvital[d] = o.alarms[d] = 0
    o.eyes[d] = o.least[d] = o.where[d, 0] = o.where[d, 1] = 0
    o.stage[d], o.stage_tried[d] = -1, 0
    o.key[d] = _position_key(b, o, d)
    if is_taken(o, d):
        return _end(o, d, dies, Leaf.CAPTURED)
    if d > 0 and _known(o, d):
        o.leaf[d] = Leaf.KNOWN
        return Leaf.KNOWN
    if o.ply[d] > o.reading_depth or d >= LAST_FRAME:
        return _end(o, d, lives, Leaf.DEPTH)
    if o.nodes >= o.node_limit:
        return _end(o, d, lives, Leaf.NODES)
    if defending and o.ply[d] >= ESCAPE_PLY and is_on(o, Part.ESCAPE) and route_left(b, o, d) >= ESCAPED_FROM:
        o.where[d, 0] = farthest(o)
        return _end(o, d, lives, Leaf.ESCAPED)
    if judge(b, r, e, o, d) == UNKNOWN:
        return UNKNOWN
    o.nodes += 1
    keep_facts(b, e, o, d)
    if is_on(o, Part.EYES):
        find_vital_points(b, e, o, d)
    find_lunch_moves(b, o, d)
    # Deep in the tree two counted eyes are enough, though not certain.
    shown = o.ply[d] > o.distrust_depth and after_attacker(o.eyes[d]) >= ENOUGH_EYES
    if not defending or shown or _is_sure(o, d):
        find_alarms(b, r, f, o, vitalpats, m, w, d)
    if _is_sure(o, d):
        _note_eyes(e, o, d)
        return _end(o, d, lives, Leaf.EYES)
    if shown and not o.alarms[d]:
        _note_eyes(e, o, d)
        return _end(o, d, lives, Leaf.SHOWN)
    return Leaf.INNER


@kernel(int64(OWL, int64))
def _most(o, d):
    """Return the maximum number of moves that frame d may try in a stage."""
    if o.ply[d] > o.branch_depth:
        return 1
    return o.most_moves if o.side[d] == o.first else o.most_replies


@kernel(void(OWL, int64, int64))
def _log_move(o, d, k):
    """Log the move just played."""
    o.line[d + 1] = -1
    if o.logging and o.log_n < MAX_LOG and (d == 0 or o.line[d] >= 0):
        n = o.log_n
        o.log_n = n + 1
        o.line[d + 1] = n
        o.log_parent[n] = o.line[d] if d else -1
        o.log_move[n], o.log_color[n] = o.move[d, k], o.side[d]
        o.log_stage[n], o.log_value[n] = o.stage[d], o.value[d, k]
        o.log_source[n], o.log_detail[n] = o.source[d, k], o.detail[d, k]
        o.log_leaf[n] = o.log_result[n] = 0


@kernel(void(OWL, int64, int64, int64))
def _descend(o, d, k, ply):
    """Step down to the frame after candidate k of frame d; ``ply`` counts the moves played to reach it."""
    o.chosen[d] = k
    o.side[d + 1] = 3 - o.side[d]
    o.ply[d + 1] = ply
    o.depth = d + 1
    _log_move(o, d, k)


@unit(int64(BOARD, OWL, int64, int64, int64))
def _play(b, o, d, k, conditional):
    """Play candidate k of frame d.  Return whether the move was allowed."""
    move = o.move[d, k]
    banned = is_ko_ban(b, move, o.side[d])
    packed = play_in_ko(b, o.side[d], o.komaster[d], o.ko_place[d], move, conditional)
    if packed == Way.REFUSED:
        if banned and not conditional and not o.refused[d]:
            o.refused[d] = k + 1
        return 0
    o.way[d] = packed & 3
    o.komaster[d + 1], o.ko_place[d + 1] = packed >> 2 & 63, packed >> 8
    source = o.source[d, k]
    carry_goal(b, o, d, move, int64(source <= Source.VITAL_PATTERN and o.joins[source, o.detail[d, k]] != 0))
    count(o, d, k, Did.TRIED)
    o.tried[d] += 1
    o.stage_tried[d] += 1
    _descend(o, d, k, o.ply[d] + 1)
    return 1


@kernel(void(OWL, int64))
def _ask(o, d):
    """Pass for the attacker, who has nothing left to try in frame d, to find the move that the defender needs."""
    k = o.nmoves[d]
    add_move(o, d, PASS, 0, Source.NONE, 0)
    o.next[d] = k + 1
    o.way[d] = Way.PASSED
    o.komaster[d + 1], o.ko_place[d + 1] = o.komaster[d], o.ko_place[d]
    for pos in range(NPOINTS):
        o.goal[d + 1, pos] = o.goal[d, pos]
    _descend(o, d, k, o.ply[d])


@kernel(void(OWL, int64))
def _go_to_next_stage(o, d):
    """Advance frame d to its next stage.  Beyond ``branch_depth``, once a move was tried, only the ko stage follows."""
    o.stage[d] = Stage.KO if o.tried[d] and o.ply[d] > o.branch_depth else o.stage[d] + 1
    o.stage_tried[d] = 0
    o.next[d] = o.nmoves[d]


@unit(int64(BOARD, READ, FACTS, OWL, MATCHES, RUN, PATTERNS, PATTERNS))
def _try(b, r, f, o, m, w, attackpats, defendpats):
    """Play the next candidate of the current frame.  Return whether there was a candidate."""
    d = o.depth
    if o.result[d] == WIN:
        return 0
    attacking = o.side[d] == o.attacker
    most = _most(o, d)
    while o.stage[d] < Stage.KO:
        while o.next[d] < o.nmoves[d] and o.stage_tried[d] < most:
            k = o.next[d]
            o.next[d] = k + 1
            if _play(b, o, d, k, 0):
                return 1
        _go_to_next_stage(o, d)
        if o.stage[d] < Stage.ASK:
            list_stage(b, r, f, o, m, w, attackpats, defendpats, d, most)
            for k in range(o.next[d], o.nmoves[d]):
                count(o, d, k, Did.LISTED)
        elif o.stage[d] == Stage.ASK and attacking and not o.tried[d] and o.nmoves[d] < MAX_MOVES:
            _ask(o, d)
            return 1
    if o.refused[d] and o.result[d] == LOSE:
        k = o.refused[d] - 1
        o.refused[d] = 0
        if _play(b, o, d, k, 1):
            return 1
    if not attacking and not o.tried[d]:
        shown = after_attacker(o.eyes[d]) >= ENOUGH_EYES
        _end(o, d, WIN if shown else LOSE, Leaf.SHOWN if shown else Leaf.NOTHING)
    return 0


@kernel(void(OWL, int64))
def _count_win(o, d):
    """Credit the pattern whose move made frame d a success."""
    if o.result[d] != LOSE and o.leaf[d] == Leaf.INNER:
        for k in range(o.nmoves[d]):
            if o.move[d, k] == o.best[d]:
                count(o, d, k, Did.WON)
                return


@unit(void(BOARD, OWL))
def _leave(b, o):
    """Pass the current frame's result on to its parent, and take the move back."""
    child = o.depth
    d = child - 1
    n = o.line[child]
    _count_win(o, child)
    if o.leaf[child] != Leaf.KNOWN:
        _remember(o, child)
    asked = o.way[d] == Way.PASSED
    if not asked:
        popgo(b)
    o.depth = d
    k = o.chosen[d]
    result = WIN - o.result[child]
    if o.way[d] == Way.CONDITIONAL and result != LOSE:
        result = KO_B
    if n >= 0:
        o.log_result[n], o.log_leaf[n] = result, o.leaf[child]
        o.log_where[n, 0], o.log_where[n, 1] = o.where[child, 0], o.where[child, 1]
    # A success stands by itself; a lesser result may hide a better one that a limit cut off.
    o.limited[d] = o.limited[child] if result == WIN else o.limited[d] | o.limited[child]
    if result > o.result[d] and (result == WIN or not asked):
        o.result[d], o.best[d] = result, o.move[d, k]
    if asked and result != WIN and o.best[child] != PASS:
        # The attacker takes the point that the defender needs.
        add_move(o, d, o.best[child], 0, Source.REPLY, 0)


@kernel(int64(BOARD, READ, FACTS, EYESIGHT, OWL, MATCHES, RUN, PATTERNS, PATTERNS, PATTERNS))
def py_search(b, r, f, e, o, m, w, attackpats, defendpats, vitalpats):
    """Continue the search; return why it stops (``Stop``).  With DONE the board is the root position again."""
    while True:
        if o.phase == Phase.ENTER:
            if o.nodes >= o.pause:
                return Stop.PAUSED
            leaf = _enter(b, r, f, e, o, m, w, vitalpats)
            if leaf == UNKNOWN:
                return Stop.ASKS
            o.phase = Phase.TRY if leaf == Leaf.INNER else Phase.LEAVE
        elif o.phase == Phase.TRY:
            o.phase = Phase.ENTER if _try(b, r, f, o, m, w, attackpats, defendpats) else Phase.LEAVE
        else:
            if o.depth == 0:
                _count_win(o, 0)
                return Stop.DONE
            _leave(b, o)
            o.phase = Phase.TRY


@kernel(void(BOARD, OWL, int64, int64))
def py_begin(b, o, side, nodes):
    """Start a search for this side to move with a node limit.  The caller has set the goal of frame 0."""
    o.depth = 0
    o.phase = Phase.ENTER
    o.nodes = 0
    o.node_limit = nodes
    o.side[0] = o.first = side
    o.komaster[0] = NOBODY
    o.ko_place[0] = 0
    o.ply[0] = 0
    o.line[0] = -1
    o.log_n = 0


@kernel(void(BOARD, OWL))
def py_abandon(b, o):
    """Take back all moves of an unfinished search."""
    while o.depth > 0:
        o.depth -= 1
        if o.way[o.depth] != Way.PASSED:
            popgo(b)
