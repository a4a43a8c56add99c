"""Choosing a move: the one worth most, else a dame, else a pass; resigning when nothing is left to hope for."""
import time
from collections.abc import Collection
from dataclasses import dataclass

from owlgo.engine.core.game import Game
from owlgo.engine.core.level import STANDARD_LEVEL
from owlgo.engine.core.points import BLACK, EMPTY, PASS, all_points, neighbours
from owlgo.engine.core.result import WIN
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.examine.examination import Examination
from owlgo.engine.examine.judgement import KeptJudgement
from owlgo.engine.examine.kept import Kept
from owlgo.engine.mcts import mcts
from owlgo.engine.mcts.around import is_own_eye
from owlgo.engine.mcts.mcts import Plan
from owlgo.engine.play import blunder, final, over, reasons, value
from owlgo.engine.play.over import examine as examine
from owlgo.engine.play.value import GoesOn, Thought
from owlgo.engine.read import tactics
from owlgo.engine.read.depths import of_level
from owlgo.engine.score import estimate
from owlgo.engine.score.estimate import Count

LEAST_AT_END = 2.0
"""Points that a move must be worth when both sides play a game to its end: playouts count area, where a stone in one's own territory costs
nothing.
"""
LEAST_CLEANING = 0.2
"""With fewer seconds for a move dead stones are left where they are."""
WORSE = 3.0
"""A move that is so much worse than a pass is not made in a game that is nearly settled, however much is open."""
HOPELESS = 0.02
"""Part of the playouts won below which a side may resign."""
FAR_BEHIND = 0.15
"""Points for each point of the board that a side must be behind, by every estimate, to resign,"""
SURE = 4
"""and also by an examination of this level: below it many dragons are taken for dead that are not, and playouts are told so."""
PLAYOUTS = 2_000_000
"""Playouts that a thread makes in a second, times the points of the board."""
LEAST_PLAYOUTS = 100
FASTER = 3
"""A machine may be so many times as fast: it is time that ends a search with a clock, not their number."""
EXAMINING, SEARCHING = 0.2, 0.85
"""Parts of a move's time after which no dragon is read any more but to check the move, and no playout begun."""
NEAR = 3
"""Steps from a dragon, and from enemies that touch it, within which a change makes it be read again at a later move.  Of 1,408 dragons in
games against a clock 10 counted as something else than when all were read anew, none of them for certain; with 2 steps 13, two for
certain, and hardly faster."""
LEVELS = 10
"""A position is examined at so many levels for each second that the move may take."""
HASTE = 0.8
"""With fewer seconds than this nothing is examined: playouts bring more."""


def playout_count(level: int, size: int) -> int:
    """Playouts of a search: some 0.5 s at level 10."""
    return (500 + 1150 * level) * 81 // max(size * size, 81) + 100


class Earlier:
    """What was read of dragons at earlier moves of a game with a clock, by level."""

    def __init__(self) -> None:
        self._by_level: dict[int, Kept[KeptJudgement]] = {}

    def at(self, level: int) -> Kept[KeptJudgement]:
        """What was read with this level."""
        return self._by_level.setdefault(level, Kept(NEAR))

    def forget(self) -> None:
        """Another game begins (``Workspace.forget``)."""
        self._by_level.clear()


@dataclass(frozen=True)
class MoveSettings:
    """How moves are chosen."""
    level: int = 10
    seed: int = 0
    threads: int = 1
    """With one, the same game and seed give the same thoughts, unless they follow those about earlier positions."""
    without: frozenset[str] = frozenset()
    """What is left out (``engine.mcts.ablation.PARTS``)."""
    per_level: int = 0
    """Playouts of a search for each level; 0: as many as take half a second at level 10."""
    chinese: bool = False
    """Stones and territory count, else territory and prisoners."""

    def plan(self, size: int) -> Plan:
        """How long to search on a board of this size."""
        playouts = max(self.per_level * self.level, LEAST_PLAYOUTS) if self.per_level else playout_count(self.level, size)
        return Plan(playouts, self.threads, early=True, without=self.without)


def think(game: Game, color: int, how: MoveSettings = MoveSettings(), among: Collection[int] = (), known: Examination | None = None,
          every_point: bool = False, follows: bool = False, goes_on: GoesOn = lambda: True) -> Thought:
    """What is thought about a position (``value.Thinking``).  Raises Stopped if it no longer ``goes_on``."""
    known = known or examine(game, how.level, Workspace())
    return value.think(game, known, color, how.plan(game.size)._replace(goes_on=goes_on), how.seed, among, every_point, follows,
                       how.chinese)


def genmove(game: Game, color: int, how: MoveSettings = MoveSettings(), among: Collection[int] = (),
            workspace: Workspace | None = None) -> int:
    """A legal move for the colour, or PASS; it is not played."""
    known = examine(game, how.level, workspace or Workspace())
    return choose(game, known, think(game, color, how, among, known), among)


@dataclass
class TimedMove:
    """A move chosen in a given time, with what was thought of it; in great haste nothing is known of the position, and the thought is the
    search alone.
    """
    move: int
    known: Examination | None = None
    thought: Thought | None = None


def level_in(seconds: float, least: int, most: int) -> int:
    """The level that so many seconds are enough for, within bounds."""
    return max(least, min(int(LEVELS * seconds), most))


def choose_in(game: Game, color: int, seconds: float, workspace: Workspace, how: MoveSettings = MoveSettings(), clean: bool = False,
              among: Collection[int] = (), wanted: GoesOn = lambda: True, agreed: bool = False) -> TimedMove:
    """A legal move, ``among`` these points if there are any, or PASS, found in about so many seconds: less is examined and fewer playouts
    are made the less time there is.

    Raises Stopped if it is no longer ``wanted``, unless there is little time anyway.
    """
    begin = time.monotonic()

    def goes_on() -> bool:
        return wanted() and time.monotonic() < begin + EXAMINING * seconds
    playouts = int(PLAYOUTS * how.threads * SEARCHING * seconds / game.size ** 2) + LEAST_PLAYOUTS
    plan = how.plan(game.size)._replace(playouts=playouts, until=begin + SEARCHING * seconds)
    longest = plan._replace(playouts=FASTER * playouts)
    if seconds < HASTE:
        last = game.moves[-1][1] if game.moves else PASS
        tree = workspace.get(mcts.main_tree)
        allowed = {move: won for move, won in mcts.every_move(game, color).items() if not among or move in (PASS, *among)}
        tree.begin(game.board, color, game.area_komi, how.seed, allowed, last, None if among else game.trail, how.threads,
                   without=how.without, before=mcts.before_last(game))
        tree.grow(longest)
        found = tree.found()
        move = found.lines[0].move
        # A quick look takes a part of a second.
        if (clean and move == PASS or not among and over.has_passed(game, color)) and seconds >= LEAST_CLEANING:
            quickly = examine(game, 0, workspace, wanted)
            if over.wins(game, quickly, color, how.chinese, hasty=True) == over.Win.CERTAIN:
                move = PASS
            # In playouts dead stones fall in any case, and a pass would make them alive.
            move = cleanup(game, quickly, color, among) if clean and move == PASS else move
        return TimedMove(move, thought=value.searched(color, found, game.area_komi))
    level = level_in(seconds, 0, how.level)
    known = examine(game, level, workspace, goes_on, workspace.get(Earlier).at(level))
    thinking = value.Thinking(game, known, color, plan._replace(goes_on=wanted), how.seed, among, follows=not among,
                              chinese=how.chinese)
    thought = thinking.grow(longest._replace(goes_on=wanted)).thought()
    move = choose(game, known, thought, among, clean, has_time=lambda: wanted() and time.monotonic() < begin + seconds, agreed=agreed)
    return TimedMove(move, known, thought)


def choose(game: Game, known: Examination, thought: Thought, among: Collection[int] = (), clean: bool = False, least: float = value.LEAST,
           has_time: GoesOn = lambda: True, agreed: bool = False) -> int:
    """The best move of a thought if it is worth anything or much is open; else a dame, or, to ``clean`` up, one against dead stones; else
    PASS.  If a pass wins, or both sides have ``agreed`` that a settled game is over, dead stones are all that is left.  What a dame does
    to dragons is read while it ``has_time``.
    """
    if thought.ends or agreed and over.is_settled(known):
        return cleanup(game, known, thought.color, among) if clean else PASS
    for one in thought.candidates:
        if value.is_worth_it(one, thought.home, least):
            return one.move
    looked_at = [one for one in thought.candidates if one.visits and one.move not in thought.home]
    if thought.is_open and looked_at and not agreed:
        best = next((one for one in looked_at if not one.settled and not one.blunder), looked_at[0])
        best = looked_at[0] if best.value < 0 < looked_at[0].value else best
        return PASS if best.value <= -WORSE and not among and value.nearly_settled(game, thought.owned) else best.move
    pos = dame(game, known, thought.color, among, has_time)
    return cleanup(game, known, thought.color, among) if pos == PASS and clean else pos


class Settler:
    """Plays a game that is nearly over to its end, for both sides, in few playouts; what it knows of a position it keeps for the other
    side's turn.
    """

    def __init__(self, workspace: Workspace, level: int = 0, seed: int = 0, clean: bool = False) -> None:
        self.workspace, self.level, self.seed, self.clean = workspace, level, seed, clean
        self._known: tuple[object, Examination] | None = None

    def known(self, game: Game) -> Examination:
        """What is known of the position."""
        if self._known is None or self._known[0] != game.situation:
            self._known = game.situation, examine(game, STANDARD_LEVEL, self.workspace)
        return self._known[1]

    def __call__(self, game: Game, color: int) -> int:
        """What takes or saves most; where something is open, any good move; to ``clean`` up, one against dead stones; or PASS."""
        known = self.known(game)
        # What counts as dead is neither taken nor saved: a move at home costs a point.
        urgent = [(len(reason.stones), -move, move) for move, why in reasons.collect(game, known, color).items() for reason in why
                  if reason.kind in (*reasons.TAKES, *reasons.SAVES) and not known.dead.issuperset(reason.stones) and
                  game.is_new(color, move)]
        if urgent:
            return max(urgent)[2]
        if final.open_regions(known):
            thought = think(game, color, MoveSettings(self.level, self.seed), (), known, every_point=True)
            return choose(game, known, thought, least=LEAST_AT_END)
        return cleanup(game, known, color) if self.clean else PASS


def dame(game: Game, known: Examination, color: int, among: Collection[int] = (), has_time: GoesOn = lambda: True) -> int:
    """A point between living stones of both sides that can be filled without harm, or PASS."""
    for pos in among or all_points(game.size):
        if game.color_at(pos) != EMPTY:
            continue
        beside = {game.color_at(q) for q in neighbours(pos, game.size) if game.color_at(q) and q not in known.dead}
        if len(beside) == 2 and game.is_new(color, pos) and _is_harmless(game, known, color, pos) and \
                not blunder.stakes(game, known, color, pos, has_time):
            return pos
    return PASS


def _is_harmless(game: Game, known: Examination, color: int, pos: int) -> bool:
    """Whether the stone stands after the move, and neither it nor an own string next to it can be captured."""
    reader = known.reader.within(of_level(STANDARD_LEVEL))
    game.trymove(color, pos)
    strings = [pos, *(q for q in neighbours(pos, game.size) if game.color_at(q) == color)]
    stands = game.color_at(pos) == color        # unless it was suicide
    safe = stands and all(tactics.attack(game.board, q, reader).result != WIN for q in strings)
    game.popgo()
    return safe


def cleanup(game: Game, known: Examination, color: int, among: Collection[int] = ()) -> int:
    """A move towards taking the opponent's dead stones off the board, or PASS: a capture, an attack, or a liberty filled safely."""
    dead = [worm for worm in known.worms if worm.color != color and worm.stones[0] in known.dead]
    for worm in sorted(dead, key=lambda worm: (worm.liberties, worm.stones[0])):
        moves = [*worm.attacks, *game.liberties(worm.stones[0])]
        for pos in dict.fromkeys(moves):
            if among and pos not in among:
                continue
            if game.is_new(color, pos) and (worm.liberties == 1 or
                                            (not is_own_eye(game.board, pos, color) and _is_harmless(game, known, color, pos))):
                return pos
    return PASS


def resigns(game: Game, known: Examination, thought: Thought) -> bool:
    """Whether the side has surely lost: in nearly all playouts, and far behind even if every dragon in doubt is its own, also after a
    closer look than that of a low level.
    """
    far = -FAR_BEHIND * game.size ** 2
    if thought.ends or thought.winning > HOPELESS or thought.lead >= far or len(game.moves) < game.size * 2 or \
            _hope(game, known, thought.color) >= far:
        return False
    return known.means.limits.level >= SURE or _hope(game, examine(game, SURE, known.reader.workspace), thought.color) < far


def _hope(game: Game, known: Examination, color: int) -> float:
    """The points that a side is ahead if every dragon in doubt is its own."""
    score = estimate.estimate(known.board, known.dead, known.critical, Count.of(game, True), estimate.by_regions)
    return -score.lower if color == BLACK else score.upper
