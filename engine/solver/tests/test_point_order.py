"""The order of a region's points against a slow twin, and on turned boards."""
import random

from owlgo.engine.core.points import STRIDE, all_points, row_col
from owlgo.engine.solver.point_order import in_order


def slow(points: list[int], what: list[int]) -> list[int]:
    """The points sorted by row, column and number in the orientation whose sorted list comes first."""
    every = []
    for turn in range(8):
        rows, cols = [row_col(p)[0] for p in points], [row_col(p)[1] for p in points]
        rows = rows if turn & 1 else [-row for row in rows]
        cols = cols if turn & 2 else [-col for col in cols]
        if turn & 4:
            rows, cols = cols, rows
        keys = [(row - min(rows), col - min(cols), number) for row, col, number in zip(rows, cols, what, strict=True)]
        every.append(sorted(zip(keys, points, strict=True)))
    return [point for _, point in min(every, key=lambda pairs: [key for key, _ in pairs])]


def test_the_order_is_that_of_the_slow_twin() -> None:
    rng = random.Random(5)
    for _ in range(300):
        points = rng.sample(list(all_points(rng.choice((5, 9, 19)))), rng.randint(1, 25))
        what = [rng.choice((0, 0, 1, 2, 33, 63)) for _ in points]
        assert in_order(points, what) == slow(points, what)


def test_a_turned_board_has_the_same_order() -> None:
    rng = random.Random(6)
    for _ in range(100):
        points = rng.sample(list(all_points(9)), 12)
        what = list(range(12))      # no two points can be exchanged
        turned = [(row_col(p)[1] + 1) * STRIDE + 9 - row_col(p)[0] for p in points]
        there = dict(zip(points, turned, strict=True))
        assert in_order(turned, what) == [there[p] for p in in_order(points, what)]
