"""Leaf evaluation: count territory and moyo (Bouzy's algorithm) in a playout's first position, with the stones that survive the playout.

On an open board playouts show life and death, but hardly the balance of territory.  Leaf evaluation supplies this balance.
"""
from numba import int64, void

from owlgo.engine.core.dilation import BOUZY, spread
from owlgo.engine.core.jit import unit
from owlgo.engine.core.points import BORDER, EMPTY, NPOINTS
from owlgo.engine.mcts.fastboard import FAST
from owlgo.engine.mcts.nodes import TREE
from owlgo.engine.mcts.playout import surrounded_by

DILATIONS, EROSIONS = 4, 6
"""Bouzy's numbers of steps, between those for area and for territory: with few erosions loose frameworks count."""


@unit(void(FAST, TREE, BOUZY))
def note_leaf(f, t, z):
    """Record the leaf's position, with the stones of ``TREE.gone`` taken off."""
    z.size = f.size
    for pos in range(NPOINTS):
        color = f.color[pos]
        z.color[pos] = EMPTY if color == t.gone[pos] else color


@unit(int64(FAST, BOUZY))
def evaluate_leaf(f, z):
    """Return Black's points less White's at the recorded leaf.  A stone counts only if its side owns its point on the final board ``f``."""
    for pos in range(NPOINTS):
        if EMPTY < z.color[pos] < BORDER and surrounded_by(f, pos) != z.color[pos]:
            z.color[pos] = EMPTY
    spread(z, int64(DILATIONS), int64(EROSIONS))
    total = int64(0)
    for pos in range(NPOINTS):
        total += (z.value[pos] > 0) - int64(z.value[pos] < 0)
    return total


# --- what Python calls
