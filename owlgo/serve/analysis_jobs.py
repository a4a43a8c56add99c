"""The positions that wait for an analysis, and the threads that search them, the highest priority first."""
import heapq
import itertools
import threading
from collections.abc import Callable, Collection

from owlgo.cli.values import Data
from owlgo.engine.core.waiting import checking
from owlgo.engine.core.workspace import Workspace
from owlgo.gtp.session import Session
from owlgo.serve import analysis_answer
from owlgo.serve.analysis_query import Query
from owlgo.serve.analysis_search import PositionSearch
from owlgo.serve.fields import INTERNAL_ERROR

MOST_REMEMBERED = 50
"""Positions after which a thread forgets what it knows of earlier ones, so that its memory stays bounded."""
Write = Callable[[Data], None]
"""Writes an answer.  Raises OSError when the reader is gone."""


class Job:
    """One position of a query."""

    def __init__(self, query: Query, turn: int, priority: int, number: int) -> None:
        self.query, self.turn, self._key = query, turn, (-priority, number)
        self.stopped = False
        """Whether the controller wants no more of it."""
        self.session: Session | None = None
        """The session that searches it, while it does."""

    def __lt__(self, other: 'Job') -> bool:
        return self._key < other._key

    def is_of(self, query_id: str | None, turns: Collection[int] | None) -> bool:
        """Whether it belongs to a query (None: any) and asks about one of these turns (None: any)."""
        return query_id in (None, self.query.id) and (turns is None or self.turn in turns)


class Jobs:
    """A queue of positions and the threads that search them."""

    def __init__(self, write: Write, level: int, threads: int, failed: Callable[[OSError], None]) -> None:
        """``failed`` is called by a thread whose answer could not be written; the thread ends then."""
        self._write, self._level, self._failed = write, level, failed
        self._numbers = itertools.count()
        self._waiting: list[Job] = []
        self._running: list[Job] = []
        self._changed = threading.Condition()
        self._forgets = 0       # how often all searches were to forget what they know
        self._closed = False
        self.threads: list[threading.Thread] = []
        for _ in range(threads):
            self._start()

    def put(self, query: Query) -> None:
        """Let the positions of a query wait for their turn."""
        with self._changed:
            for turn, priority in query.turns:
                heapq.heappush(self._waiting, Job(query, turn, priority, next(self._numbers)))
            self._changed.notify_all()

    def terminate(self, query_id: str | None, turns: Collection[int] | None) -> None:
        """End searches (``Job.is_of``).  A running one answers with what it has, a waiting one that it has nothing."""
        with self._changed:
            ended = sorted(job for job in self._waiting if job.is_of(query_id, turns))
            self._waiting = [job for job in self._waiting if not job.is_of(query_id, turns)]
            heapq.heapify(self._waiting)
            for job in self._running:
                if job.is_of(query_id, turns):
                    job.stopped = True
                    if job.session is not None:
                        job.session.interrupted.set()
            self._changed.notify_all()
        for job in ended:
            self._write(analysis_answer.no_results(job.query, job.turn))

    def forget(self) -> None:
        """Let every thread forget what it knows of earlier positions before its next."""
        with self._changed:
            self._forgets += 1

    def finish(self) -> None:
        """Wait until all positions are answered, and end the threads."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for thread in self.threads:     # grows by those that take over from others
            thread.join()

    def _next(self) -> tuple[Job, int] | None:
        """Wait for a position; None once there is none to come."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed)
            if not self._waiting:
                return None
            job = heapq.heappop(self._waiting)
            self._running.append(job)
            return job, self._forgets

    def _start(self) -> None:
        """Start one more thread."""
        thread = threading.Thread(target=self._work, daemon=True)
        self.threads.append(thread)
        thread.start()

    def _work(self) -> None:
        """Search positions until there are no more.

        A bug ends the thread, and Python prints it.  Its position is answered with an error before, and another thread takes over.
        """
        workspace, forgotten, remembered = Workspace(), 0, 0
        while (found := self._next()) is not None:
            job, forgets = found
            remembered += 1
            if forgets != forgotten or remembered > MOST_REMEMBERED:
                workspace.forget()
                forgotten, remembered = forgets, 0
            answered = is_read = False
            try:
                is_read = self._say(self._answer(job, workspace))
                answered = True
            finally:
                with self._changed:
                    self._running.remove(job)
                    job.session = None
                if not answered:
                    self._start()
                    self._say({'id': job.query.id, 'turnNumber': job.turn, 'error': INTERNAL_ERROR})
            if not is_read:
                return

    def _say(self, said: Data) -> bool:
        """Write an answer.  Return whether that was possible."""
        try:
            self._write(said)
        except OSError as error:
            self._failed(error)
            return False
        return True

    def _answer(self, job: Job, workspace: Workspace) -> Data:
        """Return the answer about a position.  Reports meanwhile are written."""
        query, session = job.query, job.query.session(job.turn, self._level, workspace)
        with self._changed:
            job.session = session
            if job.stopped:
                session.interrupted.set()

        def report(part: analysis_answer.PositionAnalysis) -> None:
            if not self._say(analysis_answer.answer(query, job.turn, part, True)):
                session.interrupted.set()

        with checking(lambda: session.watch(0)):
            found = PositionSearch(session, query).run(report)
            if found is None:
                return analysis_answer.no_results(query, job.turn)
            said = analysis_answer.answer(query, job.turn, found, False)
            if query.extras.dragons and not found.stopped:
                seconds = analysis_answer.DRAGON_SECONDS if query.seconds is None else query.seconds
                said['dragons'] = analysis_answer.dragons(session, found.known, seconds)
            return said
