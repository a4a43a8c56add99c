"""The four grades of an answer in words and as data, the same in every output, and the grade of what the exact solver found.

    proved      under the rules, with nothing taken for granted
    proved if   a kill that is true if strings of its wall hold, which it names
    read        by a reading that was finished, or that a second one agrees with
    uncertain   else
"""
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from engine.core.points import PASS, vertex
from engine.core.result import LOSE, WIN
from engine.core.workspace import Workspace
from engine.owl.answers import PROVED, PROVED_IF, READ, SEARCHED, Answer
from engine.owl.walls import NOTHING, READING, REFUTED, WallCondition, conditions
from engine.solver.open_region import OpenProof, ZoneProof
from engine.solver.region import ATTACKER
from engine.solver.solver import MEMORY, Progress, Solution, Solver
from engine.solver.trust import without_trust, withstood

SAID = {READING: 'tactical reading does not take {}', NOTHING: 'of {} nothing is known', REFUTED: '{} can be taken as the board stands'}
"""What speaks for strings, or against them."""


class Graded(NamedTuple):
    """How far a verdict of the exact solver can be trusted."""
    how: str
    """PROVED, PROVED_IF, or READ where the stones are taken and what follows was not looked at."""
    conditions: tuple[WallCondition, ...] = ()
    proof: ZoneProof | None = None
    """The unconditional kill, if there is one."""
    nodes: int = 0
    """How many it took to look for that."""


def grade(board: np.void, side: int, verdict: Solution, killer: Solver | None, nodes: int, level: int, waits: bool = False,
          progress: Progress | None = None, memory: float = MEMORY) -> Graded:
    """The grade of a settled verdict about the side that moves first, as far as it is proved.

    ``killer`` has solved the region in which the attacker wins; ``waits``: by a ko that he alone can begin.  A kill is tried without its
    wall for so many nodes.
    """
    if killer is None or verdict.result == (LOSE if side == ATTACKER else WIN):
        return Graded(PROVED)
    region, until = killer.region, withstood(verdict, side) if verdict.proved else 0
    found, taken = without_trust(board, region, killer, side, until, nodes, progress, memory)
    if found is not None and not (waits and region.assumed):
        return Graded(PROVED, proof=found, nodes=taken)
    if not region.assumed:
        return Graded(READ, nodes=taken)
    known = conditions(board, region.assumed, region.points, level, Workspace())
    return Graded(READ if any(one.evidence == REFUTED for one in known) else PROVED_IF, known, nodes=taken)


def unconditional(proof: OpenProof, found: ZoneProof | None, side: int, nodes: int) -> OpenProof:
    """A proof in the open with its kill replaced by one that trusts no wall, if there is one."""
    if found is None:
        return proof
    verdict = proof.verdict
    if side == ATTACKER and verdict.move != PASS and not found.wins(verdict.move, nodes):
        verdict = verdict._replace(move=found.best)
    return OpenProof(verdict, tuple(found if one.winner == ATTACKER else one for one in proof.proofs))


def held(found: Answer) -> tuple[WallCondition, ...]:
    """The strings that must hold for an answer to be true."""
    return found.conditions if found.how == PROVED_IF else ()


def word(how: str) -> str:
    """One of the four grades."""
    return READ if how == SEARCHED else how


def compact(how: str, conditions: Iterable[WallCondition], size: int) -> str:
    """A grade for programs, with a stone of each string that must hold: ``proved if S2 T2``."""
    return ' '.join([word(how), *(strings(conditions, size) if how == PROVED_IF else ())])


def strings(conditions: Iterable[WallCondition], size: int) -> list[str]:
    """A stone of each string that must hold."""
    return [vertex(one.stones[0], size) for one in conditions]


def words(how: str, names: Sequence[str] = ()) -> str:
    """A grade in a sentence, with a stone of each string that must hold."""
    if word(how) != PROVED_IF:
        return word(how)
    if not names:
        return 'proved if its wall holds'
    return f'proved if the wall at {names[0]} holds' if len(names) == 1 else f'proved if the walls at {_listed(names)} hold'


def evidence(conditions: Sequence[WallCondition], size: int) -> str:
    """What speaks for the strings that must hold, a sentence; empty if there are none."""
    said = []
    for kind, saying in SAID.items():
        names = strings((one for one in conditions if one.evidence == kind), size)
        said += [saying.format(_listed(names, 'or' if kind == READING else 'and'))] if names else []
    text = '; '.join(said)
    return f'{text[:1].upper()}{text[1:]}.' if text else ''


def as_data(conditions: Iterable[WallCondition], size: int) -> list[dict[str, Any]]:
    """The strings that must hold as JSON takes them."""
    return [{'stones': [vertex(p, size) for p in one.stones], 'evidence': one.evidence} for one in conditions]


def together(every: Iterable[Sequence[WallCondition]]) -> tuple[WallCondition, ...]:
    """What several answers take to hold, each string once, with the weakest evidence."""
    found: dict[tuple[int, ...], WallCondition] = {}
    order = (READING, NOTHING, REFUTED)
    for one in (one for some in every for one in some):
        known = found.get(one.stones)
        if known is None or order.index(known.evidence) < order.index(one.evidence):
            found[one.stones] = one
    return tuple(found[stones] for stones in sorted(found))


def _listed(names: Sequence[str], last: str = 'and') -> str:
    return f' {last} '.join([', '.join(names[:-1]), names[-1]] if len(names) > 1 else names)
