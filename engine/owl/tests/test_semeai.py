from functools import cache
from itertools import product

import pytest

from engine.core.points import all_points, transform
from engine.core.result import LOSE, WIN
from engine.core.tests.pictures import drawn
from engine.core.workspace import Workspace
from engine.owl import reading, semeai
from engine.owl.limits import Means
from engine.solver.region import ATTACKER, DEFENDER
from engine.solver.solver import Solver

LENGTH = 4


def race(mine, theirs, shared):
    """X in the second row against O in the fourth: outer liberties of both in the first and fifth row, shared ones in the third."""
    rows = ['O' * 9 for _ in range(2)]
    rows[0] = 'O' * 5 + 'O.O.'
    rows[1] = '.' * mine + 'O' * (9 - mine)
    rows.append('X' * LENGTH + 'OOO..')
    rows.append('.' * shared + 'X' * (LENGTH - shared) + 'OOOO.')
    rows.append('O' * LENGTH + 'XXXX.')
    rows.append('.' * theirs + 'X' * (9 - theirs))
    rows += ['X' * 5 + '.X.X', '.........', '.........']
    return '\n'.join(' '.join(row) for row in rows)


@cache
def outcome(mine, theirs, shared, passed=False):
    """1 if the side to move takes the other, 0 for seki, -1 if it is taken: by trying everything."""
    found = 0 if passed else -outcome(theirs, mine, shared, True)
    if theirs:
        found = max(found, 1 if theirs + shared == 1 else -outcome(theirs - 1, mine, shared))
    if shared:
        if theirs + shared == 1:
            found = 1
        elif mine + shared > 1:
            found = max(found, -outcome(theirs, mine, shared - 1))
    return found


def points(board, swap=False, symmetry=0):
    """Where the two strings stand."""
    size = int(board['size'])
    every = list(all_points(size))
    return [transform(every[row * size], size, symmetry) for row in (2, 4)]


RACES = [(mine, theirs, shared) for mine, theirs, shared in product(range(5), range(5), range(4)) if mine + shared and theirs + shared]


@pytest.mark.parametrize('mine,theirs,shared', RACES)
def test_races_end_as_counting_liberties_says(mine, theirs, shared):
    swap, symmetry = bool((mine + theirs) % 2), (mine + 3 * theirs + 5 * shared) % 8
    board = drawn(race(mine, theirs, shared), swap, symmetry)
    first, second = points(board, swap, symmetry)
    expected = {1: (WIN, WIN), 0: (WIN, LOSE), -1: (LOSE, LOSE)}
    found = semeai.analyze(board, first, second)
    assert (found.defence, found.attack) == expected[outcome(mine, theirs, shared)] and not found.uncertain
    back = semeai.analyze(board, second, first)
    assert (back.defence, back.attack) == expected[outcome(theirs, mine, shared)] and not back.uncertain
    if not found.move:
        # A pass loses nothing only if the opponent, to move, achieves no more.
        assert outcome(theirs, mine, shared) == -outcome(mine, theirs, shared)


@pytest.mark.parametrize('mine,theirs,shared', RACES[::3])
def test_zones_and_idle_moves_change_no_result_of_a_race(mine, theirs, shared):
    board = drawn(race(mine, theirs, shared))
    for pos, rival in (points(board), points(board)[::-1]):
        for side in (ATTACKER, DEFENDER):
            found = []
            for guess in (False, True):
                region = reading.Setting(board, pos, Means(Workspace()), [rival]).draw(2, 2)
                assert region is not None
                found.append(Solver(region, 200_000, 1, 16.0, guess=guess).settle(
                    region.attackers, region.defenders, region.ko, side, 0))
            assert found[0] == found[1]


TAKEN_AND_RETAKEN = '''
    . . . . . . . . .
    . . . . . . . . .
    O O O O . . . . .
    . O . O . . . . .
    X X X O . . . . .
    X . X O . . . . .
    O O X O . . . . .
    O X X O . . . . .
    . X . O . . . . .
'''


@pytest.mark.parametrize('symmetry', range(8))
def test_who_takes_three_stones_and_dies_of_it_has_taken_nothing(symmetry):
    board = drawn(TAKEN_AND_RETAKEN, symmetry=symmetry)
    every = list(all_points(9))
    outside, inside = (transform(every[k], 9, symmetry) for k in (36, 54))
    assert semeai.analyze(board, outside, inside)[:3] == (WIN, LOSE, 0)
    assert semeai.analyze(board, inside, outside)[:3] == (WIN, LOSE, 0)


def test_points_that_are_no_race():
    board = drawn(race(1, 1, 1))
    first, second = points(board)
    for pair in ((first, first), (first, list(all_points(9))[-1]), (list(all_points(9))[-1], second)):
        with pytest.raises(ValueError, match='both colours'):
            semeai.analyze(board, *pair)


THREE = '''
    . O . X X O O X . O .
    O O . X X O O X . O O
    O O X X X O O X O O O
    . O X X X O O X O O .
    O O X X . O . X O O O
    O O X X . O . X O O O
    . O X X X O O X O O .
    O O X X X O O X O O O
    O O X X X O O X O O O
    . O X X X O O X O O .
    O O X X X O O X O O O
'''


@pytest.mark.parametrize('column,swap', [(3, False), (7, True)])
def test_a_race_that_hangs_on_a_third_dragon_is_uncertain(column, swap):
    """White in the middle races with Black on either side, and taking one black dragon may save him from the other."""
    board = drawn(THREE, swap)
    every = list(all_points(11))
    pair = every[110 + column], every[115]
    for first, second in (pair, pair[::-1]):
        assert semeai.analyze(board, first, second).uncertain
        # Whoever asks for many races doubts them himself; and liberties alone know of no third dragon.
        assert not semeai.analyze(board, first, second, guess=False).uncertain


@pytest.mark.parametrize('last', ['X', '.'])
def test_a_third_dragon_that_does_not_change_the_race_leaves_it_certain(last):
    """White's four liberties are more than Black's two, whatever becomes of the other black dragon."""
    rows = ['. O X X O X X O .', 'O O X X O X X O O'] * 4 + ['. O X X O X X O .']
    rows[2:4] = [f'. O X . O . {last} O .', f'O O X . O . {last} O O']
    board = drawn('\n'.join(rows))
    every = list(all_points(9))
    for first, second, ends in ((every[2], every[4], LOSE), (every[4], every[2], WIN)):
        assert semeai.analyze(board, first, second)[:2] == (ends, ends)
        assert not semeai.analyze(board, first, second).uncertain
