"""Search the positions of a review: who leads by how much, and which move is best."""
from dataclasses import replace
from statistics import NormalDist

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK
from owlgo.engine.core.waiting import WAITING
from owlgo.engine.examine.examination import Examination
from owlgo.engine.mcts.ablation import BLUNDERS, COMBINATIONS, LARGEST, TERRITORY
from owlgo.engine.play.genmove import MoveSettings
from owlgo.engine.play.move_info import spread
from owlgo.engine.play.move_search import MoveSearch
from owlgo.engine.play.value import Thought

SLOW_PARTS = frozenset((BLUNDERS, COMBINATIONS, TERRITORY, LARGEST))
"""Parts of move choice that take longer than the search, and do not change what a position is worth."""
PLAYOUTS = 1_400_000
"""Playouts at level 0, times the 2.5th power of the board's size; each level adds as many.  Small boards, whose games are short, get
more for each point."""
LEAST_SIZE = 5
"""Size of the board whose number smaller boards get too."""
LEAST_SPREAD = 1.0
"""Standard deviation of a settled game's score, in points."""


def think(game: Game, known: Examination, color: int, level: int, seed: int = 0) -> Thought:
    """Search a position with a review's number of playouts, and return the values of all moves.

    Both sides play for every point, at a komi that makes the game even: else a side that wins or loses anyway gives points away.  So the
    search's win rate says nothing of the game; ``winning`` is the chance by the lead and the spread of playouts' scores.
    """
    settings = MoveSettings(level, without=SLOW_PARTS)
    plan = settings.plan(game.size)._replace(playouts=playouts(game.size, level), goes_on=_goes_on)
    thought = MoveSearch(game, known, color, plan, seed, settings.task(every_point=True)).grow().thought()
    return replace(thought, winning=NormalDist(sigma=max(spread(game, color, seed), LEAST_SPREAD)).cdf(thought.lead))


def playouts(size: int, level: int) -> int:
    """Return how many playouts a position gets."""
    return max(int(PLAYOUTS * (level + 1) / max(size, LEAST_SIZE) ** 2.5), 200)


def _goes_on() -> bool:
    """Let whoever waits for the review end the search, by an exception."""
    WAITING.check()
    return True


def standing(thought: Thought) -> tuple[float, float]:
    """Return Black's lead in points and win rate.  All playouts together vary less than those of the best move."""
    black = thought.color == BLACK
    return (thought.lead, thought.winning) if black else (-thought.lead, 1 - thought.winning)
