"""KataGo's analysis protocol as programs use it: many queries at once, searches that are stopped, and what KaTrain itself does."""
import importlib.util
import json
import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from owlgo.cli import questions
from owlgo.engine.core.workspace import Workspace
from owlgo.serve.analysis import in_files, main, parser, serve, settings, view_of
from owlgo.serve.analysis_requests import Requests
from owlgo.serve.analysis_search import PositionSearch

ROOT = Path(__file__).parents[3]
CLIENTS = ROOT / '.clients' / 'katrain'
PATHS = [str(path) for path in (ROOT, CLIENTS) if path.is_dir()] + os.environ.get('PYTHONPATH', '').split(os.pathsep)
OWLGO = [sys.executable, '-m', 'owlgo', 'analysis']
HAS_KATRAIN = CLIENTS.is_dir() or importlib.util.find_spec('katrain') is not None
BASE: dict[str, Any] = {'rules': 'chinese', 'komi': 6.5, 'boardXSize': 5, 'boardYSize': 5, 'moves': [], 'maxVisits': 20}
FOREVER: dict[str, Any] = {**BASE, 'boardXSize': 9, 'boardYSize': 9, 'maxVisits': 10_000_000}


class Analysis:
    """A server in this process, spoken to line by line."""

    def __init__(self, view='BLACK', threads=2, level=0):
        self.lines, self.answers, self.came = [], [], threading.Condition()
        self.closed = False
        self.thread = threading.Thread(target=serve, args=(self.readline, self.write, None, view, level, threads))
        self.thread.start()

    def readline(self, most):
        with self.came:
            self.came.wait_for(lambda: self.lines or self.closed)
            line = self.lines.pop(0) if self.lines else b''
            self.lines[:0] = [line[most:]] if len(line) > most else []
            return line[:most]

    def write(self, data):
        assert data.endswith(b'\n') and data.count(b'\n') == 1
        with self.came:
            self.answers.append((time.monotonic(), json.loads(data)))
            self.came.notify_all()

    def send(self, *queries):
        with self.came:
            self.lines += [(one if isinstance(one, bytes) else json.dumps(one).encode()) + b'\n' for one in queries]
            self.came.notify_all()

    def wait(self, fits):
        """Return the first answer that fits, and when it came."""
        with self.came:
            assert self.came.wait_for(lambda: any(fits(said) for _, said in self.answers), 120)
            return next((said, when) for when, said in self.answers if fits(said))

    def close(self):
        """End the input; return all answers."""
        with self.came:
            self.closed = True
            self.came.notify_all()
        self.thread.join()
        return [said for _, said in self.answers]


def ask(*queries, **how):
    """Return the answers to queries."""
    server = Analysis(**how)
    server.send(*queries)
    return server.close()


def test_ten_queries_at_once_are_answered_each():
    """As a script does it: all queries are written, then answers are read as they come."""
    moves = [['B', 'C3'], ['W', 'B2'], ['B', 'B3'], ['W', 'C2']]
    queries = [{**BASE, 'id': f'q{k}', 'moves': moves[:k % 5], 'analyzeTurns': [0, k % 5], 'priority': k} for k in range(10)]
    done = subprocess.run([*OWLGO, '--level', '0', '-model', 'none', '-config', 'none.cfg', '-override-config', 'a=b'],
                          input=''.join(json.dumps(one) + '\n' for one in queries).encode(), capture_output=True, timeout=600,
                          env={**os.environ, 'PYTHONPATH': os.pathsep.join(PATHS)}, cwd=ROOT)
    assert done.returncode == 0
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted((one['id'], one['turnNumber']) for one in answers) == \
        sorted({(one['id'], turn) for one in queries for turn in one['analyzeTurns']})
    for one in answers:
        assert not one['isDuringSearch'] and one['rootInfo']['currentPlayer'] == 'BW'[one['turnNumber'] % 2]
        assert one['moveInfos'][0]['order'] == 0 and one['rootInfo']['visits'] == 20
    said = done.stderr.decode()
    assert 'Started, ready to begin handling requests' in said and 'without effect: -model' in said and '-override-config a' in said
    assert 'none.cfg' in said


def test_many_threads_answer_as_one_does():
    queries = [{**BASE, 'id': str(k), 'moves': [['B', 'ABCDE'[k] + '3']], 'includeOwnership': True} for k in range(5)]
    first, second = (sorted(ask(*queries, threads=threads), key=lambda one: one['id']) for threads in (1, 4))
    assert first == second


def test_priorities_come_first():
    """One thread is busy; of what waits the most urgent is next."""
    server = Analysis(threads=1)
    server.send({**FOREVER, 'id': 'busy', 'reportDuringSearchEvery': 0.01})
    server.wait(lambda said: said['id'] == 'busy')
    server.send(*({**BASE, 'id': name, 'priority': priority} for name, priority in (('low', -1), ('high', 5), ('middle', 0))),
                {**BASE, 'id': 'turns', 'moves': [['B', 'C3']], 'analyzeTurns': [0, 1], 'priorities': [7, 9]},
                {'id': 'end', 'action': 'terminate', 'terminateId': 'busy'})
    said = [(one['id'], one['turnNumber']) for one in server.close() if 'action' not in one and not one['isDuringSearch']]
    assert said == [('busy', 0), ('turns', 1), ('turns', 0), ('high', 0), ('middle', 0), ('low', 0)]


@pytest.mark.parametrize('wrong', [{}, {'terminateId': None}, {'terminateId': 5}])
def test_what_to_terminate_is_named(wrong):
    """Failed: null ended the query with an empty id."""
    said, = ask({'id': 't', 'action': 'terminate', **wrong})
    assert (said['id'], said['field']) == ('t', 'terminateId') and said['error']


def test_reports_grow_until_a_search_is_terminated():
    server = Analysis(threads=1)
    waits = {**FOREVER, 'id': 'waits'}
    server.send({**FOREVER, 'id': 'long', 'reportDuringSearchEvery': 0.02}, waits, {**waits, 'komi': 0})
    server.wait(lambda said: said.get('rootInfo', {}).get('visits', 0) > 2000)
    server.send({'id': 't', 'action': 'terminate', 'terminateId': 'waits', 'turnNumbers': [0]}, {'id': 'u', 'action': 'terminate_all'})
    answers = server.close()
    nothing = {'id': 'waits', 'turnNumber': 0, 'isDuringSearch': False, 'noResults': True}
    assert [one for one in answers if one['id'] == 'waits'] == [nothing] * 2
    assert {'id': 't', 'action': 'terminate', 'terminateId': 'waits', 'turnNumbers': [0]} in answers
    assert {'id': 'u', 'action': 'terminate_all'} in answers
    *reports, last = [one for one in answers if one['id'] == 'long']
    assert all(one['isDuringSearch'] for one in reports) and not last['isDuringSearch'] and 'noResults' not in last
    visits = [one['rootInfo']['visits'] for one in (*reports, last)]
    assert visits == sorted(visits) and len(reports) > 1 and sum(one['visits'] for one in last['moveInfos']) > 1000


def test_a_search_stopped_before_it_began_has_no_results():
    """A hundred searches are stopped at any time: each query has one last answer, in whatever state it was."""
    server = Analysis(threads=2)
    for k in range(100):
        server.send({**FOREVER, 'id': f'q{k}', 'moves': [['B', 'E5']]})
        time.sleep(0.001 * (k % 7))
        server.send({'id': f't{k}', 'action': 'terminate', 'terminateId': f'q{k}'})
    last = [one for one in server.close() if 'action' not in one]
    assert sorted(one['id'] for one in last) == sorted(f'q{k}' for k in range(100))
    assert any('noResults' in one for one in last) and not any(one['isDuringSearch'] for one in last)


def test_the_end_of_the_input_waits_unless_it_shall_not():
    assert len(ask({**BASE, 'id': 'a'}, {**BASE, 'id': 'b'}, threads=1)) == 2
    done = subprocess.run([*OWLGO, '--threads', '1', '-quit-without-waiting'], input=json.dumps({**FOREVER, 'id': 'a'}).encode(),
                          capture_output=True, timeout=600, env={**os.environ, 'PYTHONPATH': os.pathsep.join(PATHS)})
    assert (done.returncode, done.stdout) == (0, b''), 'a refused query would be answered'


def test_models_version_and_cache(monkeypatch):
    forgotten = []
    monkeypatch.setattr(Workspace, 'forget', lambda self: forgotten.append(self))
    ask({**BASE, 'id': 'q'})
    assert not forgotten
    said = ask({'id': 'v', 'action': 'query_version'}, {'id': 'm', 'action': 'query_models'}, {**BASE, 'id': 'q'},
               {'id': 'c', 'action': 'clear_cache'}, {**BASE, 'id': 'r'})
    by = {one['id']: one for one in said}
    assert by['v']['version'] and by['m']['models'][0]['name'] == 'OwlGo' and by['c'] == {'id': 'c', 'action': 'clear_cache'}
    assert by['q']['moveInfos'] == by['r']['moveInfos'] and forgotten


@pytest.mark.parametrize('line, error', [
    (b'[' + b'9' * 4301 + b']', 'no JSON object'),
    (b'{', 'no JSON'), (b'\xff\xfe', 'no JSON'), (b'[' * 100_000, 'nested too deeply'), (b'[]', 'no JSON object'), (b'7', 'no JSON object'),
    (b'{}', 'id must be a string'), (b'{"id": 3}', 'id must be a string'), (b' ' * (2 << 20), 'too long')])
def test_a_line_that_is_no_query(line, error):
    said, = ask(line)
    assert error in said['error']


@pytest.mark.parametrize('field', ['komi', 'boardXSize', 'moves', 'rules', 'overrideSettings', 'allowMoves', 'analyzeTurns'])
def test_a_value_nested_ever_deeper_is_one_error(field):
    """At some depth Python reads it, but does not write it out: that once ended the process."""
    for depth in range(5, sys.getrecursionlimit() + 5, 1 if field == 'komi' else 50):
        query = {**BASE, 'id': 'x'}
        query.pop(field, None)
        line = json.dumps(query).encode()[:-1] + b', "%s": %s1%s}' % (field.encode(), b'[' * depth, b']' * depth)
        written = list[bytes]()
        Requests(written.append, None, 'BLACK', 0, 1, lambda: None).handle(line)
        said, = map(json.loads, written)
        assert (said.get('field'), said.get('id')) == (field, 'x') or 'too deeply' in said['error']


def test_a_number_of_thousands_of_digits_is_named_by_its_field():
    said, = ask((json.dumps({**BASE, 'id': 'x'})[:-1] + ', "maxVisits": ' + '9' * 5000 + '}').encode())
    assert (said['id'], said['field']) == ('x', 'maxVisits')


def test_a_byte_order_mark_before_the_first_line_is_skipped():
    line = b'\xef\xbb\xbf{"id": "v", "action": "query_version"}'
    first, second = ask(line, line)
    assert first['id'] == 'v' and 'no JSON' in second['error']


def test_dragons_take_no_longer_than_the_search_may(monkeypatch):
    """Failed: a query with a maxTime of 1.0 took eight seconds."""
    def endless(session, name):
        while session.watch(0):
            time.sleep(0.001)
    monkeypatch.setattr(questions, 'status', endless)
    stones = [[color, name] for color, names in (('B', 'A3 B3 C3 C4 C5'), ('W', 'A2 B2 C2 D2 D3 D4 D5')) for name in names.split()]
    said, = ask({**BASE, 'id': 'a', 'initialStones': stones, 'includeDragons': True, 'overrideSettings': {'maxTime': 0.05}})
    black = said['dragons'][0]
    assert (black['status'], black['grade']) == ('unknown', 'unchecked') and 'C5' in black['stones']
    assert black['sentences'] == ['Unchecked: Black C5, a dragon of 5 stones, was not reached in time.']


@pytest.mark.parametrize('moves', [[], [['B', 'E5'], ['W', 'pass']]])
def test_a_few_visits_tell_how_the_position_stands(moves):
    """Not how a single playout ended; and the position has as many visits as its moves at least."""
    for visits in (1, 10):
        said, = ask({**FOREVER, 'id': 'a', 'moves': moves, 'maxVisits': visits})
        for one in (said['rootInfo'], *said['moveInfos']):
            assert moves or 0.25 < one['winrate'] < 0.75 and -20 < one['scoreLead'] < 20
        assert said['rootInfo']['visits'] >= max(one['visits'] for one in said['moveInfos'])


def test_the_view_comes_from_options_settings_and_files(tmp_path):
    file = tmp_path / 'analysis.cfg'
    file.write_text('# a comment\nmaxVisits = 5\nreportAnalysisWinratesAs = SIDETOMOVE  # why\n', 'utf-8')

    def view(*words):
        args = parser().parse_args(list(words))
        return view_of(args, in_files(args))
    assert view() == 'BLACK' == view('-config', str(tmp_path / 'none.cfg')) == view('-override-config', 'reportAnalysisWinratesAs=RED')
    assert view('-config', str(file)) == 'SIDETOMOVE'
    assert view('-config', str(file), '-override-config', 'a=b,reportAnalysisWinratesAs=white') == 'WHITE'
    assert view('-config', str(file), '--report-as', 'black', '-override-config', 'reportAnalysisWinratesAs=WHITE') == 'BLACK'
    assert settings(['a = b # c', '# d = e', 'f']) == {'a': 'b'}


@pytest.mark.parametrize('text, said', [
    ('reportAnalysisWinratesAs = WHITE', None), ('maxVisits = 5', '-config'), ('', None),
    ('maxVisits = 5\nreportAnalysisWinratesAs = WHITE', '-config, but for reportAnalysisWinratesAs')])
def test_settings_without_effect_are_named_only_if_there_are_some(text, said, tmp_path, monkeypatch, capsys):
    """Failed: of a file that holds nothing else, too."""
    file = tmp_path / 'analysis.cfg'
    file.write_text(text, 'utf-8')
    monkeypatch.setattr('owlgo.gtp.server.leave', lambda work: None)
    monkeypatch.setattr('owlgo.gtp.server.private_output', lambda: None)
    main(['-config', str(file)])
    found = re.findall('without effect: (.*)', capsys.readouterr().err)
    assert found == ([said] if said else [])


def test_a_bug_is_answered_and_printed_and_ends_no_other_query(monkeypatch, capsys):
    """One thread searches: the one that takes its place answers the queries behind."""
    def run(self, report):
        return {}[self.query.id] if self.query.id != 'good' else search(self, report)
    search = PositionSearch.run
    monkeypatch.setattr(PositionSearch, 'run', run)
    monkeypatch.setattr(threading, 'excepthook', threading.__excepthook__)
    # A thread that ends may print its answer after its successor's.
    answers = {answer['id']: answer for answer in ask(*({**BASE, 'id': name} for name in ('bad', 'worse', 'good')), threads=1)}
    bad, worse, good = (answers[name] for name in ('bad', 'worse', 'good'))
    assert bad == {'id': 'bad', 'turnNumber': 0, 'error': 'an internal error; standard error says more'} and worse == {**bad, 'id': 'worse'}
    assert 'error' not in good and good['rootInfo']['visits'] > 0
    said = capsys.readouterr().err
    assert "KeyError: 'bad'" in said and "KeyError: 'worse'" in said and 'return {}[self.query.id]' in said, 'in full'


def test_a_reader_that_has_gone_ends_the_server():
    def write(data):
        raise BrokenPipeError
    lines = [(json.dumps({**BASE, 'id': 'a'}) + '\n').encode()]
    wait, gave_up = threading.Event(), []

    def readline(most):
        if lines:
            return lines.pop()
        gave_up.append(not wait.wait(60))
        return b''
    with pytest.raises(BrokenPipeError):
        serve(readline, write, None, 'BLACK', 0, 1)
    assert not gave_up, 'it waits for no more input'
    wait.set()


@pytest.mark.skipif(not HAS_KATRAIN, reason='no katrain: make clients sets it up')
@pytest.mark.parametrize('size, moves', [(9, 8), pytest.param(9, 60, marks=pytest.mark.slow), pytest.param(19, 60, marks=pytest.mark.slow)])
def test_katrain_plays_and_analyses_a_game(size, moves, tmp_path):
    owlgo = tmp_path / 'owlgo'
    owlgo.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m owlgo "$@"\n', 'utf-8')
    owlgo.chmod(0o755)
    done = subprocess.run([sys.executable, str(Path(__file__).with_name('katrain_client.py')), str(owlgo), str(size), str(moves),
                           '25' if moves < 60 else '500'],
                          capture_output=True, timeout=1000, env={**os.environ, 'PYTHONPATH': os.pathsep.join(PATHS)}, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told['errors'] == told['popups'] == [] and any('Started' in line for line in told['stderr'])
    assert len(told['moves']) == moves and told['complete'] == told['analysed'] == moves + 1 and told['points_lost'] == moves
    assert told['ownership'] == [size * size] and told['policy'] == [size * size + 1]
    assert told['settled'] and told['pondered'] and told['stopped'] and told['alternatives'] and 'accuracy' in told['report']
    assert 'policy' in told['comment'] and 'Win rate' in told['comment']
