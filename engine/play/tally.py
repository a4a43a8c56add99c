"""A final score by its parts, and the result under every set of rules."""
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.game import Game
from owlgo.engine.core.named_rules import NAMED_RULES, NamedRules, compensation
from owlgo.engine.core.points import BLACK, EMPTY, WHITE, all_points, other
from owlgo.engine.play.final import Final
from owlgo.engine.score import estimate
from owlgo.engine.score.estimate import Count


@dataclass(frozen=True)
class Account:
    """What a side's score is made of, in points."""
    territory: int
    """Points that the side owns, those under dead stones included."""
    stones: int
    """Its stones that stay on the board.  They count as area."""
    dead: int
    """The opponent's stones that are taken off at the end.  They count as prisoners."""
    prisoners: int
    """The opponent's stones captured in the game."""
    komi: float = 0.0
    compensation: int = 0
    """Points for handicap stones; they count as area."""
    area_scoring: bool = False
    """Whether area counts; otherwise territory and prisoners."""

    @property
    def points(self) -> float:
        """The side's score."""
        more = self.stones + self.compensation if self.area_scoring else self.dead + self.prisoners
        return self.territory + more + self.komi


def sides(found: Final) -> dict[int, Account]:
    """Return the parts of each colour's score.  White's points less Black's are ``found.score``."""
    by, colors = found.by, found.board['color'].tolist()
    parts = {}
    for color, sign in ((BLACK, -1), (WHITE, 1)):
        owned = [pos for pos in all_points(int(found.board['size'])) if found.owners[pos] == sign]
        territory = sum(colors[pos] == EMPTY or pos in found.dead for pos in owned)
        stones = sum(colors[pos] == color and pos not in found.dead for pos in found.status)
        dead = sum(colors[pos] == other(color) for pos in found.dead)
        prisoners = by.captured_by_white if color == WHITE else by.captured_by_black
        komi, more = (by.komi, by.compensation if by.area_scoring else 0) if color == WHITE else (0.0, 0)
        parts[color] = Account(territory, stones, dead, prisoners, komi, more, by.area_scoring)
    return parts


class BothCounts(NamedTuple):
    """The final board, counted in two ways."""
    territory: Final
    area: Final


def under(found: BothCounts, game: Game, rules: NamedRules) -> Final:
    """Return the final board by the rules' count."""
    one = found.area if rules.scoring == 'AREA' else found.territory
    return replace(one, by=one.by._replace(compensation=compensation(rules.bonus or 'N', game.handicap)))


def results(found: BothCounts, game: Game) -> dict[str, Final]:
    """Return the final board by the count of every named set of rules."""
    return {name: under(found, game, rules) for name, rules in NAMED_RULES.items()}


def all_alive(board: np.void, by: Count) -> float:
    """Return White's points less Black's by area with every stone on the board alive, as Tromp and Taylor's rules end a game."""
    return estimate.count(board, estimate.by_reach(board), (), by)
