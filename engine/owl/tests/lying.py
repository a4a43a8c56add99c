"""Whether answers of the selective search depend on how the board lies: python -m owlgo.engine.owl.tests.lying [COUNT [SEED [NODES]]]."""
import random
import sys
from collections.abc import Iterator

import numpy as np

from owlgo.engine.core.points import all_points, transform
from owlgo.engine.core.result import Reading
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import amalgamate
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.eyes.tests.test_dragon_eyes import positions, turned
from owlgo.engine.owl import selective
from owlgo.engine.owl.limits import FULL, Means
from owlgo.engine.solver.region import ATTACKER, DEFENDER

TRIES = ((selective.MANY, selective.MANY), (1, selective.MANY), (selective.MANY, 1))


def questions(seed: int, count: int) -> Iterator[tuple[np.void, int, int, tuple[int, int], random.Random]]:
    """Boards of random games, a stone of a large dragon of each, a side to move, and how many moves each side tries."""
    means = Means(Workspace())
    for number, (board, _) in enumerate(positions(seed, count, (7, 9, 9, 11, 13))):
        rng = random.Random(f'{seed} {number}')
        stones = [pos for pos in all_points(int(board['size'])) if board['color'][pos]]
        some = rng.sample(stones, min(4, len(stones)))
        pos = max(some, key=lambda pos: len(amalgamate.group(board, pos, means.workspace)))
        yield board, pos, (ATTACKER, DEFENDER)[number % 2], TRIES[number // 2 % 3], rng


def different(board: np.void, pos: int, side: int, tries: tuple[int, int], symmetry: int, swap: bool, means: Means) -> list[Reading]:
    """The two answers, the one on the turned board turned back, if they are not the same."""
    size = int(board['size'])
    back = next(s for s in range(8) if all(transform(transform(p, size, symmetry), size, s) == p for p in all_points(size)))
    plain = selective.read(Goal(board, pos, means.workspace), side, means, *tries)
    again = selective.read(Goal(turned(board, symmetry, swap), transform(pos, size, symmetry), means.workspace), side, means, *tries)
    again = again._replace(move=transform(again.move, size, back))
    return [plain, again] if plain != again else []


def changed(count: int, seed: int, nodes: int) -> tuple[int, int, int, int]:
    """Of so many questions, each turned once: how many answers change, how many of them in result or certainty, how many succeed, nodes."""
    means = Means(Workspace(), FULL._replace(owl=nodes))
    answers = verdicts = wins = total = 0
    for number, (board, pos, side, tries, rng) in enumerate(questions(seed, count)):
        symmetry, swap = rng.choice([(s, w) for s in range(8) for w in (False, True) if s or w])
        two = different(board, pos, side, tries, symmetry, swap, means)
        answers += bool(two)
        verdicts += bool(two) and two[0][::3] != two[1][::3]
        if two and __name__ == '__main__':
            print(number, symmetry, swap, side, tries, *two)
        one = selective.read(Goal(board, pos, means.workspace), side, means, *tries)
        wins += one.result != 0
        total += one.nodes
    return answers, verdicts, wins, total


if __name__ == '__main__':
    given = [int(text) for text in sys.argv[1:]]
    wanted = dict(enumerate(given))
    print('answers %d, verdicts %d, successes %d, nodes %d' % changed(wanted.get(0, 300), wanted.get(1, 1), wanted.get(2, 60)))
