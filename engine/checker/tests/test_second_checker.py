"""Two checkers that share nothing: they agree, each stands alone, and both refuse what is no certificate."""
import ast
import functools
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from owlgo.engine.checker import second_checker
from owlgo.engine.checker.check import check
from owlgo.engine.checker.rules import Refused
from owlgo.engine.checker.second_checker import Wrong, verify
from owlgo.engine.checker.tests.agreement import compare
from owlgo.engine.solver.region import ATTACKER, DEFENDER
from owlgo.engine.solver.tests.test_certificate import certificate_of
from owlgo.engine.solver.tests.test_eyeless import RING, written
from owlgo.engine.solver.tests.test_oracle import THREE
from owlgo.engine.solver.tests.test_zone import gate_certificate

ROOM = Path(second_checker.__file__).parent
FIRST = [path for path in sorted(ROOM.glob('*.py')) if path.name != 'second_checker.py']


def imported(path):
    """The modules that a file imports."""
    tree = ast.parse(path.read_text('utf-8'))
    return {str(node.module) if isinstance(node, ast.ImportFrom) else node.names[0].name for node in ast.walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom)}


@pytest.mark.parametrize('seed,count', [(1, 6), *(pytest.param(seed, 60, marks=pytest.mark.slow) for seed in range(2, 6))])
def test_the_checkers_agree(seed, count):
    """``python -m owlgo.engine.checker.tests.agreement 1000`` does more."""
    counts, disputed = compare(random.Random(seed), count, 5)
    assert disputed == []
    assert counts['whole, accepted'] == count and min(counts['damaged, accepted'], counts['damaged, refused']) > count


def test_the_checker_is_short_and_stands_alone():
    """What a reader must trust: under 600 lines, and all that they import."""
    assert sum(len(path.read_text('utf-8').splitlines()) for path in FIRST) < 600
    own = {f'owlgo.engine.checker.{path.stem}' for path in FIRST}
    assert set().union(*map(imported, FIRST)) - own == {'collections.abc', 'typing'}


def test_the_second_checker_runs_alone(tmp_path):
    """A copy, without any packages: it accepts a certificate and refuses a damaged one."""
    program = tmp_path / 'alone.py'
    program.write_text((ROOM / 'second_checker.py').read_text('utf-8'), 'utf-8')
    good, bad, none, long = (tmp_path / name for name in ('good.json', 'bad.json', 'none.json', 'long.json'))
    certificate = gate_certificate()
    good.write_text(json.dumps([certificate, certificate_of(THREE, DEFENDER)]), 'utf-8')
    certificate['zones'][0]['claims'][0]['answers'] = {}
    bad.write_text(json.dumps(certificate), 'utf-8')
    none.write_text('{', 'utf-8')
    long.write_text(f'[{10_000 * "9"}, {{}}]', 'utf-8')
    found = [subprocess.run([sys.executable, '-I', '-S', str(program), str(file)], capture_output=True, text=True)
             for file in (good, bad, none, long)]
    assert [one.returncode for one in found] == [0, 1, 1, 1]
    assert 'the wall at D8 must hold' in found[0].stdout and len(found[0].stdout.splitlines()) == 2
    assert 'refused: no answer in' in found[1].stdout and 'refused' in found[2].stdout
    assert 'refused: not a certificate' in found[3].stdout and [one.stderr for one in found] == ['', '', '', '']


@functools.cache
def whole(kind):
    """A certificate of a kind, as text."""
    return json.dumps({'closed': lambda: certificate_of(THREE, ATTACKER), 'seki': lambda: written(RING, 'A9', DEFENDER),
                       'open': gate_certificate}[kind]())


@pytest.mark.parametrize('kind,path,value', [
    ('closed', ['aim'], 'x'), ('closed', ['claims', 0, 'eyes'], True), ('closed', ['claims', 0, 'threats'], 9.5),
    ('closed', ['claims', 0, 'threats'], True), ('closed', ['claims', 0, 'passed'], 1), ('closed', ['claims', 0, 'grade'], 'certain'),
    ('closed', ['size'], True), ('closed', ['goal'], {'connect': ['A1']}), ('closed', ['goal'], {}),
    ('closed', ['goal'], {'all': ['B7'], 'connect': ['B7']}), ('open', ['goal'], {'all': 'A9'}), ('open', ['goal'], {'connect': 5}),
    ('closed', ['goal'], ['B7', 'B7']), ('closed', ['ko'], 'E5'),
    ('closed', ['ko'], 3), ('seki', ['claims', -1, 'winner'], 'defender'), ('open', ['zones', 0, 'eyeless'], True),
    ('open', ['zones', 0, 'claims', 0, 'eyeless'], True), ('open', ['zones', 0, 'trusting'], None), ('open', ['goal'], {'any': ['A9']})])
def test_both_refuse_what_is_no_certificate(kind, path, value):
    """Unknown keys and goals, other types, points that stand twice, kos that are none."""
    damaged = json.loads(whole(kind))
    assert check(damaged) and verify(damaged)
    inner = damaged
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    with pytest.raises(Refused):
        check(damaged)
    with pytest.raises(Wrong):
        verify(damaged)


def test_a_dragon_that_was_taken_does_not_live():
    """D9 and E9 are in atari.  The defender passes until the attacker has no move left: he has not won."""
    passes = {f'{stones} - 0': 'pass' for stones in ('A..', 'AA.', 'A.A', 'AAA')}
    claim = {'to_move': 'attacker', 'threats': 0, 'winner': 'defender', 'grade': 'proved', 'answers': passes}
    dead = {'format': 'owlgo certificate 2', 'size': 9, 'attackers': 'B9 F9 B8 C8 D8 E8 F8 B7 C7 D7'.split(), 'defenders': ['D9', 'E9'],
            'ko': None, 'target': 'D9', 'safe': [], 'points': ['C9', 'D9', 'E9'], 'goal': ['D9', 'E9'], 'claims': [claim]}
    with pytest.raises(Refused, match='the attacker has what he wants in A.. - 0'):
        check(dead)
    with pytest.raises(Wrong, match='the loser has reached his goal'):
        verify(dead)


APART = """
    O X O . . . .
    . X X X X . .
    . X . X . X .
    . X X X X X .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""


def test_stones_at_the_rim_may_be_connected_outside():
    """In a zone of A7 to C7 Black keeps White's stones apart.  On the board White goes round."""
    stones = {color: [f'{"ABCDEFG"[x]}{7 - y}' for y, row in enumerate(APART.split('\n')[1:]) for x, sign in enumerate(row.split())
                      if sign == color] for color in 'XO'}
    zone = {'winner': 'defender', 'grade': 'proved', 'points': ['A7', 'B7', 'C7'], 'safe': [], 'trusting': True, 'posts': [],
            'claims': [{'to_move': 'attacker', 'threats': 0, 'answers': {}}]}
    apart = {'format': 'owlgo open certificate 2', 'size': 7, 'attackers': stones['O'], 'defenders': stones['X'], 'ko': None,
             'target': 'A7', 'goal': {'connect': ['A7', 'C7']}, 'zones': [zone]}
    with pytest.raises(Refused, match='the attacker has what he wants in ADA - 0'):
        check(apart)
    with pytest.raises(Wrong, match='the loser has reached his goal'):
        verify(apart)


def test_a_stone_that_was_to_be_connected_is_not_put_back():
    """B3 connects A3 and C3.  If the defender plays there first, A3 is taken, and the attacker has lost."""
    answers = dict.fromkeys(('A.AD.A.AA - 0', 'A.ADDA.AA - 0', 'A.AD.ADAA - 0'), 'B3')
    claim = {'to_move': 'attacker', 'threats': 0, 'answers': answers}
    zone = {'winner': 'attacker', 'grade': 'proved', 'points': 'A3 B3 C3 A2 B2 C2 A1 B1 C1'.split(), 'safe': [], 'trusting': False,
            'posts': [], 'claims': [claim]}
    joins = {'format': 'owlgo open certificate 2', 'size': 3, 'attackers': 'A3 C3 C2 B1 C1'.split(), 'defenders': ['A2'], 'ko': None,
             'target': 'A3', 'goal': {'connect': ['A3', 'C3']}, 'zones': [zone]}
    assert check(joins) and verify(joins)
    claim['to_move'] = 'defender'
    with pytest.raises(Refused, match='the defender has what he wants in .DAD.A.AA - 0'):
        check(joins)
    with pytest.raises(Wrong, match='the loser has reached his goal'):
        verify(joins)


def test_an_unknown_goal_and_an_unknown_key_are_named():
    with pytest.raises(Refused, match='the goal has an unknown key: "live"'):
        check({**json.loads(whole('closed')), 'goal': {'all': ['A1'], 'live': ['B1']}})
    with pytest.raises(Refused, match='unknown key: "aim"'):
        check({**json.loads(whole('closed')), 'aim': 'eyes'})
