"""Cuts and facts of dragons: against plain twins, and on turned boards."""
import random

import numpy as np
import pytest

from owlgo.engine.constraints import helpers
from owlgo.engine.constraints.interpreter import py_holds
from owlgo.engine.core.facts import ALIVE, ALWAYS, OF_CONNECTIONS, OF_GOAL, UNDECIDED, Kind, bits, new_facts
from owlgo.engine.core.points import BLACK, DIAGONALS, NEIGHBOURS, WHITE, all_points, other, parse_vertex, transform
from owlgo.engine.core.result import WIN
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import amalgamate, cuts, escape, fill_facts
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


def touching(board, stones, diagonally=False):
    """The stones beside some others; ``diagonally`` also at their corners."""
    steps = (*NEIGHBOURS, *DIAGONALS) if diagonally else NEIGHBOURS
    return {stone + step for stone in stones for step in steps if board['color'][stone + step] in (BLACK, WHITE)} - set(stones)


@pytest.mark.parametrize('seed', range(8))
def test_lunches_friends_and_escape_the_plain_way(seed):
    rng = random.Random(seed)
    board = twin.random_board(rng, 9, rng.choice([0.5, 0.6]))
    sight = fill_facts.TacticalFacts(board, as_reader(10))
    for dragon in rng.sample(sight.dragons.every, 3):
        goal = amalgamate.group(board, dragon.origin, Workspace())
        f = new_facts()
        fill_facts.fill(f, sight, bits(Kind.LUNCHES, Kind.FRIENDS, Kind.ESCAPE), goal)
        friends = [d for d in sight.dragons.every if d.color == dragon.color and not set(d.stones) & set(goal)]
        living = {stone for d in friends if d.crude_status == ALIVE for stone in d.stones}
        assert set(np.flatnonzero(f['strong'])) == living
        reached = escape.values(board, goal)
        for d in friends:
            strong = d.crude_status == UNDECIDED and d.weakness <= helpers.WEAK_FROM
            for stone in d.stones:
                assert f['escape'][stone] == (6 if stone in living else 4 if strong else reached[stone])
        empty = [pos for pos in all_points(9) if board['color'][pos] == 0]
        assert (f['escape'][empty] == reached[empty]).all()
        for w in sight.worms:
            eaten = w.color != dragon.color and bool(w.attacks) and not w.inessential and bool(touching(board, w.stones, True) & set(goal))
            links = bool(touching(board, w.stones) & living)
            most = 0 if not eaten else 2 if links or len(w.stones) > 2 else 1
            assert {(int(f['lunch'][stone]), int(f['chain_eyes'][stone])) for stone in w.stones} <= \
                {(int(eaten), most)} | ({(1, 0)} if most == 1 and len(w.stones) == 1 else set())


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
PLAIN = ('goal', 'escape', 'marginal', 'half_eye', 'lunch', 'chain_eyes', 'strong', 'attack_code', 'defence_code', 'effective_size',
         'cutstone', 'inessential', 'status', 'weakness', 'dragon_size', 'surrounded')
COLORS = ('eye_color', 'territory', 'moyo', 'area')
BY_SPACE = ('eye_min', 'eye_probable', 'eye_max', 'eye_size')


def seen(symmetry: int, swap: bool, goal: str) -> dict[str, list]:
    """Facts of the board turned and with colours exchanged, as they are without that."""
    board = drawn(FIGHT, swap, symmetry)
    stones = amalgamate.group(board, transform(parse_vertex(goal, 9), 9, symmetry), Workspace())
    f = new_facts()
    fill_facts.fill(f, fill_facts.TacticalFacts(board, as_reader(10)), OF_GOAL, stones)
    order = [transform(pos, 9, symmetry) for pos in all_points(9)]
    exchanged = [0, WHITE, BLACK] if swap else [0, BLACK, WHITE]
    found = {name: np.round(f[name][order], 3).tolist() for name in PLAIN}
    found |= {name: [exchanged[color] for color in f[name][order]] for name in COLORS}
    found |= {name: f[name][f['owl_eye'][order]].tolist() for name in BY_SPACE}
    return found | {f'cut {color}': f['cut'][exchanged[color]][order].tolist() for color in (BLACK, WHITE)}


@pytest.mark.parametrize('symmetry', [3, 6, *(pytest.param(k, marks=pytest.mark.slow) for k in (0, 1, 2, 4, 5, 7))])
@pytest.mark.parametrize('goal', ['F8', 'C5'])
def test_turned_boards_have_turned_facts(goal, symmetry):
    wanted = seen(0, False, goal)
    for swap in (False, True):
        found = seen(symmetry, swap, goal)
        assert {name for name in wanted if found[name] != wanted[name]} == set(), swap


def test_those_facts_say_something():
    wanted = seen(0, False, 'F8')
    assert {name for name, values in wanted.items() if len(set(values)) == 1} <= {'inessential', 'strong', 'cut 1', 'cut 2'}
