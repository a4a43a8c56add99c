"""The score to expect.  Small and settled boards are counted as they stand (``engine.score.estimate``).

From 9x9 on, a short search and the network (``engine.score.outlook``) tell the score early in a game.  Later three views of each point's
owner do: playouts, the network and the position as it stands.
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
from owlgo.engine.play import genmove
from owlgo.engine.play.genmove import MoveSettings
from owlgo.engine.play.strength import STANDARD
from owlgo.engine.score import estimate
from owlgo.engine.score.estimate import Count, Owners, Score
from owlgo.engine.score.outlook import OUTLOOK_FROM

BRIEF = MoveSettings(area_scoring=True, strength=replace(STANDARD, share=0.3, without=frozenset({REASONS, LARGEST, BLUNDERS})))
"""The search, with three tenths of a move's playouts."""
FILLED = 0.2, 0.5
"""Parts of the board with stones: up to the first, search and network tell the score; from the second on the owners of points."""
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
    search = genmove.search(game, game.to_move, BRIEF, (), known, every_point=True, goes_on=lambda: progress is None or progress(0))
    thought, seen = search.thought(), search.outlook
    shares = owners(known, thought.owned, seen.owners)
    # Each stone belongs to its point's owner: it falls as far as the point is the opponent's.
    stones = [pos for pos in all_points(game.size) if known.board['color'][pos] != EMPTY]
    area, value = (estimate.count(known.board, shares, stones, count) for count in (Count.of(game, True), by))
    # Search and network count area, and so correct the area of these owners.
    part = float(np.interp(len(stones) / game.size ** 2, FILLED, (1, 0)))
    searched = thought.lead if game.to_move == WHITE else -thought.lead
    value += part * ((searched + game.area_komi - seen.points) / 2 - area)
    return Expected(Score(value, max(stands.upper, value), min(stands.lower, value)), np.clip(np.trunc(shares / HELD), -1, 1))


def is_open(game: Game, known: Examination) -> bool:
    """Whether the network is asked: from 9x9 on with stones of both sides, unless all ground and all dragons are settled."""
    ends = outcome.of(known)
    return game.size >= OUTLOOK_FROM and estimate.has_both(known.board) and bool(
        ends.ending_as(CRITICAL) or estimate.open_regions(known.board, ends.ending_as(DEAD)))


def owners(known: Examination, played: np.ndarray, network: np.ndarray) -> Owners:
    """Return White's share of each point, of stones too: the middle one of three views.

    The views are playouts (Black's share), the network (Black's share), and the position as it stands, where critical dragons are nobody's.
    What network and position agree on is certain.
    """
    shares = -network
    dead, critical = (outcome.of(known).ending_as(status) for status in (DEAD, CRITICAL))
    stands = np.array(estimate.by_bouzy(known.board, dead), float)
    for pos in all_points(int(known.board['size'])):
        stone = int(known.board['color'][pos])
        if stone != EMPTY:
            stands[pos] = 0.0 if pos in critical else 1.0 if (stone == WHITE) == (pos not in dead) else -1.0
    found: Owners = np.median([-played, np.where(stands * shares >= SURE, np.sign(shares), shares), stands], axis=0)
    return found
