"""Files that a command will write, checked before it begins: none is a record that is read, no two are one, each can be made."""
import argparse
import json
import os
from collections.abc import Callable, Collection
from pathlib import Path

from owlgo.engine.core.files import check_writable, in_words, real, write_file

OPTIONS = {'outfile': '-o', 'o': '-o', 'printsgf': '--printsgf', 'html': '--html', 'json': '--json', 'certificate': '--certificate',
           'svg': '--svg', 'png': '--png'}
"""Options that may name a file to be written, by their place in the parsed arguments."""
SEPARATORS = tuple({'/', os.sep})
"""What the name of a folder ends with, if it is not there yet; it may take the files of several options."""


def check(args: argparse.Namespace, records: Collection[str | Path], folders: Collection[str] = ()) -> None:
    """Raise ValueError for a file that cannot be written, would overwrite a record, or is named by two options.

    The options of ``folders`` may name a folder too.
    """
    sources = {real(record) for record in records}
    taken = dict[Path, str]()
    for field, option in OPTIONS.items():
        name = getattr(args, field, None)
        if not isinstance(name, str) or (name, field) == ('-', 'printsgf'):
            continue
        if name in ('', '-'):
            raise ValueError(f'{option}: {name!r} is no file name')
        place, folder = real(name), Path(name).parent
        if name.endswith(SEPARATORS) or os.path.isdir(place):
            if field not in folders:
                raise ValueError(f'{option}: {name} is a folder, and a file is wanted')
            continue
        take(name, option, option, sources, taken)
        if not place.parent.is_dir():
            # The folder that is named may be there, and the one that a link leads to not.
            raise ValueError(f'{option}: there is no folder {place.parent if os.path.lexists(folder) else folder}')
        try:
            check_writable(name)
        except OSError as error:
            raise ValueError(f'{option}: {in_words(error)}') from None
    if getattr(args, 'png', None):
        from owlgo.cli import drawing
        drawing.png_maker()


def write_certificate(name: str, make: Callable[[], object]) -> None:
    """Write the data that ``make`` makes.  Raises ValueError if nothing is proved, OSError."""
    try:
        data = make()
    except ValueError as error:
        raise ValueError(f'--certificate: {error}') from None
    write_file(name, json.dumps(data, indent=1))


def take(name: str | Path, option: str, taker: str, sources: Collection[Path], taken: dict[Path, str]) -> None:
    """Add a file to those that are ``taken``.  Raises ValueError if it is one of the records (real paths) or taken already."""
    path = real(name)
    if path in sources:
        raise ValueError(f'{option}: nothing is written over a record: {name} is one')
    if path in taken and (os.path.isfile(path) or not os.path.exists(path)):
        raise ValueError(f'{option}: {taken[path]} writes {name} already')
    taken[path] = taker
