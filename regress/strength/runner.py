"""``make strength``: ask this engine the questions of the bench and compare its answers with the table."""
import argparse
import os
import sys
from collections.abc import Sequence
from functools import partial

from owlgo.engine.core.files import in_words
from owlgo.engine.core.level import MAX_LEVEL
from owlgo.engine.core.printable import say
from owlgo.gtp import jobs
from owlgo.regress.engines import console
from owlgo.regress.strength import growth, table
from owlgo.regress.strength.ask import Asked, ask
from owlgo.regress.strength.entry import LEVELS, Entry, load

Item = tuple[str, Entry]


def _work(level: int | None, item: Item) -> list[Asked]:
    return ask(item[0], level, item[1])


def run(items: Sequence[Item], level: int | None = None, processes: int = 1) -> list[Asked]:
    """Ask the questions of these entries.  The order of the answers does not depend on ``processes``.  Raises like ``gtp.jobs.run``."""
    return [asked for one in jobs.in_order(partial(_work, level), items, processes) for asked in one]


def report(found: Sequence[Asked], level: int | None = None) -> None:
    """Print the figures for each kind of questions, and what settled the answers.  ``level``: the level of all, if not each kind's own."""
    from rich.table import Table
    grid = Table('kind', 'level')
    for name in table.HEAD:
        grid.add_column(name, justify='right')
    for kind, chosen in table.by_kind(found):
        grid.add_row(kind, str(LEVELS[kind] if level is None else level), *table.counts(chosen))
    grid.add_section()
    grid.add_row('all', '', *table.counts(found))
    console(140).print(grid)
    say('Settled by (right/asked):')
    for kind, chosen in table.by_kind(found):
        say(f'  {kind}: {table.settled_by(chosen)}')


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog='python -m owlgo.regress.strength', description='Ask this engine the questions of the strength bench.')
    p.add_argument('ids', nargs='*', help='kinds, or beginnings of the names of entries (all)')
    p.add_argument('--jobs', type=int, default=os.cpu_count() or 1, help='processes (all cores)')
    p.add_argument('--level', type=int, choices=range(MAX_LEVEL + 1), metavar='N', help="instead of each kind's own level")
    p.add_argument('--growth', action='store_true', help='show how time grows with boards and dragons')
    p.add_argument('--lines', action='store_true', help='show every question')
    p.add_argument('--update', action='store_true', help='write the table anew')
    return p


def main(argv: list[str] | None = None) -> int:
    """Ask the questions, report, and compare with the table; return 1 if it differs."""
    p = parser()
    args = p.parse_args(argv)
    try:
        items = [(kind, entry) for kind in LEVELS for entry in load(kind)]
        chosen = [item for item in items if not args.ids or any(item[1].id.startswith(name) for name in args.ids)]
        if args.jobs < 1 or not chosen:
            p.error('no such entries' if args.jobs >= 1 else '--jobs: at least 1')
        if args.update and (args.level is not None or len(chosen) < len(items)):
            p.error('--update: the table has all entries, each at its own level')
        found = run(chosen, args.level, args.jobs)
    except (OSError, ValueError, jobs.Lost) as error:
        say(f'regress.strength: {in_words(error)}', sys.stderr)
        return 1
    if args.lines:
        say('\n'.join(table.line(one) for one in found))
    report(found, args.level)
    if args.growth:
        growth.report(found, [entry for _, entry in chosen])
    if args.level is not None:
        return 0
    changes = table.changed(found)
    if args.update:
        table.write(found)
    say('\n'.join(['Changed since the table was written:', *changes]) if changes else 'All as in the table.')
    return int(bool(changes) and not args.update)
