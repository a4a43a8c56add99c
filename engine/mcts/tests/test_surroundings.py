"""Learned weights of playouts' moves by the eight points round them."""
import math
import random
from collections import Counter
from importlib import resources

import numpy as np
import pytest

from owlgo.engine.core.game import Game
from owlgo.engine.core.jit import for_python
from owlgo.engine.core.points import BLACK, EMPTY, PASS, STRIDE, WHITE, all_points, neighbours, other
from owlgo.engine.mcts import around, playout, surroundings
from owlgo.engine.mcts.fastboard import Zone, is_playable, is_self_atari, new_board, set_zones
from owlgo.engine.mcts.playout import ELSEWHERE, new_playout
from owlgo.engine.mcts.surroundings import PLACES, UNIT, Weights
from owlgo.engine.mcts.tests.test_fastboard import fast_of, random_game

SHIPPED = (resources.files(surroundings.__package__) / surroundings.WEIGHTS_FILE).read_text()
py_reply = for_python(playout.reply)
py_choose = for_python(playout.choose)
py_is_playable = for_python(is_playable)
py_is_self_atari = for_python(is_self_atari)


def signs_round(game: Game, pos: int, color: int) -> str:
    """The signs of the eight points round a point, seen from a side."""
    def sign(q: int) -> str:
        if q not in all_points(game.size):
            return '#'
        return {EMPTY: '.', color: 'X', other(color): 'O'}[game.color_at(q)]
    return ''.join(sign(pos + step) for step in around.AROUND)


def images_of(signs: str) -> set[str]:
    """All turned and mirrored images of a neighbourhood, by rows and columns."""
    at = {(row, col): sign for (row, col), sign in zip(surroundings.STEPS, signs, strict=True)}
    found = set()
    for flips in range(8):
        def place(row: int, col: int, flips: int = flips) -> tuple[int, int]:
            row, col = (-row if flips & 1 else row), (-col if flips & 2 else col)
            return (col, row) if flips & 4 else (row, col)
        found.add(''.join(at[place(row, col)] for row, col in surroundings.STEPS))
    return found


def made_up(seed: int) -> Weights:
    """Weights of random neighbourhoods of random games."""
    rng, found = random.Random(seed), Weights()
    for number in range(20):
        game = random_game(1000 * seed + number, 5, 12)
        for pos in all_points(5):
            if game.color_at(pos) == EMPTY:
                signs = min(images_of(signs_round(game, pos, rng.choice((BLACK, WHITE)))))
                found[rng.choice(PLACES), signs] = rng.uniform(-3, 3)
    return found


def test_tables_agree_with_the_twin():
    """Every point of random boards, seen from both sides: the weight is that of its neighbourhood's lowest image."""
    weights = made_up(1)
    near, accepted = surroundings.tables_of(weights)
    known = 0
    for seed in range(40):
        game = random_game(seed, 5, 14)
        f = fast_of(game)
        for pos in all_points(5):
            if game.color_at(pos) != EMPTY:
                continue
            for color in (BLACK, WHITE):
                signs, code = min(images_of(signs_round(game, pos, color))), f['code'][pos]
                for place in (0, 1):
                    weight = weights.get((PLACES[place], signs))
                    assert near[color - 1, place, code] == (0 if weight is None else pytest.approx(UNIT * math.exp(weight), abs=0.51))
                    known += weight is not None
                chance = math.exp(min(0.5 * (weights.get(('elsewhere', signs), surroundings.UNKNOWN) - 1), 0))
                assert accepted[color - 1, code] == pytest.approx(255 * max(chance, 0.02), abs=0.51)
    assert known > 200


def replies_of(game: Game, last: int, color: int, near: np.ndarray) -> dict[int, int]:
    """The replies round the last move by their weights: legal, in no own eye, and not into atari."""
    found, f = {}, fast_of(game, last)
    for step in around.AROUND:
        pos = last + step
        if pos not in all_points(game.size) or game.color_at(pos) != EMPTY or around.is_own_eye(game.board, pos, color):
            continue
        weight = int(near[color - 1, 0 if last in neighbours(pos, game.size) else 1, f['code'][pos]])
        if weight and py_is_playable(f, pos, color) and not py_is_self_atari(f, pos, color):
            found[pos] = weight
    return found


def test_replies_are_drawn_by_their_weights():
    """Frequencies of 2,000 draws in random positions, within five standard errors of the twin's chances."""
    near = surroundings.learned()[0]
    several = 0
    for seed in range(40):
        game = random_game(seed, 7, 20 + seed)
        color, last = other(game.moves[-1][0]), game.moves[-1][1]
        chances: dict[int, float] = {PASS: ELSEWHERE, **replies_of(game, last, color, near)}
        total = sum(chances.values())
        f, p = fast_of(game, last), new_playout(seed)
        drawn = Counter(int(py_reply(f, p, color)) for _ in range(2000))
        assert set(drawn) <= set(chances)
        for move, weight in chances.items():
            chance = weight / total
            assert abs(drawn[move] / 2000 - chance) <= 5 * math.sqrt(chance * (1 - chance) / 2000) + 1e-9, (seed, move)
        several += len(chances) > 3
    assert several > 10


def test_no_reply_is_made_in_a_settled_zone():
    game = random_game(7, 9, 40)
    last = game.moves[-1][1]
    f, p = fast_of(game, last), new_playout(1)
    assert any(py_reply(f, p, BLACK) != PASS for _ in range(100))
    set_zones(f, [Zone(frozenset(last + step for step in around.AROUND), frozenset(), frozen=True)])
    assert all(py_reply(f, p, BLACK) == PASS for _ in range(100))


def test_likely_points_elsewhere_are_played_more_often():
    """Corners alone are accepted on an empty board."""
    f, p = fast_of(Game(5)), new_playout(1)
    corners, side = [STRIDE + 1, STRIDE + 5, 5 * STRIDE + 1, 5 * STRIDE + 5], STRIDE + 3
    p['accepted'] = 0
    p['accepted'][:, f['code'][corners]] = 255
    drawn = Counter(int(py_choose(f, p, BLACK)) for _ in range(2000))
    share = sum(drawn[pos] for pos in corners) / 2000
    # Each try hits one of four corners among 25 points; then any point is played.
    assert share == pytest.approx(1 - (21 / 25) ** (playout.TRIES + 1), abs=0.03)
    assert drawn[side] > 0


@pytest.mark.parametrize(('size', 'used'), [(12, True), (13, False)])
def test_large_boards_do_without_these_weights(size, used):
    """The same playouts with and without, to the last random number."""
    game = random_game(3, size, 30)
    seeds = []
    for near, accepted in ((0, 255), (60000, 5)):
        p = new_playout(1)
        p['near'], p['accepted'] = near, accepted
        playout.py_run_playouts(game.board, new_board(), new_board(), p, game.moves[-1][1], BLACK, 3, 15)
        seeds.append((int(p['seed']), p['owned'].tolist()))
    assert (seeds[0] != seeds[1]) == used


@pytest.mark.parametrize('line', [
    'beside XO 1', 'near XO...... 1', 'beside XO....?. 1', 'beside XO...... one', 'beside XO...... nan', 'beside XO......', 'X',
    'beside XO...... 1\nbeside XO...... 1', 'beside X....... 1\nbeside ...X.... 2'])
def test_a_bad_line_is_named(line: str):
    with pytest.raises(ValueError, match='^some.txt:[23]: no weight of a move$'):
        surroundings.parse(f'# a remark\n{line}\n', 'some.txt')


def test_the_shipped_weights_are_symmetric_and_seen_from_the_side_to_move():
    near, accepted = surroundings.learned()
    frequent = [signs for place, signs in surroundings.parse(SHIPPED) if place == 'diagonal'][::40]
    assert len(frequent) > 10
    for signs in frequent:
        black, white = surroundings.codes(signs), surroundings.codes(signs, WHITE)
        assert black == {code for image in images_of(signs) for code in surroundings.codes(image)}
        for place in (0, 1):
            assert len({int(near[0, place, code]) for code in black} | {int(near[1, place, code]) for code in white}) == 1
        assert near[0, 1, min(black)] > 0 or surroundings.parse(SHIPPED)['diagonal', signs] < -7
        assert len({int(accepted[0, code]) for code in black} | {int(accepted[1, code]) for code in white}) == 1
