"""Exact values checked against play on a real board: ``python -m owlgo.engine.eyes.tests.real_board SIZE [MOST [PART OF]]``.

The space lies on a small board of its own: stones, edges and captures as on any board, held as sets of points of a 64 point grid and moved
by shifts; what stands beside a margin is a stone of the attacker that nothing can take.  Every position that can arise is listed and solved
backwards from the captures.  Nothing here knows of graphs, and the order of search, the memory and the rules are not the solver's.
"""
import sys
import time

import numpy as np
from numba import int32, int64, uint8, uint64

from owlgo.engine.core.jit import kernel
from owlgo.engine.eyes.game import OUTER_LIBERTIES, GraphJudge
from owlgo.regress.train import eye_table
from owlgo.regress.train.eye_spaces import Structure, structures, with_margins, with_prisoners

ATTACKER, DEFENDER = 0, 1


@kernel(uint64(uint64, int64, uint64))
def _around(stones, stride, board):
    """The points next to a set."""
    east, south = uint64(1), uint64(stride)
    return (stones << east | stones >> east | stones << south | stones >> south) & board


@kernel(uint64(uint64, uint64, int64, uint64, uint64))
def _string(seed, stones, stride, board, wall):
    """The connected stones round a seed; the wall counts as connected."""
    part = seed & stones
    while True:
        grown = part | (_around(part, stride, board) & stones)
        if grown & wall & stones:
            grown |= wall & stones
        if grown == part:
            return part
        part = grown


@kernel(int64(uint64[::1], int64[::1], int64, int64, int64, int64, int64, uint64[::1]))
def _play(setting, at, stride, attackers, defenders, v, side, after):
    """A stone on the board: 0 legal with stones and ko after it in ``after``, 1 if the wall is captured, -1 illegal."""
    board, wall, strong, outer, eye = setting[0], setting[1], setting[2], setting[3], setting[4]
    black, white = strong, wall                         # the attacker's, the defender's
    for k in range(len(at)):
        if attackers >> k & 1:
            black |= uint64(1) << uint64(at[k])
        if defenders >> k & 1:
            white |= uint64(1) << uint64(at[k])
    point = uint64(1) << uint64(at[v])
    free_elsewhere = outer > 0 or eye > 0
    if side == ATTACKER:
        black |= point
    else:
        white |= point
    mine, theirs = (black, white) if side == ATTACKER else (white, black)
    gone = uint64(0)
    left = _around(point, stride, board) & theirs
    while left:
        string = _string(left & (~left + uint64(1)), theirs, stride, board, wall)
        left &= ~string
        if string & strong or _around(string, stride, board) & ~(black | white):
            continue
        if string & wall:
            if not free_elsewhere:
                return 1
            continue
        gone |= string
    theirs &= ~gone
    string = _string(point, mine, stride, board, wall)
    free = _around(string, stride, board) & ~(mine | theirs)
    after[2] = 0
    if not free and not string & strong and not (string & wall and free_elsewhere):
        if side == DEFENDER or string & wall or setting[5] == 0:
            return -1
        mine &= ~string
    elif gone and gone & (gone - uint64(1)) == 0 and string == point and free & (free - uint64(1)) == 0 and not string & strong:
        after[2] = gone
    black, white = (mine, theirs) if side == ATTACKER else (theirs, mine)
    after[0], after[1] = uint64(0), uint64(0)
    for k in range(len(at)):
        after[0] |= (black >> uint64(at[k]) & uint64(1)) << uint64(k)
        after[1] |= (white >> uint64(at[k]) & uint64(1)) << uint64(k)
    return 0


@kernel(int64(uint64[::1], int64[::1], int64, int64, int64))
def _wall_is_taken(setting, at, stride, attackers, defenders):
    """Whether the wall has no liberty left on the board."""
    black, white = setting[2], setting[1]
    for k in range(len(at)):
        if attackers >> k & 1:
            black |= uint64(1) << uint64(at[k])
        if defenders >> k & 1:
            white |= uint64(1) << uint64(at[k])
    string = _string(setting[1], white, stride, setting[0], setting[1])
    return 1 if _around(string, stride, setting[0]) & ~(black | white) == 0 else 0


@kernel(int64(int64, int64, int64, int64, int64))
def _key(attackers, defenders, ko, outer, side):
    """A position in one number; ``ko`` is the point that may not be played on, or -1."""
    return (((attackers << 10 | defenders) << 4 | (ko + 1)) << 3 | outer) << 1 | side


@kernel(int64(int64[::1], int32[::1], int64, int64))
def _number(keys, slots, key, count):
    """The number of a position; a new one gets the next."""
    mask = len(slots) - 1
    slot = (key * 0x9E3779B97F4A7C1 >> 17) & mask
    while slots[slot] >= 0 and keys[slots[slot]] != key:
        slot = (slot + 1) & mask
    if slots[slot] < 0:
        slots[slot] = count
        keys[count] = key
    return slots[slot]


@kernel(int64(uint64[::1], int64[::1], int64, int64[::1], int32[::1], int32[::1], int32[::1], uint8[::1], uint64[::1]))
def py_list(setting, at, stride, keys, slots, first, follows, won, after):
    """Every position within reach of the empty space, either side to move, and what follows each; returns how many, -1 if too many."""
    n = len(at)
    eye, most = int64(setting[4]), int64(setting[3])
    for k in range(len(slots)):
        slots[k] = -1
    count = 0
    for side in range(2):
        _number(keys, slots, _key(0, 0, -1, most, side), count)
        count += 1
    edges = 0
    head = 0
    while head < count:
        key = keys[head]
        side, outer, ko = key & 1, key >> 1 & 7, (key >> 4 & 15) - 1
        defenders, attackers = key >> 8 & 1023, key >> 18
        setting[3] = uint64(outer)
        first[head] = edges
        won[head] = 0
        count = max(count, _number(keys, slots, _key(attackers, defenders, -1, outer, 1 - side), count) + 1)
        for v in range(n + 2):
            new = int64(-1)
            if v < n:
                if (attackers | defenders) >> v & 1 or v == ko:
                    continue
                way = _play(setting, at, stride, attackers, defenders, v, side, after)
                if way == 1:
                    won[head] = 1
                if way != 0:
                    continue
                banned = int64(-1)
                for k in range(n):
                    if after[2] >> uint64(at[k]) & uint64(1):
                        banned = int64(k)
                new = _key(int64(after[0]), int64(after[1]), banned, outer, 1 - side)
            elif side == DEFENDER:
                if v == n:
                    new = _key(attackers, defenders, -1, outer, ATTACKER)
            elif v == n and outer > 0:
                if outer == 1 and eye == 0 and _wall_is_taken(setting, at, stride, attackers, defenders):
                    won[head] = 1
                else:
                    new = _key(attackers, defenders, -1, outer - 1, DEFENDER)
            elif v == n + 1 and eye and outer == 0 and _wall_is_taken(setting, at, stride, attackers, defenders):
                won[head] = 1
            if new >= 0:
                node = _number(keys, slots, new, count)
                count = max(count, node + 1)
                follows[edges] = node
                edges += 1
            if count + 2 >= len(keys) or edges + 2 * n >= len(follows):
                return -1
        head += 1
    first[count] = edges
    setting[3] = uint64(most)
    return count


@kernel(int64(int64, int64[::1], int32[::1], int32[::1], uint8[::1]))
def py_settle(count, keys, first, follows, won):
    """Mark what the attacker wins, over and over until nothing changes; returns how many rounds that took."""
    rounds = 0
    changed = True
    while changed:
        changed = False
        rounds += 1
        for k in range(count - 1, -1, -1):
            if won[k]:
                continue
            attacking = keys[k] & 1 == ATTACKER
            good = not attacking and first[k] < first[k + 1]
            for e in range(first[k], first[k + 1]):
                if won[follows[e]] == attacking:
                    good = attacking
                    break
            if good:
                won[k] = 1
                changed = True
    return rounds


@kernel(int64(int64[::1], int32[::1], int64))
def py_find(keys, slots, key):
    """The number of a listed position."""
    return _number(keys, slots, key, 0)


class RealGame:
    """The local game of a space on a board, for ``Judge`` in place of the solver's."""

    def __init__(self, structure: Structure, margins: int, suicide: bool = False) -> None:
        width = max(col for _, col in structure.cells) + 3
        places = {cell: (cell[0] + 1) * width + cell[1] + 1 for cell in structure.cells}
        rows = max(row for row, _ in structure.cells) + 3
        assert rows * width <= 63
        self.at = np.array([places[cell] for cell in structure.cells], np.int64)
        ring = {(row, col) for cell in structure.cells for row, col in _beside(cell)
                if (row, col) not in places and (row >= 0 or not structure.top) and (col >= 0 or not structure.left)}
        strong: set[tuple[int, int]] = set()
        for k, cell in enumerate(structure.cells):
            if margins >> k & 1:
                doors = [place for place in _beside(cell) if place in ring - strong and
                         sum(other in places for other in _beside(place)) == 1]
                if not doors:
                    raise ValueError('no way in that leads to this margin alone')
                strong.add(doors[0])

        def points(cells: set[tuple[int, int]]) -> int:
            return sum(1 << (row + 1) * width + col + 1 for row, col in cells)

        board = points(ring | set(places))
        self.stride = width
        self.solved = []
        for eye in (0, 1):
            setting = np.array([board, points(ring - strong), points(strong), OUTER_LIBERTIES, eye, suicide], np.uint64)
            self.solved.append(self._solve(setting))

    def _solve(self, setting: np.ndarray) -> tuple[np.ndarray, ...]:
        room = 64 + 12 * 3 ** len(self.at)
        keys, slots = np.empty(room, np.int64), np.empty(1 << (2 * room).bit_length(), np.int32)
        first, follows, won = np.empty(room + 1, np.int32), np.empty(10 * room, np.int32), np.zeros(room, np.uint8)
        count = py_list(setting, self.at, self.stride, keys, slots, first, follows, won, np.zeros(3, np.uint64))
        assert count >= 0
        py_settle(count, keys, first, follows, won)
        return keys, slots, first, follows, won

    def position(self, attackers: int) -> tuple[int, int]:
        """The position with these prisoners, the attacker or the defender to move."""
        key = int(_pack(attackers))
        return key, key | DEFENDER

    def wins(self, key: int, eye: bool) -> bool:
        """Whether the attacker captures the wall."""
        keys, slots, _, _, won = self.solved[eye]
        return bool(won[py_find(keys, slots, key)])

    def moves(self, key: int, eye: bool) -> list[tuple[int, tuple[int, int]]]:
        """What follows a position by a move in the space."""
        keys, slots, first, follows, _ = self.solved[eye]
        k = py_find(keys, slots, key)
        found = []
        for node in follows[first[k]:first[k + 1]]:
            after = int(keys[node])
            if after >> 8 != key >> 8:
                elsewhere = after & ~(15 << 4 | 1) | (1 - after & 1)
                found.append((0, (after, elsewhere) if after & 1 == ATTACKER else (elsewhere, after)))
        return found


def _pack(attackers: int) -> int:
    return ((attackers << 10) << 4) << 4 | OUTER_LIBERTIES << 1


def _beside(cell: tuple[int, int]) -> list[tuple[int, int]]:
    row, col = cell
    return [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]


def compare(structure: Structure, margins: int, suicide: bool = False, most: int | None = None) -> tuple[int, list[str]]:
    """How many fillings were compared, and those of them that are worth something else on the board.

    Raises ValueError if a margin cannot be drawn: if every way in leads to another point of the space too.
    """
    game = RealGame(structure, margins, suicide)
    real = GraphJudge(game)
    known = eye_table.fillings(structure, margins, suicide)
    count, wrong = 0, []
    for prisoners in with_prisoners(structure, margins, most):
        if prisoners in known:
            value = str(real.value(game.position(prisoners)))
            count += 1
            if value != known[prisoners].value:
                drawn = eye_table.Drawn(structure, margins, prisoners, 0, known[prisoners])
                wrong.append(f'{drawn.structure.draw(drawn.symbol)}\nsolver {known[prisoners].value}, board {value}')
    return count, wrong


def main(size: int, most: int, part: int, parts: int) -> None:
    """Compare all spaces of one size with at most so many margins and prisoners; of several parts only one."""
    begin = time.time()
    games = compared = undrawn = 0
    wrong = []
    for number, structure in enumerate(structures(size)):
        if number % parts == part:
            for margins in with_margins(structure, most):
                try:
                    count, bad = compare(structure, margins, most=most)
                except ValueError:
                    undrawn += 1
                    continue
                games += 1
                compared += count
                wrong += bad
    print(f'size {size}, part {part} of {parts}: {games} games, {compared} graphs compared, {len(wrong)} differ, {undrawn} sets of margins '
          f'cannot be drawn; {time.time() - begin:.0f} s')
    print('\n\n'.join(wrong[:20]))


if __name__ == '__main__':
    given = [int(word) for word in sys.argv[1:]]
    main(*given, *(7, 5, 0, 1)[len(given):])
