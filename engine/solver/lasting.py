"""Find unconditional life in a region: Benson's algorithm on bit sets of points.  For a whole board, see ``engine.benson``."""
from numba import int64, uint64

from owlgo.engine.core.jit import unit
from owlgo.engine.core.layout import record_type
from owlgo.engine.solver.dead import barren, in_reach
from owlgo.engine.solver.region import CLOSED, REGION_POINTS, around, string_of

LIFE = record_type([
    ('regions', 'i8'),
    ('region', 'u8', (REGION_POINTS,)),     # what lies between the stones
    ('healthy', 'i8', (REGION_POINTS,)),    # whether all stones beside it live
    ('string', 'u8', (REGION_POINTS,)),
    ('held', 'u8'),                         # the stones that live, and their eyes
])
"""The working memory of Benson's algorithm."""


@unit(uint64(CLOSED, LIFE, uint64, uint64, uint64, uint64))
def pass_alive(c, w, mine, theirs, unclosed, home):
    """Return the stones of a side that live even if their owner always passes (Benson 1976).  ``w.held`` gets these stones and their eyes.

    Regions with ``unclosed`` points are no eyes.  Strings with ``home`` points live anyway.
    """
    regions = int64(0)
    left = c.all & ~mine
    left &= ~string_of(c, left & unclosed, left)
    while left:
        w.region[regions] = string_of(c, left & (~left + uint64(1)), left)
        left &= ~w.region[regions]
        w.healthy[regions] = 1
        regions += 1
    w.regions = regions
    if regions < 2 and not home & mine:
        w.regions = w.held = 0
        return uint64(0)
    strings = 0
    left = mine
    while left:
        w.string[strings] = string_of(c, left & (~left + uint64(1)), mine)
        left &= ~w.string[strings]
        if not w.string[strings] & home:
            strings += 1
    alive = mine
    changed = True
    while changed:
        changed = False
        for k in range(strings):
            if not w.string[k] & alive:
                continue
            near = around(c, w.string[k])
            vital = 0
            for r in range(regions):
                if w.healthy[r] and not w.region[r] & ~theirs & ~near:
                    vital += 1
            if vital < 2:
                alive &= ~w.string[k]
                changed = True
                for r in range(regions):
                    if w.healthy[r] and w.region[r] & near:
                        w.healthy[r] = 0
    w.held = alive
    for r in range(regions):
        if w.healthy[r]:
            w.held |= w.region[r]
    return alive


@unit(uint64(CLOSED, LIFE, uint64, uint64, uint64, uint64))
def home(c, w, attackers, defenders, safe, blocked):
    """Test whether unconditionally living stones of the attacker leave the dragon no room for two eyes.  Return the points that prove it,
    or 0."""
    # First, as it costs less: would there be no eyes if all his stones lived?  Fewer that live leave the place no smaller.
    most = safe | attackers
    area = in_reach(c, most)
    if c.goal & ~most and not (area and barren(c, blocked | most | around(c, attackers), area)):
        return uint64(0)
    alive = pass_alive(c, w, attackers, defenders, c.escape, uint64(0))
    if not alive:
        return uint64(0)
    area = in_reach(c, safe | alive)
    if not barren(c, blocked | alive | around(c, alive), area):
        return uint64(0)
    return w.held | area | string_of(c, around(c, area) & safe, safe)
