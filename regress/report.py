"""Reports of suites: a table for people, JSON for programs."""
import json
import sys
from collections import Counter

from owlgo.engine.core.files import write_file
from owlgo.engine.core.printable import printable, say
from owlgo.regress.engines import console
from owlgo.regress.suite import NO_BOARD, Result

OUTCOME_COLUMNS = ('tests', 'right', 'passed', 'PASSED', 'failed', 'FAILED', 'ignored', 'lost', 'seconds')
"""Columns of the table."""


def complain(text: str) -> None:
    say(text, sys.stderr)


def row(results: list[Result]) -> list[str]:
    """Return one line of the table."""
    count = Counter(result.outcome for result in results)
    lost = sum(result.status not in ('=', '?', NO_BOARD) for result in results)
    return [str(len(results)), str(count['passed'] + count['PASSED']), *(str(count[name]) for name in OUTCOME_COLUMNS[2:7]), str(lost),
            f'{sum(result.seconds for result in results):.1f}']


def show(suites: list[tuple[str, list[Result]]], verbose: bool = False) -> None:
    """Print the unexpected results, or with ``verbose`` all results; then a table with a line for each suite."""
    from rich.markup import escape
    from rich.table import Table
    out = console(120)
    for name, results in suites:
        for reason, without in _unset(results).items():
            out.print(printable(f'FAILED  {name}: {reason}: not run: {", ".join(without)}'), markup=False, highlight=False)
        for result in results:
            if result.status != NO_BOARD and (verbose or result.outcome in ('PASSED', 'FAILED')):
                test = result.test
                got = result.answer if result.status in '=?' else result.status
                wanted = ('!' if test.negated else '') + test.pattern
                line = f'{result.outcome:7} {name}:{test.line} {test.id} {test.command}: wanted [{wanted}], got {got}'
                out.print(printable(line), markup=False, highlight=False)
    table = Table('suite')
    for column in OUTCOME_COLUMNS:
        table.add_column(column, justify='right')
    for name, results in suites:
        table.add_row(escape(printable(name)), *row(results))
    if len(suites) > 1:
        table.add_section()
        table.add_row('all', *row([result for _, results in suites for result in results]))
    out.print(table)


def _unset(results: list[Result]) -> dict[str, list[str]]:
    """Return the tests that were not run, by the command that failed to set their position up."""
    found: dict[str, list[str]] = {}
    for result in results:
        if result.status == NO_BOARD:
            found.setdefault(result.answer, []).append(result.test.id)
    return found


def write_json(engines: dict[str, list[tuple[str, list[Result]]]], path: str) -> None:
    """Write all results as a list of objects."""
    rows = [{'engine': engine, 'suite': name, 'id': result.test.id, 'command': result.test.command, 'expected': result.test.pattern,
             'negated': result.test.negated, 'outcome': result.outcome, 'answer': result.answer, 'status': result.status,
             'grade': result.grade, 'seconds': round(result.seconds, 3)}
            for engine, suites in engines.items() for name, results in suites for result in results]
    write_file(path, json.dumps(rows, indent=1))
