"""``owlgo solve --goal``: JSON, sentences, marks of records, files, and what is refused."""
import errno
import json

import pytest

from owlgo.cli import outputs, verify
from owlgo.cli.solve import main
from owlgo.cli.tests.test_solve import run

RECORD = '(;GM[1]FF[4]SZ[6]PL[W]AB[ba][da][ab][bb][cb][db][ae]AW[ea][eb][ac][bc][cc][dc][ec][be][af])'
"""Two black strings: one with two eyes, one in atari at A2."""


@pytest.fixture
def record(tmp_path):
    """Return a function that writes a record and returns its path."""
    def write(text):
        path = tmp_path / 'r.sgf'
        path.write_text(text, 'utf-8')
        return str(path)
    return write


def answered(capsys, *options):
    """The answer as JSON."""
    return json.loads(run(capsys, *options, '--json')[1])


def test_the_answer_begins_with_lives_grade_and_moves(capsys, record):
    found = answered(capsys, record(RECORD), 'B6', 'A2', '--goal', 'any', '--no-ko', 'black', '--seconds', '20')
    assert list(found)[:3] == ['lives', 'grade', 'moves']
    assert (found['lives'], found['grade'], found['moves'], found['no_ko'], found['to_move']) == (True, 'proved', [], 'black', 'white')
    found = answered(capsys, record(RECORD), 'B6', 'A2', '--goal', 'all')
    assert (found['lives'], found['grade']) == (False, 'proved') and 'A3' in found['moves']


@pytest.mark.parametrize('goal,first,said', [
    ('any', 'white', 'White first: one of B6 and A2 lives (proved,'), ('all', 'white', 'White first: one of B6 and A2 is taken with A3'),
    ('capture', 'white', 'White first: one of B6 and A2 is taken with A3'),
    ('connect', 'black', 'Black first: B6 and A2 do not connect (proved,')])
def test_every_goal_is_answered_in_a_sentence(capsys, record, goal, first, said):
    status, out, err = run(capsys, record(RECORD), 'B6', 'A2', '--goal', goal, '--first', first, '--quiet')
    assert (status, err) == (0, '') and said in out


@pytest.mark.parametrize('marks', ['TR[ba]', 'MA[ba]', 'SQ[ba]', 'CR[ba]', 'MA[ba]TR[ac][ba]', 'TR[ba]SQ[ac][bc]', 'SQ[ba]TR[ca]'])
def test_marks_name_the_stones_as_programs_write_them(capsys, record, marks):
    """Marks of empty points, or of another kind, do not matter."""
    found = answered(capsys, record(RECORD.replace('PL[W]', f'PL[W]{marks}')), '--goal', 'any')
    assert (found['stones'], found['lives']) == (['B6'], True)


@pytest.mark.parametrize('options,said', [
    (['--goal', 'any'], 'owlgo solve: the record marks no stones (MA, TR, SQ, CR, SL): name a stone of each string in question'),
    (['B6', 'A4', '--goal', 'any'], 'owlgo solve: B6 A4: the stones of a goal have one colour'),
    (['B6', '--goal', 'any', '--region', 'A1-Z9'], 'owlgo solve: --region:'), (['A6', '--goal', 'any'], 'owlgo solve: A6 is empty'),
    (['B6', '--goal', 'connect'], 'owlgo solve: connect: name a stone of each of two strings, or more')])
def test_what_does_not_fit_is_refused_in_one_line(capsys, record, options, said):
    status, out, err = run(capsys, record(RECORD), *options)
    assert status == 1 and out == '' and err.startswith(said) and err.count('\n') == 1


@pytest.mark.parametrize('options,said', [
    (['B6', '--no-ko', 'black'], '--no-ko: only with a goal'), (['B6', 'A2'], 'several stones: only with a goal'),
    (['B6', '--goal', 'any', '--no-ko', 'red'], "argument --no-ko: 'red' is neither black nor white"),
    (['B6', '--goal', 'any', '--seconds', '0'], '--seconds:'),
    (['B6', '--goal', 'any', '--try', 'A6'], '--try: not with --goal'), (['--goal', 'any', '--no-ko'], 'argument --no-ko: expected one')])
def test_options_that_do_not_go_together(capsys, record, options, said):
    with pytest.raises(SystemExit) as stopped:
        main([record(RECORD), *options])
    assert stopped.value.code == 2 and said in capsys.readouterr().err


@pytest.mark.parametrize('stones,goal,mover,said', [
    ('B6 A2', 'any', 'attacker', 'the defender wins whatever happens outside'),
    ('B6 A2', 'all', 'attacker', 'the attacker wins whatever happens outside 14 points, the goal being to take one of B6 '),
    ('A2', 'capture', 'attacker', 'the attacker wins whatever happens outside 6 points, the goal being to take one of A2 '),
    ('A2 B6', 'connect', 'defender', 'the defender wins whatever happens outside 21 points, the goal being to connect B6 A2 '),
    ('A1 A4', 'connect', 'attacker', 'the attacker wins whatever happens outside 23 points, the goal being to connect A4 A1 '),
    ('B6', 'all', 'attacker', 'the defender wins, the goal being to take one of B6 D6 A5 B5 C5 D5 ')])
def test_certificates_of_goals_are_verified(capsys, record, tmp_path, stones, goal, mover, said):
    """The last one is about a closed region."""
    name = str(tmp_path / 'c.json')
    assert run(capsys, record(RECORD), *stones.split(), '--goal', goal, '--certificate', name)[0] == 0
    status, out, _ = run(capsys, name, command=verify.main)
    assert status == 0 and out.startswith(f'proved: {mover} to move, ') and f': {said}' in out


def test_the_winner_plays_in_the_given_region_alone(capsys, record):
    """The only move that takes the string lies outside."""
    found = answered(capsys, record(RECORD), 'A2', '--goal', 'capture', '--region', 'A1-C4')
    assert found['lives'] is False
    found = answered(capsys, record(RECORD), 'A2', '--goal', 'capture', '--region', 'D1-F2', '-n', '1000')
    assert found['lives'] is not False


@pytest.mark.parametrize('nodes', ['1', '20000'])
def test_the_answer_is_told_though_its_certificate_cannot_be_written(capsys, record, tmp_path, monkeypatch, nodes):
    """Onto a full disk; and of what is unknown after a single position."""
    def full(path, content):
        raise OSError(errno.ENOSPC, 'No space left on device', str(path))
    monkeypatch.setattr(outputs, 'write_file', full)
    options = '--goal', 'any', '-n', nodes, '--quiet', '--certificate', str(tmp_path / 'c.json')
    status, out, err = run(capsys, record(RECORD), 'B6', 'A2', *options)
    assert status == 1 and 'White first: ' in out and ('unknown' in out) == (nodes == '1') and err and 'Traceback' not in err
