"""What moves are worth, in points: territory after the move less territory before it, what it saves and takes, and how playouts go on
from it (GNU Go manual, "Move valuation").
"""
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from engine import influence
from engine.core.facts import ALIVE
from engine.core.game import Game
from engine.core.points import BLACK, EMPTY, all_points, other
from engine.core.zobrist import mix
from engine.examination import Examination
from engine.play import reasons
from engine.play.playout import py_is_own_eye, sample
from engine.play.reasons import Reason
from engine.score import bouzy, estimate

SETTLED = 0.93
"""Playouts that agree on an owner to this degree leave nothing to play for."""
HOME = 12
"""Points of an enclosed region that nobody plays in without a reason."""
MOYO_SHARE = 0.3
"""What a point of Bouzy's moyo is worth, as a part of one of territory."""
RATE_POINTS = 25.0
"""What winning all playouts instead of none is worth, in points."""
SCORE_SHARE = 0.5
"""And what a point of their score is."""
ROUNDS = (24, 12, 6, 3)
"""Moves that playouts are played from, fewer and fewer, as many playouts for each round."""
ANSWERED = 6
"""From the round with so many moves on, the opponent's best answers are played out too:"""
ANSWERS = 2
"""so many for each move,"""
ANSWER_SHARE = 0.5
"""and the worst of them counts for so much."""
FEW_VISITS = 10
"""Playouts in which an answer came first that say something of it."""
LOST = 2.0
"""Points for each stone that a blunder loses."""


@dataclass
class Weights:
    """How the parts of a value are added up, by the size of the board: playouts see less of a large one."""
    territory: float
    playouts: float

    @classmethod
    def of_size(cls, size: int) -> 'Weights':
        """More territory and fewer playouts the larger the board is."""
        share = min(max((size - 9) / 10, 0.0), 1.0)
        return cls(0.05 + 0.25 * share, 1.0 - 0.5 * share)


@dataclass
class Candidate:
    """A move with its reasons and its value in points."""
    move: int
    reasons: list[Reason] = field(default_factory=list)
    territory: float = 0.0
    playouts: float = 0.0
    """By how much playouts from here end better than if the side passed."""
    blunder: float = 0.0
    value: float = 0.0


@dataclass
class Thought:
    """What was thought about a position."""
    color: int
    candidates: list[Candidate]
    """The best first; a move that is not among them is worth nothing."""
    winning: float
    """Part of the playouts that the side wins."""
    lead: float
    """Points that it is ahead in them, komi included."""
    owned: np.ndarray
    """By point: how much of it is Black's in playouts, from -1 to 1."""

    def of(self, move: int) -> Candidate | None:
        """The candidate of a move."""
        return next((one for one in self.candidates if one.move == move), None)


class Stopped(Exception):
    """Nobody waits for the thought any more."""


GoesOn = Callable[[], bool]


def think(game: Game, known: Examination, color: int, playouts: int, seed: int, among: Collection[int] = (),
          goes_on: GoesOn = lambda: True) -> Thought:
    """The value of every move that may be worth playing: with ``among``, of these only.  Raises Stopped when ``goes_on`` says no."""
    shuffled = int(mix(game.hash() ^ (seed * 0x9E3779B97F4A7C15 % (1 << 64)))) >> 1
    stats = sample(game.board, color, playouts, game.komi, shuffled, guided=True)
    count = int(stats['playouts'])
    owned = np.array(stats['owned']) / count
    sign = 1 if color == BLACK else -1
    lead = sign * (int(stats['score']) / count - game.komi)
    wins = int(stats['black_wins']) / count
    why = reasons.collect(game, known, color)
    candidates = []
    for move in among or all_points(game.size):
        if game.color_at(move) != EMPTY or not (move in why or game.is_legal(color, move)):
            continue
        urgent = any(reason.kind in (*reasons.TAKES, *reasons.SAVES) for reason in why.get(move, ()))
        if not urgent and (py_is_own_eye(game.board, move, color) or _is_settled(game, owned, move)):
            continue
        candidates.append(Candidate(move, why.get(move, [])))
    _weigh_territory(game, known, color, candidates, goes_on)
    _play_out(game, color, candidates, stats, playouts, shuffled, goes_on)
    weights = Weights.of_size(game.size)
    for one in candidates:
        one.value = worth(one, weights)
    candidates.sort(key=lambda one: (-one.value, one.move))
    _check_for_blunders(game, known, color, candidates)
    return Thought(color, candidates, wins if color == BLACK else 1 - wins, lead, owned)


def closed(known: Examination) -> set[int]:
    """The empty points of small regions that only one side borders, with dragons that live: nothing is to be had there but by reading."""
    found: set[int] = set()
    for region in estimate.regions(known.board, known.dead):
        guesses = [known.guesses[known.dragons.at[q]] for q in region.border]
        if len(region.points) <= HOME and len(region.sides) == 1 and \
                all(guess.status == ALIVE and not guess.uncertain for guess in guesses):
            found |= region.points
    return found


def worth(one: Candidate, weights: Weights) -> float:
    """The value of a move before it is looked at for blunders."""
    return weights.territory * one.territory + weights.playouts * one.playouts + sum(reason.points for reason in one.reasons)


def _is_settled(game: Game, owned: np.ndarray, pos: int) -> bool:
    """Whether the playouts agree about the point and all empty points next to it."""
    return all(abs(owned[p]) >= SETTLED for p in (pos, *game.liberties(pos)))


def _weigh_territory(game: Game, known: Examination, color: int, candidates: Sequence[Candidate], goes_on: GoesOn) -> None:
    """Fill in what each move is worth as territory and moyo."""
    sign = -1 if color == BLACK else 1
    board = game.board

    def points(dead: set[int]) -> tuple[float, float]:
        gone = {pos for pos in dead if board['color'][pos] != EMPTY}
        total = float(influence.regions(board, gone).territory.sum()) + int(board['captures'][2]) - int(board['captures'][1])
        return sign * total, -sign * bouzy.balance(board, bouzy.MOYO, gone)
    before, weight = points(set(known.dead)), Weights.of_size(game.size).territory
    for one in candidates:
        if not goes_on():
            raise Stopped
        taken = {stone for reason in one.reasons if reason.kind in reasons.TAKES for stone in reason.stones}
        game.trymove(color, one.move)
        after = points(taken | known.dead)
        game.popgo()
        one.territory = after[0] - before[0]
        moyo = MOYO_SHARE * weight * (after[1] - before[1])
        one.reasons = [*one.reasons, Reason(reasons.TERRITORY, one.move, (), 0.0)] if one.territory >= 1 else one.reasons
        if abs(moyo) >= 0.05:
            one.reasons = [*one.reasons, Reason(reasons.MOYO, one.move, (), moyo)]


def _play_out(game: Game, color: int, candidates: list[Candidate], stats: np.void, playouts: int, seed: int, goes_on: GoesOn) -> None:
    """Fill in how much better playouts end after each move; those that look best at first get most of them."""
    weights = Weights.of_size(game.size)

    def points(count: int, score: int, black_wins: int) -> float:
        """What some playouts are worth to the side."""
        mean, rate = score / count, black_wins / count
        return SCORE_SHARE * mean + RATE_POINTS * rate if color == BLACK else -SCORE_SHARE * mean - RATE_POINTS * rate
    base = points(int(stats['playouts']), int(stats['score']), int(stats['black_wins']))
    for one in candidates:
        visits, wins = int(stats['visits'][color, one.move]), int(stats['wins'][color, one.move])
        if visits:
            one.playouts = points(visits, int(stats['scores'][color, one.move]), wins if color == BLACK else visits - wins) - base
    alive = sorted(candidates, key=lambda one: (-worth(one, weights), one.move))
    totals: dict[int, tuple[int, int, int]] = {}
    for most in ROUNDS:
        alive = alive[:most]
        for one in alive:
            if not goes_on():
                raise Stopped
            game.trymove(color, one.move)
            here = sample(game.board, other(color), max(playouts // most, 8), game.komi, seed + one.move + 7919 * most, guided=True)
            totals[one.move] = total = _add(totals.get(one.move, (0, 0, 0)), here)
            one.playouts = points(*total) - base
            if most <= ANSWERED:
                worst = min((points(*_add((0, 0, 0), answered)) - base for answered in _answers(game, other(color), here, seed + most)),
                            default=one.playouts)
                one.playouts += ANSWER_SHARE * (min(worst, one.playouts) - one.playouts)
            game.popgo()
        alive.sort(key=lambda one: -worth(one, weights))
    # What dropped out was never looked at as closely: it is worth no more than the last that did not.
    least = min((worth(one, weights) for one in alive), default=0.0)
    kept = {one.move for one in alive}
    for one in candidates:
        if one.move not in kept:
            one.playouts -= max(worth(one, weights) - least, 0.0) / weights.playouts


def _add(total: tuple[int, int, int], stats: np.void) -> tuple[int, int, int]:
    """Playouts, their score and those that Black won, added up."""
    return total[0] + int(stats['playouts']), total[1] + int(stats['score']), total[2] + int(stats['black_wins'])


def _answers(game: Game, color: int, stats: np.void, seed: int) -> Iterator[np.void]:
    """Playouts after the answers that look best in the playouts so far."""
    sign = 1 if color == BLACK else -1
    visits = stats['visits'][color]
    often = np.flatnonzero(visits >= FEW_VISITS)
    best = often[np.argsort(-sign * stats['scores'][color][often] / visits[often], kind='stable')]
    for move in best[:ANSWERS].tolist():
        if game.trymove(color, move):
            yield sample(game.board, other(color), int(stats['playouts']), game.komi, seed + move, guided=True)
            game.popgo()


def _check_for_blunders(game: Game, known: Examination, color: int, candidates: list[Candidate]) -> None:
    """Take off what a move loses, as long as the best move is one that has not been looked at."""
    checked: set[int] = set()
    while candidates and candidates[0].value > 0 and candidates[0].move not in checked:
        best = candidates[0]
        checked.add(best.move)
        stones = reasons.loses(game, known, color, best.move)
        if stones:
            best.blunder = LOST * stones
            best.value -= best.blunder
            candidates.sort(key=lambda one: (-one.value, one.move))

