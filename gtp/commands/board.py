"""Commands that show the board and play on it."""
from owlgo.engine.core.points import BLACK, COLOR_NAMES, EMPTY, MAX_SIZE, PASS, WHITE
from owlgo.gtp.commands.reading import string
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.registry import color, command, integer, move, vertex
from owlgo.gtp.session import Session


@command('boardsize')
def boardsize(session: Session, args: list[str]) -> None:
    """Arguments: 1 to 25.  The board is empty afterwards, komi as before.  Fails: boardsize not an integer, unacceptable size."""
    size = integer(args, 'boardsize not an integer')
    if len(args) > 1 and args[1].isdigit() and args[1].lstrip('0') != str(size):
        raise GtpError('unacceptable size: only square boards')
    if not 1 <= size <= MAX_SIZE:
        raise GtpError('unacceptable size')
    session.forget()
    session.game.new(size)


@command('rectangular_boardsize')
def rectangular_boardsize(session: Session, args: list[str]) -> None:
    """Arguments: width, height, which must be the same: see boardsize.  Fails: boardsize not an integer, unacceptable size."""
    width, height = (integer(args, 'boardsize not an integer', index) for index in (0, 1))
    if width != height:
        raise GtpError('unacceptable size: only square boards')
    boardsize(session, args[:1])


@command('clear_board')
def clear_board(session: Session, args: list[str]) -> None:
    """Clear the board; its size stays."""
    session.clear_board()


@command('play')
def play(session: Session, args: list[str]) -> None:
    """Arguments: colour, vertex or pass.  Fails: invalid color or coordinate, illegal move."""
    who, pos = move(args, session.game.size)
    _play(session, who, pos)


def _play(session: Session, who: int, pos: int) -> None:
    from owlgo.engine.core.game import IllegalMove
    try:
        session.game.play(who, pos)
    except IllegalMove:
        raise GtpError('illegal move') from None


@command('black')
def black(session: Session, args: list[str]) -> None:
    """Arguments: vertex or pass.  Fails: invalid coordinate, illegal move."""
    _play_color(session, 'black', args)


@command('white')
def white(session: Session, args: list[str]) -> None:
    """Arguments: vertex or pass.  Fails: invalid coordinate, illegal move."""
    _play_color(session, 'white', args)


def _play_color(session: Session, name: str, args: list[str]) -> None:
    try:
        who, pos = move([name, *args], session.game.size)
    except GtpError:
        raise GtpError('invalid coordinate') from None
    _play(session, who, pos)


def pairs(session: Session, args: list[str]) -> list[tuple[int, int]]:
    """Parse colours and moves in turn.  Raises GtpError."""
    if len(args) % 2:
        raise GtpError('invalid color or coordinate')
    return [move(args, session.size, first) for first in range(0, len(args), 2)]


def set_up(session: Session, stones: list[tuple[int, int]]) -> None:
    """Begin a new game from stones, Black to move.  Raises GtpError and then changes nothing."""
    points = {pos for _, pos in stones}
    if PASS in points:
        raise GtpError('invalid color or coordinate')
    if len(points) < len(stones):
        raise GtpError('repeated vertex')
    try:
        session.game.setup([pos for who, pos in stones if who == BLACK], [pos for who, pos in stones if who == WHITE])
    except ValueError:
        raise GtpError('illegal position') from None
    session.begin_anew()


@command('set_position')
def set_position(session: Session, args: list[str]) -> None:
    """Arguments: colours and vertices in turn.  Set up exactly these stones, without earlier moves, Black to move; komi and rules stay.
    Fails: invalid color or coordinate, repeated vertex, illegal position (a string without liberties).
    """
    set_up(session, pairs(session, args))


@command('undo')
def undo(session: Session, args: list[str]) -> None:
    """Take a move back.  Fails: cannot undo."""
    _undo(session, 1)


@command('gg-undo')
def gg_undo(session: Session, args: list[str]) -> None:
    """Arguments: how many moves, 1 if left out.  Fails: invalid argument, cannot undo."""
    count = integer(args, 'invalid argument') if args else 1
    if count < 0:
        raise GtpError('invalid argument')
    _undo(session, count)


def _undo(session: Session, count: int) -> None:
    from owlgo.engine.core.game import CannotUndo
    try:
        session.game.undo(count)
    except CannotUndo:
        raise GtpError('cannot undo') from None
    if len(session.game.moves) < len(session.last_moves):
        session.last_thought = None     # The same move may be played again by another player.


@command('showboard')
def showboard(session: Session, args: list[str]) -> str:
    """Answer: the board, drawn."""
    return '\n' + session.game.show()


@command('color')
def color_command(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: black, white or empty.  Fails: invalid coordinate."""
    return COLOR_NAMES[session.game.color_at(vertex(args, session.game.size))]


@command('list_stones')
def list_stones(session: Session, args: list[str]) -> str:
    """Arguments: colour.  Answer: its stones.  Fails: invalid color."""
    return ' '.join(session.game.vertex(pos) for pos in session.game.stones(color(args)))


@command('countlib')
def countlib(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: how many liberties the string has.  Fails: invalid coordinate, vertex must not be empty."""
    return str(len(session.game.liberties(string(session, args))))


@command('findlib')
def findlib(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: the string's liberties.  Fails: invalid coordinate, vertex must not be empty."""
    return ' '.join(session.game.vertex(pos) for pos in session.game.liberties(string(session, args)))


@command('accuratelib')
def accuratelib(session: Session, args: list[str]) -> str:
    """Arguments: colour, vertex.  Answer: the liberties of a stone of this colour after its move there, with its string and captures.
    Fails: invalid color or coordinate, vertex must be empty.
    """
    who, pos = move(args, session.game.size)
    if pos == PASS or session.game.color_at(pos) != EMPTY:
        raise GtpError('vertex must be empty')
    return ' '.join(session.game.vertex(q) for q in session.game.liberties_after(who, pos))


@command('accurate_approxlib')
def accurate_approxlib(session: Session, args: list[str]) -> str:
    """Arguments and answer: as accuratelib; liberties are counted in one way only.  Fails: invalid color or coordinate, vertex must be
    empty.
    """
    return accuratelib(session, args)


@command('is_legal')
def is_legal(session: Session, args: list[str]) -> str:
    """Arguments: colour, vertex or pass.  Answer: 1 or 0.  Fails: invalid color or coordinate."""
    return str(int(session.game.is_legal(*move(args, session.game.size))))


@command('all_legal')
def all_legal(session: Session, args: list[str]) -> str:
    """Arguments: colour.  Answer: the points where it may play.  Fails: invalid color."""
    return ' '.join(session.game.vertex(pos) for pos in session.game.legal_moves(color(args)))


@command('captures')
def captures(session: Session, args: list[str]) -> str:
    """Arguments: colour.  Answer: how many stones it has captured.  Fails: invalid color."""
    return str(session.game.captures(color(args)))


@command('last_move')
def last_move(session: Session, args: list[str]) -> str:
    """Answer: colour and vertex.  Fails: no previous move known."""
    if not session.game.moves:
        raise GtpError('no previous move known')
    return _named(session, session.game.moves[-1])


@command('move_history')
def move_history(session: Session, args: list[str]) -> str:
    """Answer: colour and vertex of every move, the last one first."""
    return '\n'.join(_named(session, played) for played in reversed(session.game.moves))


def _named(session: Session, played: tuple[int, int]) -> str:
    return f'{COLOR_NAMES[played[0]]} {session.game.vertex(played[1])}'


@command('trymove')
def trymove(session: Session, args: list[str]) -> None:
    """Arguments: colour, vertex or pass: a trial move, taken back by popgo.  Fails: invalid color or coordinate, illegal move."""
    if not session.game.trymove(*move(args, session.game.size)):
        raise GtpError('illegal move')


@command('tryko')
def tryko(session: Session, args: list[str]) -> None:
    """Arguments: colour, vertex: a trial move that may retake a ko, taken back by popgo.  Fails: invalid color or coordinate, illegal move.
    """
    who, pos = move(args, session.game.size)
    if pos == PASS:
        raise GtpError('invalid color or coordinate')
    if not session.game.tryko(who, pos):
        raise GtpError('illegal move')


@command('popgo')
def popgo(session: Session, args: list[str]) -> None:
    """Take the last trial move back.  Fails: Stack empty."""
    if not session.game.popgo():
        raise GtpError('Stack empty.')


@command('dump_stack')
def dump_stack(session: Session, args: list[str]) -> str:
    """Answer: the trial moves, the oldest first."""
    return '\n'.join(_named(session, played) for played in session.game.stack())
