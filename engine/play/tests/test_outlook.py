"""What the network says of the moves and owners of a position."""

import numpy as np
import pytest

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, NPOINTS, WHITE, all_points, parse_vertex, transform
from owlgo.engine.play import genmove
from owlgo.engine.play.genmove import MoveSettings
from owlgo.engine.play.weights import Weights
from owlgo.engine.score.outlook import chances_of, outlook


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
    judged = outlook(game, color, np.zeros(NPOINTS))
    moves = [pos for pos in all_points(13) if game.is_legal(color, pos)]
    every, some = chances_of(moves, judged.chances), chances_of(moves[::2], judged.chances)
    assert sum(every.values()) == pytest.approx(1) and sum(some.values()) == pytest.approx(1)
    assert set(some) == {move for move in moves[::2] if move in every}
    one, other = sorted(some, key=some.__getitem__)[-2:]
    assert some[one] / some[other] == pytest.approx(every[one] / every[other])
    assert not chances_of([parse_vertex('D4', 13)], judged.chances)


def test_the_network_heeds_the_owners_of_playouts():
    game = opened()
    near = parse_vertex('E9', 13)
    owned = np.zeros(NPOINTS)
    even = outlook(game, BLACK, owned)
    owned[list(all_points(13))] = 1.0
    sure = outlook(game, BLACK, owned)
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
        answers.append(outlook(game, BLACK, owned))
    plain, image = answers
    assert image.points == pytest.approx(plain.points, abs=0.01)
    for pos in all_points(13):
        assert image.owners[turned(pos, symmetry)] == pytest.approx(plain.owners[pos], abs=1e-3)
        assert image.chances.get(turned(pos, symmetry), 0) == pytest.approx(plain.chances.get(pos, 0), abs=1e-3)


def test_looks_count_while_much_is_open_and_less_the_more_playouts_there_are():
    game = opened()
    thought = genmove.think(game, BLACK, MoveSettings(0))
    most = max(thought.candidates, key=lambda one: one.visits)
    assert most.probability_points == 0 and sum(one.probability for one in thought.candidates) == pytest.approx(1)
    assert any(one.probability_points > 1 for one in thought.candidates) or any(one.probability_points < -1 for one in thought.candidates)
    few, many = (Weights.of_playouts(playouts, 13).probability for playouts in (1000, 100_000))
    assert 0 < many < few / 10 < 0.1
    assert not any(one.probability for one in genmove.think(game, BLACK, MoveSettings(0, without=frozenset({'priors'}))).candidates)
