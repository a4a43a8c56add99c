"""Files that commands write: checked before any work, and never a record that is read."""
import os

import pytest

from owlgo.cli import main as cli
from owlgo.cli import review, score, solve

GAME = b'(;SZ[7]KM[6.5]AB[ca][bb][cb][ac][cc][bd][cd][dd][ce][bf][cf][cg]AW[da][ea]'\
       b'[db][eb][ec][fc][gc][ed][fd][de][fe][df][ef][gf][dg];B[];W[])'
COMMANDS = {
    'decide': lambda options: cli.main(['-l', 'g.sgf', '--decide-owl', 'C7', *options]),
    'show': lambda options: cli.main(['-l', 'g.sgf', '--printboard', *options]),
    'print': lambda options: cli.main(['-l', 'g.sgf', *options]),
    'explain': lambda options: cli.explain_main(['g.sgf', 'C7', *options]),
    'score': lambda options: score.main(['g.sgf', *options]),
    'solve': lambda options: solve.main(['g.sgf', 'C7', *options]),
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


def test_two_outputs_may_go_to_a_device(capsys):
    assert cli.main(['-l', 'g.sgf', '--decide-owl', 'C7', '-o', os.devnull, '--svg', os.devnull]) == 0


def test_png_is_refused_at_once_without_its_library(monkeypatch, capsys, folder):
    def lacks():
        raise ValueError('PNG needs CairoSVG')
    monkeypatch.setattr('owlgo.cli.drawing.png_maker', lacks)
    assert score.main(['g.sgf', '--svg', 'x.svg', '--png', 'x.png']) == 1
    said = capsys.readouterr()
    assert 'PNG needs CairoSVG' in said.err and not said.out and os.listdir() == ['g.sgf']
