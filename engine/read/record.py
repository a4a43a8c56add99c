"""The record of a reading: the question, a stack of frames, and the transposition table.

The *attacker* wants to capture or to cut, the *defender* to prevent it.  Proof numbers count towards the attacker: he succeeds if pn = 0
and fails if dn = 0.
"""
from enum import IntEnum

import numpy as np
from numba import int64, uint64, void

from owlgo.engine.core import layout
from owlgo.engine.core.board import BOARD
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.points import EMPTY, NPOINTS, STRIDE
from owlgo.engine.core.zobrist import mix
from owlgo.engine.read.merit import CLASSES, RANKS, tables
from owlgo.engine.read.odds import FEATURES, first_numbers

READ_FRAMES = 220
"""Deepest reading, in moves: a ladder across a 25x25 board has some 180."""
READ_MOVES = 96
"""Maximum number of candidates of one frame."""
MAX_GOALS = 24
"""Maximum number of strings that one combination aims at."""
MAX_TABLE_BITS = 20
"""Number of bits of an index into the largest table."""
INFINITE_PN = 1 << 28
"""The proof or disproof number of a lost position."""
NO_WAY = 99
"""Distance of a point that no path reaches."""

NOBODY = 0
"""Neither colour has ko threats."""
FEW_THREATS = 2
"""Ko threats that a side with threats may use in one line."""


class Aim(IntEnum):
    """What the attacker of a question wants.  LADDER and COMBINATION limit the moves of a CAPTURE."""
    CAPTURE = 0
    """Capture one of the strings."""
    CUT = 1
    """Keep two strings apart."""
    SHUT_OUT = 2
    """Keep a string out of an area."""
    LADDER = 3
    """Capture by ladder moves alone."""
    COMBINATION = 4
    """Capture one of several strings by threats."""
    LIFE = 5
    """Kill a dragon: OWL's question.  Occurs only in logs."""


class Winner(IntEnum):
    """Who wins, according to a search."""
    UNSETTLED = 0
    """Nobody yet: the node budget was spent."""
    ATTACKER = 1
    DEFENDER = 2


READ = layout.record_type([
    # the question
    ('goal', 'i4'),                 # of Aim: CAPTURE, CUT or SHUT_OUT
    ('target', 'i4'),
    ('ngoals', 'i4'),
    ('goals', 'i4', (MAX_GOALS,)),
    ('attacker', 'i4'),
    ('master', 'i4'),               # the colour that has ko threats, or NOBODY
    ('four_depth', 'i4'),           # deeper than this, four liberties are safe
    ('depth_limit', 'i4'),          # deeper than this, three are
    ('branch_depth', 'i4'),
    ('backfill_depth', 'i4'),
    ('backfill2_depth', 'i4'),
    ('break_chain_depth', 'i4'),
    ('superstring_depth', 'i4'),
    ('ko_depth', 'i4'),             # deeper than this, kos are not retaken
    ('net_depth', 'i4'),            # deeper than this, only the closest nets are tried
    ('way_depth', 'i4'),
    ('wide_depth', 'i4'),           # the same where a cut is verified
    ('prune_depth', 'i4'),          # deeper than this, rare classes of moves are dropped
    ('few_depth', 'i4'),            # deeper than this, the defender has few tries
    ('few', 'i4'),                  # the number of these
    ('usual', 'i4'),                # candidates with a lower prior make up the first pass of a proof
    ('careful', 'i4'),              # depth first, none of the defender's moves is left out for speed
    ('cutoff_attack', 'i4'),        # candidates with at least this prior are left out
    ('cutoff_defence', 'i4'),
    ('cutoff', 'i4'),               # the cut-off of the list that is being made
    ('number', 'i4'),               # of the pass
    ('quick', 'i4'),                # the first pass was a depth-first reading
    ('verifying', 'i4'),            # this pass reads a success again, with all replies
    ('forcing', 'i4'),              # only moves that leave a string short of liberties
    ('ladder', 'i4'),               # only ladder moves: the liberties, and taking a stone that gives atari
    ('budget', 'i4'),
    ('halted', 'i4'),               # set while a kernel works, to end it as if the budget were spent
    ('preset', 'i4', (2, 16)),      # the limits of depth-first readings and of proofs, in the order of answer.limit
    ('quick_nodes', 'i4'),          # the budgets of such readings
    ('pair_nodes', 'i4'),
    ('check_nodes', 'i4'),
    ('connect_nodes', 'i4'),
    ('answer', 'i4', (6,)),         # result, move, nodes, uncertain, limited, and whether proof numbers settled it
    # the answer
    ('doubt', 'i4'),                # a success was not verified to the end, or not with all replies
    ('refused', 'i4'),              # a ko retake was refused: ko threats might change the answer
    ('limited', 'i4'),              # a limit of depth or liberties decided somewhere
    ('move', 'i4'),
    ('nodes', 'i4'),
    ('total_nodes', 'i8'),          # of all queries
    # scratch
    ('feature', 'i4'),              # class of the position judged last, as in odds.py
    ('counting', 'i4'),             # count outcomes by class
    ('outcomes', 'i8', (FEATURES, 2)),
    ('merit', 'i4', (CLASSES,)),        # of depth-first reading, as in merit.py
    ('rare', 'i4', (CLASSES,)),
    ('tried', 'i8', (CLASSES, 3)),      # moves of a class in lost frames, in won ones, and winning moves
    ('first_pn', 'i4', (FEATURES,)),
    ('first_dn', 'i4', (FEATURES,)),
    ('hopeless', 'i4', (FEATURES,)),
    ('hopeless_depth', 'i4'),
    ('pn', 'i4'),
    ('dn', 'i4'),
    ('urgent', 'i4'),               # strings that only a move at once saves
    ('visited', 'i4', (NPOINTS,)),  # points that the reading has examined bear the visit's stamp
    ('visit', 'i4'),
    ('whole_board', 'i4'),          # whether the whole board decided the orientation
    ('near', 'i8', (NPOINTS,)),     # the goal that a point was last seen near
    ('box', 'i4', (4,)),            # lowest row and column of the goals' stones, and highest; counted from 0
    ('around', 'i4', (NPOINTS,)),   # what an answer depends on
    ('seen_stamp', 'i4'),
    ('seen', 'i4', (NPOINTS,)),
    ('list', 'i4', (4, NPOINTS)),   # shelves: lists of points for passing use
    ('rank', 'i4', (NPOINTS,)),     # the point's number in the position's standard orientation
    ('ranked', 'i4', (NPOINTS,)),   # the point of a number
    ('dist', 'i4', (2, NPOINTS)),   # of cutting readings: moves from each string
    ('cost', 'i4', (NPOINTS,)),     # moves that the connecting side needs on a point; valid where a spread reached
    ('reached', 'i4', (2, 2 * NPOINTS)),
    ('nreached', 'i4', (2,)),
    ('reach', 'i4'),                # paths longer than this are not followed
    ('bucket', 'i4', (10, 4 * NPOINTS)),
    ('nbucket', 'i4', (10,)),
    ('waylist', 'i4', (NPOINTS,)),
    ('narea', 'i4'),
    ('area', 'i4', (NPOINTS,)),     # where a string is to be kept out
    ('nway', 'i4'),
    ('ways', 'i4'),
    ('way', 'i4'),                  # a point of a shortest path
    # frames
    ('n', 'i4', (READ_FRAMES,)),
    ('side', 'i4', (READ_FRAMES,)),      # the colour to move
    ('chosen', 'i4', (READ_FRAMES,)),
    ('entered', 'i4', (READ_FRAMES,)),   # node counter on entry
    ('batch', 'i4', (READ_FRAMES,)),     # of depth-first reading: the batch of moves being tried
    ('result', 'i4', (READ_FRAMES,)),    # the best so far, for the side to move
    ('best', 'i4', (READ_FRAMES,)),      # and its move
    ('waiting', 'i4', (READ_FRAMES,)),   # Way in which the move being read was played
    ('listed', 'i4', (READ_FRAMES,)),    # where the batch begins
    ('tenuki', 'i4', (READ_FRAMES,)),    # the attacker's move has no answer; now the defender plays elsewhere
    ('saving', 'i4', (READ_FRAMES,)),    # the defender's result, while tenuki is read
    ('threatened', 'i4', (READ_FRAMES,)),    # whether a move on condition of a ko threat has been tried
    ('komaster', 'i4', (READ_FRAMES,)),
    ('ko_place', 'i4', (READ_FRAMES,)),
    ('spent', 'i4', (READ_FRAMES,)),     # ko threats that have been used
    ('captured', 'i4', (READ_FRAMES,)),  # stones have come off on the way here
    ('tpn', 'i4', (READ_FRAMES,)),
    ('tdn', 'i4', (READ_FRAMES,)),
    ('stones', 'u8', (READ_FRAMES,)),    # hash of what changed since the root
    ('key', 'u8', (READ_FRAMES,)),
    ('moves', 'i4', (READ_FRAMES, READ_MOVES)),
    ('prior', 'i4', (READ_FRAMES, READ_MOVES)),
    ('kind', 'i4', (READ_FRAMES, READ_MOVES)),
    ('cpn', 'i4', (READ_FRAMES, READ_MOVES)),
    ('cdn', 'i4', (READ_FRAMES, READ_MOVES)),
    ('czone', 'u8', (READ_FRAMES, READ_MOVES, 4)),
    ('passing', 'i4', (READ_FRAMES,)),   # where the defender's pass is in the list, or -1; -2 when its zone has been used
    ('zone', 'u8', (4,)),               # of the node just settled for the attacker
    # answers that kernels have asked for before
    ('memo_key', 'u8', (1 << 14,)),
    ('memo', 'i4', (1 << 14,)),
    ('memo_stamp', 'i4'),           # part of the key, so that no answer found with other limits is used
    # table
    ('generation', 'i4'),
    ('table_bits', 'i4'),
    ('table_key', 'u8', (1 << MAX_TABLE_BITS,)),
    ('table_generation', 'i4', (1 << MAX_TABLE_BITS,)),
    ('table_pn', 'i4', (1 << MAX_TABLE_BITS,)),
    ('table_dn', 'i4', (1 << MAX_TABLE_BITS,)),
    ('table_work', 'i4', (1 << MAX_TABLE_BITS,)),
    ('table_zone', 'u8', (1 << MAX_TABLE_BITS, 4)),
])
"""The record of a reading."""

PASS_KEY = uint64(0x5DEECE66D1234567)
"""Mixed into keys, so that the two passes of a proof-number search store their results separately."""


@kernel(int64(READ, uint64))
def slot_of(r, key):
    """Return the index of the table entry for a position, out of four: its own entry, a free entry, or the entry with the least work."""
    mask = (1 << r.table_bits) - 1
    start = int64(key & uint64(mask))
    best, least = start, 1 << 30
    for k in range(4):
        slot = (start + k) & mask
        if r.table_generation[slot] != r.generation:
            return slot
        if r.table_key[slot] == key:
            return slot
        if r.table_work[slot] < least:
            best, least = slot, r.table_work[slot]
    return best


@kernel(int64(READ, uint64))
def known(r, key):
    """Return the index of a position's table entry, or -1 if it has none."""
    slot = slot_of(r, key)
    if r.table_generation[slot] == r.generation and r.table_key[slot] == key:
        return slot
    return -1


@kernel(void(READ, uint64, int64, int64, int64))
def store(r, key, pn, dn, work):
    """Store a position's proof numbers, the work spent, and the zone of an attacker's win."""
    slot = slot_of(r, key)
    if r.table_generation[slot] == r.generation and r.table_key[slot] == key:
        work += r.table_work[slot]
    r.table_generation[slot] = r.generation
    r.table_key[slot] = key
    r.table_pn[slot] = pn
    r.table_dn[slot] = dn
    r.table_work[slot] = min(work, 1 << 29)
    if pn == 0:
        for k in range(4):
            r.table_zone[slot, k] = r.zone[k]


@kernel(uint64(READ, int64, int64))
def ranked_key(r, color, pos):
    """Return the hash of a stone.  It depends on the point in the standard orientation, and on whether the stone is the attacker's."""
    return mix(uint64(r.rank[pos] * 8 + (color ^ r.attacker) + 4))


@kernel(uint64(BOARD, READ, int64))
def node_key(b, r, depth):
    """Return a frame's key: the changes since the root, the side to move, the ko, and the pass of the search."""
    key = r.stones[depth] ^ mix(uint64(1 << 40) + uint64(r.side[depth] ^ r.attacker))
    if b.ko != 0:
        key ^= mix(uint64(2 << 40) + uint64(r.rank[b.ko]))
    if r.spent[depth]:
        key ^= mix(uint64(4 << 40) + uint64(r.spent[depth]))
    key ^= PASS_KEY * uint64(r.number)
    return key


@kernel(int64(READ, int64))
def zone_bit(r, pos):
    """Return the number of a point's bit in a zone, 0 to 255.  Points 16 lines apart share a bit, so a zone may hold too many points, never
    too few."""
    place = r.rank[pos]
    return ((place // STRIDE & 15) << 4) | (place % STRIDE & 15)


@kernel(void(READ))
def zone_clear(r):
    """Empty ``r.zone``, the points on which the attacker's success at this node depends."""
    for k in range(4):
        r.zone[k] = uint64(0)


@kernel(void(READ, int64))
def zone_add(r, pos):
    """Add a point to ``r.zone``."""
    bit = zone_bit(r, pos)
    r.zone[bit >> 6] |= uint64(1) << uint64(bit & 63)


@kernel(int64(READ, int64, int64, int64))
def zone_has(r, depth, child, pos):
    """Whether the zone of a frame's child has the point."""
    bit = zone_bit(r, pos)
    return int64(r.czone[depth, child, bit >> 6] >> uint64(bit & 63)) & 1


WINDOW = 4
"""The number of lines around the goals' stones that decide the orientation."""


@kernel(int64(int64, int64, int64, int64))
def image_of(row, col, size, symmetry):
    """Return a point's number in one of the board's 8 orientations."""
    last = size - 1
    if symmetry & 1:
        col = last - col
    if symmetry & 2:
        row = last - row
    if symmetry & 4:
        row, col = col, row
    return row * STRIDE + col


@unit(void(BOARD, READ, int64))
def orient(b, r, attacker):
    """Number the points (``r.rank``) by the orientation in which the goals' surroundings come first in a fixed order.

    Ties are broken by these numbers, so the result does not depend on how the board is turned, or on which colour is which.  If the
    surroundings are symmetric, the whole board decides.
    """
    size = b.size
    low_row = low_col = size
    high_row = high_col = -1
    for k in range(r.ngoals):
        stone = r.goals[k]
        while True:
            row, col = stone // STRIDE - 1, stone % STRIDE - 1
            low_row, high_row = min(low_row, row), max(high_row, row)
            low_col, high_col = min(low_col, col), max(high_col, col)
            stone = b.next[stone]
            if stone == r.goals[k]:
                break
    r.box[0], r.box[1], r.box[2], r.box[3] = low_row, low_col, high_row, high_col
    chosen = 0
    for whole in range(2):
        window = int64(size) if whole else WINDOW
        r.whole_board = whole
        least = uint64(0)
        tie = False
        for symmetry in range(8):
            total = uint64(0)
            for row in range(max(0, low_row - window), min(size, high_row + window + 1)):
                for col in range(max(0, low_col - window), min(size, high_col + window + 1)):
                    c = b.color[(row + 1) * STRIDE + col + 1]
                    # Where the window lies counts too, so that its place on the board is the same in any orientation.
                    total += mix(uint64(image_of(row, col, size, symmetry) * 8 + (c if c == EMPTY else (c ^ attacker) + 4)))
            for k in range(r.ngoals):
                stone = r.goals[k]
                while True:
                    total += mix(uint64(1 << 32) + uint64(image_of(stone // STRIDE - 1, stone % STRIDE - 1, size, symmetry)))
                    stone = b.next[stone]
                    if stone == r.goals[k]:
                        break
            if symmetry == 0 or total < least:
                least, chosen, tie = total, symmetry, False
            elif total == least:
                tie = True
        if not tie:
            break
    for row in range(size):
        for col in range(size):
            place = image_of(row, col, size, chosen)
            r.rank[(row + 1) * STRIDE + col + 1] = place
            r.ranked[place] = (row + 1) * STRIDE + col + 1
    # Name and order the strings by rank too.
    for k in range(r.ngoals):
        first = stone = r.goals[k]
        while True:
            if r.rank[stone] < r.rank[first]:
                first = stone
            stone = b.next[stone]
            if stone == r.goals[k]:
                break
        j = k
        while j > 0 and r.goal != Aim.SHUT_OUT and r.rank[r.goals[j - 1]] > r.rank[first]:
            r.goals[j] = r.goals[j - 1]
            j -= 1
        r.goals[j] = first
    r.target = r.goals[0]


def new_record() -> np.void:
    """Return an empty record for tactical reading, with a table of 10.7 MB (option ``-M``); memory is used only where it is written."""
    r = layout.new_record(READ)
    r['dist'] = NO_WAY
    set_memory(r, 10.7)
    r['first_pn'], r['first_dn'], r['hopeless'] = first_numbers()
    r['merit'], r['rare'] = tables(RANKS)
    return r


def set_memory(r: np.void, megabytes: float) -> None:
    """Limit the table (``-M``) to ``megabytes``.  The number of entries is rounded down to a power of two, at least 1,024."""
    entries = max(1024, int(megabytes * (1 << 20) / 64))      # an entry has 64 bytes
    r['table_bits'] = min(MAX_TABLE_BITS, entries.bit_length() - 1)
