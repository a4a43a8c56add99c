"""Find the eyes of one colour on a whole board.  Kernels find, number and value the spaces.  The caller answers tactical questions.

Inside searches the kernels read for themselves, quickly (``dragon_eyes.py``).
"""
from collections.abc import Callable, Iterator, Set
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.points import other, point, row_col
from owlgo.engine.eyes.corners import py_enter_corners, py_next_half, py_note_half
from owlgo.engine.eyes.domains import py_lay_out, py_number_spaces
from owlgo.engine.eyes.dragon_eyes import solve_unknown
from owlgo.engine.eyes.eyesight import MARGIN_ROWS, new_eyesight
from owlgo.engine.eyes.space import EyePoint, Eyes, count_neighbours
from owlgo.engine.eyes.topology import Topology
from owlgo.engine.eyes.value import EyeValue
from owlgo.engine.eyes.verdicts import py_judge_spaces

FalseMargin = Callable[[int, int], bool]
"""``is_false_margin(pos, color)``: whether the enemy cannot stand at a point between a colour's eye space and the outside, though his
lively string beside it cannot be captured."""
Corners = Callable[[int, Set[int]], Topology]
"""``corners(pos, secure)``: the corners of an eye point, given the points of eye spaces that are secure as corners."""


class EyeVerdict(NamedTuple):
    """The eyes of a space."""
    value: EyeValue
    attack: int
    """The attacker's best move, or PASS if the space is settled."""
    defence: int
    """The defender's best move, or PASS if the space is settled."""
    attacks: tuple[int, ...] = ()
    """All attacking moves that are equally good, in board order, threats included."""
    defences: tuple[int, ...] = ()
    exact: bool = True
    """Whether the graph was solved.  If not, the space is judged by size."""


class Side(NamedTuple):
    """The eyes of one colour."""
    eyes: Eyes
    half_eyes: dict[int, Topology]
    """The corners of eye points with at most one neighbour in their space."""
    verdicts: dict[int, EyeVerdict]
    """Verdicts on the spaces, by origin."""


def new_plain() -> np.void:
    """Return a record for the eyes of a whole board."""
    e = new_eyesight()
    e['plain'] = 1
    return e


def look(board: np.void, e: np.void, color: int, lively: Set[int], is_false_margin: FalseMargin, corners: Corners | None = None,
         captures: Set[int] = frozenset()) -> Side:
    """Return the eyes of a colour, using a record of ``new_plain``.

    ``lively`` are the stones of both colours that count.  Other stones are ignored as if captured.  Without ``corners`` no eye is half or
    false.  ``captures`` are points where the enemy takes stones, which are not secure as corners.
    """
    e['lively'] = 0
    e['lively'][list(lively)] = 1
    if py_lay_out(board, e, color):
        for who, pos in _candidates(e, int(board['size'])):
            if not is_false_margin(pos, color if who == 0 else other(color)):
                _withdraw(e, who, pos)
    py_number_spaces(board, e)
    eyes = _spaces(e, color)
    half_eyes = {} if corners is None else _corners(board, e, eyes, corners, captures)
    while py_judge_spaces(board, e):
        solve_unknown(e)
    return Side(eyes, half_eyes, {origin: _verdict(e, number) for number, origin in enumerate(eyes.origins(), 1)})


def _candidates(e: np.void, size: int) -> Iterator[tuple[int, int]]:
    """Yield (side, point) for each candidate for a false margin.  Side: the eye space that ends there is this colour's (0) or the other's
    (1)."""
    for who in range(2):
        for row, bits in enumerate(e['candidates'][who, MARGIN_ROWS:MARGIN_ROWS + size].tolist()):
            for col in range(size):
                if bits >> col & 1:
                    yield who, point(row, col)


def _withdraw(e: np.void, who: int, pos: int) -> None:
    """Remove a candidate for a false margin."""
    row, col = row_col(pos)
    e['candidates'][who, MARGIN_ROWS + row] &= ~(1 << col)


def _spaces(e: np.void, color: int) -> Eyes:
    """Return the spaces that the kernels numbered.  The first point of each space is its origin."""
    points = {pos: EyePoint(int(e['first'][e['space'][pos]]), bool(e['marginal'][pos])) for pos in np.flatnonzero(e['space']).tolist()}
    eyes = Eyes(color, points)
    count_neighbours(eyes)
    return eyes


def _corners(board: np.void, e: np.void, eyes: Eyes, corners: Corners, captures: Set[int]) -> dict[int, Topology]:
    """Judge the corners of eye points and enter them into the record.  False eyes become margins."""
    secure = {pos for pos, p in eyes.points.items() if not p.marginal and p.marginal_neighbours < 2} - captures
    found = {pos: corners(pos, secure) for pos in np.flatnonzero(e['judged']).tolist()}
    for pos, topology in found.items():
        half = py_next_half(e)
        for move in topology.attacks:
            py_note_half(e, 0, half, move)
        for move in topology.defences:
            py_note_half(e, 1, half, move)
        py_enter_corners(board, e, pos, topology.value)
        eyes.points[pos].marginal = bool(e['marginal'][pos])
    count_neighbours(eyes)
    return found


def _verdict(e: np.void, number: int) -> EyeVerdict:
    """Return the record's verdict on a space."""
    attacks, defences = (tuple(e[moves][number, :e['n' + moves][number]].tolist()) for moves in ('attacks', 'defences'))
    return EyeVerdict(EyeValue(*e['value'][number].tolist()), int(e['attack'][number]), int(e['defence'][number]), attacks, defences,
                      bool(e['exact'][number]))
