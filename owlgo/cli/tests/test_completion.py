"""Completion and the manual page: every option of every parser is on the page, and shells and groff can read what they get."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from owlgo.cli import completion, manual
from owlgo.cli.main import main
from owlgo.cli.options import build_parser
from owlgo.cli.subcommands import SUBCOMMANDS, parser_of

ROOT = Path(__file__).parents[3]


def needs(program):
    return pytest.mark.skipif(shutil.which(program) is None, reason=f'there is no {program}')


def test_a_subcommand_that_is_not_installed_says_where_it_works(monkeypatch, capsys):
    """As in a wheel, which brings no training: one sentence; the manual page does without it."""
    monkeypatch.setitem(SUBCOMMANDS, 'learn', SUBCOMMANDS['learn']._replace(module='owlgo.regress.absent.learning'))
    assert main(['learn', 'games']) == 1
    assert capsys.readouterr().err == 'owlgo: learn works in a checkout of OwlGo only\n'
    assert 'owlgo learn' not in manual.helps() and 'owlgo solve' in manual.helps()


def test_every_option_is_said_on_both_pages(capsys):
    assert main(['man']) == 0
    page = capsys.readouterr().out.replace('\\-', '-')
    assert '.SH "owlgo patterns lint"' in page and all(f'.SH "owlgo {name}"' in page for name in SUBCOMMANDS)
    for parser in (build_parser(), *map(parser_of, SUBCOMMANDS)):
        for flag in parser._option_string_actions:
            assert re.search(rf'(?<![\w-]){re.escape(flag)}(?![\w-])', page), flag
    assert f'```text\n{manual.helps()["owlgo solve"].rstrip()}\n```' in manual.markdown()


def test_a_shell_that_is_not_known():
    with pytest.raises(SystemExit) as left:
        main(['completion', 'cmd'])
    assert left.value.code == 2


CASES = {
    'owlgo --decide-s': {'--decide-string', '--decide-semeai', '--decide-surrounded'},
    'owlgo so': {'solve'}, 'owlgo --mode ': {'ascii', 'gtp'}, 'owlgo --mode=g': {'gtp'}, 'owlgo --quiet so': set(),
    'owlgo --level ': set(), 'owlgo -l a': {'a\\ game.sgf', 'a\\ folder/'}, 'owlgo --patterns ': {'a\\ folder/'},
    'owlgo explain "a g': {'a game.sgf'}, 'owlgo solve --cert': {'--certificate'}, 'owlgo solve --mode': set(),
    'owlgo patterns li': {'lint'}, 'owlgo patterns --patterns x lint --no': {'--no-moves'},
    'owlgo completion ': set(completion.SHELLS), 'owlgo solve explain --string': {'--string'},
}
"""What the end of a line is completed with."""


@pytest.mark.parametrize('line', CASES)
def test_lines_are_completed(line, tmp_path):
    """By the protocol of argcomplete's shell scripts."""
    (tmp_path / 'a game.sgf').touch()
    (tmp_path / 'a folder').mkdir()
    asked = {'_ARGCOMPLETE': '1', 'COMP_LINE': line, 'COMP_POINT': str(len(line)), '_ARGCOMPLETE_STDOUT_FILENAME': 'words',
             '_ARGCOMPLETE_IFS': '\n', '_ARGCOMPLETE_SHELL': 'bash', '_ARGCOMPLETE_COMP_WORDBREAKS': '"\'><=;|&(:'}
    subprocess.run([sys.executable, '-m', 'owlgo'], cwd=tmp_path, env={**os.environ, 'PYTHONPATH': str(ROOT), **asked}, check=True)
    assert {word.rstrip() for word in (tmp_path / 'words').read_text().split('\n')} - {''} == CASES[line]


@pytest.mark.parametrize('shell', [pytest.param(shell, marks=needs(shell)) for shell in completion.SHELLS])
def test_shells_read_their_scripts(shell, capsys):
    assert main(['completion', shell]) == 0
    script = capsys.readouterr().out
    begin = 'autoload -U compinit; compinit -u -D\n' if shell == 'zsh' else ''
    done = subprocess.run([shell, '-c', f'{begin}{script}'], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, '') and 'owlgo' in script


def test_the_page_has_no_stray_requests():
    lines = manual.page().split('\n')
    assert all(re.match(r'\.(TH|SH|SS|TP|B|BR|br|nf|fi)\b', line) for line in lines if line.startswith(('.', "'")))
    assert lines[0].startswith('.TH OWLGO 1') and '.SH "EXIT STATUS"' in lines


@needs('groff')
def test_groff_has_nothing_to_say_about_the_page():
    done = subprocess.run(['groff', '-man', '-Tutf8', '-ww'], input=manual.page(), capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == '' and 'owlgo explain game.sgf D4' in done.stdout
