"""Semeai: races between dragons."""
from owlgo.gtp.commands.reading import string
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.registry import command, move
from owlgo.gtp.session import Session


@command('analyze_semeai')
def analyze_semeai(session: Session, args: list[str]) -> str:
    """Arguments: vertices of two dragons of different colours.  Answer, with the first one's owner to move: the code of its defence, the
    code of the attack on the second one, and the move; after report_uncertainty on "uncertain" if it is a guess.  Fails: invalid
    coordinate, vertex must not be empty, dragons must have different colors.
    """
    return _analysis(session, *_dragons(session, args))


@command('analyze_semeai_after_move')
def analyze_semeai_after_move(session: Session, args: list[str]) -> str:
    """Arguments: color, vertex of a move, vertices of two dragons of different colours.  Answer: as analyze_semeai after that move, with
    the first dragon's owner to move.  Nothing changes on the board.  Fails: invalid color or coordinate, move vertex is not empty, illegal
    move, invalid coordinate, vertex must not be empty, dragons must have different colors.
    """
    game = session.game
    color, pos = move(args, game.size)
    first, second = _dragons(session, args, 2)
    if pos and game.color_at(pos):
        raise GtpError('move vertex is not empty')
    if pos and not game.is_legal(color, pos):
        raise GtpError('illegal move')
    game.trymove(color, pos)
    answer = _analysis(session, first, second) if game.color_at(first) and game.color_at(second) else None
    game.popgo()
    if answer is None:
        raise GtpError('the move captures a dragon')
    return answer


@command('tactical_analyze_semeai')
def tactical_analyze_semeai(session: Session, args: list[str]) -> str:
    """Arguments: vertices of two dragons of different colours.  Answer: as analyze_semeai, from liberties alone.  Fails: invalid
    coordinate, vertex must not be empty, dragons must have different colors.
    """
    return _analysis(session, *_dragons(session, args), tactical=True)


def _dragons(session: Session, args: list[str], index: int = 0) -> tuple[int, int]:
    """Parse the points of two stones of different colours."""
    first, second = string(session, args, index), string(session, args, index + 1)
    if session.game.color_at(first) == session.game.color_at(second):
        raise GtpError('dragons must have different colors')
    return first, second


def _analysis(session: Session, first: int, second: int, tactical: bool = False) -> str:
    """Read a race, and return its two codes and the move as the answer."""
    from owlgo.engine.core.result import GTP_CODES
    from owlgo.engine.life import semeai
    found = semeai.analyze(session.game.board, first, second, session.means, tactical)
    text = f'{GTP_CODES[found.defence]} {GTP_CODES[found.attack]} {session.game.vertex(found.move)}'
    return text + (' uncertain' if not found.grade.certain and session.report_uncertainty else '')
