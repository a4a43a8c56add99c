"""Kernels that find domains and eye spaces, a row of the board at a time (GNU Go manual, "Eye spaces", "False Margins", "Functions").

Only lively strings count; others are ignored as if captured.  A colour's domain contains its lively stones, their neighbours, and empty
points that lean on two adjoining points of the domain.  Points in only one colour's domain are that colour's eye space.  A point is
marginal if the opponent can enter there.  Such a point is next to a point of his domain alone, or lies in both domains and next to a point
of ours alone.

    |O O O O X
    |! . . . O      ! a margin: X can play there from outside
    |X O . X X
    |X O O O O

An empty point (e) leans on a neighbour in the domain (b) and on the domain point beside that neighbour, diagonal to e (a):

        u a b c     e leans on a and b, unless an enemy stands at d (influence would leak past a knight's move)
          d e f     or enemies stand at u and at c (past a jump of two)
          g h i

A false margin is an empty point between an eye space and the outside, next to dead enemy stones in the space, where the enemy cannot stand:

        O O O O X X
        O X a X . .     a is in neither side's eye space: O's consists of the dead stone's point only
        -----------
"""
from numba import int64, void

from owlgo.engine.core.bits import trailing_zeros
from owlgo.engine.core.board import BOARD
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.points import EMPTY, NEIGHBOURS, STRIDE
from owlgo.engine.core.result import LOSE
from owlgo.engine.eyes.eyesight import EYESIGHT, MARGIN_ROWS, MAX_EYE_SPACES
from owlgo.engine.read.inner import inner_attack, inner_safe_move
from owlgo.engine.read.record import READ


@kernel(int64(BOARD, EYESIGHT, int64))
def _load(b, e, color):
    """Load the board as rows of bits.  Return whether the caller named a dragon's stones of this colour."""
    size = b.size
    full = (1 << size) - 1
    any_goal = 0
    for row in range(size):
        y, base = row + MARGIN_ROWS, (row + 1) * STRIDE + 1
        own = foe = lively = goal = empty = 0
        for col in range(size):
            c = b.color[base + col]
            bit = 1 << col
            empty |= bit if c == EMPTY else 0
            own |= bit if c == color else 0
            lively |= bit if e.lively[base + col] != 0 else 0
            goal |= bit if e.goal[base + col] != 0 else 0
        foe = full & ~(own | empty)
        e.on_row[y] = full
        e.stones[0, y], e.stones[1, y] = own, foe
        e.alive[0, y], e.alive[1, y] = own & lively, foe & lively
        e.dragon[y] = goal & own
        any_goal |= goal & own
    for y in range(size + MARGIN_ROWS, size + 2 * MARGIN_ROWS):
        # Clear rows of a larger board before.
        e.on_row[y] = e.stones[0, y] = e.stones[1, y] = e.alive[0, y] = e.alive[1, y] = e.dragon[y] = 0
        e.domain[0, y] = e.domain[1, y] = e.inner[0, y] = e.inner[1, y] = 0
        e.eyes[y] = e.margin_row[y] = e.reach[y] = e.secure[y] = e.lonely[y] = 0
    return any_goal != 0


@kernel(int64(int64, int64, int64))
def _lean_straight(domain, enemies_here, enemies_there):
    """Return the points of a row that lean on two points in an adjacent row: the one opposite, and one beside that."""
    east = domain & domain >> 1 & ~(enemies_here >> 1) & ~(enemies_there >> 2 & enemies_there << 1)
    west = domain & domain << 1 & ~(enemies_here << 1) & ~(enemies_there << 2 & enemies_there >> 1)
    return east | west


@kernel(int64(int64, int64, int64, int64, int64))
def _lean_aside(beside, across, enemies, behind, beyond):
    """Return the points that lean on a point beside them and on the point above, or below, that one.  Rows are shifted to the leaning
    points."""
    return beside & across & ~enemies & ~(behind & beyond)


@kernel(void(EYESIGHT, int64, int64))
def _corners_of_board(e, who, size):
    """Add a corner of the board to a domain that has a point beside it, if no enemy is near.

    Corners come last, since other points never join a domain by leaning on one.
    """
    if size < 2:
        return
    for y in (MARGIN_ROWS, size + MARGIN_ROWS - 1):
        other = MARGIN_ROWS + 1 if y == MARGIN_ROWS else y - 1
        for col in (0, size - 1):
            bit = 1 << col
            side = 2 if col == 0 else bit >> 1
            free = not (e.alive[0, y] | e.alive[1, y]) & bit
            near = e.domain[who, y] & side | e.domain[who, other] & bit
            enemies = e.alive[1 - who, y] & side | e.alive[1 - who, other] & (bit | side)
            if free and near and not enemies:
                e.domain[who, y] |= bit


@kernel(void(BOARD, EYESIGHT, int64))
def _grow(b, e, who):
    """Compute the domain of one side: its lively stones, their neighbours, and points that lean on the domain, repeatedly."""
    size = b.size
    full = (1 << size) - 1
    inside = full >> 1 & ~1
    first, last = MARGIN_ROWS, size + MARGIN_ROWS - 1
    mine, foes = e.alive[who], e.alive[1 - who]
    domain, inner = e.domain[who], e.inner[who]
    for y in range(first, last + 1):
        domain[y] = (mine[y] | (mine[y - 1] | mine[y + 1] | mine[y] << 1 | mine[y] >> 1) & ~foes[y]) & full
        inner[y] = domain[y] & inside if first < y < last else 0
    changed, sweep = 1, 0
    while changed:
        changed = 0
        for row in range(size):
            y = last - row if sweep & 1 else first + row
            room = full & ~(mine[y] | foes[y] | domain[y])
            if y == first or y == last:
                room &= inside          # corners of the board follow below
            if not room:
                continue
            a, m, z = inner[y - 1], inner[y], inner[y + 1]
            here, up, down = foes[y], foes[y - 1], foes[y + 1]
            found = _lean_straight(a, here, up) | _lean_straight(z, here, down)
            if m:
                found |= _lean_aside(m << 1, a << 1, up, down << 1, foes[y - 2] << 1)
                found |= _lean_aside(m >> 1, a >> 1, up, down >> 1, foes[y - 2] >> 1)
                found |= _lean_aside(m << 1, z << 1, down, up << 1, foes[y + 2] << 1)
                found |= _lean_aside(m >> 1, z >> 1, down, up >> 1, foes[y + 2] >> 1)
            found &= room
            if found:
                domain[y] |= found
                if first < y < last and found & inside:
                    inner[y] |= found & inside
                    changed = 1
        sweep += 1
    _corners_of_board(e, who, size)


@kernel(void(BOARD, EYESIGHT))
def _eye_rows(b, e):
    """Compute the rows of the owner's eye space and of its margins."""
    mine, theirs = e.domain[0], e.domain[1]
    for y in range(MARGIN_ROWS, b.size + MARGIN_ROWS):
        alone = (mine[y - 1] & ~theirs[y - 1]) | (mine[y + 1] & ~theirs[y + 1]) | (mine[y] & ~theirs[y]) << 1 | (mine[y] & ~theirs[y]) >> 1
        foreign = (theirs[y - 1] & ~mine[y - 1]) | (theirs[y + 1] & ~mine[y + 1]) | (theirs[y] & ~mine[y]) << 1 \
            | (theirs[y] & ~mine[y]) >> 1
        open_points = mine[y] & ~(e.stones[0, y] | e.alive[1, y])
        e.eyes[y] = open_points & (~theirs[y] | alone)
        e.margin_row[y] = e.eyes[y] & (theirs[y] | foreign)


@kernel(void(BOARD, EYESIGHT))
def _reach(b, e):
    """Find the parts of the eye space that touch the dragon.  Here margins connect parts."""
    size = b.size
    for y in range(MARGIN_ROWS, size + MARGIN_ROWS):
        g = e.dragon
        e.reach[y] = e.eyes[y] & (g[y - 1] | g[y + 1] | g[y] << 1 | g[y] >> 1) if e.round else e.eyes[y]
    if not e.round:
        return
    changed = 1
    while changed:
        changed = 0
        for sweep in range(2):
            for row in range(size):
                y = row + MARGIN_ROWS if sweep == 0 else size + MARGIN_ROWS - 1 - row
                now, grown = -1, (e.reach[y] | e.reach[y - 1] | e.reach[y + 1]) & e.eyes[y]
                while grown != now:
                    now = grown
                    grown |= (now << 1 | now >> 1) & e.eyes[y]
                if grown != e.reach[y]:
                    e.reach[y] = grown
                    changed = 1


@kernel(int64(BOARD, EYESIGHT))
def _false_margin_candidates(b, e):
    """Find empty points that may be false margins: next to a side's stones, and to lively and dead enemies.  Return whether any exist."""
    mine, theirs, reach = e.domain[0], e.domain[1], e.reach
    any_found = 0
    for y in range(MARGIN_ROWS, b.size + MARGIN_ROWS):
        e.candidates[0, y] = e.candidates[1, y] = 0
        dead = e.stones[0, y] & ~e.alive[0, y] | e.stones[0, y - 1] & ~e.alive[0, y - 1] | e.stones[0, y + 1] & ~e.alive[0, y + 1] \
            | e.stones[1, y] & ~e.alive[1, y] | e.stones[1, y - 1] & ~e.alive[1, y - 1] | e.stones[1, y + 1] & ~e.alive[1, y + 1]
        if not dead:
            continue
        # Points matter that are eye space or make a neighbour a margin, in these spaces or within two lines of a corner in another.
        matters = reach[y] | theirs[y] & ~mine[y] & (reach[y - 1] | reach[y + 1] | reach[y] << 1 | reach[y] >> 1)
        distant = 0
        for far in range(y - 2, y + 3):
            corners = reach[far - 1] | reach[far + 1]
            corners = (corners << 1 | corners >> 1) & e.eyes[far] & ~reach[far]
            for _ in range(2 - abs(far - y)):
                corners |= corners << 1 | corners >> 1
            distant |= corners
        matters |= distant & (e.eyes[y] | theirs[y] & ~mine[y])
        if not matters:
            continue
        matters &= e.on_row[y] & ~(e.stones[0, y] | e.stones[1, y])
        for who in range(2):
            foes, alive, own = e.stones[1 - who], e.alive[1 - who], e.stones[who]
            here, up, down = foes[y] & ~alive[y], foes[y - 1] & ~alive[y - 1], foes[y + 1] & ~alive[y + 1]
            found = matters & (up | down | here << 1 | here >> 1) & (own[y - 1] | own[y + 1] | own[y] << 1 | own[y] >> 1) \
                & (alive[y - 1] | alive[y + 1] | alive[y] << 1 | alive[y] >> 1)
            e.candidates[who, y] = found
            any_found |= found
    return any_found != 0


@kernel(int64(BOARD, READ, EYESIGHT, int64, int64))
def _is_false_margin(b, r, e, pos, color):
    """Whether the enemy cannot safely play at a candidate point, though his lively string beside it cannot be captured."""
    # This order needs fewer nodes.  Ko bans are lifted: they end after a threat.
    ban = b.ko
    b.ko = 0
    stands = inner_safe_move(b, r, pos, 3 - color)
    b.ko = ban
    if stands != LOSE:
        return 0
    for step in NEIGHBOURS:
        q = pos + step
        if b.color[q] == 3 - color and e.lively[q] and inner_attack(b, r, q) == LOSE:
            return 1
    return 0


@kernel(void(BOARD, READ, EYESIGHT, int64))
def _read_candidates(b, r, e, color):
    """Keep only the candidates for false margins that reading confirms."""
    for y in range(MARGIN_ROWS, b.size + MARGIN_ROWS):
        for who in range(2):
            found = e.candidates[who, y] & (e.domain[0, y] | e.domain[1, y])
            if who == 1:
                found &= ~e.candidates[0, y]
            e.candidates[who, y] = 0
            while found:
                col = trailing_zeros(found)
                found &= found - 1
                if _is_false_margin(b, r, e, (y - MARGIN_ROWS + 1) * STRIDE + 1 + col, color if who == 0 else 3 - color):
                    e.candidates[who, y] |= 1 << col


@kernel(int64(BOARD, EYESIGHT))
def _drop_false_margins(b, e):
    """Remove the candidates from both domains.  Return whether there were any."""
    dropped = 0
    for y in range(MARGIN_ROWS, b.size + MARGIN_ROWS):
        false = e.candidates[0, y] | e.candidates[1, y]
        e.domain[0, y] &= ~false
        e.domain[1, y] &= ~false
        dropped |= false
    return dropped != 0


@kernel(void(BOARD, EYESIGHT))
def _neighbour_rows(b, e):
    """Find eye points that are secure as corners (at most one marginal neighbour), and eye points with at most one neighbour in eye
    spaces."""
    for y in range(MARGIN_ROWS, b.size + MARGIN_ROWS):
        m, s = e.margin_row, e.eyes
        up, down, west, east = m[y - 1], m[y + 1], m[y] << 1, m[y] >> 1
        e.secure[y] = s[y] & ~m[y] & ~(up & down | (up | down) & (west | east) | west & east)
        up, down, west, east = s[y - 1], s[y + 1], s[y] << 1, s[y] >> 1
        e.lonely[y] = s[y] & ~m[y] & ~(up & down | (up | down) & (west | east) | west & east)


@kernel(void(BOARD, EYESIGHT, int64, int64))
def _flood(b, e, start, number):
    """Give a number to all points of a space, and count the stones beside the space.  Adjacent margins do not connect."""
    color = e.looked
    e.queue[0] = start
    e.space[start] = number
    n, k = 1, 0
    touch_goal = touch_friends = 0
    while k < n:
        pos = e.queue[k]
        k += 1
        for step in NEIGHBOURS:
            q = pos + step
            if e.space[q] == -1 and not (e.marginal[pos] and e.marginal[q]):
                e.space[q] = number
                e.queue[n] = q
                n += 1
            if b.color[q] == color:
                if e.goal[q]:
                    touch_goal += 1
                elif e.lively[q]:
                    touch_friends += 1
    e.size[number] = n
    e.touch_goal[number], e.touch_friends[number] = touch_goal, touch_friends


@kernel(void(BOARD, EYESIGHT))
def _number_spaces(b, e):
    """Number the dragon's spaces and list their points.  Points with at most one neighbour are marked, to be judged by their corners."""
    n = 0
    for y in range(MARGIN_ROWS, b.size + MARGIN_ROWS):
        row = e.eyes[y] & e.reach[y]
        while row:
            col = trailing_zeros(row)
            row &= row - 1
            pos = (y - MARGIN_ROWS + 1) * STRIDE + 1 + col
            e.space[pos] = -1
            e.marginal[pos] = e.margin_row[y] >> col & 1
            e.points[n] = pos
            n += 1
    e.n = 0
    for k in range(n):
        pos = e.points[k]
        if e.space[pos] == -1:
            number = e.n + 1
            _flood(b, e, pos, number)
            if (e.round and not e.touch_goal[number]) or number == MAX_EYE_SPACES - 1:
                for i in range(e.size[number]):
                    e.space[e.queue[i]] = 0
            else:
                e.n = number
                e.first[number] = e.margins[number] = 0
    e.npoints = 0
    for k in range(n):
        pos = e.points[k]
        if e.space[pos] == 0:
            e.marginal[pos] = 0
        else:
            e.points[e.npoints] = pos
            e.npoints += 1
    for k in range(e.npoints - 1, -1, -1):
        pos = e.points[k]
        number = e.space[pos]
        e.after_of[pos] = e.first[number]
        e.first[number] = pos
        e.half[pos] = 0
        e.judged[pos] = e.lonely[pos // STRIDE - 1 + MARGIN_ROWS] >> (pos % STRIDE - 1) & 1


@kernel(int64(BOARD, EYESIGHT, int64))
def py_lay_out(b, e, color):
    """Find a colour's eye spaces round the dragon, false margins still included.  Return whether some points may be false margins."""
    for k in range(e.npoints):
        pos = e.points[k]
        e.space[pos] = e.marginal[pos] = e.judged[pos] = 0
        e.corner[pos] = 4
    e.npoints = 0
    e.looked = color
    e.round = _load(b, e, color)
    _grow(b, e, 0)
    _grow(b, e, 1)
    _eye_rows(b, e)
    _reach(b, e)
    return _false_margin_candidates(b, e)


@kernel(int64(BOARD, EYESIGHT))
def py_number_spaces(b, e):
    """Remove the false margins and number the spaces.  Return how many spaces there are."""
    if _drop_false_margins(b, e):
        _eye_rows(b, e)
    _neighbour_rows(b, e)
    _number_spaces(b, e)
    e.nhalves = 0
    return e.n


@unit(int64(BOARD, READ, EYESIGHT, int64))
def find_spaces(b, r, e, color):
    """Find and number a colour's eye spaces beside the dragon.  Return how many there are."""
    if py_lay_out(b, e, color):
        _read_candidates(b, r, e, color)
    return py_number_spaces(b, e)
