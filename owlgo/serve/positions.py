"""Positions as a client names them: SGF text, a file of a shared folder, a diagram, or lists of stones.

Every error is a ValueError with one sentence that names the argument.
"""
import re
from collections.abc import Mapping
from typing import Any

from owlgo.engine.core import sgf
from owlgo.engine.core.points import BLACK, COLUMNS, EMPTY, MAX_SIZE, WHITE, parse_color, parse_point, point
from owlgo.engine.core.printable import counted
from owlgo.gtp.session import Session
from owlgo.serve.shared_folder import SharedFolder

SIGNS = {**dict.fromkeys('XxBb@', BLACK), **dict.fromkeys('OoWw&', WHITE), **dict.fromkeys('.+,*', EMPTY)}
"""Colours by the signs of a diagram: those that OwlGo draws, and the letters that people write."""
WAYS = 'one of sgf, file, diagram, or black and white with size'


def record_bytes(asked: Mapping[str, Any], folder: SharedFolder | None) -> tuple[bytes, str]:
    """Return the record that ``sgf`` or ``file`` names, and its name for errors.  Raises ValueError."""
    if ('sgf' in asked) == ('file' in asked):
        raise ValueError('give the game record as either sgf or file')
    if 'sgf' in asked:
        return asked['sgf'].encode('utf-8', 'replace'), 'sgf'
    if folder is None:
        raise ValueError('file: the server was started without a folder (owlgo mcp --folder DIR); give the record as sgf')
    return folder.read(asked['file'], sgf.MOST_FILE_BYTES), asked['file']


def load(session: Session, asked: Mapping[str, Any], folder: SharedFolder | None) -> sgf.Record:
    """Set up the position that a client asked about.  Return its record.  Raises ValueError; the game has not changed then.

    Without ``until`` it is the end of a record, but the start of a problem that comes with its solution.
    """
    ways = [name for name in ('sgf', 'file', 'diagram') if name in asked] + ['stones'] * ('black' in asked or 'white' in asked)
    if len(ways) != 1:
        raise ValueError(f'give the position as {WAYS}' + (', and not several of them' if ways else ''))
    for name, fits in (('until', ('sgf', 'file')), ('size', ('stones',))):
        if name in asked and ways[0] not in fits:
            raise ValueError(f'{name}: it goes with {" or ".join("black and white" if way == "stones" else way for way in fits)} only')
    if ways[0] in ('sgf', 'file'):
        data, name = record_bytes(asked, folder)
        try:
            record = sgf.parse(data, name, asked.get('until'))
        except sgf.SgfError:
            raise
        except ValueError as error:
            raise ValueError(f'until: {error}') from None
        end = len(record.plays) + 1
        if 'until' in asked and not record.stopped and str(asked['until']) not in ('0', str(end)):
            raise ValueError(f'until: {asked["until"]} never comes in the record, which has {counted(len(record.plays), "move")}')
        if 'until' not in asked and record.question is not None:
            record = sgf.parse(data, name, record.question)
    else:
        record = _drawn(asked['diagram']) if ways[0] == 'diagram' else _listed(asked)
    session.game.load(record)
    if 'to_move' in asked:
        session.game.set_turn(parse_color(asked['to_move']))
    return record


def _listed(asked: Mapping[str, Any]) -> sgf.Record:
    """Return the position with these stones."""
    size = asked.get('size', 19)
    stones = dict[str, list[int]]()
    for name in ('black', 'white'):
        try:
            stones[name] = [parse_point(text, size) for text in asked.get(name, ())]
        except ValueError as error:
            raise ValueError(f'{name}: {error}') from None
    if len({*stones['black'], *stones['white']}) < len(stones['black']) + len(stones['white']):
        raise ValueError('black, white: two stones on one point')
    return sgf.Record(size=size, black=stones['black'], white=stones['white'], name='black, white')


def _drawn(text: str) -> sgf.Record:
    """Return the position of a diagram: rows from the top, with or without coordinates and a frame."""
    rows, lines, sizes = list[list[int]](), list[tuple[int, list[str]]](), set[bool]()
    for number, line in enumerate(text.splitlines(), 1):
        plain = ''.join(line.split())
        if not plain.strip('+-|') and '-' in plain or plain.upper() == COLUMNS[:len(plain)]:
            continue
        labels, signs = re.findall(r'^\d+|\d+$', plain), re.sub(r'^\d+|\d+$', '', plain).replace('|', '')
        wrong = next((sign for sign in signs if sign not in SIGNS), None)
        if wrong is not None:
            raise ValueError(f'diagram, line {number}: {wrong!r} is no point (X is black, O white, a dot empty)')
        sizes |= {sign.isupper() for sign in signs if sign.isalpha()}
        rows.append([SIGNS[sign] for sign in signs])
        lines.append((number, labels))
    if len(sizes) > 1:
        raise ValueError('diagram: capital and small letters: the small ones of a map are territory, draw the stones alone')
    size = len(rows)
    if not 1 <= size <= MAX_SIZE:
        raise ValueError(f'diagram: it has {size} rows, and boards have 1 to {MAX_SIZE}')
    for k, ((number, labels), row) in enumerate(zip(lines, rows, strict=True)):
        if any(int(label) != size - k for label in labels):
            raise ValueError(f'diagram, line {number}: row {labels[0]}, where a board of {size} rows has {size - k}; draw the whole board')
        if len(row) != size:
            raise ValueError(f'diagram, line {number}: {len(row)} points in a row of a board with {size} rows')
    black, white = ([point(y, x) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == color] for color in (BLACK, WHITE))
    return sgf.Record(size=size, black=black, white=white, name='diagram')
