"""Read and write komi in game records: in points, or in the units of some servers.

Some servers write hundredths as whole numbers: KM[650] is 6.5.  One server counts in stones, of two points each, under Chinese rules:
KM[375] is 3.75 stones, or 7.5 points.
"""
import re
from typing import NamedTuple

from owlgo.engine.core.printable import shortened


class Komi(NamedTuple):
    """Komi in points (None if the text is no komi), and perhaps a warning about it."""
    points: float | None
    warning: str = ''


def read(text: str, rules: str = '') -> Komi:
    """Return the komi that a record's KM means, given its rules (RU)."""
    if not re.fullmatch(r'[-+]?(\d{1,6}(\.\d*)?|\.\d+)', text):
        return Komi(None, f'KM[{shortened(text)}] is no komi')
    number = float(text)
    hundredths = abs(number)
    if '.' in text:
        if not re.fullmatch(r'[-+]?[23]\.[27]5', text):
            return _points(text, number)
        hundredths *= 100
    elif not 50 <= hundredths <= 1000 or hundredths % 25:
        return _points(text, number)
    # No komi has quarters of a point, so these are stones.  2.5 to 4.0 are half of an even game's komi, unless only territory counts.
    in_stones = hundredths % 50 == 25 or 250 <= hundredths <= 400 and not re.search('japan|korea', rules, re.IGNORECASE)
    points = (hundredths / 50 if in_stones else hundredths / 100) * (1 if number > 0 else -1)
    unit = 'stones, two points each' if in_stones else 'points'
    return Komi(points, f'KM[{text}] was read as {"" if "." in text else "hundredths of "}{unit}: komi {points:g}')


def _points(text: str, number: float) -> Komi:
    if abs(number) <= 361:
        return Komi(number)
    return Komi(None, f'KM[{shortened(text)}] is no komi')


def write(komi: float) -> str:
    """Return a text for KM that ``read`` takes for this komi under any rules.

    A number that would pass for hundredths gets a decimal point: KM[325.0] is 325 points.
    """
    text = f'{komi:.10f}'.rstrip('0').rstrip('.')
    if not read(text).warning:
        return text
    return f'{text}0' if '.' in text else f'{text}.0'
