"""Moves for and against a dragon, from the pattern databases (GNU Go manual, "The OWL Code", "Strategy and Tactics in a Pattern").

A match counts if it touches the dragon, its constraint holds, its move is safe (unless of class s, a sacrifice) and, for class n, the
opponent's move at the same point would be safe too.  A cheap constraint is tested before the safety of the move, a costly one after it.  A
match is not tested at all unless its pattern's value exceeds that of the point so far.
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
"""A constraint that costs less than this, in readings, is tested before the safety of the move."""
SACRIFICE, MUTUAL = np.uint64(class_bit('s')), np.uint64(class_bit('n'))
"""Bits of classes s and n: the stone may be given up; the move must be safe for either colour."""

FOUND = record_type([
    ('n', 'i4'),
    ('point', 'i4', (NPOINTS,)),    # points with a pattern move, in no order to rely on
    ('value', 'f4', (NPOINTS,)),    # by point: the best value of a match that counts
    ('instance', 'i4', (NPOINTS,)), # by point: the pattern of that match, in its orientation
    ('held', 'i4', (MAX_PATTERNS,)),    # by pattern: matches that counted, since this was last set to 0
])


@unit(int64(BOARD, READ, FACTS, PATTERNS, MATCHES, RUN, int64, int64))
def counts(b, r, f, p, m, w, k, color):
    """Whether match k counts: its constraint holds, and its move is as safe as the classes of its pattern require."""
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
    """Find one colour's moves in a database and add them to ``found``, with the best pattern of each point."""
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
    """Empty the list of moves.  The counts in ``found.held`` stay."""
    for k in range(found.n):
        found.value[found.point[k]] = 0
    found.n = 0


def new_found() -> np.void:
    """Return an empty list of pattern moves."""
    found: np.void = new_record(FOUND)
    return found


@kernel(void(BOARD, READ, FACTS, PATTERNS, MATCHES, RUN, FOUND, int64))
def py_pattern_moves(b, r, f, p, m, w, found, color):
    """Empty the list ``found``, then fill it with one colour's moves in a database; for Python."""
    forget_moves(found)
    pattern_moves(b, r, f, p, m, w, found, color)
