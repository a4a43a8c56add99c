"""A bent four in the corner through GTP: every command that judges it tells one story."""
import pytest

from engine.core.points import all_points, vertex
from engine.core.tests.pictures import drawn
from engine.examine.tests.test_one_sided import LIBERTY
from gtp.server import handle
from gtp.session import Session


@pytest.fixture(scope='module')
def answer():
    """What the commands say of the bent four on a 7x7 board."""
    session, board = Session(), drawn(LIBERTY)

    def ask(command):
        return handle(session, command).decode().strip()

    ask('boardsize 7')
    for pos in all_points(7):
        if board['color'][pos]:
            assert ask(f'play {"bw"[int(board["color"][pos]) - 1]} {vertex(pos, 7)}') == '='
    return ask


@pytest.mark.parametrize('command,said', [
    ('dragon_status B2', '= dead'), ('owl_attack B2', '= 1 PASS'), ('owl_defend B2', '= 0'), ('owl_does_attack C3 B2', '= 1'),
    ('owl_does_defend C3 B2', '= 0'), ('owlgo-verdict attack B2', '= 1 PASS proved'), ('owlgo-verdict defend B2', '= 0 proved'),
    ('analyze_semeai B2 A1', '= 0 0 PASS'), ('analyze_semeai A1 B2', '= 1 1 PASS'), ('final_status B2', '= dead'),
    ('final_status A1', '= alive'), ('final_status_list seki', '=')])
def test_every_command_calls_it_dead(answer, command, said):
    """The dragon round the corner is dead, and the three stones in it are alive; nothing is in seki."""
    assert answer(command) == said


def test_the_proof_tells_the_threats_that_would_save_it(answer):
    """The owlgo-solve command: code, move, proved, threats."""
    assert answer('owlgo-solve attack B2').startswith('= 1 PASS proved 1 ')
    assert answer('owlgo-solve defend B2').startswith('= 0 PASS proved 1 ')
