"""Draw boards as SVG and PNG, for ``--svg`` and ``--png``.  PNG needs CairoSVG (``owlgo[png]``)."""
import html
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import wrap
from typing import Any

from owlgo.engine.core.draw import hoshi
from owlgo.engine.core.files import trying_each, write_file
from owlgo.engine.core.points import BLACK, COLUMNS, EMPTY, WHITE, all_points, row_col
from owlgo.engine.core.printable import printable

CELL = 30
"""Distance of lines, in pixels."""
LEAST_WIDTH = 240
"""Least width of a picture with text, in pixels: a small board alone leaves too little room for words."""
BOARD_COLOR, LINE_COLOR, MARK_COLOR, STONE_RADIUS = '#e3b96b', '#222', '#c22', 0.47
"""Colours of board, lines and marks; radius of a stone in distances of lines."""
STONE_COLORS = {BLACK: '#111', WHITE: '#fff'}
"""Colours of stones, and of the squares that show whose a point is."""
ZONE_COLOR, WALL_COLOR = '#a9cdb4', '#1663c7'
"""Colours of a proof's zone and of the rings on its wall."""


@dataclass
class Picture:
    """A board to draw, with what is said of it."""
    size: int
    color_at: Callable[[int], int]
    text: Sequence[str] = ()
    """Sentences below the board."""
    marked: Collection[int] = ()
    """Stones in question, with squares on them."""
    labels: Mapping[int, str] = field(default_factory=dict)
    zone: Collection[int] = ()
    """Points that a proof rests on, softly shaded."""
    wall: Collection[int] = ()
    """Stones that a proof counts as safe, ringed."""
    owners: Mapping[int, int] = field(default_factory=dict)
    """The colour that owns a point, as a small square; on a stone it shows that the stone is dead."""
    tints: Mapping[int, str] = field(default_factory=dict)
    """Colours of the ground under points."""


def svg(picture: Picture) -> str:
    """Draw a picture."""
    text_height, letter_width = 22, 7.5     # pixels
    size = picture.size
    board = (size + 1) * CELL
    said = [*picture.text, *legend(picture)]
    width = max(board, LEAST_WIDTH) if said else board
    lines = [line for sentence in said for line in wrap(printable(sentence), int(width / letter_width) - 2)]
    height = board + text_height * len(lines) + (CELL // 2 if lines else 0)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
             f'font-family="sans-serif" font-size="13" fill="{LINE_COLOR}">',
             f'<rect width="{width}" height="{height}" fill="#fff"/><rect width="{board}" height="{board}" fill="{BOARD_COLOR}"/>',
             *_ground(picture), *_lines(size, board), *(part for pos in all_points(size) for part in _point(picture, pos)),
             *(f'<text x="8" y="{board + text_height * (k + 1) - 4}">{html.escape(line)}</text>' for k, line in enumerate(lines))]
    return '\n'.join([*parts, '</svg>'])


def legend(picture: Picture) -> list[str]:
    """Say what shading and rings mean."""
    zone = 'Shaded: the points that the proof rests on.' if picture.zone else ''
    wall = 'Ringed: stones that it counts as safe.' if picture.wall else ''
    return [f'{zone} {wall}'.strip()] if zone or wall else []


def _ground(picture: Picture) -> list[str]:
    """Draw what lies under the lines: the zone, and grounds of other colours."""
    colors = {**dict.fromkeys(picture.zone, ZONE_COLOR), **picture.tints}
    half = CELL // 2
    return [f'<rect x="{x - half}" y="{y - half}" width="{CELL}" height="{CELL}" fill="{color}"/>'
            for pos, color in sorted(colors.items()) for y, x in [_place(pos)]]


def _lines(size: int, width: int) -> list[str]:
    parts = []
    low, high = CELL, size * CELL
    for k in range(size):
        at = (k + 1) * CELL
        thick = 1.5 if k in (0, size - 1) else 0.8
        parts.append(f'<path d="M{low} {at}H{high}M{at} {low}V{high}" stroke="{LINE_COLOR}" stroke-width="{thick}"/>')
        for x, y, name in ((at, 13, COLUMNS[k]), (at, high + CELL - 5, COLUMNS[k]), (9, at + 4, size - k), (width - 9, at + 4, size - k)):
            parts.append(f'<text x="{x}" y="{y}" font-size="10" text-anchor="middle">{name}</text>')
    return parts


def _point(picture: Picture, pos: int) -> list[str]:
    """Draw a point: its stone or star, the ring of a wall, and a label or marks."""
    (y, x), color, parts = _place(pos), picture.color_at(pos), list[str]()
    if color != EMPTY:
        parts.append(f'<circle cx="{x}" cy="{y}" r="{CELL * STONE_RADIUS}" fill="{STONE_COLORS[color]}" stroke="#111"/>')
    elif pos in hoshi(picture.size) and pos not in picture.labels:
        parts.append(f'<circle cx="{x}" cy="{y}" r="3"/>')
    if color != EMPTY and pos in picture.wall:
        parts.append(f'<circle cx="{x}" cy="{y}" r="{CELL * STONE_RADIUS - 2}" fill="none" stroke="{WALL_COLOR}" stroke-width="3"/>')
    if pos in picture.owners:
        parts.append(f'<rect x="{x - 5}" y="{y - 5}" width="10" height="10" fill="{STONE_COLORS[picture.owners[pos]]}" stroke="#777"/>')
    if pos in picture.labels:
        ground = '' if color else f'<circle cx="{x}" cy="{y}" r="10" fill="{_under(picture, pos)}"/>'
        parts.append(f'{ground}<text x="{x}" y="{y + 6}" font-size="17" font-weight="bold" text-anchor="middle" fill="{MARK_COLOR}">'
                     f'{html.escape(picture.labels[pos])}</text>')
    elif pos in picture.marked:
        parts.append(f'<rect x="{x - 5}" y="{y - 5}" width="10" height="10" fill="{MARK_COLOR}"/>')
    return parts


def _under(picture: Picture, pos: int) -> str:
    """Return the colour of the ground at a point."""
    return picture.tints.get(pos) or (ZONE_COLOR if pos in picture.zone else BOARD_COLOR)


def save(picture: Picture, svg_file: str | Path | None, png_file: str | Path | None) -> None:
    """Write a picture as the files that options name.  Raises ValueError."""
    if svg_file or png_file:
        drawn = svg(picture)
        with trying_each() as attempt:
            if svg_file:
                attempt(write_file, svg_file, drawn)
            if png_file:
                attempt(write_png, png_file, drawn)


def _place(pos: int) -> tuple[int, int]:
    """Return the pixels of a point: down and across."""
    row, col = row_col(pos)
    return (row + 1) * CELL, (col + 1) * CELL


def write_png(name: str | Path, picture: str) -> None:
    """Write SVG as a PNG file.  Raises OSError, or ValueError without CairoSVG."""
    write_file(name, png(picture))


def png(picture: str) -> bytes:
    """Return SVG as PNG.  Raises ValueError without CairoSVG."""
    return bytes(png_maker()(picture.encode(), scale=2))


def png_maker() -> Callable[..., Any]:
    """Return CairoSVG's function that makes PNG of SVG.  Raises ValueError without CairoSVG."""
    try:
        import cairosvg
    except (ImportError, OSError) as error:
        raise ValueError(f'PNG needs CairoSVG and its library: pip install "owlgo[png]" ({error})') from None
    make: Callable[..., Any] = cairosvg.svg2png
    return make
