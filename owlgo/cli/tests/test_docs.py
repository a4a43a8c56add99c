"""The documentation: its examples run, its links lead somewhere, and every page stands in the contents."""
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from owlgo.engine.core.tests.cases import few
from owlgo.gtp.reference import gtp
from owlgo.gtp.registry import COMMANDS

ROOT = Path(__file__).parents[3]
DOCS = ROOT / 'docs'
BLOCK = re.compile(r'^```(\w+)(?: title="(>> )?([^"]+)")?\n(.*?)^```$', re.M | re.S)
RUN = ['start.md', 'tuning.md', 'proofs.md', 'playing.md', 'theory.md', 'measuring.md', 'reviews.md', 'eyes.md', 'patterns.md',
       'clients.md', '../README.md']
"""Pages with blocks of ``console``, and of ``text`` with a title: files.  A line ``...`` stands for any lines, ``...`` at the end of one
for the rest of it."""

pytestmark = pytest.mark.skipif(os.name != 'posix', reason='the examples are for a shell')


def commands(block):
    """Commands with the lines that they print."""
    for text in block.split('$ ')[1:] if block.startswith('$ ') else ():
        command, _, output = text.partition('\n')
        yield command, output.rstrip('\n').split('\n') if output.strip() else []


def fits(said, wanted):
    """Whether lines are those that are wanted, but for empty ones at the end."""
    if not wanted:
        return not any(said)
    line, *rest = wanted
    if line == '...':
        return any(fits(said[count:], rest) for count in range(1, len(said) + 1))
    start = said[0].startswith(line[:-3]) if said and line.endswith('...') else said[:1] == [line]
    return start and fits(said[1:], rest)


def test_output_is_compared():
    assert fits(['a', 'b'], ['a', 'b']) and fits(['a', 'x', 'y'], ['a', '...']) and fits(['abc'], ['a...'])
    assert not fits(['a', 'b'], ['a']) and not fits(['a'], ['b'])


@pytest.fixture
def shell(tmp_path):
    """A folder with the sources' games and patterns, and owlgo on the path."""
    tools = tmp_path / 'bin'
    tools.mkdir()
    (tools / 'owlgo').write_text(f'#!/bin/sh\nexec "{sys.executable}" -m owlgo.cli.main "$@"\n')
    (tools / 'owlgo').chmod(0o755)
    place = tmp_path / 'here'
    place.mkdir()
    for name in ('regress', 'patterns'):
        (place / name).symlink_to(ROOT / name)
    path = f'{tools}{os.pathsep}{os.environ["PATH"]}'
    environ = {**os.environ, 'PATH': path, 'PYTHONPATH': str(ROOT), 'COLUMNS': '110', 'LC_ALL': 'C.UTF-8'}

    def run(command):
        done = subprocess.run(['sh', '-c', command], cwd=place, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600,
                              stdin=subprocess.DEVNULL)
        return [line.rstrip() for line in done.stdout.decode().split('\n') if 'compiling kernels' not in line]
    return place, run


@pytest.mark.parametrize('page', few(RUN, 2))
def test_examples_run_and_print_what_is_shown(page, shell):
    place, run = shell
    count = 0
    for kind, appended, name, block in BLOCK.findall((DOCS / page).read_text('utf-8')):
        if name:
            with open(place / name, 'a' if appended else 'w', encoding='utf-8') as f:
                f.write(block)
        for command, wanted in commands(block) if kind == 'console' else ():
            said = run(command)
            count += 1
            assert fits(said, [line.rstrip() for line in wanted]), '\n'.join([command, *said])
    assert count


def test_the_readme_s_picture_is_what_its_command_draws(shell):
    place, run = shell
    text = (ROOT / 'README.md').read_text('utf-8')
    shown = re.findall(r'<img src="docs/pictures/([\w-]+\.svg)"', text)
    assert shown and {path.name for path in (DOCS / 'pictures').glob('*.svg')} == set(shown)
    for name in shown:
        [(command, wanted)] = re.findall(rf'^\$ (owlgo .*--svg {re.escape(name)})\n(.*?)^```$', text, re.M | re.S)
        said, lines = run(command), [re.sub(r' \.\.\.$', '...', line) for line in wanted.rstrip().split('\n')]
        assert fits(said, lines), '\n'.join(said)
        assert (place / name).read_text('utf-8') == (DOCS / 'pictures' / name).read_text('utf-8'), f'run: {command}'


def test_python_examples_run():
    for kind, _, _, block in BLOCK.findall((DOCS / 'python.md').read_text('utf-8')):
        if kind == 'python':
            exec(compile(block, 'python.md', 'exec'), {})


def test_every_page_stands_in_the_contents():
    config, made = ((ROOT / name).read_text('utf-8') for name in ('mkdocs.yml', 'docs/hooks.py'))
    pages = {path.name for path in DOCS.glob('*.md')} | {f'{name}.md' for name in re.findall(r"'([\w-]+)': \w", made)}
    assert pages == set(re.findall(r'(\S+\.md)$', config, re.M)) and {'gtp.md', 'start.md'} <= pages


def test_the_reference_has_every_command():
    page = gtp()
    assert all(f'### `{name}`' in page for name in COMMANDS)
