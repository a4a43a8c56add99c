"""Files that commands write: checked before any work, and never a record that is read."""
import os
from pathlib import Path

import pytest

from owlgo.cli import main as cli
from owlgo.cli import outputs, problems, review, score, solve, verify
from owlgo.engine.core.files import check_writable

GAME = b'(;SZ[7]KM[6.5]AB[ca][bb][cb][ac][cc][bd][cd][dd][ce][bf][cf][cg]AW[da][ea]'\
       b'[db][eb][ec][fc][gc][ed][fd][de][fe][df][ef][gf][dg];B[];W[])'
GAMES = Path(__file__).parents[3] / 'regress' / 'games'
COMMANDS = {
    'decide': lambda options: cli.main(['-l', 'g.sgf', '--decide-owl', 'C7', *options]),
    'show': lambda options: cli.main(['-l', 'g.sgf', '--printboard', *options]),
    'print': lambda options: cli.main(['-l', 'g.sgf', *options]),
    'explain': lambda options: cli.explain_main(['g.sgf', 'C7', *options]),
    'score': lambda options: score.main(['g.sgf', *options]),
    'solve': lambda options: solve.main(['g.sgf', 'C7', *options]),
    'closed': lambda options: solve.main([str(GAMES / 'bent-three.sgf'), *options]),
    'review': lambda options: review.main(['g.sgf', '--level', '0', '--moves', '1-1', *options]),
    'goal': lambda options: solve.main(['g.sgf', 'C7', '--goal', 'any', *options]),
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    (tmp_path / 'g.sgf').write_bytes(GAME)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(('name', 'options'), [
    ('decide', '-o'), ('decide', '--svg'), ('print', '--printsgf'), ('show', '--svg'), ('explain', '--svg'), ('score', '--svg'),
    ('solve', '-o'), ('solve', '--html'), ('solve', '--certificate'), ('goal', '-o'), ('goal', '--certificate'),
    ('review', '-o'), ('review', '--html'), ('review', '--json'), ('review', '--svg')])
def test_no_record_is_overwritten(name, options, folder, capsys):
    (folder / 'link.sgf').symlink_to(folder / 'g.sgf')
    for path in ('g.sgf', './g.sgf', 'link.sgf'):
        assert COMMANDS[name]([options, path]) == 1
        said = capsys.readouterr()
        assert f'{options}: nothing is written over a record: {path} is one' in said.err and not said.out
    assert (folder / 'g.sgf').read_bytes() == GAME


@pytest.mark.parametrize(('name', 'options', 'words'), [
    ('decide', ['-o', 't', '--svg', './t'], '--svg: -o writes ./t already'),
    ('solve', ['--html', 't', '--certificate', 't'], '--certificate: --html writes t already'),
    ('review', ['-o', 't', '--html', './t'], '--html: -o writes ./t already'),
    ('review', ['--json', 't', '--html', 't'], '--json: --html writes t already'),
    ('review', ['--json', '-'], "--json: '-' is no file name"),
    ('score', ['--svg', 'no/x.svg'], '--svg: there is no folder no'), ('explain', ['--svg', ''], "--svg: '' is no file name"),
    ('show', ['--svg', '-'], "--svg: '-' is no file name")])
def test_a_file_that_cannot_be_written_is_named_before_any_work(name, options, words, folder, capsys):
    assert COMMANDS[name](options) == 1
    said = capsys.readouterr()
    assert words in said.err and not said.out and os.listdir() == ['g.sgf']


@pytest.mark.parametrize(('name', 'option'), [('decide', '--svg'), ('explain', '--svg'), ('score', '--svg'), ('review', '-o'),
                                              ('solve', '--certificate'), ('solve', '--html'), ('goal', '-o'), ('print', '--printsgf')])
@pytest.mark.parametrize(('file', 'words'), [
    ('d', 'd is a folder, and a file is wanted'), ('d/', 'd/ is a folder'), (f'{300 * "n"}.svg', 'too long'), ('loop', 'symbolic links'),
    ('dangle.svg', 'there is no folder {}/gone'), ('d/gone/x', 'there is no folder {}/gone')])
def test_what_can_be_known_of_a_file_is_known_before_any_work(name, option, file, words, folder, capsys):
    """Failed: said after all the work, or by a traceback, or with the name of a folder that was there."""
    (folder / 'd').mkdir()
    (folder / 'loop').symlink_to('loop')
    (folder / 'dangle.svg').symlink_to('gone/x')
    (folder / 'd' / 'gone').symlink_to(folder / 'gone')
    assert COMMANDS[name]([option, file]) == 1
    said = capsys.readouterr()
    assert words.format(folder.resolve()) in said.err and f'{option}: ' in said.err and not said.out
    assert sorted(os.listdir()) == ['d', 'dangle.svg', 'g.sgf', 'loop'] and os.listdir('d') == ['gone']


@pytest.mark.parametrize('name', ['decide', 'score', 'review', 'solve'])
def test_a_record_that_is_a_link_in_a_circle_is_refused_in_a_line(name, folder, capsys):
    """Failed: a traceback, by Python's version of one error or another."""
    (folder / 'g.sgf').unlink()
    (folder / 'g.sgf').symlink_to('g.sgf')
    assert COMMANDS[name](['--svg', 'x.svg']) == 1
    said = capsys.readouterr()
    assert 'symbolic links' in said.err and said.err.count('\n') == 1 and not said.out


def test_nothing_is_left_where_it_was_tried_to_write(folder):
    check_writable('x.svg')
    check_writable('g.sgf')
    check_writable(os.devnull)
    assert os.listdir() == ['g.sgf'] and (folder / 'g.sgf').read_bytes() == GAME


@pytest.mark.parametrize(('name', 'options', 'written'), [
    ('solve', ['-o', 'h', '--certificate', 'c', '--svg', 's'], 'cs'),
    ('closed', ['--html', 'h', '--certificate', 'c', '--svg', 's'], 'cs'), ('goal', ['-o', 'h', '--svg', 's'], 's'),
    ('decide', ['-o', 'h', '--svg', 's'], 's'),
    ('review', ['-o', 'h', '--json', 'j', '--svg', 's', '--level', '0', '--quiet'], 'js')])
def test_other_files_are_written_though_one_fails(name, options, written, folder, capsys, monkeypatch):
    """Failed: nothing more was written."""
    monkeypatch.setattr(outputs, 'check', lambda *_: os.mkdir('h'))
    assert COMMANDS[name](options) == 1
    assert capsys.readouterr().err.endswith('h: Is a directory\n')
    assert sorted(os.listdir()) == sorted(['g.sgf', 'h', *written])


@pytest.mark.parametrize('command', [
    lambda: score.main(['']), lambda: review.main(['']), lambda: solve.main(['']), lambda: cli.main(['-l', '', '--score', 'estimate']),
    lambda: cli.explain_main(['', 'C7']), lambda: verify.main(['']), lambda: problems.main(['']),
    lambda: review.main(['g.sgf', '--folder', ''])])
def test_an_empty_name_is_not_the_present_folder(command, capsys):
    """Failed: every record below it was read."""
    with pytest.raises(SystemExit):
        command()
    said = capsys.readouterr()
    assert "'' is no file name" in said.err and not said.out


def test_two_outputs_may_go_to_a_device(capsys):
    assert cli.main(['-l', 'g.sgf', '--decide-owl', 'C7', '-o', os.devnull, '--svg', os.devnull]) == 0


def test_png_is_refused_at_once_without_its_library(monkeypatch, capsys, folder):
    def lacks():
        raise ValueError('PNG needs CairoSVG')
    monkeypatch.setattr('owlgo.cli.drawing.png_maker', lacks)
    assert score.main(['g.sgf', '--svg', 'x.svg', '--png', 'x.png']) == 1
    said = capsys.readouterr()
    assert 'PNG needs CairoSVG' in said.err and not said.out and os.listdir() == ['g.sgf']
