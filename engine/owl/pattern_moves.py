"""Moves for and against a dragon, from the pattern databases (GNU Go manual, "The OWL Code", "Strategy and Tactics in a Pattern").

A match counts if it touches the dragon, its cheap constraint holds, its move is safe or of class s (a sacrifice), with class n the
opponent's move at the same point would be safe too, and its costly constraint holds: looked at in this order, and only where the
pattern's value would make the move better than it is already.
"""
import numpy as np
from numba import int64, void

from owlgo.engine.constraints.helpers import RUN
from owlgo.engine.constraints.interpreter import holds
from owlgo.engine.core.board import BOARD
from owlgo.engine.core.facts import FACTS
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.layout import new_record, record_type
from owlgo.engine.core.points import NPOINTS, PASS
from owlgo.engine.core.result import LOSE
from owlgo.engine.read.inner import inner_safe_move
from owlgo.engine.read.record import READ
from owlgo.patterns.compile import MAX_PATTERNS, PATTERNS, class_bit
from owlgo.patterns.match import MATCHES, find_matches

CHEAP = 0.45
"""Constraints that cost less than so many readings are evaluated before the safety of the move."""
SACRIFICE, MUTUAL = np.uint64(class_bit('s')), np.uint64(class_bit('n'))
"""Bits of classes s and n: the stone may be given up; the move must be safe for either colour."""

FOUND = record_type([
    ('n', 'i4'),
    ('point', 'i4', (NPOINTS,)),    # points with a pattern move, in no order to rely on
    ('value', 'f4', (NPOINTS,)),    # by point: the best value of a pattern that holds there
    ('instance', 'i4', (NPOINTS,)), # and which that is
    ('held', 'i4', (MAX_PATTERNS,)),    # by pattern: how often it counted, since that was set to 0
])


@unit(int64(BOARD, READ, FACTS, PATTERNS, MATCHES, RUN, int64, int64))
def counts(b, r, f, p, m, w, k, color):
    """Whether match k is valid: its constraint holds, and its stone is safe unless its class allows a sacrifice."""
    instance, pos = m.instance[k], m.move[k]
    pattern = p.pattern[instance]
    cheap = p.cost[pattern] < CHEAP
    if cheap and not holds(b, r, f, p, w, instance, m.anchor[k], color):
        return 0
    classes = p.classes[pattern]
    if not classes & SACRIFICE and inner_safe_move(b, r, pos, color) == LOSE:
        return 0
    if classes & MUTUAL and inner_safe_move(b, r, pos, 3 - color) == LOSE:
        return 0
    return cheap or holds(b, r, f, p, w, instance, m.anchor[k], color) != 0


@unit(void(BOARD, READ, FACTS, PATTERNS, MATCHES, RUN, FOUND, int64))
def pattern_moves(b, r, f, p, m, w, found, color):
    """Add a database's moves for this colour to ``found``, with the best pattern of each point."""
    find_matches(b, p, m, color)
    for k in range(m.n):
        pos = m.move[k]
        pattern = p.pattern[m.instance[k]]
        value = p.value[pattern]
        if pos == PASS or value <= found.value[pos]:
            continue
        if counts(b, r, f, p, m, w, k, color):
            found.held[pattern] += 1
            if found.value[pos] == 0:
                found.point[found.n] = pos
                found.n += 1
            found.value[pos] = value
            found.instance[pos] = m.instance[k]


@unit(void(FOUND))
def forget_moves(found):
    """Start an empty list."""
    for k in range(found.n):
        found.value[found.point[k]] = 0
    found.n = 0


def new_found() -> np.void:
    """An empty list."""
    found: np.void = new_record(FOUND)
    return found


@kernel(void(BOARD, READ, FACTS, PATTERNS, MATCHES, RUN, FOUND, int64))
def py_pattern_moves(b, r, f, p, m, w, found, color):
    """``pattern_moves`` alone, for Python."""
    forget_moves(found)
    pattern_moves(b, r, f, p, m, w, found, color)
