"""``owlgo review`` on the command line, and what it writes."""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from html.parser import HTMLParser

import pytest
from sgfmill import sgf

from owlgo.cli.review import main
from owlgo.cli.review_files import Outputs, save, tasks
from owlgo.cli.review_page import page
from owlgo.cli.review_picture import by_move, worst
from owlgo.cli.review_sgf import annotated
from owlgo.cli.review_text import lines
from owlgo.engine.core.points import BLACK, EMPTY, WHITE, parse_vertex
from owlgo.engine.core.sgf import parse
from owlgo.engine.review.data import Finding, Moment, Review, loads
from owlgo.gtp.tests.strict import ROOT

SHUT_IN = (ROOT / 'regress' / 'games' / 'bulky-five.sgf').read_text().strip().removesuffix(')')
EVIL = '</script><script>alert("x")</script><img src=x onerror=alert(1)>&'
HOSTILE = '\\\\ \\] \x1b\\]0;title\x07 \x00 \u202e {data} %(words)s [bold\\]'
"""As it stands in a file: a backslash and a bracket, both escaped, and what a terminal, a template or rich would obey."""
ROOT_NODE = f'SZ[9]PB[{EVIL}]PW[Wé]RE[W+R]GN[{HOSTILE}]BR[{HOSTILE}]EV[{EVIL}]C[as it stands]'
GAME = SHUT_IN.replace('SZ[9]', ROOT_NODE) + ';B[ia]C[a try];W[ee](;B[ai])(;B[ii]C[instead]))'
VOID = {'meta', 'input', 'img', 'br', 'path', 'circle', 'rect', 'line'}


class Page(HTMLParser):
    """Tags, ids and text of a page; what is not closed properly is an error."""

    def __init__(self, text):
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.open: list[str] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.ids += [value for name, value in attrs if name == 'id']
        assert not any(name.startswith('on') or 'http' in (value or '') for name, value in attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


@pytest.fixture(scope='module')
def reviewed(tmp_path_factory):
    """The folder with the record and all that is written of it, and what was printed."""
    folder = tmp_path_factory.mktemp('one')
    (folder / 'game.sgf').write_text(GAME, 'utf-8')
    out = subprocess.run([sys.executable, '-m', 'owlgo.cli.main', 'review', 'game.sgf', '--level', '0', '-o', 'o.sgf', '--html', 'o.html',
                          '--json', 'o.json'], cwd=folder, capture_output=True, text=True, encoding='utf-8',
                         env={**os.environ, 'PYTHONPATH': str(ROOT), 'PYTHONIOENCODING': 'utf-8'})
    assert (out.returncode, out.stderr) == (0, '')
    return folder, out.stdout


def test_the_summary_names_the_move_and_is_plain_in_a_pipe(reviewed):
    _, out = reviewed
    assert not re.search('[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]', out)
    assert 'Move 1 (Black J9) does not save Black C7 (15 stones), which was critical (proved if the wall at B8 holds): E5 saves it.' in out
    assert 'Move 2 (White E5) turns Black C7 (15 stones) from critical (proved if the wall at B8 holds) to dead (proved if the wall ' \
        'at B8 holds).' in out and '\x1b' not in out
    assert re.search(r'Black wins \d+% \|.*\| \d+%; W\+', out)
    headings = re.findall(r'^[A-Z].*:$', out, re.MULTILINE)
    assert headings[:2] == ['The turning point:', "Black's biggest mistakes:"] and 'Dragons that were lost or let go (1):' in headings
    assert 'Move 1: Black played J9; E5 would have saved C7 (15 stones), critical (proved if the wall at B8 holds).' in out


def test_the_record_keeps_what_it_had(reviewed):
    folder, _ = reviewed
    game = sgf.Sgf_game.from_bytes((folder / 'o.sgf').read_bytes())
    first, *moves = game.get_main_sequence()
    assert [node.get_move()[0] for node in moves] == ['b', 'w', 'b'] and first.get('PW') == 'Wé'
    assert first.get('C').startswith('as it stands\n') and 'does not save' in moves[0].get('C') and moves[0].get('C').startswith('a try\n')
    assert [child.get_move()[1] for child in first] == [(8, 8), (4, 4)] and moves[0].has_property('BM')
    assert 'OwlGo prefers E5' in first[1].get('C') and moves[1][1].get('C') == 'instead'
    assert len(moves[1].get('TR')) == 15
    assert 'The turning point:\nMove 1 (Black J9) does not save' in first.get('C') and [node.has_property('HO') for node in moves] == \
        [True, False, False]
    for node in (first, *moves):
        assert 0 <= float(node.get_raw('SBKV')) <= 100 and -200 < float(node.get_raw('SBKS')) < 200


def test_the_page_stands_alone_and_nothing_of_the_record_becomes_html(reviewed):
    folder, _ = reviewed
    text = (folder / 'o.html').read_text('utf-8')
    page = Page(text)
    assert page.tags.count('script') == 1 and 'img' not in page.tags and EVIL in ''.join(page.text)
    assert {'board', 'move', 'back', 'next', 'curve', 'found', 'said'} <= set(page.ids)
    assert not re.search(r'https?:|\bsrc=|@import|url\(', text.replace(EVIL, '').replace('src=x onerror', ''))
    script = re.search(r'const DATA = (.*);\n', text)
    assert script is not None
    found = json.loads(script[1])
    assert [moment['n'] for moment in found['moments']] == [0, 1, 2, 3]
    assert found['opens'] == 1 and found['moments'][1]['said'][0]['fault'] and len(found['moments'][0]['board']) == 81
    assert loads((folder / 'o.json').read_text('utf-8')).info['PB'] == EVIL


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which('chromium'), reason='no chromium')
def test_a_browser_draws_the_page(reviewed):
    folder, _ = reviewed
    command = ['chromium', '--headless', '--no-sandbox', '--disable-gpu', '--virtual-time-budget=3000', '--dump-dom',
               f'--user-data-dir={folder}/chromium', f'file://{folder}/o.html#2']
    dom = subprocess.run(command, capture_output=True, text=True, encoding='utf-8', timeout=600).stdout
    dom = re.sub(r'<script>.*?</script>', '', dom, flags=re.S)
    assert dom.count('<svg') == 2 and 'board after move 2' in dom and dom.count('<circle') > 30
    assert 'aria-current="true"' in dom and 'Move 2: White E5.' in dom and '<img' not in dom


def test_the_worst_moment_is_drawn_before_its_move():
    before = Moment(0, '', '', 'XO..', 0, 0.5)
    after = Moment(1, 'black', 'A1', 'XOX.', 0, 0.5)
    one = Finding('missed kill', 1, 'black', 'A1', 'A fault.', stones=['B2'], better='B1', fault=True, cost=9)
    picture = worst(Review('x', 2, 0, 1, {}, [before, after], [one]))
    assert picture.color_at(parse_vertex('A1', 2)) == EMPTY and picture.marked == [parse_vertex('B2', 2)]
    assert picture.labels == {parse_vertex('A1', 2): '?', parse_vertex('B1', 2): '!'} and picture.text[0] == 'A fault.'
    quiet = worst(Review('x', 2, 0, 1, {}, [before, after], []))
    assert quiet.labels == {} and quiet.color_at(parse_vertex('A1', 2)) == BLACK


def test_every_fault_is_drawn_in_a_folder(tmp_path):
    """The position before the move, the move and a better one marked; a move has one picture, of its worst fault."""
    moments = [Moment(k, 'black', 'A1', board, 0, 0.5) for k, board in enumerate(('....', 'X...', 'XO..', 'XOX.'))]
    faults = [Finding('mistake', number, 'black', move, text, better='B1', fault=True, cost=cost)
              for number, move, text, cost in ((3, 'A1', 'Worst.', 9), (1, 'A2', 'Bad.', 5), (3, 'A1', 'Also.', 3), (2, 'B2', 'Small.', 1))]
    review = Review('sub/x.sgf', 2, 0, 1, {}, moments, faults)
    assert list(by_move(review, 0)) == [3, 1, 2] and list(by_move(review, 2)) == [3, 1]
    picture = by_move(review, 1)[3]
    assert picture.color_at(parse_vertex('A1', 2)) == EMPTY and picture.color_at(parse_vertex('B2', 2)) == WHITE
    assert picture.labels == {parse_vertex('A1', 2): '?', parse_vertex('B1', 2): '!'} and picture.text[0] == 'Worst.'
    Outputs(svg=tmp_path, most=2).write(b'', review)
    assert sorted(path.name for path in tmp_path.iterdir()) == ['x-1.svg', 'x-3.svg']
    assert '>?</text>' in (tmp_path / 'x-1.svg').read_text() and '>!</text>' in (tmp_path / 'x-1.svg').read_text()


def test_a_folder_for_pictures_is_made_and_a_file_there_is_named(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / 'game.sgf').write_text(GAME, 'utf-8')
    (tmp_path / 'taken').write_text('')
    assert main(['game.sgf', '--svg', 'taken/', '--level', '0', '--quiet']) == 1
    assert 'taken' in capsys.readouterr().err and (tmp_path / 'taken').read_text() == ''


def test_many_records_go_to_a_folder_a_bad_one_is_named_and_what_is_done_is_not_done_again(tmp_path, capsys, monkeypatch):
    games, out = tmp_path / 'games', tmp_path / 'out'
    (games / 'deep').mkdir(parents=True)
    for path, text in (('a.sgf', GAME), ('deep/a.SGF', f'{SHUT_IN};B[ee])'), ('bad.sgf', f'{SHUT_IN};B[cc])')):
        (games / path).write_text(text, 'utf-8')
    options = [str(games), '--level', '0', '--folder', str(out), '--moves', '1-1', '--jobs', '1']
    assert main(options) == 1
    shown = capsys.readouterr()
    assert shown.err == f'owlgo review: {games / "bad.sgf"}: move 1 (B C7): occupied\n' and shown.out.count('komi') == 2
    written = sorted(str(path.relative_to(out)) for path in out.rglob('*') if path.is_file())
    assert written == [f'{name}{suffix}' for name in ('a', 'deep/a') for suffix in ('.html', '.json', '.sgf')]
    (games / 'bad.sgf').unlink()
    (out / 'a.html').unlink()
    times = {path: path.stat().st_mtime_ns for path in out.rglob('*.json')}
    monkeypatch.setattr('owlgo.cli.review.one', lambda *args, **more: pytest.fail('reviewed again'))
    assert main(options) == 0 and (out / 'a.html').exists()
    assert {path: path.stat().st_mtime_ns for path in out.rglob('*.json')} == times
    monkeypatch.undo()
    assert main([*options[:2], '0', *options[3:6], '1-2', '--jobs', '1', '--quiet']) == 0
    assert {path: path.stat().st_mtime_ns for path in out.rglob('*.json')} != times
    capsys.readouterr()
    assert main([*options[:2], '0', *options[3:6], '2-2', '--jobs', '1', '--quiet']) == 1
    assert capsys.readouterr().err == f'owlgo review: {games / "deep/a.SGF"}: it has 1 move, and the first to be reviewed is 2\n'


def test_no_record_is_written_over(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / 'there').mkdir()
    texts = {path: f'(;GM[1]SZ[5]C[{path}];B[cc];W[bb])' for path in ('a.sgf', 'there/a.sgf')}
    for path, text in texts.items():
        (tmp_path / path).write_text(text, 'utf-8')
    for options, path in ((['.', '--folder', str(tmp_path)], tmp_path / 'a.sgf'), (['a.sgf', '-o', './there/../a.sgf'], './there/../a.sgf'),
                          (['a.sgf', 'there', '--folder', 'there'], 'there/a.sgf'), (['there', '--folder', 'there/.'], 'there/a.sgf')):
        assert main([*options, '--level', '0', '--jobs', '1', '--quiet']) == 1, options
        assert f'nothing is written over a record: {path if "-o" in options else os.path.normpath(path)} is one' in capsys.readouterr().err
        assert {path: (tmp_path / path).read_text('utf-8') for path in texts} == texts
    # What was written to a folder among the records is no record.
    for _ in range(2):
        assert main(['there', '--folder', 'there/out', '--level', '0', '--jobs', '1', '--quiet']) == 0
    assert sorted(path.name for path in (tmp_path / 'there' / 'out').iterdir()) == ['a.html', 'a.json', 'a.sgf']


def test_two_records_of_one_name_are_not_written_to_one_file(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / 'there').mkdir()
    names = ['a.sgf', os.path.join('there', 'a.sgf')]
    for name in names:
        (tmp_path / name).write_text(GAME, 'utf-8')
    monkeypatch.setattr('owlgo.cli.review.Batch._review', lambda *args: None)
    assert main([*names, '--folder', 'out']) == 1
    assert capsys.readouterr().err == f'owlgo review: {names[1]}: --folder: a.sgf writes {os.path.join("out", "a.json")} already\n'


def test_a_bad_record_among_many_is_named_in_other_processes_too(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, text in (('a', '(;GM[1]SZ[5];B[cc];W[bb])'), ('b', '(;GM[1]SZ[9];B[zz])'), ('c', '(;GM[1]SZ[5];B[cc];W[dd])')):
        (tmp_path / f'{name}.sgf').write_text(text, 'utf-8')
    assert main(['a.sgf', 'b.sgf', 'c.sgf', '--level', '0', '--folder', 'out', '--jobs', '2']) == 1
    assert 'b.sgf: ' in capsys.readouterr().err and {path.stem for path in (tmp_path / 'out').iterdir()} == {'a', 'c'}


@pytest.mark.slow
def test_an_interrupt_keeps_what_is_done(tmp_path):
    games, out = tmp_path / 'games', tmp_path / 'out'
    games.mkdir()
    (games / 'a.sgf').write_text(f'{SHUT_IN};B[ee])', 'utf-8')
    for name in 'bc':
        shutil.copy(ROOT / 'regress' / 'games' / 'alphago-lee-sedol-4.sgf', games / f'{name}.sgf')
    process = subprocess.Popen([sys.executable, '-m', 'owlgo', 'review', str(games), '--level', '0', '--folder', str(out), '--jobs',
                                '2'], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
                               env={**os.environ, 'PYTHONPATH': str(ROOT)})
    deadline = time.monotonic() + 600
    while not (out / 'a.json').exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=600)
    assert process.returncode == 130 and error.strip().endswith('interrupted; what was done is kept') and 'Traceback' not in error
    assert sorted(path.name for path in out.iterdir()) == ['a.html', 'a.json', 'a.sgf']


@pytest.mark.parametrize(('options', 'wanted'), [
    (['sub/none.sgf'], 'sub/none.sgf: No such file'), (['.', '--folder', 'x'], 'no game records'),
    (['a.sgf', '--level', '13'], '--level: 13 is not between 0 and 12'),
    (['a.sgf', '--quiet'], '--quiet prints nothing'),
    (['a.sgf', '--moves', '5'], '--moves: two numbers'), (['a.sgf', '--moves', '6-5'], '--moves: two numbers'),
    (['a.sgf', '--moves', '1-' + 5000 * '9'], '--moves: two numbers'), (['a.sgf', '--moves', '0-5'], '--moves: two numbers'),
    (['a.sgf', '--folder', 'x', '--html', 'y'], '--folder writes .json, .sgf and .html'),
    (['a.sgf', '--folder', 'x', '-o', 'y', '--quiet'], '--folder writes .json, .sgf and .html'),
    (['a.sgf', '--jobs', '0'], '--jobs: 0 is not'), (['a.sgf', 'b.sgf', '-o', 'c.sgf'], '--folder DIR'),
    (['a.sgf', '--komi', 'nan'], '--komi: nan is not'),
])
def test_bad_options_are_one_clear_error(options, wanted, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    try:
        assert main(options) == 1
    except SystemExit as error:
        assert error.code == 2
    assert wanted in capsys.readouterr().err


def test_files_are_replaced_in_one_step(tmp_path):
    save(tmp_path / 'deep' / 'x', 'one')
    save(tmp_path / 'deep' / 'x', 'two')
    assert (tmp_path / 'deep' / 'x').read_text() == 'two' and len(list((tmp_path / 'deep').iterdir())) == 1
    assert [task.shown for task in tasks([str(tmp_path / 'y.sgf')])] == ['y.sgf']


def test_a_review_of_its_own_output_says_everything_once(reviewed):
    folder, _ = reviewed
    review, once = loads((folder / 'o.json').read_text('utf-8')), (folder / 'o.sgf').read_text('utf-8')
    assert annotated(once.encode(), review) == once
    # What a person has written since stays, also where it was added to a line of ours.
    game = sgf.Sgf_game.from_string(once)
    root, first, *_ = game.get_main_sequence()
    first.add_comment_text('I disagree.\n\nOwlGo: a fine program')
    root[1].new_child().set_move('w', (0, 0))
    after = sgf.Sgf_game.from_string(annotated(game.serialise(), review)).get_main_sequence()
    said = after[1].get('C')
    assert said.count('Black wins') == 1 and 'I disagree.\n\nOwlGo: a fine program\n\nOwlGo: ' in said and said.startswith('a try\n\n')
    assert any(child.get_move() == ('w', (0, 0)) for child in after[0][1]) and after[0][1].get_move() == root[1].get_move()


@pytest.mark.parametrize('bad', [
    '\x1b[31m', '\x07', '\x00', '\u202e', '\x9b2J', '<b>', '&lt;', '\\]', '\\\\', 'a\\:b', '{data}', '%(words)s'])
def test_no_text_of_a_record_gets_out_as_anything_but_text(bad):
    """Onto the terminal, into HTML and into SGF: the record is read back with its own words."""
    source = SHUT_IN.replace('SZ[9]', f'SZ[9]PB[x{bad}y]PW[{bad}]RE[{bad}]C[x{bad}y]') + f';B[ee]C[{bad}])'
    told = parse(source.encode(), f'{bad}.sgf').info
    moments = [Moment(number, color, move, '.' * 81, 1.5, 0.6, choice='E5', line=['E5'])
               for number, color, move in ((0, '', ''), (1, 'black', 'E5'))]
    review = Review(f'{bad}.sgf', 9, 6.5, 0, told, moments, [], [f'KM[{bad}] is odd'])
    unfit = re.compile('[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]')
    assert not any(unfit.search(line.plain) for line in lines(review, 0))
    text = page(review)
    assert not unfit.search(text) and Page(text).tags.count('script') == 1 and '<b>x' not in text
    again = sgf.Sgf_game.from_string(annotated(source.encode(), review))
    assert again.get_root().get('PB') == told['PB'] and again.get_root().get('C').startswith(f'{told["C"]}\n\nOwlGo: ')
    assert len(again.get_main_sequence()) == 2


@pytest.mark.parametrize('source', [
    '(;SZ[9];B[ee]w[of];W[dd])', '(;SZ[9]C[one]C[two];B[ee];W[dd])', '(;SZ[9]B[ee];W[dd])', '(;SZ[9];B[ee]C[\n];W[dd])',
    '(;SZ[9];B[ee]C[\n\n\nx\n\n\n];W[dd])'],
    ids=['a name of small letters', 'two comments', 'a move in the root', 'a line end', 'empty lines'])
def test_odd_records_are_reviewed_too_and_can_be_read_again(source):
    """What ``gtp.tests.fuzz_records`` has found."""
    record = parse(source.encode(), 'x.sgf')
    moments = [Moment(number, 'black' if number else '', '', '.' * 81, 1.5, 0.6, choice='E5', line=['A1', 'B1']) for number in range(3)]
    findings = [Finding('mistake', number, 'black', '', 'it fails', loss=3.0, fault=True) for number in (1, 2)]
    review = Review('x.sgf', 9, 6.5, 0, record.info, moments, findings)
    once = annotated(source.encode(), review)
    assert annotated(once.encode(), review) == once and parse(once.encode(), 'x.sgf').events == record.events
    assert once.count('OwlGo prefers A1.') == 1 + (';B[ee]' in source) and once.count('it fails') == 2
