"""Lives in seki: every command that judges them tells one story, and says what of it is proved."""
import json

import pytest
from owlgo.engine.core.points import all_points, transform, vertex
from owlgo.engine.core.tests.cases import few
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.solver.tests.test_eyeless import MAKES, SURE, TWO_EYES
from owlgo.gtp.server import handle
from owlgo.gtp.session import Session

from owlgo.cli import main

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
    assert ask('dragon_status F8') == '= alive seki proved' and ask('dragon_status B9') == '= alive seki read'


def test_two_eyes_are_no_seki():
    """Nor is a dragon that only moves second into one."""
    for text, name in ((TWO_EYES, 'B7'), (MAKES, 'B5')):
        ask = asked(text)
        ask('report_uncertainty on')
        assert ask(f'dragon_status {name}') == '= alive proved' and 'seki' not in ask(f'owlgo-explain {name}').split('\n')[0]


@pytest.fixture
def record(tmp_path):
    """Writes a board as a record; returns its path."""
    def write(text):
        board = drawn(text)
        size = int(board['size'])
        stones = {color: ''.join(f'[{"abcdefghi"[k % size]}{"abcdefghi"[k // size]}]' for k, pos in enumerate(all_points(size))
                                 if board['color'][pos] == color) for color in (1, 2)}
        path = tmp_path / 'board.sgf'
        path.write_text(f'(;GM[1]FF[4]SZ[{size}]AB{stones[1]}AW{stones[2]}PL[W])')
        return str(path)
    return write


def test_owlgo_solve_names_a_seki(record, tmp_path, capsys):
    """In its sentences, in JSON, in the record and the page that it writes, and in a certificate that verify takes."""
    files = {kind: str(tmp_path / f'proof.{kind}') for kind in ('sgf', 'html', 'json')}
    path = record(SURE)
    assert main.main(['solve', path, 'F8', '--quiet', '-o', files['sgf'], '--html', files['html'], '--certificate', files['json']]) == 0
    said = capsys.readouterr().out
    line = 'Black makes no two eyes: it is seki (proved, '
    assert said.count(line) == 2
    for kind in ('sgf', 'html'):
        with open(files[kind], encoding='utf-8') as written:
            assert 'it is seki' in written.read()
    assert main.main(['verify', files['json']]) == 0
    assert sum(line.startswith('proved: ') and line.count('it is seki') for line in capsys.readouterr().out.splitlines()) == 2
    assert main.main(['solve', path, 'F8', '--json']) == 0
    found = json.loads(capsys.readouterr().out)
    assert all(found[side]['seki']['proved'] and found[side]['seki']['conditions'] == [] for side in ('attack', 'defence'))


def test_a_seki_that_one_side_makes_is_told_of_that_side(record, capsys):
    """White D7 leaves a seki, if the wall holds; Black, moving first, has two eyes."""
    assert main.main(['solve', record(MAKES), 'B5', '--quiet']) == 0
    lines = capsys.readouterr().out.splitlines()
    first = next(k for k, line in enumerate(lines) if line.startswith('White first'))
    assert lines[first + 1].startswith('  Black makes no two eyes: it is seki (proved if the wall')
    assert sum('seki' in line for line in lines) == 1
    assert main.main(['-l', record(MAKES), '--decide-owl', 'B5', '--quiet']) == 0
    said = capsys.readouterr().out
    assert 'B5 makes no two eyes if White moves first: it is seki (proved if the wall' in said and 'if Black moves first' not in said
    assert main.main(['-l', record(SURE), '--decide-position', '--quiet']) == 0
    assert 'Black F9, 7 stones: alive in seki, proved' in capsys.readouterr().out
