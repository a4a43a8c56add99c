"""Eye values say how many eyes a space yields, depending on who moves first.  They can be added (GNU Go manual, "Eye Local Game Values").

Four digits abcd: the eyes if the attacker plays first and gets another move (a), if he plays first (b), if the defender plays first (c),
and if the defender plays first and gets another move (d).  More than two eyes count as two.  Each of the fifteen values is a small game in
which either side has one move worth playing:

    1122    the attacker leaves 1111, one eye; the defender makes 2222, two           3/2 eyes
    0111    the attacker threatens: he leaves 0011; the defender settles it at 1111   1 eye
    0012    the attacker leaves 0000; the defender makes 1122, and threatens more     3/4 eyes
"""
import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

ENOUGH_EYES = 2
"""Number of eyes that makes a group live."""

CASE_MOVES = {
    '0001': ('0000', '0011'), '0002': ('0000', '0022'), '0011': ('0000', '1111'), '0012': ('0000', '1122'), '0022': ('0000', '2222'),
    '0111': ('0011', '1111'), '0112': ('0011', '1122'), '0122': ('0011', '2222'), '0222': ('0022', '2222'), '1112': ('1111', '1122'),
    '1122': ('1111', '2222'), '1222': ('1122', '2222'),
}
"""The value of each unsettled case after the attacker's move, and after the defender's."""
SETTLED_CASES = ('0000', '1111', '2222')
"""Cases without a move worth playing."""
CASES = tuple(sorted([*CASE_MOVES, *SETTLED_CASES]))
"""The fifteen values."""


class EyeValue(NamedTuple):
    """The value of an eye space as four digits.  Of two values, the one with the greater sum of digits is better."""
    min_eye_threat: int
    """Eyes if the attacker plays first and gets another move."""
    min_eyes: int
    """Eyes if the attacker plays first."""
    max_eyes: int
    """Eyes if the defender plays first."""
    max_eye_threat: int
    """Eyes if the defender plays first and gets another move."""

    def __str__(self) -> str:
        return ''.join(map(str, self))

    def words(self, defender: str, attacker: str, attack: str | None = None, defence: str | None = None) -> str:
        """Return the value as a sentence: ``1 eye if White plays first, 2 if Black does; vital point B2``."""
        a, b, c, d = self
        if b == c:
            threats = [f'{attacker} can threaten to leave {_eyes(a) if a else "none"}'] * (a < b)
            threats += [f'{defender} can threaten to make {d}'] * (d > c)
            return '; '.join([_eyes(b), *threats])
        text = f'{_eyes(b)} if {attacker} plays first, {c} if {defender} does'
        points = list(dict.fromkeys(point for point in (attack, defence) if point))
        if points:
            text += f'; vital point{"s" if len(points) > 1 else ""} {" and ".join(points)}'
        return text


def _eyes(count: int) -> str:
    return 'no eye' if count == 0 else '1 eye' if count == 1 else f'{count} eyes'


def parse(text: str) -> EyeValue:
    """Parse an eye value: four digits, or ``max,min``, the eyes if the defender moves first and the eyes if the attacker does.

    Raises ValueError.
    """
    digits = text.strip()
    if not re.fullmatch(r'\d{4}|\d+,\d+', digits, re.ASCII):
        raise ValueError(f'{text!r} is no eye value: four digits, or max,min')
    most, comma, least = digits.partition(',')
    value = EyeValue(*map(int, (least, least, most, most) if comma else digits))
    if str(value) not in CASES:
        raise ValueError(f'{value} is no eye value: four digits from 0 to {ENOUGH_EYES}, none less than the one before')
    return value


def total(values: Iterable[EyeValue]) -> EyeValue:
    """Return the exact value of several spaces of one dragon together.  Each move is played in one of the spaces, until all are settled."""
    return EyeValue(*_digits(tuple(sorted(map(str, values)))))


@cache
def _digits(spaces: tuple[str, ...]) -> tuple[int, int, int, int]:
    """Return the digits a, b, c, d of a sum.

    The attacker's second move counts only if the defender has no threat after the first; otherwise he would have answered with that threat.
    The same holds for the defender's second move.
    """
    if all(space in SETTLED_CASES for space in spaces):
        eyes = min(sum(int(space[0]) for space in spaces), ENOUGH_EYES)
        return eyes, eyes, eyes, eyes
    attacked, defended = set(), set()
    for k, space in enumerate(spaces):
        if space in CASE_MOVES:
            rest = spaces[:k] + spaces[k + 1:]
            left, made = CASE_MOVES[space]
            attacked.add(_digits(tuple(sorted((*rest, left)))))
            defended.add(_digits(tuple(sorted((*rest, made)))))
    b = min(after[2] for after in attacked)
    c = max(after[1] for after in defended)
    a = min(b, *(after[1] if after[3] == after[2] else after[2] for after in attacked))
    d = max(c, *(after[2] if after[0] == after[1] else after[1] for after in defended))
    return a, b, c, d
