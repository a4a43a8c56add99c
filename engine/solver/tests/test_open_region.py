"""Open regions: what is proved of dragons whatever lies outside."""
import pytest

from engine.core.board import py_place_if_legal
from engine.core.points import BLACK, WHITE, point
from engine.core.result import LOSE, WIN
from engine.core.strings import string
from engine.core.tests.pictures import drawn
from engine.owl import answers
from engine.solver.open_region import OpenSearch
from engine.solver.region import ATTACKER, DEFENDER

GAP = '''
    . . X . . . . . .
    X X X O . . . . .
    O O O O . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .'''
"""O has left a gap on the first line."""


def test_a_door_is_shut_in_time():
    """X is dead even if he moves first: as soon as he steps into the gap the door is shut."""
    board = drawn(GAP)
    attack = OpenSearch(board, point(0, 2), ATTACKER, 1_000_000).go_on()
    assert attack is not None and attack.verdict.proved and attack.verdict.result == WIN
    defence = OpenSearch(board, point(0, 2), DEFENDER, 1_000_000).go_on()
    assert defence is not None and defence.verdict.result == LOSE
    assert point(0, 3) in defence.matter.points and point(8, 8) not in defence.matter.points
    assert defence.matter.wall and all(board['color'][p] == WHITE for p in defence.matter.wall)
    assert answers.owl_attack(board, point(0, 2)).result == WIN and not answers.owl_attack(board, point(0, 2)).uncertain


def test_a_search_goes_on_where_it_stopped():
    """What is found in two goes takes hardly more nodes than in one, and no go takes more than it is given."""
    board, pos = drawn(GAP), point(0, 2)
    whole = OpenSearch(board, pos, DEFENDER, 1_000_000)
    proof = whole.go_on(1_000_000)
    assert proof is not None and proof.verdict.nodes == whole.nodes
    parted = OpenSearch(board, pos, DEFENDER, 1_000_000)
    assert parted.go_on(whole.nodes // 2) is None and parted.nodes <= whole.nodes // 2 + 100
    again = parted.go_on(1_000_000, (ATTACKER,))
    assert again is not None and again.verdict.result == LOSE and parted.nodes <= 1.2 * whole.nodes


def test_a_large_zone_that_is_not_soon_solved_is_given_up():
    board = drawn('. . . . . . . . .\n' * 3 + '. . X X X . . . .\n. . X . X . . . .\n' + '. . . . . . . . .\n' * 4)
    search = OpenSearch(board, point(3, 2), ATTACKER, 1_000_000)
    assert search.go_on(1_000_000, (DEFENDER,)) is None and search.nodes < 100_000


def test_a_dragon_in_the_open_is_not_judged():
    board = drawn('. . . . . . . . .\n' * 9)
    py_place_if_legal(board, point(4, 4), BLACK)
    py_place_if_legal(board, point(4, 6), WHITE)
    assert OpenSearch(board, point(4, 4), ATTACKER, 20_000).go_on() is None
    with pytest.raises(ValueError, match='no stone'):
        OpenSearch(board, point(0, 0), ATTACKER, 100).go_on()


def test_a_dragon_that_no_zone_holds_is_not_proved():
    board = drawn(GAP)
    far = point(8, 8)
    assert py_place_if_legal(board, far, BLACK)
    stones = string(board, point(0, 2))
    assert OpenSearch(board, point(0, 2), ATTACKER, 100_000, dragon=stones).go_on() is not None
    assert OpenSearch(board, point(0, 2), ATTACKER, 100_000, dragon=[*stones, far]).go_on() is None
