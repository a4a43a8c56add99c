"""Tactical reading and OWL."""
from typing import TYPE_CHECKING

from engine.core.points import EMPTY
from gtp.protocol import GtpError
from gtp.registry import command, vertex
from gtp.session import Session

if TYPE_CHECKING:
    from engine.read.result import Reading


def _string(session: Session, args: list[str]) -> int:
    pos = vertex(args, session.game.size)
    if session.game.color_at(pos) == EMPTY:
        raise GtpError('vertex must not be empty')
    return pos


def _answer(session: Session, reading: 'Reading', uncertainty: bool = False) -> str:
    text = str(reading.code)
    if reading.code:
        text += ' ' + session.game.vertex(reading.move)
    return text + (' uncertain' if uncertainty and reading.uncertain else '')


@command('attack')
def attack(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: code, and the attacking move if the code is not 0.

    Fails: invalid coordinate, vertex must not be empty.
    """
    from engine.read import tactics
    return _answer(session, tactics.attack(session.game.board, _string(session, args), session.level))


@command('defend')
def defend(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: code, and the defending move if the code is not 0.

    Fails: invalid coordinate, vertex must not be empty.
    """
    from engine.read import tactics
    return _answer(session, tactics.find_defense(session.game.board, _string(session, args), session.level))


@command('owl_attack')
def owl_attack(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: code, the killing move if the code is not 0, and after report_uncertainty on whether a budget ran out.

    Fails: invalid coordinate, vertex must not be empty.
    """
    from engine.life import owl
    return _answer(session, owl.owl_attack(session.game.board, _string(session, args), session.level), session.report_uncertainty)


@command('owl_defend')
def owl_defend(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: code, the saving move if the code is not 0, and after report_uncertainty on whether a budget ran out.

    Fails: invalid coordinate, vertex must not be empty.
    """
    from engine.life import owl
    return _answer(session, owl.owl_defend(session.game.board, _string(session, args), session.level), session.report_uncertainty)


@command('get_reading_node_counter')
def get_reading_node_counter(session: Session, args: list[str]) -> str:
    """Answer: reading nodes since the last reset."""
    from engine.read import tactics
    return str(tactics.counter())


@command('reset_reading_node_counter')
def reset_reading_node_counter(session: Session, args: list[str]) -> str:
    """Set the reading node counter to 0."""
    from engine.read import tactics
    tactics.reset_counter()
    return ''


@command('get_owl_node_counter')
def get_owl_node_counter(session: Session, args: list[str]) -> str:
    """Answer: OWL nodes since the last reset."""
    from engine.life import owl
    return str(owl.counter())


@command('reset_owl_node_counter')
def reset_owl_node_counter(session: Session, args: list[str]) -> str:
    """Set the OWL node counter to 0."""
    from engine.life import owl
    owl.reset_counter()
    return ''


@command('get_trymove_counter')
def get_trymove_counter(session: Session, args: list[str]) -> str:
    """Answer: trial moves since the last reset."""
    from engine.core import board
    return str(board.trymove_counter(session.game.board))


@command('reset_trymove_counter')
def reset_trymove_counter(session: Session, args: list[str]) -> str:
    """Set the trial move counter to 0."""
    from engine.core import board
    board.reset_trymove_counter(session.game.board)
    return ''


@command('clear_cache')
def clear_cache(session: Session, args: list[str]) -> str:
    """Forget what reading has found.  Every query starts afresh as it is, so this changes no answer."""
    return ''
