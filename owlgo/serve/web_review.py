"""A review that runs in a thread and tells how far it is, until it is done or stopped."""
import threading
from collections.abc import Callable

from owlgo.cli.values import Data
from owlgo.engine.core.printable import printable
from owlgo.engine.core.waiting import checking
from owlgo.engine.review.data import Request, Review
from owlgo.gtp.session import Interrupted


class ReviewJob:
    """Reviews a record.  ``tell`` gets lines of JSON data: progress, then the review or an error."""

    def __init__(self, data: bytes, name: str, request: Request, tell: Callable[[Data], object]) -> None:
        self.data, self.name, self.request, self.tell = data, name, request, tell
        self._stopped = threading.Event()

    def stop(self) -> None:
        self._stopped.set()

    def run(self) -> None:
        """Review, and tell; an interrupted review tells nothing more."""
        from owlgo.engine.review.analysis import review
        try:
            with checking(self._check):
                self.tell({'review': as_data(review(self.data, self.name, self.request, self._progress))})
        except Interrupted:
            pass
        except ValueError as error:
            self.tell({'error': str(error)})

    def _check(self) -> None:
        if self._stopped.is_set():
            raise Interrupted

    def _progress(self, done: int, total: int) -> None:
        self._check()
        self.tell({'done': done, 'total': total})


def as_data(review: Review) -> Data:
    """Return what the page shows of a review: moments and lists of findings as in ``owlgo review --html``."""
    from owlgo.cli.review_page import moments_data, sections_data
    from owlgo.cli.review_text import title
    return {'title': printable(title(review)), 'level': review.level, 'moments': moments_data(review), 'sections': sections_data(review)}
