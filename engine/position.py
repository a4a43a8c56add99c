"""The Python API: a position, questions about it, and answers that draw themselves.

    from owlgo import Position
    position = Position.from_sgf('game.sgf', until=52)
    position.owl_attack('D8')

Threads may share a position, which then answers one question at a time.  Different positions answer in parallel.
"""
import math
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from threading import RLock
from typing import Any, Concatenate, NamedTuple, ParamSpec

from owlgo.engine.core import sgf
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.draw import draw
from owlgo.engine.core.facts import DEAD, STATUS_WORDS
from owlgo.engine.core.game import Game, Rules
from owlgo.engine.core.level import MAX_LEVEL, STANDARD_LEVEL, parse_rank
from owlgo.engine.core.points import EMPTY, MAX_SIZE, PASS, SIDES, STONES, all_points, other, parse_color, parse_vertex, vertex
from owlgo.engine.core.printable import counted
from owlgo.engine.core.result import LOSE, RESULT_WORDS
from owlgo.engine.core.workspace import T, Workspace
from owlgo.engine.examine import outcome
from owlgo.engine.examine.examination import Examination
from owlgo.engine.examine.judgement import Judgement
from owlgo.engine.life import grade_words
from owlgo.engine.life.verdict import Answer
from owlgo.engine.play import expected, final, genmove, strength
from owlgo.engine.read import tactics
from owlgo.engine.read.depths import of_level
from owlgo.engine.read.reader import Reader
from owlgo.engine.score.estimate import Count, Score
from owlgo.engine.solver.region import ATTACKER, DEFENDER

P = ParamSpec('P')
"""Parameters of a method."""


def _alone(method: 'Callable[Concatenate[Position, P], T]') -> 'Callable[Concatenate[Position, P], T]':
    """Make a method lock the position while it runs, since all questions share the position's board and workspace."""
    @wraps(method)
    def locked(self: 'Position', /, *args: P.args, **kwargs: P.kwargs) -> T:
        with self._lock:
            return method(self, *args, **kwargs)
    return locked


def _whole(name: str, value: object, least: int, most: int) -> int:
    """Return the user's value of the parameter ``name`` if it is a whole number in range, else raise TypeError or ValueError."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f'{name}: a whole number is wanted, not {value!r}')
    if not least <= value <= most:
        raise ValueError(f'{name}: {value} is not between {least} and {most}')
    return value


def _text(name: str, value: object) -> str:
    """Return the user's value of the parameter ``name`` if it is text, else raise TypeError."""
    if not isinstance(value, str):
        raise TypeError(f'{name}: text is wanted, as in {name}("D4"), not {value!r}')
    return value


def _picture(game: Game, marks: dict[int, str]) -> str:
    """Return a drawing of the board with some points marked."""
    return draw(game.size, game.color_at, marks.get)


class WallString(NamedTuple):
    """A string of the wall round a dragon.  A proof that the dragon is killed assumes that this string is not captured."""
    stones: tuple[str, ...]
    evidence: str
    """What supports the assumption: "reading" or "nothing"."""


def _graded(how: str, conditions: Sequence[WallString]) -> str:
    """Return a grade in words, with the strings that it depends on."""
    return grade_words.proved_if([one.stones[0] for one in conditions]) if how == Grade.PROVED_IF.word else how


def _named(found: Answer | Judgement, size: int) -> tuple[WallString, ...]:
    """Return the wall strings that the proof of an answer assumes to be safe, with vertices as text."""
    held = found.conditions if found.grade == Grade.PROVED_IF else ()
    return tuple(WallString(tuple(vertex(p, size) for p in one.stones), one.evidence) for one in held)


@dataclass(frozen=True)
class Verdict:
    """The answer to a question about a string or a dragon.  Its ``repr`` draws the board: ``*`` is the move."""
    question: str
    succeeds: bool
    """Whether the side that moves first succeeds, if only by a ko.  This is also the verdict's truth value."""
    answer: str
    move: str | None
    certain: bool
    how: str = ''
    """The answer's grade: proved, proved if (the strings in ``conditions`` hold), read, searched (by a pattern), or uncertain."""
    picture: str = field(repr=False, default='')
    conditions: tuple[WallString, ...] = ()
    """The strings that must not be captured if the proof is to hold; empty for other grades than "proved if"."""

    def __bool__(self) -> bool:
        return self.succeeds

    def __repr__(self) -> str:
        move = f' at {self.move}' if self.move else ''
        grade = '' if self.certain else ' (uncertain)'
        if self.how == Grade.PROVED_IF.word:
            grade = f' ({_graded(self.how, self.conditions)})'
        return f'{self.question}: {self.answer}{move}{grade}\n{self.picture}'


@dataclass(frozen=True)
class DragonInfo:
    """A dragon and its status.  Its ``repr`` draws the board: ``#`` are its stones."""
    color: str
    stones: tuple[str, ...]
    status: str
    attack: str | None
    """The move that kills the dragon if it is critical."""
    defence: str | None
    """The move that saves the dragon if it is critical."""
    certain: bool
    how: str = ''
    """The status's grade: proved, proved if (the strings in ``conditions`` hold), read, searched (by a pattern), uncertain, or unchecked
    (not read, and counted as alive, because the dragon has a wide escape route or much room)."""
    picture: str = field(repr=False, default='')
    conditions: tuple[WallString, ...] = ()
    """The strings that must not be captured if the proof is to hold; empty for other grades than "proved if"."""

    def __repr__(self) -> str:
        moves = f' (killed at {self.attack}, saved at {self.defence})' if self.attack and self.defence else ''
        status = 'counts as alive' if self.how == Grade.UNCHECKED.word else f'{"" if self.certain else "probably "}{self.status}'
        return f'{self.color} {self.stones[0]}, {counted(len(self.stones), "stone")}: {status}{moves} ' \
               f'({_graded(self.how, self.conditions)})\n{self.picture}'


@dataclass(frozen=True)
class Estimate:
    """A score, positive for White.  Its ``repr`` draws the board: ``x`` and ``o`` are territory and captured stones."""
    score: float
    upper: float
    lower: float
    picture: str = field(repr=False, default='')

    def __repr__(self) -> str:
        return f'{Score(self.score, self.upper, self.lower)}\n{self.picture}'


class Position:
    """A game up to some move, and questions about it.  Vertices and colours are text, as in GTP."""

    def __init__(self, size: int = 19, komi: float = 0.0, ko: str = 'simple', suicide: str = 'forbidden') -> None:
        """An empty board.  Raises ValueError for an impossible size or komi or unknown rules, TypeError for other types."""
        if isinstance(komi, bool) or not isinstance(komi, (int, float)):
            raise TypeError(f'komi: a number is wanted, not {komi!r}')
        if not math.isfinite(komi):
            raise ValueError(f'komi: {komi} is no komi')
        self.game = Game(_whole('size', size, 1, MAX_SIZE), float(komi), Rules(suicide, ko))
        self.workspace = Workspace()
        self._lock = RLock()
        self._known: tuple[object, Examination] | None = None

    @classmethod
    def from_sgf(cls, path: str | Path, until: str | int | None = None) -> 'Position':
        """Return a game record's position just before ``until``, a move number or the first move at a vertex; by default the last position.

        Oddities of the record become Python warnings.
        Raises SgfError (a ValueError) that names the place.
        """
        position, record = cls(), sgf.load(str(path), None if until is None else str(until))
        position.game.load(record)
        for text in record.warnings:
            warnings.warn(f'{path}: {text}', stacklevel=2)
        return position

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != '_lock'}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _lock=RLock())

    @_alone
    def play(self, *moves: str) -> 'Position':
        """Play moves, the side to move first: ``play('D4', 'Q16')``, or with its colour ``play('white pass')``.  Returns itself.

        Raises ValueError on an invalid vertex and on an illegal move.  Earlier moves stay played.
        """
        for move in moves:
            words = _text('play', move).split()
            if not 1 <= len(words) <= 2:
                raise ValueError(f'{move!r} is no move')
            color = parse_color(words[0]) if len(words) > 1 else self.game.to_move
            self.game.play(color, parse_vertex(words[-1], self.game.size))
        return self

    @property
    def _reader(self) -> Reader:
        return Reader(of_level(STANDARD_LEVEL), self.workspace).closely()

    def attack(self, stone: str) -> Verdict:
        """Whether the string can be captured if its opponent moves first.  Raises ValueError on an empty point."""
        return self._ask(stone, 'attack', 'Can the string at {} be captured?',
                         lambda pos: Answer(tactics.attack(self.game.board, pos, self._reader)))

    def defend(self, stone: str) -> Verdict:
        """Whether the string can be saved if its owner moves first.  Raises ValueError on an empty point."""
        return self._ask(stone, 'defend', 'Can the string at {} be saved?',
                         lambda pos: Answer(tactics.find_defense(self.game.board, pos, self._reader)))

    def owl_attack(self, stone: str) -> Verdict:
        """Whether the dragon can be killed if its opponent moves first.  Raises ValueError on an empty point."""
        return self._ask(stone, 'owl_attack', 'Can the dragon of {} be killed?', lambda pos: self.known.answer(pos, ATTACKER))

    def owl_defend(self, stone: str) -> Verdict:
        """Whether the dragon lives if its owner moves first.  Raises ValueError on an empty point."""
        return self._ask(stone, 'owl_defend', 'Can the dragon of {} live?', lambda pos: self.known.answer(pos, DEFENDER))

    def _stone(self, name: str, stone: str) -> int:
        """The point of a stone.  Raises ValueError on an empty point."""
        pos = parse_vertex(_text(name, stone), self.game.size)
        if pos == PASS or not self.game.color_at(pos):
            raise ValueError(f'no stone at {stone}')
        return pos

    @_alone
    def _ask(self, stone: str, name: str, question: str, read: Callable[[int], Answer]) -> Verdict:
        pos = self._stone(name, stone)
        answer, size = read(pos), self.game.size
        result, move = answer.reading.result, answer.reading.move
        played = vertex(move, size) if move != PASS and result != LOSE else None
        return Verdict(question.format(vertex(pos, size)), result != LOSE, RESULT_WORDS[result], played, answer.reading.certain,
                       answer.grade.word, _picture(self.game, {move: '*'} if played else {}), _named(answer, size))

    @property
    @_alone
    def known(self) -> Examination:
        """The examination of the position: worms, eyes, dragons, statuses."""
        if self._known is None or self._known[0] != self.game.situation:
            self._known = self.game.situation, Examination(self.game.board, self.workspace)
        return self._known[1]

    @_alone
    def dragons(self) -> list[DragonInfo]:
        """Return every dragon, in the order of their first stones."""
        return [self._dragon(number) for number in range(len(self.known.dragons.every))]

    @_alone
    def dragon(self, stone: str) -> DragonInfo:
        """The dragon of a stone.  Raises ValueError on an empty point."""
        return self._dragon(self.known.dragons.at[self._stone('dragon', stone)])

    def _dragon(self, number: int) -> DragonInfo:
        dragon, size = self.known.dragons.every[number], self.game.size
        judged = self.known.judgement_of(dragon)
        status = judged.status
        attack, defence = (vertex(move, size) if move != PASS else None for move in (status.attack, status.defence))
        stones = tuple(vertex(stone, size) for stone in dragon.stones)
        return DragonInfo(SIDES[dragon.color], stones, STATUS_WORDS[status.status], attack, defence, status.certain,
                          judged.grade.word, _picture(self.game, dict.fromkeys(dragon.stones, '#')), _named(judged, size))

    @_alone
    def estimate_score(self, chinese: bool = False) -> Estimate:
        """Estimate the score: remove dead stones, then find territory by Bouzy's 5/21; from 9x9 on, search open positions."""
        known, dead = self.known, outcome.of(self.known).ending_as(DEAD)
        score, owners = expected.of(self.game, known, chinese)
        marks = {pos: STONES[other(self.game.color_at(pos))].lower() for pos in dead}
        marks |= {pos: 'o' if owners[pos] > 0 else 'x' for pos in all_points(self.game.size)
                  if owners[pos] and self.game.color_at(pos) == EMPTY}
        return Estimate(score.value, score.upper, score.lower, _picture(self.game, marks))

    @_alone
    def final_status(self, chinese: bool = False) -> dict[str, str]:
        """Return the status of every point on the final board: alive, dead, seki, white_territory, black_territory or dame."""
        return {vertex(pos, self.game.size): word for pos, word in final.judge(self.known, Count.of(self.game, chinese)).status.items()}

    @_alone
    def genmove(self, level: int = 10, seed: int = 0, rank: str | None = None) -> str:
        """Choose a move for the side to move, without playing it: as strongly as the level says, or a rank from 20k to 1k.

        Raises ValueError for an invalid level, rank or seed.
        """
        if not isinstance(rank, str | None):
            raise TypeError(f'rank: text such as "15k" is wanted, not {rank!r}')
        chosen = strength.at(_whole('level', level, 0, MAX_LEVEL)) if rank is None else strength.of_rank(parse_rank(rank))
        manner = genmove.MoveSettings(chosen.level, _whole('seed', seed, 0, 2**62), strength=chosen)
        return vertex(genmove.genmove(self.game, self.game.to_move, manner, workspace=self.workspace), self.game.size)

    def __repr__(self) -> str:
        return repr(self.game)
