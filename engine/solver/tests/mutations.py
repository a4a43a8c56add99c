"""Certificates of random positions, damaged at random: refused, or what they still claim is true.

``python -m owlgo.engine.solver.tests.mutations COUNT [SEED]``
"""
import copy
import random
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from owlgo.engine.checker.check import IF_WALL_HOLDS, UNCONDITIONAL, check
from owlgo.engine.checker.rules import Refused
from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.points import BLACK, PASS, WHITE, parse_vertex
from owlgo.engine.solver.certificate import certify
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NO_KO, enclose
from owlgo.engine.solver.solver import Solver
from owlgo.engine.solver.tests.agreement import SIZE, ban_on, kos, positions, random_board
from owlgo.engine.solver.tests.oracle import Oracle

THREATS = 2


def scattered(rng: random.Random, most: int = 8) -> tuple[np.void, int, int]:
    """A random closed board with stones set anew in the region, a ko on it just taken perhaps, where the dragon stood, and who moves."""
    board, start = random_board(rng, most)
    region = enclose(board, start)
    attackers, defenders, _, side, _ = next(positions(rng, region, 1))
    for k, p in enumerate(region.points):
        if p != start and (attackers | defenders) >> k & 1:
            py_place_if_legal(board, p, WHITE if attackers >> k & 1 else BLACK)
    board['ko'] = rng.choice([*kos(board), PASS])
    return board, start, side


def random_certificate(rng: random.Random, most: int = 8) -> dict[str, Any]:
    """The certificate of a random position."""
    while True:
        board, start, side = scattered(rng, most)
        if board['color'][start] != BLACK:
            continue
        try:
            solver = Solver(enclose(board, start), 1 << 40, THREATS)
        except ValueError:
            continue
        return certify(board, start, side, solver.verdict(side), solver)


class Guesses(dict[str, str]):
    """Answers made up as they are asked for: any empty point or, often, a pass."""

    def __init__(self, rng: random.Random, names: list[str]) -> None:
        super().__init__()
        self.rng, self.names = rng, names

    def get(self, key: str, default: Any = None) -> Any:
        if key not in self:
            empty = [name for name, letter in zip(self.names, key, strict=False) if letter == '.']
            self[key] = self.rng.choice([*empty, *['pass'] * (1 + len(empty) // 2)])
        return self[key]


def mutated(rng: random.Random, certificate: dict[str, Any]) -> dict[str, Any]:
    """A copy with something changed."""
    damaged = copy.deepcopy(certificate)
    claim = rng.choice(damaged['claims'])
    answers = claim['answers']
    names = damaged['points'] + ['pass', 'J1']
    kind = rng.randrange(13)
    if kind < 3 and answers:
        answers[rng.choice(sorted(answers))] = rng.choice(names)
    elif kind == 3 and answers:
        del answers[rng.choice(sorted(answers))]
    elif kind == 4:
        claim['threats'] += rng.choice((-1, 1))
    elif kind == 5:
        claim['winner'] = {'attacker': 'defender', 'defender': 'attacker'}[claim['winner']]
    elif kind == 6:
        claim['to_move'] = {'attacker': 'defender', 'defender': 'attacker'}[claim['to_move']]
    elif kind == 7:
        damaged['ko'] = rng.choice([*names, None])
    elif kind == 8:
        damaged['goal'] = [name for name in damaged['points'] if rng.random() < 0.5]
    elif kind == 9:
        claim['passed'] = not claim.get('passed')
    elif kind == 10:
        claim['grade'] = {UNCONDITIONAL: IF_WALL_HOLDS, IF_WALL_HOLDS: UNCONDITIONAL}[claim['grade']]
    elif kind == 11:
        claim['winner'], claim['answers'] = rng.choice(('attacker', 'defender')), Guesses(rng, damaged['points'])
        claim.pop('eyeless', None)
    else:
        stone = rng.choice(names[:-2])
        for side in ('attackers', 'defenders'):
            damaged[side] = [vertex for vertex in damaged[side] if vertex != stone]
        if stone != damaged['target']:
            rng.choice((damaged['attackers'], damaged['defenders'], [])).append(stone)
        else:
            damaged['defenders'].append(stone)
    return damaged


def board_of(certificate: dict[str, Any]) -> np.void:
    """The board of a certificate.  Raises ValueError."""
    board: np.void = new_board(SIZE)
    for side, color in (('attackers', WHITE), ('defenders', BLACK)):
        for name in certificate[side]:
            if not py_place_if_legal(board, parse_vertex(name, SIZE), color):
                raise ValueError('no such position')
    board['ko'] = PASS if certificate['ko'] is None else parse_vertex(certificate['ko'], SIZE)
    return board


def is_true(certificate: dict[str, Any]) -> bool:
    """What the oracle says to the claims of a certificate."""
    board = board_of(certificate)
    region = enclose(board, parse_vertex(certificate['target'], SIZE))
    region.record['goal'] = np.uint64(sum(1 << region.points.index(parse_vertex(name, SIZE)) for name in certificate['goal']))
    oracle = Oracle(region, THREATS + 1)
    sides = {'attacker': (ATTACKER, ban_on(board, region, WHITE)), 'defender': (DEFENDER, ban_on(board, region, BLACK))}

    def attacker_wins(claim: dict[str, Any]) -> bool:
        side, ko = sides[claim['to_move']]
        return oracle.attacker_wins(region.attackers, region.defenders, NO_KO if claim.get('passed') else ko, side, claim['threats'])

    def leans(claim: dict[str, Any]) -> bool:
        return claim['grade'] == UNCONDITIONAL and claim['winner'] == 'attacker' and bool(region.assumed)

    return all(attacker_wins(claim) == (claim['winner'] == 'attacker') and not leans(claim) for claim in certificate['claims'])


class Kind(NamedTuple):
    """Certificates of a kind: how one is made of a random position, damaged, checked, and judged (None: not known)."""
    make: Callable[[random.Random], dict[str, Any]]
    damage: Callable[[random.Random, dict[str, Any]], dict[str, Any]]
    check: Callable[[dict[str, Any]], object]
    judge: Callable[[dict[str, Any]], bool | None]


CLOSED = Kind(random_certificate, mutated, check, is_true)


def try_out(rng: random.Random, certificate: dict[str, Any], count: int, kind: Kind = CLOSED) -> tuple[int, int]:
    """Damage a certificate so often: how many were refused, and how many accepted; AssertionError if one of those is false."""
    refused = accepted = 0
    for _ in range(count):
        damaged = kind.damage(rng, certificate)
        try:
            kind.check(damaged)
        except Refused:
            refused += 1
            continue
        assert kind.judge(damaged) is not False, damaged
        accepted += 1
    return refused, accepted


def main(kind: Kind, count: int, seed: int = 1) -> None:
    """So many mutations, ten of a certificate."""
    rng = random.Random(seed)
    begin = time.process_time()
    totals = np.zeros(2, int)
    for _ in range(count // 10):
        certificate = kind.make(rng)
        kind.check(certificate)
        assert kind.judge(certificate) is not False, certificate
        totals += try_out(rng, certificate, 10, kind)
    print(f'{count // 10} certificates verified; of {totals.sum()} mutations {totals[0]} refused, {totals[1]} accepted and true; '
          f'{time.process_time() - begin:.0f} s')


if __name__ == '__main__':
    main(CLOSED, *map(int, sys.argv[1:]))
