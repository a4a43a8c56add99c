"""Unconditional life (Benson 1976): stones that live even if their owner always passes, and the territory that they secure.

A region of a colour is a connected set of points without its stones.  A region is vital to a string if every empty point of it touches the
string.  A set of strings cannot be captured if each has two vital regions that border on strings of the set only.

    . X . X O    X's two closed regions have one point each, and both are vital to the string round them: it lives
    X X X X O
    O O O O .

An area between living stones is territory if the other colour, even playing all the moves, can make neither two eyes nor a seki in it.
Areas with stones that might be part of a seki stay undecided here.  ``engine.eyes.territory`` reads such areas.
"""
from collections.abc import Collection, Sequence
from enum import IntEnum

import numpy as np
from numba import int64, void

from owlgo.engine.core.board import BOARD
from owlgo.engine.core.jit import for_python, kernel, unit
from owlgo.engine.core.layout import new_record, record_type
from owlgo.engine.core.points import BORDER, EMPTY, NEIGHBOURS, NPOINTS, STRIDE, all_points


class Lasting(IntEnum):
    """Unconditional statuses of points."""
    UNDECIDED = 0
    ALIVE = 1
    DEAD = 2
    WHITE_TERRITORY = 3
    BLACK_TERRITORY = 4

    @property
    def word(self) -> str:
        """The status as GTP prints it."""
        return self.name.lower()


BENSON = record_type([
    ('stamp', 'i4'),
    ('seen', 'i4', (NPOINTS,)),
    ('queue', 'i4', (NPOINTS,)),
    ('nregions', 'i4'),
    ('healthy', 'i4', (NPOINTS,)),          # by region: no string on its border is ruled out, and it has no played point
    ('first', 'i4', (NPOINTS + 1,)),        # where a region's border begins in the list of borders
    ('border', 'i4', (4 * NPOINTS,)),       # origins of strings, region by region
    ('vital', 'i4', (4 * NPOINTS,)),        # whether the region is vital to that string
    ('touching', 'i4', (NPOINTS,)),         # by origin: empty points of the region that touch it
    ('noted', 'i4', (NPOINTS,)),            # by origin: the region it was last noted for
    ('played', 'i4', (NPOINTS,)),           # set by the caller: points that no eye may have
    ('regions', 'i4', (NPOINTS,)),          # by origin: healthy vital regions
    ('alive', 'i4', (NPOINTS,)),            # by origin: 1 until the string is ruled out
    ('status', 'i4', (NPOINTS,)),
    ('inside', 'i4', (NPOINTS,)),           # 1 on the points of the area that is tested
    ('eye', 'i4', (NPOINTS,)),              # points that may become eyes of the other colour
    ('stack', 'i4', (NPOINTS,)),
    ('visited', 'i4', (NPOINTS,)),
])
"""The state of the search for unconditional life."""


@kernel(void(BOARD, BENSON, int64))
def _list_regions(b, w, color):
    """List the regions of a colour, their borders, and the strings that each is vital to."""
    w.stamp += 1
    w.nregions = 0
    pairs = 0
    for row in range(b.size):
        for col in range(b.size):
            start = (row + 1) * STRIDE + col + 1
            if b.color[start] == color or w.seen[start] == w.stamp:
                continue
            region = w.nregions
            w.nregions += 1
            w.first[region] = pairs
            w.healthy[region] = 1
            empty = 0
            head, tail = 0, 1
            w.queue[0] = start
            w.seen[start] = w.stamp
            while head < tail:
                pos = w.queue[head]
                head += 1
                r0 = r1 = r2 = -1       # strings counted for this point already
                if b.color[pos] == EMPTY:
                    empty += 1
                if w.played[pos]:
                    w.healthy[region] = 0
                for step in NEIGHBOURS:
                    q = pos + step
                    if b.color[q] == color:
                        root = b.origin[q]
                        if w.noted[root] != region + 1:
                            w.noted[root] = region + 1
                            w.touching[root] = 0
                            w.border[pairs] = root
                            pairs += 1
                        if b.color[pos] == EMPTY and root != r0 and root != r1 and root != r2:
                            r2, r1, r0 = r1, r0, root
                            w.touching[root] += 1
                    elif b.color[q] != BORDER and w.seen[q] != w.stamp:
                        w.seen[q] = w.stamp
                        w.queue[tail] = q
                        tail += 1
            for k in range(w.first[region], pairs):
                w.vital[k] = w.touching[w.border[k]] == empty
    w.first[w.nregions] = pairs


@unit(void(BOARD, BENSON, int64))
def find_alive(b, w, color):
    """Set ``w.alive`` at the origin of each string of a colour: 1 if the string lives unconditionally, else 0."""
    for pos in range(NPOINTS):
        w.noted[pos] = 0
    _list_regions(b, w, color)
    for k in range(w.first[w.nregions]):
        w.alive[w.border[k]] = 1
    changed = True
    while changed:
        changed = False
        for k in range(w.first[w.nregions]):
            w.regions[w.border[k]] = 0
        for region in range(w.nregions):
            if w.healthy[region]:
                for k in range(w.first[region], w.first[region + 1]):
                    w.regions[w.border[k]] += w.vital[k]
        for k in range(w.first[w.nregions]):
            root = w.border[k]
            if w.alive[root] and w.regions[root] < 2:
                w.alive[root] = 0
                changed = True
        for region in range(w.nregions):
            for k in range(w.first[region], w.first[region + 1]):
                if not w.alive[w.border[k]]:
                    w.healthy[region] = 0


@kernel(int64(BENSON, int64, int64))
def _joined(w, first, second):
    """Whether two points become eyes of one group once all other points of the area are filled.  No filled part may touch only one eye."""
    w.stamp += 1
    w.seen[first] = w.seen[second] = w.stamp
    for side in range(2):
        eye = first if side == 0 else second
        for step in NEIGHBOURS:
            start = eye + step
            if not w.inside[start] or w.seen[start] == w.stamp:
                continue
            near_first = near_second = 0
            head, tail = 0, 1
            w.stack[0] = start
            w.seen[start] = w.stamp
            while head < tail:
                pos = w.stack[head]
                head += 1
                for step2 in NEIGHBOURS:
                    q = pos + step2
                    if q == first:
                        near_first = 1
                    elif q == second:
                        near_second = 1
                    elif w.inside[q] and w.seen[q] != w.stamp:
                        w.seen[q] = w.stamp
                        w.stack[tail] = q
                        tail += 1
            if not (near_first and near_second):
                return 0
    return 1


@kernel(int64(BOARD, BENSON, int64, int64))
def _may_be_seki(b, w, color, n):
    """Whether the area holds strings of two or more stones of this colour, which might be part of a seki."""
    for k in range(n):
        pos = w.queue[k]
        if b.color[pos] == color and b.count[b.origin[pos]] > 1:
            return 1
    return 0


@kernel(int64(BOARD, BENSON, int64, int64))
def _has_two_eyes(b, w, color, n):
    """Whether the other colour could make two eyes in an area if it played all the moves.  The area is ``w.queue[:n]``.

    It fills all points but two that are not adjacent.  Each of the two is an empty point without neighbours of this colour, or a stone of
    this colour, to be captured.  The stones round both must be connected.  A group with more eyes could fill one, so only pairs are tried.
    """
    eyes = 0
    for k in range(n):
        w.inside[w.queue[k]] = 1
    for k in range(n):
        pos = w.queue[k]
        good = b.color[pos] == color
        if b.color[pos] == EMPTY:
            good = True
            for step in NEIGHBOURS:
                if b.color[pos + step] == color:
                    good = False
        if good:
            w.eye[eyes] = pos
            eyes += 1
    room = 0
    for i in range(eyes):
        for j in range(i):
            if (w.eye[i] - w.eye[j]) not in NEIGHBOURS and _joined(w, w.eye[i], w.eye[j]):
                room = 1
                break
        if room:
            break
    for k in range(n):
        w.inside[w.queue[k]] = 0
    return room


@unit(void(BOARD, BENSON))
def unconditional(b, w):
    """Write the unconditional status of every point (``Lasting``: alive, dead, territory or undecided) into ``w.status``."""
    for pos in range(NPOINTS):
        w.status[pos] = Lasting.UNDECIDED
    for color in range(1, 3):
        find_alive(b, w, color)
        for pos in range(NPOINTS):
            if b.color[pos] == color and w.alive[b.origin[pos]]:
                w.status[pos] = Lasting.ALIVE
    for color in range(1, 3):
        for pos in range(NPOINTS):
            w.visited[pos] = 0
        for row in range(b.size):
            for col in range(b.size):
                start = (row + 1) * STRIDE + col + 1
                if w.visited[start] or (b.color[start] == color and w.status[start] == Lasting.ALIVE):
                    continue
                walls = 0
                head, tail = 0, 1
                w.queue[0] = start
                w.visited[start] = 1
                while head < tail:
                    pos = w.queue[head]
                    head += 1
                    for step in NEIGHBOURS:
                        q = pos + step
                        if b.color[q] == color and w.status[q] == Lasting.ALIVE:
                            walls = 1
                        elif b.color[q] != BORDER and not w.visited[q]:
                            w.visited[q] = 1
                            w.queue[tail] = q
                            tail += 1
                if not walls or _has_two_eyes(b, w, color, tail) or _may_be_seki(b, w, color, tail):
                    continue
                for k in range(tail):
                    pos = w.queue[k]
                    if b.color[pos] == EMPTY:
                        w.status[pos] = Lasting.BLACK_TERRITORY if color == 1 else Lasting.WHITE_TERRITORY
                    else:
                        w.status[pos] = Lasting.ALIVE if b.color[pos] == color else Lasting.DEAD


py_unconditional = for_python(unconditional)
py_find_alive = for_python(find_alive)
py_has_two_eyes = for_python(_has_two_eyes)


def alive_stones(board: np.void, color: int, played: Collection[int] = ()) -> list[int]:
    """Return the stones of a colour that cannot be captured even if it always passes, in board order.

    No eye may contain a ``played`` point, since a player who does not always pass may fill his own eye there.
    """
    record = new_record(BENSON)
    record['played'][list(played)] = 1
    py_find_alive(board, record, color)
    colors, origins, alive = board['color'].tolist(), board['origin'].tolist(), record['alive'].tolist()
    return [pos for pos in all_points(int(board['size'])) if colors[pos] == color and alive[origins[pos]]]


def has_two_eyes(board: np.void, area: Sequence[int], color: int) -> bool:
    """Whether the opponent of ``color``, playing all the moves, could make two eyes in this area between walls of ``color``."""
    record = new_record(BENSON)
    record['queue'][:len(area)] = area
    return bool(py_has_two_eyes(board, record, color, len(area)))


def unconditional_status(board: np.void) -> np.ndarray:
    """Return the status of every point (``Lasting``), an array of shape (NPOINTS,)."""
    record = new_record(BENSON)
    py_unconditional(board, record)
    return record['status'].copy()
