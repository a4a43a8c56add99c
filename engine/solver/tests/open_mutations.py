"""Certificates about zones of small boards, damaged at random: refused, or what they still claim is true of the whole board.

``python -m owlgo.engine.solver.tests.open_mutations COUNT [SEED]``
"""
import copy
import random
import sys
from typing import Any

import numpy as np

from owlgo.engine.checker.board import Board
from owlgo.engine.checker.check import check
from owlgo.engine.checker.zones import Zone
from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, neighbours, other, parse_vertex, vertex
from owlgo.engine.core.result import LOSE
from owlgo.engine.core.strings import string
from owlgo.engine.solver.certificate import certify_open
from owlgo.engine.solver.dfpn import End
from owlgo.engine.solver.ground import Ground
from owlgo.engine.solver.open_region import OpenProof
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NO_KO, NotEnclosed
from owlgo.engine.solver.solver import Solution, Solver
from owlgo.engine.solver.tests.agreement import ban_on, stands
from owlgo.engine.solver.tests.mutations import Guesses, Kind, main
from owlgo.engine.solver.tests.zones import NODES, all_but, full_board
from owlgo.engine.solver.zone import vouched, zone
from owlgo.engine.solver.zone_search import ZoneProof

SIZE = 5


def random_certificate(rng: random.Random) -> dict[str, Any]:
    """The certificate of something that is proved in a zone of a random board that is not all of it."""
    while True:
        board = full_board(rng, SIZE)
        stones = [p for p in all_points(SIZE) if board['color'][p] != EMPTY]
        if not stones:
            continue
        dragon, winner, side = string(board, rng.choice(stones)), rng.choice((ATTACKER, DEFENDER)), rng.choice((ATTACKER, DEFENDER))
        core, trusting = set(dragon), rng.random() < 0.5
        for _ in range(rng.randint(1, 5)):
            core |= {q for p in core for q in neighbours(p, SIZE) if rng.random() < 0.5}
        try:
            region = zone(Ground(board), core, winner, dragon, most_new=rng.choice((0, 6)), trusting=trusting)
        except NotEnclosed:
            continue
        region.record['played_on'] = winner == ATTACKER and not trusting
        solver = Solver(region, NODES)
        mine, threats = (End.ATTACKER_WON, 9) if winner == ATTACKER else (End.DEFENDER_WON, -9)
        if len(region.points) == SIZE * SIZE or \
                solver.settle(region.attackers, region.defenders, region.ko_for(side), side, threats) != mine:
            continue
        found = ZoneProof(winner, threats, region, solver, side, vouched(Ground(board), region, winner))
        proof = OpenProof(Solution(LOSE, PASS, 0, True, 0), (found,))
        try:
            return certify_open(board, dragon[0], [proof], NODES)
        except ValueError:
            continue


def mutated(rng: random.Random, certificate: dict[str, Any]) -> dict[str, Any]:
    """A copy with something changed."""
    damaged = copy.deepcopy(certificate)
    part = damaged['zones'][0]
    claim = part['claims'][0]
    answers, sides = claim['answers'], {'attacker': 'defender', 'defender': 'attacker'}
    board = [vertex(p, SIZE) for p in all_points(SIZE)]
    kind = rng.randrange(16)
    if kind < 3 and answers:
        answers[rng.choice(sorted(answers))] = rng.choice([*part['points'], 'pass', 'J1'])
    elif kind == 3 and answers:
        del answers[rng.choice(sorted(answers))]
    elif kind == 4:
        claim['threats'] += rng.choice((-1, 1))
    elif kind == 5:
        part['winner'] = sides[part['winner']]
    elif kind == 6:
        claim['to_move'] = sides[claim['to_move']]
    elif kind == 7:
        damaged['ko'] = rng.choice([*board, None])
    elif kind == 8:
        name = rng.choice(board)
        part['points'].remove(name) if name in part['points'] else part['points'].append(name)
    elif kind == 9:
        damaged['goal'] = [rng.choice(damaged['defenders']), *rng.sample(damaged['goal'], len(damaged['goal']) // 2)]
        damaged['target'] = damaged['goal'][0]
        damaged['goal'] = sorted(set(damaged['goal']))
    elif kind == 11:
        part['winner'], claim['answers'] = rng.choice(('attacker', 'defender')), Guesses(rng, part['points'])
        part['posts'] = part['posts'] if part['winner'] == 'attacker' else []
    elif kind == 12:
        what = rng.randrange(3)
        if what == 0:
            part['trusting'] = not part['trusting']
        elif what == 1:
            part['grade'] = 'proved' if part['grade'] == 'proved if' else 'proved if'
        elif part['posts']:
            part['posts'].remove(rng.choice(part['posts']))
    elif 12 < kind < 15 and part['posts']:
        # A string of the rim loses a stone or a liberty.
        post = string(_drawn(damaged), parse_vertex(rng.choice(part['posts']), SIZE))
        free = sorted({vertex(q, SIZE) for p in post for q in neighbours(p, SIZE)} - set(damaged['attackers'] + damaged['defenders']))
        if free and rng.random() < 0.5:
            damaged['defenders'].append(rng.choice(free))
        else:
            damaged['attackers'].remove(vertex(rng.choice(post), SIZE))
    elif kind == 10:
        claim['passed'] = not claim.get('passed')
    else:
        stone = rng.choice(board)
        for side in ('attackers', 'defenders'):
            damaged[side] = [name for name in damaged[side] if name != stone]
        owner = rng.choice(('attackers', 'defenders', None))
        if owner is not None:
            damaged[owner].append(stone)
    return damaged


def _drawn(certificate: dict[str, Any]) -> np.void:
    """The board of a certificate, its defender Black; without the stones that would have no liberty."""
    board: np.void = new_board(SIZE)
    for side, color in (('attackers', WHITE), ('defenders', BLACK)):
        for name in certificate[side]:
            py_place_if_legal(board, parse_vertex(name, SIZE), color)
    return board


def is_true(certificate: dict[str, Any]) -> bool | None:
    """Whether the claim holds on the whole board, its wall taken as safe; None if that is not known, or there is no such position."""
    board: np.void = new_board(SIZE)
    for side, color in (('attackers', WHITE), ('defenders', BLACK)):
        for name in certificate[side]:
            if not py_place_if_legal(board, parse_vertex(name, SIZE), color):
                return None
    board['ko'] = PASS if certificate['ko'] is None else parse_vertex(certificate['ko'], SIZE)
    part = certificate['zones'][0]
    wall = {p for name in Zone(Board(certificate), part).doubted for p in string(board, parse_vertex(name, SIZE))}
    goal = {parse_vertex(name, SIZE) for name in certificate['goal']}
    whole = all_but(board, wall, other(BLACK), goal, part['winner'] == 'attacker' and not part['trusting'])
    if not stands(whole, whole.attackers, whole.defenders):
        return None
    claim = part['claims'][0]
    mover = ATTACKER if claim['to_move'] == 'attacker' else DEFENDER
    ko = NO_KO if claim.get('passed') else ban_on(board, whole, WHITE if mover == ATTACKER else BLACK)
    found = Solver(whole, 40 * NODES).settle(whole.attackers, whole.defenders, ko, mover, claim['threats'])
    return None if found == End.OUT_OF_NODES else (found == End.ATTACKER_WON) == (part['winner'] == 'attacker')


OPEN = Kind(random_certificate, mutated, check, is_true)


if __name__ == '__main__':
    main(OPEN, *map(int, sys.argv[1:]))
