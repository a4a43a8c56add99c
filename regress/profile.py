"""What each pattern of the OWL databases earns in a suite: in the selective search, and where the moves of arenas are put in order.

With ``alone`` owl_attack and owl_defend are answered by the selective search alone: otherwise it is asked only where an arena is not
finished.  With ``off`` every pattern that held somewhere is switched off in turn and the tests in which it held are run again: which are
answered otherwise, lost without it, or gained.
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

SIDES = {'owl_attack': ATTACKER, 'owl_defend': DEFENDER}
MOVES = 1
"""Moves of each pass that either side tries where the search is asked alone: three take twice as long."""



@dataclass
class PatternUse:
    """Counts of patterns in one command, by database/pattern."""
    searched: dict[str, PatternCounts]
    prior: dict[str, int]
    """Times that they counted in move ordering."""
    proposed: dict[str, set[str]]
    """The moves that they proposed there, or first of all in the last search."""


@dataclass
class PatternTally:
    """The totals of one pattern."""
    searched: PatternCounts = PatternCounts()
    prior: int = 0
    answered: int = 0
    """Tests that passed with a move of the pattern as the answer."""
    tests: set[str] = field(default_factory=set)
    """Where it held."""
    changed: list[str] = field(default_factory=list)
    """Of those the tests that are answered otherwise without it; the next two are among them."""
    lost: list[str] = field(default_factory=list)
    gained: list[str] = field(default_factory=list)

    def add(self, result: Result, searched: PatternCounts, prior: int, proposed: set[str]) -> None:
        """Note what it did in a test."""
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
    """Print the table, what earns most first."""
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
    """Run tests one by one and add what the patterns did."""
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
    """This engine, noting what the patterns did in each command."""

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
        reply = self._searched(command) if self.alone and command.split()[0] in SIDES else super().send(command, timeout)
        if self.on:
            proposed = {name: set(moves) for name, moves in log.moves.items()}
            for k in np.flatnonzero(owl['source'][0, :owl['nmoves'][0]] <= Source.VITAL_PATTERN).tolist():
                name = selective.pattern_name(int(owl['source'][0, k]), int(owl['detail'][0, k]))
                proposed.setdefault(name, set()).add(self.session.game.vertex(int(owl['move'][0, k])))
            self.sent.append((command, PatternUse(selective.pattern_counts(workspace), dict(log.held), proposed)))
        return reply

    def _searched(self, command: str) -> Reply:
        """The answer of the selective search by itself."""
        from owlgo.gtp.commands.reading import answer, string
        from owlgo.gtp.protocol import GtpError
        name, *args = command.split()
        try:
            pos = string(self.session, args)
        except GtpError as error:
            return Reply('?', str(error))
        found = selective.read(self.session.game.board, pos, SIDES[name], self.session.means, MOVES, MOVES)
        return Reply('=', answer(self.session, found))


def _without(suite: suites.Suite, name: str, tally: PatternTally, base: dict[str, Result], alone: bool) -> None:
    """Run the tests in which a pattern held with it switched off."""
    database, _, pattern = name.partition('/')
    loaded = LIBRARY.get(database)
    number = loaded.names.index(pattern)
    # Switched off by hand, for everybody who has these tables.
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
