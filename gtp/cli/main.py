"""The ``owlgo`` command: what the options ask for is done, and a few subcommands.

Nothing heavy is imported before it is known what is wanted: GTP answers at once.
"""
import argparse
import os
import sys
from typing import TYPE_CHECKING

from engine.core.points import EMPTY
from engine.core.printable import say
from gtp.cli.options import DECISIONS, build_parser, new_session
from gtp.cli.streams import abandon_output, open_streams
from gtp.cli.subcommands import SUBCOMMANDS
from gtp.cli.subcommands import run as run_subcommand
from gtp.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.core.game import Game

FAILURE, INTERRUPTED = 1, 130


def fail(message: str) -> int:
    """One clear error; returns the exit status."""
    say(f'owlgo: {message}', sys.stderr)
    return FAILURE


def main(argv: list[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    if argv is not None:
        return run(argv)
    open_streams()
    try:
        return printed(lambda: run(sys.argv[1:]))
    except KeyboardInterrupt:
        # At once: threads that still search would be waited for.
        say('owlgo: interrupted', sys.stderr)
        os._exit(INTERRUPTED)


def run(argv: list[str]) -> int:
    """``main`` inside a process that does other things too."""
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
    if args.gtp_input or args.gtp_listen or args.gtp_connect or args.mode == 'gtp' or (args.mode is None and not sys.stdin.isatty()):
        return speak_gtp(session, args)
    return play(session, args)


def speak_gtp(session: Session, args: argparse.Namespace) -> int:
    """GTP, with whom the options name; returns only where that cannot begin."""
    if args.gtp_listen or args.gtp_connect:
        from gtp import network
        record = session.game.record() if args.infile is not None else None

        def another() -> Session:
            """The session of the next client, which begins as the first one did."""
            fresh = new_session(args)
            if record is not None:
                fresh.game.load(record)
                fresh.komi = fresh.game.komi
            return fresh
        try:
            if args.gtp_listen:
                network.listen(args.gtp_listen, another)
            network.call(args.gtp_connect, session)
        except network.Unreachable as error:
            return fail(str(error))
    from gtp import server
    try:
        server.main(session, args.gtp_input)
    except OSError as error:
        return fail(f'{args.gtp_input}: {error.strerror}')


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
        abandon_output()
        return FAILURE
    except OSError as error:
        abandon_output()
        return fail(f'{error.filename or "standard output cannot be written"}: {error.strerror or error}')


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
    from engine.warm import begin
    begin()
    from gtp.cli import decisions
    session = new_session(args)
    try:
        load(session.game, args)
        text, record = decisions.decide(session, args)
    except ValueError as error:
        return fail(str(error))
    say('\n'.join(text))
    if args.outfile:
        try:
            with open(args.outfile, 'w', encoding='utf-8') as f:
                f.write(record)
        except OSError as error:
            return fail(f'{args.outfile}: {error.strerror}')
        if not args.quiet:
            say(f'variations written to {args.outfile}')
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
