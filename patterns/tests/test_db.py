"""Our own databases: every pattern has a comment and matches where it should."""
from pathlib import Path

import pytest

from owlgo.engine.constraints.interpreter import py_holds
from owlgo.engine.core import jit
from owlgo.engine.core.facts import ALWAYS, Kind, bits, new_facts
from owlgo.engine.core.points import all_points
from owlgo.engine.core.tests.pictures import drawn
from owlgo.patterns.check import second_thoughts
from owlgo.patterns.compile import compile_database
from owlgo.patterns.lang import read_file, read_text
from owlgo.patterns.library import DATABASE_FOLDER, EYE_TABLES, PATTERN_DATABASES, Library, asked_for, needs_moves
from owlgo.patterns.match import py_find_matches
from owlgo.patterns.tests import positions

LEAST = {'owl_attackpats': 50, 'owl_defendpats': 45, 'owl_vital_apats': 20}


def own(name):
    """One of our databases, which has no mistakes."""
    return read_file(str(DATABASE_FOLDER / f'{name}.db'), needs_moves(name))


OWNED = [(name, pattern) for name in PATTERN_DATABASES for pattern in own(name).patterns]


@pytest.mark.parametrize('name', PATTERN_DATABASES)
def test_a_database_says_what_each_pattern_is_for(name):
    database = own(name)
    assert len(database.patterns) >= LEAST.get(name, 1)
    assert not list(second_thoughts(database)) and all(pattern.comments for pattern in database.patterns)


@pytest.mark.parametrize('name', PATTERN_DATABASES)
def test_every_pattern_matches_its_position_and_not_the_near_one(name):
    database = own(name)
    tables = compile_database(database)
    kept = positions.read(name)
    assert set(kept) == {pattern.name for pattern in database.patterns}
    for number, pattern in enumerate(database.patterns):
        both = kept[pattern.name]
        assert positions.is_right(both, tables, number, database), pattern.name
        if not pattern.constraint:
            assert positions.difference(both) == 1, pattern.name


def test_positions_are_told_apart():
    """A drawing that does not show the pattern is not right for it."""
    database = own('owl_attackpats')
    tables = compile_database(database)
    kept = positions.read('owl_attackpats')
    first = database.patterns[0].name
    swapped = positions.Positions(kept[first].near, kept[first].matching)
    assert not positions.is_right(swapped, tables, 0, database)


def test_patterns_of_facts_that_are_not_known_never_hold(tmp_path):
    text = """attribute_map value_only
goal_elements X

Pattern Known

*X

:8,-,value(50)

*a

; lib(a) < 3

Pattern Unknown

*X

:8,-,value(50)

*a

; owl_escape_value(*) > 0 && owl_mineye(a)
"""
    (tmp_path / 'owl_attackpats.db').write_text(text)
    library = Library()
    library.use_folder(tmp_path)
    loaded = library.get('owl_attackpats')
    asks = {ALWAYS: ['owl_escape_value', 'owl_mineye'], ALWAYS | bits(Kind.ESCAPE): ['owl_mineye']}
    for known, wanting in asks.items():
        assert asked_for(loaded.source(), known) == {'Unknown': wanting}
        assert loaded.answered(known).tolist() == [True, False]
    assert loaded.answered(ALWAYS | bits(Kind.ESCAPE, Kind.OWL_EYES)).all() and not asked_for(loaded.source(), loaded.known)
    board, f = drawn('. . .\n. X .\n. . .'), new_facts()
    f['escape'], f['eye_min'] = 5, 1
    held = {}
    for known in (ALWAYS, ALWAYS | bits(Kind.ESCAPE, Kind.OWL_EYES)):
        f['known'] = known
        positions.M['by_goal'] = 0
        py_find_matches(board, loaded.tables, positions.M, 2)
        matches = [(int(positions.M['instance'][k]), int(positions.M['anchor'][k])) for k in range(int(positions.M['n']))]
        held[known] = [bool(py_holds(board, positions.R, f, loaded.tables, positions.W, *match, 2)) for match in matches]
    assert [sum(found) for found in held.values()] == [0, 4], 'four sides, and a stone with four liberties'
    assert loaded.tables['enabled'][:2].tolist() == [1, 1]


def test_a_folder_of_the_users_replaces_what_it_has(tmp_path):
    library = Library()
    with pytest.raises(ValueError, match='has no database'):
        library.use_folder(tmp_path)
    bad = 'Pattern A\n\n*X\n\n:8,-\n\nPattern B\n\n*X\n\n:8,-\n\n*a\n\n; libb(a) > 1\n'
    (tmp_path / 'attack.db').write_text(bad)
    library.use_folder(tmp_path)
    loaded = library.get('attack')
    assert loaded.names == ('A',)
    assert [problem.place.line for problem in loaded.problems] == [15] and 'unknown helper libb' in str(loaded.problems[0])
    assert library.get('conn').path.parent == DATABASE_FOLDER and not library.get('conn').problems
    with pytest.raises(KeyError):
        library.get('nonsense')


def test_names_of_databases():
    assert {path.stem for path in DATABASE_FOLDER.glob('*.db')} == set(PATTERN_DATABASES) | set(EYE_TABLES)
    assert len(OWNED) > 150
    assert read_text('', 'empty.db').patterns == ()


def test_editing_a_pattern_compiles_no_kernel(tmp_path):
    """Tables are data: another value, diagram or constraint takes effect with the kernels there are."""
    text = (DATABASE_FOLDER / 'attack.db').read_text()
    database = read_text(text, 'attack.db')
    kept = positions.read('attack')['net']
    board = positions.lay(kept.matching)
    assert board is not None
    move = positions.move_of(kept.matching)
    assert positions.matches(board, compile_database(database), 0, move, 2)[1]
    compiled = sum(entry.compiled_here for entry in jit.entries())
    edited = compile_database(read_text(text.replace('lib(a) <= 3', 'lib(a) > 4 && attack(a)', 1), 'attack.db'))
    assert positions.matches(board, edited, 0, move, 2) == (1, 0)
    assert sum(entry.compiled_here for entry in jit.entries()) == compiled


CUT = """attribute_map value_only
goal_elements X
callback_data X

Pattern Hane
# Hane on the second line.

XO
?*
..
--

:8,-,value(50)

aO
?*
..
--

; lib(a) > 1 && olib(*) > 2

Pattern Contact
# Right beside a stone.

X*

:8,-,value(50)
"""


def test_positions_are_cut_out_of_games():
    """Both positions of a pattern, with a constraint or without, are right and part of a game."""
    database = read_text(CUT, 'cut.db')
    tables = compile_database(database)
    record = Path(__file__).parents[2] / 'regress' / 'games' / 'alphago-lee-sedol-4.sgf'
    found = positions.cut_out(database, tables, {0, 1}, positions.boards_of([record]))
    assert set(found) == {0, 1} and all(positions.is_right(found[number], tables, number, database) for number in found)
    assert positions.difference(found[1]) == 1
    boards = [''.join('.OX'[color] for color in board['color'][list(all_points(19))]) for board in positions.boards_of([record])]
    rows = [row.replace('*', '.') for row in found[0].matching]
    assert any(all(row in board for row in rows) for board in boards) and len(rows) < 19
