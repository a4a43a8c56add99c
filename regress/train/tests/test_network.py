"""Learning of the network: slopes against small steps, the passes against the kernel, and that learning learns."""
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from owlgo.engine.core.layout import new_record
from owlgo.engine.core.points import all_points
from owlgo.engine.mcts.network import LAYERS, py_evaluate, with_weights
from owlgo.engine.mcts.planes import CHANNELS, PLANES, VIEW, Plane
from owlgo.regress.train import judged
from owlgo.regress.train import network as learner
from owlgo.regress.train.judged import JudgedPositions


def random_positions(size: int, count: int, seed: int) -> JudgedPositions:
    """Random planes with random judgements."""
    rng = np.random.default_rng(seed)
    planes = rng.uniform(0, 1, (count, size * size, PLANES)).astype(np.float32)
    planes[:, :, Plane.OWN:Plane.OTHER + 1] = rng.random((count, size * size, 2)) < 0.3
    planes[:, :, Plane.BOARD] = 1
    moves = np.where(planes[:, :, Plane.OWN] + planes[:, :, Plane.OTHER] == 0, rng.random((count, size * size)), 0)
    return JudgedPositions(size, planes, moves / moves.sum(1, keepdims=True), rng.uniform(-1, 1, (count, size * size)),
                  rng.normal(0, 20, count), np.arange(count) + 1)


def small_weights(rng: np.random.Generator) -> learner.Weights:
    return learner.random_weights(rng, CHANNELS, LAYERS)


def whole(some: JudgedPositions) -> learner.Lesson:
    return learner.batch_of(some, np.arange(len(some.lead)))


@pytest.mark.parametrize(('channels', 'layers'), [(CHANNELS, LAYERS), (PLANES + 3, 2)])
def test_slopes_are_what_small_steps_say(channels, layers):
    rng = np.random.default_rng(1)
    w = {name: np.asarray(value + rng.normal(0, 1 / channels, value.shape), np.float64)
         for name, value in learner.random_weights(rng, channels, layers).items()}
    w['layer'][0, :, PLANES:] = w['layer'][1:, :, channels:] = 0
    batch = whole(random_positions(5, 3, 2))
    slopes = learner.Pass(w, batch).slopes()
    for name, value in w.items():
        for index in [tuple(rng.integers(0, n) for n in value.shape) for _ in range(3)]:
            if name == 'layer' and index[2] >= (channels if index[0] else PLANES) or name == 'mean' and not index[0]:
                continue
            change = []
            for step in (1e-4, -1e-4):
                moved = {**w, name: value.copy()}
                moved[name][index] += step
                change.append(learner.Pass(moved, batch).loss)
            assert np.asarray(slopes[name])[index] == pytest.approx((change[0] - change[1]) / 2e-4, rel=0.03, abs=2e-4), (name, index)


def test_the_learner_s_network_is_the_engine_s():
    rng = np.random.default_rng(3)
    w = small_weights(rng)
    w = {name: np.asarray(value + rng.normal(0, 0.05, value.shape), np.float32) for name, value in w.items()}
    some = random_positions(7, 1, 4)
    found, view = learner.Pass(w, whole(some)), new_record(VIEW)
    points = list(all_points(7))
    view['plane'][:, points] = some.planes[0].T
    py_evaluate(with_weights(w), view, 7)
    assert np.allclose(view['owner'][points], found.owners[0], atol=1e-3)
    empty = found.empty[0]
    odds = np.exp(view['logit'][points].astype(float)) * empty
    assert np.allclose(odds / odds.sum(), found.chances[0], atol=1e-3)


@pytest.mark.parametrize('turn', range(8))
def test_a_turned_batch_is_the_same_position_turned(turn):
    some = random_positions(5, 2, 5)
    plain, turned = whole(some), learner.batch_of(some, np.arange(2), turn)
    images = np.rot90(plain.moves.reshape(2, 5, 5), turn, (1, 2))
    assert np.allclose(turned.moves.reshape(2, 5, 5), images[:, :, ::-1] if turn >= 4 else images)
    both = zip((turned.planes[..., Plane.OWN], plain.planes[..., Plane.OWN]), (turned.owners, plain.owners), strict=True)
    pairs = [sorted(zip(stones.ravel().tolist(), owners.ravel().tolist(), strict=True)) for stones, owners in both]
    assert pairs[0] == pairs[1]


def test_learning_makes_the_error_smaller():
    sets, rng = [random_positions(5, 6, 6)], np.random.default_rng(7)
    w = small_weights(rng)
    before = learner.Pass(w, whole(sets[0])).loss
    assert learner.Pass(learner.fit(w, sets, 120, rng, Console(quiet=True)), whole(sets[0])).loss < 0.8 * before
    with pytest.raises(ValueError, match='no positions'):
        learner.fit(w, [], 1, rng, Console(quiet=True))


def test_a_verdict_is_read_and_nonsense_refused():
    text = ('symmetry 0\nwhiteWin 0.6\nwhiteLead -3.5\npolicy\n0.1 NAN\n0.2 0.3\npolicyPass 0.4\nwhiteOwnership\n1 -1\n0.5 0\n')
    verdict = judged.read_verdict(text, 2)
    assert verdict.moves.tolist() == pytest.approx([0.1, 0, 0.2, 0.3, 0.4]) and verdict.lead == -3.5
    assert verdict.owners.tolist() == [1, -1, 0.5, 0]
    with pytest.raises(ValueError):
        judged.read_verdict('what?', 2)


def test_a_folder_without_games_is_refused(tmp_path: Path):
    with pytest.raises(ValueError, match='no judged games'):
        judged.load(tmp_path)
