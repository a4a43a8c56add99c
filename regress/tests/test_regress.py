"""Suites, the runner, its outcomes and exit statuses."""
import json
import sys
from pathlib import Path

import pytest

from owlgo.gtp.client import Client, Reply
from owlgo.regress import runner, suite
from owlgo.regress.engines import InProcess
from owlgo.regress.tests import drawings

FAKE = '''
import sys
stones = []
for line in sys.stdin:
    words = line.split()
    if words[0] == 'crash': sys.exit(1)
    if words[0] == 'hang':
        import time; time.sleep(60)
    if words[0] == 'clear_board': stones = []
    if words[0] == 'play': stones.append(words[2])
    print('=', ' '.join(stones) if words[0] == 'stones' else ' '.join(words[1:]), flush=True)
    print(flush=True)
    if words[0] == 'quit': break
'''


def parse(text: str) -> suite.Suite:
    return suite.parse(text, Path('s.tst'))


def engine() -> Client:
    return Client([sys.executable, '-c', FAKE])


def run(text: str, timeout: float = 20):
    with engine() as client:
        return [(r.test.id, r.outcome, r.status) for r in runner.Runner(client, timeout).run(parse(text))]


def test_a_suite_is_read():
    read = parse('# title\nloadsgf x.sgf 5\n10 attack A1 # why\n#? [1 (B1|C1)]*\n\n20 defend A1\n#? [!0]&\n')
    assert [step.command for step in read.steps] == ['loadsgf x.sgf 5', 'attack A1', 'defend A1']
    first, second = read.tests
    assert (first.id, first.pattern, first.negated, first.expected_to_fail, first.ignored) == ('10', '1 (B1|C1)', False, True, False)
    assert second.negated and second.ignored
    assert first.matches('1 C1') and not first.matches('1 C1 x') and not first.matches('0')
    assert second.matches('1 A1') and not second.matches('0')


def test_anchors_are_glued_on_as_in_gnu_go():
    test = parse('1 x\n#? [a|b]\n').tests[0]
    assert test.matches('axx') and test.matches('xxb') and not test.matches('xax')


@pytest.mark.parametrize('text,message', [
    ('#? [1]\n', '1: an expectation without'), ('1 a\n#? [1]\n#? [2]\n', '3: a second expectation'),
    ('1\n', '1: a number without a command'),
    ('1 a\n#? [1]\n1 b\n#? [1]\n', '3: test 1 stands in line 1'), ('1 a\n#? 1\n', '2: an expectation looks like'),
    ('1 a\n#? [1\n', '2: an expectation looks like'), ('1 a\n#? [1]x\n', '2: an expectation looks like'),
    ('1 a\n#? [(]\n', '2: no regular expression'), ('1 a\n#? [*]\n', '2: no regular expression'),
    ('1 a\nplay b A1\n#? [1]\n', '3: an expectation without'), ('1 a\n#?\n', '2: an expectation looks like'),
    ('1 a\n#? []**!\n', '2: an expectation looks like')])
def test_bad_suites_name_the_line(text, message):
    with pytest.raises(suite.SuiteError, match=r's\.tst:' + message):
        parse(text)


def test_all_errors_are_told_at_once():
    with pytest.raises(suite.SuiteError) as caught:
        parse('1\n2 b\n#? [(]\n#? x\n')
    assert len(str(caught.value).splitlines()) == 3


def test_the_four_outcomes_and_the_ignored():
    text = '1 echo a\n#? [a]\n2 echo a\n#? [a]*\n3 echo a\n#? [b]*\n4 echo a\n#? [b]\n5 echo a\n#? [b]&\n'
    assert [outcome for _, outcome, _ in run(text)] == ['passed', 'PASSED', 'failed', 'FAILED', 'ignored']


class Lost:
    """An engine that is lost at "crash"; it notes what it is sent, and plays C3."""

    def __init__(self):
        self.sent, self.here = [], True

    def send(self, command, timeout):
        self.sent.append(command)
        self.here = command != 'crash'
        return Reply('=' if self.here else 'crash', 'C3' if command.startswith('genmove') else '') \
            if 'Z9' not in command else Reply('?', 'invalid coordinate')

    def alive(self):
        return self.here

    def start(self):
        self.sent, self.here = [], True

    def close(self):
        pass


@pytest.mark.parametrize(('before', 'again'), [
    ('boardsize 9\nclear_board\nplay b A1', None), ('komi 3.5\nboardsize 9\nkomi 4.5', None),
    ('loadsgf x.sgf\nkomi 3.5\nlevel 3', 'level 3\nloadsgf x.sgf\nkomi 3.5'),
    ('play b A1\nboardsize 9', 'boardsize 9'), ('clear_board\ngenmove w\nreg_genmove b', 'clear_board\nplay w C3')])
def test_a_new_engine_is_told_what_the_lost_one_knew(before, again):
    engine = Lost()
    list(runner.Runner(engine).run(parse(f'{before}\n1 crash\n#? [x]\n2 ask\n#? [x]\n')))
    assert engine.sent == [*(before if again is None else again).split('\n'), 'ask']


def test_a_move_that_cannot_be_set_up_spoils_the_tests_after_it():
    results = list(runner.Runner(Lost()).run(parse('clear_board\nplay b Z9\nplay w A1\n1 ask\n#? [x]\nclear_board\n2 ask\n#? [x]\n')))
    assert [(r.status, 'Z9 (line 2): invalid' in r.answer) for r in results] == [(suite.NO_BOARD, True), ('=', False)]


@pytest.mark.slow
def test_a_lost_engine_is_started_again_in_the_same_position():
    text = 'play b A1\n1 crash\n#? [x]\n2 stones\n#? [A1]\nclear_board\nplay w B2\n3 hang\n#? [x]*\n4 stones\n#? [B2]\n'
    assert run(text, 1.0) == [('1', 'FAILED', 'crash'), ('2', 'passed', '='), ('3', 'failed', 'timeout'), ('4', 'passed', '=')]


def test_a_refusal_is_judged_by_its_text():
    class Refusing:
        def send(self, command, timeout):
            return Reply('?', 'illegal move')

        def alive(self):
            return True

        start = close = alive

    results = list(runner.Runner(Refusing()).run(parse('1 play b A1\n#? [illegal move]\n')))
    assert results[0].outcome == 'passed'


def test_the_shipped_suites_pass_in_one_process(tmp_path, capsys):
    path = tmp_path / 'results.json'
    assert runner.main(['--json', str(path)]) == 0
    results = json.loads(path.read_text())
    assert len(results) >= 60 and all(r['outcome'] == 'passed' for r in results)
    assert 'life.tst' in capsys.readouterr().out


def test_exit_statuses(tmp_path, capsys):
    good, failing, bad = (tmp_path / name for name in ('good.tst', 'failing.tst', 'bad.tst'))
    good.write_text('1 echo a\n#? [a]\n')
    failing.write_text('1 echo a\n#? [b]\n')
    bad.write_text('1 echo a\n#? x\n')
    assert runner.main([str(good)]) == 0
    assert runner.main([str(failing)]) == 1
    assert 'FAILED  failing.tst:1 1 echo a: wanted [b], got a' in capsys.readouterr().out
    assert runner.main([str(bad)]) == 2
    assert runner.main([str(tmp_path / 'none.tst')]) == 2
    assert runner.main([str(good), '--engine', 'no-such-program-here']) == 2
    script = tmp_path / 'engine.py'
    script.write_text(FAKE)
    assert runner.main([str(good), '--engine', f'{sys.executable} {script}']) == 0


def test_the_records_of_the_suites_are_what_is_drawn():
    from owlgo.engine.core import sgf
    seen = 0
    for name, record in drawings.read(drawings.DRAWINGS.read_text('utf-8')):
        assert sgf.load(drawings.DRAWINGS.with_name(f'{name}.sgf')) == record
        seen += 1
    assert seen >= 20


@pytest.mark.parametrize('text', ['name\n. .\n. .\n', 'name black\n. .\n.\n', 'name black\n. Q\n. .\n', 'name green\n.\n'])
def test_bad_drawings_are_refused(text):
    with pytest.raises(ValueError):
        list(drawings.read(text))


def test_suites_run_at_once_are_told_in_their_order(tmp_path, capsys):
    script = tmp_path / 'fake.py'
    script.write_text(FAKE)
    for name, wanted in (('one', 'A1'), ('two', 'B2'), ('three', 'A1')):
        (tmp_path / f'{name}.tst').write_text(f'clear_board\nplay b A1\n1 stones\n#? [{wanted}]\n')
    options = [*(str(tmp_path / f'{name}.tst') for name in ('one', 'two', 'three')), '--engine', f'{sys.executable} {script}', '--json']
    told = []
    for count in '12':
        path = tmp_path / f'{count}.json'
        assert runner.main([*options, str(path), '--jobs', count]) == 1
        told.append([(row['suite'], row['outcome']) for row in json.loads(path.read_text())])
    assert told[0] == told[1] == [('one.tst', 'passed'), ('two.tst', 'FAILED'), ('three.tst', 'passed')]
    capsys.readouterr()
    assert runner.main([options[0], '--engine', '/no/such/engine', '--jobs', '2']) == 2
    assert capsys.readouterr().err == 'the engine cannot be started: /no/such/engine: No such file or directory\n'


BOARDLESS = '''
loadsgf none.sgf 5
1 echo a
#? [a]
2 echo a
#? [!a]*
3 echo a
#? [a]&
clear_board
4 echo a
#? [a]
boardsize 99
5 echo a
#? [a]
'''


def test_tests_without_their_position_fail_for_that_and_it_is_named_once(tmp_path, capsys):
    path = tmp_path / 's.tst'
    path.write_text(BOARDLESS)
    results = list(runner.Runner(InProcess()).run(suite.load(path)))
    assert [result.outcome for result in results] == ['FAILED', 'FAILED', 'ignored', 'passed', 'FAILED']
    assert [result.status for result in results] == ['no board', 'no board', 'no board', '=', 'no board']
    assert runner.main([str(path), '-v']) == 1
    shown = capsys.readouterr().out
    assert shown.count('there is no such file') == 1 and 'not run: 1, 2, 3' in shown and 'unacceptable size: not run: 5' in shown


def test_a_test_without_an_answer_is_skipped_with_a_word(tmp_path, capsys):
    path = tmp_path / 's.tst'
    path.write_text('1 play b A1\n2 list_stones b\n#? [A1]\n3 echo a\n')
    assert runner.main([str(path), '--json', str(tmp_path / 'out.json')]) == 0
    told = capsys.readouterr().err
    assert told == f'{path}:1: test 1 has no expectation and is skipped\n{path}:4: test 3 has no expectation and is skipped\n'
    assert [row['id'] for row in json.loads((tmp_path / 'out.json').read_text())] == ['2']


@pytest.mark.parametrize('text, more', [('', []), ('clear_board\n1 echo a\n', []), ('1 echo a\n#? [a]\n', ['--only', '7'])])
def test_to_run_no_test_is_no_success(tmp_path, capsys, text, more):
    path = tmp_path / 's.tst'
    path.write_text(text)
    assert runner.main([str(path), *more]) == 2 and capsys.readouterr().err.endswith('no test was run\n')


@pytest.mark.parametrize(('option', 'text'), [('--timeout', 'nan'), ('--timeout', '-1'), ('--suite-timeout', '0'), ('--timeout', 'x')])
def test_a_time_that_is_none_is_refused_by_the_name_of_its_option(tmp_path, capsys, option, text):
    """Without a time nothing would be waited for, or everything for ever."""
    path = tmp_path / 's.tst'
    path.write_text('1 echo a\n#? [a]\n')
    with pytest.raises(SystemExit):
        runner.main([str(path), option, text])
    assert f"argument {option}: '{text}' is no number of seconds above 0" in capsys.readouterr().err


def test_a_test_that_only_names_and_no_suite_has_is_said(tmp_path, capsys):
    """The others are run."""
    path = tmp_path / 's.tst'
    path.write_text('1 echo a\n#? [a]\n')
    assert runner.main([str(path), '--only', '1,zz']) == 0
    assert capsys.readouterr().err == '--only: no test is called zz\n'
