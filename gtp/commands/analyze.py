"""Analysis of moves for Sabaki and other programs: ``lz-analyze`` and ``kata-analyze`` (KataGo's GTP extensions).

Each line is complete; new lines follow until the controller sends something.
"""
import contextlib
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from owlgo.engine.core.points import PASS, parse_color, parse_vertex
from owlgo.gtp.commands.play import decide, without_trial_moves
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.registry import MOST_INTEGER, GoesOn, Stream, command, integer, number
from owlgo.gtp.session import Session

if TYPE_CHECKING:
    from owlgo.engine.core.game import Game
    from owlgo.engine.examine.examination import Examination
    from owlgo.engine.play.move_info import MoveInfo
    from owlgo.engine.play.value import Thought


class AnalyzeOptions(NamedTuple):
    color: int
    interval: float = 1.0
    """Seconds between lines."""
    least: int = 1
    most: int = 20
    avoided: frozenset[int] = frozenset()
    allowed: frozenset[int] = frozenset()
    extras: frozenset[str] = frozenset()
    """Names of EXTRAS that are wanted."""


EXTRAS = ('ownership', 'rootInfo', 'pvVisits', 'pvEdgeVisits', 'movesOwnership', 'movesOwnershipStdev', 'ownershipStdev')
"""What ``kata-analyze`` tells if asked to; the last three have no effect."""
FEWEST_SHOWN = 10
"""Fewest visits that ``lz-analyze`` tells: Sabaki shows no text for less."""


@command('lz-analyze')
def lz_analyze(session: Session, args: list[str]) -> Stream:
    """Arguments, in any order: [colour] [interval] ["interval" centiseconds] ["minmoves" N] ["maxmoves" N] ["avoid" or "allow" colour
    vertices,.. moves].  Answer: lines "info move D4 visits 100 winrate 5100 prior 4000 lcb 5000 order 0 pv D4 info ..." from the mover's
    view, until a line is sent.  Fails: invalid analysis option.
    """
    return _stream(session, parse(session, args, session.game.turn), False)


@command('kata-analyze')
def kata_analyze(session: Session, args: list[str]) -> Stream:
    """Arguments: as lz-analyze, and "ownership", "rootInfo", "pvVisits", "pvEdgeVisits", each with true or false.  Answer: as lz-analyze,
    with rates from 0 to 1 and scoreLead, and what was asked for: ownership from -1 to 1, the top left point first.  "movesOwnership",
    "ownershipStdev" and "movesOwnershipStdev" have no effect.  Fails: invalid analysis option.
    """
    return _stream(session, parse(session, args, session.game.turn), True)


@command('lz-genmove_analyze')
def lz_genmove_analyze(session: Session, args: list[str]) -> str:
    """Arguments: as lz-analyze.  Answer: a line as lz-analyze prints it, and "play D4", a pass or resign: as genmove, it is played.  Where
    "avoid" and "allow" leave no legal move, a pass is played.  Fails: invalid analysis option.
    """
    return _play(session, parse(session, args, session.game.to_move), False)


@command('kata-genmove_analyze')
def kata_genmove_analyze(session: Session, args: list[str]) -> str:
    """Arguments: as kata-analyze.  Answer: a line as kata-analyze prints it, and "play D4", a pass or resign: as genmove, it is played, and
    where no legal move is left, a pass.  Fails: invalid analysis option.
    """
    return _play(session, parse(session, args, session.game.to_move), True)


def _play(session: Session, options: AnalyzeOptions, kata: bool) -> str:
    """Choose and play a move; answer with its analysis and the move."""
    with without_trial_moves(session):
        places = _places(session, options)
        if places is not None and not places:
            session.game.play(options.color, PASS)
            return '\nplay pass'
        found, move = decide(session, options.color, among=places)
    dead = found.known.dead if found.known else frozenset()
    shown = [line(session.game, found.thought, dead, options, kata, found.move)] if found.thought else []
    if move != 'resign':
        session.game.play(options.color, found.move)
        move = name(session.game, found.move)
    return '\n'.join(['', *shown, f'play {move}'])


def _places(session: Session, options: AnalyzeOptions) -> tuple[int, ...] | None:
    """Return the points where a move may lie; None for all, or for the search area.  A pass cannot be avoided."""
    avoided = options.avoided - {PASS}
    if not avoided and not options.allowed:
        return None
    legal = session.game.as_if_played().legal_moves(options.color)
    among = (options.allowed or frozenset(legal)) - avoided
    return tuple(pos for pos in legal if pos in among and (not session.among or pos in session.among))


def parse(session: Session, args: list[str], turn: int) -> AnalyzeOptions:
    """Parse the options, in any order; ``turn`` is the default colour.  Raises GtpError."""
    wrong = 'invalid analysis option'
    words = list(args)
    options, places = AnalyzeOptions(turn), list[tuple[str, int, frozenset[int]]]()
    try:
        while words:
            name = words.pop(0)
            if name.lower() in ('b', 'w', 'black', 'white'):
                options = options._replace(color=parse_color(name))
            elif name.isdigit():
                options = options._replace(interval=integer([name], wrong, least=0) / 100)
            elif name == 'interval':
                seconds = number([words.pop(0)], wrong) / 100
                if not 0 <= seconds <= MOST_INTEGER:
                    raise ValueError(seconds)
                options = options._replace(interval=seconds)
            elif name in ('minmoves', 'maxmoves'):
                count = integer([words.pop(0)], wrong, least=0)
                options = options._replace(least=count) if name == 'minmoves' else options._replace(most=count)
            elif name in ('avoid', 'allow'):
                who, points, _ = parse_color(words.pop(0)), words.pop(0), integer([words.pop(0)], wrong, least=0)
                places.append((name, who, frozenset(parse_vertex(text, session.game.size) for text in points.split(','))))
            elif name in EXTRAS:
                options = options._replace(extras=options.extras - {name} | ({name} if _truth(words.pop(0)) else set()))
            else:
                raise ValueError(name)
    except (IndexError, ValueError):
        raise GtpError(wrong) from None
    for name, who, found in places:
        if who == options.color:
            options = options._replace(avoided=options.avoided | found) if name == 'avoid' else options._replace(allowed=found)
    return options


def _truth(text: str) -> bool:
    if text not in ('true', 'false'):
        raise ValueError(text)
    return text == 'true'


def _stream(session: Session, options: AnalyzeOptions, kata: bool) -> Stream:
    """Answer with a first analysis at level 0, then with one at the session's level that continues until a line comes."""
    import copy
    game = copy.deepcopy(session.game.as_if_played())
    how, interval = session.move_settings(session.threads), max(options.interval, 0.05)
    places = _places(session, options)
    among = session.among if places is None else places
    clean = session.capture_all_dead

    def lines(goes_on: GoesOn) -> Iterator[str]:
        from owlgo.engine.play import genmove, move_search, value

        def said(known: 'Examination', thought: 'Thought') -> str:
            best = genmove.choose(game, known, thought, among, clean, has_time=goes_on)
            return line(game, thought, known.dead, options, kata, best)
        if places == ():
            return      # No points would mean all points.
        with contextlib.suppress(value.Stopped):
            known = genmove.examine(game, 0, session.workspace, goes_on)
            plan = replace(how, level=0).plan(game.size)._replace(goes_on=goes_on)
            task = move_search.SearchTask(among, follows=not among, area_scoring=how.area_scoring)
            first = move_search.MoveSearch(game, known, options.color, plan, how.seed, task).grow().thought()
            yield said(known, first)
            known = genmove.examine(game, how.level, session.workspace, goes_on)
            plan = how.plan(game.size)._replace(goes_on=goes_on, early=False)
            search = move_search.MoveSearch(game, known, options.color, plan, how.seed, task)
            while True:
                search.grow(plan._replace(playouts=1 << 30, until=time.monotonic() + interval))
                yield said(known, search.thought())
                if search.tree is None:
                    break       # There is no search to continue.
    return Stream(lines, interval)


def line(game: 'Game', thought: 'Thought', dead: 'frozenset[int]', options: AnalyzeOptions, kata: bool, best: int) -> str:
    """Write one line with all moves, the best first."""
    from owlgo.engine.play import move_info
    spread = move_info.spread(game, thought.color) if kata else 0.0
    moves = move_info.move_infos(thought, best, max(options.most, options.least, 1))
    parts = [_info(game, one, spread, options) if kata else _leela_info(game, one) for one in moves]
    if 'rootInfo' in options.extras and kata:
        parts.append(f'rootInfo visits {move_info.visits(thought, best)} winrate {thought.winning:.4f} scoreLead {thought.lead:.2f}')
    if 'ownership' in options.extras and kata:
        parts.append('ownership ' + ' '.join(f'{value:.3f}' for value in move_info.ownership(game, thought, dead)))
    return ' '.join(parts)


def name(game: 'Game', move: int) -> str:
    """Write a vertex; analysis programs know a pass only in small letters."""
    return 'pass' if move == PASS else game.vertex(move)


def _info(game: 'Game', one: 'MoveInfo', spread: float, options: AnalyzeOptions) -> str:
    """Write the analysis of one move as KataGo does."""
    visits = ' '.join(map(str, one.variation_visits))
    more = [f' {what} {visits}' for what in ('pvVisits', 'pvEdgeVisits') if what in options.extras]
    return f'info move {name(game, one.move)} visits {one.visits} winrate {one.winning:.4f} scoreMean {one.lead:.2f} ' \
           f'scoreLead {one.lead:.2f} scoreStdev {spread:.2f} prior {one.prior:.4f} lcb {one.at_least:.4f} ' \
           f'utility {2 * one.winning - 1:.4f} order {one.order} pv {_line(game, one)}{"".join(more)}'


def _leela_info(game: 'Game', one: 'MoveInfo') -> str:
    """Write the analysis of one move as Leela Zero does."""
    return f'info move {name(game, one.move)} visits {max(FEWEST_SHOWN, one.visits)} winrate {round(10000 * one.winning)} ' \
           f'prior {round(10000 * one.prior)} lcb {round(10000 * one.at_least)} order {one.order} pv {_line(game, one)}'


def _line(game: 'Game', one: 'MoveInfo') -> str:
    return ' '.join(name(game, move) for move in one.variation)
