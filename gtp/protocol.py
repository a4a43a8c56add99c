"""Parse commands and format answers of the Go Text Protocol, version 2, without input or output.

After Farnebäck's specification (draft 2), sections 2.5 to 2.8, and GNU Go where it is silent.
"""
import re
from typing import NamedTuple

from owlgo.engine.core.printable import UNPRINTABLE, printable

ANSWER_UNFIT = re.compile(UNPRINTABLE.pattern.replace('\ud800-\udfff', '\ud800-\udc9f\udd00-\udfff'))
"""Characters to escape in answers; bytes that are no UTF-8 stay, since they may be part of a file name."""


class GtpError(Exception):
    """Raised when a command fails; its text is the answer after the question mark."""


class Command(NamedTuple):
    id: str
    """The number before the command, or ''."""
    name: str
    args: list[str]


def parse_line(line: bytes | str) -> Command | None:
    """Parse a line; None if it needs no answer: blank, a comment, or an id alone.

    Bytes that are no UTF-8 survive a round trip (file names).
    """
    text = line.decode('utf-8', 'surrogateescape') if isinstance(line, bytes) else line
    text = re.sub(r'[\x00-\x08\x0b-\x1f\x7f]', '', text).replace('\t', ' ').split('#', 1)[0]
    words = re.findall('[^ \n]+', text)      # Other blanks are part of words, such as names of files.
    number = ''
    if words and words[0].isascii() and words[0].isdigit():
        number = words.pop(0)
    return Command(number, words[0], words[1:]) if words else None


def format_answer(number: str, ok: bool, text: str = '') -> bytes:
    """Format an answer: it ends with exactly one empty line, empty lines inside become a blank, control characters are escaped."""
    first, *rest = text.rstrip('\n').split('\n')
    body = '\n'.join([first, *(line or ' ' for line in rest)])
    return format_line(f"{'=' if ok else '?'}{number} {body}\n")


def format_line(text: str) -> bytes:
    """Encode lines, with control characters escaped."""
    return ANSWER_UNFIT.sub(lambda match: printable(match[0]), text + '\n').encode('utf-8', 'surrogateescape')
