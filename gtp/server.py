"""The GTP process: one thread reads commands, the main thread answers them in turn, and another thread loads the kernels.

Only answers reach standard output: its file descriptor is private, and standard error takes its place.  Commands that need no kernels are
answered while kernels are loaded or, the first time, compiled.  Other commands wait for their own kernels, and standard error says so.
"""
import os
import select
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, BinaryIO, NoReturn

from owlgo.engine.core.printable import say
from owlgo.engine.core.waiting import checking
from owlgo.engine.core.workspace import Workspace
from owlgo.gtp import commands, orientation
from owlgo.gtp.incoming import INTERRUPT, TOO_LONG, Incoming, ReadLine
from owlgo.gtp.protocol import GtpError, format_answer, format_line, parse_line
from owlgo.gtp.registry import COMMANDS, CommandEntry, Stream
from owlgo.gtp.session import Interrupted, Session
from owlgo.patterns.source import PatternErrors

if TYPE_CHECKING:
    from owlgo.engine.core.waiting import Progress

Write = Callable[[bytes], None]
"""Writes an answer.  Raises OSError when the reader is gone."""

assert commands     # importing it fills COMMANDS


class Kernels:
    """Loads kernels (compiled code) in the background; ``wait`` blocks until kernels can be called and missing ones are being compiled."""

    def __init__(self, load: Callable[[Callable[[], None]], None] | None = None):
        self.error = 'the kernels could not be loaded; standard error says why'
        self._ready = threading.Event()
        self.thread = threading.Thread(target=self._run, args=(load or load_kernels,), daemon=True)
        self.thread.start()

    def _run(self, load: Callable[[Callable[[], None]], None]) -> None:
        try:
            load(self._say_ready)   # A failure ends and prints in this thread; ``error`` stays set.
        finally:
            self._ready.set()

    def _say_ready(self) -> None:
        self.error = ''
        self._ready.set()

    def wait(self) -> None:
        """Wait until kernels can be called.  Raises GtpError if loading has failed."""
        self._ready.wait()
        if self.error:
            raise GtpError(self.error)


def load_kernels(ready: Callable[[], None] = lambda: None, every: bool = False, progress: 'Progress | None' = None) -> None:
    """Import the engine and compile missing kernels.  Each kernel is loaded on its first call, or all now with ``every``.

    ``ready`` is called as soon as kernels can be called; a call waits for a kernel that is still being compiled.  ``progress`` gets reports
    of long work; by default only waiting calls report.
    """
    from owlgo.engine.warm import begin, is_warm, warm
    if every:
        from owlgo.engine.core import jit
        warm(progress)
        jit.load()
    elif is_warm():
        from owlgo.engine.core import game
        assert game
    else:
        begin()
        if progress is None:
            ready()
        warm(progress or (lambda name, done, total: None))
    ready()


def handle(session: Session, line: bytes | str, kernels: Kernels | None = None,
           stream: Callable[[str, Stream], None] | None = None) -> bytes:
    """Return the answer to a line, or b'' if the line needs none.  ``stream`` gives continuing answers; without it they have one line."""
    command = parse_line(line)
    if command is None:
        return b''
    entry = COMMANDS.get(command.name)
    if entry is None:
        return format_answer(command.id, False, 'unknown command')
    trial_moves = session.trial_moves
    try:
        if kernels is not None and not entry.cheap:
            kernels.wait()
        with checking(lambda: session.watch(0)):
            answer = call(session, entry, command.args)
        if isinstance(answer, Stream):
            if stream is not None:
                stream(command.id, answer)
                return b''
            answer = '\n' + next(answer.lines(lambda: True), '')
        return format_answer(command.id, True, answer)
    except GtpError as error:
        if isinstance(error, Interrupted):
            session.give_up(trial_moves)
        return format_answer(command.id, False, str(error))
    except PatternErrors as errors:
        # Somebody is editing our databases.
        session.give_up(trial_moves)
        others = len(errors.problems) - 1
        return format_answer(command.id, False, errors.problems[0].in_a_line + (f' ({others} more)' if others else ''))
    except Exception as error:      # noqa: BLE001  A bug of ours: the controller still gets an answer.
        session.give_up(trial_moves)
        traceback.print_exc()
        return format_answer(command.id, False, f'internal error: {error!r}')


def call(session: Session, entry: CommandEntry, args: list[str]) -> str | Stream:
    """Run a command, with vertices turned as the controller's board is."""
    turn = session.orientation
    if not turn or entry.literal:
        return entry.handler(session, args) or ''
    size = session.size
    answer = entry.handler(session, orientation.inward(args, size, turn)) or ''
    if isinstance(answer, Stream):
        lines = answer.lines
        return answer._replace(lines=lambda goes_on: (orientation.outward(line, size, turn) for line in lines(goes_on)))
    return orientation.outward(answer, size, turn)


class Streams:
    """Gives continuing answers: a thread makes their lines until the controller sends something."""

    def __init__(self, incoming: Incoming, write: Write, workspace: Workspace) -> None:
        self.incoming, self.write, self.workspace = incoming, write, workspace
        self.thread: threading.Thread | None = None

    def run(self, number: str, stream: Stream) -> None:
        """Answer until the controller sends a line; repeat the last line after each interval."""
        stop = threading.Event()
        latest = 0, ''          # the number of lines and the last one; an analysis may run for days

        def check() -> None:
            if stop.is_set():
                raise Interrupted

        def work() -> None:
            nonlocal latest
            with checking(check), suppress(Interrupted):
                for text in stream.lines(lambda: not stop.is_set()):
                    latest = latest[0] + 1, text
                    if stop.is_set():
                        break
        self.write(f'={number}\n'.encode())
        self.thread = threading.Thread(target=work, daemon=True)
        self.thread.start()
        due = 0.0
        said = 0
        try:
            while not self.incoming.waiting:
                now = time.monotonic()
                made, text = latest
                if made and (made > said or now >= due):
                    said, due = made, now + stream.interval
                    self.write(format_line(text))
                time.sleep(0.02)
        finally:
            stop.set()
            self.workspace.halt()
        self.write(b'\n')

    def wait(self) -> None:
        """Wait until the last answer's thread has stopped: it shares its memory with other commands."""
        if self.thread is not None:
            self.thread.join()
            self.thread = None


def is_cheap(line: bytes) -> bool:
    """Whether a line can be answered before the kernels are loaded; empty lines and unknown commands can, too."""
    command = parse_line(line)
    return command is None or command.name not in COMMANDS or COMMANDS[command.name].cheap


def serve(readline: ReadLine, write: Write, session: Session, kernels: Kernels | None = None,
          begun: Callable[[Incoming], None] = lambda incoming: None) -> None:
    """Answer until quit or the end of the input.  Raises OSError if an answer cannot be written.

    ``begun`` is called with ``Incoming``, the thread that reads lines, so that the caller can wait for the thread's end.
    """
    incoming = Incoming(readline, session.interrupted)
    begun(incoming)
    streams = Streams(incoming, write, session.workspace)
    try:
        while not session.quitting:
            line = incoming.get()
            if line is None:
                break
            if line is TOO_LONG:
                write(format_answer('', False, 'line too long'))
                continue
            if not is_cheap(line):
                streams.wait()
            answer = handle(session, line, kernels, streams.run)
            if line.strip() == INTERRUPT:
                # The command it was meant for has been answered.
                session.interrupted.clear()
            if answer:
                write(answer)
    finally:
        incoming.stop()
        streams.wait()


def new_kernels(session: Session) -> Kernels:
    """Begin to load kernels, all at once if moves have a clock."""
    return Kernels(lambda ready: load_kernels(ready, session.clock is not None))


def private_output() -> Write:
    """Return a writer to standard output; from now on printed text goes to standard error."""
    out = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr

    def write(data: bytes) -> None:
        while data:
            try:
                data = data[os.write(out, data):]
            except BlockingIOError:         # if the controller made it non-blocking
                select.select([], [out], [])
    return write


def leave(work: Callable[[], None]) -> NoReturn:
    """Do the work of a server, then exit at once, as a controller may wait.  A keyboard interrupt ends the work even inside a kernel."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    status = 0
    try:
        work()
    except BrokenPipeError:
        status = 1
    except OSError as error:
        say(f'owlgo: standard output cannot be written: {error.strerror or error}', sys.stderr)
        status = 1
    sys.stderr.flush()
    os._exit(status)


def main(session: Session, path: str | None = None) -> NoReturn:
    """Serve standard input, or a file of commands, and standard output.  Raises OSError if the file cannot be opened."""
    stream: BinaryIO = sys.stdin.buffer if path is None else open(path, 'rb')     # noqa: SIM115  The process ends with it.
    leave(lambda: serve(stream.readline, private_output(), session, new_kernels(session)))
