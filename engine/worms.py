"""Worms: every string with its tactical status and the moves that capture or save it (GNU Go manual, "Worms").

Reading comes first.  If it runs out of nodes and finds no capture, the moves of attack.db are tried.  If it finds a capture and no defence,
the moves of defense.db and the string's own liberties are tried.  Every move found for a string is then tried on the other strings in
danger.
"""
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from owlgo.engine.constraints import helpers
from owlgo.engine.constraints.interpreter import py_holds
from owlgo.engine.core.facts import ALWAYS, new_facts
from owlgo.engine.core.parts import connected, parts
from owlgo.engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, neighbours, other, row_col
from owlgo.engine.core.result import LOSE, WIN
from owlgo.engine.core.strings import first_stones, found, py_liberties, string
from owlgo.engine.core.waiting import WAITING
from owlgo.engine.read import inner, tactics
from owlgo.engine.read.reader import Level, Reader, as_reader
from owlgo.patterns.compile import class_bit
from owlgo.patterns.library import LIBRARY
from owlgo.patterns.match import new_matches, py_find_matches

TRY_SHARE = 4
"""The node limit is divided by this to test whether one given move captures a string."""


@dataclass
class Worm:
    """A string and the moves that decide about it; the best move comes first."""
    stones: tuple[int, ...]
    color: int
    liberties: int
    attacks: dict[int, int] = field(default_factory=dict)
    """Moves of the opponent, with their results (``engine.core.result``)."""
    defences: dict[int, int] = field(default_factory=dict)
    """Moves of the owner, with their results.  Empty if no move is needed."""
    inessential: bool = False
    """Whether the string separates nothing, and cannot live unless it captures the strings round it."""

    @property
    def attack_code(self) -> int:
        """The best result of an attack."""
        return max(self.attacks.values(), default=LOSE)

    @property
    def defence_code(self) -> int:
        """The best result of a defence."""
        return max(self.defences.values(), default=LOSE)


def worm(board: np.void, pos: int, level: Level = 10) -> Worm:
    """The worm at pos.  Raises ValueError on an empty point."""
    if board['color'][pos] not in (1, 2):
        raise ValueError('no string there')
    w = Worm(tuple(string(board, pos)), int(board['color'][pos]), int(board['libs'][board['origin'][pos]]))
    reader = as_reader(level)
    threat = tactics.attack(board, pos, reader)
    if threat.result != LOSE:
        w.attacks[threat.move] = threat.result
    elif not threat.certain and w.liberties <= tactics.MAX_LIBERTIES:
        for move in pattern_moves(board, w, 'attack', reader):
            _add(w.attacks, move, tactics.does_attack(board, move, pos, reader.among_many(TRY_SHARE)))
    if w.attacks:
        saving = tactics.find_defense(board, pos, reader) if threat.result != LOSE else None
        if saving and saving.result != LOSE and saving.move != PASS:
            w.defences[saving.move] = saving.result
        if w.defence_code != WIN:
            py_liberties(board, pos)
            near = found(board) if saving is None or saving.result == LOSE else []
            for move in dict.fromkeys([*pattern_moves(board, w, 'defense', reader), *near, *(w.attacks if saving is None else ())]):
                _add(w.defences, move, tactics.does_defend(board, move, pos, reader))
    return w


def _is_near(move: int, stones: Iterable[int]) -> bool:
    """Whether a move is within four lines of a string.  Moves further off can at most break a ladder."""
    row, col = row_col(move)
    return any(max(abs(row - r), abs(col - c)) <= 4 for r, c in map(row_col, stones))


def _add(moves: dict[int, int], move: int, result: int) -> None:
    """Add a successful move to a list of at most ten."""
    if result != LOSE and move != PASS and len(moves) < 10:
        moves[move] = max(result, moves.get(move, LOSE))


def best_move(moves: dict[int, int]) -> int:
    """The move with the best result, the first of equals."""
    return max(moves, key=lambda move: moves[move])


def pattern_moves(board: np.void, w: Worm, name: str, reader: Reader) -> list[int]:
    """Return the moves of attack.db or defense.db for a string, best value first."""
    database = LIBRARY.get(name)
    attacking = name == 'attack'
    color = other(w.color) if attacking else w.color
    found, facts, run = new_matches(), new_facts(), helpers.new_run()
    found['by_goal'] = 1
    found['goal'][list(w.stones)] = 1
    py_find_matches(board, database.tables, found, color)
    t = database.tables
    best: dict[int, float] = {}
    for k in range(int(found['n'])):
        instance, anchor, move = (int(found[field][k]) for field in ('instance', 'anchor', 'move'))
        pattern = int(t['pattern'][instance])
        if int(t['classes'][pattern]) & class_bit('A' if attacking else 'D') and \
                py_holds(board, reader.workspace.get(inner.new_inner_record), facts, t, run, instance, anchor, color):
            best[move] = max(best.get(move, 0.0), float(t['value'][pattern]))
    return sorted(best, key=lambda move: (-best[move], move))


def worms(board: np.void, level: Level = 10) -> list[Worm]:
    """Return every worm of the board, in the order of their first stones.  Moves that work for one are tried on the other worms in
    danger."""
    reader = as_reader(level)
    firsts = sorted(set(first_stones(board).values()))
    every = [worm(board, pos, reader) for pos in firsts]
    endangered = [w for w in every if w.attacks]
    for w in endangered:
        far = w.liberties <= 2 and tactics.ladder_attack(board, w.stones[0], reader).result == WIN
        for move in [move for v in endangered if v is not w for move in (v.defences if v.color == w.color else v.attacks)]:
            if far or _is_near(move, w.stones):
                _add(w.defences, move, tactics.does_defend(board, move, w.stones[0], reader))
        # A lost string needs no more attacks.
        for move in [move for v in endangered if v is not w and w.defences for move in (v.attacks if v.color == w.color else v.defences)]:
            if _is_near(move, w.stones):
                _add(w.attacks, move, tactics.does_attack(board, move, w.stones[0], reader.among_many(TRY_SHARE)))
    for w in every:
        w.attacks = dict(sorted(w.attacks.items(), key=lambda item: (-item[1], item[0])))
        w.defences = dict(sorted(w.defences.items(), key=lambda item: (-item[1], item[0])))
    by_stone = {stone: w for w in every for stone in w.stones}
    for w in every:
        w.inessential = _is_inessential(board, w, by_stone)
    return every


def _is_inessential(board: np.void, w: Worm, by_stone: Mapping[int, Worm]) -> bool:
    """Whether a string separates nothing and cannot live by itself.

    It has no liberties of the second order, and no enemy neighbour that can be captured.  Without the string the other points stay
    connected, and the hole left has only enemy neighbours and touches at most two edges.
    """
    size = int(board['size'])
    stones = set(w.stones)
    beside = {q for pos in stones for q in neighbours(pos, size)} - stones
    if any(q in by_stone and by_stone[q].attacks for q in beside):
        return False
    colors = board['color'].tolist()
    liberties = {q for q in beside if colors[q] == EMPTY}
    # A liberty of the second order is an empty point that no enemy touches.
    further = {p for q in liberties for p in neighbours(q, size) if colors[p] == EMPTY} - liberties
    if any(all(colors[q] != other(w.color) for q in neighbours(p, size)) for p in further):
        return False
    rest = set(all_points(size)) - stones
    if rest and len(connected(rest, size, min(rest))) < len(rest):
        return False
    hole = connected({pos for pos in rest if colors[pos] == EMPTY} | stones, size, w.stones[0])
    edges = {(axis, line) for pos in hole for axis, line in enumerate(row_col(pos)) if line in (0, size - 1)}
    return len(edges) <= 2 and not any(colors[q] == w.color and q not in stones for pos in hole for q in neighbours(pos, size))


def lively_stones(board: np.void, every: Iterable[Worm]) -> set[int]:
    """Return the stones that count for eye spaces: those of strings that are neither inessential nor lost."""
    return {stone for w in every if not (w.attack_code != LOSE == w.defence_code) and not w.inessential for stone in w.stones}


class Measures(NamedTuple):
    """Numbers that describe a string (GNU Go manual, "Worms")."""
    effective_size: float
    liberties: tuple[int, ...]
    """Liberties of the first to the fourth order."""
    cutstone: int
    cuts: int
    """Cuts of conn.db that the string takes part in: ``cutstone2``."""
    genus: int
    """Number of connected parts of the rest of the board, less one."""


def all_measures(board: np.void) -> dict[int, Measures]:
    """Return the numbers that describe each string (``Measures``), by the string's first stone."""
    size = int(board['size'])
    sizes, cuts = effective_sizes(board), cut_counts(board)
    found = {}
    for first in sizes:
        WAITING.check()
        stones = set(string(board, first))
        found[first] = Measures(sizes[first], tuple(liberty_orders(board, stones)), cutstone(board, first), cuts.get(first, 0),
                                len(list(parts(set(all_points(size)) - stones, size))) - 1)
    return found


def cut_counts(board: np.void) -> dict[int, int]:
    """Return the number of cutting points of conn.db beside each string, by its first stone."""
    found: dict[int, set[int]] = {}
    for color in (BLACK, WHITE):
        for move in cut_points(board, color):
            for q in neighbours(move, int(board['size'])):
                if board['color'][q] == color:
                    found.setdefault(min(string(board, q)), set()).add(move)
    return {first: len(moves) for first, moves in found.items()}


def cut_points(board: np.void, color: int) -> list[int]:
    """Return the points where strings of a colour can be cut, by class B of conn.db, in board order."""
    loaded, found = LIBRARY.get('conn'), new_matches()
    tables, answered = loaded.tables, loaded.answered(ALWAYS)
    py_find_matches(board, tables, found, color)
    patterns = tables['pattern'][found['instance'][:int(found['n'])]]
    places = {int(found['move'][k]) for k, pattern in enumerate(patterns)
              if answered[pattern] and int(tables['classes'][pattern]) & class_bit('B')}
    return sorted(places - {PASS})


def liberty_orders(board: np.void, stones: Set[int]) -> list[int]:
    """Count the empty points at one, two, three and four steps from a string.  Beyond one step, points beside enemies do not count.

    Other strings of the same colour on the way cost no step.
    """
    size = int(board['size'])
    color = int(board['color'][min(stones)])
    found, edge, counts = set(stones), set(stones), []
    for order in range(1, 5):
        edge = {q for p in edge for q in neighbours(p, size) if board['color'][q] == EMPTY and q not in found
                and (order == 1 or not any(board['color'][e] == other(color) for e in neighbours(q, size)))}
        counts.append(len(edge))
        edge |= {s for p in edge for q in neighbours(p, size) if board['color'][q] == color and q not in found for s in string(board, q)}
        found |= edge
    return counts


def effective_sizes(board: np.void) -> dict[int, float]:
    """Return every string's effective size, by its first stone: its stones, and half a point for each empty point nearest to it.

    Points further than four steps away do not count.  Strings equally near share a point.
    """
    size = int(board['size'])
    owners: dict[int, set[int]] = {pos: {first} for pos, first in first_stones(board).items()}
    total = {first: 0.0 for firsts in owners.values() for first in firsts}
    for firsts in owners.values():
        for first in firsts:
            total[first] += 1.0
    for _ in range(4):
        reached: dict[int, set[int]] = {}
        for pos, firsts in owners.items():
            for q in neighbours(pos, size):
                if q not in owners:
                    reached.setdefault(q, set()).update(firsts)
        for firsts in reached.values():
            for first in firsts:
                total[first] += 0.5 / len(firsts)
        owners.update(reached)
    return total


def cutstone(board: np.void, pos: int) -> int:
    """Return 2 if two enemy strings beside the string at pos share no liberty, 1 if all such pairs share one, 0 if there is no pair."""
    size = int(board['size'])
    stones = string(board, pos)
    enemy = other(int(board['color'][pos]))
    enemies = sorted({min(string(board, q)) for p in stones for q in neighbours(p, size) if board['color'][q] == enemy})
    free = [{q for p in string(board, first) for q in neighbours(p, size) if board['color'][q] == EMPTY} for first in enemies]
    pairs = [bool(a & b) for k, a in enumerate(free) for b in free[k + 1:]]
    return 0 if not pairs else 1 if all(pairs) else 2
