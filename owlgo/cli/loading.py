"""Load the record of a command line up to a move, or the start of a problem; and the user's pattern databases."""
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from owlgo.engine.core.printable import counted, say

if TYPE_CHECKING:
    from owlgo.engine.core.sgf import Record


def load(name: str, until: str | None, option: str = '--until') -> 'Record':
    """Load a record up to, but without, the move with a number, or the first move at a vertex.  Warnings go to standard error.

    Raises SgfError, or ValueError with the ``option``'s name if ``until`` is neither a number nor a vertex.
    """
    from owlgo.engine.core import sgf
    try:
        record = sgf.load(name, until)
    except sgf.SgfError:
        raise
    except ValueError as error:
        raise ValueError(f'{option}: {error}') from None
    record.tell()
    return record


def load_problem(name: str, until: str | None) -> tuple['Record', str]:
    """Load a record, by default only the start of a problem with its solution; return it and a description of the position.

    Raises like ``load``.
    """
    from owlgo.engine.core import sgf
    record = load(name, until)
    count = len(record.plays)
    if until is None and record.question is not None:
        return sgf.load(name, record.question), \
            f'the position after 0 moves, the start of a problem (-L {count + 1} judges the end of its solution)'
    end = ', the end of the record' if count and not record.stopped else ''
    start = ' (-L 1 judges its start)' if end and until is None and all(record.start) else ''
    return record, f'the position after {counted(count, "move")}{end}{start}'


def use_folder(folder: str) -> None:
    """Take databases from the user's folder, and list unusable patterns on standard error.

    Raises ValueError if it has no database or a table of eyes has a mistake, OSError if a file cannot be read.
    """
    from owlgo.engine.eyes import table
    from owlgo.patterns.library import EYE_TABLES, LIBRARY, PATTERN_DATABASES, asked_for
    from owlgo.patterns.source import PatternErrors
    LIBRARY.use_folder(Path(folder))
    for name in PATTERN_DATABASES:
        if LIBRARY.path(name).parent != Path(folder):
            continue
        loaded = LIBRARY.get(name)
        source = loaded.source()
        for problem in (*loaded.problems, *(pattern.off for pattern in source.patterns if pattern.off)):
            say(problem, sys.stderr)
        wanting = asked_for(source, loaded.known)
        by_helper = Counter(helper for helpers in wanting.values() for helper in helpers)
        say(f'{loaded.path}: {len(loaded.names)} patterns, {len(loaded.problems)} mistakes, {len(wanting)} switched off'
            + (' for want of ' + ', '.join(f'{helper} ({count})' for helper, count in sorted(by_helper.items())) if by_helper else ''),
            sys.stderr)
    for name in EYE_TABLES:
        if LIBRARY.path(name).parent == Path(folder):
            try:
                table.table(name)
            except PatternErrors as error:
                raise ValueError(error.problems[0].in_a_line) from None
