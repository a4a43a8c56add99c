"""The options of the command line: what they print, and one clear error for what is wrong."""
import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from owlgo.cli.main import main
from owlgo.cli.options import DEPTH_OPTIONS, build_parser, new_session
from owlgo.engine.core import sgf
from owlgo.engine.owl.limits import of_level
from owlgo.engine.read.depths import Depths
from owlgo.engine.solver.solver import Cutoffs
from owlgo.gtp.tests.test_process import ROOT, needs_full, shell, started

RECORD = str(ROOT / 'regress' / 'games' / 'alphago-lee-sedol-4.sgf')


def run(*options: str):
    """The command in this process, which has the kernels already: what it prints and returns."""
    out, error = io.TextIOWrapper(io.BytesIO(), 'utf-8', newline=''), io.TextIOWrapper(io.BytesIO(), 'utf-8', newline='')
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
        try:
            status = main(list(options))
        except SystemExit as left:
            status = int(left.code or 0)
    texts = []
    for stream in (out, error):
        stream.seek(0)
        texts.append(stream.read().encode())
    return subprocess.CompletedProcess(options, status, *texts)


def test_decide_owl_prints_verdict_board_and_variations(tmp_path):
    out = tmp_path / 'out.sgf'
    result = run('-l', RECORD, '-L', '170', '--decide-owl', 't14', '-t', '-o', str(out))
    text = result.stdout.decode()
    assert result.returncode == 0 and result.stderr == b''
    assert 'T14 can be attacked at ' in text and 'T14 can be defended at S12' in text and '& is the dragon of T14' in text
    assert 'attack of T14:\n  Black ' in text
    record = sgf.load(out)
    assert record.size == 19 and record.events and record.to_move


def test_decide_connection_and_combination(tmp_path):
    out = tmp_path / 'cut.sgf'
    result = run('-l', RECORD, '-L', '170', '--decide-connection', 'T14/R13', '--quiet', '-t', '-o', str(out), '--branch-depth', '9')
    assert result.returncode in (0, 1) and (result.returncode == 0) == (b'connected' in result.stdout)
    result = run('-l', RECORD, '-L', '170', '--decide-combination', '--quiet', '-M', '1')
    assert result.returncode == 0 and (b'combination' in result.stdout or b'captures' in result.stdout)


@pytest.mark.slow
def test_what_is_decided_about_dragons(tmp_path):
    here = ('-l', RECORD, '-L', '170', '--quiet')
    owl = run(*here, '--decide-owl', 'T14').stdout.decode()
    assert re.search(r'\(\d+ variations, (proved|read|uncertain)\)', owl)
    dragon = run(*here, '--decide-dragon', 'T14').stdout.decode()
    assert 'a dragon of' in dragon and dragon == run('explain', RECORD, 'T14', '-L', '170', '--quiet').stdout.decode()
    position = run(*here, '--decide-position', '--level', '1').stdout.decode()
    assert len(position.splitlines()) > 5 and all(re.match('(Black|White) [A-T]', line) for line in position.splitlines())
    data = run(*here, '--decide-dragon-data', 'T14', '--level', '1').stdout.decode()
    assert 'owl_attack_code' in data
    assert b'surrounded' in run(*here, '--decide-surrounded', 'T14').stdout
    race = run(*here, '--decide-semeai', 'T14/T13', '--level', '1')
    assert race.returncode in (0, 1)
    assert run(*here, '--decide-semeai', 'T14/T14').stderr.endswith(b'are stones of one colour\n')
    assert run('explain', RECORD).returncode == 2


def test_decide_eye_tells_what_a_space_yields(tmp_path):
    out = tmp_path / 'eye.sgf'
    result = run('-l', RECORD, '-L', '170', '--decide-eye', 'T10', '-o', str(out))
    assert result.returncode == 0 and b'eyespace at' in result.stdout and 'TR' in out.read_text()
    result = run('-l', RECORD, '-L', '170', '--decide-eye', 'T14', '--quiet')
    assert result.returncode == 0 and b'eye' in result.stdout and b'  A B' not in result.stdout
    assert run('-l', RECORD, '--decide-eye', 'T20').stderr.startswith(b'owlgo: --decide-eye')


def test_the_eye_display_is_plain_without_a_terminal():
    result = run('-l', RECORD, '-L', '170', '-E')
    assert result.returncode == 0 and b'\x1b' not in result.stdout
    assert all(sign in result.stdout for sign in (b'!', b'x', b'o', b'eyespace at'))


def test_decide_string_and_quiet():
    result = run('-l', RECORD, '-L', '170', '--decide-string', 'T14', '--quiet', '-t')
    assert result.stdout.decode().startswith('attack of T14:') and result.returncode == 0
    result = run('-l', RECORD, '-L', '170', '--decide-owl', 'D17', '--quiet', '--level', '0')
    assert 'cannot be attacked' in result.stdout.decode()


@pytest.mark.slow
def test_a_reader_that_leaves_early_is_no_error():
    command = [sys.executable, '-m', 'owlgo.cli.main', '-l', RECORD, '-L', '170', '--decide-string', 'T14', '--quiet', '-t']
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout and process.stderr
    process.stdout.close()
    assert process.stderr.read() == b'' and process.wait(60) == 1
    process.stderr.close()


def test_depth_options_name_the_depths_of_level_10():
    for _, name, text in DEPTH_OPTIONS:
        assert text.endswith(f'(default {getattr(Depths(), name)})'), (name, text)


def test_the_limits_of_owl_reach_the_reading():
    asked = ['-l', RECORD, '-L', '170', '--decide-owl', 'T14', '--quiet']
    options: list[list[str]] = [[], ['--owl-reading', '0', '--prove-nodes', '1'], ['--owl-node-limit', '1']]
    whole, shallow, few = (run(*asked, *more).stdout.decode() for more in options)
    assert 'uncertain' not in whole and 'T14 can be attacked at' in whole
    assert 'T14 cannot be attacked' in shallow and 'uncertain' in shallow and 'uncertain' in few
    given = '--owl-branch 4 --owl-distrust 2 --owl-reading 9 --owl-node-limit 30 --semeai-node-limit 40 --prove-nodes 50'
    cutoffs = Cutoffs(distrust=2, branch=4, reading=9)
    assert new_session(build_parser().parse_args(given.split())).limits == of_level(10, nodes=30, proof=50, race=40, cutoffs=cutoffs)


def test_the_reading_table_has_gnu_gos_name_too():
    sizes = [new_session(build_parser().parse_args(words)).reader.memory.record['table_bits']
             for words in ([], ['-M', '2'], ['--memory', '2'], ['--cache-size', '2'])]
    assert sizes[1] == sizes[2] == sizes[3] < sizes[0]


def test_levels_are_printed_from_the_highest_down():
    text = run('--print-levels').stdout.decode()
    assert re.findall(r'^at level (\d+):$', text, re.M) == [str(level) for level in range(12, -1, -1)]
    limits = [int(value) for value in re.findall(r'^owl_node_limit: (\d+)$', text, re.M)]
    assert limits == sorted(limits, reverse=True) and len(set(limits)) == 13
    assert text.count('owl_vital_apats: yes') == 4


BAD_OPTIONS = [
    ['--owl-node-limit', '0'], ['--owl-branch', '-1'], ['--owl-reading', 'x'], ['--semeai-node-limit', '1.5'], ['--owl-distrust', ''],
    ['--bogus'], ['--level', 'x'], ['--level', '13'], ['--level', '-1'], ['--rank', '21k'], ['--rank', '0k'], ['--rank', 'strong'],
    ['--rank', '15k', '--autolevel', '--clock', '60'], ['--rank', '15k', '--mc-games-per-level', '5'], ['--rank', '15k', '--classic'],
    ['--rank', '15k', '-l', RECORD, '--score', 'estimate'],
    ['--boardsize', '26'], ['--boardsize', '0'], ['--boardsize', 'nine'],
    ['--komi', 'x'], ['--komi', 'nan'], ['--mode', 'ascii2'], ['--seed', '-1'], ['--seed', '1.5'], ['extra'], ['--decide-owl', 'D4'],
    ['--seed', '9' * 400], ['--clock', '9' * 400], ['--komi', '1e20'], ['-l', RECORD, '-L', '9' * 400, '--decide-position'],
    ['--decide-string', 'A00021', '-l', RECORD], ['solve', RECORD, 'A1', '-n', '9' * 40], ['solve', RECORD, 'A1', '-M', 'nan'],
    ['--decide-owl', '44', '-l', RECORD], ['--decide-connection', 'T14', '-l', RECORD], ['--decide-connection', 'T14/A1', '-l', RECORD],
    ['--decide-connection', 'T14/T14', '-l', RECORD], ['-D', 'x'], ['-M', '0'], ['--branch-depth', '-1'],
    ['--decide-owl', 'Z30', '-l', RECORD],
    ['--decide-owl', 'D4', '--decide-string', 'D4', '-l', RECORD],
    ['--decide-owl', 'A1', '-l', RECORD], ['--decide-string', 'I5', '-l', RECORD], ['-l', 'no-such-file.sgf', '--decide-owl', 'D4'],
    ['-l', RECORD, '-L', 'x9y', '--decide-owl', 'D4'], ['-L', '5'], ['-t'], ['-o', 'x.sgf'], ['--forbid-suicide', '--allow-suicide'],
    ['--without', 'luck'], ['--tree-memory', '0.5'], ['--tree-memory', '1000'], ['--mc-games-per-level', '0'], ['--mcts', '--classic'],
    ['--min-level', '13'], ['--autolevel', '3'], ['learn', 'no-such-folder'], ['learn', RECORD],
    ['--simple-ko', '--no-ko'], ['-l', 'no-such-file.sgf', '--mode', 'gtp'], ['warm', '--bogus'], ['regress', 'no-such-suite.tst'],
    ['-l', RECORD, '-L', '170', '--decide-owl', 'T14', '-o', str(ROOT), '--quiet']]


@pytest.mark.parametrize('options', BAD_OPTIONS, ids=lambda options: ' '.join(options)[:60].replace(str(ROOT), ''))
def test_bad_options_get_one_clear_error(options):
    result = run(*options)
    assert result.returncode in (1, 2)
    message = result.stderr.decode().strip()
    assert message and 'Traceback' not in message
    assert len(message.splitlines()) == 1 or options[0] in ('warm', 'regress', 'solve')


SHELL = pytest.mark.skipif(not Path('/dev/full').exists(), reason='no /dev/full')


def in_shell(command):
    """What a command says on standard error, and its exit status; owlgo is this one."""
    text = 'owlgo() { "$PYTHON" -m owlgo.cli.main "$@"; }; ' + command
    done = subprocess.run(['sh', '-c', text], cwd=ROOT, capture_output=True, timeout=600, env={**os.environ, 'PYTHON': sys.executable})
    return [line for line in done.stderr.decode().split('\n') if line and 'compiling' not in line], done.returncode


@SHELL
@pytest.mark.parametrize('command', ['owlgo --help >/dev/full', 'owlgo --print-levels >/dev/full',
                                     'echo name | owlgo --mode gtp >/dev/full', 'owlgo man >/dev/full',
                                     'owlgo patterns show owl_attackpats/false_edge >/dev/full'])
def test_output_that_cannot_be_written_is_one_error(command):
    said, status = in_shell(command)
    assert status == 1 and len(said) == 1 and said[0].startswith('owlgo: standard output cannot be written: '), said


@SHELL
def test_streams_that_are_closed_or_left_early_are_no_traceback():
    assert in_shell('owlgo --mode gtp <&-') == ([], 0)
    assert in_shell('owlgo --bogus 2>&-') == ([], 2) and in_shell('owlgo --bogus 2>/dev/full')[0] == []
    assert in_shell('owlgo completion bash | head -1') == ([], 0)


def test_help_and_version():
    text = run('--help').stdout.decode()
    assert text.index('first steps:') < text.index('\noptions:') < text.index('--decide-string') < text.index('subcommands')
    assert text.count('\n  owlgo ') == 5, 'what one does first'
    assert b'explain FILE VERTEX' in run('explain', '--help').stdout
    assert started('--version').stdout.startswith(b'OwlGo ')
    assert started('--bogus').returncode == 2


def test_moyo_and_scores_from_the_command_line():
    result = run('-l', RECORD, '-L', '100', '-m', '5')
    text = result.stdout.decode()
    assert result.returncode == 0 and 'territory 5/21' in text and 'area 4/0' in text and 'moyo' not in text and '\x1b' not in text
    assert len([line for line in text.split('\n') if line[:2].strip().isdigit()]) == 38
    result = run('-l', RECORD, '-L', '30', '--score', 'estimate', '--level', '0')
    assert re.fullmatch(rb'(Black|White) seems to win by \d+\.\d points \(upper bound: -?\d+\.\d, lower: -?\d+\.\d\)\n', result.stdout)
    assert b'needs a game record' in run('--score', 'finish').stderr
    assert run('-m', '8').returncode == 2 and run('--chinese-rules', '--japanese-rules').returncode == 2
    args = build_parser().parse_args(['--chinese-rules', '--never-resign', '--capture-all-dead', '--play-out-aftermath'])
    session = new_session(args)
    assert (session.area_scoring, session.resign, session.capture_all_dead, session.aftermath) == (True, False, True, True)


PRINTED = ('--print-levels',)


@needs_full
@pytest.mark.parametrize('command, status, words', [
    ('"$@" >/dev/full', 1, b'owlgo: standard output cannot be written: No space left on device\n'),
    ('"$@" >&-', 0, b''), ('"$@" 2>&- >&- <&-', 0, b''),
    ('"$@" 2>/dev/full', 0, b'')])
def test_streams_that_are_closed_or_full(command, status, words):
    result = shell(command, *PRINTED)
    assert (result.returncode, result.stderr) == (status, words) and (result.stdout != b'') == (command == '"$@" 2>/dev/full')


@needs_full
def test_messages_that_nobody_reads_are_lost_and_nothing_else():
    for options in (('--bogus',), ('-l', 'no-such-file')):
        result = shell('"$@" 2>/dev/full', *options)
        assert result.returncode in (1, 2) and result.stdout == b''


@pytest.mark.skipif(sys.platform == 'win32', reason='Windows has no such signals')
@pytest.mark.parametrize('options', [('regress',), ('patterns', 'lint'), ('review',), ('verify',), ('solve',)], ids=' '.join)
def test_pipes_and_devices_are_refused_at_once(options, tmp_path):
    """Nothing is read that may never end."""
    os.mkfifo(tmp_path / 'pipe')
    for place in (tmp_path / 'pipe', *(path for path in (Path('/dev/zero'),) if path.exists())):
        result = run(*options, str(place))
        assert result.returncode in (1, 2) and 'no file but a pipe or a device' in result.stderr.decode(), result
        assert len(result.stderr.decode().splitlines()) == 1


@pytest.mark.skipif(sys.platform == 'win32', reason='Windows has no such signals')
def test_an_interrupt_from_the_keyboard_ends_a_decision():
    code = 'import os, signal, sys; from owlgo.cli import main; ' \
           "main.run = lambda argv: os.kill(os.getpid(), signal.SIGINT) or __import__('time').sleep(9); main.main()"
    result = subprocess.run([sys.executable, '-c', code], capture_output=True, cwd=ROOT, timeout=600)
    assert (result.returncode, result.stderr) == (130, b'owlgo: interrupted\n')


def test_what_names_say_does_not_reach_a_terminal(tmp_path):
    """Neither file names nor records nor options."""
    bad = tmp_path / 'x\x1b]0;title\x07\u202e.sgf'
    bad.write_text('(;SZ[\x1b[31m])')
    for options in (('-l', str(bad)), ('solve', str(bad)), ('verify', str(bad)), ('explain', str(bad), 'A1'), ('--komi', '\x1b[2J'),
                    ('patterns', 'lint', str(bad)), ('match', '\x1b[2Jno-such-engine'), ('learn', str(tmp_path / '\x9b2J')),
                    ('regress', str(bad))):
        result = run(*options)
        shown = (result.stdout + result.stderr).decode()
        assert not re.search('[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]', shown) and 'Traceback' not in shown, options
        assert result.returncode and result.stderr or options[0] == 'regress'


@pytest.mark.parametrize(('word', 'meant'), [('explian', 'did you mean explain?'), ('game.sgf', 'a record is named by -l FILE')])
def test_a_word_that_is_no_subcommand_is_named(word, meant, capsys):
    with pytest.raises(SystemExit):
        main([word, 'g.sgf'])
    assert f"there is no subcommand '{word}': {meant}" in capsys.readouterr().err
