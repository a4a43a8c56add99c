"""The records that the page can open: shipped examples, and those of one folder.  No name leads out of that folder."""
import functools
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from sgfmill.boards import Board

from owlgo import regress
from owlgo.cli.page_templates import board_look
from owlgo.cli.values import Data
from owlgo.engine.core import sgf
from owlgo.engine.core.points import BLACK, EMPTY, PASS, STONES, WHITE, all_points, row_col
from owlgo.engine.core.printable import shortened
from owlgo.engine.core.sgf_write import COLOR_LETTERS
from owlgo.serve.shared_folder import SharedFolder
from owlgo.serve.web_session import parse

MOST_RECORD_BYTES = 4 << 20
"""Largest record that the page opens, in bytes."""
MOST_LISTED = 1000
"""Most records of a folder that are offered."""
GAMES = Path(regress.__file__).with_name('games')


class Example(NamedTuple):
    """A record of the package, with its title and the number of moves after which it opens."""
    title: str
    after: int = 0


EXAMPLES = {
    'straight-three.sgf': Example('Three in a row'), 'bent-three.sgf': Example('Bent three'), 'bulky-five.sgf': Example('Bulky five'),
    'rabbity-six.sgf': Example('Rabbity six'), 'seki.sgf': Example('Seki'), 'throw-in.sgf': Example('A throw-in'),
    'square-four.sgf': Example('Square four'), 'alphago-lee-sedol-4.sgf': Example('AlphaGo \N{EN DASH} Lee Sedol, game 4', 169),
}
"""The examples by file, in the order of the page."""


@functools.cache
def examples() -> list[Data]:
    """Return the examples for the page: name, title, the board row by row, and its look."""
    found = []
    for name, one in EXAMPLES.items():
        record = sgf.load(GAMES / name, one.after + 1)
        found.append({'name': name, 'title': one.title, 'board': _picture(record), 'look': board_look(record.size)})
    return found


def _picture(record: sgf.Record) -> str:
    """Return the end of a record row by row, without the engine's board, whose kernels may still be loading."""
    board = Board(record.size)
    black, white = ([_upwards(pos, record.size) for pos in stones] for stones in record.start)
    board.apply_setup(black, white, [])
    for event in record.events:
        if isinstance(event, sgf.Play) and event.pos != PASS:
            board.play(*_upwards(event.pos, record.size), COLOR_LETTERS[event.color].lower())
    signs = {'b': STONES[BLACK], 'w': STONES[WHITE], None: STONES[EMPTY]}
    return ''.join(signs[board.get(*_upwards(pos, record.size))] for pos in all_points(record.size))


def _upwards(pos: int, size: int) -> tuple[int, int]:
    """Return row and column of a point, with the rows counted from the bottom."""
    row, col = row_col(pos)
    return size - 1 - row, col


def example(name: str) -> bytes:
    """Return the bytes of an example.  Raises ValueError for another name."""
    if name not in EXAMPLES:
        raise ValueError(f'there is no example {name}')
    return (GAMES / name).read_bytes()


class Given(NamedTuple):
    """A record that was named on the command line."""
    name: str
    data: bytes


def given_file(path: str) -> Given:
    """Return a record that the page can open.  Raises SgfError that names the file."""
    data = sgf.read(path, MOST_RECORD_BYTES)
    parse(data, path)
    return Given(Path(path).name, data)


class Folder(SharedFolder):
    """A folder whose records the page may read."""

    def names(self) -> list[str]:
        """Return the first records by name in it and below it: MOST_LISTED, and another one if there are more."""
        every = sorted(path.relative_to(self.path).as_posix() for path in self.path.rglob('*.[sS][gG][fF]'))
        return list(islice((name for name in every if _is_text(name) and self._holds(name)), MOST_LISTED + 1))

    def record(self, name: str) -> bytes:
        """Return the bytes of a record in the folder.  Raises ValueError if there is none of this name, or it cannot be read."""
        if not name.lower().endswith('.sgf') or '\\' in name or not _is_text(name):
            raise ValueError(f'record: {shortened(name)!r} is no record of the folder')
        return self.read(name, MOST_RECORD_BYTES, 'record')


def _is_text(name: str) -> bool:
    """Return whether a file's name is text that can be sent."""
    return not any('\ud800' <= letter <= '\udfff' for letter in name)
