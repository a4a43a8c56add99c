"""What is proved of random problems, and whether the winner repeats (``engine.solver.repetition``).

``python -m owlgo.engine.solver.tests.repetition COUNT [SEED]`` counts that of so many.
"""
import random
import sys
from collections import Counter

from owlgo.engine.core.result import WIN
from owlgo.engine.solver.certificate import claims
from owlgo.engine.solver.eyeless import keeps_from_eyes
from owlgo.engine.solver.problem import Study
from owlgo.engine.solver.region import ATTACKER, NO_KO
from owlgo.engine.solver.repetition import returns
from owlgo.engine.solver.solver import TRIED_THREATS, Solver
from owlgo.engine.solver.tests.collect import random_problem

NODES = 50_000
WEIGHTS = (2, 7, 3), (4, 5, 1), (3, 5, 3), (3, 4, 4)
"""Of empty points, black and white stones in random problems."""


def repeats(study: Study, solver: Solver, first: int, passed: bool, threats: int, winner: int) -> bool:
    """Whether the winner may make an arrangement anew that stood before.  Raises ValueError if nodes ran out."""
    place = (*study.start(first)[:2], NO_KO if passed else study.region.ko_for(first), threats)
    solver.limit = solver.nodes + NODES
    return returns(solver.region, solver.strategy(*place[:3], first, threats, winner), (place, first), winner)


def proved(study: Study) -> list[tuple[str, bool]]:
    """What is proved of a problem, by kind, and whether positions may come back in its proof."""
    found = []
    for side in (0, 1):
        verdict = study.verdict(side)
        if not verdict.proved:
            continue
        for first, threats, winner in claims(side, verdict, study.solver.most_threats):
            kind = f'{"kill" if winner == ATTACKER else "life"}{" by ko" if verdict.threats else ""}'
            found.append((kind, repeats(study, study.solver, first, first != side, threats, winner)))
        if not verdict.threats and (verdict.result == WIN) == (side != ATTACKER):
            solver, _ = keeps_from_eyes(study.region, side, NODES)
            if solver is not None:
                found.append(('seki', repeats(study, solver, side, False, TRIED_THREATS, ATTACKER)))
    return found


def main(count: int, seed: int = 1) -> None:
    """Count what is proved of random problems, and in how much of it positions come back."""
    rng, counts = random.Random(seed), Counter[str]()
    while count:
        one = random_problem(rng, False, rng.choice(WEIGHTS))
        if one is None:
            continue
        try:
            study = Study(*one, NODES, memory=8)
        except ValueError:
            continue
        count -= 1
        try:
            every = proved(study)
        except ValueError:
            counts['not collected'] += 1
            continue
        for kind, back in every:
            counts[kind] += 1
            counts[f'{kind}, the winner repeats'] += back
    for name in sorted(counts):
        print(f'{counts[name]:7d}  {name}')


if __name__ == '__main__':
    main(*map(int, sys.argv[1:]))
