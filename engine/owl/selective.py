"""Ask the selective search about a dragon: set up the question, run the search, return the answer, and log the tree for people."""
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from owlgo.engine.constraints.helpers import new_run
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.facts import ALWAYS, Kind, bits, new_facts
from owlgo.engine.core.points import BLACK, NPOINTS, PASS, WHITE
from owlgo.engine.core.result import LOSE, Reading
from owlgo.engine.core.waiting import WAITING
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import escape
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.eyes.dragon_eyes import new_eyesight, solve_unknown
from owlgo.engine.owl.friends import living_friends
from owlgo.engine.owl.judge import judge_root, py_tell_facts
from owlgo.engine.owl.limits import SELECTIVE_COST, Means
from owlgo.engine.owl.record import Did, new_owl
from owlgo.engine.owl.search import Stop, py_abandon, py_begin, py_search
from owlgo.engine.read.inner import INNER, new_inner_record
from owlgo.engine.solver.region import ATTACKER, DEFENDER, result_if
from owlgo.patterns.compile import class_bit
from owlgo.patterns.library import LIBRARY, Loaded
from owlgo.patterns.match import new_matches

TO_FRIENDS = 6
"""Escape value of a friendly stone outside the dragon."""
MOST_VERTICES = 8
"""Points of the largest eye space to solve if its value is not in the table; larger ones are judged by size."""
MANY = 3
"""Default number of moves that a side tries in each stage of a node: enough to make its failure credible."""
DATABASES = ('owl_attackpats', 'owl_defendpats', 'owl_vital_apats')
"""The pattern databases of the search, in the order of ``record.Source``."""
LOOSE = np.uint64(class_bit('b'))
"""Class of patterns whose stone belongs to the dragon only if the two are connected."""
SLICE = 15
"""Nodes between checks whether to continue."""
INSIDE = replace(INNER, nodes=60, fourlib_depth=3, branch_depth=6, superstring_depth=2, backfill_depth=5, backfill2_depth=4)
"""Limits of a tactical reading at a node of the search.  A node asks for some thirty readings, most of them known.  With a third fewer
nodes lunches are missed."""
OF_NODES = ALWAYS | bits(Kind.GOAL, Kind.ESCAPE, Kind.OWL_EYES, Kind.HALF_EYES, Kind.LUNCHES, Kind.FRIENDS)
"""Facts known at every node; escape values and living friends are those of the root."""


def _new_reader() -> np.void:
    """Return a record for the readings inside the search."""
    return new_inner_record(INSIDE)


@dataclass
class Selective:
    """The records of the search.  Every workspace has one set."""
    owl: np.void = field(default_factory=new_owl)
    eyes: np.void = field(default_factory=new_eyesight)
    facts: np.void = field(default_factory=new_facts)
    matches: np.void = field(default_factory=new_matches)
    run: np.void = field(default_factory=new_run)


def read(goal: Goal, side: int, means: Means, moves: int = MANY, replies: int = MANY, off: int = 0, logging: bool = False) -> Reading:
    """Search with OWL whether the side to move can kill or save a dragon.

    In each stage it tries up to ``moves`` moves, the other side up to ``replies``.  A success with one move against many replies says
    much, and so does a failure with many moves against one reply.

    The result does not depend on the board's orientation, since the search runs on the board turned to a standard one.  Otherwise the short
    tactical readings could try equal moves in another order.
    """
    kept = means.workspace.get(Selective)
    o = kept.owl
    turned, _, back = goal.turned
    prepare(goal.in_turned(), means, moves, replies, off)
    o['logging'] = logging
    py_begin(turned, o, WHITE if side == ATTACKER else BLACK, means.limits.owl)
    finished = _run(turned, kept, means)
    means.add_nodes(int(o['nodes']), SELECTIVE_COST)
    if logging:
        _turn_back(o, back, goal.color)
    if not finished:
        return Reading(result_if(DEFENDER, side), PASS, int(o['nodes']), Grade.UNCERTAIN)
    result = int(o['result'][0])
    best = int(o['best'][0]) if result != LOSE else PASS
    return Reading(result, back.get(best, best), int(o['nodes']), Grade.of_reading(not o['limited'][0]))


def _turn_back(o: np.void, back: dict[int, int], owner: int) -> None:
    """Translate the log from the standard orientation and colours back to the position in question, whose dragon has colour ``owner``."""
    n, points = int(o['log_n']), np.zeros(NPOINTS, np.int32)
    points[list(back)] = list(back.values())
    for name in ('log_move', 'log_where'):
        o[name][:n] = points[o[name][:n]]
    if owner != BLACK:
        o['log_color'][:n] = BLACK + WHITE - o['log_color'][:n]


class PatternCounts(NamedTuple):
    """Counts of what a pattern did in searches; ``record.Did`` explains the events."""
    matched: int = 0
    held: int = 0
    listed: int = 0
    tried: int = 0
    won: int = 0


def pattern_counts(workspace: Workspace) -> dict[str, PatternCounts]:
    """Return the counts of all patterns that matched in a workspace's searches, by name (database/pattern), and reset these counts to 0."""
    o = workspace.get(Selective).owl
    found = {pattern_name(source, number): PatternCounts(*o['did'][source, :, number].tolist())
             for source, number in np.argwhere(o['did'][:, Did.MATCHED]).tolist()}
    o['did'] = 0
    return found


def pattern_name(source: int, number: int) -> str:
    """Return a pattern's name as database/pattern; ``source`` and ``number`` are those of the record."""
    return f'{DATABASES[source]}/{database(source).names[number]}'


def database(source: int) -> Loaded:
    """Return the database of patterns that propose moves of a source (``record.Source``)."""
    return LIBRARY.get(DATABASES[source])


def prepare(goal: Goal, means: Means, moves: int = MANY, replies: int = MANY, off: int = 0, wanted: int = 0) -> Selective:
    """Set up the question about a dragon in the workspace's record, except for the side to move."""
    board, stones, kept = goal.board, goal.stones, means.workspace.get(Selective)
    o, limits = kept.owl, means.limits
    o['attacker'] = goal.enemy
    o['off'] = off
    o['most_moves'], o['most_replies'] = moves, replies
    o['branch_depth'], o['reading_depth'], o['distrust_depth'] = limits.branch, limits.deepest, limits.distrust
    o['vital'] = limits.vital
    o['target'] = goal.pos
    kept.eyes['hasty'], kept.eyes['most_vertices'] = 1, MOST_VERTICES
    kept.facts['strong'] = 0
    o['escape'] = 0     # Living friends must not depend on the question before.
    if any(needs & bits(Kind.FRIENDS) for needs in (wanted, *(database(source).needs for source in range(len(DATABASES))))):
        friends = living_friends(board, stones, means.workspace, means.workspace.get(_new_reader), kept.eyes, o)
        kept.facts['strong'][list(friends)] = 1
    o['goal'][0] = 0
    o['goal'][0][stones] = 1
    o['escape'] = escape.values(board, stones)
    o['escape'][(board['color'] == goal.color) & (o['goal'][0] == 0)] = TO_FRIENDS
    o['rank'] = goal.rank
    o['table_key'] = 0
    kept.facts['known'] = OF_NODES
    return kept


def seen(goal: Goal, wanted: int = 0) -> np.void:
    """Return the facts about a dragon at the search's root, valid until the workspace's next question.

    They include the living friends if these are ``wanted`` (bits of Kind) or a database asks for them.
    """
    kept = prepare(goal, Means(goal.workspace), wanted=wanted)
    judge_root(goal.board, goal.workspace.get(_new_reader), kept.eyes, kept.owl)
    py_tell_facts(goal.board, kept.facts, kept.eyes, kept.owl, 0)
    return kept.facts


def _run(board: np.void, kept: Selective, means: Means) -> bool:
    """Search to the end; return False if the answer is no longer wanted."""
    o = kept.owl
    inner = means.workspace.get(_new_reader)
    tables = [database(source).tables for source in range(len(DATABASES))]
    o['joins'] = [(each['classes'] & LOOSE) == 0 for each in tables]
    o['pause'] = SLICE
    done = False
    try:
        while not done:
            how = py_search(board, inner, kept.facts, kept.eyes, o, kept.matches, kept.run, *tables)
            WAITING.check()
            if how == Stop.DONE:
                done = True
            elif how == Stop.ASKS:
                solve_unknown(kept.eyes)
            else:
                o['pause'] += SLICE
                if not means.goes_on:
                    break
    finally:
        if not done:
            py_abandon(board, o)
    return done
