"""``owlgo problems``: check the books of collections of life-and-death problems, by proofs."""
import argparse
import os
import sys
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from owlgo.cli import outputs, values
from owlgo.cli.options import Exit
from owlgo.cli.review import progress
from owlgo.engine.core.files import in_words, read_file, real, write_file
from owlgo.engine.core.goal_names import GOALS
from owlgo.engine.core.level import MAX_LEVEL, STANDARD_LEVEL
from owlgo.engine.core.printable import say
from owlgo.gtp import jobs

if TYPE_CHECKING:
    from owlgo.cli.problem_data import Report
    from owlgo.regress.problems import BadProblem, Puzzle

SAVE_SECONDS = 30
"""Seconds between two writes of what is done so far."""
ANSWERS_BYTES = 1 << 30
"""Largest file of earlier answers that is read, in bytes."""

MOST_SECONDS, MOST_DRAWN = 10**7, 10**9
"""Largest limits of a problem's time, in seconds, and of the number of problems."""


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog='owlgo problems', allow_abbrev=False,
                                description='Check life-and-death problems against their book: is its first move right, and the only '
                                            'one, what refutes wrong ones, does its line hold?  Only proofs call a book wrong.')
    p.add_argument('files', type=values.file_name, metavar='FILE', nargs='+',
                   help='records or folders of records with solutions, JSON files of problems')
    p.add_argument('--goal', choices=GOALS,
                   help='the goal of problems without one, of the strings of crucial, target or a record\'s marks: any lives, all do, '
                        'one is taken (capture), they connect')
    p.add_argument('--level', type=values.level, default=STANDARD_LEVEL, metavar='N',
                   help=f'how much is searched, 0 to {MAX_LEVEL} ({STANDARD_LEVEL})')
    p.add_argument('-n', '--nodes', type=values.nodes, metavar='N',
                   help='positions for each question (60000 at level 0, and as many more for each level)')
    p.add_argument('--seconds', type=values.number(0, MOST_SECONDS), default=0.0, metavar='S',
                   help='processor time for each problem (0: no limit)')
    p.add_argument('--limit', type=values.whole(1, MOST_DRAWN), metavar='N', help='only so many problems, drawn by the seed')
    p.add_argument('--seed', type=int, default=1, metavar='N', help='which ones are drawn (1)')
    p.add_argument('--json', metavar='FILE', help='write all answers there; answers that it has already are kept')
    p.add_argument('--folder', type=values.file_name, metavar='DIR',
                   help='write a record with refutations and the certificates of each problem there, and all answers to problems.json '
                        'unless --json names a file')
    p.add_argument('--html', metavar='FILE', help='write one page with all problems')
    p.add_argument('--jobs', type=values.jobs, default=os.cpu_count() or 1, metavar='N', help='problems at once (all cores)')
    p.add_argument('--scheduler', default='', metavar='ADDRESS', help='a Dask scheduler whose workers do the work (needs owlgo[cluster])')
    p.add_argument('--quiet', action='store_true', help='print the counts alone')
    return p


def main(argv: list[str]) -> int:
    """``owlgo problems``: return 1 if a problem is unusable, 130 if interrupted, else 0.  What is done is kept."""
    args = parser().parse_args(argv)
    from owlgo.regress.problems import BadProblem
    try:
        return Collection(args).run()
    except KeyboardInterrupt:
        return fail('interrupted; what was done is kept' if args.json or args.folder else 'interrupted', Exit.INTERRUPTED)
    except OSError as error:
        return fail(in_words(error))
    except (BadProblem, ValueError, jobs.Lost) as error:
        return fail(str(error))


def fail(message: str, status: int = Exit.FAILURE) -> int:
    """Print an error; return the exit status."""
    say(f'owlgo problems: {message}', sys.stderr)
    return status


class Collection:
    """The problems of some files, and the answers to them."""

    def __init__(self, args: argparse.Namespace) -> None:
        """Read the problems.  Raises BadProblem (a ValueError), ValueError, OSError."""
        from owlgo.cli.problem_data import ProblemLimits
        from owlgo.cli.problem_files import base_name
        from owlgo.engine.owl.limits import of_level
        from owlgo.regress import problem_bench, problems
        self.args = args
        self.folder = Path(args.folder) if args.folder else None
        self.json = Path(args.json) if args.json else self.folder / 'problems.json' if self.folder else None
        self.limits: ProblemLimits = ProblemLimits(args.nodes or of_level(args.level).proof, args.seconds, bool(args.folder))
        found: list[Puzzle] = []
        self.bad: list[BadProblem] = []
        for name in args.files:
            some, bad = problems.load(name, args.goal or '')
            found += [one for one in some if not self._written(one)]
            self.bad += bad
        self.every = problem_bench.sample(found, args.limit, args.seed) if args.limit else found
        taken = set[str]()
        self.bases = [base_name(one.name, taken) for one in self.every]
        sources = {real(one.source or name) for one in found for name in args.files}
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
        outputs.check(args, sources)
        self._spare(sources)
        self.reports: dict[int, Report] = {}
        self.kept: list[Report] = []
        self.saved = time.monotonic()

    def _written(self, one: 'Puzzle') -> bool:
        """Return whether a problem is a record that this command wrote."""
        return bool(one.source) and self.folder is not None and real(self.folder) in real(one.source).parents

    def _spare(self, sources: set[Path]) -> None:
        """Raise ValueError if a file to be written in the folder is one of the sources."""
        if self.folder is None:
            return
        names = ['problems.json', *(f'{base}{end}' for base in self.bases for end in ('.sgf', '.certificates.json'))]
        over = next((self.folder / name for name in names if real(self.folder / name) in sources), None)
        if over is not None:
            raise ValueError(f'nothing is written over problems: {over} has some')

    def run(self) -> int:
        """Check the remaining problems, print, write; return the exit status.  Raises OSError, ValueError, jobs.Lost."""
        from owlgo.cli.problem_check import check
        from owlgo.cli.problem_files import write
        from owlgo.cli.problem_text import summary
        if not self.every and not self.bad:
            raise ValueError('no problem is left')
        for bad in self.bad:
            fail(str(bad))
        self._resume()
        waiting = [k for k in range(len(self.every)) if k not in self.reports]
        failed = len(self.bad)
        for k in sorted(self.reports):
            self._show(k)
        try:
            with progress('problems', len(self.every), len(self.reports)) as (advance, _), \
                    closing(jobs.run(partial(check, limits=self.limits), [self.every[k] for k in waiting], self.args.jobs,
                                     self.args.scheduler)) as outcomes:
                for outcome in outcomes:
                    k = waiting[outcome.index]
                    if outcome.error is not None:
                        failed += 1
                        fail(f'{self.every[k].name}: {outcome.error}')
                    else:
                        answered = outcome.get()
                        if self.folder is not None:
                            write(self.folder, self.bases[k], self.every[k], answered)
                        self.reports[k] = answered.report
                        self._show(k)
                        self._save(SAVE_SECONDS)
                    advance(f'{failed} failed' if failed else 'problems')
        finally:
            self._save()
        say(summary(self._sorted()))
        return Exit.FAILURE if failed else 0

    def _sorted(self) -> 'list[Report]':
        return [self.reports[k] for k in sorted(self.reports)]

    def _resume(self) -> None:
        """Take over the answers of an earlier run to the same questions, and keep all others.  Raises ValueError if the file has
        something else.
        """
        from owlgo.cli.problem_data import key_of, loads
        if self.json is None or not self.json.is_file():
            return
        try:
            self.kept = loads(read_file(self.json, ANSWERS_BYTES).decode('utf-8'))
        except ValueError as error:
            raise ValueError(f'{self.json}: {error}; it is not written over') from None
        known = {one.key: one for one in self.kept}
        for k, one in enumerate(self.every):
            report = known.get(key_of(one, self.limits))
            here = self.folder is None or all((self.folder / f'{self.bases[k]}{end}').is_file() for end in ('.sgf', '.certificates.json'))
            if report is not None and here:
                self.reports[k] = report

    def _show(self, k: int) -> None:
        from owlgo.cli.problem_text import sentences, title
        if not self.args.quiet:
            say('\n'.join([title(self.reports[k]), *(f'  {line}' for line in sentences(self.reports[k])), '']))

    def _save(self, wait: float = 0.0) -> None:
        """Write answers and page, unless that was done less than ``wait`` seconds ago.  Raises OSError."""
        if time.monotonic() - self.saved < wait:
            return
        from owlgo.cli.problem_data import dumps
        from owlgo.cli.problem_files import page
        from owlgo.cli.problem_text import sentences
        reports = self._sorted()
        if self.json is not None:
            answered = {one.problem for one in reports}
            every = reports + [one for one in self.kept if one.problem not in answered]
            write_file(self.json, dumps(every, [sentences(one) for one in every]))
        if self.args.html:
            write_file(self.args.html, page(reports))
        self.saved = time.monotonic()
