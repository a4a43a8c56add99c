"""Value moves in points: territory, reasons, exact reading, playouts, and the stones that a move loses (GNU Go manual, "Move
valuation")."""
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from owlgo.engine import influence
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, EMPTY, PASS, all_points
from owlgo.engine.examine.examination import Examination
from owlgo.engine.mcts import mcts
from owlgo.engine.mcts.around import is_own_eye
from owlgo.engine.mcts.mcts import Line
from owlgo.engine.play import blunder, reasons
from owlgo.engine.play.exact_regions import ExactRegion
from owlgo.engine.play.reasons import Motive, Reason
from owlgo.engine.play.weights import GAIN, LIMIT, PHASE, PRIOR, VALUE, Weights
from owlgo.engine.score import bouzy


@dataclass
class Candidate:
    """A move with its reasons and its value in points."""
    move: int
    reasons: list[Reason] = field(default_factory=list)
    settled: bool = False
    """Whether playouts agree on the owner of its point and of the empty points beside it."""
    territory: float = 0.0
    """Points of territory that the move gains."""
    playouts: float = 0.0
    """Points that the move gains over a pass, by the search."""
    visits: int = 0
    winning: float = 0.5
    """Average result for the side after it, from 0 to 1 (``engine.mcts.mcts.Line``)."""
    at_least: float = 0.0
    """Lower confidence bound of ``winning``."""
    lead: float = 0.0
    """Points that the side is ahead after it, komi included."""
    variation: list[int] = field(default_factory=list)
    """Principal variation, this move first."""
    variation_visits: list[int] = field(default_factory=list)
    """Visits of the variation's moves."""
    blunder: float = 0.0
    """Points taken off for stones that the move loses."""
    exact: float = 0.0
    """For the best move of an exactly solved region: the points that hang on it, counted as in gote."""
    probability: float = 0.0
    """The chance that a strong player makes the move (``engine.score.outlook``).  It is 0 once little is open."""
    probability_points: float = 0.0
    """Points that its probability adds, compared with the most visited move."""
    value: float = 0.0

    def found(self, line: Line, color: int, komi: float) -> None:
        """Store the search's result for this move."""
        self.visits, self.winning, self.at_least = line.visits, line.winning, line.at_least
        self.variation, self.variation_visits = line.variation, line.variation_visits
        self.lead = (line.score - komi) * (1 if color == BLACK else -1)


@dataclass
class Thought:
    """The moves of a position with their values, and how the game stands."""
    color: int
    candidates: list[Candidate]
    """The candidates, the best first.  Other moves are worth nothing."""
    passed: Candidate
    """The pass, with what the search found about it."""
    winning: float
    """Share of the playouts that the side wins."""
    lead: float
    """Points that the side is ahead in the playouts, komi included."""
    owned: np.ndarray
    """By point: Black's share of it in playouts, from -1 to 1."""
    is_open: bool = False
    """Whether too much is in doubt for a pass, unless the search prefers one."""
    ends: bool = False
    """Whether the opponent has passed, and a pass wins the game."""
    home: Mapping[int, float] = field(default_factory=dict)
    """By point: the gain that a move on settled ground needs (``over.home``)."""
    undecided: Sequence[int] = ()
    """Of a player who considers only some moves: those that are not on settled ground, in the order in which they come to mind."""

    def of(self, move: int) -> Candidate | None:
        """Return the candidate for a move."""
        return next((one for one in self.candidates if one.move == move), None)


class Stopped(Exception):
    """Raised when the result is no longer wanted."""


GoesOn = Callable[[], bool]
"""A function that returns whether the result is still wanted."""


def searched(color: int, found: mcts.SearchResult, komi: float) -> Thought:
    """Value moves by a tree search alone: return them sorted by visits, a pass among them."""
    lines = [line for line in found.lines if line.visits]
    candidates = [Candidate(line.move) for line in lines]
    for one, line in zip(candidates, lines, strict=True):
        one.found(line, color, komi)
    passed = next((one for one in candidates if one.move == PASS), Candidate(PASS))
    return Thought(color, candidates, passed, *standing(found.stats, color, komi), ownership(found.stats))


def standing(stats: np.void, color: int, komi: float) -> tuple[float, float]:
    """Return the share of these playouts that a side wins, and the points that it leads by on average."""
    count = int(stats['playouts'])
    wins, lead = float(stats['black_wins']) / count, float(stats['score']) / count - komi
    return (wins, lead) if color == BLACK else (1 - wins, -lead)


def ownership(stats: np.void) -> np.ndarray:
    """Return Black's share of each point in these playouts, from -1 to 1."""
    return np.array(stats['owned']) / int(stats['playouts'])


def in_doubt(game: Game, owned: np.ndarray) -> int:
    """Count the empty points on whose owner playouts disagree."""
    return sum(game.color_at(pos) == EMPTY and abs(owned[pos]) < PHASE.settled for pos in all_points(game.size))


def nearly_settled(game: Game, owned: np.ndarray) -> bool:
    """Whether playouts agree on the owners of most of the board."""
    return in_doubt(game, owned) <= PHASE.nearly_settled * game.size ** 2


def candidates_of(game: Game, color: int, why: Mapping[int, list[Reason]], owned: np.ndarray, among: Collection[int]) -> list[Candidate]:
    """List the candidates with their reasons: all legal moves except own eyes, unless reading gives a reason to fill one."""
    def is_settled(pos: int) -> bool:
        """Whether playouts agree on the owners of a point and of all empty points next to it."""
        return all(abs(owned[p]) >= PHASE.settled for p in (pos, *game.liberties(pos)))
    found = []
    for move in among or all_points(game.size):
        if game.color_at(move) != EMPTY or not game.is_new(color, move):
            continue
        urgent = any(reason.kind in Motive.READ for reason in why.get(move, ()))
        if urgent or not is_own_eye(game.board, move, color):
            found.append(Candidate(move, why.get(move, []), not urgent and is_settled(move)))
    return found


def read_exactly(candidates: Sequence[Candidate], read: Sequence[ExactRegion], color: int) -> None:
    """Value moves in exactly solved regions.  The best move gets the region's exact value, and no move gets credit for stones inside.

    Reasons to attack, save or combine against stones that all lie inside the region are dropped.
    """
    for one in candidates:
        region = next((region for region in read if one.move in region.points), None)
        if region is None:
            continue
        one.reasons = [reason for reason in one.reasons if reason.kind not in Motive.READ or not region.points.issuperset(reason.stones)]
        if one.move in region.moves[color][:1]:
            one.exact = 2 * region.temperature
            one.reasons += [Reason(Motive.EXACT, one.move)]


def order(one: Candidate) -> tuple[float, int, int]:
    """Return the key that sorts candidates by value, then by visits, the best first."""
    return -one.value, -one.visits, one.move


def worth(one: Candidate, weights: Weights) -> float:
    """Return the value of a move before the blunder check."""
    read, seen = reason_points(one)
    return weights.territory * one.territory + weights.playouts * one.playouts + weights.reasons * seen + weights.read * read + \
        VALUE.exact * one.exact + one.probability_points


def compare_probabilities(candidates: Sequence[Candidate], weight: float) -> None:
    """Fill in the points that moves gain or lose by their probability, compared with the most visited move's probability."""
    best = min(candidates, key=lambda one: (-one.visits, one.move), default=None)
    if best is not None and best.probability:
        for one in candidates:
            one.probability_points = weight * VALUE.probability * \
                math.log(max(one.probability, VALUE.least_probability) / max(best.probability, VALUE.least_probability))


def reason_points(one: Candidate) -> tuple[float, float]:
    """Return two sums of points: for the reasons that rest on reading, and for all other reasons."""
    seen = sum(reason.points for reason in one.reasons if reason.kind not in Motive.READ)
    return reasons.stake(one.reasons), seen


def prior(one: Candidate) -> float:
    """Return a move's prior for the tree search, in virtual wins.  A bad move's prior is negative."""
    read, seen = reason_points(one)
    won = PRIOR.point * (VALUE.territory * one.territory + seen)
    opens = sum(reason.points for reason in one.reasons if reason.kind in Motive.OPENS)
    return min(max(won, -PRIOR.most), PRIOR.most) + min(PRIOR.read * read, PRIOR.most_read) + PRIOR.exact * one.exact + \
        PRIOR.opening * opens


def weigh_territory(game: Game, known: Examination, color: int, candidates: Sequence[Candidate], goes_on: GoesOn) -> None:
    """Fill in the territory and moyo that each move gains."""
    sign = -1 if color == BLACK else 1
    board = game.board

    def points(dead: set[int]) -> tuple[float, float]:
        gone = {pos for pos in dead if board['color'][pos] != EMPTY}
        total = float(influence.regions(board, gone).territory.sum()) + int(board['captures'][2]) - int(board['captures'][1])
        return sign * total, -sign * bouzy.balance(board, bouzy.OPERATORS['moyo'], gone)
    before = points(set(known.dead))
    for one in candidates:
        if not goes_on():
            raise Stopped
        taken = {stone for reason in one.reasons if reason.kind in Motive.TAKES for stone in reason.stones}
        game.trymove(color, one.move)
        after = points(taken | known.dead)
        game.popgo()
        one.territory = after[0] - before[0]
        moyo = VALUE.moyo * VALUE.territory * (after[1] - before[1])
        one.reasons = [*one.reasons, Reason(Motive.TERRITORY, one.move, (), 0.0)] if one.territory >= 1 else one.reasons
        if abs(moyo) >= 0.05:
            one.reasons = [*one.reasons, Reason(Motive.MOYO, one.move, (), moyo)]


def take_over(candidates: list[Candidate], passed: Candidate, found: mcts.SearchResult, color: int, komi: float) -> None:
    """Fill in the search's results: for each move, the points that it gains compared with a pass."""
    lines = {line.move: line for line in found.lines}
    share = VALUE.score_even + (VALUE.score_decided - VALUE.score_even) * (2 * passed.winning - 1) ** 4
    for one in candidates:
        if one.move in lines:
            one.found(lines[one.move], color, komi)
            one.playouts = VALUE.win * (one.at_least - passed.at_least) + share * (one.lead - passed.lead)
    # A move with fewer visits is never worth more than one with more visits.
    least = math.inf
    for one in sorted(candidates, key=lambda one: -one.visits):
        one.playouts = least = min(one.playouts, least)


def is_worth_it(one: Candidate, home: Mapping[int, float], least: float = GAIN.anywhere) -> bool:
    """Whether a move gains enough: ``least`` points, or more on settled ground (``home``, or by playouts) unless its exact value is large.
    """
    if one.exact < GAIN.read:
        least = max(least, home.get(one.move, 0.0), GAIN.at_home if one.settled else 0.0)
    return one.value >= least


def worthy(thought: Thought) -> list[Candidate]:
    """Return the moves worth playing; on settled ground they must gain more.  None if a pass wins."""
    return [] if thought.ends else [one for one in thought.candidates if one.value > 0 and is_worth_it(one, thought.home, 0.0)]


def check_for_blunders(game: Game, known: Examination, color: int, candidates: list[Candidate], weights: Weights,
                       has_time: GoesOn, home: Mapping[int, float] = MappingProxyType({})) -> None:
    """Check the leading moves for blunders.  Lower the value of a move that loses stones, and sort again, until the leaders lose none.

    The leaders are the best move, and the best move that is worth playing.  At most LIMIT.blunder_checks moves are checked.  Dragons are
    read as long as ``has_time`` allows.
    """
    checked: set[int] = set()
    while candidates and len(checked) < LIMIT.blunder_checks:
        played = next((one for one in candidates if is_worth_it(one, home)), candidates[0])
        best = next((one for one in (candidates[0], played) if one.move not in checked), None)
        if best is None:
            break
        checked.add(best.move)
        stones = blunder.stakes(game, known, color, best.move, has_time)
        if stones:
            best.blunder = weights.read * VALUE.blunder * stones
            best.value -= best.blunder
            candidates.sort(key=order)
