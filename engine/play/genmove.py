"""Choose a move: the one worth most, else a dame, else a pass; resign when the game is surely lost."""
import math
import time
from collections.abc import Collection
from dataclasses import dataclass

from owlgo.engine.core.game import Game, Rules
from owlgo.engine.core.level import STANDARD_LEVEL
from owlgo.engine.core.points import BLACK, EMPTY, PASS, all_points, neighbours
from owlgo.engine.core.result import WIN
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.examine.examination import Examination
from owlgo.engine.examine.judgement import KeptJudgement
from owlgo.engine.examine.kept import Kept
from owlgo.engine.examine.outcome import OUTCOME_REACH
from owlgo.engine.mcts import mcts
from owlgo.engine.mcts.ablation import SEARCH
from owlgo.engine.mcts.around import is_own_eye
from owlgo.engine.mcts.mcts import Plan
from owlgo.engine.play import blunder, final, over, reasons, value
from owlgo.engine.play.move_search import MoveSearch, SearchTask
from owlgo.engine.play.over import examine as examine
from owlgo.engine.play.reasons import Motive
from owlgo.engine.play.strength import STANDARD, Strength
from owlgo.engine.play.value import GoesOn, Thought
from owlgo.engine.play.weights import GAIN, RESIGN, TIMING
from owlgo.engine.read import tactics
from owlgo.engine.read.depths import of_level
from owlgo.engine.score import estimate
from owlgo.engine.score.estimate import Count


class EarlierReadings(dict[tuple[int, Rules], Kept[KeptJudgement]]):
    """Keeps the judgements of dragons from earlier moves of a game with a clock, by level and rules."""

    def __missing__(self, key: tuple[int, Rules]) -> Kept[KeptJudgement]:
        return self.setdefault(key, Kept(OUTCOME_REACH))

    forget = dict.clear
    """Forget all judgements, since another game begins (``Workspace.forget``)."""


@dataclass(frozen=True)
class MoveSettings:
    """Settings for the choice of moves."""
    level: int = 10
    seed: int = 0
    threads: int = 1
    """With one thread the same position gets the same move, unless an earlier position's tree is reused."""
    without: frozenset[str] = frozenset()
    """Parts of the move generator to leave out (``engine.mcts.ablation.PARTS``)."""
    per_level: int = 0
    """Playouts for each level.  0: a default that takes half a second at level 10."""
    area_scoring: bool = False
    """Whether to count by area scoring; otherwise by territory scoring."""
    strength: Strength | None = None
    """How strongly to choose.  None: as well as the level's effort allows, for questions about moves."""

    def plan(self, size: int) -> Plan:
        """Return the plan of a search on a board of this size."""
        level = self.level if self.strength is None else STANDARD_LEVEL
        playouts = (500 + 1150 * level) * 81 // max(size * size, 81) + 100
        without = self.without
        if self.strength is not None:
            playouts = max(int(self.strength.share * playouts), TIMING.least_playouts)
            # Without a search, reasons are all there is to go by.
            without |= frozenset() if SEARCH in without else self.strength.without
        if self.per_level:
            playouts = max(self.per_level * self.level, TIMING.least_playouts)
        return Plan(playouts, self.threads, early=True, without=without)

    def task(self, among: Collection[int] = (), every_point: bool = False, follows: bool = False) -> SearchTask:
        """Return the task of a search."""
        strength = self.strength or STANDARD
        # The tree of an earlier position has all moves.
        follows = follows and math.isinf(strength.moves)
        return SearchTask(among, every_point, follows, self.area_scoring, strength)

    @property
    def is_weak(self) -> bool:
        """Whether the strength is below the standard one."""
        return self.strength is not None and self.strength.share < STANDARD.share


def search(game: Game, color: int, how: MoveSettings = MoveSettings(), among: Collection[int] = (), known: Examination | None = None,
           every_point: bool = False, follows: bool = False, goes_on: GoesOn = lambda: True) -> MoveSearch:
    """Search for a move, and return the search.  Raises Stopped once ``goes_on`` returns false."""
    known = known or examine(game, how.level, Workspace())
    task = how.task(among, every_point, follows)
    return MoveSearch(game, known, color, how.plan(game.size)._replace(goes_on=goes_on), how.seed, task).grow()


def think(game: Game, color: int, how: MoveSettings = MoveSettings(), among: Collection[int] = (), known: Examination | None = None,
          every_point: bool = False, follows: bool = False, goes_on: GoesOn = lambda: True) -> Thought:
    """Search for a move, and return the values of all moves (``MoveSearch``).  Raises Stopped once ``goes_on`` returns false."""
    return search(game, color, how, among, known, every_point, follows, goes_on).thought()


def genmove(game: Game, color: int, how: MoveSettings = MoveSettings(), among: Collection[int] = (),
            workspace: Workspace | None = None) -> int:
    """Return a legal move for the colour, or PASS, without playing it."""
    known = examine(game, how.level, workspace or Workspace())
    return choose(game, known, think(game, color, how, among, known), among)


@dataclass
class TimedMove:
    """A move chosen in a given time, with the values of all moves (``Thought``).  In haste there is no examination, only a search."""
    move: int
    known: Examination | None = None
    thought: Thought | None = None


def level_in(seconds: float, least: int, most: int) -> int:
    """Return the level that ``seconds`` allow, from ``least`` to ``most``."""
    return max(least, min(int(TIMING.levels * seconds), most))


def choose_in(game: Game, color: int, seconds: float, workspace: Workspace, how: MoveSettings = MoveSettings(), clean: bool = False,
              among: Collection[int] = (), wanted: GoesOn = lambda: True, agreed: bool = False) -> TimedMove:
    """Choose a legal move or PASS in about ``seconds``.  If ``among`` is not empty, choose among these points only.

    Less time means fewer playouts and less examination.  Raises Stopped once the move is no longer ``wanted``, but not in haste.
    """
    begin = time.monotonic()

    def goes_on() -> bool:
        return wanted() and time.monotonic() < begin + TIMING.examining * seconds
    playouts = int(TIMING.playouts * how.threads * TIMING.searching * seconds / game.size ** 2) + TIMING.least_playouts
    plan = how.plan(game.size)
    # More time makes no weak player strong.
    most = plan.playouts if how.is_weak else TIMING.faster * playouts
    plan = plan._replace(playouts=min(playouts, most), until=begin + TIMING.searching * seconds)
    longest = plan._replace(playouts=most)
    if seconds < TIMING.haste:
        last = game.moves[-1][1] if game.moves else PASS
        tree = workspace.get(mcts.main_tree)
        allowed = {move: won for move, won in mcts.every_move(game, color).items() if not among or move in (PASS, *among)}
        root = mcts.Root(game.board, color, game.area_komi, how.seed, allowed, last, mcts.before_last(game), None if among else game.trail,
                         pass_ends=over.has_passed(game, color))
        tree.begin(root, how.threads, how.without)
        tree.grow(longest)
        found = tree.found()
        move = found.lines[0].move
        # A quick examination takes a part of a second.
        if (clean and move == PASS or not among and over.has_passed(game, color)) and seconds >= TIMING.cleaning:
            quickly = examine(game, 0, workspace, wanted)
            if over.wins(game, quickly, color, how.area_scoring, hasty=True) == over.Win.CERTAIN:
                move = PASS
            # In playouts dead stones fall in any case, and a pass would make them alive.
            move = cleanup(game, quickly, color, among) if clean and move == PASS else move
        return TimedMove(move, thought=value.searched(color, found, game.area_komi))
    level = level_in(seconds, 0, how.level)
    known = examine(game, level, workspace, goes_on, workspace.get(EarlierReadings)[level, game.rules])
    search = MoveSearch(game, known, color, plan._replace(goes_on=wanted), how.seed,
                        how.task(among, follows=not among))
    thought = search.grow(longest._replace(goes_on=wanted)).thought()
    move = choose(game, known, thought, among, clean, has_time=lambda: wanted() and time.monotonic() < begin + seconds, agreed=agreed)
    return TimedMove(move, known, thought)


def choose(game: Game, known: Examination, thought: Thought, among: Collection[int] = (), clean: bool = False, least: float = GAIN.anywhere,
           has_time: GoesOn = lambda: True, agreed: bool = False) -> int:
    """Choose among the moves that ``think`` valued (``_preferred``).  A player who considers only some moves passes only once the game is
    over; before that, another move comes to mind (``_another``).
    """
    move = _preferred(game, known, thought, among, clean, least, has_time, agreed)
    if move != PASS or thought.ends or agreed or not thought.undecided:
        return move
    closely = over.closely(game, known)
    return PASS if over.is_certain(closely) else _another(game, closely, thought)


def _another(game: Game, known: Examination, thought: Thought) -> int:
    """Return the first undecided move in the order in which they come to mind that attacks or saves something, or loses nothing itself.

    PASS if there is none.
    """
    color = thought.color
    why = reasons.collect(game, known, color)
    for pos in thought.undecided:
        urgent = any(reason.kind in Motive.READ and not known.dead.issuperset(reason.stones) for reason in why.get(pos, ()))
        if urgent or pos not in thought.home and _is_harmless(game, known, color, pos):
            return pos
    return PASS


def _preferred(game: Game, known: Examination, thought: Thought, among: Collection[int], clean: bool, least: float, has_time: GoesOn,
               agreed: bool) -> int:
    """Choose among the moves that ``think`` valued.  Preferred is the best move that gains enough; else, while much is open, the best move
    that was searched; else a dame; else a pass.

    If a pass wins, or both sides have ``agreed`` that a settled game is over, pass at once.  With ``clean``, attack dead stones before any
    pass.  While much is open, pass too if the best move loses much on a nearly settled board.  A dame must endanger no dragon, which is
    read as long as ``has_time`` allows.
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
        return PASS if best.value <= GAIN.worst and not among and value.nearly_settled(game, thought.owned) else best.move
    pos = dame(game, known, thought.color, among, has_time)
    return cleanup(game, known, thought.color, among) if pos == PASS and clean else pos


def finishing_move(game: Game, known: Examination, color: int, level: int = 0, seed: int = 0) -> int:
    """Return the next move of a nearly finished game that is played out so that it can be counted.  Few playouts are made.

    First choice is the move that captures or saves most stones.  Next comes a good move if a region is open, then a capture of dead stones
    (``cleanup``), then PASS.
    """
    # Dead stones are neither captured nor saved: a move at home costs a point.
    urgent = [(len(reason.stones), -move, move) for move, why in reasons.collect(game, known, color).items() for reason in why
              if reason.kind in (*Motive.TAKES, *Motive.SAVES) and not known.dead.issuperset(reason.stones) and game.is_new(color, move)]
    if urgent:
        return max(urgent)[2]
    if final.open_regions(known):
        thought = think(game, color, MoveSettings(level, seed), (), known, every_point=True)
        return choose(game, known, thought, least=GAIN.at_end)
    return cleanup(game, known, color)


def dame(game: Game, known: Examination, color: int, among: Collection[int] = (), has_time: GoesOn = lambda: True) -> int:
    """Return a point between living stones of both sides that can be filled without harm, or PASS."""
    for pos in among or all_points(game.size):
        if game.color_at(pos) != EMPTY:
            continue
        beside = {game.color_at(q) for q in neighbours(pos, game.size) if game.color_at(q) and q not in known.dead}
        if len(beside) == 2 and game.is_new(color, pos) and _is_harmless(game, known, color, pos) and \
                not blunder.stakes(game, known, color, pos, has_time):
            return pos
    return PASS


def _is_harmless(game: Game, known: Examination, color: int, pos: int) -> bool:
    """Whether the opponent can capture neither the stone played nor an own string next to it."""
    reader = known.reader.within(of_level(STANDARD_LEVEL))
    game.trymove(color, pos)
    strings = [pos, *(q for q in neighbours(pos, game.size) if game.color_at(q) == color)]
    stands = game.color_at(pos) == color        # unless it was suicide
    safe = stands and all(tactics.attack(game.board, q, reader).result != WIN for q in strings)
    game.popgo()
    return safe


def cleanup(game: Game, known: Examination, color: int, among: Collection[int] = ()) -> int:
    """Return a move towards capturing the opponent's dead stones, or PASS: a capture, an attack, or a liberty filled safely."""
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
    """Whether the side has surely lost: it loses nearly all playouts, and is far behind even if it gets every dragon in doubt.

    At a low level a closer examination must agree.  In a game with handicap stones most of the board must be settled, too.
    """
    if game.handicap > 1 and not value.nearly_settled(game, thought.owned):
        return False
    far = -RESIGN.behind * game.size ** 2
    if thought.ends or thought.winning > RESIGN.winning or thought.lead >= far or len(game.moves) < game.size * 2 or \
            _hope(game, known, thought.color) >= far:
        return False
    return known.means.limits.level >= RESIGN.level or _hope(game, examine(game, RESIGN.level, known.reader.workspace), thought.color) < far


def _hope(game: Game, known: Examination, color: int) -> float:
    """Return the points that a side leads by if it gets every dragon in doubt."""
    score = estimate.estimate(known.board, known.dead, known.critical, Count.of(game, True), estimate.by_regions)
    return -score.lower if color == BLACK else score.upper
