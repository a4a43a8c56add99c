"""The fields of a JSON object that a program sent: each is checked and taken once, what is left is unknown."""
import json
import math
from collections.abc import Callable, Collection
from typing import Any, TypeVar

from owlgo.engine.core.points import parse_color, parse_vertex
from owlgo.engine.core.printable import printable, shortened

INTERNAL_ERROR = 'an internal error; standard error says more'
"""What a program is told when a bug of ours prevented the answer."""
MOST_DIGITS = 1000
"""Digits of an integer from which on it counts as infinite."""
T = TypeVar('T')
Default = TypeVar('Default')


class FieldError(ValueError):
    """A field with a wrong value.  ``field`` is its name, the text says what is right."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(reason)
        self.field = field

    @property
    def sentence(self) -> str:
        """The field and what is wrong with it."""
        return f'{self.field}: {self}'

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.field, str(self))


def quoted(value: object) -> str:
    """Quote a wrong value in an error, its beginning if it is long."""
    try:
        return shortened(printable(repr(value)))
    except RecursionError:
        return 'what is nested so deeply'


def json_object(data: bytes, what: str) -> dict[str, Any]:
    """Return the object that ``data`` is as JSON.  ``what`` names the data in errors.  Raises ValueError."""
    try:
        found = json.loads(data.decode('utf-8'), parse_int=_integer)
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise ValueError(f'{what} is no JSON') from None
    except RecursionError:
        raise ValueError(f'{what} is nested too deeply') from None
    if not isinstance(found, dict):
        raise ValueError(f'{what} is no JSON object')
    return found


def _integer(text: str) -> int | float:
    """Return an integer, or an infinite number for one of thousands of digits, which Python does not convert."""
    return int(text) if len(text) < MOST_DIGITS else float(text)


class JsonFields:
    """The fields of an object that were not taken yet."""

    def __init__(self, data: dict[str, Any], name: str = '') -> None:
        """``name``: the field that holds the object, which errors name; '' for a whole query."""
        self.left, self.name = dict(data), name

    def error(self, field: str, reason: str) -> FieldError:
        """Return the error of a field."""
        return FieldError(self.name, f'{field}: {reason}') if self.name else FieldError(field, reason)

    def take(self, field: str, default: Default, fits: Callable[[Any], T], wanted: str) -> T | Default:
        """Take a field, or the default where it is missing or null.  ``fits`` converts it and raises ValueError if it is not ``wanted``."""
        found = self.left.pop(field, None)
        if found is None:
            return default
        try:
            return fits(found)
        except FieldError:
            raise
        except (ValueError, OverflowError):
            raise self.error(field, f'must be {wanted}, not {quoted(found)}') from None

    def truth(self, field: str) -> bool:
        """Take a boolean (default false)."""
        return self.take(field, False, lambda found: of_kind(found, bool), 'a boolean')

    def text(self, field: str, default: str = '') -> str:
        """Take a text."""
        return self.take(field, default, lambda found: of_kind(found, str), 'a string')

    def number(self, field: str, default: Default, least: float, most: float) -> float | Default:
        """Take a number within bounds."""
        return self.take(field, default, lambda found: number(found, least, most), f'a number from {least:g} to {most:g}')

    def whole(self, field: str, default: Default, least: int, most: int) -> int | Default:
        """Take an integer within bounds."""
        return self.take(field, default, lambda found: whole(found, least, most), f'an integer from {least} to {most}')

    def choice(self, field: str, default: Default, among: Collection[str]) -> str | Default:
        """Take one of several words, in either case; return it as it stands in ``among``."""
        return self.take(field, default, lambda found: one_of(found, among), f'one of {", ".join(among)}')

    def list_of(self, field: str, one: Callable[[Any], T], wanted: str) -> list[T] | None:
        """Take a list; ``one`` converts an element and raises ValueError if it is not ``wanted``.  None if it is missing."""
        return self.take(field, None, lambda found: [one(each) for each in of_kind(found, list)], f'a list of {wanted}')


def whole(found: object, least: int, most: int) -> int:
    """Return an integer within bounds; 5.0 is one, too.  Raises ValueError or OverflowError otherwise."""
    number = of_kind(found, (int, float))
    if not (isinstance(number, int) or math.isfinite(number) and number == int(number)) or not least <= number <= most:
        raise ValueError(found)
    return int(number)


def number(found: object, least: float, most: float) -> float:
    """Return a number within bounds.  Raises ValueError otherwise."""
    value: float = of_kind(found, (int, float))
    if not least <= value <= most:         # nor NaN
        raise ValueError(found)
    return float(value)


def one_of(found: object, among: Collection[str]) -> str:
    """Return a word, given in either case, as it stands in ``among``.  Raises ValueError for another."""
    word: str = of_kind(found, str).lower()
    for one in among:
        if one.lower() == word:
            return one
    raise ValueError(found)


def color_and_point(found: Any, size: int) -> tuple[int, int]:
    """Return the colour and the point of a pair like ["B", "D4"].  Raises ValueError for anything else."""
    color, name = of_kind(found, list)
    return parse_color(of_kind(color, str)), parse_vertex(of_kind(name, str), size)


def of_kind(found: Any, kind: type | tuple[type, ...]) -> Any:
    """Return a value of a kind; true and false are no numbers.  Raises ValueError otherwise."""
    if not isinstance(found, kind) or isinstance(found, bool) and kind is not bool:
        raise ValueError(found)
    return found


def of_length(found: Any, kind: type, most: int) -> Any:
    """Return a value of a kind with at most this many elements.  Raises ValueError otherwise."""
    if len(of_kind(found, kind)) > most:
        raise ValueError('too long')
    return found
