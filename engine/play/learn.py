"""Learning shapes from game records: how often a move was made where it could be made, by what lies round it (``engine.play.shape``)."""
import gzip
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numba
import numpy as np
from numba import int64, uint64, void

from engine.core import sgf
from engine.core.game import Game
from engine.core.jit import kernel
from engine.core.points import PASS
from engine.play.around import EYE_BLACK, table
from engine.play.fastboard import FAST, is_playable, is_self_atari, new_board, py_take_over
from engine.play.shape import COUNTS, SHAPES, SIGNS, SIZES, Shape, empty, fill, look_round, py_look_round, py_shape_value

LEAST = 5
"""Times that a shape must have been made to be kept."""
HELD_BACK = 10
"""Of so many games one is not learned from, but predicted."""
SLOTS = 1 << 20

COUNTER_DTYPE = np.dtype([
    ('key', 'u8', (SLOTS,)),        # the lowest hash of a neighbourhood
    ('seen', 'i8', (SLOTS,)),       # moves with it that could have been made
    ('eyes', 'u1', (1 << 16,)),     # ``engine.play.around``
], align=True)
COUNTER = numba.from_dtype(COUNTER_DTYPE)


@kernel(int64(COUNTER, uint64))
def _place(c, key):
    slot = int64(key & uint64(SLOTS - 1))
    while c.key[slot] != key and c.key[slot] != 0:
        slot = (slot + 1) & (SLOTS - 1)
    return slot


@kernel(void(FAST, SHAPES, COUNTER, int64))
def py_count(f, s, c, color):
    """Count, for every move of a side that playouts would make, the neighbourhoods that are kept."""
    for k in range(f.nempty):
        pos = int64(f.empties[k])
        if not is_playable(f, pos, color) or c.eyes[f.code[pos]] & (EYE_BLACK * color) or is_self_atari(f, pos, color):
            continue
        look_round(f, s, pos, color)
        for size in range(SIZES):
            slot = _place(c, s.lowest[size])
            if c.key[slot] != s.lowest[size]:
                break
            c.seen[slot] += 1


@dataclass
class Learned:
    """What was learned, and how good it is."""
    shapes: list[Shape]
    games: int
    moves: int
    predicted: float
    """Part of the moves of games held back that had the highest value."""


def learn(paths: Sequence[Path], least: int = LEAST, progress: Callable[[int, int], None] | None = None) -> Learned:
    """Learn from these game records.  Raises SgfError for a broken one, OSError for one that cannot be read."""
    records = [sgf.load(path) for path in sorted(paths)]
    training = [record for k, record in enumerate(records) if k % HELD_BACK]
    s, made, signs = empty(), dict[int, int](), dict[int, str]()
    f, moves = new_board(), 0
    for color, move in _positions(training, f):
        moves += 1
        py_look_round(f, s, move, color)
        around = ''.join(SIGNS[code] for code in s['code'])
        for key, count in zip(s['lowest'].tolist(), COUNTS, strict=True):
            made[key] = made.get(key, 0) + 1
            signs.setdefault(key, around[:count])
    kept = {key: times for key, times in made.items() if times >= least}
    counter = _counter(list(kept))
    for done, (color, _) in enumerate(_positions(training, f)):
        py_count(f, s, counter, color)
        if progress:
            progress(done + 1, moves)
    seen = dict(zip(counter['key'].tolist(), counter['seen'].tolist(), strict=True))
    shapes = [Shape(signs[key], round(min(times / seen[key], 1.0), 4)) for key, times in kept.items() if seen[key]]
    shapes.sort(key=lambda shape: (len(shape.signs), shape.signs))
    return Learned(shapes, len(training), moves, _prediction(shapes, [record for k, record in enumerate(records) if not k % HELD_BACK]))


def _counter(keys: list[int]) -> np.void:
    """A record that counts these keys."""
    if len(keys) > SLOTS // 2:
        raise ValueError(f'{len(keys)} shapes are too many to be counted')
    counter = np.zeros(1, COUNTER_DTYPE)[0]
    counter['eyes'] = table()
    for key in keys:
        slot = key & (SLOTS - 1)
        while counter['key'][slot]:
            slot = (slot + 1) & (SLOTS - 1)
        counter['key'][slot] = key
    return counter


def _positions(records: Iterable[sgf.Record], f: np.void) -> Iterator[tuple[int, int]]:
    """Colour and point of every move, its position being put on the board."""
    for record in records:
        game = Game(record.size)
        game.load(sgf.Record(size=record.size, black=record.black, white=record.white, handicap=record.handicap, to_move=record.to_move))
        last = PASS
        for event in record.events:
            if not isinstance(event, sgf.Play):
                break
            if event.pos != PASS:
                py_take_over(f, game.board, last)
                yield event.color, event.pos
            game.play(event.color, event.pos)
            last = event.pos


def _prediction(shapes: list[Shape], records: list[sgf.Record]) -> float:
    """Part of the moves of these games that no other move has a higher value than."""
    s, f = empty(), new_board()
    fill(s, shapes)
    right = total = 0
    for color, move in _positions(records, f):
        values = {pos: py_shape_value(f, s, pos, color) for pos in f['empties'][:f['nempty']].tolist()}
        right += values[move] >= max(values.values())
        total += 1
    return right / max(total, 1)


def save(learned: Learned, path: Path) -> None:
    """Write the shapes to a file, packed if its name ends in .gz."""
    head = f'# {len(learned.shapes)} shapes from {learned.moves} moves of {learned.games} games; {learned.predicted:.1%} of moves ' \
           'predicted\n'
    text = head + ''.join(f'{shape.signs} {shape.value:g}\n' for shape in learned.shapes)
    path.write_bytes(gzip.compress(text.encode(), mtime=0) if path.suffix == '.gz' else text.encode())
