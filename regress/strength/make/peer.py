"""GNU Go, or another engine with its commands, as a second opinion."""
from collections.abc import Iterable

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, WHITE
from owlgo.gtp.client import Client
from owlgo.regress.strength.make.referee import LETTERS

TIMEOUT = 120.0
"""Seconds for an answer."""


class Peer:
    """The engine, asked about one position after the other."""

    def __init__(self, command: str) -> None:
        """Raises OSError if it cannot be started."""
        self.engine = Client(command)

    def ask(self, game: Game, question: str, before: Iterable[str] = ()) -> str:
        """Its answer, in one line; empty if it refuses.  ``before`` are moves, as in ``black D4``."""
        lines = [f'boardsize {game.size}', 'clear_board', f'komi {game.komi}']
        lines += [f'play {LETTERS[color]} {game.vertex(pos)}' for color in (BLACK, WHITE) for pos in game.stones(color)]
        lines += [f'play {move}' for move in before]
        if not self.engine.alive():
            self.engine.start()
        for line in lines:
            if self.engine.send(line, TIMEOUT).status != '=':
                return ''
        reply = self.engine.send(question, TIMEOUT)
        return ' '.join(reply.text.split()) if reply.status == '=' else ''

    def close(self) -> None:
        self.engine.close()
