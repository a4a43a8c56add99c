"""Room for two eyes, judged more boldly than a proof allows: for readings (``c.guess``) alone."""
from numba import int64, uint64

from owlgo.engine.core.bits import trailing_zeros
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.solver.region import CLOSED, around, string_of


@kernel(int64(CLOSED, uint64))
def one_eye_at_most(c, space):
    """Whether a space is too small for two eyes: no point, one, or two adjacent ones."""
    rest = space & (space - uint64(1))
    if rest & (rest - uint64(1)):
        return 0
    return 1 if not rest or c.near[trailing_zeros(space)] & rest else 0


@unit(int64(CLOSED, uint64, uint64, uint64, uint64))
def starved(c, attackers, defenders, blocked, area):
    """Whether false eyes leave the dragon no room for two eyes, even if all blocked points that are still empty were its own.

        . X O .      The lower eye is false: the X below it touches nothing else of the eye space, so that it has to be connected there
        X X O .      before it is taken.  Only the corner is left.
        . X O .
        X O O .
        O . . .

    So a string, with what it reaches over blocked points, is given up if it touches no point of the eye space, and fills the point if it
    touches just one.  What is filled joins strings, and may leave another one with a single point.

    That proves nothing: stones that are given up may be a bait, and where the false eye is a ko, its owner may fight that without end.

    ``area`` comes from ``in_reach``.
    """
    space = area & ~(blocked | defenders)
    roads = area & blocked & ~(attackers | defenders)
    mine = defenders & area
    found = False
    changed = True
    while changed:
        changed = False
        left = mine
        while left:
            part = string_of(c, left & (~left + uint64(1)), mine | roads)
            left &= ~part
            near = around(c, part) & space
            if not near:
                mine &= ~part
                found = True
            elif not near & (near - uint64(1)):
                space &= ~near
                mine |= near
                found = changed = True
    if not found:
        return 0
    left = mine & c.goal
    while left:
        part = string_of(c, left & (~left + uint64(1)), mine | roads | space)
        left &= ~part
        if not one_eye_at_most(c, part & space):
            return 0
    return 1
