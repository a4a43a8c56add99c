"""Compute the eye values of positions in a local game.  They follow from who wins with another eye outside, and who wins without.

With another eye outside the space must make one eye, else two (GNU Go manual, "Eye Local Game Values").
"""
from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np

from owlgo.engine.core.layout import new_record
from owlgo.engine.core.waiting import WAITING
from owlgo.engine.eyes.game_search import (
    GRAPH,
    MAX_VERTICES,
    OUT_OF_ROOM,
    PASS_MOVES,
    Player,
    py_attacker_wins,
    py_follow,
    py_pack,
    set_neighbours,
)
from owlgo.engine.eyes.value import EyeValue, parse

OUTER_LIBERTIES = 2
"""Default number of outer liberties: enough for waiting moves and slow captures."""
MOST_POSITIONS = 1 << 24
"""Size of the largest game, in positions.  They take 560 MB of memory."""
OUTSIDE_EYE = 1 << 54
"""Bit in the key of a position: there is another eye outside."""
Pair = tuple[int, int]
"""The keys of one position: with the attacker to move, and with the defender to move."""
Effect = Callable[[Pair], bool]


class Graph(NamedTuple):
    """An eye space without its place on the board.  Sets of points are integers, one bit for each point."""
    near: tuple[int, ...]
    """Each point's neighbours."""
    wall: int
    """Points next to the wall round the space."""
    margin: int
    attackers: int
    """Stones of the attacker."""
    defenders: int = 0
    """Stones of the defender that are not connected to the wall."""


class EyeGame:
    """The fight over one eye space (a ``Graph``): its legal moves, and who wins each position, with results remembered."""

    def __init__(self, graph: Graph, outer: int = OUTER_LIBERTIES, threats: int = 0, suicide: bool = False,
                 most: int = MOST_POSITIONS) -> None:
        """``outer``: outside liberties of the wall (0 to 15).  ``threats``: ko threats of the defender, or if negative, of the attacker.

        At most 15 ko threats are possible.  The game may remember ``most`` positions.  Raises ValueError for numbers out of range.
        """
        if not 0 <= outer <= 15:
            raise ValueError(f'{outer} outer liberties: 0 to 15 can be played with')
        if abs(threats) > 15:
            raise ValueError(f'{threats} ko threats: -15 to 15 can be played with')
        g = self.record = new_record(GRAPH)
        g['wall'], g['margin'], g['suicide'] = graph.wall, graph.margin, suicide
        set_neighbours(g, graph.near)
        # Margins first, then the points with most neighbours.
        order = sorted(range(len(graph.near)), key=lambda v: (-(graph.margin >> v & 1), -graph.near[v].bit_count()))
        g['order'][:len(order) + PASS_MOVES] = [*order, *range(len(order), len(order) + PASS_MOVES)]
        g['threatener'] = Player.ATTACKER if threats < 0 else Player.DEFENDER
        self._outside = outer, abs(threats)
        self.start = self.position(graph.attackers, graph.defenders)
        self.most = most
        self.after = np.empty(MAX_VERTICES, np.int64)
        self._remember(1 << 12)

    def position(self, attackers: int, defenders: int = 0) -> Pair:
        """Return the position with these stones and no move played outside yet."""
        start = py_pack(0, attackers, defenders, -1, *self._outside, Player.ATTACKER)
        return start, start | Player.DEFENDER

    def _remember(self, room: int) -> None:
        """Make an empty table of ``room`` entries, of which at most half are used."""
        self.record['used'] = 0
        self.keys, self.state = np.zeros(room, np.int64), np.zeros(room, np.uint8)
        self.hangs, self.waiting = np.empty(room, np.int32), np.empty(room, np.int32)

    def wins(self, key: int, eye: bool) -> bool:
        """Whether the attacker captures the wall from here, with another eye outside or without.

        Raises ValueError if that takes too many positions to find out.
        """
        WAITING.check()
        while True:
            found = int(py_attacker_wins(self.record, key | OUTSIDE_EYE * eye, self.keys, self.state, self.hangs, self.waiting))
            if found != OUT_OF_ROOM:
                return found == 1
            if len(self.keys) >= 2 * self.most:
                raise ValueError(f'an eye graph with more than {self.most} positions is too large')
            self._remember(min(8 * len(self.keys), 2 * self.most))

    def moves(self, key: int, eye: bool) -> list[tuple[int, Pair]]:
        """Return (vertex, positions after it) for every move on the graph, with either side to move next.  Moves that capture the wall are
        left out."""
        n = int(self.record['n'])
        py_follow(self.record, key | OUTSIDE_EYE * eye, self.after)
        found = []
        for v, after in enumerate(self.after[:n].tolist()):
            if after >= 0:
                after &= ~OUTSIDE_EYE
                elsewhere = after & ~(31 << 9 | 1) | (1 - after & 1)
                found.append((v, (after, elsewhere) if after & 1 == Player.ATTACKER else (elsewhere, after)))
        return found


class LocalGame(Protocol):
    """A game whose positions can be valued."""

    def wins(self, key: int, eye: bool) -> bool:
        """Whether the attacker captures the wall from here, with another eye outside or without."""
        ...

    def moves(self, key: int, eye: bool) -> list[tuple[int, Pair]]:
        """Return (point, positions after it) for every move on the space, with either side to move next.  Moves that capture the wall are
        left out."""
        ...


class GraphJudge:
    """Computes eye values of positions, from who wins with and without another eye outside."""

    def __init__(self, game: LocalGame) -> None:
        self.game = game
        self.known: dict[Pair, str] = {}

    def eyes(self, pair: Pair) -> str:
        """Return digits b and c: eyes if the attacker plays first, and if the defender does."""
        if pair not in self.known:
            wins = self.game.wins
            if not wins(pair[0], False):
                digits = '22'
            elif not wins(pair[1], False):
                digits = '02' if wins(pair[0], True) else '12'
            elif not wins(pair[0], True):
                digits = '11'
            else:
                digits = '00' if wins(pair[1], True) else '01'
            self.known[pair] = digits
        return self.known[pair]

    def value(self, pair: Pair) -> EyeValue:
        """Return the eye value of a position, all four digits."""
        digits = self.eyes(pair)
        return parse(f'{self._threat(pair, digits)}{digits}{self._promise(pair, digits)}')

    def _threat(self, pair: Pair, digits: str) -> int:
        """Return digit a: the eyes left if the attacker plays first and then gets another move."""
        if digits[0] == '0':
            return 0
        if digits == '22':
            wins, moves = self.game.wins, self.game.moves
            if any(wins(after[0], True) for _, after in moves(pair[0], True)):
                return 0
            return 1 if any(wins(after[0], False) for _, after in moves(pair[0], False)) else 2
        return 0 if any(self._is_half(after) for _, after in self.game.moves(pair[0], digits == '11')) else 1

    def _promise(self, pair: Pair, digits: str) -> int:
        """Return digit d: the eyes made if the defender plays first and then gets another move."""
        if digits[1] == '2':
            return 2
        moves = self.game.moves(pair[1], True)
        if digits == '00':
            return max((int(self.eyes(after)[1]) for _, after in moves), default=0)
        return 2 if any(self._is_one_and_a_half(after) for _, after in moves) else 1

    def _is_half(self, pair: Pair) -> bool:
        """Whether the eye value is 0011, half an eye: one move makes or denies the eye, and a second eye is not at stake."""
        return self.eyes(pair) == '01' and self._promise(pair, '01') == 1

    def _is_one_and_a_half(self, pair: Pair) -> bool:
        """Whether the eye value is 1122, one and a half eyes: one move makes or denies the second eye, and the first eye is not at
        stake."""
        return self.eyes(pair) == '12' and self._threat(pair, '12') == 1

    def vital(self, pair: Pair) -> tuple[list[int], list[int]]:
        """Return the attacker's and the defender's moves with the most effect on the value, threats included."""
        attack, defence = self._attack(pair), self._defence(pair)
        digits = self.eyes(pair)
        # If only one eye is at stake, the other one is outside.
        return ([v for v, after in self.game.moves(pair[0], digits in ('01', '02', '11', '22')) if attack(after)],
                [v for v, after in self.game.moves(pair[1], digits in ('00', '01', '11')) if defence(after)])

    def _attack(self, pair: Pair) -> Effect:
        """Return a test of the position after an attacking move.  The test is true if no other move has more effect."""
        digits, a, wins = self.eyes(pair), self._threat(pair, self.eyes(pair)), self.game.wins
        if digits == '22' and a < 2:
            return lambda after: wins(after[0], a == 0)
        if a == 0 and digits in ('11', '12'):
            return self._is_half
        if digits == '12':
            return lambda after: wins(after[1], False)
        if digits in ('01', '02'):
            return lambda after: wins(after[1], True)
        return _never

    def _defence(self, pair: Pair) -> Effect:
        """Return a test of the position after a defending move.  The test is true if no other move has more effect."""
        digits, d, wins = self.eyes(pair), self._promise(pair, self.eyes(pair)), self.game.wins
        if digits == '00' and d > 0:
            return lambda after: int(self.eyes(after)[1]) == d
        if d == 2 and digits in ('01', '11'):
            return self._is_one_and_a_half
        if digits == '01':
            return lambda after: not wins(after[0], True)
        if digits in ('02', '12'):
            return lambda after: not wins(after[0], False)
        return _never


def _never(after: Pair) -> bool:
    return False
