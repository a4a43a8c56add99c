"""Depth-first reading of a capture: few moves a node, in batches, with the komaster scheme (GNU Go manual, "Tactical reading").

``attack`` and ``find_defense`` call each other.  An attacking move counts only if the defender has no answer and the string can still
be taken when he plays elsewhere.  The reading is quick and usually right, but no proof, since neither side tries all moves.  Positions that
it finds won for the attacker stay in the table, for the verifying pass of ``engine.read.search``.

Results are those of ``engine.core.result``, for the side to move in a frame; for the other side the result is WIN - result.
"""
from numba import int64, uint64, void

from owlgo.engine.core.board import BOARD, popgo
from owlgo.engine.core.jit import for_python, kernel, unit
from owlgo.engine.core.points import EMPTY, PASS
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN
from owlgo.engine.core.strings import collect_liberties, liberties_after
from owlgo.engine.core.zobrist import mix
from owlgo.engine.read.batches import LAST_BATCH, attack_batch, defence_batch, sort_batch
from owlgo.engine.read.capture import SAFE_LIBERTIES
from owlgo.engine.read.komaster import Way, may_retake, play_under_komaster
from owlgo.engine.read.moves import liberties_to
from owlgo.engine.read.record import INFINITE_PN, NOBODY, READ, READ_FRAMES, known, node_key, ranked_key, slot_of, store

NO_RESULT = -1
"""The result of a frame that is not finished."""


@kernel(uint64(BOARD, READ, int64))
def frame_key(b, r, depth):
    """Return the key of a frame: its stones, the side to move and the ko state."""
    key = r.stones[depth] ^ mix(uint64(1 << 40) + uint64(r.side[depth] ^ r.attacker))
    if b.ko != 0:
        key ^= mix(uint64(2 << 40) + uint64(r.rank[b.ko]))
    if r.komaster[depth] != NOBODY:
        master = r.komaster[depth] ^ r.attacker
        key ^= mix(uint64(3 << 40) + uint64(master * 4096 + r.rank[r.ko_place[depth]]))
    return key ^ uint64(3)


@kernel(void(BOARD, READ, int64, int64))
def _keep(b, r, depth, result):
    """Store a frame's result.  If the attacker wins without ko, also store his move as a hint."""
    slot = slot_of(r, r.key[depth])
    r.table_generation[slot] = r.generation
    r.table_key[slot] = r.key[depth]
    r.table_pn[slot] = result
    r.table_dn[slot] = r.best[depth]
    r.table_work[slot] = READ_FRAMES - depth
    if result == (WIN if r.side[depth] == r.attacker else LOSE) and r.komaster[depth] == NOBODY:
        r.zone[0] = uint64(r.best[depth])
        store(r, node_key(b, r, depth), 0, INFINITE_PN, READ_FRAMES - depth)


@unit(int64(BOARD, READ, int64))
def enter(b, r, depth):
    """Begin a frame.  If its result is known already, return it and leave its move in ``r.best``; else return NO_RESULT."""
    root = b.origin[r.target]
    libs = b.libs[root]
    attacking = r.side[depth] == r.attacker
    safe = 3 if depth > r.depth_limit else 4 if depth > r.four_depth else SAFE_LIBERTIES
    r.best[depth] = PASS
    if libs >= safe or depth >= READ_FRAMES - 3:
        return LOSE if attacking else WIN
    if attacking and libs == 1:
        collect_liberties(b, root, 1)
        r.best[depth] = b.found[0]
        if b.count[root] > 1 or liberties_after(b, b.found[0], r.attacker, 2) > 1:
            return WIN
    if not attacking:
        n = liberties_to(b, r, root, SAFE_LIBERTIES, 0)
        for k in range(n):
            pos = r.list[0, k]
            better = r.best[depth] == PASS or r.rank[pos] < r.rank[r.best[depth]]
            if better and liberties_after(b, pos, 3 - r.attacker, safe) >= safe:
                r.best[depth] = pos
        if r.best[depth] != PASS:
            return WIN
    if r.nodes >= r.budget:
        return LOSE if attacking else WIN
    r.spent[depth] = 0
    r.key[depth] = frame_key(b, r, depth)
    slot = known(r, r.key[depth])
    if slot >= 0 and r.table_work[slot] >= READ_FRAMES - depth:
        r.best[depth] = r.table_dn[slot]
        return r.table_pn[slot]
    r.nodes += 1
    r.n[depth] = 0
    r.chosen[depth] = -1
    r.batch[depth] = -1
    r.result[depth] = LOSE
    r.best[depth] = PASS
    r.threatened[depth] = 0
    return NO_RESULT


@kernel(void(BOARD, READ, int64))
def list_batch(b, r, depth):
    """List and sort the next batch of a frame."""
    r.batch[depth] += 1
    r.listed[depth] = r.n[depth]
    if r.side[depth] == r.attacker:
        attack_batch(b, r, depth, r.batch[depth])
    else:
        defence_batch(b, r, depth, r.batch[depth])
    if r.n[depth] > r.listed[depth]:
        sort_batch(b, r, depth)


@kernel(void(BOARD, READ, int64))
def list_all(b, r, depth):
    """List all batches of a frame, to show its moves.  No move is played."""
    r.n[depth] = 0
    r.batch[depth] = -1
    while r.batch[depth] < LAST_BATCH:
        list_batch(b, r, depth)


@kernel(int64(BOARD, READ, int64))
def _next_move(b, r, depth):
    """Return a frame's next move, listing another batch if needed; PASS if none is left."""
    r.chosen[depth] += 1
    tried = r.chosen[depth]
    defending = r.side[depth] != r.attacker
    if not (defending and r.careful):
        if tried >= r.few and defending and depth > r.few_depth:
            return PASS
        if tried > 0 and depth > r.branch_depth and b.libs[b.origin[r.target]] > 2:
            return PASS
    while tried >= r.n[depth]:
        if r.batch[depth] == LAST_BATCH:
            return PASS
        list_batch(b, r, depth)
    return r.moves[depth, tried]


@kernel(int64(BOARD, READ, int64))
def taken(b, r, depth):
    """Return what capturing the target is worth to the attacker: LOSE in a snapback, KO_A if the defender may retake a ko, else WIN."""
    last = b.frame_move[b.stackp - 1]
    if b.ko == r.target:
        return KO_A if may_retake(b, r, depth) else WIN
    bait = b.nremoved == 1 and b.libs[b.origin[last]] == 1 and b.count[b.origin[last]] > 1
    if bait and liberties_after(b, r.target, r.side[depth], 2) > 1:
        # A snapback: a single stone was the bait for two or more.
        return LOSE
    return WIN


@kernel(void(READ, int64, int64))
def _count(r, depth, won):
    """Count the moves of a finished frame by class, separately for frames that were won and frames that were lost."""
    if won:
        for k in range(r.chosen[depth] + 1):
            r.tried[r.kind[depth, k], 1] += 1
        r.tried[r.kind[depth, r.chosen[depth]], 2] += 1
    else:
        for k in range(r.n[depth]):
            r.tried[r.kind[depth, k], 0] += 1


@kernel(int64(BOARD, READ, int64, int64))
def play(b, r, depth, pos):
    """Play a move and set up the next frame; return its ``Way``."""
    conditional = r.result[depth] == LOSE and not r.threatened[depth] and depth <= r.ko_depth
    way = play_under_komaster(b, r, depth, pos, conditional)
    if way != Way.REFUSED:
        stones = r.stones[depth] ^ ranked_key(r, r.side[depth], pos)
        for k in range(b.nremoved):
            stones ^= ranked_key(r, 3 - r.side[depth], b.removed[k])
        r.stones[depth + 1] = stones
        r.side[depth + 1] = 3 - r.side[depth]
    return way


py_play = for_python(play)


@kernel(void(READ, int64))
def start(r, side):
    """Set up the first frame."""
    r.side[0] = side
    r.stones[0] = 0
    r.komaster[0] = NOBODY
    r.ko_place[0] = 0


@unit(int64(BOARD, READ, int64))
def read_quickly(b, r, side):
    """Read the capture of a string depth-first.  Return the result for the side that moves first, and leave its move in ``r.move``.

    When the budget runs out, unfinished frames count as won by the defender, so every win of the attacker was read to its end.  One
    exception: a defender who moves first keeps a ko that he has already found.
    """
    depth = 0
    start(r, side)
    result = enter(b, r, 0)
    while True:
        # Step 1. A frame that is still open plays its next move, or ends.
        while result == NO_RESULT:
            pos = _next_move(b, r, depth)
            out = r.nodes >= r.budget or r.halted != 0
            if pos == PASS or out:
                result = r.result[depth]
                if out and r.side[depth] != r.attacker and (depth > 0 or result == LOSE):
                    result = WIN
                    if depth == 0 and r.n[0] > 0:
                        # Nothing was found yet: the move that seemed best.
                        r.best[0] = r.moves[0, 0]
                if not out:
                    _keep(b, r, depth, result)
                    if r.counting:
                        _count(r, depth, 0)
                break
            way = play(b, r, depth, pos)
            if way == Way.REFUSED:
                continue
            r.waiting[depth] = way
            r.tenuki[depth] = 0
            r.threatened[depth] |= way == Way.CONDITIONAL
            depth += 1
            if b.color[r.target] == EMPTY:
                result = WIN - taken(b, r, depth)
            else:
                result = enter(b, r, depth)
        # Step 2. The result goes back to the frame above.
        if depth == 0:
            r.move = r.best[0] if result != LOSE else PASS
            return result
        depth -= 1
        if r.side[depth] != r.attacker or b.color[r.target] == EMPTY:
            gained = WIN - result
        elif r.tenuki[depth]:
            gained = WIN - r.saving[depth] if result != LOSE else LOSE
        elif result == WIN:
            gained = LOSE
        else:
            # Step 3. No defence: can the string still be taken if its owner plays elsewhere?
            r.saving[depth] = result
            r.tenuki[depth] = 1
            depth += 1
            r.side[depth] = r.attacker
            result = enter(b, r, depth)
            continue
        if gained != LOSE and r.waiting[depth] == Way.CONDITIONAL:
            gained = KO_B
        popgo(b)
        if gained > r.result[depth]:
            r.result[depth] = gained
            r.best[depth] = r.moves[depth, r.chosen[depth]]
        result = NO_RESULT
        if gained == WIN:
            result = WIN
            if r.nodes < r.budget and r.halted == 0:
                _keep(b, r, depth, WIN)
                if r.counting:
                    _count(r, depth, 1)
