"""Bouzy's numbers: the manual's worked example, a twin in numpy, symmetry, and what a move changes."""
import random

import numpy as np
import pytest

from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.points import all_points, other, point, row_col, transform
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.score import bouzy
from owlgo.engine.score.bouzy import OPERATORS, Operator

TOBI = {
    (0, 0): '''
        128 0 128
    ''',
    (1, 0): '''
         .   1   .   1   .
         1  128  2  128  1
         .   1   .   1   .
    ''',
    (2, 0): '''
         .   .   1   .   1   .   .
         .   2   2   3   2   2   .
         1   2  132  4  132  2   1
         .   2   2   3   2   2   .
         .   .   1   .   1   .   .
    ''',
    (3, 0): '''
         .   .   .   1   .   1   .   .   .
         .   .   2   2   3   2   2   .   .
         .   2   4   6   6   6   4   2   .
         1   2   6  136  8  136  6   2   1
         .   2   4   6   6   6   4   2   .
         .   .   2   2   3   2   2   .   .
         .   .   .   1   .   1   .   .   .
    ''',
    (3, 1): '''
         .   .   2   2   2   .   .
         .   4   6   6   6   4   .
         2   6  136  8  136  6   2
         .   4   6   6   6   4   .
         .   .   2   2   2   .   .
    ''',
    (3, 2): '''
         .   .   .   1   .   .   .
         .   2   6   6   6   2   .
         .   6  136  8  136  6   .
         .   2   6   6   6   2   .
         .   .   .   1   .   .   .
    ''',
    (3, 3): '''
         .   5   6   5   .
         5  136  8  136  5
         .   5   6   5   .
    ''',
    (3, 4): '''
         .   3   5   3   .
         2  136  8  136  2
         .   3   5   3   .
    ''',
    (3, 5): '''
         .   1   4   1   .
         .  136  8  136  .
         .   1   4   1   .
    ''',
    (3, 6): '''
         .   .   3   .   .
         .  135  8  135  .
         .   .   3   .   .
    ''',
    (3, 7): '''
        132 8 132
    ''',
}
"""The manual's example: two stones one point apart, after so many dilations and erosions; a point is zero."""

SMALL_TERRITORY = Operator(4, 13)
"""Often poor: it misses territory on the sixth line."""


def centred(text: str, size: int) -> np.ndarray:
    """The picture in the middle of a board of zeros."""
    rows = [[0 if number == '.' else int(number) for number in line.split()] for line in text.strip().splitlines()]
    board = np.zeros((size, size), int)
    top, left = (size - len(rows)) // 2, (size - len(rows[0])) // 2
    board[top:top + len(rows), left:left + len(rows[0])] = rows
    return board


def square(values: np.ndarray, size: int) -> np.ndarray:
    """A board's values as rows and columns."""
    return np.array([[int(values[point(row, col)]) for col in range(size)] for row in range(size)])


@pytest.mark.parametrize(('dilations', 'erosions'), TOBI)
@pytest.mark.parametrize('color', [1, 2])
def test_the_example_of_the_manual(dilations, erosions, color):
    board = new_board(19)
    for col in (8, 10):
        assert py_place_if_legal(board, point(9, col), color)
    found = square(bouzy.bouzy(board, Operator(dilations, erosions)), 19)
    assert (found == centred(TOBI[dilations, erosions], 19) * (1 if color == 1 else -1)).all()


def twin(stones: np.ndarray, dilations: int, erosions: int) -> np.ndarray:
    """The same in numpy, on boards stacked along the first axis."""
    def beside(inside, on_edge):
        wide = np.pad(inside, ((0, 0), (1, 1), (1, 1)), constant_values=on_edge)
        return sum(part.astype(int) for part in (wide[:, :-2, 1:-1], wide[:, 2:, 1:-1], wide[:, 1:-1, :-2], wide[:, 1:-1, 2:]))

    values = stones.astype(int) * 128
    for _ in range(dilations):
        more, less = beside(values > 0, False), beside(values < 0, False)
        values = values + np.where((values >= 0) & (less == 0), more, 0) - np.where((values <= 0) & (more == 0), less, 0)
    for _ in range(erosions):
        not_black, not_white = beside(values <= 0, False), beside(values >= 0, False)
        values = np.where(values > 0, np.maximum(values - not_black, 0), np.where(values < 0, np.minimum(values + not_white, 0), 0))
    return values


@pytest.mark.parametrize('operator', [*OPERATORS.values(), Operator(4, 13), Operator(1, 1), Operator(7, 43)])
def test_it_agrees_with_the_twin_on_random_boards(operator):
    rng = np.random.default_rng(operator.dilations * 100 + operator.erosions)
    boards = []
    for size in (2, 5, 9, 13, 19):
        density = rng.random((60, 1, 1))
        boards.append(np.where(rng.random((60, size, size)) < density, rng.choice((1, -1), (60, size, size)), 0))
    for stones in boards:
        size = stones.shape[1]
        expected = twin(stones, *operator)
        for k in range(len(stones)):
            board = new_board(size)
            for row, col in zip(*np.nonzero(stones[k]), strict=True):
                board['color'][point(int(row), int(col))] = 1 if stones[k, row, col] > 0 else 2
            assert (square(bouzy.bouzy(board, operator), size) == expected[k]).all()


@pytest.mark.parametrize('seed', range(8))
def test_it_is_the_same_however_the_board_lies(seed):
    rng = random.Random(seed)
    board, turned = new_board(9), new_board(9)
    for pos in rng.sample(all_points(9), 30):
        color = rng.choice((1, 2))
        py_place_if_legal(board, pos, color)
        py_place_if_legal(turned, transform(pos, 9, seed), other(color))
    found, same = bouzy.bouzy(board, OPERATORS['territory']), bouzy.bouzy(turned, OPERATORS['territory'])
    assert all(found[pos] == -same[transform(pos, 9, seed)] for pos in all_points(9))


def test_a_stone_alone_has_no_territory():
    """Far from the edge, which erodes nothing."""
    for operator in (Operator(4, 13), OPERATORS['territory'], Operator(3, 7)):
        board = new_board(19)
        py_place_if_legal(board, point(9, 9), 1)
        values = bouzy.bouzy(board, operator)
        assert [row_col(pos) for pos in all_points(19) if values[pos] > 0] == [(9, 9)]
        assert not bouzy.warning(OPERATORS['territory']) and not bouzy.warning(Operator(4, 13))
    assert '21 erosions' in bouzy.warning(Operator(5, 20))


def test_dead_stones_are_taken_off_first():
    board = drawn('''
        . . X . . . .
        . O X . . . .
        X X X . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    ''')
    corner = point(0, 0)
    dead = {point(1, 1)}
    assert bouzy.bouzy(board, OPERATORS['territory'])[corner] <= 0 < bouzy.bouzy(board, OPERATORS['territory'], dead)[corner]
    assert bouzy.bouzy(board, OPERATORS['territory'], dead)[point(1, 1)] > 0


def test_what_a_move_changes_is_told_for_the_one_who_plays_it():
    board = drawn('''
        . . . . . . .
        . . X . O . .
        . . X . O . .
        . . X . O . .
        . . X . O . .
        . . X . . . .
        . . . . . . .
    ''')
    shut = point(5, 4)
    assert bouzy.delta(board, OPERATORS['territory'], shut, 2) > bouzy.delta(board, OPERATORS['territory'], point(0, 6), 2)
    before = bouzy.balance(board, OPERATORS['territory'])
    assert bouzy.delta(board, OPERATORS['territory'], shut, 1) > 0 and bouzy.balance(board, OPERATORS['territory']) == before
    with pytest.raises(ValueError, match='illegal'):
        bouzy.delta(board, OPERATORS['territory'], point(1, 2), 1)
