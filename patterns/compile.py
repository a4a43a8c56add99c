"""Patterns to tables: every orientation of every pattern, a prefilter of bit sets, and the programs of constraints, in one record.

The prefilter (bit-parallel: Baeza-Yates and Gonnet 1992) looks at the points round an anchor, four at a time.  For each of the 256 ways
in which four points can be filled it holds the set of orientations that allow it; the orientations left are the intersection of a few
such sets, 64 orientations in a machine word.

Tables are kept on disk under a hash of the text and of the sources that made them, beside the compiled kernels.
"""
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numba
import numpy as np

from owlgo.engine.core import store
from owlgo.engine.core.facts import Kind, bits
from owlgo.engine.core.points import STRIDE
from owlgo.patterns.expr import bytecode, calls, cheapest_first
from owlgo.patterns.lang import Database, Pattern, read_text

EMPTY, MINE, YOURS, OUTSIDE = 0, 1, 2, 3
"""States of a point, seen from the side to move: O is mine, X is yours."""
ALLOWED = {'.': 1, '*': 1, '!': 1, ',': 1, 'O': 2, 'Q': 2, 'X': 4, 'Y': 4, 'o': 3, 'x': 5, '?': 7}
"""Bits of what each symbol lets a point be."""
EDGE = 8
"""Allowed: a point outside the board."""
CONTESTED = 16
"""Extra bit of a point whose symbol is ``!``."""

ORIENTATIONS = {'8': (0, 1, 2, 3, 4, 5, 6, 7), '|': (0, 3, 5, 6), '-': (0, 3, 5, 6), '\\': (0, 3, 5, 6), '/': (0, 3, 5, 6),
                'O': (0, 1, 4, 5), 'X': (0, 5), '+': (0, 5)}
"""By symmetry code.  Bit 0 mirrors columns, bit 1 rows, bit 2 swaps the two: 3, 5 and 6 are turns."""

PREFILTER_GROUPS = 7
"""Groups of four points that the prefilter compares."""
MAX_PATTERNS, MAX_INSTANCES, MAX_POINTS, MAX_LABELS, MAX_CODE = 2048, 8192, 1 << 18, 1 << 16, 1 << 16

PATTERNS_DTYPE = np.dtype([
    ('npatterns', 'i4'),
    ('ninstances', 'i4'),
    ('nwords', 'i4'),                           # 64 instances each
    ('first_word', 'i4', (4,)),                 # of the instances anchored at an empty point, an O, an X; and the end
    ('reach', 'i4'),                            # no point is farther from its anchor, in rows or columns
    ('by_goal', 'i4'),                          # some symbols count as touching the goal
    ('look', 'i4', (PREFILTER_GROUPS, 4)),                # offsets of the prefilter's points
    # by pattern
    ('value', 'f4', (MAX_PATTERNS,)),
    ('classes', 'u8', (MAX_PATTERNS,)),         # bits: a to z, then A to Z
    ('cost', 'f4', (MAX_PATTERNS,)),
    ('needs', 'i4', (MAX_PATTERNS,)),           # bits of facts.Kind
    ('enabled', 'i4', (MAX_PATTERNS,)),         # 0 switches a pattern off by hand
    ('constraint', 'i4', (MAX_PATTERNS,)),      # where its program begins, or -1
    # by instance: a pattern in one orientation
    ('pattern', 'i4', (MAX_INSTANCES,)),
    ('box', 'i4', (MAX_INSTANCES, 4)),          # least row and column, greatest row and column, from the anchor
    ('edges', 'i4', (MAX_INSTANCES,)),          # bits: north, west, south, east
    ('has_move', 'i4', (MAX_INSTANCES,)),
    ('move', 'i4', (MAX_INSTANCES,)),
    ('point', 'i4', (MAX_INSTANCES + 1,)),      # where its points begin; those that touch the goal come first
    ('touching', 'i4', (MAX_INSTANCES,)),       # how many those are
    ('label', 'i4', (MAX_INSTANCES + 1,)),
    # lists
    ('offset', 'i4', (MAX_POINTS,)),
    ('allowed', 'i4', (MAX_POINTS,)),
    ('label_offset', 'i4', (MAX_LABELS,)),
    ('code', 'i4', (MAX_CODE,)),
    ('filter', 'u8', (PREFILTER_GROUPS * 256 * (MAX_INSTANCES // 64 + 3),)),
], align=True)
PATTERNS = numba.from_dtype(PATTERNS_DTYPE)


@dataclass(frozen=True)
class Instance:
    """A pattern in one orientation; rows and columns count from its anchor."""
    pattern: int
    anchored: int
    """EMPTY, MINE or YOURS."""
    points: tuple[tuple[int, int, str], ...]
    box: tuple[int, int, int, int]
    edges: int
    move: tuple[int, int] | None
    labels: tuple[tuple[int, int], ...]

    def needed(self) -> Iterator[tuple[int, int, int]]:
        """Row, column and allowed states of each point, edges included."""
        for row, col, symbol in self.points:
            yield row, col, ALLOWED[symbol]
        north, west, south, east = self.box
        for bit, row in ((1, north - 1), (4, south + 1)):
            if self.edges & bit:
                yield from ((row, col, EDGE) for col in range(west, east + 1))
        for bit, col in ((2, west - 1), (8, east + 1)):
            if self.edges & bit:
                yield from ((row, col, EDGE) for row in range(north, south + 1))


def class_bit(letter: str) -> int:
    """The bit of a class."""
    return 1 << (ord(letter) - ord('a') if letter.islower() else ord(letter) - ord('A') + 26)


def turn(row: int, col: int, orientation: int) -> tuple[int, int]:
    """A step from the anchor in another orientation."""
    if orientation & 1:
        col = -col
    if orientation & 2:
        row = -row
    return (col, row) if orientation & 4 else (row, col)


def anchor(pattern: Pattern) -> tuple[int, int, int]:
    """Where a pattern is anchored, and at what: its Q or Y, else the stone or, failing that, the empty point nearest to its move."""
    row, col = pattern.move or pattern.find('OXQY') or (0, 0)
    for symbols in ('QY', 'OX', '.*!,', 'oxOX?'):
        places = [(abs(r - row) + abs(c - col), r, c, ALLOWED[symbol]) for r, c, symbol in pattern.points() if symbol in symbols]
        if places:
            _, r, c, allowed = min(places)
            return r, c, {1: EMPTY, 2: MINE, 4: YOURS}.get(allowed, OUTSIDE)
    raise ValueError(f'pattern {pattern.name} has no points')


def instances(pattern: Pattern, number: int) -> list[Instance]:
    """The different orientations of a pattern; one that may be anchored at anything is taken once for each."""
    at_row, at_col, what = anchor(pattern)
    height, width = len(pattern.rows), len(pattern.rows[0])
    sides = {(-1, 0): pattern.north, (0, -1): pattern.west, (1, 0): pattern.south, (0, 1): pattern.east}
    found: dict[tuple[object, ...], Instance] = {}
    for orientation in ORIENTATIONS[pattern.symmetry]:
        def oriented(row: int, col: int, orientation: int = orientation) -> tuple[int, int]:
            return turn(row - at_row, col - at_col, orientation)
        points = tuple(sorted((*oriented(row, col), symbol) for row, col, symbol in pattern.points()))
        corners = [oriented(row, col) for row in (0, height - 1) for col in (0, width - 1)]
        rows, cols = [row for row, _ in corners], [col for _, col in corners]
        edges = 0
        for (row, col), edge in sides.items():
            if edge:
                edges |= {(-1, 0): 1, (0, -1): 2, (1, 0): 4, (0, 1): 8}[turn(row, col, orientation)]
        labels = tuple(oriented(row, col) for row, col in pattern.labels.values())
        move = oriented(*pattern.move) if pattern.move else None
        box = (min(rows), min(cols), max(rows), max(cols))
        # A diagram that is the same when turned counts once, though its anchor may have moved.
        shape = tuple((row - box[0], col - box[1], symbol) for row, col, symbol in points)
        named = tuple((row - box[0], col - box[1]) for row, col in labels)
        for anchored in (EMPTY, MINE, YOURS) if what == OUTSIDE else (what,):
            if what != OUTSIDE or ALLOWED[pattern.rows[at_row][at_col]] >> anchored & 1:
                found.setdefault((shape, edges, named, anchored), Instance(number, anchored, points, box, edges, move, labels))
    return list(found.values())


def compile_database(database: Database) -> np.void:
    """The tables of a database.  Raises ValueError if it is too large for them."""
    t: np.void = np.zeros(1, PATTERNS_DTYPE)[0]
    found = [instance for number, pattern in enumerate(database.patterns) for instance in instances(pattern, number)]
    found.sort(key=lambda instance: instance.anchored)
    _limit(database, 'patterns', len(database.patterns), MAX_PATTERNS)
    _limit(database, 'patterns in all orientations', len(found), MAX_INSTANCES)
    t['npatterns'] = len(database.patterns)
    t['enabled'][:len(database.patterns)] = 1
    _fill_patterns(t, database)
    # Instances are numbered so that those of each anchor begin a word of the prefilter.
    numbered: list[Instance | None] = []
    for anchored in (EMPTY, MINE, YOURS):
        t['first_word'][anchored] = len(numbered) // 64
        numbered += [instance for instance in found if instance.anchored == anchored]
        numbered += [None] * (-len(numbered) % 64)
    t['nwords'] = t['first_word'][3] = len(numbered) // 64
    _fill_instances(t, database, numbered)
    _fill_filter(t, numbered)
    return t


def _limit(database: Database, what: str, count: int, limit: int) -> None:
    if count > limit:
        raise ValueError(f'{database.name}: {count} {what} are too many: at most {limit}')


def _fill_patterns(t: np.void, database: Database) -> None:
    code: list[int] = []
    for number, pattern in enumerate(database.patterns):
        t['value'][number] = float(pattern.attributes.get('value', pattern.attributes.get('minvalue', 0.0)))
        t['classes'][number] = sum(class_bit(letter) for letter in set(pattern.classes))
        t['cost'][number] = pattern.cost
        t['needs'][number] = bits(*needs(pattern))
        t['constraint'][number] = -1
        if pattern.constraint:
            t['constraint'][number] = len(code)
            code += bytecode(cheapest_first(pattern.constraint))
    _limit(database, 'words of constraints', len(code), MAX_CODE)
    t['code'][:len(code)] = code


def needs(pattern: Pattern) -> set[Kind]:
    """The kinds of facts in a pattern's constraint."""
    asked = {call.helper.needs for call in calls(pattern.constraint)} if pattern.constraint else set()
    return asked | {Kind.NEVER} if pattern.off else asked


def _fill_instances(t: np.void, database: Database, numbered: list[Instance | None]) -> None:
    points, labels = 0, 0
    _limit(database, 'points in all orientations', sum(len(i.points) for i in numbered if i), MAX_POINTS)
    _limit(database, 'labels in all orientations', sum(len(i.labels) for i in numbered if i), MAX_LABELS)
    elements = '' if database.goal_elements == 'none' else database.goal_elements
    elements += ('Q' if 'O' in elements else '') + ('Y' if 'X' in elements else '')
    t['by_goal'] = bool(elements)
    reach = 0
    for number, instance in enumerate(numbered):
        t['point'][number], t['label'][number] = points, labels
        t['point'][number + 1:number + 2], t['label'][number + 1:number + 2] = points, labels
        if instance is None:
            t['pattern'][number] = -1
            continue
        t['pattern'][number] = instance.pattern
        t['box'][number] = instance.box
        t['edges'][number] = instance.edges
        t['has_move'][number] = instance.move is not None
        t['move'][number] = instance.move[0] * STRIDE + instance.move[1] if instance.move else 0
        ordered = sorted(instance.points, key=lambda point: (point[2] not in elements, ALLOWED[point[2]].bit_count()))
        t['touching'][number] = sum(symbol in elements for _, _, symbol in ordered)
        for row, col, symbol in ordered:
            t['offset'][points], t['allowed'][points] = row * STRIDE + col, ALLOWED[symbol] | CONTESTED * (symbol == '!')
            points += 1
        for row, col in instance.labels:
            t['label_offset'][labels] = row * STRIDE + col
            labels += 1
        reach = max(reach, *map(abs, instance.box))
    t['point'][len(numbered)], t['label'][len(numbered)] = points, labels
    t['ninstances'] = len(numbered)
    t['reach'] = reach


def _fill_filter(t: np.void, numbered: list[Instance | None]) -> None:
    """The sets of the prefilter, and the points it looks at: those that decide most."""
    weight = {1: 6, 2: 6, 4: 6, 8: 6, 3: 2, 5: 2, 7: 1}
    decided: dict[tuple[int, int], int] = {}
    for instance in numbered:
        for row, col, allowed in instance.needed() if instance else ():
            if (row, col) != (0, 0):
                decided[row, col] = decided.get((row, col), 0) + weight[allowed]
    looked = sorted(decided, key=lambda place: (-decided[place], place))[:4 * PREFILTER_GROUPS]
    looked += [(0, 0)] * (4 * PREFILTER_GROUPS - len(looked))
    words = len(numbered) // 64
    index = {place: k for k, place in enumerate(looked)}
    allows = np.ones((4 * PREFILTER_GROUPS, 4, max(words, 1) * 64), np.uint8)
    for number, instance in enumerate(numbered):
        if instance is None:
            allows[:, :, number] = 0
            continue
        for row, col, allowed in instance.needed():
            k = index.get((row, col))
            if k is not None and (row, col) != (0, 0):
                allows[k, :, number] = [allowed >> state & 1 for state in range(4)]
    bits = np.packbits(allows, axis=2, bitorder='little').view('<u8').astype(np.uint64)
    for group in range(PREFILTER_GROUPS):
        a, b, c, d = bits[4 * group:4 * group + 4]
        # Code = d c b a, two bits each.
        sets = d[:, None, None, None] & c[None, :, None, None] & b[None, None, :, None] & a[None, None, None, :]
        t['filter'][group * 256 * words:(group + 1) * 256 * words] = sets.reshape(256, -1)[:, :words].ravel()
        t['look'][group] = [row * STRIDE + col for row, col in looked[4 * group:4 * group + 4]]


# --- the tables on disk

def load(text: str, name: str, moves: bool = True) -> tuple[np.void, tuple[str, ...]]:
    """The tables of a text and the names of its patterns, from the cache if it is there.

    Raises PatternErrors with all mistakes of the text, ValueError if there are too many patterns.
    """
    key = _key(text, moves)
    kept = store.fetch(key)
    if kept is not None:
        return _unpack(kept)
    database = read_text(text, name, moves)
    t = compile_database(database)
    names = tuple(pattern.name for pattern in database.patterns)
    _keep(key, t, names)
    return t, names


_FIELDS = PATTERNS_DTYPE.names or ()
_LENGTHS = {'filter': lambda t: PREFILTER_GROUPS * 256 * int(t['nwords']), 'offset': lambda t: int(t['point'][t['ninstances']]),
            'allowed': lambda t: int(t['point'][t['ninstances']]), 'label_offset': lambda t: int(t['label'][t['ninstances']])}


def _used(t: np.void, field: str) -> int:
    """The number of used entries of an array."""
    length = int(t[field].shape[0])
    if field in _LENGTHS:
        return _LENGTHS[field](t)
    return min(length, int(t['npatterns'])) if length == MAX_PATTERNS else min(length, int(t['ninstances']) + 1) \
        if length in (MAX_INSTANCES, MAX_INSTANCES + 1) else length


def _keep(key: str, t: np.void, names: tuple[str, ...]) -> None:
    arrays = {field: t[field][:_used(t, field)] if t[field].shape else t[field] for field in _FIELDS}
    store.keep(key, {**arrays, 'code': np.trim_zeros(t['code'], 'b'), 'names': np.array('\n'.join(names))})


def _unpack(kept: dict[str, np.ndarray]) -> tuple[np.void, tuple[str, ...]]:
    t: np.void = np.zeros(1, PATTERNS_DTYPE)[0]
    for field in _FIELDS:
        array = kept[field]
        if array.shape:
            t[field][:array.shape[0]] = array
        else:
            t[field] = array
    return t, tuple(str(kept['names']).split('\n')) if t['npatterns'] else ()


def _key(text: str, moves: bool) -> str:
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob('*.py')):
        digest.update(source.read_bytes())
    digest.update(f'{moves} {PATTERNS_DTYPE} {list(Kind)}'.encode() + text.encode(errors='surrogateescape'))
    return digest.hexdigest()[:24]
