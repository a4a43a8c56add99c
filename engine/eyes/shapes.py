"""Kernels that value one eye space by its graph (GNU Go manual, "Eye shape analysis", compute_eyes).

The space becomes a graph.  Each half eye gets an additional vertex, a margin (``!``), which stands for the points that decide it.

    X X O O O O O           ! . . .         b is outside the space and decides the half eye a
    X O a . . . O
    X b O O O O O

The owner's strings that touch nothing but the space are vertices too.  If enemy stones have their last liberty outside the space (at a
false margin, ``domains.py``), a vertex is added for this liberty, where the owner can capture the stones.
"""
from enum import IntEnum

from numba import int64, void

from owlgo.engine.core.board import BOARD
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.points import BORDER, EMPTY, NEIGHBOURS, PASS
from owlgo.engine.eyes.compute import COUNTED_OUTER, GAME_VERTICES
from owlgo.engine.eyes.eyesight import EYESIGHT, MOST_UNKNOWN, NO_CASE, SPACE_MOVES, graph_key, py_find_graph
from owlgo.engine.eyes.game import OUTER_LIBERTIES
from owlgo.engine.eyes.topology import HALF_SUM
from owlgo.engine.eyes.value import CASES

CASE_DIGITS = tuple(int(case[0]) | int(case[1]) << 2 | int(case[2]) << 4 | int(case[3]) << 6 for case in CASES)
"""The four digits of each case packed into one number, two bits each."""
SETTLED_INDEX = tuple(CASES.index(str(eyes) * 4) for eyes in range(3))
"""Index of the settled case by its number of eyes."""
TOO_MANY_POINTS = -2
"""Returned instead of a value if the graph is too large or not solved yet."""


class Bits(IntEnum):
    """The sets of vertices that describe a graph, as indices of ``bits`` and ``base_bits``."""
    WALL = 0
    MARGIN = 1
    ATTACKER = 2
    DEFENDER = 3


class Halves(IntEnum):
    """Which half eyes count as half while a space is valued.  All other half eyes count as real."""
    ALL = 0
    OUTSIDE = 1
    """Half eyes that are decided outside the space."""
    NONE = 2


@kernel(int64(int64))
def case_of(digits):
    """Return the index in CASES of a packed value, or NO_CASE if CASES lacks the value."""
    for k in range(len(CASE_DIGITS)):
        if CASE_DIGITS[k] == digits:
            return k
    return NO_CASE


@kernel(int64(int64))
def _total(digits):
    """Return the sum of the four digits."""
    return (digits & 3) + (digits >> 2 & 3) + (digits >> 4 & 3) + (digits >> 6)


@kernel(int64(BOARD, EYESIGHT, int64, int64))
def _look_round_string(b, e, stone, number):
    """Count a string's liberties outside the space, up to three.  Return -1 if the string touches nothing but the space."""
    e.stamp += 1
    root, color = b.origin[stone], b.color[stone]
    free, island = 0, 1
    pos = root
    while True:
        for step in NEIGHBOURS:
            q = pos + step
            c = b.color[q]
            if c == color or c == BORDER or e.space[q] == number:
                continue
            island = 0
            if c == EMPTY and e.mark[q] != e.stamp:
                e.mark[q] = e.stamp
                free += 1
                if free == COUNTED_OUTER:
                    return free
        pos = b.next[pos]
        if pos == root:
            return -1 if island else free


@kernel(void(BOARD, EYESIGHT, int64))
def _add_island(b, e, stone):
    """Add the stones of a string that touches nothing but the space to the vertices, in board order."""
    pos = stone
    while True:
        if e.nbase + e.nislands < GAME_VERTICES:
            k = e.nbase + e.nislands
            while k > e.nbase and e.place[k - 1] > pos:
                e.place[k] = e.place[k - 1]
                k -= 1
            e.place[k] = pos
        e.nislands += 1
        e.vertex[pos] = GAME_VERTICES
        pos = b.next[pos]
        if pos == stone:
            return


@kernel(void(BOARD, EYESIGHT, int64))
def _forget_island(b, e, stone):
    """Remove a string's stones from the vertices."""
    while e.vertex[stone]:
        e.vertex[stone] = 0
        stone = b.next[stone]


@kernel(int64(BOARD, EYESIGHT, int64, int64))
def _has_loose_strings(b, e, pos, color):
    """Return whether own strings touch the space at this point only: 0 if none does, else 1 plus their outside liberties, at most 3."""
    number = e.space[pos]
    e.stamp += 1
    liberty = e.stamp
    found = free = 0
    for step in NEIGHBOURS:
        if b.color[pos + step] != color:
            continue
        root = b.origin[pos + step]
        stone, loose = root, 1
        while loose:
            for around in NEIGHBOURS:
                q = stone + around
                if e.space[q] == number and q != pos:
                    loose = 0
            stone = b.next[stone]
            if stone == root:
                break
        if not loose:
            continue
        found = 1
        while free < OUTER_LIBERTIES:
            for around in NEIGHBOURS:
                q = stone + around
                if b.color[q] == EMPTY and e.space[q] != number and e.mark[q] != liberty:
                    e.mark[q] = liberty
                    free += 1
            stone = b.next[stone]
            if stone == root:
                break
    return min(free, OUTER_LIBERTIES) + 1 if found else 0


@kernel(int64(BOARD, EYESIGHT, int64))
def _is_gate(b, e, pos):
    """Whether an enemy stone stands on a false eye.  Such a stone may have no liberty in the space."""
    return e.marginal[pos] == 2 and b.color[pos] == 3 - e.looked


@unit(int64(BOARD, EYESIGHT, int64))
def _make_base(b, e, number):
    """Make the vertices that are points of the board, and count the outer liberties.  Return 0 if there are too many vertices."""
    color = e.looked
    n = e.size[number]
    e.nislands = 0
    e.outer = COUNTED_OUTER
    e.nbase = min(n, GAME_VERTICES)
    if n > GAME_VERTICES:
        return 0
    pos, k = e.first[number], 0
    while pos:
        e.place[k] = pos
        k += 1
        e.vertex[pos] = k
        pos = e.after_of[pos]
    # Each string round the space once.
    e.nnow[0] = 0
    for k in range(n):
        for step in NEIGHBOURS:
            q = e.place[k] + step
            if b.color[q] != color or e.vertex[q]:
                continue
            root, seen = b.origin[q], 0
            for i in range(e.nnow[0]):
                if e.queue[i] == root:
                    seen = 1
            if seen:
                continue
            e.queue[e.nnow[0]] = root
            e.nnow[0] += 1
            free = _look_round_string(b, e, root, number)
            if free < 0:
                _add_island(b, e, root)
            else:
                e.outer = min(e.outer, free)
    e.outer = max(e.outer, 1)
    all_of_them = e.nbase + e.nislands
    fits = all_of_them <= GAME_VERTICES
    e.base_bits[:] = 0
    if fits:
        for k in range(e.nbase, all_of_them):
            e.vertex[e.place[k]] = k + 1
        for k in range(all_of_them):
            pos, near, walls = e.place[k], 0, 0
            for step in NEIGHBOURS:
                q = pos + step
                if e.vertex[q]:
                    near |= 1 << (e.vertex[q] - 1)
                elif b.color[q] != BORDER:
                    walls += 1
            bit = 1 << k
            margin = k < n and e.marginal[pos] != 0 and not (_is_gate(b, e, pos) and _has_loose_strings(b, e, pos, color))
            e.base[k] = near
            e.base_bits[Bits.WALL] |= bit if walls > margin else 0
            e.base_bits[Bits.MARGIN] |= bit if margin else 0
            e.base_bits[Bits.ATTACKER] |= bit if b.color[pos] == 3 - color else 0
            e.base_bits[Bits.DEFENDER] |= bit if k >= n else 0
    for k in range(n):
        e.vertex[e.place[k]] = 0
    for k in range(e.nnow[0]):
        _forget_island(b, e, e.queue[k])
    return fits


@kernel(int64(EYESIGHT, int64, int64, int64, int64))
def _add(e, near, wall, margin, half):
    """Add a vertex whose neighbours are ``near``.  Return the vertex's bit, or 0 if the graph has too many vertices."""
    k = e.nv
    if k == GAME_VERTICES:
        e.nv = GAME_VERTICES + 1
        return 0
    if k > GAME_VERTICES:
        return 0
    bit = 1 << k
    for i in range(k):
        if near >> i & 1:
            e.near[i] |= bit
    e.near[k] = near
    e.bits[Bits.WALL] |= bit * wall
    e.bits[Bits.MARGIN] |= bit * margin
    e.place[k] = PASS
    e.half_place[k] = half
    e.nv = k + 1
    return bit


@kernel(void(EYESIGHT))
def _add_lost_liberties(e):
    """Add a vertex for the outside liberty of enemy stones that have none in the space."""
    left = e.bits[Bits.ATTACKER]
    known = e.nv
    while left:
        part, grown, around = 0, left & -left, 0
        while part != grown:
            part = grown
            around = 0
            for k in range(known):
                if part >> k & 1:
                    around |= e.near[k]
            grown |= around & left
        left &= ~part
        if not part & e.bits[Bits.MARGIN] and not around & ~(e.bits[Bits.ATTACKER] | e.bits[Bits.DEFENDER]):
            _add(e, part, 1, 0, 0)


@kernel(int64(EYESIGHT, int64, int64))
def _decided_inside(e, number, half):
    """Whether a half eye is decided on a point of its own space, and the space has other points."""
    if e.size[number] == 1:
        return 0
    for purpose in range(2):
        for k in range(e.nhalf_moves[purpose, half]):
            if e.space[e.half_moves[purpose, half, k]] == number:
                return 1
    return 0


@unit(int64(BOARD, EYESIGHT, int64, int64))
def _make_graph(b, e, number, which):
    """Make the graph of a space.  ``which`` half eyes count as half (``Halves``).  Return 0 if the graph is too large."""
    n = e.nbase + e.nislands
    e.nv = n
    for k in range(n):
        e.near[k] = e.base[k]
        e.half_place[k] = 0
    for k in range(4):
        e.bits[k] = e.base_bits[k]
    pos, k = e.first[number], 0
    while pos:
        half = e.half[pos]
        if half:
            if which == Halves.ALL or (which == Halves.OUTSIDE and not _decided_inside(e, number, half)):
                _add(e, 1 << k, 1, 1, half)
        elif _is_gate(b, e, pos):
            loose = _has_loose_strings(b, e, pos, e.looked)
            if loose:
                # Strings that make the eye false stay unconnected until the stone in it is captured.
                gate = _add(e, 1 << k, 0, 0, 0)
                e.bits[Bits.DEFENDER] |= gate
                for _ in range(loose - 1):
                    _add(e, gate, 0, 1, 0)
        pos = e.after_of[pos]
        k += 1
    if e.nv <= GAME_VERTICES:
        _add_lost_liberties(e)
    return e.nv <= GAME_VERTICES


@kernel(void(EYESIGHT, int64, int64))
def _note_move(e, purpose, move):
    """Add a move to the list of moves of the graph just solved, in board order.  Purpose 0 attacks, purpose 1 defends."""
    n = e.nnow[purpose]
    k = n
    while k > 0 and e.now[purpose, k - 1] >= move:
        if e.now[purpose, k - 1] == move:
            return
        k -= 1
    if n == SPACE_MOVES:
        return
    for i in range(n, k, -1):
        e.now[purpose, i] = e.now[purpose, i - 1]
    e.now[purpose, k] = move
    e.nnow[purpose] = n + 1


@kernel(void(BOARD, EYESIGHT))
def _list_unknown(b, e):
    """Add the graph just made to the list of graphs that Python is asked to solve."""
    key = graph_key(e, e.outer, b.suicide != 0)
    k = e.unknown
    if k == MOST_UNKNOWN:
        return
    for i in range(k):
        if e.unknown_key[i] == key:
            return
    e.unknown = k + 1
    e.unknown_key[k], e.unknown_n[k], e.unknown_outer[k], e.unknown_suicide[k] = key, e.nv, e.outer, b.suicide != 0
    for i in range(e.nv):
        e.unknown_near[k, i] = e.near[i]
    for i in range(4):
        e.unknown_bits[k, i] = e.bits[i]


@unit(int64(BOARD, EYESIGHT, int64, int64))
def _solved(b, e, number, which):
    """Return the packed value of a space, with its moves in ``e.now``, or TOO_MANY_POINTS if its graph is too large or not solved yet."""
    e.nnow[0] = e.nnow[1] = 0
    if not _make_graph(b, e, number, which):
        return TOO_MANY_POINTS
    entry = py_find_graph(e, graph_key(e, e.outer, b.suicide != 0))
    if entry < 0:
        if e.most_vertices == 0 or e.nv <= e.most_vertices:
            _list_unknown(b, e)
        return TOO_MANY_POINTS
    case = entry & 15
    if case == NO_CASE:
        return TOO_MANY_POINTS
    for purpose in range(2):
        wanted = entry >> (4 + 12 * purpose) & 0xFFF
        for k in range(e.nv):
            if not wanted >> k & 1:
                continue
            half = e.half_place[k]
            if half:
                for i in range(e.nhalf_moves[purpose, half]):
                    _note_move(e, purpose, e.half_moves[purpose, half, i])
            elif e.place[k]:
                _note_move(e, purpose, e.place[k])
    return CASE_DIGITS[case]


@kernel(void(EYESIGHT, int64, int64))
def _keep_moves(e, number, digits):
    """Copy the moves of the graph just solved to the space.  In an unsettled space, prefer points that both sides want."""
    e.nattacks[number], e.ndefences[number] = e.nnow[0], e.nnow[1]
    for k in range(e.nnow[0]):
        e.attacks[number, k] = e.now[0, k]
    for k in range(e.nnow[1]):
        e.defences[number, k] = e.now[1, k]
    attack = e.now[0, 0] if e.nnow[0] else PASS
    defence = e.now[1, 0] if e.nnow[1] else PASS
    i = j = 0
    while i < e.nnow[0] and j < e.nnow[1]:
        if e.now[0, i] == e.now[1, j]:
            attack = defence = e.now[0, i]
            break
        if e.now[0, i] < e.now[1, j]:
            i += 1
        else:
            j += 1
    a, b, c, d = digits & 3, digits >> 2 & 3, digits >> 4 & 3, digits >> 6
    urgent = b != c and c + d != a + b
    e.attack[number] = attack if urgent else PASS
    e.defence[number] = defence if urgent else PASS


@unit(int64(BOARD, EYESIGHT, int64))
def compute_eyes(b, e, number):
    """Return the packed value of a space, exact or judged by size.

    If a move inside the space itself decides a half eye, the space is also valued with that eye as real, and the higher value counts.  A
    single half eye that can be spoiled only by ko counts as real if the defender plays first.
    """
    fits = _make_base(b, e, number)
    # By size if the graph is too large; margins cost two points each.
    size = e.size[number] - 2 * e.margins[number]
    by_size = CASE_DIGITS[SETTLED_INDEX[2 if size > 3 else 1 if size > 0 else 0]]
    e.exact[number] = 0
    e.nattacks[number] = e.ndefences[number] = 0
    e.attack[number] = e.defence[number] = PASS
    if not fits:
        return by_size
    digits = _solved(b, e, number, Halves.ALL)
    if digits == TOO_MANY_POINTS:
        digits = by_size
    else:
        e.exact[number] = 1
        _keep_moves(e, number, digits)
    if not e.halves[number]:
        return digits
    inside, doubtful = 0, 0
    pos = e.first[number]
    while pos:
        if e.half[pos]:
            inside += _decided_inside(e, number, e.half[pos])
            doubtful += e.corner[pos] < HALF_SUM
        pos = e.after_of[pos]
    if inside:
        better = _solved(b, e, number, Halves.OUTSIDE)
        exact = better != TOO_MANY_POINTS
        if not exact:
            better = by_size
        if _total(better) > _total(digits):
            digits = better
            e.exact[number] = exact
            _keep_moves(e, number, digits)
    elif e.halves[number] == 1 and doubtful:
        better = _solved(b, e, number, Halves.NONE)
        exact = better != TOO_MANY_POINTS
        if not exact:
            better = by_size
        # If one graph is solved and the other judged by size, they may contradict each other.
        if better >> 4 != digits >> 4 and better >> 4 & 3 >= digits >> 2 & 3:
            e.exact[number] = exact
            _keep_moves(e, number, better)
            digits = digits & 15 | better >> 4 << 4
    return digits
