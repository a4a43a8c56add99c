"""An interrupted command says so, and nothing that it left half read is taken for an answer later."""
import pytest

from owlgo.gtp.session import Session
from owlgo.gtp.tests.asking import ask
from owlgo.gtp.tests.fuzz import Countdown

QUESTIONS = ('dragon_status', 'dragon_status {}', 'owl_attack {}', 'owl_defend {}', 'dragon_data', 'owlgo-explain {}', 'estimate_score',
             'owlgo-dragon {}', 'owl_threaten_defense {}', 'analyze_semeai {} {}', 'owlgo-owl attack {}', 'owlgo-dragon_statuses',
             'analyze_semeai_after_move w A1 {} {}', 'owl_does_attack A1 {}', 'final_status {}', 'move_influence b A1 territory_value')
QUICK = ('owl_attack {}', 'dragon_status {}', 'analyze_semeai {} {}')


def opened(name='counter-capture'):
    session = Session(level=1)
    assert ask(session, f'loadsgf regress/games/{name}.sgf').startswith('=')
    return session


@pytest.mark.parametrize('question', [each if each in QUICK else pytest.param(each, marks=pytest.mark.slow) for each in QUESTIONS])
def test_what_was_interrupted_is_asked_again_as_if_nothing_had_been(question):
    session, plain = opened(), opened()
    stones = [plain.game.vertex(plain.game.stones(color)[0]) for color in (2, 1)]
    line = question.format(*stones)
    board = session.game.board.copy()
    expected = ask(plain, line)
    interrupted = 0
    for times in (0, 1, 2, 4, 8, 16):
        never, session.interrupted = session.interrupted, Countdown(times)
        answer = ask(session, line)
        session.interrupted = never
        assert answer in ('? interrupted\n\n', expected), (line, times)
        interrupted += answer != expected
        assert session.game.board['color'].tobytes() == board['color'].tobytes() and session.game.stack() == []
        assert ask(session, line) == expected, (line, times)
        session._known_of = None        # as if for the first time again
    assert interrupted, 'it never asked'


def test_trial_moves_of_the_controller_stay():
    session = opened()
    stone = session.game.vertex(session.game.stones(2)[0])
    assert ask(session, 'trymove b A1') == '= \n\n'
    stack = ask(session, 'dump_stack')
    session.interrupted.set()
    for line in (f'owl_does_attack A2 {stone}', f'owlgo-owl attack {stone}', 'move_influence w A2 territory_value', 'genmove b',
                 'genmove_white', 'kgs-genmove_cleanup b', 'lz-genmove_analyze w', 'kata-genmove_analyze b avoid b A2 1'):
        assert ask(session, line) == '? interrupted\n\n'
        assert ask(session, 'dump_stack') == stack
    session.interrupted.clear()
    assert ask(session, f'owlgo-owl attack {stone}').startswith('=') and ask(session, 'dump_stack') == stack


def test_an_interrupted_proof_is_unknown():
    session = opened('straight-three')
    stone = session.game.vertex(session.game.stones(1)[0])
    answer = ask(session, f'owlgo-solve attack {stone}')
    assert ' proved ' in answer
    for times in (0, 1, 2, 3):
        session.interrupted = Countdown(times)
        given = ask(session, f'owlgo-solve attack {stone}')
        assert ' unknown ' in given or given in (answer, '? interrupted\n\n')
    session.interrupted.clear()
    session = opened('atari')
    session.interrupted.set()
    assert ask(session, f'owlgo-solve attack {session.game.vertex(session.game.stones(2)[0])}') == '? interrupted\n\n'
