"""Pattern values of moves for and against a dragon (GNU Go manual, "The OWL Code", "Strategy and Tactics in a Pattern")."""
from collections import Counter

import numpy as np

from owlgo.engine.constraints.helpers import new_run
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.facts import Kind, bits
from owlgo.engine.core.level import STANDARD_LEVEL
from owlgo.engine.core.points import NPOINTS, PASS
from owlgo.engine.core.result import LOSE, WIN, Reading
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.owl.limits import VITAL_LEVEL
from owlgo.engine.owl.pattern_moves import new_found, py_pattern_moves
from owlgo.engine.read.depths import of_level
from owlgo.engine.read.inner import new_inner_record
from owlgo.engine.read.reader import Reader
from owlgo.patterns.library import DATABASE_FOLDER, LIBRARY
from owlgo.patterns.match import new_matches

WINS, FORCED = 100, 99
"""Special pattern values: a move of value WINS wins at once; the attacker must play one of value FORCED, and fails if there are two."""
VALUED = ('owl_attackpats', 'owl_vital_apats', 'owl_defendpats')
"""The databases whose values are looked up, in this order."""


class HeldInArenas(Counter[str]):
    """Counts each pattern's (database/pattern) matches that held when moves were valued for arenas; one counter for every workspace."""


def pattern_values(goal: Goal, level: int = VITAL_LEVEL) -> np.ndarray:
    """Return the values, 0 to 100, that patterns give to moves for and against a dragon, as an array of shape (3, NPOINTS) by colour."""
    board, workspace = goal.board, goal.workspace
    known, matches, run, inner = _facts(goal), new_matches(), new_run(), workspace.get(new_inner_record)
    matches['by_goal'] = 1
    matches['goal'][goal.stones] = 1
    values = np.zeros((3, NPOINTS), np.float32)
    for name in VALUED:
        if name == 'owl_vital_apats' and level < VITAL_LEVEL:
            continue
        color = goal.color if name == 'owl_defendpats' else goal.enemy
        loaded = LIBRARY.get(name)
        found = new_found()
        py_pattern_moves(board, inner, known, loaded.tables, matches, run, found, color)
        points = found['point'][:found['n']]
        values[color][points] = np.maximum(values[color][points], found['value'][points])
        for number in np.flatnonzero(found['held'][:len(loaded.names)]):
            workspace.get(HeldInArenas)[f'{name}/{loaded.names[number]}'] += int(found['held'][number])
    return values


def _facts(goal: Goal) -> np.void:
    """Return the facts that the patterns ask for: those at the root of the selective search, and others if a user's database needs them."""
    from owlgo.engine.owl import selective  # the rooms of eyes take a while to load
    wanted = bits(Kind.GOAL)
    for name in VALUED:
        loaded = LIBRARY.get(name)
        if loaded.path.parent != DATABASE_FOLDER:
            wanted |= loaded.needs
    known = selective.seen(goal)
    if wanted & ~selective.OF_NODES:
        from owlgo.engine.dragons import fill_facts
        known = known.copy()
        fill_facts.fill(known, fill_facts.TacticalFacts(goal.board, Reader(of_level(STANDARD_LEVEL), goal.workspace)), wanted)
    return known


def decided(goal: Goal, attacking: bool, level: int = VITAL_LEVEL) -> tuple[Reading | None, int]:
    """Return the result if a pattern of value WINS or FORCED decides it, else None; and the attacker's forced move, else PASS.

    A move of value WINS counts as winning at once.  A move of value FORCED is the only one to try; if there are two, the attack fails,
    as only one can be played.
    """
    if not any((LIBRARY.get(name).tables['value'] >= FORCED).any() for name in VALUED):
        return None, PASS
    values = pattern_values(goal, level)[goal.enemy if attacking else goal.color]
    winning = np.flatnonzero(values >= WINS).tolist()
    if winning:
        return Reading(WIN, min(winning, key=lambda q: (-values[q], goal.rank[q])), 1, Grade.SEARCHED), PASS
    forced = np.flatnonzero(values == FORCED).tolist() if attacking else []
    if len(forced) > 1:
        return Reading(LOSE, PASS, 1, Grade.SEARCHED), PASS
    return None, forced[0] if forced else PASS
