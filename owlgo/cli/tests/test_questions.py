"""Answers to other programs' questions about a position, as data."""
import json
from pathlib import Path

import pytest

from owlgo.cli import questions
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.points import BLACK, WHITE, parse_vertex
from owlgo.engine.core.result import WIN, Reading
from owlgo.engine.core.sgf import SgfError
from owlgo.engine.examine.examination import Examination
from owlgo.engine.life.verdict import Answer
from owlgo.gtp.session import Interrupted, Session
from owlgo.serve import positions

GAME = Path(__file__).parents[3] / 'regress' / 'games' / 'alphago-lee-sedol-4.sgf'
CORNER = b'(;SZ[9]AB[ab][bb][cb][db][da]AW[ac][bc][cc][dc][ec][eb][ea]PL[W])'
"""Black has four stones in the corner, and three points inside.

    9  . . . X O
    8  X X X X O
    7  O O O O O
"""


def corner():
    session = Session()
    questions.load(session, CORNER, 'corner.sgf')
    return session


def test_a_status_with_its_zone_and_its_moves():
    session = corner()
    told = questions.status(session, 'A8')
    assert (told['status'], told['grade'], told['attack'], told['defence']) == ('critical', 'proved', 'B9', 'B9')
    assert {'A9', 'B9', 'C9'} <= set(told['zone']) and 'A8' in told['stones'] and told['certain'] and 'E9' in told['wall']
    assert json.loads(json.dumps(told)) == told


@pytest.mark.parametrize('color, move, works', [(WHITE, 'B9', 'yes'), (WHITE, 'A9', 'no'), (BLACK, 'B9', 'yes'), (BLACK, 'J1', 'no'),
                                                (WHITE, 'pass', 'no')])
def test_a_move_works_or_is_refuted(color, move, works):
    session = corner()
    told = questions.refute(session, 'A8', move, color)
    assert told['works'] == works and told['certain'], told
    if works == 'no':
        assert told['reply'] == 'B9' and told['line'][0]['vertex'] == 'B9' and 'answers B9' in told['sentence']
    assert session.trial_moves == 0


def test_a_capture_that_leaves_the_rest_of_the_dragon_alive_does_not_kill():
    """White C6 takes B6, a snapback; the dragon has two eyes above."""
    session = Session()
    positions.load(session, {'to_move': 'white', 'diagram': """
        X.X.X.XOO
        XXXXXXXO.
        .OXX.OOO.
        OX.OX....
        .OXX.....
        OOOOOO...
        .........
        .........
        ........."""}, None)
    assert {'B6', 'A9'} <= set(questions.dragon_at(session, 'B6'))
    told = questions.refute(session, 'B6', 'C6', WHITE)
    assert (told['works'], told['grade'], told['reply']) == ('no', 'proved', None)
    assert told['sentence'] == 'White C6 does not kill: Black need not answer (proved).'
    assert [one['color'] for one in told['line'][:2]] == ['black', 'white'] and told['line'][0]['vertex'] == 'PASS'


def test_taking_the_whole_dragon_kills_it():
    session = Session()
    questions.load(session, b'(;SZ[5]AB[aa]AW[ba][dd]PL[W])', 'x')
    told = questions.refute(session, 'A5', 'A4', WHITE)
    assert (told['works'], told['grade'], told['line'], told['sentence']) == ('yes', 'proved', [], 'White A4 kills (proved).')


def test_a_guess_is_called_one(monkeypatch):
    session = corner()
    monkeypatch.setattr(Examination, 'answer', lambda *_, **__: Answer(Reading(WIN, parse_vertex('B9', 9), 0, Grade.UNCERTAIN)))
    told = questions.refute(session, 'A8', 'A9', WHITE)
    assert not told['certain'] and told['sentence'] == 'A guess: White A9 does not kill: Black answers B9 (uncertain).'
    assert told['line'] == [{'color': 'black', 'vertex': 'B9', 'words': ''}], 'there is no tree: the answer alone'


def test_every_dragon_of_a_board():
    told = list(questions.dragons(corner()))
    assert [(one['vertex'], one['status'], one['grade']) for one in told] == [('D9', 'critical', 'proved'), ('E9', 'alive', 'unchecked')]
    assert told[0]['sentence'] == 'Black D9, 5 stones, is critical (proved): B9 kills, B9 saves.'
    assert told[1]['sentence'].startswith('Unchecked: White E9, 7 stones, counts as alive; it can run out')
    assert not list(questions.dragons(Session(boardsize=5)))


def test_the_board_as_data():
    session = Session()
    questions.load(session, GAME.read_bytes(), GAME.name, 4)
    told = questions.board(session)
    assert told['moves'] == 3 and len(told['rows']) == 19 == told['size'] and told['to_move'] == 'white'
    assert sum(row.count('X') for row in told['rows']) == 2 and sum(row.count('O') for row in told['rows']) == 1


def test_errors_change_nothing():
    session = corner()
    before = questions.board(session)
    with pytest.raises(SgfError, match=r'bad\.sgf'):
        questions.load(session, b'(;SZ[x])', 'bad.sgf')
    with pytest.raises(ValueError, match='no stone at J1'):
        questions.status(session, 'J1')
    with pytest.raises(ValueError, match='White cannot play A8: occupied'):
        questions.refute(session, 'A8', 'A8', WHITE)
    session.interrupted.set()
    with pytest.raises(Interrupted):
        questions.refute(session, 'A8', 'B9', WHITE)
    assert session.trial_moves == 0
    session.interrupted.clear()
    assert questions.board(session) == before


def test_a_dragon_left_unread_for_its_large_space_is_plain_data():
    """JSON does not take numpy's numbers."""
    session = Session()
    questions.load(session, b'(;SZ[9]AB[ab][da][ig]AW[cc][eb][ea][ba][fd])', 'large.sgf')
    told = questions.status(session, 'F6')
    assert any(claim['why'] == 'large' for claim in told['claims']) and json.loads(json.dumps(told)) == told
