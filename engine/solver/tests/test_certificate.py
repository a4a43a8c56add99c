"""Certificates: what the solver proves can be checked without it, and what is damaged is refused or still true."""
import copy
import random
import re

import pytest

from owlgo.engine.checker.check import check
from owlgo.engine.checker.rules import Refused
from owlgo.engine.core.points import point
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.solver.certificate import certify
from owlgo.engine.solver.region import ATTACKER, DEFENDER, enclose
from owlgo.engine.solver.solver import Solver
from owlgo.engine.solver.tests.mutations import is_true, random_certificate, try_out
from owlgo.engine.solver.tests.test_oracle import BENT, EYES, SQUARE, THREE, first_stone
from owlgo.engine.solver.tests.test_problem import SIX


def certificate_of(text, side, most_threats=9):
    """The certificate of a drawn position."""
    board, pos = drawn(text), point(*first_stone(text))
    solver = Solver(enclose(board, pos), 1 << 30, most_threats)
    return certify(board, pos, side, solver.verdict(side), solver)


VOUCHED = '''
    . O O X O . .
    X X X X O . .
    O O O O . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .'''


@pytest.mark.parametrize('text,side,winner', [
    (THREE, ATTACKER, 'attacker'), (THREE, DEFENDER, 'defender'), (EYES, ATTACKER, 'defender'), (EYES, DEFENDER, 'defender'),
    (SQUARE, DEFENDER, 'attacker'), (BENT, ATTACKER, 'attacker')])
def test_what_is_proved_is_checked(text, side, winner):
    certificate = certificate_of(text, side)
    assert [claim['winner'] for claim in certificate['claims']] == [winner]
    assert winner in check(certificate)[0]


@pytest.mark.parametrize('seed', [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 10))])
def test_damaged_certificates_are_refused_or_true(seed):
    """``python -m owlgo.engine.solver.tests.mutations 10000`` does more."""
    rng = random.Random(seed)
    certificate = random_certificate(rng)
    assert check(certificate) and is_true(certificate)
    try_out(rng, certificate, 20)


def test_a_certificate_with_two_claims_for_a_ko():
    certificate = certificate_of(SIX, ATTACKER)
    assert len(certificate['claims']) == 2
    first, second = certificate['claims']
    assert abs(first['threats'] - second['threats']) == 1 and first['winner'] != second['winner']
    assert len(check(certificate)) == 2


@pytest.mark.parametrize('change,message', [
    (lambda c: c.update(format='x'), 'not a certificate'), (lambda c: c.pop('target'), 'has no "target"'),
    (lambda c: c.update(size=99), 'size'),
    (lambda c: c.update(target='A1'), 'the target is no stone'), (lambda c: c['points'].pop(), 'region'),
    (lambda c: c['claims'][0].update(winner='nobody'), 'no such side'), (lambda c: c['claims'][0].update(answers={}), 'no answer'),
    (lambda c: c['attackers'].append('Z9'), 'not on the board'), (lambda c: c.update(claims=3), 'wrong type for "claims"'),
    (lambda c: c.update(claims=[]), 'claims nothing'), (lambda c: c['goal'].remove(c['target']), 'the goal is no part')])
def test_what_is_no_certificate(change, message):
    certificate = copy.deepcopy(certificate_of(THREE, ATTACKER))
    change(certificate)
    with pytest.raises(Refused, match=message):
        check(certificate)


@pytest.mark.parametrize('vertex', ['', [], None, 3, {}, 'A', 'A0', 'AA'])
@pytest.mark.parametrize('key', ['attackers', 'defenders', 'safe', 'goal', 'points'])
def test_what_is_no_vertex(key, vertex):
    certificate = copy.deepcopy(certificate_of(THREE, ATTACKER))
    certificate[key].append(vertex)
    with pytest.raises(Refused):
        check(certificate)
    if vertex is not None:
        with pytest.raises(Refused):
            check({**certificate_of(THREE, ATTACKER), 'target': vertex, 'ko': vertex})


def test_a_wall_by_somebodys_word_is_named():
    """O's stones in the middle have no liberty outside; where they are taken to be safe a kill holds only as long as they do."""
    board = drawn(VOUCHED)
    dragon, declared = point(1, 0), [point(0, 2), point(0, 1)]
    found = []
    for safe in ([], declared):
        solver = Solver(enclose(board, dragon, safe))
        found.append(check(certify(board, dragon, ATTACKER, solver.verdict(ATTACKER), solver, safe))[0])
    assert found[0].startswith('proved if the walls at E7 and A5 hold, and capture is the end: ')
    assert re.match('proved if the walls? at .*B7.* holds?, and capture is the end: attacker to move.*: the attacker wins [(]', found[1])


def test_a_kill_is_not_called_proved_while_its_wall_may_be_taken():
    """The checker finds out by itself which strings do not live, and names them; against the word of the certificate."""
    certificate = certificate_of(THREE, ATTACKER)
    claim = certificate['claims'][0]
    assert claim['grade'] == 'proved if' and check(certificate)[0].startswith('proved if the wall')
    claim['grade'] = 'proved'
    with pytest.raises(Refused, match='it is called proved, and that only holds if the walls? at [A-J1-9, and]+ holds?'):
        check(certificate)
    claim['grade'] = 'certain'
    with pytest.raises(Refused, match='no such grade: certain'):
        check(certificate)


def test_a_kill_is_proved_where_the_wall_lives_and_nothing_is_only_captured():
    """O has two eyes.  Two points are no room for two eyes of X; three are filled and taken, and what follows is not looked at."""
    for text, proved in ((LIVING_WALL, True), (LIVING_WALL.replace('. . X O .', '. . . X O').replace('X X X O O', 'X X X X O'), False)):
        certificate = certificate_of(text, ATTACKER)
        assert check(certificate)[0].startswith('proved if capture is the end: attacker to move')
        certificate['claims'][0]['grade'] = 'proved'
        if proved:
            assert check(certificate)[0].startswith('proved: attacker to move') and 'the attacker wins' in check(certificate)[0]
        else:
            with pytest.raises(Refused, match='no answer in'):
                check(certificate)


LIVING_WALL = '''
    . . X O . O .
    X X X O O O .
    O O O O O . .
    . O . O . . .
    O O O O . . .
    . . . . . . .
    . . . . . . .'''
"""X has two points, and O, whose stones hang together, has two eyes."""
UNDER_THE_STONES = '''
    X X X X X X X X X O . O .
    X X X X X X X X X O O O .
    X X X X X X X X X O . O .
    X X X X X X X X X O O . .
    X X X X X X X X X O . . .
    X X X X X X X X X O . . .
    X X X X X X X X . O . . .
    O O O O O O O O O O . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .'''
"""O, who has two eyes, takes X when he likes; X then plays first in a corner of seven by nine points, and lives there."""
BESIDE = '''
    . X . X . X O
    X X X X . O O
    O O O O O O O
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .'''
"""X has two eyes, and beside them a stone that is lost."""


def test_a_kill_is_not_proved_where_two_eyes_may_be_under_the_stones():
    """The dragon has no room beside its own stones, and much where they stand."""
    certificate = certificate_of(UNDER_THE_STONES, DEFENDER)
    assert check(certificate)[0].startswith('proved if capture is the end: defender to move')
    certificate['claims'][0]['grade'] = 'proved'
    with pytest.raises(Refused, match='no answer in'):
        check(certificate)


def test_the_dragon_is_part_of_the_goal_and_the_goal_is_named():
    """A stone that is taken says nothing of the dragon beside it."""
    certificate = certificate_of(BESIDE, ATTACKER)
    assert 'the defender wins (' in check(certificate)[0]
    whole = certificate['points']
    certificate['goal'] = [name for name in whole if name != 'F7']
    assert f'the defender wins, the goal being {" ".join(certificate["goal"])} (' in check(certificate)[0]
    key = ''.join('D' if name in certificate['defenders'] else '.' for name in whole)
    certificate.update(goal=['F7'], claims=[{'to_move': 'attacker', 'winner': 'attacker', 'grade': 'proved if', 'threats': 9,
                                             'answers': {f'{key} - 9': 'E7'}}])
    with pytest.raises(Refused, match='the goal is no part'):
        check(certificate)
    certificate['target'] = 'F7'
    assert 'the attacker wins, the goal being F7 (' in check(certificate)[0]


def test_an_attack_that_goes_round_in_a_circle_is_refused():
    """Two eyes against an attacker who answers everything by a pass: none of his answers is bad but that it leads nowhere."""
    class Always(dict[str, str]):
        def get(self, position, default=None):
            return 'pass'
    certificate = certificate_of(BESIDE, ATTACKER)
    certificate['claims'] = [{'to_move': 'attacker', 'winner': 'attacker', 'grade': 'proved if', 'threats': 0, 'answers': Always()}]
    with pytest.raises(Refused, match='the attacker goes round in a circle'):
        check(certificate)


@pytest.mark.parametrize('point', ['A6', 'C6'])
def test_three_points_are_room_for_two_eyes(point):
    """A stone at an end of them kills nobody, whatever the defender does next."""
    certificate = copy.deepcopy(certificate_of(THREE, ATTACKER))
    answers = certificate['claims'][0]['answers']
    assert answers['...DDDDD - 9'] == 'B6'
    answers['...DDDDD - 9'] = point
    with pytest.raises(Refused, match='no answer in'):
        check(certificate)


def test_that_the_defender_may_pass_is_asked_too():
    """Whoever fills an eye of his two has one left: every move loses, but he need not move."""
    certificate = certificate_of('''
        . X . X O
        X X X X O
        O O O O O
        . . . . .
        . . . . .''', ATTACKER)
    assert 'the defender wins (' in check(certificate)[0]
    certificate['claims'] = [{'to_move': 'defender', 'winner': 'attacker', 'grade': 'proved if', 'threats': 0, 'answers': {}}]
    with pytest.raises(Refused, match='no answer in'):
        check(certificate)


def test_what_is_not_proved_has_no_certificate():
    board, pos = drawn(SQUARE), point(*first_stone(SQUARE))
    solver = Solver(enclose(board, pos), 3)
    with pytest.raises(ValueError, match='not proved'):
        certify(board, pos, ATTACKER, solver.verdict(ATTACKER), solver)
