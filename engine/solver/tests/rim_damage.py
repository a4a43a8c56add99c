"""Certificates whose rim is damaged: refused, or what they say is true of the board that they now show, played to its end.

``python -m owlgo.engine.solver.tests.rim_damage COUNT [SEED [MOST]]``: so many damaged ones, of boards with up to MOST free points.
"""
import copy
import random
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from owlgo.engine.checker.check import check
from owlgo.engine.checker.rules import Refused
from owlgo.engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, parse_vertex, vertex
from owlgo.engine.solver.certificate import certify_open
from owlgo.engine.solver.open_region import OpenProof, OpenSearch
from owlgo.engine.solver.problem import Study
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NotEnclosed, lives
from owlgo.engine.solver.solver import Solver
from owlgo.engine.solver.tests.attackable import kos, positions, stands
from owlgo.engine.solver.tests.whole_board import MOST_FREE, Question, TooLarge, WholeBoard, beside
from owlgo.engine.solver.trust import without_trust, withstood

ALL_THREATS = 9
NODES = 5_000
TIMES = 5
"""Damages of a certificate."""
SIDES = {'attacker': WHITE, 'defender': BLACK}


def certificates(seed: int, most: int = MOST_FREE) -> Iterator[dict[str, Any]]:
    """Certificates of what is proved, with nothing taken for granted, about boards with walls that can be attacked."""
    for found, _ in positions(seed, most):
        board = found.board()
        for side in (ATTACKER, DEFENDER):
            proof = _proved(board, found.pos, side)
            try:
                if proof is not None:
                    yield certify_open(board, found.pos, [proof], NODES)
            except ValueError:
                # The zone does not show an answer to every reply.
                pass


def _proved(board: np.void, pos: int, side: int) -> OpenProof | None:
    """What is proved of the dragon at pos in a zone: a rescue, or a kill without trust."""
    proof: OpenProof | None = None
    solver: Solver | None = None
    try:
        study = Study(board, pos, NODES)
        verdict, solver = study.verdict(side), study.solver
        if not verdict.proved:
            return None
    except NotEnclosed:
        proof = OpenSearch(board, pos, side, NODES).go_on()
        if proof is None:
            return None
        verdict, solver = proof.verdict, proof.killer
    if lives(verdict.result, side) or solver is None:
        return proof
    kill, _ = without_trust(board, solver.region, solver, side, withstood(verdict, side), NODES)
    return None if kill is None else OpenProof(verdict, (kill,))


def damaged(rng: random.Random, certificate: dict[str, Any]) -> dict[str, Any]:
    """A copy with a stone of the rim taken away or changed, one of its liberties filled, or a stone more outside."""
    found = copy.deepcopy(certificate)
    size = int(found['size'])
    inside = {name for zone in found['zones'] for name in zone['points'] if name not in zone['posts']}
    board = all_points(size)
    near = {vertex(q, size) for name in inside for q in beside(parse_vertex(name, size), board)} - inside
    rim = sorted(near.intersection(found['attackers']))
    stones = {*found['attackers'], *found['defenders']}
    outside = sorted(vertex(p, size) for p in board if vertex(p, size) not in inside | stones)
    kind = rng.randrange(4)
    if kind < 2 and rim:
        name = rng.choice(rim)
        found['attackers'].remove(name)
        if kind:
            found['defenders'].append(name)
    elif outside:
        # Next to the rim, or anywhere.
        beyond = [name for name in outside if any(vertex(q, size) in rim for q in beside(parse_vertex(name, size), board))]
        found['defenders'].append(rng.choice(beyond if beyond and kind == 2 else outside))
    return found


def is_true(certificate: dict[str, Any]) -> bool | None:
    """Whether all that a certificate says holds on its board; None if there is no such position, or it is too large."""
    size = int(certificate['size'])
    colors = dict.fromkeys(all_points(size), EMPTY)
    for side, color in (('attackers', WHITE), ('defenders', BLACK)):
        colors.update((parse_vertex(name, size), color) for name in certificate[side])
    ko = PASS if certificate['ko'] is None else parse_vertex(certificate['ko'], size)
    if not stands(colors) or (ko != PASS and ko not in kos(colors)):
        return None
    try:
        whole = WholeBoard(colors, ko, EMPTY if ko == PASS else BLACK + WHITE - colors[beside(ko, colors)[0]])
    except TooLarge:
        return None
    goal = frozenset(parse_vertex(name, size) for name in certificate['goal'])
    return all(_holds(whole, goal, zone['winner'], claim) for zone in certificate['zones'] for claim in zone['claims'])


def _holds(whole: WholeBoard, goal: frozenset[int], winner: str, claim: dict[str, Any]) -> bool:
    """Whether a claim holds, as far as the twin tells: of a ko it knows what no number of threats changes."""
    mover, passed, threats = SIDES[claim['to_move']], bool(claim.get('passed')), int(claim['threats'])
    if winner == 'attacker':
        always = threats >= ALL_THREATS
        return whole.wins(Question(goal, WHITE, BLACK if always else WHITE, lasting=always), mover, passed)
    question = Question(goal, WHITE, WHITE if threats <= -ALL_THREATS else BLACK, lasting=False)
    return not whole.wins(question, mover, passed)


def compare(seed: int, count: int, most: int = MOST_FREE) -> tuple[Counter[str], list[dict[str, Any]]]:
    """So many damaged certificates: how many are refused, true, false and not known, and the false ones."""
    rng, counts, false = random.Random(seed), Counter[str](), []
    for whole in certificates(seed, most):
        if counts.total() >= count:
            break
        for certificate in (damaged(rng, whole) for _ in range(TIMES)):
            try:
                check(certificate)
            except Refused:
                counts['refused'] += 1
                continue
            truth = is_true(certificate)
            counts['unknown' if truth is None else 'true' if truth else 'false'] += 1
            if truth is False:
                false.append(certificate)
    return counts, false


def main(count: int, seed: int = 1, most: int = MOST_FREE) -> None:
    """Damage so many, and show what is false of those that are accepted."""
    counts, false = compare(seed, count, most)
    for certificate in false:
        size = int(certificate['size'])
        names = [[vertex(p, size) for p in all_points(size)][row * size:(row + 1) * size] for row in range(size)]
        inside = {name for zone in certificate['zones'] for name in zone['points']}
        for row in names:
            print(' '.join(('O' if n in certificate['attackers'] else 'X' if n in certificate['defenders'] else '.')
                           + ("'" if n in inside else ' ') for n in row))
        print('goal', *certificate['goal'], [(zone['winner'], zone['posts'], claim['to_move'], claim['threats'])
                                             for zone in certificate['zones'] for claim in zone['claims']], '\n')
    print(dict(counts))


if __name__ == '__main__':
    main(*map(int, sys.argv[1:]))
