"""Zones: a part of an open board, and what is proved there whatever happens outside.

    . . e . . .      X, whose dragon is in question, may leave at e: as long as O can stop him inside the zone,
    X X . O . .      or has no need to, nothing outside the zone matters
    . X X O . .

A proof is for one side, the winner.  All that lies outside is the other side's: he may play there as often as he likes, which the
zone sees as passes, his stones there are never taken, and the winner has no stone and no liberty there but those of his wall.  What the
zone does not show must not decide, so where it would, the winner has lost:

- A stone of the other side that touches the rim is never taken.  On the board it may be, if he gave up its liberties outside, once
  the winner has filled those inside.  It is gone then, and the zone still shows it: that gives nobody a move that the zone has not,
  except that winner's stones beside it have a liberty that the zone does not show.
- So wherever stones of the winner lose their last liberty in the zone, and they touch the rim or such stones, they may or may not be
  taken.  This counts as lost (``engine.solver.doubt``).  All others are taken in the zone when they are on the board, and not else.
- A single stone at the rim that takes one may or may not be alone: the winner may not take back at once.  A stone of the winner that
  takes one beside stones that may be gone is perhaps not in atari: the other side may play there at once.

The winner's wall, if he attacks, are his strings that live unconditionally, are declared safe, or have three liberties outside the zone.
That the latter hold is assumed, as it is in closed regions, and certificates name them.  One with two liberties there is declared if
somebody who reads tactics says that it holds: the winner answers every threat to it outside, and in the zone all is as it was.  So that no
move threatens two of these at once, their liberties outside must neither be shared nor lie side by side.

Two liberties are enough where they are firm: empty points with room round them and no stone of the other side.

    . . 1 2 . .      O may come to e from the dragon's side, and 1 and 2 are his: before X has filled one of them
    . . e e . .      O has answered
    X X X O O .

The same is assumed of strings that reach such liberties while the zone is read.  One liberty would not do: X fills those inside, O has to
answer outside, and X moves again.  A liberty that counts for one string counts for no other.
"""
from collections.abc import Callable, Collection, Mapping
from typing import Any

import numpy as np

from engine.core.parts import parts
from engine.core.points import EMPTY, neighbours, other
from engine.solver.ground import Ground
from engine.solver.region import ATTACKER, DEFENDER, MOST_POINTS, MOST_WALLS, SAFE_BEYOND, NotEnclosed, Region, region_of

MOST_NEW = 6
"""Points that a string of the loser may add to a zone.  What is not in it is never taken there, which may cost proofs and makes none
false."""

FIRM = SAFE_BEYOND - 1
"""Liberties with which a string is wall if they are firm, or if a reader says that it holds."""
ROOM, FAR = 6, 2
"""A firm liberty has so many empty points outside within so many steps, itself included.  With 5 as many kills are proved, with 7 some
fewer, with 8 none."""

Holds = Callable[[frozenset[int], frozenset[int]], bool]
"""Whether a string cannot be taken, though the other side moves first and has stones on all these liberties."""


def zone(ground: Ground, core: Collection[int], winner: int, dragon: Collection[int], declared: Collection[int] = (),
         most_new: int = MOST_NEW, holds: Holds | None = None, room: int = ROOM) -> Region:
    """The zone that grows from some points, for proofs that a side wins; the goal is the dragon.

    Strings of the attacker that are no wall are in it as a whole, with their liberties; if he is to lose, only those that add at most so
    many points.
    Raises NotEnclosed if it has more than 64 points, or if the dragon reaches its rim.
    """
    size, colors = ground.size, ground.colors
    defender = colors[next(iter(dragon))]
    attacker = other(defender)
    inside = set(core) | set(dragon)
    sure = {p for p in ground.lasting if colors[p] == attacker} | set(declared)
    friends = {p for p in ground.lasting if colors[p] == defender} - inside
    wall: set[int] = set()
    while True:
        if len(inside) > MOST_POINTS:
            raise NotEnclosed(f'a zone of {len(inside)} points: at most {MOST_POINTS}')
        beside = {q for p in inside for q in neighbours(p, size) if colors[q] == attacker and q not in inside}
        beside |= {p for p in inside if colors[p] == attacker}
        wall = set()
        more: set[int] = set()
        weak: list[int] = []
        while beside:
            first = beside.pop()
            stones = ground.string(first)
            beside -= stones
            beyond = ground.liberties(first) - inside
            if sure & stones or len(beyond) >= SAFE_BEYOND or (winner == DEFENDER and len((stones | beyond) - inside) > most_new):
                wall |= stones
            elif winner == ATTACKER and len(beyond) == FIRM and (
                    all(_is_firm(ground, q, inside, defender, room) for q in beyond) or
                    (holds and holds(stones, ground.liberties(first) & inside))):
                weak.append(first)
            else:
                more |= stones | ground.liberties(first)
        for first in weak:
            beyond = ground.liberties(first) - inside
            near = beyond | {q for p in beyond for q in neighbours(p, size)}
            if any(near & (ground.liberties(second) - inside) for second in weak if second != first):
                more |= ground.string(first) | ground.liberties(first)
            else:
                wall |= ground.string(first)
        if winner == DEFENDER:
            # Stones of the winner without a liberty in the zone would be at the mercy of what happens outside; connected outside alone they
            # are several strings here.
            for part in parts({p for p in inside if colors[p] == defender and p not in friends}, size):
                if not any(colors[q] == EMPTY and q in inside for p in part for q in neighbours(p, size)):
                    first = min(part)
                    more |= ground.string(first) | ground.liberties(first)
        if more <= inside:
            break
        inside |= more
    return _zone(ground, inside - wall, wall, friends, winner, dragon, room)


def _zone(ground: Ground, inside: set[int], wall: set[int], friends: set[int], winner: int, dragon: Collection[int],
          room: int) -> Region:
    """The zone of these points; ``friends`` are stones of the defender that live whatever happens."""
    size, colors = ground.size, ground.colors
    defender = colors[next(iter(dragon))]
    found = region_of(ground.board, sorted(inside), wall, other(defender))
    points, c = found.points, found.record
    known = inside | wall | (friends if winner == DEFENDER else set())
    rim = {p for p in points if any(q not in known for q in neighbours(p, size))}
    if not set(dragon) <= inside:
        raise NotEnclosed('the dragon is not in the zone')

    def word(chosen: Collection[int]) -> Any:
        return np.uint64(sum(1 << k for k, p in enumerate(points) if p in chosen))

    c['goal'], c['unsure'], c['giver'] = word(set(dragon)), word(rim), 2 - winner
    if winner == ATTACKER:
        c['escape'] = word(rim)
        # One that a string of the wall cannot spare is none, and one that two points share counts for the first alone.
        outside = [ground.liberties(p) - inside for p in wall]
        taken = {q for liberties in outside if len(liberties) < SAFE_BEYOND for q in liberties}
        firm: dict[int, tuple[int, ...]] = {}
        for p in points:
            firm[p] = tuple(q for q in neighbours(p, size)
                            if p in rim and q not in inside | taken and _is_firm(ground, q, inside, defender, room))
            taken.update(firm[p])
        declare_firm(found, firm)
        rimmed = {s for p in rim if colors[p] == defender for s in ground.string(p) if s in inside}
        if rimmed & set(dragon):
            raise NotEnclosed('the dragon reaches the rim')
        return found
    c['boundary'] |= word(rim)
    found.friends = {q for p in points for q in neighbours(p, size) if q in friends}
    c['escape'] = word({p for p in points if any(q in friends for q in neighbours(p, size))})
    strings = {ground.string(q) for p in points for q in neighbours(p, size) if q in wall}
    beside = [word({p for p in points if any(q in stones for q in neighbours(p, size))}) for stones in sorted(strings, key=min)]
    if len(beside) > MOST_WALLS:
        c['unsure'] |= np.bitwise_or.reduce(np.array(beside[MOST_WALLS:]))
        beside = beside[:MOST_WALLS]
    c['near_wall'][:len(beside)], c['walls'] = beside, len(beside)
    return found


def vouched(ground: Ground, region: Region, winner: int, declared: Collection[int] = ()) -> tuple[int, ...]:
    """The stones that were said to be safe, and one of each string of the wall that was found to hold with less than three liberties
    outside."""
    if winner == DEFENDER:
        return tuple(declared)
    inside, sure = region.wall.union(region.points), ground.lasting.union(declared)
    strings = {ground.string(p) for p in region.wall}
    held = {min(stones) for stones in strings if not stones & sure and len(ground.liberties(min(stones)) - inside) < SAFE_BEYOND}
    return tuple(sorted(held.union(declared)))


def declare_firm(region: Region, firm: Mapping[int, tuple[int, ...]]) -> None:
    """Say which firm liberties outside the points of a region have; a single one holds nothing."""
    if len({q for liberties in firm.values() for q in liberties}) < FIRM:
        return
    region.firm = {p: liberties for p, liberties in firm.items() if liberties}
    for p, liberties in region.firm.items():
        word = np.uint64(1 << region.points.index(p))
        region.record['firm'] |= word
        region.record['firmer'] |= word if len(liberties) >= FIRM else np.uint64(0)


def _is_firm(ground: Ground, pos: int, inside: Collection[int], defender: int, room: int) -> bool:
    """Whether a point outside is a firm liberty of the attacker."""
    colors, size = ground.colors, ground.size

    def beside(points: Collection[int]) -> set[int]:
        return {q for p in points for q in neighbours(p, size) if q not in inside}

    if colors[pos] != EMPTY or any(colors[q] == defender for q in beside([pos])):
        return False
    found = {pos}
    for _ in range(FAR):
        found |= {q for q in beside(found) if colors[q] != defender}
    return sum(colors[q] == EMPTY for q in found) >= room
