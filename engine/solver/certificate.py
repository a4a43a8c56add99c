"""Write verdicts of the solver as certificates, which ``engine.checker`` can check without the solver."""
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from owlgo.engine.checker.check import CERTIFICATE_FORMAT, IF_WALL_HOLDS, OPEN_FORMAT, UNCONDITIONAL
from owlgo.engine.core.goal_names import ALL, ANY, CONNECT
from owlgo.engine.core.points import PASS, all_points, other, vertex
from owlgo.engine.core.result import KO_A, WIN
from owlgo.engine.solver.open_region import OpenProof
from owlgo.engine.solver.region import ATTACKER, AWAY_SHIFT, DEFENDER, MOST_AWAY, NO_KO, Region, ko_ban
from owlgo.engine.solver.solver import TRIED_THREATS, Solution, Solver
from owlgo.engine.solver.zone_search import ZoneProof

SIDE_NAMES = {ATTACKER: 'attacker', DEFENDER: 'defender'}
"""Names of the sides in certificates."""


def claims(side: int, verdict: Solution, most_threats: int) -> Iterable[tuple[int, int, int]]:
    """Yield a verdict's claims as (side to move, net ko threats, winner): first the threats that the winner withstands, then the threats
    that flip the verdict.

    If the defender need not move, the claim is stronger: he wins even after a pass, with the attacker to move.
    """
    succeeds = verdict.result in (WIN, KO_A)
    winner = side if succeeds else 1 - side
    step = 1 if winner == ATTACKER else -1          # towards more threats for the loser
    if not verdict.threats:
        yield ATTACKER if verdict.needs_none else side, step * most_threats, winner
    else:
        yield side, step * (verdict.threats - 1), winner
        yield side, step * verdict.threats, 1 - winner


def certify(board: np.void, pos: int, side: int, verdict: Solution, solver: Solver, declared: Collection[int] = (),
            eyeless: Solver | None = None, claimed: Iterable[tuple[int, int, int]] | None = None) -> dict[str, Any]:
    """Return the certificate of a proved verdict of ``solver`` on the dragon at pos.  A kill may assume that the wall is not captured.
    ``eyeless``: a solver that has proved that the dragon makes no two eyes (``engine.solver.eyeless``).  ``claimed``: the claims, as from
    ``claims``, which is the default.

    Raises ValueError if the verdict is not proved, or the strategy cannot be collected within as many nodes as the solver had.
    """
    if not verdict.proved:
        raise ValueError('the verdict is not proved: it has no certificate')
    # The search left out moves that the success does not rest on.
    solver.limit += solver.nodes
    size, region = int(board['size']), solver.region
    all_live = bool(region.record['all_live'])
    stones: dict[int, list[str]] = {1: [], 2: []}
    for p in all_points(size):
        if board['color'][p] in stones:
            stones[int(board['color'][p])].append(vertex(p, size))
    dragon = int(board['color'][pos])
    names = [vertex(p, size) for p in region.points]
    seki = [] if eyeless is None else [{
        **_start(region, side, False), 'threats': TRIED_THREATS, 'winner': SIDE_NAMES[ATTACKER], 'eyeless': True,
        'grade': IF_WALL_HOLDS if region.assumed else UNCONDITIONAL,
        'answers': _answers(eyeless, region, side, False, TRIED_THREATS, ATTACKER, names)}]
    return {
        'format': CERTIFICATE_FORMAT, 'size': size, 'attackers': stones[other(dragon)], 'defenders': stones[dragon],
        'ko': names[region.ko] if region.ko != NO_KO else None, 'target': vertex(pos, size),
        'safe': [vertex(p, size) for p in declared], 'points': names,
        'goal': _goal(ALL if all_live else ANY, [name for k, name in enumerate(names) if int(region.record['goal']) >> k & 1]),
        'claims': [{**_start(region, first, first != side), 'threats': threats, 'winner': SIDE_NAMES[winner],
                    'grade': IF_WALL_HOLDS if winner == ATTACKER and (region.assumed or not all_live) else UNCONDITIONAL,
                    'answers': _answers(solver, region, first, first != side, threats, winner, names)}
                   for first, threats, winner in claimed or claims(side, verdict, solver.most_threats)] + seki}


def _start(region: Region, side: int, passed: bool) -> dict[str, Any]:
    """Return the beginning of a claim: the side to move.  If a pass of the other side lifts a ko ban, the claim also says that it has
    passed."""
    return {'to_move': SIDE_NAMES[side], **({'passed': True} if passed and region.ko_for(side) != NO_KO else {})}


def _answers(solver: Solver, region: Region, side: int, passed: bool, threats: int, winner: int, names: list[str]) -> dict[str, str]:
    """Return the winner's move in every position of his strategy, by position.  ``side`` moves first."""
    start = NO_KO if passed else region.ko_for(side)
    steps = solver.strategy(region.attackers, region.defenders, start, side, threats, winner)
    found = {}
    for step in steps[(steps['rest'] & 1) == winner]:
        attackers, defenders, ko = int(step['attackers']), int(step['defenders']), int(step['rest']) >> 1 & 127
        letters = ''.join('A' if attackers >> k & 1 else 'D' if defenders >> k & 1 else '.' for k in range(len(names)))
        move = int(step['move'])
        away = int(step['rest']) >> AWAY_SHIFT & MOST_AWAY
        key = f'{letters} {ko if ko != NO_KO else "-"} {int(step["threats"])}' + (f' {away}' if away else '')
        found[key] = names[move] if move != NO_KO else 'pass'
    return found


def _open_answers(proof: ZoneProof, passed: bool, names: list[str], limit: int) -> dict[str, str]:
    """Return the winner's answers in the zone of a proof, collected within ``limit`` nodes, or twice as many as the proof took.

    Here every move of the loser needs an answer.  The search left out moves that the proof does not depend on, so the answers may repeat
    positions, or reach positions that the zone leaves uncertain.  Then the zone is searched again with every move.
    """
    def collected(relevance: bool) -> dict[str, str]:
        region = replace(proof.region, record=proof.region.record.copy())
        solver = Solver(region, max(limit, 2 * proof.solver.nodes), memory=proof.solver.memory, winner=proof.winner, relevance=relevance)
        return _answers(solver, region, proof.side, passed, proof.until, proof.winner, names)

    try:
        return collected(True)
    except ValueError:
        pass
    try:
        return collected(False)
    except ValueError as error:
        raise ValueError(f'its zone does not show an answer to every reply ({error})') from error


def certify_open(board: np.void, pos: int, proofs: Iterable[OpenProof], limit: int = 3_000_000,
                 joins: Collection[int] = ()) -> dict[str, Any]:
    """Return the certificate of a proof about the open dragon at pos.  Each strategy is collected within ``limit`` nodes, or
    twice as many as its proof took.  ``joins``: a stone of each string to be connected, if that is the goal, the one at pos among them.

    Raises ValueError if nodes run out, if a zone leaves uncertain what becomes of stones that a proof does not depend on, or if the proofs
    are about different stones.
    """
    size = int(board['size'])
    stones: dict[int, list[str]] = {1: [], 2: []}
    for p in all_points(size):
        if board['color'][p] in stones:
            stones[int(board['color'][p])].append(vertex(p, size))
    dragon, ko = int(board['color'][pos]), ko_ban(board)[0]
    attackers, defenders = (dragon, other(dragon)) if joins else (other(dragon), dragon)
    zones, goals = [], set()
    for proof, passed in ((found, one.verdict.needs_none) for one in proofs for found in one.proofs):
        region = proof.region
        names = [vertex(p, size) for p in region.points]
        goal = tuple(joins) or sorted(p for k, p in enumerate(region.points) if int(region.record['goal']) >> k & 1)
        goals.add((CONNECT if joins else ALL if region.record['all_live'] else ANY, tuple(vertex(p, size) for p in goal)))
        zones.append({'winner': SIDE_NAMES[proof.winner], 'grade': UNCONDITIONAL if proof.unconditional else IF_WALL_HOLDS,
                      'points': names, 'safe': [vertex(p, size) for p in proof.declared],
                      'trusting': proof.winner == DEFENDER or proof.capture_ends, 'posts': [vertex(p, size) for p in region.posts],
                      'claims': [{**_start(region, proof.side, passed), 'threats': proof.until,
                                  'answers': _open_answers(proof, passed, names, limit)}]})
    if len(goals) != 1:
        raise ValueError('the proofs are about different stones')
    return {'format': OPEN_FORMAT, 'size': size, 'attackers': stones[attackers], 'defenders': stones[defenders],
            'ko': vertex(ko, size) if ko != PASS else None, 'target': vertex(pos, size), 'goal': _goal(*goals.pop()), 'zones': zones}


def _goal(kind: str, names: Collection[str]) -> list[str] | dict[str, list[str]]:
    """Return a goal as certificates write it."""
    return list(names) if kind == ANY else {kind: list(names)}
