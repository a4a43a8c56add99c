"""The ``owlgo`` command: run the task of the options, or a subcommand.

Functions import heavy modules themselves, so GTP answers at once.
"""
import argparse
import os
import sys
from typing import TYPE_CHECKING

from owlgo.cli.options import DECISIONS, DISPLAYS, Exit, build_parser, clash, explain_parser, new_session, reporting_errors, speaks_gtp
from owlgo.cli.streams import abandon_output, open_streams
from owlgo.cli.subcommands import SUBCOMMANDS
from owlgo.cli.subcommands import run as run_subcommand
from owlgo.engine.core import heap
from owlgo.engine.core.files import in_words, trying_each, write_file
from owlgo.engine.core.points import EMPTY
from owlgo.engine.core.printable import say, shortened
from owlgo.gtp.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable

    from owlgo.engine.core.game import Game


def fail(message: str) -> int:
    """Print an error; return the exit status."""
    say(f'owlgo: {message}', sys.stderr)
    return Exit.FAILURE


def main(argv: list[str] | None = None) -> int:
    """Run the command; return the exit status."""
    if argv is not None:
        return run(argv)
    if '_ARGCOMPLETE' in os.environ:
        from owlgo.cli.completion import complete
        complete()
    open_streams()
    heap.small_pages()
    heap.give_back()
    try:
        return printed(lambda: run(sys.argv[1:]))
    except KeyboardInterrupt:
        # At once, without waiting for searching threads.
        say('owlgo: interrupted', sys.stderr)
        os._exit(Exit.INTERRUPTED)


def run(argv: list[str]) -> int:
    """Run the command inside another program."""
    if argv[:1] and argv[0] in SUBCOMMANDS:
        return run_subcommand(argv[0], argv[1:])
    if argv[:1] and not argv[0].startswith('-'):
        from difflib import get_close_matches
        likely = get_close_matches(argv[0], SUBCOMMANDS, 1)
        meant = f'did you mean {likely[0]}?' if likely else 'a record is named by -l FILE'
        build_parser().error(f'there is no subcommand {shortened(argv[0])!r}: {meant}')
    return answer(build_parser().parse_args(argv))


def answer(args: argparse.Namespace) -> int:
    """Run the task of the options; return the exit status."""
    session = reporting_errors('owlgo', lambda: begun(args))
    if isinstance(session, Exit):
        return session
    if args.print_levels:
        from owlgo.cli.displays import levels
        print(levels(session))
        return 0
    if any(getattr(args, name) for name in DECISIONS):
        return reporting_errors('owlgo', lambda: decide(session, args))
    if any(getattr(args, name) for name in DISPLAYS):
        return print_data(session, args)
    return speak_gtp(session, args) if speaks_gtp(args) else play(session, args)


def begun(args: argparse.Namespace) -> Session:
    """Return a session set up by the options, with the game record that they name loaded.  Raises ValueError, OSError."""
    wrong = clash(args)
    if wrong:
        raise ValueError(wrong)
    if args.patterns is not None:
        from owlgo.cli.loading import use_folder
        try:
            use_folder(args.patterns)
        except (ValueError, OSError) as error:
            raise ValueError(f'--patterns: {in_words(error)}') from None
    if args.print_levels:
        return new_session(args)
    decided, shown = (any(getattr(args, name) for name in names) for names in (DECISIONS, DISPLAYS))
    if args.infile is None and (decided or shown):
        one = '--decide-...' if decided else f'--{next(name for name in DISPLAYS if getattr(args, name))}'
        raise ValueError(f'{one} needs a game record: -l FILE')
    if decided or shown:
        from owlgo.cli import outputs
        outputs.check(args, [args.infile])
    if decided:
        from owlgo.engine.warm import begin
        begin()
    session = new_session(args)
    if args.infile is not None:
        load(session.game, args)
        session.komi = session.game.komi
    return session


def speak_gtp(session: Session, args: argparse.Namespace) -> int:
    """Speak GTP as the options say.  Return an exit status if GTP cannot begin."""
    from owlgo.gtp import server
    if args.gtp_listen or args.gtp_connect:
        return speak_over_network(session, args)
    try:
        server.main(session, args.gtp_input)
    except OSError as error:
        if error.filename is None:      # not the file of commands but standard output
            raise
        return fail(in_words(error))


def speak_over_network(session: Session, args: argparse.Namespace) -> int:
    """Speak GTP over a connection.  Return an exit status if GTP cannot begin."""
    from owlgo.gtp import network
    record = session.game.record() if args.infile is not None else None

    def another() -> Session:
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


def printed(work: 'Callable[[], int]') -> int:
    """Run a task that prints, and return its exit status, or 1 if standard output fails."""
    try:
        status = work()
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # The reader of the output is gone, as `head` goes: write nothing more, at exit either.
        abandon_output()
        return Exit.FAILURE
    except OSError as error:
        abandon_output()
        return fail(f'{error.filename or "standard output cannot be written"}: {error.strerror or error}')


def print_data(session: Session, args: argparse.Namespace) -> int:
    """Print the score, the record, or displays of the position; return the exit status."""
    from owlgo.cli import displays
    if args.score:
        from owlgo.cli.progress import spinner
        with spinner('counting' if args.score != 'estimate' else 'reading') as watch:
            text = displays.score(session, args.score, watch)
        print(text)
    if args.printsgf:
        from owlgo.engine.core import sgf
        text = sgf.dumps(session.game.record())
        if args.printsgf == '-':
            print(text)
        elif reporting_errors('owlgo', lambda: write_file(args.printsgf, text)):
            return Exit.FAILURE
    if args.replay:
        for line in displays.replay(session, args.replay):
            print(line, flush=True)
    if args.worms:
        print(displays.worms(session))
    if args.printboard:
        displays.show_dragons(session)
    if args.printeyes:
        displays.show_eyes(session)
    if args.moyo:
        displays.show_moyo(session, args.moyo)
    if args.svg or args.png:
        return reporting_errors('owlgo', lambda: draw(session, args))
    return 0


def draw(session: Session, args: argparse.Namespace) -> int:
    """Draw the display that was printed; return the exit status.  Raises ValueError."""
    from owlgo.cli import display_pictures, drawing
    drawing.save(display_pictures.picture(session, args), args.svg, args.png)
    return 0


def load(game: 'Game', args: argparse.Namespace) -> None:
    """Load the record of the options.  Raises ValueError."""
    from owlgo.cli import loading
    game.load(loading.load(args.infile, args.until))
    if args.komi is not None:
        game.komi = args.komi


def play(session: Session, args: argparse.Namespace) -> int:
    """Play a game on the terminal; return the exit status."""
    from owlgo.cli.terminal.main import main as start
    from owlgo.gtp.protocol import GtpError
    try:
        return start(session, args.color or EMPTY, args.handicap, args.infile is not None, args.quiet)
    except GtpError as error:
        return fail(f'--handicap: {error} on a board of size {session.game.size}')


def decide(session: Session, args: argparse.Namespace) -> int:
    """Answer a --decide option; return the exit status.  Raises ValueError, OSError."""
    from owlgo.cli import decided, decisions
    from owlgo.cli.progress import spinner
    game = session.game
    if args.debug:
        from owlgo.engine.read.reader import QuestionLog
        session.reader.memory.log = QuestionLog()
    with spinner('reading'):
        found = decisions.decide(session, args)
    if args.debug:
        say('\n'.join(decisions.questions(session, args.debug)), sys.stderr)
    if args.json:
        import json
        print(json.dumps(decided.as_data(game, args, found), indent=1))
    else:
        picture = [] if args.quiet else decided.picture(game, found)
        trace = decided.trace(found, session.size) if args.trace else []
        say('\n'.join([*picture, *trace, *fitted(found.sentences)]))
    with trying_each() as attempt:
        if args.outfile:
            attempt(write_file, args.outfile, decided.record(game, found))
        if args.svg or args.png:
            from owlgo.cli import drawing
            attempt(drawing.save, decided.drawn(game, found), args.svg, args.png)
    if args.outfile and not args.quiet and not args.json:
        say(f'variations written to {args.outfile}')
    return 0


def fitted(sentences: list[str]) -> list[str]:
    """Wrap sentences to the width of the terminal, if there is one, with indented continuation."""
    if not sys.stdout.isatty():
        return sentences
    import shutil
    from textwrap import wrap
    width = max(40, shutil.get_terminal_size().columns)
    return [line for sentence in sentences for text in sentence.split('\n') for line in (wrap(text, width, subsequent_indent='  ') or [''])]


def explain_main(argv: list[str]) -> int:
    """``owlgo explain``: explain a dragon; return the exit status."""
    args = explain_parser().parse_intermixed_args(argv, build_parser().parse_args([]))
    args.infile, args.decide_dragon = args.record, args.vertex
    return answer(args)


if __name__ == '__main__':
    sys.exit(main())
