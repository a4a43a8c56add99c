"""The limit for quick tests (``conftest.py``) catches each that takes too much processor time, and no other."""
import os
import re
import subprocess
import sys
from pathlib import Path

CONFTEST = Path(__file__).parents[2] / 'conftest.py'
PLANTED = '''
import subprocess, sys, time
import pytest

def test_works():
    end = time.process_time() + 0.3
    while time.process_time() < end:
        pass

def test_has_a_program_work():
    subprocess.run([sys.executable, '-c', 'import time\\nwhile time.process_time() < 0.3: pass'])

def test_waits():
    time.sleep(0.3)

@pytest.mark.slow
def test_is_marked():
    test_works()
'''


def failed(folder, *options, changed=''):
    """The planted tests that fail under a copy of the conftest with something added to it."""
    (folder / 'conftest.py').write_text(CONFTEST.read_text('utf-8') + changed, 'utf-8')
    (folder / 'test_planted.py').write_text(PLANTED, 'utf-8')
    command = [sys.executable, '-m', 'pytest', '-q', '-p', 'no:cacheprovider', '-W', 'ignore', *options, str(folder)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env={**os.environ, 'PYTEST_DISABLE_PLUGIN_AUTOLOAD': '1'})
    assert '4 passed' in done.stdout
    # Where CI is set, pytest says it twice: in full, and once more in its summary.
    return set(re.findall(r'test_(\w+) took [\d.]+ s of processor time, and 0.15 s is the limit', done.stdout))


def test_planted_slow_tests_fail_beside_one_that_waits_and_one_that_is_marked(tmp_path):
    exact = 'REFERENCE = 1e9\n'
    assert failed(tmp_path, '--limit', '0.15', '-p', 'xdist', '-n', '1', changed=exact) == {'has_a_program_work', 'works'}


def test_a_slow_machine_fails_nothing(tmp_path):
    """The reference work takes a hundred times longer there, and so does a test that takes these times."""
    assert failed(tmp_path, '--limit', '0.15', changed='REFERENCE /= 100\n') == set()
