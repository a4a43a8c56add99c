"""List candidate moves that capture or save a string, by its number of liberties (GNU Go manual, "Tactical reading").

Every candidate has a *prior*, which is added to the first proof number of its side: moves with 0 are read first, moves with 30 after all
others have failed.  Names of the points around a string in atari, X to attack:

    . . q . .       l  liberty                      T  boundary string: an enemy next to the target
    . q l q .       q  second-order liberty
    . T O U .       U  friend: a string of the target's colour that a liberty would join
"""
from numba import int64, void

from owlgo.engine.core.board import BOARD
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.points import BORDER, DIAGONALS, EMPTY, NEIGHBOURS, NPOINTS, PASS
from owlgo.engine.core.strings import collect_liberties, collect_liberties_after, collect_neighbours, liberties_after
from owlgo.engine.read.record import READ, READ_MOVES


@unit(void(BOARD, READ, int64, int64, int64))
def add(b, r, depth, pos, prior):
    """Add a candidate, or lower its prior.  The list stays sorted by prior, then by the point's number in the standard orientation."""
    n = r.n[depth]
    if prior >= r.cutoff:
        return
    r.visited[pos] = r.visit
    if r.seen[pos] == r.seen_stamp:
        # Step 1. Known already: take it out if this prior is better.
        j = 0
        while j < n and r.moves[depth, j] != pos:
            j += 1
        if j == n or r.prior[depth, j] <= prior:
            return
        for k in range(j, n - 1):
            r.moves[depth, k] = r.moves[depth, k + 1]
            r.prior[depth, k] = r.prior[depth, k + 1]
        n -= 1
    elif n >= READ_MOVES:
        # Step 2. Full: the last one goes if this one is better.
        r.limited = 1
        r.doubt |= r.verifying and r.side[depth] != r.attacker
        last = r.moves[depth, n - 1]
        if r.prior[depth, n - 1] < prior or (r.prior[depth, n - 1] == prior and r.rank[last] < r.rank[pos]):
            return
        r.seen[last] = 0
        n -= 1
    r.seen[pos] = r.seen_stamp
    j = n
    while j > 0 and (r.prior[depth, j - 1] > prior or (r.prior[depth, j - 1] == prior and r.rank[r.moves[depth, j - 1]] > r.rank[pos])):
        r.prior[depth, j] = r.prior[depth, j - 1]
        r.moves[depth, j] = r.moves[depth, j - 1]
        j -= 1
    r.prior[depth, j] = prior
    r.moves[depth, j] = pos
    r.n[depth] = n + 1


@kernel(int64(BOARD, READ, int64, int64, int64))
def liberties_to(b, r, pos, most, shelf):
    """Collect up to ``most`` of a string's liberties in ``r.list[shelf]``, and note them as examined.  Return their number."""
    n = collect_liberties(b, pos, most)
    for k in range(n):
        r.list[shelf, k] = b.found[k]
        r.visited[b.found[k]] = r.visit
    return n


@kernel(int64(BOARD, READ, int64, int64, int64))
def neighbours_to(b, r, pos, most_liberties, shelf):
    """Collect a string's enemy neighbours with few liberties in ``r.list[shelf]``, and note the string as examined.  Return the number of
    neighbours."""
    r.visited[b.origin[pos]] = r.visit
    n = collect_neighbours(b, pos, most_liberties)
    for k in range(n):
        r.list[shelf, k] = b.found[k]
    return n


@kernel(int64(BOARD, READ, int64, int64, int64, int64, int64))
def play_liberties(b, r, depth, string, most, prior, each):
    """Add up to ``most`` of a string's liberties as candidates; return their number n.  Each gets the prior ``prior`` + n * ``each``."""
    few = collect_liberties(b, string, most)
    for k in range(few):
        add(b, r, depth, b.found[k], prior + each * few)
    return few


@kernel(void(BOARD, READ, int64, int64, int64))
def take_attackers(b, r, depth, string, prior):
    """Add the captures of enemy strings in atari beside this string."""
    n = neighbours_to(b, r, string, 1, 3)
    for k in range(n):
        play_liberties(b, r, depth, r.list[3, k], 1, prior, 0)


@kernel(void(BOARD, READ, int64, int64, int64, int64))
def approach(b, r, depth, pos, color, prior):
    """Add preparations for a move at pos that would be self-atari: empty points beside it, and liberties of weak enemies there."""
    if depth > r.backfill_depth:
        return
    for step in NEIGHBOURS:
        q = pos + step
        if b.color[q] == EMPTY:
            add(b, r, depth, q, prior)
        elif b.color[q] == 3 - color and b.libs[b.origin[q]] <= 2:
            play_liberties(b, r, depth, q, 2, prior, 0)


@kernel(int64(BOARD, int64))
def on_edge(b, pos):
    """Whether the point is on the first line."""
    for step in NEIGHBOURS:
        if b.color[pos + step] == BORDER:
            return 1
    return 0


@kernel(void(BOARD, READ, int64, int64, int64, int64))
def press(b, r, depth, string, most, prior):
    """Add the liberties of a string's enemy neighbours with at most ``most`` liberties as candidates."""
    n = neighbours_to(b, r, string, most, 3)
    for k in range(n):
        play_liberties(b, r, depth, r.list[3, k], most, prior - 3, 3)


@unit(void(BOARD, READ, int64))
def wide_moves(b, r, depth):
    """Add the liberties of the target and its boundary strings, and empty points beside them, in case the usual candidates are
    incomplete."""
    boundary = neighbours_to(b, r, r.target, NPOINTS, 1)
    r.list[1, boundary] = r.target
    for k in range(boundary + 1):
        libs = liberties_to(b, r, r.list[1, k], 8, 2)
        if libs == 8:
            continue
        for m in range(libs):
            pos = r.list[2, m]
            add(b, r, depth, pos, 25)
            for step in NEIGHBOURS:
                if b.color[pos + step] == EMPTY:
                    add(b, r, depth, pos + step, 30)


@unit(void(BOARD, READ, int64))
def attack_moves(b, r, depth):
    """List the attacker's candidates."""
    target = r.target
    attacker = r.attacker
    defender = 3 - attacker
    libs = liberties_to(b, r, target, 5, 0)
    if libs == 5:
        return
    # Step 1. The liberties.  The more the string would gain there, the better; a stone that can be taken at once comes late.
    for k in range(libs):
        pos = r.list[0, k]
        if libs == 1:
            add(b, r, depth, pos, 6 if liberties_after(b, pos, attacker, 2) == 1 else 0)
            continue
        gain = liberties_after(b, pos, defender, 6)
        own = liberties_after(b, pos, attacker, 3)
        prior = max(0, 4 - gain)
        if own <= 1:
            prior += 6
            approach(b, r, depth, pos, attacker, 6)
        elif own == 2:
            prior += 1
        add(b, r, depth, pos, prior)
    # Step 2. Boundary strings that are short of liberties: extend them, take what attacks them.
    weak = neighbours_to(b, r, target, min(libs + 1, 3 if depth <= r.backfill2_depth else 2), 1)
    for k in range(weak):
        string = r.list[1, k]
        few = liberties_to(b, r, string, 3, 2)
        saving = 0 if few == 1 else 3 if few == 2 else 6
        if few == 1 and libs == 1:
            saving = 6
        for m in range(few):
            after = liberties_after(b, r.list[2, m], attacker, 4)
            add(b, r, depth, r.list[2, m], saving + (6 if after <= 1 else 1 if after == 2 else 0))
        take_attackers(b, r, depth, string, saving)
        if few <= 2 and libs >= 2 and depth <= r.break_chain_depth:
            prey = neighbours_to(b, r, string, 3, 3)
            for m in range(prey):
                if b.origin[r.list[3, m]] != b.origin[target]:
                    play_liberties(b, r, depth, r.list[3, m], 3, saving, 2)
    if libs == 1:
        # There is something to read only if taking it is ko: make the extension worthless instead.
        gain = collect_liberties_after(b, r.list[0, 0], defender, 6)
        if gain < 6:
            for k in range(gain):
                r.list[2, k] = b.found[k]
            for k in range(gain):
                add(b, r, depth, r.list[2, k], 3)
        approach(b, r, depth, r.list[0, 0], attacker, 6)
        if r.cutoff > 25:
            wide_moves(b, r, depth)
        return
    # Step 3. Second-order liberties: nets.  A point beside two liberties is the usual one.
    for k in range(libs):
        pos = r.list[0, k]
        for step in NEIGHBOURS:
            q = pos + step
            if b.color[q] == EMPTY:
                shared = 0
                for m in range(libs):
                    d = r.list[0, m] - q
                    shared += d in NEIGHBOURS
                if shared >= 2:
                    add(b, r, depth, q, 2)
                elif libs <= 3 and on_edge(b, pos) and not on_edge(b, q):
                    add(b, r, depth, q, 4)
                elif depth <= r.net_depth:
                    add(b, r, depth, q, 5)
            elif b.color[q] == defender and b.origin[q] != b.origin[target]:
                if depth > r.superstring_depth:
                    continue
                # Step 4. A friend that the target would join: take its liberties first.
                friend = b.origin[q]
                if b.libs[friend] <= 4:
                    play_liberties(b, r, depth, friend, 4, 1, 2)
            elif b.color[q] == attacker and b.libs[b.origin[q]] <= 2:
                # Step 5. An own stone beside a liberty that is itself in danger.
                play_liberties(b, r, depth, q, 2, 1, 3)
        if depth <= r.net_depth - 2:
            for step in DIAGONALS:
                q = pos + step
                if b.color[q] == EMPTY:
                    add(b, r, depth, q, 20)
    if r.cutoff > 25:
        wide_moves(b, r, depth)


@unit(void(BOARD, READ, int64))
def defence_moves(b, r, depth):
    """List the defender's candidates."""
    target = r.target
    attacker = r.attacker
    defender = 3 - attacker
    libs = liberties_to(b, r, target, 5, 0)
    if libs == 5:
        return
    # Step 1. Extend.
    for k in range(libs):
        pos = r.list[0, k]
        gain = liberties_after(b, pos, defender, 6)
        prior = max(0, 3 * (libs + 1 - gain))
        if libs > 1 and gain < libs:
            prior = 20
        add(b, r, depth, pos, prior)
        if gain <= 1:
            approach(b, r, depth, pos, defender, 8)
    # Step 2. Take or attack boundary strings.
    weak = neighbours_to(b, r, target, min(libs + 1, 4 if depth <= r.backfill2_depth else 3), 1)
    for k in range(weak):
        string = r.list[1, k]
        few = liberties_to(b, r, string, 4, 2)
        for m in range(few):
            pos = r.list[2, m]
            if few == 1:
                add(b, r, depth, pos, 0)
                continue
            own = liberties_after(b, pos, defender, 3)
            add(b, r, depth, pos, 3 * (few - 1) + (5 if own <= 1 else 0))
            if own <= 1 and few == 2:
                approach(b, r, depth, pos, defender, 8)
        if depth <= r.break_chain_depth:
            # Own stones that hold the boundary string in: extend them, take what attacks them.
            prey = neighbours_to(b, r, string, 2 if few <= 2 else 1, 2)
            for m in range(prey):
                held = r.list[2, m]
                if b.origin[held] != b.origin[target]:
                    play_liberties(b, r, depth, held, 2, 3 + few, 3)
                    take_attackers(b, r, depth, held, 4)
    # Step 3. Second-order liberties, and friends that the string may join.
    for k in range(libs):
        pos = r.list[0, k]
        for step in NEIGHBOURS:
            q = pos + step
            if b.color[q] == EMPTY:
                if libs > 1 and depth <= r.net_depth:
                    add(b, r, depth, q, 7)
            elif b.color[q] == defender and b.origin[q] != b.origin[target]:
                if depth > r.superstring_depth:
                    continue
                friend = b.origin[q]
                if b.libs[friend] <= 3:
                    few = play_liberties(b, r, depth, friend, 3, 6, 1)
                    press(b, r, depth, friend, few + 1, 5)
            elif b.color[q] == attacker and b.libs[b.origin[q]] <= 2:
                play_liberties(b, r, depth, q, 2, 0, 4)
        if libs > 1 and depth <= r.net_depth - 2:
            for step in DIAGONALS:
                q = pos + step
                if b.color[q] == EMPTY:
                    add(b, r, depth, q, 20)
    if r.verifying or libs > 1:
        add(b, r, depth, PASS, 21)


@unit(void(BOARD, READ, int64))
def ladder_moves(b, r, depth):
    """List the moves of a plain ladder, for the side to move."""
    attacking = r.side[depth] == r.attacker
    libs = liberties_to(b, r, r.target, 3, 0)
    for k in range(libs):
        pos = r.list[0, k]
        add(b, r, depth, pos, max(0, 4 - liberties_after(b, pos, 3 - r.attacker, 4)) if attacking else 0)
    if not attacking:
        take_attackers(b, r, depth, r.target, 0)
