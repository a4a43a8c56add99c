"""What the network says of the moves and owners of a position."""
import math

import numpy as np
import pytest

from owlgo.engine import influence
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, NPOINTS, WHITE, all_points, other, parse_vertex, transform
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.mcts.fastboard import new_board, py_take_over
from owlgo.engine.mcts.move_features import learned, py_choices
from owlgo.engine.mcts.playout import new_playout
from owlgo.engine.play import genmove
from owlgo.engine.play.features import by_features
from owlgo.engine.play.genmove import MoveSettings
from owlgo.engine.play.weights import PROBABILITY, Weights
from owlgo.engine.score.outlook import outlook


def opened(size: int = 13) -> Game:
    """A fight on the left, and a stone of each side far from it."""
    game = Game(size)
    for color, vertex in ((BLACK, 'D4'), (WHITE, 'D10'), (BLACK, 'K10'), (WHITE, 'K4'), (BLACK, 'C7'), (WHITE, 'D7'), (BLACK, 'D8'),
                          (WHITE, 'E8')):
        game.play(color, parse_vertex(vertex, size))
    return game


@pytest.mark.parametrize('color', [BLACK, WHITE])
def test_probabilities_are_shared_out_among_the_moves_in_question(color):
    game = opened()
    judged = outlook(game, genmove.examine(game, 0, Workspace()), color, np.zeros(NPOINTS), ())
    moves = [pos for pos in all_points(13) if game.is_legal(color, pos)]
    every, some = judged.chances_of(moves), judged.chances_of(moves[::2])
    assert sum(every.values()) == pytest.approx(1) and sum(some.values()) == pytest.approx(1)
    assert set(some) == {move for move in moves[::2] if move in every}
    one, other = sorted(some, key=some.__getitem__)[-2:]
    assert some[one] / some[other] == pytest.approx(every[one] / every[other])
    assert not judged.chances_of([parse_vertex('D4', 13)])


@pytest.mark.parametrize('color', [BLACK, WHITE])
def test_on_small_boards_chances_agree_with_the_twin(color):
    """By each move: e to the sum of all that speaks for it, as a part of the sum over the moves."""
    game = opened(12)
    known = genmove.examine(game, 0, Workspace())
    owned = np.random.default_rng(3).uniform(-1, 1, NPOINTS)
    moves = [pos for pos in all_points(12) if game.is_legal(color, pos)]
    found = by_features(game, known, color, owned, moves, known.dead)
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


def test_the_network_heeds_the_owners_of_playouts():
    game = opened()
    known, near = genmove.examine(game, 0, Workspace()), parse_vertex('E9', 13)
    owned = np.zeros(NPOINTS)
    even = outlook(game, known, BLACK, owned, known.dead)
    owned[list(all_points(13))] = 1.0
    sure = outlook(game, known, BLACK, owned, known.dead)
    assert sure.points > even.points + 20 and sure.owners[near] > even.owners[near]


def turned(pos: int, symmetry: int) -> int:
    return transform(pos, 13, symmetry)


@pytest.mark.parametrize('symmetry', range(1, 8))
def test_a_turned_board_has_the_same_outlook_turned(symmetry):
    """Moves too: what playouts of the turned board say is given."""
    answers = []
    for way in (0, symmetry):
        game, owned = Game(13), np.zeros(NPOINTS)
        for color, pos in opened().moves:
            game.play(color, turned(pos, way))
        for pos in all_points(13):
            owned[turned(pos, way)] = (pos % 7 - 3) / 4
        answers.append(outlook(game, genmove.examine(game, 0, Workspace()), BLACK, owned, ()))
    plain, image = answers
    assert image.points == pytest.approx(plain.points, abs=0.01)
    for pos in all_points(13):
        assert image.owners[turned(pos, symmetry)] == pytest.approx(plain.owners[pos], abs=1e-3)
        assert image.chances.get(turned(pos, symmetry), 0) == pytest.approx(plain.chances.get(pos, 0), abs=1e-3)


def test_dead_stones_are_not_seen():
    """A lone stone in an enemy corner counts for its owner until it is known to be dead."""
    game = Game(13)
    game.setup([parse_vertex(f'{line}4', 13) for line in 'ABCDE'] + [parse_vertex(f'E{row}', 13) for row in (1, 2, 3)],
               [parse_vertex(v, 13) for v in ('B2', 'J10', 'K4', 'D10')])
    known = genmove.examine(game, 0, Workspace())
    stone, owned = parse_vertex('B2', 13), np.zeros(NPOINTS)
    unknown, dead = (outlook(game, known, BLACK, owned, stones).owners[stone] for stones in ((), {stone}))
    assert unknown < dead


def test_looks_count_while_much_is_open_and_less_the_more_playouts_there_are():
    game = opened()
    thought = genmove.think(game, BLACK, MoveSettings(0))
    most = max(thought.candidates, key=lambda one: one.visits)
    assert most.probability_points == 0 and sum(one.probability for one in thought.candidates) == pytest.approx(1)
    assert any(one.probability_points > 1 for one in thought.candidates) or any(one.probability_points < -1 for one in thought.candidates)
    few, many = (Weights.of_playouts(playouts, 13).probability for playouts in (1000, 100_000))
    assert 0 < many < few / 10 < 0.1
    assert not any(one.probability for one in genmove.think(game, BLACK, MoveSettings(0, without=frozenset({'priors'}))).candidates)
