"""Progress on a terminal."""
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Watch = Callable[[str], object]


@contextmanager
def spinner(words: str) -> Iterator[Watch | None]:
    """Words, what ``Watch`` is told, and the time that has passed, on standard error; None where that is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
    with Progress(SpinnerColumn(), TextColumn('{task.description}'), TimeElapsedColumn(), console=Console(stderr=True),
                  transient=True) as bar:
        task = bar.add_task(words)
        yield lambda more: bar.update(task, description=f'{words} {more}')
