"""Estimate the score: territory by Bouzy or by influence, prisoners and komi (GNU Go manual, "Moyo history"; ``estimate_score``).

Dead stones belong to the opponent.  Each dragon has its likeliest status.  A critical dragon counts half for each side.  For the bounds,
uncertain dragons and open ground in a moyo or beside one side go to White (upper bound) or to Black (lower).
"""
from collections.abc import Callable, Collection, Iterator, Set
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from owlgo.engine import influence
from owlgo.engine.core.facts import CRITICAL, DEAD
from owlgo.engine.core.game import Game
from owlgo.engine.core.parts import parts
from owlgo.engine.core.points import BLACK, EMPTY, SIDES, WHITE, all_points, neighbours, other
from owlgo.engine.examine import outcome
from owlgo.engine.examine.examination import Examination
from owlgo.engine.score import bouzy

NEUTRAL_REGION = 6
"""Largest region bordered by both sides that counts as settled, in points."""

Owners = np.ndarray
"""White's share of each point, from -1 (Black's) to 1."""
FindOwners = Callable[[np.void, Collection[int]], Owners]
"""A function that finds the owners, given a board and its dead stones."""


class Count(NamedTuple):
    """Everything besides the board that a score depends on: komi, prisoners and rules."""
    komi: float = 0.0
    captured_by_black: int = 0
    captured_by_white: int = 0
    compensation: int = 0
    """White's points for handicap stones; they count by area only."""
    area_scoring: bool = False
    """Whether to count by area, with the compensation; otherwise by territory and prisoners."""

    @classmethod
    def of(cls, game: Game, area_scoring: bool) -> 'Count':
        """Return komi, prisoners and rules of a game."""
        return cls(game.komi, game.captures(BLACK), game.captures(WHITE), game.compensation, area_scoring)


@dataclass(frozen=True)
class Score:
    """White's points less Black's."""
    value: float
    upper: float
    """The larger of two scores: with all uncertain points given to White, and with all given to Black."""
    lower: float
    """The smaller of the two scores described for ``upper``."""

    def __str__(self) -> str:
        return f'{result(self.value)} (upper bound: {self.upper:.1f}, lower: {self.lower:.1f})'


def result(value: float) -> str:
    """Return the score as ``W+3.5``."""
    return f'{"B" if value < 0 else "W"}+{abs(value):.1f}'


def winner(value: float, verb: str) -> str:
    """Return the winner and margin in words.  White's points are positive."""
    return f'{SIDES[WHITE if value > 0 else BLACK]} {verb} by {abs(value):.1f} points' if value else 'Jigo'


def count(board: np.void, owners: Owners, dead: Collection[int], by: Count) -> float:
    """Return White's points less Black's, given the owners of points.

    A stone of ``dead`` counts by its point's owner, in shares if need be.
    """
    colors = board['color']
    size = int(board['size'])
    total = by.komi
    gone = set(dead)
    for pos in all_points(size):
        color = int(colors[pos])
        share = float(owners[pos])
        if color == EMPTY:
            total += share
        elif pos in gone:
            total += share if by.area_scoring else share + (1 if color == BLACK else -1)
        elif by.area_scoring:
            total += 1 if color == WHITE else -1
    return total + by.compensation if by.area_scoring else total + by.captured_by_white - by.captured_by_black


def by_bouzy(board: np.void, dead: Collection[int]) -> Owners:
    """Return owners by Bouzy's territory (5/21)."""
    return np.asarray(-np.sign(bouzy.bouzy(board, bouzy.OPERATORS['territory'], dead)))


def by_influence(board: np.void, dead: Collection[int]) -> Owners:
    """Return owners by influence: fractions where they are uncertain."""
    return np.asarray(np.clip(influence.regions(board, dead).territory, -1.0, 1.0))


class EmptyRegion(NamedTuple):
    """A connected region without living stones."""
    points: set[int]
    border: set[int]
    """The living stones around it."""
    sides: set[int]
    """The colours of these stones."""

    @property
    def owner(self) -> int:
        """Whose the region is by its border: -1 if Black alone has stones there, 1 if White has, else 0."""
        return {BLACK: -1, WHITE: 1}[min(self.sides)] if len(self.sides) == 1 else 0


def regions(board: np.void, dead: Collection[int]) -> Iterator[EmptyRegion]:
    """List the connected regions of empty points and dead stones."""
    size, colors, gone = int(board['size']), board['color'], set(dead)
    for points in parts({pos for pos in all_points(size) if colors[pos] == EMPTY or pos in gone}, size):
        border = {q for pos in points for q in neighbours(pos, size)} - points
        yield EmptyRegion(points, border, {int(colors[q]) for q in border})


def open_regions(board: np.void, dead: Collection[int]) -> list[EmptyRegion]:
    """List the regions that are not settled: large regions bordered by both sides, and regions bordered by no stones at all."""
    return [region for region in regions(board, dead) if len(region.points) > NEUTRAL_REGION and len(region.sides) != 1]


def has_both(board: np.void) -> bool:
    """Whether both sides have a stone on the board, alive or dead.  Before that, no region belongs to a side."""
    return {BLACK, WHITE} <= {int(board['color'][pos]) for pos in all_points(int(board['size']))}


def by_regions(board: np.void, dead: Collection[int]) -> Owners:
    """Return owners by region.  Once both sides have stones, a region that only one side borders belongs to that side.  Elsewhere Bouzy's
    algorithm decides.

    In a region that both sides border, points next to stones of both are neutral.
    """
    size, both = int(board['size']), has_both(board)
    owners = by_bouzy(board, dead)
    for region in regions(board, dead):
        if region.owner and both:
            owners[list(region.points)] = region.owner
        else:
            for pos in region.points:
                if len({int(board['color'][q]) for q in neighbours(pos, size) if q in region.border}) == 2:
                    owners[pos] = 0
    return owners


def by_reach(board: np.void) -> Owners:
    """Return owners as Tromp and Taylor's rules define them: a region belongs to the side whose stones alone border it."""
    owners = np.zeros(len(board['color']))
    for region in regions(board, ()):
        owners[list(region.points)] = region.owner
    return owners


def sekis(board: np.void, dead: Collection[int], in_seki: Set[int]) -> Iterator[set[int]]:
    """List the sekis that these stones form: strings that touch or share a region, with these regions and the dead stones inside."""
    # A region that is still open is no part of a seki.
    inner = [region.points for region in regions(board, set(dead) - in_seki)
             if (len(region.sides) == 1 or len(region.points) <= NEUTRAL_REGION) and not region.border.isdisjoint(in_seki)]
    return parts(set(in_seki).union(*inner), int(board['size']))


def lasting(board: np.void, dead: Collection[int], in_seki: Set[int]) -> set[int]:
    """Return the stones in seki without those of sekis that end: a seki ends if one of its own stones is dead, and its other stones live.

    A dragon may have strings apart.  So once a seki ends, stones of one colour alone are in no seki.
    """
    if in_seki.isdisjoint(dead):
        return set(in_seki)
    own = [part & in_seki for part in sekis(board, dead, in_seki)]
    return {stone for stones in own if stones.isdisjoint(dead) and len({int(board['color'][pos]) for pos in stones}) == 2
            for stone in stones}


def neutral_in_seki(board: np.void, owners: Owners, dead: Collection[int], in_seki: Set[int]) -> tuple[Owners, set[int]]:
    """Return owners and dead stones under territory scoring.  Eyes of a seki are neutral, and dead stones in a seki stay on the board.

    A seki ends if one of its own stones is dead; other sekis stay.
    """
    owners, gone = owners.copy(), set(dead)
    for part in sekis(board, dead, in_seki):
        if gone.isdisjoint(part & in_seki):
            owners[list(part - in_seki)] = 0
            gone -= part
    return owners, gone


def of(known: Examination, by: Count, owners: FindOwners = by_bouzy) -> Score:
    """Estimate the score of an examined position."""
    in_seki = set[int]() if by.area_scoring else known.in_seki(outcome.of(known).every)
    likely = estimate(known.board, outcome.of(known).ending_as(DEAD), outcome.of(known).ending_as(CRITICAL), by, owners, in_seki)
    unsettled = outcome.of(known).unsettled_stones()
    bounds = estimate(known.board, outcome.of(known).ending_as(DEAD) - unsettled, unsettled, by, owners, in_seki)
    more, less = open_ground(known.board, outcome.of(known).ending_as(DEAD), owners)
    return Score(likely.value, max(bounds.upper, likely.upper) + more, min(bounds.lower, likely.lower) - less)


def open_ground(board: np.void, dead: Collection[int], owners: FindOwners) -> tuple[float, float]:
    """Return how far open ground may change the score that ``owners`` gives: points in White's favour, and points in Black's.

    A region that both sides border may become what the moyo says.  A region that one side borders may become that side's.
    """
    moyo, held, had = -np.sign(bouzy.bouzy(board, bouzy.OPERATORS['moyo'], dead)), by_bouzy(board, dead), owners(board, dead)
    both = has_both(board)
    more = less = 0.0
    for region in regions(board, dead):
        if len(region.points) <= NEUTRAL_REGION:
            continue
        owner = region.owner if both else 0
        for pos in region.points:
            if board['color'][pos] == EMPTY and not held[pos]:
                most, share = owner or float(moyo[pos]), float(had[pos])
                if most:
                    more, less = more + max(most, 0.0, share) - share, less + share - min(most, 0.0, share)
    return more, less


def estimate(board: np.void, dead: Collection[int], critical: Collection[int], by: Count, owners: FindOwners = by_bouzy,
             in_seki: Set[int] = frozenset()) -> Score:
    """Return the score with its bounds.  ``critical`` are the stones of uncertain dragons."""
    bounds = []
    for side in (WHITE, BLACK):
        gone = {*dead, *(pos for pos in critical if board['color'][pos] == other(side))}
        held = owners(board, gone)
        bounds.append(count(board, held, gone, by) if by.area_scoring else count(board, *neutral_in_seki(board, held, gone, in_seki), by))
    # In Bouzy's algorithm one more stone may hold less, so put the bounds in order.
    upper, lower = max(bounds), min(bounds)
    return Score((upper + lower) / 2, upper, lower)

