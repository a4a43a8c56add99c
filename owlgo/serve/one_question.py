"""One question at a time of a session: a new one, a closed tab and an explicit stop end the one that runs."""
import threading
from collections.abc import Callable
from contextlib import ExitStack
from typing import TypeVar

from owlgo.engine.core.waiting import checking
from owlgo.gtp.session import Interrupted, Session

T = TypeVar('T')
QUESTION_SECONDS = 120
"""Time after which a question is given up, in seconds."""


class OneQuestion:
    """Runs the questions that threads ask a session, of which only the newest counts."""

    def __init__(self, session: Session, seconds: float = QUESTION_SECONDS) -> None:
        self.session, self.seconds = session, seconds
        self._running, self._turn = threading.Lock(), threading.Lock()
        self._ticket = self._late = 0

    def begin(self) -> int:
        """End the running question; return a ticket for the next one."""
        with self._turn:
            self._ticket += 1
            self.session.interrupted.set()
            return self._ticket

    def stop(self, ticket: int | None = None, late: bool = False) -> None:
        """End the question with this ticket, or without a ticket any.  ``late``: its time has run out."""
        with self._turn:
            if ticket in (None, self._ticket):
                if late:
                    self._late = self._ticket
                else:
                    self._ticket += 1
                self.session.interrupted.set()

    def run(self, ticket: int, work: Callable[[], T]) -> T:
        """Answer a question.  Raises Interrupted if it was stopped, and ValueError if it took too long."""
        with self._running, ExitStack() as stack:
            with self._turn:
                if ticket != self._ticket:
                    raise Interrupted
                self.session.interrupted.clear()
            timer = threading.Timer(self.seconds, self.stop, (ticket, True))
            timer.daemon = True
            stack.callback(timer.cancel)
            timer.start()
            failed = stack.enter_context(ExitStack())
            failed.callback(self.session.give_up, self.session.trial_moves)
            try:
                with checking(lambda: self.session.watch(0)):
                    answer = work()
                failed.pop_all()
                return answer
            except Interrupted:
                if self._late != ticket:
                    raise
                raise ValueError(f'this was not decided within {self.seconds:g} seconds') from None
