"""Moves that stop a combination: after them it captures none of the strings it threatened.

``combination.combination_defend`` searches the whole board again after every move.  For the choice of a move only these strings matter.
"""
import numpy as np

from owlgo.engine.core.board import played
from owlgo.engine.core.points import other
from owlgo.engine.core.result import KO_B, LOSE
from owlgo.engine.read import query
from owlgo.engine.read.reader import Reader
from owlgo.engine.read.record import Aim
from owlgo.engine.read.tactics import attack, candidates


def moves(board: np.void, color: int, threat: int, goals: list[int], reader: Reader) -> list[int]:
    """Return this colour's moves after which the opponent's combination against its strings fails, in board order.

    ``threat`` is the combination's first move, ``goals`` a stone of each string (``combination.combination_attack``).  The
    candidates are the threat itself and the first moves of a reading of each string.
    """
    suggested = {threat, *(move for pos in goals for move in candidates(board, pos, color, reader))}
    return [move for move in sorted(suggested) if _forestalls(board, color, move, threat, goals, reader)]


def _forestalls(board: np.void, color: int, move: int, threat: int, goals: list[int], reader: Reader) -> bool:
    """Whether a move stops a combination: neither the threat nor another move begins one, and no string falls alone."""
    with played(board, (move, color)) as legal:
        return legal and all(board['color'][pos] == color for pos in goals) and \
            all(attack(board, pos, reader).result in (LOSE, KO_B) for pos in goals) and \
            not _works(board, color, threat, goals, reader) and query.ask(board, Aim.COMBINATION, goals, True, reader).result == LOSE


def _works(board: np.void, color: int, threat: int, goals: list[int], reader: Reader) -> bool:
    """Whether the opponent's move captures one of the strings against every answer."""
    with played(board, (threat, other(color))) as legal:
        return legal and (any(board['color'][pos] != color for pos in goals) or
                          query.ask(board, Aim.CAPTURE, goals, False, reader).result == LOSE)
