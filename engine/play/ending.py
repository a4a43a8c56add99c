"""How a game ends that is played on: both sides settle what is open, and dead stones are taken if that is wanted.

A game of which most is still to come is not played on: what both sides would do says less than the position as it stands, with every
dragon in doubt alive.
"""
from collections.abc import Callable

from engine.core.game import Game
from engine.core.points import PASS
from engine.core.workspace import Workspace
from engine.play import final, genmove
from engine.play.final import Final
from engine.score.estimate import Count

LEVEL = 4
"""The level at which both sides play on."""
MOST_AGREED = 60
"""With more points in open regions than this a game is not played on, though both sides have passed: it would take a minute."""


def finish(game: Game, workspace: Workspace, chinese: bool = False, seed: int = 0, aftermath: bool = False,
           check: Callable[[], object] = lambda: None) -> Final:
    """What every point is in the end; where something is open, but not nearly all, after both sides have played on.  If both sides have
    passed, the board is counted as it stands, with the stones dead that playing on shows to be dead.

    With an ``aftermath`` dead stones have been taken too, and the statuses are those of the board before that.  The game stays as it is.
    ``check`` is called when the position has been looked at and before each move, and may raise.
    """
    def play_on(game: Game, settler: genmove.Settler) -> Game:
        def choose(after: Game, who: int) -> int:
            check()
            return settler(after, who)
        return final.play_on(game, game.to_move, choose)

    agreed = game if [pos for _, pos in game.moves[-2:]] == [PASS, PASS] else None
    settler = genmove.Settler(workspace, LEVEL, seed)
    known = settler.known(game)
    check()
    regions = final.open_regions(known)
    if final.is_wide(regions, game.size) and (not agreed or sum(len(region.points) for region in regions) > MOST_AGREED):
        return final.judge(known, Count.of(game, chinese))
    if regions or known.critical:
        game = play_on(game, settler)
        known = settler.known(game)
    # Counted by the game that was played on: what was captured on the way counts too.
    end = final.judge(known, Count.of(game, chinese))
    if aftermath:
        cleaner = genmove.Settler(workspace, LEVEL, seed, clean=True)
        after = play_on(game, cleaner)
        status = final.seen_from(game.board, final.judge(cleaner.known(after), end.by))
        end = Final(known.board, status, final.owners_of(known.board, status), end.by)
    return _as_agreed(agreed, end, chinese) if agreed else end


def _as_agreed(game: Game, end: Final, chinese: bool) -> Final:
    """A game that both sides have ended, counted as it stands with what turned out to be dead: moves that show it cost nothing."""
    status = final.seen_from(game.board, end)
    stones = {word: {pos for pos, what in status.items() if what == word} for word in (final.DEAD_STONE, final.SEKI)}
    return final.count_up(game.board, stones[final.DEAD_STONE], stones[final.SEKI], Count.of(game, chinese))
