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
STRAIGHT = ((-1, 0), (1, 0), (0, -1), (0, 1))


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
    """``escape_route`` in rows and columns."""
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
            O['escape'] = escape.values(board, dragon, escape.HOME)
            found = py_escape_route(board, O, 0)
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
    assert (py_escape_route(board, O, 0) > 0) == out


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
    assert (py_escape_route(board, O, 0) > 0) == out


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


def test_any_enemy_string_is_worth_the_room_that_it_leaves():
    """``vital_chain`` asks for it whether the string is a lunch or not; two stones leave one eye, more may leave two."""
    board, f = drawn(SAVED), new_facts()
    begin(board, [parse_vertex('D5', 9), parse_vertex('E5', 9)])
    while py_judge(board, R, E, O, 0):
        supply(E)
    py_tell_facts(board, f, E, O, 0)
    lunch, wall, stone, own = (parse_vertex(name, 9) for name in ('D4', 'B7', 'F5', 'D5'))
    assert f['lunch'][lunch] and f['chain_eyes'][lunch] >= 1
    assert not f['lunch'][wall] and f['chain_eyes'][wall] == 2
    assert not f['lunch'][stone] and f['chain_eyes'][stone] == 1
    assert f['chain_eyes'][own] == 0


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
    workspace, some, unsettled, large = Workspace(), 0, 0, 0
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
            # What a half eye would add is the lunch's that decides it.
            values = [parse(4 * str(value.b)) if CASES[E['case'][k]] != str(value) and E['halves'][k] else value
                      for k, value in zip(own, values, strict=True)]
            values += [parse('0022' if O['lunch_eyes'][k] == 2 else '0011') for k in range(int(O['nlunches']))
                       if O['lunch_eyes'][k] and O['lunch_defence'][k]]
            assert [CASES[k] for k in O['cases'][:O['ncases']].tolist()] == list(map(str, values))
            if sum(value.a != value.d for value in values) <= 4:
                wanted = total(values)
                assert [int(O['eyes'][0]) >> shift & 3 for shift in (0, 2, 4, 6)] == [wanted.a, wanted.b, wanted.c, wanted.d]
                unsettled += wanted.a != wanted.d
            sure = [k for k in own if E['touch_friends'][k] <= E['touch_goal'][k]]
            unsolved = [k for k in sure if not E['exact'][k] and E['size'][k] - 2 * E['margins'][k] < 12]
            assert O['least'][0] == sum(min(int(E['least'][k]), 1 if k in unsolved else 2) for k in sure)
            large += bool(unsolved)
            some += bool(sure)
    assert some > 50 and unsettled > 20 and large


def test_lunches_are_worth_more_that_mend_an_eye_or_open_the_way():
    """What taking them leaves, one eye for a half or false eye that they spoil, and life where the dragon runs over them and not else."""
    workspace, mends, opens, plain = Workspace(), 0, 0, 0
    for board, rng in positions(31, 120, (9, 13)):
        stones = [pos for pos in all_points(int(board['size'])) if board['color'][pos]]
        for pos in rng.sample(stones, min(4, len(stones))):
            dragon = amalgamate.group(board, pos, workspace)
            color = begin(board, dragon)
            O['escape'] = escape.values(board, dragon, escape.HOME)
            py_find_lunches(board, R, E, O, 0)
            base = {int(O['lunch'][k]): int(O['lunch_eyes'][k]) for k in range(int(O['nlunches'])) if O['lunch_defence'][k]}
            while py_judge(board, R, E, O, 0):
                supply(E)
            found = {int(O['lunch'][k]): int(O['lunch_eyes'][k]) for k in range(int(O['nlunches'])) if O['lunch_defence'][k]}
            assert set(found) == set(base)
            shut = route(board, dragon, O['escape']) < 5
            for lunch, eyes in base.items():
                taken = string(board, lunch)
                spoilt = any(E['space'][q] and (E['half'][q] or E['marginal'][q] == 2)
                             for stone in taken for row, col in [row_col(stone)] for q in
                             (point_of(row + down, col + right) for down in (-1, 1) for right in (-1, 1)))
                board['color'][taken] = color
                runs = shut and route(board, sorted({*dragon, *taken}), O['escape']) >= 5
                board['color'][taken] = other(color)
                assert found[lunch] == (2 if runs else min(2, eyes + spoilt))
                mends, opens, plain = mends + (spoilt and eyes < 2), opens + (runs and eyes + spoilt < 2), plain + (not spoilt and not runs)
    assert mends and opens and plain > 10


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
    assert n > MAX_EYES and len(O['cases']) > n and O['ncases'] == n
    assert not O['table_key'].any()
    assert f['owl_eye'].max() == MAX_EYES - 1 and (f['eye_size'][1:] == 1).all()


@pytest.mark.parametrize('white, sure', [('A3 B4 C3 D3 D2 E2 E1', 0), ('A3 B4 D3 D2 E2 E1', 1)])
def test_an_eye_hangs_on_the_ko_beside_it(white, sure):
    """White takes the friend at B3 at B2, a corner of the eye at A1, and only a ko takes his stone back: no eye for certain.

    With a liberty more at C3 the friend is not in atari, and the corner is Black's.
    """
    board = new_board(9)
    dragon = [parse_vertex(name, 9) for name in 'A2 B1 C1 C2 D1'.split()]
    for pos in [*dragon, parse_vertex('B3', 9)]:
        py_place(board, pos, 1)
    for name in white.split():
        py_place(board, parse_vertex(name, 9), 2)
    begin(board, dragon)
    while py_judge(board, R, E, O, 0):
        supply(E)
    corner = int(E['space'][parse_vertex('A1', 9)])
    assert E['size'][corner] == 1 and E['least'][corner] == sure
    assert (E['corner'][parse_vertex('A1', 9)] > 2) == (sure == 0)
