"""Answers to other programs' questions about a position, as data."""
import json
from pathlib import Path

import pytest

from owlgo.engine.core.points import BLACK, WHITE
from owlgo.engine.core.sgf import SgfError
from owlgo.gtp.session import Interrupted, Session
from owlgo.serve import questions

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
