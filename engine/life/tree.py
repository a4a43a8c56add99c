"""The variations of an OWL reading as a tree that people can read: taken from the search's table after the search.

At a node where the side to move succeeds, only its best move is followed; at a node where it fails, every reply is, with its
refutation: that is the proof in outline.  Lines end at the static verdicts or where the table knows no more.
"""
import numpy as np

from engine.core.board import py_popgo, py_trymove
from engine.core.points import other
from engine.life import owl
from engine.read.tree import Variation

OUTCOMES = {owl.DIES: 'dies', owl.LIVES: 'lives', 0: 'undecided'}


def variations(board: np.void, pos: int, attacking: bool, level: int, most: int = 400, depth: int = 30) -> list[Variation]:
    """The moves tried in the query about the dragon at pos, at most so many nodes in all and so many moves deep."""
    o = owl.prepare(board, pos)
    owl.look_up(board, o)
    o['nodes'] = 0
    attacker = int(o['attacker'])
    side = attacker if attacking else other(attacker)
    owl.py_search(board, o, side, 0, owl.budget(level))
    left = [most]
    return _children(board, o, side, left, depth, True)


def _children(board: np.void, o: np.void, side: int, left: list[int], depth: int, root: bool = False) -> list[Variation]:
    """The tried moves of one position; recursion is bounded by ``depth``."""
    n = int(owl.py_children(board, o, side))
    known = sorted(((_outcome(o, k), int(o['child_move'][0, k]), k) for k in range(n)), key=lambda item: item[2])
    goal = owl.DIES if side == int(o['attacker']) else owl.LIVES
    best = [item for item in known if item[0] == goal][:1]
    tried = (best + [item for item in known if item not in best]) if root or not best else best
    result = []
    for outcome, move, _ in tried:
        if left[0] <= 0:
            break
        left[0] -= 1
        variation = Variation(side, move, OUTCOMES[outcome])
        result.append(variation)
        if depth > 0 and py_trymove(board, move, side):
            if not owl.py_is_dead(board, o) and not (side != int(o['attacker']) and owl.py_is_alive(board, o)):
                variation.children = _children(board, o, other(side), left, depth - 1)
            py_popgo(board)
    return result


def _outcome(o: np.void, k: int) -> int:
    if o['list_pn'][k] == 0:
        return owl.DIES
    return owl.LIVES if o['list_dn'][k] == 0 else 0
