"""Comments, labels and marks of a record."""
import pytest

from owlgo.engine.core import sgf, sgf_notes
from owlgo.engine.core.points import point
from owlgo.engine.core.sgf_notes import Note


def read(text: str) -> dict[int, Note]:
    return sgf_notes.read(text.encode(), 'game.sgf', 9)


def test_notes_stand_at_the_number_of_moves_before_them():
    """Variations have none here; a node without a move belongs to the move before."""
    found = read('(;SZ[9]GC[Of the game.]C[At the start\\]: see.]LB[aa:A][bb:12];B[cc]TR[cc];W[]'
                 '(;B[dd]C[One.];C[Two.]MA[dd])(;B[ee]C[no]))')
    assert found == {0: Note('Of the game.\n\nAt the start]: see.', labels={point(0, 0): 'A', point(1, 1): '12'}),
                     1: Note(marks={point(2, 2): 'TR'}), 3: Note('One.\n\nTwo.', {point(3, 3): 'MA'})}


def test_rectangles_are_marked_and_what_names_no_point_is_passed_over():
    found = read('(;SZ[9]SQ[aa:ba][zz][][a][cc:zz][bb:aa]CR[i]LB[cc][zz:A][:A][dd:][ee:a\\:b]C[ ])')
    assert found == {0: Note('', {point(0, 0): 'SQ', point(0, 1): 'SQ'}, {point(4, 4): 'a:b'})}


def test_a_hostile_file_marks_a_bounded_number_of_points():
    found = read('(;SZ[9]' + 2000 * ';B[]TR[aa:ii]' + ')')
    assert sum(len(note.marks) for note in found.values()) == sgf_notes.MOST_MARKED


def test_what_is_no_record_is_refused_as_elsewhere():
    with pytest.raises(sgf.SgfError):
        read('nothing')
