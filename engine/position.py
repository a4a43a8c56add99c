"""The Python API: a position, questions about it, and answers that draw themselves.

    position = Position.from_sgf('game.sgf', until=52)
    position.owl_attack('D8')
"""
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from engine.core import sgf
from engine.core.draw import draw
from engine.core.facts import STATUS_WORDS
from engine.core.game import Game, Rules
from engine.core.level import STANDARD_LEVEL
from engine.core.points import PASS, SIDES, STONES, parse_color, parse_vertex, vertex
from engine.core.result import ANSWERS, LOSE, Reading
from engine.core.workspace import Workspace
from engine.examine.examination import Examination
from engine.owl import answers
from engine.owl.limits import Means
from engine.play import final, genmove
from engine.read import tactics
from engine.read.depths import of_level
from engine.read.reader import Reader
from engine.score import estimate
from engine.score.estimate import Count, Score


def _picture(game: Game, marks: dict[int, str]) -> str:
    """The board with some points marked."""
    return draw(game.size, game.color_at, marks.get)


@dataclass(frozen=True)
class Verdict:
    """The answer to a question about a string or a dragon.  Its ``repr`` draws the board: ``*`` is the move."""
    question: str
    succeeds: bool
    """Ko counts as success."""
    answer: str
    move: str | None
    certain: bool
    picture: str = field(repr=False, default='')

    def __repr__(self) -> str:
        move = f' at {self.move}' if self.move else ''
        return f'{self.question}: {self.answer}{move}{"" if self.certain else " (uncertain)"}\n{self.picture}'


@dataclass(frozen=True)
class DragonInfo:
    """A dragon and what becomes of it.  Its ``repr`` draws the board: ``#`` are its stones."""
    color: str
    stones: tuple[str, ...]
    status: str
    attack: str | None
    """The move that kills it if it is critical,"""
    defence: str | None
    """and the one that saves it."""
    certain: bool
    picture: str = field(repr=False, default='')

    def __repr__(self) -> str:
        moves = f' (killed at {self.attack}, saved at {self.defence})' if self.attack and self.defence else ''
        return f'{self.color} {self.stones[0]}, {len(self.stones)} stones: {"" if self.certain else "probably "}{self.status}{moves}' \
               f'{"" if self.certain else " (uncertain)"}\n{self.picture}'


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
    """A game up to some move.  Vertices and colours are text, as in GTP."""

    def __init__(self, size: int = 19, komi: float = 0.0, ko: str = 'simple', suicide: str = 'forbidden') -> None:
        """An empty board.  Raises ValueError for an impossible size or unknown rules."""
        self.game = Game(size, komi, Rules(suicide, ko))
        self.workspace = Workspace()
        self._known: tuple[object, Examination] | None = None

    @classmethod
    def from_sgf(cls, path: str | Path, until: str | int | None = None) -> 'Position':
        """The position of a record, before a move number or a vertex.  Raises SgfError (a ValueError) that names the place."""
        position = cls()
        position.game.load(sgf.load(str(path), None if until is None else str(until)))
        return position

    def play(self, *moves: str) -> 'Position':
        """Play moves, the side to move first: ``play('D4', 'Q16')``, or with its colour ``play('white pass')``.  Returns itself.

        Raises ValueError on a vertex that is none and on an illegal move; the moves before it stay played.
        """
        for move in moves:
            words = move.split()
            color = parse_color(words[0]) if len(words) > 1 else self.game.to_move
            self.game.play(color, parse_vertex(words[-1], self.game.size))
        return self

    @property
    def _means(self) -> Means:
        return Means(self.workspace)

    @property
    def _reader(self) -> Reader:
        return Reader(of_level(STANDARD_LEVEL), self.workspace)

    def attack(self, stone: str) -> Verdict:
        """Whether the string can be captured if its opponent moves first.  Raises ValueError on an empty point."""
        return self._ask(stone, 'Can the string at {} be captured?', lambda pos: tactics.attack(self.game.board, pos, self._reader))

    def defend(self, stone: str) -> Verdict:
        """Whether the string can be saved if its owner moves first.  Raises ValueError on an empty point."""
        return self._ask(stone, 'Can the string at {} be saved?', lambda pos: tactics.find_defense(self.game.board, pos, self._reader))

    def owl_attack(self, stone: str) -> Verdict:
        """Whether the dragon can be killed if its opponent moves first.  Raises ValueError on an empty point."""
        return self._ask(stone, 'Can the dragon of {} be killed?', lambda pos: answers.owl_attack(self.game.board, pos, self._means))

    def owl_defend(self, stone: str) -> Verdict:
        """Whether the dragon lives if its owner moves first.  Raises ValueError on an empty point."""
        return self._ask(stone, 'Can the dragon of {} live?', lambda pos: answers.owl_defend(self.game.board, pos, self._means))

    def _ask(self, stone: str, question: str, read: Callable[[int], Reading]) -> Verdict:
        pos = parse_vertex(stone, self.game.size)
        if pos == PASS or not self.game.color_at(pos):
            raise ValueError(f'no stone at {stone}')
        reading = read(pos)
        result, move, uncertain = reading.result, reading.move, reading.uncertain
        name = vertex(move, self.game.size) if move != PASS and result != LOSE else None
        marks = {move: '*'} if name else {}
        return Verdict(question.format(vertex(pos, self.game.size)), result != LOSE, ANSWERS[result], name, not uncertain,
                       _picture(self.game, marks))

    @property
    def known(self) -> Examination:
        """What is known of the position: worms, eyes, dragons, statuses."""
        if self._known is None or self._known[0] != self.game.situation:
            self._known = self.game.situation, Examination(self.game.board, self.workspace)
        return self._known[1]

    def dragons(self) -> list[DragonInfo]:
        """Every dragon, by its first stone."""
        return [self._dragon(number) for number in range(len(self.known.dragons.every))]

    def dragon(self, stone: str) -> DragonInfo:
        """The dragon of a stone.  Raises ValueError on an empty point."""
        pos = parse_vertex(stone, self.game.size)
        self.known.dragons.of(pos)
        return self._dragon(self.known.dragons.at[pos])

    def _dragon(self, number: int) -> DragonInfo:
        known, size = self.known, self.game.size
        dragon = known.dragons.every[number]
        status = known.judgement_of(dragon).status
        attack, defence = (vertex(move, size) if move != PASS else None for move in (status.attack, status.defence))
        stones = tuple(vertex(stone, size) for stone in dragon.stones)
        return DragonInfo(SIDES[dragon.color], stones, STATUS_WORDS[status.status], attack, defence, not status.uncertain,
                          _picture(self.game, dict.fromkeys(dragon.stones, '#')))

    def estimate_score(self, chinese: bool = False) -> Estimate:
        """The score with territory by Bouzy's 5/21, dead stones taken off."""
        known = self.known
        score = estimate.of(known, Count.of(self.game, chinese))
        owners = estimate.by_bouzy(known.board, known.dead)
        marks = {}
        for pos in known.dragons.at:
            if pos in known.dead:
                marks[pos] = STONES[3 - self.game.color_at(pos)].lower()
        for pos in range(len(owners)):
            if owners[pos] and known.board['color'][pos] == 0:
                marks[pos] = 'o' if owners[pos] > 0 else 'x'
        return Estimate(score.value, score.upper, score.lower, _picture(self.game, marks))

    def final_status(self, chinese: bool = False) -> dict[str, str]:
        """What every point is as the board stands: alive, dead, seki, white_territory, black_territory or dame."""
        return {vertex(pos, self.game.size): word for pos, word in final.judge(self.known, Count.of(self.game, chinese)).status.items()}

    def genmove(self, level: int = 10, seed: int = 0) -> str:
        """The move of the side to move, which is not played."""
        return vertex(genmove.genmove(self.game, self.game.to_move, genmove.Manner(level, seed), workspace=self.workspace), self.game.size)

    def __repr__(self) -> str:
        return repr(self.game)
