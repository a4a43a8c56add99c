"""Process many items in parallel: in processes of this machine, or on other machines with Dask.

Each item is done once.  If a process is lost, another one begins its item again, but not more than three times.
"""
import contextlib
import multiprocessing
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

Item = TypeVar('Item')
Result = TypeVar('Result')
MOST_LOST_PROCESSES = 3
"""Lost processes after which an item is given up."""
ENDING = 3.0
"""Seconds that a process has to end its work before it is killed; work in a kernel cannot be ended in another way."""


class Lost(Exception):
    """Raised if the processes that worked on an item were lost, or if Dask is needed and not installed."""


@dataclass(frozen=True)
class Outcome(Generic[Result]):
    """The outcome of the work on one item."""
    index: int
    """Index of the item in the sequence."""
    result: Result | None
    error: Exception | None
    """A ValueError or OSError of the work, or Lost; then there is no result.  Other exceptions are bugs of the work."""

    def get(self) -> Result:
        """Return the result, or raise the error."""
        if self.error is not None:
            raise self.error
        return self.result                              # type: ignore[return-value]


Outcomes = Generator[Outcome[Result], None, None]


def run(work: Callable[[Item], Result], items: Sequence[Item], jobs: int = 1, scheduler: str = '') -> Outcomes[Result]:
    """Do the work on every item, and yield outcomes as they come.

    ``work`` must be a function of a module, or a ``partial`` of one; items and results must be picklable.  With one job this process does
    the items one after the other.  With ``scheduler``, the address of a Dask scheduler, its workers do them; they need OwlGo.  Closing the
    iterator, as an interrupt does, ends running work.  The first outcome raises OSError if no scheduler answers, Lost without Dask.
    """
    if scheduler:
        return _on_cluster(work, items, scheduler)
    if jobs == 1 or len(items) < 2:
        return (_outcome(work, index, item) for index, item in enumerate(items))
    return _in_processes(work, items, min(jobs, len(items)))


def in_order(work: Callable[[Item], Result], items: Sequence[Item], jobs: int = 1, scheduler: str = '') -> list[Result]:
    """Do the work on every item, and return the results in the items' order.  Raises the work's first error, and what ``run`` raises."""
    with contextlib.closing(run(work, items, jobs, scheduler)) as outcomes:
        done = {outcome.index: outcome.get() for outcome in outcomes}
    return [done[index] for index in sorted(done)]


def _outcome(work: Callable[[Item], Result], index: int, item: Item) -> Outcome[Result]:
    try:
        return Outcome(index, work(item), None)
    except (ValueError, OSError) as error:
        return Outcome(index, None, error)


class _Helper:
    """A worker process, with the index of its present item."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        # Spawned, since a process with threads such as numba's cannot be forked.
        context = multiprocessing.get_context('spawn')
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(work, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self.index = -1

    def begin(self, index: int, item: object) -> None:
        """Send an item.  A lost process is noticed when its answer is read."""
        self.index = index
        with contextlib.suppress(OSError):
            self.pipe.send((index, item))

    def end(self) -> None:
        """End the process, gently first."""
        self.process.terminate()
        self.process.join(ENDING)
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _leave(*_: object) -> None:
    """Leave the process through its ``finally`` blocks, which end programs that the work has started; ignore a second signal."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit()


def _serve(work: Callable[[Any], Any], pipe: Connection) -> None:
    """Work on items until the parent, which also handles interrupts, closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    with contextlib.suppress(EOFError, OSError):
        while True:
            index, item = pipe.recv()
            outcome = _outcome(work, index, item)
            try:
                pipe.send(outcome)
            except (TypeError, AttributeError, ValueError) as error:
                pipe.send(Outcome(index, None, TypeError(f'what was found cannot be sent: {error}')))


def _in_processes(work: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> Outcomes[Result]:
    left = deque(range(len(items)))
    lives = [MOST_LOST_PROCESSES] * len(items)
    helpers: list[_Helper] = []

    def start() -> None:
        helpers.append(_Helper(work))
        index = left.popleft()
        helpers[-1].begin(index, items[index])

    try:
        while left and len(helpers) < jobs:
            start()
        while helpers:
            ready = wait([helper.pipe for helper in helpers])
            for helper in [helper for helper in helpers if helper.pipe in ready]:
                try:
                    outcome: Outcome[Result] | None = helper.pipe.recv()
                except (EOFError, OSError):
                    outcome = None
                if outcome is None:
                    helpers.remove(helper)
                    helper.end()
                    lives[helper.index] -= 1
                    if lives[helper.index]:
                        left.append(helper.index)
                    if left:
                        start()
                    if not lives[helper.index]:
                        yield Outcome(helper.index, None, Lost(f'the process that worked on it was lost {MOST_LOST_PROCESSES} times'))
                    continue
                if left:
                    index = left.popleft()
                    helper.begin(index, items[index])
                else:
                    helpers.remove(helper)
                    helper.end()
                yield outcome
    finally:
        for helper in helpers:
            helper.process.terminate()
        for helper in helpers:
            helper.end()


def _on_cluster(work: Callable[[Item], Result], items: Sequence[Item], scheduler: str) -> Outcomes[Result]:
    try:
        from distributed import Client as DaskClient
        from distributed import as_completed
    except ImportError as error:
        raise Lost(f'--scheduler: {error.name} is not installed: pip install "owlgo[cluster]"') from None
    client = DaskClient(scheduler, timeout='10s', set_as_default=False)
    futures: dict[Any, int] = {}
    try:
        # Not pure, since equal items are different items.  The scheduler hands on the items of a lost worker.
        for index, item in enumerate(items):
            futures[client.submit(_outcome, work, index, item, pure=False, retries=MOST_LOST_PROCESSES - 1)] = index
        for future in as_completed(list(futures), loop=client.loop):
            index = futures.pop(future)
            if future.status == 'finished':
                yield future.result()
            else:
                yield Outcome(index, None, Lost(f'its workers were lost: {future.exception()}'))
    finally:
        for future in futures:
            future.cancel()
        client.close()
