"""The score to expect: from 13x13 on by a short search and the network (``engine.score.outlook``), each of which sees what the other
overlooks; small and settled boards are counted as they stand (``engine.score.estimate``)."""
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.facts import CRITICAL, DEAD
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import EMPTY, WHITE, all_points
from owlgo.engine.examine import outcome
from owlgo.engine.examine.examination import Examination
from owlgo.engine.mcts.ablation import BLUNDERS, LARGEST, REASONS
from owlgo.engine.mcts.planes import NETWORK_FROM
from owlgo.engine.play import genmove
from owlgo.engine.play.genmove import MoveSettings
from owlgo.engine.play.strength import STANDARD
from owlgo.engine.score import estimate
from owlgo.engine.score.estimate import Count, Owners, Score
from owlgo.engine.score.outlook import outlook

BRIEF = MoveSettings(area_scoring=True, strength=replace(STANDARD, share=0.3, without=frozenset({REASONS, LARGEST, BLUNDERS})))
"""The search, with three tenths of a move's playouts."""
NETWORK = 0.3
"""The network's part of the score; the rest is the search's."""
SURE = 0.8
"""Share from which a point counts as owned outright, if Bouzy's algorithm and the statuses agree."""
HELD = 0.5
"""Share from which a point is shown as owned."""


class Expected(NamedTuple):
    """What is expected of a position."""
    score: Score
    """The score with its bounds."""
    held: Owners
    """Who is to own each point: -1 for Black, 1 for White, 0 for neither."""


def of(game: Game, known: Examination, area_scoring: bool) -> Expected:
    """Return what to expect of an examined position."""
    by = Count.of(game, area_scoring)
    stands = estimate.of(known, by)
    if not is_open(game, known):
        return Expected(stands, estimate.by_bouzy(known.board, outcome.of(known).ending_as(DEAD)))
    progress = known.means.progress
    # Played for every point: a side that wins or loses anyway gives points away.
    thought = genmove.think(game, game.to_move, BRIEF, (), known, every_point=True, goes_on=lambda: progress is None or progress(0))
    shares = owners(game, known, thought.owned)
    # Each stone belongs to its point's owner: it falls as far as the point is the opponent's.
    stones = [pos for pos in all_points(game.size) if known.board['color'][pos] != EMPTY]
    area, value = (estimate.count(known.board, shares, stones, count) for count in (Count.of(game, True), by))
    # The search counts area, and so corrects the network's.
    value += (1 - NETWORK) * ((thought.lead if game.to_move == WHITE else -thought.lead) - area)
    return Expected(Score(value, max(stands.upper, value), min(stands.lower, value)), np.clip(np.trunc(shares / HELD), -1, 1))


def is_open(game: Game, known: Examination) -> bool:
    """Whether the network is asked: on a large board with stones of both sides, unless all ground and all dragons are settled."""
    ends = outcome.of(known)
    return game.size >= NETWORK_FROM and estimate.has_both(known.board) and bool(
        ends.ending_as(CRITICAL) or estimate.open_regions(known.board, ends.ending_as(DEAD)))


def owners(game: Game, known: Examination, played: np.ndarray) -> Owners:
    """Return White's share of each point, of stones too, as the network expects it, from Black's share in playouts.

    What the position as it stands confirms is certain.
    """
    shares = -outlook(game, known, game.to_move, played).owners
    dead = outcome.of(known).ending_as(DEAD)
    stands = np.array(estimate.by_bouzy(known.board, dead), float)
    for pos in all_points(game.size):
        stone = int(known.board['color'][pos])
        if stone != EMPTY:
            stands[pos] = 1.0 if (stone == WHITE) == (pos not in dead) else -1.0
    found: Owners = np.where(stands * shares >= SURE, np.sign(shares), shares)
    return found
