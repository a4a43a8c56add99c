"""The tools for pattern files."""
from gtp import pattern_tools
from patterns.tests.test_lang import SAMPLE, pattern


def test_lint_tells_what_a_file_has_or_what_is_wrong(tmp_path, capsys):
    good, bad = tmp_path / 'good.db', tmp_path / 'bad.db'
    good.write_text(SAMPLE)
    bad.write_text(pattern('Xz', ':9,-'))
    assert pattern_tools.main(['lint', str(good)]) == 0
    assert capsys.readouterr().out == f'{good}: 2 patterns, 1 with a constraint\n'
    assert pattern_tools.main(['lint', str(bad), str(tmp_path / 'none.db'), str(good)]) == 1
    shown = capsys.readouterr()
    assert f'{bad}:2:2: ' in shown.err and f'{bad}: 3 mistakes' in shown.err and 'none.db: No such file' in shown.err
    assert '2 patterns' in shown.out
