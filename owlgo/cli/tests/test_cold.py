"""Starting where nothing has been compiled, each in a process of its own."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
RECORD = str(ROOT / 'regress' / 'games' / 'alphago-lee-sedol-4.sgf')
ASKED = """
import sys
from owlgo.engine.core import jit
from owlgo.engine.warm import VERDICT
asked, load = [], jit.load
jit.load = lambda entry=None, progress=None: asked.append(entry.name) or load(entry, progress)
from owlgo.cli.main import main
main(['-l', sys.argv[1], '-L', '170', '--decide-owl', 'T14', '--quiet', '-o', sys.argv[2]])
print(*(name for name in VERDICT if name not in asked), '|', *(name for name in asked if name not in VERDICT))
"""


@pytest.mark.slow
def test_what_a_first_verdict_calls_is_compiled_first(tmp_path):
    """As make run asks for it: all of it, and nothing else, but for the kernel that makes a table which is kept by now."""
    command = [sys.executable, '-c', ASKED, RECORD, str(tmp_path / 'out.sgf')]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.stdout.splitlines()[-1].split() in (['|'], ['engine.life.move_prior.py_put', '|']), (done.stdout, done.stderr)


@pytest.mark.slow
def test_a_cold_process_answers_says_what_it_waits_for_and_can_be_interrupted(tmp_path):
    process = subprocess.Popen([sys.executable, '-m', 'owlgo.cli.main', '--mode', 'gtp'], cwd=ROOT, stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1,
                               env={**os.environ, 'OWLGO_CACHE_DIR': str(tmp_path / 'cache')})
    assert process.stdin and process.stdout and process.stderr
    write, read = process.stdin.write, process.stdout.readline

    def ask(line):
        write(f'{line}\n')
        return read(), read()
    assert ask('name') == ('= OwlGo\n', '\n')
    process.stdin.write('genmove b\n')
    said = process.stderr.readline()
    assert said.startswith('# owlgo: compiling kernels for the first time: '), said
    assert ask('# interrupt') == ('? interrupted\n', '\n')
    assert ask('version')[0].startswith('= ')
    process.stdin.write('quit\n')
    assert process.wait(timeout=600) == 0
    assert 'Traceback' not in process.stderr.read()
