"""Make random dragons to solve, and find strings of game records to read."""
import argparse
import contextlib
import random
import sys
from collections.abc import Callable, Iterator

import numpy as np

from owlgo.engine.core import sgf
from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, WHITE, neighbours, point
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.life import reading
from owlgo.engine.owl.limits import Means
from owlgo.engine.read.reader import Reader
from owlgo.engine.read.tactics import MAX_LIBERTIES
from owlgo.engine.solver.region import NotEnclosed, Region, enclose

SIZE = 13
"""Lines of the board of a random dragon."""
ARENAS = (3, 2), (4, 3), (4, 4)
"""Sizes of arenas, the board parts to read, for dragons with gaps in their wall (as in ``engine.life.reading.RUNGS``)."""
FEWEST_EMPTY, MOST_EMPTY = 5, 19
"""Empty points of a random region."""


def around(cells: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return these cells with their eight neighbours."""
    return {(row + down, col + right) for row, col in cells for down in (-1, 0, 1) for right in (-1, 0, 1)}


def dragon(rng: random.Random) -> tuple[np.void, Region]:
    """Return a board with a random dragon inside a wall, and the dragon's region: in a corner, at an edge or in the middle.

    Most of the dragon's stones lie along the wall, the others further inside.  Two of three walls have gaps, so that the dragon may run.
    """
    means = Means(Workspace())
    while True:
        count = rng.randrange(8, 26)
        place = rng.choice(((0, 0), (0, 0), (0, 5), (5, 5)))
        cells = {(place[0] + rng.randrange(3), place[1] + rng.randrange(4))}
        while len(cells) < count:
            row, col = rng.choice(sorted(cells))
            step = rng.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
            if 0 <= row + step[0] < SIZE - 2 and 0 <= col + step[1] < SIZE - 2 and rng.random() < 1.0 / (1 + max(0, row + step[0] - 3)):
                cells.add((row + step[0], col + step[1]))
        gaps = rng.choice((0.0, 0.1, 0.25))
        board = new_board(SIZE)
        wall = around(cells) - cells
        for row, col in sorted(wall):
            if row >= 0 and col >= 0 and rng.random() >= gaps:
                py_place_if_legal(board, point(row, col), WHITE)
        firm, inside = rng.choice((0.5, 0.7, 0.85, 1.0)), rng.choice((0.05, 0.15, 0.3))
        for row, col in rng.sample(sorted(cells), len(cells)):
            pos = point(row, col)
            at_wall = any(board['color'][q] == WHITE for q in neighbours(pos, SIZE))
            if at_wall and rng.random() < firm:
                py_place_if_legal(board, pos, BLACK)
            elif rng.random() < inside:
                py_place_if_legal(board, pos, rng.choice((BLACK, WHITE)))
        stones = [point(*cell) for cell in sorted(cells) if board['color'][point(*cell)] == BLACK]
        if stones and gaps:
            for row, col in sorted(around(wall) - wall - cells):
                if row >= 0 and col >= 0 and rng.random() < 0.25:
                    py_place_if_legal(board, point(row, col), WHITE)
        board['ko'] = 0
        region = region_of(board, rng.choice(stones), means, rng.choice(ARENAS) if gaps else None) if stones else None
        if region and FEWEST_EMPTY <= empty_points(region) <= MOST_EMPTY:
            return board, region


def region_of(board: np.void, pos: int, means: Means, arena: tuple[int, int] | None) -> Region | None:
    """Return the closed region of the dragon at pos or, with ``arena``, an arena of that size.  None if the dragon is open or escapes."""
    if arena:
        arenas = reading.Arenas(Goal(board, pos, means.workspace), means)
        region = arenas.draw(*arena)
        return None if arenas.reaches_safety else region
    with contextlib.suppress(NotEnclosed):
        return enclose(board, pos)
    return None


def empty_points(region: Region) -> int:
    """Return the number of empty points of a region."""
    return region.empty


def short_strings(files: list[str], seed: int) -> Iterator[tuple[Game, int]]:
    """Yield game and stone of every string of few liberties, at the end of each record and at two earlier moments.  Raises ValueError.
    """
    rng = random.Random(seed)
    for name in files:
        game = Game(19)
        moves = len(sgf.load(name, None).events)
        for until in (None, *(str(rng.randint(15, moves)) for _ in range(2) if moves > 20)):
            game.load(sgf.load(name, until))
            for pos in game.strings(BLACK) + game.strings(WHITE):
                if len(game.liberties(pos)) <= MAX_LIBERTIES:
                    yield game, pos


def count_and_print(module: str, description: str, field: str, reader: Reader, read: Callable[[Game, int, bool], object],
                    table: Callable[[np.ndarray], str], argv: list[str] | None = None) -> int:
    """Run the command of a training module: read attack and defence of strings in game records, and print a table of counts.

    The readings count in ``field`` of their record.  Return the exit status.
    """
    parser = argparse.ArgumentParser(prog=f'python -m owlgo.regress.train.{module}', description=description)
    parser.add_argument('games', nargs='+', metavar='GAME.sgf')
    parser.add_argument('--seed', type=int, default=0, help='chooses the moments')
    args = parser.parse_args(argv)
    record, readings = reader.memory.record, 0
    record[field], record['counting'] = 0, 1
    try:
        for game, pos in short_strings(args.games, args.seed):
            for attacking in (True, False):
                read(game, pos, attacking)
                readings += 1
    except ValueError as error:
        parser.exit(2, f'{error}\n')
    sys.stdout.write(f'{table(record[field])}\n')
    sys.stderr.write(f'{readings} readings, {record[field].sum()} counted\n')
    return 0
