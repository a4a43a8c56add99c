"""The ``owlgo`` command: what the options ask for is done, and a few subcommands.

Nothing heavy is imported before it is known what is wanted: GTP answers at once.
"""
import argparse
import os
import sys
from typing import TYPE_CHECKING

from gtp.about import NAME, VERSION
from gtp.cli.options import DECISIONS, build_parser, new_session
from gtp.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.core.game import Game

FAILURE = 1
SUBCOMMANDS = ('warm', 'match', 'learn', 'bench', 'perft', 'regress', 'patterns', 'audit-static-eyes', 'solve', 'verify', 'explain',
               'review')


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
        from gtp.cli.displays import levels
        return printed(lambda: show(levels(new_session(args))))
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
        from gtp.cli.displays import score
        return printed(lambda: show(score(session, args.score)))
    if args.worms or args.printeyes or args.moyo:
        return printed(lambda: print_data(session, args))
    if args.mode == 'gtp' or not sys.stdin.isatty():
        from gtp.server import main as serve
        return serve(session)
    print(welcome(session))
    return 0


def show(text: str) -> int:
    """Print text; returns the exit status."""
    print(text)
    return 0


def printed(work: 'Callable[[], int]') -> int:
    """Do something that prints; returns its exit status."""
    try:
        status = work()
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # The reader of the output has gone, as `head` does: nothing may be written at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILURE


def print_data(session: Session, args: argparse.Namespace) -> int:
    """Strings and dragons, eye spaces, moyos, or several of them."""
    from gtp.cli import displays
    if args.worms:
        print(displays.worms(session))
    if args.printeyes:
        displays.show_eyes(session)
    if args.moyo:
        displays.show_moyo(session, args.moyo)
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
    if name == 'review':
        from gtp.cli import review
        return printed(lambda: review.main(argv))
    if name == 'explain':
        parser = build_parser()
        parser.prog = 'owlgo explain'
        parser.usage = 'owlgo explain FILE VERTEX [options]'
        if argv[:1] in (['-h'], ['--help']):
            parser.parse_args(argv)
        if len(argv) < 2 or argv[0].startswith('-') or argv[1].startswith('-'):
            parser.error('a game record and a vertex are wanted')
        return main(['-l', argv[0], '--decide-dragon', argv[1], *argv[2:]])
    if name == 'patterns':
        from gtp.cli import pattern_tools
        return pattern_tools.main(argv)
    from regress import bench, eye_audit, match, runner
    from regress.train import learning
    run = {'regress': runner.main, 'warm': bench.warm_main, 'bench': bench.bench_main, 'perft': bench.perft_main, 'match': match.match_main,
           'learn': learning.main, 'audit-static-eyes': eye_audit.main}[name]
    return run(argv)


if __name__ == '__main__':
    sys.exit(main())
