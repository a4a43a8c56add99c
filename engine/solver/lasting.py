"""Unconditional life in a region (Benson 1976), and stones at a zone's rim that moves outside may capture."""
from numba import int64, uint64

from owlgo.engine.core.jit import unit
from owlgo.engine.solver.dead import barren, in_reach
from owlgo.engine.solver.pass_alive import pass_alive
from owlgo.engine.solver.record import SEARCH
from owlgo.engine.solver.region import CLOSED, around, breathes, held, string_of


@unit(uint64(CLOSED, SEARCH, uint64, uint64, uint64))
def unconditional(c, s, mine, theirs, unclosed):
    """Return the stones of ``pass_alive``; ``s.zone`` holds them and their eyes."""
    w = s.life
    s.zone = alive = pass_alive(c, w, mine, theirs, unclosed, uint64(0))
    for r in range(w.regions):
        if w.healthy[r]:
            s.zone |= w.region[r]
    return alive


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


@unit(uint64(CLOSED, SEARCH, uint64, uint64, uint64, uint64))
def home(c, s, attackers, defenders, safe, blocked):
    """Return the points a success rests on if unconditionally living stones of the attacker leave the dragon's place no eyes; else 0."""
    # First, as it costs less: would there be no eyes if all his stones lived?  Fewer that live leave the place no smaller.
    most = safe | attackers
    area = in_reach(c, most)
    if c.goal & ~most and not (area and barren(c, blocked | most | around(c, attackers), area)):
        return uint64(0)
    alive = unconditional(c, s, attackers, defenders, c.escape)
    if not alive:
        return uint64(0)
    area = in_reach(c, safe | alive)
    if not barren(c, blocked | alive | around(c, alive), area):
        return uint64(0)
    return s.zone | area | string_of(c, around(c, area) & safe, safe)
