"""Reading the life of a dragon that nothing proves: the solver in arenas of growing size.

A small arena is read in no time and misses what lies beyond it, a large one misses nothing and may not be finished.  So one is read
after the other until the nodes run out, and the largest that was finished tells.  Inside an arena the solver cuts by static recognition
and by zones (``Solver.guess``): fast, mostly right, and never called a proof.
"""
from collections.abc import Collection, Sequence

import numpy as np

from engine import influence
from engine.core.points import PASS, other
from engine.core.result import KO_A, KO_B, LOSE, WIN, Reading
from engine.dragons import amalgamate
from engine.owl import arena, move_prior, pattern_values
from engine.solver.region import ATTACKER, CLOSED_DTYPE, DEFENDER, Region, in_order
from engine.solver.solver import UNLIMITED, Cutoffs, Solver, Verdict, Watch

RUNGS = ((1, 1), (2, 2), (3, 2), (4, 2), (4, 3), (4, 4), (5, 5), (7, 7))
"""Arenas by size: steps from the dragon, and how far points count that the attacker holds."""
THREATS = 3
"""Ko threats that are asked about."""
USUAL_MOVES, USUAL_NODES = 5, 3000
"""Moves that look best at first sight and are tried where an arena was not finished, and nodes for each."""
EASY, HARDER, LEAST_NODES = 13, 1.5, 3000
"""Empty points of an arena that may take all nodes there are; with every HARDER points more it gets half of them, LEAST_NODES at least:
large ones are either read soon or never."""
NEEDS = 8
"""Of the nodes so many'th part goes to the question whether the defender need do anything."""
FEW_NODES, LITTLE_MEMORY, MEMORY = 16_000, 6.0, 8.0
"""MB of the solver for an arena: little for one that gets few nodes."""

_arena, _influence = arena.new_arena(), influence.new_influence()


def draw(board: np.void, pos: int, width: int, near: int) -> Region | None:
    """The arena of the dragon at pos, after ``prepare``; None if it has more points than the solver takes."""
    attacker = other(int(board['color'][pos]))
    _arena['near'] = near
    n = arena.py_draw(board, _arena, _influence, attacker, width)
    if not n:
        return None
    c = np.zeros(1, CLOSED_DTYPE)[0]
    arena.py_furnish(board, _arena, _influence, c, attacker)
    points = _arena['points'][:n].tolist()
    words = [int(word) for word in (_arena['attackers'], _arena['defenders'], c['door'], c['exit'], c['goal'])]
    what = [sum((word >> k & 1) << j for j, word in enumerate(words)) + 32 * (k == int(_arena['ko'])) for k in range(n)]
    points = in_order(points, what)
    _arena['points'][:n] = points
    arena.py_furnish(board, _arena, _influence, c, attacker)
    return Region(points, c, int(_arena['attackers']), int(_arena['defenders']), int(_arena['ko']))


def reaches_safety() -> bool:
    """Whether the dragon of the last arena drawn has stones where it is safe."""
    return bool(_arena['open'])


def prepare(board: np.void, pos: int, rivals: Collection[int] = (), friends: Collection[int] = ()) -> None:
    """Mark the dragon, with ``friends`` that shall live with it, those that it races with, and who holds what round it.  Raises ValueError
    on an empty point.
    """
    _arena['goal'] = _arena['rival'] = 0
    _arena['goal'][[*amalgamate.group(board, pos), *friends]] = 1
    _arena['rival'][list(rivals)] = 1
    _influence['strength'] = np.where(_arena['goal'] > 0, 0.0, influence.STRENGTH)
    influence.py_add_up(board, _influence)


def first_looks(board: np.void) -> np.void:
    """What the moves near the dragon promise at first sight, after ``prepare``."""
    stones = np.flatnonzero(_arena['goal'])
    record = move_prior.record()
    record['attacker'] = attacker = other(int(board['color'][stones[0]]))
    record['goal'] = _arena['goal']
    record['ngoal'] = len(stones)
    record['goal_points'][:len(stones)] = stones
    record['pattern'] = pattern_values.pattern_values(board, _arena['goal'], attacker)
    move_prior.py_weigh(board, _influence, record)
    return record


def read(board: np.void, pos: int, side: int, limit: int, watch: Watch | None = None,
         rivals: Collection[int] = (), rungs: Sequence[tuple[int, int]] = RUNGS, friends: Collection[int] = (),
         cutoffs: Cutoffs = UNLIMITED) -> Reading | None:
    """``look`` without the solver."""
    found = look(board, pos, side, limit, watch, rivals, rungs, friends, cutoffs=cutoffs)
    return found and found[0]


def look(board: np.void, pos: int, side: int, limit: int, watch: Watch | None = None,
         rivals: Collection[int] = (), rungs: Sequence[tuple[int, int]] = RUNGS,
         friends: Collection[int] = (), threatened: bool = False, cutoffs: Cutoffs = UNLIMITED) -> tuple[Reading, Solver | None] | None:
    """What the side to move achieves against or for the dragon at pos, within so many nodes of the solver.

    ``rivals`` are stones of the attacker that may be taken, wherever their liberties are; ``friends`` belong to the dragon too: it lives if
    a stone of any of them does.  ``threatened``: it is known that the defender has to do something.

    With the solver of the arena that told, unless nothing had to be read; None if no arena could be read.

    Raises ValueError on an empty point.
    """
    prepare(board, pos, rivals, friends)
    best: Verdict | None = None
    solver: Solver | None = None
    nodes, finished = 0, False
    looks = None if rivals else first_looks(board)
    last: tuple[list[int], int, int] | None = None
    for width, near in rungs:
        region = draw(board, pos, width, near)
        if region is None:
            finished = False
            break
        key = region.points, int(region.record['exit']), int(region.record['door'])
        if key == last:
            continue
        last = key
        if reaches_safety():
            # The dragon has stones where it would be safe.
            solver = None
            best, finished = Verdict(WIN if side == DEFENDER else LOSE, PASS, 0, False, 0), True
            continue
        most = min(limit - nodes, limit if rivals else _effort(limit, region))
        tried = Solver(region, most, THREATS, LITTLE_MEMORY if most <= FEW_NODES else MEMORY, watch, True,
                       None if looks is None else move_prior.bias(looks, region.points), cutoffs)
        verdict = tried.verdict(side) if rivals else tried.read(side, best.result if best else WIN)
        nodes += verdict.nodes
        finished = verdict.settled and (nodes < limit if rivals else verdict.proved) and not tried.cut
        if not verdict.settled:
            break
        if not finished and best is not None and (best.result in (WIN, KO_A)) == (verdict.result in (WIN, KO_A)):
            # Nodes ran out before it was clear what ko threats change: of the smaller arena it is.
            verdict = verdict._replace(result=best.result, move=best.move if best.result == KO_B else verdict.move)
        best, solver = verdict, tried
        if nodes >= limit:
            break
    if best is None:
        return None
    if solver is not None and side == DEFENDER and best.result == WIN and not (threatened or best.needs_none):
        solver.limit = solver.nodes + limit // NEEDS
        before = solver.nodes
        if solver.needs_none(solver.region.attackers, solver.region.defenders, solver.region.ko):
            best = best._replace(move=PASS)
        nodes += solver.nodes - before
    if solver is not None and best.result == WIN and not finished and looks is not None and int(solver.region.record['exit']):
        # In the open much wins in a small arena; where the dragon is shut in, the solver knows better than any pattern.
        move = best.move
        if move == PASS and side == DEFENDER:
            # Nothing need be done, says an arena that was not the last: does the attacker, moving first, find nothing either?
            threat = read(board, pos, ATTACKER, limit // 2, watch, rivals, rungs, cutoffs=cutoffs)
            nodes += threat.nodes if threat else 0
            move = threat.move if threat and threat.result != LOSE else PASS
        if move != PASS:
            best = best._replace(move=_usual_move(looks, solver, move, side))
    return Reading(best.result, best.move if best.result != LOSE else PASS, nodes, uncertain=not finished), solver


def _effort(limit: int, region: Region) -> int:
    """Nodes that an arena may take."""
    empty = len(region.points) - (region.attackers | region.defenders).bit_count()
    return max(int(limit * 0.5 ** max(0.0, (empty - EASY) / HARDER)), LEAST_NODES)


def _usual_move(looks: np.void, solver: Solver, move: int, side: int) -> int:
    """Of the moves that a player would look at first the first that wins in the arena too, if there is one, else the move given."""
    score = looks['score'][side]
    listed = [q for q in solver.region.points if looks['listed'][side, q]]
    for q in sorted(listed, key=lambda q: -score[q])[:USUAL_MOVES]:
        solver.limit = solver.nodes + USUAL_NODES
        if q == move or solver.wins(q, side):
            return q
    return move
