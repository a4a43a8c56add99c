"""Prove seki: whether the attacker can keep a living dragon from making two eyes.

    X X X X X .      X lives, since O is captured if he takes X's last liberty but one.  But X makes no two eyes, since he is
    X O O . X .      captured himself if he does the same
    X O . O X X
    ...

The attacker need not kill.  He wins when the dragon can no longer have two eyes.  He also wins when its owner passes, since he passes too
and the game is over.  The rules are strict on the attacker, so that only real seki is called seki:

- He passes only while stones of his that are not connected to the wall stand in the region.  Such stones share liberties with the dragon.
- He takes no ko.  A dragon that lives by two kos has no two eyes either, and is in no seki.
- A position that repeats counts for the owner, who has all ko threats.

His wins never rest on a repetition, so they need no confirmation.  Like kills they assume the wall.  That the dragon lives is proved apart.

A captured dragon has no two eyes: play under the stones is not examined.
"""
from dataclasses import replace

from owlgo.engine.solver.dfpn import End
from owlgo.engine.solver.region import ATTACKER, Region
from owlgo.engine.solver.solver import SOLVER_MEMORY, TRIED_THREATS, Progress, Solver


def shares(region: Region) -> bool:
    """Whether the attacker has stones in a region that are not connected to its wall.  Without such stones there is no seki."""
    left = region.attackers
    edge = left & int(region.record['boundary'])
    while edge:
        left &= ~edge
        edge = sum(1 << k for k in range(len(region.points)) if left >> k & 1 and int(region.record['near'][k]) & ~left & region.attackers)
    return left != 0


def keeps_from_eyes(region: Region, side: int, nodes: int, progress: Progress | None = None, memory: float = SOLVER_MEMORY,
                    threads: int = 1) -> tuple[Solver | None, int]:
    """Prove that the attacker keeps the dragon from two eyes if this side moves first, whatever the ko threats.

    Return the solver with the proof, and the nodes it took.  The solver is None if there is no proof or nodes ran out.
    """
    trial = replace(region, record=region.record.copy())
    trial.record['eyeless'] = 1
    solver = Solver(trial, nodes, memory=memory, progress=progress, winner=ATTACKER, threads=threads)
    found = solver.settle(*trial.start(side), TRIED_THREATS)
    return (solver if found == End.ATTACKER_WON else None), solver.nodes
