"""The corners of eyes: the manual's thirteen cases with ko, half eyes, false eyes, edges, and what turning changes."""
import pytest

from owlgo.engine.core.board import new_board, py_is_legal, py_place_if_legal
from owlgo.engine.core.points import EMPTY, NEIGHBOURS, all_points, other, parse_vertex, point, transform
from owlgo.engine.core.strings import py_liberties, string
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.eyes.tests.test_dragon_eyes import EYES, ask, described
from owlgo.engine.eyes.topology import KO_VALUES, KoValues, topological_eye

CASES = {
    # the picture; e as a count of corners worth 1, a, b and 2; the interval that it should be in
    'a': ('.X.. ..OO OO.O O.OO XOX. .X..', (1, 1, 0, 0), (0, 2)),
    "a'": ('.X.. ..OO OO.O OXOO X.X. .X..', (1, 0, 1, 0), (2, 3)),
    'b': ('.X.. .XOO OO.O O.OO XOX. .X..', (0, 1, 0, 1), (2, 3)),
    "b'": ('.X.. .XOO OO.O OXOO X.X. .X..', (0, 0, 1, 1), (3, 4)),
    'c': ('.X.. XOX. O.OO OO.O O.OO XOX. .X..', (0, 2, 0, 0), (0, 2)),
    "c'": ('.X.. XOX. O.OO OO.O OXOO X.X. .X..', (0, 1, 1, 0), (2, 2)),
    "c''": ('.X.. X.X. OXOO OO.O OXOO X.X. .X..', (0, 0, 2, 0), (2, 3)),
    'd': ('.X... XOX.. O.O.X OO.O. O.OO. XOX.. .X...', (1, 2, 0, 0), (2, 3)),
    "d'": ('.X... XOX.. O.O.X OO.O. OXOO. X.X.. .X...', (1, 1, 1, 0), (3, 3)),
    "d''": ('.X... X.X.. OXO.X OO.O. OXOO. X.X.. .X...', (1, 0, 2, 0), (3, 4)),
    'e': ('.X... XOX.. O.OXX OO.O. O.OO. XOX.. .X...', (0, 2, 0, 1), (3, 4)),
    "e'": ('.X... XOX.. O.OXX OO.O. OXOO. X.X.. .X...', (0, 1, 1, 1), (4, 4)),
    "e''": ('.X... X.X.. OXOXX OO.O. OXOO. X.X.. .X...', (0, 0, 2, 1), (4, 9)),
}


def embedded(picture, size=13, symmetry=0, owner=1):
    """The picture in the middle of a board, its outer stones drawn on outwards so that they are safe; and the eye."""
    rows = picture.split()
    height, width = len(rows), len(rows[0])
    top, left = (size - height) // 2, (size - width) // 2
    board = new_board(size)
    for row in range(-2, height + 2):
        for col in range(-2, width + 2):
            symbol = rows[min(max(row, 0), height - 1)][min(max(col, 0), width - 1)]
            if symbol != '.' and (0 <= row < height or 0 <= col < width):
                color = owner if symbol == 'O' else other(owner)
                assert py_place_if_legal(board, transform(point(top + row, left + col), size, symmetry), color)
    board['ko'] = 0
    eye = next(row for row, line in enumerate(rows) if line.startswith('OO.O'))
    return board, transform(point(top + eye, left + 2), size, symmetry)


def worth(counts, ko):
    ones, good, bad, twos = counts
    return ones + good * ko.good + bad * ko.bad + 2 * twos


@pytest.mark.parametrize('case', CASES)
def test_the_cases_of_the_manual(case):
    picture, counts, (low, high) = CASES[case]
    board, eye = embedded(picture)
    found = topological_eye(board, eye, 1)
    assert found.value == worth(counts, KO_VALUES)
    assert low == high == found.value or low < found.value < high
    assert found.is_false == (found.value >= 4) and found.is_half == (2 < found.value < 4)
    assert board['stackp'] == 0


def kos(board):
    """Where a single stone in atari may be taken."""
    return [pos for pos in all_points(13) if board['color'][pos] == EMPTY and
            any(len(string(board, pos + step)) == py_liberties(board, pos + step) == 1
                for step in NEIGHBOURS if board['color'][pos + step] in (1, 2))]


@pytest.mark.parametrize('case', CASES)
def test_a_ko_that_may_not_be_retaken_at_once_changes_nothing(case):
    """A corner that hangs on a ko was the owner's while the enemy could not retake, and the enemy's while the owner could not."""
    board, eye = embedded(CASES[case][0])
    plain = topological_eye(board, eye, 1)
    for ko in kos(board):
        board['ko'] = ko
        assert topological_eye(board, eye, 1) == plain
        assert not py_is_legal(board, ko, 1) or not py_is_legal(board, ko, 2)


@pytest.mark.parametrize('case', CASES)
def test_kernels_leave_the_ban_out_too(case):
    board, eye = embedded(CASES[case][0])
    lively = [pos for pos in all_points(13) if board['color'][pos] in (1, 2)]
    found = []
    for ko in (0, *kos(board)):
        board['ko'] = ko
        ask(board, 1, lively, (), captures=kos(board))
        found.append([described(number) for number in range(1, int(EYES['n']) + 1)])
        assert found[-1] == found[0]
    assert EYES['corner'][eye] == worth(CASES[case][1], KO_VALUES)


def test_a_corner_where_the_owner_cannot_stand_and_the_enemy_needs_a_ko():
    """X takes C5 at D5, and O takes back; O at D5 would leave himself in atari."""
    board = drawn("""
        X X O . O
        X . X O .
        . X O O O
        X . X X X
        X X X O .""")
    found = topological_eye(board, parse_vertex('E4', 5), 2)
    assert found.value == 2 + KO_VALUES.good and found.attacks == [parse_vertex('D5', 5)] and found.defences == []
    ask(board, 2, [pos for pos in all_points(5) if board['color'][pos]], (), captures=[parse_vertex('D5', 5)])
    assert EYES['corner'][parse_vertex('E4', 5)] == found.value, 'the kernels'


@pytest.mark.parametrize('ko,wrong', [(KoValues(1 / 2, 3 / 2), {"c''", 'd', "d''", 'e'}), (KoValues(2 / 3, 4 / 3), set()),
                                      (KoValues(3 / 4, 5 / 4), set()), (KoValues(4 / 5, 6 / 5), set()), (KO_VALUES, set())])
def test_which_values_of_a_and_b_keep_the_cases_apart(ko, wrong):
    """With 1/2 and 3/2 four cases leave their intervals, as the manual says; with the others none does."""
    board, eye = embedded(CASES["c'"][0])
    assert topological_eye(board, eye, 1, ko=ko).value == pytest.approx(ko.good + ko.bad)
    outside = set()
    for case, (_, counts, (low, high)) in CASES.items():
        value = worth(counts, ko)
        if not (abs(value - low) < 1e-9 if low == high else low + 1e-9 < value < high - 1e-9):
            outside.add(case)
    assert outside == wrong


@pytest.mark.parametrize('symmetry', range(8))
@pytest.mark.parametrize('owner', (1, 2))
def test_turning_and_colours_change_nothing(symmetry, owner):
    for case in ('a', "b'", 'd', "e''"):
        picture, counts, _ = CASES[case]
        board, eye = embedded(picture, symmetry=symmetry, owner=owner)
        found = topological_eye(board, eye, owner)
        assert found.value == worth(counts, KO_VALUES)


PICTURES = """
    . . . . . . . . .
    . . O O X X . . .
    . . O . O . . . .
    . . O O . X . . .
    . . . . . . . . .
    . . O O X X . . .
    . X O . O X . . .
    . X X O O . . . .
    . X . . . . . . ."""


def test_a_half_eye_and_a_false_eye():
    board = drawn(PICTURES.replace('X', 'x').replace('O', 'X').replace('x', 'O'))
    half, false = parse_vertex('D7', 9), parse_vertex('D3', 9)
    found = topological_eye(board, false, 1)
    assert found.is_false
    found = topological_eye(board, half, 1)
    assert found.value == 3
    assert found.attacks == found.defences == [parse_vertex('E6', 9)]


def test_edges_and_corners_of_the_board():
    """One enemy corner makes an eye on the edge false, and one in the corner of the board; none makes it half."""
    board = drawn("""
        . X O . O . . . X
        X X . . O O . X X
        O . . . . . . O O
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        O O . . . . . . .
        X X O . . . . . .
        . X O . . . . . .""")
    corner, below, free = (parse_vertex(name, 9) for name in ('A9', 'A1', 'E1'))
    assert topological_eye(board, corner, 1).value == 2, 'off one edge twice, off both once, and its own stone'
    assert topological_eye(board, below, 1).value == 2
    assert topological_eye(board, free, 1).value == 4, 'two corners off the edge, two that either side can get'
    assert topological_eye(board, free, 1, eye_space={parse_vertex('D2', 9), parse_vertex('F2', 9)}).value == 2


def test_no_eye_where_the_owner_stands():
    board, eye = embedded(CASES['a'][0])
    for pos in all_points(13):
        if board['color'][pos] == 1:
            with pytest.raises(ValueError, match='no eye is where'):
                topological_eye(board, pos, 1)
            break
    assert topological_eye(board, eye, 1).defences
