"""The network against plain twins: what it sees, and what it makes of it."""
import random

import numpy as np
import pytest

from owlgo.engine.core.dilation import BOUZY
from owlgo.engine.core.game import Game
from owlgo.engine.core.layout import new_record
from owlgo.engine.core.points import BLACK, EMPTY, PASS, STRIDE, WHITE, all_points, other, row_col
from owlgo.engine.mcts import forward, network
from owlgo.engine.mcts.fastboard import new_board, py_take_over
from owlgo.engine.mcts.move_features import learned, py_choices
from owlgo.engine.mcts.network import LAYERS, NETWORK, py_evaluate, py_judge
from owlgo.engine.mcts.planes import BOUZY_RANGE, CHANCE_RANGE, CHANNELS, PLANES, VIEW, Plane, py_look
from owlgo.engine.mcts.playout import new_playout
from owlgo.engine.score.bouzy import Operator, bouzy


def random_game(size: int, moves: int, seed: int, swapped: bool = False) -> tuple[Game, int]:
    """A game of random legal moves, and the side to move; ``swapped`` plays it with the colours exchanged."""
    rng, game, color = random.Random(seed), Game(size, 6.5), WHITE if swapped else BLACK
    for _ in range(moves):
        legal = game.legal_moves(color)
        game.play(color, rng.choice(sorted(legal)))
        color = other(color)
    return game, color


def seen(game: Game, color: int) -> tuple[np.void, np.void, np.void, int]:
    """The view of a position, with the board, the record of choices, and their number."""
    fast, record, view = new_board(), new_playout(0), new_record(VIEW)
    py_take_over(fast, game.board, game.moves[-1][1] if game.moves else PASS)
    fast['before'] = game.moves[-2][1] if len(game.moves) > 1 else PASS
    count = py_choices(fast, record, learned(), color, 1)
    return fast, record, view, count


def random_network(seed: int) -> np.void:
    """A network with random weights."""
    rng, w = np.random.default_rng(seed), new_record(NETWORK)
    for name in w.dtype.names or ():
        w[name] = rng.normal(0, 0.15, w[name].shape)
    return w


def naive_planes(game: Game, color: int, record: np.void, count: int, owned: np.ndarray, gone: set[int]) -> np.ndarray:
    """What the network sees, point by point."""
    size, planes = game.size, np.zeros((PLANES, len(owned)), np.float32)
    for pos in all_points(size):
        row, col = row_col(pos)
        line = min(row, col, size - 1 - row, size - 1 - col)
        stone = game.color_at(pos)
        planes[Plane.BOARD, pos], planes[Plane.SIZE, pos] = 1, (size - 9) / 10
        if line < 4:
            planes[Plane.LINES + line, pos] = 1
        if stone != EMPTY and pos not in gone:
            own = stone == color
            planes[Plane.OWN if own else Plane.OTHER, pos] = 1
            liberties = len(game.liberties(pos))
            if liberties <= 3:
                planes[(Plane.OWN_LIBERTIES if own else Plane.OTHER_LIBERTIES) + liberties - 1, pos] = 1
        planes[Plane.PLAYED_OUT, pos], planes[Plane.OWNED, pos] = 1, owned[pos] if color == BLACK else -owned[pos]
    stones = Game(size)
    black, white = ([pos for pos in game.stones(side) if pos not in gone] for side in (BLACK, WHITE))
    stones.setup(black, white)
    for plane, operator in ((Plane.TERRITORY, Operator(5, 21)), (Plane.AREA, Operator(5, 0))):
        planes[plane] = np.clip(bouzy(stones.board, operator) / BOUZY_RANGE, -1, 1) * (1 if color == BLACK else -1)
    for plane, move in zip((Plane.LAST, Plane.BEFORE), reversed(game.moves[-2:]), strict=False):
        planes[plane, move[1]] = 1
    for pos, chance in zip(record['choice'][:count], record['chance'][:count], strict=True):
        planes[Plane.LISTED, pos], planes[Plane.CHANCE, pos] = 1, max(np.log(chance) / CHANCE_RANGE + 1, 0)
    return planes


def naive_network(w: np.void, planes: np.ndarray, size: int) -> tuple[dict[int, float], dict[int, float]]:
    """Logits and owners, by loops over points and the nine points round them."""
    points = all_points(size)
    steps = [down * STRIDE + right for down in (-1, 0, 1) for right in (-1, 0, 1)]
    here = {pos: planes[:, pos].astype(float) for pos in points}
    for number in range(LAYERS + 1):
        inputs, mean = (CHANNELS if number else PLANES), sum(here.values()) / len(points)
        after = {}
        for pos in points:
            y = w['bias'][number].astype(float)
            for tap, step in enumerate(steps):
                if pos + step in here:
                    y = y + w['layer'][number][:, :inputs, tap].astype(float) @ here[pos + step]
            if number:
                y = y + mean @ w['mean'][number].astype(float)
            after[pos] = np.maximum(y, 0) + (here[pos] if number else 0)
        here = after
    logit = {pos: here[pos] @ w['move'] + w['chance'] * planes[Plane.CHANCE, pos] + w['unlisted'] * (1 - planes[Plane.LISTED, pos])
             for pos in points}
    return logit, {pos: np.tanh(here[pos] @ w['owner'] + w['owner_bias'] + w['owned'] * planes[Plane.OWNED, pos]) for pos in points}


@pytest.mark.parametrize(('size', 'moves', 'seed'), [(5, 12, 1), (9, 40, 2), (13, 0, 3), (19, 150, 4)])
def test_the_network_is_its_twin(size, moves, seed):
    game, color = random_game(size, moves, seed)
    fast, record, view, count = seen(game, color)
    gone = set(game.stones(BLACK)[:3])
    owned = np.random.default_rng(seed).uniform(-1, 1, len(view['owned'])).astype(np.float32)
    view['owned'], view['played_out'], view['gone'][list(gone)] = owned, 1, BLACK
    py_look(fast, record, view, new_record(BOUZY), color, count)
    planes = naive_planes(game, color, record, count, owned, gone)
    assert np.abs(view['plane'] - planes).max() < 1e-6
    w = random_network(seed)
    py_evaluate(w, view, size)
    logit, owner = naive_network(w, planes, size)
    boards = np.stack([planes[:, all_points(size)].T.reshape(size, size, PLANES)] * 2)
    boards[0] = boards[0, ::-1]
    by_matrices = forward.Network({name: w[name] for name in w.dtype.names or ()}).apply(boards)
    for place, pos in enumerate(all_points(size)):
        assert view['logit'][pos] == pytest.approx(logit[pos], abs=2e-3) == pytest.approx(by_matrices.logits[1, place], abs=2e-3)
        assert view['owner'][pos] == pytest.approx(owner[pos], abs=2e-3)
        assert by_matrices.owners[1, place] == pytest.approx(owner[pos], abs=2e-3)
    outside = sorted(set(range(len(owned))) - set(all_points(size)))
    assert not view['here'][:CHANNELS, outside].any()


def test_a_judged_position_has_probabilities_and_points():
    game, color = random_game(9, 30, 7)
    fast, record, view, count = seen(game, color)
    points = py_judge(fast, record, network.learned(), view, new_record(BOUZY), color, count)
    owner = view['owner'][list(all_points(9))]
    assert points == pytest.approx(float(owner.sum()) * (1 if color == BLACK else -1), abs=1e-3)
    odds = np.exp(view['logit'][record['choice'][:count]].astype(float))
    assert np.allclose(record['chance'][:count], odds / odds.sum(), atol=1e-5)


def test_colours_swapped_change_nothing_but_the_sign():
    answers = []
    for swapped in (False, True):
        game, color = random_game(13, 60, 5, swapped)
        fast, record, view, count = seen(game, color)
        points = py_judge(fast, record, network.learned(), view, new_record(BOUZY), color, count)
        answers.append((points, dict(zip(record['choice'][:count].tolist(), record['chance'][:count].tolist(), strict=True))))
    (points, chances), (other_points, other_chances) = answers
    assert points == pytest.approx(-other_points, abs=1e-4) and chances == pytest.approx(other_chances, abs=1e-6)


def test_the_shipped_weights_fill_the_record():
    w = network.learned()
    assert all(np.isfinite(w[name]).all() and np.any(w[name]) for name in w.dtype.names or ())
    with pytest.raises(KeyError):
        network.with_weights({})
