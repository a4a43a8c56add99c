"""Matches, with engines that do what they are told."""
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from owlgo.gtp import jobs
from owlgo.regress import match
from owlgo.regress.match import Played, Terms, elo, interval, summary

ROOT = Path(__file__).parents[2]
FAKE = '''
import sys
moves, lost_at = sys.argv[1].split(','), sys.argv[2:]
for line in sys.stdin:
    name = line.split()[0]
    answer = '= '
    if name == 'genmove':
        answer += moves.pop(0) if moves else 'pass'
    elif name == 'final_score':
        answer += 'B+3.5'
    elif name == 'play' and line.split()[2].lower() == 'j1':
        answer = '? illegal move'
    elif name == 'play' and line.split()[2].lower() in lost_at:
        sys.exit()
    elif name == 'crash':
        sys.exit()
    print(answer + '\\n', flush=True)
    if name == 'quit':
        break
'''


@pytest.fixture
def fake(tmp_path):
    path = tmp_path / 'fake.py'
    path.write_text(FAKE)
    return lambda moves: f'{sys.executable} {path} {moves}'


def terms(fake, ours, theirs, **more):
    return Terms(fake(ours), fake(theirs), referee=fake('pass'), size=5, **more)


def test_both_colours_are_played_and_a_broken_match_goes_on(fake, tmp_path):
    agreed = terms(fake, 'C3', 'D4', games=4)
    played = match.match(agreed, tmp_path / 'games', jobs=2)
    assert [(game.engine_is_black, game.winner, game.how, game.points) for game in played] == \
        [(True, 'b', 'B+3.5', 1), (False, 'b', 'B+3.5', 0)] * 2
    assert played[0].moves == [('b', 'c3'), ('w', 'd4'), ('b', 'pass'), ('w', 'pass')]
    records = sorted((tmp_path / 'games').iterdir())
    assert len(records) == 4 and b'RE[B+3.5]' in records[0].read_bytes()
    records[2].unlink()
    records[1].write_bytes(records[1].read_bytes().replace(b'RE[B+3.5]', b'RE[W+R]').replace(b': B+3.5]', b': resign]'))
    again = match.match(agreed, tmp_path / 'games')
    assert [game.how for game in again] == ['B+3.5', 'resign', 'B+3.5', 'B+3.5'] and again[1].points == 1
    with pytest.raises(ValueError, match='another match'):
        match.match(terms(fake, 'C3', 'E5', games=4), tmp_path / 'games')


@pytest.mark.parametrize(('rules', 'score'), [('chinese', '0'), ('japanese', 'W+1.0')])
def test_games_are_counted_by_the_rules_of_the_match(fake, tmp_path, rules, score):
    """Each side has two of five columns; Black's last stone dies in White's, who passes."""
    agreed = replace(terms(fake, 'B1,B2,B3,B4,B5,E3', 'D1,D2,D3,D4,D5', games=1), referee='', rules=rules, komi=0.0)
    game, = match.match(agreed, tmp_path)
    path, = tmp_path.glob('game*.sgf')
    assert game.how == score and f'RU[{rules.capitalize()}]'.encode() in path.read_bytes()
    with pytest.raises(ValueError, match='another match'):
        match.match(replace(agreed, rules='japanese' if rules == 'chinese' else 'chinese'), tmp_path)


@pytest.mark.parametrize('broken', [b'', b'(;FF[4]', b'(;SZ[5])', b'no result'])
def test_a_file_that_is_no_game_of_the_match_is_named(fake, tmp_path, broken):
    agreed = terms(fake, 'C3', 'D4', games=1)
    match.match(agreed, tmp_path)
    path, = tmp_path.glob('game*.sgf')
    path.write_bytes(path.read_bytes().replace(b'RE[B+3.5]', b'RE[]') if broken == b'no result' else broken)
    with pytest.raises(ValueError, match='game0000.sgf: a game of another match, or none'):
        match.match(agreed, tmp_path)


def test_a_referee_that_counts_nothing_ends_the_match(fake):
    for said, winner in (('Jigo', 'draw'), ('W+2.5', 'w'), ('', None), ('who knows', None)):
        agreed = terms(fake, 'pass', 'pass', games=1)
        referee = replace(agreed, referee=agreed.referee.replace('fake.py', 'referee.py'))
        path = Path(fake('').split()[1])
        path.with_name('referee.py').write_text(path.read_text().replace("'B+3.5'", repr(said)))
        if winner:
            assert match.match(referee)[0].winner == winner
        else:
            with pytest.raises(ValueError, match='final_score: ' + (said or 'nothing')):
                match.match(referee)
    with pytest.raises(ValueError, match='an empty command'):
        match.match(replace(agreed, opponent=' '))


def test_an_interrupt_ends_the_games_under_way_at_once(tmp_path):
    """Engines that are thinking end, too: they used to be left behind."""
    slow = tmp_path / 'slow.py'
    waits = "        open('asked', 'w'); __import__('time').sleep(3600)\n        answer += moves.pop"
    slow.write_text(FAKE.replace('        answer += moves.pop', waits).replace(
        'import sys\n', "import os, sys\nopen(f'{os.getpid()}.pid', 'w')\n"))
    engine = f'{sys.executable} {slow} C3'
    options = ['--engine', engine, '--referee', engine, '--games', '4', '--size', '5', '--jobs', '2', '--folder', str(tmp_path / 'games')]
    command = [sys.executable, '-m', 'owlgo.cli.main', 'match', engine, *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
                               env={**os.environ, 'PYTHONPATH': str(ROOT)})
    while not (tmp_path / 'asked').exists() and process.poll() is None:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=600)
    assert process.returncode == 130 and 'Traceback' not in error
    engines = [int(path.stem) for path in tmp_path.glob('*.pid')]
    assert len(engines) >= 3
    # A killed process is there until the system has collected it; one that was left behind sleeps for an hour.
    for _ in range(1200):
        engines = [number for number in engines if is_there(number)]
        if not engines:
            break
        time.sleep(0.05)
    assert not engines


def is_there(process: int) -> bool:
    """Whether a process with this number exists."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize(('moves', 'how'), [('resign', 'resign'), ('J1', 'illegal')])
def test_games_are_lost_in_other_ways(fake, moves, how):
    assert [(game.winner, game.how, game.points) for game in match.match(terms(fake, moves, 'D4', games=2))] == \
        [('w', how, 0), ('b', how, 0)]


def test_a_lost_engine_loses_and_one_that_is_not_there_is_an_error(fake):
    crashing = Terms(f'{sys.executable} -c pass', fake('D4'), referee=fake('pass'), size=5, games=1)
    with pytest.raises(ValueError, match='boardsize 5: crash'):
        match.match(crashing)
    with pytest.raises(OSError):
        match.match(Terms('/no/such/engine', fake('D4'), referee=fake('pass'), games=1))


def test_who_is_lost_on_the_other_side_s_move_is_named(fake):
    """A referee that is lost ends the match; a player loses by a crash, not by an illegal move."""
    lost = f'{fake("pass")} c3'
    with pytest.raises(ValueError, match='play b c3: crash'):
        match.match(Terms(fake('C3'), fake('D4'), referee=lost, size=5, games=1))
    game, = match.match(Terms(fake('C3'), lost, referee=fake('pass'), size=5, games=1))
    assert (game.winner, game.how) == ('b', 'crash')


@pytest.mark.parametrize(('options', 'said'), [
    (['--games', '0'], '--games: must be at least 1'), (['--opening-moves', '0'], '--opening-moves: must be at least 1'),
    (['--main-seconds', '-1'], '--main-seconds: must be at least 0'), (['--move-seconds', 'nan'], '--move-seconds: must be positive'),
    (['--gam', '3'], 'unrecognized arguments: --gam')])
def test_an_option_out_of_bounds_is_named(capsys, options, said):
    with pytest.raises(SystemExit):
        match.match_main(['opponent', *options])
    assert said in capsys.readouterr().err


def test_openings_are_played_by_both_colours(fake, tmp_path):
    (tmp_path / 'one.sgf').write_text('(;SZ[5];B[cc];W[bb];B[dd])')
    agreed = terms(fake, 'E1', 'E5', games=2, openings=(tmp_path / 'one.sgf',), opening_moves=2)
    first, second = match.match(agreed)
    assert first.moves[:3] == [('b', 'C3'), ('w', 'B4'), ('b', 'e1')] and second.moves[:3] == [('b', 'C3'), ('w', 'B4'), ('b', 'e5')]
    with pytest.raises(ValueError, match='size 9'):
        match.opening(Terms('a', 'b', openings=(tmp_path / 'one.sgf',)), 0)


def test_what_a_result_says_of_strength():
    assert elo(0.5) == 0 and elo(0.75) == pytest.approx(190.8, abs=0.1) and elo(1) == match.MOST_ELO == -elo(0)
    low, high = interval(54, 60)
    assert (low, high) == pytest.approx((0.799, 0.953), abs=0.001)
    for games in range(1, 40):
        for points in range(games + 1):
            low, high = interval(points, games)
            assert -1e-9 <= low <= points / games + 1e-9 and points / games - 1e-9 <= high <= 1
    text = summary([Played(0, True, 'b', 'B+3.5'), Played(1, False, 'b', 'time')])
    assert text.startswith('1 of 2: 50.0%') and 'Elo +0' in text and text.endswith('game 1: time')
    assert ' points ' in text and 'points' not in summary([Played(1, False, 'b', 'time')])
    ends = [('b', 'B+3.5'), ('w', 'W+10'), ('draw', '0'), ('w', 'resign')]
    assert [Played(0, black, *end).margin for black in (True, False) for end in ends] == [3.5, -10, 0, None, -3.5, 10, 0, None]
    assert '; -2.2 points on average in the 3 ' in summary([Played(0, True, *end) for end in ends])
    assert Played(0, True, 'draw', 'too long').margin is None and Played(0, True, 'draw', 'Jigo').margin == 0


def test_a_cluster_plays_the_games_that_are_missing(fake, tmp_path, monkeypatch):
    asked = []

    def run(work, items, count, scheduler):
        if scheduler:
            asked.append((items, scheduler))
        return jobs.run(work, items, 2)
    monkeypatch.setattr(match, 'run', run)
    agreed = terms(fake, 'C3', 'D4', games=3)
    match.match(agreed, tmp_path)
    (tmp_path / 'game0001.sgf').unlink()
    played = match.match(agreed, tmp_path, scheduler='tcp://there')
    assert asked == [([1], 'tcp://there')] and [game.how for game in played] == ['B+3.5'] * 3
    (tmp_path / 'game0000.sgf').unlink()
    (tmp_path / 'game0002.sgf').unlink()
    assert [game.number for game in match.match(agreed, tmp_path, scheduler='tcp://there')] == [0, 1, 2] and asked[1][0] == [0, 2]
