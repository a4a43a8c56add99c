"""The variations of an OWL reading as a tree that people can read: taken from the search's table after the search.

At a node where the side to move succeeds, only its best move is followed; at a node where it fails, every reply is, with its
refutation: that is the proof in outline.  Lines end at the static verdicts or where the table knows no more.
"""
from dataclasses import dataclass, field

import numpy as np

from engine.core import sgf
from engine.core.board import py_popgo, py_trymove
from engine.core.points import BLACK, PASS, WHITE, other, vertex
from engine.life import owl

OUTCOMES = {owl.DIES: 'dies', owl.LIVES: 'lives', 0: 'undecided'}


@dataclass
class Variation:
    """A move that was tried, what the dragon's fate is after it, and what follows."""
    color: int
    move: int
    outcome: int
    """DIES, LIVES or 0, undecided."""
    children: list['Variation'] = field(default_factory=list)

    def words(self, size: int) -> str:
        name = 'pass' if self.move == PASS else vertex(self.move, size)
        return f"{'Black' if self.color == BLACK else 'White'} {name}: {OUTCOMES[self.outcome]}"


def variations(board: np.void, pos: int, attacking: bool, level: int, most: int = 400, depth: int = 30) -> list[Variation]:
    """The moves tried in the query about the dragon at pos, at most so many nodes in all and so many moves deep."""
    o = owl.prepare(board, pos)
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
        variation = Variation(side, move, outcome)
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


def lines(tree: list[Variation], size: int, indent: int = 0) -> list[str]:
    """The tree as indented text."""
    text = []
    for variation in tree:
        text.append('  ' * indent + variation.words(size))
        text += lines(variation.children, size, indent + 1)
    return text


def to_sgf(board: np.void, pos: int, tree: list[Variation], to_move: int, comment: str) -> str:
    """The position with the dragon marked, and the tree, as SGF."""
    size = int(board['size'])
    stones = {color: [int(p) for p in np.flatnonzero(board['color'] == color)] for color in (BLACK, WHITE)}
    root = sgf.setup_node(stones[BLACK], stones[WHITE], to_move=to_move, comment=comment, TR=owl.dragon(board, pos))
    queue = [(root, variation) for variation in tree]
    while queue:
        node, variation = queue.pop(0)
        child = node.add(variation.color, variation.move, variation.words(size))
        queue += [(child, below) for below in variation.children]
    return sgf.dumps_tree(root, size)
