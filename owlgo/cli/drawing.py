"""A position as a picture: SVG, and PNG where CairoSVG is installed (``owlgo[png]``)."""
import html
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from owlgo.engine.core.draw import hoshi
from owlgo.engine.core.points import BLACK, COLUMNS, EMPTY, all_points, row_col

if TYPE_CHECKING:
    from owlgo.engine.core.game import Game

CELL = 30
"""Pixels from line to line."""
BELOW, LETTERS = 22, 7.5
"""Pixels of a line of text below the board, and of a letter, about."""
WOOD, INK, MARK = '#e3b96b', '#222', '#c22'


def svg(game: 'Game', marked: Collection[int], labels: Mapping[int, str], text: Sequence[str]) -> str:
    """The board with stones marked by squares, points labelled, and sentences below it."""
    size = game.size
    width = (size + 1) * CELL
    lines = [line for sentence in text for line in wrap(sentence, max(30, int(width / LETTERS) - 2))]
    height = width + BELOW * len(lines) + (CELL // 2 if lines else 0)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
             f'font-family="sans-serif" font-size="13" fill="{INK}">',
             f'<rect width="{width}" height="{height}" fill="#fff"/><rect width="{width}" height="{width}" fill="{WOOD}"/>']
    low, high = CELL, size * CELL
    for k in range(size):
        at = (k + 1) * CELL
        parts.append(f'<path d="M{low} {at}H{high}M{at} {low}V{high}" stroke="{INK}" stroke-width="{1.5 if k in (0, size - 1) else 0.8}"/>')
        for x, y, name in ((at, 13, COLUMNS[k]), (at, high + CELL - 5, COLUMNS[k]), (9, at + 4, size - k), (width - 9, at + 4, size - k)):
            parts.append(f'<text x="{x}" y="{y}" font-size="10" text-anchor="middle">{name}</text>')
    for pos in all_points(size):
        (y, x), color = _place(pos), game.color_at(pos)
        if color != EMPTY:
            parts.append(f'<circle cx="{x}" cy="{y}" r="{CELL * 0.47}" fill="{"#111" if color == BLACK else "#fff"}" stroke="#111"/>')
        elif pos in hoshi(size) and pos not in labels:
            parts.append(f'<circle cx="{x}" cy="{y}" r="3"/>')
        if pos in labels:
            ground = '' if color else f'<circle cx="{x}" cy="{y}" r="10" fill="{WOOD}"/>'
            parts.append(f'{ground}<text x="{x}" y="{y + 6}" font-size="17" font-weight="bold" text-anchor="middle" fill="{MARK}">'
                         f'{html.escape(labels[pos])}</text>')
        elif pos in marked:
            parts.append(f'<rect x="{x - 5}" y="{y - 5}" width="10" height="10" fill="{MARK}"/>')
    parts += [f'<text x="8" y="{width + BELOW * (k + 1) - 4}">{html.escape(line)}</text>' for k, line in enumerate(lines)]
    return '\n'.join([*parts, '</svg>'])


def _place(pos: int) -> tuple[int, int]:
    """Where a point is drawn: down and across."""
    row, col = row_col(pos)
    return (row + 1) * CELL, (col + 1) * CELL


def write_png(name: str, picture: str) -> None:
    """Draw SVG as PNG into a file.  Raises OSError, and ValueError where CairoSVG is not installed."""
    try:
        import cairosvg
    except (ImportError, OSError) as error:
        raise ValueError(f'--png needs CairoSVG and its library: pip install "owlgo[png]" ({error})') from None
    Path(name).write_bytes(cairosvg.svg2png(picture.encode(), scale=2))
