"""Closed regions: found on boards, and played in as on the board itself."""
import random

import numpy as np
import pytest

from owlgo.engine.core.board import new_board, py_place_if_legal, py_trymove
from owlgo.engine.core.points import BLACK, WHITE, all_points, other, point, transform
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NO_KO, REGION_POINTS, enclose, py_play

CORNER = '''
O . X O . .
X X X O . .
. . X O . .
O . X O . .
O O O O . .
. . . . . .
'''


@pytest.mark.parametrize('symmetry', range(8))
@pytest.mark.parametrize('swap', [False, True])
def test_a_corner(symmetry, swap):
    """The stone in the corner and the one below are inside; the lower one is connected to the wall."""
    board = drawn(CORNER, swap, symmetry)
    region = enclose(board, transform(point(1, 1), 6, symmetry))
    assert len(region.points) == 11 and region.ko == NO_KO
    assert region.attackers.bit_count() == 1 and region.defenders.bit_count() == 6
    inside = {transform(point(row, col), 6, symmetry) for row in range(4) for col in range(3)} - {transform(point(3, 0), 6, symmetry)}
    assert set(region.points) == inside


@pytest.mark.parametrize('text,where,message', [
    ('. . .\n. X .\n. . .', (1, 1), 'no wall'), ('X . .\n. O .\n. . .', (0, 0), 'no wall'), ('. O .\nO O .\n. . .', (0, 0), 'no stone')])
def test_what_is_no_closed_region(text, where, message):
    with pytest.raises(ValueError, match=message):
        enclose(drawn(text), point(*where))


def test_strings_that_are_declared_safe_are_wall():
    """O's two stones have no liberty but inside: they are taken with the rest unless somebody vouches for them."""
    board = drawn('''
        . . O X . O .
        X X O X X O .
        . X O O O O .
        X X O . . . .
        O O O . . . .
        . . . . . . .
        . . . . . . .''')
    assert len(enclose(board, point(1, 0)).points) == 8
    inner = drawn('''
        . O . X O . .
        X O X X O . .
        X X X O O . .
        O O O O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .''')
    loose = enclose(inner, point(1, 0))
    vouched = enclose(inner, point(1, 0), declared={point(0, 1), point(1, 1)})
    assert loose.attackers.bit_count() == 2 and vouched.attackers == 0 and len(vouched.points) < len(loose.points)


def test_what_lies_round_a_ring_is_not_its_inside():
    """O's ring is not enclosed by the stones in it, though these have liberties that it does not reach."""
    board = drawn('''
        . . . . . . .
        . O O O O O .
        . O X X X O .
        . O X . X O .
        . O X X X O .
        . O O O O O .
        . . . . . . .''')
    with pytest.raises(ValueError, match='larger than what lies outside'):
        enclose(board, point(1, 1))


def test_a_region_of_more_than_a_word_is_refused():
    board = new_board(13)
    for col in range(13):
        py_place_if_legal(board, point(5, col), WHITE)
    py_place_if_legal(board, point(0, 0), BLACK)
    with pytest.raises(ValueError, match=f'at most {REGION_POINTS}'):
        enclose(board, point(0, 0))


def scattered(rng):
    """A walled corner of 3 by 4 with stones in it."""
    board = new_board(7)
    for row, col in [(3, c) for c in range(5)] + [(r, 4) for r in range(3)]:
        assert py_place_if_legal(board, point(row, col), WHITE)
    for row, col in rng.sample([(r, c) for r in range(3) for c in range(4)], rng.randint(2, 9)):
        py_place_if_legal(board, point(row, col), rng.choice((BLACK, BLACK, WHITE)))
    board['ko'] = 0
    return board


@pytest.mark.parametrize('seed', range(60))
def test_play_inside_is_play_on_the_board(seed):
    """Legality, captures and ko, over a random game."""
    rng = random.Random(seed)
    board = scattered(rng)
    stone = next((pos for pos in all_points(7) if board['color'][pos] == BLACK), None)
    if stone is None:
        board = drawn(CORNER)
        stone = point(1, 1)
    region = enclose(board, stone)
    attacker = other(int(board['color'][stone]))
    record, ko = region.record, region.ko
    stones = [region.attackers, region.defenders]
    last = None
    for _ in range(60):
        side = rng.choice((ATTACKER, DEFENDER))
        empty = [k for k in range(len(region.points)) if not (stones[0] | stones[1]) >> k & 1]
        if not empty:
            break
        v = rng.choice(empty)
        # Who has taken a ko may fill it.
        legal = (v != ko or side == last) and bool(py_play(record, np.uint64(stones[0]), np.uint64(stones[1]), v, side))
        assert legal == bool(py_trymove(board, region.points[v], attacker if side == ATTACKER else other(attacker)))
        if legal:
            stones, ko, last = [int(word) for word in record['stones']], int(record['ko']), side
            for k, pos in enumerate(region.points):
                assert int(board['color'][pos]) == (attacker if stones[0] >> k & 1 else other(attacker) if stones[1] >> k & 1 else 0)
