"""The final score and the status of every point: alive, dead, seki, territory or dame (GNU Go manual, "final_score", ``aftermath``).

The board is counted by the outcome of every dragon; ``ending`` first settles the critical ones.

    . X O . O .
    . X O O O O      a is dame: it touches both colours; b and c are territory
    b X a X O c
"""
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from owlgo.engine.core.facts import ALIVE, CRITICAL, DEAD
from owlgo.engine.core.points import BLACK, EMPTY, WHITE, all_points, neighbours, other
from owlgo.engine.examine import outcome
from owlgo.engine.examine.examination import Examination
from owlgo.engine.play.weights import PHASE
from owlgo.engine.score import estimate
from owlgo.engine.score.estimate import Count, EmptyRegion

WORDS = ALIVE_STONE, DEAD_STONE, SEKI, WHITE_TERRITORY, BLACK_TERRITORY, DAME = (
    'alive', 'dead', 'seki', 'white_territory', 'black_territory', 'dame')


@dataclass(frozen=True)
class Final:
    """The final status of every point."""
    board: np.void
    """The position that was judged.  If anything was open, it is the position after play went on."""
    status: dict[int, str]
    """One of WORDS for every point."""
    owners: np.ndarray
    """By point: -1 for Black's territory, 1 for White's, 0 for neutral points."""
    by: Count
    uncertain: frozenset[int] = frozenset()
    """Stones whose status is uncertain."""

    @property
    def dead(self) -> set[int]:
        """The dead stones."""
        return {pos for pos, word in self.status.items() if word == DEAD_STONE}

    @property
    def score(self) -> float:
        """White's points less Black's."""
        return estimate.count(self.board, self.owners, self.dead, self.by)


def result(score: float) -> str:
    """Return the score as GTP writes it: ``W+3.5``, ``B+1.0``, or 0."""
    return estimate.result(score) if score else '0'


def judge(known: Examination, by: Count, spared: Collection[int] = (), lost: Collection[int] = ()) -> Final:
    """Judge every point as the board stands: critical dragons and ``spared`` stones are alive, ``lost`` stones are dead."""
    dead = outcome.of(known).ending_as(DEAD) - set(spared) | set(lost)
    return count_up(known.board, dead, known.in_seki(outcome.of(known).every), by, uncertain_stones(known))


def glance(known: Examination, by: Count) -> Final:
    """Judge every point by quick readings of the dragons alone, as the choice of a move does."""
    return count_up(known.board, known.dead, known.in_seki(known.guesses), by)


def uncertain_stones(known: Examination) -> frozenset[int]:
    """Return the stones of uncertain or critical dragons, and of strings in living dragons that can be both captured and saved."""
    weak = {stone for worm in known.worms if worm.attacks and worm.defences for stone in worm.stones}
    return frozenset(stone for dragon, one in zip(known.dragons.every, outcome.of(known).every, strict=True) for stone in dragon.stones
                     if not one.certain or one.status == CRITICAL or (one.status == ALIVE and stone in weak))


def count_up(board: np.void, dead: Collection[int], in_seki: Collection[int], by: Count, uncertain: Collection[int] = ()) -> Final:
    """Judge every point, given the stones that are dead, in seki and uncertain.  A seki ends if one of its own stones is dead: its other
    stones are then alive.
    """
    size = int(board['size'])
    owners = estimate.by_regions(board, dead)
    in_seki = estimate.lasting(board, dead, set(in_seki))
    captured = dead = set(dead)
    if not by.area_scoring:
        owners, dead = estimate.neutral_in_seki(board, owners, captured, in_seki)
        in_seki |= captured - dead
    status = {}
    for pos in all_points(size):
        if pos in dead:
            status[pos] = DEAD_STONE
        elif board['color'][pos] != EMPTY:
            status[pos] = SEKI if pos in in_seki else ALIVE_STONE
        else:
            status[pos] = WHITE_TERRITORY if owners[pos] > 0 else BLACK_TERRITORY if owners[pos] < 0 else DAME
    return Final(board, status, owners, by, with_sekis(board, uncertain, status))


def with_sekis(board: np.void, uncertain: Collection[int], status: Mapping[int, str]) -> frozenset[int]:
    """Add to the uncertain stones the other stones of their sekis, since one death would end the seki for all."""
    dead, in_seki = ({pos for pos, word in status.items() if word == what} for what in (DEAD_STONE, SEKI))
    stones = (part & in_seki for part in estimate.sekis(board, dead, in_seki))
    return frozenset(uncertain).union(*(each for each in stones if not each.isdisjoint(uncertain)))


def owner_colors(board: np.void, status: Mapping[int, str]) -> dict[int, int]:
    """Return the colour that owns each point: the stone's that stays there, of dead stones the opponent's; EMPTY for neutral points."""
    words = {BLACK_TERRITORY: BLACK, WHITE_TERRITORY: WHITE, DAME: EMPTY}
    colors = {pos: int(board['color'][pos]) for pos in status}
    return {pos: words[word] if word in words else other(colors[pos]) if word == DEAD_STONE else colors[pos]
            for pos, word in status.items()}


def territory(board: np.void, status: Mapping[int, str]) -> dict[int, int]:
    """Return the colour that owns each point of territory and each dead stone."""
    counts = DEAD_STONE, BLACK_TERRITORY, WHITE_TERRITORY
    return {pos: owner for pos, owner in owner_colors(board, status).items() if status[pos] in counts}


def unfilled(board: np.void, status: Mapping[int, str]) -> list[int]:
    """Return the neutral points between living stones of both sides.  In a seki nothing is filled."""
    size = int(board['size'])
    beside = {pos: {int(board['color'][q]) for q in neighbours(pos, size) if status[q] == ALIVE_STONE}
              for pos, word in status.items() if word == DAME}
    return [pos for pos, colors in beside.items() if len(colors) == 2]


def is_wide(regions: Collection[EmptyRegion], size: int) -> bool:
    """Whether these open regions cover so much of the board that playing on would be another game."""
    return sum(len(region.points) for region in regions) > PHASE.wide_open * size ** 2


def open_regions(known: Examination) -> list[EmptyRegion]:
    """Return the regions that are not settled: regions that border on both sides, or on no stones at all."""
    return estimate.open_regions(known.board, known.dead)


def seen_from(before: np.void, final: Final) -> dict[int, str]:
    """Translate final statuses to an earlier position.  Stones captured since are dead.  Points played on since count as territory."""
    status = {}
    for pos, word in final.status.items():
        old, new = int(before['color'][pos]), int(final.board['color'][pos])
        if old in (new, EMPTY) and word not in (ALIVE_STONE, DEAD_STONE, SEKI) or old == new:
            status[pos] = word
        elif old != EMPTY:
            status[pos] = DEAD_STONE
        else:
            black = (new == BLACK) == (word != DEAD_STONE)
            status[pos] = BLACK_TERRITORY if black else WHITE_TERRITORY
    return status
