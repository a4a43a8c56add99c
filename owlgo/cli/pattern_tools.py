"""``owlgo patterns``: tools for writing patterns."""
import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from owlgo.engine.core.files import in_words
from owlgo.engine.core.points import parse_point
from owlgo.engine.core.printable import counted, say
from owlgo.patterns.lang import read_file
from owlgo.patterns.source import PatternErrors

if TYPE_CHECKING:
    from owlgo.engine.constraints.matching import Facts
    from owlgo.engine.core.game import Game
    from owlgo.patterns.library import Loaded


def parser() -> argparse.ArgumentParser:
    """Return the parser of the tools."""
    from owlgo.patterns.library import PATTERN_DATABASES
    p = argparse.ArgumentParser(prog='owlgo patterns', description='Tools for pattern databases.')
    p.add_argument('--patterns', metavar='DIR', help='take databases from this folder where it has them')
    tools = p.add_subparsers(dest='tool', required=True, metavar='TOOL')
    linter = tools.add_parser('lint', help='read files and name every mistake in them')
    linter.add_argument('files', nargs='+', metavar='FILE.db')
    linter.add_argument('--no-moves', action='store_true', help='patterns without a move are fine, as in a database of connections')
    shower = tools.add_parser('show', help='draw a pattern in all its orientations')
    shower.add_argument('name', metavar='NAME', help='a pattern, or DATABASE/PATTERN')
    matcher = tools.add_parser('match', help='what matches in a position')
    explainer = tools.add_parser('explain', help='why a pattern matches at a point or does not')
    explainer.add_argument('name', metavar='NAME', help='a pattern, or DATABASE/PATTERN')
    explainer.add_argument('vertex', metavar='VERTEX', help='where its move is; its anchor, if it has no move')
    for tool in (matcher, explainer):
        tool.add_argument('position', metavar='FILE.sgf[:MOVE]', help='a game record, and the move to stop before')
        tool.add_argument('--color', metavar='C', help='whose move it is: black or white; the record says by default')
        tool.add_argument('--dragon', metavar='VERTEX', help='only what touches this dragon')
    matcher.add_argument('--db', action='append', metavar='DB', help=f'only this database: {", ".join(PATTERN_DATABASES)}')
    matcher.add_argument('--all', action='store_true', help='also where the constraint fails, or asks what is not known')
    maker = tools.add_parser('new', help='a pattern to begin with, cut out of a position')
    maker.add_argument('position', metavar='FILE.sgf[:MOVE]')
    maker.add_argument('corners', nargs=2, metavar='VERTEX', help='two opposite corners of the rectangle')
    maker.add_argument('--move', metavar='VERTEX', help='the point of the move')
    maker.add_argument('--color', metavar='C', help='who is O: black or white; the record says by default')
    maker.add_argument('--name', default='New', metavar='NAME')
    profiler = tools.add_parser('profile', help='what each pattern earns in a suite')
    profiler.add_argument('suite', metavar='SUITE.tst')
    profiler.add_argument('--only', default='', metavar='ID,ID', help='only these tests')
    profiler.add_argument('--off', action='store_true', help='also run the tests in which a pattern held again without it, one by one')
    return p


def main(argv: list[str] | None = None) -> int:
    """Run a tool; return the exit status: 1 if a file has mistakes or cannot be read, 2 for senseless options."""
    tools: dict[str, Callable[[argparse.Namespace], int]] = {
        'lint': lint, 'show': show, 'match': match, 'explain': explain, 'new': new, 'profile': profile}
    args = parser().parse_args(argv)
    try:
        if args.patterns:
            use_folder(args.patterns)
        return tools[args.tool](args)
    except PatternErrors as errors:
        say(errors, sys.stderr)
    except OSError as error:
        if error.filename is None:      # not the user's file but standard output
            raise
        say(f'owlgo patterns: {in_words(error)}', sys.stderr)
    except ValueError as error:
        say(f'owlgo patterns: {error}', sys.stderr)
    return 1


def use_folder(folder: str) -> None:
    """Take databases from the user's folder, and list unusable patterns on standard error.

    Raises ValueError if it has no database or a table of eyes has a mistake, OSError if a file cannot be read.
    """
    from pathlib import Path

    from owlgo.engine.eyes import table
    from owlgo.patterns.library import EYE_TABLES, LIBRARY, PATTERN_DATABASES, asked_for
    LIBRARY.use_folder(Path(folder))
    for name in PATTERN_DATABASES:
        if LIBRARY.path(name).parent != Path(folder):
            continue
        loaded = LIBRARY.get(name)
        source = loaded.source(tolerant=True)
        for problem in (*loaded.problems, *(pattern.off for pattern in source.patterns if pattern.off)):
            say(problem, sys.stderr)
        wanting = asked_for(source, loaded.known)
        by_helper: dict[str, int] = {}
        for helpers in wanting.values():
            for helper in helpers:
                by_helper[helper] = by_helper.get(helper, 0) + 1
        say(f'{loaded.path}: {len(loaded.names)} patterns, {len(loaded.problems)} mistakes, {len(wanting)} switched off'
            + (' for want of ' + ', '.join(f'{helper} ({count})' for helper, count in sorted(by_helper.items())) if by_helper else ''),
            sys.stderr)
    for name in EYE_TABLES:
        if LIBRARY.path(name).parent == Path(folder):
            try:
                table.table(name)
            except PatternErrors as error:
                place = error.problems[0].place
                raise ValueError(f'{place.file}:{place.line}:{place.column}: {error.problems[0].message}') from None


def position(text: str) -> 'Game':
    """Load the position of FILE.sgf[:MOVE].  Raises ValueError and OSError."""
    from owlgo.cli import loading
    from owlgo.engine.core.game import Game
    path, colon, until = text.rpartition(':')
    if not colon or not until.isalnum():
        path, until = text, ''
    game = Game()
    game.load(loading.load(path, until or None, text))
    return game


def side(game: 'Game', text: str | None) -> int:
    """Return the side to move.  Raises ValueError."""
    from owlgo.engine.core.points import parse_color
    return parse_color(text) if text else game.to_move


def goal(game: 'Game', text: str | None) -> set[int] | None:
    """Return the stones of an option's dragon.  Raises ValueError."""
    if text is None:
        return None
    from owlgo.engine.core.workspace import Workspace
    from owlgo.engine.dragons import amalgamate
    return set(amalgamate.group(game.board, parse_point(text, game.size), Workspace()))


def known(game: 'Game', dragon: set[int] | None) -> 'Facts':
    """Return the facts for constraints about a position, and about a dragon if there is one."""
    from owlgo.engine.core.workspace import Workspace
    from owlgo.engine.examine import facts
    from owlgo.engine.examine.examination import Examination
    return facts.asked(Examination(game.board, Workspace()), dragon or ())


def find(name: str) -> tuple['Loaded', str]:
    """Find the database and the pattern of NAME or DATABASE/NAME.  Raises ValueError, with similar names, unless there is just one."""
    from owlgo.patterns.library import LIBRARY, PATTERN_DATABASES
    from owlgo.patterns.source import near
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
    from pathlib import Path

    from owlgo.patterns.library import EYE_TABLES
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
    from pathlib import Path

    from owlgo.patterns.check import second_thoughts
    from owlgo.patterns.library import needs_moves
    database = read_file(name, not no_moves and needs_moves(Path(name).stem))
    for thought in second_thoughts(database):
        say(thought, sys.stderr)
    constraints = sum(pattern.constraint is not None for pattern in database.patterns)
    return f'{len(database.patterns)} patterns, {constraints} with a constraint'


def read_eyes(name: str) -> str:
    """Read a table of eye spaces.  Raises PatternErrors and OSError."""
    from owlgo.engine.eyes import table
    from owlgo.patterns.lang import file_text
    patterns = table.read_text(file_text(name), name)
    return f'{len(patterns)} patterns, {len(table.compile_patterns(patterns))} graphs'


def show(args: argparse.Namespace) -> int:
    """Draw a pattern."""
    from owlgo.patterns import draw
    loaded, name = find(args.name)
    pattern = loaded.pattern(name)
    say(draw.show(pattern, f'{pattern.place.file}:{pattern.place.line}'))
    return 0


def match(args: argparse.Namespace) -> int:
    """List the matches in a position."""
    from owlgo.engine.constraints import matching
    game = position(args.position)
    color = side(game, args.color)
    dragon = goal(game, args.dragon)
    every = matching.everything(game.board, color, dragon, args.db, known(game, dragon))
    lines = [str(found) for found in every if args.all or found.holds]
    say('\n'.join(lines) if lines else 'nothing matches')
    return 0


def explain(args: argparse.Namespace) -> int:
    """Explain why a pattern matches at a point or does not."""
    from owlgo.engine.constraints import matching
    game = position(args.position)
    loaded, name = find(args.name)
    pos = parse_point(args.vertex, game.size)
    dragon = goal(game, args.dragon)
    say(matching.explained(game.board, loaded, name, pos, side(game, args.color), dragon, known(game, dragon)))
    return 0


def new(args: argparse.Namespace) -> int:
    """Print a template."""
    from owlgo.engine.core.points import EMPTY, point, row_col
    from owlgo.patterns import draw
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
    from owlgo.regress.profile import profile_suite
    return profile_suite(args.suite, [number for number in args.only.split(',') if number], args.off)
