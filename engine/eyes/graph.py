"""Eye graphs: eye spaces reduced to points and neighbours, and their exact values (GNU Go manual, "Graphs", "Eye Local Game Values").

A graph is drawn in rows divided by %:

    !%.X%!...      ! a margin, . an empty point, X a stone of the attacker, $ a margin with a stone; O, x, a blank or nothing: the wall;
                   - | + edges of the board

``engine.eyes.game_search`` plays the exact game twice.  With another eye outside, one more eye is enough; without it, two eyes are needed.
"""
from dataclasses import dataclass
from functools import lru_cache

from owlgo.engine.eyes.game import MOST_POSITIONS, OUTER_LIBERTIES, EyeGame, Graph, GraphJudge
from owlgo.engine.eyes.game_search import MAX_VERTICES
from owlgo.engine.eyes.value import EyeValue

GRAPH_SYMBOLS = '!.X$xO -|+'
"""Symbols of a drawing without marks."""
VITAL_MARKS = {('.', True, True): '*', ('.', True, False): '<', ('.', False, True): '>',
         ('!', True, True): '@', ('!', True, False): '(', ('!', False, True): ')'}
"""Marks of vital points by symbol, and by whether the attacker and the defender want them."""


@dataclass
class Drawing:
    """An eye graph with the text drawing from which it was parsed, as rows of symbols."""
    rows: list[str]
    places: list[tuple[int, int]]
    """Row and column of each point of the graph.  Wall stones inside the eye come last."""
    graph: Graph


@dataclass
class Analysis:
    """The exact value of a graph and its vital points."""
    value: EyeValue
    attacks: list[int]
    """The attacker's moves with the most effect on the value, threats included."""
    defences: list[int]
    """The defender's moves with the most effect on the value, threats included."""


def read(code: str, own_doors: bool = True) -> Drawing:
    """Parse a drawing.  A door is a point of the wall through which the attacker can enter a margin.  With ``own_doors`` a door must not
    touch another point of the eye.

    Raises ValueError for unknown symbols, drawings without points, margins without a door, and more points than can be solved.
    """
    rows = code.split('%')
    for number, row in enumerate(rows, 1):
        for symbol in row:
            if symbol not in GRAPH_SYMBOLS:
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
    board = {(r, c) for r in range(low_row, high_row + 1) for c in range(low_col, high_col + 1)}
    doors = {}
    for place in sorted(inside):
        if grid[place] in '!$':
            doors[place] = [q for q in _beside(place) if q in board - inside and
                            not (own_doors and any(p in inside and p != place for p in _beside(q)))]
            if not doors[place]:
                raise ValueError(f'the margin in row {place[0] + 1}, column {place[1] + 1} leaves the attacker no way in'
                                 + ' of its own' * own_doors)
    # A margin's only door is no wall; of several doors one is no wall.
    forced = {door for ways in doors.values() if len(ways) == 1 and own_doors for door in ways}
    # The wall: the connected outside; wall stones shut in by the eye are points of it.
    wall: set[tuple[int, int]] = set()
    queue = [place for place in board - inside if place[0] in (-2, len(rows) + 1) or place[1] in (-2, width + 1)]
    while queue:
        place = queue.pop()
        if place not in wall:
            wall.add(place)
            queue += [q for q in _beside(place) if q in board and q not in inside and q not in forced and q not in wall]
    places = sorted(inside) + sorted(place for place in board - inside - wall - forced if place in grid)
    if len(places) > MAX_VERTICES:
        raise ValueError(f'an eye graph of {len(places)} points is too large: at most {MAX_VERTICES}')
    vertex = {place: k for k, place in enumerate(places)}
    near, walled, margins, attackers, defenders = [], 0, 0, 0, 0
    for k, place in enumerate(places):
        near.append(sum(1 << vertex[q] for q in _beside(place) if q in vertex))
        stones = sum(q in wall for q in _beside(place))
        walled |= (stones > (place in doors and not forced & set(doors[place]))) << k
        margins |= (place in doors) << k
        attackers |= (grid[place] in 'X$') << k
        defenders |= (place not in inside) << k
    return Drawing([row.ljust(width) for row in rows], places, Graph(tuple(near), walled, margins, attackers, defenders))


def draw(drawing: Drawing, analysis: Analysis) -> str:
    """Return the drawing with its vital points marked and its wall left out, as GNU Go prints it."""
    rows = [[' ' if symbol in 'Ox' else symbol for symbol in row] for row in drawing.rows]
    for k, (row, col) in enumerate(drawing.places):
        symbol = '.' if drawing.graph.defenders >> k & 1 else rows[row][col]
        rows[row][col] = VITAL_MARKS.get((symbol, k in analysis.attacks, k in analysis.defences), symbol)
    return '\n'.join(map(''.join, rows))


def analyze(graph: Graph, outer: int = OUTER_LIBERTIES, threats: int = 0, suicide: bool = False,
            most: int = MOST_POSITIONS) -> Analysis:
    """Return the exact value of a graph, and its vital points.  ``engine.eyes.game.EyeGame`` explains parameters and errors."""
    game = EyeGame(graph, outer, threats, suicide, most)
    judge = GraphJudge(game)
    return Analysis(judge.value(game.start), *judge.vital(game.start))


def analyze_eyegraph(code: str, outer: int = OUTER_LIBERTIES, threats: int = 0, suicide: bool = False) -> tuple[EyeValue, str]:
    """Return the exact value of a drawing, and the drawing with its vital points.  Raises ValueError like ``read`` and ``analyze``."""
    drawing = read(code)
    analysis = analyze(drawing.graph, outer, threats, suicide)
    return analysis.value, draw(drawing, analysis)


@lru_cache(maxsize=1 << 12)
def _beside(place: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple((place[0] + row, place[1] + col) for row, col in ((-1, 0), (0, -1), (0, 1), (1, 0)))
