"""Write trees of moves and variations as SGF.

    root = Node(properties={'AB': black, 'AW': white, 'PL': 'B'}, comment='Black to kill')
    line = root.add(BLACK, d4, 'the vital point', TR=[d4])
    line.add(WHITE, e4)
    root.add(BLACK, e4, 'fails', LB={e4: 'x'})
    text = dumps_tree(root, size=9)

Nothing here recurses, so a line may be thousands of moves deep.
"""
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from sgfmill import sgf_grammar, sgf_properties

from owlgo.engine.core import points

Property = str | Sequence[int] | Mapping[int, str]
"""Text, points (TR, CR, MA, SQ, AB, AW, AE, TB, TW ...), or points with labels (LB)."""

COLOR_LETTERS = {points.BLACK: 'B', points.WHITE: 'W'}
"""The SGF property of a move, by its colour."""


@dataclass
class Node:
    """A position in a tree: its move, if it has one, comments, and the moves that follow.  SGF allows no move in the root."""
    color: int | None = None
    pos: int | None = None
    """The point of the move, or PASS.  None if the node has no move."""
    comment: str = ''
    properties: dict[str, Property] = field(default_factory=dict)
    children: list['Node'] = field(default_factory=list)

    def add(self, color: int | None = None, pos: int | None = None, comment: str = '', **properties: Property) -> 'Node':
        """Add a last variation below this node and return it."""
        self.children.append(Node(color, pos, comment, properties))
        return self.children[-1]


def dumps_tree(root: Node, size: int) -> str:
    """Return the tree as SGF (FF[4], UTF-8).  The first child of each node continues the main line.

    The board size and the program are added to the root unless its properties have them.  Raises ValueError for a point off the board.
    """
    header = {'FF': '4', 'GM': '1', 'CA': 'UTF-8', 'AP': f'OwlGo:{_version()}', 'SZ': str(size)}

    def raw(node: Node) -> dict[str, list[bytes]]:
        return _raw_properties(node, size, header if node is root else {})

    tree = sgf_grammar.make_coarse_game_tree(root, lambda node: node.children, raw)
    return str(sgf_grammar.serialise_game_tree(tree), 'utf-8')


@cache
def _version() -> str:
    """Return OwlGo's installed version.  The import below is slow, and only needed to write files."""
    from importlib import metadata
    try:
        return metadata.version('owlgo')
    except metadata.PackageNotFoundError:
        return 'source'


def _raw_properties(node: Node, size: int, header: Mapping[str, str]) -> dict[str, list[bytes]]:
    """Return a node's properties in the form that sgfmill writes.  Properties without a value are left out."""
    values: dict[str, Property] = {**header, **node.properties}
    if node.comment:
        values['C'] = node.comment
    result: dict[str, list[bytes]] = {}
    if node.color is not None and node.pos is not None:
        result[COLOR_LETTERS[node.color]] = [_raw_point(node.pos, size) if node.pos != points.PASS else b'']
    for name, value in values.items():
        if isinstance(value, str):
            result[name] = [_raw_text(value)]
        elif isinstance(value, Mapping):
            result[name] = [_raw_point(pos, size) + b':' + _raw_text(text) for pos, text in value.items()]
        else:
            result[name] = [_raw_point(pos, size) for pos in value]
    return {name: value for name, value in result.items() if value}


def _raw_point(pos: int, size: int) -> bytes:
    if not points.on_board(pos, size):
        raise ValueError(f'point {pos} is off the {size}x{size} board')
    row, col = points.row_col(pos)
    return bytes(sgf_properties.serialise_go_point((size - 1 - row, col), size))


def _raw_text(text: str) -> bytes:
    return bytes(sgf_grammar.escape_text(text.encode('utf-8', 'replace')))
