"""The engines that are tried: this one in one process, or any command, and the processor time that they take."""
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

OWN = 'owlgo'
"""Name of this engine in tables."""


class Engine(Protocol):
    """An engine that answers suites and problems."""

    def send(self, command: str, timeout: float) -> Reply: ...
    def alive(self) -> bool: ...
    def start(self) -> None: ...
    def close(self) -> None: ...


class InProcess:
    """This engine, without a process of its own.  It cannot be stopped, so time limits do not apply."""

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
    """The time of an engine."""
    seconds: float = 0.0
    """Processor seconds of its process and of that one's children; known once it is closed."""


@contextmanager
def opened(command: str) -> Iterator[tuple[Engine, Spent]]:
    """An engine: this one without a command.  Its time is counted from the start of its process, or from now on.

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
    """By column: how many were right, of how many."""
    lost: int
    """Questions without an answer: errors, lost engines, time limits."""
    seconds: float | None
    """Processor seconds; None where they are known for all groups together only."""


def short(engines: Collection[str]) -> dict[str, str]:
    """The names of commands in a table: their programs, if these differ."""
    from rich.markup import escape
    programs = {engine: Path((shlex.split(engine) or [engine])[0]).name for engine in engines}
    names = programs if len(set(programs.values())) == len(programs) else {engine: engine for engine in engines}
    return {engine: escape(printable(name)) for engine, name in names.items()}


def console() -> 'Console':
    """The console for tables."""
    from rich.console import Console
    made = Console()
    return made if made.is_terminal else Console(width=160)


def compare(columns: Sequence[str], lines: Sequence[Compared], first: str) -> None:
    """Print engines beside each other; the ratio is that of the first engine's processor seconds to the other's."""
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
