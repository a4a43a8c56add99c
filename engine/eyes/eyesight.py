"""The record of the eye kernels: the question about one dragon, the answers, and lasting tables of values.

``dragon_eyes.py`` explains its use.  Each row of the board is one word, with column 0 in the lowest bit, so that kernels work on a whole
row at once.  ``MARGIN_ROWS`` empty rows lie above and below the board.
"""
import numpy as np
from numba import int64, uint64

from owlgo.engine.core.jit import kernel
from owlgo.engine.core.layout import new_record, record_type
from owlgo.engine.core.points import MAX_SIZE, NPOINTS
from owlgo.engine.core.zobrist import mix
from owlgo.engine.eyes.compute import GAME_VERTICES

MARGIN_ROWS = 3
"""Number of empty rows above the board, and also below."""
ROWS = MAX_SIZE + 2 * MARGIN_ROWS
"""Rows of a record, empty ones included."""
MOST_UNKNOWN = 8
"""Largest number of graphs that are requested in one call, and largest number of sums."""
SPACE_MOVES = 24
"""Largest number of moves kept for one space and purpose (attack or defence)."""
MAX_EYE_SPACES = 320
"""Length of arrays indexed by eye space or by half eye: more than fit on a board."""
HALF_MOVES = 16
"""Largest number of moves that decide a half eye: four corners with up to four captures each."""
GRAPH_TABLE_BITS = 15
"""Size of the table of graphs, as a power of two."""
GRAPH_PROBES = 8
"""Number of table entries that are searched for a graph."""
NO_CASE = 15
"""Stored instead of a case if the graph is too large to be solved."""

EYESIGHT = record_type([
    # set by the caller
    ('lively', 'i4', (NPOINTS,)),               # stones of lively strings of both colours
    ('goal', 'i4', (NPOINTS,)),                 # the dragon; if empty, all spaces of the colour are judged
    ('weak', 'i4', (NPOINTS,)),                 # own stones that can be captured
    ('captures', 'i4', (NPOINTS,)),             # where the enemy takes stones: not secure as corners
    ('hasty', 'i4'),                            # skip corners that cannot take the sum across 2 or 4
    ('most_vertices', 'i4'),                    # graphs with more are not requested; 0: no limit
    ('plain', 'i4'),                            # leave out the eyes that spaces yield for certain
    # results, by point
    ('space', 'i4', (NPOINTS,)),                # number of the eye space, from 1; 0 none
    ('marginal', 'i4', (NPOINTS,)),             # 1 a margin, 2 a false eye that became one
    ('corner', 'f4', (NPOINTS,)),               # sum of the judged corners, 4 elsewhere
    # by number of the space; the first points are in board order, as are the numbers
    ('n', 'i4'),
    ('size', 'i4', (MAX_EYE_SPACES,)),                # margins included
    ('margins', 'i4', (MAX_EYE_SPACES,)),
    ('halves', 'i4', (MAX_EYE_SPACES,)),
    ('value', 'i4', (MAX_EYE_SPACES, 4)),
    ('case', 'i4', (MAX_EYE_SPACES,)),                # the value as its index in value.CASES
    ('exact', 'i4', (MAX_EYE_SPACES,)),
    ('least', 'i4', (MAX_EYE_SPACES,)),               # eyes for certain
    ('attack', 'i4', (MAX_EYE_SPACES,)),
    ('defence', 'i4', (MAX_EYE_SPACES,)),
    ('nattacks', 'i4', (MAX_EYE_SPACES,)),
    ('attacks', 'i4', (MAX_EYE_SPACES, SPACE_MOVES)),
    ('ndefences', 'i4', (MAX_EYE_SPACES,)),
    ('defences', 'i4', (MAX_EYE_SPACES, SPACE_MOVES)),
    ('touch_goal', 'i4', (MAX_EYE_SPACES,)),          # stones of the dragon beside it, once for each point
    ('touch_friends', 'i4', (MAX_EYE_SPACES,)),       # lively stones of the colour that are not the dragon's
    ('first', 'i4', (MAX_EYE_SPACES,)),               # first point of the space in board order; after_of is the next, 0 ends
    ('after_of', 'i4', (NPOINTS,)),
    # rows of the board: of the owner of the eyes and of the enemy, by index 0 and 1
    ('on_row', 'i8', (ROWS,)),
    ('stones', 'i8', (2, ROWS)),
    ('alive', 'i8', (2, ROWS)),                 # lively stones
    ('dragon', 'i8', (ROWS,)),
    ('domain', 'i8', (2, ROWS)),
    ('inner', 'i8', (2, ROWS)),                 # the domain without the first line
    ('eyes', 'i8', (ROWS,)),                    # the owner's eye spaces
    ('margin_row', 'i8', (ROWS,)),
    ('reach', 'i8', (ROWS,)),                   # the spaces round the dragon, before false margins are taken out
    ('secure', 'i8', (ROWS,)),
    ('lonely', 'i8', (ROWS,)),                  # points with at most one neighbour
    ('candidates', 'i8', (2, ROWS)),            # where false margins may be, by whose eye space they end
    ('npoints', 'i4'),
    ('points', 'i4', (NPOINTS,)),               # of the numbered spaces, in board order
    ('queue', 'i4', (NPOINTS,)),
    ('stamp', 'i4'),
    ('mark', 'i4', (NPOINTS,)),
    # half eyes
    ('looked', 'i4'),                           # colour of the eyes' owner
    ('round', 'i4'),                            # whether only spaces round a dragon are wanted
    ('judged', 'i4', (NPOINTS,)),               # points whose corners are judged
    ('half', 'i4', (NPOINTS,)),                 # number of the half eye, from 1
    ('nhalves', 'i4'),
    ('nhalf_moves', 'i4', (2, MAX_EYE_SPACES + 1)),             # attacks, defences
    ('half_moves', 'i4', (2, MAX_EYE_SPACES + 1, HALF_MOVES)),
    # the graph being made; its base does not depend on half eyes
    ('nbase', 'i4'),
    ('vertex', 'i4', (NPOINTS,)),               # number of the vertex, from 1
    ('nislands', 'i4'),
    ('outer', 'i4'),
    ('base', 'i8', (GAME_VERTICES + 1,)),
    ('base_bits', 'i8', (4,)),                  # wall, margin, attackers, defenders
    ('nv', 'i4'),
    ('near', 'i8', (GAME_VERTICES + 1,)),
    ('bits', 'i8', (4,)),
    ('place', 'i4', (GAME_VERTICES + 1,)),      # point of a vertex, or 0
    ('half_place', 'i4', (GAME_VERTICES + 1,)),     # half eye of a vertex, or 0
    ('nnow', 'i4', (2,)),
    ('now', 'i4', (2, SPACE_MOVES)),             # moves of the graph just solved
    # graphs and sums requested from Python
    ('unknown', 'i4'),
    ('unknown_key', 'u8', (MOST_UNKNOWN,)),
    ('unknown_n', 'i4', (MOST_UNKNOWN,)),
    ('unknown_outer', 'i4', (MOST_UNKNOWN,)),
    ('unknown_suicide', 'i4', (MOST_UNKNOWN,)),
    ('unknown_near', 'i8', (MOST_UNKNOWN, GAME_VERTICES)),
    ('unknown_bits', 'i8', (MOST_UNKNOWN, 4)),
    ('unknown_sums', 'i4'),
    ('unknown_sum', 'i4', (MOST_UNKNOWN,)),
    # lasting tables: values of graphs, and sums
    ('turn', 'i4'),                             # which of a full part's entries to replace next
    ('table_key', 'u8', (1 << GRAPH_TABLE_BITS,)),
    ('table', 'i4', (1 << GRAPH_TABLE_BITS,)),        # case, attacks << 4, defences << 16
    ('sum', 'i2', (1 << 17,)),                  # 1 + the digits; 0 unknown
])
"""A question about eyes, its answers, and tables of values."""


def new_eyesight() -> np.void:
    """Return a record with empty tables."""
    e = new_record(EYESIGHT)
    e['corner'][:] = 4
    return e


@kernel(uint64(EYESIGHT, int64, int64))
def graph_key(e, outer, suicide):
    """Return the key of the graph just made, in its own numbering.  The key is never 0."""
    key = uint64(e.nv) | uint64(outer) << uint64(8) | uint64(suicide) << uint64(12)
    word = uint64(0)
    for k in range(e.nv):
        word = word << uint64(12) | uint64(e.near[k])
        if k % 5 == 4:
            key = mix(key ^ word)
            word = uint64(0)
    key = mix(key ^ word)
    key = mix(key ^ (uint64(e.bits[0]) | uint64(e.bits[1]) << uint64(12) | uint64(e.bits[2]) << uint64(24)
                     | uint64(e.bits[3]) << uint64(36)))
    return key | uint64(1)


@kernel(int64(EYESIGHT, uint64))
def py_find_graph(e, key):
    """Return the index of a graph's entry in the table, or -1."""
    start = int64(key >> uint64(64 - GRAPH_TABLE_BITS))
    for k in range(GRAPH_PROBES):
        slot = (start + k) & ((1 << GRAPH_TABLE_BITS) - 1)
        if e.table_key[slot] == key:
            return e.table[slot]
        if e.table_key[slot] == uint64(0):
            return -1
    return -1


@kernel(int64(EYESIGHT, uint64, int64))
def py_enter_graph(e, key, entry):
    """Store a graph's entry in the table.  If all places for it are taken, their entries are replaced in turn."""
    start = int64(key >> uint64(64 - GRAPH_TABLE_BITS))
    chosen = -1
    for k in range(GRAPH_PROBES):
        slot = (start + k) & ((1 << GRAPH_TABLE_BITS) - 1)
        if e.table_key[slot] == uint64(0) or e.table_key[slot] == key:
            chosen = slot
            break
    if chosen < 0:
        e.turn = (e.turn + 1) % GRAPH_PROBES
        chosen = (start + e.turn) & ((1 << GRAPH_TABLE_BITS) - 1)
    e.table_key[chosen] = key
    e.table[chosen] = entry
    return chosen
