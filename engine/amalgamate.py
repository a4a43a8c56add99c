"""Amalgamation: which strings are one dragon (GNU Go manual, "Dragons").

Patterns of class C of conn.db say which strings hold together; ``engine.dragons`` adds those that share an eye space.

    . . . . .
    . X . X .      two strings and one dragon: whichever side O cuts on, X connects on the other
    . X . X .
"""
import numba
import numpy as np
from numba import int64, uint64, void

from engine import helpers
from engine.constraints import holds
from engine.core.board import BOARD
from engine.core.facts import FACTS, new_facts
from engine.core.jit import kernel, unit
from engine.core.points import BLACK, NPOINTS, WHITE, all_points
from engine.helpers import RUN
from engine.read import inner
from engine.read.record import READ
from patterns.compile import MINE, PATTERNS, class_bit
from patterns.library import LIBRARY
from patterns.match import MATCHES, find_matches, new_matches

JOINS = np.uint64(class_bit('C'))

DRAGONS_DTYPE = np.dtype([
    ('leader', 'i4', (NPOINTS,)),       # of each stone: another stone of its dragon, or itself; 0 on empty points
], align=True)
DRAGONS = numba.from_dtype(DRAGONS_DTYPE)


@kernel(int64(DRAGONS, int64))
def leader_of(d, pos):
    """The stone that stands for the dragon of a stone."""
    while d.leader[pos] != pos:
        pos = d.leader[pos]
    return pos


@unit(void(BOARD, READ, FACTS, PATTERNS, MATCHES, RUN, DRAGONS, int64, int64))
def amalgamate(b, r, f, p, m, w, d, color, target):
    """Join the strings of one colour that the patterns say hold together; with a target only those that belong to its dragon."""
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
            if instance < 0 or not p.classes[p.pattern[instance]] & uint64(JOINS):
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
            m.instance[k] = -1      # no need to look again
            if not holds(b, r, f, p, w, instance, m.anchor[k], color):
                continue
            grown = target != 0
            for i in range(p.point[instance], p.point[instance + 1]):
                if p.allowed[i] == 1 << MINE:
                    d.leader[leader_of(d, m.anchor[k] + p.offset[i])] = first


@kernel(void(BOARD, READ, FACTS, PATTERNS, MATCHES, RUN, DRAGONS, int64, int64))
def py_amalgamate(b, r, f, p, m, w, d, color, target):
    """``amalgamate`` for Python."""
    amalgamate(b, r, f, p, m, w, d, color, target)


_inner, _facts, _matches, _run, _dragons = inner.new_inner_record(), new_facts(), new_matches(), helpers.new_run(), \
    np.zeros(1, DRAGONS_DTYPE)[0]


def groups(board: np.void, colors: tuple[int, ...] = (BLACK, WHITE)) -> list[list[int]]:
    """The stones of every group of strings that hold together, each in board order, by its first stone."""
    tables = LIBRARY.get('conn').tables
    found: dict[int, list[int]] = {}
    for color in colors:
        py_amalgamate(board, _inner, _facts, tables, _matches, _run, _dragons, color, 0)
    for pos in all_points(int(board['size'])):
        if int(board['color'][pos]) in colors:
            found.setdefault(_leader(pos), []).append(pos)
    return list(found.values())


def _leader(pos: int) -> int:
    """``leader_of`` in Python: a call of the kernel costs more."""
    leaders = _dragons['leader']
    while leaders[pos] != pos:
        pos = int(leaders[pos])
    return pos


def group(board: np.void, pos: int) -> list[int]:
    """The stones that hold together with the one at pos, in board order.  Raises ValueError on an empty point."""
    color = int(board['color'][pos])
    if color not in (BLACK, WHITE):
        raise ValueError('no string there')
    py_amalgamate(board, _inner, _facts, LIBRARY.get('conn').tables, _matches, _run, _dragons, color, pos)
    leader = _leader(pos)
    return [q for q in all_points(int(board['size'])) if board['color'][q] == color and _leader(q) == leader]
