"""Eyes, and what lives unconditionally."""
from gtp.registry import command, vertex
from gtp.session import Session


@command('unconditional_status')
def unconditional_status(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: alive, dead, white_territory, black_territory or undecided.

    Fails: invalid coordinate.
    """
    from engine import benson
    pos = vertex(args, session.game.size)
    return benson.WORDS[benson.unconditional_status(session.game.board)[pos]]
