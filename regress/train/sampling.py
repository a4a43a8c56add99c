"""Strings from game records, for counting how readings go."""
import argparse
import random
import sys
from collections.abc import Callable, Iterator

import numpy as np

from owlgo.engine.core import sgf
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, WHITE
from owlgo.engine.read.reader import Reader
from owlgo.engine.read.tactics import MAX_LIBERTIES


def short_strings(files: list[str], seed: int) -> Iterator[tuple[Game, int]]:
    """Every string of few liberties at the end and at two earlier moments of each record: the game, and a stone.  Raises ValueError."""
    rng = random.Random(seed)
    for name in files:
        game = Game(19)
        moves = len(sgf.load(name, None).events)
        for until in (None, *(str(rng.randint(15, moves)) for _ in range(2) if moves > 20)):
            game.load(sgf.load(name, until))
            for pos in game.strings(BLACK) + game.strings(WHITE):
                if len(game.liberties(pos)) <= MAX_LIBERTIES:
                    yield game, pos


def counted(field: str, files: list[str], seed: int, reader: Reader, read: Callable[[Game, int, bool], object]) -> tuple[int, np.ndarray]:
    """Readings done, attack and defence of every string, and what they counted into a field of the reading's record.  Raises ValueError."""
    record = reader.memory.record
    record[field] = 0
    record['counting'] = 1
    readings = 0
    try:
        for game, pos in short_strings(files, seed):
            for attacking in (True, False):
                read(game, pos, attacking)
                readings += 1
    finally:
        record['counting'] = 0
    return readings, record[field].copy()


def count_and_print(module: str, description: str, count: Callable[[list[str], int], tuple[int, np.ndarray]],
                    table: Callable[[np.ndarray], str], argv: list[str] | None = None) -> int:
    """The command of a module that counts over game records and prints a table; returns the exit status."""
    parser = argparse.ArgumentParser(prog=f'python -m owlgo.regress.train.{module}', description=description)
    parser.add_argument('games', nargs='+', metavar='GAME.sgf')
    parser.add_argument('--seed', type=int, default=0, help='chooses the moments')
    args = parser.parse_args(argv)
    try:
        readings, counts = count(args.games, args.seed)
    except ValueError as error:
        parser.exit(2, f'{error}\n')
    sys.stdout.write(f'{table(counts)}\n')
    sys.stderr.write(f'{readings} readings, {counts.sum()} counted\n')
    return 0
