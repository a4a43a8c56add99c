"""Finish a game: both sides settle the critical dragons in turn, then the board is counted.

Nothing else is played.  A wide-open board is counted as it stands; uncertain dragons live.
"""
import copy
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import numpy as np

from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.facts import ALIVE, CRITICAL, DEAD
from owlgo.engine.core.game import Game
from owlgo.engine.core.level import STANDARD_LEVEL
from owlgo.engine.core.points import BLACK, PASS, WHITE, other
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons.partition import Dragon
from owlgo.engine.examine import outcome
from owlgo.engine.examine.examination import Examination
from owlgo.engine.examine.judgement import Status
from owlgo.engine.owl.limits import Effort
from owlgo.engine.play import final, genmove
from owlgo.engine.play.final import Final
from owlgo.engine.play.weights import LIMIT
from owlgo.engine.score import estimate
from owlgo.engine.score.estimate import Count


def finish(game: Game, workspace: Workspace, area_scoring: bool = False, seed: int = 0, aftermath: bool = False,
           check: Callable[[], object] = lambda: None, known: Examination | None = None) -> Final:
    """Return the status of every point after both sides have settled the critical dragons in turn.  The game stays as it is.

    If both sides have passed, the board is counted as it stands, and the settling moves only show which stones are dead.  With
    ``aftermath`` dead stones are captured too, but the statuses are those before the captures.  ``check`` is called after the examination
    and after each move, and may raise.
    """
    known = known or Examination(game.board, workspace, area_scoring=area_scoring)
    by = Count.of(game, area_scoring)
    uncertain = final.uncertain_stones(known)
    check()
    agreed = [pos for _, pos in game.moves[-2:]] == [PASS, PASS]
    if not agreed and final.is_wide(estimate.open_regions(game.board, outcome.of(known).ending_as(DEAD)), game.size):
        return final.judge(known, by, spared=outcome.of(known).unsettled_stones())
    after, last = _decided(game, known, check)
    # The settling moves' captures count too, so count by the game after them.
    end = final.judge(last, Count.of(after, area_scoring), lost=outcome.of(last).given_up() if agreed else ())
    if aftermath:
        status = final.seen_from(end.board, final.judge(play_on(after, workspace, seed, check)[1], end.by))
        end = Final(end.board, status, _owners(end.board, status), end.by)
    status = final.seen_from(game.board, end)
    uncertain |= set(_turned(known, status))
    if not agreed:
        return replace(end, uncertain=final.with_sekis(game.board, uncertain, status))
    # Both sides have ended the game: the settling moves must cost no points.
    dead, seki = ({pos for pos, what in status.items() if what == word} for word in (final.DEAD_STONE, final.SEKI))
    return final.count_up(game.board, dead, seki, by, uncertain)


def _turned(known: Examination, status: Mapping[int, str]) -> Iterator[int]:
    """List stones whose status changed from alive to dead, or back, when other dragons were settled."""
    for dragon, one in zip(known.dragons.every, outcome.of(known).every, strict=True):
        words = {ALIVE: final.DEAD_STONE, DEAD: final.ALIVE_STONE}
        yield from (stone for stone in dragon.stones if status[stone] == words.get(one.status))


def _decided(game: Game, known: Examination, check: Callable[[], object]) -> tuple[Game, Examination]:
    """Settle the critical dragons in turn, the largest first, on a copy of the game.  Return the copy with its examination."""
    after, color, moves, passed = copy.deepcopy(game), game.to_move, 0, False
    effort = Effort(known.means, LIMIT.ending_nodes)
    while moves < LIMIT.ending_moves and effort():
        move = _decision(after, known, color, effort)
        if move == PASS and passed:
            break
        after.play(color, move)
        if move != PASS:
            known, moves = outcome.of(known).following(after.board, _decided_by(known, color, move)), moves + 1
            check()
        passed, color = move == PASS, other(color)
    return after, known


def _decided_by(known: Examination, color: int, move: int) -> dict[int, Status]:
    """Return the statuses of the stones that a move settles."""
    return {stone: Status(ALIVE if dragon.color == color else DEAD, grade=Grade.of_reading(one.certain))
            for dragon, one in _critical(known, color, move) for stone in dragon.stones}


def _critical(known: Examination, color: int, move: int = PASS) -> Iterator[tuple[Dragon, Status]]:
    """List the critical dragons that a colour can settle without a ko, by any move or, if a move is given, by that move."""
    for dragon, one in zip(known.dragons.every, outcome.of(known).every, strict=True):
        vital = one.defence if dragon.color == color else one.attack
        if one.status == CRITICAL and one.at_rest == CRITICAL and vital != PASS and move in (PASS, vital):
            yield dragon, one


def _decision(game: Game, known: Examination, color: int, effort: Effort) -> int:
    """Return the move that settles most stones, or PASS.  Among equal moves the count after the move decides, if the effort allows."""
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
    """Return the points that a colour leads by if the board is counted right after its move."""
    game.trymove(color, move)
    score = final.judge(outcome.of(known).following(game.board, _decided_by(known, color, move)), Count.of(game, False)).score
    game.popgo()
    return score if color == WHITE else -score


def play_on(game: Game, workspace: Workspace, seed: int = 0, check: Callable[[], object] = lambda: None) -> tuple[Game, Examination]:
    """Play a copy of the game on until both sides pass, so that dead stones are captured.  Return the copy with its examination."""
    after, color, passes = copy.deepcopy(game), game.to_move, 0
    known = genmove.examine(after, STANDARD_LEVEL, workspace)
    while passes < 2 and len(after.moves) - len(game.moves) < 3 * game.size ** 2:
        check()
        move, before = genmove.finishing_move(after, known, color, LIMIT.ending_level, seed), after.situation
        after.play(color, move)
        passes, color = passes + 1 if move == PASS else 0, other(color)
        if after.situation != before:
            known = genmove.examine(after, STANDARD_LEVEL, workspace)
    return after, known


def _owners(board: np.void, status: dict[int, str]) -> np.ndarray:
    """Return the owner of each point of territory, and of each point under a dead stone."""
    owners = np.zeros(len(board['color']), int)
    for pos, word in status.items():
        if word == final.DEAD_STONE:
            owners[pos] = 1 if board['color'][pos] == BLACK else -1
        else:
            owners[pos] = {final.WHITE_TERRITORY: 1, final.BLACK_TERRITORY: -1}.get(word, 0)
    return owners
