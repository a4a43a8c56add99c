"""Tests at the rim of a zone, where stones outside matter: is a capture certain, is it perhaps a ko, has a string perhaps been captured
from outside?

``engine.solver.zone`` explains why a zone leaves nothing else unknown.
"""
from numba import int64, uint64

from owlgo.engine.core.bits import count_ones
from owlgo.engine.core.jit import unit
from owlgo.engine.solver.region import CLOSED, around, bit, breathes, held, string_of


@unit(int64(CLOSED, uint64, uint64, uint64, uint64))
def is_unsure(c, gone, beside, theirs, free):
    """Whether the winner's stones ``gone`` may have a liberty outside the zone, so that their capture is uncertain.

    The stones may have one if they lie at the rim, or beside enemy stones that have no liberty in the zone and may be captured themselves.
    ``beside``: the points next to the stones.  ``theirs``: the other side's stones.  ``free``: the empty points before the move.
    """
    if gone & c.unsure:
        return 1
    for k in range(c.walls):
        if gone & c.near_wall[k] and not free & c.near_wall[k]:
            return 1
    left = beside & theirs
    while left:
        part = string_of(c, left & (~left + uint64(1)), theirs)
        left &= ~part
        near = around(c, part)
        if near & free:
            continue
        # What has no liberty here has some beyond, of its own or of a wall that it is connected to.
        open_wall = 0
        for k in range(c.walls):
            if part & c.near_wall[k] and free & c.near_wall[k]:
                open_wall = 1
        if not open_wall:
            return 1
    return 0


@unit(int64(CLOSED, uint64, uint64, int64))
def may_be_banned(c, mine, gone, v):
    """Whether a capture of one stone may be a ko: the capturing stone lies at the rim and has no other liberty in the zone."""
    if count_ones(gone) != 1 or not c.unsure & bit(v) or c.near[v] & mine:
        return 0
    for k in range(c.walls):
        if c.near_wall[k] & bit(v):
            return 0
    return 1


@unit(int64(CLOSED, uint64, uint64, int64))
def may_fall(c, attackers, free, away):
    """Whether a string of the attacker may have lost its last liberty to the defender's ``away`` moves outside."""
    left = attackers & (c.posts | c.airy)
    while left:
        part = string_of(c, left & (~left + uint64(1)), attackers)
        left &= ~part
        if not around(c, part) & free and not breathes(c, part, away) and not held(c, part):
            c.fallen |= part & c.posts
            return 1
    return 0
