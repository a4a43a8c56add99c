"""``owlgo web``: a page to click, served to this machine's browser."""
import argparse
import contextlib
import errno
import socket
import sys
import threading
import webbrowser
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from owlgo.cli import values
from owlgo.cli.options import Exit, reporting_errors
from owlgo.engine.core.printable import say
from owlgo.gtp.address import Address
from owlgo.gtp.network import Unreachable, server_at
from owlgo.gtp.server import leave
from owlgo.serve.web_guard import is_loopback

if TYPE_CHECKING:
    from owlgo.serve.web_app import Web

DEFAULT_PORT = 8361
"""The port that is used unless another is given or it is taken."""
LIBRARIES = ('starlette', 'uvicorn')
"""What the extra ``web`` brings."""


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog='owlgo web', allow_abbrev=False,
                                description='Serve a page to click: open records, ask about dragons, try moves, play problems against '
                                            'the prover, review games.  Needs owlgo[web].')
    p.add_argument('file', type=values.file_name, metavar='FILE.sgf', nargs='?', help='open this record')
    p.add_argument('--host', default='127.0.0.1', metavar='H',
                   help='serve at this address (default 127.0.0.1: this machine only; there is no password)')
    p.add_argument('--port', type=values.whole(0, 65535), metavar='P',
                   help=f'port (default {DEFAULT_PORT}, or any free one; 0: any free one)')
    p.add_argument('--folder', type=values.file_name, metavar='DIR', help='offer the records of this folder')
    p.add_argument('--no-browser', action='store_true', help='open no browser')
    return p


def main(argv: list[str]) -> int:
    """``owlgo web``: serve until interrupted; return 1 for a bad file or address."""
    args = parser().parse_args(argv)
    missing = [name for name in LIBRARIES if find_spec(name) is None]
    if missing:
        say(f'owlgo web: the page needs {" and ".join(missing)}: pip install "owlgo[web]"', sys.stderr)
        return Exit.FAILURE
    return reporting_errors('owlgo web', lambda: _serve(args))


def _serve(args: argparse.Namespace) -> int:
    """Bind the address, then serve.  Raises ValueError, or OSError with a file's name, before anything is served."""
    from owlgo.serve.web_app import Web
    from owlgo.serve.web_records import Folder, given_file
    given = given_file(args.file) if args.file is not None else None
    folder = Folder(Path(args.folder)) if args.folder is not None else None
    listening = bind(args.host, args.port)
    leave(lambda: run(Web(folder, given), listening, args.host, not args.no_browser))


def bind(host: str, port: int | None) -> socket.socket:
    """Return a listening socket; without a port, at any free one if the usual one is in use.  Raises ValueError that names the address."""
    address = Address(host, DEFAULT_PORT if port is None else port)
    try:
        return server_at(address)
    except Unreachable as error:
        if port is not None or error.said[1].errno != errno.EADDRINUSE:
            raise ValueError(str(error)) from None
        return bind(host, 0)


def run(web: 'Web', listening: socket.socket, host: str, browser: bool) -> None:
    """Serve until the process ends."""
    import uvicorn
    address, port = listening.getsockname()[:2]
    # Another way to write a loopback address, such as 127.1, is none that a browser sends.
    host = address if is_loopback(address) else host
    url = f'http://{Address("localhost" if address in ("0.0.0.0", "::") else address, port)}/'
    config = uvicorn.Config(web.app(host, port), log_level='error', lifespan='off', ws='none', access_log=False, server_header=False,
                            timeout_keep_alive=75)
    server = uvicorn.Server(config)
    # In its own thread, so that an interrupt ends the process at once, whatever is being read.
    serving = threading.Thread(target=server.run, args=([listening],), daemon=True)
    serving.start()
    say(f'owlgo: the page is at {url} (end with Ctrl-C)')
    if not is_loopback(host):
        say('owlgo: other machines can open it too, and there is no password', sys.stderr)
    sys.stdout.flush()
    if browser:
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(url)
    serving.join()
