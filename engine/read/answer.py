"""Kernels that answer a question about strings, capture or cut, which ``query.pose`` has put into the record.  They read depth-first and
check by proof-number search, or use that search alone.  If a ko may matter, they search again."""
from numba import int64, void

from owlgo.engine.core.board import BOARD
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.points import BORDER, EMPTY, NEIGHBOURS, PASS, STRIDE
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN
from owlgo.engine.read.depths import ANY_PRIOR
from owlgo.engine.read.paths import LONGEST_WAY, shortest_length
from owlgo.engine.read.quick import list_all, read_quickly
from owlgo.engine.read.record import INFINITE_PN, NOBODY, READ, WINDOW, Aim, Winner, orient
from owlgo.engine.read.search import search


@unit(void(READ, int64))
def limit(r, proving):
    """Set a reading's limits from the two sets in the record: the limits of proofs if ``proving``, else those of depth-first readings."""
    r.depth_limit = r.preset[proving, 0]
    r.four_depth = r.preset[proving, 1]
    r.ko_depth = r.preset[proving, 2]
    r.branch_depth = r.preset[proving, 3]
    r.backfill_depth = r.preset[proving, 4]
    r.backfill2_depth = r.preset[proving, 5]
    r.break_chain_depth = r.preset[proving, 6]
    r.superstring_depth = r.preset[proving, 7]
    r.net_depth = r.preset[proving, 8]
    r.prune_depth = r.preset[proving, 9]
    r.few_depth = r.preset[proving, 10]
    r.few = r.preset[proving, 11]
    r.hopeless_depth = r.preset[proving, 12]
    r.way_depth = r.preset[proving, 13]
    r.wide_depth = r.preset[proving, 14]
    r.usual = r.preset[proving, 15]


@kernel(int64(BOARD, READ, int64, int64))
def py_quick(b, r, side, nodes):
    """Read one string depth-first and return the result.  ``r.move`` and the table are kept for ``py_verify``."""
    limit(r, 0)
    orient(b, r, r.attacker)
    r.generation += 1
    r.number = r.verifying = 0
    r.quick = 1
    r.budget = nodes
    return read_quickly(b, r, side)


@kernel(int64(BOARD, READ, int64, int64))
def py_verify(b, r, side, nodes):
    """Check a success of the attacker that was just found: read every reply that may matter, and return the ``Winner``."""
    limit(r, 1)
    r.number = 1
    r.verifying = 1
    r.doubt = 0
    r.cutoff_attack = r.usual
    r.cutoff_defence = ANY_PRIOR
    r.budget = nodes
    return search(b, r, side)


@unit(int64(BOARD, READ, int64, int64))
def _verify_cut(b, r, side, nodes):
    """Check a cut that was just found, within half the nodes: moves off the shortest paths are tried too.  If nodes run out, the cut
    stands, but is marked as doubtful."""
    move = int64(r.move)
    r.way_depth = r.wide_depth
    r.number = 1
    r.verifying = 1
    r.doubt = 0
    r.budget = nodes // 2
    verdict = search(b, r, side)
    if verdict == Winner.UNSETTLED:
        r.doubt = 1
        r.move = move
        return Winner.ATTACKER
    return verdict


@kernel(int64(BOARD, READ, int64, int64))
def py_search(b, r, side, nodes):
    """Search by proof numbers with usual moves only, then check a success of the attacker with more moves.  Return the ``Winner``."""
    limit(r, 1)
    orient(b, r, r.attacker)
    r.generation += 1
    if r.goal != Aim.CAPTURE:
        r.reach = LONGEST_WAY
        length = shortest_length(b, r, 0)
        if length > LONGEST_WAY:
            r.move = PASS
            return Winner.ATTACKER
        r.reach = min(length + 2, LONGEST_WAY)       # follow ways up to two moves longer
    r.number = 0
    r.verifying = 0
    r.quick = 0
    r.cutoff_attack = r.usual
    r.cutoff_defence = r.usual
    r.budget = nodes
    verdict = search(b, r, side)
    if verdict != Winner.ATTACKER or r.ladder:
        return verdict
    if r.goal == Aim.CAPTURE:
        return py_verify(b, r, side, nodes * 2)
    return _verify_cut(b, r, side, nodes) if r.wide_depth > r.way_depth else verdict


@kernel(int64(BOARD, READ, int64, int64))
def py_candidates(b, r, side, depth):
    """List every move that depth-first reading would try at this depth, in ``r.moves[depth, :r.n[depth]]``."""
    limit(r, 0)
    if depth == 0:
        orient(b, r, r.attacker)
    r.side[depth] = side
    list_all(b, r, depth)
    return r.n[depth]


@kernel(int64(BOARD, READ))
def py_surroundings(b, r):
    """List in ``r.around`` every point that the last reading may have examined.  Return the number of points.

    The list starts with the points that the reading noted, and the window round the goals that decides how points are numbered.  Then
    strings on the list are completed and all neighbouring points added, three times: a running string may join a listed string, whose
    neighbours' liberties count then.
    """
    r.seen_stamp += 1
    stamp = r.seen_stamp
    size = b.size
    n = 0
    for row in range(size):
        for col in range(size):
            pos = (row + 1) * STRIDE + col + 1
            near = (r.box[0] - WINDOW <= row <= r.box[2] + WINDOW) and (r.box[1] - WINDOW <= col <= r.box[3] + WINDOW)
            if near or r.visited[pos] == r.visit:
                r.seen[pos] = stamp
                r.around[n] = pos
                n += 1
    for _ in range(3):
        for k in range(n):
            pos = r.around[k]
            if b.color[pos] == EMPTY:
                continue
            stone = b.next[pos]
            while stone != pos:
                if r.seen[stone] != stamp:
                    r.seen[stone] = stamp
                    r.around[n] = stone
                    n += 1
                stone = b.next[stone]
        for k in range(n):
            for step in NEIGHBOURS:
                q = r.around[k] + step
                if b.color[q] != BORDER and r.seen[q] != stamp:
                    r.seen[q] = stamp
                    r.around[n] = q
                    n += 1
    return n


@kernel(int64(READ, int64, int64, int64, int64))
def _answer(r, result, move, uncertain, limited):
    """Store a reading's answer in ``r.answer``, and return the result."""
    r.answer[0] = result
    r.answer[1] = move
    r.answer[2] = r.nodes
    r.answer[3] = uncertain
    r.answer[4] = limited
    return result


@kernel(int64(READ))
def _leans(r):
    """Whether the attacker probably succeeds if a search in which he moves first ran out of nodes: his best move is nearer to a proof than
    to a disproof."""
    pn = dn = INFINITE_PN
    for k in range(r.n[0]):
        if r.cpn[0, k] < pn:
            pn, dn = r.cpn[0, k], r.cdn[0, k]
    return pn < dn


@kernel(int64(BOARD, READ, int64, int64))
def py_prove(b, r, attacking, nodes):
    """Answer the question by proof numbers and return the result.  If a ko may matter, search twice.  ``r.answer`` holds the whole
    answer."""
    attacker = int64(r.attacker)
    mover = attacker if attacking else 3 - attacker
    mine = Winner.ATTACKER if attacking else Winner.DEFENDER
    r.refused = r.limited = r.doubt = 0
    r.master = NOBODY
    verdict = py_search(b, r, mover, nodes)
    move = int64(r.move)
    unknown = int64(verdict == Winner.UNSETTLED)
    r.answer[5] = 1
    result = WIN if verdict == mine or (unknown and (not attacking or (r.goal != Aim.CAPTURE and _leans(r)))) else LOSE
    unknown |= r.doubt and verdict == Winner.ATTACKER
    if r.refused and not unknown:
        r.master = 3 - mover if result == WIN else mover
        r.doubt = 0
        again = py_search(b, r, mover, nodes)
        if again == Winner.UNSETTLED or (r.doubt and again == Winner.ATTACKER):
            unknown = 1
        elif result == WIN and again != mine:
            result = KO_A
        elif result == LOSE and again == mine:
            result, move = KO_B, int64(r.move)
        elif result == WIN:
            move = int64(r.move)
    return _answer(r, result, move if result != LOSE else PASS, unknown, r.limited)


@unit(int64(BOARD, READ, int64, int64))
def prove(b, r, attacking, nodes):
    """Answer the question by proof numbers and return the result, for kernels.  Python calls ``py_prove``."""
    return py_prove(b, r, attacking, nodes)


@kernel(int64(BOARD, READ, int64, int64))
def py_quickly_again(b, r, attacking, careful):
    """Read a string depth-first, without a check.  The table then holds the positions read.  ``careful``: try also the defender's moves
    that are usually left out for speed."""
    r.careful = careful
    r.master = NOBODY
    return py_quick(b, r, r.attacker if attacking else 3 - r.attacker, r.nodes + r.quick_nodes)


@unit(int64(BOARD, READ, int64))
def read_string(b, r, attacking):
    """Read a string depth-first, then check the result by proof numbers; return the checked result.

    A full success of the attacker is verified.  After any other result, a success that was missed is searched for.  There is no check if
    the first reading used up its nodes.  ``r.answer`` holds the whole answer.
    """
    attacker = int64(r.attacker)
    mover = attacker if attacking else 3 - attacker
    r.answer[5] = 0
    result = py_quickly_again(b, r, attacking, 0)
    move = int64(r.move)
    if r.nodes >= r.quick_nodes:
        return _answer(r, result, move, 1, 1)
    if result != (WIN if attacking else LOSE):
        checked = prove(b, r, attacking, r.check_nodes)
        uncertain, limited = int64(r.answer[3]), int64(r.answer[4])
        r.answer[5] = 1 - uncertain
        if uncertain or checked == result:
            return _answer(r, result, move, 0, uncertain | limited)
        return checked
    r.refused = r.limited = 0
    verdict = py_verify(b, r, mover, r.nodes + r.pair_nodes)
    if verdict == Winner.DEFENDER:
        return prove(b, r, attacking, r.pair_nodes)
    if verdict == Winner.UNSETTLED:
        again = py_quickly_again(b, r, attacking, 1)
        return _answer(r, again, r.move, 1, 1)
    move = int64(r.move)
    r.answer[5] = 1
    unknown = int64(r.doubt)
    if r.refused:
        # The attacker wins if neither side has ko threats.  Does he if the defender has?
        r.master = 3 - attacker
        again = py_search(b, r, mover, r.pair_nodes)
        r.master = NOBODY
        if again == Winner.DEFENDER:
            result = KO_A if attacking else KO_B
        if again == Winner.UNSETTLED or attacking != (again == Winner.DEFENDER):
            move = int64(r.move)
        if again == Winner.UNSETTLED or (r.doubt and again == Winner.ATTACKER):
            unknown = 1
    return _answer(r, result, move, unknown, unknown | r.limited)


@kernel(int64(BOARD, READ, int64, int64))
def py_read(b, r, attacking, nodes):
    """Answer the question in the record by proof numbers within ``nodes`` positions, or if ``nodes`` is 0, as ``read_string`` does.

    List the points that the answer depends on in ``r.around``.  Return their number, or 0 if the answer may depend on every point.
    """
    if nodes:
        prove(b, r, attacking, nodes)
    else:
        read_string(b, r, attacking)
    return 0 if r.goal != Aim.CAPTURE or r.whole_board else py_surroundings(b, r)
