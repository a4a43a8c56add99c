"""Unconditional territory checked exhaustively: ``python -m owlgo.engine.eyes.tests.one_sided [SEED [COUNT [POINTS]]]``.

A small area between living walls: the other colour plays as many moves as it likes, then both play on, the owner of the walls first.
It has lived if the owner cannot clear the area of it, whatever that takes.  Every arrangement of stones, with the ko, is judged
backwards from the cleared ones.  The rules are those of ``real_board``, not the engine's.
"""
import random
import sys
import time

import numpy as np
from numba import int64, uint8, uint64

from owlgo.engine.benson import Lasting
from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.jit import kernel
from owlgo.engine.core.points import point
from owlgo.engine.eyes import territory
from owlgo.engine.eyes.tests.real_board import ATTACKER, DEFENDER, _around, _string

OWNER, INTRUDER = ATTACKER, DEFENDER


@kernel(int64(uint64, uint64, int64, uint64, uint64, int64, uint64[::1]))
def _play(board, walls, stride, owner, intruder, v, after):
    """A stone of the owner (v >= 0) or the intruder (at -1 - v): 1 with stones and ko in ``after``, 0 if it is illegal."""
    mine, theirs = (owner | walls, intruder) if v >= 0 else (intruder, owner | walls)
    point = uint64(1) << uint64(v if v >= 0 else -1 - v)
    mine |= point
    gone = uint64(0)
    left = _around(point, stride, board) & theirs
    while left:
        string = _string(left & (~left + uint64(1)), theirs, stride, board, uint64(0))
        left &= ~string
        if not string & walls and _around(string, stride, board) & ~(mine | theirs) == 0:
            gone |= string
    theirs &= ~gone
    string = _string(point, mine, stride, board, uint64(0))
    free = _around(string, stride, board) & ~(mine | theirs)
    if not free and not string & walls:
        return 0
    after[2] = uint64(0)
    if gone and gone & (gone - uint64(1)) == 0 and string == point and free & (free - uint64(1)) == 0:
        after[2] = gone
    after[0], after[1] = (mine & ~walls, theirs) if v >= 0 else (theirs & ~walls, mine)
    return 1


@kernel(int64(uint64, uint64, int64, int64[::1], int64[::1], uint8[:, :, ::1], uint8[::1], uint64[::1]))
def py_judge(board, walls, stride, at, powers, cleared, legal, after):
    """Fill ``cleared[code, ko + 1, side]``: 1 where the owner can clear the area; codes give each point 0 empty, 1 owner, 2 intruder."""
    n = len(at)
    codes = powers[n]
    rounds = 0
    changed = True
    while changed:
        changed = False
        rounds += 1
        for code in range(codes):
            if not legal[code]:
                continue
            owner, intruder = uint64(0), uint64(0)
            for k in range(n):
                value = code // powers[k] % 3
                if value == 1:
                    owner |= uint64(1) << uint64(at[k])
                elif value == 2:
                    intruder |= uint64(1) << uint64(at[k])
            for ko in range(n + 1):
                for side in range(2):
                    if cleared[code, ko, side]:
                        continue
                    good = side == INTRUDER
                    if intruder == 0:
                        good = True
                    else:
                        for v in range(n + 1):
                            result = cleared[code, 0, 1 - side]
                            if v < n:
                                if code // powers[v] % 3 or ko == v + 1:
                                    continue
                                if not _play(board, walls, stride, owner, intruder, at[v] if side == OWNER else -1 - at[v], after):
                                    continue
                                next_code = int64(0)
                                banned = int64(0)
                                for k in range(n):
                                    bit = uint64(1) << uint64(at[k])
                                    next_code += powers[k] * (1 if after[0] & bit else 2 if after[1] & bit else 0)
                                    if after[2] & bit:
                                        banned = int64(k + 1)
                                result = cleared[next_code, banned, 1 - side]
                            if side == OWNER and result:
                                good = True
                                break
                            if side == INTRUDER and not result:
                                good = False
                                break
                    if good:
                        cleared[code, ko, side] = 1
                        changed = True
    return rounds


class Area:
    """Points on a small grid with walls round them; ``rows`` draws it: # a wall, X the owner inside, O the intruder, . empty."""

    def __init__(self, rows: list[str]) -> None:
        width = max(map(len, rows)) + 1
        places = {(r, c): symbol for r, row in enumerate(rows) for c, symbol in enumerate(row)}
        assert len(rows) * width <= 64
        self.stride = width

        def bits(symbols: str) -> int:
            return sum(1 << r * width + c for (r, c), symbol in places.items() if symbol in symbols)

        self.board, self.walls = np.uint64(bits('#XO.')), np.uint64(bits('#'))
        cells = [place for place, symbol in places.items() if symbol in 'XO.']
        self.at = np.array([r * width + c for r, c in cells], np.int64)
        self.start = ['.XO'.index(places[cell]) for cell in cells]
        self.powers = np.array([3 ** k for k in range(len(cells) + 1)], np.int64)

    def is_territory(self) -> bool:
        """Whether the owner can clear the area whatever the intruder has played before, the owner moving first."""
        n = len(self.at)
        codes = int(self.powers[n])
        cleared, legal, after = np.zeros((codes, n + 1, 2), np.uint8), np.ones(codes, np.uint8), np.zeros(3, np.uint64)
        py_judge(self.board, self.walls, self.stride, self.at, self.powers, cleared, legal, after)
        start = sum(int(self.powers[k]) * value for k, value in enumerate(self.start))
        reached, queue = {start}, [start]
        while queue:
            code = queue.pop()
            if not cleared[code, 0, OWNER]:
                return False
            for new in py_after(self.board, self.walls, self.stride, self.at, self.powers, code):
                if new not in reached:
                    reached.add(new)
                    queue.append(new)
        return True


def py_after(board, walls, stride, at, powers, code: int) -> list[int]:
    """Every position that one move of the intruder makes."""
    after, found = np.zeros(3, np.uint64), []
    owner, intruder = (np.uint64(sum(1 << int(at[k]) for k in range(len(at)) if code // int(powers[k]) % 3 == value)) for value in (1, 2))
    for k in range(len(at)):
        if code // int(powers[k]) % 3 == 0 and py_play(board, walls, stride, owner, intruder, -1 - int(at[k]), after):
            found.append(sum(int(powers[j]) * (1 if int(after[0]) >> int(at[j]) & 1 else 2 if int(after[1]) >> int(at[j]) & 1 else 0)
                             for j in range(len(at))))
    return found


@kernel(int64(uint64, uint64, int64, uint64, uint64, int64, uint64[::1]))
def py_play(board, walls, stride, owner, intruder, v, after):
    """``_play`` for Python."""
    return _play(board, walls, stride, owner, intruder, v, after)


SIZE = 9
EYES = ((SIZE - 1, 0), (SIZE - 1, 2))


def on_board(area: Area, rows: list[str], corner: bool) -> tuple[np.void, list[int]]:
    """The same area on a board: in the corner, or in from it; everything else is the owner's, with two eyes far away."""
    shift = 0 if corner else 1
    inside = {(r + shift, c + shift): symbol for r, row in enumerate(rows) for c, symbol in enumerate(row) if symbol in 'XO.'}
    board = new_board(SIZE)
    for row in range(SIZE):
        for col in range(SIZE):
            symbol = inside.get((row, col), '.' if (row, col) in EYES else 'X')
            if symbol != '.':
                assert py_place_if_legal(board, point(row, col), 'XO'.index(symbol) + 1)
    board['ko'] = 0
    return board, [point(row, col) for row, col in inside]


def random_rows(rng: random.Random, corner: bool, most: int) -> list[str]:
    """An area of some points, with stones of the owner that are not connected to the walls."""
    while True:
        height, width = rng.choice(((2, 4), (3, 3), (2, 5), (3, 4)))
        grid = [['#'] * (width + 2) for _ in range(height + 2)]
        cells = [(r, c) for r in range(1, height + 1) for c in range(1, width + 1) if rng.random() < 0.93]
        if len(cells) > most:
            continue
        edge = 1 if corner else 0
        free = {(r, c) for r, c in cells if all((r + dr, c + dc) in cells or r + dr < edge or c + dc < edge
                                                for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)))}
        for r, c in cells:
            grid[r][c] = rng.choice('.XX') if (r, c) in free else rng.choice('.....O')
        rows = [''.join(row) for row in grid]
        return [row[1:] for row in rows[1:]] if corner else rows


def agrees(rows: list[str], corner: bool) -> tuple[bool, bool] | None:
    """Whether the engine calls the area territory, and whether it is; None if the picture is no legal position of one area."""
    area = Area(rows)
    try:
        board, points = on_board(area, rows, corner)
    except AssertionError:
        return None
    if any(int(board['color'][pos]) != value for pos, value in zip(points, area.start, strict=True)):
        return None
    status = territory.unconditional_status(board)
    return all(status[pos] != Lasting.UNDECIDED for pos in points), area.is_territory()


def main(seed: int = 1, count: int = 40, most: int = 9) -> None:
    """Compare so many random areas."""
    rng = random.Random(seed)
    begin = time.time()
    tally = {(claim, truth): 0 for claim in (False, True) for truth in (False, True)}
    while sum(tally.values()) < count:
        corner = rng.random() < 0.7
        rows = random_rows(rng, corner, most)
        found = agrees(rows, corner)
        if found is None or not any(symbol in row for symbol in 'X' for row in rows):
            continue
        tally[found] += 1
        if found[0] != found[1]:
            print('wrongly called territory' if found[0] else 'territory, but undecided', *rows, sep='\n', flush=True)
    print(f'{count} areas: {tally[True, True]} territory, {tally[False, False]} not, {tally[False, True]} territory but undecided, '
          f'{tally[True, False]} WRONG; {time.time() - begin:.0f} s')


if __name__ == '__main__':
    main(*map(int, sys.argv[1:]))
