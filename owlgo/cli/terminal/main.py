"""Start a game on the terminal."""
from owlgo.cli.terminal.play import TerminalGame
from owlgo.cli.terminal.screen import Screen, progress
from owlgo.cli.terminal.words import TYPED_WORDS
from owlgo.engine.core.points import BLACK, EMPTY
from owlgo.gtp.registry import COMMANDS
from owlgo.gtp.server import load_kernels
from owlgo.gtp.session import Session


def main(session: Session, color: int = EMPTY, handicap: int = 0, loaded: bool = False, quiet: bool = False) -> int:
    """Play on standard input and output; return the exit status.  Raises GtpError for an impossible handicap.

    The person's default colour is the side to move in a loaded game, else Black.
    """
    load_kernels(every=session.clock is not None, progress=progress)
    progress('', 0, 0)
    human = color or (session.game.to_move if loaded else BLACK)
    if handicap > 1:
        COMMANDS['fixed_handicap'].handler(session, [str(handicap)])
    return TerminalGame(session, Screen(), TYPED_WORDS, human, quiet).run()
