"""The ``owlgo`` command: run the task of the options, or a subcommand.

Functions import heavy modules themselves, so GTP answers at once.
"""
import argparse
import os
import sys
from typing import TYPE_CHECKING

from owlgo.cli.options import DECISIONS, DISPLAYS, Exit, build_parser, clash, explain_parser, new_session, speaks_gtp
from owlgo.cli.streams import abandon_output, open_streams
from owlgo.cli.subcommands import SUBCOMMANDS
from owlgo.cli.subcommands import run as run_subcommand
from owlgo.engine.core import heap
from owlgo.engine.core.files import in_words, write_file
from owlgo.engine.core.points import EMPTY
from owlgo.engine.core.printable import say
from owlgo.gtp.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable

    from owlgo.cli.decided import Decided
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
    return answer(build_parser().parse_args(argv))


def answer(args: argparse.Namespace) -> int:
    """Run the task of the options; return the exit status."""
    chosen = [name for name in DECISIONS if getattr(args, name)]
    wrong = clash(args)
    if wrong:
        return fail(wrong)
    if args.patterns is not None:
        from owlgo.cli.loading import use_folder
        try:
            use_folder(args.patterns)
        except ValueError as error:
            return fail(f'--patterns: {error}')
        except OSError as error:
            return fail(f'--patterns: {in_words(error)}')
    if chosen:
        if args.infile is None:
            return fail('--decide-... needs a game record: -l FILE')
        return decide(args)
    if args.print_levels:
        from owlgo.cli.displays import levels
        return show(levels(new_session(args)))
    session = new_session(args)
    if args.infile is not None:
        try:
            load(session.game, args)
        except ValueError as error:
            return fail(str(error))
        session.komi = session.game.komi
    shown = [name for name in DISPLAYS if getattr(args, name)]
    if shown:
        if args.infile is None:
            return fail(f'--{shown[0]} needs a game record: -l FILE')
        return print_data(session, args)
    if speaks_gtp(args):
        return speak_gtp(session, args)
    return play(session, args)


def speak_gtp(session: Session, args: argparse.Namespace) -> int:
    """Speak GTP as the options say; return only if that cannot begin."""
    if args.gtp_listen or args.gtp_connect:
        from owlgo.gtp import network
        record = session.game.record() if args.infile is not None else None

        def another() -> Session:
            """Return a new session for the next client."""
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
    from owlgo.gtp import server
    try:
        server.main(session, args.gtp_input)
    except OSError as error:
        return fail(f'{args.gtp_input}: {error.strerror}')


def show(text: str) -> int:
    """Print text; return the exit status."""
    print(text)
    return 0


def printed(work: 'Callable[[], int]') -> int:
    """Run a task that prints; return its exit status."""
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
    """Print the score, the record, or displays of the position."""
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
        else:
            return written(args.printsgf, text)
    if args.replay:
        from owlgo.cli.replaying import replay
        from owlgo.engine.core.points import BLACK, WHITE
        for line in replay(session, {'black': [BLACK], 'white': [WHITE], 'both': [BLACK, WHITE]}[args.replay]):
            print(line, flush=True)
    if args.worms:
        print(displays.worms(session))
    if args.printboard:
        displays.show_dragons(session)
    if args.printeyes:
        displays.show_eyes(session)
    if args.moyo:
        displays.show_moyo(session, args.moyo)
    return 0


def written(name: str, text: str) -> int:
    """Write text to a file; return the exit status."""
    try:
        write_file(name, text)
    except OSError as error:
        return fail(in_words(error))
    return 0


def load(game: 'Game', args: argparse.Namespace) -> None:
    """Load the record of the options.  Raises ValueError."""
    from owlgo.cli import loading
    game.load(loading.load(args.infile, args.until))
    if args.komi is not None:
        game.komi = args.komi


def play(session: Session, args: argparse.Namespace) -> int:
    """Play a game on the terminal."""
    from owlgo.cli.terminal.main import main as start
    from owlgo.gtp.protocol import GtpError
    try:
        return start(session, args.color or EMPTY, args.handicap, args.infile is not None, args.quiet)
    except GtpError as error:
        return fail(f'--handicap: {error}')


def decide(args: argparse.Namespace) -> int:
    """Answer a --decide option; return the exit status."""
    from owlgo.engine.warm import begin
    begin()
    from owlgo.cli import decided, decisions
    from owlgo.cli.progress import spinner
    session = new_session(args)
    try:
        load(session.game, args)
        if args.debug:
            from owlgo.engine.read.reader import QuestionLog
            session.reader.memory.log = QuestionLog()
        with spinner('reading'):
            found = decisions.decide(session, args)
    except ValueError as error:
        return fail(str(error))
    if args.debug:
        say('\n'.join(decisions.questions(session, args.debug)), sys.stderr)
    if args.json:
        import json
        print(json.dumps(decided.as_data(session.game, args, found), indent=1))
    else:
        trace = decided.trace(found, session.size) if args.trace else []
        say('\n'.join([*found.picture, *trace, *fitted(found.sentences)]))
    return write_answer(session, args, found)


def fitted(sentences: list[str]) -> list[str]:
    """Wrap sentences to the width of the terminal, if there is one, with indented continuation."""
    if not sys.stdout.isatty():
        return sentences
    import shutil
    from textwrap import wrap
    width = max(40, shutil.get_terminal_size().columns)
    return [line for sentence in sentences for text in sentence.split('\n') for line in (wrap(text, width, subsequent_indent='  ') or [''])]


def write_answer(session: Session, args: argparse.Namespace, found: 'Decided') -> int:
    """Write the files of an answer; return the exit status."""
    from owlgo.cli import decided
    if args.outfile:
        status = written(args.outfile, decided.record(session.game, found))
        if status:
            return status
        if not args.quiet and not args.json:
            say(f'variations written to {args.outfile}')
    if args.svg or args.png:
        from owlgo.cli import drawing
        picture = drawing.svg(session.game, found.marked, found.labels, found.sentences)
        if args.svg and written(args.svg, picture):
            return Exit.FAILURE
        try:
            if args.png:
                drawing.write_png(args.png, picture)
        except ValueError as error:
            return fail(str(error))
        except OSError as error:
            return fail(f'{args.png}: {error.strerror}')
    return 0


def explain_main(argv: list[str]) -> int:
    """``owlgo explain``: explain a dragon; return the exit status."""
    args = explain_parser().parse_intermixed_args(argv, build_parser().parse_args([]))
    args.infile, args.decide_dragon = args.record, args.vertex
    return answer(args)


if __name__ == '__main__':
    sys.exit(main())
