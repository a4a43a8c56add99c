"""The process as controllers see it: attaching, synchronising, leaving."""
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from owlgo.gtp.client import Client

ROOT = Path(__file__).parents[2]
OWLGO = [sys.executable, '-m', 'owlgo.cli.main']


def started(*options: str, stdin: bytes = b''):
    """The command in a process of its own."""
    return subprocess.run([*OWLGO, *options], input=stdin, capture_output=True, cwd=ROOT, timeout=600)


def test_sabaki_attaches_pipelined_and_synchronises():
    lines = ['1 name', '2 version', '3 protocol_version', '4 list_commands', '5 komi 6.5', '6 boardsize 9', '7 clear_board',
             '8 set_free_handicap A9 B9 C9 D9 E9', '9 play W A8', '10 play W B8', '11 genmove B', '12 bogus', '13 quit']
    result = started('--mode', 'gtp', '--level', '0', stdin='\r\n'.join(lines).encode() + b'\r\n')
    answers = result.stdout.decode().split('\n\n')
    assert [a.split()[0] for a in answers[:13]] == [f'={n}' for n in range(1, 12)] + ['?12', '=13']
    assert answers[13:] == [''] and result.returncode == 0
    # Where a source has changed, kernels may have to be compiled first: that is said, and nothing else.
    assert not [line for line in result.stderr.splitlines() if not line.startswith(b'# owlgo: compiling kernels')]


def test_gogui_attaches():
    lines = ['name', 'protocol_version', 'version', 'list_commands', 'name', 'protocol_version', 'boardsize 9',
             'clear_board', 'komi 0', 'play b D4']
    answers = started(stdin='\n'.join(lines).encode()).stdout.decode().split('\n\n')
    assert len(answers) == 11 and all(a.startswith('= ') for a in answers[:10])


def test_cheap_commands_need_no_numba():
    code = '''
import sys, owlgo.cli.main
from owlgo.gtp.server import handle
from owlgo.gtp.session import Session
session = Session()
for line in ('name', 'version', 'protocol_version', 'list_commands', 'known_command play', 'help', 'komi 3', 'get_komi', 'level 3',
             'echo x', 'query_boardsize', 'quit', 'foo'):
    handle(session, line)
assert 'numba' not in sys.modules and 'numpy' not in sys.modules, 'heavy imports'
'''
    subprocess.run([sys.executable, '-c', code], check=True, cwd=ROOT)


def test_quit_and_the_end_of_input_leave_at_once():
    process = subprocess.Popen(OWLGO, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)
    assert process.stdin and process.stdout
    process.stdin.write(b'quit\n')
    process.stdin.flush()
    assert process.stdout.readline() == b'= \n'
    assert process.wait(timeout=600) == 0
    assert started(stdin=b'').returncode == 0


@pytest.mark.slow
def test_everything_queued_is_answered_before_leaving():
    assert started(stdin=b'play b D4\nlist_stones b').stdout == b'= \n\n= D4\n\n'


def test_a_controller_that_goes_away_does_no_harm():
    process = subprocess.Popen(OWLGO, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)
    assert process.stdin and process.stdout and process.stderr
    process.stdout.close()
    process.stdin.write(b'list_commands\n' * 3)
    process.stdin.close()
    process.wait(timeout=600)
    assert b'Traceback' not in process.stderr.read()


@pytest.mark.slow
def test_the_client_notices_lost_engines():
    silent = Client([sys.executable, '-c', 'import time; time.sleep(3600)'])
    assert silent.send('name', 0.5).status == 'timeout'
    with Client([sys.executable, '-c', 'import sys; sys.stdin.readline(); sys.exit(3)']) as gone:
        assert gone.send('name', 20).status == 'crash'
        assert gone.send('name', 20).status == 'crash'
    with pytest.raises(OSError):
        Client(['no-such-program-here'])


@pytest.mark.slow
def test_a_long_proof_is_interrupted():
    """GoGui writes a comment while it waits; the answer then is "unknown", and the next command is answered as ever."""
    process = subprocess.Popen([*OWLGO, '--mode', 'gtp'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)
    assert process.stdin and process.stdout
    walls = [f'{column}7' for column in 'ABCDEFG'] + [f'G{row}' for row in range(8, 14)]
    lines = ['boardsize 13', *(f'play white {vertex}' for vertex in walls), 'play black C10', 'owlgo-solve attack C10 1000']
    process.stdin.write('\n'.join(lines).encode() + b'\n')
    process.stdin.flush()
    answers = [process.stdout.readline() for _ in range(2 * len(lines))]
    assert b'unknown' in answers[-2]        # the kernels are there now
    process.stdin.write(b'owlgo-solve attack C10 1000000000000\n')
    process.stdin.flush()
    time.sleep(0.5)
    process.stdin.write(b'# interrupt\n')
    process.stdin.flush()
    answers = [process.stdout.readline() for _ in range(2)]
    assert b'unknown' in b''.join(answers)
    process.stdin.write(b'owlgo-solve attack C10 1000\nquit\n')
    process.stdin.flush()
    assert b'unknown 0 1000' in b''.join(process.stdout.readline() for _ in range(2))
    assert process.wait(timeout=600) == 0


def shell(command: str, *options: str):
    """A shell command with the engine as "$@", in a process of its own."""
    return subprocess.run(['bash', '-c', command, 'owlgo', *OWLGO, *options], capture_output=True, cwd=ROOT, timeout=600,
                          stdin=subprocess.DEVNULL)


needs_full = pytest.mark.skipif(not os.path.exists('/dev/full'), reason='there is no device that is always full')


@needs_full
@pytest.mark.parametrize('command, statuses, words', [
    ('echo name | "$@" >/dev/full', (1,), b'owlgo: standard output cannot be written: No space left on device\n'),
    ('echo name | "$@" >&-', (0, 1), b''),
    ('"$@" <&-', (0,), b''),
    ('printf "echo_err a\nname\nloadsgf x\n" | "$@" 2>/dev/full', (0,), b''), ('echo name | "$@" 2>&-', (0,), b''),
    ('echo name | "$@" | true', (0,), None)])
def test_gtp_over_streams_that_are_closed_or_full(command, statuses, words):
    result = shell(command, '--mode', 'gtp')
    assert result.returncode in statuses and b'Traceback' not in result.stderr and (words is None or result.stderr == words)
    if '2>' in command:
        assert b'= OwlGo' in result.stdout


def started_gtp(*options):
    """A GTP process that has answered once."""
    process = subprocess.Popen([*OWLGO, '--mode', 'gtp', *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, cwd=ROOT)
    assert process.stdin and process.stdout
    process.stdin.write(b'name\n')
    process.stdin.flush()
    assert process.stdout.readline() == b'= OwlGo\n'
    return process


@pytest.mark.skipif(sys.platform == 'win32', reason='Windows has no such signals')
@pytest.mark.parametrize('kind', [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize('busy', [b'', b'komi 3\nboardsize 19\ngenmove b\n', b'lz-analyze 10\n'])
def test_signals_end_it_in_every_state(kind, busy):
    process = started_gtp('--level', '12')
    process.stdin.write(busy)
    process.stdin.flush()
    time.sleep(0.7 if busy else 0)
    process.send_signal(kind)
    assert process.wait(timeout=600) == -kind
    assert b'Traceback' not in process.stderr.read()


def of_process(path):
    """What a file of ``/proc`` says, and nothing where the process or thread has ended meanwhile."""
    try:
        return path.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ''


def children(pid):
    """The processes that a process has started and that are still there (Linux)."""
    return [int(word) for path in Path(f'/proc/{pid}/task').glob('*/children') for word in of_process(path).split()]


def is_running(pid):
    """Whether a process is there and has not only its end left to be noticed (Linux)."""
    status = of_process(Path(f'/proc/{pid}/stat'))
    return bool(status) and ') Z ' not in status


@pytest.mark.slow
@pytest.mark.skipif(not Path('/proc/self/task').exists(), reason='no /proc')
@pytest.mark.parametrize('kind', [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_signals_end_it_while_kernels_are_compiled_and_nothing_goes_on(kind, tmp_path, monkeypatch):
    """The processes that compile for it end too, at the latest when the module in hand is done."""
    monkeypatch.setenv('OWLGO_CACHE_DIR', str(tmp_path / 'cache'))
    process = started_gtp()
    # That takes so much to compile that no answer comes before the signal.
    process.stdin.write(b'genmove black\n')
    process.stdin.flush()
    deadline = time.monotonic() + 600
    while not (started := children(process.pid)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert started, 'it compiles in processes of their own'
    process.send_signal(kind)
    assert process.wait(timeout=600) == -kind and process.stdout.read() == b'\n' and b'Traceback' not in process.stderr.read()
    deadline = time.monotonic() + 600
    while (left := [pid for pid in started if is_running(pid)]) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not left
