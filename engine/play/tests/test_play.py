"""Playouts and the first move chooser."""
import random

import numpy as np
import pytest

from engine.core.game import Game
from engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, on_board, other, parse_vertex
from engine.play.genmove import genmove
from engine.play.playout import PLAYOUT_DTYPE, py_answer, py_is_own_eye, sample


def naive_own_eye(game: Game, pos: int, color: int) -> bool:
    """Friends on all sides, and few enemies on the diagonals."""
    row_step = {-27, -25, 25, 27}
    sides = [pos + step for step in (-26, -1, 1, 26) if on_board(pos + step, game.size)]
    corners = [pos + step for step in row_step if on_board(pos + step, game.size)]
    if any(game.color_at(q) != color for q in sides):
        return False
    return sum(game.color_at(q) == other(color) for q in corners) < (2 if len(corners) == 4 else 1)


def test_own_eyes_agree_with_the_twin():
    eyes = 0
    for seed in range(150):
        rng = random.Random(seed)
        game = Game(rng.choice([3, 5]))
        for _ in range(60):
            pos, color = rng.choice(all_points(game.size)), rng.choice((BLACK, BLACK, BLACK, WHITE))
            if game.is_legal(color, pos):
                game.play(color, pos)
        for pos in all_points(game.size):
            if game.color_at(pos) == EMPTY:
                expected = naive_own_eye(game, pos, BLACK)
                assert bool(py_is_own_eye(game.board, pos, BLACK)) == expected
                eyes += expected
    assert eyes > 50


def test_playouts_know_who_owns_a_divided_board():
    game = Game(9)
    game.setup([parse_vertex(f'D{n}', 9) for n in range(1, 10)] + [parse_vertex(v, 9) for v in ('B2', 'B8', 'C5')],
               [parse_vertex(f'F{n}', 9) for n in range(1, 10)] + [parse_vertex(v, 9) for v in ('H2', 'H8', 'G5')])
    stats = sample(game.board, BLACK, 200, 0.5, 1)
    assert stats['owned'][parse_vertex('A1', 9)] > 120
    assert stats['owned'][parse_vertex('J1', 9)] < -120
    assert stats['playouts'] == 200


def test_the_same_seed_gives_the_same_playouts():
    game = Game(9)
    first, second, third = (sample(game.board, BLACK, 50, 7.5, seed) for seed in (3, 3, 4))
    assert first.tobytes() == second.tobytes() != third.tobytes()


def test_a_string_in_atari_is_taken():
    game = Game(9)
    for color, name in ((BLACK, 'E5'), (WHITE, 'E6'), (BLACK, 'D6'), (WHITE, 'C3'), (BLACK, 'F6'), (WHITE, 'G3')):
        game.play(color, parse_vertex(name, 9))
    assert {game.vertex(genmove(game, BLACK, 10, seed)) for seed in range(3)} == {'E7'}


def test_games_end_and_every_move_is_legal():
    for size, seed in ((3, 1), (5, 2), (7, 3)):
        game = Game(size, 7.5)
        passes = 0
        color = BLACK
        while passes < 2:
            move = genmove(game, color, 1, seed)
            assert move == genmove(game, color, 1, seed)
            game.play(color, move)
            passes = passes + 1 if move == PASS else 0
            color = other(color)
            assert len(game.moves) < 5 * size * size
            assert game.board['stackp'] == 0


@pytest.mark.parametrize('color', [BLACK, WHITE])
@pytest.mark.parametrize('swap', [False, True])
def test_it_saves_and_kills_dragons(color, swap):
    rows = ['. . . X O . . . .', 'X X X X O . . . .', 'O O O O O . . . .', *['. . . . . . . . .'] * 3,
            '. . . . . X X X X', '. . . . . X O O O', '. . . . . X O . O']
    game = Game(9)
    signs = ' '.join(rows).split()
    stones = {sign: [pos for pos, s in zip(all_points(9), signs, strict=True) if s == sign] for sign in 'XO'}
    game.setup(stones['O' if swap else 'X'], stones['X' if swap else 'O'])
    assert game.vertex(genmove(game, color, 3)) == 'B9'
    some = [parse_vertex('H6', 9), parse_vertex('C6', 9)]
    assert genmove(game, color, 3, among=some) in some


def naive_answers(game: Game, color: int, last: int) -> set[int]:
    """Legal moves that take the string of the last move if it has one liberty left; take a string with one liberty that touches an own one
    that the last move touches and that has one too; or extend that to two or more."""
    found = set()
    if game.color_at(last) == other(color) and len(game.liberties(last)) == 1:
        found.update(game.liberties(last))
    for step in (-26, -1, 1, 26):
        pos = last + step
        if not on_board(pos, game.size) or game.color_at(pos) != color or len(game.liberties(pos)) != 1:
            continue
        for stone in game.string(pos):
            for q in (stone - 26, stone - 1, stone + 1, stone + 26):
                if on_board(q, game.size) and game.color_at(q) == other(color) and len(game.liberties(q)) == 1:
                    found.update(game.liberties(q))
        out = game.liberties(pos)[0]
        if game.trymove(color, out):
            if len(game.liberties(out)) > 1:
                found.add(out)
            game.popgo()
    return {pos for pos in found if game.is_legal(color, pos)}


def test_answers_agree_with_the_twin():
    answered = 0
    for seed in range(120):
        rng = random.Random(seed)
        game = Game(5)
        color, last = BLACK, PASS
        for _ in range(rng.randrange(8, 40)):
            pos = rng.choice(all_points(5))
            if game.is_legal(color, pos):
                game.play(color, pos)
                color, last = other(color), pos
        expected = naive_answers(game, color, last)
        p = np.zeros(1, PLAYOUT_DTYPE)[0]
        found = set()
        for k in range(60):
            p['seed'] = (seed * 1000 + k) * 0x9E3779B97F4A7C15 % (1 << 64) or 1
            found.add(py_answer(game.board, p, color, last))
        assert found == (expected or {PASS})
        answered += bool(expected)
    assert answered > 20


def test_guided_playouts_take_what_is_in_atari():
    """White's two stones in atari fall in nearly all guided playouts, and in fewer uniform ones."""
    game = Game(5)
    game.setup([parse_vertex(v, 5) for v in ('B3', 'C4', 'D4', 'E3', 'C2')], [parse_vertex(v, 5) for v in ('C3', 'D3')])
    owned = [int(sample(game.board, BLACK, 400, 0.5, 1, guided)['owned'][parse_vertex('C3', 5)]) for guided in (False, True)]
    assert owned[1] > owned[0]
