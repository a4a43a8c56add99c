"""The registry of commands, and parsers of their arguments."""
import math
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from owlgo.engine.core import points
from owlgo.gtp.protocol import GtpError

if TYPE_CHECKING:
    from owlgo.gtp.session import Session

GoesOn = Callable[[], bool]

MOST_INTEGER = (1 << 31) - 1
"""Largest absolute value of an integer argument by default: most fields of records have 32 bits."""
MAX_SEED = 1 << 62
"""Largest random seed."""


class Stream(NamedTuple):
    """An answer that continues until the controller sends a line."""
    lines: Callable[[GoesOn], Iterator[str]]
    """Yields the lines as long as its argument returns true; it runs on a thread with data of its own."""
    interval: float
    """Seconds between lines."""


Handler = Callable[['Session', list[str]], 'str | Stream | None']
"""A command's function: takes a session and arguments, returns the answer.  None is an empty answer."""


class CommandEntry(NamedTuple):
    handler: Handler
    cheap: bool
    """Whether the command needs no kernels (compiled code), so that it can be answered before they are loaded."""
    literal: bool
    """Whether arguments and answer, such as names of files, contain no vertices to turn (``gtp.orientation``)."""


COMMANDS: dict[str, CommandEntry] = {}
"""All commands by name."""

Some = TypeVar('Some', bound=Handler)


def command(name: str, cheap: bool = False, literal: bool = False) -> Callable[[Some], Some]:
    """Register a handler; its docstring describes arguments, answer and failures."""
    def register(handler: Some) -> Some:
        if name in COMMANDS:
            raise ValueError(f'two handlers for {name}')
        COMMANDS[name] = CommandEntry(handler, cheap, literal or cheap)
        return handler
    return register


def color(args: list[str], index: int = 0, error: str = 'invalid color') -> int:
    """Parse a colour: BLACK or WHITE."""
    try:
        return points.parse_color(args[index])
    except (IndexError, ValueError):
        raise GtpError(error) from None


def vertex(args: list[str], size: int, index: int = 0, error: str = 'invalid coordinate') -> int:
    """Parse a point of the board."""
    pos = vertex_or_pass(args, size, index, error)
    if pos == points.PASS:
        raise GtpError(error)
    return pos


def vertex_or_pass(args: list[str], size: int, index: int = 0, error: str = 'invalid coordinate') -> int:
    """Parse a point of the board or PASS."""
    try:
        return points.parse_vertex(args[index], size)
    except (IndexError, ValueError):
        raise GtpError(error) from None


def move(args: list[str], size: int, first: int = 0) -> tuple[int, int]:
    """Parse a colour and a point or PASS."""
    error = 'invalid color or coordinate'
    return color(args, first, error), vertex_or_pass(args, size, first + 1, error)


def integer(args: list[str], error: str, index: int = 0, least: int = -MOST_INTEGER, most: int = MOST_INTEGER) -> int:
    """Parse a whole number within bounds of at most 64 bits."""
    if index >= len(args) or not re.fullmatch('[-+]?[0-9]{1,19}', args[index]):
        raise GtpError(error)
    value = int(args[index])
    if not least <= value <= most:
        raise GtpError(error)
    return value


def seed(args: list[str], index: int = 0) -> int:
    return integer(args, 'invalid random seed', index, least=0, most=MAX_SEED)


def number(args: list[str], error: str) -> float:
    """Parse a finite number."""
    decimal = r'[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?'
    if not args or not re.fullmatch(decimal, args[0]) or not math.isfinite(float(args[0])):
        raise GtpError(error)
    return float(args[0])
