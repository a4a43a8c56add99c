"""Loads and compiles the searches behind the page, which shows how far that is."""
from collections.abc import Callable

from owlgo.engine.core.points import BLACK
from owlgo.engine.core.waiting import Progress
from owlgo.gtp.server import Kernels, load_kernels
from owlgo.gtp.session import Session
from owlgo.serve.web_records import EXAMPLES, example

LOADING = 'loading the searches'
Load = Callable[[Callable[[], None], Progress], None]
"""Loads the searches; calls the first function as soon as questions can be asked, and the second with the progress."""


def _load(ready: Callable[[], None], progress: Progress) -> None:
    """Load everything, and ask what people ask, so that their first answer waits for nothing."""
    from owlgo.cli import questions
    load_kernels(ready, progress=progress)
    name = next(iter(EXAMPLES))
    session = Session()
    questions.load(session, example(name), name)
    questions.status(session, session.game.vertex(session.game.strings(BLACK)[0]))


class Preparation:
    """Makes the searches ready in a thread; ``words`` says what is still missing, or nothing."""

    def __init__(self, load: Load | None = None) -> None:
        self.words = LOADING
        self._load = load or _load
        self._kernels = Kernels(self._work)

    def _work(self, ready: Callable[[], None]) -> None:
        def note(name: str, done: int, total: int) -> None:
            self.words = f'compiling the searches, {done} of {total}; an answer waits for what it needs'
            ready()
        try:
            self._load(ready, note)
        finally:
            self.words = ''

    def wait(self) -> None:
        """Wait until questions can be asked.  Raises GtpError if the searches could not be loaded."""
        self._kernels.wait()
