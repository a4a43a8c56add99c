"""Unconditional life in a region (Benson 1976), and stones at a zone's rim that moves outside may capture."""
from numba import int64, uint64

from owlgo.engine.core.jit import unit
from owlgo.engine.solver.dead import barren, in_reach
from owlgo.engine.solver.record import SEARCH
from owlgo.engine.solver.region import CLOSED, around, breathes, held, string_of


@unit(uint64(CLOSED, SEARCH, uint64, uint64, uint64))
def unconditional(c, s, mine, theirs, unclosed):
    """Return the stones of a side that live even if their owner always passes (Benson 1976); ``s.zone`` holds them and their eyes.  No
    eye has any of the ``unclosed`` points.

    ``engine.benson`` answers for a whole board, from its records; here strings and regions are words, as a node can afford.
    """
    regions = 0
    left = c.all & ~mine
    while left:
        s.region[regions] = string_of(c, left & (~left + uint64(1)), c.all & ~mine)
        left &= ~s.region[regions]
        if not s.region[regions] & unclosed:
            s.healthy[regions] = 1
            regions += 1
    if regions < 2:
        return uint64(0)
    parts = 0
    left = mine
    while left:
        s.piece[parts] = string_of(c, left & (~left + uint64(1)), mine)
        left &= ~s.piece[parts]
        parts += 1
    alive = mine
    changed = True
    while changed:
        changed = False
        for k in range(parts):
            if not s.piece[k] & alive:
                continue
            near = around(c, s.piece[k])
            vital = 0
            for r in range(regions):
                if s.healthy[r] and not s.region[r] & ~theirs & ~near:
                    vital += 1
            if vital < 2:
                alive &= ~s.piece[k]
                changed = True
                for r in range(regions):
                    if s.healthy[r] and s.region[r] & near:
                        s.healthy[r] = 0
    s.zone = alive
    for r in range(regions):
        if s.healthy[r]:
            s.zone |= s.region[r]
    return alive


@unit(int64(CLOSED, uint64, uint64, int64))
def may_fall(c, attackers, free, away):
    """Whether a string of the attacker may have lost its last liberty to so many moves outside."""
    left = attackers & (c.posts | c.airy)
    while left:
        part = string_of(c, left & (~left + uint64(1)), attackers)
        left &= ~part
        if not around(c, part) & free and not breathes(c, part, away) and not held(c, part):
            c.fallen |= part & c.posts
            return 1
    return 0


@unit(uint64(CLOSED, SEARCH, uint64, uint64, uint64, uint64))
def home(c, s, attackers, defenders, safe, blocked):
    """Return the points a success rests on if unconditionally living stones of the attacker leave the dragon's place no eyes; else 0."""
    alive = unconditional(c, s, attackers, defenders, c.escape)
    if not alive:
        return uint64(0)
    area = in_reach(c, safe | alive)
    if not barren(c, blocked | alive | around(c, alive), area):
        return uint64(0)
    return s.zone | area | string_of(c, around(c, area) & safe, safe)
