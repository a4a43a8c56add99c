"""Fills in the facts that constraints ask about a position and one dragon (GNU Go manual, "Autohelper functions").

    strings         codes and points of attack and defence, effective size, cutting stones
    eyes            the proper eye points of both colours
    dragons         number, status, weakness, size, whether they are surrounded
    influence       whose territory, moyo and area a point is
    cuts            where each colour can cut (``engine.dragons.cuts``)
    one dragon      escape, its eye spaces, what their corners make of them, what it can take, friends that live

Only the kinds that somebody asks for are filled.  Where the manual is silent:

- the eye spaces of a dragon are those that its own stones border
- corners are counted at points of them with at most two neighbours in the space; all other points count as false eyes
- taking a string gives the eyes of the room that it leaves: one for one or two stones, two for more; none where a single stone leaves a
  false eye, and two where the string parts the dragon from one that lives
- escape to friends is worth more than to moyo if they live, and as much if they are not weak
"""
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Protocol

import numpy as np

from owlgo.engine import influence
from owlgo.engine.constraints.helpers import WEAK_FROM, new_run
from owlgo.engine.core.facts import ALIVE, ALWAYS, DEAD, FACTS_DTYPE, MAX_EYES, OF_DRAGONS, OF_GOAL, UNDECIDED, Kind, bits, fill_goal
from owlgo.engine.core.points import DIAGONALS, NEIGHBOURS, neighbours
from owlgo.engine.dragons import cuts, escape, partition
from owlgo.engine.dragons.partition import Dragon, Dragons
from owlgo.engine.eyes import optics
from owlgo.engine.eyes.optics import Optics
from owlgo.engine.eyes.topology import FALSE_SUM, obvious_false_eye, topological_eye
from owlgo.engine.read.inner import new_inner_record
from owlgo.engine.read.reader import Reader
from owlgo.engine.worms import Worm, best_move, cutstone, effective_sizes, worms
from owlgo.patterns.match import new_matches

EYES_FROM = 3
"""Stones whose capture makes room for two eyes."""
TO_LIFE, TO_STRENGTH = 6, escape.MOYO_VALUE
"""Escape values of reaching friends: living ones, and ones that are not weak."""


MOST_NEIGHBOURS = 2
"""Most neighbours in its eye space of a point whose corners count."""


class PositionFacts(Protocol):
    """Facts of a position, each worked out on demand."""

    @property
    def board(self) -> np.void: ...

    @property
    def reader(self) -> Reader: ...

    @property
    def worms(self) -> list[Worm]: ...

    @property
    def eyes(self) -> Optics: ...

    @property
    def dragons(self) -> Dragons: ...


class TacticalFacts:
    """Facts of a position without any reading about dragons."""

    def __init__(self, board: np.void, reader: Reader) -> None:
        self.board, self.reader = board, reader.among_many()

    @cached_property
    def worms(self) -> list[Worm]:
        """Every string with its tactical status."""
        return worms(self.board, self.reader)

    @cached_property
    def eyes(self) -> Optics:
        """The eye spaces of both colours."""
        return optics.look(self.board, self.reader, every=self.worms)

    @cached_property
    def dragons(self) -> Dragons:
        """Which strings live and die together."""
        return partition.find(self.board, self.reader.workspace, self.eyes)


def fill(f: np.void, position: PositionFacts, wanted: int, goal: Collection[int] = (), statuses: Sequence[int] | None = None) -> None:
    """Fill in the facts wanted (bits of Kind) about a position and, if stones are given, about their dragon.

    ``statuses`` are those of the dragons, in their order, as far as they were read about: otherwise eyes, escape and lunches tell.
    """
    known = wanted & (OF_GOAL if len(goal) else OF_DRAGONS)
    for name in FACTS_DTYPE.names or ():
        f[name] = 0
    f['known'] = ALWAYS
    if known & bits(Kind.WORMS):
        fill_worms(f, position)
    if known & bits(Kind.EYES):
        fill_eyes(f, position.eyes)
    if known & bits(Kind.DRAGONS):
        fill_dragons(f, position.dragons, statuses)
    if known & bits(Kind.INFLUENCE):
        cuts.fill_regions(f, _regions(position, statuses))
    if known & bits(Kind.CUTS):
        cuts.fill_cuts(position.board, f, position.reader.workspace.get(new_inner_record), new_matches(), new_run())
    if known & bits(Kind.GOAL):
        fill_goal(f, position.board, goal)
    if known & bits(Kind.ESCAPE):
        fill_escape(f, position.board, position.dragons, goal)
    if known & bits(Kind.OWL_EYES, Kind.HALF_EYES):
        fill_eyes_of(f, position.eyes, goal)
    if known & bits(Kind.LUNCHES):
        fill_lunches(f, position, goal)
    if known & bits(Kind.FRIENDS):
        fill_friends(f, position.dragons, goal)
    f['known'] |= known


def fill_worms(f: np.void, position: PositionFacts) -> None:
    """Fill in every string's tactical status, size and kind."""
    sizes = effective_sizes(position.board)
    for w in position.worms:
        stones = list(w.stones)
        f['attack_code'][stones], f['defence_code'][stones] = w.attack_code, w.defence_code
        f['attack_point'][stones] = best_move(w.attacks) if w.attacks else 0
        f['defence_point'][stones] = best_move(w.defences) if w.defences else 0
        f['effective_size'][stones] = sizes[stones[0]]
        f['cutstone'][stones] = cutstone(position.board, stones[0])
        f['inessential'][stones] = w.inessential


def fill_eyes(f: np.void, seen: Optics) -> None:
    """Fill in each point's eye space by colour, without margins."""
    for color, eyes in seen.eyes.items():
        f['eye_color'][[pos for pos, point in eyes.points.items() if not point.marginal]] = color


def fill_dragons(f: np.void, found: Dragons, statuses: Sequence[int] | None) -> None:
    """Fill in every dragon's number, status, weakness, size and surroundings."""
    for number, dragon in enumerate(found.every):
        stones = list(dragon.stones)
        f['dragon'][stones] = number + 1
        f['status'][stones] = statuses[number] if statuses else dragon.crude_status
        f['weakness'][stones] = dragon.weakness
        f['dragon_size'][stones] = len(stones)
        f['surrounded'][stones] = dragon.surrounded


def _regions(position: PositionFacts, statuses: Sequence[int] | None) -> influence.Regions:
    """Return influence: dead dragons count for the opponent, weak ones less; without statuses all count equally."""
    if statuses is None:
        return influence.regions(position.board)
    every = list(zip(position.dragons.every, statuses, strict=True))
    dead = {stone for dragon, status in every if status == DEAD for stone in dragon.stones}
    weakness = {stone: dragon.weakness for dragon, status in every if status != DEAD for stone in dragon.stones}
    return influence.regions(position.board, dead, weakness)


def fill_escape(f: np.void, board: np.void, found: Dragons, goal: Collection[int]) -> None:
    """Fill in the value to the dragon of reaching each point."""
    f['escape'] = escape.values(board, goal)
    for friend in _friends(found, goal):
        if friend.crude_status == ALIVE:
            f['escape'][list(friend.stones)] = TO_LIFE
        elif friend.crude_status == UNDECIDED and friend.weakness <= WEAK_FROM:
            f['escape'][list(friend.stones)] = TO_STRENGTH


def _friends(found: Dragons, goal: Collection[int]) -> list[Dragon]:
    """The dragons of the goal's colour, without the goal itself."""
    own = {found.at[stone] for stone in goal}
    color = found.of(next(iter(goal))).color
    return [dragon for number, dragon in enumerate(found.every) if number not in own and dragon.color == color]


def _living_friends(found: Dragons, goal: Collection[int]) -> set[int]:
    """Return the stones of friends that live, judged by eyes, escape and lunches."""
    return {stone for dragon in _friends(found, goal) if dragon.crude_status == ALIVE for stone in dragon.stones}


def fill_eyes_of(f: np.void, seen: Optics, goal: Collection[int]) -> None:
    """Fill in the dragon's eye spaces and the corners of their points."""
    board, size = seen.board, int(seen.board['size'])
    color = int(board['color'][next(iter(goal))])
    eyes, corners = seen.eyes[color], seen.half_eyes[color]
    beside = {q for stone in goal for q in neighbours(stone, size) if q in eyes.points}
    proper = {pos for pos, point in eyes.points.items() if not point.marginal and point.marginal_neighbours < 2}
    f['half_eye'] = FALSE_SUM
    for number, origin in enumerate(sorted({eyes.points[pos].origin for pos in beside})[:MAX_EYES - 1], 1):
        space, margins = eyes.space(origin), eyes.margins(origin)
        value = seen.verdict(color, origin).value
        f['owl_eye'][space], f['marginal'][margins] = number, 1
        f['eye_min'][number], f['eye_max'][number] = value.min_eyes, value.max_eyes
        f['eye_probable'][number] = (value.min_eyes + value.max_eyes) // 2
        f['eye_size'][number] = len(space) - len(margins)
        for pos in space:
            if pos in corners or eyes.points[pos].neighbours <= MOST_NEIGHBOURS:
                f['half_eye'][pos] = corners[pos].value if pos in corners else topological_eye(board, pos, color, proper).value


def fill_lunches(f: np.void, position: PositionFacts, goal: Collection[int]) -> None:
    """Fill in the essential enemy strings that the dragon can capture, and the eyes this may bring."""
    color, size = int(position.board['color'][next(iter(goal))]), int(position.board['size'])
    around = {stone + step for stone in goal for step in (*NEIGHBOURS, *DIAGONALS)}
    living = _living_friends(position.dragons, goal)
    for w in position.worms:
        if w.color == color or not w.attacks or w.inessential or not around & set(w.stones):
            continue
        stones = list(w.stones)
        f['lunch'][stones] = 1
        if len(stones) >= EYES_FROM or any(q in living for stone in stones for q in neighbours(stone, size)):
            f['chain_eyes'][stones] = 2
        else:
            f['chain_eyes'][stones] = 0 if len(stones) == 1 and obvious_false_eye(position.board, stones[0], color) else 1


def fill_friends(f: np.void, found: Dragons, goal: Collection[int]) -> None:
    """Fill in the stones of living dragons of its colour, judged by eyes, escape and lunches."""
    f['strong'][list(_living_friends(found, goal))] = 1
