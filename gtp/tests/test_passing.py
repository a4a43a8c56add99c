"""A game that is won by passing, over GTP."""
import pytest

from owlgo.engine.core.points import WHITE
from owlgo.engine.play.weights import TIMING
from owlgo.gtp.registry import COMMANDS, Stream
from owlgo.gtp.server import call
from owlgo.gtp.session import Session
from owlgo.gtp.tests.asking import answered as ask

WALLS = ('boardsize 5', 'komi -4.5', 'gogui-setup w C1 w C2 w C3 w C4 w C5 b D1 b D2 b D3 b D4 b D5')
"""White has two columns and Black one: White wins by half a point."""


def begun(*lines: str, level: int = 2, without: frozenset[str] = frozenset()) -> Session:
    session = Session(level=level, without=without)
    for line in (*WALLS, *lines):
        ask(session, line)
    return session


def analysis(session: Session, line: str) -> str:
    """The first line of an analysis."""
    name, *args = line.split()
    stream = call(session, COMMANDS[name], args)
    assert isinstance(stream, Stream)
    return next(iter(stream.lines(lambda: True)))


@pytest.mark.parametrize(('level', 'without'), [(0, frozenset()), (5, frozenset()), (10, frozenset()), (10, frozenset({'search'}))])
def test_all_commands_say_that_a_pass_wins(level, without):
    """The choice, the values of moves and the analyses, at all levels and with ``--classic``."""
    session = begun('play b pass', level=level, without=without)
    assert ask(session, 'reg_genmove w') == 'PASS'
    assert ask(session, 'top_moves') == ask(session, 'top_moves_white') == ask(session, 'all_move_values') == ''
    for name in ('lz-analyze', 'kata-analyze'):
        assert analysis(session, f'{name} w 10').startswith('info move pass ')
    for name in ('lz-genmove_analyze', 'kata-genmove_analyze'):
        assert ask(session, f'{name} w').endswith('\nplay pass')
        ask(session, 'undo')
    assert ask(session, 'genmove w') == 'PASS' and ask(session, 'gomill-explain_last_move').startswith('Passed: the opponent has passed')
    assert ask(session, 'final_score') == 'W+0.5'


@pytest.mark.parametrize('name,passes,seconds', [
    ('lz-analyze', 'w', 0), ('kata-analyze', 'wbw', 0), ('lz-genmove_analyze', 'w', 0), ('kata-genmove_analyze', 'wbw', 0),
    ('lz-genmove_analyze', 'w', 4), ('kata-genmove_analyze', 'wbw', 4), ('kata-genmove_analyze', 'w', 20)])
def test_a_variation_ends_with_the_second_pass_in_a_row(name, passes, seconds):
    """After a pass a variation that begins with another has this one move, in haste too and when the game is over.

    With 4 seconds nothing is examined; an analysis that goes on until it is stopped asks no clock.
    """
    session = Session(level=0)
    for line in ('boardsize 5', 'play b C3', *(f'play {one} pass' for one in passes), f'time_settings {seconds} 0 0'):
        ask(session, line)
    said = ask(session, f'{name} b') if 'genmove' in name else analysis(session, f'{name} b 10')
    lines = [part.split('\n')[0].partition(' pv ')[2].split() for part in said.split('info ')[1:]]
    passing = [line for line in lines if line[0] == 'pass']
    # A clock that runs on a busy machine may leave too few playouts for a line about the pass.
    assert all(len(line) == 1 for line in passing) and (passing or seconds)
    assert all('pass pass' not in ' '.join(line[:-1]) for line in lines)
    assert any(len(line) > 1 for line in lines), 'other variations go on'


@pytest.mark.parametrize('seconds', [4, 10])
def test_a_pass_wins_with_a_clock_too(seconds):
    """In haste as well, when nothing else is examined."""
    session = begun('play b pass', f'time_settings {seconds} 0 0')
    assert session.clock is not None and (session.clock.for_move(WHITE, 0, 5) < TIMING.haste) == (seconds == 4)
    assert ask(session, 'genmove w') == 'PASS'


@pytest.mark.parametrize('setting', ['kgs-time_settings none', 'time_settings 10 0 0'])
@pytest.mark.parametrize('color', ['b', 'w'])
def test_cleaning_up_passes_where_nothing_dead_stands(setting, color):
    """Whoever wins, and whether anybody has passed or not."""
    assert ask(begun(setting), f'kgs-genmove_cleanup {color}') == 'PASS'


def test_cleaning_up_takes_what_is_dead_and_then_passes():
    session = Session(level=2)
    for line in ('boardsize 7', 'gogui-setup w B1 w B2 w B3 w B4 w B5 w B6 w B7 b A1 b C1 b C2 b C3 b C4 b C5 b C6 b C7'):
        ask(session, line)
    assert ask(session, 'kgs-genmove_cleanup b') == 'PASS'
    assert ask(session, 'kgs-genmove_cleanup w') == 'A2' and session.game.captures(WHITE) == 1
    assert ask(session, 'kgs-genmove_cleanup w') == 'PASS'


def test_top_moves_name_the_move_of_a_lost_game_too():
    """A pass loses by half a point, and no move gains one: genmove plays on, and nothing was listed."""
    session = Session(level=10)
    wall = ' '.join(f'w {column}4 b {column}3' for column in 'ABCDEFG')
    for line in ('boardsize 7', 'komi -7.5', f'gogui-setup {wall}', 'play b pass'):
        ask(session, line)
    assert ask(session, 'top_moves_white').split()[0] == ask(session, 'reg_genmove w') != 'PASS'


def test_top_moves_begin_with_the_move_that_is_played():
    """A move on settled ground has a value, too, but genmove does not play it: no list puts it first."""
    session = Session(level=10)
    for line in ('boardsize 7', 'komi 0.5', 'gogui-setup b D1 b D2 b D3 b D4 b D5 b D6 b C7 w E1 w E2 w E3 w E4 w E5 w E6 w F7'):
        ask(session, line)
    assert ask(session, 'top_moves_black').split()[0] == ask(session, 'reg_genmove b') == 'D7'
