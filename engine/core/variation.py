"""Variations of a search as text and as SGF."""
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from owlgo.engine.core.points import BLACK, PASS, SIDES, WHITE, vertex
from owlgo.engine.core.sgf_write import COLOR_LETTERS, Node, dumps_tree


@dataclass
class Variation:
    """A move tried, its outcome, and the moves that follow."""
    color: int
    move: int
    outcome: str
    children: list['Variation'] = field(default_factory=list)

    def words(self, size: int) -> str:
        """The move and its outcome: ``Black D4: dies``."""
        name = 'pass' if self.move == PASS else vertex(self.move, size)
        return f'{SIDES[self.color]} {name}: {self.outcome}'


def lines(tree: list[Variation], size: int, indent: int = 0) -> list[str]:
    """The tree as indented text."""
    text = []
    for variation in tree:
        text.append('  ' * indent + variation.words(size))
        text += lines(variation.children, size, indent + 1)
    return text


def to_sgf(board: np.void, marked: list[int], tree: list[Variation], to_move: int, comment: str,
           labels: Mapping[int, str] | None = None, matter: Sequence[int] = ()) -> str:
    """Return a position and variations as SGF: labels, triangles on ``marked`` stones, squares on other points that ``matter``."""
    size = int(board['size'])
    black, white = (np.flatnonzero(board['color'] == color).tolist() for color in (BLACK, WHITE))
    root = Node(comment=comment, properties={
        'AB': black, 'AW': white, 'PL': COLOR_LETTERS[to_move], 'TR': sorted(marked), 'LB': dict(labels or {}),
        'SQ': sorted(set(matter) - set(marked) - set(labels or {}))})
    queue = [(root, variation) for variation in tree]
    while queue:
        node, variation = queue.pop(0)
        child = node.add(variation.color, variation.move, variation.words(size))
        queue += [(child, below) for below in variation.children]
    return dumps_tree(root, size)
