"""What an eye space yields, in plain Python: the twin of ``shapes.py``, slow and obviously right."""
from collections.abc import Collection, Mapping, Set
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.points import EMPTY, PASS, neighbours, other
from owlgo.engine.core.strings import found, py_liberties, string
from owlgo.engine.eyes.canonical import canonical
from owlgo.engine.eyes.compute import COUNTED_OUTER, analysis_of
from owlgo.engine.eyes.game import OUTER_LIBERTIES, Graph
from owlgo.engine.eyes.space import Eyes, find_eye_dragons
from owlgo.engine.eyes.tests.naive_spaces import is_false_eye
from owlgo.engine.eyes.topology import HALF_SUM, Topology, is_halfeye
from owlgo.engine.eyes.value import EyeValue
from owlgo.engine.eyes.whole import EyeVerdict


class Pessimistic(NamedTuple):
    """What an eye space yields, and what it yields when everything goes wrong."""
    verdict: EyeVerdict
    least: int
    """Eyes for certain."""


@dataclass
class Placed:
    """The graph of an eye space, and the points on the board that its vertices stand for: several at the margin of a half eye."""
    near: list[int] = field(default_factory=list)
    wall: int = 0
    margin: int = 0
    attackers: int = 0
    defenders: int = 0
    attacks: list[list[int]] = field(default_factory=list)
    """Per vertex, where the attacker plays."""
    defences: list[list[int]] = field(default_factory=list)

    @property
    def graph(self) -> Graph:
        """The graph alone."""
        return Graph(tuple(self.near), self.wall, self.margin, self.attackers, self.defenders)

    def add(self, near: int, wall: bool, margin: bool, attacks: list[int], defences: list[int]) -> int:
        """A vertex next to these; returns its bit."""
        bit = 1 << len(self.near)
        for k in range(len(self.near)):
            self.near[k] |= bit if near >> k & 1 else 0
        self.near.append(near)
        self.wall |= bit * wall
        self.margin |= bit * margin
        self.attacks.append(attacks)
        self.defences.append(defences)
        return bit


def place(board: np.void, eyes: Eyes, half_eyes: Mapping[int, Topology], origin: int) -> Placed:
    """The graph of the space with this origin.

    Own strings that touch nothing but the space are vertices too.  Enemy stones without a liberty in it (their last one is a false margin)
    get a vertex for that liberty: the owner can take them there, and they cannot move.
    """
    size, enemy = int(board['size']), other(eyes.color)
    inside = set(eyes.space(origin))
    islands = {stone for pos in inside for q in neighbours(pos, size) if board['color'][q] == eyes.color
               for stone in _island(board, q, inside)}
    loose = {pos: _loose_strings(board, eyes, pos, inside) for pos in inside
             if eyes.points[pos].marginal and is_false_eye(half_eyes, pos) and int(board['color'][pos]) == enemy}
    space = sorted(inside) + sorted(islands)
    vertex = {pos: k for k, pos in enumerate(space)}
    placed = Placed()
    for pos in space:
        beside = neighbours(pos, size)
        margin = pos in inside and eyes.points[pos].marginal and not loose.get(pos)
        bit = placed.add(sum(1 << vertex[q] for q in beside if vertex.get(q, len(space)) < vertex[pos]),
                         sum(q not in vertex for q in beside) > margin, margin, [pos], [pos])
        placed.attackers |= bit * (int(board['color'][pos]) == enemy)
        placed.defenders |= bit * (pos in islands)
    for pos in sorted(inside):
        if is_halfeye(half_eyes, pos) and not eyes.points[pos].marginal:
            placed.add(1 << vertex[pos], True, True, half_eyes[pos].attacks, half_eyes[pos].defences)
        elif loose.get(pos):
            _add_gate(placed, 1 << vertex[pos], _free_liberties(board, loose[pos], inside))
    _add_lost_liberties(placed)
    return placed


def _add_gate(placed: Placed, beside: int, liberties: int) -> None:
    """The strings that make an eye false, where a captured stone lies in it: before they are taken it is connected to nothing."""
    gate = placed.add(beside, False, False, [], [])
    placed.defenders |= gate
    for _ in range(liberties):
        placed.add(gate, False, True, [], [])


def _add_lost_liberties(placed: Placed) -> None:
    """A vertex for the liberty that enemy stones without one in the space must have outside."""
    for stones in _strings(placed.near, placed.attackers):
        around = 0
        for k, near in enumerate(placed.near):
            around |= near if stones >> k & 1 else 0
        if not stones & placed.margin and not around & ~(placed.attackers | placed.defenders):
            placed.add(stones, True, False, [], [])


def _loose_strings(board: np.void, eyes: Eyes, pos: int, inside: Set[int]) -> list[int]:
    """The own strings beside a point that touch no other point of its space, by a stone of each."""
    size = int(board['size'])
    beside = [q for q in neighbours(pos, size) if int(board['color'][q]) == eyes.color]
    return [q for q in beside if not any(p in inside and p != pos for stone in string(board, q) for p in neighbours(stone, size))]


def _free_liberties(board: np.void, strings: list[int], inside: Set[int]) -> int:
    """Liberties of some strings outside the space, counted up to two."""
    free: set[int] = set()
    for q in strings:
        py_liberties(board, q)
        free |= set(found(board)) - inside
    return min(len(free), OUTER_LIBERTIES)


def _island(board: np.void, pos: int, inside: Set[int]) -> list[int]:
    """The string at pos if nothing but points of the space is next to it."""
    stones = string(board, pos)
    size = int(board['size'])
    return stones if all(q in inside or q in stones for stone in stones for q in neighbours(stone, size)) else []


def _strings(near: list[int], stones: int) -> list[int]:
    """The connected parts of a set of vertices."""
    found = []
    while stones:
        part, grown = 0, stones & -stones
        while part != grown:
            part = grown
            for k in range(len(near)):
                grown |= near[k] & stones if part >> k & 1 else 0
        found.append(part)
        stones &= ~part
    return found


def compute_eyes(board: np.void, eyes: Eyes, half_eyes: Mapping[int, Topology], origin: int, suicide: bool = False) -> EyeVerdict:
    """What the space with this origin yields; ``suicide`` tells whether it is legal.

    A half eye whose deciding points lie inside the space itself, if it has others, is also tried as a real one: what is better counts.  A
    single half eye that the attacker can spoil only by ko is a half eye when he plays first and a real one when the defender does.
    """
    verdict = _solved(board, eyes, half_eyes, origin, suicide)
    space = eyes.space(origin)
    halves = [pos for pos in space if is_halfeye(half_eyes, pos) and not eyes.points[pos].marginal]
    inside = {pos for pos in halves if {*half_eyes[pos].attacks, *half_eyes[pos].defences} & set(space)}
    if inside and len(space) > 1:
        better = _solved(board, eyes, _without(half_eyes, inside), origin, suicide)
        if sum(better.value) > sum(verdict.value):
            verdict = better
    elif len(halves) == 1 and half_eyes[halves[0]].value < HALF_SUM:
        better = _solved(board, eyes, _without(half_eyes, halves), origin, suicide)
        if better.value[2:] != verdict.value[2:]:
            verdict = better._replace(value=EyeValue(*verdict.value[:2], *better.value[2:]))
    return verdict


def compute_eyes_pessimistic(board: np.void, eyes: Eyes, half_eyes: Mapping[int, Topology], origin: int, suicide: bool = False,
                             weak: Collection[int] = ()) -> Pessimistic:
    """What the space with this origin yields, and the eyes that it yields for certain: every margin and half eye may cost one.

    ``weak`` are own stones that can be captured.  A single point is no eye for certain if a stone beside it has no other liberty, nor is
    a space that a weak stone parts; two captured stones inside are one.  Where one move more would make the least certain, a margin is
    the vital point.
    """
    verdict = compute_eyes(board, eyes, half_eyes, origin, suicide)
    space, margins = eyes.space(origin), eyes.margins(origin)
    halves = [pos for pos in space if is_halfeye(half_eyes, pos) and pos not in margins]
    if verdict.exact:
        least = max(verdict.value.min_eyes - len(margins) - len(halves), 0)
        prisoners = [pos for pos in space if pos not in margins and int(board['color'][pos]) == other(eyes.color)]
        if len(prisoners) >= 2:
            least = max(least, min(verdict.value.min_eyes, 1))
    else:
        size = len(space) + len(halves) - 2 * len(margins) - sum(eyes.points[pos].marginal_neighbours > 0 for pos in margins)
        made = 2 if size > 3 else 1 if size > 0 else 0
        verdict = verdict._replace(value=EyeValue(made, made, made, made))
        least = made if not margins else max(made - 1, 0)
    if len(space) == 1 and any(board['color'][q] == eyes.color and board['libs'][board['origin'][q]] == 1
                               for q in neighbours(space[0], int(board['size']))):
        least = 0
    if any(sum(q in eyes.points and eyes.points[q].origin == origin for q in neighbours(pos, int(board['size']))) > 1 for pos in weak):
        least = 0
    if verdict.value.min_eyes == verdict.value.max_eyes and least < verdict.value.max_eyes and margins:
        empty = [pos for pos in margins if int(board['color'][pos]) == EMPTY] or margins
        verdict = verdict._replace(attack=empty[0], defence=empty[0])
    return Pessimistic(verdict, least)


def _without(half_eyes: Mapping[int, Topology], left_out: Collection[int]) -> dict[int, Topology]:
    return {pos: topology for pos, topology in half_eyes.items() if pos not in left_out}


def _solved(board: np.void, eyes: Eyes, half_eyes: Mapping[int, Topology], origin: int, suicide: bool) -> EyeVerdict:
    placed = place(board, eyes, half_eyes, origin)
    # Numbered by its form, a space takes as many positions to solve however the board is turned.
    form, order = canonical(placed.graph)
    analysis = analysis_of(form, outer_liberties(board, eyes, origin), suicide)
    if analysis is None:
        size = len(eyes.space(origin)) - 2 * len(eyes.margins(origin))
        eyes_made = 2 if size > 3 else 1 if size > 0 else 0
        return EyeVerdict(EyeValue(*[eyes_made] * 4), PASS, PASS, exact=False)
    attacks = _points(placed.attacks, [order[v] for v in analysis.attacks])
    defences = _points(placed.defences, [order[v] for v in analysis.defences])
    attack = defence = PASS
    if analysis.value.min_eyes != analysis.value.max_eyes:
        both = [pos for pos in attacks if pos in defences]
        attack, defence = (both or attacks or [PASS])[0], (both or defences or [PASS])[0]
    return EyeVerdict(analysis.value, attack, defence, tuple(attacks), tuple(defences))


def outer_liberties(board: np.void, eyes: Eyes, origin: int) -> int:
    """Liberties outside the space of the string round it that has the fewest: 1, 2 or, as more do not matter, 3."""
    inside = set(eyes.space(origin))
    fewest = COUNTED_OUTER
    for first in find_eye_dragons(board, eyes, origin):
        if _island(board, first, inside):
            continue
        py_liberties(board, first)
        fewest = min(fewest, len(set(found(board)) - inside))
    return max(fewest, 1)


def _points(places: list[list[int]], vertices: list[int]) -> list[int]:
    return sorted({pos for v in vertices for pos in places[v]})
