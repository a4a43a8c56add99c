"""``owlgo review``: review whole games, one or many, on the terminal and in files."""
import argparse
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from owlgo.cli import outputs, values
from owlgo.cli.options import Exit, add_pictures
from owlgo.engine.core.files import in_words, read_file, real
from owlgo.engine.core.level import MAX_LEVEL
from owlgo.engine.core.printable import say
from owlgo.gtp import jobs

if TYPE_CHECKING:
    from owlgo.cli.review_files import Outputs, Task
    from owlgo.engine.review.data import Request, Review

Advance = Callable[[str], object]
Watch = Callable[[int, int], object]

FINDINGS_SHOWN = 12
"""Findings printed without ``--all``."""


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog='owlgo review', allow_abbrev=False,
                                description='Say what happened in whole games: dragons that lived or died, and by which move; kills and '
                                            'rescues that were missed; points that were lost; who was ahead when.')
    p.add_argument('files', type=values.file_name, metavar='FILE.sgf', nargs='+', help='game records, and folders of them')
    p.add_argument('--level', type=values.level, default=1, metavar='N',
                   help=f'how much is read and searched, 0 to {MAX_LEVEL} (default 1: some forty seconds for a 9x9 game)')
    p.add_argument('--komi', type=values.komi, metavar='X', help="instead of the record's")
    p.add_argument('--moves', metavar='A-B', default='', help='only these moves')
    p.add_argument('-o', metavar='FILE.sgf', help='write the record with comments, marks and variations')
    p.add_argument('--html', metavar='FILE', help='write a page with boards and curves')
    p.add_argument('--json', metavar='FILE', help='write everything that was found')
    add_pictures(p, 'the worst moment, or in a folder (FOLDER/) the moment before every fault that is printed', 'FILE|FOLDER/')
    p.add_argument('--folder', type=values.file_name, metavar='DIR',
                   help='write .json, .sgf and .html of every record there; what is done already is not done again')
    p.add_argument('--jobs', type=values.jobs, default=os.cpu_count() or 1, metavar='N', help='games at once (all cores)')
    p.add_argument('--scheduler', default='', metavar='ADDRESS', help='a Dask scheduler whose workers do the work (needs owlgo[cluster])')
    p.add_argument('--all', action='store_true', help=f'print all findings, not the first {FINDINGS_SHOWN}')
    p.add_argument('--quiet', action='store_true', help='print no summaries')
    return p


def main(argv: list[str]) -> int:
    """``owlgo review``: return 1 if a record could not be reviewed, 130 if interrupted, else 0.  Finished reviews are kept."""
    from owlgo.cli.review_files import tasks
    from owlgo.engine.review.data import Request
    p = parser()
    args = p.parse_args(argv)
    written = args.o or args.html or args.json or args.svg or args.png
    if args.quiet and not (written or args.folder):
        p.error('--quiet prints nothing: add -o, --html, --json, --svg, --png or --folder')
    if args.folder and written:
        p.error('--folder writes .json, .sgf and .html: without -o, --html, --json, --svg and --png')
    numbers = re.fullmatch('([0-9]{1,9})-([0-9]{1,9})', args.moves)
    first, last = (int(numbers[1]), int(numbers[2])) if numbers else (1, 0)
    if args.moves and not 1 <= first <= last:
        p.error('--moves: two numbers, as in 20-60')
    request = Request(args.level, args.komi, first, last)
    found = tasks(args.files, args.folder)
    if not found:
        return fail(f'no game records in {", ".join(args.files)}')
    if written and len(found) > 1:
        p.error('several records: --folder DIR instead of -o, --html, --json, --svg and --png')
    try:
        outputs.check(args, [task.path for task in found], ('svg', 'png'))
    except ValueError as error:
        return fail(str(error))
    try:
        for name in (args.svg, args.png):
            if name and name.endswith(outputs.SEPARATORS):
                Path(name).mkdir(parents=True, exist_ok=True)
        return Batch(args, request, found).run()
    except KeyboardInterrupt:
        return fail('interrupted; what was done is kept', Exit.INTERRUPTED)
    except jobs.Lost as error:
        return fail(str(error))
    except (OSError, ValueError) as error:      # a file, or several
        return fail(in_words(error))


def fail(message: str, status: int = Exit.FAILURE) -> int:
    """Print an error; return the exit status."""
    Console(stderr=True, highlight=False, markup=False, soft_wrap=True).print(f'owlgo review: {message}')
    return status


class Batch:
    """Reviews some records, and shows and writes the reviews."""

    def __init__(self, args: argparse.Namespace, request: 'Request', found: 'list[Task]') -> None:
        self.args, self.request, self.found = args, request, found
        self.console = Console(highlight=False, markup=False, soft_wrap=True)
        self.failed = 0
        self.printed = False

    def run(self) -> int:
        """Review the remaining records; return the exit status.  Raises OSError if files cannot be written or no scheduler answers."""
        from owlgo.engine.core.sgf import MOST_FILE_BYTES
        taken: dict[Path, str] = {}
        waiting: list[tuple[Task, Outputs, bytes]] = []
        records = {real(task.path) for task in self.found}
        for task in self.found:
            files = self._outputs(task)
            try:
                for path in (files.json, files.sgf, files.html) if self.args.folder else ():
                    if path is not None:
                        outputs.take(path, '--folder', task.shown, records, taken)
                data = read_file(task.path, MOST_FILE_BYTES)
            except OSError as error:
                self._failure(task, error.strerror or str(error))
                continue
            except ValueError as error:
                self._failure(task, str(error))
                continue
            review = files.done(data, self.request) if self.args.folder else None
            if review is None:
                waiting.append((task, files, data))
            else:
                files.write(data, review, anew=False)
                self._show(review)
        self._review(waiting, len(self.found))
        return Exit.FAILURE if self.failed else 0

    def _outputs(self, task: 'Task') -> 'Outputs':
        from owlgo.cli.review_files import Outputs
        if self.args.folder:
            return Outputs.inside(Path(self.args.folder), task)
        args = self.args
        return Outputs(*(Path(name) if name else None for name in (args.json, args.o, args.html, args.svg, args.png)),
                       most=0 if args.all else FINDINGS_SHOWN)

    def _review(self, waiting: 'list[tuple[Task, Outputs, bytes]]', total: int) -> None:
        alone = len(waiting) == 1 and not self.args.scheduler
        with progress('positions' if alone else 'games', total, total - len(waiting)) as (advance, watch):
            items = [(data, task.shown) for task, _, data in waiting]
            work = partial(one, request=self.request, watch=watch if alone else None)
            with closing(jobs.run(work, items, self.args.jobs, self.args.scheduler)) as outcomes:
                for outcome in outcomes:
                    task, files, data = waiting[outcome.index]
                    if outcome.error is not None:
                        self._failure(task, str(outcome.error).removeprefix(f'{task.shown}: '))
                    else:
                        review = outcome.get()
                        files.write(data, review)
                        self._show(review)
                    if not alone:
                        advance(f'{self.failed} failed' if self.failed else 'games')

    def _failure(self, task: 'Task', reason: str) -> None:
        self.failed += 1
        fail(f'{task.path}: {reason}')

    def _show(self, review: 'Review') -> None:
        for warning in review.warnings:
            say(f'owlgo review: {review.name}: {warning}', sys.stderr)
        if self.args.quiet:
            return
        from owlgo.cli.review_text import lines
        if self.printed:
            self.console.print()
        self.printed = True
        for line in lines(review, 0 if self.args.all else FINDINGS_SHOWN, (self.console.encoding or '').lower().startswith('utf')):
            self.console.print(line)


def one(item: tuple[bytes, str], request: 'Request', watch: 'Watch | None' = None) -> 'Review':
    """Review one record, given by its bytes and name.  Raises SgfError (a ValueError)."""
    from owlgo.engine.review.analysis import review
    return review(*item, request, watch) if watch else review(*item, request)


@contextmanager
def progress(what: str, total: int, done: int) -> 'Iterator[tuple[Advance, Watch | None]]':
    """Show a progress bar on standard error, if that is a terminal; the bar counts records, or positions of a game."""
    if not sys.stderr.isatty():
        yield lambda text: None, None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
    with Progress(TextColumn('{task.description}'), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=Console(stderr=True),
                  transient=True) as bar:
        task = bar.add_task(what, total=total, completed=done)
        yield (lambda text: bar.update(task, advance=1, description=text)), \
            (lambda done, total: bar.update(task, completed=done, total=total))
