"""Count the errors of static eye recognition by rule, in every closed region up to a size (``owlgo audit-static-eyes``).

"Alive" is wrong if the attacker, playing first, can capture the group; "dead" is wrong if the defender, playing first, can save it.  The
wall has two outer liberties and no other eye.  Regions lie in the middle of the board, at an edge and in a corner, with every arrangement
of prisoners and of the defender's stones inside.
"""
import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from owlgo.engine.core.board import new_board, played, py_place_if_legal
from owlgo.engine.core.points import BLACK, DIAGONALS, NEIGHBOURS, WHITE, on_board, point
from owlgo.engine.eyes.game import EyeGame, GraphJudge
from owlgo.engine.eyes.static import GroupStatus, recognise
from owlgo.regress.train.eye_spaces import Structure, structures

LARGEST_REGION = 8
"""Size of the largest regions that can be audited, in points."""
AUDITED_STATUSES = (GroupStatus.ALIVE, GroupStatus.DEAD_POINTS, GroupStatus.DEAD_PAIR)
"""The statuses that claim something definite about a group."""


@dataclass
class Tally:
    """Numbers of claims and of errors, by rule."""
    claims: dict[GroupStatus, int] = field(default_factory=lambda: dict.fromkeys(GroupStatus, 0))
    errors: dict[GroupStatus, int] = field(default_factory=lambda: dict.fromkeys(AUDITED_STATUSES, 0))
    examples: dict[GroupStatus, str] = field(default_factory=dict)
    """The smallest position that each rule got wrong, drawn."""

    @property
    def positions(self) -> int:
        return sum(self.claims.values())


def audit(most: int, progress: Callable[[int, int, int], None] | None = None) -> Tally:
    """Check all regions up to a size.  ``progress`` is called with the size, the number of structures done, and the total."""
    tally = Tally()
    for size in range(1, most + 1):
        every = structures(size)
        for done, structure in enumerate(every):
            if progress:
                progress(size, done, len(every))
            game = EyeGame(structure.graph())
            judge = GraphJudge(game)
            board, points = embed(structure)
            for attackers, defenders in fillings(board, points):
                eyes = judge.eyes(game.position(attackers, defenders))
                claim, _ = recognise(board, points, WHITE)
                tally.claims[claim] += 1
                if claim in AUDITED_STATUSES and (eyes[0] != '2' if claim == GroupStatus.ALIVE else eyes[1] == '2'):
                    tally.errors[claim] += 1
                    tally.examples.setdefault(claim, draw(structure, attackers, defenders))
    return tally


def embed(structure: Structure) -> tuple[np.void, list[int]]:
    """Return a board with the structure inside a white wall, and the structure's points in the order of its cells."""
    width = 6 + max(max(cell) for cell in structure.cells)
    top, left = (0 if flag else 2 for flag in (structure.top, structure.left))
    points = [point(row + top, col + left) for row, col in structure.cells]
    board = new_board(width)
    for pos in sorted({pos + step for pos in points for step in (*NEIGHBOURS, *DIAGONALS)} - set(points)):
        if on_board(pos, width):
            py_place_if_legal(board, pos, WHITE)
    return board, points


def fillings(board: np.void, points: list[int], k: int = 0, attackers: int = 0, defenders: int = 0) -> Iterator[tuple[int, int]]:
    """Yield every arrangement of stones with liberties on these points, as bits.  The board is restored afterwards."""
    if k == len(points):
        yield attackers, defenders
        return
    yield from fillings(board, points, k + 1, attackers, defenders)
    for color in (BLACK, WHITE):
        before = int(np.count_nonzero(board['color'][points]))
        with played(board, (points[k], color)) as legal:
            # A capture makes an arrangement that is listed elsewhere.
            if legal and int(np.count_nonzero(board['color'][points])) == before + 1:
                yield from fillings(board, points, k + 1, attackers | (color == BLACK) << k, defenders | (color == WHITE) << k)


def draw(structure: Structure, attackers: int, defenders: int) -> str:
    """Draw a position in a region without its wall: X prisoners, O stones of the defender."""
    signs = {cell: 'X' if attackers >> k & 1 else 'O' if defenders >> k & 1 else '.' for k, cell in enumerate(structure.cells)}
    height, width = (max(cell[axis] for cell in signs) + 1 for axis in (0, 1))
    rows = [('|' if structure.left else '') + ''.join(signs.get((row, col), ' ') for col in range(width)).rstrip() for row in range(height)]
    return '\n'.join([('+' if structure.left else '') + '-' * width, *rows] if structure.top else rows)


def parser() -> argparse.ArgumentParser:
    """Return the parser of ``owlgo audit-static-eyes``."""
    p = argparse.ArgumentParser(prog='owlgo audit-static-eyes', description='Static eye recognition against exact values.')
    p.add_argument('--size', type=int, default=6, metavar='N',
                   help=f'points of the largest regions, 1 to {LARGEST_REGION} (6: seconds; 8: minutes)')
    return p


def main(argv: list[str] | None = None) -> int:
    """Audit all regions up to a size; return the exit status."""
    p = parser()
    args = p.parse_args(argv)
    if not 1 <= args.size <= LARGEST_REGION:
        p.error(f'--size {args.size}: 1 to {LARGEST_REGION}')
    with Progress(TextColumn('{task.description}'), BarColumn(), TimeElapsedColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task('')

        def progress(size: int, done: int, total: int) -> None:
            bar.update(task, description=f'{size} points, region {done + 1} of {total}', completed=done, total=total)

        tally = audit(args.size, progress)
    show(tally, args.size)
    return 0


def show(tally: Tally, size: int) -> None:
    """Print the table, and below it an example of each rule's errors."""
    console = Console(highlight=False, soft_wrap=True)
    table = Table(title=f'{tally.positions} positions in closed regions of up to {size} points: wrong of those said')
    for column in ('alive', 'dead: fewer than two points', 'dead: two adjacent points', 'unknown'):
        table.add_column(column, justify='right')
    cells = [f'{tally.errors[rule]} of {tally.claims[rule]}' for rule in AUDITED_STATUSES]
    table.add_row(*cells, f'{100 * tally.claims[GroupStatus.UNKNOWN] / tally.positions:.1f} %')
    console.print(table)
    for rule, example in tally.examples.items():
        what = f'{rule.word}, rate {tally.errors[rule] / tally.claims[rule]:.2%}'
        console.print(f'\nThe smallest region wrongly called {what}\n{example}', markup=False)
