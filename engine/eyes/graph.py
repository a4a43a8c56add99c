"""Eye graphs: eye spaces reduced to points and neighbours, and their exact values (GNU Go manual, "Graphs", "Eye Local Game Values").

A graph is drawn in rows divided by %:

    !%.X%!...      ! a margin, . an empty point, X a stone of the attacker, $ a margin with a stone; O, x, a blank or nothing: the wall;
                   - | + edges of the board

The value comes from the exact game of ``engine.eyes.solver``, played with another eye outside and without: two eyes are needed in the
one case, one in the other.
"""
from dataclasses import dataclass, field

import numpy as np

from engine.eyes.solver import ATTACKER, DEFENDER, GRAPH_DTYPE, MAX_VERTICES, pack, py_find, py_list, py_solve
from engine.eyes.value import EyeValue, parse

OUTER_LIBERTIES = 2
"""Enough for the attacker to wait where waiting helps him, and for captures from outside to take their time."""
THREATS = 0
MOST_ROOM = 1 << 22
SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))
Pair = tuple[int, int]
"""A position with the attacker to move and with the defender to move."""


@dataclass
class Graph:
    """An eye graph ready to be solved."""
    places: list[tuple[int, int]]
    """Row and column of each vertex in the drawing; wall stones inside the eye come last."""
    record: np.void
    start: tuple[int, int]
    """Stones of attacker and defender, as bits."""


def read(code: str) -> Graph:
    """The graph of a drawing.  Raises ValueError for unknown symbols, drawings without points, and more points than can be solved."""
    rows = code.split('%')
    for number, row in enumerate(rows, 1):
        for symbol in row:
            if symbol not in '!.X$xO -|+':
                raise ValueError(f"'{symbol}' in row {number} is no symbol of an eye graph")
    if not any(symbol in '!.X$' for symbol in code):
        raise ValueError('an eye graph without a point')
    width = max(map(len, rows))
    grid = {(r, c): symbol for r, row in enumerate(rows) for c, symbol in enumerate(row.ljust(width))}
    north, south = (all(grid[r, c] in '-+' for c in range(width)) for r in (0, len(rows) - 1))
    west, east = (all(grid[r, c] in '|+' for r in range(len(rows))) for c in (0, width - 1))
    low_row, high_row = (1 if north else -2), (len(rows) - 2 if south else len(rows) + 1)
    low_col, high_col = (1 if west else -2), (width - 2 if east else width + 1)
    inside = {place for place, symbol in grid.items() if symbol in '!.X$'}
    # The wall: everything outside, as far as it hangs together; wall stones shut in by the eye are points of it.
    board = {(r, c) for r in range(low_row, high_row + 1) for c in range(low_col, high_col + 1)}
    wall, queue = set(), [place for place in board - inside if place[0] in (-2, len(rows) + 1) or place[1] in (-2, width + 1)]
    while queue:
        place = queue.pop()
        if place not in wall:
            wall.add(place)
            queue += [q for q in _beside(place) if q in board and q not in inside and q not in wall]
    places = sorted(inside) + sorted(place for place in board - inside - wall if place in grid)
    if len(places) > MAX_VERTICES:
        raise ValueError(f'an eye graph of {len(places)} points is too large: at most {MAX_VERTICES}')
    vertex = {place: k for k, place in enumerate(places)}
    g = np.zeros(1, GRAPH_DTYPE)[0]
    g['n'] = len(places)
    attackers = defenders = 0
    for k, place in enumerate(places):
        symbol = grid[place]
        g['near'][k] = sum(1 << vertex[q] for q in _beside(place) if q in vertex)
        margin = symbol in '!$'
        # The attacker comes to a margin through one point of the wall.
        if sum(q in wall for q in _beside(place)) > margin:
            g['wall'] |= 1 << k
        g['margin'] |= margin << k
        attackers |= (symbol in 'X$') << k
        defenders |= (place not in inside) << k
    return Graph(places, g, (attackers, defenders))


def _beside(place: tuple[int, int]) -> list[tuple[int, int]]:
    return [(place[0] + row, place[1] + col) for row, col in SIDES]


@dataclass
class Solved:
    """Every position of a graph's game and who wins it; ``eye``: with another eye outside."""
    keys: np.ndarray
    table: np.ndarray
    first: np.ndarray
    after: np.ndarray
    won: np.ndarray

    def wins(self, key: int) -> bool:
        """Whether the attacker captures the wall from here."""
        return bool(self.won[py_find(self.keys, self.table, key)])

    def moves(self, key: int) -> list[Pair]:
        """The positions after every move on the graph."""
        k = py_find(self.keys, self.table, key)
        found = []
        for after in self.keys[self.after[self.first[k]:self.first[k + 1]]]:
            if after >> 14 != key >> 14:
                other = int(after) & ~(31 << 9 | 1) | (1 - int(after) & 1)
                found.append((int(after), other) if after & 1 == ATTACKER else (other, int(after)))
        return found


def _solve(graph: Graph, eye: bool, outer: int, threats: int, suicide: bool) -> tuple[Solved, int]:
    """Solve the game; also the key of the start with the attacker to move.  Raises ValueError if it has too many positions."""
    g = graph.record
    g['eye'], g['suicide'] = eye, suicide
    start = pack(*graph.start, -1, outer, threats, ATTACKER)
    room = min(64 + 4 * 3 ** int(g['n']) * (outer + 1), MOST_ROOM)
    while room <= MOST_ROOM:
        keys, table, won = np.empty(room, np.int64), np.empty(1 << (2 * room).bit_length(), np.int32), np.zeros(room, np.uint8)
        first, after = np.empty(room + 1, np.int32), np.empty(8 * room, np.int32)
        nodes = py_list(g, start, keys, table, first, after, won)
        if nodes >= 0:
            edges = int(first[nodes])
            before_first, before = np.empty(nodes + 1, np.int32), np.empty(max(edges, 1), np.int32)
            py_solve(nodes, keys, first, after, won, before_first, before, np.empty(nodes, np.int32), np.empty(nodes, np.int32))
            return Solved(keys, table, first, after, won), start
        room *= 4
    raise ValueError(f'an eye graph with more than {MOST_ROOM} positions is too large')


@dataclass
class _Judge:
    """The four digits of positions, from who wins with another eye and without."""
    without: Solved
    with_eye: Solved
    known: dict[Pair, str] = field(default_factory=dict)

    def value(self, pair: Pair) -> str:
        """The digits of a position.  A position met again while it is being judged counts as nothing special."""
        if pair not in self.known:
            self.known[pair] = ''
            self.known[pair] = self._judge(pair)
        return self.known[pair]

    def _judge(self, pair: Pair) -> str:
        two = self.without.wins(pair[0]), self.without.wins(pair[1])
        one = self.with_eye.wins(pair[0]), self.with_eye.wins(pair[1])
        attacks = self.with_eye.moves(pair[0])
        defences = self.with_eye.moves(pair[1])
        if not two[0]:
            if any(self.with_eye.wins(after[0]) for after in attacks):
                return '0222'
            return '1222' if any(self.without.wins(after[0]) for after in self.without.moves(pair[0])) else '2222'
        if not two[1]:
            if one[0]:
                return '0022'
            half = any(self.without.wins(after[1]) and self.value(after) == '0011' for after in self.without.moves(pair[0]))
            return '0122' if half else '1122'
        if not one[0]:
            a = '0' if any(self.value(after) == '0011' for after in attacks) else '1'
            return a + '11' + ('2' if any(self.value(after) == '1122' for after in defences) else '1')
        if not one[1]:
            more = any(not self.with_eye.wins(after[0]) and self.value(after) == '1122' for after in defences)
            return '0012' if more else '0011'
        best = max((self.value(after)[2:3] for after in defences), default='0')
        return '000' + (best or '0')


def solve(code: str, outer: int = OUTER_LIBERTIES, threats: int = THREATS, suicide: bool = False) -> EyeValue:
    """The exact value of an eye graph.

    ``outer`` are the wall's outer liberties (at most 15), ``threats`` the defender's ko threats, ``suicide`` whether suicide is legal.
    Raises ValueError for drawings that are no graph, and for graphs that are too large.
    """
    graph = read(code)
    without, start = _solve(graph, False, outer, threats, suicide)
    with_eye, _ = _solve(graph, True, outer, threats, suicide)
    return parse(_Judge(without, with_eye).value((start, start | DEFENDER)))
