"""The board against its naive twin on seeded random play."""
import random

import pytest

from owlgo.engine.core import board as boards
from owlgo.engine.core.board import new_board, py_is_legal, py_place, py_popgo, py_trymove
from owlgo.engine.core.perft import legal_positions, perft
from owlgo.engine.core.points import BLACK, EMPTY, MAX_SIZE, NPOINTS, PASS, WHITE, all_points, other
from owlgo.engine.core.strings import found, py_count_liberties_after, py_liberties, py_liberties_after, py_neighbours, string
from owlgo.engine.core.tests.check import problems
from owlgo.engine.core.tests.naive import NaiveBoard


def compare(board, naive):
    """Every point's colour, string and liberties."""
    for pos in naive.points:
        assert board['color'][pos] == naive.color(pos)
    assert board['ko'] == naive.ko
    assert [board['captures'][color] for color in (BLACK, WHITE)] == [naive.captured[color] for color in (BLACK, WHITE)]
    for pos in naive.stones:
        stones, liberties = naive.string(pos)
        assert string(board, pos) == sorted(stones)
        assert board['libs'][board['origin'][pos]] == len(liberties)


@pytest.mark.parametrize('games', [30, pytest.param(60, marks=pytest.mark.slow)])
def test_random_play_agrees_with_the_twin(games):
    met = {'captures': 0, 'kos': 0, 'suicides': 0, 'illegal': 0, 'undos': 0, 'big captures': 0}
    for seed in range(games):
        rng = random.Random(seed)
        size = rng.choice([1, 2, 2, 3, 4, 5, 7, 9])
        board, naive = new_board(size), NaiveBoard(size, seed % 3)
        board['suicide'] = seed % 3
        points = all_points(size)
        for number in range(240):
            if rng.random() < 0.15 and naive.history:
                py_popgo(board)
                naive.undo()
                met['undos'] += 1
            else:
                pos, color = rng.choice([*points, PASS] if number % 9 == 0 else points), rng.choice((BLACK, WHITE))
                before = sum(naive.captured.values())
                legal = naive.play(pos, color)
                assert py_is_legal(board, pos, color) == legal
                assert py_trymove(board, pos, color) == legal
                met['illegal'] += not legal
                met['kos'] += naive.ko != 0
                taken = sum(naive.captured.values()) - before
                met['captures'] += taken > 0
                met['big captures'] += taken > 3
                met['suicides'] += legal and pos != PASS and naive.color(pos) == EMPTY
            if number % 5 == 0:
                compare(board, naive)
                assert problems(board) == []
        while naive.history:
            py_popgo(board)
            naive.undo()
        compare(board, naive)
        assert board['hash'] == 0 and board['nlog'] == 0
    assert all(count > games // 3 for count in met.values()), met


def test_trial_moves_are_taken_back_whatever_ends_their_block():
    board = new_board(5)
    one, two, three, *_ = all_points(5)
    py_trymove(board, three, WHITE)
    fields = ('color', 'ko', 'hash', 'captures', 'libs', 'count', 'stackp')
    before = [board[field].tolist() for field in fields]
    with pytest.raises(KeyboardInterrupt), boards.played(board, (one, BLACK), (PASS, WHITE), (two, BLACK)) as legal:
        assert legal and int(board['stackp']) == 3
        py_trymove(board, all_points(5)[7], WHITE)
        raise KeyboardInterrupt
    assert [board[field].tolist() for field in fields] == before
    with boards.played(board, (one, BLACK), (one, WHITE), (two, BLACK)) as legal:
        assert not legal and int(board['stackp']) == 2
    assert [board[field].tolist() for field in fields] == before


def test_liberties_after_and_neighbours_agree_with_the_twin():
    asked = 0
    for seed in range(40):
        rng = random.Random(seed)
        size = rng.choice([3, 5, 7])
        board, naive = new_board(size), NaiveBoard(size)
        for _ in range(2 * size * size):
            pos, color = rng.choice(all_points(size)), rng.choice((BLACK, WHITE))
            if naive.play(pos, color):
                py_place(board, pos, color)
        for pos in naive.points:
            if naive.color(pos) == EMPTY:
                for color in (BLACK, WHITE):
                    naive.ko = 0
                    expected = []
                    if naive.play(pos, color):
                        expected = sorted(naive.string(pos)[1])
                        naive.undo()
                    assert py_liberties_after(board, pos, color) == len(expected)
                    assert found(board) == expected
                    for most in (1, 2, 4, NPOINTS):
                        assert py_count_liberties_after(board, pos, color, most) == min(len(expected), most)
                    asked += 1
            else:
                stones, liberties = naive.string(pos)
                py_liberties(board, pos)
                assert found(board) == sorted(liberties)
                py_neighbours(board, pos)
                enemies = {q for stone in stones for q in naive.neighbours(stone) if naive.color(q) == other(naive.color(pos))}
                assert {frozenset(string(board, int(r))) for r in board['found'][:board['nfound']]} == {
                    frozenset(naive.string(q)[0]) for q in enemies}
    assert asked > 300


@pytest.mark.parametrize('size,depth', [(1, 4), (2, 6), (3, 4), (4, 3), (5, 3)])
def test_perft_agrees_with_the_twin(size, depth):
    assert perft(size, depth) == NaiveBoard(size).perft(depth)


@pytest.mark.parametrize('size,count', [(1, 1), (2, 57), pytest.param(3, 12675, marks=pytest.mark.slow)])
def test_the_numbers_of_legal_positions_are_known(size, count):
    assert legal_positions(size) == count


def test_the_largest_board_fills_and_is_taken_whole():
    board = new_board(MAX_SIZE)
    points = all_points(MAX_SIZE)
    for pos in points[:-1]:
        assert py_trymove(board, pos, BLACK)
    assert py_trymove(board, points[-1], WHITE)
    assert board['captures'][WHITE] == len(points) - 1 and board['nlog'] < boards.LOG_LENGTH
    assert problems(board) == []
    while py_popgo(board):
        pass
    assert problems(board) == [] and board['hash'] == 0


def test_a_full_stack_refuses_and_stays_sound():
    board = new_board(5)
    for _ in range(boards.MAX_STACK):
        assert py_trymove(board, PASS, BLACK)
    assert not py_trymove(board, all_points(5)[0], BLACK)
    assert board['stackp'] == boards.MAX_STACK
    for _ in range(boards.MAX_STACK):
        assert py_popgo(board)
    assert not py_popgo(board)


def test_a_log_that_is_nearly_full_refuses():
    board = new_board(9)
    board['nlog'] = boards.LOG_LENGTH - boards.LOG_RESERVE + 1
    assert not py_trymove(board, all_points(9)[0], BLACK)
    assert board['stackp'] == 0


@pytest.mark.parametrize('field,value,words', [
    ('libs', 9, 'liberties'), ('count', 3, 'stones'), ('hash', 1, 'hash'), ('origin', 2, 'origins'), ('color', 7, 'colour')])
def test_the_check_can_fail(field, value, words):
    board = new_board(5)
    pos = all_points(5)[7]
    py_place(board, pos, BLACK)
    if field == 'hash':
        board['hash'] = value
    else:
        board[field][pos] = value
    assert any(words in problem for problem in problems(board))
