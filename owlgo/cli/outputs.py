"""Files that a command will write, checked before it begins: none is a record that is read, no two are one, each can be made."""
import argparse
import os
from collections.abc import Collection
from pathlib import Path

OPTIONS = {'outfile': '-o', 'o': '-o', 'printsgf': '--printsgf', 'html': '--html', 'json': '--json', 'certificate': '--certificate',
           'svg': '--svg', 'png': '--png'}
"""Options that may name a file to be written, by their place in the parsed arguments."""
SEPARATORS = tuple({'/', os.sep})
"""What the name of a folder ends with, if it is not there yet; it may take the files of several options."""


def check(args: argparse.Namespace, records: Collection[str | Path]) -> None:
    """Raise ValueError for a file that cannot be written, would overwrite a record, or is named by two options."""
    sources = {Path(record).resolve() for record in records}
    taken = dict[Path, str]()
    for field, option in OPTIONS.items():
        name = getattr(args, field, None)
        if not isinstance(name, str) or (name, field) == ('-', 'printsgf'):
            continue
        if name in ('', '-'):
            raise ValueError(f'{option}: {name!r} is no file name')
        if name.endswith(SEPARATORS):
            continue
        take(name, option, option, sources, taken)
        if not Path(name).resolve().parent.is_dir():
            raise ValueError(f'{option}: there is no folder {Path(name).parent}')
    if getattr(args, 'png', None):
        from owlgo.cli import drawing
        drawing.png_maker()


def take(name: str | Path, option: str, taker: str, sources: Collection[Path], taken: dict[Path, str]) -> None:
    """Add a file to those that are ``taken``.  Raises ValueError if it is one of the records (resolved paths) or taken already."""
    path = Path(name).resolve()
    if path in sources:
        raise ValueError(f'{option}: nothing is written over a record: {name} is one')
    if path in taken and (path.is_file() or not path.exists()):
        raise ValueError(f'{option}: {taken[path]} writes {name} already')
    taken[path] = taker
