"""Draw boards: as SVG for ``--svg`` and ``--png``, and by a script in the pages of ``owlgo solve`` and ``owlgo review``.

PNG needs CairoSVG (``owlgo[png]``).
"""
import html
import json
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from owlgo.engine.core.draw import hoshi
from owlgo.engine.core.points import BLACK, COLUMNS, EMPTY, all_points, row_col

if TYPE_CHECKING:
    from owlgo.engine.core.game import Game

CELL = 30
"""Distance of lines, in pixels."""
BOARD_COLOR, LINE_COLOR, MARK_COLOR, STONE_RADIUS = '#e3b96b', '#222', '#c22', 0.47
"""Colours of board, lines and marks; radius of a stone in distances of lines."""
PAGES = Path(__file__).with_name('pages')
"""Folder of the pages' templates, with ``@name@`` for what is filled in, and of the script that draws boards in them."""


def svg(game: 'Game', marked: Collection[int], labels: Mapping[int, str], text: Sequence[str], shaded: Collection[int] = ()) -> str:
    """Draw the board with squares on marked stones, labels on points, shaded points, and sentences below it."""
    text_height, letter_width = 22, 7.5     # pixels
    size = game.size
    width = (size + 1) * CELL
    lines = [line for sentence in text for line in wrap(sentence, max(30, int(width / letter_width) - 2))]
    height = width + text_height * len(lines) + (CELL // 2 if lines else 0)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
             f'font-family="sans-serif" font-size="13" fill="{LINE_COLOR}">',
             f'<rect width="{width}" height="{height}" fill="#fff"/><rect width="{width}" height="{width}" fill="{BOARD_COLOR}"/>']
    low, high = CELL, size * CELL
    for k in range(size):
        at = (k + 1) * CELL
        thick = 1.5 if k in (0, size - 1) else 0.8
        parts.append(f'<path d="M{low} {at}H{high}M{at} {low}V{high}" stroke="{LINE_COLOR}" stroke-width="{thick}"/>')
        for x, y, name in ((at, 13, COLUMNS[k]), (at, high + CELL - 5, COLUMNS[k]), (9, at + 4, size - k), (width - 9, at + 4, size - k)):
            parts.append(f'<text x="{x}" y="{y}" font-size="10" text-anchor="middle">{name}</text>')
    for pos in shaded:
        y, x = _place(pos)
        parts.append(f'<rect x="{x - CELL / 2}" y="{y - CELL / 2}" width="{CELL}" height="{CELL}" fill="{MARK_COLOR}" '
                     'fill-opacity="0.3"/>')
    for pos in all_points(size):
        (y, x), color = _place(pos), game.color_at(pos)
        if color != EMPTY:
            fill = '#111' if color == BLACK else '#fff'
            parts.append(f'<circle cx="{x}" cy="{y}" r="{CELL * STONE_RADIUS}" fill="{fill}" stroke="#111"/>')
        elif pos in hoshi(size) and pos not in labels:
            parts.append(f'<circle cx="{x}" cy="{y}" r="3"/>')
        if pos in labels:
            ground = '' if color else f'<circle cx="{x}" cy="{y}" r="10" fill="{BOARD_COLOR}"/>'
            parts.append(f'{ground}<text x="{x}" y="{y + 6}" font-size="17" font-weight="bold" text-anchor="middle" fill="{MARK_COLOR}">'
                         f'{html.escape(labels[pos])}</text>')
        elif pos in marked:
            parts.append(f'<rect x="{x - 5}" y="{y - 5}" width="10" height="10" fill="{MARK_COLOR}"/>')
    parts += [f'<text x="8" y="{width + text_height * (k + 1) - 4}">{html.escape(line)}</text>' for k, line in enumerate(lines)]
    return '\n'.join([*parts, '</svg>'])


def fill_page(name: str, size: int, data: Mapping[str, Any], **texts: object) -> str:
    """Fill in a page template with ``data`` for its script, the look of a board of this size, and pieces of HTML (``texts``)."""
    board = board_look(size)
    # JSON that cannot end the script.
    text = json.dumps({**board, **data}, separators=(',', ':'))
    text = text.replace('<', '\\u003c').replace('>', '\\u003e').replace('&', '\\u0026')
    values = {'data': text, 'board': board_script(), 'curve': (PAGES / 'curve.js').read_text('utf-8'), **texts}
    return re.sub(r'@(\w+)@', lambda mark: str(values[mark[1]]), (PAGES / f'{name}.html').read_text('utf-8'))


def board_look(size: int) -> dict[str, Any]:
    """Return what the script needs to know of an empty board: size, letters of the columns, stars."""
    return {'size': size, 'letters': COLUMNS, 'stars': [row_col(p) for p in hoshi(size)]}


def board_script() -> str:
    """Return the script that draws boards."""
    return f'const WOOD = "{BOARD_COLOR}", INK = "{LINE_COLOR}", DISC = {STONE_RADIUS};\n' + (PAGES / 'board.js').read_text('utf-8')


def _place(pos: int) -> tuple[int, int]:
    """Return the pixels of a point: down and across."""
    row, col = row_col(pos)
    return (row + 1) * CELL, (col + 1) * CELL


def png(picture: str) -> bytes:
    """Return SVG as PNG.  Raises ValueError without CairoSVG."""
    try:
        import cairosvg
    except (ImportError, OSError) as error:
        raise ValueError(f'PNG needs CairoSVG and its library: pip install "owlgo[png]" ({error})') from None
    return bytes(cairosvg.svg2png(picture.encode(), scale=2))
