"""Problems studied: moves, kos in words, how far it is to the kill, what matters, and proofs as trees."""
import pytest

from owlgo.engine.core.board import py_place_if_legal
from owlgo.engine.core.points import BLACK, PASS, WHITE, all_points, point
from owlgo.engine.core.result import KO_A, LOSE, WIN
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.solver.problem import Study, candidates
from owlgo.engine.solver.region import ATTACKER, DEFENDER
from owlgo.engine.solver.tests.test_oracle import BENT, EYES, SQUARE, THREE, first_stone

EIGHT = '''
    . . . . X O .
    . . . . X O .
    X X X X X O .
    O O O O O O .
    . . . . . . .
    . . . . . . .
    . . . . . . .'''

SIX = '''
    . . . X O O .
    . . . X . O .
    X X X X O . .
    O O O O O . .
    . . . . . . .
    . . . . . . .
    . . . . . . .'''
"""With one liberty outside: a ko."""


def study(text, **more):
    return Study(drawn(text), point(*first_stone(text)), **more)


@pytest.mark.parametrize('text,count', [(SQUARE, 0), (THREE, 1), (BENT, 1), (EYES, None), (SIX, 1), (EIGHT, 2)])
def test_how_many_moves_the_attacker_needs(text, count):
    assert study(text).tenuki() == count


def test_all_first_moves():
    three = study(THREE)
    assert three.first_moves(ATTACKER) == three.first_moves(DEFENDER) == ([point(0, 1)], [])
    assert study(EYES).first_moves(DEFENDER) == ([PASS], []) and study(EYES).first_moves(ATTACKER) == ([], [])


def test_a_move_that_fails_is_refuted_and_one_that_works_is_not():
    three = study(THREE)
    works, _ = three.tried(ATTACKER, point(0, 1))
    assert works is True
    works, variations = three.tried(ATTACKER, point(0, 0))
    assert works is False and variations[0].color == BLACK and variations[0].move == point(0, 1)
    with pytest.raises(ValueError, match='outside'):
        three.tried(ATTACKER, point(4, 4))
    with pytest.raises(ValueError, match='not allowed'):
        three.tried(ATTACKER, point(1, 0))


def test_running_out_of_nodes_is_unknown():
    eight = study(EIGHT, limit=5)
    assert not eight.verdict(ATTACKER).proved and eight.tenuki() is None
    assert eight.tried(ATTACKER, point(0, 1)) == (None, [])


def test_stones_that_matter_are_enough():
    """A board with only those has the same verdicts."""
    board = drawn(THREE)
    py_place_if_legal(board, point(4, 4), BLACK)
    three = Study(board, point(*first_stone(THREE)))
    stones = three.minimal()
    assert point(4, 4) not in stones and len(stones) < sum(board['color'][p] in (BLACK, WHITE) for p in all_points(6))
    smaller = drawn('. . . . . .\n' * 6)
    for p in stones:
        py_place_if_legal(smaller, p, int(board['color'][p]))
    again = Study(smaller, three.pos)
    assert again.verdict(ATTACKER).result == again.verdict(DEFENDER).result == WIN
    assert set(again.minimal()) <= set(stones)


def test_a_ko_in_words():
    """The attacker takes first, and one threat of the defender is enough."""
    six = study(SIX)
    verdict = six.verdict(ATTACKER)
    assert (verdict.result, verdict.threats, verdict.move) == (KO_A, 1, point(0, 1))
    ko = six.ko(ATTACKER)
    assert ko is not None and ko.kind == 'direct' and ko.first == ATTACKER and len(ko.points) == 1
    assert six.verdict(DEFENDER).result == WIN and six.ko(DEFENDER) is None


def test_a_proof_answers_everything():
    """In the tree of an attack every move of the defender is there, and one answer to each."""
    three = study(THREE)
    tree = three.tree((*three.start(ATTACKER)[:3], three.level(ATTACKER)), ATTACKER, ATTACKER)
    assert [variation.move for variation in tree] == [point(0, 1)]
    queue = [(variation, BLACK) for variation in tree]
    while queue:
        variation, mover = queue.pop()
        assert variation.outcome and all(child.color == mover for child in variation.children)
        assert mover == BLACK or len(variation.children) <= 1
        queue += [(child, 3 - mover) for child in variation.children]


PART = '''
    X . O X . X O
    . O O X X X O
    O O X X X X O
    . O O O O O O
    . . . . . . .
    . . . . . . .
    . . . . . . .'''


def test_a_string_may_be_lost_where_the_dragon_lives():
    """Two eyes on the right, and a stone in the corner that is gone."""
    board = drawn(PART)
    whole, part = (Study(board, point(0, 0), string_only=only) for only in (False, True))
    assert whole.verdict(ATTACKER).result == LOSE or len(whole.dragon) == 1
    assert part.dragon == [point(0, 0)] and part.verdict(ATTACKER).result == WIN


def test_dragons_that_may_be_meant():
    assert candidates(drawn(THREE)) == [point(*first_stone(THREE))]
    assert candidates(drawn('. . .\n. X .\n. . .')) == []


def test_wall_and_dragon():
    three = study(THREE)
    assert three.color(DEFENDER) == BLACK and three.color(ATTACKER) == WHITE
    assert all(three.board['color'][p] == WHITE for p in three.wall) and all(three.board['color'][p] == BLACK for p in three.dragon)
    assert three.verdict(ATTACKER).result != LOSE and three.succeeds(ATTACKER)
