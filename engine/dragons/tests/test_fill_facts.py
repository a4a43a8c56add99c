"""Cuts and facts of dragons: against plain twins, and on turned boards."""
import random

import numpy as np
import pytest

from owlgo.engine.constraints import helpers
from owlgo.engine.constraints.interpreter import py_holds
from owlgo.engine.core.facts import ALWAYS, OF_CONNECTIONS, OF_DRAGONS, OF_GOAL, Kind, bits, new_facts
from owlgo.engine.core.points import BLACK, WHITE, all_points, other, transform
from owlgo.engine.core.result import WIN
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.dragons import cuts, fill_facts
from owlgo.engine.read.inner import new_inner_record
from owlgo.engine.read.reader import as_reader
from owlgo.patterns.compile import class_bit, instances
from owlgo.patterns.library import LIBRARY
from owlgo.patterns.match import new_matches, py_find_matches
from owlgo.patterns.tests import twin
from owlgo.patterns.vocabulary import HELPERS

R, W, M = new_inner_record(), helpers.new_run(), new_matches()


def safe(board, move, color, f):
    W['color'], W['n'] = color, 1
    W['arg'][0] = move
    return helpers.py_ask_helper(board, R, f, W, HELPERS['safe_omove'].opcode) == WIN


def plain_cuts(board):
    """Where each colour can cut: the move of every match of class B, if it is safe."""
    loaded = LIBRARY.get('conn')
    t, f = loaded.tables, new_facts()
    found: dict[int, set[int]] = {BLACK: set(), WHITE: set()}
    for color in found:
        M['by_goal'] = 0
        py_find_matches(board, t, M, color)
        for k in range(int(M['n'])):
            instance, anchor, move = (int(M[field][k]) for field in ('instance', 'anchor', 'move'))
            assert '!' not in ''.join(loaded.pattern(loaded.names[int(t['pattern'][instance])]).rows)
            if int(t['classes'][t['pattern'][instance]]) & class_bit('B') and py_holds(board, R, f, t, W, instance, anchor, color) and \
                    safe(board, move, other(color), f):
                found[other(color)].add(move)
    return found


def test_cuts_are_those_of_the_matches():
    f = new_facts()
    count = 0
    for seed in range(12):
        board = twin.random_board(random.Random(seed), 9, 0.3)
        before = board['hash'], board['ko'], board['stackp']
        cuts.fill_cuts(board, f, R, M, W)
        assert before == (board['hash'], board['ko'], board['stackp'])
        wanted = plain_cuts(board)
        assert {color: set(np.flatnonzero(f['cut'][color])) for color in wanted} == wanted
        count += sum(map(len, wanted.values()))
    assert count > 20
    assert int(f['known']) == ALWAYS | bits(Kind.CUTS)


def test_our_own_connections_need_no_facts():
    f = new_facts()
    f['known'] = OF_GOAL
    cuts.fill(twin.random_board(random.Random(1), 9, 0.3), f, R, M, W)
    assert int(f['known']) == ALWAYS and not LIBRARY.get('conn').needs & ~ALWAYS & OF_CONNECTIONS
    assert len(instances(LIBRARY.get('conn').source().patterns[0], 0)) > 0


FIGHT = '''
    . X O . . O X . .
    . O . O . O X X .
    . X O . . O O X .
    . X . . . . . O .
    . . X . O . X . .
    X X O O . . X O .
    O X O . X . X O .
    O O X X . . O . O
    . O X . . . . O .
'''
PLAIN = ('attack_code', 'defence_code', 'effective_size',
         'cutstone', 'inessential', 'status', 'weakness', 'dragon_size', 'surrounded')
COLORS = ('eye_color', 'territory', 'moyo', 'area')


def seen(symmetry: int, swap: bool) -> dict[str, list]:
    """Facts of the board turned and with colours exchanged, as they are without that."""
    board = drawn(FIGHT, swap, symmetry)
    f = new_facts()
    fill_facts.fill(f, fill_facts.TacticalFacts(board, as_reader(10)), OF_DRAGONS)
    order = [transform(pos, 9, symmetry) for pos in all_points(9)]
    exchanged = [0, WHITE, BLACK] if swap else [0, BLACK, WHITE]
    found = {name: np.round(f[name][order], 3).tolist() for name in PLAIN}
    found |= {name: [exchanged[color] for color in f[name][order]] for name in COLORS}
    return found | {f'cut {color}': f['cut'][exchanged[color]][order].tolist() for color in (BLACK, WHITE)}


@pytest.mark.parametrize('symmetry', [3, 6, *(pytest.param(k, marks=pytest.mark.slow) for k in (0, 1, 2, 4, 5, 7))])
def test_turned_boards_have_turned_facts(symmetry):
    wanted = seen(0, False)
    for swap in (False, True):
        found = seen(symmetry, swap)
        assert {name for name in wanted if found[name] != wanted[name]} == set(), swap


def test_those_facts_say_something():
    wanted = seen(0, False)
    assert {name for name, values in wanted.items() if len(set(values)) == 1} <= {'inessential', 'cut 1', 'cut 2'}
