"""Recognise dragons without room for two eyes: they are dead whoever moves, whatever the ko threats.  Readings may also guess
(``starved``).

As ``engine.solver.expand`` explains, blocked points can never be eyes, and attacking stones on them are safe.
"""
from numba import int64, uint64

from owlgo.engine.core.bits import count_ones, trailing_zeros
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.solver.region import CLOSED, GUESS_ATTACKER, around, string_of


@kernel(int64(CLOSED, uint64))
def one_eye_at_most(c, space):
    """Whether a space is too small for two eyes: no point, one, or two adjacent ones."""
    rest = space & (space - uint64(1))
    if rest & (rest - uint64(1)):
        return 0
    return 1 if not rest or c.near[trailing_zeros(space)] & rest else 0


@unit(uint64(CLOSED, uint64))
def in_reach(c, safe):
    """Return the points where the dragon may have eyes: all points of a closed region; elsewhere the points that it reaches past safe
    stones, or 0 if it can escape."""
    if not (c.escape or c.played_on or c.posts):
        return c.all
    area = edge = c.goal & ~safe
    while edge:
        # Where a post is taken the dragon reaches what lies beyond.
        if edge & (c.escape | c.posts):
            return uint64(0)
        edge = around(c, edge) & ~(safe | area)
        area |= edge
    return area


@unit(int64(CLOSED, uint64, uint64, uint64, uint64))
def doomed(c, attackers, defenders, blocked, area):
    """Whether the defender can no longer have two eyes, whoever moves, whatever the ko threats: 1 only if that is proved.

    Let E be the eye space without the defender's stones, K his strings that reach into the eye space.  The attacker is safe on
    every other point, so he can fill them all, and never lacks a move.  He leaves one point of E to the end, a neighbour of every K, and
    with it captures everything that is left.  Nothing with eye space dies before, so no room comes back.  A single K may also be the
    last to lose its liberties, since the attacker can fill those of the others first.  If the defender plays in E himself, the strings
    that he connects become a single K.

    If guesses are allowed (``c.guess``) the K are not examined, as in static recognition (Kozelek 2006).  That cuts off more, and is wrong
    where stones can be captured and their points played on again.

    ``area`` comes from ``in_reach``.
    """
    if not area:
        return 0
    space = area & ~(blocked | defenders)
    if not one_eye_at_most(c, space):
        return 0
    if c.guess & GUESS_ATTACKER:
        return 1
    first = space & (~space + uint64(1))
    second = space & ~first
    first_near = c.near[trailing_zeros(first)] if first else uint64(0)
    second_near = c.near[trailing_zeros(second)] if second else uint64(0)
    at_first, at_second = True, True
    strings = 0
    left = defenders & area & ~blocked
    while left:
        part = string_of(c, left & (~left + uint64(1)), defenders)
        left &= ~part
        strings += 1
        at_first = at_first and part & first_near != 0
        at_second = at_second and part & second_near != 0
    if strings == 0:
        return 1
    if strings == 1 and (not first or (at_first and (not second or at_second))):
        return 1
    if (at_first and first & ~attackers) or (at_second and second & ~attackers):
        return 1
    return 0


@unit(int64(CLOSED, uint64, uint64))
def barren(c, blocked, area):
    """Whether an area can never hold two eyes, whatever is captured and replayed there: 1 only if that is proved.

    Eyes can only be on points that are not blocked, whoever has a stone there now.  The area has at most one such point, or two side by
    side.  The attacker fills all other points, where he is safe.  Then he plays on an unblocked point and captures what has no other
    liberty.
    """
    return int64(area != 0 and one_eye_at_most(c, area & ~blocked) != 0)


@unit(uint64(CLOSED, uint64, uint64, uint64, uint64))
def false_eyes(c, attackers, defenders, blocked, area):
    """Return the false eyes: points of the eye space that the defender must fill, since stones beside them have no other connection."""
    space = area & ~(blocked | defenders)
    reaching = string_of(c, defenders & ~blocked, defenders)
    mine = area & ~space & ~(attackers & blocked)
    found = uint64(0)
    left = mine
    while left:
        part = string_of(c, left & (~left + uint64(1)), mine)
        left &= ~part
        near = around(c, part) & space
        if near and not near & (near - uint64(1)) and not part & reaching and not c.near[trailing_zeros(near)] & space and \
                c.near[trailing_zeros(near)] & reaching:
            found |= near
    return found


@unit(int64(CLOSED, uint64, uint64, uint64, uint64))
def blind(c, attackers, defenders, blocked, area):
    """Whether a dragon is dead because its further eyes are false, whoever moves, whatever the ko threats: 1 only if that is proved.

        . X O .      The lower eye is false: the X below it touches nothing else of the eye space.  In the corner all X
        X X O .      that have eye space are taken at once
        . X O .
        X O O .
        O . . .

    Let E, K be as in ``doomed``, a road an empty point that is blocked, and f a point of E that touches no other.  f is false if a K lies
    beside it, and also a connected part, of the defender's stones and roads without a K, that touches no point of E but f.  Suppose that
    the rest of E is doomed with these K.  The attacker fills the roads of the part; these stones are safe, so that comes to an end.  If
    no stone of the part is left beside f, he has a safe stone of his own there, and f is blocked.  Otherwise the part has only the liberty
    f: he captures it there, and next connects at one of its points, which are all blocked.  The defender can

    - fill f: it joins a K, and the rest is as doomed as before.  Other false eyes do not touch the part.
    - fill the rest: all K are one then, beside f, and that is one more point to leave to the end.
    - take back the stone on f, if it has one liberty.  If more than one stone was taken, one of their points is empty, which the attacker
      fills for good.  If it was one stone that is a ko, which costs the defender a threat; the attacker passes, and takes it again.

    No other stone of the attacker is ever in danger, and he takes one false eye after the other, so that no second ko is open.  Eye spaces
    of more than eight points are not searched.
    """
    if not area or count_ones(area & ~(blocked | defenders)) > 8:
        return 0
    found = false_eyes(c, attackers, defenders, blocked, area)
    if not found:
        return 0
    if area & ~(blocked | defenders | found):
        return doomed(c, attackers, defenders, blocked | found, area)
    left = found
    while left:
        last = left & (~left + uint64(1))
        left &= ~last
        if doomed(c, attackers, defenders, blocked | (found & ~last), area):
            return 1
    return 0


@unit(int64(CLOSED, uint64, uint64, uint64, uint64))
def starved(c, attackers, defenders, blocked, area):
    """Whether false eyes leave the dragon no room for two eyes, even if all blocked points that are still empty were its own.

        . X O .      The lower eye is false: the X below it touches nothing else of the eye space, so that it has to be connected there
        X X O .      before it is taken.  Only the corner is left.
        . X O .
        X O O .
        O . . .

    So a string, with all that it reaches over blocked points, is given up if it touches no point of the eye space.  A string that touches
    just one point fills it.  That joins strings, and may leave another string with a single point.

    That proves nothing: stones that are given up may be a bait, and if the false eye is a ko, its owner may fight it without end.

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
