import pytest

from engine.core.facts import ALIVE, CRITICAL, DEAD
from engine.core.points import PASS, all_points, transform, vertex
from engine.core.tests.pictures import drawn
from engine.life.status import dragon_status, dragons

THREE = '''
    . . . X O . . . .
    X X X X O . . . .
    O O O O O . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
'''


@pytest.mark.parametrize('swap', [False, True])
@pytest.mark.parametrize('symmetry', range(8))
@pytest.mark.parametrize('text, expected, move', [
    (THREE, CRITICAL, 'B9'),
    (THREE.replace('. . . X O', '. X . X O'), ALIVE, None),
    (THREE.replace('. . . X O', '. O . X O'), DEAD, None),
])
def test_three_points_in_a_row(text, expected, move, symmetry, swap):
    board = drawn(text, swap, symmetry)
    pos = transform(min(pos for pos in all_points(9) if drawn(text)['color'][pos] == 1), 9, symmetry)
    found = dragon_status(board, pos)
    assert found.status == expected and not found.uncertain
    if move is None:
        assert found.attack == found.defence == PASS
    else:
        point = transform(next(q for q in all_points(9) if vertex(q, 9) == move), 9, symmetry)
        assert found.attack == found.defence == point


def test_every_stone_is_in_one_dragon():
    board = drawn(THREE)
    found = dragons(board)
    stones = [pos for group in found for pos in group]
    assert sorted(stones) == [pos for pos in all_points(9) if board['color'][pos]]
    assert all(len({int(board['color'][pos]) for pos in group}) == 1 for group in found)


def test_an_empty_point_has_no_status():
    with pytest.raises(ValueError):
        dragon_status(drawn(THREE), all_points(9)[0])
