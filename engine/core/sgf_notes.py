"""Notes of a game record: what its main line says of its positions, in comments, labels and marks."""
from collections.abc import Iterator
from dataclasses import dataclass, field

from sgfmill import sgf_grammar

from owlgo.engine.core import points, sgf
from owlgo.engine.core.sgf_terms import Properties
from owlgo.engine.core.sgf_text import one_line

MOST_MARKED = 100_000
"""Points of a record that are marked, at most: rectangles of a hostile file name millions."""


@dataclass
class Note:
    """What is said of a position."""
    comment: str = ''
    marks: dict[int, str] = field(default_factory=dict)
    """The mark of a point, one of ``sgf.MARKS``."""
    labels: dict[int, str] = field(default_factory=dict)
    """The text on a point."""


def read(data: bytes, name: str, size: int) -> dict[int, Note]:
    """Return the notes by the number of moves before them; a game's comment stands at 0.  What names no point is passed over.

    Raises SgfError for a file that ``sgf.parse`` does not read either.
    """
    found: dict[int, Note] = {}
    number = marked = 0
    for node in sgf.main_line(data, name):
        number += 'B' in node or 'W' in node
        note = found.get(number, Note())
        texts = [note.comment, *(sgf_grammar.text_value(value).decode('utf-8') for key in ('GC', 'C') for value in node.get(key, ())[:1])]
        note.comment = '\n\n'.join(text.strip() for text in texts if text.strip())
        for key in sgf.MARKS:
            for pos in _points(node, key, size):
                if marked < MOST_MARKED:
                    note.marks[pos] = key
                    marked += 1
        note.labels.update(_labels(node, size))
        if note != Note():
            found[number] = note
    return found


def _points(node: Properties, key: str, size: int) -> Iterator[int]:
    """Yield the points that a property names, one by one or as rectangles."""
    for value in node.get(key, ()):
        corners = [sgf.parse_point(corner, size) for corner in value.split(b':')[:2]]
        first, last = corners[0], corners[-1]
        if first is not None and last is not None:
            (top, left), (bottom, right) = points.row_col(first), points.row_col(last)
            yield from (points.point(row, col) for row in range(top, bottom + 1) for col in range(left, right + 1))


def _labels(node: Properties, size: int) -> dict[int, str]:
    """Return the texts of LB by their points."""
    pairs = (sgf_grammar.parse_compose(value) for value in node.get('LB', ()))
    named = ((sgf.parse_point(place, size), text) for place, text in pairs)
    return {pos: one_line(text) for pos, text in named if pos is not None and text and text.strip()}
