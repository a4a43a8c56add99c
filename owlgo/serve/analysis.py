"""``owlgo analysis``: KataGo's analysis protocol.  Queries come as JSON objects, one a line; so go the answers, in any order."""
import argparse
import codecs
import os
import sys
import threading
from collections.abc import Callable, Collection, Mapping

from owlgo.cli import values
from owlgo.cli.options import reporting_errors
from owlgo.engine.core.files import read_file
from owlgo.engine.core.level import MAX_LEVEL, STANDARD_LEVEL
from owlgo.engine.core.printable import say
from owlgo.engine.core.threads import MOST_THREADS
from owlgo.gtp import server
from owlgo.gtp.incoming import TOO_LONG, Incoming, ReadLine
from owlgo.gtp.server import Kernels
from owlgo.serve.analysis_query import VIEW, VIEWS, View
from owlgo.serve.analysis_requests import Requests

VIEW_OF_WORD: dict[str, View] = {view.lower(): view for view in VIEWS}
"""Views by the words of ``--report-as``."""
MOST_SETTINGS_BYTES = 1 << 20
"""Largest file of ``-config``, in bytes."""
DEFAULT_THREADS = 8
"""Most threads if their number is not given: each may need 200 MB."""


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog='owlgo analysis', allow_abbrev=False, description=(
        "Answer queries of KataGo's analysis protocol: JSON objects on standard input, one a line.  Options of KataGo's with one hyphen "
        'are accepted.'))
    p.add_argument('--level', type=values.level, default=STANDARD_LEVEL, metavar='N',
                   help=f'effort of the examination, and of searches without maxVisits, 0 to {MAX_LEVEL} ({STANDARD_LEVEL})')
    p.add_argument('--report-as', type=str.lower, choices=VIEW_OF_WORD, metavar='VIEW',
                   help="from whose view values are told: black, white or sidetomove (as FILE of -config says, else black, as in KataGo's "
                        'example)')
    p.add_argument('--threads', '-analysis-threads', type=values.whole(1, values.MOST_JOBS), metavar='N',
                   help=f'positions searched at a time (a thread for each processor, at most {DEFAULT_THREADS})')
    p.add_argument('-quit-without-waiting', action='store_true', help='exit at the end of the input, without the answers still due')
    p.add_argument('-override-config', action='append', default=[], metavar='KEY=VALUE,..', help=f'settings; only {VIEW} has an effect')
    p.add_argument('-config', action='append', default=[], metavar='FILE', help=f"KataGo's settings; only {VIEW} has an effect")
    p.add_argument('-model', metavar='FILE', help='without effect: there is no network')
    p.add_argument('-human-model', metavar='FILE', help='without effect')
    return p


def main(argv: list[str] | None = None) -> int:
    """``owlgo analysis``: serve until the end of the input."""
    args = parser().parse_args(argv)
    return reporting_errors('owlgo analysis', lambda: _serve(args))


def _serve(args: argparse.Namespace) -> int:
    idle = [f'-{name}' for name in ('model', 'human-model') if getattr(args, name.replace('-', '_'))]
    files = in_files(args)
    idle += [f'-config, but for {VIEW}' * (VIEW in files) or '-config'] if files.keys() - {VIEW} else []
    idle += [f'-override-config {key}' for key in overridden(args) if key != VIEW]
    if idle:
        say(f'owlgo analysis: without effect: {", ".join(idle)}', sys.stderr)
    view = view_of(args, files)
    threads = min(args.threads or min(os.cpu_count() or 1, DEFAULT_THREADS), MOST_THREADS)
    write = server.private_output()
    kernels = Kernels()
    say('Started, ready to begin handling requests', sys.stderr)
    sys.stderr.flush()
    server.leave(lambda: serve(sys.stdin.buffer.readline, write, kernels, view, args.level, threads, args.quit_without_waiting))


def settings(lines: Collection[str]) -> dict[str, str]:
    """Return the settings of lines like ``key = value  # comment``."""
    pairs = (line.partition('#')[0].partition('=') for line in lines)
    return {key.strip(): text.strip() for key, equals, text in pairs if equals}


def overridden(args: argparse.Namespace) -> dict[str, str]:
    """Return the settings of ``-override-config``."""
    return settings(','.join(args.override_config).split(','))


def in_files(args: argparse.Namespace) -> dict[str, str]:
    """Return the settings of the files of ``-config``; an unreadable file is reported and passed over."""
    found = {}
    for name in args.config:
        try:
            found.update(settings(read_file(name, MOST_SETTINGS_BYTES).decode('utf-8', 'replace').splitlines()))
        except (OSError, ValueError) as error:
            say(f'owlgo analysis: -config {name}: {getattr(error, "strerror", None) or error}', sys.stderr)
    return found


def view_of(args: argparse.Namespace, files: Mapping[str, str]) -> View:
    """Return the view that the options, or else KataGo's settings, ask for; an unknown one is reported and passed over."""
    if args.report_as:
        return VIEW_OF_WORD[args.report_as]
    word = {**files, **overridden(args)}.get(VIEW, 'BLACK')
    if word.lower() not in VIEW_OF_WORD:
        say(f'owlgo analysis: {VIEW} = {word}: neither BLACK nor WHITE nor SIDETOMOVE; taken as BLACK', sys.stderr)
    return VIEW_OF_WORD.get(word.lower(), 'BLACK')


def serve(readline: ReadLine, write: Callable[[bytes], None], kernels: Kernels | None, view: View, level: int, threads: int,
          quits: bool = False) -> None:
    """Answer queries until the end of the input; then, unless it ``quits``, the queries still waiting.

    Raises OSError if an answer cannot be written.
    """
    incoming = Incoming(readline, threading.Event())
    try:
        requests = Requests(write, kernels, view, level, threads, lambda: incoming.lines.put(None))
        is_first = True
        while requests.failure is None and (line := incoming.get()) is not None:
            # Some programs and editors of other systems begin a text with a byte order mark.
            if is_first and line is not TOO_LONG:
                line = line.removeprefix(codecs.BOM_UTF8)
            is_first = False
            if line is TOO_LONG:
                requests.write({'error': 'a line that is too long'})
            elif line.strip():
                requests.handle(line)
        if requests.failure is not None:
            raise requests.failure
        if not quits:
            requests.finish()
    finally:
        incoming.stop()
