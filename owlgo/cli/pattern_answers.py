"""What the tools of ``owlgo patterns`` do."""
import argparse
import sys
from pathlib import Path

from owlgo.cli import loading
from owlgo.engine.constraints import matching
from owlgo.engine.constraints.matching import Facts
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import EMPTY, parse_color, parse_point, point, row_col
from owlgo.engine.core.printable import counted, say
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import amalgamate
from owlgo.engine.examine import facts
from owlgo.engine.examine.examination import Examination
from owlgo.engine.eyes import table
from owlgo.patterns import draw
from owlgo.patterns.check import second_thoughts
from owlgo.patterns.lang import file_text, read_file
from owlgo.patterns.library import EYE_TABLES, LIBRARY, PATTERN_DATABASES, Loaded, needs_moves
from owlgo.patterns.source import PatternErrors, near
from owlgo.regress.profile import profile_suite


def position(text: str) -> Game:
    """Load the position of FILE.sgf[:MOVE].  Raises ValueError and OSError."""
    path, colon, until = text.rpartition(':')
    if not colon or not until.isalnum():
        path, until = text, ''
    game = Game()
    game.load(loading.load(path, until or None, text))
    return game


def side(game: Game, text: str | None) -> int:
    """Return the side to move.  Raises ValueError."""
    return parse_color(text) if text else game.to_move


def goal(game: Game, text: str | None) -> set[int] | None:
    """Return the stones of the dragon that an option names.  Raises ValueError."""
    if text is None:
        return None
    return set(amalgamate.group(game.board, parse_point(text, game.size), Workspace()))


def known(game: Game, dragon: set[int] | None) -> Facts:
    """Return the facts for constraints about a position, and about a dragon if there is one."""
    return facts.asked(Examination(game.board, Workspace()), dragon or ())


def find(name: str) -> tuple[Loaded, str]:
    """Find the database and the pattern of NAME or DATABASE/NAME.  Raises ValueError, with similar names, unless there is just one."""
    database, slash, pattern = name.rpartition('/')
    if slash and database not in PATTERN_DATABASES:
        raise ValueError(f'no database {database}{near(database, PATTERN_DATABASES)}')
    homes = [LIBRARY.get(other) for other in ([database] if slash else PATTERN_DATABASES)]
    having = [loaded for loaded in homes if pattern in loaded.names]
    if not having:
        raise ValueError(f'no pattern {pattern}{near(pattern, [known for loaded in homes for known in loaded.names])}')
    if len(having) > 1:
        raise ValueError(f'{pattern} is in several databases: {", ".join(f"{loaded.name}/{pattern}" for loaded in having)}')
    return having[0], pattern


def lint(args: argparse.Namespace) -> int:
    """Read files and print their errors, or the number of patterns."""
    status = 0
    for name in args.files:
        try:
            say(f'{name}: {read_eyes(name) if Path(name).stem in EYE_TABLES else read_database(name, args.no_moves)}')
        except PatternErrors as errors:
            say(errors, sys.stderr)
            count = len(errors.problems)
            say(f'{name}: {counted(count, "mistake")}', sys.stderr)
            status = 1
        except OSError as error:
            say(f'{name}: {error.strerror}', sys.stderr)
            status = 1
    return status


def read_database(name: str, no_moves: bool) -> str:
    """Read a database; warnings go to standard error.  Raises PatternErrors and OSError."""
    database = read_file(name, not no_moves and needs_moves(Path(name).stem))
    for thought in second_thoughts(database):
        say(thought, sys.stderr)
    constraints = sum(pattern.constraint is not None for pattern in database.patterns)
    return f'{len(database.patterns)} patterns, {constraints} with a constraint'


def read_eyes(name: str) -> str:
    """Read a table of eye spaces.  Raises PatternErrors and OSError."""
    patterns = table.read_text(file_text(name), name)
    return f'{len(patterns)} patterns, {len(table.compile_patterns(patterns))} graphs'


def show(args: argparse.Namespace) -> int:
    loaded, name = find(args.name)
    pattern = loaded.pattern(name)
    say(draw.show(pattern, f'{pattern.place.file}:{pattern.place.line}'))
    return 0


def match(args: argparse.Namespace) -> int:
    """List the matches in a position."""
    game = position(args.position)
    color = side(game, args.color)
    dragon = goal(game, args.dragon)
    every = matching.everything(game.board, color, dragon, args.db, known(game, dragon))
    lines = [str(found) for found in every if args.all or found.holds]
    say('\n'.join(lines) if lines else 'nothing matches')
    return 0


def explain(args: argparse.Namespace) -> int:
    """Explain why a pattern matches at a point or does not."""
    game = position(args.position)
    loaded, name = find(args.name)
    pos = parse_point(args.vertex, game.size)
    dragon = goal(game, args.dragon)
    say(matching.explained(game.board, loaded, name, pos, side(game, args.color), dragon, known(game, dragon)))
    return 0


def new(args: argparse.Namespace) -> int:
    """Print a pattern template made from a rectangle of the board."""
    game = position(args.position)
    color = side(game, args.color)
    (r1, c1), (r2, c2) = (row_col(parse_point(corner, game.size)) for corner in args.corners)
    move = parse_point(args.move, game.size) if args.move else None
    if move is not None and game.color_at(move) != EMPTY:
        raise ValueError(f'{args.move} is not empty')

    def symbol(row: int, col: int) -> str:
        pos = point(row, col)
        return '*' if pos == move else '.' if game.color_at(pos) == EMPTY else 'O' if game.color_at(pos) == color else 'X'
    say(draw.template(game.size, symbol, (min(r1, r2), min(c1, c2), max(r1, r2), max(c1, c2)), args.name))
    return 0


def profile(args: argparse.Namespace) -> int:
    """Profile the patterns in a suite."""
    return profile_suite(args.suite, [number for number in args.only.split(',') if number], args.off)
