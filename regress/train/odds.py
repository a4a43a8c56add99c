"""Count how often the attacker succeeds in game records, to make the table of ``engine.read.odds``.

    python -m owlgo.regress.train.odds GAME.sgf... > table.txt

Every string of up to four liberties at the end and at two earlier moments of each record is read.  The positions that a reading settles are
counted by class.  Use games that no test suite reads: the table is a fact about readings, not about their answers.
"""
import sys

import numpy as np

from owlgo.engine.read import query
from owlgo.engine.read.depths import Depths
from owlgo.engine.read.odds import feature
from owlgo.engine.read.reader import as_reader
from owlgo.engine.read.record import Aim
from owlgo.regress.train.sampling import count_and_print

DEPTHS = Depths(nodes=1000, hopeless_depth=1000)
BACK_OFF = 10
"""Weight, in readings, of the coarser class (without the second extension) in the estimate for a class."""


def table(outcomes: np.ndarray) -> str:
    """Return the text of ``engine/read/odds.txt``.  ``outcomes`` (FEATURES, 2) counts the defender's and the attacker's successes by
    class."""
    rows = []
    for attacking in (0, 1):
        for libs in (1, 2, 3, 4):
            for weak in range(4):
                row = []
                for best in range(6):
                    classes = [feature(attacking, libs, best, second, weak) for second in range(best + 1)]
                    lost, won = outcomes[classes].sum(axis=0)
                    middle = (won + 0.5) / (lost + won + 1.5)
                    for number in classes:
                        chance = (outcomes[number, 1] + BACK_OFF * middle) / (outcomes[number].sum() + BACK_OFF)
                        row.append(min(999, max(1, round(1000 * chance))))
                rows.append(f'{"DA"[attacking]} {libs} {weak}   ' + ' '.join(f'{value:3d}' for value in row))
    return '\n'.join(rows)


def main(argv: list[str] | None = None) -> int:
    """Run the command; return the exit status."""
    reader = as_reader(DEPTHS)
    return count_and_print('odds', 'Count how often attackers succeed.', 'outcomes', reader,
                           lambda game, pos, attacking: query.prove(game.board, Aim.CAPTURE, [pos], attacking, reader), table, argv)


if __name__ == '__main__':
    sys.exit(main())
