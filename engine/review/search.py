"""Search the positions of a review: who leads by how much, and which move is best."""
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK
from owlgo.engine.examine.examination import Examination
from owlgo.engine.mcts.ablation import BLUNDERS, COMBINATIONS, LARGEST, TERRITORY
from owlgo.engine.play.genmove import MoveSettings
from owlgo.engine.play.move_search import MoveSearch
from owlgo.engine.play.value import Thought

SLOW_PARTS = frozenset((BLUNDERS, COMBINATIONS, TERRITORY, LARGEST))
"""Parts of move choice that take longer than the search, and do not change what a position is worth."""
POINT_PLAYOUTS = 325_000
"""Playouts at level 0, times the points of the board; each further level adds as many.  Level 1 takes a third of a second."""


def think(game: Game, known: Examination, color: int, level: int, seed: int = 0) -> Thought:
    """Search a position with a review's number of playouts, and return the values of all moves."""
    settings = MoveSettings(level, without=SLOW_PARTS)
    plan = settings.plan(game.size)._replace(playouts=max(POINT_PLAYOUTS * (level + 1) // game.size ** 2, 200))
    return MoveSearch(game, known, color, plan, seed, settings.task()).grow().thought()


def standing(thought: Thought) -> tuple[float, float]:
    """Return Black's lead in points and win rate.  All playouts together vary less than those of the best move."""
    black = thought.color == BLACK
    return (thought.lead, thought.winning) if black else (-thought.lead, 1 - thought.winning)
