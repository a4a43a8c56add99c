"""Answers of KataGo's analysis protocol: the values of a search as a JSON object."""
import math
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from owlgo.cli import questions
from owlgo.cli.values import Data
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.facts import ALIVE
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, COLOR_NAMES, PASS, SIDES, WHITE, all_points
from owlgo.engine.core.printable import counted
from owlgo.engine.core.sgf_write import COLOR_LETTERS
from owlgo.engine.dragons.partition import Dragon
from owlgo.engine.examine.examination import Examination
from owlgo.engine.mcts.playout import sample
from owlgo.engine.play import move_info, value
from owlgo.engine.play.move_info import MoveInfo
from owlgo.engine.play.value import Thought
from owlgo.gtp.commands import analyze
from owlgo.gtp.commands.images import smallest_hash
from owlgo.gtp.session import Interrupted, Session
from owlgo.serve.analysis_query import Query, View

ILLEGAL = -1
"""Stands for an illegal move in a policy."""
MOVE_PLAYOUTS = 40
"""Playouts for the ownership after a move, some 10 ms on a large board."""
MOST_OWNED = 10
"""Moves of an answer that have an ownership of their own, the best first."""
DRAGON_SECONDS = 10.0
"""Time for the dragons of an answer if the query has no maxTime, in seconds."""


class PositionAnalysis(NamedTuple):
    """What is known of a position after a search."""
    game: Game
    thought: Thought
    known: Examination
    best: int
    """The move of genmove from level 10 on."""
    spread: float
    """Standard deviation of a playout's score, in points."""
    allowed: Sequence[int] | None = None
    """The only moves to tell, or None for all."""
    stopped: bool = False
    """Whether the search was interrupted: what takes time is not told then, the ownership by move and the dragons."""


class Teller:
    """Turns values of the side to move into those of the side from whose view they are told."""

    def __init__(self, color: int, view: View) -> None:
        self.turned = {'BLACK': WHITE, 'WHITE': BLACK, 'SIDETOMOVE': 0}[view] == color

    def rate(self, winning: float) -> float:
        """Turn a winning rate."""
        return rounded(1 - winning if self.turned else winning)

    def points(self, amount: float) -> float:
        """Turn points, a utility or an ownership."""
        return rounded(-amount if self.turned else amount)


def rounded(number: float) -> float:
    """Round to six digits after the point; there is no negative zero."""
    return round(float(number), 6) + 0.0


def no_results(query: Query, turn: int) -> Data:
    """Return the answer of a search that ended before it found anything."""
    return {'id': query.id, 'turnNumber': turn, 'noResults': True, 'isDuringSearch': False}


def answer(query: Query, turn: int, found: PositionAnalysis, during: bool) -> Data:
    """Return the answer about a position; ``during`` the search, or its last."""
    game, thought, extras = found.game, found.thought, query.extras
    teller = Teller(thought.color, query.view)
    told = [one for one in move_info.move_infos(thought, found.best) if found.allowed is None or one.move in found.allowed]
    infos = [_move(query, found, teller, one._replace(order=order)) for order, one in enumerate(told)]
    said: Data = {'id': query.id, 'isDuringSearch': during, 'turnNumber': turn, 'moveInfos': infos, 'rootInfo': _root(found, teller)}
    if extras.ownership or extras.ownership_stdev:
        owned = move_info.ownership(game, thought, found.known.dead)
        if extras.ownership:
            said['ownership'] = [teller.points(each) for each in owned]
        if extras.ownership_stdev:
            said['ownershipStdev'] = [rounded(math.sqrt(max(1 - each * each, 0.0))) for each in owned]
    if extras.policy:
        said['policy'] = _policy(game, thought)
    return said


def _root(found: PositionAnalysis, teller: Teller) -> Data:
    """Return the values of the position itself."""
    game, thought = found.game, found.thought
    visits, side = move_info.visits(thought, found.best), COLOR_LETTERS[thought.color]
    return {'currentPlayer': side, 'symHash': f'{smallest_hash(game):016X}{side}', 'thisHash': f'{game.hash():016X}{side}',
            'visits': visits, 'weight': float(visits), **_values(found, teller, thought.winning, thought.lead)}


def _values(found: PositionAnalysis, teller: Teller, winning: float, lead: float) -> Data:
    """Return the values that a move and the position have in common."""
    points = teller.points(lead)
    return {'winrate': teller.rate(winning), 'scoreLead': points, 'scoreSelfplay': points, 'scoreStdev': rounded(found.spread),
            'utility': teller.points(2 * winning - 1)}


def _move(query: Query, found: PositionAnalysis, teller: Teller, one: MoveInfo) -> Data:
    """Return the values of a move."""
    length = query.pv_length + 1
    said: Data = {'move': analyze.name(found.game, one.move), 'order': one.order, 'visits': one.visits, 'edgeVisits': one.visits,
                  'weight': float(one.visits), 'edgeWeight': float(one.visits), 'prior': rounded(one.prior),
                  **_values(found, teller, one.winning, one.lead), 'scoreMean': teller.points(one.lead),
                  'lcb': teller.rate(one.at_least), 'utilityLcb': teller.points(2 * one.at_least - 1),
                  'pv': [analyze.name(found.game, move) for move in one.variation[:length]]}
    if query.extras.pv_visits:
        said['pvVisits'] = said['pvEdgeVisits'] = list(one.variation_visits[:length])
    if query.extras.moves_ownership and one.order < MOST_OWNED and not found.stopped:
        said['ownership'] = [teller.points(each) for each in _owned_after(found, one.move)]
    return said


def _owned_after(found: PositionAnalysis, move: int) -> list[float]:
    """Return the ownership after a move, by playouts, for the side that makes it."""
    game, color = found.game, found.thought.color
    if not game.trymove(color, move):
        return move_info.ownership(game, found.thought, found.known.dead)
    try:
        after = sample(game.board, game.turn, MOVE_PLAYOUTS, game.area_komi, 0, last=move)
    finally:
        game.popgo()
    sign = 1.0 if color == BLACK else -1.0
    owned = value.ownership(after)
    return [sign * float(owned[pos]) for pos in all_points(game.size)]


def _policy(game: Game, thought: Thought) -> list[float]:
    """Return the chance of every move from the top left, that of the pass at the end; illegal moves have -1."""
    chances = move_info.policy(thought)
    return [rounded(chances.get(pos, 0.0)) if game.is_legal(thought.color, pos) else ILLEGAL for pos in (*all_points(game.size), PASS)]


def dragons(session: Session, known: Examination, seconds: float) -> list[Data]:
    """Return the status of each dragon that is not plainly alive to a quick look, as ``questions.status`` tells it.

    Those that are not reached in this time, or before the session is interrupted, are unchecked.
    """
    doubtful = [dragon for dragon, guess in zip(known.dragons.every, known.guesses, strict=True)
                if guess.status != ALIVE or not guess.certain]
    told = list[Data]()
    timer = threading.Timer(seconds, session.interrupted.set)
    timer.daemon = True
    timer.start()
    try:
        with suppress(Interrupted):
            for dragon in doubtful:
                told.append(questions.status(session, session.game.vertex(dragon.stones[0])))
    finally:
        timer.cancel()
        timer.join()        # A late one would halt the readings of the next position.
    return told + [_unreached(session.game, dragon) for dragon in doubtful[len(told):]]


def _unreached(game: Game, dragon: Dragon) -> Data:
    """Return a dragon of which nothing is known, in the form of ``questions.status``."""
    stones = [game.vertex(pos) for pos in dragon.stones]
    said = f'Unchecked: {SIDES[dragon.color]} {stones[0]}, a dragon of {counted(len(stones), "stone")}, was not reached in time.'
    return {'vertex': stones[0], 'color': COLOR_NAMES[dragon.color], 'stones': stones, 'status': 'unknown', 'grade': Grade.UNCHECKED.word,
            'certain': False, 'seki': False, 'attack': None, 'defence': None, 'conditions': [], 'zone': [], 'wall': [], 'claims': [],
            'sentences': [said]}
