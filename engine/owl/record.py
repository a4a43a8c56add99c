"""The record of OWL's selective search: the question, one frame a move, what is known of positions, and a log of the tree.

Results are those of ``engine.core.result`` for the side that moves in the frame.
"""
from enum import IntEnum

import numba
import numpy as np
from numba import int64, void

from engine.core.jit import kernel
from engine.core.points import NPOINTS
from engine.eyes.eyesight import MOST_SPACES
from patterns.compile import MAX_PATTERNS

MAX_FRAMES = 64
MAX_MOVES = 32
MAX_LUNCHES = 24
MAX_LOG = 8192
TABLE_BITS = 14
ORDER_KINDS = 21
"""Kinds of what is seen of a move in ``order``."""
TWICE = 3
"""What a move is worth more for each proposal after the first."""


class Source(IntEnum):
    """What proposed a move."""
    ATTACK_PATTERN = 0
    DEFENCE_PATTERN = 1
    VITAL_PATTERN = 2
    EYE = 3
    """A vital point of an eye space."""
    LUNCH = 4
    """It takes stones beside the dragon, or saves them."""
    TACTICS = 5
    """It takes a string of the dragon, or saves it."""
    EFFECT = 6
    """It changes the eyes that are counted, or the room for them."""
    REPLY = 7
    """The move that the other side would have made."""
    PASS = 8


class Leaf(IntEnum):
    """Why a line ends; INNER where it does not."""
    INNER = 0
    EYES = 1
    """Two eyes for certain."""
    CAPTURED = 2
    ESCAPED = 3
    NOTHING = 4
    """The side to move has nothing left to try."""
    DEPTH = 5
    NODES = 6
    KNOWN = 7
    """The position was met before."""
    SHOWN = 8
    """Two eyes, as eye spaces are counted, with nothing left to try."""


class Part(IntEnum):
    """Parts of the search that can be switched off, to measure what each is worth."""
    ATTACK_PATTERNS = 0
    DEFENCE_PATTERNS = 1
    VITAL_PATTERNS = 2
    EYES = 3
    LUNCHES = 4
    GROWTH = 5
    READING = 6
    ESCAPE = 7
    EFFECTS = 8
    ORDER = 9


class Did(IntEnum):
    """What is counted of the patterns."""
    MATCHED = 0
    """Matches that touch the dragon."""
    HELD = 1
    """Those that count; what lies where a better pattern counts is not looked at."""
    LISTED = 2
    """Moves to be tried that it names: nothing proposes them more strongly, and they are not idle."""
    TRIED = 3
    WON = 4
    """Of those the moves that made their node a success."""


OWL_DTYPE = np.dtype([
    # the question
    ('attacker', 'i4'),
    ('first', 'i4'),                    # the side that moves first
    ('off', 'i4'),                      # bits of Part
    ('branch_depth', 'i4'),             # deeper than this one move is tried
    ('reading_depth', 'i4'),            # deeper than this the dragon counts as alive
    ('distrust_depth', 'i4'),
    ('node_limit', 'i4'),
    ('most_moves', 'i4'),               # that the side tries that moved first
    ('most_replies', 'i4'),             # that the other side tries
    ('effect_weight', 'f4'),
    ('order_weight', 'f4'),             # what the learned order counts in the value of a move
    ('vital', 'i4'),                    # owl_vital_apats are asked
    ('escape', 'i4', (NPOINTS,)),       # what reaching a point is worth
    ('rank', 'i4', (NPOINTS,)),         # the order of points, the same however the board is turned
    # where the search is
    ('depth', 'i4'),
    ('phase', 'i4'),
    ('nodes', 'i4'),
    ('pause', 'i4'),                    # when so many nodes are done, the search pauses
    # frames
    ('goal', 'i4', (MAX_FRAMES, NPOINTS)),
    ('side', 'i4', (MAX_FRAMES,)),
    ('komaster', 'i4', (MAX_FRAMES,)),
    ('ko_place', 'i4', (MAX_FRAMES,)),
    ('passes', 'i4', (MAX_FRAMES,)),    # the last moves that were passes
    ('result', 'i4', (MAX_FRAMES,)),
    ('best', 'i4', (MAX_FRAMES,)),
    ('limited', 'i4', (MAX_FRAMES,)),   # a limit decided
    ('leaf', 'i4', (MAX_FRAMES,)),
    ('where', 'i4', (MAX_FRAMES, 2)),   # of a leaf: points of the eyes, or where the dragon escapes to; 0 none
    ('way', 'i4', (MAX_FRAMES,)),       # how the move being tried was played
    ('chosen', 'i4', (MAX_FRAMES,)),
    ('tried', 'i4', (MAX_FRAMES,)),
    ('next', 'i4', (MAX_FRAMES,)),
    ('refused', 'i4', (MAX_FRAMES,)),   # a candidate that the ko rule forbade, as number + 1
    ('replied', 'i4', (MAX_FRAMES,)),   # the other side was asked
    ('eyes', 'i4', (MAX_FRAMES,)),      # the sum of the eyes, digits packed
    ('least', 'i4', (MAX_FRAMES,)),     # eyes for certain
    ('key', 'u8', (MAX_FRAMES,)),
    ('line', 'i4', (MAX_FRAMES,)),      # in the log, -1 if it is full
    ('nmoves', 'i4', (MAX_FRAMES,)),
    ('move', 'i4', (MAX_FRAMES, MAX_MOVES)),
    ('value', 'f4', (MAX_FRAMES, MAX_MOVES)),
    ('again', 'i4', (MAX_FRAMES, MAX_MOVES)),   # proposals of a move after the first
    ('source', 'i4', (MAX_FRAMES, MAX_MOVES)),
    ('detail', 'i4', (MAX_FRAMES, MAX_MOVES)),  # number of the pattern or the eye space, stone of a lunch
    ('seen', 'u8', (MAX_MOVES, ORDER_KINDS)),   # of the moves of the frame looked at, as keys of weights
    # of the position looked at: strings that can be taken
    ('nlunches', 'i4'),
    ('lunch', 'i4', (MAX_LUNCHES,)),
    ('lunch_eyes', 'i4', (MAX_LUNCHES,)),
    ('lunch_attack', 'i4', (MAX_LUNCHES,)),
    ('lunch_defence', 'i4', (MAX_LUNCHES,)),
    ('queue', 'i4', (NPOINTS,)),
    ('reached', 'i4', (NPOINTS,)),
    ('points', 'i4', (NPOINTS,)),
    ('ncases', 'i4'),
    ('cases', 'i4', (MOST_SPACES + MAX_LUNCHES,)),
    ('space_case', 'i4', (MOST_SPACES,)),
    # positions met before
    ('table_key', 'u8', (1 << TABLE_BITS,)),
    ('table', 'i4', (1 << TABLE_BITS,)),    # result, limited, depth, move
    # what the patterns did, by database (in the order of Source), Did and number; counted on until somebody sets it to 0
    ('did', 'i8', (Source.VITAL_PATTERN + 1, len(Did), MAX_PATTERNS)),
    ('entry', 'i8'),                        # number of the position looked at; it stays while an eye value is asked for
    ('counted', 'i8', (Source.VITAL_PATTERN + 1,)),     # in which a database's patterns were counted last
    # the log
    ('log_n', 'i4'),
    ('logging', 'i4'),
    ('log_parent', 'i4', (MAX_LOG,)),
    ('log_move', 'i4', (MAX_LOG,)),
    ('log_color', 'i4', (MAX_LOG,)),
    ('log_source', 'i4', (MAX_LOG,)),
    ('log_detail', 'i4', (MAX_LOG,)),
    ('log_result', 'i4', (MAX_LOG,)),
    ('log_leaf', 'i4', (MAX_LOG,)),
    ('log_eyes', 'i4', (MAX_LOG,)),
    ('log_where', 'i4', (MAX_LOG, 2)),
], align=True)
OWL = numba.from_dtype(OWL_DTYPE)


@kernel(void(OWL, int64, int64, numba.float32, int64, int64))
def add_move(o, d, pos, value, source, detail):
    """List a move of frame d; of two proposals for a point the better one names it, and it is worth a little more.

    Lunches and eye spaces come in the order of the board, so the value must not depend on which comes first.
    """
    for k in range(o.nmoves[d]):
        if o.move[d, k] == pos:
            if value > o.value[d, k]:
                o.source[d, k], o.detail[d, k] = source, detail
            best = max(o.value[d, k] - numba.float32(TWICE * o.again[d, k]), value)
            o.again[d, k] += 1
            o.value[d, k] = best + numba.float32(TWICE * o.again[d, k])
            return
    if o.nmoves[d] < MAX_MOVES:
        k = o.nmoves[d]
        o.nmoves[d] = k + 1
        o.move[d, k], o.value[d, k], o.source[d, k], o.detail[d, k] = pos, value, source, detail
        o.again[d, k] = 0


@kernel(void(OWL, int64, int64, int64))
def count(o, d, k, did):
    """Count what became of move k of frame d, if a pattern names it."""
    if o.source[d, k] <= Source.VITAL_PATTERN:
        o.did[o.source[d, k], did, o.detail[d, k]] += 1


@kernel(int64(OWL, int64))
def is_on(o, part):
    """Whether a part of the search is switched on."""
    return not o.off >> part & 1


def new_owl() -> np.void:
    """A record for searches."""
    o: np.void = np.zeros(1, OWL_DTYPE)[0]
    return o
