"""Every command on the smallest boards: whatever it answers, it is no error inside."""
import itertools

import pytest

from owlgo.gtp.registry import COMMANDS
from owlgo.gtp.server import handle
from owlgo.gtp.session import Session

LEFT_OUT = {'quit', 'loadsgf', 'printsgf', 'boardsize', 'clear_board', 'level', 'echo_err'}
"""They end the session, deal in files or change what is asked about."""
WORDS = ('', 'A1', 'b', 'b A1', 'A1 A1', 'b A1 influence_regions', 'w territory_value', 'alive', 'attack A1')


@pytest.mark.parametrize('suicide', ['forbidden', 'all'])
@pytest.mark.parametrize('size', [1, 2, 3])
def test_every_command_on_a_small_board(size, suicide):
    session = Session(level=0, suicide=suicide)
    names = sorted(set(COMMANDS) - LEFT_OUT)
    assert handle(session, f'boardsize {size}').startswith(b'=')
    for name, words in itertools.product(names, WORDS):
        answer = handle(session, f'{name} {words}')
        assert answer.startswith((b'=', b'?')) and b'internal error' not in answer, (name, words, answer)


@pytest.mark.parametrize('line', ['genmove b', 'estimate_score', 'eval_eye A1', 'final_score', 'top_moves', 'kata-analyze'])
def test_the_smallest_board_is_answered_for(line):
    session = Session(level=0)
    assert handle(session, 'boardsize 1').startswith(b'=')
    assert handle(session, line).startswith(b'=')
