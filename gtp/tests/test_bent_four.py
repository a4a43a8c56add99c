"""A bent four in the corner through GTP: every command that judges it tells one story."""
import re

import pytest

from owlgo.engine.core.points import all_points, transform, vertex
from owlgo.engine.core.tests.cases import few
from owlgo.engine.core.tests.pictures import BENT_FOUR, drawn
from owlgo.gtp.server import handle
from owlgo.gtp.session import Session

BESIDE_SEKI = '''
    . O O O . X O . O
    X X X X X X O O O
    O O O O O O O O .
    . . . . . . . O O
    . . . . . . . . .
    X X X X X X . . .
    O O . X X X . . .
    . O O O O X . . .
    X X X . O X . . .
'''
"""White may threaten to take the seki at the top, and Black cannot remove that threat."""


def asking(text, swap=False, symmetry=0):
    """Who asks a session with a board; each point named in a command is turned as the board is."""
    session, board = Session(), drawn(text, swap, symmetry)
    size = int(board['size'])
    turned = {vertex(pos, size): vertex(transform(pos, size, symmetry), size) for pos in all_points(size)}

    def ask(command):
        return handle(session, ' '.join(turned.get(word, word) for word in command.split())).decode().strip()

    ask(f'boardsize {size}')
    for pos in all_points(size):
        if board['color'][pos]:
            assert handle(session, f'play {"bw"[int(board["color"][pos]) - 1]} {vertex(pos, size)}') == b'= \n\n'
    return ask


@pytest.fixture(scope='module')
def answer():
    """What the commands say of the bent four on a 7x7 board."""
    return asking(BENT_FOUR)


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


@pytest.mark.parametrize('rules', ['japanese', 'korean', 'chinese', 'aga', 'new-zealand'])
def test_without_a_seki_it_is_dead_by_every_rule(rules):
    """The ko is played out where area counts, and no threat is left by then."""
    ask = asking(BENT_FOUR)
    ask(f'kata-set-rules {rules}')
    ask('report_uncertainty on')
    assert ask('dragon_status B2') == '= dead proved if A4' and ask('final_status B2') == '= dead'
    assert ask('owlgo-verdict attack B2') == '= 1 PASS proved if A4'


@pytest.mark.parametrize('swap,symmetry,every', few([
    (False, 0, ('japanese', 'chinese')), (True, 5, ('aga', 'korean')), (True, 3, ('tromp-taylor',)), (False, 6, ('new-zealand', 'korean')),
    (True, 1, ('chinese-kgs',)), (False, 2, ('bga',)), (True, 4, ('chinese',)), (False, 7, ('french',))], 1))
def test_beside_a_seki_it_hangs_on_the_rules(swap, symmetry, every):
    """Dead where territory counts; where area counts a threat may be left that cannot be removed, so every command calls it a guess."""
    ask = asking(BESIDE_SEKI, swap, symmetry)
    ask('report_uncertainty on')
    for rules in every:
        ask(f'kata-set-rules {rules}')
        territory = rules in ('japanese', 'korean')
        assert ask('dragon_status B2').startswith('= dead proved if ' if territory else '= dead uncertain')
        assert ask('owlgo-verdict attack B2').startswith('= 1 PASS proved if ' if territory else '= 1 PASS uncertain')
        assert ask('owlgo-verdict defend B2').startswith('= 0 proved if ' if territory else '= 0 uncertain')
        assert ask('owl_attack B2') == ('= 1 PASS' if territory else '= 1 PASS uncertain')
        assert ask('final_status B2') == ('= dead' if territory else '= dead uncertain')
        assert ('A guess (where area counts the ko is played out' in ask('owlgo-explain B2')) != territory
