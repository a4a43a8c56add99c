"""What a search found about moves, as data for analysis programs: values of moves, policy, ownership, the spread of scores."""
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, EMPTY, PASS, all_points
from owlgo.engine.mcts.fastboard import new_board
from owlgo.engine.mcts.playout import new_playout, py_run_playouts
from owlgo.engine.play import value
from owlgo.engine.play.value import Candidate, Thought

SPREAD_PLAYOUTS = 50
"""Playouts that the spread of scores is measured with, some 10 ms on a large board."""
FEW_VISITS = 8
"""Visits below which a move's own values are too uncertain to be told alone: single playouts end tens of points apart."""


class MoveInfo(NamedTuple):
    """The analysis of a move from the view of the side that makes it."""
    move: int
    order: int
    """Rank, from 0: the move of genmove from level 10 on."""
    visits: int
    prior: float
    """Its part of the policy."""
    winning: float
    """Average result after it, from 0 to 1."""
    at_least: float
    """Lower confidence bound of ``winning``."""
    lead: float
    """Points that the side is ahead after it, komi included."""
    variation: Sequence[int]
    """Principal variation, this move first."""
    variation_visits: Sequence[int]
    """Visits of the variation's moves."""


def move_infos(thought: Thought, best: int, most: int | None = None) -> list[MoveInfo]:
    """Return the best move, then the others visited, or without a search, those worth playing; at most ``most``."""
    def standing(one: Candidate) -> Candidate:
        """Give a move with few visits the values of the present position, the more so the fewer they are."""
        own = min(one.visits / FEW_VISITS, 1.0)
        winning = own * one.winning + (1 - own) * thought.winning
        return one if own == 1 else replace(one, winning=winning, at_least=min(one.at_least, winning) if one.visits else winning,
                                            lead=own * one.lead + (1 - own) * thought.lead)
    first = thought.of(best) or (thought.passed if best == PASS else Candidate(best))
    moves = [one for one in thought.candidates if one.visits] or value.worthy(thought)
    shares = policy(thought)
    return [MoveInfo(one.move, order, one.visits, shares.get(one.move, 0.0), one.winning, one.at_least, one.lead,
                     one.variation or [one.move], one.variation_visits or [one.visits])
            for order, one in enumerate(map(standing, [first, *(one for one in moves if one.move != best)][:most]))]


def visits(thought: Thought, best: int) -> int:
    """Return the visits of all moves together; those of the pass if it had more and is best, or is all that was searched."""
    moves = sum(one.visits for one in thought.candidates)
    return max(moves, thought.passed.visits) if best == PASS else moves or thought.passed.visits


def policy(thought: Thought) -> Mapping[int, float]:
    """Return the chance of each move, together 1: that a strong player makes it, or once little is open, its share of the visits.

    Without either the moves worth playing share alike; else there is only the pass.
    """
    weights = {one.move: one.probability for one in thought.candidates if one.probability} or \
        {one.move: float(one.visits) for one in [*thought.candidates, thought.passed] if one.visits} or \
        {one.move: 1.0 for one in value.worthy(thought)} or {PASS: 1.0}
    total = sum(weights.values())
    return {move: weight / total for move, weight in weights.items()}


def ownership(game: Game, thought: Thought, dead: frozenset[int]) -> list[float]:
    """Return the ownership of points, -1 to 1 for the side to move, from the top left: stones by status, others by playouts."""
    sign = 1.0 if thought.color == BLACK else -1.0
    found = []
    for pos in all_points(game.size):
        color = game.color_at(pos)
        if color == EMPTY:
            black = float(thought.owned[pos])
        else:
            black = 1.0 if (color == BLACK) == (pos not in dead) else -1.0
        found.append(sign * black)
    return found


def spread(game: Game, color: int, seed: int = 0) -> float:
    """Return the standard deviation of a playout's score, in points, with this colour to move."""
    playout, before, after = new_playout(seed), 0.0, [0.0] * SPREAD_PLAYOUTS
    boards = new_board(), new_board()
    last = game.moves[-1][1] if game.moves else PASS
    for k in range(SPREAD_PLAYOUTS):
        py_run_playouts(game.board, *boards, playout, last, color, 1, round(2 * game.area_komi))
        after[k], before = float(playout['score']) - before, float(playout['score'])
    return statistics.pstdev(after)
