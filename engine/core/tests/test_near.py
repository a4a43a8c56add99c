"""What lies near, against a search step by step."""
import random

import numpy as np
import pytest

from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.near import within
from owlgo.engine.core.points import all_points, neighbours


@pytest.mark.parametrize('size', [1, 2, 7, 19, 25])
def test_points_within_some_steps(size):
    rng, board = random.Random(size), new_board(size)
    for pos in rng.sample(all_points(size), size * size // 2):
        py_place_if_legal(board, pos, rng.choice((1, 2)))
    for steps in range(5):
        points = set(rng.sample(all_points(size), rng.randint(1, min(3, size * size))))
        expected = set(points)
        for _ in range(steps):
            expected |= {q for pos in expected for q in neighbours(pos, size)}
        assert set(np.flatnonzero(within(board, points, steps)).tolist()) == expected
