"""Files that a command will write, checked before it begins: none is a record that is read, no two are one, each can be made."""
import argparse
from collections.abc import Collection
from pathlib import Path

OPTIONS = {'outfile': '-o', 'o': '-o', 'printsgf': '--printsgf', 'html': '--html', 'certificate': '--certificate', 'svg': '--svg',
           'png': '--png'}
"""Options that name a file to be written, by their place in the parsed arguments."""


def check(args: argparse.Namespace, records: Collection[str | Path]) -> None:
    """Raise ValueError for a file that cannot be written, would overwrite a record, or is named by two options."""
    sources = {Path(record).resolve() for record in records}
    taken = dict[Path, str]()
    for field, option in OPTIONS.items():
        name = getattr(args, field, None)
        if name is None or (name, field) == ('-', 'printsgf'):
            continue
        if name in ('', '-'):
            raise ValueError(f'{option}: {name!r} is no file name')
        path = Path(name).resolve()
        if path in sources:
            raise ValueError(f'{option}: nothing is written over a record: {name} is one')
        if path in taken and (path.is_file() or not path.exists()):
            raise ValueError(f'{option}: {taken[path]} writes {name} already')
        if not path.parent.is_dir():
            raise ValueError(f'{option}: there is no folder {Path(name).parent}')
        taken[path] = option
    if getattr(args, 'png', None):
        from owlgo.cli import drawing
        drawing.png_maker()
