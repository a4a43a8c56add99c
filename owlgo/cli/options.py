"""The options of ``owlgo``, with GNU Go's names, and the session that they set up."""
import argparse
import sys
from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, NoReturn, TypeVar

from owlgo.cli import subcommands, values
from owlgo.engine.core.files import in_words
from owlgo.engine.core.level import MAX_LEVEL, STANDARD_LEVEL, STRONGEST_RANK, WEAKEST_RANK
from owlgo.engine.core.points import MAX_SIZE
from owlgo.engine.core.printable import printable, say
from owlgo.engine.core.threads import MOST_THREADS
from owlgo.engine.mcts.ablation import PARTS, SEARCH
from owlgo.engine.play.clock import Clock
from owlgo.gtp.about import NAME, VERSION
from owlgo.gtp.session import Session

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

DESCRIPTION = """A classical Go engine that explains what it says about life and death.

first steps:
  owlgo                               play a game on this terminal
  owlgo explain game.sgf D4           why does the dragon of D4 live or die?
  owlgo solve problem.sgf             prove a problem
  owlgo -l game.sgf -L 52 --decide-owl D4 -t
                                      can it be killed or saved before move 52?
  owlgo --mode gtp                    the command for Sabaki, GoGui and the like"""
"""Description in help and manual."""
Result = TypeVar('Result')
DECISIONS = ('decide_string', 'decide_connection', 'decide_combination', 'decide_eye', 'decide_owl', 'decide_dragon', 'decide_position',
             'decide_semeai', 'decide_dragon_data', 'decide_surrounded')
"""Options that ask a question about the position."""
DISPLAYS = ('score', 'worms', 'printeyes', 'moyo', 'printboard', 'printsgf', 'replay', 'print_levels')
"""Options that print something about the position or the levels."""
DRAWN = ('score', 'worms', 'printeyes', 'moyo', 'printboard')
"""Displays that can be drawn."""
DEPTH_OPTIONS = (
    (('-D', '--depth'), 'depth', 'reading depth beyond which three liberties count as safe (default 16)'),
    (('-B', '--backfill-depth'), 'backfill_depth', 'reading depth up to which moves prepare a self-atari (default 8)'),
    (('--backfill2-depth',), 'backfill2_depth', 'reading depth up to which neighbours with two liberties are saved (default 11)'),
    (('-F', '--fourlib-depth'), 'fourlib_depth', 'reading depth beyond which four liberties count as safe (default 7)'),
    (('-K', '--ko-depth'), 'ko_depth', 'reading depth beyond which no ko is retaken on condition of a threat (default 8)'),
    (('--branch-depth',), 'branch_depth', 'reading depth beyond which three or four liberties get one move (default 9)'),
    (('--break-chain-depth', '--break_chain-depth'), 'break_chain_depth',
     'reading depth up to which neighbours with three liberties are attacked (default 7)'),
    (('--superstring-depth',), 'superstring_depth', 'reading depth up to which moves help friends that may be joined (default 7)'),
)
"""Flags, names in ``engine.read.depths`` and help of the reading depths."""
OWL_DEPTHS = (
    ('--owl-distrust', 'distrust', "trust static eyes only beyond this depth (default 0: always; OWL's search: 6 at level 10)"),
    ('--owl-branch', 'branch', "try only the most promising move beyond this depth (default: no limit; OWL's search: 8 at level 10)"),
    ('--owl-reading', 'reading', "count the dragon as alive from this depth on (default: no limit; OWL's search: 20 at level 10)"),
)
"""Flags, names in ``Cutoffs`` and help of OWL's depths."""


class Exit(IntEnum):
    """Exit statuses of a program that does not succeed."""
    FAILURE = 1
    USAGE_ERROR = 2
    UNSOLVED = 3
    """Not all that was asked is proved."""
    INTERRUPTED = 130


def reporting_errors(program: str, work: Callable[[], Result]) -> Result | Exit:
    """Do a program's work and return its result; if a given file or word is wrong, print what is wrong and return the exit status."""
    try:
        return work()
    except ValueError as error:
        say(f'{program}: {error}', sys.stderr)
    except OSError as error:
        if error.filename is None:      # not the user's file but standard output
            raise
        say(f'{program}: {in_words(error)}', sys.stderr)
    return Exit.FAILURE


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line without usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(Exit.USAGE_ERROR, printable(f'owlgo: {message} (try {self.prog} --help)') + '\n')

    def _print_message(self, message: str, file: 'SupportsWrite[str] | None' = None) -> None:
        """Print a message; unlike argparse, raise errors of standard output."""
        if file is not None and file is sys.stdout:
            sys.stdout.write(message)
        else:
            super()._print_message(message, file)


def build_parser() -> Parser:
    """Return the parser of ``owlgo``; names are GNU Go's."""
    p = Parser(prog='owlgo', allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, description=DESCRIPTION,
               usage='owlgo [OPTION ...]\n       owlgo SUBCOMMAND ...', epilog=subcommands.summary())
    _add_talk(p)
    p.add_argument('--quiet', '--silent', action='store_true', help='print only what was asked for')
    p.add_argument('-l', '--infile', type=values.file_name, metavar='FILE', help='load this game record')
    _add_position(p, 'write the variations there as SGF')
    _add_questions(p)
    form = p.add_argument_group('how they are answered')
    form.add_argument('-t', '--trace', action='store_true', help='print the reading as an indented tree')
    _add_forms(form)
    _add_shown(p)
    game = p.add_argument_group('the game')
    _add_game(game)
    _add_rules(game)
    _add_moves(p)
    _add_clock(p)
    more = p.add_argument_group('debugging')
    more.add_argument('--print-levels', action='store_true',
                      help=f'print the limits of levels {MAX_LEVEL} to 0, as the other options have them')
    _add_reading(more)
    _add_depths(p)
    _add_owl_limits(p)
    return p


def explain_parser() -> Parser:
    """Return the parser of ``owlgo explain``: options of ``owlgo`` about reading and printing."""
    p = Parser(prog='owlgo explain', allow_abbrev=False, usage='owlgo explain FILE VERTEX [options]', description=
               'Say why the dragon of VERTEX in the record FILE lives or dies, a sentence a line. The first names its fate, and '
               'whether that is proved, read or a guess; every move named was played out and read.')
    p.add_argument('record', type=values.file_name, metavar='FILE', help='a game record')
    p.add_argument('vertex', metavar='VERTEX', type=values.vertex_text, help='a stone of the dragon')
    p.add_argument('--quiet', '--silent', action='store_true', help='print no board')
    _add_position(p, 'write the position as SGF, with the sentences as a comment')
    _add_forms(p)
    _add_rules(p.add_argument_group('the rules'))
    _add_reading(p.add_argument_group('debugging'))
    _add_depths(p)
    _add_owl_limits(p)
    return p


def _add_talk(p: Parser) -> None:
    p.add_argument('-v', '--version', action='version', version=f'{NAME} {VERSION}')
    p.add_argument('--mode', choices=['ascii', 'gtp'], help='play in text, or speak GTP; the default is ascii on a terminal, else gtp')
    where = p.add_mutually_exclusive_group()
    where.add_argument('--gtp-input', metavar='FILE', help='speak GTP, with the commands of a file')
    where.add_argument('--gtp-listen', type=values.address(0), metavar='[HOST:]PORT',
                       help='speak GTP with clients over TCP, one after the other; unless a host is named, of this machine alone')
    where.add_argument('--gtp-connect', type=values.address(1), metavar='[HOST:]PORT',
                       help='speak GTP with the controller that listens there')


def _add_position(p: Parser, written: str) -> None:
    p.add_argument('-L', '--until', metavar='MOVE', help='stop before this move number or the first move at this vertex (0: read all)')
    p.add_argument('-o', '--outfile', metavar='FILE', help=written)
    p.add_argument('--level', type=values.level, default=STANDARD_LEVEL, metavar='N',
                   help=f'0 (fast) to {MAX_LEVEL} ({STANDARD_LEVEL})')


def _add_questions(p: Parser) -> None:
    decide = p.add_argument_group('questions about the position (-l FILE)').add_mutually_exclusive_group()
    decide.add_argument('--decide-string', type=values.vertex_text, metavar='VERTEX', help='can this string be captured, can it be saved?')
    decide.add_argument('--decide-connection', type=values.pair_text, metavar='A/B', help='can these strings be joined, can they be cut?')
    decide.add_argument('--decide-eye', type=values.vertex_text, metavar='VERTEX', help='how many eyes does the space at this point yield?')
    decide.add_argument('--decide-combination', action='store_true', help='has the side to move a combination?')
    decide.add_argument('--decide-owl', type=values.vertex_text, metavar='VERTEX', help='does this dragon live?')
    decide.add_argument('--decide-dragon', type=values.vertex_text, metavar='VERTEX', help='the status of this dragon, and why')
    decide.add_argument('--decide-position', action='store_true', help='the status of every dragon; unchecked: those with a large escape '
                        'route or a very large eye space')
    decide.add_argument('--decide-semeai', type=values.pair_text, metavar='A/B', help='who wins the race between these dragons?')
    decide.add_argument('--decide-dragon-data', type=values.vertex_text, metavar='VERTEX', help='the data of this dragon')
    decide.add_argument('--decide-surrounded', type=values.vertex_text, metavar='VERTEX', help='is this dragon surrounded?')


def _add_forms(form: argparse._ActionsContainer) -> None:
    form.add_argument('--json', action='store_true', help='print the answer as JSON, and nothing else')
    add_pictures(form, 'the position with the answer')
    form.add_argument('-d', '--debug', type=values.whole(1, 3), default=0, metavar='N',
                      help='log the readings about strings (1), dragons (2) or both (3) on standard error')


def add_pictures(form: argparse._ActionsContainer, what: str, where: str = 'FILE') -> None:
    """Add --svg and --png, which draw ``what``; ``where`` names a file, or a file or folder."""
    form.add_argument('--svg', metavar=where, help=f'draw {what} as a picture')
    form.add_argument('--png', metavar=where, help='the same as PNG (needs owlgo[png])')


def _add_shown(p: Parser) -> None:
    shown = p.add_argument_group('shown of the position (-l FILE)')
    shown.add_argument('--score', choices=['estimate', 'finish', 'aftermath'],
                       help='count the position (-l FILE): as it stands, played to its end, or with dead stones taken off too')
    shown.add_argument('-E', '--printeyes', action='store_true', help='print the eye spaces of the position (-l FILE) and what they yield')
    shown.add_argument('-w', '--worms', action='store_true', help='print the data of all strings and dragons of the position (-l FILE)')
    shown.add_argument('-m', '--moyo', type=values.whole(1, 7), metavar='N',
                       help='show territory (1), moyo (2) and area (4) by Bouzy of the position (-l FILE); sums of them show several')
    shown.add_argument('-T', '--printboard', action='store_true',
                       help='print the board of the position (-l FILE) with its dragons, coloured by status on a terminal')
    shown.add_argument('--printsgf', metavar='FILE', help='write the position (-l FILE) as SGF; - is standard output')
    shown.add_argument('--replay', choices=['black', 'white', 'both'], metavar='COLOR',
                       help='name the moves that OwlGo would have played in the record (-l FILE) for black, white or both')


def _add_game(game: argparse._ActionsContainer) -> None:
    game.add_argument('--boardsize', type=values.whole(1, MAX_SIZE), metavar='N', help=f'1 to {MAX_SIZE} ({Session.boardsize})')
    game.add_argument('--color', type=values.color, metavar='COLOR', help='your colour in a game on the terminal, black (default) or white')
    game.add_argument('--handicap', type=values.whole(0, 9), default=0, metavar='N',
                      help='handicap stones of a game on the terminal, 0 to 9')
    game.add_argument('--komi', type=values.komi, metavar='X', help="komi; overrides the game record's (default 0)")


def _add_rules(game: argparse._ActionsContainer) -> None:
    game.add_argument('-r', '--seed', type=values.whole(0, 2**62), default=0, metavar='N', help='random seed')
    rules = game.add_mutually_exclusive_group()
    rules.add_argument('--japanese-rules', dest='area_scoring', action='store_false', default=False,
                       help='count territory and prisoners (default)')
    rules.add_argument('--chinese-rules', dest='area_scoring', action='store_true', help='count stones and territory')
    suicide = game.add_mutually_exclusive_group()
    suicide.add_argument('--forbid-suicide', dest='suicide', action='store_const', const='forbidden', default='forbidden')
    suicide.add_argument('--allow-suicide', dest='suicide', action='store_const', const='allowed',
                         help='allow suicide of two stones or more')
    suicide.add_argument('--allow-all-suicide', dest='suicide', action='store_const', const='all')
    ko = game.add_mutually_exclusive_group()
    ko.add_argument('--simple-ko', dest='ko', action='store_const', const='simple', default='simple')
    ko.add_argument('--no-ko', dest='ko', action='store_const', const='none', help='allow every retake')
    ko.add_argument('--positional-superko', dest='ko', action='store_const', const='positional')
    ko.add_argument('--situational-superko', dest='ko', action='store_const', const='situational')


def _add_moves(p: Parser) -> None:
    moves = p.add_argument_group('choosing moves, and ending the game')
    moves.add_argument('--rank', type=values.rank, metavar='RANK',
                       help=f'play at this step of a scale from {WEAKEST_RANK}k to {STRONGEST_RANK}k, which was not measured against '
                            'people; answers to questions stay as good')
    how = moves.add_mutually_exclusive_group()
    how.add_argument('--mcts', '--monte-carlo', dest='classic', action='store_false', default=False,
                     help='choose moves by a search with playouts (default)')
    how.add_argument('--classic', dest='classic', action='store_true', help='choose moves by territory and reasons alone')
    moves.add_argument('--mc-games-per-level', type=values.whole(1, 10**6), default=0, metavar='N',
                       help='playouts of a search for each level (at level 10 as many as take half a second)')
    moves.add_argument('--threads', type=values.whole(1, MOST_THREADS), metavar='N',
                       help='threads of genmove and of requested proofs (default 1; more are not repeatable)')
    moves.add_argument('--tree-memory', type=values.number(1, 192), metavar='MB', help='size of the search tree (default 128)')
    moves.add_argument('--without', action='append', default=[], choices=PARTS, metavar='PART',
                       help=f'leave out a part of the choice of moves, to see what it brings: {", ".join(PARTS)}')
    resign = moves.add_mutually_exclusive_group()
    resign.add_argument('--resign-allowed', dest='never_resign', action='store_false', default=False, help='genmove may resign (default)')
    resign.add_argument('--never-resign', dest='never_resign', action='store_true', help='genmove never resigns')
    moves.add_argument('--capture-all-dead', action='store_true', help='genmove passes only when no dead stone is left to be taken')
    moves.add_argument('--play-out-aftermath', dest='aftermath', action='store_true',
                       help='final_score and final_status take dead stones off')


def _add_clock(p: Parser) -> None:
    time = p.add_argument_group('the clock')
    seconds = values.whole(0, 10**6)
    time.add_argument('--clock', type=seconds, metavar='S', help='seconds of main time for each side')
    time.add_argument('--byo-time', type=seconds, metavar='S', help='seconds of a period after the main time')
    time.add_argument('--byo-period', type=values.whole(1, 1000), metavar='N', help='stones to be played in a period')
    time.add_argument('--autolevel', action='store_true', help='with a clock, choose the level of every move by the time that is left')
    time.add_argument('--min-level', type=values.level, metavar='N', help='... not below this (0)')
    time.add_argument('--max-level', type=values.level, metavar='N', help=f'... and not above this ({STANDARD_LEVEL})')


def _add_reading(more: argparse._ActionsContainer) -> None:
    more.add_argument('--patterns', type=values.file_name, metavar='DIR',
                      help="take pattern databases from this folder, by GNU Go's file names")
    more.add_argument('--prove-nodes', type=values.nodes, metavar='N',
                      help='positions the exact solver may look at for a question (60000 at level 0, as many more for each level; '
                           '1000000 take about a second); more than 24000 also deepen questions about strings and connections')


def speaks_gtp(args: argparse.Namespace) -> bool:
    """Return whether the command speaks GTP instead of playing on the terminal."""
    if args.gtp_input or args.gtp_listen or args.gtp_connect:
        return True
    return bool(args.mode == 'gtp' or (args.mode is None and not sys.stdin.isatty()))


def clash(args: argparse.Namespace) -> str:
    """Return the error of options that contradict each other or have no effect; empty if there is none."""
    def given(names: tuple[str, ...]) -> list[str]:
        return [f'--{name.replace("_", "-")}' for name in names if getattr(args, name)]

    decided, shown, played = given(DECISIONS), given(DISPLAYS), given(('gtp_input', 'gtp_listen', 'gtp_connect', 'mode'))
    once = decided + shown
    if len(once) > 1 and not set(once) <= set(given(('worms', 'printeyes', 'moyo', 'printboard'))):
        return f'{once[0]} and {once[1]} are two questions: ask one at a time'
    if once and played:
        return f'{once[0]} prints an answer and plays nothing: {played[0]} does nothing with it'
    if args.mode == 'ascii' and len(played) > 1:
        return f'--mode ascii does nothing with {played[0]}: GTP is spoken there'
    if args.print_levels and args.infile is not None:
        return '--infile does nothing with --print-levels'
    drawn = given(('svg', 'png'))
    if drawn and not decided and not set(shown) & set(given(DRAWN)):
        return f'{drawn[0]} needs --decide-owl or another --decide option, or --score, --printboard, --worms, --printeyes or --moyo'
    if drawn and args.moyo not in (None, 1, 2, 4):
        return f'{drawn[0]} draws one of territory (--moyo 1), moyo (2) and area (4)'
    if drawn and len(shown) > 1:
        return f'{drawn[0]} draws one display: {shown[0]} or {shown[1]}'
    for name in ('trace', 'outfile', 'json', 'debug'):
        if getattr(args, name) and not decided:
            return f'--{name} needs --decide-owl, --decide-string or another --decide option'
    if args.trace and not given(('decide_string', 'decide_connection', 'decide_combination', 'decide_owl')):
        return f'--trace: {decided[0]} has no variations to print'
    if args.until is not None and args.infile is None:
        return '--until needs --infile'
    for name in ('color', 'handicap'):
        if getattr(args, name) and (once or speaks_gtp(args)):
            return f'--{name} is for a game on the terminal'
    if args.boardsize is not None and args.infile is not None:
        return '--boardsize does nothing with --infile: the board is as large as the record says'
    for name, needed in (('byo_period', 'byo_time'), ('min_level', 'autolevel'), ('max_level', 'autolevel')):
        if getattr(args, name) is not None and getattr(args, needed) in (None, False):
            return f'--{name} needs --{needed}'.replace('_', '-')
    if None not in (args.min_level, args.max_level) and args.min_level > args.max_level:
        return f'--min-level {args.min_level} is above --max-level {args.max_level}'
    unsearched = '--classic' if args.classic else '--without search' if SEARCH in args.without else ''
    searched = given(('tree_memory', 'mc_games_per_level'))
    if unsearched and searched:
        return f'{searched[0]} does nothing with {unsearched}: nothing is searched'
    if args.aftermath and once and args.score not in ('finish', 'aftermath'):
        return f'--play-out-aftermath does nothing with {once[0]}{" estimate" if args.score else ""}: nothing is played out'
    for name in ('autolevel', 'mc_games_per_level', 'classic'):
        if args.rank is not None and getattr(args, name):
            return f'--{name.replace("_", "-")} does nothing with --rank: the rank says how strongly to play'
    idle = given(('clock', 'byo_time', 'autolevel', 'never_resign', 'capture_all_dead'))
    idle += given(('rank', 'classic', 'mc_games_per_level', 'tree_memory', 'without')) if once != ['--replay'] else []
    proved = given(('decide_owl', 'decide_dragon', 'decide_position', 'decide_semeai', 'decide_dragon_data', 'worms', 'printboard'))
    if args.threads and once and not proved and (once != ['--replay'] or unsearched):
        return f'--threads does nothing with {once[0]}{f" {unsearched}" if args.replay else ""}: nothing is searched or proved'
    if idle and once:
        return f'{idle[0]} does nothing with {once[0]}: it is for games'
    return ''


def _add_depths(p: Parser) -> None:
    depth = values.whole(0, 200)
    group = p.add_argument_group('depths of reading', 'in moves; by default they follow the level')
    for flags, name, what in DEPTH_OPTIONS:
        group.add_argument(*flags, dest=name, type=depth, metavar='N', help=what)
    group.add_argument('-M', '--memory', '--cache-size', type=values.number(0.1, 512), metavar='MB',
                       help='size of the reading table (default 10.7)')


def _add_owl_limits(p: Parser) -> None:
    group = p.add_argument_group('limits of OWL', 'what they cut off counts as life, and the answer is uncertain')
    depth = values.whole(0, 200)
    group.add_argument('--owl-node-limit', dest='nodes', type=values.nodes, metavar='N',
                       help='positions a reading may look at (16000 at level 0, as many more for each level)')
    group.add_argument('--semeai-node-limit', dest='race', type=values.nodes, metavar='N',
                       help='positions each reading of a race may look at (2700 at level 0, as many more for each level)')
    for flag, name, what in OWL_DEPTHS:
        group.add_argument(flag, dest=f'owl_{name}', type=depth, metavar='N', help=what)


def new_session(args: argparse.Namespace) -> Session:
    clock = None
    if args.clock is not None or args.byo_time is not None:
        clock = Clock(args.clock or 0, args.byo_time or 0, args.byo_period or 1)
    low = args.min_level or 0
    high = max(low, STANDARD_LEVEL) if args.max_level is None else args.max_level
    # The solver's limit holds for readings too unless they have their own.
    limits = {'proof': args.prove_nodes, 'nodes': args.nodes or args.prove_nodes, 'race': args.race}
    session = Session(boardsize=args.boardsize or Session.boardsize, komi=args.komi or Session.komi, level=args.level, seed=args.seed,
                      rank=args.rank, area_scoring=args.area_scoring, resign=not args.never_resign,
                      clock=clock, levels=(low, high) if args.autolevel else None, threads=args.threads or 1,
                      per_level=args.mc_games_per_level, without=frozenset(args.without + [SEARCH] * args.classic),
                      capture_all_dead=args.capture_all_dead, aftermath=args.aftermath,
                      suicide=args.suicide, ko=args.ko,
                      depth_options=_given({name: getattr(args, name) for _, name, _ in DEPTH_OPTIONS}), limit_options=_given(limits),
                      owl_cutoffs=_given({name: getattr(args, f'owl_{name}') for _, name, _ in OWL_DEPTHS}))
    if args.memory is not None:
        session.reader.memory.resize(args.memory)
    if args.tree_memory is not None:
        from owlgo.engine.mcts.mcts import main_tree
        session.workspace.get(main_tree).limit(args.tree_memory)
    return session


def _given(numbers: dict[str, int | None]) -> dict[str, int]:
    """Return the numbers that options give, without the others."""
    return {name: number for name, number in numbers.items() if number is not None}
