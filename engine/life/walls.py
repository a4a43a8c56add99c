"""Tests whether the strings that shut a dragon in hold, i.e. cannot be captured; zones need this (``engine.solver.zone``).

The inner side is given all the string's liberties inside, and moves first outside.  The string holds if tactical reading then finds no
capture and, since that reading is limited, if one move gives it three liberties after any first attack.  With three it always holds:

    . . O . .      O has two liberties outside.  X, who is inside, may fill the third; if O is safe even then, it is wall
    X . O . .
    . X O X .
"""
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.board import played, py_place_if_legal
from owlgo.engine.core.points import other
from owlgo.engine.core.strings import found as found_points
from owlgo.engine.core.strings import py_count_liberties_after, py_liberties, string
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.read.depths import of_level
from owlgo.engine.read.reader import Reader
from owlgo.engine.read.tactics import attack
from owlgo.engine.solver.region import RIM_LIBERTIES
from owlgo.engine.solver.zone import Holds

READING, NOTHING, REFUTED = 'reading', 'nothing', 'refuted'
"""Evidence that a string of a wall holds: reading finds no capture even with its liberties inside filled; none; or it can be captured."""


class WallCondition(NamedTuple):
    """A string that a proof assumes to hold, i.e. not to be captured."""
    stones: tuple[int, ...]
    evidence: str
    """READING, NOTHING or REFUTED."""


@dataclass
class WallReading:
    """Holds a workspace for readings of walls, separate from that of questions."""
    workspace: Workspace = field(default_factory=Workspace)


def wall_reader(board: np.void, level: int, workspace: Workspace) -> Holds:
    """Return a function that tests whether strings of this board hold; the board must be the same at every call."""
    reader = Reader(of_level(level), workspace.get(WallReading).workspace)
    known: dict[tuple[frozenset[int], frozenset[int]], bool] = {}

    def holds(stones: frozenset[int], inside: frozenset[int]) -> bool:
        if (stones, inside) not in known:
            known[stones, inside] = _holds(board.copy(), stones, inside, reader)
        return known[stones, inside]
    return holds


def _holds(board: np.void, stones: frozenset[int], inside: frozenset[int], reader: Reader) -> bool:
    """Test whether a string holds, on a board that may be changed; False if the inner side cannot fill all liberties inside."""
    pos = min(stones)
    opponent = other(int(board['color'][pos]))
    if not all(py_place_if_legal(board, p, opponent) for p in sorted(inside)):
        return False
    read = attack(board, pos, reader)
    return read.surely_fails and _gets_away(board, pos)


def _gets_away(board: np.void, pos: int) -> bool:
    """Whether a string, attacked at any of its liberties, gets RIM_LIBERTIES by a move at another."""
    owner = int(board['color'][pos])
    py_liberties(board, pos)
    liberties = found_points(board)
    for first in liberties:
        with played(board, (first, other(owner))) as legal:
            if legal and not any(py_count_liberties_after(board, second, owner, RIM_LIBERTIES) >= RIM_LIBERTIES
                                 for second in liberties if second != first):
                return False
    return True


def conditions(board: np.void, assumed: Collection[int], points: Collection[int], level: int, workspace: Workspace) \
        -> tuple[WallCondition, ...]:
    """Return the strings that a kill in the region of ``points`` assumes to hold, each with the evidence (READING, NOTHING or REFUTED)."""
    reader = Reader(of_level(level), workspace.get(WallReading).workspace)
    inside, found = set(points), []
    left = set(assumed)
    while left:
        first = min(left)
        stones = frozenset(string(board, first))
        left -= stones
        read = attack(board, first, reader)
        if read.surely_succeeds:
            found.append(WallCondition(tuple(sorted(stones)), REFUTED))
            continue
        copy = board.copy()
        py_liberties(copy, first)
        filled = [p for p in found_points(copy) if p in inside]
        opponent = other(int(board['color'][first]))
        held = all(py_place_if_legal(copy, p, opponent) for p in filled) and copy['color'][first] == board['color'][first]
        read = attack(copy, first, reader) if held else read.as_guess()
        found.append(WallCondition(tuple(sorted(stones)), READING if read.surely_fails else NOTHING))
    return tuple(found)
