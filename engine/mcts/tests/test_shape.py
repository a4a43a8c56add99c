"""Learned shapes: what lies round a move, against a slow twin, and what is learned from games."""
import random

import pytest

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, EMPTY, WHITE, all_points, point, row_col
from owlgo.engine.mcts import move_features, shape
from owlgo.engine.mcts.playout import new_playout
from owlgo.engine.mcts.shape import COUNTS, FEATURE_NAMES, STEPS
from owlgo.engine.mcts.surroundings import SIGNS
from owlgo.engine.mcts.tests.test_fastboard import fast_of, random_game


def naive_signs(game: Game, pos: int, color: int) -> str:
    row, col = row_col(pos)
    found = ''
    for down, right in STEPS:
        r, c = row + down, col + right
        if not (0 <= r < game.size and 0 <= c < game.size):
            found += '#'
        else:
            stone = game.color_at(point(r, c))
            found += '.' if stone == EMPTY else 'X' if stone == color else 'O'
    return found


def turned(game: Game, pos: int, way: int) -> tuple[Game, int]:
    """The game's position with rows and columns turned in one of eight ways, colours swapped in all but the first four."""
    size = game.size

    def place(p: int) -> int:
        row, col = row_col(p)
        if way & 1:
            row = size - 1 - row
        if way & 2:
            col = size - 1 - col
        return point(col, row) if way & 4 else point(row, col)
    found = Game(size)
    stones = {c: [place(p) for p in all_points(size) if game.color_at(p) == c] for c in (BLACK, WHITE)}
    found.setup(stones[BLACK], stones[WHITE])
    return found, place(pos)


def test_neighbourhoods_grow_and_are_symmetric():
    assert tuple(sorted(COUNTS)) == COUNTS and COUNTS[0] == 8 and COUNTS[-1] == len(STEPS)
    for turn in shape.TURNS:
        assert sorted(turn) == list(range(len(STEPS)))
        assert all(shape.distance(STEPS[k]) == shape.distance(STEPS[to]) for k, to in enumerate(turn))


@pytest.mark.parametrize('size, moves', [(5, 12), (9, 40), (13, 60)])
def test_what_lies_round_agrees_with_the_twin_and_turns_with_the_board(size, moves):
    s = shape.empty()
    rng = random.Random(size)
    game = random_game(size, size, moves)
    for pos in rng.sample([p for p in all_points(size) if game.color_at(p) == EMPTY], 5):
        for color in (BLACK, WHITE):
            shape.py_look_round(fast_of(game), s, pos, color)
            assert ''.join(SIGNS[code] for code in s['code']) == naive_signs(game, pos, color)
            lowest = s['lowest'].tolist()
            for way in range(8):
                other_game, there = turned(game, pos, way)
                shape.py_look_round(fast_of(other_game), s, there, color)
                assert s['lowest'].tolist() == lowest


@pytest.mark.parametrize('line', ['XX 0.5', '........', '.......Z 0.5', '........ x', '........ 0.5 1', 'capture 1'])
def test_wrong_lines_are_named(line):
    with pytest.raises(ValueError, match=r'x\.txt:2: no feature'):
        shape.parse(f'# a comment\n{line}\n', 'x.txt')


def test_what_comes_with_the_engine_can_be_read_and_knows_what_is_good():
    s = move_features.learned()
    weight = dict(zip(FEATURE_NAMES, s['value'].tolist(), strict=False))
    assert weight['saves-by-capture'] > 1 > -1 > weight['into-atari-many']
    assert weight['last-2'] > weight['last-9']
    # On an empty board, away from corners and their openings: the first line, then the second, then the third and fourth.
    p = new_playout(0)
    count = move_features.py_choices(fast_of(Game(19)), p, s, BLACK, 1)
    chance = dict(zip(p['choice'][:count].tolist(), p['chance'][:count].tolist(), strict=True))
    first, second, third, fourth = (chance[point(line, 9)] for line in range(4))
    assert first < second < min(third, fourth)
