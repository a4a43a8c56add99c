"""Proof-number search of all readings, depth first (df-pn, Nagai 2002; thresholds after Pawlewicz and Lew 2007).

A node's proof number pn estimates the work left until the attacker succeeds, its disproof number dn the work until the defender does.  The
search reads the child that needs the least work.  The cost of a ladder, deep and narrow, grows with its length alone.

Ko is a question of threats, so it is read twice.  First neither side may retake a ko at once.  If a retake was refused somewhere, the
question is read again with ko threats for the loser: FEW_THREATS times in a line he may retake a ko at once, as if the other side ignored
the threat.  If that turns the result it is a ko.  A repetition of a position counts as the attacker's failure.
"""
from numba import int64, uint64, void

from owlgo.engine.core.board import BOARD, Suicide, is_ko_ban, is_suicide, popgo, trymove_in_ko_reading
from owlgo.engine.core.jit import for_python, kernel, unit
from owlgo.engine.core.points import EMPTY, PASS, STRIDE
from owlgo.engine.core.strings import collect_liberties, collect_neighbours
from owlgo.engine.read.capture import SAFE_LIBERTIES, ZONE_LIBERTIES, judge_capture, settle, zone_string
from owlgo.engine.read.depths import ANY_PRIOR
from owlgo.engine.read.moves import add, attack_moves, defence_moves, ladder_moves, liberties_to
from owlgo.engine.read.paths import cut_moves, judge_cut
from owlgo.engine.read.record import (
    FEW_THREATS,
    INFINITE_PN,
    MAX_GOALS,
    NOBODY,
    PASS_KEY,
    READ,
    READ_FRAMES,
    READ_MOVES,
    Aim,
    Winner,
    known,
    node_key,
    ranked_key,
    store,
    zone_add,
    zone_clear,
    zone_has,
)

UNLIKELY_PRIOR = 20
"""Candidates with this prior or a higher one do not count as unsolved in a node's sum."""


@kernel(int64(BOARD, READ, int64, int64))
def push(b, r, depth, pos):
    """Play a candidate and set up the next frame.  A ko is retaken only with threats left.  Return 0 if the move is not allowed."""
    color = r.side[depth]
    r.visited[pos] = r.visit
    if pos != PASS and b.suicide != Suicide.FORBIDDEN and is_suicide(b, pos, color):
        return 0
    retake = int64(pos != PASS and is_ko_ban(b, pos, color) != 0)
    pushed = trymove_in_ko_reading(b, pos, color, r.master if depth <= r.ko_depth and r.spent[depth] < FEW_THREATS else NOBODY)
    if pushed < 0:
        if depth > r.ko_depth:
            r.limited = 1
        else:
            r.refused = 1
    if pushed <= 0:
        return 0
    r.side[depth + 1] = 3 - color
    r.spent[depth + 1] = r.spent[depth] + retake
    stones = r.stones[depth]
    if pos != PASS:
        stones ^= ranked_key(r, color, pos)
        for k in range(b.nremoved):
            stones ^= ranked_key(r, 3 - color, b.removed[k])
    r.stones[depth + 1] = stones
    r.captured[depth + 1] = 1 if b.nremoved > 0 or pos == PASS else r.captured[depth]
    r.key[depth + 1] = node_key(b, r, depth + 1)
    return 1


py_push = for_python(push)


@kernel(int64(READ, int64))
def hint(r, depth):
    """Return the index of the table entry in which the first pass of the search stored an attacker's win of this position, or -1."""
    slot = known(r, r.key[depth] ^ PASS_KEY * uint64(r.number) ^ PASS_KEY * uint64(r.number - 1))
    return slot if slot >= 0 and r.table_pn[slot] == 0 else -1


@kernel(void(BOARD, READ, int64))
def _double_threats(b, r, depth):
    """Add the points at or next to liberties of two of the strings, with prior 6."""
    stamp = r.seen_stamp * (MAX_GOALS + 1)
    for k in range(r.ngoals):
        if b.color[r.goals[k]] == EMPTY:
            continue
        libs = liberties_to(b, r, r.goals[k], SAFE_LIBERTIES, 0)
        if libs == SAFE_LIBERTIES:
            continue
        for j in range(libs):
            for step in (0, -STRIDE, -1, 1, STRIDE):
                pos = r.list[0, j] + step
                if b.color[pos] != EMPTY:
                    continue
                if r.near[pos] > stamp and r.near[pos] != stamp + k + 1:
                    add(b, r, depth, pos, 6)
                r.near[pos] = stamp + k + 1


@unit(void(BOARD, READ, int64))
def generate(b, r, depth):
    """List a frame's candidates."""
    attacking = r.side[depth] == r.attacker
    r.n[depth] = 0
    r.seen_stamp += 1
    r.cutoff = ANY_PRIOR if depth == 0 else r.cutoff_attack if attacking else r.cutoff_defence
    if depth > r.branch_depth and (attacking or not r.verifying):
        r.cutoff = min(r.cutoff, 8)
    if r.goal != Aim.CAPTURE:
        cut_moves(b, r, depth)
        return
    if r.verifying and attacking and r.quick:
        slot = hint(r, depth)
        if slot >= 0 and r.table_zone[slot, 0] != 0:
            add(b, r, depth, int64(r.table_zone[slot, 0]), 0)
    if r.ngoals > 1 and attacking and depth <= r.net_depth:
        _double_threats(b, r, depth)
    for k in range(r.ngoals):
        r.target = r.goals[k]
        if b.color[r.target] == EMPTY:
            # Taken in ko, and its owner may retake.
            add(b, r, depth, r.target, 0)
        elif r.ladder:
            ladder_moves(b, r, depth)
        elif attacking:
            attack_moves(b, r, depth)
        else:
            defence_moves(b, r, depth)


@unit(void(BOARD, READ, int64))
def judge(b, r, depth):
    """Set a position's first proof numbers.  If several strings are the goal, the attacker needs only one of them, the defender all."""
    if r.goal != Aim.CAPTURE:
        judge_cut(b, r, depth)
        return
    pn, dn = INFINITE_PN, 0
    r.urgent = 0
    for k in range(r.ngoals):
        r.target = r.goals[k]
        judge_capture(b, r, depth)
        if r.pn == 0:
            return
        if r.dn != 0:
            pn = min(pn, r.pn)
            dn += r.dn
    if r.urgent > 1:
        # Each could be saved by a move, but there is only one.
        pn, dn = min(pn, 6), dn + 2
    r.pn, r.dn = pn, dn


@kernel(void(BOARD, READ, int64))
def _first_numbers(b, r, depth):
    """Set a position's proof numbers from the table, or from a first estimate."""
    slot = known(r, r.key[depth])
    if slot >= 0:
        r.pn = r.table_pn[slot]
        r.dn = r.table_dn[slot]
        if r.pn == 0:
            for k in range(4):
                r.zone[k] = r.table_zone[slot, k]
        return
    if r.verifying and hint(r, depth) >= 0:
        # The first pass found that the attacker succeeds here: likely, but not all replies were read.
        r.pn, r.dn = 1, 6
        return
    judge(b, r, depth)


@unit(void(BOARD, READ, int64, int64, int64))
def keep_zone(b, r, depth, child, pos):
    """Store the zone of a child that the attacker has won.  Add his move, which is on the board, and the liberties of its string if they
    are few."""
    if r.side[depth] == r.attacker and pos != PASS:
        zone_add(r, pos)
        if b.color[pos] == r.attacker:
            zone_string(b, r, pos, ZONE_LIBERTIES)
    for k in range(4):
        r.czone[depth, child, k] = r.zone[k]


@kernel(void(BOARD, READ, int64, int64, int64, int64))
def _take_back(b, r, depth, child, pos, prior):
    """Take back a move whose position has just been judged, and list it."""
    if r.pn == 0:
        keep_zone(b, r, depth, child, pos)
    popgo(b)
    r.moves[depth, child] = pos
    r.prior[depth, child] = prior
    r.cpn[depth, child] = r.pn
    r.cdn[depth, child] = r.dn


@kernel(void(READ, int64, int64))
def _drop(r, depth, child):
    """Count a reply outside the zone as lost.  The reply adds nothing to the frame's zone."""
    r.cpn[depth, child] = 0
    r.cdn[depth, child] = INFINITE_PN
    for k in range(4):
        r.czone[depth, child, k] = 0


@unit(void(BOARD, READ, int64))
def use_zone(b, r, depth):
    """Use the zone of the attacker's win after a pass: count replies outside the zone as lost, and list the missing replies inside the
    zone."""
    passing = r.passing[depth]
    r.passing[depth] = -2
    target = b.origin[r.target]
    if r.goal == Aim.CAPTURE and b.color[r.target] != EMPTY and b.libs[target] == 1 and b.count[target] > 1:
        # A string in atari is taken next: only its liberty and the capture of a stone that gives the atari can matter.
        n = collect_neighbours(b, target, 1)
        for k in range(n):
            r.list[0, k] = b.found[k]
        r.list[0, n] = target
        r.seen_stamp += 1
        for k in range(n + 1):
            collect_liberties(b, r.list[0, k], 1)
            r.seen[b.found[0]] = r.seen_stamp
        for k in range(r.n[depth]):
            pos = r.moves[depth, k]
            if pos != PASS and r.seen[pos] != r.seen_stamp:
                _drop(r, depth, k)
        return
    r.seen_stamp += 1
    for k in range(r.n[depth]):
        pos = r.moves[depth, k]
        if pos == PASS:
            continue
        r.seen[pos] = r.seen_stamp
        if not zone_has(r, depth, passing, pos):
            _drop(r, depth, k)
    size = b.size
    for row in range(size):
        for col in range(size):
            pos = r.ranked[row * STRIDE + col]
            if not zone_has(r, depth, passing, pos):
                continue
            r.visited[pos] = r.visit
            if b.color[pos] != EMPTY or r.seen[pos] == r.seen_stamp:
                continue
            n = r.n[depth]
            if n >= READ_MOVES:
                r.limited = r.doubt = 1
                return
            if not push(b, r, depth, pos):
                continue
            _first_numbers(b, r, depth + 1)
            _take_back(b, r, depth, n, pos, UNLIKELY_PRIOR)
            r.n[depth] = n + 1


@kernel(void(READ, int64))
def _gather(r, depth):
    """Set the zone of a node that the attacker has won: the zone after his winning move, or the zones after all the defender's moves
    together."""
    zone_clear(r)
    for k in range(r.n[depth]):
        if r.side[depth] == r.attacker and r.cpn[depth, k] != 0:
            continue
        for j in range(4):
            r.zone[j] |= r.czone[depth, k, j]
        if r.side[depth] == r.attacker:
            return


@kernel(int64(BOARD, READ))
def _threatens(b, r):
    """Whether one of the strings is short of liberties, so that a move may threaten something."""
    for k in range(r.ngoals):
        pos = r.goals[k]
        if b.color[pos] == EMPTY or b.libs[b.origin[pos]] <= 2:
            return 1
    return 0


@unit(void(BOARD, READ, int64))
def expand(b, r, depth):
    """List a frame's moves with the proof numbers of their positions.  A move that settles the frame ends the list."""
    r.entered[depth] = r.nodes
    r.nodes += 1
    generate(b, r, depth)
    attacking = r.side[depth] == r.attacker
    if r.n[depth] == 0 and not attacking:
        # Nothing to defend with, perhaps because there is no need.
        add(b, r, depth, PASS, 0)
    listed = r.n[depth]
    n = 0
    r.passing[depth] = -1
    for k in range(listed):
        pos = r.moves[depth, k]
        if not push(b, r, depth, pos):
            continue
        if attacking and r.forcing and not _threatens(b, r):
            popgo(b)
            continue
        key = r.key[depth + 1]
        r.pn = -1
        if r.captured[depth + 1]:
            for d in range(depth + 1):
                if r.key[d] == key:
                    settle(r, Winner.DEFENDER)
                    break
        if r.pn < 0:
            _first_numbers(b, r, depth + 1)
            if r.pn != 0 and r.dn != 0:
                # Priors count four times at the root, to find the natural one of several good moves.
                prior = r.prior[depth, k] * (4 if depth == 0 else 1)
                if attacking:
                    r.pn += prior
                else:
                    r.dn += prior
        _take_back(b, r, depth, n, pos, r.prior[depth, k])
        if pos == PASS and not attacking:
            r.passing[depth] = n
        n += 1
        if (r.pn if attacking else r.dn) == 0:
            break
    r.n[depth] = n


@unit(int64(BOARD, READ, int64))
def search(b, r, side):
    """Read the question with this colour to move.  Return the ``Winner``, UNSETTLED if the budget is spent.

    The move of the side to move is left in ``r.move``, or PASS if that side fails.
    """
    depth = 0
    r.side[0] = side
    r.captured[0] = 0
    r.spent[0] = 0
    r.stones[0] = 0
    r.key[0] = node_key(b, r, 0)
    r.tpn[0] = INFINITE_PN
    r.tdn[0] = INFINITE_PN
    r.move = PASS
    start = r.nodes
    expand(b, r, 0)
    while True:
        # Step 1. The numbers of this node from its children's.
        attacking = r.side[depth] == r.attacker
        if not attacking and r.passing[depth] >= 0 and r.cpn[depth, r.passing[depth]] == 0:
            use_zone(b, r, depth)
        low = second = INFINITE_PN + 1
        high = 0
        unsolved = 0
        best = -1
        for k in range(r.n[depth]):
            mine = r.cpn[depth, k] if attacking else r.cdn[depth, k]
            yours = r.cdn[depth, k] if attacking else r.cpn[depth, k]
            if mine < INFINITE_PN:
                unsolved += r.prior[depth, k] < UNLIKELY_PRIOR
                high = max(high, yours)
            if mine < low:
                second = low
                low = mine
                best = k
            elif mine < second:
                second = mine
        if best < 0 or low >= INFINITE_PN:
            low, total = INFINITE_PN, 0
        elif low == 0:
            total = INFINITE_PN
        else:
            unsolved = max(unsolved, 1)
            total = min(high + unsolved - 1, INFINITE_PN - 1)
        pn, dn = (low, total) if attacking else (total, low)
        # Step 2. Back to the parent when a threshold is passed, else down into the best child.
        out = r.nodes - start >= r.budget or r.halted != 0
        deep = depth >= READ_FRAMES - 2
        if pn >= r.tpn[depth] or dn >= r.tdn[depth] or pn == 0 or dn == 0 or out or deep:
            if deep and pn != 0 and dn != 0:
                r.limited = 1
                pn, dn = INFINITE_PN, 0
            move = r.moves[depth, best] if best >= 0 else PASS
            if r.counting and (pn == 0 or dn == 0):
                judge(b, r, depth)
                if r.pn != 0 and r.dn != 0:
                    r.outcomes[r.feature, 1 if pn == 0 else 0] += 1
            if pn == 0:
                _gather(r, depth)
            store(r, r.key[depth], pn, dn, r.nodes - r.entered[depth])
            if depth == 0:
                if pn == 0 or dn == 0:
                    won = pn == 0
                    r.move = move if won == attacking else PASS
                    return Winner.ATTACKER if won else Winner.DEFENDER
                r.move = move
                return Winner.UNSETTLED
            if pn == 0:
                keep_zone(b, r, depth - 1, r.chosen[depth - 1], r.moves[depth - 1, r.chosen[depth - 1]])
            popgo(b)
            depth -= 1
            if out and pn != 0 and dn != 0:
                while depth > 0:
                    popgo(b)
                    depth -= 1
                r.move = r.moves[0, r.chosen[0]]
                return Winner.UNSETTLED
            r.cpn[depth, r.chosen[depth]] = pn
            r.cdn[depth, r.chosen[depth]] = dn
            continue
        r.chosen[depth] = best
        margin = min(1 + second + (second >> 2), INFINITE_PN)
        if attacking:
            r.tpn[depth + 1] = min(r.tpn[depth], margin)
            r.tdn[depth + 1] = r.tdn[depth] - unsolved + 1
        else:
            r.tdn[depth + 1] = min(r.tdn[depth], margin)
            r.tpn[depth + 1] = r.tpn[depth] - unsolved + 1
        push(b, r, depth, r.moves[depth, best])
        depth += 1
        expand(b, r, depth)
