"""A bent four in the corner through GTP: every command that judges it tells one story."""
import re

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
    ('owl_does_defend C3 B2', '= 0'), ('owlgo-verdict attack B2', '= 1 PASS proved if A4'),
    ('owlgo-verdict defend B2', '= 0 proved if A4'),
    ('analyze_semeai B2 A1', '= 0 0 PASS'), ('analyze_semeai A1 B2', '= 1 1 PASS'), ('final_status B2', '= dead'),
    ('final_status A1', '= alive'), ('final_status_list seki', '=')])
def test_every_command_calls_it_dead(answer, command, said):
    """The dragon round the corner is dead, and the three stones in it are alive; nothing is in seki.  Its killer's wall has to hold while
    he waits.
    """
    assert answer(command) == said


def test_the_proof_tells_the_threats_that_would_save_it(answer):
    """The owlgo-solve command: code, move, grade, threats, nodes, and a stone of the wall that must hold."""
    assert re.fullmatch(r'= 1 PASS proved-if 1 \d+ A4', answer('owlgo-solve attack B2'))
    assert re.fullmatch(r'= 0 PASS proved-if 1 \d+ A4', answer('owlgo-solve defend B2'))


def test_a_status_has_its_grade_on_demand(answer):
    """After report_uncertainty on dragon_status ends as owlgo-verdict does; owl_attack keeps its form."""
    assert answer('report_uncertainty on') == '='
    assert answer('dragon_status B2') == '= dead proved if A4' and answer('owl_attack B2') == '= 1 PASS'
    assert answer('report_uncertainty off') == '='
