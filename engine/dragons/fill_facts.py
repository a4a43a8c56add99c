"""Fill in facts for constraints about a position (GNU Go manual, "Autohelper functions"); OWL fills in those about a dragon.

    strings         codes and points of attack and defence, effective size, cutting stones
    eyes            the proper eye points of both colours
    dragons         number, status, weakness, size, whether they are surrounded
    influence       whose territory, moyo and area a point is
    cuts            where each colour can cut (``engine.dragons.cuts``)

Only requested kinds are filled.
"""
from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

import numpy as np

from owlgo.engine import influence
from owlgo.engine.constraints.helpers import new_run
from owlgo.engine.core.facts import DEAD, OF_DRAGONS, Kind, bits
from owlgo.engine.dragons import cuts, partition
from owlgo.engine.dragons.partition import Dragons
from owlgo.engine.eyes import optics
from owlgo.engine.eyes.optics import Optics
from owlgo.engine.read.inner import new_inner_record
from owlgo.engine.read.reader import Reader
from owlgo.engine.worms import Worm, cutstone, effective_sizes, worms
from owlgo.patterns.match import new_matches


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


def fill(f: np.void, position: PositionFacts, wanted: int, statuses: Sequence[int] | None = None) -> None:
    """Fill in the facts wanted (bits of Kind) about a position, in a record that has none of them yet.

    ``statuses`` are the statuses that reading found, one for each dragon in order; without them, crude statuses are filled in.
    """
    known = wanted & OF_DRAGONS
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
    f['known'] |= known


def fill_worms(f: np.void, position: PositionFacts) -> None:
    """Fill in every string's tactical status, size and kind."""
    sizes = effective_sizes(position.board)
    for w in position.worms:
        stones = list(w.stones)
        f['attack_code'][stones], f['defence_code'][stones] = w.attack_code, w.defence_code
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
