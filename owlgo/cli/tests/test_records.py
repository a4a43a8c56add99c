"""What is odd about a game record is said on standard error by whatever reads it."""
import pytest

from owlgo.cli.main import main
from owlgo.engine.position import Position
from owlgo.gtp.server import handle
from owlgo.gtp.session import Session

ODD = '(;SZ[5]HA[2]KM[375]RU[Chinese]AB[ee]AW[cb][bb]PL[B];B[cc];W[bc]KM[5])'
SAID = ('KM[375] was read as hundredths of stones, two points each: komi 7.5', 'KM[5] stands at move 2, not in the root, and was ignored',
        'HA[2] does not agree with the board, which starts with 1 black stone (AB); handicap 2 is kept')


@pytest.fixture
def odd(tmp_path):
    path = tmp_path / 'odd.sgf'
    path.write_text(ODD)
    return str(path)


@pytest.mark.parametrize('options', [
    '-l FILE --printsgf -', '-l FILE --score estimate --level 0', '-l FILE --worms --level 0', '-l FILE --decide-string C4',
    '-l FILE --decide-eye A1', 'explain FILE C4 --level 0', 'solve FILE C4 --nodes 10', 'solve FILE A1 --json',
    'review FILE --level 0 --moves 1-1', 'review FILE --level 0 --moves 1-1 --quiet --json OUT', 'patterns match FILE --db Attack',
    'regress SUITE',
])
def test_every_command_that_reads_a_record_tells_its_warnings(options, odd, tmp_path, capsys):
    """On standard error, each once, with the file's name; standard output is for the answer alone."""
    (tmp_path / 's.tst').write_text(f'loadsgf {odd}\n1 countlib C4\n#? [5]\n')
    words = {'FILE': odd, 'OUT': str(tmp_path / 'out.json'), 'SUITE': str(tmp_path / 's.tst')}
    main([words.get(word, word) for word in options.split()])
    shown = capsys.readouterr()
    for text in SAID:
        assert shown.err.count(text) == 1 and text not in shown.out
    assert 'odd.sgf: ' in shown.err


def test_loadsgf_tells_warnings_on_standard_error(odd, capsys):
    """The answer is the colour to move as ever; a move that never comes is a warning, too."""
    session = Session()
    assert handle(session, f'loadsgf {odd} 99') == b'= black\n\n'
    assert handle(session, 'get_komi') == b'= 7.5\n\n'
    shown = capsys.readouterr()
    for text in (*SAID, '99 never comes'):
        assert f'odd.sgf: {text}' in shown.err
    assert shown.out == ''


def test_the_python_interface_warns(odd):
    """By Python's own warnings."""
    with pytest.warns(UserWarning) as found:
        Position.from_sgf(odd)
    assert len(found) == len(SAID) and all(text in str(one.message) for text, one in zip(SAID, found, strict=True))


def test_a_record_without_komi_has_none_whatever_was_loaded_before(tmp_path):
    """Neither the last record's komi nor one that was set for the game before is kept; the board's setup keeps it."""
    for name, text in (('with.sgf', '(;SZ[5]KM[6.5];B[cc])'), ('without.sgf', '(;SZ[5];B[cc])')):
        (tmp_path / name).write_text(text)
    session = Session(komi=3.0)
    for before in (f'loadsgf {tmp_path}/with.sgf', 'komi 5.5', 'boardsize 9'):
        handle(session, before)
        handle(session, f'loadsgf {tmp_path}/without.sgf')
        assert handle(session, 'get_komi') == b'= 0\n\n', before
    for line in ('komi 6.5', 'clear_board', 'set_free_handicap A1 B2', 'clear_board', 'gogui-setup b A1'):
        handle(session, line)
        assert handle(session, 'get_komi') == b'= 6.5\n\n', line
