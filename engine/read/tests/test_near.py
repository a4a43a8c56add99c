"""Answers about connections that count as long as nothing near the strings has changed."""
import pytest

from owlgo.engine.core.board import new_board, py_popgo, py_trymove
from owlgo.engine.core.points import parse_vertex
from owlgo.engine.core.result import LOSE, WIN
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.read import connect, tactics
from owlgo.engine.read.depths import of_level
from owlgo.engine.read.reader import Memory, Reader


@pytest.mark.parametrize('near,kept', [(0, False), (5, True)])
def test_a_move_far_away_changes_no_connection(near, kept):
    board, reader = new_board(19), Reader(of_level(1), Workspace())
    for name in ('D4', 'D6'):
        assert py_trymove(board, parse_vertex(name, 19), 1)
    reader.workspace.get(Memory).near = near
    goals = parse_vertex('D4', 19), parse_vertex('D6', 19)
    first = connect.disconnect(board, *goals, reader)
    for far, again in (('Q16', kept), ('D5', False)):
        before = reader.memory.hits
        assert py_trymove(board, parse_vertex(far, 19), 2)
        answer = connect.disconnect(board, *goals, reader)
        assert (reader.memory.hits > before) == again
        assert not again or answer == first
        py_popgo(board)


def test_ladder_breakers_far_away_change_a_capture():
    """Round the stone left and right are alike, so that how the reading turns the board depends on all of it."""
    board, reader = new_board(19), Reader(of_level(1), Workspace())
    stone = parse_vertex('K16', 19)
    for color, names in ((2, ('K16',)), (1, ('J17', 'K17', 'L17', 'K15'))):
        for name in names:
            assert py_trymove(board, parse_vertex(name, 19), color)
    reader.workspace.get(Memory).near = 5
    assert tactics.attack(board, stone, reader).result == WIN
    for name in ('E10', 'P10'):
        assert py_trymove(board, parse_vertex(name, 19), 2)
    assert tactics.attack(board, stone, reader).result == LOSE
