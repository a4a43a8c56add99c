"""Messages while kernels compile, and whether the caller still wants a long answer.  Imports nothing heavy."""
import sys
import threading
import time
from collections.abc import Callable

INTERVAL = 2.0
"""Seconds between lines."""

Progress = Callable[[str, int, int], None]
"""Called with the title of what is compiled next, how many are done, and how many there are; the title is empty at the end."""


class Waiting(threading.local):
    """Of one thread: each works for somebody of its own, or for nobody."""

    def __init__(self) -> None:
        self.progress: Progress = self.say
        self.check: Callable[[], None] = lambda: None
        """Called now and then by what takes long, kernels that are compiled and readings; what it raises ends it.  It is called where no
        trial move is lost but those on the stack of a board.
        """
        self._due = 0.0

    def say(self, name: str, done: int, total: int) -> None:
        """Print a line on standard error at once, and then now and then."""
        now = time.monotonic()
        if name and now >= self._due:
            self._due = now + INTERVAL
            print(f'# owlgo: compiling kernels for the first time: {done}/{total} ({name})', file=sys.stderr, flush=True)


WAITING = Waiting()
