import random

import numpy as np
import pytest

from owlgo.engine import influence
from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.points import all_points, on_board, other, point, row_col, transform
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.influence import RADIATION, Holding

SIZE = 7


def spread(board: np.void, dead: set[int], opened: np.ndarray) -> np.ndarray:
    """Influence through points as open as they are, by relaxing all steps until nothing changes."""
    size, colors = int(board['size']), board['color']
    total = np.zeros((3, len(colors)))
    for source in all_points(size):
        color = int(colors[source])
        if color == 0 or source in dead:
            continue
        here = {source: RADIATION.strength}
        changed = True
        while changed:
            changed = False
            for pos, value in list(here.items()):
                row, col = row_col(pos)
                for dr, dc in ((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b):
                    q = point(row + dr, col + dc)
                    if not (0 <= row + dr < size and 0 <= col + dc < size) or (colors[q] and q not in dead):
                        continue
                    passed = value / RADIATION.step * (1 if pos == source else opened[color, pos])
                    if dr and dc:
                        sides = [opened[color, p] if on_board(p, size) else 0 for p in (point(row + dr, col), point(row, col + dc))]
                        passed *= max(sides) / RADIATION.diagonal
                    if passed >= RADIATION.least and passed > here.get(q, 0) * (1 + 1e-6):
                        here[q], changed = passed, True
        for pos, value in here.items():
            total[color, pos] += value
    return total


def plain(board: np.void) -> np.ndarray:
    """Where only stones are in the way: a point is open unless the enemy stands on it."""
    colors = board['color']
    opened = np.array([np.zeros(len(colors)), *((colors == 0) | (colors == mine) for mine in (1, 2))], float)
    return spread(board, set(), opened)


@pytest.mark.parametrize('seed', range(20))
def test_influence_is_that_of_the_plain_twin_however_the_board_lies(seed):
    rng = random.Random(seed)
    board, turned = new_board(SIZE), new_board(SIZE)
    symmetry = seed % 8
    for pos in rng.sample(all_points(SIZE), rng.randrange(1, 30)):
        color = rng.choice((1, 2))
        assert py_place_if_legal(board, pos, color) == py_place_if_legal(turned, transform(pos, SIZE, symmetry), other(color))
    found, same, expected = influence.influence(board), influence.influence(turned), plain(board)
    for color in (1, 2):
        for pos in all_points(SIZE):
            assert found[color, pos] == pytest.approx(expected[color, pos], rel=1e-3, abs=2 * RADIATION.least)
            assert found[color, pos] == pytest.approx(same[other(color), transform(pos, SIZE, symmetry)], rel=1e-3)


def test_stones_that_are_left_out_radiate_nothing():
    board = drawn('''
        . . . . .
        . X . O .
        . . . . .
        . . . . .
        . . . . .
    ''')
    both = influence.influence(board)
    one = influence.influence(board, {point(1, 3)})
    assert (one[2] == 0).all() and (one[1] == both[1]).all()


def test_a_wall_stops_influence():
    board = drawn('''
        . . O . .
        . X O . .
        . . O . .
        . . O . .
        . . O . .
    ''')
    assert influence.influence(board)[1][point(1, 3)] == 0


def openness(board: np.void, dead: set[int]) -> np.ndarray:
    """What every point lets through, by the rule told in words: nothing through living enemy stones, little beside them."""
    size, colors = int(board['size']), board['color']
    found = np.zeros((3, len(colors)))

    def lives(row: int, col: int, color: int) -> bool:
        return 0 <= row < size and 0 <= col < size and colors[point(row, col)] == color and point(row, col) not in dead
    for pos in all_points(size):
        row, col = row_col(pos)
        for mine in (1, 2):
            sides = {who: any(lives(row + a, col + b, who) for a, b in ((-1, 0), (1, 0), (0, -1), (0, 1))) for who in (1, 2)}
            corners = any(lives(row + a, col + b, other(mine)) for a in (-1, 1) for b in (-1, 1))
            if colors[pos] and pos not in dead:
                found[mine, pos] = colors[pos] == mine
            elif sides[other(mine)]:
                found[mine, pos] = RADIATION.contested if sides[mine] else RADIATION.touched
            elif corners:
                found[mine, pos] = RADIATION.supported if sides[mine] else RADIATION.near
            else:
                found[mine, pos] = 1
    return found


@pytest.mark.parametrize('seed', range(12))
def test_regions_are_those_of_the_plain_twin_however_the_board_lies(seed):
    rng = random.Random(seed)
    board, turned = new_board(SIZE), new_board(SIZE)
    symmetry = seed % 8
    for pos in rng.sample(all_points(SIZE), rng.randrange(4, 26)):
        color = rng.choice((1, 2))
        assert py_place_if_legal(board, pos, color) == py_place_if_legal(turned, transform(pos, SIZE, symmetry), other(color))
    dead = {pos for pos in all_points(SIZE) if board['color'][pos] and rng.random() < 0.2}
    found = influence.regions(board, dead)
    same = influence.regions(turned, {transform(pos, SIZE, symmetry) for pos in dead})
    opened = openness(board, dead)
    expected = spread(board, dead, opened)
    for pos in all_points(SIZE):
        alive = int(board['color'][pos]) if pos not in dead else 0
        for color in (1, 2):
            assert found.open[color, pos] == pytest.approx(opened[color, pos])
            if alive != other(color):
                assert found.of[color, pos] == pytest.approx(expected[color, pos], rel=1e-3, abs=2 * RADIATION.least)
        at = transform(pos, SIZE, symmetry)
        assert found.region[pos] == -same.region[at]
        assert found.territory[pos] == pytest.approx(-same.territory[at], abs=1e-4)


def test_what_one_side_has_closed_in_is_its_territory_and_a_dead_stone_in_it_counts_twice():
    board = drawn('''
        . . . X . O .
        . O . X . O .
        . . . X . O .
        X X X X . O .
        . . . . . O .
        O O O O O O .
        . . . . . . .
    ''')
    found = influence.regions(board, {point(1, 1)})
    assert found.region[point(0, 0)] == -Holding.TERRITORY and found.territory[point(1, 1)] == pytest.approx(-2, abs=0.1)
    assert found.region[point(3, 3)] == -Holding.STONE and found.region[point(6, 0)] == Holding.TERRITORY
    assert abs(found.territory[point(4, 2)]) < 0.5
    alive = influence.regions(board)
    assert alive.territory[point(0, 0)] > -0.95


def test_weak_stones_radiate_less():
    board = drawn('''
        . . . . .
        . X . . .
        . . . . .
        . . . . .
        . . . . .
    ''')
    strong, weak = influence.regions(board), influence.regions(board, (), {point(1, 1): 1.0})
    assert weak.strength[point(1, 1)] == pytest.approx(70) and weak.of[1, point(3, 3)] < strong.of[1, point(3, 3)]
