"""The solver against the oracle on random closed positions.

    python -m owlgo.engine.solver.tests.agreement COUNT [SEED [POINTS [THREADS]]]
"""
import random
import sys
import time
from collections.abc import Iterator

import numpy as np

from owlgo.engine.core.board import new_board, py_is_ko_ban, py_place_if_legal
from owlgo.engine.core.points import BLACK, EMPTY, WHITE, all_points, neighbours, point
from owlgo.engine.solver import together
from owlgo.engine.solver.dfpn import End
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NO_KO, Region, enclose, escaped
from owlgo.engine.solver.solver import Solver
from owlgo.engine.solver.tests.oracle import Oracle

SIZE = 9


def random_board(rng: random.Random, most: int) -> tuple[np.void, int]:
    """A walled corner or edge of at most so many points, with a stone of the defender in it, and where that is."""
    while True:
        height, width = rng.choice(((2, 3), (2, 4), (3, 3), (1, 6), (2, 2), (3, 2), (3, 4), (4, 3), (4, 4)))
        left = rng.choice((0, 2))
        cells = [(r, c) for r in range(height) for c in range(left, left + width) if rng.random() < 0.85]
        wall = {(r + dr, c + dc) for r, c in cells for dr in (-1, 0, 1) for dc in (-1, 0, 1)} - set(cells)
        if not 2 <= len(cells) <= most:
            continue
        board = new_board(SIZE)
        for row, col in sorted(wall):
            if 0 <= row < SIZE and 0 <= col < SIZE:
                py_place_if_legal(board, point(row, col), WHITE)
        start = point(*rng.choice(cells))
        if not py_place_if_legal(board, start, BLACK):
            continue
        board['ko'] = 0
        try:
            region = enclose(board, start)
        except ValueError:
            continue
        if len(region.points) <= most:
            return board, start


def random_region(rng: random.Random, most: int) -> Region:
    """A region of at most so many points."""
    return enclose(*random_board(rng, most))


def kos(board: np.void) -> list[int]:
    """Where a ko may have just been taken: empty points between stones of one colour, one of them alone and without another liberty."""
    found, size, colors = [], int(board['size']), board['color']
    for p in all_points(size):
        beside = neighbours(p, size)
        alone = [q for q in beside if colors[q] != EMPTY and board['count'][board['origin'][q]] == board['libs'][board['origin'][q]] == 1]
        if colors[p] == EMPTY and alone and all(colors[q] == colors[beside[0]] for q in beside):
            found.append(p)
    return found


def ban_on(board: np.void, region: Region, color: int) -> int:
    """The number of the point of a region where the board's own rule of ko forbids a colour to play, or NO_KO."""
    return next((k for k, p in enumerate(region.points) if py_is_ko_ban(board, p, color)), NO_KO)


def stands(region: Region, attackers: int, defenders: int) -> bool:
    """Whether every string has a liberty, or is connected to the wall."""
    near = [int(word) for word in region.record['near'][:len(region.points)]]
    for stones, safe in ((attackers, int(region.record['boundary'])), (defenders, int(region.record['escape']))):
        left = stones
        while left:
            part, grown = 0, left & -left
            while part != grown:
                part = grown
                for k, beside in enumerate(near):
                    grown |= beside & stones if part >> k & 1 else 0
            free = 0
            for k, beside in enumerate(near):
                free |= beside if part >> k & 1 else 0
            if not free & ~(attackers | defenders) and not part & safe:
                return False
            left &= ~part
    return True


def positions(rng: random.Random, region: Region, count: int) -> Iterator[tuple[int, int, int, int, int]]:
    """Random positions of a region: stones of both, ko, side, threats."""
    n = len(region.points)
    while count:
        attackers = defenders = 0
        for k in range(n):
            value = rng.choices((0, 1, 2), (3, 3, 4))[0]
            attackers |= (value == 1) << k
            defenders |= (value == 2) << k
        if defenders and stands(region, attackers, defenders):
            empty = [k for k in range(n) if not (attackers | defenders) >> k & 1]
            ko = rng.choice(empty) if empty and rng.random() < 0.2 else NO_KO
            count -= 1
            yield attackers, defenders, ko, rng.choice((ATTACKER, DEFENDER)), rng.randint(-2, 2)


def compare(rng: random.Random, most: int, count: int, threads: int = 1) -> tuple[int, int]:
    """One region with so many positions: how many the solver and the oracle judge otherwise, and how many the solver leaves open."""
    region = random_region(rng, most)
    if rng.random() < 0.5:
        # As it is where the region is open on the defender's side, or some stones only are asked about.
        region.record['goal'] = np.uint64(int(region.record['all']) & rng.getrandbits(len(region.points)) | 1)
        edge = int(region.record['boundary']) & rng.getrandbits(len(region.points)) & rng.getrandbits(len(region.points))
        region.record['escape'] = np.uint64(edge)
        region.record['boundary'] = np.uint64(int(region.record['boundary']) & ~edge)
    oracle, solver = Oracle(region), Solver(region, 1 << 40, threads=threads)
    differ = unknown = 0
    for place in positions(rng, region, count):
        if not place[1] & int(region.record['goal']) or escaped(region.record, np.uint64(place[1])):
            continue
        solver.limit = solver.nodes + 200_000
        found = solver.settle(*place)
        unknown += found == End.OUT_OF_NODES
        differ += found != End.OUT_OF_NODES and (found == End.ATTACKER_WON) != oracle.attacker_wins(*place)
    return differ, unknown


def main(count: int, seed: int = 1, most: int = 9, threads: int = 1) -> None:
    """Compare so many positions of regions of at most so many points: kos that threats decide need ten."""
    if threads > 1:
        # Few of these positions take as many nodes as others wait for.
        together.SOLO_NODES, together.CHECK_NODES, together.HELPER_CHECK_NODES = 0, 10, 10
    rng = random.Random(seed)
    begin = time.time()
    results = np.zeros(2, int)
    for _ in range(count // 500):
        results += compare(rng, most, 500, threads)
    print(f'{count // 500 * 500} positions: {results[0]} differ, {results[1]} unknown; {time.time() - begin:.0f} s')


if __name__ == '__main__':
    main(*map(int, sys.argv[1:]))
