"""The ``owlgo`` command: what the options ask for is done, and a few subcommands.

Nothing heavy is imported before it is known what is wanted: GTP answers at once.
"""
import argparse
import contextlib
import os
import sys
from typing import TYPE_CHECKING

from engine.core.points import EMPTY
from gtp.cli.options import DECISIONS, build_parser, new_session
from gtp.cli.subcommands import SUBCOMMANDS
from gtp.cli.subcommands import run as run_subcommand
from gtp.session import Session

if TYPE_CHECKING:
    from engine.core.game import Game

FAILURE = 1
INTERRUPTED = 130


def fail(message: str) -> int:
    """One clear error; returns the exit status."""
    print(f'owlgo: {message}', file=sys.stderr)
    return FAILURE


def main(argv: list[str] | None = None) -> int:
    """Run the command; returns the exit status.  Output that cannot be written is one error, and none where its reader has gone."""
    open_streams()
    try:
        try:
            status = run(sys.argv[1:] if argv is None else argv)
        finally:
            # Now, since what cannot be written at exit is a traceback.
            sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of the output has gone, as `head` does.
        pass
    except OSError as error:
        if error.filename is not None:
            raise
        with contextlib.suppress(OSError):
            fail(f'standard output cannot be written: {error.strerror}')
    # Nothing may be written at exit either.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FAILURE


def open_streams() -> None:
    """Standard streams that are closed: input is at its end, output cannot be written, errors are lost.  No other file may take their
    places.
    """
    for number, name in enumerate(('stdin', 'stdout', 'stderr')):
        if getattr(sys, name) is None:
            # A file that is open for reading alone fails when it is written.
            fresh = os.open(os.devnull, os.O_WRONLY if name == 'stderr' else os.O_RDONLY)
            if fresh != number:
                os.dup2(fresh, number)
                os.close(fresh)
            setattr(sys, name, os.fdopen(number, 'r' if name == 'stdin' else 'w'))


def run(argv: list[str]) -> int:
    """Do what the arguments ask for; returns the exit status."""
    if argv[:1] and argv[0] in SUBCOMMANDS:
        return run_subcommand(argv[0], argv[1:])
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
        return decide(args)
    if args.print_levels:
        from gtp.cli.displays import levels
        return show(levels(new_session(args)))
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
        return show(score(session, args.score))
    if args.worms or args.printeyes or args.moyo:
        return print_data(session, args)
    if args.mode == 'gtp' or (args.mode is None and not sys.stdin.isatty()):
        from gtp.server import main as serve
        return serve(session)
    return play(session, args)


def show(text: str) -> int:
    """Print text; returns the exit status."""
    print(text)
    return 0


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


def play(session: Session, args: argparse.Namespace) -> int:
    """A game on the terminal."""
    from gtp.protocol import GtpError
    from gtp.terminal.main import main as start
    try:
        return start(session, args.color or EMPTY, args.handicap, args.infile is not None, args.quiet)
    except GtpError as error:
        return fail(f'--handicap: {error}')


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


def explain_parser() -> argparse.ArgumentParser:
    """The options of ``owlgo explain``: those of the command, behind a record and a vertex."""
    parser = build_parser()
    parser.prog = 'owlgo explain'
    parser.usage = 'owlgo explain FILE VERTEX [options]'
    parser.add_argument('record', metavar='FILE')
    parser.add_argument('vertex', metavar='VERTEX')
    return parser


def explain_main(argv: list[str]) -> int:
    """``owlgo explain``; returns the exit status."""
    parser = explain_parser()
    if argv[:1] in (['-h'], ['--help']):
        parser.parse_args(argv)
    if len(argv) < 2 or argv[0].startswith('-') or argv[1].startswith('-'):
        parser.error('a game record and a vertex are wanted')
    return run(['-l', argv[0], '--decide-dragon', argv[1], *argv[2:]])


if __name__ == '__main__':
    sys.exit(main())
