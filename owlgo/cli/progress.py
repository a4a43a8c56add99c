"""Progress on a terminal."""
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Watch = Callable[[str], object]


@contextmanager
def spinner(words: str) -> Iterator[Watch | None]:
    """Show words, the text given to ``Watch``, and the time on standard error.  Yield None if standard error is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
    with Progress(SpinnerColumn(), TextColumn('{task.description}'), TimeElapsedColumn(), console=Console(stderr=True),
                  transient=True) as bar:
        task = bar.add_task(words)
        yield lambda more: bar.update(task, description=f'{words} {more}')
