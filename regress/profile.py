"""What each pattern of the OWL databases does in a suite: how often it matches, is looked at, holds, and is the answer's move.

With ``off`` every pattern that held somewhere is switched off in turn and the tests in which it held are run again: which are lost
without it, and which are won.
"""
from collections import Counter
from dataclasses import dataclass, field

from engine.owl.pattern_values import DATABASES, PatternLog
from gtp.client import Reply
from patterns.library import LIBRARY
from regress import suite as suites
from regress.runner import InProcess, Runner
from regress.suite import Result


@dataclass
class PatternTally:
    """What one pattern did."""
    matched: int = 0
    tried: int = 0
    held: int = 0
    answered: int = 0
    """Tests that passed with a move of the pattern as the answer."""
    tests: set[str] = field(default_factory=set)
    """Where it held."""
    lost: list[str] = field(default_factory=list)
    won: list[str] = field(default_factory=list)


def profile_suite(path: str, only: list[str], off: bool) -> int:
    """Run a suite and print the table; exit status 0.  Raises SuiteError for a bad suite, OSError if there is no file."""
    from rich.console import Console
    from rich.table import Table
    suite = suites.load(path)
    tallies: dict[str, PatternTally] = {}
    base = _run(suite, only, tallies)
    console = Console(highlight=False)
    if off:
        for name, tally in tallies.items():
            if tally.tests:
                _without(suite, name, tally, base)
    changed = ['lost', 'won'] if off else []
    table = Table('pattern', 'matched', 'tried', 'held', 'answer', *changed, box=None)
    table.columns[0].no_wrap = True
    for column in table.columns[1:5]:
        column.justify = 'right'
    for name, t in sorted(tallies.items(), key=lambda item: (-item[1].answered, -item[1].held, -item[1].matched, item[0])):
        changes = [' '.join(t.lost), ' '.join(t.won)] if off else []
        table.add_row(name, str(t.matched), str(t.tried), str(t.held), str(t.answered), *changes)
    console.print(table)
    counts = Counter(result.outcome.lower() for result in base.values())
    known = [f'{name}/{pattern}' for name in DATABASES for pattern in LIBRARY.get(name).names]
    silent = [name for name in known if name not in tallies]
    console.print(f'{len(base)} tests, {counts["passed"]} passed; {len(silent)} patterns never matched')
    if off:
        console.print('lost and won: tests that end otherwise when the pattern is switched off')
    return 0


def _run(suite: suites.Suite, only: list[str], tallies: dict[str, PatternTally] | None) -> dict[str, Result]:
    """Run tests one by one and add what the patterns did."""
    results: dict[str, Result] = {}
    engine = _Logged(tallies is not None)
    for result in Runner(engine).run(suite, only):
        results[result.test.id] = result
    if tallies is not None:
        sent = iter(engine.sent)
        for result in results.values():
            _add(tallies, result, next(seen for command, seen in sent if command == result.test.command))
    return results


class _Logged(InProcess):
    """This engine, noting what the patterns did in each command."""

    def __init__(self, on: bool) -> None:
        super().__init__()
        self.on = on
        self.sent: list[tuple[str, PatternLog]] = []

    def send(self, command: str, timeout: float = 0.0) -> Reply:
        log = self.session.workspace.get(PatternLog)
        log.on = self.on
        log.clear()
        reply = super().send(command, timeout)
        if self.on:
            self.sent.append((command, log.copy()))
        return reply


def _add(tallies: dict[str, PatternTally], result: Result, seen: PatternLog) -> None:
    words = result.answer.split()
    move = words[1] if len(words) > 1 else ''
    for name, (matched, tried, held) in seen.counts.items():
        tally = tallies.setdefault(name, PatternTally())
        tally.matched += matched
        tally.tried += tried
        tally.held += held
        if held:
            tally.tests.add(result.test.id)
    if result.outcome in ('passed', 'PASSED'):
        for name, moves in seen.moves.items():
            if move in moves:
                tallies[name].answered += 1


def _without(suite: suites.Suite, name: str, tally: PatternTally, base: dict[str, Result]) -> None:
    """Run the tests in which a pattern held with it switched off."""
    database, _, pattern = name.partition('/')
    loaded = LIBRARY.get(database)
    number = loaded.names.index(pattern)
    # Switched off by hand, for everybody who has these tables.
    loaded.tables['enabled'][number] = 0
    try:
        again = _run(suite, sorted(tally.tests), None)
    finally:
        loaded.tables['enabled'][number] = 1
    for test, result in again.items():
        before, after = base[test].outcome.lower() == 'passed', result.outcome.lower() == 'passed'
        if before != after:
            (tally.lost if before else tally.won).append(test)
