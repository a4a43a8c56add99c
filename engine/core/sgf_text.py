"""Decode the text of SGF files in any encoding.

Most game records name no encoding or a wrong one.  Bytes are decoded before they are parsed: the second byte of a Shift-JIS, GBK or Big5
character can be a backslash or ``]``, and a parser would then lose the moves that follow.
"""
import codecs
import re
from typing import NamedTuple

from sgfmill import sgf_grammar


class SgfText(NamedTuple):
    """A file's text and its encoding."""
    text: str
    charset: str
    warning: str = ''


def decode(data: bytes) -> SgfText:
    """Return a file's text, decoded as UTF-8 or, if that fails, as its property CA says, or else in the likeliest encoding for a game
    record."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return SgfText(data.decode('utf-16', 'replace'), 'utf-16')
    data = data.removeprefix(codecs.BOM_UTF8)
    text = _try(data, 'utf-8')
    if text is not None:
        return SgfText(text, 'utf-8')
    match = re.search(rb'CA\s*\[([^\]]{1,40})\]', data)
    named = match.group(1).decode('ascii', 'replace').strip() if match else ''
    if named and _keeps_syntax(named):
        text = _try(data, named)
        if text is not None:
            return SgfText(text, named)
    text, charset = _guess(data)
    warning = f'the text is not in the encoding {named!r} that CA names, {charset} was used' if named else ''
    return SgfText(text, charset, warning)


def one_line(value: bytes) -> str:
    """Return a property's value, decoded and without escapes, as one line of text."""
    return str(sgf_grammar.simpletext_value(value), 'utf-8')


def _try(data: bytes, charset: str) -> str | None:
    try:
        return data.decode(charset)
    except UnicodeError:
        return None


def _keeps_syntax(charset: str) -> bool:
    """Whether Python knows the encoding and it keeps ASCII: UTF-16 named by mistake would lose the stones."""
    syntax = b'()[];:ABCXYZ abcxyz 0123456789 \\x41 \\u0041 +AEE-'
    try:
        return syntax.decode(charset) == syntax.decode('ascii')
    except (LookupError, ValueError):
        return False


def _guess(data: bytes) -> tuple[str, str]:
    """Guess the encoding of bytes that are not valid UTF-8 and whose CA does not help; return their text and the encoding.  Latin-1 is the
    last resort."""
    broken = data.decode('utf-8', 'replace')
    bad = broken.count('\ufffd')
    # Programs cut comments inside a character: four good characters for each broken one are UTF-8.
    if sum(char > '\x7f' for char in broken) - bad >= 4 * bad:
        return broken, 'utf-8'
    if all(len(run) == 1 for run in re.findall(rb'[\x80-\xff]+', data)):
        # A lone accented letter between ASCII letters; East Asian text comes in longer runs.
        return data.decode('latin-1'), 'latin-1'
    for charset in ('gb2312', 'shift_jis', 'gb18030', 'big5'):
        text = _try(data, charset)
        # Half-width, private and control characters are a sign of the wrong encoding.
        if text is not None and not re.search('[\uff61-\uff9f\ue000-\uf8ff\x80-\x9f]', text):
            return text, charset
    return data.decode('latin-1'), 'latin-1'
