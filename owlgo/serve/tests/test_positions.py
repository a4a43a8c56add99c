"""Positions as clients name them, and the folder whose files they may name."""
import os

import pytest

from owlgo.cli import questions
from owlgo.gtp.session import Session
from owlgo.serve import positions
from owlgo.serve.shared_folder import SharedFolder

RECORD = '(;SZ[5]AB[ba][bb]AW[ca];W[cb];B[dd])'
ROWS = ['.XO..', '.XO..', '.....', '...X.', '.....']


def loaded(asked, folder=None):
    session = Session()
    record = positions.load(session, asked, folder)
    return questions.board(session), record


@pytest.mark.parametrize('asked', [
    {'sgf': RECORD}, {'diagram': '\n'.join(ROWS)},
    {'diagram': '   A B C D E\n 5 . X O . . 5\n 4 . @ & . .  4\n3 |. . + * .|\n2 . . . B ,\n1 .....\n'},
    {'diagram': '\n'.join(ROWS).lower()},
    {'diagram': '+-----+\r\n|.XO..|\r\n|.XO..|\r\n|.....|\r\n|...B.|\r\n|.....|\r\n+-----+\r\n  abcde'},
    {'black': ['B5', 'b4', 'D2'], 'white': ['C5', 'C4'], 'size': 5}])
def test_one_position_in_many_words(asked):
    board, _ = loaded({**asked, 'to_move': 'white'})
    assert board['rows'] == ROWS and board['to_move'] == 'white'
    assert loaded({**asked, 'to_move': 'black'})[0]['to_move'] == 'black'


def test_a_record_is_read_to_a_move_or_to_its_end(tmp_path):
    (tmp_path / 'a.sgf').write_text(RECORD)
    folder = SharedFolder(tmp_path)
    for asked in ({'sgf': RECORD}, {'file': 'a.sgf'}):
        assert [loaded({**asked, **more}, folder)[0]['moves'] for more in ({}, {'until': 1}, {'until': 2}, {'until': 'd2'})] == [2, 0, 1, 1]
    assert loaded({'sgf': RECORD[:-1] + '(;W[ee])(;W[ea]))'})[0]['moves'] == 0, 'a problem with its solution: its start'
    assert loaded({'sgf': RECORD, 'until': 3})[0]['moves'] == 2


@pytest.mark.parametrize('asked, message', [
    ({}, 'give the position as one of sgf'), ({'sgf': RECORD, 'diagram': '.'}, 'not several of them'),
    ({'file': 'a.sgf'}, 'started without a folder'), ({'diagram': '.', 'until': 1}, 'until: it goes with sgf or file only'),
    ({'sgf': RECORD, 'size': 5}, 'size: it goes with black and white only'), ({'sgf': 'x'}, 'sgf: this is no SGF file'),
    ({'sgf': RECORD, 'until': 'Z9'}, "until: 'Z9' is neither a move number"),
    ({'sgf': '(;SZ[5];B[aa];W[aa])'}, 'sgf: move 2 (W A5): occupied'),
    ({'sgf': '\ud800'}, 'sgf: '), ({'diagram': '..\n.#'}, "diagram, line 2: '#' is no point"),
    ({'diagram': '...\n..'}, 'diagram, line 1: 3 points'), ({'diagram': 'Xx\nO.'}, 'diagram: capital and small letters: the small'),
    ({'diagram': ''}, 'diagram: it has 0 rows'), ({'diagram': '.\n' * 26}, 'diagram: it has 26 rows'),
    ({'diagram': 'OO\nOO'}, 'a string without liberties'), ({'black': ['A1'], 'white': ['a1']}, 'two stones on one point'),
    ({'black': ['A1', 'A1']}, 'two stones on one point'), ({'white': ['K10'], 'size': 9}, "white: 'K10' is no vertex of a 9x9 board"),
    ({'black': ['pass']}, 'black: pass is no point')])
def test_what_is_no_position_is_one_error_and_changes_nothing(asked, message):
    session = Session()
    positions.load(session, {'sgf': RECORD}, None)
    before = questions.board(session)
    with pytest.raises(ValueError) as caught:
        positions.load(session, asked, None)
    assert message in str(caught.value) and '\n' not in str(caught.value) and questions.board(session) == before


@pytest.fixture
def folder(tmp_path):
    """A folder with a record in it and one beside it, and links that lead out."""
    inside = tmp_path / 'inside'
    (inside / 'deep').mkdir(parents=True)
    for path in (tmp_path / 'secret.sgf', inside / 'a.sgf', inside / 'deep' / 'b.sgf'):
        path.write_text(RECORD)
    return SharedFolder(inside)


def links(folder):
    try:
        (folder.path / 'link.sgf').symlink_to(folder.path.parent / 'secret.sgf')
        (folder.path / 'out').symlink_to(folder.path.parent)
        (folder.path / 'near.sgf').symlink_to(folder.path / 'a.sgf')
    except OSError:
        pytest.skip('no links here')


@pytest.mark.parametrize('name', ['../secret.sgf', 'deep/../../secret.sgf', 'link.sgf', 'out/secret.sgf', '.', '', '..', 'out', 'a\0.sgf',
                                  '/etc/passwd', '{parent}/secret.sgf', 'out/inside/../secret.sgf'])
def test_no_name_leads_out_of_the_folder(folder, name):
    links(folder)
    name = name.format(parent=folder.path.parent)
    for use in (lambda: folder.read(name, 1000), lambda: folder.write(name, 'x', 'file'), lambda: folder.fresh(name, 'file')):
        with pytest.raises(ValueError, match='is not in the folder|is no file name'):
            use()
    assert (folder.path.parent / 'secret.sgf').read_text() == RECORD
    assert sorted(os.listdir(folder.path.parent)) == ['inside', 'secret.sgf']


def test_names_inside_the_folder(folder):
    links(folder)
    for name in ('a.sgf', 'deep/b.sgf', 'deep/../a.sgf', 'near.sgf'):
        assert folder.read(name, 1000).decode() == RECORD
    folder.write('deep/new.json', 'x', 'certificate_file')
    assert (folder.path / 'deep' / 'new.json').read_text() == 'x'


@pytest.mark.parametrize('name, most, message', [
    ('c.sgf', 9, "file: there is no 'c.sgf' in the folder, which has a.sgf"), ('deep', 9, 'directory'), ('a.sgf', 9, 'larger than'),
    ('x' * 5000, 9, 'file: ')])
def test_what_cannot_be_read_is_one_error(folder, name, most, message):
    with pytest.raises(ValueError, match=message):
        folder.read(name, most)
    for wrong in ('a.sgf', 'deep', 'no/such.json'):
        with pytest.raises(ValueError, match='^certificate_file: '):
            folder.write(wrong, 'x', 'certificate_file')
    with pytest.raises(ValueError, match='there is no such folder'):
        SharedFolder(folder.path / 'a.sgf')


def test_a_part_of_a_board_and_a_move_that_was_not_played_are_errors():
    session = Session()
    for asked, words in (({'diagram': '   A B C\n19 . X .\n18 X X .\n17 . . .'}, 'diagram, line 2: row 19, where a board of 3 rows has 3'),
                         ({'sgf': '(;SZ[9];B[ee])', 'until': 'B9'}, 'until: '), ({'sgf': '(;SZ[9];B[ee])', 'until': 5}, 'until: ')):
        with pytest.raises(ValueError, match=words):
            positions.load(session, asked, None)
    positions.load(session, {'diagram': '   A B C\n 3 . X . 3\n 2 X X . 2\n 1 . . . 1'}, None)
    assert session.game.size == 3
