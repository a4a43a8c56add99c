"""Find out whether the winner's answers repeat an arrangement of stones, so that superko could forbid one of them.

Superko does no harm if it forbids moves of the loser.  So only moves of the winner that restore an earlier arrangement count.  If he passes
because a ko is banned for him, he plays elsewhere, as ko threats are.  The whole board is then new.
"""
import numpy as np

from owlgo.engine.solver.certificate import claims
from owlgo.engine.solver.region import DEFENDER, NO_KO, Region
from owlgo.engine.solver.solver import Solution, Solver
from owlgo.engine.solver.strategy import Moves, Node, answers, continued


def life_repeats(solver: Solver, side: int, verdict: Solution) -> bool:
    """Whether a proved verdict that the dragon lives may need a repetition by the defender.  If the strategy is too large to tell, yes."""
    region = solver.region
    limit, solver.limit = solver.limit, 2 * solver.nodes + 20_000
    try:
        for first, threats, winner in claims(side, verdict, solver.most_threats):
            if winner == DEFENDER:
                ko = region.ko_for(side) if first == side else NO_KO
                steps = solver.strategy(region.attackers, region.defenders, ko, first, threats, winner)
                start = (region.attackers, region.defenders, ko, threats), first
                if len(steps) > 5000 or returns(region, steps, start, winner):
                    return True
    except ValueError:
        return True
    finally:
        solver.limit = limit
    return False


def returns(region: Region, steps: np.ndarray, start: Node, winner: int) -> bool:
    """Whether the winner, following a strategy, may make a move that restores an earlier arrangement of stones."""
    moves = answers(steps)
    after: dict[Node, list[Node]] = {}
    queue = [start]
    for node in queue:
        if node not in after:
            after[node] = _following(region, moves, node, winner)
            queue += after[node]
    groups: dict[tuple[int, int, int], set[Node]] = {}
    for node in after:
        groups.setdefault(_stones(node), set()).add(node)
    leads = {stones: {_stones(one) for node in nodes for one in after[node]} - {stones} for stones, nodes in groups.items()}
    # What leads to nothing that is left leads round in no circle.
    before = None
    while before != len(leads):
        before = len(leads)
        leads = {one: kept for one, others in leads.items() if (kept := others & leads.keys())}
    return any(_made_again(after, groups[stones], winner) for stones in leads)


def _following(region: Region, moves: Moves, node: Node, winner: int) -> list[Node]:
    """Return the positions after the winner's answer, or after all of the loser's moves.  Return none if the game is decided."""
    place, mover = node
    return [(following, 1 - mover) for v, following in continued(region, moves, place, mover, winner)
            if v != NO_KO or mover != winner or place[2] == NO_KO]


def _stones(node: Node) -> tuple[int, int, int]:
    """Return the part of a position that superko compares, with the threats played elsewhere."""
    (attackers, defenders, _, threats), _ = node
    return attackers, defenders, threats


def _made_again(after: dict[Node, list[Node]], group: set[Node], winner: int) -> bool:
    """Whether a move of the winner returns, some moves later, to a position of a group."""
    reached, queue = set(group), list(group)
    for node in queue:
        for one in after[node]:
            if one in group and node not in group and node[1] == winner:
                return True
            if one not in reached:
                reached.add(one)
                queue.append(one)
    return False
