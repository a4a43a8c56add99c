"""Tactical reading: strings, connections, combinations, and their counters and depths."""
from typing import TYPE_CHECKING

from owlgo.engine.core.points import EMPTY, PASS
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.registry import color, command, integer, move, vertex, vertex_or_pass
from owlgo.gtp.session import Session

if TYPE_CHECKING:
    from owlgo.engine.core.result import Reading


MOST_DEEPER = 20
"""Most moves by which depths can be raised or lowered; a reading 20 moves deeper takes minutes."""


def string(session: Session, args: list[str], index: int = 0, error: str = 'vertex must not be empty') -> int:
    """Parse the point of a stone."""
    pos = vertex(args, session.game.size, index)
    if session.game.color_at(pos) == EMPTY:
        raise GtpError(error)
    return pos


def unoccupied(session: Session, pos: int) -> int:
    """Return a move's point, or PASS.  Raises GtpError if a stone is there."""
    if pos != PASS and session.game.color_at(pos) != EMPTY:
        raise GtpError('move vertex must be empty')
    return pos


def answer(session: Session, reading: 'Reading', uncertainty: bool = False) -> str:
    """Write a reading as GTP does: the result's code, and the move if the code is not 0."""
    text = str(reading.code)
    if reading.code:
        text += ' ' + session.game.vertex(reading.move)
    return text + (' uncertain' if uncertainty and not reading.certain else '')


def two_strings(session: Session, args: list[str]) -> tuple[int, int]:
    """Parse the points of two stones of one colour."""
    first, second = string(session, args), string(session, args, 1)
    if session.game.color_at(first) != session.game.color_at(second):
        raise GtpError('vertices must have same color')
    return first, second


def two_apart(session: Session, args: list[str]) -> tuple[int, int]:
    """Parse the points of two different strings of one colour."""
    first, second = two_strings(session, args)
    if second in session.game.string(first):
        raise GtpError('vertices must be in different strings')
    return first, second


@command('attack')
def attack(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: code, and the attacking move if the code is not 0.  Fails: invalid coordinate, vertex must not be empty.
    """
    from owlgo.engine.read import tactics
    return answer(session, tactics.attack(session.game.board, string(session, args), session.question_reader))


@command('defend')
def defend(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: code, and the defending move if the code is not 0; PASS if none is needed.  Fails: invalid coordinate,
    vertex must not be empty.
    """
    from owlgo.engine.read import tactics
    return answer(session, tactics.find_defense(session.game.board, string(session, args), session.question_reader))


@command('attack_either')
def attack_either(session: Session, args: list[str]) -> str:
    """Arguments: two vertices of one colour.  Answer: code, whether one of the strings can be captured.  Fails: invalid coordinate, vertex
    must not be empty, vertices must have same color.
    """
    from owlgo.engine.read import tactics
    return str(tactics.attack_either(session.game.board, *two_strings(session, args), session.question_reader).code)


@command('defend_both')
def defend_both(session: Session, args: list[str]) -> str:
    """Arguments: two vertices of one colour.  Answer: code, whether both strings can be saved.  Fails: invalid coordinate, vertex must not
    be empty, vertices must have same color.
    """
    from owlgo.engine.read import tactics
    return str(tactics.defend_both(session.game.board, *two_strings(session, args), session.question_reader).code)


def _move_and_string(session: Session, args: list[str]) -> tuple[int, int]:
    """Parse a move or PASS, and the point of a stone."""
    return unoccupied(session, vertex_or_pass(args, session.game.size)), string(session, args, 1)


@command('does_attack')
def does_attack(session: Session, args: list[str]) -> str:
    """Arguments: move, vertex.  Answer: code, whether the move captures a string that could otherwise be saved (1 for success, as in GNU Go
    3.8); a string beyond rescue gives 0.  Fails: invalid coordinate, move vertex must be empty, vertex must not be empty.
    """
    from owlgo.engine.core.result import GTP_CODES
    from owlgo.engine.read import tactics
    return str(GTP_CODES[tactics.does_attack(session.game.board, *_move_and_string(session, args), session.question_reader)])


@command('does_defend')
def does_defend(session: Session, args: list[str]) -> str:
    """Arguments: move, vertex.  Answer: code, whether the move saves the string: 1 for success, where GNU Go 3.8 prints 3 by mistake.
    Fails: invalid coordinate, move vertex must be empty, vertex must not be empty.
    """
    from owlgo.engine.core.result import GTP_CODES
    from owlgo.engine.read import tactics
    return str(GTP_CODES[tactics.does_defend(session.game.board, *_move_and_string(session, args), session.question_reader)])


@command('ladder_attack')
def ladder_attack(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: code, and the move if the code is not 0: whether the string is caught in a plain ladder.  Fails: invalid
    coordinate, vertex must not be empty, string must have exactly 2 liberties (one is fine too).
    """
    from owlgo.engine.read import tactics
    pos = string(session, args)
    if len(session.game.liberties(pos)) > 2:
        raise GtpError('string must have exactly 2 liberties')
    return answer(session, tactics.ladder_attack(session.game.board, pos, session.reader))


@command('connect')
def connect(session: Session, args: list[str]) -> str:
    """Arguments: two vertices of one colour.  Answer: code, and the move if the code is not 0: whether the owner can join the strings.
    Fails: invalid coordinate, vertex must not be empty, vertices must have same color, vertices must be in different strings.
    """
    from owlgo.engine.read import connect as reader
    return answer(session, reader.connect(session.game.board, *two_apart(session, args), session.question_reader))


@command('disconnect')
def disconnect(session: Session, args: list[str]) -> str:
    """Arguments: two vertices of one colour.  Answer: code, and the move if the code is not 0: whether the strings can be kept apart.
    Fails: invalid coordinate, vertex must not be empty, vertices must have same color, vertices must be in different strings.
    """
    from owlgo.engine.read import connect as reader
    return answer(session, reader.disconnect(session.game.board, *two_apart(session, args), session.question_reader))


def _area(session: Session, args: list[str]) -> tuple[int, ...]:
    if len(args) < 2:
        raise GtpError('need at least one vertex of the area')
    return tuple(vertex(args, session.game.size, k) for k in range(1, len(args)))


@command('break_in')
def break_in(session: Session, args: list[str]) -> str:
    """Arguments: a string's vertex, vertices of an area.  Answer: code, and the move if the code is not 0: does the string get in?  Fails:
    invalid coordinate, vertex must not be empty, need at least one vertex of the area.
    """
    from owlgo.engine.read import connect as reader
    return answer(session, reader.break_in(session.game.board, string(session, args), _area(session, args), session.question_reader))


@command('block_off')
def block_off(session: Session, args: list[str]) -> str:
    """Arguments: a string's vertex, vertices of an area.  Answer: code, and the move if the code is not 0: can the string be kept out?
    Fails: invalid coordinate, vertex must not be empty, need at least one vertex of the area.
    """
    from owlgo.engine.read import connect as reader
    return answer(session, reader.block_off(session.game.board, string(session, args), _area(session, args), session.question_reader))


@command('combination_attack')
def combination_attack(session: Session, args: list[str]) -> str:
    """Arguments: color.  Answer: a move that begins a combination for this colour, or PASS.  Fails: invalid color."""
    from owlgo.engine.read import combination
    return session.game.vertex(combination.combination_attack(session.game.board, color(args), session.reader, closely=True)[0].move)


@command('combination_defend')
def combination_defend(session: Session, args: list[str]) -> str:
    """Arguments: color.  Answer: this colour's moves that forestall a combination of the opponent, or PASS.  Fails: invalid color."""
    from owlgo.engine.read import combination
    moves = combination.combination_defend(session.game.board, color(args), session.reader)
    return ' '.join(session.game.vertex(move) for move in moves or [PASS])


@command('aa_confirm_safety')
def aa_confirm_safety(session: Session, args: list[str]) -> str:
    """Arguments: colour, vertex of a move, [least number of stones].  Answer: 1 if after the move no combination of the opponent captures
    that many stones (default 1), else 0 and a move that forestalls it, or PASS.  Fails: invalid color or coordinate, illegal move, invalid
    number of stones.
    """
    from owlgo.engine.core.points import other
    from owlgo.engine.core.result import LOSE
    from owlgo.engine.read import combination
    game = session.game
    who, pos = move(args, game.size)
    if pos == PASS:
        raise GtpError('invalid color or coordinate')
    least = integer(args, 'invalid number of stones', 2, least=0) if len(args) > 2 else 1
    if not game.trymove(who, pos):
        raise GtpError('illegal move')
    found, goals = combination.combination_attack(game.board, other(who), session.reader)
    safe = found.result == LOSE or min(len(game.string(goal)) for goal in goals) < least
    saving = [] if safe else combination.combination_defend(game.board, who, session.reader)
    game.popgo()
    return '1' if safe else f'0 {game.vertex((saving or [PASS])[0])}'


@command('tune_move_ordering')
def tune_move_ordering(session: Session, args: list[str]) -> str:
    """Fails always: the order of moves in readings was learned from counts and has no numbers of GNU Go's kind."""
    raise GtpError('no such numbers here: the order of moves was learned')


@command('get_life_node_counter', cheap=True)
def get_life_node_counter(session: Session, args: list[str]) -> str:
    """Answer: 0, as GNU Go's: eye spaces are looked up or solved as a whole, and nothing is counted."""
    return '0'


@command('reset_life_node_counter', cheap=True)
def reset_life_node_counter(session: Session, args: list[str]) -> None:
    """There is nothing to reset: see get_life_node_counter."""


@command('increase_depths', cheap=True)
def increase_depths(session: Session, args: list[str]) -> None:
    """Read one move deeper, with a quarter more positions.  Fails: cannot read deeper."""
    if session.deeper >= MOST_DEEPER:
        raise GtpError('cannot read deeper')
    session.deeper += 1


@command('decrease_depths', cheap=True)
def decrease_depths(session: Session, args: list[str]) -> None:
    """Read one move less deep, with a fifth less positions.  Fails: cannot read less deep."""
    if session.deeper <= -MOST_DEEPER:
        raise GtpError('cannot read less deep')
    session.deeper -= 1


@command('get_reading_node_counter')
def get_reading_node_counter(session: Session, args: list[str]) -> str:
    """Answer: reading nodes since the last reset."""
    return str(session.reader.memory.nodes)


@command('reset_reading_node_counter')
def reset_reading_node_counter(session: Session, args: list[str]) -> None:
    """Set the reading node counter to 0."""
    session.reader.memory.nodes = 0


@command('get_connection_node_counter')
def get_connection_node_counter(session: Session, args: list[str]) -> str:
    """Answer: nodes of connection reading since the last reset."""
    return str(session.reader.memory.connection_nodes)


@command('reset_connection_node_counter')
def reset_connection_node_counter(session: Session, args: list[str]) -> None:
    """Set the connection node counter to 0."""
    session.reader.memory.connection_nodes = 0


@command('get_trymove_counter')
def get_trymove_counter(session: Session, args: list[str]) -> str:
    """Answer: trial moves since the last reset."""
    return str(session.game.board['trymoves'])


@command('reset_trymove_counter')
def reset_trymove_counter(session: Session, args: list[str]) -> None:
    """Set the trial move counter to 0."""
    session.game.board['trymoves'] = 0


@command('clear_cache')
def clear_cache(session: Session, args: list[str]) -> None:
    """Forget all readings.  Answers stay the same; the next one takes longer."""
    session.workspace.forget()
