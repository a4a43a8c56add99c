"""What moves are worth, in points: territory after the move less territory before it, what it saves and takes, and how playouts go on
from it (GNU Go manual, "Move valuation").
"""
import math
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np
from owlgo.engine import influence
from owlgo.engine.core.facts import CRITICAL
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, EMPTY, PASS, all_points, other
from owlgo.engine.core.zobrist import py_mix
from owlgo.engine.examine.examination import Examination
from owlgo.engine.mcts import mcts
from owlgo.engine.mcts.ablation import LARGEST, LEAF_EVALUATION, PRIORS, REASONS, ROOT_VERDICTS, SEARCH, TERRITORY
from owlgo.engine.mcts.around import is_own_eye
from owlgo.engine.mcts.leaf_evaluation import DILATIONS, EROSIONS
from owlgo.engine.mcts.mcts import Line, Plan
from owlgo.engine.mcts.playout import sample
from owlgo.engine.play import blunder, late, local, move_probability, opening, over, reasons, settled
from owlgo.engine.play.local import Local
from owlgo.engine.play.over import LEAST_AT_HOME, Win
from owlgo.engine.play.reasons import Reason
from owlgo.engine.play.weights import TERRITORY_SHARE, Weights
from owlgo.engine.score import bouzy

SETTLED = 0.93
"""Where playouts agree on a point's owner to this degree (of 1), nothing is left to play for."""
MOYO_SHARE = 0.3
"""What a point of Bouzy's moyo is worth, in points of territory."""
RATE_POINTS = 40.0
"""What winning all playouts instead of none is worth, in points."""
SCORE_SHARE, DECIDED_SHARE = 0.25, 0.75
"""And what a point of the playouts' score is worth, in an even game and in one that is decided."""
LEAST_UTILITY, MOST_UTILITY = 0.1, 0.4
"""How much of a playout's result is by how much it was won, where winning is open and where it is decided."""
LEAST = 0.4
"""Points that a move must be worth to be played; LEAST_AT_HOME where playouts agree whose the points are."""
WORTHWHILE = 2.0
"""Points that hang on a move by exact reading from which on it needs no more than LEAST anywhere: over area a neutral point is one."""
ASIDE, LEAST_ASIDE, MOST_ASIDE = 0.1, 50, 500
"""Playouts for a first look, and as many for a pass: this part of those for the search, within these bounds."""
LITTLE_GAIN = 3.0
"""If no move is worth more points than this, and a pass may be played, it is searched as long as the moves were,"""
LATER = 0.17
"""but once the search's time is over, no longer than this part of the time that it took; so do the checks of the moves that it likes."""
MANY_OPEN = 10
"""With more empty points in doubt than this, before anything is played, nobody passes unless the search likes it best (``Thought``)."""
NEARLY_SETTLED = 0.3
"""With no larger part of the board in doubt, playouts go by what was read: dead stones are off the board, closed regions are worth what
they are worth, and points count.  Before, stones that are dead are good for a threat or a net, and walls that live have to be answered."""
URGENT = 9.0
"""Points of reasons that were read from which on a move is urgent in the endgame,"""
DECISIVE = 0.1
"""or if it wins so much more of the playouts than a pass: then the game hangs on it."""
EVEN = 0.5
"""Win rate after a pass above which a side that leads by the count passes although some dragons are in doubt."""
LITTLE, SEEN = 0.1, 8
"""Where reasons weigh no more than LITTLE against playouts, territory is counted for the SEEN most visited moves only."""
PRIOR_VISITS, READ_VISITS = 1.0, 1.5
"""Visits won that a move begins the search with, for each point of territory and reasons, and for each point of reasons that were read;"""
MOST_PRIOR, MOST_READ = 20.0, 60.0
"""no more than these, of what was read no more than the second: as much as of an opening;"""
LOCAL_VISITS = 5.0
"""and for each point that hangs on who moves first in a region that was read to its end,"""
OPENING_VISITS = 15.0
"""and for each point of the opening, since playouts hardly tell corners from the centre."""
PROBABILITY_POINTS = 2.0
"""Points of a move that looks e times as likely as another, while much is open;"""
UNLIKELY = 1e-5
"""none looks less likely than this."""
EXACT_SHARE = 0.5
"""What a point counts that hangs on who moves first in a region that was read to its end: playouts do not overrule it."""
LOST, MOST_CHECKED = 2.0, 12
"""Points taken off for each stone that a blunder loses, and moves that are checked for being one."""


@dataclass
class Candidate:
    """A move with its reasons and its value in points."""
    move: int
    reasons: list[Reason] = field(default_factory=list)
    settled: bool = False
    """Playouts agree whose the point is, whoever plays there."""
    territory: float = 0.0
    playouts: float = 0.0
    """By how much the search's playouts from here end better than if the side passed."""
    visits: int = 0
    winning: float = 0.5
    """Part of the results that the side has after it (``engine.mcts.mcts``)."""
    at_least: float = 0.0
    """What that hardly falls below."""
    lead: float = 0.0
    """Points that it is ahead then, komi included."""
    variation: list[int] = field(default_factory=list)
    """What the search expects, this move first."""
    blunder: float = 0.0
    local: float = 0.0
    """Points that hang on the move in a region that was read to its end, as much as in gote, if this is the one to make there."""
    probability: float = 0.0
    """The chance that a strong player makes it (``engine.play.move_probability``); 0 once little is open."""
    probability_points: float = 0.0
    """Points that its probability adds, compared with the most visited move."""
    value: float = 0.0

    def found(self, line: Line, color: int, komi: float) -> None:
        """Take over what the search found."""
        self.visits, self.winning, self.at_least, self.variation = line.visits, line.winning, line.at_least, line.variation
        self.lead = (line.score - komi) * (1 if color == BLACK else -1)


@dataclass
class Thought:
    """What was thought about a position."""
    color: int
    candidates: list[Candidate]
    """The best first; a move that is not among them is worth nothing."""
    passed: Candidate
    """What comes of a pass."""
    winning: float
    """Part of the playouts that the side wins."""
    lead: float
    """Points that it is ahead in them, komi included."""
    owned: np.ndarray
    """By point: how much of it is Black's in playouts, from -1 to 1."""
    is_open: bool = False
    """Too much is in doubt for a pass, unless the search likes that best."""
    ends: bool = False
    """The opponent has passed, and a pass wins the game."""
    home: Mapping[int, float] = field(default_factory=dict)
    """What moves must be worth where nothing is to be had but by reading (``over.home``)."""

    def of(self, move: int) -> Candidate | None:
        """The candidate of a move."""
        return next((one for one in self.candidates if one.move == move), None)


class Stopped(Exception):
    """Nobody waits for the thought any more."""


GoesOn = Callable[[], bool]


class Thinking:
    """A thought under way: what is there to be seen first, then playouts, as long as one likes."""

    def __init__(self, game: Game, known: Examination, color: int, plan: Plan, seed: int, among: Collection[int] = (),
                 every_point: bool = False, follows: bool = False, chinese: bool = False) -> None:
        """Find the moves and all that they bring besides playouts, and set up the search.

        ``among`` leaves these points only; ``every_point`` searches as if the game were even, so that points count though it is decided;
        ``follows`` takes on the tree of a thought about the same game; ``chinese`` rules count area, others territory.  Raises Stopped
        when nobody waits for the plan's result any more.
        """
        self.game, self.known, self.color, self.plan = game, known, color, plan
        self.seed = int(py_mix(game.hash() ^ (seed * 0x9E3779B97F4A7C15 % (1 << 64)))) >> 1
        last = _last_move(game, color)
        aside = min(max(int(ASIDE * plan.playouts), LEAST_ASIDE), MOST_ASIDE)
        first = sample(game.board, color, aside, game.area_komi, self.seed, last=last)
        why = {} if REASONS in plan.without else reasons.collect(game, known, color, plan.without)
        self.candidates = _candidates(game, color, why, _owned(first), among)
        self._weighs = {REASONS, TERRITORY}.isdisjoint(plan.without)
        searches, nearly = SEARCH not in plan.without, nearly_settled(game, _owned(first))
        if searches and not nearly and PRIORS not in plan.without:
            chances = move_probability.probabilities(game, known, color, _owned(first), [one.move for one in self.candidates])
            for one in self.candidates:
                one.probability = chances.get(one.move, 0.0)
        self._leaf_share = opening.leaf_share(game.board) if searches and not nearly and LEAF_EVALUATION not in plan.without else 0.0
        self._weighed = not searches or Weights.of_playouts(plan.playouts, game.size).reasons > LITTLE
        if self._weighed and self._weighs:
            _weigh_territory(game, known, color, self.candidates, plan.goes_on)
        self._counted = over.counted_komi(game, known, color, chinese) if nearly else game.area_komi
        self.komi = _even_komi(game, known, first, self._leaf_share) if every_point else self._counted
        self._chinese, self._home = chinese, over.home(game, known, color, chinese, why)
        self._win = Win.NO if every_point or among else over.wins(game, known, color, chinese)
        self._passed, self._first, self._sure, self._every_point = Candidate(PASS), first, False, every_point
        self._endgame: late.Endgame | None = None
        self._local: list[Local] = []
        self._dead: list[int] = []
        self._utility: tuple[float, float] | None = None
        self._last, self._began = last, time.monotonic()
        self.tree: mcts.Tree | None = None
        if searches:
            if nearly and ROOT_VERDICTS not in plan.without:
                self._local = local.find(known)
                self._dead = sorted(settled.taken_off(known))
            self._zones = [] if ROOT_VERDICTS in plan.without else [*map(settled.scored, self._local), *settled.zones(known, self._local)]
            self._search_pass(plan._replace(playouts=aside))
            if nearly:
                self._utility = self._score_utility()
                self._search_pass(plan._replace(playouts=aside))
            _read_exactly(self.candidates, self._local, color)
            barred = {pos for one in self._local for pos in one.points if pos not in one.moves[color][:1]}
            allowed = {PASS: 0.0} | {one.move: prior(one) for one in self.candidates if one.move not in barred}
            self.tree = known.reader.workspace.get(mcts.main_tree)
            # The move before the last is known to looks (``bias``): it counts too much if first visits go by it as well.
            self.tree.begin(game.board, color, self.komi, self.seed, allowed, last, game.trail if follows else None, plan.threads,
                            self._zones, plan.without, self._utility, self._dead,
                            bias={one.move: one.probability for one in self.candidates}, leaf_share=self._leaf_share, gone=known.dead)

    def grow(self, plan: Plan | None = None) -> 'Thinking':
        """Search as long as this plan says, or the thought's own.  Raises Stopped."""
        if self.tree:
            self.tree.grow(plan or self.plan)
        if not self.plan.goes_on():
            raise Stopped
        return self

    def _score_utility(self) -> tuple[float, float]:
        """How much of a result is the score in a game that is nearly settled, and from where it counts: points, if it is decided."""
        center = float(self._first['score']) / int(self._first['playouts']) - self.komi
        decided = (2 * self._passed.winning - 1) ** 4
        return LEAST_UTILITY + (MOST_UTILITY - LEAST_UTILITY) * decided, center * decided

    def _search_pass(self, plan: Plan) -> None:
        """Search what comes of a pass.  Raises Stopped if nobody waits any more: then there may be nothing to see."""
        nothing = mcts.search(self.game.board, self.color, self.komi, plan._replace(early=False), self.seed + 1, {PASS: 0.0}, self._last,
                              self._zones, tree=self.known.reader.workspace.get(mcts.side_tree), score=self._utility, dead=self._dead,
                              leaf_share=self._leaf_share, gone=self.known.dead)
        if not plan.goes_on():
            raise Stopped
        self._passed.found(nothing.lines[0], self.color, self._counted)

    def _make_sure(self, made: int) -> None:
        """Look at a pass as long as at the moves, of which so many playouts were made."""
        now = time.monotonic()
        # An analysis may have made any number of them.
        until = max(self.plan.until, now + LATER * (now - self._began))
        self._search_pass(self.plan._replace(playouts=min(made, self.plan.playouts), until=until))
        self._sure = True

    def _has_time(self) -> bool:
        """Whether somebody waits, and there is time to check moves."""
        return self.plan.goes_on() and time.monotonic() < self.plan.until + LATER * (self.plan.until - self._began)

    def thought(self) -> 'Thought':
        """What has been thought until now.  Raises Stopped."""
        game, color = self.game, self.color
        candidates = [replace(one) for one in self.candidates]
        stats, weights, owned, is_open = self._first, Weights.of_playouts(0, game.size), _owned(self._first), False
        if self.tree:
            found = self.tree.found()
            stats = found.stats
            made, likes_pass = int(stats['playouts']), found.lines[0].move == PASS
            weights = Weights.of_playouts(max(self.plan.playouts, made), game.size)
            _take_over(candidates, self._passed, found, color, self._counted)
            is_open = _in_doubt(game, owned) > MANY_OPEN and not likes_pass and not self._every_point
            little = max((one.playouts for one in candidates), default=0.0) < LITTLE_GAIN
            # Where much is open and nothing settled nobody passes anyway (``genmove.choose``).
            if little and not self._sure and not likes_pass and (not is_open or nearly_settled(game, owned)):
                self._make_sure(made)
                _take_over(candidates, self._passed, found, color, self._counted)
            owned = _owned(stats)
            if not self._weighed and self._weighs:
                best = sorted(candidates, key=lambda one: -one.visits)[:SEEN]
                _weigh_territory(game, self.known, color, best, self.plan.goes_on)
        _compare_probabilities(candidates, weights.probability)
        for one in candidates:
            one.value = worth(one, weights)
        candidates.sort(key=_order)
        _check_for_blunders(game, self.known, color, candidates, weights, self._has_time, self._home)
        if self.tree and LARGEST not in self.plan.without:
            self._prefer_largest(candidates, owned)
        standing = _standing(stats, color, self._counted)
        # Where area counts, a game that is won but for doubts costs nothing to play on.
        ends = self._win == Win.CERTAIN or self._win == Win.LIKELY and not self._chinese and self._passed.winning > EVEN
        return Thought(color, candidates, self._passed, *standing, owned, is_open, ends, self._home)

    def _prefer_largest(self, candidates: list[Candidate], owned: np.ndarray) -> None:
        """In the endgame put the largest point first, unless something urgent, exactly read or decisive is there already.

        Its worth is seen in lines close by; of the whole board playouts say too little to tell two points from one.
        """
        if not candidates or _points(candidates[0])[0] >= URGENT or \
                candidates[0].winning > self._passed.winning + DECISIVE or not late.is_late(self.known, _in_doubt(self.game, owned)):
            return
        if self._endgame is None:
            self._endgame = late.Endgame(self.known, self.color)
        # Nothing is to be had at home and in regions that were read but by what was read.
        inside = (self._home.keys() - {one.move for one in candidates if _points(one)[0]} |
                  {pos for one in self._local for pos in one.points}) - {one.move for one in candidates if one.local}
        moves = [one.move for one in candidates[1:] if one.move not in inside]
        # A point of area is one of territory and the stone that is played.
        read = {one.move: one.local / 2 - 1 for one in candidates if one.local} | \
            {one.move: points / 2 for one in candidates if not one.local and (points := self._certain(one))}
        blunders: set[int] = set()
        while True:
            move, temperature = self._endgame.hottest(candidates[0].move, [pos for pos in moves if pos not in blunders], read)
            if move == candidates[0].move or not blunder.stakes(self.game, self.known, self.color, move, self._has_time):
                break
            blunders.add(move)
        if temperature:
            one = next(one for one in candidates if one.move == move)
            # What playouts say of the first move's worth wavers by more than a point.
            least = 0.0 if one is candidates[0] else max(candidates[0].value, 0.0)
            one.value, one.settled = max(one.value, least + 2 * temperature), False
            if one is not candidates[0]:
                one.reasons = [*one.reasons, Reason(reasons.LARGEST, move, (), 2 * temperature)]
            candidates.sort(key=_order)


    def _certain(self, one: Candidate) -> float:
        """Points that hang on a move by the strings and dragons of which it is certain that they live or die by who moves first, without
        a ko.
        """
        def hangs(stones: Sequence[int]) -> bool:
            guess = self.known.guesses[self.known.dragons.at[stones[0]]] if stones else None
            return guess is not None and guess.status == CRITICAL == guess.at_rest and not guess.uncertain
        return reasons.stake([reason for reason in one.reasons if reason.kind not in reasons.COMBINED and hangs(reason.stones)])


def think(game: Game, known: Examination, color: int, plan: Plan, seed: int, among: Collection[int] = (),
          every_point: bool = False, follows: bool = False, chinese: bool = False) -> Thought:
    """The value of every move that may be worth playing (``Thinking``)."""
    return Thinking(game, known, color, plan, seed, among, every_point, follows, chinese).grow().thought()


def searched(color: int, found: mcts.SearchResult, komi: float) -> Thought:
    """A thought that is a search and nothing else: its moves in the order of their visits, a pass among them."""
    lines = [line for line in found.lines if line.visits]
    candidates = [Candidate(line.move) for line in lines]
    for one, line in zip(candidates, lines, strict=True):
        one.found(line, color, komi)
    passed = next((one for one in candidates if one.move == PASS), Candidate(PASS))
    return Thought(color, candidates, passed, *_standing(found.stats, color, komi), _owned(found.stats))


def _standing(stats: np.void, color: int, komi: float) -> tuple[float, float]:
    """The part of these playouts that a side wins, and the points that it is ahead in them."""
    count = int(stats['playouts'])
    wins, lead = float(stats['black_wins']) / count, float(stats['score']) / count - komi
    return (wins, lead) if color == BLACK else (1 - wins, -lead)


def _owned(stats: np.void) -> np.ndarray:
    """By point: how much of it is Black's in these playouts, from -1 to 1."""
    return np.array(stats['owned']) / int(stats['playouts'])


def _even_komi(game: Game, known: Examination, first: np.void, part: float) -> float:
    """The komi with which the game would be even by these playouts, and by the outlook as far as that counts."""
    score = float(first['score']) / int(first['playouts'])
    return math.floor(score + part * (bouzy.balance(game.board, bouzy.Operator(DILATIONS, EROSIONS), known.dead) - score)) + 0.5


def _in_doubt(game: Game, owned: np.ndarray) -> int:
    """How many empty points playouts do not agree on."""
    return sum(game.color_at(pos) == EMPTY and abs(owned[pos]) < SETTLED for pos in all_points(game.size))


def nearly_settled(game: Game, owned: np.ndarray) -> bool:
    """Whether playouts agree on most of the board (``NEARLY_SETTLED``); ``owned`` says whose a point is in them."""
    return _in_doubt(game, owned) <= NEARLY_SETTLED * game.size ** 2


def _candidates(game: Game, color: int, why: Mapping[int, list[Reason]], owned: np.ndarray, among: Collection[int]) -> list[Candidate]:
    """Every move worth looking at, with its reasons; ``owned`` says whose a point is in playouts."""
    found = []
    for move in among or all_points(game.size):
        if game.color_at(move) != EMPTY or not game.is_new(color, move):
            continue
        urgent = any(reason.kind in reasons.READ for reason in why.get(move, ()))
        if urgent or not is_own_eye(game.board, move, color):
            found.append(Candidate(move, why.get(move, []), not urgent and _is_settled(game, owned, move)))
    return found


def _last_move(game: Game, color: int) -> int:
    """The opponent's last move, if he made it."""
    return game.moves[-1][1] if game.moves and game.moves[-1][0] == other(color) else PASS


def _read_exactly(candidates: Sequence[Candidate], read: Sequence[Local], color: int) -> None:
    """Where a region was read to its end, what hangs on it is all that hangs on stones in it, and it hangs on the best move there alone."""
    for one in candidates:
        region = next((region for region in read if one.move in region.points), None)
        if region is None:
            continue
        one.reasons = [reason for reason in one.reasons if reason.kind not in reasons.READ or not region.points.issuperset(reason.stones)]
        if one.move in region.moves[color][:1]:
            one.local = 2 * region.temperature
            one.reasons += [Reason(reasons.EXACT, one.move)]


def _order(one: Candidate) -> tuple[float, int, int]:
    """A key for sorting, the best first; of equal values the most visited first."""
    return -one.value, -one.visits, one.move


def worth(one: Candidate, weights: Weights) -> float:
    """The value of a move before the blunder check."""
    read, seen = _points(one)
    return weights.territory * one.territory + weights.playouts * one.playouts + weights.reasons * seen + weights.read * read + \
        EXACT_SHARE * one.local + one.probability_points


def _compare_probabilities(candidates: Sequence[Candidate], weight: float) -> None:
    """Fill in what it is worth that moves look better than the one that was visited most."""
    best = min(candidates, key=_by_visits, default=None)
    if best is not None and best.probability:
        for one in candidates:
            one.probability_points = weight * PROBABILITY_POINTS * \
                math.log(max(one.probability, UNLIKELY) / max(best.probability, UNLIKELY))


def _by_visits(one: Candidate) -> tuple[int, int]:
    """A key for sorting, the most visited first."""
    return -one.visits, one.move


def _points(one: Candidate) -> tuple[float, float]:
    """The points of reasons that something was read for, and of the others."""
    seen = sum(reason.points for reason in one.reasons if reason.kind not in reasons.READ)
    return reasons.stake(one.reasons), seen


def prior(one: Candidate) -> float:
    """Visits won that a move begins the search with."""
    read, seen = _points(one)
    won = PRIOR_VISITS * (TERRITORY_SHARE * one.territory + seen)
    opens = sum(reason.points for reason in one.reasons if reason.kind in reasons.OPENS)
    return min(max(won, -MOST_PRIOR), MOST_PRIOR) + min(READ_VISITS * read, MOST_READ) + LOCAL_VISITS * one.local + OPENING_VISITS * opens


def _is_settled(game: Game, owned: np.ndarray, pos: int) -> bool:
    """Whether the playouts agree about the point and all empty points next to it."""
    return all(abs(owned[p]) >= SETTLED for p in (pos, *game.liberties(pos)))


def _weigh_territory(game: Game, known: Examination, color: int, candidates: Sequence[Candidate], goes_on: GoesOn) -> None:
    """Fill in what each move is worth as territory and moyo."""
    sign = -1 if color == BLACK else 1
    board = game.board

    def points(dead: set[int]) -> tuple[float, float]:
        gone = {pos for pos in dead if board['color'][pos] != EMPTY}
        total = float(influence.regions(board, gone).territory.sum()) + int(board['captures'][2]) - int(board['captures'][1])
        return sign * total, -sign * bouzy.balance(board, bouzy.MOYO, gone)
    before = points(set(known.dead))
    for one in candidates:
        if not goes_on():
            raise Stopped
        taken = {stone for reason in one.reasons if reason.kind in reasons.TAKES for stone in reason.stones}
        game.trymove(color, one.move)
        after = points(taken | known.dead)
        game.popgo()
        one.territory = after[0] - before[0]
        moyo = MOYO_SHARE * TERRITORY_SHARE * (after[1] - before[1])
        one.reasons = [*one.reasons, Reason(reasons.TERRITORY, one.move, (), 0.0)] if one.territory >= 1 else one.reasons
        if abs(moyo) >= 0.05:
            one.reasons = [*one.reasons, Reason(reasons.MOYO, one.move, (), moyo)]


def _take_over(candidates: list[Candidate], passed: Candidate, found: mcts.SearchResult, color: int, komi: float) -> None:
    """Fill in what comes of each move, and how much better that is than a pass."""
    lines = {line.move: line for line in found.lines}
    share = SCORE_SHARE + (DECIDED_SHARE - SCORE_SHARE) * (2 * passed.winning - 1) ** 4
    for one in candidates:
        if one.move in lines:
            one.found(lines[one.move], color, komi)
            one.playouts = RATE_POINTS * (one.at_least - passed.at_least) + share * (one.lead - passed.lead)
    # The search visits most what it believes in most: what was visited less is worth no more.
    least = math.inf
    for one in sorted(candidates, key=lambda one: -one.visits):
        one.playouts = least = min(one.playouts, least)


def is_worth_it(one: Candidate, home: Mapping[int, float], least: float = LEAST) -> bool:
    """Whether a move is worth so much, or what it must be worth at ``home``, or where playouts agree whose the points are."""
    if one.local < WORTHWHILE:
        least = max(least, home.get(one.move, 0.0), LEAST_AT_HOME if one.settled else 0.0)
    return one.value >= least


def _check_for_blunders(game: Game, known: Examination, color: int, candidates: list[Candidate], weights: Weights,
                        has_time: GoesOn, home: Mapping[int, float] = MappingProxyType({})) -> None:
    """Take off what a move loses, until the best move, and the best that is worth it, have been checked; dragons are read while it
    ``has_time``.
    """
    checked: set[int] = set()
    while candidates and len(checked) < MOST_CHECKED:
        played = next((one for one in candidates if is_worth_it(one, home)), candidates[0])
        best = next((one for one in (candidates[0], played) if one.move not in checked), None)
        if best is None:
            break
        checked.add(best.move)
        stones = blunder.stakes(game, known, color, best.move, has_time)
        if stones:
            best.blunder = weights.read * LOST * stones
            best.value -= best.blunder
            candidates.sort(key=_order)

