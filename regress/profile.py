"""Profile the patterns of the OWL databases in a suite: their use in the selective search and in the move ordering of arenas.

``alone`` answers owl_attack and owl_defend by the selective search alone; by default it reads only what an arena leaves unfinished.
``off`` switches each pattern that held off in turn and repeats its tests, to show changed answers, losses and gains.
"""
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from owlgo.engine.owl import selective
from owlgo.engine.owl.pattern_values import DATABASES, PatternLog
from owlgo.engine.owl.record import Source
from owlgo.engine.owl.selective import PatternCounts, Selective
from owlgo.engine.solver.region import ATTACKER, DEFENDER
from owlgo.gtp.client import Reply
from owlgo.patterns.library import LIBRARY
from owlgo.regress import suite as suites
from owlgo.regress.engines import InProcess
from owlgo.regress.runner import Runner
from owlgo.regress.suite import Result

OWL_COMMANDS = {'owl_attack': ATTACKER, 'owl_defend': DEFENDER}
"""The side to move by command."""


@dataclass
class PatternUse:
    """Use of patterns in one command, by database/pattern."""
    searched: dict[str, PatternCounts]
    prior: dict[str, int]
    """Number of uses in move ordering."""
    proposed: dict[str, set[str]]
    """Moves proposed there, or at the root of the last search."""


@dataclass
class PatternTally:
    """The totals of one pattern."""
    searched: PatternCounts = PatternCounts()
    prior: int = 0
    answered: int = 0
    """Tests that passed with a move of the pattern as the answer."""
    tests: set[str] = field(default_factory=set)
    """Tests in which it held."""
    changed: list[str] = field(default_factory=list)
    """Tests with another answer without it; ``lost`` and ``gained`` are among them."""
    lost: list[str] = field(default_factory=list)
    gained: list[str] = field(default_factory=list)

    def add(self, result: Result, searched: PatternCounts, prior: int, proposed: set[str]) -> None:
        """Add its use in a test."""
        self.searched = PatternCounts(*map(sum, zip(self.searched, searched, strict=True)))
        self.prior += prior
        if searched.held or prior:
            self.tests.add(result.test.id)
        words = result.answer.split()
        self.answered += result.outcome in ('passed', 'PASSED') and len(words) > 1 and words[1] in proposed


def profile_suite(path: str, only: list[str], off: bool, alone: bool = False) -> int:
    """Run a suite and print the table; exit status 0.  Raises SuiteError for a bad suite, OSError if there is no file."""
    suite = suites.load(path)
    tallies: dict[str, PatternTally] = {}
    base = _run(suite, only, alone, tallies)
    if off:
        for name, tally in tallies.items():
            if tally.tests:
                _without(suite, name, tally, base, alone)
    _show(base, tallies, off)
    return 0


def _show(base: dict[str, Result], tallies: dict[str, PatternTally], off: bool) -> None:
    """Print the table, the most successful patterns first."""
    from rich.console import Console
    from rich.table import Table
    console = Console(highlight=False)
    console.width = max(console.width, 130)
    numbers = ['matched', 'held', 'listed', 'tried', 'won', 'prior', 'answer', *(['changed'] if off else [])]
    table = Table('pattern', *numbers, *(['lost', 'gained'] if off else []), box=None)
    for column in table.columns[:1 + len(numbers)]:
        column.no_wrap = True
    for column in table.columns[1:1 + len(numbers)]:
        column.justify = 'right'
    for name, t in sorted(tallies.items(), key=lambda item: (*(-count for count in reversed(item[1].searched)), -item[1].prior, item[0])):
        changes = [str(len(t.changed)), ' '.join(t.lost), ' '.join(t.gained)] if off else []
        table.add_row(name, *map(str, t.searched), str(t.prior), str(t.answered), *changes)
    console.print(table)
    counts = Counter(result.outcome.lower() for result in base.values())
    silent = [pattern for name in DATABASES for pattern in LIBRARY.get(name).names if f'{name}/{pattern}' not in tallies]
    console.print(f'{len(base)} tests, {counts["passed"]} passed; {len(silent)} patterns never matched')
    console.print('matched to won: in the selective search; prior: counted where the moves of arenas are put in order; '
                  'answer: passed with its move', soft_wrap=True)
    if off:
        console.print('changed: tests answered otherwise when the pattern is switched off; lost and gained: those that end otherwise',
                      soft_wrap=True)


def _run(suite: suites.Suite, only: list[str], alone: bool, tallies: dict[str, PatternTally] | None = None) -> dict[str, Result]:
    """Run tests one by one and tally the use of patterns."""
    results: dict[str, Result] = {}
    engine = _Logged(tallies is not None, alone)
    for result in Runner(engine).run(suite, only):
        results[result.test.id] = result
    if tallies is not None:
        sent = iter(engine.sent)
        for result in results.values():
            if result.status not in ('=', '?'):
                continue                                        # it was not asked
            use = next(use for command, use in sent if command == ' '.join(result.test.command.split()))
            for name in {**use.searched, **use.prior}:
                tallies.setdefault(name, PatternTally()).add(result, use.searched.get(name, PatternCounts()), use.prior.get(name, 0),
                                                             use.proposed.get(name, set()))
    return results


class _Logged(InProcess):
    """OwlGo in this process, with a log of the use of patterns in each command."""

    def __init__(self, on: bool, alone: bool) -> None:
        super().__init__()
        self.on, self.alone = on, alone
        self.sent: list[tuple[str, PatternUse]] = []

    def send(self, command: str, timeout: float = 0.0) -> Reply:
        workspace = self.session.workspace
        log, owl = workspace.get(PatternLog), workspace.get(Selective).owl
        log.on = self.on
        log.clear()
        owl['nmoves'][0] = 0
        reply = self._searched(command) if self.alone and command.split()[0] in OWL_COMMANDS else super().send(command, timeout)
        if self.on:
            proposed = {name: set(moves) for name, moves in log.moves.items()}
            for k in np.flatnonzero(owl['source'][0, :owl['nmoves'][0]] <= Source.VITAL_PATTERN).tolist():
                name = selective.pattern_name(int(owl['source'][0, k]), int(owl['detail'][0, k]))
                proposed.setdefault(name, set()).add(self.session.game.vertex(int(owl['move'][0, k])))
            self.sent.append((command, PatternUse(selective.pattern_counts(workspace), dict(log.held), proposed)))
        return reply

    def _searched(self, command: str) -> Reply:
        """Answer by the selective search alone, one move of each pass for either side."""
        from owlgo.gtp.commands.reading import answer, string
        from owlgo.gtp.protocol import GtpError
        name, *args = command.split()
        try:
            pos = string(self.session, args)
        except GtpError as error:
            return Reply('?', str(error))
        found = selective.read(self.session.game.board, pos, OWL_COMMANDS[name], self.session.means, 1, 1)
        return Reply('=', answer(self.session, found))


def _without(suite: suites.Suite, name: str, tally: PatternTally, base: dict[str, Result], alone: bool) -> None:
    """Repeat a pattern's tests with the pattern switched off."""
    database, _, pattern = name.partition('/')
    loaded = LIBRARY.get(database)
    number = loaded.names.index(pattern)
    loaded.tables['enabled'][number] = 0
    try:
        again = _run(suite, sorted(tally.tests), alone)
    finally:
        loaded.tables['enabled'][number] = 1
    for test, result in again.items():
        if result.answer != base[test].answer:
            tally.changed.append(test)
        before, after = base[test].outcome.lower() == 'passed', result.outcome.lower() == 'passed'
        if before != after:
            (tally.lost if before else tally.gained).append(test)
