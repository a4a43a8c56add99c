"""Nothing that a terminal would obey is printed."""
import io
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from owlgo.engine.core.printable import printable, say


def test_what_would_be_obeyed_is_shown():
    assert printable('a\x1b[31mb\x07\r\x9b\u202ec\udcff\ud800\n\td') == 'a\\x1b[31mb\\x07\\x0d\\x9b\\u202ec\\xff\\ud800\n\td'
    assert printable('\u56f2\u7881 caf\xe9 \U0001f600') == '\u56f2\u7881 caf\xe9 \U0001f600'


@given(st.text(st.characters(codec=None)))
def test_nothing_is_left(text):
    shown = printable(text)
    assert not [char for char in shown if unicodedata.category(char) in ('Cc', 'Cs', 'Zl', 'Zp') and char not in '\n\t']
    assert shown.encode() and printable(shown) == shown or not text


def test_lines_are_said():
    stream = io.StringIO()
    say(ValueError('x\x00'), stream)
    assert stream.getvalue() == 'x\\x00\n'
