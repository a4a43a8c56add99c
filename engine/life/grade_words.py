"""Grades (``engine.core.certainty``) in words and as JSON data, with the strings that must hold, i.e. must not be captured."""
from collections.abc import Iterable, Sequence
from typing import Any

from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.points import vertex
from owlgo.engine.life.verdict import Answer
from owlgo.engine.life.walls import NOTHING, READING, REFUTED, WallCondition

SAID = {READING: 'tactical reading does not take {}', NOTHING: 'of {} nothing is known', REFUTED: '{} can be taken as the board stands'}
"""Phrases for the evidence that a string holds."""


def held(found: Answer) -> tuple[WallCondition, ...]:
    """Return the strings that must hold (not be captured) for an answer to be true; none unless it is PROVED_IF."""
    return found.conditions if found.grade == Grade.PROVED_IF else ()


def compact(grade: Grade, conditions: Iterable[WallCondition], size: int) -> str:
    """Return a grade in short, for programs, with a stone of each string that must hold: ``proved if S2 T2``."""
    return ' '.join([grade.reported, *(strings(conditions, size) if grade == Grade.PROVED_IF else ())])


def strings(conditions: Iterable[WallCondition], size: int) -> list[str]:
    """Return a stone, as a vertex, of each string that must hold."""
    return [vertex(one.stones[0], size) for one in conditions]


def words(grade: Grade, names: Sequence[str] = ()) -> str:
    """Return a grade in words, to be used in a sentence; for PROVED_IF with the names of the strings that must hold."""
    return proved_if(names) if grade == Grade.PROVED_IF else grade.reported


def proved_if(names: Sequence[str]) -> str:
    """Return the words for PROVED_IF with the strings that must hold, by name."""
    if not names:
        return 'proved if its wall holds'
    return f'proved if the wall at {names[0]} holds' if len(names) == 1 else f'proved if the walls at {_listed(names)} hold'


def evidence(conditions: Sequence[WallCondition], size: int) -> str:
    """Return a sentence with the evidence for the strings that must hold; empty if there are none."""
    said = []
    for kind, saying in SAID.items():
        names = strings((one for one in conditions if one.evidence == kind), size)
        said += [saying.format(_listed(names, 'or' if kind == READING else 'and'))] if names else []
    text = '; '.join(said)
    return f'{text[:1].upper()}{text[1:]}.' if text else ''


def as_data(conditions: Iterable[WallCondition], size: int) -> list[dict[str, Any]]:
    """Return, as JSON data, the strings that a proof assumes cannot be captured, each with its evidence."""
    return [{'stones': [vertex(p, size) for p in one.stones], 'evidence': one.evidence} for one in conditions]


def together(every: Iterable[Sequence[WallCondition]]) -> tuple[WallCondition, ...]:
    """Combine the strings that several answers assume to hold: each string once, with the weakest evidence."""
    found: dict[tuple[int, ...], WallCondition] = {}
    order = (READING, NOTHING, REFUTED)
    for one in (one for some in every for one in some):
        known = found.get(one.stones)
        if known is None or order.index(known.evidence) < order.index(one.evidence):
            found[one.stones] = one
    return tuple(found[stones] for stones in sorted(found))


def _listed(names: Sequence[str], last: str = 'and') -> str:
    return f' {last} '.join([', '.join(names[:-1]), names[-1]] if len(names) > 1 else names)
