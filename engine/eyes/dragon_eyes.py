"""Kernels that find the eyes of one dragon at a node of a search: the spaces that border the dragon, their half and false eyes, and their
values.

Tactical questions go to ``engine.read.inner``; ``whole.py`` reads the eyes of a whole board more carefully.

The caller fills ``lively``, ``goal``, ``weak`` and perhaps ``captures`` of a record, and calls ``dragon_eyes``.  The record has a table of
graphs with their values.  A space whose graph is not in the table is judged by its size.  The call requests such graphs and returns how
many it requested; ``solve_unknown`` solves them for the next call.

Two fields save time.  With ``hasty``, corners that do not decide between a proper, a half and a false eye are skipped.  Unsolved graphs
with more than ``most_vertices`` are not requested.

``sum_of`` adds the values of several spaces, and requests unknown sums in the same way.
"""
import numpy as np
from numba import int32, int64, uint64

from owlgo.engine.core.board import BOARD
from owlgo.engine.core.jit import for_python, kernel, unit
from owlgo.engine.eyes.canonical import canonical
from owlgo.engine.eyes.compute import analysis_of
from owlgo.engine.eyes.corners import look_at_corners
from owlgo.engine.eyes.domains import find_spaces
from owlgo.engine.eyes.eyesight import EYESIGHT, MOST_UNKNOWN, NO_CASE, new_eyesight, py_enter_graph
from owlgo.engine.eyes.game import Graph
from owlgo.engine.eyes.shapes import CASE_DIGITS, SETTLED_INDEX
from owlgo.engine.eyes.value import CASES, ENOUGH_EYES, SETTLED_CASES, parse, total
from owlgo.engine.eyes.verdicts import py_judge_spaces
from owlgo.engine.read.record import READ

__all__ = ['EYESIGHT', 'dragon_eyes', 'new_eyesight', 'py_dragon_eyes', 'py_sum_of', 'sum_of', 'solve_unknown']

WORTH = tuple(int(case[0]) if case in SETTLED_CASES else -1 for case in CASES)
"""Eyes of each settled case; -1 for other cases."""
WEIGHT = tuple(16 * sum(map(int, case)) + k for k, case in enumerate(CASES))
"""Rank of each case: of more than four unsettled spaces, only the four of highest rank are added."""


@unit(int64(BOARD, READ, EYESIGHT, int64))
def dragon_eyes(b, r, e, color):
    """Judge the eye spaces of this colour that border the goal.  Return the number of graphs with unknown values."""
    find_spaces(b, r, e, color)
    look_at_corners(b, r, e, color)
    return py_judge_spaces(b, e)


@unit(int64(EYESIGHT, int64))
def sum_known(e, key):
    """Return the packed value of the sum with this key.  If the value is unknown, request it and return -1."""
    if e.sum[key]:
        return e.sum[key] - 1
    for k in range(e.unknown_sums):
        if e.unknown_sum[k] == key:
            return -1
    if e.unknown_sums < MOST_UNKNOWN:
        e.unknown_sum[e.unknown_sums] = key
        e.unknown_sums += 1
    return -1


@kernel(int64(EYESIGHT, int32[:], int64))
def sum_of(e, cases, n):
    """Return the packed value of n eye spaces together; -1 if it is not known yet.

    ``cases`` are indices of CASES, one for each space.  The value is a | b << 2 | c << 4 | d << 6.  Of more than four unsettled spaces the
    four with the largest values are added.
    """
    eyes = 0
    s0 = s1 = s2 = s3 = -1
    for k in range(n):
        case = cases[k]
        if WORTH[case] >= 0:
            eyes += WORTH[case]
            continue
        if s0 < 0 or WEIGHT[case] > WEIGHT[s0]:
            s0, s1, s2, s3 = case, s0, s1, s2
        elif s1 < 0 or WEIGHT[case] > WEIGHT[s1]:
            s1, s2, s3 = case, s1, s2
        elif s2 < 0 or WEIGHT[case] > WEIGHT[s2]:
            s2, s3 = case, s2
        elif s3 < 0 or WEIGHT[case] > WEIGHT[s3]:
            s3 = case
    if eyes >= ENOUGH_EYES:
        return CASE_DIGITS[SETTLED_INDEX[ENOUGH_EYES]]
    key = s0 + 1 | s1 + 1 << 4 | s2 + 1 << 8 | s3 + 1 << 12 | eyes << 16
    return sum_known(e, key)


py_dragon_eyes = for_python(dragon_eyes)
py_sum_of = for_python(sum_of)


def solve_unknown(e: np.void) -> None:
    """Compute the requested values of graphs, and of sums of several spaces, and enter them into the record's tables."""
    for k in range(int(e['unknown'])):
        n = int(e['unknown_n'][k])
        graph = Graph(tuple(e['unknown_near'][k, :n].tolist()), *e['unknown_bits'][k].tolist())
        py_enter_graph(e, uint64(e['unknown_key'][k]), _entry(graph, int(e['unknown_outer'][k]), bool(e['unknown_suicide'][k])))
    e['unknown'] = 0
    for key in e['unknown_sum'][:int(e['unknown_sums'])].tolist():
        e['sum'][key] = 1 + _digits_of_sum(key)
    e['unknown_sums'] = 0


def _entry(graph: Graph, outer: int, suicide: bool) -> int:
    """Solve a graph and return its entry for the table, with moves in the graph's own numbering."""
    form, order = canonical(graph)
    analysis = analysis_of(form, outer, suicide)
    if analysis is None:
        return NO_CASE
    attacks, defences = (sum(1 << order[v] for v in moves) for moves in (analysis.attacks, analysis.defences))
    return CASES.index(str(analysis.value)) | attacks << 4 | defences << 16


def _digits_of_sum(key: int) -> int:
    """Compute the packed value of the sum with this key."""
    cases = [CASES[(key >> 4 * k & 15) - 1] for k in range(4) if key >> 4 * k & 15]
    a, b, c, d = total(map(parse, [*cases, str(key >> 16) * 4]))
    return a | b << 2 | c << 4 | d << 6
