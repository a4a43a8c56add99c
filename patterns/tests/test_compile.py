"""Tables on disk, and that fuzzed databases do what their twins do."""
import numpy as np
import pytest

from owlgo.engine.core import cache, store
from owlgo.engine.core.layout import dtype_of
from owlgo.patterns import compile
from owlgo.patterns.check import second_thoughts
from owlgo.patterns.compile import MAX_INSTANCES, PATTERNS, compile_database, load
from owlgo.patterns.lang import read_text
from owlgo.patterns.source import PatternErrors
from owlgo.patterns.tests import fuzz, twin


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, 'cache_root', lambda: tmp_path)
    return tmp_path / store.TABLE_FOLDER


def database(count, seed=1):
    import random
    return twin.random_database(random.Random(seed), count)


def same(one, two):
    return all(np.array_equal(one[field], two[field]) for field in dtype_of(PATTERNS).names or ())


def test_tables_come_back_from_the_cache_as_they_were(folder):
    text = database(60)
    fresh, names = load(text, 'r.db')
    assert len(list(folder.glob('*.bin'))) == 1 and len(names) == 60
    kept, again = load(text, 'r.db')
    assert names == again and same(fresh, kept) and same(fresh, compile_database(read_text(text, 'r.db')))


def test_another_text_is_another_table(folder):
    text = database(10)
    one, _ = load(text, 'r.db')
    two, _ = load(text.replace('value(', 'value(1', 1), 'r.db')
    assert len(list(folder.glob('*.bin'))) == 2 and not np.array_equal(one['value'], two['value'])


def test_a_damaged_cache_is_made_again(folder):
    text = database(10)
    fresh, _ = load(text, 'r.db')
    path, = folder.glob('*.bin')
    for damage in (path.read_bytes()[:200], b'', b'PK nonsense'):
        path.write_bytes(damage)
        again, _ = load(text, 'r.db')
        assert same(fresh, again)


def test_a_cache_that_cannot_be_written_does_no_harm(tmp_path, monkeypatch):
    (tmp_path / 'file').write_text('')
    monkeypatch.setattr(cache, 'cache_root', lambda: tmp_path / 'file')
    assert len(load(database(3), 'r.db')[1]) == 3


def test_only_so_many_tables_are_kept(folder, monkeypatch):
    monkeypatch.setattr(store, "KEPT_TABLES", 3)
    for seed in range(5):
        load(database(2, seed), 'r.db')
    assert len(list(folder.glob('*.bin'))) == 3


def test_mistakes_are_not_cached(folder):
    with pytest.raises(PatternErrors):
        load('Pattern A\n', 'r.db')
    assert not list(folder.glob('*.bin'))


def test_a_table_that_is_kept_is_not_compiled_again(folder, monkeypatch):
    text = database(10)
    load(text, 'r.db')
    monkeypatch.setattr(compile, 'compile_database', None)
    assert len(load(text, 'r.db')[1]) == 10
    with pytest.raises(TypeError):
        load(database(11), 'r.db')


def test_too_many_patterns_are_refused():
    text = 'attribute_map none\n' + '\n'.join(f'Pattern P{k}\n\n*XO\n.oO\n\n:8,-\n' for k in range(MAX_INSTANCES // 8 + 1))
    with pytest.raises(ValueError, match='in all orientations are too many: at most 8192'):
        compile_database(read_text(text, 'big.db'))


def test_what_is_probably_not_meant():
    text = 'Pattern A\n\nO*\n.O\n\n:|,-\n\nPattern B\n# Fine.\n\nO*\n.O\n\n:/,-\n'
    found, = second_thoughts(read_text(text, 'a.db'))
    assert "symmetry code '|'" in str(found) and found.place.line == 1


def test_fuzzed_databases_match_as_their_twins_or_are_refused():
    outcomes = fuzz.fuzz(400, 3)
    assert outcomes['equal'] > 60 and outcomes['refused'] > 100 and outcomes['matches'] > 200
