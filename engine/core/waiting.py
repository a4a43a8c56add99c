"""Messages while kernels compile, and interrupts of long answers.  Imports nothing heavy."""
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[str, int, int], None]
"""A function called with the name of the next kernel, the number done and the total.  The name is empty at the end."""


class Waiting(threading.local):
    """A thread's callbacks: progress messages, and a check for interrupts."""

    def __init__(self) -> None:
        self.progress: Progress = self.say
        self.check: Callable[[], None] = lambda: None
        """Called now and then during long work, such as readings.  An exception from it ends the work.  Then only trial moves on a board's
        stack may be lost.
        """
        self._due = 0.0

    def say(self, name: str, done: int, total: int) -> None:
        """Print a line on standard error at once, and then every two seconds."""
        now = time.monotonic()
        if name and now >= self._due:
            self._due = now + 2
            print(f'# owlgo: compiling kernels for the first time: {done}/{total} ({name})', file=sys.stderr, flush=True)


WAITING = Waiting()
"""The callbacks of the current thread."""


@contextmanager
def checking(check: Callable[[], object]) -> Iterator[None]:
    """Call ``check`` now and then during long work of this thread; an exception from it ends the work."""
    def called() -> None:
        check()
    before, WAITING.check = WAITING.check, called
    try:
        yield
    finally:
        WAITING.check = before
