"""Eye spaces: the manual's game position, domains and their caveats, false margins, and what turning a board changes."""
import random

import numpy as np
import pytest

from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, other, parse_vertex, point, row_col, transform
from owlgo.engine.eyes import optics
from owlgo.engine.eyes.space import Eyes, find_eye_dragons
from owlgo.engine.eyes.tests.naive_spaces import _leans, add_false_eye, is_false_eye, make_domains, primary_domain
from owlgo.engine.eyes.tests.naive_values import compute_eyes, compute_eyes_pessimistic
from owlgo.engine.eyes.topology import Topology, is_halfeye
from owlgo.engine.worms import worms

GAME = '''
|. X . X X . . X O X O
|X . . . . . X X O O O
|O X X X X . . X O O O
|O O O O X . O X O O O
|. . . . O O O O X X O
|X O . X X X . . X O O
|X O O O O O O O X X O
|. X X O . O X O . . X
|X . . X . X X X X X X
|O X X O X . X O O X O
'''


def drawn(picture: str, size: int = 19, top: int = 0, owner: int = WHITE) -> np.void:
    """A board with the picture in it: X and O are stones, O of the owner's colour; | and - are edges of the board."""
    board = new_board(size)
    rows = [row for row in picture.strip().split('\n') if set(row.strip()) - set('-+')]
    bottom = len(rows) < len(picture.strip().split('\n')) and top == 0 and set(picture.strip().split('\n')[-1]) <= set('-+')
    first = size - len(rows) if bottom else top
    for r, row in enumerate(rows):
        for c, symbol in enumerate(row.replace('|', '').replace(' ', '')):
            if symbol in 'XO':
                assert py_place_if_legal(board, point(first + r, c), owner if symbol == 'O' else other(owner))
    board['ko'] = 0
    return board


def all_stones(board):
    return {pos for pos in all_points(int(board['size'])) if board['color'][pos] != EMPTY}


def domains(board, lively=None, invincible=True, safe=True):
    return make_domains(board, all_stones(board) if lively is None else lively, lambda pos: invincible, lambda pos, color: safe)


def picture(eyes: Eyes, origin: int, board) -> str:
    """A space as the manual draws it."""
    space = {pos: row_col(pos) for pos in eyes.space(origin)}
    rows, cols = ([place[axis] for place in space.values()] for axis in (0, 1))
    lines = []
    for row in range(min(rows), max(rows) + 1):
        line = ''
        for col in range(min(cols), max(cols) + 1):
            pos = point(row, col)
            line += ' ' if pos not in space else 'X' if board['color'][pos] else '!' if eyes.points[pos].marginal else '.'
        lines.append(line.rstrip())
    return '\n'.join(lines)


def test_the_position_of_the_manual():
    """The dragon in the middle has exactly the space that the manual prints; what lies below and to the right is drawn on."""
    board = drawn(GAME)
    for row in range(10, 19):
        for col in range(11):
            if row > 10 or col % 2:
                py_place_if_legal(board, point(row, col), BLACK if row % 2 or col % 4 else WHITE)
    found = optics.look(board)
    white = found.eyes[WHITE]
    origin = white.points[point(4, 1)].origin
    assert picture(white, origin, board) == '!...\n  .XXX.!'


LETTERS = {name: point(3 + row, 3 + col) for name, (row, col) in
           {'u': (0, -1), 'a': (0, 0), 'b': (0, 1), 'c': (0, 2), 'd': (1, 0), 'e': (1, 1), 'f': (1, 2), 'g': (2, 0), 'h': (2, 1),
            'i': (2, 2)}.items()}


@pytest.mark.parametrize('domain,enemies,leans', [
    ('ab', '', True), ('ad', '', True), ('bd', '', False), ('ac', '', False), ('gh', '', True), ('ab', 'd', False), ('ad', 'b', False),
    ('ab', 'f', True), ('ab', 'uc', False), ('ab', 'u', True), ('ab', 'c', True), ('abc', 'd', True), ('abgh', 'd', False)])
@pytest.mark.parametrize('symmetry', range(8))
def test_what_a_point_leans_on(domain, enemies, leans, symmetry):
    """The manual's diagram, with both caveats: the knight's move (d) and the jump of two (u and c).

        u a b c
          d e f
          g h i
    """
    def at(names):
        return {transform(LETTERS[name], 9, symmetry) for name in names}

    assert _leans(at('e').pop(), 9, at(domain), at(enemies)) == leans


def test_the_only_point_of_a_board_is_nobodys():
    """It has nothing beside it to lean on."""
    eyes = make_domains(new_board(1), set(), lambda pos: True, lambda pos, color: True)
    assert not any(one.points for one in eyes)


def test_influence_does_not_lean_on_the_first_line():
    """Under a stone on the third line, nothing leaks along the edge."""
    board = drawn('''. . . . . . .
                     . . . . . . .
                     X X X O X X X
                     . . . . . . .''', 7)
    domain = {row_col(pos) for pos in primary_domain(board, WHITE, all_stones(board))}
    assert (1, 3) in domain and not {(0, 2), (0, 4), (1, 2), (1, 4)} & domain


@pytest.mark.parametrize('enemy,reached', [(None, True), ((0, 1), False), ((1, 1), False)])
def test_the_corner(enemy, reached):
    """A corner belongs to the domain of a point beside it, if no enemy is beside or across."""
    board = drawn('. . . . .\n. . . . .\nO . . . .\n. . . . .\n. . . . .', 5)
    if enemy:
        py_place_if_legal(board, point(*enemy), BLACK)
    assert (point(0, 0) in primary_domain(board, WHITE, all_stones(board))) == reached


def test_stones_that_are_not_lively_are_points_of_the_space():
    board = drawn('O O O O .\nO X . O .\nO O O O .\n. . . . .\n. . . . .', 5)
    dead, lively = point(1, 1), all_stones(board) - {point(1, 1)}
    _, white = domains(board, lively)
    assert picture(white, dead, board) == 'X.'
    assert dead not in domains(board)[1].points and dead not in domains(board, lively)[0].points


FALSE_MARGIN = '|. O O O O X X .\n|O O X . X . . .\n--------'


@pytest.mark.parametrize('invincible,safe,shape', [(True, False, 'X'), (False, False, 'X!'), (True, True, 'X!')])
def test_a_false_margin(invincible, safe, shape):
    """(X), not (X!): where X cannot stand, next to a string that cannot be attacked."""
    board = drawn(FALSE_MARGIN, 9)
    dead = parse_vertex('C1', 9)
    _, white = domains(board, all_stones(board) - {dead}, invincible, safe)
    assert picture(white, dead, board) == shape
    verdict = compute_eyes(board, white, {}, dead)
    assert str(verdict.value) == ('1111' if shape == 'X' else '0011')


EQUAL = {
    'open': '''. . . . . . . . . .
               . X X X X O O O O O O
               . . X . . . . . . . O
               . X X X X O O O O O O''',
    'half': '''. . . . . . . . . .
               . X . X X X O O O O O
               . . X . X O . . . . O
               . X . X X . O O O O O
               . . X . X X X X X X X''',
    'false': '''. . . . . . . . . .
                . X . X X X X O O O O O O
                . . X . X . O . . . . . O
                . X . X X X X O O O O O O''',
}


def test_a_half_eye_and_a_false_eye_are_like_a_margin():
    """The manual's shapes under "Graphs": {2|1} each."""
    values = {}
    for name, text in EQUAL.items():
        board = drawn(text, 13)
        found = optics.look(board)
        verdict = found.verdict(WHITE, found.eyes[WHITE].points[point(2, 8)].origin)
        values[name] = str(verdict.value)
        assert (verdict.attack != PASS) == (verdict.value.min_eyes != verdict.value.max_eyes)
    assert set(values.values()) == {'1122'}, values


def test_what_surrounds_a_space():
    board = drawn('O O O O .\nO . . O .\nX O O O .\n. . . . .\n. . . . .', 5)
    _, white = domains(board)
    assert find_eye_dragons(board, white, point(1, 1)) == [point(0, 0)]


def test_a_false_eye_becomes_a_margin():
    board = drawn('. O . .\nO O . .\n. . . .\n. . . .', 4)
    _, white = domains(board)
    eye = point(0, 0)
    assert not white.points[eye].marginal
    add_false_eye(white, eye)
    assert white.points[eye].marginal and not is_halfeye({}, eye) and not is_false_eye({}, eye)


def test_the_pessimistic_view():
    """One margin may cost an eye; two prisoners are one for certain; a weak string in the wall makes nothing certain."""
    board = drawn('O O O O O .\nO . . . O .\nO O O O O .\n. . . . . .\n. . . . . .\n. . . . . .', 6)
    _, white = domains(board)
    middle = point(1, 1)
    assert compute_eyes_pessimistic(board, white, {}, middle).least == 1
    assert compute_eyes_pessimistic(board, white, {}, middle, weak=[point(0, 1)]).least == 1
    white.points[point(1, 3)].marginal = True
    seen = compute_eyes_pessimistic(board, white, {}, middle)
    assert seen.least == 0 and str(seen.verdict.value) == '0111' and seen.verdict.attack == point(1, 3)


CHIMERA = '''
. . . . . . . . . .
. X X X X X . . . .
. X O O O X . . . .
. X O . O O X . . .
. X X . . O X . . .
. X X O O X X . . .
. X X X X X . . . .
'''


def test_the_chimera_of_the_manual():
    """{2|0}: two eyes for O if it plays first, none if X does, both at the same point."""
    found = optics.look(drawn(CHIMERA, 13))
    verdict = found.verdict(WHITE, found.eyes[WHITE].points[point(3, 3)].origin)
    assert str(verdict.value) == '0022' and verdict.attack == verdict.defence != PASS


FALSE_EYE = '''
. . . . . . . . .
. X X X O X X X .
. X X X O X X X .
. X . O X O . X .
. X X O . O X X .
. . X O X O X . .
. . X O O O X . .
. . X X X X X . .
. . . . . . . . .
'''


def test_a_captured_stone_in_a_false_eye_does_not_reach_out():
    """The upper X makes a false eye, but its own way out is shut while O's stone above it stands: O is sure of the eye below."""
    board = drawn(FALSE_EYE, 9)
    lively = all_stones(board) - {point(3, 4), point(5, 4)}
    _, white = domains(board, lively)
    false = Topology(4.0, [])
    add_false_eye(white, point(3, 4))
    assert str(compute_eyes(board, white, {point(3, 4): false}, point(3, 4)).value) == '1111'
    assert str(compute_eyes(board, white, {}, point(3, 4)).value) == '0011'


@pytest.mark.parametrize('text,shut', [
    ('''. X . . . .\nO . X . . .\n. O X . . .\nO . X . . .\n. X . . . .\nX . . . . .''', True),
    ('''. . . . . .\nX . X . . .\n. O . X . .\nX X X . . .\n. . . . . .\n. . . . . .''', False)])
def test_stones_shut_in_without_room_for_eyes_are_prisoners(text, shut):
    board = drawn(text, 6)
    by_stone = {stone: w for w in worms(board) for stone in w.stones}
    found = optics.shut_in(board, by_stone)
    assert {int(board['color'][pos]) for pos in found} <= {WHITE} and bool(found) == shut


def scattered(rng, size):
    board = new_board(size)
    for pos in rng.sample(all_points(size), size * size * 2 // 3):
        py_place_if_legal(board, pos, rng.choice((BLACK, WHITE)))
    board['ko'] = 0
    return board


@pytest.mark.parametrize('seed', [2, 4, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (0, 1, 3, 5))])
def test_turning_the_board_and_swapping_colours_change_no_verdict(seed):
    rng = random.Random(seed)
    size = rng.choice((5, 7))
    board = scattered(rng, size)
    here = seen(board, lambda pos: pos, lambda color: color)
    for symmetry in range(1, 8):
        image = new_board(size)
        for pos in all_points(size):
            if board['color'][pos]:
                assert py_place_if_legal(image, transform(pos, size, symmetry), other(int(board['color'][pos])))
        image['ko'] = 0
        assert seen(image, lambda pos, s=symmetry: transform(pos, size, s), other) == here


def seen(board, where, whose):
    """Per colour and point, in the original's points: margin or not and the value of the space."""
    found = optics.look(board)
    return {(pos, color): (eyes.points[where(pos)].marginal, str(found.verdict(whose(color), eyes.points[where(pos)].origin).value))
            for color in (BLACK, WHITE) for eyes in [found.eyes[whose(color)]] for pos in all_points(int(board['size']))
            if where(pos) in eyes.points}
