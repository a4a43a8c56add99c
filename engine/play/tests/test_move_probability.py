"""What moves look like on the whole board."""
import math

import numpy as np
import pytest

from owlgo.engine import influence
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, NPOINTS, WHITE, all_points, other, parse_vertex
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.mcts.fastboard import new_board, py_take_over
from owlgo.engine.mcts.move_features import learned, py_choices
from owlgo.engine.mcts.playout import new_playout
from owlgo.engine.play import genmove, move_probability
from owlgo.engine.play.genmove import MoveSettings
from owlgo.engine.play.weights import PROBABILITY, Weights


def opened() -> Game:
    """A fight on the left of a 13x13 board, and a stone of each side far from it."""
    game = Game(13)
    for color, vertex in ((BLACK, 'D4'), (WHITE, 'D10'), (BLACK, 'K10'), (WHITE, 'K4'), (BLACK, 'C7'), (WHITE, 'D7'), (BLACK, 'D8'),
                          (WHITE, 'E8')):
        game.play(color, parse_vertex(vertex, 13))
    return game


@pytest.mark.parametrize('color', [BLACK, WHITE])
def test_chances_agree_with_the_twin(color):
    """By each move: e to the sum of all that speaks for it, as a part of the sum over the moves."""
    game = opened()
    known = genmove.examine(game, 0, Workspace())
    owned = np.random.default_rng(3).uniform(-1, 1, NPOINTS)
    moves = [pos for pos in all_points(13) if game.is_legal(color, pos)]
    found = move_probability.probabilities(game, known, color, owned, moves)
    fast, record = new_board(), new_playout(0)
    last, before = game.moves[-1][1], game.moves[-2][1]
    py_take_over(fast, game.board, last if color == BLACK else 0)
    fast['before'] = before
    count = py_choices(fast, record, learned(), color, 1)
    weak = {stone: dragon.weakness for dragon in known.dragons.every for stone in dragon.stones}
    of = influence.regions(game.board, known.dead, weak).of
    odds = {}
    for move, shape in zip(record['choice'][:count].tolist(), record['chance'][:count].tolist(), strict=True):
        near, far = ((1 + of[side][move]) ** share for side, share in ((color, PROBABILITY.own_reach),
                                                                       (other(color), PROBABILITY.enemy_reach)))
        odds[move] = shape * near * far * math.exp(PROBABILITY.open * (1 - owned[move] ** 2))
    assert found == pytest.approx({move: odds[move] / sum(odds.values()) for move in odds})


def test_fights_look_better_than_by_their_shapes_alone_and_what_is_owned_worse():
    game = opened()
    known = genmove.examine(game, 0, Workspace())
    moves = [pos for pos in all_points(13) if game.is_legal(BLACK, pos)]
    owned = np.zeros(NPOINTS)
    near, far = (parse_vertex(vertex, 13) for vertex in ('E9', 'L12'))
    even = move_probability.probabilities(game, known, BLACK, owned, moves)
    owned[near] = 1.0
    assert move_probability.probabilities(game, known, BLACK, owned, moves)[near] < even[near]
    assert sum(even.values()) == pytest.approx(1)
    assert not move_probability.probabilities(game, known, BLACK, owned, [parse_vertex('D4', 13)])
    fast, record = new_board(), new_playout(0)
    py_take_over(fast, game.board, game.moves[-1][1])
    fast['before'] = game.moves[-2][1]
    count = py_choices(fast, record, learned(), BLACK, 1)
    shape = dict(zip(record['choice'][:count].tolist(), record['chance'][:count].tolist(), strict=True))
    assert even[near] / even[far] > shape[near] / shape[far]


def test_looks_count_while_much_is_open_and_less_the_more_playouts_there_are():
    game = opened()
    thought = genmove.think(game, BLACK, MoveSettings(0))
    most = max(thought.candidates, key=lambda one: one.visits)
    assert most.probability_points == 0 and sum(one.probability for one in thought.candidates) == pytest.approx(1)
    assert any(one.probability_points > 1 for one in thought.candidates) or any(one.probability_points < -1 for one in thought.candidates)
    few, many = (Weights.of_playouts(playouts, 13).probability for playouts in (1000, 100_000))
    assert 0 < many < few / 10 < 0.1
    assert not any(one.probability for one in genmove.think(game, BLACK, MoveSettings(0, without=frozenset({'priors'}))).candidates)
