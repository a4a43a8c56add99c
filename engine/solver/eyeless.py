"""Seki: whether a dragon that lives does so without two eyes.

    X X X X X .      X lives, since O, who takes his last but one liberty, is taken; but X makes no two eyes, since he is taken
    X O O . X .      himself if he does the same
    X O . O X X
    ...

The attacker plays for less here than the dragon's death.  He wins when it cannot have two eyes any more, and where its owner passes, for
then he passes too and the game is over.  The rules are hard on him, so that nothing else that lives is called seki:

- He passes only while stones of his stand in the region that are not connected to the wall: what the dragon shares its liberties with.
- He takes no ko.  A dragon that lives by two kos has no two eyes either, and is in no seki.
- A position that repeats counts for the owner, who has all ko threats.

So what he wins is won within so many moves, and needs no confirmation.  It holds if the wall does, as a kill; that the dragon lives is
proved apart.

A dragon that is taken has made no two eyes: what its owner plays where it stood is not looked at.  Its life is proved without being taken.
"""
from dataclasses import replace

from owlgo.engine.solver.dfpn import PROVED
from owlgo.engine.solver.region import ATTACKER, Region
from owlgo.engine.solver.solver import MEMORY, THREATS, Progress, Solver


def shares(region: Region) -> bool:
    """Whether stones of the attacker stand in a region that are not connected to its wall: a dragon can be in seki with nothing else."""
    left = region.attackers
    edge = left & int(region.record['boundary'])
    while edge:
        left &= ~edge
        edge = sum(1 << k for k in range(len(region.points)) if left >> k & 1 and int(region.record['near'][k]) & ~left & region.attackers)
    return left != 0


def keeps_from_eyes(region: Region, side: int, nodes: int, progress: Progress | None = None, memory: float = MEMORY,
                    threads: int = 1) -> tuple[Solver | None, int]:
    """Prove that the attacker keeps the dragon of a closed region from two eyes if this side moves first, whatever ko threats there are.

    Return the solver that has proved it, and the nodes it took.  The solver is None if he does not, or if nodes ran out.
    """
    trial = replace(region, record=region.record.copy())
    trial.record['eyeless'] = 1
    solver = Solver(trial, nodes, memory=memory, progress=progress, winner=ATTACKER, threads=threads)
    found = solver.settle(trial.attackers, trial.defenders, trial.ko_for(side), side, THREATS)
    return (solver if found == PROVED else None), solver.nodes
