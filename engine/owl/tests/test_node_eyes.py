"""What a node sees of a dragon: what it can take, and its eyes; against plain twins."""

import numpy as np
import pytest

from owlgo.engine.core.board import new_board, py_place
from owlgo.engine.core.facts import MAX_EYES, new_facts
from owlgo.engine.core.jit import for_python
from owlgo.engine.core.points import NPOINTS, all_points, other, parse_vertex, row_col, vertex
from owlgo.engine.core.points import point as point_of
from owlgo.engine.core.result import LOSE
from owlgo.engine.core.strings import py_liberties, string
from owlgo.engine.core.tests.cases import tries
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import amalgamate, escape
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.eyes.dragon_eyes import new_eyesight, py_dragon_eyes, solve_unknown
from owlgo.engine.eyes.tests.test_dragon_eyes import positions, py_attack
from owlgo.engine.eyes.value import CASES, parse, total
from owlgo.engine.owl import selective
from owlgo.engine.owl.judge import judge_root, py_tell_facts
from owlgo.engine.owl.limits import Means
from owlgo.engine.owl.lunches import find_lunches
from owlgo.engine.owl.record import Part
from owlgo.engine.owl.tests.test_goal import O, R, begin, names, route
from owlgo.engine.solver.region import DEFENDER

py_find_lunches = for_python(find_lunches)

E = new_eyesight()
E['hasty'] = 1


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
    judge_root(board, R, E, O)
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


def test_a_string_that_the_dragon_shuts_in_is_dead_and_no_lunch():
    """Its only liberty touches nothing but itself."""
    board = drawn('''
        . O X . . . .
        O O X . . . .
        X X X . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .''')
    assert lunches(board, 'C7') == {}
    assert names(pos for pos in range(NPOINTS) if board['color'][pos] == 2 and E['lively'][pos]) == set()


def test_where_a_friend_in_atari_is_taken_no_corner_is_secure():
    """A friend with two liberties, at H8, is in no danger."""
    board = drawn('''
        . . . . . . . O .
        . X X . . . O X .
        . X . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . O . .
        . . . . . O X . .
        . . . . . . O . .
        . . . . . . . . .''')
    begin(board, string(board, parse_vertex('B8', 9)))
    judge_root(board, R, E, O)
    assert names(np.flatnonzero(E['captures'])) == {'H3'}


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


def eyes_seen() -> tuple[list, list]:
    """The values of the eye spaces in ``E``, and what they yield for certain."""
    spaces = range(1, int(E['n']) + 1)
    return [E['value'][k].tolist() for k in spaces], [int(E['least'][k]) for k in spaces]


def test_strings_are_read_for_weakness_only_where_eyes_depend_on_it():
    """The eyes are those that all weak strings of the dragon make, and all places where they are taken; fewer strings are read."""
    workspace, weak, spared = Workspace(), 0, 0
    for board, rng in positions(47, 60, (9, 13)):
        stones = [pos for pos in all_points(int(board['size'])) if board['color'][pos]]
        for pos in rng.sample(stones, min(3, len(stones))):
            dragon = amalgamate.group(board, pos, workspace)
            color = begin(board, dragon)
            judge_root(board, R, E, O)
            found, marked = eyes_seen(), int(E['weak'].sum())
            own = {string(board, each)[0] for each in dragon}
            taken = {each for each in own if py_liberties(board, each) <= 3 and py_attack(board, R, each) != LOSE}
            every = [stone for each in taken for stone in string(board, each)]
            E['weak'][every] = 1
            for each in taken:
                py_attack(board, R, each)
                E['captures'][int(R['move'])] = 1
            count = tries(20)
            while py_dragon_eyes(board, R, E, color):
                next(count)
                solve_unknown(E)
            assert eyes_seen() == found
            weak += bool(marked)
            spared += len(every) > marked
    assert weak and spared > 20


def test_the_sum_is_that_of_the_spaces_and_lunches():
    workspace, some, unsettled, large = Workspace(), 0, 0, 0
    for board, rng in positions(31, 80):
        stones = [pos for pos in all_points(int(board['size'])) if board['color'][pos]]
        for pos in rng.sample(stones, min(3, len(stones))):
            begin(board, amalgamate.group(board, pos, workspace))
            judge_root(board, R, E, O)
            own = [k for k in range(1, int(E['n']) + 1) if E['touch_goal'][k] >= min(2, int(E['size'][k]))]
            values = [parse(''.join(map(str, E['value'][k].tolist()))) for k in own]
            # What a half eye would add is the lunch's that decides it.
            values = [parse(4 * str(value.min_eyes)) if CASES[E['case'][k]] != str(value) and E['halves'][k] else value
                      for k, value in zip(own, values, strict=True)]
            values += [parse('0022' if O['lunch_eyes'][k] == 2 else '0011') for k in range(int(O['nlunches']))
                       if O['lunch_eyes'][k] and O['lunch_defence'][k]]
            assert [CASES[k] for k in O['cases'][:O['ncases']].tolist()] == list(map(str, values))
            if sum(value[0] != value[3] for value in values) <= 4:
                wanted = total(values)
                assert [int(O['eyes'][0]) >> shift & 3 for shift in (0, 2, 4, 6)] == list(wanted)
                unsettled += wanted[0] != wanted[3]
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
            O['escape'] = escape.values(board, dragon)
            py_find_lunches(board, R, E, O, 0)
            base = {int(O['lunch'][k]): int(O['lunch_eyes'][k]) for k in range(int(O['nlunches'])) if O['lunch_defence'][k]}
            judge_root(board, R, E, O)
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
    judge_root(board, R, E, O)
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
    judge_root(board, R, E, O)
    corner = int(E['space'][parse_vertex('A1', 9)])
    assert E['size'][corner] == 1 and E['least'][corner] == sure
    assert (E['corner'][parse_vertex('A1', 9)] > 2) == (sure == 0)


def judged(board: np.void, dragon: str) -> None:
    """Judge the dragon of these stones."""
    begin(board, [parse_vertex(name, int(board['size'])) for name in dragon.split()])
    judge_root(board, R, E, O)


def test_an_eye_whose_corner_hangs_on_a_ko_is_certain_if_its_other_corners_are_held():
    """White can take E6 at E5 in a ko, and then holds one corner of the eye at D4: too few to spoil it."""
    board = new_board(9)
    dragon = 'C3 C4 C5 D3 D5 E3 E4 F4 F5'
    for name in [*dragon.split(), 'E6']:
        py_place(board, parse_vertex(name, 9), 1)
    for name in 'D6 E7 F6'.split():
        py_place(board, parse_vertex(name, 9), 2)
    judged(board, dragon)
    eye = parse_vertex('D4', 9)
    assert E['size'][E['space'][eye]] == 1 and E['least'][E['space'][eye]] == 1


def test_a_single_point_is_no_eye_if_it_is_played_on_to_save_a_corner():
    """D6 is a corner of the eye at C7: White saves it at C7, where he takes D7; Black takes it at D5.  The next move decides."""
    board = drawn("""
        . X . X O O .
        . X X O X O .
        . . X . X O .
        . . . X X O .
        . . . . . . .
        . . . . . . .
        . . . . . . .""")
    judged(board, 'B6 B7 C5 C6')
    space = int(E['space'][parse_vertex('C7', 7)])
    assert E['size'][space] == 1 and E['value'][space].tolist() == [0, 0, 1, 1]


def test_a_stone_inside_an_eye_that_can_be_saved_is_a_lunch():
    """J8 lives at H8, which leaves the dragon no second eye; X takes it there."""
    board = drawn("""
        . . . . O X X . .
        . . . . O O X . O
        . . . . O O X . .
        . . . . . O X X X
        . . . . . O O O O
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""")
    assert lunches(board, 'G7') == {'J8': (1, 'H8', 'H8')}
    assert E['lively'][parse_vertex('J8', 9)]



@pytest.mark.parametrize('stone, rows, move, value', [
    ('G7', '. . . . O X X . .|. . . . O O X . O|. . . . O O X . .|. . . . . O X X X|. . . . . O O O O', 'H8', 51),
    ('E8', '. . . . . . . . .|. . X X X . . . .|. . X O O . . . .|. . X O . X O . .|. . . X X O . . .', 'F7', 78)])
def test_a_lunch_is_worth_more_that_brings_two_eyes_and_less_that_only_a_ko_takes(stone, rows, move, value):
    """J8 can be taken in a ko only; D6, D7 and E7 part the dragon from friends."""
    board = drawn('\n'.join([*rows.split('|'), *['. ' * 9] * 4]))
    only_lunches = sum(1 << part for part in Part if part not in (Part.LUNCHES, Part.GROWTH, Part.READING))
    selective.read(Goal(board, parse_vertex(stone, 9), Workspace()), DEFENDER, means := Means(Workspace()), off=only_lunches, logging=True)
    owl = means.workspace.get(selective.Selective).owl
    assert (vertex(int(owl['log_move'][0]), 9), int(owl['log_value'][0])) == (move, value)


def test_an_eye_is_the_dragons_whose_outer_point_touches_none_of_its_stones():
    """O makes an eye of E5 at D5, and X spoils it there."""
    board = drawn("""
        . . . X . . . . .
        . . . . X X X . .
        . . X . O O X . .
        . . X . O O X . .
        . . X . . O X . .
        . . X . O O X . .
        . . X . O O X . .
        . . . . X X X . .
        . . . X . . . . .""")
    judged(board, 'E3 E4 E6 E7 F3 F4 F5 F6 F7')
    assert E['size'][E['space'][parse_vertex('E5', 9)]] == 2
    assert O['eyes'][0] == 1 << 4 | 1 << 6 and O['most'][0] == 1
