"""The pattern language: what a file means, every mistake located, and no text that breaks the reader."""
import random

import pytest

from owlgo.engine.core.facts import Kind
from owlgo.patterns.compile import needs
from owlgo.patterns.expr import MOVE, Call, calls
from owlgo.patterns.lang import Database, read_file, read_text
from owlgo.patterns.source import PatternErrors
from owlgo.patterns.vocabulary import HELPERS

SAMPLE = r'''
# A file of two patterns.
attribute_map owl_attack
goal_elements Oo
callback_data X

Pattern A1
# Hane on the first line.

?XOQ|     text after the diagram
.*xo|
----+

:8,s,value(60),threatens_to_capture(a)

?aOQ|
.*bo|
----+

; lib(a) < 3
; && oplay_attack(*,b,a)

callback_data none

Pattern A2
X*
OY

:\,-,value(-)

> antisuji(*);
'''


def test_a_file_is_what_it_says():
    database = read_text(SAMPLE, 'sample.db')
    assert (database.attribute_map, database.goal_elements) == ('owl_attack', 'Oo')
    first, second = database.patterns
    assert first.name == 'A1' and first.comments == ('Hane on the first line.',) and first.place.line == 7
    assert first.rows == ('?XOQ', '.*xo') and (first.north, first.east, first.south, first.west) == (False, True, True, False)
    assert first.move == (1, 1) and first.find('QY') == (0, 3)
    assert (first.symmetry, first.classes) == ('8', 's')
    assert first.attributes == {'value': 60.0, 'threatens_to_capture': 'a'}
    assert first.labels == {'a': (0, 1), 'b': (1, 2)} and first.constraint is not None and first.cost == pytest.approx(0.05 + 0.6)
    assert second.symmetry == '\\' and second.classes == '' and second.attributes == {'value': 0.0}
    assert [call.helper.name for call in second.actions] == ['antisuji'] and second.constraint is None and second.cost == 0


def pattern(diagram: str, colon: str = ':8,-', more: str = '') -> str:
    return f'Pattern P\n{diagram}\n\n{colon}\n\n{more}\n'


MISTAKES = [
    ('hello', 1, 1, 'a directive or a pattern expected, not hello'),
    ('Patern X', 1, 1, 'did you mean Pattern?'),
    ('attribute_map owl', 1, 15, 'no attribute map owl; there are none, general'),
    ('goal_elements Oz', 1, 16, "'z' in goal_elements"),
    ('callback_data', 1, 14, 'callback_data wants one value'),
    ('Pattern\nX*\n:8,-', 1, 8, 'Pattern wants a name'),
    ('Pattern a b\nX*\n:8,-', 1, 11, 'Pattern wants a name'),
    ('Pattern P\nX*\n', 1, 1, "pattern P has no ':' line"),
    ('Pattern P\n:8,-\n', 1, 1, 'pattern P has no diagram'),
    ('Pattern P\nX*\n;lib(*)\n:8,-', 3, 1, "';' before the ':' line"),
    (pattern('X*') + 'goal_elements O\n', 7, 1, 'goal_elements stands before the first pattern'),
    (pattern('X*') + pattern('X*'), 7, 9, 'a second pattern P; the first is in line 1'),
    (pattern('X*\nO'), 3, 2, 'this row has 1 points, the first has 2'),
    (pattern('XO'), 2, 1, "no move: one point is '*'"),
    (pattern('**'), 2, 2, 'a second move'),
    (pattern('X*z'), 2, 3, "'z' is no symbol of a pattern"),
    (pattern('X*|\nXX+'), 3, 3, "'|' expected here"),
    (pattern('X|*'), 2, 2, "'|' is no edge here"),
    (pattern('---'), 2, 1, 'a diagram of edges only'),
    (pattern('|'), 2, 1, 'a diagram has 1 to 21 rows'),
    (pattern('X*', ':7,-'), 4, 2, "'7' is no symmetry: one of 8|-\\/OX+"),
    (pattern('X*', ':8'), 4, 3, "classes expected, or '-'"),
    (pattern('X*', ':8,s1'), 4, 4, "'s1' are no classes"),
    ('attribute_map value_only\n' + pattern('X*', ':8,-,valu(3)'), 5, 6, 'attribute_map value_only: did you mean value?'),
    ('attribute_map value_only\n' + pattern('X*', ':8,-,value(x)'), 5, 6, "value wants a number, not 'x'"),
    ('attribute_map value_only\n' + pattern('X*', ':8,-,value()'), 5, 6, "value wants a number, not ''"),
    ('attribute_map value_only\n' + pattern('X*', ':8,-,value(1),value(2)'), 5, 15, 'value a second time'),
    ('attribute_map owl_attack\n' + pattern('X*', ':8,-,threatens_eye(a)'), 5, 6, "a label of the constraint diagram, not 'a'"),
    (pattern('X*', ':8,-,(3)'), 4, 6, "'(3)' is no attribute"),
    (pattern('X*', more='a*\nb*'), 6, 1, 'the constraint diagram has 2 rows, the diagram 1'),
    (pattern('X*', more='Xa'), 6, 2, 'the move has no label'),
    (pattern('X*', more='O*'), 6, 1, "'O' here, but 'X' in the diagram"),
    (pattern('X*', more=';lib(*) >'), 6, 10, 'a value expected, not the end'),
    (pattern('X*', more='>lib(*)'), 6, 2, 'lib is no action'),
    (pattern('X*', more='X!'), 6, 2, "'!' here, but '*' in the diagram"),
    (pattern('X*', more='"'), 6, 1, "this line is no part of a pattern: it begins with '\"'"),
]


@pytest.mark.parametrize(('text', 'line', 'column', 'message'), MISTAKES)
def test_mistakes_are_named_where_they_are(text, line, column, message):
    with pytest.raises(PatternErrors) as caught:
        read_text(text, 'x.db')
    first = caught.value.problems[0]
    assert (first.place.line, first.place.column) == (line, column) and message in first.message, str(first)
    assert str(first).startswith(f'x.db:{line}:{column}: ') and str(first).splitlines()[-1] == '    ' + ' ' * (column - 1) + '^'


def noted(text: str, moves: bool = True) -> tuple[Database, list[tuple[int, int, str]]]:
    """A text without mistakes, and its notes."""
    database = read_text(text, 'x.db', moves)
    return database, [(note.place.line, note.place.column, note.message) for note in database.notes]


def test_a_letter_that_stands_twice_names_the_first_point():
    database, notes = noted(pattern('X*\nOO\nOX', more='a*\nba\nOa\n\n; lib(a) > 1'))
    assert database.patterns[0].labels == {'a': (0, 0), 'b': (1, 0)}
    assert [note[:2] for note in notes] == [(9, 2), (10, 2)] and 'label a stands here a second time' in notes[0][2]


@pytest.mark.parametrize(('drawn', 'second'), [('X*!', 'a..'), ('X*,', 'a*.'), ('X*.', 'a..')])
def test_a_dot_in_the_second_diagram_is_any_empty_symbol(drawn, second):
    database, notes = noted(pattern(drawn, more=f'{second}\n\n; lib(a) > 1'))
    assert database.patterns[0].rows == (drawn,) and database.patterns[0].labels == {'a': (0, 0)}
    assert len(notes) == sum(one != two for one, two in zip(drawn[1:], second[1:], strict=True))


def test_a_stone_in_the_second_diagram_may_be_the_anchor():
    assert noted(pattern('QY*', more='OXa'.replace('a', '*')))[1]
    with pytest.raises(PatternErrors, match="'X' here, but 'Q'"):
        read_text(pattern('QY*', more='XX*'), 'x.db')


def test_several_anchors():
    database, notes = noted(pattern('Q*\nYX'))
    assert database.patterns[0].rows == ('Q*', 'YX') and notes == [(3, 1, 'a second anchor: any of them serves')]


def test_an_old_style_helper_or_none_ends_the_colon_line():
    database, notes = noted(pattern('OO', ':8,C,NULL'), moves=False)
    assert not notes and database.patterns[0].constraint is None and not database.patterns[0].off
    two, _ = noted(pattern('O.O', ':8,C,disconnect_helper', 'b.a\n\n; lib(a) > 1'), moves=False)
    assert two.patterns[0].constraint and [(call.helper.name, call.arguments) for call in calls(two.patterns[0].constraint)] == \
        [('lib', (1,)), ('disconnect_helper', (1, 0))], 'its points are the labels in the order of the alphabet'
    move, _ = noted(pattern('O*', ':8,-,finish_ko_helper'))
    assert move.patterns[0].constraint == Call(HELPERS['finish_ko_helper'], (MOVE,))
    action, _ = noted(pattern('O.O', ':8,C,amalgamate', 'a.b'), moves=False)
    assert action.patterns[0].constraint is None and [call.helper.name for call in action.patterns[0].actions] == ['amalgamate']


@pytest.mark.parametrize(('colon', 'message'), [
    (':8,C,strange_helper', 'unknown helper strange_helper'),
    (':8,C,disconnect_helper', 'disconnect_helper wants points, at least 2, and has 0'), (':8,C,seki_helpr', 'did you mean seki_helper')])
def test_an_old_style_helper_that_cannot_be_asked_switches_its_pattern_off(colon, message):
    database, notes = noted(pattern('O.O', colon) + pattern('OO', ':8,C').replace('Pattern P', 'Pattern Q'), moves=False)
    off, on = database.patterns
    assert notes == [(4, 6, notes[0][2])] and message in notes[0][2] and off.off == database.notes[0] and not on.off
    assert needs(off) == {Kind.NEVER} and not needs(on)


def test_old_style_helpers_stand_only_where_there_is_no_attribute_map():
    with pytest.raises(PatternErrors, match='no attribute NULL with attribute_map value_only'):
        read_text('attribute_map value_only\n' + pattern('X*', ':8,-,NULL'), 'x.db')
    with pytest.raises(PatternErrors, match='lib is a helper'):
        read_text(pattern('X*', ':8,-,lib,NULL'), 'x.db')


@pytest.mark.parametrize('source', ['!WIN || lib(a) > 1', 'lib(a) > 1 && !(attack(a) == WIN) && lib(a) < 4', '!(lib(a) > 1 || !(ko(*)))',
                                    '(lib(a) > 1 || !FALSE) && !(!attack(a) || !defend(a))', '!finish_ko_helper(*) || (!lib(a))'])
def test_signs_before_constants_and_parentheses(source):
    assert read_text(pattern('X*', more=f'a*\n\n; {source}'), 'x.db').patterns[0].constraint


def test_all_mistakes_are_told_at_once():
    text = pattern('Xz', ':9,-', ';libb(*) + lib(a)').replace('Pattern P', 'Pattern P Q')
    with pytest.raises(PatternErrors) as caught:
        read_text(text, 'x.db')
    assert [problem.place.line for problem in caught.value.problems] == [1, 2, 2, 4, 6, 6, 6]


def test_a_move_may_be_optional_and_a_file_may_be_missing(tmp_path):
    assert read_text(pattern('XO'), 'conn.db', moves=False).patterns[0].move is None
    with pytest.raises(OSError):
        read_file(str(tmp_path / 'none.db'))
    path = tmp_path / 'latin.db'
    path.write_bytes(b'# caf\xe9\n' + pattern('X*').encode())
    assert read_file(str(path)).patterns[0].name == 'P'


def mutated(text: str, rng: random.Random) -> str:
    """The text with a few characters, words or lines changed."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        kind = rng.random()
        if kind < 0.3:
            text = text[:at] + text[at + rng.randint(1, 3):]
        elif kind < 0.6:
            text = text[:at] + rng.choice('.OXox*?!,QY|-+:;>#ab()&%\n\t 0\x00\xe9\u2028') + text[at:]
        elif kind < 0.8:
            lines = text.split('\n')
            some = rng.randrange(len(lines))
            lines.insert(rng.randrange(len(lines) + 1), lines[some])
            if rng.random() < 0.5:
                del lines[some]
            text = '\n'.join(lines)
        else:
            word = rng.choice(['Pattern A1', 'lib(', 'oplay_attack(?', '&&', 'value(', '----', '+-', 'goal_elements '])
            text = text[:at] + word + text[at:]
    return text


def test_no_text_breaks_the_reader():
    """Mutated files are read, or refused with every mistake inside the file."""
    rng = random.Random(4)
    read = refused = 0
    for _ in range(1500):
        text = mutated(SAMPLE, rng)
        try:
            assert isinstance(read_text(text, 'm.db'), Database)
            read += 1
        except PatternErrors as errors:
            lines = text.split('\n')
            for problem in errors.problems:
                place = problem.place
                assert 1 <= place.line <= len(lines) and place.text == lines[place.line - 1].rstrip()
                assert 1 <= place.column <= len(place.text) + 1, str(problem)
            refused += 1
    assert read > 100 and refused > 500, (read, refused)
