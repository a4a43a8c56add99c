"""The stones in question: what joins them, what is taken from them, where they run to, and what they can take; against plain twins."""
import random

import numpy as np
import pytest

from engine.core.board import new_board, py_place, py_popgo, py_trymove
from engine.core.facts import MAX_EYES, new_facts
from engine.core.points import EMPTY, NPOINTS, PASS, all_points, other, parse_vertex, row_col, vertex
from engine.core.points import point as point_of
from engine.core.strings import py_liberties, string
from engine.core.tests.pictures import drawn
from engine.core.workspace import Workspace
from engine.dragons import amalgamate, escape
from engine.eyes.dragon_eyes import new_eyesight, supply
from engine.eyes.tests.test_dragon_eyes import positions
from engine.eyes.value import CASES, parse, total
from engine.owl.goal import py_carry_goal, py_escape_route, py_is_taken, py_links_to_goal
from engine.owl.judge import py_judge, py_tell_facts
from engine.owl.lunches import py_find_lunches
from engine.owl.record import Part, new_owl
from engine.owl.selective import ranks
from engine.read.inner import new_inner_record

O, E, R = new_owl(), new_eyesight(), new_inner_record()
E['hasty'] = 1


def names(points, size: int = 9) -> set[str]:
    return {vertex(int(pos), size) for pos in points}


def begin(board: np.void, stones, off: int = 0) -> int:
    """Make these stones the goal of frame 0; their colour."""
    color = int(board['color'][next(iter(stones))])
    O['attacker'], O['off'] = other(color), off
    O['goal'] = 0
    O['goal'][0][list(stones)] = 1
    O['rank'] = ranks(board, O['goal'][0])
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


def carried(board: np.void, before: dict[int, int], move: int, taken: list[int], color: int) -> dict[int, int]:
    """``carry_goal`` with sets, after a move of the dragon's colour."""
    now = {pos: kind for pos, kind in before.items() if board['color'][pos] == color}
    size = int(board['size'])

    def near(pos: int, steps) -> list[int]:
        row, col = row_col(pos)
        return [point_of(row + r, col + c) for r, c in steps if color_at(board, row + r, col + c) == color]

    def join(pos: int) -> None:
        for stone in string(board, pos):
            now.setdefault(stone, 2)

    linked = holds_together(board, set(now), move)
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
                    py_carry_goal(board, O, 0, move)
                    kept = {pos: kind for pos, kind in goal(0).items() if board['color'][pos] == color}
                    wanted = carried(board, goal(0), move, taken, color) if side == color and board['color'][move] == color else kept
                    assert goal(1) == wanted
                    grown += len(wanted) > len(kept)
                    captured += len(wanted) > len(kept) and bool(taken)
                    O['off'] = 1 << Part.GROWTH
                    py_carry_goal(board, O, 0, move)
                    assert goal(1) == kept
                    O['off'] = 0
                    py_popgo(board)
    assert linked > 100 and grown > 200 and captured > 15


def test_a_pass_changes_no_goal():
    board = drawn(LINKS)
    O['side'][0] = begin(board, [parse_vertex('B8', 9)])
    py_carry_goal(board, O, 0, PASS)
    assert goal(1) == goal(0)


def test_the_dragon_is_taken_when_none_of_its_first_stones_is_left():
    board = drawn(LINKS)
    begin(board, [parse_vertex('B8', 9)])
    assert not py_is_taken(O, 0)
    O['goal'][0][O['goal'][0] > 0] = 2
    assert py_is_taken(O, 0)
    O['goal'][0][parse_vertex('C7', 9)] = 1
    assert not py_is_taken(O, 0)


def test_escape_routes_are_those_of_dragons():
    workspace, ways = Workspace(), set()
    for number, (board, _) in enumerate(positions(9, 60, (7, 9, 13, 19))):
        rng = random.Random(number)
        stones = [pos for pos in all_points(int(board['size'])) if board['color'][pos]]
        for pos in rng.sample(stones, min(5, len(stones))):
            dragon = amalgamate.group(board, pos, workspace)
            begin(board, dragon)
            O['escape'] = escape.values(board, dragon, escape.HOME)
            found = py_escape_route(board, O, 0)
            assert found == escape.route(board, dragon)[0]
            ways.add(found)
    assert len(ways) > 10


LUNCH = '''
    . O X . . . . . .
    O X X . . . . . .
    X . X X X X . . .
    X X X O O O O . .
    O O O O . . . . .
    . . . . . . . . .
    . . . X X . . . .
    . . X O O . . . .
    . . X O X . . . .
'''


def lunches(board: np.void, stone: str, off: int = 0) -> dict[str, tuple[int, str, str]]:
    """What can be taken: eyes, the move that takes, the move that saves; and into ``E`` what counts."""
    begin(board, amalgamate.group(board, parse_vertex(stone, int(board['size'])), Workspace()), off)
    py_find_lunches(board, R, E, O, 0)
    size = int(board['size'])
    return {vertex(int(O['lunch'][k]), size): (int(O['lunch_eyes'][k]), vertex(int(O['lunch_attack'][k]), size),
                                               vertex(int(O['lunch_defence'][k]), size)) for k in range(int(O['nlunches']))}


SAVED = '''
    . . X O . . . . .
    X X X O . . . . .
    O O O O . . . . .
    . . . . . . . . .
    . . . X X O . . .
    . . X O O . . . .
    . . . X X O . . .
    . . . . . . . . .
    . . . . . . . . .
'''
"""X at D5 can take D4 and E4 at F4, where O saves them."""


def test_a_string_that_can_be_taken_and_saved_is_a_lunch():
    board = drawn(SAVED)
    found = lunches(board, 'D5')
    assert set(found) == {'D4'} and found['D4'][1:] == ('F4', 'F4') and found['D4'][0] >= 1
    assert E['lively'][parse_vertex('D4', 9)] == 1
    assert lunches(board, 'D5', 1 << Part.LUNCHES) == {} and lunches(board, 'D5', 1 << Part.READING) == {}


def test_what_nobody_saves_is_as_good_as_taken():
    board = drawn(LUNCH)
    found = lunches(board, 'B8')
    dead = names(pos for pos in range(NPOINTS) if board['color'][pos] in (1, 2) and not E['lively'][pos])
    assert dead == {'B9', 'A8'}
    assert found == {'B9': (1, 'A9', 'PASS'), 'A8': (1, 'A9', 'PASS')}


def test_a_stone_in_the_open_is_not_shut_in():
    board = drawn('''
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . X O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .''')
    lunches(board, 'C4')
    assert E['lively'][parse_vertex('D4', 7)]


def test_weak_strings_of_the_dragon_are_marked():
    board = drawn('. . . . .\n. . O . .\n. O X O .\n. . . . .\n. . . . .')
    begin(board, [point_of(2, 2)])
    py_find_lunches(board, R, E, O, 0)
    assert np.flatnonzero(E['weak']).tolist() == [point_of(2, 2)]


def test_the_sum_is_that_of_the_spaces_and_lunches():
    workspace, some, unsettled = Workspace(), 0, 0
    for board, rng in positions(31, 80):
        stones = [pos for pos in all_points(int(board['size'])) if board['color'][pos]]
        for pos in rng.sample(stones, min(3, len(stones))):
            begin(board, amalgamate.group(board, pos, workspace))
            for _ in range(20):
                if py_judge(board, R, E, O, 0) == 0:
                    break
                supply(E)
            own = [k for k in range(1, int(E['n']) + 1) if E['touch_goal'][k] >= min(2, int(E['size'][k]))]
            values = [parse(''.join(map(str, E['value'][k].tolist()))) for k in own]
            values += [parse('0022' if O['lunch_eyes'][k] == 2 else '0011') for k in range(int(O['nlunches']))
                       if O['lunch_eyes'][k] and O['lunch_defence'][k]]
            assert [CASES[k] for k in O['cases'][:O['ncases']].tolist()] == list(map(str, values))
            if sum(value.a != value.d for value in values) <= 4:
                wanted = total(values)
                assert [int(O['eyes'][0]) >> shift & 3 for shift in (0, 2, 4, 6)] == [wanted.a, wanted.b, wanted.c, wanted.d]
                unsettled += wanted.a != wanted.d
            sure = [k for k in own if E['touch_friends'][k] <= E['touch_goal'][k] and
                    (E['exact'][k] or E['size'][k] - 2 * E['margins'][k] >= 12)]
            assert O['least'][0] == sum(int(E['least'][k]) for k in sure)
            some += bool(sure)
    assert some > 50 and unsettled > 20


def test_there_is_room_for_every_space_and_lunch():
    """A dragon of single stones has more eye spaces than facts number; what did not fit was written over what comes next in the record."""
    board, f = new_board(19), new_facts()
    for pos in all_points(19):
        row, col = row_col(pos)
        if (row + col) % 2 == 0:
            py_place(board, pos, 1)
    begin(board, [pos for pos in all_points(19) if board['color'][pos]])
    O['table_key'] = 0
    while py_judge(board, R, E, O, 0):
        supply(E)
    py_tell_facts(board, f, E, O, 0)
    n = int(E['n'])
    assert n > MAX_EYES and len(O['space_case']) > n
    assert sorted(O['space_case'][1:n + 1].tolist()) == list(range(n)) and O['ncases'] == n
    assert not O['table_key'].any()
    assert f['owl_eye'].max() == MAX_EYES - 1 and (f['eye_size'][1:] == 1).all()
