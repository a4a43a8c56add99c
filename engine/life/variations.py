"""Show the reading of a dragon as a tree of variations, for people.

Variations of a proof, or of a reading confined to a part of the board (an arena), come from the solver's table.  Where the side to move
succeeds, the tree follows its best move; where it fails, every move with its refutation.  Lines end where nothing more had to be searched.
Moves that do not affect the result are left out.
"""
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.points import PASS, other, vertex
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN
from owlgo.engine.core.variation import Variation
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.life.verdict import Answer
from owlgo.engine.owl import selective
from owlgo.engine.owl.limits import Means
from owlgo.engine.owl.record import Leaf, Source, Stage
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NO_KO
from owlgo.engine.solver.solver import Solver

DIES, LIVES, UNSETTLED = 'dies', 'lives', 'undecided'
"""Outcomes of a variation."""
SOURCES = {Source.EYE: 'a vital point of an eye space', Source.LUNCH: 'takes or saves stones beside the dragon',
           Source.TACTICS: "takes or saves the dragon's own stones", Source.REPLY: 'what the defender would play',
           Source.NONE: 'nothing to try: what would the defender play?'}
"""Words for the reason why a move was tried, by its ``Source``."""
PASSES = {Stage.URGENT: 'urgent', Stage.PATTERNS: 'patterns', Stage.VITAL: 'vital', Stage.TACTICS: 'tactics',
          Stage.ASK: 'the defender is asked', Stage.KO: 'ko'}
"""Names of the stages of the selective search, which the output calls passes."""
REASONS = {Leaf.CAPTURED: 'captured', Leaf.NOTHING: 'nothing left to try', Leaf.DEPTH: 'too deep to go on', Leaf.NODES: 'out of nodes',
           Leaf.KNOWN: 'met before'}
"""Words for the reason why a line ends, by its ``Leaf``."""
TREE_MOVES, LINE_MOVES = 400, 30
"""Maximum number of moves in a tree, and in one line."""


class RegionPlace(NamedTuple):
    """A position in the solver's region: stones as bits, the ko, the side to move."""
    attackers: int
    defenders: int
    ko: int
    side: int
    threats: int = 0
    """The defender's net ko threats."""

    @property
    def position(self) -> tuple[int, int, int, int]:
        """The position without the threats."""
        return self.attackers, self.defenders, self.ko, self.side


class Child(NamedTuple):
    """A move with its outcome, as far as the solver's table knows it."""
    move: int
    """A point of the board, or PASS."""
    outcome: str
    searched: bool
    """Whether the position after the move is in the table."""
    place: RegionPlace


def children(solver: Solver, place: RegionPlace) -> list[Child]:
    """Return every move in a position with its outcome so far: successful moves first, and searched moves before others."""
    solver.likeliest(*place)
    s = solver.search
    found = []
    for k in range(int(s['moves'][0])):
        v, rest = int(s['child_move'][0, k]), int(s['child_rest'][0, k])
        pn, dn = int(s['child_pn'][0, k]), int(s['child_dn'][0, k])
        after = RegionPlace(int(s['child_attackers'][0, k]), int(s['child_defenders'][0, k]), rest >> 1 & 127, rest & 1,
                            int(s['child_threats'][0, k]))
        move = PASS if v == NO_KO else solver.region.points[v]
        found.append(Child(move, DIES if pn == 0 else LIVES if dn == 0 else UNSETTLED, solver.knows(*after.position), after))
    wanted = DIES if place.side == ATTACKER else LIVES
    return sorted(found, key=lambda child: (child.outcome != wanted, not child.searched))


def variations(board: np.void, pos: int, answer: Answer, threats: int = 0) -> list[Variation]:
    """Return the tree of moves that an answer about the dragon at pos rests on; empty if it keeps no search.

    ``threats``: the defender's net ko threats with which it was searched.
    """
    solver = answer.solver
    if solver is None:
        return []
    color = {DEFENDER: int(board['color'][pos]), ATTACKER: other(int(board['color'][pos]))}
    region = solver.region
    left = [TREE_MOVES]
    start = RegionPlace(region.attackers, region.defenders, region.ko_for(solver.asked), solver.asked, threats)
    return _below(solver, start, color, left, LINE_MOVES, answer.reading.move, set(), answer.reading.certain)


def expected_line(board: np.void, pos: int, answer: Answer, mover: int, threats: int = 0) -> list[Variation]:
    """Return the line that shows an answer about the dragon at pos, ``mover`` being the colour that moves first in it.

    It begins with the answer's move, or if that side fails with its longest resistance; with a pass if no move is needed.
    """
    result, move = answer.reading.result, answer.reading.move
    line = _main_line(variations(board, pos, answer, threats), result == LOSE)
    if result != LOSE and move != PASS and (not line or line[0].move != move):
        return [Variation(mover, move, '')]
    if line and line[0].color != mover:
        return [Variation(mover, PASS, ''), *line]
    return line


def _main_line(tree: list[Variation], fails: bool) -> list[Variation]:
    """Return the best move of a tree, or the move that holds out longest if the side to move ``fails``, then its reply, and so on."""
    first = tree if fails else tree[:1]
    # A pass resists no longer than the reply to it takes.
    lines = [[one, *_main_line(one.children, True)] for one in first]
    return max(lines, key=lambda line: (line[0].move != PASS, len(line)), default=[])[:LINE_MOVES]


def played_out(board: np.void, pos: int, side: int, answer: Answer) -> list[Variation]:
    """Return the line that playouts visited most, if the answer rests on them."""
    found = answer.rollouts
    if found is None or not found.line:
        return []
    mover = int(board['color'][pos]) if side == DEFENDER else other(int(board['color'][pos]))
    made = [Variation(mover if k % 2 == 0 else other(mover), move, 'visited most') for k, move in enumerate(found.line)]
    made[0].outcome = f'{LIVES if side == DEFENDER else DIES} in {found.tenths} of 10 of {found.playouts} playouts'
    for one, two in pairwise(made):
        one.children.append(two)
    return made[:1]


def _below(solver: Solver, place: RegionPlace, color: dict[int, int], left: list[int], depth: int, best: int,
           shown: set[RegionPlace], decided: bool = True) -> list[Variation]:
    """Return the tree below a position, ``best`` first if it succeeds; ``decided``: the solver has settled it.  ``depth`` bounds the
    recursion.
    """
    found = children(solver, place)
    wanted = DIES if place.side == ATTACKER else LIVES
    good = [child for child in found if child.outcome == wanted]
    if good:
        first = next((child for child in good if child.move == best), good[0])
        # Failed tries are shown at the first move only.
        found = [first, *(child for child in found if child.outcome not in (wanted, UNSETTLED) and depth == LINE_MOVES)]
    elif decided:
        # The rest change nothing by a rule, or were dropped from the table.
        found = [child for child in found if child.outcome != UNSETTLED]
    result = []
    for child in found:
        if left[0] <= 0:
            break
        left[0] -= 1
        variation = Variation(color[place.side], child.move, child.outcome)
        result.append(variation)
        if child.searched and depth > 0 and child.outcome != UNSETTLED:
            if child.place in shown:
                variation.outcome += ', as shown elsewhere'
            else:
                shown.add(child.place)
                variation.children = _below(solver, child.place, color, left, depth - 1, PASS, shown)
    return result


def searched(board: np.void, pos: int, side: int, means: Means) -> list[Variation]:
    """Run the selective search about the dragon at pos; return its tree, with each move's search stage, value and source, and the reason
    why each line ends.

    Both sides try as many moves as when this search helps to decide an answer by vote (``verdict``).  When it only confirms a reading, the
    side that won there tries one move in each stage, so its tree would differ.
    """
    found = selective.read(Goal(board, pos, means.workspace), side, means, logging=True)
    o = means.workspace.get(selective.Selective).owl
    size, defender = int(board['size']), int(board['color'][pos])
    tree: list[Variation] = []
    made: list[Variation] = []
    for n in range(int(o['log_n'])):
        color, parent = int(o['log_color'][n]), int(o['log_parent'][n])
        result, why = int(o['log_result'][n]), _why(o, n, size)
        ends = 'ko' if result in (KO_A, KO_B) else LIVES if (result == WIN) == (color == defender) else DIES
        outcome = f'{ends}{", " + why if why else ""} [{_proposed(o, n)}]'
        made.append(Variation(color, int(o['log_move'][n]), outcome))
        (made[parent].children if parent >= 0 else tree).append(made[n])
    if not found.certain:
        for variation in tree:
            variation.outcome += ' (not searched to its end)'
    return tree


def _proposed(o: np.void, n: int) -> str:
    """Return the search stage, value and source of move n of the log: ``pass 1 (urgent), 75: a vital point of an eye space``."""
    stage, source = Stage(int(o['log_stage'][n])), Source(int(o['log_source'][n]))
    value = '' if stage == Stage.ASK else f', {o["log_value"][n]:g}'
    return f'pass {stage + 1} ({PASSES[stage]}){value}: {_source(source, int(o["log_detail"][n]))}'


def _source(source: Source, detail: int) -> str:
    """Return the source of a move in words."""
    if source > Source.VITAL_PATTERN:
        return SOURCES[source]
    loaded = selective.database(source)
    name = loaded.names[detail]
    comments = loaded.pattern(name).comments
    return f'{loaded.name}/{name}{": " + comments[0].rstrip(".") if comments else ""}'


def _why(o: np.void, n: int, size: int) -> str:
    """Return why the line ends with move n of the log; empty if it does not."""
    leaf = Leaf(int(o['log_leaf'][n]))
    where = ' and '.join(vertex(int(pos), size) for pos in o['log_where'][n] if pos)
    if leaf in (Leaf.EYES, Leaf.SHOWN):
        return f'two eyes{" at " + where if where else ""}'
    return f'escapes to {where}' if leaf == Leaf.ESCAPED else REASONS.get(leaf, '')
