"""A search by the large network alone, without playouts: which moves still look good once their answers are seen.

Each visit goes down the tree by PUCT (Rosin 2011; Silver et al. 2017), adds one position, and takes its lead by the network for the result.
"""
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.dilation import BOUZY
from owlgo.engine.core.game import Game
from owlgo.engine.core.layout import new_record
from owlgo.engine.core.points import all_points, other
from owlgo.engine.mcts.mcts import before_last, last_reply
from owlgo.engine.mcts.move_features import every_choice
from owlgo.engine.mcts.planes import PLANES, VIEW, py_look
from owlgo.engine.mcts.playout import new_playout
from owlgo.engine.score.outlook import learned, probabilities

EXPLORATION = 1.5
"""Weight of a move's probability against its result, from -1 to 1."""
POINTS = 8.0
"""Points of lead, besides those of the position searched, that count as 0.76 of a win."""
UNVISITED = 0.2
"""By how much unvisited moves are taken to be worse than their position, once likelier ones were tried."""
AS_LIKELY = 2.0
"""Visits that the network's probabilities count for in the result."""


class Seen(NamedTuple):
    """What the network says of a position without playouts."""
    moves: list[int]
    chances: np.ndarray
    """The probability of each move."""
    lead: float
    """Points that the side to move is ahead, komi apart."""


Look = Callable[[Game, int, int, int], Seen]
"""Looks at a position: the game, the side to move, the last move and the one before it (or PASS)."""


@dataclass
class _Node:
    """A position with the visits and the summed results of its moves, from -1 to 1 for the side to move."""
    seen: Seen
    visits: np.ndarray = field(init=False)
    results: np.ndarray = field(init=False)
    legal: np.ndarray = field(init=False)
    """By place: whether the move was not found illegal."""
    children: dict[int, '_Node'] = field(default_factory=dict)
    """By place in the list of moves."""

    def __post_init__(self) -> None:
        count = len(self.seen.moves)
        self.visits, self.results, self.legal = np.zeros(count), np.zeros(count), np.ones(count, bool)

    def best(self, is_root: bool) -> int:
        """Return the place of the move to visit next."""
        total = self.visits.sum()
        tried = self.visits > 0
        worse = 0.0 if is_root else UNVISITED * math.sqrt(self.seen.chances[tried].sum())
        mean = self.results.sum() / total - worse if total else 0.0
        value = np.where(tried, self.results / np.maximum(self.visits, 1), mean)
        hope = value + EXPLORATION * self.seen.chances * math.sqrt(total + 1) / (1 + self.visits)
        return int(np.argmax(np.where(self.legal, hope, -np.inf)))


class Eye:
    """Asks the large network about positions."""

    def __init__(self) -> None:
        self._record, self._view, self._dilation = new_playout(0), new_record(VIEW), new_record(BOUZY)

    def __call__(self, game: Game, color: int, last: int, before: int) -> Seen:
        """Return what the network says of a position with this side to move."""
        fast, record, count = every_choice(game.board, color, last, before, self._record)
        py_look(fast, record, self._view, self._dilation, color, count)
        judged = learned().apply(self._view['plane'][:, all_points(game.size)].T.reshape(1, game.size, game.size, PLANES))
        return Seen(*probabilities(judged.logits[0], record, count, game.size), float(judged.owners.sum()))


def visits(game: Game, color: int, chances: Mapping[int, float], count: int, look: Look, goes_on: Callable[[], bool]) -> dict[int, int]:
    """Return how often a search of ``count`` visits makes each of a side's moves, whose probabilities are given.

    It ends early if ``goes_on`` says no.  The game is as before afterwards.
    """
    last, before, moves = last_reply(game, color), before_last(game), sorted(chances)
    even = look(game, color, last, before).lead
    root = _Node(Seen(moves, np.array([chances[move] for move in moves]), even))
    for _ in range(count if moves else 0):
        if not goes_on():
            break
        node, side, latest, earlier = root, color, last, before
        path = list[tuple[_Node, int]]()
        while node.legal.any():
            place = node.best(node is root)
            move = node.seen.moves[place]
            if not game.trymove(side, move):
                node.legal[place] = False
                continue
            path.append((node, place))
            side, latest, earlier = other(side), move, latest
            is_new = place not in node.children
            if is_new:
                node.children[place] = _Node(look(game, side, latest, earlier))
            node = node.children[place]
            if is_new:
                break
        ahead = node.seen.lead if side == color else -node.seen.lead
        result = math.tanh((ahead - even) / POINTS)
        for k, (above, place) in enumerate(path):
            above.visits[place] += 1
            above.results[place] += result if k % 2 == 0 else -result
            game.popgo()
    return {move: int(number) for move, number in zip(moves, root.visits, strict=True)}


def weighed(game: Game, color: int, chances: Mapping[int, float], count: int, goes_on: Callable[[], bool]) -> dict[int, float]:
    """Return the probabilities of a side's moves after a search of ``count`` visits; ``chances`` are the network's."""
    found = visits(game, color, chances, count, Eye(), goes_on)
    total = sum(found.values()) + AS_LIKELY
    return {move: (found[move] + AS_LIKELY * chance) / total for move, chance in chances.items()}
