"""Entries of the bench: a position, questions about it, and the answers that are right.

A file of entries is JSON, one entry a line.  A board is its rows from the top, parted by ``/``, with X for Black and O for White:

    {"id": "problems-1", "board": ".XO/XXO/OO.", "questions": [{"ask": "owl_attack B3", "right": ["1 A3"], "source": "proof"}]}

``moves`` of a question are played first, as in ``["B D4"]``.  A right answer of a code alone accepts any move.
"""
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, EMPTY, STONES, WHITE, all_points, parse_color, parse_vertex, point

FOLDER = Path(__file__).parent
KINDS = ('dragons', 'problems', 'races', 'strings', 'choices', 'finished')
"""A file of entries each, in the order of the report."""


@dataclass(frozen=True)
class Question:
    """A question about a position, with the right answer."""
    ask: str
    """A GTP command."""
    right: tuple[str, ...]
    """A code with or without a move, a move, a score or a status."""
    source: str
    """Where the right answer comes from, as in ``proof`` or ``referee+gnugo``; the README explains them."""
    moves: tuple[str, ...] = ()
    """Moves before it, as in ``B D4``."""


@dataclass(frozen=True)
class Entry:
    """A position and the questions about it."""
    id: str
    board: str
    questions: tuple[Question, ...]
    to_move: str = 'B'
    komi: float = 6.5
    origin: str = ''
    """The game or the generator that it comes from."""

    @property
    def size(self) -> int:
        return self.board.count('/') + 1

    @property
    def subject(self) -> tuple[str, str]:
        """The board, and what is asked about: entries that share both are one."""
        return self.board, self.questions[0].ask.partition(' ')[2]

    def put(self, game: Game, moves: Iterable[str] = ()) -> Game:
        """Set the position up, after these moves, in a game of its size, which is returned.  Raises ValueError if that cannot be done."""
        black, white = stones(self.board)
        game.setup(black, white, parse_color(self.to_move))
        for move in moves:
            color, vertex = move.split()
            game.play(parse_color(color), parse_vertex(vertex, self.size))
        return game


def stones(board: str) -> tuple[list[int], list[int]]:
    """The stones of a drawn board.  Raises ValueError if it is no square."""
    rows = board.split('/')
    if any(len(row) != len(rows) for row in rows):
        raise ValueError(f'no square board: {board}')
    at = {point(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row)}
    return ([pos for pos, sign in at.items() if sign == STONES[color]] for color in (BLACK, WHITE))     # type: ignore[return-value]


def drawn(game: Game) -> str:
    """The board of a game, drawn."""
    signs = ''.join(STONES[game.color_at(pos)] if game.color_at(pos) != EMPTY else '.' for pos in all_points(game.size))
    return '/'.join(signs[row * game.size:(row + 1) * game.size] for row in range(game.size))


def parse(fields: dict[str, Any]) -> Entry:
    """An entry from its JSON."""
    questions = tuple(Question(q['ask'], tuple(q['right']), q['source'], tuple(q.get('moves', ()))) for q in fields['questions'])
    return Entry(**{**fields, 'questions': questions})


def read(path: Path) -> list[Entry]:
    """The entries of a file.  Raises OSError if there is none."""
    return [parse(json.loads(line)) for line in path.read_text('utf-8').splitlines()]


def load(kind: str) -> list[Entry]:
    """The entries of a kind.  Raises OSError if there are none."""
    return read(FOLDER / f'{kind}.json')


def dumps(entry: Entry) -> str:
    """An entry as a line of JSON; what says nothing is left out."""
    fields = asdict(entry)
    defaults = {'to_move': 'B', 'komi': 6.5, 'origin': ''}
    fields = {name: value for name, value in fields.items() if name not in defaults or value != defaults[name]}
    fields['questions'] = [{name: value for name, value in asked.items() if name != 'moves' or value} for asked in fields['questions']]
    return json.dumps(fields)


def save(path: Path, entries: Iterable[Entry]) -> None:
    """Write the entries of a kind, a line each."""
    path.write_text(''.join(dumps(one) + '\n' for one in entries), 'utf-8')


def append(path: Path, entry: Entry) -> None:
    """Add an entry to those that a file has."""
    with path.open('a', encoding='utf-8') as file:
        file.write(dumps(entry) + '\n')
