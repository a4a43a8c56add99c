"""Amalgamation: which strings are one dragon (GNU Go manual, "Dragons").

Patterns of class C of conn.db connect strings.  ``engine.dragons.partition`` adds strings that share an eye space, and leaves strings apart
that one move can separate although a pattern connects them.

    . . . . .
    . X . X .      two strings, one dragon: if O cuts on one side, X connects on the other
    . X . X .
"""
from typing import NamedTuple

import numpy as np
from numba import int64, uint64, void

from owlgo.engine.constraints import helpers
from owlgo.engine.constraints.helpers import RUN
from owlgo.engine.constraints.interpreter import holds
from owlgo.engine.core.board import BOARD
from owlgo.engine.core.facts import FACTS, new_facts
from owlgo.engine.core.jit import for_python, kernel, unit
from owlgo.engine.core.layout import new_record, record_type
from owlgo.engine.core.parts import Leaders
from owlgo.engine.core.points import BLACK, NPOINTS, WHITE, all_points
from owlgo.engine.core.strings import string
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import cuts
from owlgo.engine.read import inner
from owlgo.engine.read.record import READ
from owlgo.patterns.compile import MINE, PATTERNS, class_bit
from owlgo.patterns.library import LIBRARY
from owlgo.patterns.match import MATCHES, MAX_MATCHES, find_matches, new_matches

JOIN_CLASS = np.uint64(class_bit('C'))
"""Class of the patterns that connect strings."""

DRAGONS = record_type([
    ('leader', 'i4', (NPOINTS,)),       # of each stone: another stone of its dragon, or itself; 0 on empty points
    ('njoins', 'i4'),
    ('join', 'i4', (MAX_MATCHES, 3)),   # a pattern and stones of two strings that it connects
])
"""The record of strings that have been joined to dragons."""


@kernel(int64(DRAGONS, int64))
def leader_of(d, pos):
    """Return the leading stone of a stone's dragon, the same for all its stones."""
    while d.leader[pos] != pos:
        pos = d.leader[pos]
    return pos


@unit(void(BOARD, READ, FACTS, PATTERNS, MATCHES, RUN, DRAGONS, int64, int64))
def amalgamate(b, r, f, p, m, w, d, color, target):
    """Join the strings of one colour that patterns connect; with a target only those of its dragon."""
    for pos in range(NPOINTS):
        if b.color[pos] == color:
            d.leader[pos] = b.origin[pos]
    m.by_goal = 0
    find_matches(b, p, m, color)
    grown = 1
    while grown:
        grown = 0
        for k in range(m.n):
            instance = m.instance[k]
            if instance < 0 or not p.classes[p.pattern[instance]] & uint64(JOIN_CLASS):
                continue
            first, apart, touches = 0, 0, 0
            for i in range(p.point[instance], p.point[instance + 1]):
                if p.allowed[i] == 1 << MINE:
                    leader = leader_of(d, m.anchor[k] + p.offset[i])
                    first = first if first else leader
                    apart |= leader != first
                    touches |= target == 0 or leader == leader_of(d, target)
            if not apart or not touches:
                continue
            m.instance[k] = -1      # done
            if not holds(b, r, f, p, w, instance, m.anchor[k], color):
                continue
            grown = target != 0
            for i in range(p.point[instance], p.point[instance + 1]):
                if p.allowed[i] == 1 << MINE:
                    d.leader[leader_of(d, m.anchor[k] + p.offset[i])] = first


@kernel(void(BOARD, READ, FACTS, PATTERNS, MATCHES, RUN, DRAGONS, int64))
def py_joins(b, r, f, p, m, w, d, color):
    """List every pair of strings of one colour that a pattern connects, in ``d.join[:d.njoins]``."""
    d.njoins = 0
    m.by_goal = 0
    find_matches(b, p, m, color)
    for k in range(m.n):
        instance = m.instance[k]
        if instance < 0 or not p.classes[p.pattern[instance]] & uint64(JOIN_CLASS):
            continue
        holding = -1
        for i in range(p.point[instance], p.point[instance + 1]):
            for j in range(p.point[instance], i):
                one, two = m.anchor[k] + p.offset[i], m.anchor[k] + p.offset[j]
                if p.allowed[i] != 1 << MINE or p.allowed[j] != 1 << MINE or b.origin[one] == b.origin[two]:
                    continue
                if holding < 0:
                    holding = int64(holds(b, r, f, p, w, instance, m.anchor[k], color) != 0)
                if holding and d.njoins < MAX_MATCHES:
                    d.join[d.njoins, 0] = p.pattern[instance]
                    d.join[d.njoins, 1] = one
                    d.join[d.njoins, 2] = two
                    d.njoins += 1


py_amalgamate = for_python(amalgamate)


class Join(NamedTuple):
    """Two strings, by their first stones in board order, that a pattern of conn.db connects."""
    pattern: int
    """Number of the pattern in its file; the plainest shapes come first."""
    first: int
    second: int


def joins(board: np.void, workspace: Workspace, colors: tuple[int, ...] = (BLACK, WHITE)) -> list[Join]:
    """Return every pair of strings that a pattern connects."""
    tables = LIBRARY.get('conn').tables
    record, found, facts = new_record(DRAGONS), set(), _facts(board, workspace)
    for color in colors:
        py_joins(board, workspace.get(inner.new_inner_record), facts, tables, new_matches(), helpers.new_run(), record, color)
        for pattern, *stones in record['join'][:int(record['njoins'])].tolist():
            found.add(Join(pattern, *sorted(min(string(board, stone)) for stone in stones)))
    return sorted(found)


def _facts(board: np.void, workspace: Workspace) -> np.void:
    """Return the facts that conn.db needs."""
    facts = new_facts()
    cuts.fill(board, facts, workspace.get(inner.new_inner_record), new_matches(), helpers.new_run())
    return facts


def groups(board: np.void, workspace: Workspace, colors: tuple[int, ...] = (BLACK, WHITE),
           joined: list[Join] | None = None) -> list[list[int]]:
    """Return the groups of connected strings, each as a list of stones; both are in board order.  Pass ``joined`` if it is known."""
    strings: dict[int, list[int]] = {}
    for pos in all_points(int(board['size'])):
        if int(board['color'][pos]) in colors:
            strings.setdefault(int(board['origin'][pos]), []).append(pos)
    stones = {members[0]: members for members in strings.values()}
    leaders = Leaders(stones)
    for join in joins(board, workspace, colors) if joined is None else joined:
        leaders.join_all([join.first, join.second])
    return [sorted(pos for first in firsts for pos in stones[first]) for firsts in leaders.groups()]


def group(board: np.void, pos: int, workspace: Workspace) -> list[int]:
    """Return the stones connected to the one at pos, in board order.  Raises ValueError on an empty point."""
    color = int(board['color'][pos])
    if color not in (BLACK, WHITE):
        raise ValueError('no string there')
    record = new_record(DRAGONS)
    py_amalgamate(board, workspace.get(inner.new_inner_record), _facts(board, workspace), LIBRARY.get('conn').tables, new_matches(),
                  helpers.new_run(), record, color, pos)
    leaders, colors = record['leader'].tolist(), board['color'].tolist()

    def stands_for(stone: int) -> int:
        while leaders[stone] != stone:
            stone = leaders[stone]
        return stone
    leader = stands_for(pos)
    return [q for q in all_points(int(board['size'])) if colors[q] == color and stands_for(q) == leader]
