"""Compile patterns into one record: every orientation of every pattern, a prefilter of bit sets, and the programs of constraints.

The prefilter (bit-parallel: Baeza-Yates and Gonnet 1992) looks at the points around an anchor, four at a time.  For each of
the 256 fillings of four points it holds the set of orientations that allow this filling.  The intersection of seven such sets leaves
few orientations to compare; a machine word holds 64 of them.

Tables are kept on disk under a hash of the text and of the sources that made them, beside the compiled kernels.
"""
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from owlgo.engine.core import store
from owlgo.engine.core.facts import Kind, bits
from owlgo.engine.core.layout import dtype_of, new_record, record_type
from owlgo.engine.core.points import BORDER, EMPTY, STRIDE
from owlgo.patterns.expr import bytecode, calls, cheapest_first
from owlgo.patterns.lang import Database, Pattern, read_text
from owlgo.patterns.vocabulary import ORIENTATIONS

MINE, YOURS = 1, 2
"""Stones as the side to move sees them: O is mine, X is yours; EMPTY and BORDER are as on boards."""
SYMBOL_STATES = {'.': 1, '*': 1, '!': 1, ',': 1, 'O': 2, 'Q': 2, 'X': 4, 'Y': 4, 'o': 3, 'x': 5, '?': 7}
"""States that each symbol allows, as bits: 1 << state."""
INHIBITS = 16
"""Extra bit of a point whose symbol is ``!``: the opponent's connection there is inhibited."""
PREFILTER_GROUPS = 7
"""Groups of four points that the prefilter compares."""
MAX_PATTERNS, MAX_INSTANCES = 2048, 8192
"""Most patterns of a database, and most instances (patterns in one orientation each)."""

PATTERNS = record_type([
    ('nwords', 'i4'),                           # 64 instances each
    ('first_word', 'i4', (4,)),                 # of the instances anchored at an empty point, an O, an X; and the end
    ('reach', 'i4'),                            # no point is farther from its anchor, in rows or columns
    ('by_goal', 'i4'),                          # some symbols count as touching the goal
    ('look', 'i4', (PREFILTER_GROUPS, 4)),    # offsets of the prefilter's points
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
    ('offset', 'i4', (1 << 18,)),
    ('allowed', 'i4', (1 << 18,)),
    ('label_offset', 'i4', (1 << 16,)),
    ('code', 'i4', (1 << 16,)),
    ('filter', 'u8', (PREFILTER_GROUPS * 256 * (MAX_INSTANCES // 64 + 3),)),
])
"""The tables of a compiled database."""


@dataclass(frozen=True)
class Instance:
    """A pattern in one orientation; rows and columns count from its anchor."""
    pattern: int
    anchored: int
    """State of the anchor's point: EMPTY, MINE or YOURS."""
    points: tuple[tuple[int, int, str], ...]
    box: tuple[int, int, int, int]
    edges: int
    move: tuple[int, int] | None
    labels: tuple[tuple[int, int], ...]

    def needed(self) -> Iterator[tuple[int, int, int]]:
        """Yield row, column and allowed states of each point, edges included."""
        for row, col, symbol in self.points:
            yield row, col, SYMBOL_STATES[symbol]
        north, west, south, east = self.box
        for bit, row in ((1, north - 1), (4, south + 1)):
            if self.edges & bit:
                yield from ((row, col, 1 << BORDER) for col in range(west, east + 1))
        for bit, col in ((2, west - 1), (8, east + 1)):
            if self.edges & bit:
                yield from ((row, col, 1 << BORDER) for row in range(north, south + 1))


def class_bit(letter: str) -> int:
    """Return the bit of a class letter."""
    return 1 << (ord(letter) - ord('a') if letter.islower() else ord(letter) - ord('A') + 26)


def turn(row: int, col: int, orientation: int) -> tuple[int, int]:
    """Turn a step from the anchor into another orientation."""
    if orientation & 1:
        col = -col
    if orientation & 2:
        row = -row
    return (col, row) if orientation & 4 else (row, col)


def anchor(pattern: Pattern) -> tuple[int, int, int]:
    """Return row, column and state of a pattern's anchor; the state is BORDER if its symbol allows several states.

    The anchor is Q or Y, else the stone nearest to the move, else the nearest empty point, else the nearest point of another kind.
    """
    row, col = pattern.move or pattern.find('OXQY') or (0, 0)
    for symbols in ('QY', 'OX', '.*!,', 'oxOX?'):
        places = [(abs(r - row) + abs(c - col), r, c, SYMBOL_STATES[symbol]) for r, c, symbol in pattern.points() if symbol in symbols]
        if places:
            _, r, c, allowed = min(places)
            return r, c, {1: EMPTY, 2: MINE, 4: YOURS}.get(allowed, BORDER)
    raise ValueError(f'pattern {pattern.name} has no points')


def instances(pattern: Pattern, number: int) -> list[Instance]:
    """Return the different orientations of a pattern, each once for every state that its anchor may have."""
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
        # A diagram that looks the same when turned counts once, even if its anchor has moved.
        shape = tuple((row - box[0], col - box[1], symbol) for row, col, symbol in points)
        named = tuple((row - box[0], col - box[1]) for row, col in labels)
        for anchored in (EMPTY, MINE, YOURS) if what == BORDER else (what,):
            if what != BORDER or SYMBOL_STATES[pattern.rows[at_row][at_col]] >> anchored & 1:
                found.setdefault((shape, edges, named, anchored), Instance(number, anchored, points, box, edges, move, labels))
    return list(found.values())


def compile_database(database: Database) -> np.void:
    """Compile a database.  Raises ValueError if it is too large for the tables."""
    t: np.void = new_record(PATTERNS)
    found = [instance for number, pattern in enumerate(database.patterns) for instance in instances(pattern, number)]
    found.sort(key=lambda instance: instance.anchored)
    _limit(database, 'patterns', len(database.patterns), MAX_PATTERNS)
    _limit(database, 'patterns in all orientations', len(found), MAX_INSTANCES)
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
    _limit(database, 'words of constraints', len(code), len(t['code']))
    t['code'][:len(code)] = code


def needs(pattern: Pattern) -> set[Kind]:
    """Return the kinds of facts that a pattern's constraint asks for."""
    asked = {call.helper.needs for call in calls(pattern.constraint)} if pattern.constraint else set()
    return asked | {Kind.NEVER} if pattern.off else asked


def _fill_instances(t: np.void, database: Database, numbered: list[Instance | None]) -> None:
    points, labels = 0, 0
    _limit(database, 'points in all orientations', sum(len(i.points) for i in numbered if i), len(t['offset']))
    _limit(database, 'labels in all orientations', sum(len(i.labels) for i in numbered if i), len(t['label_offset']))
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
        ordered = sorted(instance.points, key=lambda point: (point[2] not in elements, SYMBOL_STATES[point[2]].bit_count()))
        t['touching'][number] = sum(symbol in elements for _, _, symbol in ordered)
        for row, col, symbol in ordered:
            t['offset'][points], t['allowed'][points] = row * STRIDE + col, SYMBOL_STATES[symbol] | INHIBITS * (symbol == '!')
            points += 1
        for row, col in instance.labels:
            t['label_offset'][labels] = row * STRIDE + col
            labels += 1
        reach = max(reach, *map(abs, instance.box))
    t['point'][len(numbered)], t['label'][len(numbered)] = points, labels
    t['reach'] = reach


def _fill_filter(t: np.void, numbered: list[Instance | None]) -> None:
    """Fill the prefilter: choose the points that exclude most instances, and make the sets for them."""
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
    """Compile a database's text, or take it from the cache; return its tables and the names of its patterns.

    Raises PatternErrors with all mistakes of the text, ValueError if there are too many patterns.
    """
    def make() -> tuple[dict[str, np.ndarray], tuple[str, ...]]:
        database = read_text(text, name, moves)
        return _without_zeros(compile_database(database)), tuple(pattern.name for pattern in database.patterns)

    makers = tuple(map(str, sorted(Path(__file__).parent.glob('*.py'))))
    arrays, names = store.kept('patterns', f'{moves} {dtype_of(PATTERNS)} {list(Kind)}{text}', makers, make)
    tables = np.zeros(1, dtype_of(PATTERNS))
    for field, array in arrays.items():
        tables[field].reshape(-1)[:len(array)] = array
    t: np.void = tables[0]
    return t, names


def _without_zeros(t: np.void) -> dict[str, np.ndarray]:
    """Return the fields of a record, each as a flat array without the zeros at its end."""
    flat = {field: np.ravel(t[field]) for field in dtype_of(PATTERNS).names or ()}
    return {field: array[:np.max(np.flatnonzero(array), initial=-1) + 1] for field, array in flat.items()}
