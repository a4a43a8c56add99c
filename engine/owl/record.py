"""The record of OWL's selective search: the question, a stack of frames (one a move), a table of positions, and a log of the tree.

Results are those of ``engine.core.result`` for the side that moves in the frame.
"""
from enum import IntEnum

import numba
import numpy as np
from numba import int64, void

from owlgo.engine.core.facts import MAX_EYES
from owlgo.engine.core.jit import kernel
from owlgo.engine.core.layout import new_record, record_type
from owlgo.engine.core.points import NPOINTS
from owlgo.engine.eyes.eyesight import MAX_EYE_SPACES
from owlgo.patterns.compile import MAX_PATTERNS

MAX_FRAMES = 64
MAX_MOVES = 32
MAX_LUNCHES = 24
MAX_LOG = 8192
TABLE_BITS = 14
MOST_VALUE = 98
"""Maximum value of a vital move after the values of its proposals have been added up."""


class Source(IntEnum):
    """The part of the search that proposed a move."""
    ATTACK_PATTERN = 0
    DEFENCE_PATTERN = 1
    VITAL_PATTERN = 2
    EYE = 3
    """A vital point of an eye space."""
    LUNCH = 4
    """A capture or rescue of stones beside the dragon."""
    TACTICS = 5
    """A capture or rescue of a string of the dragon."""
    REPLY = 6
    """The point that the defender would have played: the attacker takes it."""
    NONE = 7
    """No move: the attacker passes to find the defender's move."""


class Stage(IntEnum):
    """The passes in which moves are tried at a node, in this order."""
    URGENT = 0
    """Vital moves of high value."""
    PATTERNS = 1
    VITAL = 2
    """The other vital moves."""
    TACTICS = 3
    ASK = 4
    """An attacker without a move asks what the defender would play."""
    KO = 5
    """A ko that the rules forbade is taken, on condition that a ko threat is found and ignored."""


class Leaf(IntEnum):
    """Why the search goes no deeper at a frame; INNER if it does go deeper."""
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
    """Two eyes are counted, though not certain.  This is accepted deep in the tree, or when the defender has nothing left to try."""


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


class Did(IntEnum):
    """Events that are counted for each pattern."""
    MATCHED = 0
    """Matches that touch the dragon."""
    HELD = 1
    """Matches that count (``pattern_moves``).  A match is not tested if a better match counts at its point."""
    LISTED = 2
    """Moves it proposed that came into the list of a stage."""
    TRIED = 3
    WON = 4
    """Tried moves that made their node a success."""


OWL = record_type([
    # the question
    ('attacker', 'i4'),
    ('target', 'i4'),                   # the stone that was asked about
    ('first', 'i4'),                    # the side that moves first
    ('off', 'i4'),                      # bits of Part
    ('branch_depth', 'i4'),             # deeper than this one move is tried
    ('reading_depth', 'i4'),            # deeper than this the dragon counts as alive
    ('distrust_depth', 'i4'),           # deeper than this two eyes that are counted are life
    ('node_limit', 'i4'),
    ('most_moves', 'i4'),               # tried in a stage by the side that moved first
    ('most_replies', 'i4'),             # tried in a stage by the other side
    ('vital', 'i4'),                    # whether owl_vital_apats are used
    ('joins', 'i1', (Source.VITAL_PATTERN + 1, MAX_PATTERNS)),  # by database and pattern: its stone joins the dragon wherever it stands
    ('escape', 'i4', (NPOINTS,)),       # what reaching a point is worth
    ('rank', 'i4', (NPOINTS,)),         # the order of points, the same however the board is turned
    # where the search is
    ('depth', 'i4'),
    ('phase', 'i4'),                    # of search.Phase
    ('nodes', 'i4'),
    ('pause', 'i4'),                    # the search pauses when this many nodes are done
    # frames
    ('goal', 'i4', (MAX_FRAMES, NPOINTS)),
    ('side', 'i4', (MAX_FRAMES,)),
    ('komaster', 'i4', (MAX_FRAMES,)),
    ('ko_place', 'i4', (MAX_FRAMES,)),
    ('ply', 'i4', (MAX_FRAMES,)),       # moves played; the pass that asks the other side does not count
    ('result', 'i4', (MAX_FRAMES,)),
    ('best', 'i4', (MAX_FRAMES,)),
    ('limited', 'i4', (MAX_FRAMES,)),   # a limit decided
    ('leaf', 'i4', (MAX_FRAMES,)),
    ('where', 'i4', (MAX_FRAMES, 2)),   # of a leaf: points of the eyes, or where the dragon escapes to; 0 none
    ('way', 'i4', (MAX_FRAMES,)),       # Way in which the move being tried was played
    ('chosen', 'i4', (MAX_FRAMES,)),
    ('tried', 'i4', (MAX_FRAMES,)),
    ('next', 'i4', (MAX_FRAMES,)),
    ('refused', 'i4', (MAX_FRAMES,)),   # index + 1 of a candidate that the ko rule forbade
    ('stage', 'i4', (MAX_FRAMES,)),     # of Stage, -1 before the first
    ('stage_tried', 'i4', (MAX_FRAMES,)),   # how many moves of this stage were tried
    ('eyes', 'i4', (MAX_FRAMES,)),      # the sum of the eye values, two bits a digit
    ('least', 'i4', (MAX_FRAMES,)),     # eyes for certain
    ('most', 'i4', (MAX_FRAMES,)),      # eyes if the defender has every move
    ('hopes', 'i4', (MAX_FRAMES,)),     # the sum of each space's eyes if the attacker moves first in it
    ('alarms', 'i4', (MAX_FRAMES,)),    # points of vital patterns that count
    ('key', 'u8', (MAX_FRAMES,)),
    ('line', 'i4', (MAX_FRAMES,)),      # index in the log, -1 if not logged
    ('nmoves', 'i4', (MAX_FRAMES,)),
    ('move', 'i4', (MAX_FRAMES, MAX_MOVES)),
    ('value', 'f4', (MAX_FRAMES, MAX_MOVES)),
    ('source', 'i4', (MAX_FRAMES, MAX_MOVES)),
    ('detail', 'i4', (MAX_FRAMES, MAX_MOVES)),  # number of the pattern or the eye space, stone of a lunch
    ('nvital', 'i4', (MAX_FRAMES,)),    # vital moves, before they are listed
    ('vital_move', 'i4', (MAX_FRAMES, MAX_MOVES)),
    ('vital_value', 'f4', (MAX_FRAMES, MAX_MOVES)),
    ('vital_source', 'i4', (MAX_FRAMES, MAX_MOVES)),
    ('vital_detail', 'i4', (MAX_FRAMES, MAX_MOVES)),
    # what patterns may ask of a frame's position, kept for when its moves are listed
    ('kept_eye', 'i2', (MAX_FRAMES, NPOINTS)),
    ('kept_marginal', 'i1', (MAX_FRAMES, NPOINTS)),
    ('kept_corner', 'f4', (MAX_FRAMES, NPOINTS)),
    ('kept_lunch', 'i1', (MAX_FRAMES, NPOINTS)),        # of a lunch 1 + its eyes if taken; of other enemy stones -eyes
    ('kept_eyes', 'i1', (MAX_FRAMES, MAX_EYES, 4)),     # by number of the eye space: least, probable, most, size
    ('kept_n', 'i4', (MAX_FRAMES,)),
    # of the frame judged last: strings that can be taken
    ('nlunches', 'i4'),
    ('lunch', 'i4', (MAX_LUNCHES,)),
    ('lunch_eyes', 'i4', (MAX_LUNCHES,)),
    ('lunch_taken', 'i4', (MAX_LUNCHES,)),  # how it can be taken: WIN, or by a ko
    ('lunch_attack', 'i4', (MAX_LUNCHES,)),
    ('lunch_defence', 'i4', (MAX_LUNCHES,)),
    ('queue', 'i4', (NPOINTS,)),
    ('reached', 'i4', (NPOINTS,)),
    ('points', 'i4', (NPOINTS,)),
    ('ncases', 'i4'),
    ('cases', 'i4', (MAX_EYE_SPACES + MAX_LUNCHES,)),
    # positions met before
    ('table_key', 'u8', (1 << TABLE_BITS,)),
    ('table', 'i4', (1 << TABLE_BITS,)),    # result, limited, depth, move
    # events, by database (in the order of Source), Did and pattern, since this was last set to 0
    ('did', 'i8', (Source.VITAL_PATTERN + 1, len(Did), MAX_PATTERNS)),
    # the log
    ('log_n', 'i4'),
    ('logging', 'i4'),
    ('log_parent', 'i4', (MAX_LOG,)),
    ('log_move', 'i4', (MAX_LOG,)),
    ('log_color', 'i4', (MAX_LOG,)),
    ('log_stage', 'i4', (MAX_LOG,)),
    ('log_value', 'f4', (MAX_LOG,)),
    ('log_source', 'i4', (MAX_LOG,)),
    ('log_detail', 'i4', (MAX_LOG,)),
    ('log_result', 'i4', (MAX_LOG,)),
    ('log_leaf', 'i4', (MAX_LOG,)),
    ('log_where', 'i4', (MAX_LOG, 2)),
])


@kernel(int64(OWL, int64, int64))
def is_listed(o, d, pos):
    """Whether a move of frame d was listed, in this stage or before."""
    for k in range(o.nmoves[d]):
        if o.move[d, k] == pos:
            return 1
    return 0


@kernel(void(OWL, int64, int64, numba.float32, int64, int64))
def add_move(o, d, pos, value, source, detail):
    """List a move of frame d unless it is listed already."""
    k = o.nmoves[d]
    if k < MAX_MOVES and not is_listed(o, d, pos):
        o.nmoves[d] = k + 1
        o.move[d, k], o.value[d, k], o.source[d, k], o.detail[d, k] = pos, value, source, detail


@kernel(void(OWL, int64, int64, numba.float32, int64, int64))
def add_vital(o, d, pos, value, source, detail):
    """Note a vital move of frame d.  Values of proposals for one point add up.  A proposal above the sum so far becomes its source."""
    for k in range(o.nvital[d]):
        if o.vital_move[d, k] == pos:
            if value > o.vital_value[d, k]:
                o.vital_source[d, k], o.vital_detail[d, k] = source, detail
            o.vital_value[d, k] = min(o.vital_value[d, k] + value, numba.float32(MOST_VALUE))
            return
    if o.nvital[d] < MAX_MOVES:
        k = o.nvital[d]
        o.nvital[d] = k + 1
        o.vital_move[d, k], o.vital_value[d, k], o.vital_source[d, k], o.vital_detail[d, k] = pos, value, source, detail


@kernel(void(OWL, int64, int64, int64))
def count(o, d, k, did):
    """Count an event (``Did``) for the pattern that proposed move k of frame d, if one did."""
    if o.source[d, k] <= Source.VITAL_PATTERN:
        o.did[o.source[d, k], did, o.detail[d, k]] += 1


@kernel(int64(OWL, int64))
def is_on(o, part):
    """Whether a part of the search is switched on."""
    return not o.off >> part & 1


def new_owl() -> np.void:
    """Return an empty record for searches."""
    o: np.void = new_record(OWL)
    return o
