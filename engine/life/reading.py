"""Reads whether a dragon lives where nothing is proved: the solver searches arenas of growing size.

An arena is the part of an open board that a reading is confined to.  A small one is read in no time but misses what lies beyond it; a large
one may not be finished.  So arenas are read from small to large until the nodes run out, and the largest finished one decides.  Inside, the
solver cuts lines off by static recognition and by zones (``Solver.guess``): fast, mostly right, and no proof.
"""
from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from owlgo.engine import influence
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.layout import new_record
from owlgo.engine.core.points import PASS, neighbours
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN, Reading
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.life import arena, move_prior
from owlgo.engine.owl import pattern_values
from owlgo.engine.owl.limits import Means
from owlgo.engine.solver.point_order import ORDER
from owlgo.engine.solver.region import ATTACKER, CLOSED, DEFENDER, NO_KO, Region, dies, ko_ban, result_if
from owlgo.engine.solver.solver import Solution, Solver

RUNGS = ((1, 1), (2, 2), (3, 2), (4, 2), (4, 3), (4, 4), (5, 5), (7, 7))
"""Sizes of arenas, from small to large.  Each is a pair, in steps from the dragon: how far the arena reaches, and how far it includes
points that the attacker holds."""
THREATS = 3
"""Maximum number of ko threats granted to a side."""
USUAL_MOVES, USUAL_NODES = 5, 3000
"""Number of likeliest moves to test in an unfinished arena, and nodes for each test."""
EASY, HARDER, LEAST_NODES = 13, 3.0, 3000
"""An arena of up to EASY empty points may take all nodes; every HARDER points more halve them, but not below LEAST_NODES."""
PROOFS = 4
"""Nodes for proving a kill or life in a race, for each node of its reading."""
AGAIN = 2
"""A race that ran out of nodes gets one more search, with its node limit divided by AGAIN."""
NEEDS = 32
"""Testing whether the defender may pass gets a question's node limit divided by NEEDS."""
AGREEING, WIDE, WIDER = 3, 4, 5
"""A result is certain without a larger arena if AGREEING arenas in a row agree.  The last must reach WIDE steps for life in an arena
without escapes, WIDER steps for a kill in one with escapes."""
FEW_NODES, LITTLE_MEMORY, MEMORY = 16_000, 6.0, 8.0
"""An arena's solver gets LITTLE_MEMORY MB for up to FEW_NODES nodes, MEMORY MB for more."""


def unread(side: int) -> Reading:
    """Return the answer to a question that was not read: the defender wins, uncertain."""
    return Reading(result_if(DEFENDER, side), PASS, 0, Grade.UNCERTAIN)


class Arenas:
    """Draws arenas of any size round a dragon, from its stones, its rivals in a race and the influence around it."""

    def __init__(self, goal: Goal, means: Means, rivals: Collection[int] = (), friends: Collection[int] = (), grows: bool = True) -> None:
        """Prepare to draw arenas round ``goal`` and the ``friends`` that count as part of it.  ``grows``: arenas of several sizes will be
        drawn."""
        self.goal = Goal(goal.board, goal.pos, goal.workspace, sorted({*goal.stones, *friends})) if friends else goal
        self.board, self.means, self.attacker = goal.board, means, goal.enemy
        self.arena, self.influence, self.order = arena.new_arena(), influence.new_influence(), new_record(ORDER)
        self.ko, self.banned = ko_ban(self.board)
        self.arena['goal'][self.goal.stones] = 1
        self.arena['rival'][list(rivals)] = 1
        self.arena['racing'] = len(rivals) > 0 and grows
        self.influence['strength'] = np.where(self.arena['goal'] > 0, 0.0, influence.RADIATION.strength)
        influence.py_add_up(self.board, self.influence)

    def draw(self, width: int, near: int) -> Region | None:
        """Return the arena of a size as in ``RUNGS``; None if it has too many points for the solver."""
        record = self.arena
        record['near'] = near
        n = arena.py_draw(self.board, record, self.influence, self.attacker, width)
        if not n:
            return None
        c = new_record(CLOSED)
        arena.py_fill_region(self.board, record, self.influence, c, self.order, self.attacker, self.ko)
        points = record['points'][:n].tolist()
        return Region(points, c, int(record['attackers']), int(record['defenders']), points.index(self.ko) if self.ko in points else NO_KO,
                      ATTACKER if self.banned == self.attacker else DEFENDER)

    @property
    def reaches_safety(self) -> bool:
        """Whether the dragon has a stone on an escape of the arena drawn last, and so is safe already."""
        return bool(self.arena['open'])

    def move_prior(self) -> np.void:
        """Return the priors of the moves near the dragon, in the workspace's record."""
        stones = self.goal.stones
        record = self.means.workspace.get(move_prior.new_record)
        record['attacker'] = self.attacker
        record['goal'] = self.arena['goal']
        record['ngoal'] = len(stones)
        record['goal_points'][:len(stones)] = stones
        record['pattern'] = pattern_values.pattern_values(self.goal, self.means.limits.level)
        move_prior.py_weigh(self.board, self.influence, record)
        return record


def read(goal: Goal, side: int, limit: int, means: Means, rivals: Collection[int] = (), rungs: Sequence[tuple[int, int]] = RUNGS,
         friends: Collection[int] = (), again: bool = False) -> Reading | None:
    """Read whether a dragon lives, confined to parts of the board (arenas) of growing size, or return what was read before.  Arguments as
    for ``read_arenas``, whose solver is dropped."""
    def find(means: Means) -> Reading | None:
        found = read_arenas(goal, side, limit, means, rivals, rungs, friends, again=again)
        return found and found[0]

    question = 'arenas', goal.pos, tuple(goal.stones), side, limit, tuple(rivals), tuple(rungs), tuple(friends), again
    return means.remember(goal.board, question, find)


def read_arenas(goal: Goal, side: int, limit: int, means: Means, rivals: Collection[int] = (),
                rungs: Sequence[tuple[int, int]] = RUNGS, friends: Collection[int] = (),
                threatened: bool = False, again: bool = False) -> tuple[Reading, Solver | None] | None:
    """Read in arenas what the side to move achieves for or against a dragon; return the result, and the solver of the arena that decided.

    The solver is None if nothing had to be read.  If no arena could be read, return None instead of the pair.  ``limit``: solver nodes for
    reading; a proof in a race may take PROOFS times as many more.

    ``rivals``: stones of the attacker that may be captured; arenas include all their liberties.  ``friends`` belong to the dragon: it lives
    if a stone of any of them does.  ``threatened``: it is known that the defender must move.  ``again``: the question is about this race,
    so an arena with rivals is read with guesses, which are then proved, and gets more nodes if it ran out (``AGAIN``).
    """
    arenas = Arenas(goal, means, rivals, friends, len(rungs) > 1)
    best: Solution | None = None
    solver: Solver | None = None
    reached = 0
    nodes, finished, held = 0, False, 0
    prior = None if rivals else arenas.move_prior()
    last: tuple[list[int], int, int] | None = None
    for width, near in rungs:
        region = arenas.draw(width, near)
        if region is None:
            finished = False
            break
        key = region.points, int(region.record['escape']), int(region.record['boundary'])
        if key == last:
            continue
        last = key
        if arenas.reaches_safety:
            # The dragon has stones where it would be safe.
            solver = None
            best, finished = Solution(result_if(DEFENDER, side), PASS, 0, False, 0), True
            continue
        most = min(limit - nodes, limit if rivals else _effort(limit, region))
        # Room for eyes says little in a race, where the stones round a dragon may be taken: kills are proved, here or below, lives below.
        guess = again or not rivals
        tried = Solver(region, most, THREATS, LITTLE_MEMORY if most <= FEW_NODES else MEMORY, means.progress, guess,
                       None if prior is None else move_prior.bias(prior, region.points), means.limits.cutoffs,
                       None if guess else ATTACKER)
        verdict = tried.verdict(side) if rivals else tried.read(side, best.result if best else WIN)
        if again and rivals and not verdict.settled:
            # It may be easier to say how it ends if one side has all ko threats.
            tried.limit = tried.nodes + most // AGAIN
            verdict = tried.read(side, best.result if best else WIN)
        nodes += verdict.nodes
        means.add_nodes(verdict.nodes)
        finished = verdict.settled and (nodes < limit if rivals else verdict.proved) and not tried.cut
        if not verdict.settled:
            break
        if not finished and best is not None and (best.result in (WIN, KO_A)) == (verdict.result in (WIN, KO_A)):
            # Nodes ran out before it was clear what ko threats change; in the smaller arena that is known.
            verdict = verdict._replace(result=best.result, move=best.move if best.result == KO_B else verdict.move)
        held = held + 1 if best is not None and best.result == verdict.result and solver is not None else 1
        best, solver, reached = verdict, tried, width
        if nodes >= limit:
            # It may be finished, on its last node; the larger ones are not.
            finished = finished and (width, near) == rungs[-1]
            break
    if best is None:
        return None
    certain = finished or (solver is not None and not rivals and not solver.cut and held >= AGREEING
                           and _holds(solver, best.result, side, reached))
    if solver is not None and rivals and certain and (again or not dies(best.result, side)):
        proof, prover = _proof(solver, side, best, PROOFS * limit, means)
        best, solver, certain = (proof, prover, True) if proof.settled else (best, solver, False)
    if solver is not None and side == DEFENDER and best.result == WIN and not (threatened or best.needs_none):
        solver.limit = solver.nodes + limit // NEEDS
        before = solver.nodes
        if solver.needs_none(solver.region.attackers, solver.region.defenders):
            best = best._replace(move=PASS)
        nodes += solver.nodes - before
        means.add_nodes(solver.nodes - before)
    if solver is not None and best.result == WIN and not finished and prior is not None and int(solver.region.record['escape']):
        # In the open much wins in a small arena; where the dragon is shut in, the solver knows better than any pattern.
        move = best.move
        if move == PASS and side == DEFENDER:
            # An arena that was not the last says that nothing need be done: does the attacker, moving first, find nothing either?
            threat = read(goal, ATTACKER, limit // 2, means, rivals, rungs, friends)
            nodes += threat.nodes if threat else 0
            move = threat.move if threat and threat.result != LOSE else PASS
        if move != PASS:
            with means.counting(solver):
                best = best._replace(move=_usual_move(prior, solver, best._replace(move=move), side))
    if solver is not None and arenas.arena['racing'] and side == ATTACKER and best.result == WIN and best.move != PASS:
        with means.counting(solver):
            best = best._replace(move=_outer_move(arenas, solver, best.move))
    return Reading(best.result, best.move if best.result != LOSE else PASS, nodes, Grade.of_reading(certain)), solver


def _proof(solver: Solver, side: int, best: Solution, limit: int, means: Means) -> tuple[Solution, Solver]:
    """Prove the result of a race whose arena was read with guesses; return the proof and its solver.  The move of ``best`` is kept if it
    wins.
    """
    prover = Solver(replace(solver.region, record=solver.region.record.copy()), limit, THREATS, MEMORY, means.progress)
    with means.counting(prover):
        proof = prover.verdict(side)
        if proof.settled and proof.result == best.result == WIN and best.move not in (PASS, proof.move):
            prover.limit = prover.nodes + USUAL_NODES
            proof = proof._replace(move=best.move) if prover.wins(best.move, side) else proof
    return proof, prover


def _holds(solver: Solver, result: int, side: int, width: int) -> bool:
    """Whether to trust a result on which the last arenas agree, the largest of this width, without reading larger arenas."""
    if result not in (WIN, LOSE):
        return False
    is_open = int(solver.region.record['escape']) != 0
    return width >= WIDER and is_open if (result == WIN) == (side == ATTACKER) else width >= WIDE and not is_open


def _outer_move(arenas: Arenas, solver: Solver, move: int) -> int:
    """Return a winning attack at an outside liberty of the dragon, else ``move``: in a race, shared liberties are filled last."""
    colors, size = arenas.board['color'], int(arenas.board['size'])
    goal, rival = arenas.arena['goal'], arenas.arena['rival']
    beside = {q: neighbours(q, size) for q in solver.region.points if not colors[q]}
    outer = [q for q, points in beside.items() if any(goal[p] for p in points) and not any(rival[p] for p in points)]
    if move in outer:
        return move
    for q in outer:
        solver.limit = solver.nodes + USUAL_NODES
        if solver.wins(q, ATTACKER, THREATS):
            return q
    return move


def _effort(limit: int, region: Region) -> int:
    """Return the node limit for an arena: ``limit`` for a small one, halved for every few empty points more."""
    empty = region.empty
    return max(int(limit * 0.5 ** max(0.0, (empty - EASY) / HARDER)), LEAST_NODES)


def _usual_move(prior: np.void, solver: Solver, best: Solution, side: int) -> int:
    """Return the likeliest move that wins in the arena, else the move of ``best``.  If ``best`` wins against all ko threats, the move must
    do so too."""
    against = (THREATS if side == ATTACKER else -THREATS) if best.proved else 0
    score = prior['score'][side]
    listed = [q for q in solver.region.points if prior['listed'][side, q]]
    for q in sorted(listed, key=lambda q: -score[q])[:USUAL_MOVES]:
        solver.limit = solver.nodes + USUAL_NODES
        if q == best.move or solver.wins(q, side, against):
            return q
    return best.move
