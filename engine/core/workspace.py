"""Workspaces: the records in which readings work and remember, owned by a position, an examination or a session.

Records are large and are written to by every reading, so no two threads may share them; nor is any a module's global.  Each room asks
the workspace for what it needs and gets the same each time; what nobody asks for is never made.
"""
from collections.abc import Callable
from typing import Any, TypeVar, cast

T = TypeVar('T')


class Workspace:
    """Records, one for each function that makes one."""

    def __init__(self) -> None:
        self._made: dict[Callable[[], Any], Any] = {}

    def get(self, make: Callable[[], T]) -> T:
        """Return the record of ``make``, made on first use."""
        if make not in self._made:
            self._made[make] = make()
        return cast('T', self._made[make])

    def halt(self) -> None:
        """End what kernels do in another thread as if their nodes had run out.

        Whoever asked has to find out for himself (``WAITING``), since the answer says nothing.  What begins later is not ended.
        """
        self._tell('halt')

    def forget(self) -> None:
        """Drop what only speeds up later questions about the last game."""
        self._tell('forget')

    def _tell(self, what: str) -> None:
        """Call a method of every record that has it."""
        for record in list(self._made.values()):
            method = getattr(record, what, None)
            if method is not None:
                method()
