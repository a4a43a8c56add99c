"""Count how often the patterns of the OWL databases help in a suite (``owlgo patterns profile``).

With ``off``, each pattern that held is switched off in turn and its tests are repeated, to count changed answers, losses and gains.
"""
from collections import defaultdict
from dataclasses import dataclass, field

from owlgo.engine.owl.pattern_values import HeldInArenas
from owlgo.engine.owl.selective import PatternCounts, pattern_counts
from owlgo.patterns.library import LIBRARY
from owlgo.regress import suite as suites
from owlgo.regress.engines import InProcess
from owlgo.regress.runner import Runner
from owlgo.regress.suite import Result


@dataclass
class PatternTally:
    """What one pattern did in a suite."""
    searched: PatternCounts = PatternCounts()
    prior: int = 0
    """Number of times that the pattern ordered moves in an arena, the part of an open board that a reading is confined to."""
    tests: dict[str, Result] = field(default_factory=dict)
    """Tests in which it matched and its constraint held."""


def profile_suite(path: str, only: list[str], off: bool) -> int:
    """Run a suite and print the table, the most successful patterns first; return exit status 0.

    Raises SuiteError for a bad suite, OSError if there is no file.
    """
    from rich.console import Console
    from rich.table import Table
    suite, engine = suites.load(path), InProcess()
    tallies: dict[str, PatternTally] = defaultdict(PatternTally)
    passed = []
    for result in Runner(engine).run(suite, only):
        passed.append(_passed(result))
        searched, prior = pattern_counts(engine.session.workspace), engine.session.workspace.get(HeldInArenas)
        for name in {**searched, **prior}:
            tally, counts = tallies[name], searched.get(name, PatternCounts())
            tally.searched = PatternCounts(*map(sum, zip(tally.searched, counts, strict=True)))
            tally.prior += prior[name]
            if counts.held or prior[name]:
                tally.tests[result.test.id] = result
        prior.clear()
        # What is remembered is not searched again, and counts no patterns.
        engine.session.workspace.forget()
    columns = ['matched', 'held', 'listed', 'tried', 'won', 'prior', *(['changed', 'lost', 'gained'] if off else [])]
    table = Table('pattern', *columns, box=None)
    for name, t in sorted(tallies.items(), key=lambda item: (*(-count for count in reversed(item[1].searched)), -item[1].prior, item[0])):
        table.add_row(name, *map(str, t.searched), str(t.prior), *(_without(suite, name, t.tests) if off else []))
    console = Console(highlight=False)
    console.width = max(console.width, 130)
    console.print(table)
    console.print(f'{len(passed)} tests, {sum(passed)} passed; matched to won: in the selective search; prior: where the moves of arenas '
                  'are put in order' + '; changed: answered otherwise when the pattern is switched off' * off, soft_wrap=True)
    return 0


def _passed(result: Result) -> bool:
    return result.outcome.lower() == 'passed'


def _without(suite: suites.Suite, name: str, tests: dict[str, Result]) -> tuple[str, str, str]:
    """Repeat a pattern's tests with the pattern switched off; return how many answers change, and the tests lost and gained."""
    database, _, pattern = name.partition('/')
    loaded = LIBRARY.get(database)
    number = loaded.names.index(pattern)
    loaded.tables['enabled'][number] = 0
    try:
        again = list(Runner(InProcess()).run(suite, tests)) if tests else []
    finally:
        loaded.tables['enabled'][number] = 1
    changes = [(result.test.id, _passed(tests[result.test.id]), _passed(result)) for result in again]
    return (str(sum(result.answer != tests[result.test.id].answer for result in again)),
            ' '.join(test for test, before, after in changes if before and not after),
            ' '.join(test for test, before, after in changes if after and not before))
