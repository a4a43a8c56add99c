"""Regression suites in GNU Go's format.

    loadsgf games/lone-eye.sgf          unnumbered commands set the position up
    10 owl_attack C3                    a numbered command is a test
    #? [1 (B2|C1)]*                     a regular expression for the whole first line of its answer

A ``!`` after the bracket negates the expression, ``*`` marks a test that is expected to fail, ``&`` a test that does not count.  A numbered
command without an expectation runs and is no test (``Suite.notes``).
"""
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from owlgo.engine.core.files import UnfitFile, read_file


class SuiteError(ValueError):
    """All mistakes of a suite, one a line: ``file:line: mistake``."""


class Test(NamedTuple):
    """One numbered command with its expected answer."""
    id: str
    command: str
    line: int
    pattern: str
    negated: bool
    expected_to_fail: bool
    ignored: bool

    def matches(self, answer: str) -> bool:
        """Return whether an answer's first line is right.  As in GNU Go's script, ``^`` and ``$`` are added without brackets."""
        return (re.search(f'^{self.pattern}$', answer) is not None) != self.negated


class Step(NamedTuple):
    """One command of a suite; ``test`` is None for a command that only sets up."""
    command: str
    line: int
    test: Test | None


class Suite(NamedTuple):
    path: Path
    steps: list[Step]
    notes: tuple[str, ...] = ()
    """Why lines of the suite were left out, each as ``file:line: reason``."""

    @property
    def tests(self) -> list[Test]:
        return [step.test for step in self.steps if step.test]


class Result(NamedTuple):
    suite: str
    test: Test
    outcome: str
    """passed, PASSED, failed, FAILED or ignored; capitals mark an unexpected result."""
    answer: str
    """The answer.  For a test that was not run: the setup command that failed, and why."""
    status: str
    """Status of the reply: "=" or "?", "timeout" or "crash"; NO_BOARD if the test was not run."""
    seconds: float
    grade: str = ''
    """One of ``regress.grades.GRADES``, if the engine was asked for grades and gives them."""


NO_BOARD = 'no board'
"""The status of a test whose position could not be set up."""


def load(path: str | Path) -> Suite:
    """Read a suite.  Raises SuiteError with every mistake, and OSError if there is no file."""
    path = Path(path)
    try:
        return parse(read_file(path, 16 << 20).decode('utf-8', 'replace'), path)
    except UnfitFile as error:
        raise SuiteError(f'{path}: {error}') from None


def parse(text: str, path: Path) -> Suite:
    """Parse a suite.  The path is used in messages and to find game records."""
    commands: list[tuple[str | None, str, int]] = []
    expectations: dict[str, tuple[str, int]] = {}
    problems: list[str] = []
    numbers: dict[str, int] = {}
    last: str | None = None

    def problem(line: int, reason: str) -> None:
        problems.append(f'{path}:{line}: {reason}')

    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if line.startswith('#?'):
            if last is None:
                problem(number, 'an expectation without a numbered command before it')
            elif last in expectations:
                problem(number, f'a second expectation for test {last}')
            else:
                expectations[last] = (line[2:].strip(), number)
            continue
        words = line.split('#', 1)[0].split(None, 1)
        if not words:
            continue
        if words[0].isascii() and words[0].isdigit():
            if len(words) < 2:
                problem(number, 'a number without a command')
                continue
            last = words[0]
            if last in numbers:
                problem(number, f'test {last} stands in line {numbers[last]} already')
            numbers[last] = number
            commands.append((last, words[1].strip(), number))
        else:
            last = None
            commands.append((None, ' '.join(words), number))
    steps, notes = [], []
    for identity, command, number in commands:
        test = None
        if identity is not None and identity not in expectations:
            notes.append(f'{path}:{number}: test {identity} has no expectation and is skipped')
        elif identity is not None:
            test = _test(identity, command, number, expectations[identity], problem)
        steps.append(Step(command, number, test))
    if problems:
        raise SuiteError('\n'.join(problems))
    return Suite(path, steps, tuple(notes))


def _test(identity: str, command: str, number: int, expectation: tuple[str, int], problem: Callable[[int, str], None]) -> Test | None:
    text, line = expectation
    match = re.fullmatch(r'\[(.*)\]([*&]*)$', text)
    if not match:
        problem(line, f'an expectation looks like [1 A1], not {text!r}')
        return None
    pattern, marks = match.groups()
    negated = pattern.startswith('!')
    pattern = pattern[negated:]
    try:
        re.compile(f'^{pattern}$')
    except re.error as error:
        problem(line, f'no regular expression: {error}')
        return None
    return Test(identity, command, number, pattern, negated, '*' in marks, '&' in marks)
