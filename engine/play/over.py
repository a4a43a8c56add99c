"""Whether a game is over: what is known of it, who wins if both sides pass, and how certain that is."""
import math
from collections.abc import Callable, Mapping
from enum import IntEnum

from owlgo.engine.core.facts import CRITICAL, DEAD
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import EMPTY, PASS, WHITE, neighbours, other
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.examine import outcome
from owlgo.engine.examine.examination import Examination
from owlgo.engine.examine.judgement import KeptJudgement
from owlgo.engine.examine.kept import Kept
from owlgo.engine.owl import limits
from owlgo.engine.play import final, settled
from owlgo.engine.play.reasons import READ, Reason
from owlgo.engine.read.depths import of_level
from owlgo.engine.score import estimate
from owlgo.engine.score.estimate import Count

OWL_NODES = 150
"""Nodes of the solver for a question about a dragon, times the square of the level and one."""


LEAST_AT_HOME = 2.5
"""Points that a move must be worth in a small closed region,"""
LEAST_ON_GROUND = 10.0
"""and where it costs a point: what playouts say of invasions wavers by more than half of this."""


class Win(IntEnum):
    """Whether a pass wins."""
    NO = 0
    LIKELY = 1
    """If dragons in doubt are what they count as."""
    CERTAIN = 2


def examine(game: Game, level: int, workspace: Workspace, goes_on: Callable[[], bool] | None = None,
            kept: Kept[KeptJudgement] | None = None) -> Examination:
    """What is known of a position, as far as a move's choice may cost; ``kept`` is what was read of dragons in other positions."""
    nodes = OWL_NODES * (level + 1) ** 2
    most = limits.of_level(level, nodes, nodes)
    return Examination(game.board, workspace, of_level(level), most, goes_on and (lambda _: goes_on()), quick=most, kept=kept)


def is_closed(known: Examination) -> bool:
    """Whether no region is open and no dragon's life depends on who moves."""
    return not known.critical and not final.open_regions(known)


def is_certain(known: Examination) -> bool:
    """Whether a board is closed and no status is a guess, by what is known for a move's choice."""
    return is_closed(known) and not any(guess.uncertain for guess in known.guesses)


def is_settled(known: Examination) -> bool:
    """The same, after a closer look if that is needed."""
    if is_certain(known):
        return True
    closer = _closer(known)
    return _is_at_rest(closer) and _is_sure(closer)


def _closer(known: Examination) -> Examination:
    """The same position as the final score is counted by, in what is left of the time."""
    return Examination(known.board, known.reader.workspace, progress=known.means.progress)


def _is_at_rest(known: Examination) -> bool:
    """Whether no region is open and no dragon's life depends on who moves, as the final score is counted."""
    return all(one.status != CRITICAL or one.at_rest != CRITICAL for one in known.outcomes) and \
        not estimate.open_regions(known.board, known.ending_as(DEAD))


def _is_sure(known: Examination) -> bool:
    """Whether no outcome is a guess, or what people are told of the dragon is none and says the same."""
    every = list(zip(known.dragons.every, known.outcomes, strict=True))
    known.effort.begin()
    for dragon, one in every:
        if one.uncertain or one.status == CRITICAL:
            told = known.look_at(dragon)
            if told.uncertain or told.status != one.status:
                return False
    return True


def lead(game: Game, known: Examination, color: int, chinese: bool, hasty: bool = False) -> float:
    """The points that a side is ahead by the rules in force if both sides pass; after a closer look unless that is too ``hasty``."""
    by = Count.of(game, chinese)
    score = (final.glance(known, by) if hasty else final.judge(known, by, lost=outcome.given_up(known))).score
    return score if color == WHITE else -score


def home(game: Game, known: Examination, color: int, chinese: bool, why: Mapping[int, list[Reason]]) -> dict[int, float]:
    """Return the points that a move must gain on settled ground, by its point.

    A small closed region asks for LEAST_AT_HOME.  By territory, on a closed board, a wasted move costs a point: the side's own ground asks
    for LEAST_ON_GROUND, and so does the opponent's if the side leads.  After the opponent's pass nothing there needs a defence, and no
    gain is enough.  Moves that take or save what is neither dead nor safe are free.
    """
    small = settled.closed(known)
    if chinese or not is_closed(known):
        return dict.fromkeys(small, LEAST_AT_HOME)
    ahead = lead(game, known, color, chinese, hasty=True) > 0
    ground = set(small).union(*(region.points for region in estimate.regions(known.board, known.dead)
                                if len(region.sides) == 1 and (ahead or color in region.sides)))
    urgent = {move for move, reasons in why.items() if any(one.kind in READ and not known.dead.issuperset(one.stones) for one in reasons)}
    least = math.inf if has_passed(game, color) else LEAST_ON_GROUND
    return {**dict.fromkeys(ground - urgent, least), **dict.fromkeys(small & urgent, LEAST_AT_HOME)}


def has_passed(game: Game, color: int) -> bool:
    """Whether the last move was a pass of the opponent, so that another pass ends the game."""
    return bool(game.moves) and game.moves[-1] == (other(color), PASS)


def wins(game: Game, known: Examination, color: int, chinese: bool, hasty: bool = False) -> Win:
    """Whether a pass ends the game and wins it by the final score; by what is known for a move's choice if ``hasty`` or out of time."""
    if not has_passed(game, color):
        return Win.NO
    progress = known.means.progress
    if hasty or not (progress is None or progress(0)):
        return Win.CERTAIN if is_certain(known) and lead(game, known, color, chinese, hasty=True) > 0 else Win.NO
    if final.is_wide(final.open_regions(known), game.size):
        return Win.NO
    known = _closer(known)
    if not _is_at_rest(known) or lead(game, known, color, chinese) <= 0:
        return Win.NO
    found = Win.CERTAIN if _is_sure(known) else Win.LIKELY
    # Dragons that time left unread count as alive.
    return found if progress is None or progress(0) else Win.NO


def counted_komi(game: Game, known: Examination, color: int, chinese: bool) -> float:
    """The komi with which playouts, which count area, come to the result by the rules in force once nothing but neutral points is left.

    Territory differs from area by the stones that one side has played more than the other.  Both sides fill the neutral points in turn; if
    their number is odd, the side to move gets a stone of area that is no point of territory.
    """
    if chinese:
        return game.area_komi
    area, territory = (final.glance(known, Count.of(game, by_area)) for by_area in (True, False))
    odd = sum(word == final.DAME and _is_between(game, territory, pos) for pos, word in territory.status.items()) % 2
    return game.area_komi + territory.score - area.score - (odd if color == WHITE else -odd)


def _is_between(game: Game, end: final.Final, pos: int) -> bool:
    """Whether a point touches living stones of both sides that are in no seki."""
    beside = {game.color_at(q) for q in neighbours(pos, game.size) if game.color_at(q) != EMPTY and end.status[q] == final.ALIVE_STONE}
    return len(beside) == 2
