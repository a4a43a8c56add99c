"""Sekis: which lives have two eyes and which have not, against a twin in plain Python, in certificates, and on drawn boards."""
import random
from collections import Counter

import pytest

from owlgo.engine.checker.check import check
from owlgo.engine.checker.closed import Eyeless
from owlgo.engine.checker.rules import Position, Refused
from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.points import PASS, all_points, parse_vertex, point, transform
from owlgo.engine.core.result import LOSE, WIN
from owlgo.engine.core.tests.cases import few, tries
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.solver.certificate import certify
from owlgo.engine.solver.eyeless import keeps_from_eyes, shares
from owlgo.engine.solver.local_score import LocalScore, new_score
from owlgo.engine.solver.problem import Study
from owlgo.engine.solver.region import ATTACKER, DEFENDER
from owlgo.engine.solver.tests.test_problems import COUNT, problems

NODES = 50_000

RING = '''
    X X X X O . . . .
    X . . X O . . . .
    X O O X O . . . .
    X O O X O . . . .
    X X O X O . . . .
    O X X X O . . . .
    O O O O O . . . .
    . . . . . . . . .
    . . . . . . . . .
'''
"""Whoever takes one of the two liberties is taken at the other."""
TWO_EYES = '''
    . X X . X O .
    X O X X X O .
    X X . X O O .
    X X X O O . .
    O O O O . . .
    . . . . . . .
    . . . . . . .
'''
DEAD_STONE = '''
    . O . . . X O
    X X X X X X O
    O O O O O O O
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
'''
"""White's stone can be taken: Black needs no seki."""
ROOM = '''
    . . . . X O .
    X X X X X O .
    O O O O O O .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
'''
"""Four in a row are two eyes whoever moves first."""
MAKES = '''
    . O X . O . .
    O . X X O . .
    X X . X O . .
    X X X O O . .
    O O O O . . .
    . . . . . . .
    . . . . . . .
'''
"""White D7 leaves a seki; Black B6, first, takes what is in the corner."""


SURE = '''
    . O O O . X O . O
    X X X X X X O O O
    O O O O O O O O .
    . . . . . . . O O
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
'''
"""White's wall has two eyes at the right."""


def study_of(text, name, swap=False, symmetry=0):
    board = drawn(text, swap, symmetry)
    size = int(board['size'])
    return Study(board, transform(parse_vertex(name, size), size, symmetry), NODES)


def lives(study, side):
    verdict = study.verdict(side)
    return verdict.proved and verdict.result == (LOSE if side == ATTACKER else WIN)


def keeps(study, side):
    """Whether the attacker keeps the dragon from two eyes."""
    return keeps_from_eyes(study.region, side, NODES)[0] is not None


@pytest.mark.parametrize('text,name,attack,defence', [
    (RING, 'A9', True, True), (SURE, 'F8', True, True), (MAKES, 'B5', True, False), (TWO_EYES, 'B7', False, False),
    (DEAD_STONE, 'C6', False, False), (ROOM, 'A6', False, False)])
@pytest.mark.parametrize('swap,symmetry', few([(symmetry % 3 == 0, symmetry) for symmetry in range(8)], 2))
def test_who_lives_without_two_eyes_is_in_seki(text, name, attack, defence, swap, symmetry):
    """If either side moves first, in every corner and colour: two eyes, and stones that can be taken, are no seki."""
    study = study_of(text, name, swap, symmetry)
    assert lives(study, ATTACKER) and lives(study, DEFENDER)
    assert (keeps(study, ATTACKER), keeps(study, DEFENDER)) == (attack, defence)
    assert shares(study.region) or not defence


@pytest.mark.parametrize('number', few(range(COUNT), 5))
def test_the_collected_sekis_are_found(number):
    """In each of them neither side may move, and so it is seki whoever does."""
    (row, col), _, text = problems('seki')[number]
    study = Study(drawn(text), point(row, col), NODES)
    assert all(lives(study, side) and keeps(study, side) for side in (ATTACKER, DEFENDER))


def twin(study, side, most=20_000):
    """The same as ``keeps``, from all positions that follow, backwards from where the attacker has won; None if they are too many."""
    region = study.region
    count = len(region.points)
    area = Eyeless([int(near) for near in region.record['near'][:count]], int(region.record['goal']),
                   boundary=int(region.record['boundary']))
    start = Position(region.attackers, region.defenders, -1, 9), side
    after: dict = {}
    won, stack = set(), [start]
    while stack:
        node = position, mover = stack.pop()
        if node in after:
            continue
        if len(after) == most:
            return None
        after[node] = []
        loose, free = area.loose(position.attackers), position.ko < 0
        if not position.defenders & area.goal or area.doomed(position.attackers, position.defenders, area.all):
            won.add(node)
            continue
        if mover == DEFENDER and loose and free and area.living(position.defenders, position.attackers, area.boundary) & area.goal:
            continue
        moves = [one for k in range(count) if (one := area.move(position, k, mover == ATTACKER)) is not None]
        moves = [one for one in moves if mover == DEFENDER or one.ko < 0]
        if mover == ATTACKER and loose or mover == DEFENDER and not (loose and free):
            moves.append(position._replace(ko=-1))
        after[node] = [(one._replace(threats=9), 1 - mover) for one in moves]
        if not moves and mover == DEFENDER:
            won.add(node)
        stack += after[node]
    before = None
    while before != len(won):
        before = len(won)
        won |= {node for node, following in after.items()
                if following and (any if node[1] == ATTACKER else all)(one in won for one in following)}
    return start in won


def changed(study, pos, color):
    """A problem with another stone on one point, or none; None if that is no problem."""
    board = new_board(int(study.board['size']))
    stones = {p: color if p == pos else int(study.board['color'][p]) for p in all_points(int(board['size']))}
    if not all(py_place_if_legal(board, p, stone) for p, stone in stones.items() if stone):
        return None
    board['ko'] = PASS
    try:
        return Study(board, study.pos, NODES)
    except ValueError:
        return None


@pytest.mark.parametrize('seed', few(range(6), 1))
def test_the_search_agrees_with_all_positions(seed):
    """Of sekis in which one point was changed, and of what they come to, the twin says the same, yes and no."""
    rng, said = random.Random(seed), Counter[bool]()
    every = problems('seki')
    count = tries(1000)
    while said.total() < 24:
        next(count)
        (row, col), _, text = rng.choice(every)
        study = Study(drawn(text), point(row, col), NODES)
        other_one = changed(study, rng.choice([p for p in study.region.points if p != study.pos]), rng.randrange(3))
        for side in (ATTACKER, DEFENDER) if other_one is not None else ():
            known = twin(other_one, side, 3000) if lives(other_one, side) else None
            if known is not None:
                assert keeps(other_one, side) == known
                said[known] += 1
    assert min(said[True], said[False]) > 3


@pytest.mark.parametrize('seed', few(range(6), 1))
def test_in_a_seki_both_sides_stones_stay_on_the_board(seed):
    """Played out for area, a seki always costs the owner seven points of the region or more, two eyes seldom any."""
    rng, record, lost = random.Random(seed), new_score(), dict[bool, list[float]]({True: [], False: []})
    every = problems('seki')
    count = tries(1000)
    while sum(map(len, lost.values())) < 60:
        next(count)
        (row, col), _, text = rng.choice(every)
        study = Study(drawn(text), point(row, col), NODES)
        other_one = changed(study, rng.choice([p for p in study.region.points if p != study.pos]), rng.randrange(3))
        if other_one is None or not lives(other_one, DEFENDER):
            continue
        worth = LocalScore(other_one.region, record, 200_000).worth(DEFENDER)
        if worth is not None:
            lost[keeps(other_one, DEFENDER)].append(len(other_one.region.points) - worth.value)
    assert min(lost[True]) >= 7 and min(lost[False]) == 0


def written(text, name, side):
    """The certificate of a life in seki."""
    study = study_of(text, name)
    return certify(study.board, study.pos, side, study.verdict(side), study.solver, (), keeps_from_eyes(study.region, side, NODES)[0])


@pytest.mark.parametrize('side', [ATTACKER, DEFENDER])
def test_a_certificate_marks_a_seki(side):
    """Proved where the wall lives unconditionally, else if it holds; without the life it only says that there are no two eyes."""
    assert check(written(SURE, 'F8', side))[-1].startswith('proved: ') and 'it is seki' in check(written(SURE, 'F8', side))[-1]
    trusting = written(RING, 'A9', side)
    assert check(trusting)[-1].startswith('proved if the wall at E9 holds: ') and 'it is seki' in check(trusting)[-1]
    trusting['claims'] = trusting['claims'][-1:]
    assert 'makes no two eyes (' in check(trusting)[-1]


def test_a_false_seki_is_refused():
    """Of a dragon with two eyes, by an attacker who passes with nothing inside or has no answer, and with another grade."""
    def refused(certificate, why):
        with pytest.raises(Refused, match=why):
            check(certificate)

    seki = written(RING, 'A9', DEFENDER)
    refused(seki | {'claims': [seki['claims'][-1] | {'grade': 'proved'}]}, 'only holds if the wall at E9 holds')
    refused(seki | {'claims': [seki['claims'][-1] | {'winner': 'defender'}]}, 'needs the attacker as winner')
    refused(seki | {'claims': [seki['claims'][-1] | {'answers': {}}]}, 'no answer')
    refused(seki | {'claims': [{key: value for key, value in seki['claims'][-1].items() if key != 'eyeless'}]}, 'no answer')

    class Passes(dict):
        def get(self, key, default=None):
            return 'pass'

    for text, name, why in ((TWO_EYES, 'B7', 'without loose stones'), (DEAD_STONE, 'C6', 'without loose stones|has two eyes')):
        study = study_of(text, name)
        life = certify(study.board, study.pos, DEFENDER, study.verdict(DEFENDER), study.solver)
        refused(life | {'claims': [{'to_move': 'defender', 'threats': 9, 'winner': 'attacker', 'grade': 'proved if', 'eyeless': True,
                                    'answers': Passes()}]}, why)
