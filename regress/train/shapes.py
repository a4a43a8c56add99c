"""Learn the weights of moves' features (``engine.mcts.move_features``) that make the moves of games most likely.

Every move of a game is a choice among all moves that a search would try (``listwise``).
"""
import gzip
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numba import float64, int32, int64
from rich.console import Console
from rich.progress import track

from owlgo.engine.core import sgf
from owlgo.engine.core.game import Game
from owlgo.engine.core.jit import kernel
from owlgo.engine.core.points import NPOINTS, PASS
from owlgo.engine.core.printable import counted
from owlgo.engine.mcts.fastboard import FAST, new_board, py_take_over
from owlgo.engine.mcts.move_features import choices, features, py_choices, with_weights
from owlgo.engine.mcts.playout import MAX_FEATURES, PLAYOUT, new_playout
from owlgo.engine.mcts.shape import (
    COUNTS,
    FEATURE_NAMES,
    MOST_SHAPES,
    SHAPE_WEIGHTS,
    SIZES,
    Feature,
    LearnedWeights,
    empty,
    py_look_round,
)
from owlgo.engine.mcts.surroundings import SIGNS
from owlgo.regress.train import listwise

LEAST = 4
"""How often a shape must have been played to be kept."""
MET, MET_SIZES, EVERY = 150, 3, 5
"""A shape of the MET_SIZES smallest sizes is also kept if MET possible moves have it, since moves that are not played need weights too.
Only every EVERY-th position is searched for possible moves, and counts EVERY times."""
HELD_BACK = 10
"""One game in HELD_BACK is kept for validation."""
OPENING = 4.0
"""Weight of corner-opening moves.  It is not learned, since games of beginners have few of them."""
DECAY = 3.0
"""How strongly weights are pulled towards 0 (``listwise.fit``)."""


@kernel(int64(FAST, PLAYOUT, SHAPE_WEIGHTS, int64, int32[::1], int64[::1], float64[::1]))
def py_gather(f, p, s, color, found, counts, given):
    """List the moves that a search would try in ``p.choice``, their features in ``found``, and how many each move has in ``counts``.

    A feature that is not learned is left out, and its weight is added to ``given``.  Returns the number of moves.
    """
    n = choices(f, p, s, color, int64(0))
    at = int64(0)
    for k in range(n):
        counts[k] = 0
        given[k] = 0.0
        for j in range(features(f, p, s, int64(p.choice[k]), color)):
            feature = p.feature[j]
            if feature == Feature.CORNER:
                given[k] += s.value[feature]
                continue
            found[at] = feature
            at += 1
            counts[k] += 1
    return n


@dataclass
class Learned:
    """The learned weights and their quality."""
    looks: LearnedWeights
    games: int
    moves: int
    prediction: listwise.Prediction
    """How well the weights predict the games held back."""


def learn(paths: Sequence[Path], least: int = LEAST) -> Learned:
    """Learn from these game records.  Raises SgfError for a broken record, OSError for an unreadable one, NoOptimiser, and ValueError if
    there are too few games.
    """
    listwise.optimiser()
    records = [sgf.load(path) for path in sorted(paths)]
    training = [record for k, record in enumerate(records) if k % HELD_BACK]
    if not training:
        raise ValueError(f'{counted(len(records), "game record")}: too few, as every {HELD_BACK}th, from the first on, is held back')
    looks, moves = shapes_of(training, least)
    gathered = gather(training, looks)
    weight = listwise.fit(gathered, len(FEATURE_NAMES) + len(looks.shapes), DECAY)
    weight[Feature.CORNER] = OPENING
    weights = [round(one, 3) for one in weight.tolist()]
    looks = LearnedWeights({name: one for name, one in zip(FEATURE_NAMES, weights, strict=False) if one},
                           dict(zip(looks.shapes, weights[len(FEATURE_NAMES):], strict=True)))
    held_back = gather([record for k, record in enumerate(records) if not k % HELD_BACK], looks)
    return Learned(looks, len(training), moves, held_back.prediction(weight.round(3)))


def gather(records: Sequence[sgf.Record], looks: LearnedWeights) -> listwise.Choices:
    """Collect the choices of these games, with features by index.  Moves that no search would try are skipped.  A progress bar is shown."""
    s, f, p = with_weights(looks), new_board(), new_playout(0)
    found, counts, given = np.zeros(NPOINTS * MAX_FEATURES, np.int32), np.zeros(NPOINTS, np.int64), np.zeros(NPOINTS)
    gathered = listwise.Choices()
    moves = sum(len(record.events) for record in records)
    for color, move in track(_positions(records, f), 'moves', moves, console=Console(stderr=True), transient=True):
        n = py_gather(f, p, s, color, found, counts, given)
        made = np.flatnonzero(p['choice'][:n] == move)
        if len(made):
            gathered.add(found[:counts[:n].sum()], counts[:n], int(made[0]), given[:n])
    return gathered


def shapes_of(records: Iterable[sgf.Record], least: int) -> tuple[LearnedWeights, int]:
    """Return the shapes to learn, without weights, and the number of moves.

    These are the shapes that were played at least ``least`` times or met very often.  If there are too many, the most frequent are
    returned.
    """
    s, f, p = empty(), new_board(), new_playout(0)
    made, met, signs = Counter[int](), Counter[int](), dict[int, str]()

    def look_round(move: int, color: int, sizes: int) -> list[int]:
        """Return the keys of the smallest shapes round a move, and note their signs in ``signs``."""
        py_look_round(f, s, move, color)
        keys: list[int] = s['lowest'][:sizes].tolist()
        if not signs.keys() >= set(keys):
            around = ''.join(SIGNS[code] for code in s['code'])
            for key, count in zip(keys, COUNTS, strict=False):
                signs.setdefault(key, around[:count])
        return keys

    moves = 0
    for color, move in _positions(records, f):
        moves += 1
        made.update(look_round(move, color, SIZES))
        if moves % EVERY == 0:
            for other in p['choice'][:py_choices(f, p, s, color, 0)].tolist():
                met.update(look_round(other, color, MET_SIZES))
    wanted = {key for key, times in made.items() if times >= least} | {key for key, times in met.items() if EVERY * times >= MET}
    kept = [signs[key] for key in sorted(wanted, key=lambda key: (-made[key], -met[key], signs[key]))[:MOST_SHAPES]]
    return LearnedWeights({'corner': OPENING}, {shape: 0.0 for shape in sorted(kept, key=lambda shape: (len(shape), shape))}), moves


def _positions(records: Iterable[sgf.Record], f: np.void) -> Iterator[tuple[int, int]]:
    """Yield colour and point of every move, after putting the position before that move into ``f``."""
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


def save(learned: Learned, path: Path) -> None:
    """Write the weights to a file, packed if its name ends in .gz."""
    looks = learned.looks
    head = f'# {len(looks.shapes)} shapes from {learned.moves} moves of {learned.games} games; {learned.prediction}\n'
    text = head + ''.join(f'{what} {weight:g}\n' for what, weight in (*looks.plain.items(), *looks.shapes.items()))
    path.write_bytes(gzip.compress(text.encode(), mtime=0) if path.suffix == '.gz' else text.encode())
