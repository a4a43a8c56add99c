"""Boards and tables as text, as GNU Go's ``showboard`` and ``worm_data`` print them."""
from collections.abc import Callable, Mapping

from owlgo.engine.core.points import COLUMNS, PASS, STONES, point, row_col


def hoshi(size: int) -> list[int]:
    """Return the star points of a board, row by row, as in GNU Go: corners from 5x5 on, the centre, and sides from 13x13 on."""
    if size < 5:
        return [point(size // 2, size // 2)] if size % 2 else []
    edge = 1 if size < 6 else 2 if size < 12 else 3
    low, middle, high = edge, size // 2, size - 1 - edge
    rows = [(low, low), (low, high), (high, low), (high, high)]
    if size % 2:
        rows.append((middle, middle))
        if size >= 13:
            rows += [(low, middle), (middle, low), (middle, high), (high, middle)]
    return sorted(point(row, col) for row, col in rows)


def draw(size: int, color_at: Callable[[int], int], mark: Callable[[int], str | None] | None = None,
         beside: dict[int, str] | None = None) -> str:
    """Draw the board with coordinates.  ``mark`` may replace a point's sign.  ``beside`` adds text after a row, counted from the bottom."""
    letters = '   ' + ' '.join(COLUMNS[:size])
    stars = set(hoshi(size))
    lines = [letters]
    for row in range(size):
        signs = []
        for col in range(size):
            pos = point(row, col)
            color = color_at(pos)
            sign = STONES[color] if color or pos not in stars else '+'
            signs.append((mark(pos) if mark else None) or sign)
        number = size - row
        lines.append(f'{number:2d} {" ".join(signs)} {number}' + (beside or {}).get(number, ''))
    lines.append(letters)
    return '\n'.join(lines)


def place(pos: int) -> tuple[int, int]:
    """Return the line and the column of a point in the text of ``draw``, both from 0."""
    row, col = row_col(pos)
    return row + 1, 3 + 2 * col


def rows(size: int, text: Callable[[int], str], gap: str = ' ') -> list[str]:
    """Return the rows of a board as text, the top row first.  ``text`` gives each point's text."""
    return [gap.join(text(point(row, col)) for col in range(size)) for row in range(size)]


def table(values: Mapping[str, object], width: int = 20) -> str:
    """Return names and values as text, one pair to a line, with names padded to ``width``."""
    return '\n'.join(f'{name:<{width}} {value}' for name, value in values.items())


def move_labels(attack: int, defence: int) -> dict[int, str]:
    """Return labels for the moves that kill (A) and save (D), by point.  PASS gets no label.  A point may get both labels."""
    found: dict[int, str] = {}
    for pos, sign in ((attack, 'A'), (defence, 'D')):
        if pos != PASS:
            found[pos] = found.get(pos, '') + sign
    return found
