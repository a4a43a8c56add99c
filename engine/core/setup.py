"""Set up a position at once: records may do so thousands of times."""
from numba import int32, int64

from owlgo.engine.core.board import BOARD, place
from owlgo.engine.core.jit import kernel
from owlgo.engine.core.points import BLACK, EMPTY, NPOINTS, WHITE


@kernel(int64(BOARD, int32[:]))
def py_set_up(b, wanted):
    """Put stones on an empty board by the colour of every point; return whether every string has a liberty.

    The order of the points does not matter: no string of a legal position loses its last liberty on the way.
    """
    for pos in range(NPOINTS):
        if (wanted[pos] == BLACK or wanted[pos] == WHITE) and b.color[pos] == EMPTY:
            place(b, pos, wanted[pos])
    for pos in range(NPOINTS):
        if b.color[pos] != wanted[pos]:
            return 0
    return 1
