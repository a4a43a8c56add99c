"""Tables of readings, counted from game records."""
from pathlib import Path

import pytest

from owlgo.engine.read.merit import tables
from owlgo.engine.read.odds import FEATURES, chances
from owlgo.regress.train import merit, odds


def test_tables_are_counted_from_records(capsys, tmp_path):
    """Both tables come out in the shape that the engine reads; a bad record is one error."""
    record = str(Path(__file__).parents[2] / 'games' / 'alphago-lee-sedol-4.sgf')
    assert merit.main([record]) == 0
    ranks, rare = tables(capsys.readouterr().out)
    assert len(set(ranks)) > 5 and rare.sum() > 0
    assert odds.main([record]) == 0
    assert chances(capsys.readouterr().out).shape == (FEATURES,)
    bad = tmp_path / 'bad.sgf'
    bad.write_text('no game')
    with pytest.raises(SystemExit):
        odds.main([str(bad)])
    assert 'bad.sgf: this is no SGF file' in capsys.readouterr().err


def test_usage_names_a_command_that_is_there(capsys):
    with pytest.raises(SystemExit):
        odds.main([])
    assert 'usage: python -m owlgo.regress.train.odds ' in capsys.readouterr().err
