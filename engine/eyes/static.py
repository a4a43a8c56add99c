"""Static eye recognition: the eye status of each point in an enclosed region, and the status of the group.

After the page "Static eye recognition" of TGA (Kozelek 2006).  A point is

    full eye        an eye, certainly
    false eye       can never become one
    no eye          beside captured stones of the attacker, where the defender plays to take them
    potential       may become one

and the group is alive if two connected points are full eyes; dead if fewer than two points may still be eyes, or two that are adjacent;
else unknown.  ``Options`` decide what the page leaves open; ``owlgo audit-static-eyes`` measures each choice.
"""
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import IntEnum

import numpy as np
from numba import boolean, int64, void

from owlgo.engine.core.board import BOARD
from owlgo.engine.core.jit import kernel
from owlgo.engine.core.layout import new_record, record_type
from owlgo.engine.core.points import BORDER, DIAGONALS, EMPTY, NEIGHBOURS, NPOINTS


class EyeStatus(IntEnum):
    """Eye status of a point."""
    NONE = 0
    """Outside the region, or a stone of the defender."""
    FULL = 1
    POTENTIAL = 2
    NO_EYE = 3
    FALSE = 4


class GroupStatus(IntEnum):
    """Status of a group by its points."""
    ALIVE = 1
    DEAD_POINTS = 2
    """Dead: fewer than two points may be eyes."""
    DEAD_PAIR = 3
    """Dead: only two may be, and they are adjacent."""
    UNKNOWN = 4

    @property
    def word(self) -> str:
        """alive, dead or unknown."""
        return {GroupStatus.ALIVE: 'alive', GroupStatus.UNKNOWN: 'unknown'}.get(self, 'dead')


class Connection(IntEnum):
    """Required connection of two eyes."""
    NONE = 0
    ONE_STRING = 1
    """One string round both."""
    BENSON = 2
    """Each string round an eye touches another eye."""


@dataclass(frozen=True)
class Options:
    """Choices that TGA's page leaves open.  The defaults follow its plain wording, or have the fewest errors."""
    under_stones: bool = False
    """Points under the defender's own stones may become eyes too, once taken and retaken."""
    prisoner_is_eye: bool = True
    """A single captured stone shut in by the defender is a full eye; else it is a potential one."""
    prisoners_once: bool = False
    """A captured string counts as one potential eye, however many points it leaves, and is adjacent to nothing."""
    empty_first: bool = False
    """A point beside both an empty point and a captured stone is potential; else it is no eye."""
    prisoners_spoil: bool = True
    """A captured stone across a corner is as open as an empty point; else it is as good as the defender's."""
    all_together: bool = False
    """Any number of eyes across corners of each other hold together; else only pairs do, as the page has it."""
    connection: Connection = Connection.BENSON
    """Required connection of full eyes."""
    atari: bool = True
    """A point beside a string of the defender in atari is no full eye, unless that liberty is the point itself."""


STATIC = record_type([
    ('area', 'i4', (NPOINTS,)),         # 1 in the region
    ('status', 'i4', (NPOINTS,)),
    ('points', 'i4', (NPOINTS,)),       # of the region, n of them
    ('n', 'i4'),
    ('defender', 'i4'),
    ('under_stones', 'i4'),
    ('prisoner_is_eye', 'i4'),
    ('prisoners_once', 'i4'),
    ('empty_first', 'i4'),
    ('prisoners_spoil', 'i4'),
    ('all_together', 'i4'),
    ('connection', 'i4'),
    ('atari', 'i4'),
    ('mark', 'i4', (NPOINTS,)),
    ('safe', 'i4', (NPOINTS,)),         # by point: stones of the attacker that cannot be taken
])
"""A region, the options, and the statuses."""


@kernel(boolean(BOARD, STATIC, int64))
def _reaches_out(b, s, pos):
    """Whether a string has a stone or a liberty outside the region."""
    stone = b.origin[pos]
    while True:
        if s.area[stone] == 0:
            return True
        for step in NEIGHBOURS:
            if b.color[stone + step] == EMPTY and s.area[stone + step] == 0:
                return True
        stone = b.next[stone]
        if stone == b.origin[pos]:
            return False


@kernel(int64(BOARD, STATIC, int64))
def _by_neighbours(b, s, pos):
    """Return the eye status of a point by its own state and its neighbours; FULL if the defender holds all of these."""
    attacker = 3 - s.defender
    if b.color[pos] == s.defender:
        return EyeStatus.POTENTIAL if s.under_stones else EyeStatus.NONE
    if b.color[pos] == attacker and s.safe[pos]:
        return EyeStatus.FALSE
    empty = prisoner = safe = False
    for step in NEIGHBOURS:
        q = pos + step
        if b.color[q] == EMPTY:
            empty = True
        elif b.color[q] == attacker:
            if s.safe[q]:
                safe = True
            else:
                prisoner = True
    if safe:
        return EyeStatus.FALSE
    if b.color[pos] == attacker:
        return EyeStatus.POTENTIAL if empty or prisoner or not s.prisoner_is_eye else EyeStatus.FULL
    if prisoner and not (empty and s.empty_first):
        return EyeStatus.NO_EYE
    return EyeStatus.POTENTIAL if empty else EyeStatus.FULL


@kernel(boolean(BOARD, STATIC, int64))
def _in_atari(b, s, pos):
    """Whether a string of the defender beside the point is in atari elsewhere."""
    for step in NEIGHBOURS:
        q = pos + step
        if b.color[q] == s.defender and b.libs[b.origin[q]] == 1 and b.color[pos] != EMPTY:
            return True
    return False


@kernel(int64(BOARD, STATIC, int64, int64))
def _by_corners(b, s, pos, presumed):
    """Return the eye status, by its corners, of a point whose neighbours are all the defender's.

    Corners at points marked ``presumed`` count as the defender's.  One corner may be the attacker's in the middle of the
    board, none at the edge.
    """
    attacker = 3 - s.defender
    taken = open_corners = outside = 0
    for step in DIAGONALS:
        q = pos + step
        if b.color[q] == BORDER:
            outside += 1
        elif b.color[q] == attacker and s.safe[q]:
            taken += 1
        elif s.mark[q] != presumed and (b.color[q] == EMPTY or (b.color[q] == attacker and s.prisoners_spoil)):
            open_corners += 1
    enough = 1 if outside else 2
    if taken >= enough:
        return EyeStatus.FALSE
    return EyeStatus.FULL if taken + open_corners < enough else EyeStatus.POTENTIAL


@kernel(void(BOARD, STATIC))
def _find_safe(b, s):
    """Mark the attacker's stones that reach out of the region."""
    for k in range(s.n):
        pos = s.points[k]
        for j in range(5):
            q = pos if j == 4 else pos + NEIGHBOURS[j % 4]
            s.safe[q] = 1 if b.color[q] == 3 - s.defender and _reaches_out(b, s, q) else 0
        for step in DIAGONALS:
            q = pos + step
            s.safe[q] = 1 if b.color[q] == 3 - s.defender and _reaches_out(b, s, q) else 0


@kernel(int64(BOARD, STATIC))
def py_eye_statuses(b, s):
    """Write the status of every point of the region into ``s.status``; return the number of full eyes."""
    _find_safe(b, s)
    for k in range(s.n):
        s.status[s.points[k]] = _by_neighbours(b, s, s.points[k])
        s.mark[s.points[k]] = 0
    if s.all_together:
        # Presume that all candidates are eyes, and remove those that would not be, until nothing changes.
        for k in range(s.n):
            s.mark[s.points[k]] = 1 if s.status[s.points[k]] == EyeStatus.FULL else 0
        changed = True
        while changed:
            changed = False
            for k in range(s.n):
                pos = s.points[k]
                if s.mark[pos] == 1 and _by_corners(b, s, pos, 1) != EyeStatus.FULL:
                    s.mark[pos] = 0
                    changed = True
        for k in range(s.n):
            pos = s.points[k]
            if s.status[pos] == EyeStatus.FULL and s.mark[pos] == 0:
                s.status[pos] = -_by_corners(b, s, pos, 1)
    else:
        for k in range(s.n):
            pos = s.points[k]
            if s.status[pos] != EyeStatus.FULL:
                continue
            # The point across a corner is judged with this one presumed an eye, and then counts for this one.
            result = int64(_by_corners(b, s, pos, 1))
            if result == EyeStatus.POTENTIAL:
                for step in DIAGONALS:
                    q = pos + step
                    if s.area[q] and _by_neighbours(b, s, q) == EyeStatus.FULL:
                        s.mark[pos] = 1
                        s.mark[q] = 2
                        if _by_corners(b, s, q, 1) == EyeStatus.FULL:
                            s.mark[q] = 1
                        s.mark[pos] = 0
                result = _by_corners(b, s, pos, 1)
                for step in DIAGONALS:
                    s.mark[pos + step] = 0
            if result != EyeStatus.FULL:
                s.status[pos] = -result
    full = 0
    for k in range(s.n):
        pos = s.points[k]
        s.status[pos] = abs(s.status[pos])
        if s.status[pos] == EyeStatus.FULL and s.atari and _in_atari(b, s, pos):
            s.status[pos] = EyeStatus.POTENTIAL
        full += s.status[pos] == EyeStatus.FULL
    return full


@kernel(boolean(BOARD, STATIC, int64, int64))
def _one_string_round(b, s, first, second):
    """Whether all stones of the defender beside two points are one string."""
    root = int64(0)
    same = True
    for which in range(2):
        for step in NEIGHBOURS:
            q = (first if which == 0 else second) + step
            if b.color[q] == s.defender:
                if root == 0:
                    root = int64(b.origin[q])
                same = same and b.origin[q] == root
    return same


@kernel(boolean(BOARD, STATIC))
def _connected(b, s):
    """Whether two full eyes are connected as the options require."""
    if s.connection == Connection.NONE:
        return True
    # Benson's theorem with full eyes as vital regions: strike out strings with fewer than two, and eyes with such strings round them.
    for k in range(s.n):
        s.mark[s.points[k]] = 1 if s.status[s.points[k]] == EyeStatus.FULL else 0
    if s.connection == Connection.ONE_STRING:
        for k in range(s.n):
            for j in range(k):
                if s.mark[s.points[k]] and s.mark[s.points[j]] and _one_string_round(b, s, s.points[k], s.points[j]):
                    return True
        return False
    changed = True
    while changed:
        changed = False
        for k in range(s.n):
            pos = s.points[k]
            if s.mark[pos] == 0:
                continue
            for step in NEIGHBOURS:
                q = pos + step
                if b.color[q] == s.defender and _eyes_of(b, s, b.origin[q]) < 2:
                    s.mark[pos] = 0
                    changed = True
                    break
    left = 0
    for k in range(s.n):
        left += s.mark[s.points[k]]
    return left > 0


@kernel(int64(BOARD, STATIC, int64))
def _eyes_of(b, s, root):
    """Return the number of marked eyes that a string touches."""
    found = 0
    for k in range(s.n):
        pos = s.points[k]
        if s.mark[pos]:
            for step in NEIGHBOURS:
                q = pos + step
                if b.color[q] == s.defender and b.origin[q] == root:
                    found += 1
                    break
    return found


@kernel(int64(BOARD, STATIC))
def py_group_status(b, s):
    """The group's status; the points' are in ``s.status``."""
    full = py_eye_statuses(b, s)
    if full >= 2 and _connected(b, s):
        return GroupStatus.ALIVE
    count = 0
    first = second = int64(0)
    wide = False
    for k in range(s.n):
        pos = s.points[k]
        if s.status[pos] != EyeStatus.FULL and s.status[pos] != EyeStatus.POTENTIAL:
            continue
        if s.prisoners_once and b.color[pos] == 3 - s.defender and b.next[pos] != pos:
            wide = True
            if b.origin[pos] != pos:
                continue
        count += 1
        first, second = second, int64(pos)
    if count < 2:
        return GroupStatus.DEAD_POINTS
    if count == 2 and not wide:
        for step in NEIGHBOURS:
            if first + step == second:
                return GroupStatus.DEAD_PAIR
    return GroupStatus.UNKNOWN


# --- for Python

def new_static(options: Options | None = None) -> np.void:
    """Return a record for these options, or the default ones."""
    s = new_record(STATIC)
    for name, value in asdict(options or Options()).items():
        s[name] = value
    return s


def enclose(s: np.void, area: Iterable[int], defender: int) -> None:
    """Set the region: all points inside the defender's wall, occupied or not."""
    s['area'] = 0
    points = sorted(area)
    s['n'] = len(points)
    s['points'][:len(points)] = points
    s['area'][points] = 1
    s['defender'] = defender


def recognise(board: np.void, area: Iterable[int], defender: int,
              options: Options | None = None) -> tuple[GroupStatus, dict[int, EyeStatus]]:
    """Return the status of the group round a region, and of every point of the region."""
    s = new_static(options)
    enclose(s, area, defender)
    group = GroupStatus(py_group_status(board, s))
    return group, {pos: EyeStatus(s['status'][pos]) for pos in s['points'][:int(s['n'])].tolist()}
