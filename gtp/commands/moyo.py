"""Bouzy's territory, moyo and area, as numbers and as boards for GoGui."""
import sys
from typing import TYPE_CHECKING

from owlgo.engine.core import draw
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.registry import command, integer, move
from owlgo.gtp.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable

    from owlgo.engine.score.bouzy import Operator


def rows(session: Session, text: 'Callable[[int], str]', gap: str = ' ') -> str:
    """Draw the board as rows, the top one first, with a text for each point."""
    return '\n'.join(draw.rows(session.game.size, text, gap))


def operator(args: list[str]) -> 'Operator':
    """Parse the numbers of dilations and erosions; warn on standard error if they are unusual."""
    from owlgo.engine.score import bouzy
    wrong = f'invalid numbers: dilations (0 to {bouzy.MAX_DILATIONS}) and erosions (0 to {bouzy.MAX_DILATIONS ** 2}) are wanted'
    found = bouzy.Operator(integer(args, wrong), integer(args, wrong, 1))
    if not (0 <= found.dilations <= bouzy.MAX_DILATIONS and 0 <= found.erosions <= bouzy.MAX_DILATIONS ** 2):
        raise GtpError(wrong)
    if warning := bouzy.warning(found):
        sys.stderr.write(f'owlgo: {warning}\n')
    return found


@command('owlgo-bouzy')
def owlgo_bouzy(session: Session, args: list[str]) -> str:
    """Arguments: number of dilations, number of erosions.  Answer: Bouzy's value of every point, a row a line, positive where it is
    Black's; dead stones are taken off first.  Standard error warns where the erosions are not 1 + n(n-1) for n dilations.  Fails: invalid
    numbers.
    """
    from owlgo.engine.score import bouzy
    values = bouzy.bouzy(session.game.board, operator(args), session.examination.dead)
    return rows(session, lambda pos: f'{int(values[pos]):4d}')


@command('owlgo-bouzy_board')
def owlgo_bouzy_board(session: Session, args: list[str]) -> str:
    """Arguments and failures: as owlgo-bouzy.  Answer: the same, divided by 32 and at most 1 either way, for GoGui's dboard."""
    from owlgo.engine.score import bouzy
    values = bouzy.bouzy(session.game.board, operator(args), session.examination.dead)
    return rows(session, lambda pos: f'{min(1.0, max(-1.0, int(values[pos]) / 32)):.2f}')


@command('owlgo-bouzy_delta')
def owlgo_bouzy_delta(session: Session, args: list[str]) -> str:
    """Arguments: number of dilations, number of erosions, colour, vertex.  Answer: the change of the balance by the move, in points for its
    player, stones included.  Fails: invalid numbers, invalid color or coordinate, illegal move.
    """
    from owlgo.engine.score import bouzy
    game = session.game
    chosen = operator(args)
    who, pos = move(args, game.size, 2)
    if not game.is_legal(who, pos):
        raise GtpError('illegal move')
    return str(bouzy.delta(game.board, chosen, pos, who, session.examination.dead))
