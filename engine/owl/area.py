"""What an OWL query is about: the dragon, the area round it that is fought over, and what is static about both.

The area is what the defender's stones reach within a few steps over empty points and over attackers that are themselves shut in.
Attackers outside the area are the wall.  Where the area is not closed, the empty points at its rim are exits: a dragon that gets
a stone there has escaped.

    wall  O O O O O O      . area    # exit
          O . X X . #
          O . X O . #      the O inside has liberties only in the area, so it belongs to the area
          O O O O O O
"""
import numba
import numpy as np
from numba import int64, uint64, void

from engine.core.board import BOARD
from engine.core.jit import kernel, unit
from engine.core.points import BORDER, EMPTY, NEIGHBOURS, NPOINTS, STRIDE
from engine.core.strings import collect_liberties

MAX_FRAMES = 160
MAX_CHILDREN = 128
TABLE_BITS = 20
MAX_STRINGS = 60
REACH = 3
"""How many empty points away from the dragon the area may reach."""
ESCAPE_LIBERTIES = 5
"""A string on an exit with fewer liberties can still be caught."""
FAR = 99
FRIEND_LIBERTIES = 4
"""A friend with as many is no part of the fight."""
JOINED_LIBERTIES = 3

OWL_DTYPE = np.dtype([
    ('attacker', 'i4'),
    ('master', 'i4'),               # the colour that may retake kos at once, or 0
    ('refused', 'i4'),              # a ko retake was refused
    ('budget', 'i4'),
    ('nodes', 'i4'),                # positions expanded in this search
    ('generation', 'i4'),
    ('move', 'i4'),
    ('open', 'i4'),                 # the area has exits
    ('npoints', 'i4'),
    ('ngoal', 'i4'),
    ('nempty', 'i4'),
    ('total_nodes', 'i8'),
    ('goal', 'i4', (NPOINTS,)),     # 1 on the dragon's stones
    ('area', 'i4', (NPOINTS,)),     # 1 inside, 2 exit, 3 friend
    ('points', 'i4', (NPOINTS,)),
    ('goal_points', 'i4', (NPOINTS,)),
    ('distance', 'i4', (NPOINTS,)),
    ('prior', 'f4', (3, NPOINTS)),  # by colour: how urgent the patterns at the root say a move is, 0 to 100
    ('queue', 'i4', (NPOINTS,)),
    ('stamp', 'i4'),
    ('seen', 'i4', (NPOINTS,)),
    ('index', 'i4', (NPOINTS,)),    # number of the defender's string with this origin
    ('index_stamp', 'i4', (NPOINTS,)),
    ('eye', 'i4', (NPOINTS,)),
    ('border', 'u8', (NPOINTS,)),   # strings that an enclosed component touches
    ('vital', 'u8', (NPOINTS,)),    # strings that it is vital to
    ('frame_n', 'i4', (MAX_FRAMES,)),
    ('frame_side', 'i4', (MAX_FRAMES,)),
    ('frame_key', 'u8', (MAX_FRAMES,)),
    ('frame_pt', 'i8', (MAX_FRAMES,)),
    ('frame_dt', 'i8', (MAX_FRAMES,)),
    ('child_move', 'i4', (MAX_FRAMES, MAX_CHILDREN)),
    ('child_key', 'u8', (MAX_FRAMES, MAX_CHILDREN)),
    ('table_key', 'u8', (1 << TABLE_BITS,)),
    ('table_generation', 'i4', (1 << TABLE_BITS,)),
    ('table_pn', 'i4', (1 << TABLE_BITS,)),
    ('table_dn', 'i4', (1 << TABLE_BITS,)),
    ('table_work', 'i4', (1 << TABLE_BITS,)),
], align=True)
OWL = numba.from_dtype(OWL_DTYPE)


@unit(void(BOARD, OWL, int64))
def mark_area(b, o, reach):
    """Mark the area round the goal, its exits, and list its points."""
    attacker = o.attacker
    for pos in range(NPOINTS):
        o.area[pos] = 0
        o.distance[pos] = FAR
    for k in range(o.ngoal):
        o.distance[o.goal_points[k]] = 0
        o.area[o.goal_points[k]] = 1
    changed = 1
    while changed:
        changed = 0
        # Step 1. Steps over empty points are counted; defenders on the way, and attackers that are shut in, cost nothing.
        for pos in range(STRIDE, NPOINTS - STRIDE):
            if o.area[pos] == 0:
                continue
            for step in NEIGHBOURS:
                q = pos + step
                c = b.color[q]
                if c == BORDER or (c == attacker and o.area[q] == 0):
                    continue
                d = o.distance[pos] + (1 if c == EMPTY else 0)
                if d < o.distance[q] and d <= reach:
                    o.distance[q] = d
                    o.area[q] = 1
                    changed = 1
        if changed:
            continue
        # Step 2. Attackers whose liberties all lie in the area are inside it.
        for pos in range(STRIDE, NPOINTS - STRIDE):
            if b.color[pos] != attacker or o.area[pos] != 0 or b.libs[b.origin[pos]] > 5 or b.count[b.origin[pos]] > 8:
                continue
            inside = 1
            n = collect_liberties(b, pos, 6)
            for m in range(n):
                if o.area[b.found[m]] == 0:
                    inside = 0
            if inside:
                stone = pos
                while True:
                    o.area[stone] = 1
                    o.distance[stone] = reach
                    stone = b.next[stone]
                    if stone == pos:
                        break
                changed = 1
    tail = 0
    for pos in range(NPOINTS):
        if o.area[pos]:
            o.queue[tail] = pos
            tail += 1
    # Step 3. Exits: empty points of the area with empty points or friends outside it behind them.
    o.open = 0
    o.npoints = 0
    o.nempty = 0
    for k in range(tail):
        pos = o.queue[k]
        o.points[o.npoints] = pos
        o.npoints += 1
        if b.color[pos] == 3 - attacker and o.goal[pos] == 0 and b.libs[b.origin[pos]] >= FRIEND_LIBERTIES:
            o.area[pos] = 3         # a friend with room: joining it is an escape
            o.open = 1
        if b.color[pos] != EMPTY:
            continue
        o.nempty += 1
        for step in NEIGHBOURS:
            q = pos + step
            if o.area[q] == 0 and (b.color[q] == EMPTY or b.color[q] == 3 - attacker):
                o.area[pos] = 2
                o.open = 1


@unit(int64(BOARD, OWL))
def is_alive(b, o):
    """Whether a string of the dragon lives even if its owner always passes (Benson 1976), or has reached an exit."""
    defender = 3 - o.attacker
    # Step 1. Escape: the dragon's strings with a stone on an exit.
    if o.open:
        for k in range(o.npoints):
            pos = o.points[k]
            if b.color[pos] != defender or o.area[pos] < 2 or not _reaches_goal(b, o, pos):
                continue
            if b.libs[b.origin[pos]] >= (ESCAPE_LIBERTIES if o.area[pos] == 2 else JOINED_LIBERTIES):
                return 1
    # Step 2. Number the defender's strings in the area.
    o.stamp += 1
    strings = 0
    for k in range(o.npoints):
        pos = o.points[k]
        if b.color[pos] == defender:
            root = b.origin[pos]
            if o.index_stamp[root] != o.stamp:
                if strings == MAX_STRINGS:
                    return 0
                o.index_stamp[root] = o.stamp
                o.index[root] = strings
                strings += 1
    # Step 3. Enclosed components, the strings they touch, and those whose liberties all their empty points are.
    n = 0
    for k in range(o.npoints):
        start = o.points[k]
        if b.color[start] == defender or o.seen[start] == o.stamp:
            continue
        border = uint64(0)
        vital = ~uint64(0)
        enclosed = 1
        o.queue[0] = start
        o.seen[start] = o.stamp
        head, tail = 0, 1
        while head < tail:
            pos = o.queue[head]
            head += 1
            near = uint64(0)
            if o.area[pos] == 2:
                enclosed = 0
            for step in NEIGHBOURS:
                q = pos + step
                c = b.color[q]
                if c == BORDER:
                    continue
                if c == defender:
                    root = b.origin[q]
                    if o.index_stamp[root] == o.stamp:
                        near |= uint64(1) << uint64(o.index[root])
                    else:
                        enclosed = 0        # a string that reaches out of the area is not known to live
                elif o.area[q] == 0:
                    enclosed = 0
                elif o.seen[q] != o.stamp:
                    o.seen[q] = o.stamp
                    o.queue[tail] = q
                    tail += 1
            border |= near
            if b.color[pos] == EMPTY:
                vital &= near
        if enclosed and vital & border:
            o.border[n] = border
            o.vital[n] = vital & border
            n += 1
    # Step 4. Strike strings without two vital components and components that touch struck strings, until nothing changes.
    alive = (uint64(1) << uint64(strings)) - uint64(1)
    while alive:
        once = uint64(0)
        twice = uint64(0)
        for k in range(n):
            if o.border[k] & ~alive == 0:
                twice |= once & o.vital[k]
                once |= o.vital[k]
        kept = alive & twice
        if kept == alive:
            break
        alive = kept
    if not alive:
        return 0
    for k in range(o.ngoal):
        pos = o.goal_points[k]
        if b.color[pos] == defender and (alive >> uint64(o.index[b.origin[pos]])) & uint64(1):
            return 1
    return 0


@kernel(int64(BOARD, OWL, int64))
def _reaches_goal(b, o, pos):
    """Whether the string at pos holds a stone of the dragon."""
    stone = pos
    while True:
        if o.goal[stone]:
            return 1
        stone = b.next[stone]
        if stone == pos:
            return 0


@unit(int64(BOARD, OWL))
def is_dead(b, o):
    """Whether the dragon is captured, or cannot make two eyes in a closed area whatever it does.

    Eye points are neither in nor next to attackers that are joined to the wall.  Two that are not neighbours are needed.  It ignores that
    stones may be given up and retaken ("under the stones").
    """
    defender = 3 - o.attacker
    left = 0
    for k in range(o.ngoal):
        if b.color[o.goal_points[k]] == defender:
            left = 1
            break
    if not left:
        # A single stone taken in ko comes back if its owner may retake: the search looks at that.
        return 1
    if o.open:
        return 0
    o.stamp += 1
    head = tail = 0
    for k in range(o.npoints):
        pos = o.points[k]
        if b.color[pos] != o.attacker:
            continue
        for step in NEIGHBOURS:
            q = pos + step
            if b.color[q] == o.attacker and o.area[q] == 0:
                o.seen[pos] = o.stamp
                o.queue[tail] = pos
                tail += 1
                break
    while head < tail:
        pos = o.queue[head]
        head += 1
        for step in NEIGHBOURS:
            q = pos + step
            if b.color[q] == o.attacker and o.area[q] == 1 and o.seen[q] != o.stamp:
                o.seen[q] = o.stamp
                o.queue[tail] = q
                tail += 1
    eyes = 0
    first = second = 0
    for k in range(o.npoints):
        pos = o.points[k]
        if b.color[pos] == defender or o.seen[pos] == o.stamp:
            continue
        safe = 1
        for step in NEIGHBOURS:
            q = pos + step
            if b.color[q] == o.attacker and (o.area[q] == 0 or o.seen[q] == o.stamp):
                safe = 0
                break
        if not safe:
            continue
        eyes += 1
        if eyes > 2:
            return 0
        if eyes == 1:
            first = pos
        else:
            second = pos
    if eyes < 2:
        return 1
    return 1 if (second - first) in NEIGHBOURS else 0
