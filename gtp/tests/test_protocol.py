"""Lines into commands, answers into bytes."""
import pytest
from hypothesis import given
from hypothesis import strategies as st

from owlgo.gtp.protocol import Command, format_answer, parse_line


@pytest.mark.parametrize('line,expected', [
    (b'name\n', Command('', 'name', [])),
    (b'12 name # who\r\n', Command('12', 'name', [])),
    (b'\tplay\tb\tD4\n', Command('', 'play', ['b', 'D4'])),
    (b'na\x01me\r', Command('', 'name', [])),
    (b'  lz-genmove_analyze b\n', Command('', 'lz-genmove_analyze', ['b'])),
    (b'99999999999 name', Command('99999999999', 'name', [])),
    (b'007 name', Command('007', 'name', [])),
    (b'-1 name', Command('', '-1', ['name'])),
    (b'', None), (b'\r\n', None), (b'   \t\n', None), (b'# only a comment', None), (b'17\n', None), (b'17 # x', None),
    ('loadsgf a\u3000b\xa0c.sgf\t5'.encode(), Command('', 'loadsgf', ['a\u3000b\xa0c.sgf', '5'])),
    ('loadsgf \xff.sgf'.encode('latin-1'), Command('', 'loadsgf', ['\udcff.sgf']))])
def test_lines(line, expected):
    assert parse_line(line) == expected


@pytest.mark.parametrize('args,expected', [
    (('', True), b'= \n\n'), (('7', True, 'x'), b'=7 x\n\n'), (('', False, 'unknown command'), b'? unknown command\n\n'),
    (('', True, 'a\n\nb\n\n'), b'= a\n \nb\n\n'), (('', True, '\n  A B\n 1 .'), b'= \n  A B\n 1 .\n\n')])
def test_answers(args, expected):
    assert format_answer(*args) == expected


def test_control_characters_do_not_go_out():
    """Names of files that are no UTF-8 do, as they came in."""
    assert format_answer('', False, 'a\x1b[2J\r\x9b\u202e\tb\n\x07') == b'? a\\x1b[2J\\x0d\\x9b\\u202e\tb\n\\x07\n\n'
    assert format_answer('', True, '\udcff\udc9b.sgf') == b'= \xff\\x9b.sgf\n\n'


@given(st.booleans(), st.text())
def test_an_answer_has_one_empty_line_at_its_end(ok, text):
    data = format_answer('3', ok, text)
    assert data.endswith(b'\n\n') and b'\n\n' not in data[:-2] and data[:1] in b'=?'


@given(st.binary(max_size=40))
def test_no_bytes_upset_the_parser(line):
    command = parse_line(line)
    assert command is None or command.name
