"""The Go Text Protocol, version 2, as text: lines into commands, answers into bytes.  Knows no Go and does no input or output.

After Farnebäck's specification (draft 2), sections 2.5 to 2.8; where it is silent, what GNU Go answers.
"""
import re
from typing import NamedTuple

CONTROL = re.compile(r'[\x00-\x08\x0b-\x1f\x7f]')


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
    words = text.split()
    number = ''
    if words and words[0].isascii() and words[0].isdigit():
        number = words.pop(0)
    return Command(number, words[0], words[1:]) if words else None


def format_answer(number: str, ok: bool, text: str = '') -> bytes:
    """The whole answer.  Exactly one empty line ends it: trailing line ends go, and an empty line inside becomes one blank."""
    first, *rest = text.rstrip('\n').split('\n')
    body = '\n'.join([first, *(line or ' ' for line in rest)])
    return f"{'=' if ok else '?'}{number} {body}\n\n".encode('utf-8', 'surrogateescape')
