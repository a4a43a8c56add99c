"""Trial moves stay until they are taken back: questions are about the board as it stands, and what is refused changes nothing."""
import pytest

from owlgo.gtp.registry import COMMANDS, Stream
from owlgo.gtp.server import handle
from owlgo.gtp.session import Session
from owlgo.gtp.tests.asking import answered as ask

BEFORE = ('boardsize 5', 'komi 0.5', 'gogui-setup b B5 b B4 b B3 b C3 b B2 w D5 w D4 w D3 w D2 w C2', 'play b B1')
TRIED = ('w C1', 'b C4')


def session_with(name: str) -> Session:
    """A session of the lowest level with the last two moves tried or played."""
    session = Session(level=0)
    for line in (*BEFORE, *(f'{name} {move}' for move in TRIED)):
        ask(session, line)
    return session


@pytest.fixture
def session():
    return session_with('trymove')


QUESTIONS = ('reg_genmove w', 'gg_genmove b', 'restricted_genmove w A1 C5 E1', 'top_moves', 'top_moves_black', 'top_moves_white',
             'all_move_values', 'move_reasons C5', 'final_score', 'final_status C5', 'final_status_list dame', 'final_status_list alive',
             'estimate_score', 'new_score', 'experimental_score b', 'initial_influence b influence_regions', 'owlgo-owl attack C2',
             'owlgo-owl defend C2', 'showboard')


@pytest.mark.parametrize('question', QUESTIONS)
@pytest.mark.parametrize('aftermath', [False, True])
def test_questions_are_about_the_board_as_it_stands(session, question, aftermath):
    """The answer is that of the same moves played, whose turn it is too."""
    played = session_with('play')
    session.aftermath = played.aftermath = aftermath
    stack = ask(session, 'dump_stack')
    assert len(stack.splitlines()) == 2
    assert ask(session, question) == ask(played, question)
    assert ask(session, 'dump_stack') == stack


def test_an_open_board_is_played_on_from_the_trial_moves():
    tried, played = Session(level=0), Session(level=0)
    for line in ('boardsize 4', 'play b B2', 'play w C3'):
        assert ask(tried, line) == ask(played, line) == ''
    for move in ('b C2', 'w B3', 'b A3', 'w D2'):
        ask(tried, f'trymove {move}')
        ask(played, f'play {move}')
    assert ask(tried, 'final_score') == ask(played, 'final_score')
    assert ask(tried, 'final_status_list alive') == ask(played, 'final_status_list alive')
    assert len(ask(tried, 'dump_stack').splitlines()) == 4


@pytest.mark.parametrize('name', ['lz-analyze', 'kata-analyze'])
def test_analysis_is_of_the_board_as_it_stands(session, name):
    stack, lines = ask(session, 'dump_stack'), []
    for one in (session, session_with('play')):
        answer = COMMANDS[name].handler(one, [])
        assert isinstance(answer, Stream)
        lines.append(next(answer.lines(lambda: True)))
    assert lines[0] == lines[1] and lines[0].startswith('info move')
    assert ask(session, 'dump_stack') == stack


@pytest.mark.parametrize('line', ['play b B5', 'play w C4', 'play b Z9', 'play b', 'black B5', 'white B5', 'gogui-play_sequence b A1 w A1',
                                  'genmove x', 'reg_genmove', 'restricted_genmove b', 'restricted_genmove b Z9', 'kata-analyze x',
                                  'lz-genmove_analyze x', 'gg-undo 9', 'boardsize 99', 'loadsgf /nowhere', 'final_status Z9'])
def test_what_is_refused_leaves_trial_moves_alone(session, line):
    if line == 'play w C4':
        ask(session, 'play b C4')
        ask(session, 'trymove w C1')
    board, stack = ask(session, 'showboard'), ask(session, 'dump_stack')
    assert handle(session, line).startswith(b'?')
    assert ask(session, 'showboard') == board and ask(session, 'dump_stack') == stack != ''


@pytest.mark.parametrize('line', ['genmove w', 'genmove_black', 'lz-genmove_analyze', 'play w A1', 'undo'])
def test_moves_take_trial_moves_back(session, line):
    """A move is one of the game, in which they were never played."""
    assert handle(session, line).startswith(b'=')
    assert ask(session, 'dump_stack') == ''
    history = ask(session, 'move_history').splitlines()
    assert history == [] if line == 'undo' else history[1:] == ['black B1']
