"""Positions that go with the databases: for every pattern one where it matches and one where it nearly does.

    Pattern hane_1st
    . . . . .
    . O . . .           O is to move, at *; the second board differs in a point, or the constraint does not hold there
    . X O . .
    . * . . .

``python -m owlgo.patterns.tests.positions NAME... --games GAME.sgf...`` looks for positions of patterns that have none yet and adds them to
the files.  They are cut out of positions of the games, as small as they hold in; without games, or where no game has them, stones are drawn
at random.
"""
import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from owlgo.engine.constraints.helpers import new_run
from owlgo.engine.constraints.interpreter import py_holds
from owlgo.engine.core import sgf
from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.facts import ALWAYS, OF_GOAL, Kind, bits, new_facts
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BORDER, PASS, all_points, row_col
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.owl import selective
from owlgo.engine.read.inner import new_inner_record
from owlgo.patterns.compile import compile_database, instances
from owlgo.patterns.lang import Database, Pattern
from owlgo.patterns.library import LIBRARY
from owlgo.patterns.match import new_matches, py_find_matches

FOLDER = Path(__file__).parent / 'positions'
R, F, W, M = new_inner_record(), new_facts(), new_run(), new_matches()
WORKSPACE = Workspace()
SIDES = (7, 9, 11, 13, 19)
"""Sizes of boards that positions are cut out as."""
EVERY = 5
"""Moves of a game from one position to the next."""


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


def look(board: np.void, tables: np.void, goal: int, only: int | None = None) -> dict[tuple[int, int], tuple[int, int]]:
    """By pattern (or of one alone) and move, how often it lies there and how often its constraint holds too.

    The goal is all stones of a colour.
    """
    M['by_goal'] = 1
    M['goal'] = board['color'] == goal
    F['known'] = ALWAYS | bits(Kind.GOAL)
    F['goal'] = M['goal']
    py_find_matches(board, tables, M, 1)
    lying = [(k, int(tables['pattern'][M['instance'][k]])) for k in range(int(M['n']))]
    lying = [(k, number) for k, number in lying if only in (None, number)]
    wanted = int(np.bitwise_or.reduce(tables['needs'] if only is None else tables['needs'][only:only + 1])) & OF_GOAL
    f = F
    if lying and wanted & ~(ALWAYS | bits(Kind.GOAL)) and M['goal'].any():
        f = selective.seen(Goal.of(board, np.flatnonzero(M['goal']).tolist(), WORKSPACE), wanted)
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for k, number in lying:
        here, held = found.get((number, int(M['move'][k])), (0, 0))
        holds = bool(py_holds(board, R, f, tables, W, int(M['instance'][k]), int(M['anchor'][k]), 1))
        found[number, int(M['move'][k])] = here + 1, held + holds
    return found


def matches(board: np.void, tables: np.void, number: int, move: int, goal: int) -> tuple[int, int]:
    """How often a pattern lies there with this move, and how often its constraint holds too."""
    return look(board, tables, goal, number).get((number, move), (0, 0))


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
            if allowed == 1 << BORDER:
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


def nearly(rows: list[str], points: list[tuple[int, int]], tables: np.void, number: int, goal: int) -> list[str] | None:
    """The same drawing with one of these points otherwise, so that the pattern lies there no more."""
    for r, c in points:
        for symbol in '.OX':
            changed = [line if k != r else line[:c] + symbol + line[c + 1:] for k, line in enumerate(rows)]
            if rows[r][c] not in (symbol, '*') and (other := lay(changed)) is not None and \
                    not matches(other, tables, number, move_of(rows), goal)[0]:
                return changed
    return None


def boards_of(paths: list[Path]) -> Iterator[np.void]:
    """Positions of games, and the same with colours exchanged."""
    for path in paths:
        record = sgf.load(path)
        plays = sum(isinstance(event, sgf.Play) for event in record.events)
        for count in range(EVERY, plays + 1, EVERY):
            game = Game()
            game.load(sgf.load(path, count))
            for symbols in ('.OX', '.XO'):
                board = lay([''.join(symbols[game.color_at(pos)] for pos in all_points(game.size)[k:k + game.size])
                             for k in range(0, game.size ** 2, game.size)])
                if board is not None:
                    yield board


def cuts(board: np.void, move: int) -> Iterator[list[str]]:
    """Drawings of a move and what is around it, the smallest first."""
    size = int(board['size'])
    where = row_col(move)
    points = ''.join('*' if pos == move else '.OX'[board['color'][pos]] for pos in all_points(size))
    whole = [points[k:k + size] for k in range(0, size * size, size)]
    for side in (side for side in SIDES if side <= size):
        top, left = (min(max(0, at - side // 2), size - side) for at in where)
        yield [line[left:left + side] for line in whole[top:top + side]]


def cut_out(database: Database, tables: np.void, missing: set[int], boards: Iterator[np.void]) -> dict[int, Positions]:
    """Positions of the patterns with these numbers, as far as the boards have them."""
    goal, found = goal_color(database), dict[int, Positions]()
    half: dict[int, dict[bool, list[str]]] = {number: {} for number in missing}
    wanted = tables.copy()
    for board in boards:
        wanted['enabled'][:len(database.patterns)] = [number in half for number in range(len(database.patterns))]
        for (number, move), (_, held) in look(board, wanted, goal).items():
            plain = not database.patterns[number].constraint
            if number not in half or bool(held) in half[number] or move == PASS:
                continue
            for rows in cuts(board, move):
                laid = lay(rows)
                if laid is None:
                    continue
                here, holds = matches(laid, tables, number, move_of(rows), goal)
                if here and bool(holds) == bool(held):
                    half[number][bool(held)] = rows
                    break
            if plain and True in half[number]:
                rows = half[number][True]
                near = nearly(rows, [(r, c) for r in range(len(rows)) for c in range(len(rows))], tables, number, goal)
                if near:
                    half[number][False] = near
            if len(half[number]) == 2:
                found[number] = Positions(half[number][True], half[number][False])
                del half[number]
        if not half:
            break
    return found


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
                near = nearly(rows, rng.sample(points, len(points)), tables, number, goal)
        if pattern.constraint and here and not held and not near:
            near = rows
        if matching and near:
            return Positions(matching, near)
    return None


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog='python -m owlgo.patterns.tests.positions', description='Find the test positions of patterns.')
    parser.add_argument('names', nargs='+', metavar='NAME')
    parser.add_argument('--games', nargs='+', type=Path, default=[], metavar='GAME.sgf', help='records that positions are cut out of')
    args = parser.parse_args(argv)
    for name in args.names:
        database = LIBRARY.get(name).source()
        tables = compile_database(database)
        kept = read(name)
        right = {number: kept[pattern.name] for number, pattern in enumerate(database.patterns)
                 if pattern.name in kept and is_right(kept[pattern.name], tables, number, database)}
        right |= cut_out(database, tables, set(range(len(database.patterns))) - set(right), boards_of(args.games))
        for number, pattern in enumerate(database.patterns):
            made = right.get(number) or make(pattern, number, database, tables)
            if made:
                right[number] = made
            else:
                print(f'{name}: no positions found for {pattern.name}')
        write(name, {database.patterns[number].name: right[number] for number in sorted(right)})
        print(f'{name}: {len(right)} of {len(database.patterns)}')


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
    main()
