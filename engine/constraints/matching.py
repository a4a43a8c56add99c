"""What the databases say of a position, for people: matches with their constraints, and explanations."""
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from engine.constraints.explain import Explainer, text
from engine.constraints.helpers import new_run
from engine.constraints.interpreter import py_holds
from engine.core.facts import new_facts
from engine.core.points import PASS, vertex
from engine.read.inner import new_inner_record
from patterns.library import LIBRARY, USES, Loaded
from patterns.match import new_matches, py_find_matches
from patterns.source import near


@dataclass(frozen=True)
class Match:
    """One match; for a pattern without a move, ``move`` is PASS and the anchor tells where it lies."""
    database: str
    pattern: str
    move: int
    anchor: int
    value: float
    holds: bool | None
    """Whether the constraint does; None if the pattern is switched off for want of facts."""
    size: int

    def __str__(self) -> str:
        where = vertex(self.move, self.size) if self.move != PASS else f'at {vertex(self.anchor, self.size)}'
        state = {True: '', False: '  constraint fails', None: '  switched off'}[self.holds]
        return f'{where:6} {self.database}/{self.pattern}  {self.value:g}{state}'


def everything(board: np.void, color: int, goal: set[int] | None = None, names: Iterable[str] | None = None) -> Iterator[Match]:
    """Every match for this side to move, by database, the most urgent first.  Raises ValueError for an unknown database."""
    r, f, w, m = new_inner_record(), new_facts(), new_run(), new_matches()
    if goal is not None:
        m['by_goal'] = 1
        m['goal'][list(goal)] = 1
        f['goal'] = m['goal']
    for name in names or USES:
        if name not in USES:
            raise ValueError(f'no database {name}{near(name, USES)}')
        loaded = LIBRARY.get(name)
        t = loaded.tables
        if goal is not None and not t['by_goal']:
            continue            # a database that does not speak of dragons
        off = set(loaded.disabled())
        loaded.enable(-1)
        py_find_matches(board, t, m, color)
        loaded.enable(LIBRARY.known)
        found = set()
        for k in range(int(m['n'])):
            instance, anchor, move = (int(m[field][k]) for field in ('instance', 'anchor', 'move'))
            pattern = loaded.names[int(t['pattern'][instance])]
            holds = None if pattern in off else bool(py_holds(board, r, f, t, w, instance, anchor, color))
            found.add(Match(name, pattern, move, anchor if move == PASS else move, float(t['value'][t['pattern'][instance]]), holds,
                            int(board['size'])))
        yield from sorted(found, key=lambda match: (-match.value, match.anchor, match.pattern, match.holds is not True))


def explained(board: np.void, loaded: Loaded, name: str, pos: int, color: int, goal: set[int] | None = None) -> str:
    """Why a pattern matches with its move at the point or does not, in words."""
    f = new_facts()
    if goal is not None:
        f['goal'][list(goal)] = 1
    database = loaded.source(tolerant=True)
    elements = '' if database.goal_elements == 'none' else database.goal_elements
    found = Explainer(f).explain(board, loaded.pattern(name), elements, pos, color, goal)
    extra = [f'{name} is switched off: nothing fills the facts that it asks for'] if name in loaded.disabled() else []
    return '\n'.join([text(f'{loaded.name}/{name}', vertex(pos, int(board['size'])), found), *extra])
