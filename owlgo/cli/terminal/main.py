"""Starting a game on the terminal."""
from owlgo.cli.terminal.play import TerminalGame
from owlgo.cli.terminal.screen import Screen, progress
from owlgo.cli.terminal.words import WORDS
from owlgo.engine.core.points import BLACK, EMPTY
from owlgo.gtp.registry import COMMANDS
from owlgo.gtp.server import load_kernels
from owlgo.gtp.session import Session


def main(session: Session, color: int = EMPTY, handicap: int = 0, loaded: bool = False, quiet: bool = False) -> int:
    """Play on standard input and output; the person has this colour, else that to move in a game that was loaded, else Black.

    Returns the exit status.  Raises GtpError where there is no such handicap.
    """
    load_kernels(every=session.clock is not None, progress=progress)
    progress('', 0, 0)
    human = color or (session.game.to_move if loaded else BLACK)
    if handicap > 1:
        COMMANDS['fixed_handicap'].handler(session, [str(handicap)])
    return TerminalGame(session, Screen(), WORDS, human, quiet).run()
