"""GNU Go, or another engine with its commands, for a second opinion."""
from collections.abc import Iterable

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, COLOR_NAMES, WHITE
from owlgo.gtp.client import Client


class Peer:
    """The peer engine.  Each question sets its position up."""

    def __init__(self, command: str) -> None:
        """Raises OSError if it cannot be started."""
        self.engine = Client(command)

    def ask(self, game: Game, question: str, before: Iterable[str] = ()) -> str:
        """Return the peer's answer in one line, empty if it refuses.  ``before`` are moves such as ``black D4``."""
        lines = [f'boardsize {game.size}', 'clear_board', f'komi {game.komi}']
        lines += [f'play {COLOR_NAMES[color]} {game.vertex(pos)}' for color in (BLACK, WHITE) for pos in game.stones(color)]
        lines += [f'play {move}' for move in before]
        if not self.engine.alive():
            self.engine.start()
        for line in [*lines, question]:
            reply = self.engine.send(line, 120.0)
            if reply.status != '=':
                return ''
        return ' '.join(reply.text.split())

    def close(self) -> None:
        self.engine.close()
