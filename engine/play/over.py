"""Decide whether a game is over: who wins if both sides pass, and how certain is the result?"""
import math
from collections.abc import Callable, Mapping
from enum import IntEnum

from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.facts import CRITICAL, DEAD
from owlgo.engine.core.game import Game
from owlgo.engine.core.goal_names import ALL
from owlgo.engine.core.level import STANDARD_LEVEL
from owlgo.engine.core.points import BLACK, PASS, WHITE, other
from owlgo.engine.core.result import LOSE
from owlgo.engine.core.strings import string
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.examine import outcome
from owlgo.engine.examine.examination import Examination
from owlgo.engine.examine.judgement import KeptJudgement
from owlgo.engine.examine.kept import Kept
from owlgo.engine.life.goals import GoalQuestion, settle
from owlgo.engine.owl import limits
from owlgo.engine.play import final, settled
from owlgo.engine.play.reasons import Motive, Reason
from owlgo.engine.play.weights import GAIN, LIMIT
from owlgo.engine.read.depths import of_level
from owlgo.engine.score import estimate
from owlgo.engine.score.estimate import Count


class Win(IntEnum):
    """Whether a pass wins."""
    NO = 0
    LIKELY = 1
    """A pass wins if the uncertain statuses are right."""
    CERTAIN = 2


def examine(game: Game, level: int, workspace: Workspace, goes_on: Callable[[], bool] | None = None,
            kept: Kept[KeptJudgement] | None = None) -> Examination:
    """Examine a position with the effort of a level.  ``kept`` holds dragons read in earlier positions."""
    nodes = LIMIT.owl_nodes * (level + 1) ** 2
    most = limits.of_level(level, nodes, nodes)
    return Examination(game.board, workspace, of_level(level), most, goes_on and (lambda _: goes_on()), quick=most, kept=kept)


def is_closed(known: Examination) -> bool:
    """Whether no region is open and no dragon is critical."""
    return not known.critical and not final.open_regions(known)


def is_certain(known: Examination) -> bool:
    """Whether no region is open, no dragon is critical and no status is uncertain, by this examination."""
    return is_closed(known) and all(guess.certain for guess in known.guesses)


def closely(game: Game, known: Examination) -> Examination:
    """Return an examination with the effort of the standard level at least."""
    return known if known.means.limits.level >= STANDARD_LEVEL else examine(game, STANDARD_LEVEL, known.reader.workspace)


def is_settled(known: Examination) -> bool:
    """Whether nothing is left to decide: no open region, no critical dragon, no uncertain status.  If in doubt, examine more closely."""
    if is_certain(known):
        return True
    closer = _closer(known)
    return _is_at_rest(closer) and _is_sure(closer)


def _closer(known: Examination) -> Examination:
    """Examine the position again as closely as the final score does, in the time that is left."""
    return Examination(known.board, known.reader.workspace, progress=known.means.progress)


def _is_at_rest(known: Examination) -> bool:
    """Whether no region is open and no dragon is critical, as the final score counts."""
    return all(one.status != CRITICAL or one.at_rest != CRITICAL for one in outcome.of(known).every) and \
        not estimate.open_regions(known.board, outcome.of(known).ending_as(DEAD))


def _is_sure(known: Examination) -> bool:
    """Whether each dragon's outcome is certain, or is confirmed by a closer reading that is certain."""
    every = list(zip(known.dragons.every, outcome.of(known).every, strict=True))
    outcome.of(known).effort.begin()
    for dragon, one in every:
        if not one.certain or one.status == CRITICAL:
            verdict = outcome.of(known).look_at(dragon)
            if not verdict.certain or verdict.status != one.status:
                return False
    return True


def lead(game: Game, known: Examination, color: int, area_scoring: bool, hasty: bool = False) -> float:
    """Return the points that a side leads by if both pass, by the rules in force.  If ``hasty``, rely on quick readings alone."""
    by = Count.of(game, area_scoring)
    score = (final.glance(known, by) if hasty else final.judge(known, by, lost=outcome.of(known).given_up())).score
    return score if color == WHITE else -score


def home(game: Game, known: Examination, color: int, area_scoring: bool, why: Mapping[int, list[Reason]]) -> dict[int, float]:
    """Return the points that a move on settled ground must gain to be played, by point.

    In a small closed region it must gain GAIN.at_home.  Under territory scoring, on a closed board, a wasted move costs a point: on its own
    ground, and if it leads on the opponent's, a side needs GAIN.on_ground.  After the opponent's pass nothing there needs a defence, so no
    gain is enough.  A move that captures or saves stones not yet dead needs at most GAIN.at_home.
    """
    small = settled.closed(known)
    if area_scoring or not is_closed(known) or not _both_live(known):
        return dict.fromkeys(small, GAIN.at_home)
    ahead = lead(game, known, color, area_scoring, hasty=True) > 0
    ground = small.union(*(region.points for region in estimate.regions(known.board, known.dead)
                           if len(region.sides) == 1 and (ahead or color in region.sides)))
    urgent = {one.move for reasons in why.values() for one in reasons if one.kind in Motive.READ and not known.dead.issuperset(one.stones)}
    least = math.inf if has_passed(game, color) else GAIN.on_ground
    return {**dict.fromkeys(ground - urgent, least), **dict.fromkeys(small & urgent, GAIN.at_home)}


def ground_at(known: Examination, color: int, pos: int) -> estimate.EmptyRegion | None:
    """Return the ground of a side at a point: a region that it alone borders, or None."""
    return next((region for region in estimate.regions(known.board, known.dead) if pos in region.points and region.sides == {color}), None)


def can_be_taken(known: Examination, color: int, ground: estimate.EmptyRegion, has_time: Callable[[], bool]) -> bool:
    """Whether it is proved that the opponent, moving first, takes a string round a side's ground, if only by a ko."""
    strings = {min(string(known.board, stone)) for stone in ground.border}
    question = GoalQuestion(ALL, tuple(sorted(strings)), other(color), nodes=LIMIT.ground_nodes)
    found = settle(known.board, question, lambda _: has_time(), every_move=False)
    return found.verdict is not None and found.verdict.result != LOSE and found.grade >= Grade.PROVED_IF


def _both_live(known: Examination) -> bool:
    """Whether both sides have living stones.  If not, no border says whose ground is whose, as early in a handicap game."""
    return {BLACK, WHITE} <= {worm.color for worm in known.worms if worm.stones[0] not in known.dead}


def has_passed(game: Game, color: int) -> bool:
    """Whether the last move was a pass of the opponent, so that another pass ends the game."""
    return bool(game.moves) and game.moves[-1] == (other(color), PASS)


def wins(game: Game, known: Examination, color: int, area_scoring: bool, hasty: bool = False) -> Win:
    """Whether a pass ends the game and wins it by the final score.  If ``hasty`` or out of time, this examination alone decides."""
    if not has_passed(game, color):
        return Win.NO
    progress = known.means.progress
    if hasty or not (progress is None or progress(0)):
        return Win.CERTAIN if is_certain(known) and lead(game, known, color, area_scoring, hasty=True) > 0 else Win.NO
    if final.is_wide(final.open_regions(known), game.size):
        return Win.NO
    known = _closer(known)
    if not _is_at_rest(known) or lead(game, known, color, area_scoring) <= 0:
        return Win.NO
    found = Win.CERTAIN if _is_sure(known) else Win.LIKELY
    # Dragons that time left unread count as alive.
    return found if progress is None or progress(0) else Win.NO


def counted_komi(game: Game, known: Examination, color: int, area_scoring: bool) -> float:
    """Return the komi with which playouts, which count area, give the result of the rules in force, if only neutral points are left.

    Territory differs from area by the stones that one side has played more than the other.  Both sides fill the neutral points in turn.  If
    the number of these is odd, the side to move gets one more point of area, but not of territory.
    """
    if area_scoring:
        return game.area_komi
    area, territory = (final.glance(known, Count.of(game, by_area)) for by_area in (True, False))
    odd = len(final.unfilled(known.board, territory.status)) % 2
    return game.area_komi + territory.score - area.score - (odd if color == WHITE else -odd)
