"""How a game ends: both sides decide in turn what is critical, and the board is counted; dead stones are taken if that is wanted.

Nothing else is played on.  A wide-open board is counted as it stands, and doubtful dragons live.
"""
import copy
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from owlgo.engine.core.facts import ALIVE, CRITICAL, DEAD
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import PASS, WHITE, other
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons.partition import Dragon
from owlgo.engine.examine import outcome
from owlgo.engine.examine.examination import Examination
from owlgo.engine.examine.judgement import Status
from owlgo.engine.owl.limits import Effort
from owlgo.engine.play import final, genmove
from owlgo.engine.play.final import Final
from owlgo.engine.score import estimate
from owlgo.engine.score.estimate import Count

LEVEL = 4
"""The level at which both sides take dead stones."""
MOST_DECIDED = 6
"""Moves that decide critical dragons before the board is counted."""
EFFORT = 180_000
"""What the positions after such moves may cost together, in nodes of the exact solver: half a second."""


def finish(game: Game, workspace: Workspace, chinese: bool = False, seed: int = 0, aftermath: bool = False,
           check: Callable[[], object] = lambda: None, known: Examination | None = None) -> Final:
    """What every point is in the end, after both sides have decided in turn what is critical.  If both have passed, the board is counted as
    it stands, with the stones dead that these moves show to be dead.

    With an ``aftermath`` dead stones have been taken too, and the statuses are those of the board before that.  The game stays as it is.
    ``check`` is called when the position has been looked at and after each move, and may raise.
    """
    known = known or Examination(game.board, workspace, area=chinese)
    by = Count.of(game, chinese)
    doubtful = final.doubtful_stones(known)
    check()
    agreed = [pos for _, pos in game.moves[-2:]] == [PASS, PASS]
    if not agreed and final.is_wide(estimate.open_regions(game.board, known.ending_as(DEAD)), game.size):
        return final.judge(known, by, spared=outcome.stones_in_doubt(known))
    after, last = _decided(game, known, check)
    # Counted by the game that was played on: what was captured on the way counts too.
    end = final.judge(last, Count.of(after, chinese), lost=outcome.given_up(last) if agreed else ())
    if aftermath:
        end = _cleaned(after, end, genmove.Settler(workspace, LEVEL, seed, clean=True), check)
    status = final.seen_from(game.board, end)
    doubtful |= set(_turned(known, status))
    if not agreed:
        return replace(end, doubtful=final.with_sekis(doubtful, status, game.size))
    # Moves that show that stones are dead cost nothing where both sides have ended the game.
    dead, seki = ({pos for pos, what in status.items() if what == word} for word in (final.DEAD_STONE, final.SEKI))
    return final.count_up(game.board, dead, seki, by, doubtful)


def _turned(known: Examination, status: Mapping[int, str]) -> Iterator[int]:
    """Stones that counted as alive and are dead after the moves that decided others, or the other way round."""
    for dragon, one in zip(known.dragons.every, known.outcomes, strict=True):
        words = {ALIVE: final.DEAD_STONE, DEAD: final.ALIVE_STONE}
        yield from (stone for stone in dragon.stones if status[stone] == words.get(one.status))


def _decided(game: Game, known: Examination, check: Callable[[], object]) -> tuple[Game, Examination]:
    """A copy of the game in which both sides have decided the critical dragons in turn, those with most stones first, and what is known of
    the position then.
    """
    after, color, moves, passed = copy.deepcopy(game), game.to_move, 0, False
    effort = Effort(known.means, EFFORT)
    while moves < MOST_DECIDED and effort():
        move = _decision(after, known, color, effort)
        if move == PASS and passed:
            break
        after.play(color, move)
        if move != PASS:
            known, moves = known.following(after.board, _decided_by(known, color, move)), moves + 1
            check()
        passed, color = move == PASS, other(color)
    return after, known


def _decided_by(known: Examination, color: int, move: int) -> dict[int, Status]:
    """What becomes of the stones that a move decides about."""
    return {stone: Status(ALIVE if dragon.color == color else DEAD, uncertain=one.uncertain)
            for dragon, one in _critical(known, color, move) for stone in dragon.stones}


def _critical(known: Examination, color: int, move: int = PASS) -> Iterator[tuple[Dragon, Status]]:
    """The critical dragons that a colour's move decides about, or all that one of its moves decides about; kos are not fought."""
    for dragon, one in zip(known.dragons.every, known.outcomes, strict=True):
        vital = one.defence if dragon.color == color else one.attack
        if one.status == CRITICAL and one.at_rest == CRITICAL and vital != PASS and move in (PASS, vital):
            yield dragon, one


def _decision(game: Game, known: Examination, color: int, effort: Effort) -> int:
    """The move that decides most for a colour, or PASS; of equal ones, the one after which it has most points, if the effort allows."""
    worth: dict[int, int] = {}
    for dragon, one in _critical(known, color):
        move = one.defence if dragon.color == color else one.attack
        if game.is_new(color, move):
            worth[move] = worth.get(move, 0) + len(dragon.stones)
    best = [move for move in sorted(worth) if worth[move] == max(worth.values())]
    if len(best) < 2:
        return best[0] if best else PASS
    return max(best, key=lambda move: _points_after(game, known, color, move) if effort() else -math.inf)


def _points_after(game: Game, known: Examination, color: int, move: int) -> float:
    """The points of a colour after its move, as the board stands then."""
    game.trymove(color, move)
    score = final.judge(known.following(game.board, _decided_by(known, color, move)), Count.of(game, False)).score
    game.popgo()
    return score if color == WHITE else -score


def _cleaned(after: Game, end: Final, settler: genmove.Settler, check: Callable[[], object]) -> Final:
    """The statuses of a position when both sides have taken what dead stones they can."""
    def choose(game: Game, color: int) -> int:
        check()
        return settler(game, color)

    cleaned = final.play_on(after, after.to_move, choose)
    status = final.seen_from(end.board, final.judge(settler.known(cleaned), end.by))
    return Final(end.board, status, final.owners_of(end.board, status), end.by)
