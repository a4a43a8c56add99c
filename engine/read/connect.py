"""Read connections: can two strings be joined, can they be kept apart, can a string break into an area?

GNU Go's ``connect``, ``disconnect``, ``break_in`` and ``block_off``, answered by the search of ``engine.read.search`` with the points of
short paths as candidates (``engine.read.paths``).  Capturing one of the strings keeps them apart.
"""
import numpy as np

from owlgo.engine.core.points import PASS
from owlgo.engine.core.result import LOSE, WIN, Reading
from owlgo.engine.read import query
from owlgo.engine.read.reader import Level, as_reader
from owlgo.engine.read.record import Aim


def disconnect(board: np.void, first: int, second: int, level: Level = 10) -> Reading:
    """Whether the opponent, moving first, keeps the two strings apart.

    Raises ValueError on an empty point, strings of different colours, or one string twice.
    """
    return _read(board, Aim.CUT, _pair(board, first, second), True, level)


def connect(board: np.void, first: int, second: int, level: Level = 10) -> Reading:
    """Whether the owner, moving first, joins the two strings.  Raises ValueError like disconnect."""
    return _read(board, Aim.CUT, _pair(board, first, second), False, level)


def block_off(board: np.void, string: int, area: tuple[int, ...], level: Level = 10) -> Reading:
    """Whether the opponent of the string, moving first, keeps it out of an area.  Raises ValueError on an empty point or an empty area."""
    return _read(board, Aim.SHUT_OUT, [string], True, level, area)


def break_in(board: np.void, string: int, area: tuple[int, ...], level: Level = 10) -> Reading:
    """Whether the string, moving first, gets connected to a point of an area.  Raises like block_off."""
    return _read(board, Aim.SHUT_OUT, [string], False, level, area)


def _pair(board: np.void, first: int, second: int) -> list[int]:
    if board['color'][first] in (1, 2) and board['color'][second] == board['color'][first] and \
            board['origin'][first] == board['origin'][second]:
        raise ValueError('one string, not two')
    return sorted((first, second))


def _read(board: np.void, aim: Aim, goals: list[int], cutting: bool, level: Level, area: tuple[int, ...] = ()) -> Reading:
    """Answer a question.  A single question whose reading was not finished is settled by the other side's, if that side surely fails."""
    reader, points = as_reader(level), tuple(sorted(set(area)))
    if aim == Aim.SHUT_OUT and not points:
        raise ValueError('an empty area')
    reading = query.ask(board, aim, goals, cutting, reader, points)
    if reading.certain or not reader.depths.last_nodes:
        return reading
    theirs = query.ask(board, aim, goals, not cutting, reader, points)
    return Reading(WIN, PASS, reading.nodes + theirs.nodes, theirs.grade) if theirs.certain and theirs.result == LOSE else reading
