"""Workspaces: the records of readings, owned by a position, an examination or a session.

Every reading writes into these large records, so threads must not share them, and no module keeps one as a global.  Packages get their
records from the workspace, which makes them on first use.
"""
from collections.abc import Callable
from typing import Any, TypeVar, cast

T = TypeVar('T')
"""The type of a record."""


class Workspace:
    """Keeps work memory for kernels: ``get(make)`` calls ``make`` once, and returns the same record every time."""

    def __init__(self) -> None:
        self._made: dict[Callable[[], Any], Any] = {}

    def get(self, make: Callable[[], T]) -> T:
        """Return this workspace's record of the kind that ``make`` makes, made on first use."""
        if make not in self._made:
            self._made[make] = make()
        return cast('T', self._made[make])

    def halt(self) -> None:
        """End kernels that run in another thread as if their nodes had run out.

        The kernels' answers do not show this, so the caller checks ``WAITING``.  Kernels that start later are not affected.
        """
        self._call_all('halt')

    def forget(self) -> None:
        """Drop everything that only speeds up later questions about the last game."""
        self._call_all('forget')

    def _call_all(self, what: str) -> None:
        """Call a method of every record that has it."""
        for record in list(self._made.values()):
            method = getattr(record, what, None)
            if method is not None:
                method()
