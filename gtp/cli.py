"""The ``owlgo`` command: options by GNU Go's names, and a few subcommands.

Nothing heavy is imported before it is known what is wanted: GTP answers at once.
"""
import argparse
import math
import sys
from typing import TYPE_CHECKING, NoReturn

from engine.core.points import COLUMNS, EMPTY, MAX_SIZE, PASS, WHITE, other, parse_vertex, vertex
from gtp.session import NAME, VERSION, Session

if TYPE_CHECKING:
    from engine.core.game import Game
    from engine.read.result import Reading

USAGE_ERROR = 2
FAILURE = 1
SUBCOMMANDS = ('warm', 'bench', 'perft', 'regress')
MAX_LEVEL = 12


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


def build_parser() -> Parser:
    """The options; names are GNU Go's."""
    p = Parser(prog='owlgo', allow_abbrev=False, description='A classical Go engine that explains what it says about life and death.',
               epilog='Subcommands: owlgo warm (compile the kernels), bench, perft, regress; each takes --help.')
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
    p.add_argument('-l', '--infile', metavar='FILE', help='load this game record')
    p.add_argument('-L', '--until', metavar='MOVE', help='stop before this move number or vertex')
    p.add_argument('-o', '--outfile', metavar='FILE', help='write the variations there as SGF')
    p.add_argument('-t', '--trace', action='store_true', help='print the reading as an indented tree')
    decide = p.add_mutually_exclusive_group()
    decide.add_argument('--decide-string', type=_vertex_text, metavar='VERTEX', help='can this string be captured, can it be saved?')
    decide.add_argument('--decide-owl', type=_vertex_text, metavar='VERTEX', help='does this dragon live?')
    return p


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
    for option in ('trace', 'outfile'):
        if getattr(args, option) and not (args.decide_owl or args.decide_string):
            return fail(f'--{option} needs --decide-owl or --decide-string')
    if args.until is not None and args.infile is None:
        return fail('--until needs --infile')
    if args.decide_owl or args.decide_string:
        if args.infile is None:
            return fail('--decide-owl and --decide-string need a game record: -l FILE')
        return decide(args)
    session = Session(boardsize=args.boardsize, komi=args.komi, level=args.level, seed=args.seed, suicide=args.suicide, ko=args.ko)
    if args.infile is not None:
        try:
            load(session.game, args)
        except ValueError as error:
            return fail(str(error))
        session.komi = session.game.komi
    if args.mode == 'gtp' or not sys.stdin.isatty():
        from gtp.server import main as serve
        return serve(session)
    print(welcome(session))
    return 0


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
    """--decide-owl and --decide-string."""
    from engine.core.game import Game
    game = Game()
    name = args.decide_owl or args.decide_string
    option = '--decide-owl' if args.decide_owl else '--decide-string'
    try:
        load(game, args)
        pos = parse_vertex(name, game.size)
    except ValueError as error:
        return fail(str(error))
    if game.color_at(pos) == EMPTY:
        return fail(f'{option}: {name.upper()} is empty')
    text, sgf_text = decide_owl(game, pos, args) if args.decide_owl else decide_string(game, pos, args)
    print('\n'.join(text))
    if args.outfile:
        try:
            with open(args.outfile, 'w', encoding='utf-8') as f:
                f.write(sgf_text)
        except OSError as error:
            return fail(f'{args.outfile}: {error.strerror}')
        if not args.quiet:
            print(f'variations written to {args.outfile}')
    return 0


def sentence(name: str, reading: 'Reading', verb: str, size: int) -> str:
    """GNU Go's sentence for a reading: ``D8 can be attacked at E9 (15 variations)``."""
    from engine.read.result import KO_A, KO_B, LOSE
    count = f'({reading.nodes} variations{", uncertain" if reading.uncertain else ""})'
    if reading.result == LOSE:
        return f'{name} cannot be {verb} {count}'
    ko = {KO_A: ' with ko (good)', KO_B: ' with ko (bad)'}.get(reading.result, '')
    return f'{name} can be {verb}{ko} at {vertex(reading.move, size)} {count}'


def decide_owl(game: 'Game', pos: int, args: argparse.Namespace) -> tuple[list[str], str]:
    """The verdict on a dragon as lines of text, and its variations as SGF."""
    from engine.core.draw import draw
    from engine.life import owl, tree
    from engine.read.result import LOSE
    name = game.vertex(pos)
    text = []
    if not args.quiet:
        dragon = set(owl.dragon(game.board, pos))
        sign = '@' if game.color_at(pos) != WHITE else '&'
        text += [draw(game.size, game.color_at, lambda p: sign if p in dragon else None), f'{sign} is the dragon of {name}', '']
    attack = owl.owl_attack(game.board, pos, args.level)
    verdict = [sentence(name, attack, 'attacked', game.size)]
    if attack.result == LOSE:
        verdict.append(f'{name} is alive as it stands' + (', as far as it was read' if attack.uncertain else ''))
    else:
        verdict.append(sentence(name, owl.owl_defend(game.board, pos, args.level), 'defended', game.size))
    trees = {}
    if args.trace or args.outfile:
        trees = {'attack': tree.variations(game.board, pos, True, args.level)}
        if attack.result != LOSE:
            trees['defence'] = tree.variations(game.board, pos, False, args.level)
    if args.trace:
        for what, variations in trees.items():
            text += [f'{what} of {name}:', *tree.lines(variations, game.size, 1), '']
    attacker = other(game.color_at(pos))
    record = ''
    if args.outfile:
        record = tree.to_sgf(game.board, pos, trees['attack'] + trees.get('defence', []), attacker, '\n'.join(verdict))
    return text + verdict, record


def decide_string(game: 'Game', pos: int, args: argparse.Namespace) -> tuple[list[str], str]:
    """The verdict on a string as lines of text, and the main line as SGF."""
    from engine.core import sgf
    from engine.core.draw import draw
    from engine.core.points import BLACK
    from engine.read import tactics
    from engine.read.result import LOSE
    name = game.vertex(pos)
    text = []
    if not args.quiet:
        string = set(game.string(pos))
        text += [draw(game.size, game.color_at, lambda p: '@' if p in string else None), f'@ is the string of {name}', '']
    attack = tactics.attack(game.board, pos, args.level)
    verdict = [sentence(name, attack, 'attacked', game.size)]
    if attack.result != LOSE:
        verdict.append(sentence(name, tactics.find_defense(game.board, pos, args.level), 'defended', game.size))
    line = main_line(game, pos, args.level)
    if args.trace and line:
        text += [f'attack of {name}:']
        text += ['  ' * (k + 1) + f'{"Black" if color == BLACK else "White"} {game.vertex(move)}' for k, (color, move) in enumerate(line)]
        text.append('')
    record = ''
    if args.outfile:
        root = sgf.setup_node(game.stones(BLACK), game.stones(WHITE), to_move=other(game.color_at(pos)), comment='\n'.join(verdict),
                              TR=game.string(pos))
        node = root
        for color, move in line:
            node = node.add(color, move)
        record = sgf.dumps_tree(root, game.size)
    return text + verdict, record


def main_line(game: 'Game', pos: int, level: int, longest: int = 60) -> list[tuple[int, int]]:
    """Attack and best defence in turn until the string is taken, nothing more is found, or it is long enough."""
    from engine.read import tactics
    from engine.read.result import LOSE
    line: list[tuple[int, int]] = []
    defender = game.color_at(pos)
    while game.color_at(pos) == defender and len(line) < longest:
        attacking = len(line) % 2 == 0
        reading = (tactics.attack if attacking else tactics.find_defense)(game.board, pos, level)
        move = reading.move
        if reading.result == LOSE:
            if attacking:
                break
            extension = [p for p in game.liberties(pos) if game.is_legal(defender, p)]
            move = extension[0] if extension else PASS
        color = other(defender) if attacking else defender
        if not game.trymove(color, move):
            break
        line.append((color, move))
    for _ in line:
        game.popgo()
    return line


def subcommand(name: str, argv: list[str]) -> int:
    """warm, bench, perft, regress."""
    from regress import bench, runner
    run = {'regress': runner.main, 'warm': bench.warm_main, 'bench': bench.bench_main, 'perft': bench.perft_main}[name]
    return run(argv)



if __name__ == '__main__':
    sys.exit(main())
