"""Run suites with OwlGo in this process, or with any GTP engine."""
import argparse
import os
import time
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from owlgo.engine.core.files import in_words
from owlgo.gtp import jobs
from owlgo.gtp.client import Reply
from owlgo.regress import grades, report
from owlgo.regress import suite as suites
from owlgo.regress.engines import Compared, Engine, compare, opened
from owlgo.regress.suite import NO_BOARD, Result

NEW_BOARD = {'loadsgf': {'komi'}, 'boardsize': {'komi'}, 'clear_board': {'komi', 'loadsgf', 'boardsize'}}
"""Commands that set a new board.  For each: the earlier commands that stay in force."""
MOVING = {'play', 'black', 'white', 'trymove', 'popgo', 'undo', 'gg-undo', 'fixed_handicap', 'place_free_handicap', 'set_free_handicap'}
"""Commands that change the position."""


class Runner:
    """Runs suites.  An engine that is lost is started again, with its settings and position restored."""

    def __init__(self, engine: Engine, timeout: float = 60.0, suite_timeout: float = 3600.0, graded: bool = False):
        self.engine = engine
        self.timeout = timeout
        self.suite_timeout = suite_timeout
        self.graded = graded
        self.lasting: list[str] = []
        self.position: list[str] = []
        self.restarts = 0

    def run(self, suite: suites.Suite, only: Iterable[str] = ()) -> Iterator[Result]:
        """Run a suite's tests and yield their results."""
        chosen = set(only)
        broken = ''
        deadline = time.monotonic() + self.suite_timeout
        for step in suite.steps:
            if step.test and chosen and step.test.id not in chosen:
                continue
            command = self._with_paths(step.command, suite.path.parent)
            begin = time.monotonic()
            if broken and step.test:
                # Its position could not be set up.
                outcome = 'ignored' if step.test.ignored else 'FAILED'
                yield Result(suite.path.name, step.test, outcome, broken, NO_BOARD, 0.0)
                continue
            if begin > deadline:
                reply = Reply('timeout')
            else:
                if not self.engine.alive():
                    self._restart()
                reply = self.engine.send(command, self.timeout)
            self._remember(command, reply)
            name = command.split()[0]
            if not step.test and begin <= deadline and (name in NEW_BOARD or name in MOVING and not broken):
                broken = '' if reply.status == '=' else f'{step.command} (line {step.line}): {reply.text or reply.status}'
            if step.test:
                result = self._judge(suite.path.name, step.test, reply, time.monotonic() - begin)
                if self.graded and reply.status == '=' and grades.VERDICT_QUESTION.fullmatch(command):
                    result = result._replace(grade=grades.ask(self.engine, command, self.timeout).grade)
                yield result

    @staticmethod
    def _with_paths(command: str, folder: Path) -> str:
        """Return a command.  If it is loadsgf, its file is looked for in the suite's folder and that folder's parent."""
        words = command.split()
        if words[0] == 'loadsgf' and len(words) > 1:
            for base in (folder, folder.parent):
                if (base / words[1]).exists():
                    words[1] = os.path.abspath(base / words[1])
                    break
        return ' '.join(words)

    @staticmethod
    def _judge(name: str, test: suites.Test, reply: Reply, seconds: float) -> Result:
        answer = reply.text.split('\n', 1)[0].strip()
        if test.ignored:
            outcome = 'ignored'
        else:
            right = reply.status in '=?' and test.matches(answer)
            outcome = ('PASSED' if test.expected_to_fail else 'passed') if right else 'failed' if test.expected_to_fail else 'FAILED'
        return Result(name, test, outcome, answer, reply.status, seconds)

    def _remember(self, command: str, reply: Reply) -> None:
        name, *words = command.split()
        if reply.status != '=':
            return
        if name in ('level', 'report_uncertainty', 'set_random_seed', 'increase_depths', 'decrease_depths'):
            self.lasting.append(command)
        elif name in NEW_BOARD:
            self.position = [*(line for line in self.position if line.split()[0] in NEW_BOARD[name]), command]
        elif name in ('genmove', 'genmove_black', 'genmove_white'):
            if reply.text.lower() != 'resign':
                color = words[0] if words else name.removeprefix('genmove_')
                self.position.append(f'play {color} {reply.text}')
        elif name in MOVING or name == 'komi':
            self.position.append(command)

    def _restart(self) -> None:
        self.engine.start()
        self.restarts += 1
        for command in self.lasting + self.position:
            self.engine.send(command, self.timeout)


class Ran(NamedTuple):
    """An engine's results in a suite."""
    suite: str
    results: list[Result]
    seconds: float
    """Processor seconds of the engine."""


def run_suite(suite: suites.Suite, engine: str, timeout: float, suite_timeout: float, only: tuple[str, ...], graded: bool) -> Ran:
    """Run a suite with an engine of its own.  Raises OSError or ValueError if it cannot be started."""
    with opened(engine) as (chosen, spent):
        results = list(Runner(chosen, timeout, suite_timeout, graded).run(suite, only))
    return Ran(suite.path.name, results, spent.seconds)


def _seconds(text: str) -> float:
    """Parse seconds.  Raises ArgumentTypeError."""
    try:
        if float(text) > 0:         # nan is not
            return float(text)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f'{text!r} is no number of seconds above 0')


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog='owlgo regress', description='Run regression suites.')
    p.add_argument('suites', nargs='*', help='.tst files; default: those that come with OwlGo')
    p.add_argument('--engine', metavar='COMMAND', help='any GTP engine, e.g. "gnugo --mode gtp --quiet"')
    p.add_argument('--against', metavar='COMMAND', help='a second GTP engine beside it: right answers, processor seconds and their ratio')
    p.add_argument('--json', metavar='FILE', help='write every result there')
    p.add_argument('--timeout', type=_seconds, default=60.0, metavar='S', help='seconds for one answer (60)')
    p.add_argument('--suite-timeout', type=_seconds, default=3600.0, metavar='S', help='seconds for one suite (3600)')
    p.add_argument('--only', default='', metavar='ID,ID', help='only these tests')
    p.add_argument('--grades', action='store_true',
                   help='after owl_attack and owl_defend ask owlgo-verdict too, and count right answers by grade')
    p.add_argument('--jobs', type=int, default=1, metavar='N', help='suites at once, each in an engine of its own (1)')
    p.add_argument('--scheduler', default='', metavar='ADDRESS',
                   help='a Dask scheduler whose workers run suites and see the same files (needs owlgo[cluster])')
    p.add_argument('-v', '--verbose', action='store_true', help='every test, not only the unexpected')
    return p


def main(argv: list[str] | None = None) -> int:
    """``owlgo regress``: exit status 1 for unexpected failures, 2 for bad suites or options or without tests, else 0."""
    args = parser().parse_args(argv)
    loaded, problems = [], []
    for path in args.suites or sorted((Path(__file__).parent / 'suites').glob('*.tst')):
        try:
            loaded.append(suites.load(path))
        except suites.SuiteError as error:
            problems.append(str(error))
        except OSError as error:
            problems.append(in_words(error))
    if problems:
        report.complain('\n'.join(problems))
        return 2
    for note in (note for suite in loaded for note in suite.notes):
        report.complain(note)
    if args.jobs < 1:
        parser().error('--jobs: at least 1')
    only = tuple(number for number in args.only.split(',') if number)
    there = {test.id for suite in loaded for test in suite.tests}
    for number in only:
        if number not in there:
            report.complain(f'--only: no test is called {number}')
    engines = [args.engine or '', *([] if args.against is None else [args.against])]
    try:
        ran = [_run(loaded, engine, args, only) for engine in engines]
    except (OSError, ValueError) as error:
        report.complain(f'the engine cannot be started: {in_words(error)}')
        return 2
    except jobs.Lost as error:
        report.complain(str(error))
        return 2
    results, *others = [[(one.suite, one.results) for one in some] for some in ran]
    report.show(results, args.verbose)
    names = [args.engine or 'owlgo', *engines[1:]]
    if others:
        compare(('right',), [line for suite in zip(*ran, strict=True) for line in map(_line, names, suite)], names[0])
    for number, (suite, _) in enumerate(results):
        some = [(name, result) for name, every in zip(names, [results, *others], strict=True) for result in every[number][1]]
        grades.show((grades.GradedResult(name, result.grade, result.outcome in ('passed', 'PASSED')) for name, result in some), suite)
    if args.json:
        report.write_json(dict(zip(names, [results, *others], strict=True)), args.json)
    if not any(done for _, done in results):
        report.complain('no test was run')
        return 2
    return 1 if any(result.outcome == 'FAILED' for _, done in results for result in done) else 0


def _line(engine: str, ran: Ran) -> Compared:
    """Return an engine's line of the comparison."""
    right = sum(result.outcome in ('passed', 'PASSED') for result in ran.results)
    lost = sum(result.status not in ('=', '?', NO_BOARD) for result in ran.results)
    return Compared(ran.suite, engine, len(ran.results), [(right, len(ran.results))], lost, ran.seconds)


def _run(loaded: list[suites.Suite], engine: str, args: argparse.Namespace, only: tuple[str, ...]) -> list[Ran]:
    """Run suites with an engine.  Raises the error that a suite raised, or Lost if a suite's process was lost."""
    # Workers have other working directories.
    items = [suite._replace(path=suite.path.absolute()) for suite in loaded]
    work = partial(run_suite, engine=engine, timeout=args.timeout, suite_timeout=args.suite_timeout, only=only, graded=args.grades)
    return jobs.in_order(work, items, args.jobs, args.scheduler)
