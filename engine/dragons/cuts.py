"""Facts for conn.db, before dragons are known: cutting points and influence (GNU Go manual, "Connections Database").

If a pattern of class B matches and its constraint holds, it is a cut if the cutter's stone at ``*`` is safe, or if it is of class s too.
No connection of the other side may pass ``*`` or a ``!`` of the match.

    X O         X can cut at *: a pattern of class C over this point asks xcut(c)
    O *
"""
import numpy as np
from numba import int64, uint64, void

from owlgo.engine import influence
from owlgo.engine.constraints.helpers import RUN
from owlgo.engine.constraints.interpreter import holds
from owlgo.engine.core.board import BOARD
from owlgo.engine.core.facts import ALWAYS, FACTS, Kind, bits
from owlgo.engine.core.jit import kernel
from owlgo.engine.core.points import BLACK, PASS, WHITE
from owlgo.engine.core.result import WIN
from owlgo.engine.influence import Holding
from owlgo.engine.read.inner import inner_safe_move
from owlgo.engine.read.record import READ
from owlgo.patterns.compile import INHIBITS, PATTERNS, class_bit
from owlgo.patterns.library import LIBRARY
from owlgo.patterns.match import MATCHES, find_matches

CUT_CLASS, TRUSTED_CLASS = np.uint64(class_bit('B')), np.uint64(class_bit('s'))
"""Classes of the patterns that cut, and of those whose cutting stone is trusted to be safe without reading."""


@kernel(void(BOARD, READ, FACTS, PATTERNS, MATCHES, RUN, int64))
def py_cuts(b, r, f, p, m, w, color):
    """Add the points to ``f.cut`` where the opponent can cut this colour."""
    m.by_goal = 0
    find_matches(b, p, m, color)
    for k in range(m.n):
        instance, pos = m.instance[k], m.move[k]
        classes = p.classes[p.pattern[instance]]
        if pos == PASS or not classes & uint64(CUT_CLASS) or not holds(b, r, f, p, w, instance, m.anchor[k], color):
            continue
        if not classes & uint64(TRUSTED_CLASS) and inner_safe_move(b, r, pos, 3 - color) != WIN:
            continue
        f.cut[3 - color, pos] = 1
        for i in range(p.point[instance], p.point[instance + 1]):
            if p.allowed[i] & INHIBITS:
                f.cut[3 - color, m.anchor[k] + p.offset[i]] = 1


def fill_regions(f: np.void, found: influence.Regions) -> None:
    """Fill in whose territory, moyo and area each point is."""
    for least in (Holding.TERRITORY, Holding.MOYO, Holding.AREA):
        f[least.name.lower()] = np.where(found.region >= least, WHITE, np.where(found.region <= -least, BLACK, 0))
    f['known'] |= bits(Kind.INFLUENCE)


def fill_cuts(board: np.void, f: np.void, r: np.void, m: np.void, w: np.void) -> None:
    """Fill in each colour's cutting points; influence, which patterns may need, must be filled before."""
    f['known'] &= ~bits(Kind.CUTS)
    f['cut'] = 0
    for color in (BLACK, WHITE):
        py_cuts(board, r, f, LIBRARY.get('conn').tables, m, w, color)
    f['known'] |= bits(Kind.CUTS)


def fill(board: np.void, f: np.void, r: np.void, m: np.void, w: np.void) -> None:
    """Fill in the facts that the database conn.db in use needs; OwlGo's own needs none."""
    f['known'] = ALWAYS
    needs = LIBRARY.get('conn').needs
    if needs & bits(Kind.INFLUENCE):
        fill_regions(f, influence.regions(board))
    if needs & bits(Kind.CUTS):
        fill_cuts(board, f, r, m, w)
