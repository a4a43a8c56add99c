"""The record that a command line names, up to the move that it names."""
import sys
from typing import TYPE_CHECKING

from engine.core.printable import say

if TYPE_CHECKING:
    from engine.core.sgf import Record


def load(name: str, until: str | None) -> 'Record':
    """The record in a file up to, and without, a move number or the first move at a vertex; said is if that never comes, as the whole game
    then answers.

    Raises SgfError, and ValueError where ``until`` is neither a number nor a vertex.
    """
    from engine.core import sgf
    record = sgf.load(name, until)
    if until is not None and not record.stopped:
        # The number behind the last move is the end, too.
        moves = sum(isinstance(event, sgf.Play) for event in record.events)
        if not until.isdecimal() or int(until) != moves + 1:
            say(f'owlgo: {name}: {until} never comes; this is the position at the end', sys.stderr)
    return record
