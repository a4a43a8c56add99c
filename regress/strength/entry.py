"""Entries of the bench: a position, questions about it, and right answers.

A file of entries is JSON, one entry a line.  A board is its rows from the top, separated by ``/``, with X for Black and O for White:

    {"id": "problems-1", "board": ".XO/XXO/OO.", "questions": [{"ask": "owl_attack B3", "right": ["1 A3"], "source": "proof"}]}

``moves`` of a question, such as ``["B D4"]``, are played first.  A code alone as the right answer accepts any move.
"""
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, STONES, WHITE, parse_color, parse_vertex, point

LEVELS = {'dragons': 10, 'problems': 1, 'races': 10, 'strings': 10, 'choices': 3, 'finished': 10}
"""The level at which each kind of questions is asked.  A kind is a file of entries."""


@dataclass(frozen=True)
class Question:
    """A question about a position, with the right answer."""
    ask: str
    """A GTP command."""
    right: tuple[str, ...]
    """A code with or without a move, a move, a score or a status."""
    source: str
    """The source of the right answer, such as ``proof`` or ``referee+gnugo``; the README explains them."""
    moves: tuple[str, ...] = ()
    """Moves to play before the question, such as ``B D4``."""


@dataclass(frozen=True)
class Entry:
    """A position and the questions about it."""
    id: str
    board: str
    questions: tuple[Question, ...]
    to_move: str = 'B'
    komi: float = 6.5
    origin: str = ''
    """The game or the generator that the position comes from."""

    @property
    def size(self) -> int:
        return self.board.count('/') + 1

    @property
    def subject(self) -> tuple[str, str]:
        """The board and the stones asked about.  Entries that share both count as the same."""
        return self.board, self.questions[0].ask.partition(' ')[2]

    def put(self, game: Game, moves: Iterable[str] = ()) -> Game:
        """Set the position up in ``game``, a game of the right size, play these moves, and return the game.  Raises ValueError."""
        black, white = stones(self.board)
        game.setup(black, white, parse_color(self.to_move))
        for move in moves:
            color, vertex = move.split()
            game.play(parse_color(color), parse_vertex(vertex, self.size))
        return game


def stones(board: str) -> tuple[list[int], list[int]]:
    """Parse the stones of a drawn board.  Raises ValueError if the board is no square."""
    rows = board.split('/')
    if any(len(row) != len(rows) for row in rows):
        raise ValueError(f'no square board: {board}')
    at = {point(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row)}
    return ([pos for pos, sign in at.items() if sign == STONES[color]] for color in (BLACK, WHITE))     # type: ignore[return-value]


def parse(fields: dict[str, Any]) -> Entry:
    """Make an entry from its JSON fields."""
    questions = tuple(Question(q['ask'], tuple(q['right']), q['source'], tuple(q.get('moves', ()))) for q in fields['questions'])
    return Entry(**{**fields, 'questions': questions})


def read(path: Path) -> list[Entry]:
    """Read the entries of a file.  Raises OSError if there is no file."""
    return [parse(json.loads(line)) for line in path.read_text('utf-8').splitlines()]


def load(kind: str) -> list[Entry]:
    """Read the entries of a kind.  Raises OSError if there is no file of this kind."""
    return read(Path(__file__).with_name(f'{kind}.json'))
