"""Files that somebody else may have named: nothing is read that may never end."""
import os
import stat
from pathlib import Path


class UnfitFile(ValueError):
    """What is there is no file, or too large; the text says which."""


def read_file(path: str | Path, most: int) -> bytes:
    """The bytes of a file of at most so many.

    Raises OSError, or UnfitFile for a folder, for what is larger, and for what is no file: a pipe may never say anything, a device never
    end.
    """
    # To open a pipe waits for somebody who writes, unless it is told not to.
    flags = getattr(os, 'O_NONBLOCK', 0)
    try:
        with open(path, 'rb', opener=lambda name, mode: os.open(name, mode | flags)) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise UnfitFile('this is no file but a pipe or a device')
            data = file.read(most + 1)
    except IsADirectoryError:
        raise UnfitFile('this is a directory') from None
    except PermissionError:
        if Path(path).is_dir():         # what Windows says of one
            raise UnfitFile('this is a directory') from None
        raise
    if len(data) > most:
        raise UnfitFile(f'the file is larger than {most >> 20} MB')
    return data
