"""How a game ends that is played on: both sides settle what is open, and dead stones are taken if that is wanted.

A game of which most is still to come is not played on: what both sides would do says less than the estimate of the position as it stands.
"""
from collections.abc import Callable

from engine.core.game import Game
from engine.core.workspace import Workspace
from engine.play import final, genmove
from engine.play.final import Final
from engine.score.estimate import Count

LEVEL = 4
"""The level at which both sides play on."""


def finish(game: Game, workspace: Workspace, chinese: bool = False, seed: int = 0, aftermath: bool = False,
           check: Callable[[], object] = lambda: None) -> Final:
    """What every point is in the end; where something is open, but not nearly all, after both sides have played on.

    With an ``aftermath`` dead stones have been taken too, and the statuses are those of the points of the game's own board.  The game stays
    as it is.  ``check`` is called when the position has been looked at and before each move, and may raise.
    """
    def play_on(game: Game, settler: genmove.Settler) -> Game:
        def choose(after: Game, who: int) -> int:
            check()
            return settler(after, who)
        return final.play_on(game, game.to_move, choose)

    settler = genmove.Settler(workspace, LEVEL, seed)
    known = settler.known(game)
    check()
    regions = final.open_regions(known)
    if final.is_wide(regions, game.size):
        return final.judge(known, Count.of(game, chinese))
    if regions or known.critical:
        game = play_on(game, settler)
        known = settler.known(game)
    # Counted by the game that was played on: what was captured on the way counts too.
    end = final.judge(known, Count.of(game, chinese))
    if not aftermath:
        return end
    cleaner = genmove.Settler(workspace, LEVEL, seed, clean=True)
    after = play_on(game, cleaner)
    status = final.seen_from(game.board, final.judge(cleaner.known(after), end.by))
    return Final(known.board, status, final.owners_of(known.board, status), end.by)
