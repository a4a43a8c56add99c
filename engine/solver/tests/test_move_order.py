import random

import numpy as np
import pytest

from owlgo.engine.core.layout import new_record
from owlgo.engine.core.points import EMPTY, on_board, other, point, row_col
from owlgo.engine.solver import move_order
from owlgo.engine.solver.expand import py_expand, py_pack
from owlgo.engine.solver.move_order import CROSS_AROUND, images_of, parse, parse_weights, picture
from owlgo.engine.solver.record import SEARCH
from owlgo.engine.solver.region import ATTACKER, EIGHT_AROUND, NO_KO, enclose
from owlgo.engine.solver.tests.agreement import random_board


def plain_pattern(board: np.void, pos: int, attacker: int, places: tuple[tuple[int, int], ...]) -> int:
    """The pattern round a point, read off the board."""
    size, (row, col) = int(board['size']), row_col(pos)
    code = 0
    for k, (dr, dc) in enumerate(places):
        inside = 0 <= row + dr < size and 0 <= col + dc < size
        color = int(board['color'][point(row + dr, col + dc)]) if inside else -1
        code |= {EMPTY: 0, attacker: 1, other(attacker): 2, -1: 3}[color] << 2 * k
    return code


@pytest.mark.parametrize('seed', range(20))
def test_patterns_are_those_of_the_board(seed):
    board, start = random_board(random.Random(seed), 9)
    region = enclose(board, start)
    attacker = other(int(board['color'][start]))
    search = new_record(SEARCH)
    search['attackers'][0], search['defenders'][0] = np.uint64(region.attackers), np.uint64(region.defenders)
    search['noting'] = 1
    search['rest'][0], search['last'][0] = py_pack(NO_KO, ATTACKER), -1
    for k in range(int(py_expand(region.record, search))):
        move = int(search['child_move'][0, k])
        if move == NO_KO:
            continue
        pos = region.points[move]
        seen = [int(number) for number in search['child_seen'][k]]
        assert on_board(pos, int(board['size'])) and board['color'][pos] == EMPTY
        assert seen[0] == plain_pattern(board, pos, attacker, EIGHT_AROUND)
        assert seen[4] == move_order.AT_CROSS + plain_pattern(board, pos, attacker, CROSS_AROUND)
        assert seen[2] == move_order.AT_RELATION + 3


@pytest.mark.parametrize('places', [EIGHT_AROUND, CROSS_AROUND])
def test_a_pattern_has_at_most_eight_positions_each_of_which_has_the_same(places):
    rng = random.Random(1)
    for _ in range(200):
        code = rng.randrange(move_order.SHAPE_PATTERNS)
        same = images_of(code, places)
        assert code in same and len(same) in (1, 2, 4, 8)
        assert all(images_of(one, places) == same for one in same)
        assert parse(picture(code, places), places) == code


def test_the_weights_do_not_hang_on_how_a_pattern_lies():
    found = move_order.weights()
    assert found.shape == (2, move_order.WEIGHT_COUNT) and np.abs(found).max() > 8
    rng = random.Random(2)
    for code in rng.sample(range(move_order.SHAPE_PATTERNS), 500):
        assert len({tuple(found[:, one]) for one in images_of(code)}) == 1


@pytest.mark.parametrize('line, problem', [
    ('shape ..X/O*X/-- 1 2', 'no 3x3 pattern'),
    ('shape ..X/O*?/--- 1 2', 'no pattern'),
    ('cross ..XO 1 2', 'no pattern'),
    ('room 80 1 2', 'no room 80'),
    ('room x 1 2', 'invalid literal'),
    ('room 1 1', 'two weights wanted, 1 found'),
    ('rooms 1 1 1', 'no such kind'),
    ('pass 0 much little', 'could not convert'),
])
def test_a_damaged_file_is_refused_by_line(line, problem):
    with pytest.raises(ValueError, match=f'move_order.txt:3: .*{problem}'):
        parse_weights(f'# weights\n\n{line}\n')
