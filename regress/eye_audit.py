"""``owlgo audit-static-eyes``: count the errors of static eye recognition, and draw the smallest counterexamples."""
import argparse
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

if TYPE_CHECKING:
    from owlgo.engine.eyes.audit import Tally


def parser() -> argparse.ArgumentParser:
    """Return the parser of ``owlgo audit-static-eyes``."""
    from owlgo.engine.eyes import audit
    p = argparse.ArgumentParser(prog='owlgo audit-static-eyes', description='Static eye recognition against exact values.')
    p.add_argument('--size', type=int, default=6, metavar='N',
                   help=f'points of the largest regions, 1 to {audit.LARGEST_REGION} (6: seconds; 8: minutes)')
    return p


def main(argv: list[str] | None = None) -> int:
    """Audit all regions up to a size; return the exit status."""
    from owlgo.engine.eyes import audit
    p = parser()
    args = p.parse_args(argv)
    if not 1 <= args.size <= audit.LARGEST_REGION:
        p.error(f'--size {args.size}: 1 to {audit.LARGEST_REGION}')
    with Progress(TextColumn('{task.description}'), BarColumn(), TimeElapsedColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task('')

        def progress(size: int, done: int, total: int) -> None:
            bar.update(task, description=f'{size} points, region {done + 1} of {total}', completed=done, total=total)

        tallies = audit.audit(args.size, progress)
    show(tallies, args.size)
    return 0


def show(tallies: 'dict[str, Tally]', size: int) -> None:
    """Print the table, and below it an error of each rule."""
    from owlgo.engine.eyes import audit
    from owlgo.engine.eyes.static import GroupStatus
    console = Console(highlight=False, soft_wrap=True)
    positions = next(iter(tallies.values())).positions
    table = Table(title=f'{positions} positions in closed regions of up to {size} points: wrong of those said')
    for column in ('variant', 'alive', 'dead: fewer than two points', 'dead: two adjacent points', 'unknown'):
        table.add_column(column, justify='left' if column == 'variant' else 'right')
    for name, tally in tallies.items():
        cells = [f'{tally.errors[rule]} of {tally.claims[rule]}' for rule in audit.AUDITED_STATUSES]
        table.add_row(name, *cells, f'{100 * tally.claims[GroupStatus.UNKNOWN] / positions:.1f} %')
    console.print(table)
    for name, tally in tallies.items():
        for rule, example in tally.examples.items():
            what = f'{rule.word}, rate {tally.errors[rule] / tally.claims[rule]:.2%}'
            console.print(f'\n{name}: the smallest region wrongly called {what}\n{example}', markup=False)
