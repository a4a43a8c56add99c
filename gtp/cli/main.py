"""The ``owlgo`` command: options by GNU Go's names, and a few subcommands.

Nothing heavy is imported before it is known what is wanted: GTP answers at once.
"""
import argparse
import math
import os
import sys
from typing import TYPE_CHECKING, NoReturn

from engine.core.points import COLUMNS, MAX_SIZE
from engine.mcts.ablation import PARTS, SEARCH
from engine.play.clock import Clock
from gtp.session import NAME, VERSION, Session

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.core.game import Game

USAGE_ERROR = 2
FAILURE = 1
SUBCOMMANDS = ('warm', 'match', 'learn', 'bench', 'perft', 'regress', 'patterns', 'audit-static-eyes', 'solve', 'verify', 'explain')
MAX_LEVEL = 12


DEPTH_OPTIONS = (
    (('-D', '--depth'), 'depth', 'deeper than this three liberties are safe (16)'),
    (('-B', '--backfill-depth'), 'backfill_depth', 'moves that prepare a self-atari (8)'),
    (('--backfill2-depth',), 'backfill2_depth', 'saving neighbours with two liberties (11)'),
    (('-F', '--fourlib-depth'), 'fourlib_depth', 'deeper than this four liberties are safe (7)'),
    (('-K', '--ko-depth'), 'ko_depth', 'deeper than this no ko is retaken on condition of a threat (8)'),
    (('--branch-depth',), 'branch_depth', 'deeper than this one move is tried for three or four liberties (9)'),
    (('--break-chain-depth', '--break_chain-depth'), 'break_chain_depth', 'attacks on neighbours with three liberties (7)'),
    (('--superstring-depth',), 'superstring_depth', 'moves about friends that may be joined (7)'),
)


OWL_DEPTHS = (
    ('--owl-distrust', 'distrust', 'moves deep everything is read out, static recognition is not trusted (0)'),
    ('--owl-branch', 'branch', 'deeper than this only the most promising move is tried (no limit)'),
    ('--owl-reading', 'reading', 'from this depth on the dragon counts as alive (no limit)'),
)


class Parser(argparse.ArgumentParser):
    """One line for an error, no usage dump in front of it."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE_ERROR, f'owlgo: {message} (try owlgo --help)\n')


def _number(low: float, high: float, kind: type, what: str):
    def convert(text: str):
        try:
            value = kind(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f'{text!r} is no {what}') from None
        if not (math.isfinite(value) and low <= value <= high):
            raise argparse.ArgumentTypeError(f'{text} is not between {low:g} and {high:g}')
        return value
    return convert


def _vertex_text(text: str) -> str:
    if not (text[:1].upper() in COLUMNS and text[1:].isascii() and text[1:].isdigit()):
        raise argparse.ArgumentTypeError(f'{text!r} is no vertex')
    return text


def _pair_text(text: str) -> str:
    first, slash, second = text.partition('/')
    if not slash:
        raise argparse.ArgumentTypeError(f'{text!r} is not A/B, two vertices')
    return f'{_vertex_text(first)}/{_vertex_text(second)}'


def build_parser() -> Parser:
    """The options; names are GNU Go's."""
    p = Parser(prog='owlgo', allow_abbrev=False, description='A classical Go engine that explains what it says about life and death.',
               epilog='Subcommands: owlgo solve (prove a problem), verify, warm (compile the kernels), match (against another engine), '
                      'learn (shapes from games), bench, perft, regress, patterns, audit-static-eyes; '
                      'each takes --help.')
    p.add_argument('--version', action='version', version=f'{NAME} {VERSION}')
    p.add_argument('--mode', choices=['gtp'], help='speak GTP; the default when standard input is no terminal')
    p.add_argument('--quiet', '--silent', action='store_true', help='print only what was asked for')
    p.add_argument('--level', type=_number(0, MAX_LEVEL, int, 'whole number'), default=10, metavar='N', help='0 (fast) to 12 (10)')
    p.add_argument('--boardsize', type=_number(1, MAX_SIZE, int, 'whole number'), default=19, metavar='N', help='1 to 25 (19)')
    p.add_argument('--komi', type=_number(-1e6, 1e6, float, 'number'), default=0.0, metavar='X')
    p.add_argument('-r', '--seed', type=_number(0, 2**62, int, 'whole number'), default=0, metavar='N', help='random seed')
    suicide = p.add_mutually_exclusive_group()
    suicide.add_argument('--forbid-suicide', dest='suicide', action='store_const', const='forbidden', default='forbidden')
    suicide.add_argument('--allow-suicide', dest='suicide', action='store_const', const='allowed', help='of two stones or more')
    suicide.add_argument('--allow-all-suicide', dest='suicide', action='store_const', const='all')
    ko = p.add_mutually_exclusive_group()
    ko.add_argument('--simple-ko', dest='ko', action='store_const', const='simple', default='simple')
    ko.add_argument('--no-ko', dest='ko', action='store_const', const='none', help='allow every retake')
    ko.add_argument('--positional-superko', dest='ko', action='store_const', const='positional')
    ko.add_argument('--situational-superko', dest='ko', action='store_const', const='situational')
    rules = p.add_mutually_exclusive_group()
    rules.add_argument('--japanese-rules', dest='chinese', action='store_false', default=False,
                       help='count territory and prisoners (default)')
    rules.add_argument('--chinese-rules', dest='chinese', action='store_true', help='count stones and territory')
    p.add_argument('--score', choices=['estimate', 'finish', 'aftermath'],
                   help='count the position (-l FILE): as it stands, played to its end, or with dead stones taken off too')
    p.add_argument('--play-out-aftermath', dest='aftermath', action='store_true', help='final_score and final_status take dead stones off')
    p.add_argument('--capture-all-dead', action='store_true', help='genmove passes only when no dead stone is left to be taken')
    resign = p.add_mutually_exclusive_group()
    resign.add_argument('--resign-allowed', dest='resign', action='store_true', default=True, help='genmove may resign (default)')
    resign.add_argument('--never-resign', dest='resign', action='store_false', help='genmove never resigns')
    p.add_argument('--threads', type=_number(1, 8, int, 'whole number'), default=1, metavar='N',
                   help='threads that genmove searches with (1; with more, games are not repeated exactly)')
    how = p.add_mutually_exclusive_group()
    how.add_argument('--mcts', '--monte-carlo', dest='classic', action='store_false', default=False,
                     help='moves are decided by a search with playouts (default)')
    how.add_argument('--classic', dest='classic', action='store_true', help='moves are decided by territory and reasons alone')
    p.add_argument('--mc-games-per-level', type=_number(1, 10**6, int, 'whole number'), default=0, metavar='N',
                   help='playouts of a search for each level (at level 10 as many as take half a second)')
    p.add_argument('--without', action='append', default=[], choices=PARTS, metavar='PART',
                   help=f'leave out a part of the choice of moves, to see what it brings: {", ".join(PARTS)}')
    seconds = _number(0, 10**6, int, 'whole number')
    p.add_argument('--clock', type=seconds, metavar='S', help='seconds of main time for each side')
    p.add_argument('--byo-time', type=seconds, metavar='S', help='seconds of a period after the main time')
    p.add_argument('--autolevel', action='store_true', help='with a clock, choose the level of every move by the time that is left')
    level = _number(0, MAX_LEVEL, int, 'whole number')
    p.add_argument('--min-level', type=level, default=0, metavar='N', help='... not below this (0)')
    p.add_argument('--max-level', type=level, default=10, metavar='N', help='... and not above this (10)')
    p.add_argument('--tree-memory', type=_number(1, 192, float, 'number'), metavar='MB', help='size of the tree of a search (128)')
    p.add_argument('--byo-period', type=_number(1, 1000, int, 'whole number'), metavar='N', help='stones to be played in a period')
    p.add_argument('--prove-nodes', type=_number(1, 10**12, int, 'whole number'), metavar='N',
                   help='positions the exact solver may look at for a question (27000 for each level; 1000000 take about a second)')
    p.add_argument('-l', '--infile', metavar='FILE', help='load this game record')
    p.add_argument('-L', '--until', metavar='MOVE', help='stop before this move number or vertex')
    p.add_argument('-o', '--outfile', metavar='FILE', help='write the variations there as SGF')
    p.add_argument('--patterns', metavar='DIR', help="take pattern databases from this folder, by GNU Go's file names")
    p.add_argument('-E', '--printeyes', action='store_true', help='print the eye spaces of the position (-l FILE) and what they yield')
    p.add_argument('-w', '--worms', action='store_true', help='print what is known of the strings and dragons of the position (-l FILE)')
    p.add_argument('-m', '--moyo', type=_number(1, 7, int, 'whole number'), metavar='N',
                   help='show territory (1), moyo (2) and area (4) by Bouzy of the position (-l FILE); sums of them show several')
    p.add_argument('--print-levels', action='store_true', help='print the limits of levels 12 to 0')
    p.add_argument('-t', '--trace', action='store_true', help='print the reading as an indented tree')
    decide = p.add_mutually_exclusive_group()
    decide.add_argument('--decide-string', type=_vertex_text, metavar='VERTEX', help='can this string be captured, can it be saved?')
    decide.add_argument('--decide-connection', type=_pair_text, metavar='A/B', help='can these strings be joined, can they be cut?')
    decide.add_argument('--decide-eye', type=_vertex_text, metavar='VERTEX', help='how many eyes does the space at this point yield?')
    decide.add_argument('--decide-combination', action='store_true', help='has the side to move a combination?')
    decide.add_argument('--decide-owl', type=_vertex_text, metavar='VERTEX', help='does this dragon live?')
    decide.add_argument('--decide-dragon', type=_vertex_text, metavar='VERTEX', help='the status of this dragon, and why')
    decide.add_argument('--decide-position', action='store_true', help='the status of every dragon')
    decide.add_argument('--decide-semeai', type=_pair_text, metavar='A/B', help='who wins the race between these dragons?')
    decide.add_argument('--decide-dragon-data', type=_vertex_text, metavar='VERTEX', help='all that is known of this dragon')
    decide.add_argument('--decide-surrounded', type=_vertex_text, metavar='VERTEX', help='is this dragon surrounded?')
    _add_depths(p)
    _add_owl_limits(p)
    return p


def _add_depths(p: Parser) -> None:
    depth = _number(0, 200, int, 'whole number')
    group = p.add_argument_group('depths of reading', 'in moves; by default they follow the level')
    for flags, name, what in DEPTH_OPTIONS:
        group.add_argument(*flags, dest=name, type=depth, metavar='N', help=what)
    group.add_argument('-M', '--memory', type=_number(0.1, 512, float, 'number'), metavar='MB', help='size of the reading table (10.7)')


def _add_owl_limits(p: Parser) -> None:
    group = p.add_argument_group('limits of OWL', 'what they cut off counts as life, and the answer is uncertain')
    nodes, depth = _number(1, 10**12, int, 'whole number'), _number(0, 200, int, 'whole number')
    group.add_argument('--owl-node-limit', dest='nodes', type=nodes, metavar='N',
                       help='positions a reading may look at (8000 for each level)')
    group.add_argument('--semeai-node-limit', dest='race', type=nodes, metavar='N',
                       help='positions each reading of a race may look at (2700 for each level)')
    for flag, name, what in OWL_DEPTHS:
        group.add_argument(flag, dest=f'owl_{name}', type=depth, metavar='N', help=what)


def fail(message: str) -> int:
    """One clear error; returns the exit status."""
    print(f'owlgo: {message}', file=sys.stderr)
    return FAILURE


def main(argv: list[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    argv = sys.argv[1:] if argv is None else argv
    if argv[:1] and argv[0] in SUBCOMMANDS:
        return subcommand(argv[0], argv[1:])
    args = build_parser().parse_args(argv)
    chosen = [name for name in DECISIONS if getattr(args, name)]
    for option in ('trace', 'outfile'):
        if getattr(args, option) and not chosen:
            return fail(f'--{option} needs --decide-owl, --decide-string or another --decide option')
    if args.until is not None and args.infile is None:
        return fail('--until needs --infile')
    if args.patterns is not None:
        from gtp.cli.pattern_tools import use_folder
        try:
            use_folder(args.patterns)
        except ValueError as error:
            return fail(f'--patterns: {error}')
        except OSError as error:
            return fail(f'--patterns: {error.filename}: {error.strerror}')
    if chosen:
        if args.infile is None:
            return fail('--decide-... needs a game record: -l FILE')
        return printed(lambda: decide(args))
    if args.print_levels:
        return printed(print_levels)
    session = new_session(args)
    if args.infile is not None:
        try:
            load(session.game, args)
        except ValueError as error:
            return fail(str(error))
        session.komi = session.game.komi
    if args.score:
        if args.infile is None:
            return fail('--score needs a game record: -l FILE')
        return printed(lambda: print_score(session, args.score))
    if args.worms or args.printeyes or args.moyo:
        return printed(lambda: print_data(session, args))
    if args.mode == 'gtp' or not sys.stdin.isatty():
        from gtp.server import main as serve
        return serve(session)
    print(welcome(session))
    return 0


DECISIONS = ('decide_string', 'decide_connection', 'decide_combination', 'decide_eye', 'decide_owl', 'decide_dragon', 'decide_position',
             'decide_semeai', 'decide_dragon_data', 'decide_surrounded')


def printed(show: 'Callable[[], int]') -> int:
    """Do something that prints; returns its exit status."""
    try:
        status = show()
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # The reader of the output has seen enough, as `head` does; nothing may be written at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILURE


def print_data(session: Session, args: argparse.Namespace) -> int:
    """Strings and dragons, eye spaces, moyos, or several of them."""
    for wanted, show in ((args.worms, print_worms), (args.printeyes, print_eyes), (args.moyo, lambda s: print_moyo(s, args.moyo))):
        if wanted:
            show(session)
    return 0


def print_levels() -> int:
    """What every level may cost, highest first, by GNU Go's names where it has them."""
    from dataclasses import asdict

    from engine.owl.limits import VITAL_LEVEL, of_level
    from engine.read.depths import of_level as depths_of_level
    blocks = []
    for level in range(MAX_LEVEL, -1, -1):
        limits = of_level(level)
        rows = asdict(depths_of_level(level)) | {
            'owl_node_limit': limits.reading, 'semeai_node_limit': limits.race, 'prove_nodes': limits.proof,
            'owl_vital_apats': 'yes' if level >= VITAL_LEVEL else 'no'}
        blocks.append('\n'.join([f'at level {level}:\n', *(f'{name}: {value}' for name, value in rows.items())]))
    print('\n\n'.join(blocks))
    return 0


def print_score(session: Session, how: str) -> int:
    """The score as it stands, or after the game is played to its end."""
    from gtp.commands import final as finals
    from gtp.commands import score as scores
    if how == 'estimate':
        found = scores.estimated(session)
        value, bounds = found.value, f' (upper bound: {found.upper:.1f}, lower: {found.lower:.1f})'
    else:
        session.aftermath |= how == 'aftermath'
        value, bounds = finals.finished(session).score, ''
    verb = 'seems to win' if how == 'estimate' else 'wins'
    print(f'{"White" if value > 0 else "Black"} {verb} by {abs(value):.1f} points{bounds}' if value else 'Jigo')
    return 0


def print_worms(session: Session) -> None:
    """What is known of every string and every dragon."""
    from gtp.commands.dragons import dragon_data
    from gtp.commands.worms import worm_data, worms
    firsts = sorted({worm.stones[0] for worm in worms(session).values()})
    print('\n\n'.join([*(worm_data(session, [session.game.vertex(first)]) for first in firsts), dragon_data(session, [])]))


def print_eyes(session: Session) -> None:
    """The eye spaces of the position, in colour on a terminal, and what those yield that can make an eye."""
    from rich.console import Console

    from gtp.cli import eye_display
    from gtp.commands.eyes import look
    optics = look(session)
    console = Console(highlight=False, markup=False, soft_wrap=True)
    console.print(eye_display.board(session.game, optics))
    console.print(f'{eye_display.LEGEND}\n')
    for color, eyes in optics.eyes.items():
        for origin in eyes.origins():
            value = optics.verdict(color, origin).value
            if value.max_eye_threat:
                console.print('\n'.join(eye_display.space(session.game, optics, color, origin)))


def print_moyo(session: Session, number: int) -> None:
    """Bouzy's boards, in colour on a terminal, else in numbers."""
    from rich.console import Console

    from engine.score.bouzy import bouzy
    from gtp.cli import moyo_display
    console = Console(highlight=False, markup=False, soft_wrap=True)
    in_colour = console.color_system is not None
    dead = session.examination.dead
    for name, operator in moyo_display.chosen(number):
        values = bouzy(session.game.board, operator, dead)
        console.print((moyo_display.coloured if in_colour else moyo_display.numbers)(session.game, values, dead))
        console.print(f'{moyo_display.legend(name, operator, values, in_colour)}\n')


def new_session(args: argparse.Namespace) -> Session:
    """A session with the settings that the options give."""
    session = Session(boardsize=args.boardsize, komi=args.komi, level=args.level, seed=args.seed, chinese=args.chinese, resign=args.resign,
                   clock=clock(args),
                   levels=(args.min_level, max(args.min_level, args.max_level)) if args.autolevel else None, threads=args.threads,
                   per_level=args.mc_games_per_level, without=frozenset(args.without + [SEARCH] * args.classic),
                   capture_all_dead=args.capture_all_dead, aftermath=args.aftermath,
                   suicide=args.suicide, ko=args.ko,
                   depth_options=depth_options(args), limit_options=limit_options(args), owl_cutoffs=owl_cutoffs(args))
    if args.memory is not None:
        session.reader.memory.resize(args.memory)
    if args.tree_memory is not None:
        from engine.mcts.mcts import main_tree
        session.workspace.get(main_tree).limit(args.tree_memory)
    return session


def clock(args: argparse.Namespace) -> Clock | None:
    """The clock that the options set."""
    if args.clock is None and args.byo_time is None:
        return None
    return Clock(args.clock or 0, args.byo_time or 0, args.byo_period or 1)


def depth_options(args: argparse.Namespace) -> dict[str, int]:
    """The depths given as options."""
    return {name: getattr(args, name) for _, name, _ in DEPTH_OPTIONS if getattr(args, name) is not None}


def limit_options(args: argparse.Namespace) -> dict[str, int]:
    """The nodes given as options; what the solver gets, readings get too unless they have an option of their own."""
    given = {'proof': args.prove_nodes, 'nodes': args.nodes or args.prove_nodes, 'race': args.race}
    return {name: nodes for name, nodes in given.items() if nodes is not None}


def owl_cutoffs(args: argparse.Namespace) -> dict[str, int]:
    """The depths of OWL given as options."""
    given = {name: getattr(args, f'owl_{name}') for _, name, _ in OWL_DEPTHS}
    return {name: depth for name, depth in given.items() if depth is not None}


def load(game: 'Game', args: argparse.Namespace) -> None:
    """The record that the options name.  Raises ValueError."""
    from engine.core import sgf
    game.load(sgf.load(args.infile, args.until))


def welcome(session: Session) -> str:
    """What a person sees who types ``owlgo`` on a terminal."""
    command = sys.argv[0] if sys.argv[0].endswith('owlgo') else 'owlgo'
    return f"""{NAME} {VERSION}: reads life and death in Go, and says why.

{session.game.show()}

Judge a dragon in a game record:   owlgo -l game.sgf -L 52 --decide-owl D8 -t -o variations.sgf
Attach it to Sabaki:               Engines > Manage Engines > Add: path {command}, arguments --mode gtp
Attach it to GoGui:                Program > New Program: command {command} --mode gtp
Compile everything ahead:          owlgo warm
All options:                       owlgo --help"""


def decide(args: argparse.Namespace) -> int:
    """The --decide options."""
    from gtp.cli import decisions
    session = new_session(args)
    try:
        load(session.game, args)
        text, record = decisions.decide(session, args)
    except ValueError as error:
        return fail(str(error))
    print('\n'.join(text))
    if args.outfile:
        try:
            with open(args.outfile, 'w', encoding='utf-8') as f:
                f.write(record)
        except OSError as error:
            return fail(f'{args.outfile}: {error.strerror}')
        if not args.quiet:
            print(f'variations written to {args.outfile}')
    return 0


def subcommand(name: str, argv: list[str]) -> int:
    """What ``SUBCOMMANDS`` names."""
    if name in ('solve', 'verify'):
        from gtp.cli import solve
        return (solve.main if name == 'solve' else solve.verify_main)(argv)
    if name == 'explain':
        parser = build_parser()
        parser.prog = 'owlgo explain'
        parser.usage = 'owlgo explain FILE VERTEX [options]'
        if len(argv) < 2 or argv[0].startswith('-') or argv[1].startswith('-'):
            parser.error('a game record and a vertex are wanted')
        return main(['-l', argv[0], '--decide-dragon', argv[1], *argv[2:]])
    if name == 'patterns':
        from gtp.cli import pattern_tools
        return pattern_tools.main(argv)
    from regress import bench, eye_audit, match, runner
    from regress.train import learning
    run = {'regress': runner.main, 'warm': bench.warm_main, 'bench': bench.bench_main, 'perft': bench.perft_main, 'match': match.match_main,
           'learn': learning.main,
           'audit-static-eyes': eye_audit.main}[name]
    return run(argv)


if __name__ == '__main__':
    sys.exit(main())
