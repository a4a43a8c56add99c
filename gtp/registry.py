"""Which commands there are, and what their arguments mean."""
import math
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from owlgo.engine.core import points
from owlgo.gtp.protocol import GtpError

if TYPE_CHECKING:
    from owlgo.gtp.session import Session

GoesOn = Callable[[], bool]

MOST = (1 << 31) - 1
"""Largest absolute value of an integer argument, unless its command says otherwise."""
MAX_SEED = 1 << 62
WHOLE = re.compile(r'[-+]?[0-9]{1,19}')
DECIMAL = re.compile(r'[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?')


class Stream(NamedTuple):
    """An answer that goes on until the controller sends a line."""
    lines: Callable[[GoesOn], Iterator[str]]
    """Makes the lines on a thread of its own, as long as its argument returns true; it must own what it works on."""
    interval: float
    """Seconds between lines."""


Handler = Callable[['Session', list[str]], 'str | Stream']


class CommandEntry(NamedTuple):
    """A command."""
    handler: Handler
    cheap: bool
    """Answered without the kernels, so before they are loaded."""
    literal: bool
    """Words and answer are no vertices, whatever they look like: names of files, texts of any kind (``gtp.orientation``)."""


COMMANDS: dict[str, CommandEntry] = {}


Some = TypeVar('Some', bound=Handler)


def command(name: str, cheap: bool = False, literal: bool = False) -> Callable[[Some], Some]:
    """Register a handler; its docstring says arguments, failures and the answer."""
    def register(handler: Some) -> Some:
        if name in COMMANDS:
            raise ValueError(f'two handlers for {name}')
        COMMANDS[name] = CommandEntry(handler, cheap, literal or cheap)
        return handler
    return register


def color(args: list[str], index: int = 0, error: str = 'invalid color') -> int:
    """BLACK or WHITE."""
    try:
        return points.parse_color(args[index])
    except (IndexError, ValueError):
        raise GtpError(error) from None


def vertex(args: list[str], size: int, index: int = 0, error: str = 'invalid coordinate') -> int:
    """A point of the board; a pass is none."""
    pos = vertex_or_pass(args, size, index, error)
    if pos == points.PASS:
        raise GtpError(error)
    return pos


def vertex_or_pass(args: list[str], size: int, index: int = 0, error: str = 'invalid coordinate') -> int:
    """A point of the board or PASS."""
    try:
        return points.parse_vertex(args[index], size)
    except (IndexError, ValueError):
        raise GtpError(error) from None


def move(args: list[str], size: int, first: int = 0) -> tuple[int, int]:
    """A colour and a point or PASS."""
    error = 'invalid color or coordinate'
    return color(args, first, error), vertex_or_pass(args, size, first + 1, error)


def integer(args: list[str], error: str, index: int = 0, least: int = -MOST, most: int = MOST) -> int:
    """A whole number within bounds: kernels take up to 64 bits, and most fields of records 32."""
    if index >= len(args) or not WHOLE.fullmatch(args[index]):
        raise GtpError(error)
    value = int(args[index])
    if not least <= value <= most:
        raise GtpError(error)
    return value


def seed(args: list[str], index: int = 0) -> int:
    """A random seed."""
    return integer(args, 'invalid random seed', index, least=0, most=MAX_SEED)


def number(args: list[str], error: str) -> float:
    """A finite number."""
    if not args or not DECIMAL.fullmatch(args[0]) or not math.isfinite(float(args[0])):
        raise GtpError(error)
    return float(args[0])
