"""Whether strings hold that shut a dragon in: what zones ask of tactical reading (``engine.solver.zone``).

The other side has stones on all liberties inside, and moves first outside:

    . . O . .      O has two liberties outside.  X, who is inside, may fill the third; if O is safe even then, it is wall
    X . O . .
    . X O X .
"""
from dataclasses import dataclass, field

import numpy as np

from engine.core.board import py_place_if_legal
from engine.core.points import other
from engine.core.result import LOSE
from engine.core.workspace import Workspace
from engine.read.depths import of_level
from engine.read.reader import Reader
from engine.read.tactics import attack
from engine.solver.zone import Holds


@dataclass
class WallReading:
    """What such readings work in: they are no questions that anybody asked, and are kept apart from those."""
    workspace: Workspace = field(default_factory=Workspace)


def wall_reader(board: np.void, level: int, workspace: Workspace) -> Holds:
    """Who says whether strings of a board hold; the board must be the same whenever he is asked."""
    reader = Reader(of_level(level), workspace.get(WallReading).workspace)
    known: dict[tuple[frozenset[int], frozenset[int]], bool] = {}

    def holds(stones: frozenset[int], inside: frozenset[int]) -> bool:
        if (stones, inside) not in known:
            known[stones, inside] = _holds(board.copy(), stones, inside, reader)
        return known[stones, inside]
    return holds


def _holds(board: np.void, stones: frozenset[int], inside: frozenset[int], reader: Reader) -> bool:
    """``holds`` on a board that may be changed.  Where the other side cannot fill a liberty yet, nobody knows."""
    pos = min(stones)
    opponent = other(int(board['color'][pos]))
    if not all(py_place_if_legal(board, p, opponent) for p in sorted(inside)):
        return False
    found = attack(board, pos, reader)
    return found.result == LOSE and not found.uncertain
