"""Positions that go with the databases: for every pattern one where it matches and one where it nearly does.

    Pattern hane_1st
    . . . . .
    . O . . .           O is to move, at *; the second board differs in a point, or the constraint does not hold there
    . X O . .
    . * . . .

``python -m patterns.tests.positions NAME...`` looks for positions of patterns that have none yet and adds them to the files.
"""
import random
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.constraints.helpers import new_run
from engine.constraints.interpreter import py_holds
from engine.core.board import new_board, py_place_if_legal
from engine.core.facts import ALWAYS, OF_GOAL, Kind, bits, new_facts
from engine.core.points import PASS, all_points
from engine.core.workspace import Workspace
from engine.dragons import facts
from engine.read.depths import of_level
from engine.read.inner import new_inner_record
from engine.read.reader import Reader
from patterns.compile import EDGE, compile_database, instances
from patterns.lang import Database, Pattern
from patterns.library import LIBRARY, Loaded
from patterns.match import new_matches, py_find_matches

FOLDER = Path(__file__).parent / 'positions'
R, F, W, M = new_inner_record(), new_facts(), new_run(), new_matches()
READER = Reader(of_level(10), Workspace())


@dataclass
class Positions:
    """Two drawn boards; rows of '.', 'O', 'X' and '*' for the move."""
    matching: list[str]
    near: list[str]


def read(name: str) -> dict[str, Positions]:
    """The positions of a database, by pattern."""
    path = FOLDER / f'{name}.txt'
    found: dict[str, Positions] = {}
    for block in path.read_text().split('Pattern ')[1:] if path.exists() else []:
        title, *rest = block.split('\n')
        boards = [[line.replace(' ', '') for line in board.split('\n')] for board in '\n'.join(rest).strip().split('\n\n')]
        found[title.strip()] = Positions(*boards)
    return found


def write(name: str, positions: dict[str, Positions]) -> None:
    """Keep the positions of a database."""
    boards = {title: [p.matching, p.near] for title, p in positions.items()}
    text = '\n'.join(f'Pattern {title}\n' + '\n\n'.join('\n'.join(' '.join(row) for row in board) for board in both) + '\n'
                     for title, both in boards.items())
    (FOLDER / f'{name}.txt').write_text(text)


def lay(rows: list[str]) -> np.void | None:
    """The board of a drawing, Black to move as O; None if it cannot stand."""
    board = new_board(len(rows))
    wanted = ''.join(rows).replace('*', '.')
    for pos, symbol in zip(all_points(len(rows)), wanted, strict=True):
        if symbol != '.' and not py_place_if_legal(board, pos, 'OX'.index(symbol) + 1):
            return None
    board['ko'] = 0
    return board if all('.OX'[board['color'][pos]] == symbol for pos, symbol in zip(all_points(len(rows)), wanted, strict=True)) else None


def move_of(rows: list[str]) -> int:
    """The point of the move, or PASS."""
    where = ''.join(rows).find('*')
    return all_points(len(rows))[where] if where >= 0 else PASS


def matches(board: np.void, tables: np.void, number: int, move: int, goal: int) -> tuple[int, int]:
    """How often a pattern lies there with this move, and how often its constraint holds too.  The goal is all stones of a colour."""
    M['by_goal'] = 1
    M['goal'] = board['color'] == goal
    F['known'] = ALWAYS | bits(Kind.GOAL)
    F['goal'] = M['goal']
    py_find_matches(board, tables, M, 1)
    here = [k for k in range(int(M['n'])) if tables['pattern'][M['instance'][k]] == number and M['move'][k] == move]
    wanted = int(tables['needs'][number]) & OF_GOAL
    if here and wanted & ~(ALWAYS | bits(Kind.GOAL)):
        facts.fill(F, facts.Sight(board, READER), wanted | bits(Kind.GOAL), np.flatnonzero(M['goal']).tolist())
    held = [k for k in here if py_holds(board, R, F, tables, W, int(M['instance'][k]), int(M['anchor'][k]), 1)]
    return len(here), len(held)


def goal_color(database: Database) -> int:
    """The colour of the dragon: X attacked, O defended."""
    return 2 if 'X' in database.goal_elements else 1


def drafts(pattern: Pattern, rng: random.Random):
    """Boards with the diagram on them and more and more stones around it at random; the diagram's points with what they allow."""
    turned = instances(pattern, 0)[0]
    top, left, bottom, right = turned.box
    for attempt in range(4000):
        room = 0 if attempt < 20 else rng.choice([1, 1, 2, 3])
        size = max(5, bottom - top + 1 + 2 * room, right - left + 1 + 2 * room)
        rows = [r for r in range(size) if r + top >= 0 and r + bottom < size and (not turned.edges & 1 or r + top == 0)
                and (not turned.edges & 4 or r + bottom == size - 1)]
        cols = [c for c in range(size) if c + left >= 0 and c + right < size and (not turned.edges & 2 or c + left == 0)
                and (not turned.edges & 8 or c + right == size - 1)]
        if not rows or not cols:
            continue
        row, col = rng.choice(rows), rng.choice(cols)
        density = min(0.45, attempt / 400)
        grid = [[rng.choice('OX') if rng.random() < density else '.' for _ in range(size)] for _ in range(size)]
        points = []
        for r, c, allowed in turned.needed():
            if allowed == EDGE:
                continue
            states = [k for k in range(3) if allowed >> k & 1]
            here = '.OX'.index(grid[row + r][col + c])
            if here not in states or attempt < 20:
                here = 0 if 0 in states else rng.choice(states)
            grid[row + r][col + c] = '.OX'[here]
            if len(states) < 3:
                points.append((row + r, col + c))
        if turned.move:
            grid[row + turned.move[0]][col + turned.move[1]] = '*'
        yield [''.join(line) for line in grid], points


def make(pattern: Pattern, number: int, database: Database, tables: np.void, seed: int = 1) -> Positions | None:
    """Positions for a pattern, found by trying; None if there were none."""
    rng = random.Random(f'{pattern.name} {seed}')
    goal = goal_color(database)
    matching: list[str] | None = None
    near: list[str] | None = None
    for rows, points in drafts(pattern, rng):
        board = lay(rows)
        if board is None:
            continue
        here, held = matches(board, tables, number, move_of(rows), goal)
        if held and not matching:
            matching = rows
            if not pattern.constraint:
                # One point otherwise.
                for r, c in rng.sample(points, len(points)):
                    for symbol in '.OX':
                        changed = [line if k != r else line[:c] + symbol + line[c + 1:] for k, line in enumerate(rows)]
                        if rows[r][c] not in (symbol, '*') and (other := lay(changed)) is not None and \
                                not matches(other, tables, number, move_of(rows), goal)[0]:
                            near = near or changed
        if pattern.constraint and here and not held and not near:
            near = rows
        if matching and near:
            return Positions(matching, near)
    return None


def main(names: list[str]) -> None:
    for name in names:
        loaded: Loaded = LIBRARY.get(name)
        database = loaded.source()
        tables = compile_database(database)
        kept = read(name)
        result = {}
        for number, pattern in enumerate(database.patterns):
            old = kept.get(pattern.name)
            if old and is_right(old, tables, number, database):
                result[pattern.name] = old
                continue
            made = make(pattern, number, database, tables)
            if made:
                result[pattern.name] = made
            else:
                print(f'{name}: no positions found for {pattern.name}')
        write(name, result)
        print(f'{name}: {len(result)} of {len(database.patterns)}')


def is_right(positions: Positions, tables: np.void, number: int, database: Database) -> bool:
    """Whether the pattern matches the one board and not the other."""
    both = []
    for rows in (positions.matching, positions.near):
        board = lay(rows)
        if board is None:
            return False
        both.append(matches(board, tables, number, move_of(rows), goal_color(database))[1])
    return both[0] > 0 and both[1] == 0


def difference(positions: Positions) -> int:
    """Points at which the two boards differ, if they are of one size; else -1."""
    one, two = ''.join(positions.matching), ''.join(positions.near)
    return sum(a != b for a, b in zip(one, two, strict=True)) if len(one) == len(two) else -1


if __name__ == '__main__':
    main(sys.argv[1:])
