"""The score to expect.  Small and settled boards are counted as they stand (``engine.score.estimate``).

From 13x13 on, a short search tells the score early in a game; later three views of each point's owner do: playouts, the network
(``engine.score.outlook``) and the position as it stands.
"""
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
FILLED = 0.2, 0.5
"""Parts of the board with stones: up to the first the search alone tells the score, from the second on the owners of points alone."""
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
    # The search counts area, and so corrects the area of these owners.
    part = float(np.interp(len(stones) / game.size ** 2, FILLED, (1, 0)))
    value += part * ((thought.lead if game.to_move == WHITE else -thought.lead) - area)
    return Expected(Score(value, max(stands.upper, value), min(stands.lower, value)), np.clip(np.trunc(shares / HELD), -1, 1))


def is_open(game: Game, known: Examination) -> bool:
    """Whether the network is asked: on a large board with stones of both sides, unless all ground and all dragons are settled."""
    ends = outcome.of(known)
    return game.size >= NETWORK_FROM and estimate.has_both(known.board) and bool(
        ends.ending_as(CRITICAL) or estimate.open_regions(known.board, ends.ending_as(DEAD)))


def owners(game: Game, known: Examination, played: np.ndarray) -> Owners:
    """Return White's share of each point, of stones too: the middle one of three views.  ``played`` is Black's share in playouts.

    The other views are the network, and the position as it stands, where critical dragons are nobody's.  What these two agree on is
    certain.
    """
    shares = -outlook(game, known, game.to_move, played, known.dead).owners
    dead, critical = (outcome.of(known).ending_as(status) for status in (DEAD, CRITICAL))
    stands = np.array(estimate.by_bouzy(known.board, dead), float)
    for pos in all_points(game.size):
        stone = int(known.board['color'][pos])
        if stone != EMPTY:
            stands[pos] = 0.0 if pos in critical else 1.0 if (stone == WHITE) == (pos not in dead) else -1.0
    found: Owners = np.median([-played, np.where(stands * shares >= SURE, np.sign(shares), shares), stands], axis=0)
    return found
