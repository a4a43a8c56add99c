"""Estimate positions of a capture reading before any search, and find the zone of a proof.

The *zone* of a proof that a string is taken is the set of points where an extra stone of its owner might spoil it.  When the owner's pass
loses, only his replies inside the zone of that proof need an answer: this keeps complete proofs small (relevance zones, after
Thomsen's lambda search, 2000, and Shih, Wei, Wu, 2021).
"""
from numba import int64, void

from owlgo.engine.core.board import BOARD
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.points import NEIGHBOURS
from owlgo.engine.core.strings import collect_liberties, collect_liberties_after, collect_neighbours, liberties_after
from owlgo.engine.read.moves import liberties_to
from owlgo.engine.read.record import FEW_THREATS, INFINITE_PN, READ, Winner, zone_add, zone_clear

SAFE_LIBERTIES = 5
"""Number of liberties from which a string counts as safe."""
ZONE_LIBERTIES = 3
"""The liberties of an attacking string belong to the zone of a capture if it has at most this many."""


@kernel(void(READ, int64))
def settle(r, who):
    """Set the proof numbers of a position that this ``Winner`` has won."""
    if who == Winner.ATTACKER:
        r.pn, r.dn = 0, INFINITE_PN
    else:
        r.pn, r.dn = INFINITE_PN, 0


@kernel(void(BOARD, READ, int64, int64))
def zone_string(b, r, pos, most):
    """Add a string's liberties to the zone if it has at most ``most``."""
    if b.libs[b.origin[pos]] <= most:
        n = collect_liberties(b, pos, most)
        for k in range(n):
            zone_add(r, b.found[k])


@unit(void(BOARD, READ))
def zone_taking(b, r):
    """Set the zone of a target that will be captured: its last liberty, the liberty that the owner's move there would
    leave, and those of weak attackers round it."""
    zone_clear(r)
    collect_liberties(b, r.target, 1)
    last = b.found[0]
    zone_add(r, last)
    if collect_liberties_after(b, last, 3 - r.attacker, 2) == 1:
        zone_add(r, b.found[0])
    if b.count[b.origin[r.target]] == 1:
        # A stone that is short of liberties after it has taken a single one has taken it in ko, or as a bait.
        n = collect_liberties_after(b, last, r.attacker, ZONE_LIBERTIES + 1)
        for k in range(n if n <= ZONE_LIBERTIES else 0):
            zone_add(r, b.found[k])
    n = collect_neighbours(b, r.target, ZONE_LIBERTIES)
    for k in range(n):
        r.list[0, k] = b.found[k]
    for k in range(n):
        zone_string(b, r, r.list[0, k], ZONE_LIBERTIES)


@unit(void(BOARD, READ))
def zone_taken(b, r):
    """Set the zone of a target that has been captured."""
    zone_clear(r)
    for k in range(b.nremoved + 1):
        pos = b.removed[k] if k < b.nremoved else r.target
        zone_add(r, pos)
        for step in NEIGHBOURS:
            if b.color[pos + step] == r.attacker:
                zone_string(b, r, pos + step, ZONE_LIBERTIES)


@unit(void(BOARD, READ, int64))
def judge_capture(b, r, depth):
    """Set the first proof numbers of a position (``r.pn``, ``r.dn``); one of them is 0 if it is settled."""
    target = r.target
    attacker = r.attacker
    defender = 3 - attacker
    attacking = r.side[depth] == attacker
    if b.color[target] != defender:
        # A stone taken in ko comes back if its owner may retake.
        if b.ko == target and not attacking:
            if depth > r.ko_depth:
                r.limited = 1
            else:
                r.refused = 1
                if r.master == defender and r.spent[depth] < FEW_THREATS:
                    r.pn, r.dn = 1, 1
                    return
        last = b.frame_move[b.stackp - 1]
        bait = not attacking and b.nremoved == 1 and b.ko == 0 and b.libs[b.origin[last]] == 1 and b.count[b.origin[last]] > 1
        if bait and liberties_after(b, target, defender, 2) > 1:
            # A snapback: a single stone was the bait for two or more.
            settle(r, Winner.DEFENDER)
            return
        zone_taken(b, r)
        settle(r, Winner.ATTACKER)
        return
    root = b.origin[target]
    libs = b.libs[root]
    safe = SAFE_LIBERTIES
    if depth > r.depth_limit:
        safe = 3
    elif depth > r.four_depth:
        safe = 4
    if r.ladder:
        safe = 3 if attacking else 2
    if libs >= safe:
        r.limited = 1
        settle(r, Winner.DEFENDER)
        return
    if attacking and libs == 1:
        collect_liberties(b, root, 1)
        if b.count[root] > 1 or liberties_after(b, b.found[0], attacker, 2) > 1:
            zone_taking(b, r)
            settle(r, Winner.ATTACKER)
        else:
            r.pn, r.dn = 2, 6
        return
    # What the defender would gain on his two best liberties.
    n = liberties_to(b, r, root, 4, 0)
    most = second = 0
    for k in range(n):
        gain = liberties_after(b, r.list[0, k], defender, max(safe, 3))
        if gain > most:
            most, second = gain, most
        elif gain > second:
            second = gain
    weak = collect_neighbours(b, root, 1)
    if not attacking:
        if most >= (3 if r.ladder else safe):
            r.urgent += libs <= 2
            r.limited = 1
            settle(r, Winner.DEFENDER)
            return
        if libs == 1 and weak == 0 and most <= 1 and b.count[root] > 1:
            zone_taking(b, r)
            settle(r, Winner.ATTACKER)
            return
    r.feature = (((4 * attacking + libs - 1) * 6 + most) * 6 + second) * 4 + min(weak, 3)
    r.pn = r.first_pn[r.feature]
    r.dn = r.first_dn[r.feature]
    if depth >= r.hopeless_depth and r.hopeless[r.feature] and r.ngoals == 1:
        r.limited = 1
        settle(r, Winner.DEFENDER)
