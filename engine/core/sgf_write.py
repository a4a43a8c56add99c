"""Trees of moves and variations, written as SGF.

    root = setup_node(black, white, to_move=BLACK, comment='Black to kill')
    line = root.add(BLACK, d4, 'the vital point', TR=[d4])
    line.add(WHITE, e4)
    root.add(BLACK, e4, 'fails', LB={e4: 'x'})
    text = dumps_tree(root, size=9)

Nothing here recurses, so a line may be thousands of moves deep.  ``engine.core.sgf`` passes these names on.
"""
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from sgfmill import sgf_grammar, sgf_properties

from owlgo.engine.core import points

Property = str | Sequence[int] | Mapping[int, str]
"""Text, points (TR, CR, MA, SQ, AB, AW, AE, TB, TW ...), or points with labels (LB)."""

COLOR_LETTERS = {points.BLACK: 'B', points.WHITE: 'W'}
"""Properties of a move by its colour."""


class Node:
    """A position in a tree: its move, comments, and the moves that follow."""
    __slots__ = ('color', 'pos', 'comment', 'properties', 'children')

    def __init__(self, color: int | None = None, pos: int | None = None, comment: str = '',
                 properties: Mapping[str, Property] | None = None) -> None:
        """A node without a move when `color` and `pos` are None; `pos` may be PASS."""
        if (color is None) != (pos is None):
            raise ValueError('a move needs a colour and a point')
        if color is not None and color not in COLOR_LETTERS:
            raise ValueError(f'{color} is no colour of a player')
        self.color = color
        self.pos = pos
        self.comment = comment
        self.properties: dict[str, Property] = dict(properties or {})
        self.children: list[Node] = []

    def add(self, color: int | None = None, pos: int | None = None, comment: str = '',
            properties: Mapping[str, Property] | None = None, **more: Property) -> 'Node':
        """Add a last variation below this node and return it.  Properties may be given by name: ``TR=[pos]``."""
        child = Node(color, pos, comment, {**(properties or {}), **more})
        self.children.append(child)
        return child


def setup_node(black: Iterable[int], white: Iterable[int], to_move: int = points.BLACK, comment: str = '',
               properties: Mapping[str, Property] | None = None, **more: Property) -> Node:
    """The root of a tree that starts from a position."""
    setup: dict[str, Property] = {'AB': sorted(black), 'AW': sorted(white), 'PL': COLOR_LETTERS[to_move]}
    return Node(comment=comment, properties={**setup, **(properties or {}), **more})


def dumps_tree(root: Node, size: int) -> str:
    """The tree as SGF (FF[4], UTF-8), the first child of each node being its main line.

    The root names board and program, unless its properties do.  Raises ValueError for a move in the root, a move and setup in one node
    (SGF has no meaning for these), a point off the board or an invalid property name.
    """
    if root.color is not None:
        raise ValueError('the root of an SGF tree must have no move')
    header = {'FF': '4', 'GM': '1', 'CA': 'UTF-8', 'AP': f'OwlGo:{_version()}', 'SZ': str(size)}

    def raw(node: Node) -> dict[str, list[bytes]]:
        return _raw_properties(node, size, header if node is root else {})

    tree = sgf_grammar.make_coarse_game_tree(root, lambda node: node.children, raw)
    return str(sgf_grammar.serialise_game_tree(tree), 'utf-8')


@cache
def _version() -> str:
    """The installed version; its import is slow and only writers of files need it."""
    from importlib import metadata
    try:
        return metadata.version('owlgo')
    except metadata.PackageNotFoundError:
        return 'source'


def _raw_properties(node: Node, size: int, header: Mapping[str, str]) -> dict[str, list[bytes]]:
    """A node's properties as the serialiser wants them; those without a value are left out."""
    values: dict[str, Property] = {**header, **node.properties}
    result: dict[str, list[bytes]] = {}
    if node.color is not None and node.pos is not None:
        if not values.keys().isdisjoint(('AB', 'AW', 'AE', 'PL')):
            raise ValueError('a move and setup stones in one SGF node')
        result[COLOR_LETTERS[node.color]] = [_raw_point(node.pos, size) if node.pos != points.PASS else b'']
    if node.comment:
        values['C'] = node.comment
    for name, value in values.items():
        if not sgf_grammar.is_valid_property_identifier(name) or name in ('B', 'W'):
            raise ValueError(f'{name!r} is no name of an SGF property')
        if isinstance(value, str):
            result[name] = [_raw_text(value)]
        elif isinstance(value, Mapping):
            result[name] = [_raw_point(pos, size) + b':' + _raw_text(text) for pos, text in value.items()]
        else:
            result[name] = [_raw_point(pos, size) for pos in value]
        if not result[name]:
            del result[name]
    return result


def _raw_point(pos: int, size: int) -> bytes:
    if not points.on_board(pos, size):
        raise ValueError(f'point {pos} is off the {size}x{size} board')
    row, col = points.row_col(pos)
    return bytes(sgf_properties.serialise_go_point((size - 1 - row, col), size))


def _raw_text(text: str) -> bytes:
    return bytes(sgf_grammar.escape_text(text.encode('utf-8', 'replace')))
