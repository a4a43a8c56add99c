"""Static eye recognition: cases of the page, and all small regions against exact play."""
import pytest

from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.points import BLACK, WHITE, point
from owlgo.engine.eyes.static import EyeStatus, GroupStatus, recognise
from owlgo.regress.train.eye_audit import audit

SIGNS = {EyeStatus.NONE: '-', EyeStatus.FULL: 'F', EyeStatus.POTENTIAL: 'P', EyeStatus.NO_EYE: 'n', EyeStatus.FALSE: 'x'}


def region(text):
    """A board with White's wall drawn as O, White's stones inside as Q, and Black's as X; the region is all but O and #, outside."""
    rows = [line.split() for line in text.strip().splitlines()]
    board = new_board(len(rows))
    area = []
    for r, row in enumerate(rows):
        for c, symbol in enumerate(row):
            if symbol not in 'O#Y':
                area.append(point(r, c))
            if symbol in 'OQXY':
                assert py_place_if_legal(board, point(r, c), BLACK if symbol in 'XY' else WHITE)
    board['ko'] = 0
    return board, area


@pytest.mark.parametrize('text,group,signs', [
    # two eyes of one string
    ('''. O . O #
        O O O O #
        # # # # #
        # # # # #
        # # # # #''', 'alive', 'F F'),
    # two points side by side
    ('''. . O # #
        O O O # #
        # # # # #
        # # # # #
        # # # # #''', 'dead', 'P P'),
    # a captured stone shut in is an eye; beside it the defender takes
    ('''X . O # #
        O O O # #
        # # # # #
        # # # # #
        # # # # #''', 'dead', 'P n'),
    # a stone of the attacker that reaches out makes a false eye
    ('''. Y # # #
        O O O # #
        . . O # #
        O O O # #
        # # # # #''', 'dead', 'x P P'),
    # at the edge one corner that cannot be taken makes a false eye
    ('''O . O # #
        O O Y # #
        # # # # #
        # # # # #
        # # # # #''', 'dead', 'x'),
    # in the middle one is allowed
    ('''# # # # #
        # O O Y #
        # O . O #
        # O O O #
        # # # # #''', 'dead', 'F'),
    # and two make a false eye
    ('''# # # # #
        # O O Y #
        # O . O #
        # Y O O #
        # # # # #''', 'dead', 'x'),
    # eyes across a corner of each other hold each other up
    ('''O O O O #
        O . Q O #
        Q Q . O #
        Y O O O #
        # # # # #''', 'alive', 'F - - - F'),
    # big enough to be unknown
    ('''. . . O #
        . . . O #
        O O O O #
        # # # # #
        # # # # #''', 'unknown', 'P P P P P P'),
])
def test_cases_of_the_page(text, group, signs):
    board, area = region(text)
    status, points = recognise(board, area, WHITE)
    assert status.word == group and ' '.join(SIGNS[points[pos]] for pos in sorted(points)) == signs


def test_exact_play_bears_it_out():
    """In all regions of up to five points; of two adjacent points that are called dead none is saved yet."""
    tally = audit(5)
    assert tally.positions > 4000 and sum(tally.errors.values()) == 0
    assert all(tally.claims[rule] > 100 for rule in GroupStatus)
