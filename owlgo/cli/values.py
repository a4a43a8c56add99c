"""Values of options, converted and checked by argparse: out of bounds, each is one error that names the option.  And JSON's objects."""
import argparse
from collections.abc import Callable
from typing import Any, TypeVar

from owlgo.engine.core.level import MAX_LEVEL, parse_rank
from owlgo.engine.core.points import COLUMNS, parse_color
from owlgo.engine.core.printable import shortened
from owlgo.gtp.address import Address, parse_address

Data = dict[str, Any]
"""An object of JSON: an answer, or a part of one."""
Number = TypeVar('Number', int, float)
MOST_KOMI = 1_000_000
"""Largest komi that an option takes, in points."""

MOST_NODES = 10**12
"""Largest limit of a search, in positions."""
MOST_JOBS = 10_000
"""Most games or problems at once."""


def level(text: str) -> int:
    """Return a level."""
    return whole(0, MAX_LEVEL)(text)


def nodes(text: str) -> int:
    """Return a limit of positions."""
    return whole(1, MOST_NODES)(text)


def jobs(text: str) -> int:
    """Return a number of processes."""
    return whole(1, MOST_JOBS)(text)


def komi(text: str) -> float:
    """Return a komi."""
    return number(-MOST_KOMI, MOST_KOMI)(text)


def number(low: float, high: float) -> Callable[[str], float]:
    """Return what converts the text of a number from ``low`` to ``high``."""
    return _within(low, high, float, 'number')


def whole(low: int, high: int) -> Callable[[str], int]:
    """Return what converts the text of a whole number from ``low`` to ``high``."""
    return _within(low, high, int, 'whole number')


def _within(low: Number, high: Number, kind: type[Number], what: str) -> Callable[[str], Number]:
    def convert(text: str) -> Number:
        try:
            value = kind(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f'{shortened(repr(text))} is no {what}') from None
        if not low <= value <= high:          # nan fails too
            raise argparse.ArgumentTypeError(f'{shortened(text)} is not between {low:,} and {high:,}')
        return value
    return convert


def file_name(text: str) -> str:
    """Return the name of a file or folder that is read; an empty one would be the present folder's."""
    if not text:
        raise argparse.ArgumentTypeError(f'{text!r} is no file name')
    return text


def address(least_port: int) -> Callable[[str], Address]:
    """Return what converts ``[HOST:]PORT``."""
    def convert(text: str) -> Address:
        try:
            return parse_address(text, least_port)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None
    return convert


def vertex_text(text: str) -> str:
    """Return the text of a vertex, which no board has been asked about."""
    if not (text[:1].upper() in COLUMNS and text[1:].isascii() and text[1:].isdigit()):
        raise argparse.ArgumentTypeError(f'{text!r} is no vertex')
    return text


def color(text: str) -> int:
    """Return a colour."""
    try:
        return parse_color(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f'{text!r} is neither black nor white') from None


def rank(text: str) -> int:
    """Return a rank as its number (``engine.core.level``)."""
    try:
        return parse_rank(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def pair_text(text: str) -> str:
    """Return the text of two vertices, ``A/B``."""
    first, slash, second = text.partition('/')
    if not slash:
        raise argparse.ArgumentTypeError(f'{text!r} is not A/B, two vertices')
    return f'{vertex_text(first)}/{vertex_text(second)}'
