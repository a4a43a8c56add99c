"""The stones in question: what joins them, what is taken from them, and where they run to; against plain twins."""
import random

import numpy as np
import pytest

from owlgo.engine.core.board import new_board, py_place, py_popgo, py_trymove
from owlgo.engine.core.jit import for_python
from owlgo.engine.core.points import EMPTY, PASS, all_points, other, parse_vertex, row_col, transform, vertex
from owlgo.engine.core.points import point as point_of
from owlgo.engine.core.strings import py_liberties, string
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import amalgamate, escape
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.eyes.tests.test_dragon_eyes import positions
from owlgo.engine.owl.goal import carry_goal, is_taken, links_to_goal, route_left
from owlgo.engine.owl.record import Part, new_owl
from owlgo.engine.read.inner import new_inner_record

py_route_left = for_python(route_left)
py_links_to_goal = for_python(links_to_goal)
py_carry_goal = for_python(carry_goal)
py_is_taken = for_python(is_taken)

O, R = new_owl(), new_inner_record()
STRAIGHT = ((-1, 0), (1, 0), (0, -1), (0, 1))


def names(points, size: int = 9) -> set[str]:
    return {vertex(int(pos), size) for pos in points}


def begin(board: np.void, stones, off: int = 0) -> int:
    """Make these stones the goal of frame 0; their colour."""
    color = int(board['color'][next(iter(stones))])
    O['attacker'], O['off'] = other(color), off
    O['goal'] = 0
    O['goal'][0][list(stones)] = 1
    O['rank'] = Goal.of(board, stones, Workspace()).rank
    return color


def goal(frame: int) -> dict[int, int]:
    return {pos: int(O['goal'][frame][pos]) for pos in np.flatnonzero(O['goal'][frame]).tolist()}


def color_at(board: np.void, row: int, col: int) -> int:
    size = int(board['size'])
    return int(board['color'][point_of(row, col)]) if 0 <= row < size and 0 <= col < size else -1


def cannot_stand(board: np.void, row: int, col: int, color: int) -> bool:
    """Whether a stone there is illegal or in atari."""
    if color_at(board, row, col) != EMPTY:
        return False
    pos = point_of(row, col)
    if not py_trymove(board, pos, color):
        return True
    short = py_liberties(board, pos) < 2
    py_popgo(board)
    return bool(short)


def holds_together(board: np.void, dragon: set[int], pos: int) -> bool:
    """``links_to_goal`` in rows and columns."""
    color = int(board['color'][pos])
    if dragon & set(string(board, pos)):
        return True
    row, col = row_col(pos)
    enemy = other(color)

    def ours(r: int, c: int) -> bool:
        return color_at(board, r, c) == color

    for down, right in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        if ours(row + down, col + right) and point_of(row + down, col + right) in dragon:
            between = ((row + down, col), (row, col + right))
            if all(color_at(board, *at) == EMPTY for at in between) or any(cannot_stand(board, *at, enemy) for at in between):
                return True
    for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        if not ours(row + 2 * down, col + 2 * right) or point_of(row + 2 * down, col + 2 * right) not in dragon or \
                color_at(board, row + down, col + right) != EMPTY:
            continue
        if cannot_stand(board, row + down, col + right, enemy):
            return True
        for way in (-1, 1):
            beside = [(row + k * down + way * right, col + k * right + way * down) for k in range(3)]
            if ours(*beside[0]) and color_at(board, *beside[1]) == EMPTY and ours(*beside[2]):
                return True
    return False


def carried(board: np.void, before: dict[int, int], move: int, taken: list[int], color: int, joins: bool) -> dict[int, int]:
    """``carry_goal`` with sets, after a move of the dragon's colour."""
    now = {pos: kind for pos, kind in before.items() if board['color'][pos] == color}
    size = int(board['size'])

    def near(pos: int, steps) -> list[int]:
        row, col = row_col(pos)
        return [point_of(row + r, col + c) for r, c in steps if color_at(board, row + r, col + c) == color]

    def join(pos: int) -> None:
        for stone in string(board, pos):
            now.setdefault(stone, 2)

    linked = joins or holds_together(board, set(now), move)
    if linked:
        join(move)
    for _ in range(size * size):
        for pos in taken:
            beside = near(pos, ((0, 1), (0, -1), (1, 0), (-1, 0)))
            if any(stone in now for stone in beside):
                for stone in beside:
                    join(stone)
    for _ in range(20 if linked else 0):
        row, col = row_col(move)
        for q in near(move, ((1, 1), (1, -1), (-1, 1), (-1, -1))):
            if holds_together(board, set(now), q):
                join(q)
        for r, c in ((0, 2), (0, -2), (2, 0), (-2, 0)):
            for q in near(move, ((r, c),)):
                if color_at(board, row + r // 2, col + c // 2) == EMPTY and holds_together(board, set(now), q):
                    join(q)
    return now


LINKS = '''
    . . . . . . . . .
    . X . . . . . X .
    . . X . . . . O X
    . . . . . . . . .
    . X . X . . . . .
    . X . X . . . X .
    . . . . . . . . .
    . X . X . O . X .
    . O . O . O O O .
'''
"""Three of each kind: a diagonal, open and cut at one point; jumps, bamboo and bare."""


@pytest.mark.parametrize('stone,dragon,linked', [
    ('C7', 'B8', True), ('J7', 'H8', True), ('D5', 'B5', True), ('D4', 'B4', True), ('D2', 'B2', False), ('H4', 'H2', False),
    ('B4', 'B2', False), ('B5', 'B4', True), ('D4', 'H4', False)])
def test_what_holds_together(stone, dragon, linked):
    board = drawn(LINKS)
    pos, of = parse_vertex(stone, 9), parse_vertex(dragon, 9)
    begin(board, string(board, of))
    if (stone, dragon) == ('J7', 'H8'):
        linked = cannot_stand(board, *row_col(parse_vertex('J8', 9)), 2)      # O at J8 would have J9 alone
    assert bool(py_links_to_goal(board, O, 0, pos)) == linked == holds_together(board, set(goal(0)), pos)


def test_links_and_growth_are_those_of_the_twin():
    linked = grown = captured = 0
    for number, (board, _) in enumerate(positions(5, 120)):
        rng, size = random.Random(number), int(board['size'])
        board['ko'] = 0
        stones = [pos for pos in all_points(size) if board['color'][pos]]
        for first in rng.sample(stones, min(4, len(stones))):
            dragon = {stone for q in stones
                      if board['color'][q] == board['color'][first] and rng.random() < 0.1 for stone in string(board, q)}
            color = begin(board, dragon | set(string(board, first)))
            own = [pos for pos in stones if board['color'][pos] == color and pos not in goal(0)]
            for pos in own:
                found = bool(py_links_to_goal(board, O, 0, pos))
                assert found == holds_together(board, set(goal(0)), pos)
                linked += found
            for side in (color, other(color)):
                for move in rng.sample(list(all_points(size)), 12):
                    if not py_trymove(board, move, side):
                        continue
                    O['side'][0] = side
                    taken = board['removed'][:board['nremoved']].tolist()
                    joins = rng.random() < 0.3
                    py_carry_goal(board, O, 0, move, joins)
                    kept = {pos: kind for pos, kind in goal(0).items() if board['color'][pos] == color}
                    wanted = carried(board, goal(0), move, taken, color, joins) if side == color and board['color'][move] == color else kept
                    assert goal(1) == wanted
                    grown += len(wanted) > len(kept)
                    captured += len(wanted) > len(kept) and bool(taken)
                    O['off'] = 1 << Part.GROWTH
                    py_carry_goal(board, O, 0, move, joins)
                    assert goal(1) == kept
                    O['off'] = 0
                    py_popgo(board)
    assert linked > 100 and grown > 200 and captured > 15


CHAIN = '''
    . . . . . . . . .
    . . . X X X . . .
    . . X . . X . . .
    . . . X O X . . .
    . . . . . . . . .
    . . . . . X . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . X
'''
"""A stone at E5 holds F6 and F4; D6 is cut from it, but linked to D8, of F6's string, since O cannot stand at D7."""


@pytest.mark.parametrize('symmetry', range(8))
def test_a_stone_joins_through_another_whichever_is_looked_at_first(symmetry):
    board = drawn(CHAIN, False, symmetry)
    dragon, move, *joined = (transform(parse_vertex(name, 9), 9, symmetry) for name in 'J1 E5 F4 F6 F7 F8 E8 D8 D6'.split())
    O['side'][0] = begin(board, [dragon])
    assert py_trymove(board, move, 1)
    py_carry_goal(board, O, 0, move, 1)
    assert goal(1) == {dragon: 1, **dict.fromkeys([move, *joined], 2)} == carried(board, goal(0), move, [], 1, True)
    py_popgo(board)


def test_a_pass_changes_no_goal():
    board = drawn(LINKS)
    O['side'][0] = begin(board, [parse_vertex('B8', 9)])
    py_carry_goal(board, O, 0, PASS, 1)
    assert goal(1) == goal(0)


def test_the_dragon_is_taken_when_none_of_its_first_stones_is_left():
    board = drawn(LINKS)
    begin(board, [parse_vertex('B8', 9)])
    assert not py_is_taken(O, 0)
    O['goal'][0][O['goal'][0] > 0] = 2
    assert py_is_taken(O, 0)
    O['goal'][0][parse_vertex('C7', 9)] = 1
    assert not py_is_taken(O, 0)


def route(board: np.void, dragon: list[int], worth: np.ndarray) -> int:
    """``route_left`` in rows and columns."""
    enemy, last = other(int(board['color'][dragon[0]])), int(board['size']) - 1

    def is_open(row: int, col: int) -> bool:
        if not (0 < row < last and 0 < col < last):
            return False
        if color_at(board, row, col) != EMPTY:
            return color_at(board, row, col) != enemy
        return all(color_at(board, row + down, col + right) != enemy for down, right in STRAIGHT)

    edge = {row_col(pos) for pos in dragon}
    reached = set(edge)
    for step in range(4):
        beside = {(row + down, col + right) for row, col in edge for down, right in STRAIGHT}
        if step == 0:
            beside |= {(row + down, col + right) for row, col in edge for down in (-1, 1) for right in (-1, 1)
                       if enemy not in (color_at(board, row + down, col), color_at(board, row, col + right))}
        edge = {point for point in beside if is_open(*point)} - reached
        reached |= edge
    return sum(int(worth[point_of(*point)]) for point in edge)


def test_escape_routes_are_those_of_the_twin():
    workspace, ways = Workspace(), set()
    for number, (board, _) in enumerate(positions(9, 60, (7, 9, 13, 19))):
        rng = random.Random(number)
        stones = [pos for pos in all_points(int(board['size'])) if board['color'][pos]]
        for pos in rng.sample(stones, min(5, len(stones))):
            dragon = amalgamate.group(board, pos, workspace)
            begin(board, dragon)
            O['escape'] = escape.values(board, dragon)
            found = py_route_left(board, O, 0)
            assert found == route(board, dragon, O['escape'])
            ways.add(found)
    assert len(ways) > 10


@pytest.mark.parametrize('more, out', [
    ('', True),                                 # a diagonal step, since both points beside it are shut by the wall alone
    ('OC6', False),                             # no diagonal step where an enemy stands beside it
    ('OC6 XD7', False),                         # an empty point beside the enemy is shut
    ('OC6 XD7 XD6', True),                      # a friend beside the enemy is not
])
def test_a_way_out(more, out):
    """The stone at C7 passes points that no enemy touches and its own side's stones."""
    board = new_board(9)
    wall = [f'O{col}8' for col in 'BCDEFGH'] + [f'O{col}3' for col in 'BCDEFGH'] + [f'O{col}{row}' for col in 'BH' for row in '4567']
    for stone in [*wall, 'XC7', *more.split()]:
        py_place(board, parse_vertex(stone[1:], 9), 1 if stone[0] == 'X' else 2)
    begin(board, [parse_vertex('C7', 9)])
    O['escape'] = 1
    assert (py_route_left(board, O, 0) > 0) == out


@pytest.mark.parametrize('row, out', [(2, False), (3, True)])
def test_the_first_line_leads_nowhere(row, out):
    """Two stones whose only way out is under the wall do not escape along the first line; one line higher up they do."""
    board = new_board(9)
    for col in 'ABCD':
        py_place(board, parse_vertex(f'{col}{row + 1}', 9), 2)
    py_place(board, parse_vertex(f'A{row}', 9), 2)
    stones = [parse_vertex(f'{col}{row}', 9) for col in 'BC']
    for stone in stones:
        py_place(board, stone, 1)
    begin(board, stones)
    O['escape'] = 1
    assert (py_route_left(board, O, 0) > 0) == out
