"""Make untrusted text (file names, game records, other programs' output) safe for a terminal.

Control characters can move the cursor, overwrite earlier output, or make a terminal type.  Others reverse the order of a line.  They are
shown as Python writes them: ``\\x1b``.  Line ends and tabs stay.
"""
import re
import sys
from typing import TextIO

UNPRINTABLE = re.compile('[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]')
"""A character that a terminal may act on, or that is no text."""


def _shown(match: re.Match[str]) -> str:
    code = ord(match[0])
    if 0xdc80 <= code < 0xdd00:         # a byte that is not UTF-8, as Python keeps it
        code -= 0xdc00
    return f'\\x{code:02x}' if code < 0x100 else f'\\u{code:04x}'


def printable(text: object) -> str:
    """Return the text with terminal control characters made visible."""
    return UNPRINTABLE.sub(_shown, str(text))


def shortened(text: str) -> str:
    """Return the first 20 characters of a long text, for messages that quote it."""
    return text if len(text) <= 20 else text[:20] + '...'


def counted(count: int, noun: str) -> str:
    """Return a number with its noun: ``1 stone``, ``12,345 positions``."""
    return f'{count:,} {noun}{"" if count == 1 else "s"}'


def say(text: object, stream: TextIO | None = None) -> None:
    """Print a line that may hold untrusted text, on standard output unless a stream is named."""
    print(printable(text), file=stream or sys.stdout)
