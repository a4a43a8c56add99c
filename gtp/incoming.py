"""Lines from a controller, read by a thread: an interrupt is seen while a command runs.

What waits is bounded in bytes, and a line in length: who sends more without end has to wait, and fills nobody's memory.
"""
import queue
import threading
from collections import deque
from collections.abc import Callable

INTERRUPT = b'# interrupt'
"""What GoGui writes while a command is being answered (``gogui-interrupt``)."""
MOST_LINE = 1 << 20
"""Longest line, in bytes: a whole game in one ``gogui-play_sequence`` has some thousands."""
MOST_WAITING = 1 << 22
"""Unanswered bytes above which no more are read."""
POLL_SECONDS = 0.2
"""Seconds between checks whether the reader is still wanted."""
TOO_LONG = bytes(bytearray(b'# a line that was too long'))
"""Stands for a line of more than MOST_LINE bytes: this very object, which no reader returns."""

ReadLine = Callable[[int], bytes]
"""Returns a line of at most so many bytes, with its end; less of a longer one; b'' at the end of the input.  May raise OSError."""


class LineQueue(queue.Queue[bytes | None]):
    """A queue whose size is the bytes of its lines; None, the end, counts as one."""

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
    """The lines of one controller."""

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
        """The next line, TOO_LONG for one that is; the rest of it is read and forgotten."""
        line = self._readline(MOST_LINE)
        if len(line) < MOST_LINE or line.endswith(b'\n'):
            return line
        while line and not line.endswith(b'\n'):
            line = self._readline(MOST_LINE)
        return TOO_LONG

    def _put(self, line: bytes | None) -> None:
        while not self._over.is_set():
            try:
                self.lines.put(line, timeout=POLL_SECONDS)
                return
            except queue.Full:
                pass

    def get(self) -> bytes | None:
        """The next line, when it is there; None at the end."""
        return self.lines.get()

    @property
    def waiting(self) -> bool:
        """Whether a line is there, or the end."""
        return not self.lines.empty()

    def stop(self) -> None:
        """Nobody wants lines any more: what comes is read and forgotten, until the input ends."""
        self._over.set()
