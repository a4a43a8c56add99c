"""Commands that choose and explain moves."""
import contextlib
import math
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from owlgo.engine.core.points import BLACK, EMPTY, PASS, WHITE
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.registry import color, command, seed, vertex
from owlgo.gtp.session import Interrupted, Session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from owlgo.engine.examine.examination import Examination
    from owlgo.engine.play.genmove import MoveSettings, TimedMove
    from owlgo.engine.play.value import Thought


def known(session: Session, level: int | None = None) -> 'Examination':
    """Return the examination for the choice of a move, by default with the effort of the session's level."""
    from owlgo.engine.play import genmove
    effort = session.level if level is None else level
    return session.known(('examined for a move', effort),
                         lambda: genmove.examine(session.game, effort, session.workspace, lambda: session.watch(0)))


def thought(session: Session, who: int, among: 'tuple[int, ...]' = (), follows: bool = False,
            how: 'MoveSettings | None' = None) -> 'Thought':
    """Value a side's moves on the present board, trial moves included; the result is kept until the position changes.

    By default ``how`` is as questions about moves have it.  ``follows`` reuses the tree of an earlier position.  ``among`` limits the
    points; the default is the search area, if there is one.
    Raises Interrupted.
    """
    from owlgo.engine.play import genmove
    how = how or session.move_settings()
    among = among or session.among
    follows = follows and not among         # An earlier tree has all moves.

    def think() -> 'Thought':
        with stoppable():
            return genmove.think(session.game.as_if_played(), who, how, among, known(session, how.level), follows=follows,
                                 goes_on=lambda: session.goes_on(0))
    return session.known(('thought', who, how, among, follows, session.game.history), think)


@contextlib.contextmanager
def stoppable() -> 'Iterator[None]':
    """Turn the exception of a stopped search into that of an interrupted command."""
    from owlgo.engine.play.value import Stopped
    try:
        yield
    except Stopped:
        raise Interrupted from None


@contextlib.contextmanager
def without_trial_moves(session: Session) -> 'Iterator[None]':
    """Take trial moves back; if the command fails, make them again."""
    trial_moves = session.game.stack()
    session.game.pop_all()
    try:
        yield
    except GtpError:
        session.give_up(0)
        session.game.push_again(trial_moves)
        raise


def decide(session: Session, who: int, clean: bool = False, among: 'tuple[int, ...] | None' = None) -> 'tuple[TimedMove, str]':
    """Choose a move within the clock's time, or resign; return the chosen move and GTP's answer.  Takes trial moves back; plays nothing.

    ``among`` limits the points, at least one; the default is the search area, if there is one.
    """
    with without_trial_moves(session):
        return _decide(session, who, clean, among or session.among)


def _decide(session: Session, who: int, clean: bool, among: tuple[int, ...]) -> 'tuple[TimedMove, str]':
    """Do the work of ``decide`` on a board without trial moves."""
    from owlgo.engine.play import genmove
    game, begin, how = session.game, time.monotonic(), session.player_settings(session.threads)
    may_resign = session.resign and not clean and how.strength is not None and how.strength.resigns
    if session.clock is None:
        ideas = thought(session, who, among, follows=True, how=how)
        move = genmove.choose(game, known(session, how.level), ideas, among, clean or session.capture_all_dead, agreed=clean)
        found = genmove.TimedMove(move, known(session, how.level), ideas)
    else:
        seconds = session.clock.for_move(who, len(game.moves), game.size)
        if session.levels:
            how = replace(how, level=genmove.level_in(seconds, *session.levels))
        with stoppable():
            found = genmove.choose_in(game, who, seconds, session.workspace, how, clean or session.capture_all_dead, among,
                                      lambda: session.goes_on(0), agreed=clean)
    resigns = bool(may_resign and found.known and found.thought and genmove.resigns(game, found.known, found.thought))
    if session.clock is not None:
        session.clock.spend(who, time.monotonic() - begin)
    if resigns:
        return found, 'resign'
    session.last_thought = (found.thought, found.move) if found.thought and found.known else None
    session.last_moves = [*game.moves, (who, found.move)]
    return found, game.vertex(found.move)


def generate(session: Session, who: int, clean: bool = False) -> str:
    """Choose and play a move, or resign."""
    found, answer = decide(session, who, clean)
    if answer != 'resign':
        session.game.play(who, found.move)
    return answer


@command('genmove')
def genmove_command(session: Session, args: list[str]) -> str:
    """Arguments: colour.  Answer: the move, which is played; or resign, unless that is switched off.  Fails: invalid color."""
    return generate(session, color(args))


@command('genmove_black')
def genmove_black(session: Session, args: list[str]) -> str:
    """Answer: Black's move, which is played."""
    return generate(session, BLACK)


@command('genmove_white')
def genmove_white(session: Session, args: list[str]) -> str:
    """Answer: White's move, which is played."""
    return generate(session, WHITE)


@command('kgs-genmove_cleanup')
def genmove_cleanup(session: Session, args: list[str]) -> str:
    """Arguments: colour.  Answer: as genmove, but without resignation, and without a pass while the opponent's dead stones can be captured;
    on a settled board no other move is played.  Fails: invalid color.
    """
    return generate(session, color(args), clean=True)


@command('reg_genmove')
def reg_genmove(session: Session, args: list[str]) -> str:
    """Arguments: colour.  Answer: the move, which is not played.  Fails: invalid color."""
    return _not_played(session, color(args))


def _not_played(session: Session, who: int, seed: int | None = None) -> str:
    """Return a side's move without playing it."""
    how = session.player_settings()
    return session.game.vertex(_choose(session, who, how if seed is None else replace(how, seed=seed))[1])


def best(session: Session, who: int) -> str:
    """Return the best move for a side, however weak the level or the rank makes the engine as a player."""
    return session.game.vertex(best_move(session, who)[1])


def best_move(session: Session, who: int) -> 'tuple[Thought, int]':
    """Return the values of a side's moves and the best move, as ``best`` names it.  Raises Interrupted."""
    return _choose(session, who, session.move_settings())


def _choose(session: Session, who: int, how: 'MoveSettings') -> 'tuple[Thought, int]':
    from owlgo.engine.play import genmove
    found = thought(session, who, how=how)
    return found, genmove.choose(session.game.as_if_played(), known(session, how.level), found, session.among, session.capture_all_dead)


@command('gg_genmove')
def gg_genmove(session: Session, args: list[str]) -> str:
    """Arguments: colour, [random seed].  Answer: as reg_genmove, with this seed.  Fails: invalid color, invalid random seed."""
    return _not_played(session, color(args), seed(args, 1) if len(args) > 1 else None)


@command('restricted_genmove')
def restricted_genmove(session: Session, args: list[str]) -> str:
    """Arguments: color, vertices.  Answer: the best move among these, PASS if none is worth playing; it is not played.  Fails: invalid
    color, invalid coordinate.
    """
    from owlgo.engine.play import genmove
    who = color(args)
    places = tuple(sorted({vertex(args, session.game.size, index) for index in range(1, max(len(args), 2))}))
    found = thought(session, who, places)
    return session.game.vertex(genmove.choose(session.game.as_if_played(), known(session), found, places))


def _latest(session: Session, who: int | None = None) -> 'Thought':
    """Return the values of a side's moves, by default of the side to move."""
    return thought(session, session.game.turn if who is None else who)


@command('move_reasons')
def move_reasons(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: the reasons for a move there of the side to move, one a line: "Move at B4 owl-defends C4".  Fails:
    invalid coordinate, vertex must not be occupied.
    """
    pos = vertex(args, session.game.size)
    if session.game.color_at(pos) != EMPTY:
        raise GtpError('vertex must not be occupied')
    found = _latest(session).of(pos)
    return '\n'.join(reason.words(session.game.size) for reason in found.reasons) if found else ''


@command('all_move_values')
def all_move_values(session: Session, args: list[str]) -> str:
    """Answer: every move worth anything to the side to move, with its value in points, one a line, the best first."""
    from owlgo.engine.play.value import worthy
    return '\n'.join(f'{session.game.vertex(one.move)} {one.value:.2f}' for one in worthy(_latest(session)))


@command('top_moves')
def top_moves(session: Session, args: list[str]) -> str:
    """Answer: the best moves of the side to move with their values in points, ten at most: "C6 67.61 B3 35.10"; nothing where it
    would pass.  The first is the move of genmove from level 10 on.
    """
    return _top(session, _latest(session))


@command('top_moves_black')
def top_moves_black(session: Session, args: list[str]) -> str:
    """Answer: as top_moves, of Black."""
    return _top(session, _latest(session, BLACK))


@command('top_moves_white')
def top_moves_white(session: Session, args: list[str]) -> str:
    """Answer: as top_moves, of White."""
    return _top(session, _latest(session, WHITE))


@command('move_probabilities')
def move_probabilities(session: Session, args: list[str]) -> str:
    """Answer: each move's share of the search's visits, one a line, the largest first: "C5 0.5003".  The search is that of the last move
    if genmove chose it, else one for the side to move.  Without a search the best move has 1.
    """
    return '\n'.join(f'{session.game.vertex(move)} {part:.4f}' for move, part in _probabilities(session) if part >= 5e-5)


@command('move_uncertainty')
def move_uncertainty(session: Session, args: list[str]) -> str:
    """Answer: the entropy of move_probabilities, in bits; 0 if one move is certain."""
    return f'{-sum(part * math.log2(part) for _, part in _probabilities(session)) or 0.0:.4f}'


def _probabilities(session: Session) -> list[tuple[int, float]]:
    """Return moves with their shares of the search's visits, the likeliest first."""
    from owlgo.engine.play.value import worthy
    found = session.last_thought[0] if _chose_last(session) and session.last_thought else _latest(session)
    visits = {one.move: one.visits for one in found.candidates if one.visits}
    if not visits:
        return [(one.move, 1.0) for one in worthy(found)[:1]]
    total = sum(visits.values())
    return sorted(((move, count / total) for move, count in visits.items()), key=lambda one: (-one[1], one[0]))


def _chose_last(session: Session) -> bool:
    """Return whether the last move was chosen here, and no trial move follows it."""
    return not session.game.stack() and explained(session, 1) is not None


def explained(session: Session, latest: int) -> 'tuple[Thought, int] | None':
    """Return the engine's last move and the values of moves behind it, if that move is among the ``latest`` of the game."""
    moves, count = session.game.moves, len(session.last_moves)
    return session.last_thought if len(moves) - latest < count and moves[:count] == session.last_moves else None


def _top(session: Session, found: 'Thought') -> str:
    from owlgo.engine.play import genmove
    from owlgo.engine.play.value import worthy
    move = genmove.choose(session.game.as_if_played(), known(session), found, session.among, session.capture_all_dead)
    if move == PASS:
        return ''
    # The move that is played may be worth nothing: the best of a lost game, or a neutral point.
    chosen = found.of(move)
    values = {move: chosen.value if chosen else 0.0} | {one.move: one.value for one in worthy(found)}
    return ' '.join(f'{session.game.vertex(one)} {value:.2f}' for one, value in list(values.items())[:10])


@command('gomill-explain_last_move')
def explain_last_move(session: Session, args: list[str]) -> str:
    """Answer: why the last move was chosen, in sentences; nothing if it was not this engine's."""
    from owlgo.engine.play import explain
    if session.last_thought is None or not _chose_last(session):
        return ''
    return '\n'.join(explain.move(*session.last_thought, session.game.size))
