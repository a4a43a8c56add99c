import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill.sgf import Sgf_game

from owlgo.engine.core import points, sgf, sgf_text
from owlgo.engine.core.points import BLACK, PASS, WHITE
from owlgo.engine.core.sgf import Play, Record, Setup, SgfError
from owlgo.engine.core.sgf_write import COLOR_LETTERS, Node, dumps_tree
from owlgo.engine.core.tests.sgf_broken import BROKEN


def at(name: str, size: int = 9) -> int:
    return points.parse_vertex(name, size)


def read(text: str | bytes, until: str | int | None = None) -> Record:
    return sgf.parse(text if isinstance(text, bytes) else text.encode(), 'game.sgf', until)


def names(positions, size: int = 9) -> str:
    return ' '.join(points.vertex(pos, size) for pos in positions)


def moves(record: Record) -> str:
    return ' '.join(COLOR_LETTERS[event.color] + points.vertex(event.pos, record.size)
                    for event in record.events if isinstance(event, Play))


# Files that cannot be read

@pytest.mark.parametrize('case', BROKEN)
def test_broken_file_is_refused_in_one_sentence(case):
    data, expected = BROKEN[case]
    with pytest.raises(SgfError) as caught:
        read(data)
    assert str(caught.value) == f'game.sgf: {expected}'
    assert str(caught.value).isprintable()


def test_every_cut_of_a_game_is_refused():
    whole = '(;GM[1]SZ[9]CA[UTF-8]PB[天]AB[aa:bb]AW[cc];B[ee]C[a \\] b];W[ff](;B[gg])(;B[hh]))'.encode()
    for end in range(len(whole)):
        with pytest.raises(SgfError) as caught:
            read(whole[:end])
        assert str(caught.value).startswith('game.sgf: ') and str(caught.value).isprintable()


RUBBISH = [b'(', b';', b')', b'[', b']', b'\\', b':', b'B[ee]', b'W[tt]', b'AB[aa:cc]', b'SZ[9]', b'PL[W]', b'HA[2]',
           b'KM[x]', b'\n', b'\xc3', b'\x83\\', b'CA[gbk]', b'zz', b'GM[1]', b'AE[aa]']


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(RUBBISH), max_size=12))
def test_rubbish_is_read_or_refused(parts):
    try:
        record = read(b'(;SZ[9]' + b''.join(parts) + b')')
    except SgfError as error:
        assert str(error).startswith('game.sgf: ') and str(error).isprintable()
    else:
        assert read(sgf.dumps(record)) == record


def test_files_that_cannot_be_opened(tmp_path):
    with pytest.raises(SgfError, match=r'^/.*/nothing\.sgf: there is no such file$'):
        sgf.load(tmp_path / 'nothing.sgf')
    (tmp_path / 'folder.sgf').mkdir()
    with pytest.raises(SgfError, match=r'^/.*/folder\.sgf: this is a directory$'):
        sgf.load(tmp_path / 'folder.sgf')
    with pytest.raises(SgfError, match='the file cannot be read'):
        sgf.load(str(tmp_path / 'a\0b'))
    with pytest.raises(SgfError, match='the file cannot be read'):
        sgf.load(tmp_path / ('long' * 100))


def test_file_without_permission(tmp_path, monkeypatch):
    """The system's refusal is played: real permissions do not bind everyone who runs the tests."""
    def refuse(path, flags):
        raise PermissionError(13, 'Permission denied', str(path))
    path = tmp_path / 'secret.sgf'
    path.write_bytes(b'(;SZ[9])')
    monkeypatch.setattr(os, 'open', refuse)
    with pytest.raises(SgfError, match=r'^/.*/secret\.sgf: no permission to read the file$'):
        sgf.load(path)


def test_error_is_one_line_whatever_the_file_is_called():
    with pytest.raises(SgfError) as caught:
        sgf.parse(b'', 'a\nb.sgf')
    assert str(caught.value) == 'a b.sgf: the file is empty'


def test_a_fault_behind_the_end_of_reading_does_no_harm():
    assert moves(read('(;SZ[9];B[ee];W[dd];B[zz])', 2)) == 'BE5'


# Good files

def test_load_reads_a_file(tmp_path):
    path = tmp_path / 'small.sgf'
    path.write_bytes(b'(;SZ[5]KM[5.5];B[cc])')
    record = sgf.load(path)
    assert record == Record(size=5, komi=5.5, events=[Play(BLACK, at('C3', 5))], to_move=WHITE)
    assert record.name == str(path)
    assert sgf.load(str(path), 1).events == []


@pytest.mark.parametrize('size', range(1, 26))
def test_all_sizes(size):
    corner = COLOR_LETTERS[BLACK] + f'[{chr(96 + size)}{chr(96 + size)}]'
    record = read(f'(;SZ[{size}];{corner};W[])')
    assert record.size == size
    assert record.events == [Play(BLACK, points.point(size - 1, size - 1)), Play(WHITE, PASS)]
    assert read(sgf.dumps(record)) == record


def test_size_is_19_without_sz_and_may_be_given_twice():
    assert read('(;GM[1];B[ss])').size == 19
    assert read('(;SZ[13:13])').size == 13


def test_rows_are_counted_from_the_top():
    assert moves(read('(;SZ[9];B[ab];W[ia])')) == 'BA8 WJ9'


def test_passes():
    assert moves(read('(;SZ[9];B[];W[tt];B[ ])')) == 'BPASS WPASS BPASS'
    assert read('(;SZ[20];B[tt])').events == [Play(BLACK, points.point(19, 19))]


def test_only_the_main_line_of_the_first_game():
    assert moves(read('(;SZ[9];B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee]))(;SZ[19];B[ff])')) == 'BA9 WB8 BC7'


def test_setup_in_the_root():
    record = read('(;SZ[9]AB[aa:bb][ii]AB[ah]AW[ee]AE[gg]PL[W])')
    assert names(record.black) == 'A9 B9 A8 B8 A2 J1'
    assert names(record.white) == 'E5'
    assert record.events == [] and record.to_move == WHITE


def test_setup_in_later_nodes():
    record = read('(;SZ[9];B[ee];AB[aa]AW[bb][cc]AE[ee];W[dd];PL[W];AW[ff])')
    assert record.events == [
        Play(BLACK, at('E5')),
        Setup((at('A9'),), (at('B8'), at('C7')), (at('E5'),)),
        Play(WHITE, at('D6')),
        Setup(white=(at('F4'),)),
    ]
    assert record.to_move == WHITE


def test_a_move_in_the_root_comes_after_its_setup():
    record = read('(;SZ[9]AB[aa]B[bb];W[cc])')
    assert names(record.black) == 'A9' and moves(record) == 'BB8 WC7'
    assert names(read('(;SZ[9]B[bb]AB[aa];W[cc])', 1).black) == 'A9'


@pytest.mark.parametrize(('text', 'until', 'color'), [
    ('', None, BLACK),
    ('AB[aa][bb]', None, BLACK),
    ('AB[aa][bb]HA[2]', None, WHITE),
    ('HA[1]', None, BLACK),
    ('AB[aa][bb]HA[2]PL[B]', None, BLACK),
    ('PL[W]', None, WHITE),
    ('PL[white]', None, WHITE),
    ('PL[1]', None, BLACK),
    ('PL[2]', None, WHITE),
    ('PL[W];AB[cc]', None, WHITE),
    ('PL[W];W[aa]', None, BLACK),
    (';B[aa]', None, WHITE),
    (';B[aa];PL[B]', None, BLACK),
    (';B[aa]PL[B]', None, WHITE),
    (';W[aa];B[bb]', 1, WHITE),
    (';W[aa];B[bb]', 2, BLACK),
    ('PL[B];W[aa];B[bb]', 1, WHITE),
    (';B[aa];B[bb];W[cc]', 2, BLACK),
    (';B[aa];PL[W];B[bb];W[cc]', 3, WHITE),
    (';B[];W[]', None, BLACK),
])
def test_whose_move(text, until, color):
    assert read(f'(;SZ[9]{text})', until).to_move == color


GAME = '(;SZ[9]AB[ca];B[ee];W[ff];AB[aa];B[];W[dd];B[ff])'


@pytest.mark.parametrize(('until', 'expected', 'setups'), [
    (None, 'BE5 WF4 BPASS WD6 BF4', 1),
    ('', None, 0),
    (0, 'BE5 WF4 BPASS WD6 BF4', 1),
    (1, '', 0),
    ('2', 'BE5', 0),
    (3, 'BE5 WF4', 1),
    (5, 'BE5 WF4 BPASS WD6', 1),
    (6, 'BE5 WF4 BPASS WD6 BF4', 1),
    (10 ** 6, 'BE5 WF4 BPASS WD6 BF4', 1),
    ('e5', '', 0),
    ('F4', 'BE5', 0),
    ('D6', 'BE5 WF4 BPASS', 1),
    ('pass', 'BE5 WF4', 1),
    ('A9', 'BE5 WF4 BPASS WD6 BF4', 1),
    ('A1', 'BE5 WF4 BPASS WD6 BF4', 1),
    ('-1', None, 0),
    ('1.5', None, 0),
    ('3x', None, 0),
    ('I5', None, 0),
    ('E10', None, 0),
    ('٣', None, 0),
])
def test_until(until, expected, setups):
    if expected is None:
        with pytest.raises(ValueError, match='neither a move number nor a vertex of a 9x9 board') as caught:
            read(GAME, until)
        assert not isinstance(caught.value, SgfError)
        return
    record = read(GAME, until)
    assert moves(record) == expected
    assert sum(isinstance(event, Setup) for event in record.events) == setups


def test_info_is_kept_as_found():
    record = read('(;SZ[9]PB[A \\] B \\\\ C]PW[two\nlines]GC[two\nlines]RE[B+R]XX[private]BL[9];C[later])')
    assert record.info == {'PB': 'A ] B \\ C', 'PW': 'two lines', 'GC': 'two\nlines', 'RE': 'B+R'}


def test_old_long_names_and_private_properties():
    record = read('(;GaMe[1]SiZe[9]AddBlack[aa]MULTIGOGM[1];Black[ee];White[ff])')
    assert (record.size, names(record.black), moves(record)) == (9, 'A9', 'BE5 WF4')


def test_names_without_capitals_are_no_names_and_are_told():
    """FF[3] ignores small letters in names: a node's B is a move however it is written, and a name of small letters alone is nothing."""
    record = read('(;ff[3]sz[9]aB[aa];b[bb];White[cc];gc[])')
    assert record.size == 19 and moves(record) == 'BA19 WC17' and record.warnings == [
        "ignored 4 values of properties without capital letters, the first '3' at move 1"]
    assert read('(;SZ[9]pb[x];B[aa];W[bb]c[y])', 2).warnings == [
        "ignored 1 value of properties without capital letters, the first 'x' before move 1"]
    assert read('(;gc[a][b]gc[c])').warnings == [
        "ignored 3 values of properties without capital letters, the first 'a' before move 1"]


def test_no_move_has_the_number_0():
    """As in GNU Go the whole game is read then, as the help says.  Failed: with a warning."""
    record = read('(;SZ[9];B[aa];W[bb])', 0)
    assert moves(record) == 'BA9 WB8' and record.warnings == []


def test_file_without_the_first_semicolon():
    record = read('junk (GM[1]SZ[9]\n;B[ee](;W[ff])(;W[gg]))')
    assert moves(record) == 'BE5 WF4'
    assert record.warnings == ["the ';' before the first node was missing"]


def test_the_shipped_game():
    record = sgf.load(Path(__file__).parents[3] / 'regress' / 'games' / 'alphago-lee-sedol-4.sgf')
    assert record.warnings == [] and record.info['PW'] == 'Lee Sedol'
    assert [event.color for event in record.events if isinstance(event, Play)] == [BLACK, WHITE] * 90
    assert record.events[77] == Play(WHITE, at('L11', 19))


# Encodings

@pytest.mark.parametrize(('charset', 'ca', 'name'), [
    ('utf-8', '', '本因坊秀策'),
    ('utf-8', 'CA[UTF-8]', 'Müller'),
    ('utf-8', 'CA[gb2312]', '吴清源'),
    ('utf-8', 'CA[bogus]', '吴清源'),
    ('utf-8-sig', '', '이창호'),
    ('utf-16', '', '吴清源'),
    ('gb2312', 'CA[gb2312]', '吴清源'),
    ('gb2312', '', '吴清源'),
    ('gb2312', 'CA[UTF-8]', '吴清源'),
    ('gb2312', 'CA[utf-16]', '吴清源'),
    ('gb2312', 'CA[unicode_escape]', '吴清源'),
    ('gb2312', 'CA[utf-7]', '吴清源'),
    ('gb2312', 'CA[hex]', '吴清源'),
    ('gb2312', 'CA[\0]', '吴清源'),
    ('gbk', 'CA[GBK]', '吳淸源'),
    ('shift_jis', '', '本因坊秀策'),
    ('shift_jis', 'CA[Shift_JIS]', '表ソ十'),
    ('shift_jis', 'CA[bogus]', '名人戦'),
    ('big5', 'CA[Big5]', '許功蓋'),
    ('euc_kr', 'CA[euc-kr]', '이창호'),
    ('latin-1', '', 'Jérôme Müller'),
    ('latin-1', 'CA[ISO-8859-1]', 'Müller'),
    ('latin-1', 'CA[UTF-8]', 'Andr\xe9'),
    ('cp1251', 'CA[windows-1251]', 'Шикшин'),
])
def test_encodings(charset, ca, name):
    record = read(f'(;SZ[9]{ca}PB[{name}];B[ee];W[ff])'.encode(charset))
    assert record.info['PB'] == name
    assert moves(record) == 'BE5 WF4'


def test_a_wrong_ca_is_told_and_a_right_one_is_not():
    right = read('(;SZ[9]CA[gb2312]PB[吴清源])'.encode('gb2312'))
    wrong = read('(;SZ[9]CA[UTF-8]PB[吴清源])'.encode('gb2312'))
    assert right.warnings == []
    assert wrong.warnings == ["the text is not in the encoding 'UTF-8' that CA names, gb2312 was used"]


def test_an_encoding_guessed_wrong_swallows_no_moves():
    text = '(;SZ[9]CA[shift_jis]PB[\xc9\xc9\xe9];B[ee];W[ff])'
    assert moves(read(text.encode('latin-1'))) == 'BE5 WF4'


def test_one_broken_character_does_not_spoil_the_rest():
    whole = '(;SZ[9]CA[UTF-8]PB[古力]PW[李世石]GC[十番棋'.encode()
    record = read(whole[:-1] + b'];B[ee])')
    assert record.info['PW'] == '李世石' and moves(record) == 'BE5'


def test_random_bytes_are_decoded_somehow():
    for first in range(256):
        text = sgf_text.decode(bytes((first, 0x5c, first ^ 0xff, first, first)))
        assert text.charset


# Writing

def test_dumps_is_clean_sgf():
    record = Record(size=9, komi=6.5, handicap=2, black=[at('C3'), at('G7')], to_move=WHITE,
                    events=[Play(WHITE, at('E5')), Play(BLACK, PASS)], info={'PB': 'A] \\'})
    text = sgf.dumps(record).replace('\n', '')
    assert text.startswith('(;FF[4]AB[gc][cg]AP[OwlGo:')
    assert text.endswith(']CA[UTF-8]GM[1]HA[2]KM[6.5]PB[A\\] \\\\]SZ[9];W[ee];B[])')


@st.composite
def records(draw) -> Record:
    size = draw(st.integers(1, 25))
    everywhere = points.all_points(size)
    colors = st.sampled_from((BLACK, WHITE))

    def stones() -> Setup:
        owners = draw(st.dictionaries(st.sampled_from(everywhere), st.integers(0, 2), max_size=8))
        return Setup(*(tuple(sorted(pos for pos in owners if owners[pos] == owner)) for owner in (1, 2, 0)))

    first = stones()
    plays = st.builds(Play, colors, st.sampled_from([PASS, *everywhere]))
    events: list[sgf.Event] = draw(st.lists(plays, max_size=12))
    for index in draw(st.lists(st.integers(0, 12), max_size=3)):
        setup = stones()
        if any(setup):
            events.insert(index, setup)
    character = st.characters(blacklist_categories=('Cs', 'Cc'))
    info = draw(st.dictionaries(st.sampled_from(sgf.SIMPLE_INFO), st.text(character, max_size=9), max_size=4))
    if draw(st.booleans()):
        info['GC'] = draw(st.text(st.one_of(character, st.just('\n')), max_size=20))
    return Record(size, draw(st.one_of(st.none(), st.integers(-800, 800).map(lambda quarters: quarters / 4))),
                  draw(st.integers(0, 9)), list(first.black), list(first.white), events, draw(colors), info)


def survives(record: Record) -> None:
    """What is written is read as it was, by sgfmill too."""
    text = sgf.dumps(record)
    assert read(text) == record
    Sgf_game.from_string(text)


test_parse_reads_what_dumps_writes = settings(max_examples=80, deadline=None)(given(records())(survives))
test_parse_reads_what_dumps_writes_at_length = pytest.mark.slow(settings(max_examples=300, deadline=None)(given(records())(survives)))


def test_a_tree_of_variations():
    d4, e4 = at('D4'), at('E4')
    root = Node(comment='White to live', properties={'AB': [at('A1')], 'AW': [at('B2')], 'PL': 'W', 'KM': '0'})
    line = root.add(WHITE, d4, 'the vital point]', TR=[d4], LB={e4: 'a:]'}, SQ=[])
    line.add(BLACK, e4, N='hane').add(WHITE, PASS)
    root.add(WHITE, e4, 'fails')
    text = dumps_tree(root, 9)
    game = Sgf_game.from_string(text)
    assert game.get_size() == 9
    assert [len(node) for node in (game.get_root(), game.get_root()[0], game.get_root()[1])] == [2, 1, 0]
    assert game.get_root()[0].get('C') == 'the vital point]'
    assert game.get_root()[0].get('LB') == [((3, 4), 'a:]')]
    assert not game.get_root()[0].has_property('SQ')
    record = read(text)
    assert moves(record) == 'WD4 BE4 WPASS'
    assert (names(record.black), names(record.white), record.komi) == ('A1', 'B2', 0.0)
    assert read(text, 1).to_move == WHITE


def test_a_tree_may_be_deep_and_wide():
    depth = 5 * sys.getrecursionlimit()
    root = node = Node()
    for count in range(depth):
        node.add(WHITE, at('A1'))
        node = node.add(1 + count % 2, at('E5'))
    for _ in range(3000):
        root.add(BLACK, at('C3'))
    text = dumps_tree(root, 9)
    assert text.count(';') == 2 * depth + 3001


def test_a_tree_names_no_point_off_the_board():
    with pytest.raises(ValueError, match='off the 5x5 board'):
        dumps_tree(Node(properties={'TR': [at('J9')]}), 5)


def test_an_illegal_move_is_named():
    record = read('(;SZ[9];B[ee];AB[aa];W[ee])')
    assert str(record.error(2, 'the point is occupied')) == 'game.sgf: move 2 (W E5): the point is occupied'
    assert str(record.error(1, 'no liberty')) == 'game.sgf: setup after move 1: no liberty'


def test_reading_needs_no_numpy():
    code = 'import sys, owlgo.engine.core.sgf; sys.exit("numpy" in sys.modules or "numba" in sys.modules)'
    assert subprocess.run([sys.executable, '-c', code], check=False).returncode == 0


def test_no_record_is_read_for_ever(tmp_path):
    """Pipes, devices, files without end; and rectangles, of which a few letters name a whole board."""
    os.mkfifo(tmp_path / 'pipe.sgf')
    with pytest.raises(SgfError, match=r'^/.*/pipe\.sgf: this is no file but a pipe or a device$'):
        sgf.load(tmp_path / 'pipe.sgf')
    if os.path.exists('/dev/zero'):
        with pytest.raises(SgfError, match='^/dev/zero: this is no file but a pipe or a device$'):
            sgf.load('/dev/zero')
    (tmp_path / 'large.sgf').write_bytes(b' ' * (sgf.MOST_FILE_BYTES + 1))
    with pytest.raises(SgfError, match=r'^/.*/large\.sgf: the file is larger than 16 MB$'):
        sgf.load(tmp_path / 'large.sgf')
    for text in (';AE[aa:yy];AB[aa:yx]' * 3000, ';AE' + '[aa:yy]' * 8500):
        with pytest.raises(SgfError, match='^x: setup and marks name more than 1000000 points$'):
            sgf.parse(f'(;SZ[25]{text})'.encode(), 'x')
    with pytest.raises(SgfError, match='^x: the game has more than 100,000 nodes$'):
        sgf.parse(b'(' + b';B[];W[]' * 50001 + b')', 'x')
    marked = sgf.parse(b'(;SZ[25]' + b';TR[aa:yy]' * 6000 + b')', 'x').marks['TR']
    assert marked == list(points.all_points(25)), 'only the last ones are looked at'


def test_errors_show_nothing_that_a_terminal_obeys():
    with pytest.raises(SgfError) as caught:
        sgf.parse('(;SZ[\x1b[31m\x9b])'.encode(), 'x\x07\u202e.sgf')
    assert '\\x1b' in str(caught.value) and '\\x07\\u202e.sgf: ' in str(caught.value) and str(caught.value).isprintable()


# Files with several games

def test_a_file_with_several_games_warns_that_the_first_is_read():
    """Text between the games, and brackets in comments or variations, make no game."""
    game = '(;SZ[9]C[no (; game];B[aa](;W[bb])(;W[cc]))'
    assert read(game).warnings == [] and read(game + ' bye (; )').warnings == []
    record = read(game + '\nand then\n(;SZ[19];B[cc];W[dd])')
    assert moves(record) == 'BA9 WB8' and record.warnings == ['the file has 2 games; the first is read']
    assert read('(;B[aa])' * (sgf.MOST_GAMES + 5)).warnings == [f'the file has {sgf.MOST_GAMES} or more games; the first is read']
