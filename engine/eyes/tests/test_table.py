"""The tables of eye spaces: made the same each time, equal to solving, read with every mistake named; canonical forms and the catalogue."""
import random

import pytest

from owlgo.engine.eyes import table
from owlgo.engine.eyes.canonical import canonical
from owlgo.engine.eyes.game import Graph
from owlgo.engine.eyes.graph import analyze, read
from owlgo.engine.eyes.table import compile_patterns, read_text
from owlgo.patterns.lang import file_text
from owlgo.patterns.library import DATABASE_FOLDER, LIBRARY
from owlgo.patterns.source import PatternErrors
from owlgo.regress.train import eye_table
from owlgo.regress.train.eye_spaces import Structure, polyominoes, structures, with_margins, with_prisoners


def isomorphic(one, other):
    """Whether two graphs differ only in the numbering of their points, by their canonical forms."""
    return canonical(one)[0] == canonical(other)[0]


def shuffled(graph, rng):
    order = rng.sample(range(len(graph.near)), len(graph.near))
    place = {v: k for k, v in enumerate(order)}

    def moved(mask):
        return sum(1 << place[v] for v in order if mask >> v & 1)

    return Graph(tuple(moved(graph.near[v]) for v in order), *map(moved, graph[1:]))


def value(form, *suicide, found=table.find):
    known = found(form, *suicide)
    assert known is not None
    return str(known.value)


def drawings(rng, count):
    """Random connected drawings."""
    while count:
        rows = [''.join(rng.choice('..XX!$O') for _ in range(rng.randint(2, 4))) for _ in range(rng.randint(1, 3))]
        try:
            yield read('%'.join(rows)).graph
        except ValueError:
            continue
        count -= 1


def test_a_form_does_not_depend_on_numbering():
    rng = random.Random(1)
    for graph in drawings(rng, 200):
        form, order = canonical(graph)
        again, _ = canonical(shuffled(graph, rng))
        assert form == again and sorted(order) == list(range(len(graph.near)))
        assert all(form.near[k] == sum(1 << order.index(u) for u in range(len(order)) if graph.near[v] >> u & 1)
                   for k, v in enumerate(order))


def test_forms_tell_graphs_apart_as_trying_every_numbering_does():
    """The twin: two graphs are one if some permutation makes them equal."""
    from itertools import permutations
    rng = random.Random(2)
    some = [graph for graph in drawings(rng, 120) if len(graph.near) <= 5]
    pairs = [(one, shuffled(one, rng) if rng.random() < 0.3 else rng.choice(some)) for one in some]
    for one, other in pairs:
        n = len(one.near)
        same = n == len(other.near) and any(
            all((one[f] >> v & 1) == (other[f] >> p[v] & 1) for f in (1, 2, 3, 4) for v in range(n)) and
            all((one.near[v] >> u & 1) == (other.near[p[v]] >> p[u] & 1) for v in range(n) for u in range(n))
            for p in permutations(range(n)))
        assert isomorphic(one, other) == same


@pytest.mark.parametrize('one,other,same', [('..%O..', '....', True), ('..%..', '....', False), ('!...', '...!', True),
                                            ('.!..', '!...', False), ('X...', '...X', True), ('.X..', 'X...', False)])
def test_graphs_of_the_manual(one, other, same):
    assert isomorphic(read(one).graph, read(other).graph) == same


def test_shapes_are_counted_as_elsewhere():
    """Fixed polyominoes: OEIS A001168."""
    assert [len(polyominoes(size)) for size in range(1, 7)] == [1, 2, 6, 19, 63, 216]


def test_the_edge_is_what_it_leaves_without_a_wall():
    """Three points round a corner stone shut it in; two at an edge are as in the middle; a corner's point has no wall."""
    assert not Structure(((0, 1), (1, 0), (1, 1)), True, True).is_open() and Structure(((0, 1), (1, 0), (1, 1)), True, False).is_open()
    corner, middle = (Structure(((0, 0), (0, 1), (1, 0)), flag, flag) for flag in (True, False))
    assert not isomorphic(corner.graph(), middle.graph()) and [len(structures(size)) for size in (1, 2, 3)] == [1, 2, 4]
    with pytest.raises(ValueError, match='without a wall'):
        corner.graph(margins=1)


def test_margins_and_prisoners_are_taken_once():
    line = Structure(((0, 0), (0, 1), (0, 2)), False, False)
    assert list(with_margins(line)) == [0b000, 0b001, 0b010, 0b011, 0b101, 0b111]
    assert list(with_prisoners(line, 0b001, most=1)) == [0b000, 0b001, 0b010, 0b100]


@pytest.mark.parametrize('suicide', [True, False])
def test_tables_are_what_making_them_again_gives(suicide):
    """Up to four points here; all six take half a minute and were compared when the file was made."""
    size = 4
    made = [block.split('\n', 1)[1] for block in eye_table.text(size, suicide).split('Pattern ')[1:]]
    name = 'eyes' if suicide else 'eyes_nosuicide'
    kept = [block.split('\n', 1)[1] for block in file_text(str(DATABASE_FOLDER / f'{name}.db')).split('Pattern ')[1:]]
    assert [block.rstrip() for block in made] == [block.rstrip() for block in kept[:len(made)]]
    assert len(made) > (500 if suicide else 2)
    assert eye_table.text(3, suicide) == eye_table.text(3, suicide)


@pytest.mark.parametrize('suicide', [True, False])
def test_what_the_tables_say_is_what_solving_finds(suicide):
    rng = random.Random(suicide)
    found = 0
    for graph in drawings(rng, 250):
        form, _ = canonical(graph)
        known = table.find(form, suicide)
        if known is not None:
            found += 1
            assert known == analyze(form, suicide=suicide), form
    assert found > 120


def test_301_is_worth_something_else_where_suicide_is_illegal():
    form, _ = canonical(read('X.X').graph)
    values = {suicide: value(form, suicide) for suicide in (True, False)}
    assert values == {True: '1222', False: '2222'}


def test_every_space_of_up_to_six_points_is_there():
    rng = random.Random(3)
    for size in range(1, 7):
        for structure in rng.sample(structures(size), min(6, len(structures(size)))):
            margins = rng.choice(list(with_margins(structure)))
            for prisoners in eye_table.fillings(structure, margins, True):
                assert table.find(canonical(structure.graph(margins, prisoners))[0], True) is not None


SEED_STYLE = '''# a comment
Pattern 548

 x
xX.!

:0111

Pattern old

..

:1,1
'''


def test_the_seeds_way_of_writing_is_read():
    """x stands for both fillings, max,min for four digits; the first of two patterns of one graph counts."""
    patterns = read_text(SEED_STYLE, 'a.db')
    assert [str(pattern.value) for pattern in patterns] == ['0111', '1111'] and len(list(patterns[0].graphs())) == 4
    compiled = compile_patterns(patterns)
    for filling in (' .%.X.!', ' X%.X.!', ' .%XX.!'):
        assert value(canonical(read(filling).graph)[0], found=compiled.find) == '0111'
    twice = compile_patterns(read_text('Pattern a\n\n..\n\n:1111\n\nPattern b\n\n.\n.\n\n:0000\n', 'b.db'))
    assert len(twice) == 1 and value(canonical(read('..').graph)[0], found=twice.find) == '1111'


@pytest.mark.parametrize('text,line,column,message', [
    ('Pattern a\n\n.q\n\n:1111\n', 3, 2, "'q' is no symbol"), ('Pattern a\n\n..\n\n:1011\n', 5, 2, 'no eye value'),
    ('Pattern a\n\n..\n', 1, 1, 'without a value'), ('Pattern\n\n.\n\n:1111\n', 1, 1, 'without a name'),
    ('Pattern a\n\n.\n\n:1111\n\nPattern a\n\n..\n\n:1111\n', 7, 1, 'a second pattern a'), ('..\n', 1, 1, 'outside a pattern'),
    ('Pattern a\n\n:1111\n', 1, 1, 'without a point'), ('Pattern a\n\n:x\n', 3, 2, 'no eye value'),
    ('Pattern a\n\n  .\n .!.\n  .\n\n:1111\n', 1, 1, 'no way in')])
def test_mistakes_are_named_with_their_place(text, line, column, message):
    with pytest.raises(PatternErrors) as caught:
        read_text(text, 'e.db')
    first = caught.value.problems[0]
    assert (first.place.file, first.place.line, first.place.column) == ('e.db', line, column) and message in first.message


def test_a_users_table_replaces_ours(tmp_path, monkeypatch):
    (tmp_path / 'eyes.db').write_text('Pattern mine\n\n..\n\n:0000\n')
    monkeypatch.setattr(LIBRARY, 'folder', tmp_path)
    form = canonical(read('..').graph)[0]
    assert value(form, True) == '0000' and table.find(canonical(read('...').graph)[0], True) is None
