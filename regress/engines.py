"""Engines under test: OwlGo in this process, or any GTP command, with their processor time."""
import os
import shlex
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from owlgo.engine.core.printable import printable
from owlgo.gtp.client import Client, Reply

if TYPE_CHECKING:
    from rich.console import Console


class Engine(Protocol):
    """An engine that answers suites and problems."""

    def send(self, command: str, timeout: float) -> Reply: ...
    def alive(self) -> bool: ...
    def start(self) -> None: ...
    def close(self) -> None: ...


class InProcess:
    """OwlGo in this process.  Time limits do not apply, since it cannot be stopped."""

    def __init__(self) -> None:
        self.start()

    def start(self) -> None:
        from owlgo.gtp.session import Session
        self.session = Session()

    def send(self, command: str, timeout: float = 0.0) -> Reply:
        from owlgo.gtp.server import handle
        answer = handle(self.session, command).decode('utf-8', 'replace')
        return Reply(answer[:1], answer[1:].strip('\n').removeprefix(' '))

    def alive(self) -> bool:
        return True

    def close(self) -> None:
        """Nothing to end."""


@dataclass
class Spent:
    """The processor time that an engine has used."""
    seconds: float = 0.0
    """Processor seconds of the engine's process and its children, known once the engine is closed."""


@contextmanager
def opened(command: str) -> Iterator[tuple[Engine, Spent]]:
    """Open an engine, OwlGo if the command is empty, and count its processor time.

    Raises OSError or ValueError if it cannot be started.
    """
    before, spent = os.times(), Spent()
    engine: Engine = Client(command) if command else InProcess()
    try:
        yield engine, spent
    finally:
        engine.close()
        after = os.times()
        spent.seconds = after.children_user - before.children_user + after.children_system - before.children_system
        if not command:
            spent.seconds += after.user - before.user + after.system - before.system


class Compared(NamedTuple):
    """The results of one engine in one group of questions."""
    group: str
    engine: str
    asked: int
    right: Sequence[tuple[int, int]]
    """Number of right answers and of questions, by column."""
    lost: int
    """Questions without an answer, because of errors, lost engines or time limits."""
    seconds: float | None
    """Processor seconds, or None if they are known only for all groups together."""


def short(engines: Collection[str]) -> dict[str, str]:
    """Return short names for engines' commands in a table: the names of the programs if they differ, else the whole commands."""
    from rich.markup import escape
    programs = {engine: Path((shlex.split(engine) or [engine])[0]).name for engine in engines}
    names = programs if len(set(programs.values())) == len(programs) else {engine: engine for engine in engines}
    return {engine: escape(printable(name)) for engine, name in names.items()}


def console(width: int = 160) -> 'Console':
    """Return the console for tables.  A console that is no terminal is ``width`` columns wide."""
    from rich.console import Console
    made = Console()
    return made if made.is_terminal else Console(width=width)


def compare(columns: Sequence[str], lines: Sequence[Compared], first: str) -> None:
    """Print a table that compares engines.  The ratio is the ``first`` engine's processor seconds divided by the other engine's."""
    from rich.markup import escape
    from rich.table import Table
    table = Table('', 'engine')
    for column in ('asked', *columns, 'lost', 'processor s', 'ratio'):
        table.add_column(column, justify='right', no_wrap=True)
    names = short({line.engine for line in lines})
    own = {line.group: line.seconds for line in lines if line.engine == first}
    group = lines[0].group if lines else ''
    for line in lines:
        if line.group != group:
            table.add_section()
            group = line.group
        mine = own.get(line.group)
        ratio = f'{mine / line.seconds:.1f}' if line.engine != first and mine is not None and line.seconds else ''
        table.add_row(escape(printable(line.group)), names[line.engine], str(line.asked),
                      *(f'{count} ({100 * count / of:.1f} %)' if of else '-' for count, of in line.right),
                      str(line.lost), '' if line.seconds is None else f'{line.seconds:.1f}', ratio)
    console().print(table)
