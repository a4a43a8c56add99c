"""Lists the matches of the pattern databases in a position, with their constraints, and explains them."""
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from owlgo.engine.constraints.helpers import new_run
from owlgo.engine.constraints.interpreter import py_holds
from owlgo.engine.constraints.mismatch import Explainer, text
from owlgo.engine.core.facts import ALWAYS, Kind, bits, new_facts
from owlgo.engine.core.points import PASS, vertex
from owlgo.engine.read.inner import new_inner_record
from owlgo.patterns.library import LIBRARY, PATTERN_DATABASES, Loaded
from owlgo.patterns.match import new_matches, py_find_matches
from owlgo.patterns.source import near

Facts = Callable[[int], np.void]
"""Function that returns a record with the wanted kinds of facts (bits of Kind), as far as they are known."""


@dataclass(frozen=True)
class Match:
    """A match of a pattern.  A pattern without a move has the ``move`` PASS, and ``anchor`` says where it matches."""
    database: str
    pattern: str
    move: int
    anchor: int
    value: float
    holds: bool | None
    """Whether the constraint holds; None if it needs unknown facts."""
    size: int

    def __str__(self) -> str:
        where = vertex(self.move, self.size) if self.move != PASS else f'at {vertex(self.anchor, self.size)}'
        state = {True: '', False: '  constraint fails', None: '  asks what is not known'}[self.holds]
        return f'{where:6} {self.database}/{self.pattern}  {self.value:g}{state}'


def only_goal(goal: set[int] | None) -> Facts:
    """Return a function for ``Facts`` that knows only the stones of a dragon (``goal``), or nothing if none are given."""
    def fill(wanted: int) -> np.void:
        f = new_facts()
        if goal is not None:
            f['known'] = ALWAYS | bits(Kind.GOAL)
            f['goal'][list(goal)] = 1
        return f
    return fill


def everything(board: np.void, color: int, goal: set[int] | None = None, names: Iterable[str] | None = None,
               facts: Facts | None = None) -> Iterator[Match]:
    """Yield every match for this side to move, by database, the most urgent first.  Raises ValueError on reaching an unknown database.

    ``facts`` is called once for each database, with the kinds of facts that its patterns need, as far as the engine has them when it uses
    that database itself.
    """
    r, w, m = new_inner_record(), new_run(), new_matches()
    facts = facts or only_goal(goal)
    if goal is not None:
        m['by_goal'] = 1
        m['goal'][list(goal)] = 1
    for name in names or PATTERN_DATABASES:
        if name not in PATTERN_DATABASES:
            raise ValueError(f'no database {name}{near(name, PATTERN_DATABASES)}')
        loaded = LIBRARY.get(name)
        t = loaded.tables
        if goal is not None and not t['by_goal']:
            continue            # the database is not about dragons
        f = facts(loaded.needs & loaded.known)
        answered = loaded.answered(int(f['known']) & loaded.known)
        py_find_matches(board, t, m, color)
        found = set()
        for k in range(int(m['n'])):
            instance, anchor, move = (int(m[field][k]) for field in ('instance', 'anchor', 'move'))
            number = int(t['pattern'][instance])
            holds = bool(py_holds(board, r, f, t, w, instance, anchor, color)) if answered[number] else None
            found.add(Match(name, loaded.names[number], move, anchor if move == PASS else move, float(t['value'][number]), holds,
                            int(board['size'])))
        yield from sorted(found, key=lambda match: (-match.value, match.anchor, match.pattern, match.holds is not True))


def explained(board: np.void, loaded: Loaded, name: str, pos: int, color: int, goal: set[int] | None = None,
              facts: Facts | None = None) -> str:
    """Explain in words why a pattern, with its move at a point, matches or does not; ``facts`` returns the facts for its constraint."""
    number = loaded.names.index(name)
    f = (facts or only_goal(goal))(int(loaded.tables['needs'][number]) & loaded.known).copy()
    f['known'] &= loaded.known
    database = loaded.source()
    elements = '' if database.goal_elements == 'none' else database.goal_elements
    pattern = loaded.pattern(name)
    found = Explainer(f).explain(board, pattern, elements, pos, color, goal)
    extra = [f'{name} never holds: {pattern.off.message}'] if pattern.off else []
    return '\n'.join([text(f'{loaded.name}/{name}', vertex(pos, int(board['size'])), found), *extra])
