"""Words that can be typed besides moves, with GNU Go's names if it has them."""
import os
import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from owlgo.cli.terminal.play import TerminalGame, Word
from owlgo.engine.core import sgf
from owlgo.engine.core.level import MAX_LEVEL, STRONGEST_RANK, WEAKEST_RANK
from owlgo.engine.core.points import BLACK, EMPTY, MAX_SIZE, PASS, SIDES, WHITE, other, parse_color
from owlgo.engine.core.printable import counted
from owlgo.gtp.about import NAME
from owlgo.gtp.commands import play
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.registry import integer, vertex

TYPED_WORDS: dict[str, Word] = {}
"""Words by name."""
Run = Callable[[TerminalGame, list[str]], None]


def word(names: str, what: str, arguments: str = '', most: int = 0, least: int = 0) -> Callable[[Run], Run]:
    """Register a function that runs a typed word, with the word's names and its least and most arguments."""
    def register(run: Run) -> Run:
        every = tuple(names.split())
        usage = f'{every[0]} {arguments}'.strip()

        def checked(game: TerminalGame, args: list[str]) -> None:
            if not least <= len(args) <= most:
                raise GtpError(f'it is {usage}')
            run(game, args)
        for name in every:
            TYPED_WORDS[name] = Word(checked, usage, what, every)
        return run
    return register


def _whole(args: list[str], default: int, least: int = 1, most: int = 1000) -> int:
    """Parse the only argument, a number, or return the default.  Raises GtpError."""
    return integer(args, f'a whole number from {least} to {most} is wanted', least=least, most=most) if args else default


# --- moves ------------------------------------------------------------------------------------------------------------------


word('pass', 'pass')(lambda game, args: game.play(PASS))


@word('resign', 'give up')
def resign(game: TerminalGame, args: list[str]) -> None:
    if game.ended:
        raise GtpError('the game is over already')
    who = game.session.game.to_move if game.waiting else game.human
    game.moved()
    game.gave_up = who


@word('undo', 'take back your last move, and the answer to it')
def undo(game: TerminalGame, args: list[str]) -> None:
    moves = game.session.game.moves
    if game.resigned:
        # Take the resignation back.
        game.moved()
        game.waiting = game.session.game.to_move != game.human
        return
    mine = next((k for k, (color, _) in enumerate(reversed(moves), 1) if color == game.human), 0)
    if not mine:
        raise GtpError('there is no move of yours to take back')
    game.ask('gg-undo', str(mine))
    game.waiting = False
    game.branch()
    game.moved()


def _play_moves(game: TerminalGame, args: list[str]) -> None:
    """Let the engine make some moves, by default one."""
    for _ in range(_whole(args, 1)):
        if game.ended:
            raise GtpError('the game is over: undo, or new')
        game.answer()


word('go', f'let {NAME} move for the side to move')(_play_moves)
word('play', f'let {NAME} make N moves, for both sides', 'N', 1, 1)(_play_moves)


@word('force', f'play this move and let {NAME} wait', 'MOVE', 1, 1)
def force(game: TerminalGame, args: list[str]) -> None:
    game.obey(args[0])
    game.waiting = True


# --- questions --------------------------------------------------------------------------------------------------------------


@word('hint', 'a good move, and why')
def hint(game: TerminalGame, args: list[str]) -> None:
    from owlgo.engine.play import explain, genmove
    session = game.session
    who = session.game.to_move
    with game.thinking():
        thought = play.thought(session, who)
        move = genmove.choose(session.game, play.known(session), thought)
        game.screen.say('\n'.join(explain.move(thought, move, session.game.size)))


@word('why', f'why {NAME} played its last move')
def why(game: TerminalGame, args: list[str]) -> None:
    from owlgo.engine.play import explain
    session = game.session
    found = play.explained(session, 2)
    if found is None:
        raise GtpError(f'no move of {NAME} that it has thought about is among the last two')
    game.screen.say('\n'.join(explain.move(*found, session.game.size)))


@word('status', 'does the dragon of D4 live, and why?  Without a point, of every dragon, how sure that is first', 'D4', 1)
def status(game: TerminalGame, args: list[str]) -> None:
    from owlgo.engine.examine import data, explain
    session = game.session
    size = session.game.size
    if args and session.game.color_at(vertex(args, size)) == EMPTY:
        raise GtpError(f'there is no stone at {args[0].upper()}')
    with game.thinking():
        known = session.examination
        found = known.dragons
        if args:
            pos = vertex(args, size)
            game.screen.say('\n'.join(explain.dragon(found, found.of(pos), known.judge, pos)))
            return
        for one in found.every:
            judged = known.judgement_of(one)
            text = data.status_words(judged.status, size)
            name = f'{SIDES[one.color]} {session.game.vertex(one.origin)}, {counted(len(one.stones), "stone")}'
            game.screen.say(f'[{data.trust(judged, size)}] {name}: {text}')
        if not found.every:
            raise GtpError('there are no stones')


@word('score', 'who is ahead; at the end, who has won and what is dead')
def score_word(game: TerminalGame, args: list[str]) -> None:
    from owlgo.engine.play import expected
    from owlgo.engine.score.estimate import winner
    if game.ended and not game.resigned:
        game.tell_score()
        return
    with game.thinking():
        found = expected.of(game.session.game, game.session.examination, game.session.area_scoring).score
    doubt = f'; what is in doubt makes that {bound(found.lower)} to {bound(found.upper)}' if found.lower != found.upper else ''
    game.screen.say(f'An estimate: {winner(found.value, "is ahead")}{doubt}.')


def bound(value: float) -> str:
    """Return a score as text, the leading side and its lead.  ``value`` is positive if White leads."""
    return f'{SIDES[WHITE if value > 0 else BLACK]} {abs(value):.1f}'


# --- showing ----------------------------------------------------------------------------------------------------------------


@word('board display', 'show the board')
def board(game: TerminalGame, args: list[str]) -> None:
    game.show()
    game.changed = False


@word('showboard', 'show the board after every move, or stop that')
def showboard(game: TerminalGame, args: list[str]) -> None:
    game.shows = not game.shows
    game.screen.say(f'The board is shown {"after every move" if game.shows else "only when you type board"}.')


@word('info', 'the settings of the game')
def info(game: TerminalGame, args: list[str]) -> None:
    session = game.session
    record = session.game
    strength = f'level {session.level}' if session.rank is None else f'rank {session.rank}k'
    rules = 'stones and territory count' if session.area_scoring else 'territory and prisoners count'
    game.screen.say('\n'.join([
        f'You play {SIDES[game.human]}, {NAME} plays {SIDES[other(game.human)]} at {strength}.',
        f'Board {record.size}x{record.size}, handicap {record.handicap}, komi {record.komi:g}; {rules}.',
        f'Move {len(record.moves) + 1}, {SIDES[record.to_move]} to move.']))


# --- the game ---------------------------------------------------------------------------------------------------------------


@word('boardsize', 'the same', 'SIZE', 1, 1)
@word('new', 'another game, on a board of this size', '[SIZE]', 1)
def new(game: TerminalGame, args: list[str]) -> None:
    size = game.session.game.size
    before = game.record()
    game.ask('boardsize', str(_whole(args, size, 1, MAX_SIZE)))
    game.keep(before)
    _begin(game)


def _begin(game: TerminalGame) -> None:
    """Start over after another game was put on the board."""
    game.whole, game.waiting = None, False
    game.files.clear()
    game.moved()
    game.saved = game.session.game.record(), game.gave_up


@word('komi', "White's points for moving second", '[X]', 1)
def komi(game: TerminalGame, args: list[str]) -> None:
    if args:
        game.ask('komi', *args)
        game.result_shown = False
        if game.whole:
            game.whole = replace(game.whole, komi=game.session.game.komi)
    game.screen.say(f'Komi is {game.session.game.komi:g}.')


def _handicap(game: TerminalGame, command: str, args: list[str]) -> None:
    before = game.record()
    try:
        stones = game.ask(command, *args)
    except GtpError as error:
        raise GtpError(f'{error}: type new first' if str(error) == 'board not empty' else str(error)) from None
    game.keep(before)
    _begin(game)
    game.screen.say(f'Handicap stones: {stones}')


word('handicap', 'handicap stones on their traditional points, on an empty board', 'N', 1, 1)(
    lambda game, args: _handicap(game, 'fixed_handicap', args))
word('freehandicap', f'handicap stones where {NAME} likes them', 'N', 1, 1)(lambda game, args: _handicap(game, 'place_free_handicap', args))


@word('level', f'how much {NAME} reads, from 0 (fast) to {MAX_LEVEL}; ends a rank', '[N]', 1)
def level(game: TerminalGame, args: list[str]) -> None:
    if args:
        game.ask('level', str(_whole(args, 0, 0, MAX_LEVEL)))
        game.ask('owlgo-rank', 'off')
    deciding = game.session.rank
    game.screen.say(f'Level {game.session.level}.' + (f'  Rank {deciding}k decides the moves.' if deciding else ''))


@word('rank', f'the rank that {NAME} plays at, {WEAKEST_RANK}k to {STRONGEST_RANK}k; off: its level decides', '[RANK]', 1)
def rank(game: TerminalGame, args: list[str]) -> None:
    if args:
        try:
            game.ask('owlgo-rank', *args)
        except GtpError:
            raise GtpError(f'a rank is {WEAKEST_RANK}k to {STRONGEST_RANK}k, or off') from None
    found = game.session.rank
    game.screen.say(f'Level {game.session.level} decides.' if found is None else f'Rank {found}k.')


def _take(game: TerminalGame, side: int) -> None:
    game.human, game.waiting = side, False
    game.screen.say(f'You play {SIDES[side]}.')


word('switch', 'change sides')(lambda game, args: _take(game, other(game.human)))


@word('color', 'the side that you play', 'black|white', 1, 1)
def color(game: TerminalGame, args: list[str]) -> None:
    try:
        _take(game, parse_color(args[0]))
    except ValueError:
        raise GtpError('the colour is black or white') from None


word('playblack', 'play Black')(lambda game, args: _take(game, BLACK))
word('playwhite', 'play White')(lambda game, args: _take(game, WHITE))


# --- records ----------------------------------------------------------------------------------------------------------------


def _file(words: list[str]) -> Path:
    """Return the file named by words; its name may have blanks.  Raises GtpError."""
    name = ' '.join(words)
    if not name:
        raise GtpError(f'{name!r} is no file name')
    try:
        return Path(name).expanduser()
    except RuntimeError:
        raise GtpError(f'{name}: there is no such user') from None


@word('save', 'write the game as SGF', 'FILE', 100, 1)
def save(game: TerminalGame, args: list[str]) -> None:
    path = _file(args)
    try:
        game.save(path)
    except (OSError, ValueError) as error:      # An impossible name raises either.
        raise GtpError(f'{path}: {getattr(error, "strerror", error)}') from None
    name = shlex.quote(str(path))
    game.screen.say(f'Saved in {path}; load {name}, or owlgo --mode ascii -l {name}, goes on with it.')


@word('load', 'go on with a recorded game, from this move on', 'FILE [MOVE]', 100, 1)
def load(game: TerminalGame, args: list[str]) -> None:
    # The last word may be the move.
    path, until = _file(args), []
    if len(args) > 1 and not os.path.exists(path):
        path, until = _file(args[:-1]), args[-1:]
    session = game.session
    before = game.record()
    to_move = game.ask('loadsgf', str(path), *until)
    game.keep(before)
    _begin(game)
    game.human = session.game.to_move
    game.screen.say(f'{to_move.capitalize()} is to move, and you play that side; switch to play the other.')


def _walk(game: TerminalGame, number: int) -> None:
    """Show the position after ``number`` moves of the game, and wait there.  Raises GtpError if there are fewer."""
    whole = game.record()
    events, to_move = list(whole.events), whole.to_move
    places = [k for k, event in enumerate(events) if isinstance(event, sgf.Play)]
    if not 0 <= number <= len(places):
        raise GtpError('the game begins here' if number < 0 else f'there is no move {number}: the game ends with move {len(places)}')
    if number < len(places):
        here = events[places[number]]
        to_move = here.color if isinstance(here, sgf.Play) else to_move
        events = events[:places[number]]
    game.session.game.load(replace(whole, events=events, to_move=to_move))
    game.whole, who = whole if number < len(places) else None, game.gave_up
    game.moved()
    game.gave_up, game.waiting = who, True


def _here(game: TerminalGame) -> int:
    return len(game.session.game.moves)


word('back', 'go back N moves; then go on with a move, forward or go', '[N]', 1)(
    lambda game, args: _walk(game, _here(game) - _whole(args, 1)))
word('forward', 'go forward N moves', '[N]', 1)(lambda game, args: _walk(game, _here(game) + _whole(args, 1)))
word('goto', 'go to the position after N moves', 'N', 1, 1)(lambda game, args: _walk(game, _whole(args, 0, 0)))
word('last', 'go to the end of the game')(
    lambda game, args: _walk(game, sum(isinstance(event, sgf.Play) for event in game.record().events)))


# --- help -------------------------------------------------------------------------------------------------------------------


@word('help ?', 'this list')
def help_word(game: TerminalGame, args: list[str]) -> None:
    lines = [f'{"D4":<18} a move: a letter and a number']
    for name, one in TYPED_WORDS.items():
        if name == one.names[0]:
            also = f' (or {", ".join(one.names[1:])})' if one.names[1:] else ''
            lines.append(f'{one.usage:<18} {one.what}{also}')
    game.screen.say('\n'.join(lines))
    game.screen.say(f'Ctrl-C stops {NAME} while it thinks.  A game that was not saved is saved when you leave or begin another.')


@word('quit exit', 'leave')
def quit_word(game: TerminalGame, args: list[str]) -> None:
    game.session.quitting = True
