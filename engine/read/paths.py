"""Measure the distance between two strings in moves, and find the points of the shortest paths, for connecting and cutting.

Distances are counted in moves of the connecting side, the *defender*.  His own stones cost nothing.  An empty point costs one move, or two
where he could hardly stand.  An enemy string with one or two liberties costs as many moves as it has liberties.

    . X 1 2 O .      two moves between X and a friend beyond 2;  a point's length is
    . . . . . .      the length of the shortest path through it
"""
from numba import int64, void

from owlgo.engine.core.board import BOARD
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.points import BORDER, EMPTY, NEIGHBOURS
from owlgo.engine.core.strings import liberties_after
from owlgo.engine.read.capture import settle
from owlgo.engine.read.moves import add, play_liberties, press, take_attackers
from owlgo.engine.read.record import NO_WAY, READ, Aim, Winner

LONGEST_WAY = 9
"""Maximum length of a path, in moves."""


@kernel(int64(BOARD, int64, int64))
def step_cost(b, pos, defender):
    """Return how many moves the defender needs to stand on an empty point: one if a friend or two free points are beside it, else two."""
    room = friends = 0
    for step in NEIGHBOURS:
        c = b.color[pos + step]
        if c == EMPTY:
            room += 1
        elif c == defender:
            friends += 1
        elif c == 3 - defender and b.libs[b.origin[pos + step]] == 1:
            room += 1
    return 1 if room + 2 * friends > 1 else 2


@kernel(void(READ, int64, int64, int64, int64))
def _reach(r, which, pos, there, cost):
    """Note that a point is ``there`` moves away from a string, the last ``cost`` of them on the point itself."""
    r.dist[which, pos] = there
    r.cost[pos] = cost
    r.bucket[there, r.nbucket[there]] = pos
    r.nbucket[there] += 1


@kernel(void(BOARD, READ, int64, int64))
def _begin(b, r, start, which):
    """Begin new distances: from a string's stones, or from the points of the area if start is 0."""
    defender = 3 - r.attacker
    for k in range(r.nreached[which]):
        r.dist[which, r.reached[which, k]] = NO_WAY
    r.nreached[which] = 0
    for d in range(r.reach + 1):
        r.nbucket[d] = 0
    if start != 0:
        stone = start
        while True:
            _reach(r, which, stone, 0, 0)
            stone = b.next[stone]
            if stone == start:
                return
    for k in range(r.narea):
        pos = r.area[k]
        c = b.color[pos]
        cost = 0 if c == defender else step_cost(b, pos, defender) if c == EMPTY else b.libs[b.origin[pos]]
        if cost <= r.reach and (c == defender or c == EMPTY or cost <= 2):
            _reach(r, which, pos, cost, cost)


@unit(void(BOARD, READ, int64, int64, int64))
def spread(b, r, start, which, slack):
    """Write each point's distance from a string, or from the area if start is 0, into ``r.dist[which]``.  Points out of reach stay NO_WAY.

    If two strings are to be joined, the first spread stops ``slack`` moves after it reaches the other string.  The second spread leaves out
    points that are only on longer paths, and takes the costs of empty points from the first.
    """
    defender = 3 - r.attacker
    reach = r.reach
    meets = r.goals[1] if which == 0 and r.goal == Aim.CUT else 0
    _begin(b, r, start, which)
    if which == 1 and r.goal == Aim.CUT:
        reach = min(reach, r.dist[0, start] + slack)
    for d in range(r.reach + 1):
        if d > reach:
            for i in range(r.nbucket[d]):
                if r.dist[which, r.bucket[d, i]] == d:
                    r.dist[which, r.bucket[d, i]] = NO_WAY
            continue
        i = 0
        while i < r.nbucket[d]:
            pos = r.bucket[d, i]
            i += 1
            if r.dist[which, pos] != d:
                continue
            r.reached[which, r.nreached[which]] = pos
            r.nreached[which] += 1
            if pos == meets:
                reach = min(reach, d + slack)
            if which == 1 and r.dist[0, pos] + d - r.cost[pos] > reach:
                continue
            for step in NEIGHBOURS:
                q = pos + step
                c = b.color[q]
                if c == BORDER or r.dist[which, q] <= d:
                    continue
                if c == EMPTY:
                    if d >= reach or r.dist[which, q] == d + 1:
                        continue
                    if which == 0:
                        cost = step_cost(b, q, defender)
                    elif r.dist[0, q] < NO_WAY:
                        cost = int64(r.cost[q])
                    else:
                        continue
                    if d + cost <= reach and d + cost < r.dist[which, q]:
                        _reach(r, which, q, d + cost, cost)
                    continue
                cost = 0
                if c != defender:
                    cost = int64(b.libs[b.origin[q]])
                    if cost > 2 or b.color[pos] == c:
                        continue
                if d + cost > reach or d + cost >= r.dist[which, q]:
                    continue
                stone = q
                while True:
                    # An area may name a stone of the string, and that one is nearer.
                    if d + cost < r.dist[which, stone]:
                        _reach(r, which, stone, d + cost, cost)
                    stone = b.next[stone]
                    if stone == q:
                        break


@kernel(int64(READ, int64))
def way_length(r, pos):
    """Return the length of the shortest path between the strings that passes through a point.  A point's own cost is in both
    distances."""
    total = r.dist[0, pos] + r.dist[1, pos]
    return NO_WAY if total >= NO_WAY else total - r.cost[pos]


@unit(int64(BOARD, READ, int64))
def shortest_length(b, r, slack):
    """Spread from the first string, ``slack`` moves beyond the other if there is one.  Return the length of the shortest path, or a length
    beyond ``r.reach`` if none is within reach."""
    spread(b, r, r.goals[0], 0, slack)
    if r.goal == Aim.CUT:
        return int64(r.dist[0, r.goals[1]])
    best = NO_WAY
    for k in range(r.narea):
        best = min(best, r.dist[0, r.area[k]])
    return best


@unit(void(BOARD, READ, int64, int64))
def find_ways(b, r, best, slack):
    """Spread from the second string or the area, after ``shortest_length``.  Put the number of empty points on paths of the ``best``
    length into ``r.ways``, and one of them into ``r.way``, or a stone's point if there is none.

    Points on paths up to ``slack`` moves longer are measured too, beyond ``r.reach`` only those beside a path within it.
    """
    spread(b, r, r.goals[1] if r.goal == Aim.CUT else 0, 1, slack)
    ways = 0
    r.way = 0
    for k in range(r.nreached[1]):
        pos = r.reached[1, k]
        if way_length(r, pos) != best:
            continue
        if b.color[pos] == EMPTY:
            ways += 1
        if r.way == 0 or b.color[pos] == EMPTY and (b.color[r.way] != EMPTY or r.rank[pos] < r.rank[r.way]):
            r.way = pos
    r.ways = max(ways, 1)


@unit(void(BOARD, READ, int64))
def judge_cut(b, r, depth):
    """Set the first proof numbers of a cutting reading, in which the attacker keeps two strings apart.

    The numbers depend on the length of the shortest paths and the number of their empty points, and were counted from readings.  A cut is
    almost certain from length 5 on, 6 if the defender is to play.  From depth 3 on such a cut counts as settled.
    """
    defender = 3 - r.attacker
    attacking = r.side[depth] == r.attacker
    for k in range(r.ngoals):
        if b.color[r.goals[k]] != defender:
            settle(r, Winner.ATTACKER)
            return
    first = b.origin[r.goals[0]]
    joined = False
    if r.goal == Aim.CUT:
        joined = first == b.origin[r.goals[1]]
    else:
        for k in range(r.narea):
            if b.color[r.area[k]] == defender and b.origin[r.area[k]] == first:
                joined = True
    if joined:
        if b.libs[first] == 1 and attacking:
            settle(r, Winner.ATTACKER)
        else:
            settle(r, Winner.DEFENDER)
        return
    if attacking:
        for k in range(r.ngoals):
            if b.libs[b.origin[r.goals[k]]] == 1 and b.count[b.origin[r.goals[k]]] > 1:
                settle(r, Winner.ATTACKER)
                return
    length = shortest_length(b, r, 0)
    if length > r.reach:
        r.limited = 1
        settle(r, Winner.ATTACKER)
        return
    ways = 0
    if length <= (2 if attacking else 3):       # the numbers for longer paths do not depend on how many there are
        find_ways(b, r, length, 0)
        ways = r.ways
    if attacking:
        if length == 0:
            settle(r, Winner.DEFENDER)
        elif length == 1:
            r.pn, r.dn = (3, 6) if ways == 1 else (16, 1) if ways == 2 else (40, 1)
        elif length == 2:
            r.pn = 1 if ways <= 3 else 2 if ways == 4 else 6
            r.dn = 26 if ways == 1 else 13 if ways == 2 else 11 if ways == 3 else 7 if ways == 4 else 3
        elif length >= 5 and depth >= 3:
            r.limited = 1
            settle(r, Winner.ATTACKER)
        else:
            r.pn, r.dn = 1, 16 if length == 3 else 24
    elif length <= 1:
        if length == 1 and b.color[r.way] == EMPTY and liberties_after(b, r.way, defender, 2) > 1 and b.ko != r.way:
            settle(r, Winner.DEFENDER)
        else:
            r.pn, r.dn = 24, 1
    elif length == 2:
        r.pn, r.dn = (4, 4) if ways == 1 else (24, 1) if ways <= 3 else (40, 1)
    elif length == 3:
        r.pn = 3 if ways <= 4 else 11 if ways <= 6 else 24
        r.dn = 5 if ways <= 4 else 1
    elif length > 5 and depth >= 3:
        r.limited = 1
        settle(r, Winner.ATTACKER)
    else:
        r.pn, r.dn = 1, 27


@unit(void(BOARD, READ, int64))
def cut_moves(b, r, depth):
    """List the candidates of the side to move: points of short paths, and moves that take or save strings along them."""
    attacker = r.attacker
    defender = 3 - attacker
    color = r.side[depth]
    best = shortest_length(b, r, 1)
    find_ways(b, r, best, 1)
    longest = min(best + (1 if depth <= r.way_depth + 1 else 0), NO_WAY - 1)
    # Step 1. Points of the shortest paths and, near the root, of paths one longer.
    for i in range(r.nreached[1]):
        pos = r.reached[1, i]
        length = way_length(r, pos)
        if length > longest:
            continue
        c = b.color[pos]
        if c == EMPTY:
            own = liberties_after(b, pos, color, 3)
            r.waylist[r.nway] = pos
            r.nway += 1
            add(b, r, depth, pos, 4 * (length - best) + (5 if own <= 1 else 0))
        elif c == attacker and length <= best + 1:
            # An enemy string on the path: take it, or save it.
            play_liberties(b, r, depth, pos, 2, 4 * (length - best) - 2, 2)
            if color == attacker:
                take_attackers(b, r, depth, pos, 3)
        elif c == defender and b.libs[b.origin[pos]] <= 2:
            play_liberties(b, r, depth, pos, 2, 4 * (length - best), 3)
    # Step 2. Beside those points: own stones in danger, enemy stones in danger, and the points round them.
    n = r.nway
    r.nway = 0
    for k in range(n):
        for step in NEIGHBOURS:
            q = r.waylist[k] + step
            c = b.color[q]
            if c == EMPTY:
                if depth <= r.way_depth:
                    add(b, r, depth, q, 8)
            elif c == attacker or c == defender:
                libs = b.libs[b.origin[q]]
                if libs <= 2:
                    play_liberties(b, r, depth, q, 2, (1 if c != color else 2) - 4, 4)
                    if libs == 1 and c == color:
                        take_attackers(b, r, depth, q, 3)
    # Step 3. The strings themselves.
    for k in range(r.ngoals):
        root = r.goals[k]
        libs = b.libs[b.origin[root]]
        if libs <= 3:
            play_liberties(b, r, depth, root, 3, -4, 4)
            if color == defender:
                press(b, r, depth, root, min(libs, 2), 2)
            else:
                take_attackers(b, r, depth, root, 3)
