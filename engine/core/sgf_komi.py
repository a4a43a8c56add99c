"""Komi in records: in points, or in the units of some servers.

Servers that write whole numbers mean hundredths: KM[650] is 6.5.  One of them counts in stones of two points each by Chinese rules:
KM[375] is 3.75 stones, 7.5 points.
"""
import re
from typing import NamedTuple

from owlgo.engine.core.printable import shortened

LARGEST_KOMI = 361.0
"""The largest komi, in points."""
LEAST_HUNDREDTHS, MOST_HUNDREDTHS = 50, 1000
"""Bounds of whole numbers that are hundredths of points, if quarters of a point divide them."""
LEAST_STONE_HUNDREDTHS, MOST_STONE_HUNDREDTHS = 250, 400
"""Bounds of hundredths of stones: half of an even game's komi, 5 to 8 points."""
NUMBER = re.compile(r'[-+]?(\d{1,6}(\.\d*)?|\.\d+)')
QUARTERS = re.compile(r'[-+]?[23]\.[27]5')
TERRITORY_RULES = re.compile('japan|korea', re.IGNORECASE)
"""Rules (RU) under which only territory counts."""


class Komi(NamedTuple):
    """Points for White, None if the text names no komi, and a warning about it."""
    points: float | None
    warning: str = ''


def read(text: str, rules: str = '') -> Komi:
    """Return the komi of a record's KM under its rules (RU)."""
    if not NUMBER.fullmatch(text):
        return Komi(None, f'KM[{shortened(text)}] is no komi and was ignored')
    number = float(text)
    hundredths = abs(number)
    if '.' in text:
        if not QUARTERS.fullmatch(text):
            return _points(text, number)
        hundredths *= 100
    elif not LEAST_HUNDREDTHS <= hundredths <= MOST_HUNDREDTHS or hundredths % 25:
        return _points(text, number)
    # No komi has quarters of a point, so these are of stones; 350 may be either, and 3.5 points are rare but where territory counts.
    in_stones = hundredths % 50 == 25 or LEAST_STONE_HUNDREDTHS <= hundredths <= MOST_STONE_HUNDREDTHS and not TERRITORY_RULES.search(rules)
    points = (hundredths / 50 if in_stones else hundredths / 100) * (1 if number > 0 else -1)
    unit = 'stones, two points each' if in_stones else 'points'
    return Komi(points, f'KM[{text}] was read as {"" if "." in text else "hundredths of "}{unit}: komi {points:g}')


def _points(text: str, number: float) -> Komi:
    if abs(number) <= LARGEST_KOMI:
        return Komi(number)
    return Komi(None, f'KM[{shortened(text)}] is no komi and was ignored')


def write(komi: float) -> str:
    """The text of KM that ``read`` takes for this komi whatever the rules: KM[325.0] are points."""
    text = f'{komi:.10f}'.rstrip('0').rstrip('.')
    if not read(text).warning:
        return text
    return f'{text}0' if '.' in text else f'{text}.0'
