"""Zones: parts of an open board in which proofs hold for any play outside.

    . . e . . .      X, whose dragon is in question, may leave at e: as long as O can stop him inside the zone,
    X X . O . .      or has no need to, nothing outside the zone matters
    . X X O . .

A proof is for one side, the winner.  Everything outside belongs to the other side: he may play there as often as he likes, which in the
zone is a pass, and his stones there are never captured.  The winner has no stone and no liberty there, except for his wall.  What the zone
does not show must not decide; where it would, the winner has lost:

- In the zone, a stone of the other side that touches the rim is never captured.  On the board it may be, if he gave up its liberties
  outside and the winner filled those inside.  Then it is gone, and the zone still shows it.  That gives neither side a move that the zone
  lacks, except that the winner's stones beside it have a liberty that the zone does not show.
- So if stones of the winner lose their last liberty in the zone, and touch the rim or such stones, it is unknown whether they are captured.
This counts as lost (``engine.solver.rim``).  All other stones are captured in the zone exactly when they are on the board.
- A single stone at the rim that captures one may or may not be alone: the winner may not retake at once.  A stone of the winner that
  captures one beside stones that may be gone is perhaps not in atari: the other side may play there at once.

The winner's wall, if he attacks, consists of his strings that live unconditionally by eyes outside the zone.  An eye that lies in the zone,
even in part, does not count: he plays there himself, and Benson's theorem (1976) is about an owner who passes.

If a kill is to be unconditional, nothing else is trusted.  The attacker's other strings at the rim become posts.  A post is one point of
the zone that stands for such a string, with the number of its liberties outside.

    . . 1 2 .      O's stone is a post with three liberties outside.  Every move that X makes outside may fill one of them,
    X e O 3 .      and O never answers there: he has one more move inside.  When all of them are filled and X plays e as well,
    X X . O O      the post falls, and O has lost.

That is sound, and needs no look outside:

- The winner never plays outside, so liberties there vanish only as the other side fills them, at most one point with a move.  The zone lets
  each such move take one from every post at once, which is the worst that it can do, as if all liberties were shared.
- Passes in the zone, ko threats outside and answers to them are such moves.
- A string that connects several posts has at least the liberties of the post with most.
- What happens after a post has fallen is not shown, so it counts as the other side's success.
- More liberties are never worse for the winner: what is proved after some moves outside holds after fewer.

A kill may also be proved with a wall that is assumed safe: strings with three liberties outside, or with two, neither shared with another
such string nor next to its two, if tactical reading finds the string safe.  The proof is then true if these strings are not captured, and
names them.
"""
from collections.abc import Callable, Collection, Mapping
from typing import Any

import numpy as np

from owlgo.engine.core.parts import parts
from owlgo.engine.core.points import EMPTY, neighbours, other
from owlgo.engine.solver.ground import Ground
from owlgo.engine.solver.region import (
    ATTACKER,
    DEFENDER,
    MOST_WALLS,
    REGION_POINTS,
    RIM_LIBERTIES,
    NotEnclosed,
    Region,
    assumed_wall,
    py_joined,
    region_of,
)

Holds = Callable[[frozenset[int], frozenset[int]], bool]
"""``holds(string, liberties)``: whether a string is safe if the other side moves first and has stones on all these liberties."""


def zone(ground: Ground, core: Collection[int], winner: int, dragon: Collection[int], declared: Collection[int] = (),
         most_new: int = 6, holds: Holds | None = None, trusting: bool = True, joins: Collection[int] = ()) -> Region:
    """Build the zone that grows from the points ``core``, for proofs that ``winner`` wins; the goal is the dragon.

    ``joins``: instead of a dragon, stones that the attacker wants to connect.  If he is to win, nothing is trusted as wall.

    Attacking strings that are no wall join the zone as a whole, with their liberties.  If the attacker is to lose, only strings that add at
    most ``most_new`` points join.  Other strings are then never captured, which can only lose proofs.  If he is to win, and unless
    ``trusting``, strings with liberties outside are posts, and so are strings of more than two stones not all inside.
    Raises NotEnclosed if the zone has more than 64 points, or if the dragon reaches its rim.
    """
    size, colors = ground.size, ground.colors
    attacker = colors[next(iter(joins))] if joins else other(colors[next(iter(dragon))])
    defender = other(attacker)
    trusting = trusting and not (joins and winner == ATTACKER)
    inside = set(core) | set(dragon)
    while True:
        if len(inside) > REGION_POINTS:
            raise NotEnclosed(f'a zone of {len(inside)} points: at most {REGION_POINTS}')
        sure = set[int]() if joins and winner == ATTACKER else ground.lasting_apart(attacker, inside).union(declared)
        friends = ground.lasting_apart(defender, inside) - inside if winner == DEFENDER else set[int]()
        beside = {q for p in inside for q in neighbours(p, size) if colors[q] == attacker and q not in inside}
        beside |= {p for p in inside if colors[p] == attacker}
        wall: set[int] = set()
        more: set[int] = set()
        weak: list[int] = []
        posts: list[frozenset[int]] = []
        while beside:
            first = beside.pop()
            stones = ground.string(first)
            beside -= stones
            beyond = ground.liberties(first) - inside
            if sure & stones or (winner == DEFENDER and len((stones | beyond) - inside) > most_new):
                wall |= stones
            elif winner == ATTACKER and not trusting and (beyond or (len(stones) > 2 and not stones <= inside)):
                posts.append(stones)
            elif (winner == DEFENDER or trusting) and len(beyond) >= RIM_LIBERTIES:
                wall |= stones
            elif winner == ATTACKER and trusting and len(beyond) == RIM_LIBERTIES - 1 and \
                    holds and holds(stones, ground.liberties(first) & inside):
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
    inside -= wall.union(*posts)
    return _zone(ground, inside, wall, friends, winner, attacker, dragon, joins,
                 None if trusting else {stones: ground.liberties(min(stones)) - inside for stones in posts})


def _zone(ground: Ground, inside: set[int], wall: set[int], friends: set[int], winner: int, attacker: int, dragon: Collection[int],
          joins: Collection[int], posts: Mapping[frozenset[int], frozenset[int]] | None) -> Region:
    """Return the zone of these points.  ``friends``: the defender's unconditionally living stones.  ``posts``: strings whose outside
    liberties are counted."""
    size, colors = ground.size, ground.colors
    defender = other(attacker)
    if len(inside) + len(posts or ()) > REGION_POINTS:
        raise NotEnclosed(f'a zone of {len(inside)} points with {len(posts or ())} posts: at most {REGION_POINTS}')
    found = region_of(ground.board, sorted(inside), wall, attacker, posts)
    points, c = found.points, found.record
    known = inside.union(wall, *(posts or ())) | (friends if winner == DEFENDER else set())
    rim = {p for p in points if p in inside and any(q not in known for q in neighbours(p, size))}
    if not set(dragon) <= inside:
        raise NotEnclosed('the dragon is not in the zone')

    def word(chosen: Collection[int]) -> Any:
        return np.uint64(sum(1 << k for k, p in enumerate(points) if p in chosen))

    c['goal'], c['unsure'], c['outside_owner'] = word(set(dragon)), word(rim), 2 - winner
    stands = {stone: p for p, stones in found.posts.items() for stone in stones}
    missing = {p for p in joins if stands.get(p, p) not in points}
    if missing - wall or missing and winner == ATTACKER:
        raise NotEnclosed('a stone to be connected is not in the zone')
    c['joins'], c['joins_outside'] = word({stands.get(p, p) for p in joins}), bool(missing)
    if joins and winner == DEFENDER and py_joined(c, np.uint64(found.attackers)):
        # The search tests for a connection only after the attacker's move; he may have none here.
        raise NotEnclosed('the stones may be connected outside')
    if winner == ATTACKER:
        c['escape'] = word(rim)
        if posts is not None:
            air = {p: {q for stone in found.posts.get(p, (p,)) for q in neighbours(stone, size) if colors[q] == EMPTY and q not in known}
                   for p in points}
            number = {q: k for k, q in enumerate(sorted(set().union(*air.values()))[:REGION_POINTS])}
            c['airy'] = word([p for p in points if air[p]])
            for k, p in enumerate(points):
                c['beyond'][k] = np.uint64(sum(1 << number[q] for q in air[p] if q in number))
        found.assumed = assumed_wall(found, ground.lasting_apart(attacker, points), size)
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
    """Return the stones declared safe, and one stone of each string with fewer than three outside liberties that is trusted as wall."""
    if winner == DEFENDER:
        return tuple(declared)
    inside = region.wall.union(region.points)
    sure = {p for color in {ground.colors[p] for p in region.wall} for p in ground.lasting_apart(color, region.points)}.union(declared)
    strings = {ground.string(p) for p in region.wall}
    held = {min(stones) for stones in strings if not stones & sure and len(ground.liberties(min(stones)) - inside) < RIM_LIBERTIES}
    return tuple(sorted(held.union(declared)))
