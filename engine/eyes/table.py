"""Tables of eye spaces, ``eyes.db``: graphs with their values and vital points (GNU Go manual, "Eye shape analysis").

    Pattern 301

    X.X         . empty  X a stone of the attacker  x either of the two  ! a margin  $ a margin with a stone; nothing: the wall
                vital points: * for both sides  < for the attacker  > for the defender; @ ( ) the same on margins; - | + edges
    :1222       the value, or max,min

Suicide is legal in ``eyes.db``.  ``eyes_nosuicide.db`` has the graphs whose values or vital points differ if suicide is illegal.  A file is
compiled once and kept in the cache.  If two patterns have the same graph, the first counts.
"""
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from pathlib import Path

import numpy as np

from owlgo.engine.core import store
from owlgo.engine.eyes import graph
from owlgo.engine.eyes.canonical import canonical
from owlgo.engine.eyes.game import Graph
from owlgo.engine.eyes.graph import Analysis
from owlgo.engine.eyes.value import CASES, EyeValue, parse
from owlgo.patterns.lang import file_text
from owlgo.patterns.library import LIBRARY
from owlgo.patterns.source import PatternErrors, Place, Problem

VITAL_POINTS = {mark: meaning for meaning, mark in graph.VITAL_MARKS.items()}
"""For each mark: the symbol that it replaces, whether the attacker wants the point, and whether the defender does."""


@dataclass
class EyePattern:
    """An entry of a table's source text: the drawing of an eye space, and its value."""
    name: str
    place: Place
    rows: list[str] = field(default_factory=list)
    value: EyeValue | None = None

    @cached_property
    def _drawn(self) -> tuple[Graph, int, int, list[int]]:
        """The graph with points marked x empty; the points that the attacker wants and those that the defender wants, as bits; the points
        marked x.

        Raises ValueError for an invalid drawing.
        """
        width = max(map(len, self.rows), default=0)
        grid = [row.ljust(width) for row in self.rows]
        plain = {'x': '.', **{mark: symbol for mark, (symbol, _, _) in VITAL_POINTS.items()}}
        drawing = graph.read('%'.join(''.join(plain.get(symbol, symbol) for symbol in row) for row in grid), own_doors=False)
        symbols = [grid[row][col] for row, col in drawing.places]
        vital = [VITAL_POINTS.get(symbol, (symbol, False, False)) for symbol in symbols]
        attacks, defences = (sum(1 << k for k, wanted in enumerate(vital) if wanted[side]) for side in (1, 2))
        return drawing.graph, attacks, defences, [k for k, symbol in enumerate(symbols) if symbol == 'x']

    def graphs(self) -> Iterator[tuple[Graph, int, int]]:
        """Yield a graph for every way to fill the points marked x, with two bit sets: the points that the attacker wants, and the defender.

        Raises ValueError for an invalid drawing.
        """
        plain, attacks, defences, either = self._drawn
        for count in range(len(either) + 1):
            for chosen in combinations(either, count):
                yield plain._replace(attackers=plain.attackers | sum(1 << k for k in chosen)), attacks, defences


def read_text(text: str, name: str) -> list[EyePattern]:
    """Return the patterns in the source text of a table.  Raises PatternErrors with every mistake."""
    patterns: list[EyePattern] = []
    problems: list[Problem] = []
    names: set[str] = set()
    for number, line in enumerate(text.split('\n'), 1):
        line = line.rstrip()
        place = Place(name, number, 1, line)
        current = patterns[-1] if patterns and patterns[-1].value is None else None
        if line.startswith('#') or (not line and (current is None or not current.rows)):
            continue
        if line.startswith('Pattern'):
            if current:
                problems.append(Problem(current.place, 'a pattern without a value'))
            title = line[len('Pattern'):].strip()
            if not title or title in names:
                problems.append(Problem(place, 'a pattern without a name' if not title else f'a second pattern {title}'))
            names.add(title)
            patterns.append(EyePattern(title, place))
        elif current is None:
            problems.append(Problem(place, 'a line outside a pattern'))
        elif line.startswith(':'):
            try:
                current.value = parse(line[1:])
            except ValueError as error:
                problems.append(Problem(Place(name, number, 2, line), str(error)))
                current.value = EyeValue(0, 0, 0, 0)
        elif line:
            wrong = next((k for k, symbol in enumerate(line) if symbol not in [*graph.GRAPH_SYMBOLS, *VITAL_POINTS] or symbol == 'O'), None)
            if wrong is not None:
                problems.append(Problem(Place(name, number, wrong + 1, line), f"'{line[wrong]}' is no symbol of an eye space"))
            else:
                current.rows.append(line)
    if patterns and patterns[-1].value is None:
        problems.append(Problem(patterns[-1].place, 'a pattern without a value'))
    if not problems:
        problems = list(_unreal(patterns))
    if problems:
        raise PatternErrors(problems)
    return patterns


def _unreal(patterns: list[EyePattern]) -> Iterator[Problem]:
    """Yield an error for each pattern whose drawing is no valid graph."""
    for pattern in patterns:
        try:
            next(pattern.graphs())
        except ValueError as error:
            yield Problem(pattern.place, str(error))


@dataclass
class Table:
    """A compiled file: sorted keys of canonical graphs, with their values and vital points."""
    keys: np.ndarray
    values: np.ndarray
    attacks: np.ndarray
    defences: np.ndarray

    def __len__(self) -> int:
        return len(self.keys)

    def find(self, form: Graph) -> Analysis | None:
        """Look up a graph in canonical form."""
        key = _key(form)
        k = int(np.searchsorted(self.keys, key))
        if k == len(self.keys) or self.keys[k] != key:
            return None
        points = range(len(form.near))
        attacks, defences = int(self.attacks[k]), int(self.defences[k])
        return Analysis(parse(CASES[int(self.values[k])]), [v for v in points if attacks >> v & 1],
                        [v for v in points if defences >> v & 1])


def _key(form: Graph) -> np.uint64:
    key: np.uint64 = np.uint64(int.from_bytes(hashlib.blake2b(repr(tuple(form)).encode(), digest_size=8).digest(), 'little'))
    return key


def compile_patterns(patterns: list[EyePattern]) -> Table:
    """Return the table compiled from these patterns."""
    found: dict[int, tuple[int, int, int]] = {}
    for pattern in patterns:
        for one, *marks in pattern.graphs():
            form, order = canonical(one)
            attacks, defences = (sum((mask >> v & 1) << k for k, v in enumerate(order)) for mask in marks)
            found.setdefault(int(_key(form)), (CASES.index(str(pattern.value)), attacks, defences))
    keys = np.array(sorted(found), np.uint64)
    columns = np.array([found[int(key)] for key in keys], np.int64).reshape(-1, 3)
    return Table(keys, columns[:, 0].astype(np.uint8), columns[:, 1].astype(np.uint32), columns[:, 2].astype(np.uint32))


def load(text: str, name: str) -> Table:
    """Return the table for a source text, compiled or from the cache.  Raises PatternErrors."""
    digest = hashlib.sha256(text.encode(errors='surrogateescape'))
    for source in (Path(__file__), *(Path(__file__).with_name(f'{module}.py') for module in ('graph', 'canonical', 'game', 'value'))):
        digest.update(source.read_bytes())
    key = 'eyes' + digest.hexdigest()[:20]
    kept = store.fetch(key)
    if kept is None:
        table = compile_patterns(read_text(text, name))
        store.keep(key, vars(table))
        return table
    return Table(**kept)


_loaded: dict[tuple[str, float], Table] = {}


def table(name: str) -> Table:
    """Return a table by name, preferring the user's own file.  Raises KeyError for an unknown name, OSError and PatternErrors for bad
    files."""
    path = LIBRARY.path(name)
    key = str(path), path.stat().st_mtime
    if key not in _loaded:
        _loaded[key] = load(file_text(key[0]), key[0])
    return _loaded[key]


def find(form: Graph, suicide: bool) -> Analysis | None:
    """Look up a graph in canonical form in all tables.  Their values are for two outer liberties and no ko threats."""
    names = ('eyes',) if suicide else ('eyes_nosuicide', 'eyes')        # the deciding table first
    return next((found for found in (table(name).find(form) for name in names) if found is not None), None)
