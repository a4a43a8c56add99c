"""The Go Text Protocol, version 2, as text: lines into commands, answers into bytes.  Knows no Go and does no input or output.

After Farnebäck's specification (draft 2), sections 2.5 to 2.8; where it is silent, what GNU Go answers.
"""
import re
from typing import NamedTuple

from owlgo.engine.core.printable import UNPRINTABLE, printable

CONTROL = re.compile(r'[\x00-\x08\x0b-\x1f\x7f]')

WORD = re.compile(r'[^ \n]+')
"""Other blanks than these belong to words, such as names of files."""

ANSWER_UNFIT = re.compile(UNPRINTABLE.pattern.replace('\ud800-\udfff', '\ud800-\udc9f\udd00-\udfff'))
"""In answers bytes that are no UTF-8 go out as they came in: they may name a file.  None of these is a control character anywhere."""


class GtpError(Exception):
    """A command that fails: its text is the answer behind the question mark."""


class Command(NamedTuple):
    """One command line."""
    id: str
    """The digits in front, as they came, or ''."""
    name: str
    args: list[str]


def parse_line(line: bytes | str) -> Command | None:
    """The command in a line, or None where nothing is to be answered: blank lines, comments, an id alone.

    Bytes that are no UTF-8 survive a round trip (file names).
    """
    text = line.decode('utf-8', 'surrogateescape') if isinstance(line, bytes) else line
    text = CONTROL.sub('', text).replace('\t', ' ').split('#', 1)[0]
    words = WORD.findall(text)
    number = ''
    if words and words[0].isascii() and words[0].isdigit():
        number = words.pop(0)
    return Command(number, words[0], words[1:]) if words else None


def format_answer(number: str, ok: bool, text: str = '') -> bytes:
    """The whole answer.  Exactly one empty line ends it: trailing line ends go, and an empty line inside becomes one blank.  Control
    characters become visible.
    """
    first, *rest = text.rstrip('\n').split('\n')
    body = '\n'.join([first, *(line or ' ' for line in rest)])
    return format_line(f"{'=' if ok else '?'}{number} {body}\n")


def format_line(text: str) -> bytes:
    """A line, or several, as bytes; control characters become visible."""
    return ANSWER_UNFIT.sub(lambda match: printable(match[0]), text + '\n').encode('utf-8', 'surrogateescape')
