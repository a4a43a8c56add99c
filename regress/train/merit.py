"""Count how often moves of each class succeed in game records, to make the table of ``engine.read.merit``.

    python -m owlgo.regress.train.merit GAME.sgf... > table.txt

Every string of up to four liberties at the end and at two earlier moments of each record is read depth first.  In positions that are read
out, moves are counted by class.  Use games that no test suite reads.
"""
import dataclasses
import sys

import numpy as np

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import other
from owlgo.engine.read import answer, query
from owlgo.engine.read.depths import Depths
from owlgo.engine.read.merit import CLASS_SHAPES, CLASSES, MIDDLE, MOVE_KINDS, RANK_DIGITS, attack_class, defence_class
from owlgo.engine.read.reader import as_reader
from owlgo.engine.read.record import Aim
from owlgo.regress.train.sampling import count_and_print

BACK_OFF = 8
"""Weight of the coarser class's rate in the estimate for a class, in moves."""
DEPTHS = dataclasses.replace(Depths(), prune_depth=1000, few_depth=1000)
"""Limits of reading while moves are counted: no move is left out."""
NODES = 3000


def encode(side: str, libs: int, kind: str, merit: np.ndarray, chance: np.ndarray) -> list[str]:
    """Return two lines of the table, digits of merit and of chance, for the classes with this side, number of liberties and kind."""
    odds = np.clip(np.rint(2 * np.log2(merit / (1 - merit))) + MIDDLE, 0, len(RANK_DIGITS) - 1).astype(int)
    bits = np.clip(np.rint(-2 * np.log2(chance)), 0, len(RANK_DIGITS) - 1).astype(int)
    return [f'{side} {libs} {kind:8s} ' + ''.join(RANK_DIGITS[number] for number in row) for row in (odds, bits)]


def smoothed(won: np.ndarray, tried: np.ndarray) -> np.ndarray:
    """Return the chance of success by class, shape (CLASSES,).  For rare classes, coarser classes count too."""
    chance = np.full(CLASSES, 0.5)
    start = 0
    for shape in CLASS_SHAPES.values():
        some = slice(start, start + int(np.prod(shape)))
        w, t = won[some].reshape(shape).astype(float), tried[some].reshape(shape).astype(float)
        fine = np.full(shape, (w.sum() + 1) / (t.sum() + 2))
        for axes in ((2, 3, 4), (3, 4), (4,), None):
            if axes:
                of_class, of_tries, coarse = (x.sum(axes, keepdims=True) for x in (w, t, fine))
                coarse /= np.prod([shape[axis] for axis in axes])
            else:
                of_class, of_tries, coarse = w, t, fine
            fine = np.broadcast_to((of_class + BACK_OFF * coarse) / (of_tries + BACK_OFF), shape).copy()
        chance[some] = fine.reshape(-1)
        start += CLASSES // 2
    return chance.clip(0.0002, 0.998)


def table(tried: np.ndarray) -> str:
    """Return the text of ``engine/read/merit.txt``.  ``tried`` (CLASSES, 3) counts moves in lost positions, moves in won positions, and
    winning moves.
    """
    merit = smoothed(tried[:, 2], tried[:, 1])
    chance = smoothed(tried[:, 2], tried[:, 0] + tried[:, 1])
    rows = []
    for side, (libs, kinds, *rest) in CLASS_SHAPES.items():
        for lib in range(1, libs + 1):
            for kind in range(kinds):
                first = (attack_class if side == 'A' else defence_class)(lib, kind, 0, 0, 0)
                some = slice(first, first + int(np.prod(rest)))
                rows += encode(side, lib, MOVE_KINDS[kind], merit[some], chance[some])
    return '\n'.join(rows)


def main(argv: list[str] | None = None) -> int:
    """Run the command; return the exit status."""
    reader = as_reader(DEPTHS)

    def read(game: Game, pos: int, attacking: bool) -> None:
        owner = game.color_at(pos)
        record = query.pose(Aim.CAPTURE, [pos], other(owner), reader)
        answer.py_quick(game.board, record, other(owner) if attacking else owner, NODES)
    return count_and_print('merit', 'Count how often moves succeed.', 'tried', reader, read, table, argv)


if __name__ == '__main__':
    sys.exit(main())
