"""A thread that reads the controller's lines, so that an interrupt is seen while a command runs.

The length of a line and the bytes of waiting lines are bounded: a flood of commands waits instead of filling the memory.
"""
import queue
import threading
from collections import deque
from collections.abc import Callable

INTERRUPT = b'# interrupt'
"""The line that GoGui sends to interrupt a running command (``gogui-interrupt``)."""
MOST_LINE = 1 << 20
"""Longest line, in bytes; a game in one ``gogui-play_sequence`` takes some thousands."""
MOST_WAITING = 1 << 22
"""Unanswered bytes above which the reader waits."""
TOO_LONG = bytes(bytearray(b'# a line that was too long'))
"""Stands for a line of more than MOST_LINE bytes; compared by identity."""

ReadLine = Callable[[int], bytes]
"""Function that returns a line with its end, or at most so many bytes of it; b'' at the end of the input.  May raise OSError."""


class LineQueue(queue.Queue[bytes | None]):
    """A queue of lines whose size is counted in bytes; None, the end of the input, counts as one."""

    def _init(self, maxsize: int) -> None:
        self._lines: deque[bytes | None] = deque()
        self._bytes = 0

    def _qsize(self) -> int:
        return self._bytes

    def _put(self, item: bytes | None) -> None:
        self._lines.append(item)
        self._bytes += len(item or b'.')

    def _get(self) -> bytes | None:
        item = self._lines.popleft()
        self._bytes -= len(item or b'.')
        return item


class Incoming:
    """Reads the lines of one controller on a thread of its own."""

    def __init__(self, readline: ReadLine, interrupted: threading.Event) -> None:
        self.lines = LineQueue(MOST_WAITING)
        self._readline, self._interrupted = readline, interrupted
        self._over = threading.Event()
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        try:
            while line := self._line():
                if line.strip() == INTERRUPT:
                    self._interrupted.set()
                self._put(line)
        except (OSError, ValueError):
            pass            # The other side has gone, or the stream was closed.
        self._put(None)

    def _line(self) -> bytes:
        """Read the next line; skip a line that is too long and return TOO_LONG for it."""
        line = self._readline(MOST_LINE)
        if len(line) < MOST_LINE or line.endswith(b'\n'):
            return line
        while line and not line.endswith(b'\n'):
            line = self._readline(MOST_LINE)
        return TOO_LONG

    def _put(self, line: bytes | None) -> None:
        while not self._over.is_set():
            try:
                self.lines.put(line, timeout=0.2)     # seconds between checks of ``_over``
                return
            except queue.Full:
                pass

    def get(self) -> bytes | None:
        """Wait for the next line and return it; None at the end of the input."""
        return self.lines.get()

    @property
    def waiting(self) -> bool:
        """Whether a line, or the end of the input, waits to be read."""
        return not self.lines.empty()

    def stop(self) -> None:
        """Discard all further lines until the input ends."""
        self._over.set()
