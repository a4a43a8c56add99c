"""Programs that plug into the engine: the real ones where ``make clients`` has set them up, and what others are known to send."""
import json
import shutil
import subprocess
from itertools import product

import pytest

from owlgo.gtp.tests.strict import OWLGO, ROOT, Strict

MODULES = ROOT / '.clients' / 'node_modules'
NODE = shutil.which('node')
needs_sabaki = pytest.mark.skipif(NODE is None or not (MODULES / '@sabaki' / 'gtp').is_dir(),
                                  reason='no node, or no @sabaki/gtp: make clients sets it up')


@pytest.fixture(scope='module')
def sabaki():
    """What Sabaki's library was answered."""
    done = subprocess.run([str(NODE), str(ROOT / 'gtp' / 'tests' / 'sabaki.js'), str(MODULES), *OWLGO, '--mode', 'gtp', '--level', '0'],
                          capture_output=True, text=True, cwd=ROOT, timeout=600)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@needs_sabaki
def test_sabaki_attaches_and_leaves(sabaki):
    assert [error for error, _ in sabaki['attached']] == [False] * 4
    name, version, protocol, commands = (content for _, content in sabaki['attached'])
    assert (name, protocol) == ('OwlGo', '2') and version and {'kata-analyze', 'undo', 'set_free_handicap'} <= set(commands.split('\n'))
    assert not [line for line in sabaki['stderr'] if not line.startswith('# owlgo: compiling')]
    assert sabaki['unknown']['error'] and sabaki['unknown']['content'] == 'unknown command' and not sabaki['left']['error']


@needs_sabaki
def test_sabaki_keeps_the_board_as_its_own(sabaki):
    assert sabaki['history'] == 4 and sabaki['moves'] == 'black PASS\nwhite E5'
    assert len(sabaki['stones'].split()) == 14
    assert sabaki['oblong'] == 'Board size is not supported by engine' and sabaki['after'] == '9'


@needs_sabaki
def test_sabaki_analyses_and_stops(sabaki):
    for one in sabaki['analysis']:
        assert one['first'].startswith('info move ') and ' pv ' in one['first'] and one['stop'] == '2'
    *lines, last = [line for line in sabaki['choice'] if line]
    assert last.startswith('play ') and any(line.startswith('info move ') for line in lines)


GTP2OGS = ['list_commands', 'boardsize 9', 'clear_board', 'komi 5.5', 'place_free_handicap 2', 'kgs-time_settings byoyomi 60 2 5',
           'time_left black 60 0', 'time_left white 2 5', 'genmove white', 'showboard', 'play black pass', 'time_left white 1 5',
           'genmove white', 'quit']
KGSGTP = ['list_commands', 'name', 'version', 'boardsize 9', 'kgs-rules chinese', 'komi 7.5', 'clear_board',
          'kgs-time_settings canadian 300 60 25', 'play b D4', 'time_left w 15 25', 'genmove w', 'undo', 'time_settings 30 10 25',
          'genmove w', 'play b pass', 'kgs-genmove_cleanup w', 'final_status_list dead', 'kgs-game_over', 'kgs-rules japanese',
          'kgs-time_settings none', 'quit']
GOGUI = ['name', 'protocol_version', 'version', 'list_commands', 'gogui-interrupt', 'name', 'protocol_version', 'gogui-analyze_commands',
         'boardsize 9', 'clear_board', 'komi 0', 'gogui-setup B C7 B D7 B E7 W C6 W D6 W E6 W F8', 'gogui-setup_player B',
         'gogui-play_sequence B E8 W G7 B PASS', 'time_settings 60 0 0', 'time_left b 60 0', 'genmove w', 'undo', 'gg-undo 1',
         'final_status_list dead', 'final_score', 'quit']
LIZGOBAN = ['known_command lz-analyze', 'known_command kata-analyze', 'known_command kata-set-rules', 'kata-get-rules',
            'kata-set-rules chinese', 'set_position B D4 W E5', ' \tname  # leading blanks', 'NA\x01ME', 'quit']
NOTHING = {'NA\x01ME'}
"""What is answered by a failure."""


QUICK = [('kgsGtp', 'LF'), ('Lizgoban', 'CRLF')]
SENT = {'gtp2ogs': GTP2OGS, 'kgsGtp': KGSGTP, 'GoGui': GOGUI, 'Lizgoban': LIZGOBAN}


@pytest.mark.parametrize('name, end', [case if case in QUICK else pytest.param(*case, marks=pytest.mark.slow)
                                       for case in product(SENT, ('LF', 'CRLF'))])
def test_what_others_send_is_answered_also_all_at_once(name, end):
    """Line after line with LF; with CRLF everything is sent before anything is read."""
    lines = SENT[name]
    with Strict('--level', '0') as engine:
        if end == 'LF':
            for line in lines[:-1]:
                assert engine.ask(line)[0] == (line not in NOTHING), line
            engine.leave()
            return
        answers = engine.process.communicate(''.join(f'{line}\r\n' for line in lines).encode(), timeout=600)[0].split(b'\n\n')
        assert answers.pop() == b'' and engine.process.returncode == 0 and engine.errors() == []
        assert [answer[:1] == b'=' for answer in answers] == [line not in NOTHING for line in lines]


def test_moves_of_controllers_with_a_clock_come_in_time():
    """Three times nothing is no limit, not no time: a move is thought about."""
    with Strict('--level', '0') as engine:
        for line in ('boardsize 5', 'time_settings 0 0 0', 'genmove b'):
            engine.do(line)
        assert engine.do('gomill-explain_last_move')
        engine.leave()
