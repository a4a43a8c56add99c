"""Where suicide is legal: moves that take their own stones off are judged like any other."""
import random

import pytest

from owlgo.engine.core.game import Game, Rules
from owlgo.engine.core.points import BLACK, all_points, other, parse_vertex
from owlgo.engine.core.result import LOSE
from owlgo.engine.core.tests.cases import few
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.eyes.topology import safety
from owlgo.engine.life import verdict
from owlgo.engine.life.threats import MoveQuestions
from owlgo.engine.mcts import mcts
from owlgo.engine.play import blunder, final, genmove
from owlgo.engine.play.genmove import MoveSettings
from owlgo.engine.play.tests.test_value import game_of
from owlgo.engine.read import combination, tactics
from owlgo.engine.score.estimate import Count
from owlgo.engine.solver.region import DEFENDER

CORNER = '''
    . . . . . .
    . . X . . .
    . . . . . .
    O . . . X .
    O O O . . .
    X . O . . .
'''
"""B1 takes Black's stone in the corner off."""


def suicidal() -> tuple[Game, int, int]:
    """The corner where suicide is legal, the move that takes the stone there off, and the stone."""
    game = game_of(CORNER)
    game.rules = Rules('allowed')
    return game, parse_vertex('B1', 6), parse_vertex('A1', 6)


def test_the_blunder_check_counts_stones_that_fall_by_suicide():
    """But not the one that was beyond rescue."""
    game, move, _ = suicidal()
    assert game.is_legal(BLACK, move)
    known = genmove.examine(game, 0, Workspace())
    before = game.show()
    assert blunder.loses(game, known, BLACK, move) == 1
    assert not genmove._is_harmless(game, known, BLACK, move)
    assert game.show() == before and not game.stack()


def test_suicide_saves_nothing():
    game, move, stone = suicidal()
    other_stone = parse_vertex('E3', 6)
    assert tactics.does_defend(game.board, move, stone) == LOSE
    assert safety(game.board, move, BLACK) == LOSE
    assert combination.combination_defend(game.board, BLACK) is not None
    owl = MoveQuestions(game.board, verdict.ask)
    assert owl.does(move, stone, DEFENDER, owl.defend(stone)).result == LOSE
    assert not owl.connection_defends(move, stone, other_stone) and not owl.connection_defends(move, other_stone, stone)
    assert owl.threaten_defense(stone).first != move
    assert not game.stack()


def test_a_single_stone_that_takes_itself_off_brings_the_position_back():
    """No stone was ever taken before, but what stood there comes back."""
    game = game_of('''
        . O . . .
        O . . . .
        . . . . .
        . . . . .
        . . . . .
    ''')
    game.rules = Rules('all')
    corner = parse_vertex('A5', 5)
    assert game.is_legal(BLACK, corner) and game.repeats(BLACK, corner)
    assert not game.is_new(BLACK, corner) and corner not in mcts.every_move(game, BLACK)


def random_game(seed: int) -> tuple[Game, int]:
    """A full board of random moves in which strings take themselves off, and whose turn it is."""
    rng = random.Random(seed)
    size = rng.choice((2, 3, 4, 5, 6))
    game, color = Game(size, 0.5, Rules(rng.choice(('allowed', 'all')), 'positional')), BLACK
    for _ in range(rng.randrange(size * size, 3 * size * size)):
        pos = rng.choice(all_points(size))
        if game.color_at(pos) == 0 and game.is_new(color, pos):
            game.play(color, pos)
            color = other(color)
    return game, color


@pytest.mark.parametrize('seed', few(range(40), 6))
def test_random_games_with_suicide_are_judged(seed):
    game, color = random_game(seed)
    before = game.show()
    known = genmove.examine(game, 0, Workspace())
    thought = genmove.think(game, color, MoveSettings(0, seed, per_level=1), (), known)
    move = genmove.choose(game, known, thought, clean=bool(seed % 2))
    assert game.is_legal(color, move)
    for one in thought.candidates:
        assert blunder.loses(game, known, color, one.move) >= 0
    end = final.judge(known, Count.of(game, False))
    assert set(end.status) == set(all_points(game.size))
    assert game.show() == before and not game.stack()
