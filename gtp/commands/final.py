"""The final score and the final status of stones and points."""
from typing import TYPE_CHECKING

from owlgo.engine.core.points import EMPTY, all_points
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.registry import command, seed, vertex
from owlgo.gtp.session import Session

if TYPE_CHECKING:
    from collections.abc import Collection

    from owlgo.engine.play.final import Final


@command('final_score')
def final_score(session: Session, args: list[str]) -> str:
    """Arguments: [random seed].  Answer: the score as "W+3.5", or 0, after both sides have settled critical dragons in turn; after
    report_uncertainty on also "uncertain", if any stone's status is a guess.  The board does not change.  Fails: invalid random seed.
    """
    from owlgo.engine.play import final
    found = session.finished(seed(args) if args else None)
    return final.result(found.score) + _mark(session, found, found.uncertain)


def _mark(session: Session, found: 'Final', stones: 'Collection[int]') -> str:
    """Return " uncertain" if the status of one of these stones is a guess and the controller wants to know; else an empty text."""
    return ' uncertain' if session.report_uncertainty and not found.uncertain.isdisjoint(stones) else ''


def _statuses(session: Session) -> dict[int, str]:
    """Return the final status of each point."""
    from owlgo.engine.play import final
    return final.seen_from(session.game.board, session.finished())


@command('final_status')
def final_status(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: alive, dead, seki, white_territory, black_territory or dame, and for a stone after report_uncertainty on
    whether that is a guess.  Fails: invalid coordinate.
    """
    pos = vertex(args, session.game.size)
    return _statuses(session)[pos] + _mark(session, session.finished(), [pos])


@command('final_status_list')
def final_status_list(session: Session, args: list[str]) -> str:
    """Arguments: alive, dead, seki, white_territory, black_territory or dame.  Answer: the stones, a string a line, or the points in one
    line; after report_uncertainty on "uncertain" follows a string with a guessed status.  Fails: missing status, invalid status.
    """
    from owlgo.engine.play.final import WORDS
    if not args:
        raise GtpError('missing status')
    if args[0] not in WORDS:
        raise GtpError('invalid status')
    game, statuses = session.game, _statuses(session)
    found = [pos for pos in all_points(game.size) if statuses[pos] == args[0]]
    if not any(game.color_at(pos) != EMPTY for pos in found):
        return ' '.join(game.vertex(pos) for pos in found)
    lines, seen = [], set()
    for pos in found:
        if pos not in seen and game.color_at(pos) != EMPTY:
            string = sorted(game.string(pos))
            seen.update(string)
            lines.append(' '.join(game.vertex(stone) for stone in string) + _mark(session, session.finished(), string))
    return '\n'.join(lines)
