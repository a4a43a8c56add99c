"""Review a whole game: search every position, judge its dragons, and list the findings."""
import hashlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import PurePath

import numpy as np

from owlgo.engine.core import sgf
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, COLOR_NAMES, WHITE, other, parse_vertex, vertex
from owlgo.engine.core.printable import counted
from owlgo.engine.core.sgf import Play, Record
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.examine.examination import Examination
from owlgo.engine.play import genmove
from owlgo.engine.play.value import Thought
from owlgo.engine.read.reader import Memory
from owlgo.engine.review import findings, search
from owlgo.engine.review.data import FORMAT, Fate, Finding, Moment, Request, Review
from owlgo.engine.review.fates import DragonsSeen, Watch
from owlgo.engine.review.findings import StatusStep, Story

Progress = Callable[[int, int], object]
"""A function called with the number of positions done and the total.  OutOfTime ends the review, any other exception loses it: from here,
and from the check of ``engine.core.waiting`` inside a position."""


class OutOfTime(Exception):
    """The review ends with the positions that are done."""


def key_of(data: bytes, request: Request) -> str:
    """Return the key of a review: a hash of record, request and format."""
    return hashlib.sha256(repr((FORMAT, request, hashlib.sha256(data).hexdigest())).encode()).hexdigest()[:24]


def review(data: bytes, name: str, request: Request, progress: Progress = lambda done, total: None) -> Review:
    """Review the game in the bytes of a record.  Raises SgfError (a ValueError) that begins with the name."""
    record = sgf.parse(data, name)
    if request.komi is not None:
        record.komi = request.komi
    Game().load(record)                                 # raises at an impossible move
    reviewer = _Reviewer(record, request, progress)
    if request.first > max(len(reviewer.plays), 1):
        raise sgf.SgfError(record.name, f'it has {counted(len(reviewer.plays), "move")}, and the first to be reviewed is {request.first}')
    return reviewer.review(key_of(data, request))


class _Reviewer:
    """Makes one review."""

    def __init__(self, record: Record, request: Request, progress: Progress) -> None:
        self.record, self.request, self.progress = record, request, progress
        self.workspace = Workspace()
        self.workspace.get(Memory).near = 5             # steps from two strings: a change there has their connection read again
        self.watch, self.story = Watch(self.workspace, request.level), Story(self._locate)
        self.plays = record.plays
        self.owned: dict[int, np.ndarray] = {}
        """By the number of moves: Black's share of each point in the position's playouts, from -1 to 1."""
        self.sure: set[int] = set()
        """Moves whose loss was confirmed by a longer search."""

    def review(self, key: str) -> Review:
        record = self.record
        last = min(self.request.last or len(self.plays), len(self.plays))
        first = min(max(self.request.first, 1), last + 1) - 1
        moments: list[Moment] = []
        mistakes: list[Finding] = []
        seen: DragonsSeen | None = None
        for number in range(first, last + 1):
            try:
                self.progress(number - first, last + 1 - first)
                moment, now = self._look(self._position(number), number)
                if seen is None:
                    self.story.begin(moment.fates)
                else:
                    self._judge(moments[-1], moment, seen, now, mistakes)
            except OutOfTime:
                if not moments:
                    raise
                break
            moments.append(moment)
            seen = now
        # The story may have begun on the move at which the time ran out.
        every = sorted((one for one in [*self.story.findings(), *mistakes] if one.number <= moments[-1].number), key=lambda one: one.number)
        for one in every:
            if one.fault:
                moment = moments[one.number - first]
                findings.weigh(one, moments[one.number - first - 1], moment.loss if one.number in self.sure else 0.0)
        with suppress(OutOfTime):
            self.progress(last + 1 - first, last + 1 - first)
        name = PurePath(record.name).name
        return Review(name, record.size, record.komi or 0.0, self.request.level, record.info, moments, every, record.warnings, key)

    def _position(self, number: int) -> Game:
        """Return the position after ``number`` moves, including setup before the next move."""
        game = Game()
        game.load(self.record.after(number))
        return game

    def _examine(self, game: Game) -> Examination:
        return genmove.examine(game, self.request.level, self.workspace, kept=self.watch.quickly)

    def _look(self, game: Game, number: int) -> tuple[Moment, DragonsSeen]:
        """Examine a position.  The move that led to it is judged later."""
        known = self._examine(game)
        thought = search.think(game, known, game.to_move, self.request.level)
        choice = genmove.choose(game, known, thought)
        lead, winning = search.standing(thought)
        self.owned[number] = thought.owned
        seen = self.watch.look(known, number)
        color, move = '', ''
        if number > 0:
            event = self._play(number)
            color, move = COLOR_NAMES[event.color], game.vertex(event.pos)
        moment = Moment(number, color, move, game.picture(), round(lead, 1), round(winning, 3), fates=seen.fates)
        _choose(moment, choice, thought, game.size)
        return moment, seen

    def _judge(self, before: Moment, moment: Moment, seen: DragonsSeen, now: DragonsSeen, mistakes: list[Finding]) -> None:
        """Judge the move between two positions, and note its findings."""
        if self._setup_after(moment.number):
            self.story.begin(moment.fates)
            return
        # A change is read closely before and after it: dragons in unchanged surroundings were not read again.
        for old, new in findings.pairs(before.fates, moment.fates):
            was, now_is = before.fates[old], None if new is None else moment.fates[new]
            changed = now_is is None or was.status != now_is.status
            if changed and (findings.is_settled(was) or (now_is is not None and findings.is_settled(now_is))):
                self.watch.confirm(seen, old)
                if new is not None:
                    self.watch.confirm(now, new)
        self.story.go_on(before, moment)
        if before.choice == moment.move:
            return
        sign = 1 if moment.color == 'black' else -1
        moment.loss = max(0.0, round(sign * (before.lead - moment.lead), 1))
        moment.drop = max(0.0, round(sign * (before.winning - moment.winning), 3))
        # Two searches of different positions are not enough to report a loss.
        if findings.is_large(moment, self.record.size, findings.SUSPECT) or \
                moment.loss >= findings.LEAST_NAMED and self.story.blames(moment.number):
            self.sure.add(moment.number)
            self._make_sure(before, moment, now)
            if findings.is_large(moment, self.record.size):
                mistakes.append(findings.mistake(before, moment))

    def _make_sure(self, before: Moment, moment: Moment, now: DragonsSeen) -> None:
        """Search again after this move and after the engine's move.  The loss is the mean of what both searches say."""
        color = BLACK if moment.color == 'black' else WHITE
        better = self._position(before.number)
        better.play(color, parse_vertex(before.choice, better.size))
        good, made = (search.think(game, known, other(color), self.request.level, seed=1)
                      for game, known in ((better, self._examine(better)), (self._position(moment.number), now.known)))
        moment.loss = max(0.0, round((moment.loss + made.lead - good.lead) / 2, 1))
        moment.drop = max(0.0, round((moment.drop + made.winning - good.winning) / 2, 3))

    def _locate(self, old: Fate, new: Fate, numbers: range) -> StatusStep:
        """Find the move that changed a dragon's status, by reading the dragon in positions between, each time in the middle of those left.

        Where reading is not sure, playouts decide: whether the dragon survives in them rather as before all moves or as after them.
        """
        fates: dict[int, Fate] = {numbers.start - 1: old, numbers.stop - 1: new}
        low, high = numbers.start - 1, numbers.stop - 1
        while high - low > 1:
            middle = (low + high) // 2
            fate = self.watch.reread(self._examine(self._position(middle)), middle, old if new.status == 'captured' else new)
            if fate is not None and findings.is_settled(fate):
                fates[middle] = fate
                changed = findings.RANK[fate.status] == findings.RANK[new.status]
            else:
                before, there, after = (self._survives(old, number) for number in (numbers.start - 1, middle, numbers.stop - 1))
                changed = abs(there - after) < abs(there - before)
            low, high = (low, middle) if changed else (middle, high)
        return StatusStep(high, fates.get(low), fates.get(high))

    def _survives(self, fate: Fate, number: int) -> float:
        """Return the mean share of the owner in the points of a dragon's stones, in playouts from a position; from -1 to 1."""
        owned = self.owned.get(number)
        if owned is None:
            return 0.0
        black = float(np.mean([owned[parse_vertex(name, self.record.size)] for name in fate.stones]))
        return black if fate.color == 'black' else -black

    def _play(self, number: int) -> Play:
        """Return a move of the record."""
        event = self.record.events[self.plays[number - 1]]
        assert isinstance(event, Play)
        return event

    def _end(self, number: int) -> int:
        """Return the number of the record's events before the next move."""
        return self.plays[number] if number < len(self.plays) else len(self.record.events)

    def _setup_after(self, number: int) -> bool:
        """Whether stones are set up after a move, so that the next position is not its result."""
        return self._end(number) - self.plays[number - 1] > 1


def _choose(moment: Moment, choice: int, thought: Thought, size: int) -> None:
    """Fill in the engine's move and its expected line of up to eight moves."""
    found = thought.of(choice)
    moment.choice = vertex(choice, size)
    moment.line = [vertex(pos, size) for pos in found.variation[:8]] if found and found.variation else [moment.choice]
