"""The folder whose files a client may name.  Every error is a ValueError with one sentence that names the argument."""
import os
from pathlib import Path

from owlgo.engine.core.files import read_file, write_file
from owlgo.engine.core.printable import shortened

MOST_NAME = 255
"""Longest name of a file, in bytes."""
NAMES_SHOWN = 20
"""Most file names that an error lists."""


class SharedFolder:
    """A folder whose files a client may name.  No name leads out of it, by ``..`` or by a link."""

    def __init__(self, path: Path) -> None:
        """Raises ValueError if this is no folder."""
        self.path = Path(os.path.realpath(path))
        if not self.path.is_dir():
            raise ValueError(f'{path}: there is no such folder')

    def find(self, name: str, what: str = 'file') -> Path:
        """Return the path of a name in the folder, whether it exists or not.  Raises ValueError if it would lie elsewhere."""
        try:
            found = Path(os.path.realpath(self.path / name))
        except (OSError, ValueError):
            raise ValueError(f'{what}: {shortened(name)!r} is no file name') from None
        if self.path not in found.parents:
            raise ValueError(f'{what}: {name!r} is not in the folder')
        if len(os.fsencode(found.name)) > MOST_NAME:
            raise ValueError(f'{what}: {shortened(name)!r} is too long for a file name')
        return found

    def read(self, name: str, most: int, what: str = 'file') -> bytes:
        """Return the content of a file of at most ``most`` bytes.  Raises ValueError."""
        path = self.find(name, what)
        try:
            return read_file(path, most)
        except FileNotFoundError:
            raise ValueError(f'{what}: there is no {name!r} in the folder{self._hint(path.suffix)}') from None
        except OSError as error:
            raise ValueError(f'{what}: {name!r}: {error.strerror or "it cannot be read"}') from None
        except ValueError as error:
            raise ValueError(f'{what}: {name!r}: {error}') from None

    def fresh(self, name: str, what: str) -> Path:
        """Return the path of a new file.  Raises ValueError if it exists, or the folder for it does not."""
        path = self.find(name, what)
        if os.path.lexists(path):
            raise ValueError(f'{what}: {name!r} exists already, and is not overwritten')
        if not path.parent.is_dir():
            raise ValueError(f'{what}: there is no folder for {name!r}')
        return path

    def write(self, name: str, text: str, what: str) -> None:
        """Write a new file.  Raises ValueError if it exists or cannot be written."""
        try:
            write_file(self.fresh(name, what), text)
        except OSError as error:
            raise ValueError(f'{what}: {name!r}: {error.strerror or "it cannot be written"}') from None

    def _holds(self, name: str) -> bool:
        """Return whether a name is a file of the folder."""
        try:
            return self.find(name).is_file()
        except ValueError:
            return False

    def _hint(self, suffix: str) -> str:
        """Name some files of the folder that end as the missing one does."""
        names = sorted(repr(path.name)[1:-1] for path in self.path.glob('*')
                       if path.suffix.lower() == (suffix.lower() or '.sgf') and self._holds(path.name))
        more = f' and {len(names) - NAMES_SHOWN} more' if len(names) > NAMES_SHOWN else ''
        return f', which has {", ".join(names[:NAMES_SHOWN])}{more}' if names else ''
