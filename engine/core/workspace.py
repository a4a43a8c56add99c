"""A workspace: the records and memories that readings work in, owned by whoever asks: a position, an examination, a session.

Records are large and are written to by every reading, so no two threads may share them; nor is any a module's global.  Each room asks
the workspace for what it needs and gets the same each time; what nobody asks for is never made.
"""
from collections.abc import Callable
from typing import Any, TypeVar, cast

T = TypeVar('T')


class Workspace:
    """Records by what makes them."""

    def __init__(self) -> None:
        self._made: dict[Callable[[], Any], Any] = {}

    def get(self, make: Callable[[], T]) -> T:
        """What ``make`` makes: made when it is first asked for, and then kept."""
        if make not in self._made:
            self._made[make] = make()
        return cast('T', self._made[make])
