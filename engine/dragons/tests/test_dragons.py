import random
from itertools import permutations

import pytest

from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.facts import ALIVE
from owlgo.engine.core.points import all_points, point, row_col, transform
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import escape, partition, surround

EYES = '''
    . X . X O . . . .
    X X X X O . . . .
    O O O O O . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . O O O O
    . . . . . O X X X
    . . . . . O X . X
    . . . . . O X X .
'''


def at(row, col, symmetry=0):
    return transform(point(row, col), 9, symmetry)


@pytest.mark.parametrize('swap', [False, True])
@pytest.mark.parametrize('symmetry', range(8))
def test_eyes_make_crude_statuses(symmetry, swap):
    found = partition.find(drawn(EYES, swap, symmetry), Workspace())
    two, one = found.of(at(0, 1, symmetry)), found.of(at(6, 6, symmetry))
    assert str(two.genus) == '2222' and two.crude_status == ALIVE
    assert len(two.spaces) == 2 and two.escape == 0
    assert len(one.stones) == 7 and one.crude_status == ALIVE
    assert [found.every[k].color for k in two.neighbours] == [1 if swap else 2]
    assert sorted(stone for dragon in found.every for stone in dragon.stones) == \
        [pos for pos in all_points(9) if found.board['color'][pos]]


TWO_CUTS = '''
    . . . X . . .
    . O . . . . .
    O . . . . . O
    . . X . . . .
    . O . . X . .
    . O X . . . .
    . . . . . . .
'''
"""Black's stone on the right holds together with the one above and with the one below, but White parts these two by one move between."""


@pytest.mark.parametrize('swap', [False, True])
@pytest.mark.parametrize('symmetry', range(8))
def test_what_one_move_parts_is_not_one_dragon(symmetry, swap):
    found = partition.find(drawn(TWO_CUTS, swap, symmetry), Workspace())
    upper, right, lower = (found.at[transform(point(*place), 7, symmetry)] for place in ((3, 2), (4, 4), (5, 2)))
    assert upper != lower and right in (upper, lower)
    plain = partition.find(drawn(TWO_CUTS), Workspace())
    assert {frozenset(transform(pos, 7, symmetry) for pos in dragon.stones) for dragon in plain.every} == \
        {frozenset(dragon.stones) for dragon in found.every}


def looks(found):
    """What is known of every dragon."""
    return {(frozenset(d.stones), str(d.genus), d.escape, d.moyo, d.surrounded, len(d.neighbours), d.crude_status) for d in found.every}


@pytest.mark.parametrize('seed', [*range(3), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 6))])
def test_dragons_do_not_depend_on_how_the_board_lies(seed):
    rng = random.Random(seed)
    rows = [[rng.choice('..XO') if rng.random() < 0.6 else '.' for _ in range(11)] for _ in range(11)]
    for row, line in enumerate(rows):
        for col in range(11):
            if line[col] != '.' and (row + col) % 3 == 0:
                line[col] = '.'         # no string without liberties
    text = '\n'.join(' '.join(line) for line in rows)
    plain = looks(partition.find(drawn(text), Workspace()))
    for symmetry, swap in ((seed % 7 + 1, False), (seed % 5 + 3, True)):
        turned = looks(partition.find(drawn(text, swap, symmetry), Workspace()))
        assert {(frozenset(transform(pos, 11, symmetry) for pos in stones), *rest) for stones, *rest in plain} == turned


def test_two_strings_round_one_eye_are_one_dragon():
    found = partition.find(drawn('''
        . X . O . . .
        X . X O . . .
        . X . O . . .
        O O O O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    '''), Workspace())
    assert len(found.of(point(0, 1)).strings) == 4


def naive_is_inside(places, place):
    """Whether a place is in the hull of places: it is in some triangle of them."""
    def side(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    for a in places:
        for b in places:
            for c in places:
                turns = [side(a, b, place), side(b, c, place), side(c, a, place)]
                if side(a, b, c) > 0 and min(turns) >= 0:
                    return True
    return False


@pytest.mark.parametrize('seed', range(20))
def test_hulls_are_those_of_triangles(seed):
    rng = random.Random(seed)
    places = sorted({(rng.randrange(9), rng.randrange(9)) for _ in range(7)})
    hull = surround._convex(places)
    for pos in all_points(9):
        assert surround.is_in_hull(hull, pos) == naive_is_inside(places, row_col(pos))


RING = '''
    . . . . . . . . .
    . . . O . O . . .
    . . O . . . O . .
    . . . . X . . . .
    . . O . X . O . .
    . . . . . . . . .
    . . . O . O . . .
    . . . . . . . . .
    . . . . . . . . .
'''


def test_one_stone_does_not_shut_in_another_on_an_empty_board():
    """Wherever the two are, if the first is on the third line or above."""
    for pos, enemy in permutations(all_points(9), 2):
        row, col = row_col(pos)
        if 2 <= row <= 4 and 2 <= col <= row:
            board = new_board(9)
            assert py_place_if_legal(board, pos, 1) and py_place_if_legal(board, enemy, 2)
            assert escape.route(board, [pos])[0] >= partition.SMALL_ESCAPE


def test_a_ring_surrounds_and_shuts_the_escape_route():
    board = drawn(RING)
    stones = [point(3, 4), point(4, 4)]
    hostile = [pos for pos in all_points(9) if board['color'][pos] == 2]
    assert surround.surrounded(board, stones, hostile)[0] == surround.Surrounded.YES
    assert surround.surrounded(board, stones, hostile[:2])[0] == surround.Surrounded.NO
    found = partition.find(board, Workspace()).of(point(3, 4))
    assert found.surrounded == surround.Surrounded.YES and found.escape == 0


def test_a_way_into_the_open_is_worth_more_than_one_along_the_enemy():
    open_board = drawn(RING.replace('O', '.'))
    free, _ = escape.route(open_board, [point(3, 4), point(4, 4)])
    shut, _ = escape.route(drawn(RING), [point(3, 4), point(4, 4)])
    assert free > shut >= 0
    assert escape.values(open_board, [point(3, 4)]).max() >= 2


@pytest.mark.parametrize('eyes, expected', [(0.0, 1.0), (6.0, 0.0), (2.5, 0.65)])
def test_lines_between_points(eyes, expected):
    assert partition._on((1.0, 0.95, 0.8, 0.5, 0.2, 0.1, 0.0), eyes) == pytest.approx(expected)


def test_strings_round_an_open_eye_space_are_one_dragon_only_if_they_cannot_be_kept_apart():
    """White's two stones at the top look down on one eye space, but Black can come between them."""
    board = drawn('''
        . . . . . . . . .
        . . . . . . . . .
        . . O . . . O . .
        . . . X . X . . .
        . X . . . . . X .
        . . . . X . . . .
        . . X . . . X . .
        . . . . . . . . .
        . . . . . . . . .
    ''')
    found = partition.find(board, Workspace())
    assert found.of(point(2, 2)) is not found.of(point(2, 6))
    joined = drawn('''
        . . . . . . . . .
        . . . . . . . . .
        . . O . O . . . .
        . . . . . . . . .
        . . . . . . . . .
        . X . . X . . X .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    ''')
    found = partition.find(joined, Workspace())
    assert found.of(point(2, 2)) is found.of(point(2, 4))
