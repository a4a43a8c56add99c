import random

import numpy as np
import pytest

from owlgo.engine.core.points import PASS, all_points, other, point, transform, vertex
from owlgo.engine.core.result import KO_A, LOSE, WIN
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import amalgamate
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.life import reading
from owlgo.engine.life.move_prior import new_record
from owlgo.engine.owl.limits import Means
from owlgo.engine.solver.region import ATTACKER, DEFENDER, enclose
from owlgo.engine.solver.solver import Solution, Solver
from owlgo.engine.solver.tests.test_oracle import SQUARE, first_stone

GAP = '''
    . . X . . . . . .
    X X X O . . . . .
    O O O O . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
'''
ROOM = '''
    . . . . X . . . .
    X X X X X O . . .
    O O O O O O . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
'''
RUNNER = '''
    . . . . . . . . .
    . . X O . . . . .
    . . X O . . . . .
    . . . O . . . . .
    X . . . . . . . .
    X X . . . . . . .
    . . . . . . X . .
    . . . . . . . . .
    . . . . . . . . .
'''


def first(board, color):
    return min(pos for pos in all_points(int(board['size'])) if board['color'][pos] == color)


def shown(region, board):
    size = int(board['size'])
    rows = []
    for row in range(size):
        line = ''
        for pos in all_points(size)[row * size:(row + 1) * size]:
            k = region.points.index(pos) if pos in region.points else -1
            boundary, out = (int(region.record[name]) >> k & 1 if k >= 0 else 0 for name in ('boundary', 'escape'))
            line += '#' if k < 0 else 'b' if boundary and out else 'd' if boundary else 'e' if out else 'i'
        rows.append(line)
    return rows


def test_an_arena_is_what_the_dragon_reaches_with_a_safe_boundary_and_escapes():
    board = drawn(RUNNER)
    region = reading.Arenas(Goal(board, first(board, 1), Workspace()), Means(Workspace())).draw(1, 1)
    assert region is not None
    assert shown(region, board)[:4] == ['##d######', '#bd######', '#ed######', '##b######']


@pytest.mark.parametrize('swap', [False, True])
@pytest.mark.parametrize('symmetry', range(8))
@pytest.mark.parametrize('text, attack, defence', [(GAP, (WIN, 'D9'), (LOSE, 'PASS')), (ROOM, (LOSE, 'PASS'), (WIN, 'PASS'))])
def test_readings_of_open_dragons(text, attack, defence, symmetry, swap):
    board = drawn(text, swap, symmetry)
    color = 2 if swap else 1
    size = int(board['size'])
    target = transform(first(drawn(text), 1), size, symmetry)
    assert board['color'][target] == color != other(color)
    for side, (result, move) in ((ATTACKER, attack), (DEFENDER, defence)):
        found = reading.read(Goal(board, target, Workspace()), side, 50_000, Means(Workspace()))
        assert found is not None and found.certain
        assert found.result == result
        expected = move if move == 'PASS' else vertex(transform(reading_point(move, size), size, symmetry), size)
        assert (vertex(found.move, size) if found.move else 'PASS') == expected


def reading_point(name, size):
    return next(pos for pos in all_points(size) if vertex(pos, size) == name)


def test_the_same_nodes_are_searched_however_the_board_lies():
    boards = [drawn(GAP, swap, symmetry) for swap in (False, True) for symmetry in range(8)]
    targets = [transform(first(drawn(GAP), 1), 9, symmetry) for swap in (False, True) for symmetry in range(8)]
    means = Means(Workspace())
    found = {read.nodes for board, target in zip(boards, targets, strict=True)
             if (read := reading.read(Goal(board, target, means.workspace), ATTACKER, 3000, means))}
    assert len(found) == 1


def test_an_empty_point_is_no_dragon():
    board = drawn(GAP)
    with pytest.raises(ValueError):
        reading.read(Goal(board, first(board, 0), Workspace()), ATTACKER, 1000, Means(Workspace()))


def test_what_runs_out_of_nodes_is_uncertain():
    board = drawn(RUNNER)
    found = reading.read(Goal(board, first(board, 1), Workspace()), DEFENDER, 2000, Means(Workspace()))
    assert found is not None and not found.certain and found.nodes >= 2000


def test_an_arena_that_is_finished_on_the_last_node_is_not_the_last():
    """The smallest says that this dragon dies, and all nodes are spent."""
    found = reading.read(Goal(drawn(GAP), first(drawn(GAP), 1), Workspace()), DEFENDER, 4, Means(Workspace()))
    assert found is not None and found.nodes == 4 and not found.certain


def test_the_threat_is_one_to_the_friends_too(monkeypatch):
    """That nothing need be done is asked again for the attacker to move, about the same stones."""
    asked = []
    monkeypatch.setattr(reading, 'read', lambda *question: asked.append(question))
    monkeypatch.setattr(reading, 'NEEDS', 8)
    board, friend = drawn(RUNNER), reading_point('A5', 9)
    reading.read_arenas(Goal(board, first(board, 1), Workspace()), DEFENDER, 40, Means(Workspace()), friends=[friend])
    assert [(question[1], question[-1]) for question in asked] == [(ATTACKER, [friend])]


@pytest.mark.parametrize('seed', range(12))
def test_readings_do_not_depend_on_how_the_board_lies(seed):
    """A dragon of a random position, open as it comes: the same verdict, move and nodes with the board turned and the colours swapped."""
    rng = random.Random(seed)
    stones = {}
    for pos in rng.sample(list(all_points(11)), 52):
        stones[pos] = rng.choice('XO')
    rows = [' '.join(stones.get(pos, '.') for pos in list(all_points(11))[row * 11:(row + 1) * 11]) for row in range(11)]
    text, symmetry, swap = '\n'.join(rows), rng.randrange(8), bool(rng.randrange(2))
    plain, turned = drawn(text), drawn(text, swap, symmetry)
    means = Means(Workspace())
    pos = max((pos for pos in all_points(11) if plain['color'][pos]), key=lambda pos: len(amalgamate.group(plain, pos, means.workspace)))
    for side in (ATTACKER, DEFENDER):
        one = reading.read(Goal(plain, pos, means.workspace), side, 6000, means)
        two = reading.read(Goal(turned, transform(pos, 11, symmetry), means.workspace), side, 6000, means)
        assert (one is None) == (two is None)
        if one is None or two is None:
            continue
        assert (one.result, one.nodes, one.certain) == (two.result, two.nodes, two.certain)
        assert (transform(one.move, 11, symmetry) if one.move else 0) == two.move


OR_A_KO = '''
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . O . . .
    . . . . . . . X X
    . . . . X X . O O
    . . . O . . . O .
'''
"""X takes the corner at G3, and at E1 with enough ko threats."""


def test_a_usual_move_does_not_make_a_ko_of_what_is_clean():
    board, means = drawn(OR_A_KO), Means(Workspace())
    clean, usual = reading_point('G3', 9), reading_point('E1', 9)
    region = reading.Arenas(Goal(board, reading_point('E2', 9), means.workspace), means).draw(2, 2)
    assert region is not None
    solver = Solver(region, 20_000, reading.THREATS, guess=True, cutoffs=means.limits.cutoffs)
    best = solver.read(DEFENDER)
    assert (best.result, best.proved, best.move) == (WIN, True, clean)
    prior = new_record()
    prior['listed'][DEFENDER, usual] = prior['score'][DEFENDER, usual] = 1
    assert reading._usual_move(prior, solver, best._replace(proved=False), DEFENDER) == usual
    assert reading._usual_move(prior, solver, best, DEFENDER) == clean


@pytest.mark.parametrize('result,side,width,is_open,holds', [
    (WIN, ATTACKER, 5, True, True), (LOSE, DEFENDER, 5, True, True), (WIN, ATTACKER, 4, True, False), (WIN, ATTACKER, 7, False, False),
    (WIN, DEFENDER, 4, False, True), (LOSE, ATTACKER, 4, False, True), (WIN, DEFENDER, 7, True, False), (LOSE, ATTACKER, 3, False, False),
    (KO_A, ATTACKER, 7, True, False)])
def test_what_arenas_agreed_on_is_certain_in_some_cases(result, side, width, is_open, holds):
    """A kill where the dragon had a way out, and life where it had none."""
    region = enclose(drawn(SQUARE), point(*first_stone(SQUARE)))
    region.record['escape'] = np.uint64(is_open)
    assert reading._holds(Solver(region, 10), result, side, width) == holds


@pytest.mark.parametrize('told,certain', [
    ([LOSE, LOSE], False), ([LOSE, LOSE, LOSE], True), ([LOSE, LOSE, WIN, LOSE, LOSE], False), ([WIN, LOSE, LOSE, LOSE], True)])
def test_three_arenas_in_a_row_must_agree_where_a_larger_one_is_unfinished(told, certain, monkeypatch):
    """Nothing is read: the arenas answer what they are told, and the last one does not."""
    class Told(Solver):
        def read(self, side, likely=WIN):
            settled = len(answers) > 0
            return Solution(answers.pop(0) if settled else LOSE, PASS, 0, settled, 0, settled=settled)

    answers = list(told)
    monkeypatch.setattr(reading, 'Solver', Told)
    monkeypatch.setattr(reading, '_holds', lambda *_: True)
    board = drawn(RUNNER)
    found = reading.read(Goal(board, first(board, 1), Workspace()), ATTACKER, 1000, Means(Workspace()))
    assert not answers and found is not None and (found.result, found.certain) == (LOSE, certain)
