"""Learning the weights of moves' looks from game records (``engine.mcts.move_prior``): those that make the moves of the games most likely.

After every move its features' weights are raised, and those of the moves that might have been made instead lowered, by the gradient of
the move's likelihood; the steps are the smaller the more a weight has moved already (Duchi and others 2011), and a weight that is seldom
met stays near nothing.
"""
import gzip
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numba
import numpy as np
from numba import float64, int64

from engine.core import sgf
from engine.core.game import Game
from engine.core.jit import kernel
from engine.core.points import PASS
from engine.mcts.fastboard import FAST, new_board, py_take_over
from engine.mcts.move_prior import choices, features, knowing, py_choices
from engine.mcts.playout import PLAYOUT, new_playout
from engine.mcts.shape import CORNER, COUNTS, MOST_SHAPES, NAMES, SHAPES, SIGNS, Looks, empty, py_look_round

LEAST = 5
"""Times that a shape must have been made to be kept."""
HELD_BACK = 10
"""Of so many games one is not learned from, but predicted."""
ROUNDS = 5
"""Times that the games are gone through."""
RATE = 0.1
"""The first step of a weight."""
OPENING = 4.0
"""The weight of moves that corner openings have, which is not learned: games of beginners know few of them."""
STIFF = 1.0
"""Times that a weight would have been seen to move a move neither way: so strongly it is held at nothing."""

LEARNER_DTYPE = np.dtype([
    ('squares', 'f8', (len(NAMES) + MOST_SHAPES,)),     # by feature: its gradients' squares added up,
    ('seen', 'f8', (len(NAMES) + MOST_SHAPES,)),        # and how often it was met
], align=True)
LEARNER = numba.from_dtype(LEARNER_DTYPE)


@kernel(float64(FAST, PLAYOUT, SHAPES, LEARNER, int64, int64, float64))
def py_learn(f, p, s, learner, color, move, rate):
    """Learn that this move was made; returns the logarithm of the chance that it had, 0 if it was none."""
    n = choices(f, p, s, color, int64(0))
    made = int64(-1)
    for k in range(n):
        if p.choice[k] == move:
            made = int64(k)
    if made < 0:
        return 0.0
    for k in range(n):
        gradient = (1.0 if k == made else 0.0) - p.chance[k]
        for j in range(features(f, p, s, int64(p.choice[k]), color)):
            feature = p.feature[j]
            if feature == CORNER:
                continue
            learner.seen[feature] += 1.0
            slope = gradient - STIFF * s.value[feature] / (learner.seen[feature] + 10.0)
            learner.squares[feature] += slope * slope
            s.value[feature] += rate * slope / math.sqrt(learner.squares[feature] + 0.1)
    return math.log(p.chance[made])


def new_learner() -> np.void:
    """A record of what learning has to remember."""
    return np.zeros(1, LEARNER_DTYPE)[0]


class Prediction(NamedTuple):
    """How well moves are predicted."""
    right: float
    """Part of the moves that were the likeliest, alone or by lot."""
    doubt: float
    """The mean of the negative logarithms of the chances that they had."""


@dataclass
class Learned:
    """What was learned, and how good it is."""
    looks: Looks
    games: int
    moves: int
    prediction: Prediction
    """Of the games held back."""


def learn(paths: Sequence[Path], least: int = LEAST, progress: Callable[[int, int], None] | None = None) -> Learned:
    """Learn from these game records.  Raises SgfError for a broken one, OSError for one that cannot be read."""
    records = [sgf.load(path) for path in sorted(paths)]
    training = [record for k, record in enumerate(records) if k % HELD_BACK]
    looks, moves = shapes_of(training, least)
    s, f, p = knowing(looks), new_board(), new_playout(0)
    learner = new_learner()
    done = 0
    for k in range(ROUNDS):
        for color, move in _positions(training, f):
            py_learn(f, p, s, learner, color, move, RATE / (1 + k))
            done += 1
            if progress:
                progress(done, ROUNDS * moves)
    weights = s['value'].tolist()
    looks = Looks({name: round(weights[k], 3) for k, name in enumerate(NAMES) if weights[k]},
                  {signs: round(weights[len(NAMES) + k], 3) for k, signs in enumerate(looks.shapes)})
    return Learned(looks, len(training), moves, predict(looks, [record for k, record in enumerate(records) if not k % HELD_BACK]))


def shapes_of(records: Iterable[sgf.Record], least: int) -> tuple[Looks, int]:
    """The shapes made so often at least, without weights, the most frequent if there are too many; and how many moves there are."""
    s, f = empty(), new_board()
    made, signs = dict[int, int](), dict[int, str]()
    moves = 0
    for color, move in _positions(records, f):
        moves += 1
        py_look_round(f, s, move, color)
        around = ''.join(SIGNS[code] for code in s['code'])
        for key, count in zip(s['lowest'].tolist(), COUNTS, strict=True):
            made[key] = made.get(key, 0) + 1
            signs.setdefault(key, around[:count])
    kept = sorted((-times, signs[key]) for key, times in made.items() if times >= least)[:MOST_SHAPES]
    return Looks({NAMES[CORNER]: OPENING}, {shape: 0.0 for _, shape in sorted(kept, key=lambda one: (len(one[1]), one[1]))}), moves


def _positions(records: Iterable[sgf.Record], f: np.void) -> Iterator[tuple[int, int]]:
    """Colour and point of every move, its position being put on the board."""
    for record in records:
        game = Game(record.size)
        game.load(sgf.Record(size=record.size, black=record.black, white=record.white, handicap=record.handicap, to_move=record.to_move))
        last = before = PASS
        for event in record.events:
            if not isinstance(event, sgf.Play):
                break
            if event.pos != PASS:
                py_take_over(f, game.board, last)
                f['before'] = before
                yield event.color, event.pos
            game.play(event.color, event.pos)
            last, before = event.pos, last


def predict(looks: Looks, records: list[sgf.Record]) -> Prediction:
    """How well these weights predict the moves of these games; those that no playout would make are not asked about."""
    s, f, p = knowing(looks), new_board(), new_playout(0)
    right = doubt = 0.0
    total = 0
    for color, move in _positions(records, f):
        n = py_choices(f, p, s, color, 0)
        chances = dict(zip(p['choice'][:n].tolist(), p['chance'][:n].tolist(), strict=True))
        if move in chances:
            most = max(chances.values())
            likeliest = [one for one, chance in chances.items() if chance == most]
            right += (move in likeliest) / len(likeliest)
            doubt -= math.log(chances[move])
            total += 1
    return Prediction(right / max(total, 1), doubt / max(total, 1))


def save(learned: Learned, path: Path) -> None:
    """Write the weights to a file, packed if its name ends in .gz."""
    looks, games = learned.looks, learned.prediction
    head = f'# {len(looks.shapes)} shapes from {learned.moves} moves of {learned.games} games; {games.right:.1%} of moves predicted, ' \
           f'{games.doubt:.2f} nats of doubt\n'
    text = head + ''.join(f'{what} {weight:g}\n' for what, weight in (*looks.plain.items(), *looks.shapes.items()))
    path.write_bytes(gzip.compress(text.encode(), mtime=0) if path.suffix == '.gz' else text.encode())
