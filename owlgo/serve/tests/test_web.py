"""The server of the web page: what it answers, and what it refuses."""
import asyncio
import base64
import errno
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import pytest

pytest.importorskip('starlette')
pytest.importorskip('uvicorn')

from starlette.requests import Request

from owlgo.cli import questions
from owlgo.engine.review.data import Request as ReviewRequest
from owlgo.gtp.session import Interrupted, Session
from owlgo.serve import web
from owlgo.serve.tests.serving import CORNER, serving
from owlgo.serve.web_app import MOST_REVIEWS, Web
from owlgo.serve.web_guard import HEADERS, Guard
from owlgo.serve.web_records import EXAMPLES, MOST_RECORD_BYTES, Folder
from owlgo.serve.web_review import ReviewJob
from owlgo.serve.web_session import Tab, Tabs
from owlgo.serve.web_warm import Preparation


@pytest.fixture(scope='module')
def served():
    with serving() as one:
        yield one


# --- what it answers --------------------------------------------------------------------------------------------------------


def test_the_page_needs_nothing_from_elsewhere_and_may_do_little(served):
    for path in ('/', '/web.js', '/web.css', '/board.js', '/curve.js', '/icon.svg'):
        status, headers, text = served.request('GET', path)
        assert status == 200 and HEADERS.items() <= headers.items()
        outside = re.sub(r'http://www\.w3\.org/2000/svg', '', text.decode())
        assert not re.search(r'https?://|//[a-z]+\.|@import|url\(|\bstyle=|\bon[a-z]+="', outside), path
    assert served.request('GET', '/web.py')[0] == served.request('GET', '/../web.py')[0] == 404


def test_a_record_is_opened_with_the_board_after_every_move(served):
    told = served.open()
    assert told['moves'] == [{'color': 'white', 'vertex': 'B9'}, {'color': 'black', 'vertex': 'PASS'}] and told['komi'] is None
    assert [one['board'][:5] for one in told['positions']] == ['...XO', '.O.XO', '.O.XO'] and told['to_move'] == 'white'


def test_comments_labels_and_marks_come_with_the_record(served):
    """Control characters are made visible, lines are kept."""
    text = '(;SZ[9]C[a\nb\x1b]LB[aa:<b>];B[cc]TR[cc]CR[zz];W[dd])'
    told = served.ask('open', name='x.sgf', data=base64.b64encode(text.encode()).decode())[1]
    assert told['notes'] == {'0': {'comment': 'a\nb\\x1b', 'marks': {}, 'labels': {'A9': '<b>'}},
                             '1': {'comment': '', 'marks': {'C7': 'TR'}, 'labels': {}}}


def test_examples_open_where_they_should(served):
    assert json.loads(served.request('GET', '/api/preparing')[2]) == {'preparing': ''}
    start = json.loads(served.request('GET', '/api/start')[2])
    assert [one['name'] for one in start['examples']] == list(EXAMPLES)
    for one in start['examples']:
        told = served.ask('open', example=one['name'])[1]
        assert told['positions'][told['after']]['board'] == one['board'] and set(one['board']) == set('.XO')


def test_a_dragon_a_refuted_move_and_a_move_on_the_board(served):
    tab = served.open()['tab']
    status, told = served.ask('status', tab=tab, at=0, vertex='a8')
    assert status == 200 and (told['status'], told['grade'], told['attack']) == ('critical', 'proved', 'B9')
    assert {'A9', 'B9', 'C9'} <= set(told['zone']) and told['wall'] and told['sentences']
    status, told = served.ask('try', tab=tab, at=0, vertex='A8', move='A9', color='white')
    assert status == 200 and told['works'] == 'no' and told['line'][0]['vertex'] == 'B9'
    assert [one['board'][:5] for one in told['positions'][:2]] == ['O..XO', '.X.XO'] and len(told['positions']) == len(told['line']) + 1
    assert told['positions'][1]['captures'] == {'black': 1, 'white': 0}
    status, told = served.ask('play', tab=tab, at=0, tried=[['white', 'A9'], ['black', 'B9']])
    assert status == 200 and told == {'board': '.X.XO' + CORNER_BELOW, 'captures': {'black': 1, 'white': 0}, 'to_move': 'white'}
    # What is asked of a position does not depend on what was asked before.
    assert served.ask('status', tab=tab, at=1, vertex='A8')[1]['status'] == 'dead'
    assert served.ask('status', tab=tab, at=0, vertex='A8')[1]['status'] == 'critical'


def test_a_goal_of_several_strings(served):
    """The strings live apart; what does not fit is said in a sentence."""
    record = b'(;SZ[6]PL[W]AB[ba][da][ab][bb][cb][db][ae]AW[ea][eb][ac][bc][cc][dc][ec][be][af])'
    tab = served.ask('open', name='two.sgf', data=base64.b64encode(record).decode())[1]['tab']
    status, told = served.ask('goal', tab=tab, at=0, goal='all', stones=['b6', 'A2'], color='white')
    assert status == 200 and (told['lives'], told['grade'], told['to_move']) == (False, 'proved', 'white') and 'A3' in told['moves']
    assert told['matter'] and told['sentences'][0].startswith('White first: one of B6 and A2 is taken')
    assert served.ask('goal', tab=tab, at=0, goal='any', stones=['B6', 'A2'], color='white')[1]['lives']
    for fields, words in (({'goal': 'win'}, 'goal: must be one of any, all'), ({'stones': ['B6', 'E6']}, 'have one colour'),
                          ({'stones': [3]}, 'stones: must be a list of vertices'), ({'stones': []}, 'the record marks no stones'),
                          ({'stones': ['F1']}, 'F1 is empty'), ({'goal': 'connect', 'stones': ['B6']}, 'connect: name a stone of each')):
        status, told = served.ask('goal', **{'tab': tab, 'at': 0, 'goal': 'any', 'color': 'white', **fields})
        assert status == 400 and words in told['error'], told


CORNER_BELOW = '....' + 'XXXXO....' + 'OOOOO....' + '.' * 54


def test_a_problem_is_played_against_the_prover_to_its_end(served):
    tab = served.open()['tab']
    status, told = served.ask('respond', tab=tab, at=0, vertex='A8', move='B9', color='white')
    assert status == 200 and told['works'] == 'yes' and told['over'] is None and told['reply'] in ('A9', 'C9')
    tried = [['white', 'B9'], ['black', told['reply']]]
    last = 'C9' if told['reply'] == 'A9' else 'A9'
    told = served.ask('respond', tab=tab, at=0, tried=tried, vertex='A8', move=last, color='white')[1]
    assert told['over'] == 'dead' and told['solved'] and told['why']
    told = served.ask('respond', tab=tab, at=0, vertex='A8', move='C9', color='white')[1]
    assert told['over'] == 'lives' and not told['solved'] and told['reply'] == 'B9' and 'alive' in told['why'][0]
    told = served.ask('respond', tab=tab, at=0, vertex='A8', move='B9', color='black')[1]
    assert told['over'] == 'lives' and told['solved']


def test_a_review_tells_how_far_it_is_and_what_it_found(served):
    tab = served.open()['tab']
    status, _, text = served.request('POST', '/api/review', json.dumps({'tab': tab, 'level': 0}).encode())
    lines = [json.loads(line) for line in text.splitlines()]
    assert status == 200 and lines[0] == {'done': 0, 'total': 3} and lines[-2] == {'done': 3, 'total': 3}
    review = lines[-1]['review']
    assert [moment['n'] for moment in review['moments']] == [0, 1, 2]
    assert 2 in {item['number'] for section in review['sections'] for item in section['items']}
    assert served.web.reviews == 0


def test_a_hint_and_a_score_belong_to_the_position_that_is_shown(served):
    tab = served.ask('open', example='rabbity-six.sgf')[1]['tab']
    status, told = served.ask('hint', tab=tab, at=0, color='white', level=2)
    assert status == 200 and (told['move'], told['color']) == ('E5', 'white') and told['sentences'][0].startswith('E5 is worth')
    assert served.ask('hint', tab=tab, at=0, tried=[['white', 'E5']], color='black', level=1)[1]['move'] != 'E5'
    tab = served.open(CORNER.replace(b'SZ[9]', b'SZ[9]RU[Chinese]'))['tab']
    assert served.ask('hint', tab=tab, at=0, color='white', level=0)[1]['rules'] == 'chinese'
    status, told = served.ask('score', tab=tab, at=1, level=1)
    assert status == 200 and told['result'].startswith('W+') and told['dead']['black']
    assert 'A9' in told['territory']['white'] and told['sentences'][0].startswith('White wins')
    told = served.ask('score', tab=tab, at=0, tried=[['black', 'B9']], level=1)[1]
    assert told['territory']['black'] == ['A9', 'C9'] and not told['dead']['black']
    # Counting by the record's rules leaves those of the game as they are.
    assert served.ask('play', tab=tab, at=0, tried=[['white', 'B9'], ['black', 'PASS']])[1]['board'][:5] == '.O.XO'
    assert served.web.tabs.get(tab).session.rules == Session().rules


# --- what it refuses --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize('headers, status', [
    ({}, 200), ({'Host': 'localhost:{port}'}, 200), ({'Host': '[::1]:{port}', 'Origin': 'http://[::1]:{port}'}, 200),
    ({'Origin': 'http://127.0.0.1:{port}'}, 200), ({'Host': 'evil.example:{port}'}, 403), ({'Host': '127.0.0.1:1'}, 403),
    ({'Host': '127.0.0.1'}, 403), ({'Host': 'localhost.evil.example:{port}'}, 403), ({'Host': ''}, 403),
    ({'Origin': 'http://evil.example'}, 403), ({'Origin': 'null'}, 403), ({'Origin': 'http://127.0.0.1:1'}, 403),
    ({'Origin': 'https://127.0.0.1:{port}'}, 403), ({'Content_Type': 'text/plain'}, 415),
    ({'Content_Type': 'application/x-www-form-urlencoded'}, 415), ({'Content_Type': 'application/json; charset=utf-8'}, 200)])
def test_requests_of_other_pages_are_refused(served, headers, status):
    filled = {name: value.format(port=served.port) for name, value in headers.items()}
    got, answered, text = served.request('POST', '/api/close', b'{"tab": ""}', **filled)
    assert got == status and HEADERS.items() <= answered.items() and (status == 200 or json.loads(text)['error'])
    if 'Content_Type' not in headers:
        assert served.request('GET', '/', **filled)[0] == status


def test_a_server_for_other_machines_is_named_by_its_name_or_any_address(monkeypatch):
    async def app(scope, receive, send):
        pass
    monkeypatch.setattr('socket.gethostname', lambda: 'Owl.lan')
    guard = Guard(app, '0.0.0.0', 80)
    assert guard.is_own('192.168.1.7') and guard.is_own('localhost:80') and not guard.is_own('evil.example')
    assert guard.is_own('owl.lan') and guard.is_own('owl.local') and not guard.is_own('owl') and not guard.is_own('owl.evil.example')
    assert not Guard(app, '127.0.0.1', 80).is_own('owl.lan'), 'only this machine is served'
    assert Guard(app, 'go.lan', 8000).is_own('GO.lan:8000') and not Guard(app, 'localhost', 8000).is_own('192.168.1.7:8000')


@pytest.mark.parametrize('fields, words', [
    ({'vertex': 'J1'}, 'there is no stone at J1'), ({'vertex': 'Z99'}, "'Z99' is no vertex of a 9x9 board"),
    ({'vertex': 7}, 'vertex: must be a string, not 7'), ({}, "'' is no vertex"), ({'vertex': 'A8', 'at': True}, 'at: must be an integer'),
    ({'vertex': 'A8', 'at': 3}, 'at: must be an integer from 0 to 2, not 3'), ({'vertex': 'A8', 'level': 99}, 'level: must be'),
    ({'vertex': 'A8', 'tried': [['black', 'A8']]}, 'Black cannot play A8: occupied'),
    ({'vertex': 'A8', 'tried': 'A9'}, 'tried: must be a list'),
    ({'vertex': 'A8', 'tried': [['red', 'A9']]}, 'tried: must be'), ({'vertex': 'A8', 'tried': [['black']]}, 'tried: must be a list'),
    ({'vertex': 'A8', 'tried': [['black', 'PASS']] * 401}, 'at most 400')])
def test_a_wrong_question_gets_a_sentence(served, fields, words):
    tab = served.open()['tab']
    status, told = served.ask('status', **{'tab': tab, 'at': 0, **fields})
    assert status == 400 and words in told['error']
    assert served.ask('status', tab=tab, at=0, vertex='A8')[0] == 200, 'and nothing is lost'
    assert served.ask('try', tab=tab, at=0, vertex='A8', move='A9', color=5)[0] == 400
    assert served.ask('try', tab=tab, at=0, vertex='A8', move='A9')[1] == {'error': 'color: is missing: black or white'}


@pytest.mark.parametrize('body', [b'', b'[]', b'{', b'\xff', b'{"tab": 1}', b'[' * 50000,
                                  b'{"tab": ' + b'9' * 5000 + b'}'])
def test_what_is_no_question_gets_a_sentence(served, body):
    status, _, text = served.request('POST', '/api/status', body)
    error = json.loads(text)['error']
    assert status == 400 and error.startswith(('the request ', 'tab: ')) and 'limit' not in error


def test_a_bad_record_is_named_and_the_open_one_stays(served):
    tab = served.open()['tab']
    for data, words in ((b'(;SZ[x])', 'bad.sgf: '), (b'nothing', 'bad.sgf: '), (b'(;SZ[9];B[aa];W[aa])', 'move 2 (W A9): occupied'),
                        (b'(;SZ[9]' + b';B[];W[]' * 800 + b')', 'it has 1,600 moves and positions set up, and')):
        status, told = served.ask('open', tab=tab, name='bad.sgf', data=base64.b64encode(data).decode())
        assert status == 400 and words in told['error'], told
    for fields in ({'data': '***'}, {'data': 5}, {'example': '../board.tst'}, {'file': 'a.sgf'}):
        status, told = served.ask('open', tab=tab, **fields)
        assert status == 400 and told['error']
    # Failed: a page that was open before a restart was told that it sent no record.
    assert served.ask('open', tab=tab, given='a.sgf') == (400, {'error': 'owlgo web was started without a.sgf'})
    assert served.ask('status', tab=tab, at=0, vertex='A8')[0] == 200


def test_bodies_are_bounded(served):
    tab = served.open()['tab']
    assert served.ask('status', tab=tab, vertex='A8', more='x' * (1 << 16))[0] == 413
    status, told = served.ask('open', name='big.sgf', data=base64.b64encode(b'(' * (MOST_RECORD_BYTES + 1)).decode())
    assert status == 413 and told['error'] == 'big.sgf: the record is larger than 4 MB'


def test_the_first_records_of_a_folder_are_listed_by_name(tmp_path, monkeypatch):
    """Failed: it was some of them, in the order of the disk."""
    for name in ('d.sgf', 'c.sgf', 'e.sgf', 'a.sgf', 'b/b.sgf'):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(CORNER)
    for most, shown, more in ((3, ['a.sgf', 'b/b.sgf', 'c.sgf'], True), (5, ['a.sgf', 'b/b.sgf', 'c.sgf', 'd.sgf', 'e.sgf'], False)):
        for place in ('web_records', 'web_app'):
            monkeypatch.setattr(f'owlgo.serve.{place}.MOST_LISTED', most)
        with serving(folder=Folder(tmp_path)) as one:
            told = json.loads(one.request('GET', '/api/start')[2])
        assert (told['files'], told['more']) == (shown, more)


def test_no_name_leads_out_of_the_folder(tmp_path):
    outside, inside = tmp_path / 'outside.sgf', tmp_path / 'games' / 'deep'
    inside.mkdir(parents=True)
    outside.write_bytes(CORNER)
    (inside / 'a.sgf').write_bytes(CORNER)
    (tmp_path / 'games' / 'B.SGF').write_bytes(CORNER)
    (inside / 'big.sgf').write_bytes(b'(' * (MOST_RECORD_BYTES + 1))
    (inside / 'link.sgf').symlink_to(outside)
    (tmp_path / 'games' / 'out').symlink_to(tmp_path)
    (inside / 'loop.sgf').symlink_to(inside / 'loop.sgf')
    (inside / 'folder.sgf').mkdir()
    (inside / os.fsdecode(b'\xff.sgf')).write_bytes(CORNER)
    with serving(folder=Folder(tmp_path / 'games')) as one:
        assert json.loads(one.request('GET', '/api/start')[2])['files'] == ['B.SGF', 'deep/a.sgf', 'deep/big.sgf']
        assert [one.ask('open', file=name)[1]['name'] for name in ('deep/a.sgf', 'B.SGF')] == ['deep/a.sgf', 'B.SGF']
        for name in ('../outside.sgf', 'deep/../../outside.sgf', str(outside), '//etc/passwd', 'deep/link.sgf', 'out/outside.sgf',
                     'deep/folder.sgf', 'deep/loop.sgf', 'deep/\udcff.sgf', '\ud800.sgf', 'x' * 900 + '.sgf',
                     'deep\\a.sgf', 'deep/a.sgf\0', '\0.sgf', '', 'deep', 'C:a.sgf', 'no.sgf'):
            status, told = one.ask('open', file=name)
            assert status == 400 and told['error'].startswith('record: ') and 'outside' not in told['error'].replace(name, ''), name
        assert 'larger than 4 MB' in one.ask('open', file='deep/big.sgf')[1]['error']


# --- tabs, and the end of a question ----------------------------------------------------------------------------------------


def test_two_tabs_do_not_mix(served):
    one, two = served.open()['tab'], served.open(CORNER.replace(b'AB', b'AX').replace(b'AW', b'AB').replace(b'AX', b'AW'))['tab']
    found = {}

    def work(tab):
        found[tab] = [served.ask('status', tab=tab, at=at, vertex='A8')[1] for at in (0, 1, 0)]
    threads = [threading.Thread(target=work, args=(tab,)) for tab in (one, two)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [told['color'] for told in found[one]] == ['black'] * 3 and [told['color'] for told in found[two]] == ['white'] * 3
    assert found[one][0]['status'] == 'critical'


def test_the_oldest_tab_is_forgotten():
    with serving(tabs=Tabs(2)) as one:
        names = [one.open()['tab'] for _ in range(3)]
        assert [one.ask('play', tab=name, at=0)[0] for name in names] == [410, 200, 200]
        for data in (b'(;SZ[x])', b'(' * (MOST_RECORD_BYTES + 1)):
            assert one.ask('open', name='bad.sgf', data=base64.b64encode(data).decode())[0] in (400, 413)
        assert [one.ask('play', tab=name, at=0)[0] for name in names] == [410, 200, 200], 'a bad record replaces no tab'
        assert one.ask('close', tab=names[1]) == (200, {}) and one.ask('play', tab=names[1], at=0)[0] == 410


@pytest.fixture
def slow(monkeypatch):
    """Lets a question at A8 take until it is interrupted; returns its beginnings and its ends."""
    begun, ended, status = threading.Semaphore(0), threading.Semaphore(0), questions.status

    def wait(session, vertex):
        if vertex != 'A8':
            return status(session, vertex)
        begun.release()
        try:
            while session.watch(0):
                time.sleep(0.01)
        finally:
            ended.release()
    monkeypatch.setattr(questions, 'status', wait)
    return begun, ended


def test_a_new_question_and_a_stop_end_the_running_one_of_the_same_tab_only(served, slow):
    begun, ended = slow
    tab, another = served.open()['tab'], served.open()['tab']
    found = []

    def ask(name):
        thread = threading.Thread(target=lambda: found.append((name, served.ask('status', tab=name, at=0, vertex='A8'))))
        thread.start()
        assert begun.acquire(timeout=60)
        return thread
    first, kept = ask(tab), ask(another)
    second = ask(tab)
    first.join(60)
    assert found == [(tab, (409, {'error': 'interrupted'}))] and kept.is_alive()
    served.web.tabs.get(tab).questions.stop()
    second.join(60)
    assert len(found) == 2 and found[1][1][0] == 409 and kept.is_alive()
    served.ask('close', tab=another)
    kept.join(60)
    assert len(found) == 3 and served.ask('status', tab=tab, at=0, vertex='A7')[0] == 200


@contextmanager
def posting(served, name, body):
    """Send a request, and close the connection at the end, answered or not."""
    head = f'POST /api/{name} HTTP/1.1\r\nHost: localhost:{served.port}\r\nContent-Type: application/json\r\n'
    with socket.create_connection(('127.0.0.1', served.port)) as connection:
        connection.sendall(f'{head}Content-Length: {len(body)}\r\n\r\n'.encode() + body)
        yield connection


def test_a_closed_connection_ends_its_question(served, slow):
    begun, ended = slow
    body = json.dumps({'tab': served.open()['tab'], 'at': 0, 'vertex': 'A8'}).encode()
    with posting(served, 'status', body):
        assert begun.acquire(timeout=60)
    assert ended.acquire(timeout=60)


def test_a_question_that_takes_too_long_is_given_up(slow):
    with serving(tabs=Tabs(seconds=0.2)) as one:
        tab = one.open()['tab']
        assert one.ask('status', tab=tab, at=0, vertex='A8') == (400, {'error': 'this was not decided within 0.2 seconds'})
        assert one.ask('status', tab=tab, at=0, vertex='A7')[0] == 200


def test_a_closed_page_ends_its_review(served, monkeypatch):
    begun, ended = threading.Event(), threading.Event()

    def review(data, name, request, progress):
        try:
            while True:
                progress(0, 9)
                begun.set()
                time.sleep(0.01)
        except Interrupted:
            ended.set()
            raise
    monkeypatch.setattr('owlgo.engine.review.analysis.review', review)
    body = json.dumps({'tab': served.open()['tab']}).encode()
    with posting(served, 'review', body) as connection:
        assert begun.wait(60) and connection.recv(1)
    assert ended.wait(60)


def test_no_more_reviews_run_at_once_than_may(monkeypatch):
    """Failed: those that were asked for together all passed."""
    monkeypatch.setattr(ReviewJob, 'run', lambda self: self.tell({'done': 0, 'total': 9}))
    page, tab = Web(preparation=Preparation(lambda ready, progress: ready())), Tab()
    tab.open(CORNER, 'corner.sgf')

    async def together():
        streams = [page._reviewed(Request({'type': 'http'}), tab, ReviewRequest(0)) for _ in range(MOST_REVIEWS + 1)]
        said = [json.loads(await stream.__anext__()) for stream in streams]
        for stream in streams:
            await stream.aclose()
        return said
    *running, refused = asyncio.run(together())
    assert all(one == {'done': 0, 'total': 9} for one in running) and 'other reviews are running' in refused['error'] and page.reviews == 0


def test_a_bug_is_told_without_a_trace(served, monkeypatch):
    monkeypatch.setattr(questions, 'status', lambda session, vertex: 1 // 0)
    status, told = served.ask('status', tab=served.open()['tab'], at=0, vertex='A8')
    assert (status, told) == (500, {'error': 'an internal error; standard error says more'})


# --- the command ------------------------------------------------------------------------------------------------------------


def test_the_command_refuses_what_it_cannot_serve(tmp_path, capsys, monkeypatch):
    (tmp_path / 'bad.sgf').write_text('(;SZ[x])')
    (tmp_path / 'big.sgf').write_bytes(b'(' * (MOST_RECORD_BYTES + 1))
    (tmp_path / 'long.sgf').write_bytes(b'(;SZ[9]' + b';B[];W[]' * 800 + b')')
    for argv, words in (([str(tmp_path / 'bad.sgf')], 'bad.sgf: '), ([str(tmp_path / 'no.sgf')], 'no.sgf: there is no such file'),
                        ([str(tmp_path / 'big.sgf')], 'big.sgf: the file is larger than 4 MB'),
                        ([str(tmp_path / 'long.sgf')], 'long.sgf: it has 1,600 moves and positions'),
                        (['--folder', str(tmp_path / 'no')], 'there is no such folder'),
                        (['--host', 'no.such.host.invalid', '--port', '0'], 'no.such.host.invalid:0: ')):
        assert web.main([*argv, '--no-browser']) == 1
        assert words in capsys.readouterr().err
    monkeypatch.setattr(web, 'find_spec', lambda name: None if name == 'uvicorn' else object())
    assert web.main([]) == 1
    assert capsys.readouterr().err == 'owlgo web: the page needs uvicorn: pip install "owlgo[web]"\n'


def test_a_hostile_record_is_refused_at_once(served):
    """Setup nodes by the thousand used to take minutes that nothing ended."""
    for node, words in ((b';AB[aa]', 'and positions set up, and the page takes 1,500'), (b';', 'more than 100,000 nodes')):
        data = b'(;SZ[25]' + node * (2000 if b'A' in node else 100_001) + b')'
        status, told = served.ask('open', name='x.sgf', data=base64.b64encode(data).decode())
        assert status == 400 and words in told['error']


def test_another_port_is_taken_only_if_the_usual_one_is_in_use(monkeypatch):
    """Failed: for any error, and what was said named two ports."""
    with web.bind('127.0.0.1', 0) as first:
        monkeypatch.setattr(web, 'DEFAULT_PORT', first.getsockname()[1])
        with web.bind('127.0.0.1', None) as second:
            assert second.getsockname()[1] != web.DEFAULT_PORT
        for host, port, reason in (('127.0.0.1', web.DEFAULT_PORT, errno.EADDRINUSE), ('192.0.2.1', None, errno.EADDRNOTAVAIL)):
            with pytest.raises(ValueError) as error:
                web.bind(host, port)
            assert str(error.value) == f'{host}:{web.DEFAULT_PORT}: {os.strerror(reason)}'


def test_an_empty_folder_name_is_an_error(capsys):
    with pytest.raises(SystemExit):
        web.main(['--folder', '', '--no-browser'])
    assert "--folder: '' is no file name" in capsys.readouterr().err


@pytest.mark.skipif(os.name != 'posix', reason='sends a signal')
def test_the_command_prints_its_address_and_ends_at_an_interrupt(tmp_path):
    record = tmp_path / 'corner.sgf'
    record.write_bytes(CORNER)
    command = [sys.executable, '-m', 'owlgo.cli.main', 'web', str(record), '--port', '0', '--no-browser']
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.fullmatch(r'owlgo: the page is at http://127\.0\.0\.1:(\d+)/ \(end with Ctrl-C\)\n', line)
        assert found, line
        import http.client
        connection = http.client.HTTPConnection('127.0.0.1', int(found[1]), timeout=60)
        connection.request('GET', '/api/start')
        assert json.loads(connection.getresponse().read())['given'] == 'corner.sgf'
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == -signal.SIGINT
