"""Commands that choose moves."""
from engine.core.points import BLACK, WHITE
from gtp.registry import color, command, vertex
from gtp.session import Session


def _choose(session: Session, who: int, among: list[int] | None = None) -> int:
    from engine.play.genmove import genmove
    session.game.pop_all()
    return genmove(session.game, who, session.level, session.seed, among or ())


def _generate(session: Session, who: int) -> str:
    pos = _choose(session, who)
    session.game.play(who, pos)
    return session.game.vertex(pos)


@command('genmove')
def genmove_command(session: Session, args: list[str]) -> str:
    """Arguments: colour.  Answer: the move, which is played.  Fails: invalid color."""
    return _generate(session, color(args))


@command('genmove_black')
def genmove_black(session: Session, args: list[str]) -> str:
    """Answer: Black's move, which is played."""
    return _generate(session, BLACK)


@command('genmove_white')
def genmove_white(session: Session, args: list[str]) -> str:
    """Answer: White's move, which is played."""
    return _generate(session, WHITE)


@command('reg_genmove')
def reg_genmove(session: Session, args: list[str]) -> str:
    """Arguments: colour.  Answer: the move, which is not played.  Fails: invalid color."""
    return session.game.vertex(_choose(session, color(args)))


@command('restricted_genmove')
def restricted_genmove(session: Session, args: list[str]) -> str:
    """Arguments: color, vertices.  Answer: the best move among these, PASS if none is worth playing; it is not played.

    Fails: invalid color, invalid coordinate.
    """
    who = color(args)
    places = sorted({vertex(args, session.game.size, index) for index in range(1, max(len(args), 2))})
    return session.game.vertex(_choose(session, who, places))
