"""A game on the terminal: typed at a pseudo-terminal, and piped."""
import contextlib
import io
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from owlgo.cli.main import main
from owlgo.cli.options import build_parser
from owlgo.cli.terminal.play import TerminalGame
from owlgo.cli.terminal.screen import Screen
from owlgo.cli.terminal.words import TYPED_WORDS
from owlgo.engine.core import sgf
from owlgo.engine.core.points import BLACK, PASS, WHITE, point, vertex
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.session import Interrupted, Session

ROOT = Path(__file__).parents[3]
QUICK = frozenset(['search', 'patterns'])
PROMPT = re.compile(r'^(?:(?:black|white)\(\d+\): |> )', re.M)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """What is saved of games goes to a folder of the test's."""
    monkeypatch.chdir(tmp_path)


def played(monkeypatch, *lines, size=5, human=BLACK, session=None, encoding='utf-8', **console):
    """The game after these lines were piped in, and what it wrote."""
    out = io.TextIOWrapper(io.BytesIO(), encoding, newline='')
    monkeypatch.setattr(sys, 'stdin', io.StringIO('\n'.join(lines) + '\n'))
    session = session or Session(boardsize=size, level=7, without=QUICK)
    screen = Screen(Console(file=out, highlight=False, markup=False, soft_wrap=True, **console))
    game = TerminalGame(session, screen, TYPED_WORDS, human, quiet=True)
    assert game.run() == 0
    out.seek(0)
    return game, out.read()


def after(text, line):
    """What was written between a line and the next prompt."""
    return PROMPT.split(text.split(f': {line}\n' if f': {line}\n' in text else f'> {line}\n', 1)[1])[0]


def moves(game):
    return [(color, vertex(pos, game.session.size)) for color, pos in game.session.game.moves]


def saved(tmp_path):
    return [sgf.load(path) for path in sorted(tmp_path.glob('owlgo-*.sgf'), key=lambda path: path.stat().st_mtime_ns)]


def test_the_engine_answers_and_the_board_is_plain(monkeypatch):
    game, text = played(monkeypatch, 'c3', 'quit')
    assert len(moves(game)) == 2 and moves(game)[0] == (BLACK, 'C3') and moves(game)[1][0] == WHITE
    assert '\x1b' not in text and '\r' not in text
    assert f'white(2): {moves(game)[1][1]}' in text and f'Last move: White {moves(game)[1][1]}' in text
    rows = [line for line in text.split('\n') if line.startswith(' 3 ')]
    assert rows[0] == ' 3 . . + . . 3' and '●' in rows[1]
    marked = re.findall(r'\((\D)\)', text.split('Last move', 1)[1])
    assert marked == ['○'], 'the last move stands in brackets'


def test_letters_stand_for_stones_where_there_are_no_discs(monkeypatch):
    for language, encoding in (('C', 'ascii'), ('ja_JP.UTF-8', 'utf-8')):
        monkeypatch.setenv('LC_ALL', language)
        game, text = played(monkeypatch, 'c3', 'save ♞.sgf', 'quit', encoding=encoding)
        assert ' X ' in text and '(O)' in text and '●' not in text
    monkeypatch.setenv('LC_ALL', 'C.UTF-8')
    assert '●' in played(monkeypatch, 'c3', 'quit')[1]


def test_colours_and_narrow_terminals(monkeypatch):
    monkeypatch.setenv('LC_ALL', 'C.UTF-8')
    terminal = {'force_terminal': True, 'color_system': 'truecolor', 'legacy_windows': False}
    _, text = played(monkeypatch, 'c3', 'quit', width=80, **terminal)
    assert '\x1b[38;2;0;0;0;48;2;220;179;92m●' in text and '\x1b[38;2;255;255;255;48;2;220;179;92m●' in text
    _, text = played(monkeypatch, 'c3', 'quit', width=80, no_color=True, **terminal)
    assert '\x1b' not in text and '(○)' in text
    for width in (80, 43, 42, 30):
        _, text = played(monkeypatch, 'q16', 'quit', size=19, width=width, no_color=True, **terminal)
        rows = [line for line in text.split('\n') if re.match('1[0-9] .*1[0-9]$', line)]
        assert len(rows) == 20 and max(map(len, rows)) <= width
        assert ('. .' in rows[0]) == (width >= 43)


def test_undo_takes_back_a_pair_of_moves(monkeypatch):
    game, text = played(monkeypatch, 'c3', 'undo', 'undo', 'quit')
    assert moves(game) == [] and 'there is no move of yours' in after(text.split('undo', 1)[1], 'undo')
    # Where the engine began, its first move stays.
    game, _ = played(monkeypatch, 'b2', 'undo', 'quit', human=WHITE)
    assert [color for color, _ in moves(game)] == [BLACK]


def test_what_cannot_be_done_is_said_in_a_line_and_changes_nothing(monkeypatch):
    bad = {'c3': 'there is a stone', 'j1': 'no vertex of a 5x5 board', 'hnt': 'did you mean hint?', 'c3 d3': 'too much',
           'status a5': 'no stone',
           'status z9': 'invalid coordinate', 'new 30': 'from 1 to 25', 'level x': 'from 0 to 12',
           'level 99': 'from 0 to 12', 'rank 30k': 'a rank is 20k to 1k', 'komi nan': 'komi not',
           'handicap 2': 'type new first', 'load no-such-file': 'no such file', 'save .': 'directory', 'load': 'load FILE [MOVE]',
           'save ~nosuch/x.sgf': 'no such user', 'load ~nosuch/x.sgf': 'no such user', 'load ~nosuch/x.sgf 5': 'no such user',
           f'load {300 * "n"} 5': 'too long', f'save {300 * "n"}': 'too long',
           'goto 7': 'there is no move 7', 'color red': 'black or white', 'play 0': 'whole number',
           '"': 'no command', 'force': 'force MOVE',
           'xyzzy': 'help lists', 'back 9': 'the game begins here'}
    before, _ = played(monkeypatch, 'c3', 'quit')
    game, text = played(monkeypatch, 'c3', *bad, 'quit')
    assert moves(game) == moves(before)
    for line, words in bad.items():
        said = after(text.split('Last move')[1], line).strip().split('\n')
        assert len(said) == 1 and said[0].startswith('! ') and words in said[0], (line, said)
    with pytest.raises(GtpError, match='null'):
        game.obey('save a\0b')


def test_hint_why_and_status_explain(monkeypatch):
    game, text = played(monkeypatch, f'load {ROOT}/regress/games/bulky-five.sgf', 'status C7', 'status', 'hint', 'why', 'score', 'quit')
    assert after(text, 'status C7').startswith('Black C7, a dragon of 15 stones, is critical (proved if the wall at B8 holds)')
    assert '[proved if the wall at B8 holds] Black C7, 15 stones: critical E5 E5' in after(text, 'status')
    assert ' is worth ' in after(text, 'hint') and 'no move of OwlGo' in after(text, 'why')
    assert re.match(r'An estimate: (Black|White) is ahead by [\d.]+ points; what is in doubt makes that ', after(text, 'score'))
    assert not game.session.game.moves
    game, text = played(monkeypatch, 'c3', 'why', 'quit')
    assert after(text, 'why').startswith(f'{moves(game)[1][1]} is worth ')


def ended(size=7):
    """A game whose halves are walled off, with a black stone dead in White's and only passes to come."""
    session = Session(boardsize=size, level=0, komi=0.5, without=QUICK)
    black = [point(row, col) for row in range(size) for col in (1, 2)]
    white = [point(row, 3) for row in range(size)] + [point(0, 5), point(2, 5), point(6, 5)]
    session.game.setup([*black, point(4, 6)], white)
    return session


def test_the_end_names_the_winner_the_dead_and_what_comes_next(monkeypatch, tmp_path):
    game, text = played(monkeypatch, 'pass', 'undo', 'force pass', 'go', 'quit', session=ended())
    assert game.ended and moves(game) == [(BLACK, 'PASS'), (WHITE, 'PASS')]
    assert 'White wins by ' in text and '(territory and prisoners, komi 0.5)' in text
    assert 'Dead stones of Black, small letters on the board: G3' in text and re.search(r'^ 3 .* x 3$', text, re.M)
    assert 'Type new for another game' in text
    assert len(saved(tmp_path)) == 1
    game, text = played(monkeypatch, 'pass', 'a4', 'quit', session=ended())
    assert not game.ended and 'A4' in str(moves(game)), 'one may play on'


def test_resigning_is_written_down_and_may_be_taken_back(monkeypatch, tmp_path):
    game, text = played(monkeypatch, 'c3', 'resign', 'c2', 'undo', 'resign', 'save my x.sgf', 'quit')
    assert 'Black resigns: White wins.' in text and 'the game is over' in after(text, 'c2') and len(moves(game)) == 2
    record = sgf.load(tmp_path / 'my x.sgf')
    assert "load 'my x.sgf', or" in text and record.info['RE'] == 'W+R'
    assert record.info['PB'] == 'Human' and record.info['PW'].startswith('OwlGo')
    assert saved(tmp_path) == [], 'it was saved already'


def test_a_resignation_outlasts_a_look_back(monkeypatch, tmp_path):
    """It is at the end of the game, and gone once the game goes on from an earlier position; the game that had it is kept with it."""
    game, text = played(monkeypatch, 'c3', 'resign', 'back', 'last', 'd4', 'back', 'save x.sgf', 'quit')
    assert text.count('Black resigns: White wins.') == 2 and 'the game is over' in after(text, 'd4')
    assert sgf.load(tmp_path / 'x.sgf').info['RE'] == 'W+R' and saved(tmp_path) == []
    game, text = played(monkeypatch, 'c3', 'resign', 'back 2', 'd4', 'quit')
    assert [record.info.get('RE') for record in saved(tmp_path)] == ['W+R', None]
    assert not game.resigned and len(moves(game)) == 2


def test_a_resignation_of_a_game_that_was_saved_is_kept(monkeypatch, tmp_path):
    played(monkeypatch, 'c3', 'save x.sgf', 'resign', 'quit')
    assert [record.info.get('RE') for record in saved(tmp_path)] == ['W+R']


def test_no_game_is_lost(monkeypatch, tmp_path):
    games = [played(monkeypatch, 'c3')[0],                                  # the end of the input
             played(monkeypatch, 'b2', 'quit')[0]]
    kept = saved(tmp_path)
    assert [[event[1] for event in record.events] for record in kept] == [[pos for _, pos in game.session.game.moves] for game in games]
    _, text = played(monkeypatch, 'd4', 'new 7', 'quit')
    assert len(saved(tmp_path)) == 3 and re.search(r'The game is saved in (.*\.sgf); ', after(text, 'new 7'))
    played(monkeypatch, 'quit')
    assert len(saved(tmp_path)) == 3, 'no game, no file'
    # Saved, gone on with from its middle, and left there: the file has the whole game.
    _, text = played(monkeypatch, 'd4', 'b2', 'save x.sgf', 'back 2', 'quit')
    assert len(saved(tmp_path)) == 3 and len(sgf.load(tmp_path / 'x.sgf').events) >= 4
    game, text = played(monkeypatch, 'load x.sgf 2', 'quit')
    assert 'you play that side' in text and len(moves(game)) == 1 and game.human == WHITE


@pytest.mark.skipif(os.name == 'nt', reason='no folder that is in use is removed there')
def test_a_folder_that_is_gone_is_no_reason_to_lose_a_game(monkeypatch, tmp_path):
    (tmp_path / 'here').mkdir()
    (tmp_path / 'there').mkdir()
    monkeypatch.chdir(tmp_path / 'here')
    monkeypatch.setattr('tempfile.tempdir', str(tmp_path / 'there'))
    (tmp_path / 'here').rmdir()
    _, text = played(monkeypatch, 'c3', 'quit')
    path = Path(re.findall(r'saved in (\S+\.sgf)', text)[0])
    assert path.parent == tmp_path / 'there' and sgf.load(path).events
    (tmp_path / 'there').rename(tmp_path / 'nowhere')
    assert '! the game could not be saved' in played(monkeypatch, 'c3', 'quit')[1]


def test_a_komi_that_is_set_in_between_stays(monkeypatch):
    game, _ = played(monkeypatch, 'c3', 'b2', 'back 1', 'komi 6.5', 'save x.sgf', 'last', 'quit')
    assert game.session.game.komi == 6.5 == sgf.load('x.sgf').komi


def test_one_may_walk_through_a_game_and_go_on_anywhere(monkeypatch):
    game, text = played(monkeypatch, 'c3', 'b2', 'back 3', 'forward', 'goto 0', 'last', 'back', 'quit')
    assert len(moves(game)) == 3 and game.waiting and len(game.record().events) == 4
    game, _ = played(monkeypatch, 'c3', 'b2', 'goto 1', 'd4', 'quit')
    assert moves(game)[1] == (WHITE, 'D4') and len(moves(game)) == 2 and not game.waiting
    game, _ = played(monkeypatch, 'force c3', 'force b2', 'play 2', 'switch', 'quit')
    assert [color for color, _ in moves(game)] == [BLACK, WHITE, BLACK, WHITE, BLACK] and game.human == WHITE


@pytest.mark.parametrize('words', [['back 2', 'a1'], ['back 2', 'go'], ['back 2', 'switch'], ['back 2', 'undo'], ['goto 0', 'handicap 2'],
                                   ['goto 0', 'freehandicap 2'], ['goto 2', 'force a1', 'b1', 'new']])
def test_what_came_after_an_earlier_position_is_kept(monkeypatch, tmp_path, words):
    played(monkeypatch, 'force c3', 'force d3', 'force d4', 'force c4', *words, 'quit', size=7)
    whole = [vertex(event.pos, 7) for event in saved(tmp_path)[0].events]
    assert whole == ['C3', 'D3', 'D4', 'C4'] and len(saved(tmp_path)) == (1 if words[-1] == 'undo' else 2)


def test_walking_through_a_game_that_was_saved_writes_no_file(monkeypatch, tmp_path):
    played(monkeypatch, 'force c3', 'force d3', 'save x.sgf', 'back 2', 'force c2', 'save y.sgf', 'quit')
    assert saved(tmp_path) == [] and len(sgf.load(tmp_path / 'x.sgf').events) == 2


def test_a_file_is_written_again_only_with_the_game_that_was_saved_in_it(monkeypatch, tmp_path):
    record = b'(;SZ[5];B[cc](;W[bb];B[dd])(;W[dd];B[bb]))'
    (tmp_path / 'v.sgf').write_bytes(record)
    (tmp_path / 'link.sgf').symlink_to(tmp_path / 'v.sgf')
    _, text = played(monkeypatch, 'load v.sgf', 'save v.sgf', 'save link.sgf', 'save x.sgf', 'b4', 'save ./x.sgf', 'new', 'save x.sgf',
                     'quit')
    for line in ('save v.sgf', 'save link.sgf'):
        assert after(text, line) == f'! {line[5:]}: this file is there already, and this game was not saved in it: ' \
                                    'save it under another name\n'
    assert (tmp_path / 'v.sgf').read_bytes() == record and after(text, 'save ./x.sgf').startswith('Saved in x.sgf')
    assert after(text.split(': new\n')[1], 'save x.sgf').startswith('! x.sgf: this file is there already')
    # Another game goes on from an earlier position; the one that was saved stays.
    _, text = played(monkeypatch, 'force c3', 'force d3', 'save y.sgf', 'back 2', 'force c2', 'save y.sgf', 'quit')
    assert '! y.sgf: this file is there already' in text and len(sgf.load(tmp_path / 'y.sgf').events) == 2


def test_the_later_one_of_level_and_rank_holds(monkeypatch):
    game, text = played(monkeypatch, 'rank 20k', 'level', 'level 9', 'info', 'quit')
    assert after(text, 'level') == 'Level 7.  Rank 20k decides the moves.\n' and after(text, 'level 9') == 'Level 9.\n'
    assert 'at level 9.' in after(text, 'info') and game.session.rank is None
    assert played(monkeypatch, 'level 9', 'rank 20k', 'quit')[0].session.rank == 20


def test_settings(monkeypatch):
    game, text = played(monkeypatch, 'new 9', 'handicap 3', 'komi 4.5', 'level 1', 'info', 'color white', 'playblack', 'quit')
    session = game.session
    assert (session.game.handicap, session.game.komi, session.level, session.game.size, game.human) == (3, 4.5, 1, 9, BLACK)
    assert 'handicap 3, komi 4.5' in after(text, 'info') and len(moves(game)) >= 1
    game, text = played(monkeypatch, 'freehandicap 4', 'showboard', 'c1', 'board', 'help', 'quit', size=7)
    assert text.count('A B C D') == 2 * 2 + 2 and all(one.usage in text and one.what in text for name, one in TYPED_WORDS.items()
                                                      if name == one.names[0])


def test_an_interrupt_stops_thinking_and_the_game_goes_on(monkeypatch):
    begin = TerminalGame.thinking
    interrupted = ['go', 'hint', 'status c3']
    last = ''

    @contextlib.contextmanager
    def thinking(self):
        with begin(self):
            if last in interrupted:
                interrupted.remove(last)
                signal.raise_signal(signal.SIGINT)
            yield
    ask = Screen.ask

    def asked(self, prompt):
        nonlocal last
        last = ask(self, prompt)
        return last
    monkeypatch.setattr(TerminalGame, 'thinking', thinking)
    monkeypatch.setattr(Screen, 'ask', asked)
    game, text = played(monkeypatch, 'force c3', 'go', 'hint', 'status c3', 'hint', 'undo', 'force c3', 'go', 'quit')
    assert interrupted == [] and not game.session.interrupted.is_set()
    assert after(text, 'go').startswith('! interrupted: go lets OwlGo move, or type a move of White, or undo')
    assert after(text, 'status c3') == '! interrupted\n' == after(text, 'hint')
    assert ' is worth ' in after(text.split(': status c3')[1], 'hint')
    assert [color for color, _ in moves(game)] == [BLACK, WHITE]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_move_over_gtp_is_interrupted_too():
    from owlgo.gtp.server import handle
    session = Session(boardsize=5, level=0)
    for line in (b'genmove b', b'reg_genmove b', b'top_moves'):
        session.interrupted.set()
        assert handle(session, line) == b'? interrupted\n\n'
    assert issubclass(Interrupted, Exception) and session.game.moves == []
    session.interrupted.clear()
    assert handle(session, b'genmove b').startswith(b'= ')


def test_options_begin_the_game(monkeypatch, capsys):
    options = ['--mode', 'ascii', '--boardsize', '5', '--level', '0', '--without', 'search', '--komi', '1.5', '--quiet']
    monkeypatch.setattr(sys, 'stdin', io.StringIO('info\nquit\n'))
    assert main([*options, '--color', 'white']) == 0
    out = capsys.readouterr().out
    assert 'black(1): ' in out and 'You play White' in out and 'komi 1.5' in out
    monkeypatch.setattr(sys, 'stdin', io.StringIO('info\nquit\n'))
    assert main([*options[:2], '--boardsize', '9', '--handicap', '2', '--level', '0', '--without', 'search']) == 0
    assert 'handicap 2' in capsys.readouterr().out
    monkeypatch.setattr(sys, 'stdin', io.StringIO('quit\n'))
    assert main([*options, '--handicap', '9']) == 1
    assert '--handicap' in capsys.readouterr().err
    record = str(ROOT / 'regress' / 'games' / 'alphago-lee-sedol-4.sgf')
    monkeypatch.setattr(sys, 'stdin', io.StringIO('quit\n'))
    assert main(['--mode', 'ascii', '-l', record, '-L', '2', '--level', '0']) == 0
    assert 'You play White' in capsys.readouterr().out, 'the side to move'
    assert build_parser().parse_args(['--color', 'w']).color == WHITE and PASS == 0


# --- a pseudo-terminal ----------------------------------------------------------------------------------------------------


INTERRUPT = '\x03'


class Typist:
    """The command on a terminal of its own."""

    def __init__(self, *options, folder, **env):
        self.parent, child = os.openpty()
        command = [sys.executable, '-m', 'owlgo.cli.main', '--boardsize', '5', '--level', '0', '--without', 'search', *options]
        self.process = subprocess.Popen(command, stdin=child, stdout=child, stderr=child, cwd=folder, start_new_session=True,
                                        preexec_fn=take_terminal,
                                        env={**os.environ, 'PYTHONPATH': str(ROOT), 'TERM': 'xterm-256color', 'LC_ALL': 'C.UTF-8', **env})
        os.close(child)
        self.seen = ''

    def until(self, text, seconds=120):
        """What is written until this text comes; all that is written if the process ends."""
        start = len(self.seen)
        end = time.monotonic() + seconds
        data = b''
        while text not in data.decode('utf-8', 'replace') and time.monotonic() < end:
            if select.select([self.parent], [], [], 0.1)[0]:
                try:
                    got = os.read(self.parent, 1 << 16)
                except OSError:
                    break
                if not got:
                    break
                data += got
        self.seen += data.decode('utf-8', 'replace')
        return self.seen[start:]

    def type(self, text):
        if text == INTERRUPT:
            self.settle()
        os.write(self.parent, text.encode())

    def settle(self):
        """Python's readline shows the prompt before it waits: a signal that comes in between is felt with the next key only."""
        time.sleep(1)

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.parent)


def take_terminal():
    """Make standard input the controlling terminal, so that Ctrl-C reaches the process."""
    import fcntl
    import termios
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def test_a_person_plays_at_a_terminal(tmp_path):
    pytest.importorskip('pty')
    typist = Typist(folder=tmp_path)
    try:
        assert 'You play Black' in typist.until('black(1): ') and '\x1b[' in typist.seen, 'no mode was asked for, and there are colours'
        typist.type('c3\n')
        assert '(\x1b' in typist.until('black(3): ') and 'Last move: White' in typist.seen
        # Once is asked about, twice leaves and keeps the game.
        typist.type(INTERRUPT)
        assert 'Ctrl-C again leaves' in typist.until('black(3): ')
        typist.type('board\n')
        typist.until('black(3): ')
        typist.type(INTERRUPT)
        typist.until('black(3): ')
        typist.type(INTERRUPT)
        assert 'The game is saved in' in typist.until('never')
        assert typist.process.wait(30) == 128 + signal.SIGINT and len(saved(tmp_path)) == 1
    finally:
        typist.close()


def test_the_end_of_the_terminal_keeps_the_game(tmp_path):
    pytest.importorskip('pty')
    typist = Typist('--quiet', folder=tmp_path, NO_COLOR='1')
    try:
        typist.until('black(1): ')
        typist.type('c3\n')
        typist.until('black(3): ')
        assert '(○)' in typist.seen and '48;' not in typist.seen
        typist.settle()
        os.killpg(typist.process.pid, signal.SIGHUP)
        typist.until('never')
        assert typist.process.wait(30) == 128 + signal.SIGHUP and len(saved(tmp_path)) == 1
    finally:
        typist.close()
