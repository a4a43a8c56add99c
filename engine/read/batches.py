"""List the moves of depth-first reading in batches, likely moves first.  A batch is tried before the next is listed (GNU Go manual,
"Tactical reading").

Every move has a kind: the reason why it is listed.  A class of moves is a kind with the target's liberties and what the move does at once.
A batch is sorted by how often moves of each class have succeeded (``engine.read.merit``), then by the point's number in the standard
orientation.  X to attack:

    . . s . .       l  LIBERTY                      T  boundary string: an enemy next to the target
    . n l s .       s  BESIDE, next to one liberty  U  friend: a string that a liberty would join to the target
    . T O n U       n  NET, next to two liberties   P  prey: the target's side, next to a boundary string
    P T . U .
"""
from numba import int64, void

from owlgo.engine.core.board import BOARD
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.points import EMPTY, NEIGHBOURS
from owlgo.engine.core.strings import collect_liberties, collect_liberties_after, liberties_after
from owlgo.engine.read.merit import APPROACH, BESIDE, CLASSES, DISTANT, FRIEND, LIBERTY, NET, OFF_EDGE, PRESS, PRESS_MORE, SAVE, TAKE
from owlgo.engine.read.moves import liberties_to, neighbours_to, on_edge
from owlgo.engine.read.record import READ, READ_MOVES

LAST_BATCH = 4
"""The number of the last batch."""


@unit(void(BOARD, READ, int64, int64, int64))
def offer(b, r, depth, pos, kind):
    """Add a move to the batch unless it is listed already.  A move of several kinds in one batch keeps the kind with the lowest number."""
    r.visited[pos] = r.visit
    n = r.n[depth]
    for k in range(n):
        if r.moves[depth, k] == pos:
            if k >= r.listed[depth] and r.kind[depth, k] > kind:
                r.kind[depth, k] = kind
            return
    if n < READ_MOVES:
        r.moves[depth, n] = pos
        r.kind[depth, n] = kind
        r.n[depth] = n + 1


@kernel(void(BOARD, READ, int64, int64, int64, int64))
def offer_liberties(b, r, depth, string, most, kind):
    """Add a string's liberties to the batch if there are at most ``most``."""
    if b.libs[b.origin[string]] <= most:
        n = collect_liberties(b, string, most)
        for k in range(n):
            offer(b, r, depth, b.found[k], kind)


@kernel(void(BOARD, READ, int64, int64, int64, int64))
def offer_press(b, r, depth, string, most, kind):
    """Add the liberties of a string's enemy neighbours with at most ``most`` liberties."""
    n = neighbours_to(b, r, string, most, 3)
    for k in range(n):
        offer_liberties(b, r, depth, r.list[3, k], most, kind)


@kernel(void(BOARD, READ, int64, int64, int64))
def offer_approaches(b, r, depth, pos, color):
    """Add moves that prepare a move at pos, which would be self-atari now: empty points beside pos, and liberties of weak enemies there."""
    for step in NEIGHBOURS:
        q = pos + step
        if b.color[q] == EMPTY:
            offer(b, r, depth, q, APPROACH)
        elif b.color[q] == 3 - color and b.libs[b.origin[q]] <= 2 and b.origin[q] != b.origin[r.target]:
            offer_liberties(b, r, depth, q, 2, APPROACH)


@kernel(void(BOARD, READ, int64, int64, int64))
def nets(b, r, depth, libs, least):
    """Add the points next to at least ``least`` of the target's liberties, which are on shelf 0 (``r.list[0]``)."""
    for k in range(libs):
        for step in NEIGHBOURS:
            q = r.list[0, k] + step
            if b.color[q] != EMPTY:
                continue
            shared = 0
            for m in range(libs):
                d = r.list[0, m] - q
                shared += d in NEIGHBOURS
            if shared >= least:
                offer(b, r, depth, q, NET if least > 1 else BESIDE)


@unit(void(BOARD, READ, int64, int64, int64))
def break_chain(b, r, depth, held, libs):
    """Add moves against the enemy strings beside a string that have exactly ``libs`` liberties: attacks on these strings, and moves that
    save strings which they attack."""
    defender = 3 - r.attacker
    kind = DISTANT if b.origin[held] != b.origin[r.target] else TAKE if libs == 1 else PRESS if libs == 2 else PRESS_MORE
    weak = neighbours_to(b, r, held, libs, 1)
    for k in range(weak):
        string = r.list[1, k]
        if b.libs[string] != libs:
            continue
        liberties_to(b, r, string, libs, 2)
        for m in range(libs):
            pos = r.list[2, m]
            if libs == 1 or liberties_after(b, pos, defender, 2) > 1:
                # It is no attack if the attacker can run away.
                away = 0
                if libs >= 2:
                    for j in range(libs):
                        if j != m:
                            away = max(away, liberties_after(b, r.list[2, j], r.attacker, 6))
                if away < (5 if libs == 2 else 6):
                    offer(b, r, depth, pos, kind)
            elif libs == 2 and depth <= r.backfill_depth:
                offer_approaches(b, r, depth, pos, defender)
            elif libs == 3 and depth <= r.superstring_depth:
                offer(b, r, depth, pos, kind)
        prey = neighbours_to(b, r, string, 2 if depth <= 1 else 1, 2)
        for m in range(prey):
            if r.list[2, m] != b.origin[held] and r.list[2, m] != b.origin[r.target]:
                offer_liberties(b, r, depth, r.list[2, m], 2, DISTANT)
                offer_press(b, r, depth, r.list[2, m], b.libs[r.list[2, m]], DISTANT)


@unit(void(BOARD, READ, int64, int64))
def superstring_moves(b, r, depth, libs):
    """Add the liberties of friends, at most four each, beside the target's liberties (on shelf 0).  For the defender also add moves that
    free friends."""
    color = b.color[r.target]
    defending = r.side[depth] == color
    for k in range(libs):
        for step in NEIGHBOURS:
            q = r.list[0, k] + step
            if b.color[q] == color and b.origin[q] != b.origin[r.target]:
                offer_liberties(b, r, depth, q, 4, FRIEND if defending else DISTANT)
                if defending:
                    for most in range(1, 4):
                        break_chain(b, r, depth, q, most)


@unit(void(BOARD, READ, int64, int64))
def attack_contact(b, r, depth, libs):
    """Add the attacker's first batch: the target's liberties, moves that take or save stones beside it, and moves away from the edge."""
    attacker = r.attacker
    weak = neighbours_to(b, r, r.target, 1, 1)
    for k in range(weak):
        offer_press(b, r, depth, r.list[1, k], 1, TAKE)
        offer_liberties(b, r, depth, r.list[1, k], 1, SAVE)
    for k in range(libs):
        pos = r.list[0, k]
        own = liberties_after(b, pos, attacker, 2)
        if own > 1 or (libs == 2 and depth <= r.backfill_depth):
            offer(b, r, depth, pos, LIBERTY)
        if own <= 1 and depth <= (r.backfill_depth if libs == 2 else 2):
            offer_approaches(b, r, depth, pos, attacker)
        if on_edge(b, pos):
            for step in NEIGHBOURS:
                q = pos + step
                if b.color[q] == EMPTY and not on_edge(b, q):
                    offer(b, r, depth, q, OFF_EDGE)
    if libs != 3:
        return
    # Points where the defender would give two ataris at once.
    weak = neighbours_to(b, r, r.target, 2, 1)
    for k in range(weak):
        few = liberties_to(b, r, r.list[1, k], 2, 2)
        for m in range(few):
            threatened = 0
            for step in NEIGHBOURS:
                q = r.list[2, m] + step
                threatened += b.color[q] == attacker and b.libs[b.origin[q]] == 2
            if threatened >= 2:
                offer(b, r, depth, r.list[2, m], SAVE)


@unit(void(BOARD, READ, int64))
def attack_single(b, r, depth):
    """Add moves against a single stone in atari, in a ko or a snapback: take the stone, weaken its extension, or prepare the capture."""
    pos = r.list[0, 0]
    offer(b, r, depth, pos, LIBERTY)
    gain = collect_liberties_after(b, pos, 3 - r.attacker, 4)
    if gain < 4:
        for k in range(gain):
            offer(b, r, depth, b.found[k], BESIDE)
    if liberties_after(b, pos, r.attacker, 2) < 2:
        for step in NEIGHBOURS:
            q = pos + step
            if b.color[q] == r.attacker and b.libs[b.origin[q]] <= 2:
                offer_press(b, r, depth, q, 1, TAKE)


@unit(void(BOARD, READ, int64, int64))
def attack_batch(b, r, depth, batch):
    """List a batch of the attacker's moves."""
    target = r.target
    libs = liberties_to(b, r, target, 5, 0)
    if libs == 1:
        if batch == 0:
            attack_single(b, r, depth)
    elif batch == 0:
        attack_contact(b, r, depth, libs)
    elif batch == 1:
        if libs == 2 and depth <= r.backfill_depth:
            adjacent = r.list[0, 0] - r.list[0, 1] in NEIGHBOURS
            for k in range(libs):
                for step in NEIGHBOURS:
                    q = r.list[0, k] + step
                    if b.color[q] == EMPTY and adjacent:
                        offer(b, r, depth, q, BESIDE)
                    elif b.color[q] == 3 - r.attacker and b.origin[q] != b.origin[target]:
                        offer_liberties(b, r, depth, q, 2, DISTANT)
        nets(b, r, depth, libs, 2)
    elif batch == 2:
        if libs <= 3 and depth <= r.four_depth:
            nets(b, r, depth, libs, 1)
    elif batch == 3:
        if libs <= 3 and depth <= r.backfill2_depth:
            weak = neighbours_to(b, r, target, 2, 1)
            for k in range(weak):
                string = r.list[1, k]
                offer_liberties(b, r, depth, string, 2, SAVE)
                if b.libs[string] == 2 and depth <= 6:
                    # Save it by attacking its prey, near the root also prey with three liberties.
                    prey = neighbours_to(b, r, string, 3 if depth <= 4 else 2, 3)
                    for m in range(prey):
                        if r.list[3, m] != b.origin[target]:
                            offer_liberties(b, r, depth, r.list[3, m], 3, DISTANT)
    elif depth <= r.superstring_depth:
        superstring_moves(b, r, depth, libs)
        if libs == 2:
            for k in range(libs):
                offer(b, r, depth, r.list[0, k], LIBERTY)


@unit(void(BOARD, READ, int64, int64))
def defence_batch(b, r, depth, batch):
    """List a batch of the defender's moves."""
    target = r.target
    defender = 3 - r.attacker
    libs = liberties_to(b, r, target, 5, 0)
    if batch == 0:
        for k in range(libs):
            pos = r.list[0, k]
            if libs == 1 or liberties_after(b, pos, defender, 2) > 1:
                offer(b, r, depth, pos, LIBERTY)
        offer_press(b, r, depth, target, 1, TAKE)
        if libs >= 2:
            break_chain(b, r, depth, target, 2)
        if libs == 2 or libs == 3:
            # A stone here makes the attacker's play on a liberty worthless.
            for k in range(libs):
                if liberties_after(b, r.list[0, k], r.attacker, 3) <= 2:
                    for step in NEIGHBOURS:
                        if b.color[r.list[0, k] + step] == EMPTY:
                            offer(b, r, depth, r.list[0, k] + step, BESIDE)
    elif batch == 1:
        if depth <= (1 if libs == 1 else r.backfill_depth):
            for k in range(libs):
                if liberties_after(b, r.list[0, k], defender, 2) <= 1:
                    offer_approaches(b, r, depth, r.list[0, k], defender)
        if libs == 1 and depth <= 1:
            # A snapback or a ko: attack the boundary strings, even in self-atari.
            offer_press(b, r, depth, target, 2, PRESS)
    elif batch == 2:
        if depth <= r.superstring_depth:
            superstring_moves(b, r, depth, libs)
    elif libs >= 2 and batch == 3:
        if depth <= r.break_chain_depth:
            break_chain(b, r, depth, target, 3)
    elif libs >= 2 and depth <= r.net_depth:
        break_chain(b, r, depth, target, 4)
        nets(b, r, depth, libs, 1)


# --- ordering ---------------------------------------------------------------------------------------------------------

@kernel(int64(BOARD, READ, int64, int64))
def attack_class(b, r, pos, kind):
    """Return the number of the class of an attacker's move, from its kind and what it does at once (``merit.attack_class``)."""
    attacker = r.attacker
    own = liberties_after(b, pos, attacker, 4)
    deny = liberties_after(b, pos, 3 - attacker, 5)
    extra = 0
    for step in NEIGHBOURS:
        q = pos + step
        if b.color[q] == 3 - attacker and b.libs[b.origin[q]] == 1:
            extra = 1
        elif b.color[q] == attacker and b.libs[b.origin[q]] == 1 and own > 1 and extra == 0:
            extra = 2
    return ((((min(b.libs[b.origin[r.target]], 4) - 1) * 8 + kind) * 5 + own) * 6 + deny) * 3 + extra


@kernel(int64(BOARD, READ, int64, int64))
def defence_class(b, r, pos, kind):
    """Return the number of the class of a defender's move, from its kind and what it does at once (``merit.defence_class``)."""
    own = liberties_after(b, pos, 3 - r.attacker, 5)
    other = liberties_after(b, pos, r.attacker, 3)
    extra = 0
    for step in NEIGHBOURS:
        q = pos + step
        if b.color[q] == r.attacker:
            if b.libs[b.origin[q]] == 1:
                extra = 2
            elif b.libs[b.origin[q]] == 2 and extra == 0:
                extra = 1
    return CLASSES // 2 + ((((min(b.libs[b.origin[r.target]], 4) - 1) * 8 + kind) * 6 + own) * 4 + other) * 3 + extra


@unit(void(BOARD, READ, int64))
def sort_batch(b, r, depth):
    """Sort the batch's moves, the best first, and drop hopeless ones."""
    attacking = r.side[depth] == r.attacker
    n = r.n[depth]
    first = r.listed[depth]
    dropped = 0
    for k in range(first, n):
        pos = r.moves[depth, k]
        kind = attack_class(b, r, pos, r.kind[depth, k]) if attacking else defence_class(b, r, pos, r.kind[depth, k])
        if depth > r.prune_depth and r.rare[kind] and (attacking or not r.careful):
            dropped += 1
            continue
        score = r.merit[kind]
        j = k - dropped
        while j > first and (r.prior[depth, j - 1] < score
                             or (r.prior[depth, j - 1] == score and r.rank[r.moves[depth, j - 1]] > r.rank[pos])):
            r.prior[depth, j] = r.prior[depth, j - 1]
            r.moves[depth, j] = r.moves[depth, j - 1]
            r.kind[depth, j] = r.kind[depth, j - 1]
            j -= 1
        r.prior[depth, j] = score
        r.moves[depth, j] = pos
        r.kind[depth, j] = kind
    r.n[depth] = n - dropped
