"""The record of a search in a region, and the sizes of its fields.

A record takes 3 MB.  Most searches end after some thousand nodes, and allocating a new record would cost as much as the search: records
are reused.
"""
import weakref

import numpy as np

from owlgo.engine.core.layout import dtype_of, new_record, record_type
from owlgo.engine.solver.lasting import LIFE
from owlgo.engine.solver.move_order import WEIGHT_COUNT, weights
from owlgo.engine.solver.region import REGION_POINTS

SEARCH_PLIES = 400
"""Maximum length of a line, in moves."""
SPARE = REGION_POINTS + 1
"""Index, among a position's moves, of a ko retake for which the side lacks a threat."""
CHILDREN = REGION_POINTS + 2
"""Length of the arrays by move: each point, a pass, and SPARE."""
INFINITE_NUMBER = 1 << 30
"""The proof or disproof number of a lost position."""
FIRST_SUM = 30
"""The sum of a new position's proof and disproof numbers."""
ALL_THREATS = 15
"""Net ko threats that stand for any number."""
EVERYWHERE = 0xFFFFFFFFFFFFFFFF
"""The relevance zone of a result if it is unknown: every point."""

SEARCH = record_type([
    ('nodes', 'i8'),
    ('limit', 'i8'),
    ('pause', 'i8'),                            # after so many nodes the search pauses; 0: never
    ('paused', 'i8'),                           # whether it has, and where:
    ('depth', 'i8'),
    ('entering', 'i8'),
    ('mark', 'i8'),                             # this search's bit among searches that share a table; 0 if it is alone
    ('found', 'i8'),                            # what another search has found of the position at depth 0: 1, 0, or -1 for nothing
    ('touched', 'i8'),                          # written and never read, so that the compiler keeps the reading ahead
    ('attackers', 'u8', (SEARCH_PLIES,)),
    ('defenders', 'u8', (SEARCH_PLIES,)),
    ('safe', 'u8', (SEARCH_PLIES,)),
    ('blocked', 'u8', (SEARCH_PLIES,)),
    ('rest', 'i8', (SEARCH_PLIES,)),  # ko and side
    ('threats', 'i8', (SEARCH_PLIES,)),
    ('most_pn', 'i8', (SEARCH_PLIES,)),
    ('most_dn', 'i8', (SEARCH_PLIES,)),
    ('spent', 'i8', (SEARCH_PLIES,)),  # nodes on it before
    ('begun', 'i8', (SEARCH_PLIES,)),  # nodes when the position was entered
    ('entered', 'i8', (SEARCH_PLIES,)),  # which child is being searched
    ('moves', 'i8', (SEARCH_PLIES,)),  # how many
    ('banned', 'i8', (SEARCH_PLIES,)),  # whether a retake of the ko lacks a threat: its index is SPARE
    ('duplicates', 'u8', (SEARCH_PLIES,)),  # moves left out since others are as good
    ('representative', 'u8', (SEARCH_PLIES,)),  # the moves that stand for them
    ('suicides', 'i8', (SEARCH_PLIES,)),  # how many moves are suicide
    ('suicide', 'u8', (SEARCH_PLIES, CHILDREN)),  # which
    ('legal_by', 'u8', (SEARCH_PLIES, CHILDREN)),  # and what would have to be filled first to make each legal
    ('child_attackers', 'u8', (SEARCH_PLIES, CHILDREN)),
    ('child_defenders', 'u8', (SEARCH_PLIES, CHILDREN)),
    ('child_safe', 'u8', (SEARCH_PLIES, CHILDREN)),
    ('child_blocked', 'u8', (SEARCH_PLIES, CHILDREN)),
    ('child_rest', 'i4', (SEARCH_PLIES, CHILDREN)),
    ('child_threats', 'i1', (SEARCH_PLIES, CHILDREN)),
    ('child_pn', 'i4', (SEARCH_PLIES, CHILDREN)),
    ('child_dn', 'i4', (SEARCH_PLIES, CHILDREN)),
    ('child_until', 'i1', (SEARCH_PLIES, CHILDREN)),  # of a settled one: the most threats the attacker wins with, the fewest the defender
    ('child_slot', 'i4', (SEARCH_PLIES, CHILDREN)),  # index of its first entry in the table
    ('child_work', 'i4', (SEARCH_PLIES, CHILDREN)),  # nodes spent on it
    ('child_busy', 'u1', (SEARCH_PLIES, CHILDREN)),  # the bits of other searches that are in it
    ('child_move', 'i1', (SEARCH_PLIES, CHILDREN)),
    ('child_takes', 'u1', (SEARCH_PLIES, CHILDREN)),  # whether stones were captured
    ('child_zone', 'u8', (SEARCH_PLIES, CHILDREN)),  # of a settled one: where a stone more might change that; 0 if another's zone spared it
    ('child_needs', 'u8', (SEARCH_PLIES, CHILDREN)),  # points that the move itself depends on
    ('child_prior', 'i8', (SEARCH_PLIES, CHILDREN)),  # not of lost ones
    ('noting', 'i8'),                           # whether child_seen is wanted
    ('child_seen', 'i8', (CHILDREN, 5)),  # the numbers of the weights that a child's prior is the sum of
    ('quiet', 'i8', (SEARCH_PLIES,)),  # no capture and no pass on the way here: no move repeats a position
    ('last', 'i8', (SEARCH_PLIES,)),  # the move that led here, -1 if none is known
    ('weight', 'i2', (2, WEIGHT_COUNT)),
    ('bias', 'i2', (2, REGION_POINTS)),  # by side: what the whole board says of a move, in eighths; added to the weights
    ('order', 'i1', (SEARCH_PLIES, CHILDREN)),  # the children that were not lost when the position was entered, the likeliest first
    ('ordered', 'i8', (SEARCH_PLIES,)),  # how many
    ('keys', 'i8', (CHILDREN,)),                # scratch of their sorting
    ('killer', 'i8', (SEARCH_PLIES,)),  # the last move at this depth that won
    ('bonus', 'i8'),                            # see ``engine.solver.solver``
    ('prior_cost', 'i8'),
    ('usual', 'i8'),
    ('wide', 'i8'),
    ('part', 'i8'),
    ('widening', 'i8'),
    ('distrust', 'i8'),                         # see ``engine.solver.solver.Cutoffs``
    ('branch', 'i8'),
    ('reading', 'i8'),
    ('cut', 'i8'),                              # whether a limit of depth cut something off
    ('zone', 'u8'),                             # where another move might have changed what expand found; EVERYWHERE if nothing is known
    ('life', dtype_of(LIFE)),
    ('string', 'u8', (2, REGION_POINTS)),  # the strings that can be taken, by side, and their liberties
    ('liberties', 'u8', (2, REGION_POINTS)),
    ('strings', 'i8', (2,)),
    # of the position whose moves are listed: empty points; points that may become eyes, and whether they are one piece; what the dragon
    # can reach; and the defender's moves outside, before a move of his there and after it
    ('free', 'u8'),
    ('space', 'u8'),
    ('one_space', 'i8'),
    ('area', 'u8'),
    ('away', 'i8'),
    ('away_after', 'i8'),
    # of each empty point: the enemy strings that a move there takes or puts in atari, the own strings that it joins, those of them that it
    # saves, and their liberties
    ('at_gone', 'u8', (REGION_POINTS,)),
    ('at_atari', 'u8', (REGION_POINTS,)),
    ('at_own', 'u8', (REGION_POINTS,)),
    ('at_saved', 'u8', (REGION_POINTS,)),
    ('at_liberties', 'u8', (REGION_POINTS,)),
])
"""A search in a region."""

MOST_SPARE = 8
"""Most spare records kept for reuse."""
CLEARED = tuple(name for name in dtype_of(SEARCH).names or ()
                if name != 'weight' and dtype_of(SEARCH)[name].shape != (SEARCH_PLIES, CHILDREN))
"""Fields that are reset before a search.  Fields indexed by child are always written before they are read."""

_spare: list[np.void] = []


def borrow(owner: object) -> np.void:
    """Return a search record with the learned weights.  The record is taken back for reuse when ``owner`` is gone."""
    try:
        record = _spare.pop()
    except IndexError:      # testing first would not do: another thread may take the last record
        record = _new()
    for name in CLEARED:
        record[name] = 0
    weakref.finalize(owner, _give_back, record).atexit = False
    return record


def _new() -> np.void:
    record: np.void = new_record(SEARCH)
    record['weight'] = weights()
    return record


def _give_back(record: np.void) -> None:
    if len(_spare) < MOST_SPARE:
        _spare.append(record)
