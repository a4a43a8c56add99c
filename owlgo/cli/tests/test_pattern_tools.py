"""The tools for pattern files."""
from pathlib import Path

import pytest

from owlgo.cli import loading, pattern_tools
from owlgo.gtp.server import handle
from owlgo.gtp.session import Session
from owlgo.patterns.library import LIBRARY
from owlgo.patterns.tests.test_lang import SAMPLE, pattern


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


ROOT = Path(__file__).parents[3]
RECORD = 'regress/games/straight-three.sgf'


def run(capsys, *args):
    """Exit status, output, errors."""
    status = pattern_tools.main(list(args))
    shown = capsys.readouterr()
    return status, shown.out, shown.err


def test_lint_has_second_thoughts(tmp_path, capsys):
    path = tmp_path / 'a.db'
    path.write_text('Pattern A\n\nO*\n.O\n\n:|,-\n\n> antisuji(*);\n')
    status, out, err = run(capsys, 'lint', str(path))
    assert status == 0 and '1 patterns' in out and f"{path}:1:1: symmetry code '|'" in err
    assert f'{path}:1:1: nothing carries out the actions of pattern A' in err


def test_lint_notes_what_is_taken_though_it_is_hardly_meant(tmp_path, capsys):
    path = tmp_path / 'conn.db'
    path.write_text('Pattern A\n\nO!O\n\n:8,C,old_helper\n\na.a\n\n; lib(a)\n')
    status, out, err = run(capsys, 'lint', str(path))
    assert status == 0 and '1 patterns, 1 with a constraint' in out
    assert all(f'{path}:{place}: ' in err for place in ('5:6', '7:2', '7:3')) and 'unknown helper old_helper' in err


def test_show_draws_every_orientation(capsys):
    status, out, _ = run(capsys, 'show', 'owl_vital_apats/vital_straight_three_corner')
    assert status == 0 and out.startswith('Pattern vital_straight_three_corner\n# ')
    assert '8 orientations' in out and '+---' in out and '---+' in out
    status, out, _ = run(capsys, 'show', 'attack/net')
    assert '; lib(a) <= 3' in out and 'constraint cost 0.05' in out


def test_show_says_what_it_cannot_find(capsys):
    status, _, err = run(capsys, 'show', 'attack/nett')
    assert status == 1 and 'no pattern nett: did you mean net' in err
    assert 'no database atack: did you mean attack' in run(capsys, 'show', 'atack/net')[2]
    assert 'in several databases' in run(capsys, 'show', 'hane_1st')[2]


def test_match_lists_what_lies_where(capsys):
    status, out, _ = run(capsys, 'match', RECORD, '--color', 'white', '--dragon', 'A8')
    assert status == 0 and 'B9     owl_vital_apats/vital_straight_three_corner  80\n' in out and 'fails' not in out
    everything = run(capsys, 'match', RECORD, '--color', 'white', '--dragon', 'A8', '--all', '--db', 'owl_attackpats')[1]
    assert 'constraint fails' in everything and 'vital' not in everything
    assert 'no string there' in run(capsys, 'match', RECORD, '--dragon', 'B9')[2]
    assert 'no database x' in run(capsys, 'match', RECORD, '--db', 'x')[2]
    assert 'none.sgf' in run(capsys, 'match', 'none.sgf')[2]


NEAR = '''goal_elements X

Pattern catch_three
# Catches a string with three liberties.

*X

:8,s

*a

; lib(a) == 3 && does_attack(*,a) == WIN

Pattern beside
# Plays beside the dragon.

*X

:8,s

*a

; owl_goal_dragon(a)
'''


def test_explain_names_the_point_or_the_clause(tmp_path, capsys):
    vital = 'owl_vital_apats/vital_straight_three_corner'
    _, out, _ = run(capsys, 'explain', vital, 'B9', RECORD, '--color', 'white')
    assert 'matches at B9' in out and 'does not' not in out
    _, out, _ = run(capsys, 'explain', vital, 'C9', RECORD, '--color', 'white')
    assert 'does not match at C9' in out and ', the diagram has ' in out and '8 orientations' in out
    (tmp_path / 'owl_attackpats.db').write_text(NEAR)
    use = '--patterns', str(tmp_path)
    try:
        _, out, _ = run(capsys, *use, 'explain', 'owl_attackpats/catch_three', 'A9', RECORD, '--color', 'white')
        assert 'holds: lib(a) == 3' in out and 'lib(a) = lib(A8) is 3' in out
        assert 'fails: does_attack(*,a) == 5' in out and 'does_attack(A9,A8) is 0' in out
        _, out, _ = run(capsys, *use, 'explain', 'owl_attackpats/beside', 'A9', RECORD, '--color', 'white', '--dragon', 'A8')
        assert 'owl_goal_dragon(A8) is 1' in out
    finally:
        LIBRARY.folder = None
        LIBRARY.loaded.clear()


FACTS = '''goal_elements X

Pattern Eye
# Says what is known of the dragon.

*X

:8,s

*a

; owl_eyespace(*) && owl_maxeye(*) > 0 && lib(a) > 1
'''


def test_what_is_asked_about_a_dragon_is_known_where_one_is_named(tmp_path, capsys):
    (tmp_path / 'owl_attackpats.db').write_text(FACTS)
    use = '--patterns', str(tmp_path)
    try:
        _, with_it, err = run(capsys, *use, 'match', RECORD, '--color', 'white', '--dragon', 'A8', '--db', 'owl_attackpats')
        _, without, _ = run(capsys, *use, 'match', RECORD, '--color', 'white', '--db', 'owl_attackpats', '--all')
        _, told, _ = run(capsys, *use, 'explain', 'owl_attackpats/Eye', 'B9', RECORD, '--color', 'white', '--dragon', 'A8')
        _, silent, _ = run(capsys, *use, 'explain', 'owl_attackpats/Eye', 'B9', RECORD, '--color', 'white')
        session = Session()
        handle(session, f'loadsgf {RECORD}')
        asked = 'match owl_attackpats white A8', 'match owl_attackpats white', 'explain owl_attackpats Eye B9 white A8'
        answers = [handle(session, f'pattern_{what}').decode() for what in asked]
    finally:
        LIBRARY.folder = None
        LIBRARY.loaded.clear()
    assert '1 patterns, 0 mistakes, 0 switched off\n' in err
    assert 'B9     owl_attackpats/Eye  0\n' in with_it and 'asks' not in with_it
    assert 'B9     owl_attackpats/Eye  0  asks what is not known\n' in without
    assert 'Eye matches at B9' in told and 'owl_maxeye(B9) is 2' in told
    assert 'Eye does not match at B9' in silent and 'owl_maxeye(B9) is not known' in silent
    assert 'B9     owl_attackpats/Eye  0\n' in answers[0] + '\n' and 'asks what is not known' in answers[1]
    assert 'matches at B9' in answers[2]


def test_explain_speaks_of_edges_and_of_the_dragon(capsys):
    _, out, _ = run(capsys, 'explain', 'shapes/first_line', 'E5', RECORD, '--color', 'black')
    assert 'edge of the board is not where the diagram has it' in out
    _, out, _ = run(capsys, 'explain', 'owl_vital_apats/vital_straight_three_corner', 'B9', RECORD, '--color', 'white', '--dragon', 'A7')
    assert 'it does not touch the dragon' in out


def test_new_makes_a_pattern_that_matches_where_it_was_cut(tmp_path, capsys):
    _, out, _ = run(capsys, 'new', RECORD, 'D7', 'A9', '--move', 'B9', '--color', 'white', '--name', 'Mine')
    path = tmp_path / 'attack.db'
    path.write_text('attribute_map value_only\n\n' + out)
    assert run(capsys, 'lint', str(path))[0] == 0
    status, out, err = run(capsys, '--patterns', str(tmp_path), 'match', RECORD, '--color', 'white', '--db', 'attack')
    LIBRARY.folder = None
    LIBRARY.loaded.clear()
    assert out == 'B9     attack/Mine  50\n' and '1 patterns, 0 mistakes, 0 switched off' in err
    assert 'is not empty' in run(capsys, 'new', RECORD, 'A9', 'C7', '--move', 'A8')[2]
    assert 'no vertex' in run(capsys, 'new', RECORD, 'A9', 'Z99')[2]
    (tmp_path / 'large.sgf').write_text('(;SZ[25])')
    assert 'at most 21 rows' in run(capsys, 'new', str(tmp_path / 'large.sgf'), 'A1', 'W5')[2]
    for words in (['new', RECORD, 'pass', 'A9'], ['new', RECORD, 'A9', 'C7', '--move', 'pass'], ['match', RECORD, '--dragon', 'pass'],
                  ['explain', 'attack/net', 'pass', RECORD]):
        assert run(capsys, *words) == (1, '', 'owlgo patterns: pass is no point of the board\n'), words


@pytest.fixture
def suite(tmp_path):
    """One question about a dragon in the open, which patterns are asked for where no zone proves it."""
    path = tmp_path / 'open.tst'
    record = ROOT / 'regress/games/alphago-lee-sedol-4.sgf'
    path.write_text(f'loadsgf {record} 170\n1 owl_attack T14\n#? [1 S12]\n')
    return str(path)


def test_profile_counts_what_patterns_do(capsys, suite):
    path = Path(suite)
    path.write_text(path.read_text().replace('owl_attack', 'owl_defend'))
    status, out, _ = run(capsys, 'profile', suite)
    assert status == 0 and '1 tests, 1 passed' in out
    rows = [[int(number) for number in line.split()[1:]] for line in out.split('\n') if line.lstrip().startswith('owl_')]
    assert len(rows) > 3 and all(len(row) == 6 and row[:3] == sorted(row[:3], reverse=True) and row[4] <= row[3] for row in rows)
    assert any(row[5] for row in rows)


def test_profile_says_what_is_lost_without_a_pattern(capsys, suite):
    """The test runs again without each pattern, at the lowest level, which asks the same of patterns in less time."""
    path = Path(suite)
    path.write_text(path.read_text().replace('1 owl_attack', 'level 0\n1 owl_attack'))
    status, out, _ = run(capsys, 'profile', suite, '--off')
    assert status == 0 and 'when the pattern is switched off' in out
    assert all(heading in out.split('\n')[0] for heading in ('matched', 'listed', 'tried', 'changed', 'lost', 'gained'))
    rows = [line.split() for line in out.split('\n') if line.lstrip().startswith('owl_')]
    assert all(len(row) - 8 <= int(row[7]) <= 1 for row in rows)
    loaded = LIBRARY.get('owl_attackpats')
    assert loaded.tables['enabled'][:len(loaded.names)].all()


def test_a_folder_of_the_users_is_reported(tmp_path, capsys):
    text = ('Pattern A\n\nO.O\n\n:8,C\n\nacb\n\n; seki_helper(c) && lib(a) > 1\n\n'
            'Pattern B\n\nOO\n\n:8,C\n\nab\n\n; foo(a)\n')
    (tmp_path / 'conn.db').write_text(text)
    try:
        status, _, err = run(capsys, '--patterns', str(tmp_path), 'show', 'conn/A')
    finally:
        LIBRARY.folder = None
        LIBRARY.loaded.clear()
    assert status == 0 and 'conn.db:19:3: unknown helper foo' in err
    assert '1 patterns, 1 mistakes, 1 switched off for want of seki_helper (1)' in err
    assert run(capsys, '--patterns', str(tmp_path / 'none'), 'show', 'conn/bamboo')[0] == 1


def test_a_table_of_eyes_with_a_mistake_is_refused_by_its_place(tmp_path):
    (tmp_path / 'eyes.db').write_bytes(b'\x00\x8f rubbish\n')
    try:
        with pytest.raises(ValueError, match=r'eyes\.db:1:1: a line outside a pattern$'):
            loading.use_folder(str(tmp_path))
    finally:
        LIBRARY.folder = None
        LIBRARY.loaded.clear()
