"""Lives in seki: every command that judges them tells one story, and says what of it is proved."""

import pytest

from owlgo.engine.core.points import all_points, transform, vertex
from owlgo.engine.core.tests.cases import few
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.solver.tests.test_eyeless import MAKES, SURE, TWO_EYES
from owlgo.gtp.server import handle
from owlgo.gtp.session import Session

CORNERS = [(symmetry % 2 == 0, symmetry) for symmetry in range(8)]


def asked(text, swap=False, symmetry=0):
    """A session with the board, and who asks it: each point named in a command is turned as the board is."""
    session, board = Session(), drawn(text, swap, symmetry)
    size = int(board['size'])
    handle(session, f'boardsize {size}')
    for pos in all_points(size):
        if board['color'][pos]:
            handle(session, f'play {"bw"[int(board["color"][pos]) - 1]} {vertex(pos, size)}')
    turned = {vertex(pos, size): vertex(transform(pos, size, symmetry), size) for pos in all_points(size)}

    def ask(command):
        return handle(session, ' '.join(turned.get(word, word) for word in command.split())).decode().strip()
    return ask


@pytest.mark.parametrize('swap,symmetry', few(CORNERS, 2))
def test_every_command_calls_a_seki_so(swap, symmetry):
    """Where the wall lives unconditionally all of it is proved; dragon_status and owl_attack keep their form."""
    ask = asked(SURE, swap, symmetry)
    assert ask('dragon_status F8') == '= alive' and ask('owl_attack F8') == '= 0'
    assert ask('owlgo-verdict attack F8') == '= 0 seki proved' and ask('owlgo-verdict defend F8') == '= 1 PASS seki proved'
    assert 'is alive in seki (proved)' in ask('owlgo-explain F8') and 'It makes no two eyes' in ask('owlgo-explain F8')
    assert 'is alive in seki' in ask('owlgo-explain B9')
    assert ask('final_status F8') == ask('final_status B9') == '= seki'
    ask('report_uncertainty on')
    assert ask('dragon_status F8') == '= alive seki proved' and ask('dragon_status B9') == '= alive seki proved'


def test_two_eyes_are_no_seki():
    """Nor is a dragon that only moves second into one."""
    for text, name in ((TWO_EYES, 'B7'), (MAKES, 'B5')):
        ask = asked(text)
        ask('report_uncertainty on')
        assert ask(f'dragon_status {name}') == '= alive proved' and 'seki' not in ask(f'owlgo-explain {name}').split('\n')[0]
