"""The matcher, slow and obviously right: diagrams as text, turned as text, laid on the board as text; and random databases to match."""
import random
from collections.abc import Iterator

import numpy as np

from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.points import all_points, row_col
from owlgo.patterns.lang import Database, Pattern

FITS = {'.': '.', '*': '.', '!': '.', ',': '.', 'O': 'O', 'Q': 'O', 'X': 'X', 'Y': 'X', 'o': '.O', 'x': '.X', '?': '.OX', '#': '#'}
Cell = tuple[str, str]
"""A symbol and its name: a label, '*' for the move, or nothing."""


def framed(pattern: Pattern) -> list[list[Cell]]:
    """The diagram with its edges, each cell with its label."""
    names = {place: label for label, place in pattern.labels.items()}
    rows = [[(symbol, names.get((r, c), '') + ('*' if symbol == '*' else '')) for c, symbol in enumerate(line)]
            for r, line in enumerate(pattern.rows)]
    rows = [([('#', '')] if pattern.west else []) + row + ([('#', '')] if pattern.east else []) for row in rows]
    rule = [('#', '')] * len(rows[0])
    return ([rule] if pattern.north else []) + rows + ([rule] if pattern.south else [])


def quarter(grid: list[list[Cell]]) -> list[list[Cell]]:
    """Turned by a quarter."""
    return [list(row) for row in zip(*grid[::-1], strict=True)]


def turned(pattern: Pattern) -> list[list[list[Cell]]]:
    """Every orientation that the symmetry code asks for, each once."""
    grid = framed(pattern)
    turns = {'8': 4, 'O': 2, 'X': 2, '+': 2}.get(pattern.symmetry, 4)
    mirrored = pattern.symmetry in '8O'
    found: list[list[list[Cell]]] = []
    for start in ([grid, [row[::-1] for row in grid]] if mirrored else [grid]):
        for _ in range(turns):
            if start not in found:
                found.append(start)
            start = quarter(start)
    return found


def lay(board: np.void, color: int) -> list[str]:
    """The board as the side to move sees it, in a frame of #."""
    size = int(board['size'])
    symbol = {0: '.', color: 'O', 3 - color: 'X'}
    rows = ['#' + ''.join(symbol[int(board['color'][pos])] for pos in all_points(size)[r * size:(r + 1) * size]) + '#' for r in range(size)]
    return ['#' * (size + 2), *rows, '#' * (size + 2)]


def matches(database: Database, board: np.void, color: int, goal: set[tuple[int, int]] | None = None) -> Iterator[tuple]:
    """Name of the pattern, the points of move and labels, and what it allows where, all as (name, row, column); its edges."""
    rows = lay(board, color)
    touching = database.goal_elements.replace('O', 'OQ').replace('X', 'XY')
    size = len(rows)
    for pattern in database.patterns:
        for grid in turned(pattern):
            for top in range(size - len(grid) + 1):
                for left in range(size - len(grid[0]) + 1):
                    cells = [(r, c, *grid[r][c]) for r in range(len(grid)) for c in range(len(grid[0]))]
                    if all(rows[top + r][left + c] in FITS[symbol] for r, c, symbol, _ in cells):
                        touched = any(symbol in touching and (top + r - 1, left + c - 1) in goal for r, c, symbol, _ in cells) \
                            if goal is not None and database.goal_elements != 'none' else True
                        if touched:
                            at = [(FITS[symbol], name, top + r - 1, left + c - 1) for r, c, symbol, name in cells]
                            yield (pattern.name, tuple(sorted((name, row, col) for _, name, row, col in at if name)),
                                   tuple(sorted((fits, row, col) for fits, _, row, col in at if fits != '#')),
                                   tuple(side for side in range(4) if all(cell[0][0] == '#' for cell in _sides(grid)[side])))


def as_twin(database: Database, t: np.void, m: np.void) -> Iterator[tuple]:
    """What the matcher found, in the form of the twin."""
    for k in range(int(m['n'])):
        i, at = int(m['instance'][k]), int(m['anchor'][k])
        pattern = database.patterns[int(t['pattern'][i])]
        named = [(label, *row_col(at + int(t['label_offset'][int(t['label'][i]) + n]))) for n, label in enumerate(pattern.labels)]
        if t['has_move'][i]:
            named.append(('*', *row_col(int(m['move'][k]))))
        laid = [(''.join('.OX'[state] for state in range(3) if t['allowed'][n] >> state & 1), *row_col(at + int(t['offset'][n])))
                for n in range(int(t['point'][i]), int(t['point'][i + 1]))]
        yield pattern.name, tuple(sorted(named)), tuple(sorted(laid)), tuple(side for side in range(4) if int(t['edges'][i]) >> side & 1)


def _sides(grid: list[list[Cell]]) -> list[list[list[Cell]]]:
    """North, west, south and east lines of a framed diagram, each cell in a list."""
    return [[[cell] for cell in line] for line in
            (grid[0], [row[0] for row in grid], grid[-1], [row[-1] for row in grid])]


def random_pattern(rng: random.Random, name: str, symbols: str = '.OXox?', move: bool = True) -> str:
    """A pattern, labels included, without a constraint."""
    height, width = rng.randint(1, 5), rng.randint(1, 6)
    weights = [{'?': 3, 'o': 2, 'x': 2}.get(symbol, 4) for symbol in symbols]
    grid = [[rng.choices(symbols, weights)[0] for _ in range(width)] for _ in range(height)]
    if move:
        grid[rng.randrange(height)][rng.randrange(width)] = '*'
    if rng.random() < 0.3:
        row, col = rng.randrange(height), rng.randrange(width)
        if grid[row][col] != '*':
            grid[row][col] = rng.choice('QY')
    sides = [rng.random() < 0.15 for _ in range(4)]
    labelled = [[rng.choice('abcd') if rng.random() < 0.08 and symbol != '*' else symbol for symbol in row] for row in grid]
    seen: set[str] = set()
    for letters, symbols_there in zip(labelled, grid, strict=True):
        for k, letter in enumerate(letters):
            if letter in 'abcd':
                letters[k] = letter if letter not in seen else symbols_there[k]
                seen.add(letter)
    drawn, named = _frame(grid, sides), _frame(labelled, sides)
    code = rng.choice([code for code, same in OWN.items() if all(_same(named, _image(named, turn)) for turn in same)])
    return '\n'.join([f'Pattern {name}', '', *drawn, '', f':{code},-,value({rng.randint(0, 99)})', '', *named, ''])


OWN = {'8': '', '|': '|', '-': '-', '\\': '\\', '/': '/', 'O': 'O', 'X': '\\/', '+': '|-'}
"""What leaves a diagram with this symmetry code as it is."""


def claims_too_much(pattern: Pattern) -> bool:
    """Whether the diagram, labels included, has not the symmetry of its code: which orientations are left out is open then."""
    cells = ['\n'.join(symbol + name for symbol, name in row) for row in framed(pattern)]
    rows = [[chr(0x100 + sorted(set('\n'.join(cells).split('\n'))).index(cell)) for cell in row.split('\n')] for row in cells]
    drawn = [''.join(row) for row in rows]
    return any(_image(drawn, turn) != drawn for turn in OWN[pattern.symmetry])


def _image(rows: list[str], turn: str) -> list[str]:
    """A drawn diagram mirrored at an axis, or turned by a half."""
    if turn in '\\/':
        rows = [''.join(column) for column in zip(*rows, strict=True)]
        return rows if turn == '\\' else _image(rows, 'O')
    return [row[::-1] if turn in '|O' else row for row in (rows[::-1] if turn in '-O' else rows)]


def _same(rows: list[str], image: list[str]) -> bool:
    """Whether two drawings agree; an edge stays an edge."""
    one, two = ('\n'.join(drawn).translate(str.maketrans('-|+', '###')) for drawn in (rows, image))
    return one == two


def _frame(grid: list[list[str]], sides: list[bool]) -> list[str]:
    north, south, west, east = sides
    rows = [('|' if west else '') + ''.join(row) + ('|' if east else '') for row in grid]
    rule = ('+' if west else '') + '-' * len(grid[0]) + ('+' if east else '')
    return ([rule] if north else []) + rows + ([rule] if south else [])


def random_database(rng: random.Random, count: int, **kinds) -> str:
    """A file of patterns."""
    elements = rng.choice(['none', 'O', 'X', 'OX', 'Oo', '.X'])
    drawn = (random_pattern(rng, f'R{k}', **kinds) for k in range(count))
    return '\n'.join(['attribute_map value_only', f'goal_elements {elements}', '', *drawn])


def random_board(rng: random.Random, size: int, filled: float) -> np.void:
    """A board with stones put down at random."""
    board = new_board(size)
    for pos in all_points(size):
        if rng.random() < filled:
            py_place_if_legal(board, pos, rng.choice((1, 2)))
    board['ko'] = 0
    return board
