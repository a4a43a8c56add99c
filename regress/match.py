"""Matches of two GTP engines: both colours, openings, a referee, game records, and the difference in Elo points."""
import argparse
import math
import os
import shlex
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from owlgo.engine.core import sgf
from owlgo.engine.core.files import in_words, write_file
from owlgo.engine.core.points import BLACK, WHITE, other, parse_vertex, vertex
from owlgo.engine.core.printable import printable, say
from owlgo.gtp.client import Client
from owlgo.gtp.jobs import Lost, run

OWLGO_COMMAND = f'{shlex.quote(sys.executable)} -m owlgo.cli.main --mode gtp'
"""The command that starts this engine."""
MOST_ELO = 1200.0
"""Largest Elo difference shown, in points."""
ENDS = {'timeout': 'time', 'crash': 'crash', '?': 'illegal'}
"""How a game ends whose player answers with this status (``gtp.client.Reply``)."""


@dataclass(frozen=True)
class Terms:
    """The settings of a match."""
    engine: str
    opponent: str
    """Command of the other engine.  In either engine's command ``{seed}`` stands for the number of the game."""
    games: int = 20
    size: int = 9
    komi: float = 7.5
    move_seconds: float = 60.0
    main_seconds: int = 0
    """Time of each side for the whole game, in seconds.  0: no clock."""
    referee: str = ''
    """Command of the referee, which decides legality and winner.  Empty: this engine is the referee."""
    openings: tuple[Path, ...] = ()
    opening_moves: int = 6
    rules: str = 'chinese'
    """Rules of scoring: chinese or japanese.  The engines' commands must set the same rules."""


@dataclass
class Played:
    """A game of a match, to its end."""
    number: int
    engine_is_black: bool
    winner: str
    """b, w, or draw."""
    how: str
    """How the game ended: a score, or resign, time, illegal, crash or too long."""
    moves: list[tuple[str, str]] = field(default_factory=list)
    """Colour and vertex."""

    @property
    def points(self) -> float:
        """The engine's result: 1, 0.5 or 0."""
        return 0.5 if self.winner == 'draw' else float((self.winner == 'b') == self.engine_is_black)

    @property
    def margin(self) -> float | None:
        """The engine's lead at the end, in points; None if nothing was counted."""
        if self.winner == 'draw':
            return 0.0 if _winner(self.how) == 'draw' else None     # no draw by points if too long
        try:
            points = float(self.how.partition('+')[2])
        except ValueError:
            return None
        return points if self.points else -points


def interval(points: float, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of the true rate (Wilson 1927)."""
    if games == 0:
        return 0.0, 1.0
    normal = 1.96       # half width in standard deviations
    rate, z = points / games, normal ** 2 / games
    middle = (rate + z / 2) / (1 + z)
    spread = normal / (1 + z) * math.sqrt(rate * (1 - rate) / games + z / (4 * games))
    return max(middle - spread, 0.0), min(middle + spread, 1.0)


def elo(rate: float) -> float:
    """Return the Elo difference for a rate of wins, at most MOST_ELO either way."""
    if rate <= 0 or rate >= 1:
        return MOST_ELO if rate >= 1 else -MOST_ELO
    return max(-MOST_ELO, min(MOST_ELO, 400 * math.log10(rate / (1 - rate))))


def summary(played: Sequence[Played]) -> str:
    """Write the result in words."""
    points, games = sum(game.points for game in played), len(played)
    low, high = interval(points, games)
    irregular = [f'game {game.number}: {game.how}' for game in played if game.how in ('time', 'illegal', 'crash', 'too long')]
    text = f'{points:g} of {games}: {points / max(games, 1):.1%} (95 %: {low:.1%} to {high:.1%}), ' \
           f'Elo {elo(points / max(games, 1)):+.0f} ({elo(low):+.0f} to {elo(high):+.0f})'
    margins = [game.margin for game in played if game.margin is not None]
    if margins:
        text += f'; {sum(margins) / len(margins):+.1f} points on average in the {len(margins)} that were counted'
    return '\n'.join([text, *irregular])


def opening(terms: Terms, number: int) -> list[tuple[str, str]]:
    """Return a game's opening.  Two games with colours swapped share an opening.  Raises ValueError if its record has another board
    size."""
    if not terms.openings:
        return []
    path = terms.openings[number // 2 % len(terms.openings)]
    record = sgf.load(path)
    plays = [event for event in record.events if isinstance(event, sgf.Play)]
    if record.size != terms.size or record.black or record.white or len(plays) < len(record.events):
        raise ValueError(f'{path}: no game from an empty board of size {terms.size}')
    return [('b' if one.color == BLACK else 'w', vertex(one.pos, record.size)) for one in plays[:terms.opening_moves]]


def play(terms: Terms, number: int) -> Played:
    """Play one game.  Raises OSError if an engine cannot be started, ValueError if one refuses the beginning."""
    black = number % 2 == 0
    commands = [command.replace('{seed}', str(number)) for command in (terms.engine, terms.opponent)]
    with ExitStack() as stack:
        first, second, referee = (stack.enter_context(Client(command)) for command in
                                  [*commands, terms.referee or f'{OWLGO_COMMAND} --{terms.rules}-rules'])
        sides = {'b': first if black else second, 'w': second if black else first}
        everybody = [first, second, referee]
        beginning = [f'boardsize {terms.size}', 'clear_board', f'komi {terms.komi}']
        if terms.main_seconds:
            beginning.append(f'time_settings {terms.main_seconds} 0 0')
        moves = opening(terms, number)
        for client in everybody:
            for line in [*beginning, *(f'play {color} {vertex}' for color, vertex in moves)]:
                reply = client.send(line, 120.0)
                if reply.status != '=' and not (client is referee and line.startswith('time')):
                    raise ValueError(f'{client.argv[0]}: {line}: {reply.status} {reply.text}')
        return _play_on(terms, Played(number, black, 'draw', '', moves), sides, referee)


def _play_on(terms: Terms, game: Played, sides: dict[str, Client], referee: Client) -> Played:
    """Play the game to its end, but at most three moves for each point of the board."""
    left = dict.fromkeys(sides, float(terms.main_seconds))
    color = 'w' if game.moves and game.moves[-1][0] == 'b' else 'b'
    passes = 0
    while passes < 2:
        if len(game.moves) > 3 * terms.size ** 2:
            game.how = 'too long'
            return game
        mover, other = sides[color], 'w' if color == 'b' else 'b'
        if terms.main_seconds:
            mover.send(f'time_left {color} {int(left[color])} 0')
        begin = time.monotonic()
        reply = mover.send(f'genmove {color}', terms.move_seconds)
        left[color] -= time.monotonic() - begin
        vertex = reply.text.strip().lower()
        lost = ENDS.get(reply.status) or ('resign' if vertex == 'resign' else '')
        if terms.main_seconds and left[color] < 0:
            lost = 'time'
        if not lost and not _allows(referee, color, vertex):
            lost = 'illegal'
        if lost:
            game.winner, game.how = other, lost
            return game
        game.moves.append((color, vertex))
        passes = passes + 1 if vertex == 'pass' else 0
        if (told := sides[other].send(f'play {color} {vertex}')).status != '=':
            game.winner, game.how = color, ENDS[told.status]
            return game
        color = other
    score = referee.send('final_score', 600.0)
    if score.status != '=':
        raise ValueError(f'{referee.argv[0]}: final_score: {score.text}')
    text = score.text.strip()
    winner = _winner(text)
    if winner is None:
        raise ValueError(f'{referee.argv[0]}: final_score: {text or "nothing"}')
    game.winner, game.how = winner, text
    return game


def _allows(referee: Client, color: str, vertex: str) -> bool:
    """Ask the referee whether a move is legal.  Raises ValueError if the referee is lost."""
    reply = referee.send(f'play {color} {vertex}')
    if reply.status not in '=?':
        raise ValueError(f'{referee.argv[0]}: play {color} {vertex}: {reply.status}')
    return reply.status == '='


def _winner(result: str) -> str | None:
    """Parse the winner of a score or of a record's result: "b", "w" or "draw"; None if unknown."""
    return 'draw' if result.lower() in ('0', 'draw', 'jigo') else {'b+': 'b', 'w+': 'w'}.get(result[:2].lower())


def _names(terms: Terms, black: bool) -> dict[str, str]:
    """Return the texts that a game's record must have to belong to this match."""
    names = (terms.engine, terms.opponent) if black else (terms.opponent, terms.engine)
    return {'PB': names[0], 'PW': names[1], 'RU': terms.rules.capitalize()}


def write(terms: Terms, game: Played, path: Path) -> None:
    """Write a game's record.  Raises OSError."""
    ends = {'resign': 'R', 'time': 'T'}
    result = '0' if game.winner == 'draw' else game.how if '+' in game.how else f'{game.winner.upper()}+{ends.get(game.how, "F")}'
    events: list[sgf.Event] = [sgf.Play(BLACK if color == 'b' else WHITE, parse_vertex(name, terms.size)) for color, name in game.moves]
    to_move = other(events[-1].color) if events and isinstance(events[-1], sgf.Play) else BLACK
    info = {**_names(terms, game.engine_is_black), 'RE': result, 'C': f'game {game.number}: {game.how}'}
    write_file(path, sgf.dumps(sgf.Record(terms.size, terms.komi, events=events, to_move=to_move, info=info)))


def read(terms: Terms, number: int, path: Path) -> Played:
    """Read a game played before.  Raises ValueError if it belongs to another match."""
    black = number % 2 == 0
    try:
        record = sgf.load(path)
    except ValueError:
        record = sgf.Record()
    names, winner = _names(terms, black), _winner(record.info.get('RE', ''))
    if winner is None or names.items() - record.info.items() or (record.komi, record.size) != (terms.komi, terms.size):
        raise ValueError(f'{path}: a game of another match, or none; choose another folder')
    return Played(number, black, winner, record.info.get('C', '').partition(': ')[2])


def match(terms: Terms, folder: Path | None = None, jobs: int = 1, scheduler: str = '') -> list[Played]:
    """Play a match, several games at a time, and show how it stands.  Games already in the folder are not played again.

    With ``scheduler``, the address of a Dask scheduler, the scheduler's workers play.  Raises what ``play``, ``read`` and ``gtp.jobs.run``
    raise.
    """
    from rich.progress import Progress
    played: dict[int, Played] = {}
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(terms.games):
            path = folder / f'game{number:04}.sgf'
            if path.exists():
                played[number] = read(terms, number, path)
    with Progress(disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task('games', total=terms.games, completed=len(played))
        left = [number for number in range(terms.games) if number not in played]
        with closing(run(partial(play, terms), left, jobs, scheduler)) as outcomes:
            for outcome in outcomes:
                number, game = left[outcome.index], outcome.get()
                played[number] = game
                if folder:
                    write(terms, game, folder / f'game{number:04}.sgf')
                progress.update(bar, advance=1, description=f'{sum(g.points for g in played.values()):g} of {len(played)}')
                line = f'game {number} as {"black" if game.engine_is_black else "white"}: {game.winner} ({game.how})'
                progress.console.print(printable(line), markup=False)
    return [played[number] for number in sorted(played)]


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog='owlgo match', allow_abbrev=False, description='Play games of this engine, or another, against a GTP '
                                'engine.  A match started again with the same folder continues.')
    p.add_argument('opponent', help='its command, in quotes; {seed} becomes the number of the game')
    p.add_argument('--engine', help='instead of this one, started with the rules of --rules')
    p.add_argument('--games', type=int, default=20)
    p.add_argument('--size', type=int, default=9)
    p.add_argument('--komi', type=float, default=7.5)
    p.add_argument('--move-seconds', type=float, default=60.0, help='the longest that a move may take')
    p.add_argument('--main-seconds', type=int, default=0, help='a clock for each side')
    p.add_argument('--referee', default='', help='the engine that says what is legal and who has won (this one)')
    p.add_argument('--rules', choices=('chinese', 'japanese'), default='chinese',
                   help='what this engine counts by as the referee, and what game records say; commands of players must set the same')
    p.add_argument('--openings', type=Path, help='a folder of game records whose first moves are played, each for both colours')
    p.add_argument('--opening-moves', type=int, default=6)
    p.add_argument('--folder', type=Path, help='where game records are kept')
    p.add_argument('--jobs', type=int, default=os.cpu_count() or 1, help='games at once (all cores)')
    p.add_argument('--scheduler', default='', metavar='ADDRESS',
                   help='a Dask scheduler whose workers play the games; the commands are theirs (needs owlgo[cluster])')
    return p


def match_main(argv: list[str]) -> int:
    p = parser()
    args = p.parse_args(argv)
    for name, least in (('games', 1), ('size', 1), ('jobs', 1), ('opening_moves', 1), ('main_seconds', 0)):
        if getattr(args, name) < least:
            p.error(f'--{name.replace("_", "-")}: must be at least {least}')
    if not args.move_seconds > 0:           # nan neither
        p.error('--move-seconds: must be positive')
    openings = tuple(sorted(args.openings.glob('*.[sS][gG][fF]'))) if args.openings else ()
    if args.openings and not openings:
        p.error(f'{args.openings}: no game records')
    engine = args.engine or f'{OWLGO_COMMAND} --seed {{seed}} --{args.rules}-rules'
    terms = Terms(engine, args.opponent, args.games, args.size, args.komi, args.move_seconds, args.main_seconds, args.referee,
                  openings, args.opening_moves, args.rules)
    try:
        say(summary(match(terms, args.folder, args.jobs, args.scheduler)))
    except (OSError, ValueError, Lost) as error:
        say(f'owlgo match: {in_words(error)}', sys.stderr)
        return 1
    return 0
