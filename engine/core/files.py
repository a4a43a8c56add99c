"""Safe reading and writing of named files: reading always ends, and writing is all or nothing."""
import errno
import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

TEMPORARY = '.owlgo-'
"""How the names of files begin that are about to replace another one."""


class UnfitFile(ValueError):
    """The file is too large or no regular file.  The message says which."""


def in_words(error: Exception) -> str:
    """Return an error's text and the file's name, without the error number."""
    if not isinstance(error, OSError) or not error.strerror:
        return str(error)
    return f'{error.filename}: {error.strerror}' if error.filename is not None else error.strerror


def read_file(path: str | Path, most: int) -> bytes:
    """Return the content of a file that has at most ``most`` bytes.

    Raises OSError; UnfitFile for a folder, for a larger file, and for pipes and devices, which may never end.
    """
    # Without O_NONBLOCK opening a pipe waits for a writer.
    flags = getattr(os, 'O_NONBLOCK', 0)
    try:
        with open(path, 'rb', opener=lambda name, mode: os.open(name, mode | flags)) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise UnfitFile('this is no file but a pipe or a device')
            data = file.read(most + 1)
    except IsADirectoryError:
        raise UnfitFile('this is a directory') from None
    except PermissionError:
        if Path(path).is_dir():         # Windows' error for a folder
            raise UnfitFile('this is a directory') from None
        raise
    if len(data) > most:
        raise UnfitFile(f'the file is larger than {most >> 20} MB')
    return data


def real(path: str | Path) -> Path:
    """Return where a path leads; of links in a circle one of them, for which ``Path.resolve`` raises one error or another."""
    return Path(os.path.realpath(path))


def check_writable(path: str | Path) -> None:
    """Find out whether ``write_file`` could write a file now, and leave everything as it is.  Raises OSError with its name."""
    place = real(path)
    try:
        old = _there(place)
        if old is None or stat.S_ISREG(old.st_mode):
            handle, name = tempfile.mkstemp(prefix=TEMPORARY, dir=place.parent)
            os.close(handle)
            os.unlink(name)
        elif stat.S_ISDIR(old.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        elif not os.access(place, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None


@contextmanager
def trying_each() -> Iterator[Callable[..., Any]]:
    """Do several things, such as writing files, each although another one fails; return a function that does one.

    Raises ValueError at the end, with the words of all failures.
    """
    failed = list[str]()

    def attempt(work: Callable[..., Any], *args: object) -> Any:
        try:
            return work(*args)
        except (OSError, ValueError) as error:
            failed.append(in_words(error))

    yield attempt
    if failed:
        raise ValueError('; '.join(failed))


def _there(place: Path) -> os.stat_result | None:
    """Return what is known of a file, or None if it is not there.  Raises OSError for a name that cannot be one."""
    try:
        return place.stat()
    except FileNotFoundError:
        return None


def write_file(path: str | Path, content: str | bytes) -> None:
    """Write bytes, or a text as UTF-8, in one step.  Readers see the old file or the new file, and on a full disk the old file stays.

    Links are followed.  Devices and pipes are written to.  Raises OSError with the name of the file, also for a pipe without a reader.
    """
    data = content if isinstance(content, bytes) else content.encode('utf-8', 'replace')
    place = real(path)
    try:
        old = _there(place)
        if old is None or stat.S_ISREG(old.st_mode):
            _replace(place, data, old)
            return
        # A folder is refused here; without O_NONBLOCK opening a pipe waits for a reader.
        handle = os.open(place, os.O_WRONLY | getattr(os, 'O_NONBLOCK', 0))
        if hasattr(os, 'set_blocking'):
            os.set_blocking(handle, True)
        with open(handle, 'wb') as file:
            file.write(data)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None


def _replace(place: Path, data: bytes, old: os.stat_result | None) -> None:
    """Replace a file, or make it, with its old rights.  Raises OSError, and leaves nothing behind."""
    handle, name = tempfile.mkstemp(prefix=TEMPORARY, dir=place.parent)
    try:
        with open(handle, 'wb') as file:
            file.write(data)
        if old is None:
            mask = os.umask(0)
            os.umask(mask)
        os.chmod(name, 0o666 & ~mask if old is None else stat.S_IMODE(old.st_mode))
        os.replace(name, place)
    except BaseException:
        os.unlink(name)
        raise
