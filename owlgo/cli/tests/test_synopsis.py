"""Completion and the manual page: every option of every parser is in both, and shells and groff can read them."""
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from owlgo.cli import completion, manual
from owlgo.cli.main import main
from owlgo.cli.subcommands import SUBCOMMANDS
from owlgo.cli.synopsis import every

ROOT = Path(__file__).parents[3]
KNOWN = every()


def needs(program):
    return pytest.mark.skipif(shutil.which(program) is None, reason=f'there is no {program}')


def flags():
    return {(one.path, flag) for one in KNOWN for option in one.options for flag in option.flags}


def test_all_parsers_are_known():
    paths = [one.path for one in KNOWN]
    assert paths[0] == () and {path[0] for path in paths[1:]} == set(SUBCOMMANDS) and ('patterns', 'lint') in paths
    found = flags()
    assert {((), '--mode'), ((), '-l'), (('solve',), '--certificate'),
            (('patterns', 'lint'), '--no-moves'), (('match',), '--games')} <= found
    by_flag = {flag: option for option in KNOWN[0].options for flag in option.flags}
    assert by_flag['-l'].kind == 'file' and by_flag['--patterns'].kind == 'folder' and by_flag['--mode'].choices == ('ascii', 'gtp')
    assert by_flag['--quiet'].argument == '' and by_flag['--level'].argument == 'N'


def test_a_subcommand_that_is_not_installed_says_where_it_works(monkeypatch, capsys):
    """As in a wheel, which brings no training: one sentence; completion and the manual page do without it."""
    monkeypatch.setitem(SUBCOMMANDS, 'learn', SUBCOMMANDS['learn']._replace(module='owlgo.regress.absent.learning'))
    assert main(['learn', 'games']) == 1
    assert capsys.readouterr().err == 'owlgo: learn works in a checkout of OwlGo only\n'
    assert ('learn',) not in {one.path for one in every()} and ('solve',) in {one.path for one in every()}


@pytest.mark.parametrize('shell', completion.SHELLS)
def test_every_option_is_completed_and_said_on_the_page(shell, capsys):
    assert main(['completion', shell]) == 0
    script = capsys.readouterr().out
    for _, flag in flags():
        if shell == 'fish':
            flag = f'-l {flag[2:]}' if flag.startswith('--') else f'-s {flag[1:]}'
        assert re.search(rf'(?<![\w-]){re.escape(flag)}(?![\w-])', script), flag
    assert all(re.search(rf'\b{name}\b', script) for name in SUBCOMMANDS)
    assert main(['man']) == 0
    page = capsys.readouterr().out.replace('\\-', '-')
    assert all(f'\\fB{flag}\\fR' in page for _, flag in flags())


def test_a_shell_that_is_not_known():
    with pytest.raises(SystemExit) as left:
        main(['completion', 'cmd'])
    assert left.value.code == 2


CASES = {
    ('owlgo', '--decide-s'): {'--decide-string', '--decide-semeai', '--decide-surrounded'},
    ('owlgo', 'so'): {'solve'}, ('owlgo', '--mode', ''): {'ascii', 'gtp'}, ('owlgo', '--mode', '=', 'g'): {'gtp'},
    ('owlgo', '--quiet', 'so'): set(), ('owlgo', '--level', ''): set(),
    ('owlgo', '-l', 'a'): {'a game.sgf', 'a folder'}, ('owlgo', '--patterns', ''): {'a folder'},
    ('owlgo', 'explain', 'a g'): {'a game.sgf'}, ('owlgo', 'solve', '--cert'): {'--certificate'}, ('owlgo', 'solve', '--mode'): set(),
    ('owlgo', 'patterns', 'li'): {'lint'}, ('owlgo', 'patterns', '--patterns', 'x', 'lint', '--no'): {'--no-moves'},
    ('owlgo', 'completion', ''): set(completion.SHELLS), ('owlgo', 'solve', 'explain', '--string'): {'--string'},
}


@needs('bash')
def test_bash_completes(tmp_path):
    (tmp_path / 'a game.sgf').touch()
    (tmp_path / 'a folder').mkdir()
    (tmp_path / 'script').write_text(completion.bash(KNOWN) + '\n')
    tests = '\n'.join(f'COMP_WORDS=({" ".join(map(repr, words))}); COMP_CWORD={len(words) - 1}; COMPREPLY=(); _owlgo\n'
                      'printf "%s|" "${COMPREPLY[@]}"; echo' for words in CASES)
    done = subprocess.run(['bash', '-c', f'source ./script\ncomplete -p owlgo\n{tests}'], cwd=tmp_path, capture_output=True, text=True)
    assert done.stderr == '' and '_owlgo' in done.stdout.split('\n')[0]
    got = [set(line.split('|')) - {''} for line in done.stdout.split('\n')[1:-1]]
    assert dict(zip(CASES, got, strict=True)) == CASES


@needs('zsh')
def test_zsh_reads_its_script():
    asked = 'autoload -U compinit; compinit -u -D; source /dev/stdin; echo $_comps[owlgo]'
    done = subprocess.run(['zsh', '-fc', asked], input=completion.zsh(KNOWN), capture_output=True, text=True)
    assert done.stderr == '' and done.stdout == '_owlgo\n'


@needs('fish')
def test_fish_completes(tmp_path):
    (tmp_path / 'script').write_text(completion.fish(KNOWN))
    for line, words in (('owlgo --mode ', {'ascii', 'gtp'}), ('owlgo so', {'solve'}), ('owlgo patterns li', {'lint'}),
                        ('owlgo solve --cert', {'--certificate'}), ('owlgo patterns explain --dec', set())):
        done = subprocess.run(['fish', '-c', f'source script; complete -C "{line}"'], cwd=tmp_path, capture_output=True, text=True,
                              env={'HOME': str(tmp_path), 'PATH': '/usr/bin:/bin'})
        assert {found.split('\t')[0] for found in done.stdout.splitlines()} == words, line


def test_the_page_has_no_stray_requests():
    lines = manual.page(KNOWN).split('\n')
    assert all(re.match(r'\.(TH|SH|SS|TP|B|BR|br|nf|fi)\b', line) for line in lines if line.startswith(('.', "'")))
    assert lines[0].startswith('.TH OWLGO 1') and '.SH "EXIT STATUS"' in lines


@needs('groff')
def test_groff_has_nothing_to_say_about_the_page():
    done = subprocess.run(['groff', '-man', '-Tutf8', '-ww'], input=manual.page(KNOWN), capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == '' and 'owlgo explain game.sgf D4' in done.stdout
