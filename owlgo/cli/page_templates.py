"""Fill in the pages of ``owlgo solve`` and ``review``, and give them and ``owlgo web`` the script that draws boards."""
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from owlgo.cli.drawing import BOARD_COLOR, LINE_COLOR, STONE_COLORS, STONE_RADIUS, WALL_COLOR, ZONE_COLOR
from owlgo.engine.core.draw import hoshi
from owlgo.engine.core.points import COLUMNS, row_col

PAGES = Path(__file__).with_name('pages')
"""Folder of the pages' templates, with ``@name@`` for what is filled in, and of the script that draws boards in them."""


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
    colors = {'WOOD': BOARD_COLOR, 'INK': LINE_COLOR, 'ZONE': ZONE_COLOR, 'WALL': WALL_COLOR, 'STONES': [*STONE_COLORS.values()]}
    named = ''.join(f'const {name} = {json.dumps(value)};\n' for name, value in {**colors, 'DISC': STONE_RADIUS}.items())
    return named + (PAGES / 'board.js').read_text('utf-8')
