"""Search for a move: first by what is known without playouts, then by playouts for as long as wanted.  Then value all moves."""
import math
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from owlgo.engine.core.facts import CRITICAL
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import PASS
from owlgo.engine.core.zobrist import py_mix
from owlgo.engine.examine.examination import Examination
from owlgo.engine.mcts import mcts
from owlgo.engine.mcts.ablation import BLUNDERS, LARGEST, LEAF_EVALUATION, PRIORS, REASONS, ROOT_VERDICTS, SEARCH, TERRITORY
from owlgo.engine.mcts.mcts import Plan, Root
from owlgo.engine.mcts.playout import sample
from owlgo.engine.play import blunder, exact_regions, late, opening, over, reasons, settled, strength, value
from owlgo.engine.play.exact_regions import ExactRegion
from owlgo.engine.play.over import Win
from owlgo.engine.play.reasons import Motive, Reason
from owlgo.engine.play.strength import STANDARD, Strength
from owlgo.engine.play.value import Candidate, Stopped, Thought, in_doubt, nearly_settled, ownership
from owlgo.engine.play.weights import ENDGAME, GAIN, LIMIT, PHASE, VALUE, Weights
from owlgo.engine.score import network_search
from owlgo.engine.score.outlook import OUTLOOK_FROM, Expectation, by_features, chances_of, outlook


@dataclass(frozen=True)
class SearchTask:
    """Which moves a search considers, and how it counts."""
    among: Collection[int] = ()
    """Consider only these points.  Empty: consider all points."""
    every_point: bool = False
    """Search as if the game were even, so that points count even in a decided game."""
    follows: bool = False
    """Continue with the previous search's tree, if it was about the same game."""
    area_scoring: bool = False
    """Whether to count by area scoring; otherwise by territory scoring."""
    strength: Strength = STANDARD
    """How strongly to choose."""
    standing_playouts: int = 0
    """Playouts, at least, that tell how the game stands and who owns a point, even if the search makes fewer."""


class MoveSearch:
    """Searches for a side's best move.  The search can be continued for as long as wanted."""

    def __init__(self, game: Game, known: Examination, color: int, plan: Plan, seed: int, task: SearchTask = SearchTask()) -> None:
        """Find the candidates and set up the tree.  Raises Stopped when the plan's result is no longer wanted."""
        self.game, self.known, self.color, self.plan, self.task = game, known, color, plan, task
        self.seed = int(py_mix(game.hash() ^ (seed * 0x9E3779B97F4A7C15 % (1 << 64)))) >> 1
        self.candidates = value.candidates_of(game, color, self._reasons, ownership(self._first), task.among)
        self._set_probabilities()
        self._undecided: Sequence[int] = ()
        if self._is_limited:
            self._leave_out()
        searches = SEARCH not in plan.without
        # In a long search territory weighs little: it is counted for the most visited moves only, when the search is over.
        self._has_territory = not searches or Weights.of_playouts(plan.playouts, game.size).reasons > LIMIT.reasons
        if self._has_territory:
            self._weigh_territory(self.candidates)
        self.komi = self._even_komi() if task.every_point else self._counted
        # A pass is judged now, while there is time to read.
        self._home = over.home(game, known, color, task.area_scoring, self._reasons) if self._judges else {}
        self._holding = set[int]()
        self._win = Win.NO if task.every_point or task.among else over.wins(game, known, color, task.area_scoring)
        self._passed, self._pass_is_sure = Candidate(PASS), False
        self._score: tuple[float, float] | None = None
        self._began = time.monotonic()
        self.tree = self._planted() if searches else None

    # --- before the search

    @cached_property
    def _last(self) -> int:
        """The opponent's last move, or PASS."""
        return mcts.last_reply(self.game, self.color)

    @property
    def _is_limited(self) -> bool:
        """Whether the player considers only some moves."""
        return not math.isinf(self.task.strength.moves)

    @property
    def _brief(self) -> Plan:
        """The plan of the first playouts, a small share of all playouts."""
        playouts = min(max(int(LIMIT.first_share * self.plan.playouts), LIMIT.first_least), LIMIT.first_most)
        return self.plan._replace(playouts=playouts)

    @cached_property
    def _first(self) -> np.void:
        """Statistics of the first playouts."""
        return sample(self.game.board, self.color, self._brief.playouts, self.game.area_komi, self.seed, last=self._last)

    @cached_property
    def _nearly_settled(self) -> bool:
        """Whether the first playouts agree on most of the board.  If so, the search relies on what was read."""
        return nearly_settled(self.game, ownership(self._first))

    @property
    def _is_open(self) -> bool:
        """Whether there is a search, and enough in doubt for move probabilities and leaf evaluation."""
        return SEARCH not in self.plan.without and not self._nearly_settled

    @property
    def _judges(self) -> bool:
        """Whether the player judges dragons: one who reads nothing does so only once little is open."""
        return self._nearly_settled or REASONS not in self.plan.without

    @property
    def _dead(self) -> frozenset[int]:
        """The stones that the player takes for dead."""
        return self.known.dead if self._judges else frozenset()

    @cached_property
    def _reasons(self) -> dict[int, list[Reason]]:
        """The reasons for moves, by move."""
        without = self.plan.without
        return {} if REASONS in without else reasons.collect(self.game, self.known, self.color, without)

    @cached_property
    def _leaf_share(self) -> float:
        """The network's part of a playout's score."""
        return opening.leaf_share(self.game.board) if self._is_open and LEAF_EVALUATION not in self.plan.without else 0.0

    @cached_property
    def _counted(self) -> float:
        """The komi that makes playouts, which count area, agree with the rules in force."""
        game = self.game
        return over.counted_komi(game, self.known, self.color, self.task.area_scoring) if self._nearly_settled else game.area_komi

    def _even_komi(self) -> float:
        """The komi with which the game is even by the first playouts and the network."""
        score = self._first_score
        if self._leaf_share:
            score += self._leaf_share * (self.outlook.points - score)
        return math.floor(score) + 0.5

    @property
    def _first_score(self) -> float:
        """Black's points less White's in the first playouts, on average."""
        return float(self._first['score']) / int(self._first['playouts'])

    def _set_probabilities(self) -> None:
        """Fill in the candidates' probabilities, while much is open."""
        if self._is_open and PRIORS not in self.plan.without:
            for one in self.candidates:
                one.probability = self._probabilities.get(one.move, 0.0)

    @cached_property
    def _probabilities(self) -> dict[int, float]:
        """The candidates' probabilities, from 9x9 on by a search with the network alone.  Raises Stopped."""
        moves = [one.move for one in self.candidates]
        if self.game.size < OUTLOOK_FROM:
            return chances_of(moves, by_features(self.game, self.color, ownership(self._first)))
        chances, now = chances_of(moves, self.outlook.chances), time.monotonic()
        until = now + LIMIT.network_share * (self.plan.until - now)
        found = network_search.weighed(self.game, self.color, chances, self.plan.playouts * self.game.size ** 2 // LIMIT.network_visit,
                                       lambda: self.plan.goes_on() and time.monotonic() < until)
        if not self.plan.goes_on():
            raise Stopped
        return found

    @cached_property
    def outlook(self) -> Expectation:
        """What the network says of the position."""
        return outlook(self.game, self.color, ownership(self._first))

    def _leave_out(self) -> None:
        """Leave out the candidates that do not come to mind.  Settled ones are not considered in their place."""
        undecided = {one.move: self._probabilities.get(one.move, 0.0) for one in self.candidates if not one.settled}
        seen, others = strength.considered(undecided, self.task.strength, self.seed, strength.LATE_MOVES if self._nearly_settled else 1)
        # Should none of those considered be worth playing, others come to mind first.
        self._undecided = [*others, *seen]
        self.candidates = [one for one in self.candidates if one.move in seen]

    def _weigh_territory(self, candidates: Sequence[Candidate]) -> None:
        """Fill in the territory that candidates gain, unless an ablation (``--without``) switches it off.  Raises Stopped."""
        if {REASONS, TERRITORY}.isdisjoint(self.plan.without):
            value.weigh_territory(self.game, self.known, self.color, candidates, self.plan.goes_on)

    # --- the search

    @cached_property
    def _exact_regions(self) -> list[ExactRegion]:
        """The closed regions that were read to their end."""
        return exact_regions.find(self.known) if self._nearly_settled and ROOT_VERDICTS not in self.plan.without else []

    @cached_property
    def _root(self) -> Root:
        """The root of a search that considers only the pass: the position with all that is known about it."""
        game, known, regions, reads = self.game, self.known, self._exact_regions, ROOT_VERDICTS not in self.plan.without
        dead = sorted(settled.taken_off(known)) if reads and self._nearly_settled else []
        zones = [*map(settled.scored, regions), *settled.zones(known, regions)] if reads else []
        return Root(game.board, self.color, self.komi, self.seed + 1, {PASS: 0.0}, self._last, pass_ends=over.has_passed(game, self.color),
                    zones=zones, dead=dead, owned=ownership(self._first), leaf_share=self._leaf_share, leaf_dead=self._dead)

    def _planted(self) -> mcts.Tree:
        """Search the pass, and return a tree with all candidates at its root.  Raises Stopped."""
        root = self._root
        self._search_pass(self._brief)
        # The more surely the game is decided, the more points count.
        decided, even = (2 * self._passed.winning - 1) ** 4, VALUE.share_settled if self._nearly_settled else VALUE.share_even
        self._score = even + (VALUE.share_decided - even) * decided, (self._first_score - self.komi) * decided
        self._search_pass(self._brief)
        value.read_exactly(self.candidates, self._exact_regions, self.color)
        barred = {pos for one in self._exact_regions for pos in one.points if pos not in one.moves[self.color][:1]}
        moves = {PASS: 0.0} | {one.move: value.prior(one) for one in self.candidates if one.move not in barred}
        tree = self.known.reader.workspace.get(mcts.main_tree)
        # Probabilities know the move before the last already: priors leave it out.
        tree.begin(replace(root, seed=self.seed, moves=moves, score=self._score, trail=self.game.trail if self.task.follows else None,
                           probabilities={one.move: one.probability for one in self.candidates}), self.plan.threads, self.plan.without)
        return tree

    def grow(self, plan: Plan | None = None) -> 'MoveSearch':
        """Search for as long as ``plan`` says, by default the search's own plan.  Raises Stopped."""
        if self.tree:
            self.tree.grow(plan or self.plan)
        if not self.plan.goes_on():
            raise Stopped
        return self

    @property
    def playouts(self) -> int:
        """Playouts of the search so far."""
        return self.tree.playouts if self.tree else 0

    def so_far(self) -> Thought | None:
        """Return the values of the moves by the search alone, at once, also after Stopped; None before the first playout."""
        if not self.tree or not self.playouts:
            return None
        found = self.tree.found()
        thought = value.searched(self.color, found, self._counted)
        stats = self._enough(found.stats)
        (thought.winning, thought.lead), thought.owned = value.standing(stats, self.color, self._counted), ownership(stats)
        chances = {one.move: one.probability for one in self.candidates}
        for one in thought.candidates:
            one.probability = chances.get(one.move, 0.0)
        return thought if thought.candidates else None

    def _enough(self, stats: np.void) -> np.void:
        """Return the search's statistics, or if they are of too few playouts, those of a sample."""
        return stats if int(stats['playouts']) >= self.task.standing_playouts else self._sample

    @cached_property
    def _sample(self) -> np.void:
        """Statistics of playouts besides the search."""
        return sample(self.game.board, self.color, self.task.standing_playouts, self.game.area_komi, self.seed, last=self._last)

    def _search_pass(self, plan: Plan) -> None:
        """Search what follows a pass.  Raises Stopped when the result is no longer wanted, since there may be none."""
        found = mcts.search(replace(self._root, score=self._score), plan._replace(early=False),
                            self.known.reader.workspace.get(mcts.side_tree))
        if not plan.goes_on():
            raise Stopped
        self._passed.found(found.lines[0], self.color, self._counted)

    def _make_sure(self, made: int) -> None:
        """Search the pass with as many playouts as the moves had, but in a fraction of their time."""
        now = time.monotonic()
        # An analysis may have made any number of playouts.
        until = max(self.plan.until, now + LIMIT.late_share * (now - self._began))
        self._search_pass(self.plan._replace(playouts=min(made, self.plan.playouts), until=until))
        self._pass_is_sure = True

    # --- after it

    def _has_time(self) -> bool:
        """Whether there is time left to check moves."""
        return self.plan.goes_on() and time.monotonic() < self.plan.until + LIMIT.late_share * (self.plan.until - self._began)

    def thought(self) -> Thought:
        """Return the values of all moves by what has been searched so far.  Raises Stopped."""
        game, color = self.game, self.color
        candidates = [replace(one) for one in self.candidates]
        stats, weights, is_open = self._first, Weights.of_playouts(0, game.size), False
        if self.tree:
            found = self.tree.found()
            stats = found.stats
            weights = Weights.of_playouts(max(self.plan.playouts, int(stats['playouts'])), game.size)
            is_open = self._take_over(candidates, found)
            if not self._has_territory:
                self._weigh_territory(sorted(candidates, key=lambda one: -one.visits)[:LIMIT.territory_moves])
        value.compare_probabilities(candidates, weights.probability)
        for one in candidates:
            one.value = value.worth(one, weights)
        candidates.sort(key=value.order)
        if candidates:
            self._look_home(candidates[0])
        if BLUNDERS not in self.plan.without:
            value.check_for_blunders(game, self.known, color, candidates, weights, self._has_time, self._home)
        stats = self._enough(stats)
        owned = ownership(stats)
        if self.tree and LARGEST not in self.plan.without:
            self._prefer_largest(candidates, owned)
        # Under area scoring, playing on costs nothing while a win is not certain.
        likely = self._win == Win.LIKELY and not self.task.area_scoring and not self._is_limited and self._passed.winning > 0.5
        return Thought(color, candidates, self._passed, *value.standing(stats, color, self._counted), owned, is_open,
                       self._win == Win.CERTAIN or likely, self._home, self._undecided)

    def _look_home(self, leader: Candidate) -> None:
        """Ask less of moves on ground where the leading move gains enough by playouts, if a string round that ground can be taken."""
        if leader.value < GAIN.at_home or not GAIN.at_home < self._home.get(leader.move, 0.0) < math.inf or leader.move in self._holding:
            return
        ground = over.ground_at(self.known, self.color, leader.move)
        if ground is None:
            return
        if over.can_be_taken(self.known, self.color, ground, self._has_time):
            self._home |= dict.fromkeys(self._home.keys() & ground.points, GAIN.at_home)
        else:
            self._holding |= ground.points

    def _take_over(self, candidates: list[Candidate], found: mcts.SearchResult) -> bool:
        """Fill in the search's results, and search a pass longer if it may be best.  Return whether too much is open to pass."""
        # A pass that looks better than the few moves that came to mind proves nothing.
        likes_pass = found.lines[0].move == PASS and not self._is_limited
        value.take_over(candidates, self._passed, found, self.color, self._counted)
        is_open = in_doubt(self.game, ownership(self._first)) > PHASE.many_open and not likes_pass and not self.task.every_point
        little = max((one.playouts for one in candidates), default=0.0) < GAIN.pass_check
        # On an open board a pass is not chosen anyway (``genmove.choose``).
        if little and not self._pass_is_sure and not likes_pass and (not is_open or self._nearly_settled):
            self._make_sure(int(found.stats['playouts']))
            value.take_over(candidates, self._passed, found, self.color, self._counted)
        return is_open

    @cached_property
    def _endgame(self) -> late.Endgame:
        """The temperatures of endgame moves."""
        return late.Endgame(self.known, self.color)

    def _prefer_largest(self, candidates: list[Candidate], owned: np.ndarray) -> None:
        """In the endgame put the largest move first, unless an urgent or decisive move is first already.

        Sizes come from short lines of play close by, since playouts of the whole board cannot tell two points from one.
        """
        if not candidates or value.reason_points(candidates[0])[0] >= ENDGAME.urgent or \
                candidates[0].winning > self._passed.winning + ENDGAME.decisive or \
                not late.is_late(self.known, in_doubt(self.game, owned)):
            return
        # At home and in regions read to their end only reading finds a gain.
        inside = (self._home.keys() - {one.move for one in candidates if value.reason_points(one)[0]} |
                  {pos for one in self._exact_regions for pos in one.points}) - {one.move for one in candidates if one.exact}
        moves = [one.move for one in candidates[1:] if one.move not in inside]
        # A point of area is one of territory and the stone that is played.
        read = {one.move: one.exact / 2 - 1 for one in candidates if one.exact} | \
            {one.move: points / 2 for one in candidates if not one.exact and (points := self._certain(one))}
        blunders: set[int] = set()
        while True:
            move, temperature = self._endgame.hottest(candidates[0].move, [pos for pos in moves if pos not in blunders], read)
            if move == candidates[0].move or not blunder.stakes(self.game, self.known, self.color, move, self._has_time):
                break
            blunders.add(move)
        if temperature:
            one = next(one for one in candidates if one.move == move)
            # The playouts' value of the first move may be more than a point wrong.
            least = 0.0 if one is candidates[0] else max(candidates[0].value, 0.0)
            one.value, one.settled = max(one.value, least + 2 * temperature), False
            if one is not candidates[0]:
                one.reasons = [*one.reasons, Reason(Motive.LARGEST, move, (), 2 * temperature)]
            candidates.sort(key=value.order)

    def _certain(self, one: Candidate) -> float:
        """Return the points at stake for a move in strings and dragons that are certainly critical, without a ko."""
        def hangs(stones: Sequence[int]) -> bool:
            guess = self.known.guesses[self.known.dragons.at[stones[0]]] if stones else None
            return guess is not None and guess.status == CRITICAL == guess.at_rest and guess.certain
        return reasons.stake([reason for reason in one.reasons if reason.kind not in Motive.COMBINED and hangs(reason.stones)])
