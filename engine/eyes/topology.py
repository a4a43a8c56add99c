"""Recognise half and false eyes by the corners of an eye point (GNU Go manual, "Topology of Half Eyes and False Eyes" and after).

Each of the four points diagonally next to an eye has a value by who controls it:

    2     an enemy stands there who cannot be taken
    1     either side can get it
    0     the owner has it, or will
    a, b  a ko decides: a is good for the owner, b for the enemy; 0 < a < 1 < b < 2

By the sum of these values, an eye is proper up to 2, half at 3, and false from 4.  Between 2 and 3 it can be made false only by ko;
between 3 and 4 it can be made real only by ko.  a is 7/8 and b is 9/8.
"""
from collections.abc import Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.board import played
from owlgo.engine.core.points import EMPTY, NEIGHBOURS, other, point, row_col
from owlgo.engine.core.result import LOSE, WIN, reverse
from owlgo.engine.read import tactics
from owlgo.engine.read.reader import Level

PROPER_SUM, HALF_SUM, FALSE_SUM = 2.0, 3.0, 4.0
"""Sums of corner values: the largest of a proper eye, that of a half eye, and the smallest of a false eye."""


class KoValues(NamedTuple):
    """Values of corners that depend on a ko.  They should satisfy a + b = 2 and 3/4 < a < 1."""
    good: float = 7 / 8
    """a: the enemy needs the ko to spoil the corner."""
    bad: float = 9 / 8
    """b: the owner needs the ko to have it."""


KO_VALUES = KoValues()
"""The values in use."""


@dataclass
class Corner:
    """A point diagonally next to an eye."""
    value: float
    attacks: list[int] = field(default_factory=list)
    """Moves of the enemy that spoil the corner."""
    defences: list[int] = field(default_factory=list)
    """Moves of the owner that secure the corner."""


@dataclass
class Topology:
    """The corners of an eye point and their sum."""
    value: float
    corners: list[Corner]

    @property
    def is_false(self) -> bool:
        return self.value >= FALSE_SUM

    @property
    def is_half(self) -> bool:
        """Whether the eye is neither proper nor false.  With a ko it may be worth a little more or less than half an eye."""
        return PROPER_SUM < self.value < FALSE_SUM

    @property
    def attacks(self) -> list[int]:
        """Moves of the enemy that decide a corner, in board order."""
        return sorted({point for corner in self.corners for point in corner.attacks})

    @property
    def defences(self) -> list[int]:
        """Moves of the owner that decide a corner, in board order."""
        return sorted({point for corner in self.corners for point in corner.defences})


def is_halfeye(half_eyes: Mapping[int, Topology], pos: int) -> bool:
    """Whether the analysis of corners found half an eye here."""
    return pos in half_eyes and half_eyes[pos].is_half


def topological_eye(board: np.void, pos: int, color: int, eye_space: Set[int] = frozenset(), level: Level = 10,
                    ko: KoValues = KO_VALUES) -> Topology:
    """Return the corners of an eye point of this colour.  ``eye_space``: the points in the colour's eye spaces, margins left out.

    Ko bans are lifted meanwhile.  Raises ValueError if a stone of the colour stands there.
    """
    if board['color'][pos] == color:
        raise ValueError('no eye is where a stone of its owner stands')
    corners = []
    for corner, outside in _corners(pos, int(board['size'])):
        if corner is None:
            corners.append(Corner(outside))
        elif corner in eye_space:
            corners.append(Corner(0.0))
        else:
            with without_ban(board):
                corners.append(_judge(board, corner, color, level, ko))
    return Topology(sum(corner.value for corner in corners), corners)


@contextmanager
def without_ban(board: np.void) -> Iterator[None]:
    """Lift the board's ko ban within a ``with`` block."""
    ban = int(board['ko'])
    board['ko'] = 0
    try:
        yield
    finally:
        board['ko'] = ban


def _corners(pos: int, size: int) -> Iterator[tuple[int | None, float]]:
    """Yield the four diagonal neighbours of a point.  For a corner off the board, yield None and the corner's value.

    A corner off one edge counts 1, off two edges 0.  Eyes at the edge and in the corner then have the same sums as eyes in the middle.
    """
    row, col = row_col(pos)
    for row_step in (-1, 1):
        for col_step in (-1, 1):
            off_row, off_col = not 0 <= row + row_step < size, not 0 <= col + col_step < size
            if off_row or off_col:
                yield None, float(off_row != off_col)
            else:
                yield point(row + row_step, col + col_step), 0.0


def _judge(board: np.void, corner: int, color: int, level: Level, ko: KoValues) -> Corner:
    """Judge one corner on the board, outside the eye spaces."""
    stone = int(board['color'][corner])
    if stone == color:
        return Corner(0.0)
    if stone == EMPTY:
        return _empty(board, corner, color, level, ko)
    attack, defence = tactics.attack_and_defend(board, corner, level)
    if attack.result == LOSE:
        return Corner(2.0)
    if defence.result == LOSE:
        return Corner(0.0)
    value = ko.good if attack.result == WIN != defence.result else ko.bad if attack.result != WIN == defence.result else 1.0
    return Corner(value, [defence.move], [attack.move])


def _empty(board: np.void, corner: int, color: int, level: Level, ko: KoValues) -> Corner:
    """Judge an empty corner by who can safely play there."""
    enemy = safety(board, corner, other(color), level)
    if enemy == LOSE:
        return Corner(0.0)
    mine = safety(board, corner, color, level)
    if mine == LOSE:
        takes = [move for move in _captures(board, corner, other(color), level) if move != corner]
        if not takes and enemy != WIN:
            return Corner(ko.good, [corner])
        return Corner(1.0, [corner], takes) if takes else Corner(2.0)
    value = ko.good if enemy != WIN == mine else ko.bad if enemy == WIN != mine else 1.0
    return Corner(value, [corner], [corner])


def safety(board: np.void, pos: int, color: int, level: Level = 10) -> int:
    """Return whether a stone here survives: WIN, a ko result, or LOSE.  Illegal moves and suicide lose.  Ko bans are lifted."""
    with without_ban(board), played(board, (pos, color)) as legal:
        return reverse(tactics.attack(board, pos, level).result) if legal and board['color'][pos] == color else LOSE


def _captures(board: np.void, corner: int, enemy: int, level: Level) -> list[int]:
    """Return moves that capture an enemy string next to the corner."""
    found = []
    for step in NEIGHBOURS:
        if board['color'][corner + step] == enemy:
            attack = tactics.attack(board, corner + step, level)
            if attack.result == WIN:
                found.append(attack.move)
    return found
