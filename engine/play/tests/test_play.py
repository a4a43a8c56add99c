"""Playouts and the first move chooser."""
import pytest

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, PASS, WHITE, all_points, other, parse_vertex
from owlgo.engine.play.genmove import MoveSettings, genmove


@pytest.mark.parametrize('size,seed', [(3, 1), *(pytest.param(size, seed, marks=pytest.mark.slow) for size, seed in ((5, 2), (7, 3)))])
def test_games_end_and_every_move_is_legal(size, seed):
    game = Game(size, 7.5)
    passes = 0
    color = BLACK
    while passes < 2:
        move = genmove(game, color, MoveSettings(1, seed))
        assert move == genmove(game, color, MoveSettings(1, seed))
        game.play(color, move)
        passes = passes + 1 if move == PASS else 0
        color = other(color)
        assert len(game.moves) < 5 * size * size
        assert game.board['stackp'] == 0


# On an open board the first move in its middle would be worth as much.
@pytest.mark.parametrize('color', [BLACK, WHITE])
@pytest.mark.parametrize('swap', [False, pytest.param(True, marks=pytest.mark.slow)])
def test_it_saves_and_kills_dragons(color, swap):
    rows = ['. . . X O . . . .', 'X X X X O . . . .', 'O O O O O . . . .', 'O O O O O O O O O', 'X X X X X X X X X', '. . . . . . . . .',
            '. . . . . X X X X', '. . . . . X O O O', '. . . . . X O . O']
    game = Game(9)
    signs = ' '.join(rows).split()
    stones = {sign: [pos for pos, s in zip(all_points(9), signs, strict=True) if s == sign] for sign in 'XO'}
    game.setup(stones['O' if swap else 'X'], stones['X' if swap else 'O'])
    assert game.vertex(genmove(game, color, MoveSettings(3))) == 'B9'
    some = [parse_vertex('H7', 9), parse_vertex('C2', 9)]
    assert genmove(game, color, MoveSettings(3), among=some) in some
