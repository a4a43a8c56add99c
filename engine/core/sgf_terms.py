"""Read a game's terms from its record: size, komi and handicap, which hold for the whole game.

They belong in the root, but some programs write them into later nodes.  The first readable value before the first move counts.  A different
later value is ignored with a warning.  An unreadable size is an error unless a readable size or a move comes before it.  Values are
compared as numbers, not as texts: KM[6.50] repeats KM[6.5].
"""
import re
from collections import Counter
from collections.abc import Callable, Collection
from typing import NamedTuple

from owlgo.engine.core import points, sgf_komi
from owlgo.engine.core.printable import counted, shortened
from owlgo.engine.core.sgf_text import one_line

Properties = dict[str, list[bytes]]
MOST_WARNINGS = 3
"""Largest number of warnings about ignored values of one property.  One more warning counts the remaining values."""
BELIEVED_HANDICAP = 9
"""Largest handicap that is believed without stones on the board: GTP's fixed handicaps have up to nine stones."""


class _Term(NamedTuple):
    """A value, and the text of its property in the file."""
    value: float
    name: str


class GameTerms:
    """Collects a game's terms from the nodes of its record, read in order.  Calls ``warn`` with every oddity."""

    def __init__(self, rules: str, warn: Callable[[str], None]) -> None:
        self._rules = rules
        self._warn = warn
        self._taken: dict[str, _Term] = {}
        self._no_handicap = ''
        """The beginning of the warning about the first unreadable handicap.  The handicap that counts instead is added later."""
        self._ignored = Counter[str]()

    @property
    def size(self) -> int:
        return int(self._taken['SZ'].value) if 'SZ' in self._taken else 19

    @property
    def komi(self) -> float | None:
        return self._taken['KM'].value if 'KM' in self._taken else None

    def read(self, node: Properties, number: int | None) -> None:
        """Read a node.  ``number`` is the number of moves up to the node, None for the root.  Raises ValueError for an impossible board."""
        for key in ('SZ', 'KM', 'HA'):
            for raw in node.get(key, ()):
                text = one_line(raw).strip()
                # An empty handicap is none; an empty size or komi is only left out of later nodes.
                if text or (number is None and key != 'HA'):
                    self._read(key, text, number)

    def _read(self, key: str, text: str, number: int | None) -> None:
        name, taken = f'{key}[{shortened(text)}]', self._taken.get(key)
        value, remark = self._value(key, text)
        if taken is not None and value == taken.value:
            return
        if number is not None and number > 0:
            self._ignore(key, f'{name} stands at move {number}, not in the root, and was ignored')
        elif taken is not None:
            self._ignore(key, f'{name} {"in the root" if number is None else "before move 1"} was ignored: {taken.name} stands before it')
        elif value is not None:
            self._take(key, _Term(value, name), number is None)
            if remark:
                self._warn(remark)
        elif key == 'SZ':
            raise ValueError(remark)
        elif key == 'HA' and not self._no_handicap:
            self._no_handicap = remark
            self._ignored[key] += 1
        else:
            remark += ' and was ignored'
            self._ignore(key, remark if number is None else f'before move 1: {remark}')

    def _value(self, key: str, text: str) -> tuple[float | None, str]:
        """Return a property's value, None if it is unreadable, and a remark about it."""
        if key == 'SZ':
            return _size(text)
        if key == 'KM':
            return sgf_komi.read(text, self._rules)
        if re.fullmatch(r'[0-9]{1,3}', text):
            return int(text), ''
        return None, f'HA[{shortened(text)}] is no handicap (0 to 999)'

    def _take(self, key: str, term: _Term, in_root: bool) -> None:
        self._taken[key] = term
        if key == 'HA' and self._no_handicap:
            self._warn(f'{self._no_handicap} and was ignored')
        if not in_root:
            self._warn(f'{term.name} stands before move 1, not in the root, and was taken')

    def _ignore(self, key: str, warning: str) -> None:
        self._ignored[key] += 1
        if self._ignored[key] <= MOST_WARNINGS:
            self._warn(warning)

    def conclude(self, black: Collection[int], white: Collection[int]) -> int:
        """Return the handicap, given the stones before the first move, once all nodes are read.

        Black's stones alone show a handicap only if White has none on the board.
        """
        handicap = self._handicap(len(black), len(black) if len(black) >= 2 and not white else 0)
        for key, count in self._ignored.items():
            if count > MOST_WARNINGS:
                self._warn(f'{key}: {counted(count - MOST_WARNINGS, "further value")} ignored')
        return handicap

    def _handicap(self, black: int, by_stones: int) -> int:
        """Return the handicap, given the number of black stones and the handicap that the stones show by themselves."""
        if 'HA' not in self._taken:
            if not self._no_handicap:
                return 0
            self._warn(f'{self._no_handicap}, so the handicap was taken to be {by_stones}')
            return by_stones
        handicap = int(self._taken['HA'].value)
        if handicap > max(BELIEVED_HANDICAP, black):
            kept, reason = by_stones, f'above {BELIEVED_HANDICAP} it is not believed, so the handicap was taken to be {by_stones}'
        elif handicap >= 2 and (black < handicap or by_stones > handicap):
            kept, reason = handicap, f'handicap {handicap} is kept'
        else:
            return handicap
        stones = counted(black, 'black stone')
        self._warn(f'{self._taken["HA"].name} does not agree with the board, which starts with {stones} (AB); {reason}')
        return kept


def _size(text: str) -> tuple[int | None, str]:
    """Return the board size in the text of SZ, or None and the reason why no such board is possible."""
    sides = [side.strip() for side in text.split(':')]
    if len(sides) <= 2 and all(re.fullmatch(r'[0-9]{1,4}', side) for side in sides):
        width, height = int(sides[0]), int(sides[-1])
        if width != height:
            return None, f'the board of {width}x{height} points is not square'
        if 1 <= width <= points.MAX_SIZE:
            return width, ''
    return None, f'the board size SZ[{shortened(text)}] is no number from 1 to {points.MAX_SIZE}'
