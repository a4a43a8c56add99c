"""Processes that are ended in the middle, start at once, or find a full disk or half a file: the next one works as ever."""
import itertools
import os
import signal
import subprocess
import sys

import pytest

from owlgo.engine.core.tests.test_jit import CALL, ROOT, run, toy

assert toy      # a fixture
pytestmark = pytest.mark.skipif(sys.platform == 'win32', reason='Windows has no such signals')

DYING = '''
import os, signal
from owlgo.engine.core import cache
def die(*args, **more):
    os.kill(os.getpid(), signal.SIGKILL)
'''
PLACES = {'before it is written': 'cache.tempfile.mkstemp = die', 'before it is in place': 'os.replace = die'}


def complaints(stderr: str) -> str:
    """What a process said, without the line that it compiles."""
    return ''.join(line for line in stderr.splitlines(True) if not line.startswith('# owlgo: compiling'))


def answers(toy, cache, code=CALL, **env):
    """What a process in the toy's folder prints, and what it says on standard error."""
    done = run(code, cache, toy, **env)
    assert done.returncode == 0, done.stderr
    return done.stdout.split(), complaints(done.stderr)


@pytest.mark.slow
@pytest.mark.parametrize('place', PLACES, ids=str)
def test_a_process_that_is_killed_while_it_keeps_a_kernel_harms_nobody(toy, tmp_path, place):
    cache = tmp_path / 'cache'
    assert run(DYING + PLACES[place] + CALL, cache, toy).returncode == -signal.SIGKILL
    assert answers(toy, cache) == (['41', '3'], '')
    assert answers(toy, cache) == (['41', '0'], '')


@pytest.mark.slow
def test_two_cold_starts_at_once_are_both_right(toy, tmp_path):
    environment = {**os.environ, 'OWLGO_CACHE_DIR': str(tmp_path / 'cache'), 'PYTHONPATH': str(toy)}
    both = [subprocess.Popen([sys.executable, '-c', CALL], cwd=toy, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             text=True) for _ in range(2)]
    for process in both:
        out, error = process.communicate(timeout=600)
        assert out.startswith('41 ') and complaints(error) == ''
    assert answers(toy, tmp_path / 'cache') == (['41', '0'], '')


@pytest.mark.slow
def test_half_a_file_is_compiled_again(toy, tmp_path):
    cache = tmp_path / 'cache'
    answers(toy, cache)
    kept = sorted(path for path in cache.rglob('*') if path.suffix in ('.run', '.link', '.bin'))
    for path, keep in zip(kept, itertools.cycle((0, 32, -1)), strict=False):
        path.write_bytes(path.read_bytes()[:keep])
    assert answers(toy, cache) == (['41', '3'], '')
    assert answers(toy, cache) == (['41', '0'], '')


@pytest.mark.slow
def test_a_full_disk_costs_nothing_but_the_cache(toy, tmp_path):
    cache = tmp_path / 'cache'
    limit = 'import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n'
    found, said = answers(toy, cache, limit + CALL)
    assert found == ['41', '3'] and len(said.splitlines()) == 1 and 'every start compiles anew' in said
    assert not [path for path in cache.rglob('*') if path.is_file()]
    assert answers(toy, cache) == (['41', '3'], '')


def test_a_process_that_is_killed_while_it_writes_a_file_leaves_the_old_one(tmp_path):
    path = tmp_path / 'game.sgf'
    path.write_text('old')
    code = 'import os, signal, sys; from owlgo.engine.core import files; ' \
           'os.replace = lambda *args: os.kill(os.getpid(), signal.SIGKILL); ' \
           'files.write_file(sys.argv[1], "new")'
    assert subprocess.run([sys.executable, '-c', code, str(path)], cwd=ROOT).returncode == -signal.SIGKILL
    assert path.read_text() == 'old'
