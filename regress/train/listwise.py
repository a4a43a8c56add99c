"""A softmax regression over lists of moves: the one that was played against the others."""
import numpy as np
from numba import njit

ROUNDS, RATE, DECAY, SEED = 8, 0.1, 3e-3, 1


@njit
def _rounds(rows, starts, best, weight, order):
    """Stochastic gradient descent with a step of its own for every weight (Duchi et al. 2011); weight 0 stays 0."""
    slope = np.full(len(weight), 1e-3)
    for i in order:
        first, last = starts[i], starts[i + 1]
        share = np.empty(last - first)
        for j in range(first, last):
            share[j - first] = 0.0
            for number in rows[j]:
                share[j - first] += weight[number]
        share = np.exp(share - share.max())
        share /= share.sum()
        for j in range(first, last):
            error = share[j - first] - (1.0 if j - first == best[i] else 0.0)
            if abs(error) < 1e-4:
                continue
            for number in rows[j]:
                if number:
                    step = error + DECAY * weight[number]
                    slope[number] += step * step
                    weight[number] -= RATE * step / np.sqrt(slope[number])


def descend(lists: list[tuple[int, np.ndarray]], size: int) -> np.ndarray:
    """Weights by number, of lists of moves with the one that was played in front; a move is a row of numbers of weights."""
    rng = np.random.default_rng(SEED)
    starts = np.cumsum([0, *(len(rows) for _, rows in lists)])
    order = np.concatenate([rng.permutation(len(lists)) for _ in range(ROUNDS)])
    weight = np.zeros(size)
    _rounds(np.concatenate([rows for _, rows in lists]), starts, np.array([best for best, _ in lists]), weight, order)
    return weight
