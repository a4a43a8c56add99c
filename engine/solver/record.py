"""What a search of a region works in: one record, and the constants of its fields."""
import numba
import numpy as np
from owlgo.engine.solver.move_order import WEIGHTS
from owlgo.engine.solver.region import MOST_POINTS

MOST_DEPTH = 400
SPARE = MOST_POINTS + 1
WIDTH = MOST_POINTS + 2
"""Every point, a pass, and the spare place: of a retake of the ko that a threat is missing for."""
INFINITE = 1 << 30
FIRST = 30
"""The sum of the proof and disproof numbers that a new position begins with."""
MOST_THREATS = 15
MOST_COST = 40
EVERYWHERE = 0xFFFFFFFFFFFFFFFF

SEARCH_DTYPE = np.dtype([
    ('nodes', 'i8'),
    ('limit', 'i8'),
    ('pause', 'i8'),                            # after so many nodes the search pauses; 0: never
    ('paused', 'i8'),                           # whether it has, and where:
    ('depth', 'i8'),
    ('entering', 'i8'),
    ('mark', 'i8'),                             # this search's bit among those that share a table; 0 if it is alone
    ('found', 'i8'),                            # what another search has found of the position at depth 0: 1, 0, or -1 for nothing
    ('touched', 'i8'),                          # written and never read, so that the compiler keeps the reading ahead
    ('attackers', 'u8', (MOST_DEPTH,)),
    ('defenders', 'u8', (MOST_DEPTH,)),
    ('safe', 'u8', (MOST_DEPTH,)),
    ('blocked', 'u8', (MOST_DEPTH,)),
    ('rest', 'i8', (MOST_DEPTH,)),              # ko and side
    ('threats', 'i8', (MOST_DEPTH,)),
    ('most_pn', 'i8', (MOST_DEPTH,)),
    ('most_dn', 'i8', (MOST_DEPTH,)),
    ('begun', 'i8', (MOST_DEPTH,)),             # nodes when the position was entered
    ('entered', 'i8', (MOST_DEPTH,)),           # which child is being searched
    ('moves', 'i8', (MOST_DEPTH,)),             # how many
    ('banned', 'i8', (MOST_DEPTH,)),            # whether a retake of the ko lacks a threat: it lies in the spare place
    ('double', 'u8', (MOST_DEPTH,)),            # moves left out since others are as good
    ('stand_in', 'u8', (MOST_DEPTH,)),          # the moves that stand for them
    ('suicides', 'i8', (MOST_DEPTH,)),          # how many moves are suicide
    ('suicide', 'u8', (MOST_DEPTH, WIDTH)),     # which
    ('legal_by', 'u8', (MOST_DEPTH, WIDTH)),    # and what would have to be filled first to make each legal
    ('child_attackers', 'u8', (MOST_DEPTH, WIDTH)),
    ('child_defenders', 'u8', (MOST_DEPTH, WIDTH)),
    ('child_safe', 'u8', (MOST_DEPTH, WIDTH)),
    ('child_blocked', 'u8', (MOST_DEPTH, WIDTH)),
    ('child_rest', 'i8', (MOST_DEPTH, WIDTH)),
    ('child_threats', 'i8', (MOST_DEPTH, WIDTH)),
    ('child_pn', 'i8', (MOST_DEPTH, WIDTH)),
    ('child_dn', 'i8', (MOST_DEPTH, WIDTH)),
    ('child_until', 'i8', (MOST_DEPTH, WIDTH)), # of a settled one: the most threats it is the attacker's with, the fewest the defender's
    ('child_slot', 'i8', (MOST_DEPTH, WIDTH)),  # where the table keeps it
    ('child_busy', 'u1', (MOST_DEPTH, WIDTH)),  # the bits of other searches that are in it
    ('child_move', 'i8', (MOST_DEPTH, WIDTH)),
    ('child_takes', 'i8', (MOST_DEPTH, WIDTH)), # whether stones were captured
    ('child_zone', 'u8', (MOST_DEPTH, WIDTH)),  # of a settled one: where a stone more might change that; 0 if another's zone spared it
    ('child_needs', 'u8', (MOST_DEPTH, WIDTH)), # points that the move itself depends on
    ('child_prior', 'i8', (MOST_DEPTH, WIDTH)),
    ('noting', 'i8'),                           # whether child_seen is wanted
    ('child_seen', 'i8', (WIDTH, 5)),           # the numbers of the weights that a child's prior is the sum of
    ('quiet', 'i8', (MOST_DEPTH,)),             # nothing was captured and nobody passed on the way here: no move repeats a position
    ('last', 'i8', (MOST_DEPTH,)),              # the move that led here, -1 if none is known
    ('weight', 'i2', (2, WEIGHTS)),
    ('bias', 'i2', (2, MOST_POINTS)),           # by side: what the whole board says of a move, in eighths; added to the weights
    ('order', 'i8', (MOST_DEPTH, WIDTH)),       # the children, the likeliest first
    ('killer', 'i8', (MOST_DEPTH,)),            # the last move at this depth that won
    ('bonus', 'i8'),                            # see ``engine.solver.solver``
    ('prior_cost', 'i8'),
    ('usual', 'i8'),
    ('wide', 'i8'),
    ('part', 'i8'),
    ('distrust', 'i8'),                         # see ``engine.solver.solver.Cutoffs``
    ('branch', 'i8'),
    ('reading', 'i8'),
    ('cut', 'i8'),                              # whether a limit of depth cut something off
    ('zone', 'u8'),                             # where another move might have changed what expand found; EVERYWHERE if nothing is known
    ('region', 'u8', (MOST_POINTS,)),           # for Benson's theorem
    ('healthy', 'i8', (MOST_POINTS,)),
    ('string', 'u8', (2, MOST_POINTS)),         # the strings that can be taken, by side, and their liberties
    ('liberties', 'u8', (2, MOST_POINTS)),
    ('strings', 'i8', (2,)),
    # of each empty point: the enemy strings that a move there takes or puts in atari, the own strings that it joins, those of them that it
    # saves, and their liberties
    ('at_gone', 'u8', (MOST_POINTS,)),
    ('at_atari', 'u8', (MOST_POINTS,)),
    ('at_own', 'u8', (MOST_POINTS,)),
    ('at_saved', 'u8', (MOST_POINTS,)),
    ('at_liberties', 'u8', (MOST_POINTS,)),
    ('piece', 'u8', (MOST_POINTS,)),
], align=True)
SEARCH = numba.from_dtype(SEARCH_DTYPE)
