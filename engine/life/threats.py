"""Questions about moves for and against dragons, answered on the board after the move (GNU Go manual, "Functions in owl.c")."""
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.board import played, py_trymove
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.points import EMPTY, PASS, neighbours, other
from owlgo.engine.core.result import LOSE, WIN, Reading, reverse
from owlgo.engine.core.strings import found, py_liberties, string
from owlgo.engine.dragons import amalgamate
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.life import reading
from owlgo.engine.life.verdict import Answer
from owlgo.engine.owl import pattern_values
from owlgo.engine.owl.limits import Means, as_means
from owlgo.engine.solver.region import ATTACKER, DEFENDER

MOST_THREATS = 3
"""Maximum number of first moves of a threat taken from patterns."""
MOST_NEAR = 8
"""Maximum number of first moves of a threat taken from the smallest arena."""
SUBSTANTIAL_STONES = 6
"""A string with more stones is always worth taking."""
SUBSTANTIAL_LIBERTIES = 10
"""A string with more liberties cannot be taken soon."""


class Threat(NamedTuple):
    """A threat: two moves in a row by one side, and the best result that they achieve."""
    result: int
    first: int = PASS
    second: int = PASS
    certain: bool = False
    """Whether the second move surely succeeds.  A failure is never certain, since few first moves are tried."""


class MoveQuestions:
    """Answers questions about moves on one board."""

    def __init__(self, board: np.void, ask: Callable[[np.void, int, int], Answer], means: Means | None = None) -> None:
        """``ask`` returns the answer about the dragon at a point of a board, for the side that moves first (``verdict.ask`` is OWL's)."""
        self.board, self.ask, self.means = board, ask, as_means(means)

    def attack(self, pos: int) -> Reading:
        """Return the answer about the attack on the dragon at pos."""
        return self.ask(self.board, pos, ATTACKER).reading

    def defend(self, pos: int) -> Reading:
        """Return the answer about the defence of the dragon at pos."""
        return self.ask(self.board, pos, DEFENDER).reading

    def does(self, move: int, pos: int, side: int, best: Reading) -> Reading:
        """Return what a side's move achieves for or against the dragon at pos; ``best`` is the answer about that side's best move.

        If ``best`` is certain, a result that is not proved is never better than that of ``best``, and the move of ``best`` gets exactly the
        same result.
        """
        color = int(self.board['color'][pos])
        with played(self.board, (move, other(color) if side == ATTACKER else color)) as legal:
            stands = self.board['color'][pos] == color
            then = self.ask(self.board, pos, 1 - side) if legal and stands else None
        if not legal or (not stands and side == DEFENDER):          # suicide
            return Reading(LOSE, PASS, 0)
        after = Reading(WIN, move, 0) if then is None else Reading(reverse(then.reading.result), move, then.reading.nodes, then.grade)
        bound = best.certain and after.grade != Grade.PROVED
        return best if bound and (move == best.move or after.result > best.result) else after

    def threaten_attack(self, pos: int) -> Threat:
        """Return two moves in a row by which the opponent kills the dragon at pos."""
        return self._threaten(pos, other(int(self.board['color'][pos])), self.attack)

    def threaten_defense(self, pos: int) -> Threat:
        """Return two moves in a row by which its owner saves the dragon at pos."""
        return self._threaten(pos, int(self.board['color'][pos]), self.defend)

    def _threaten(self, pos: int, color: int, ask: Callable[[int], Reading]) -> Threat:
        """Return the best threat found: a first move of this colour, and a second move of this colour that then succeeds."""
        goal = Goal(self.board, pos, self.means.workspace)
        values = pattern_values.pattern_values(goal, self.means.limits.level)[color]
        patterns = sorted(np.flatnonzero(values).tolist(), key=lambda q: (-values[q], goal.rank[q]))[:MOST_THREATS]
        arena = reading.Arenas(goal, self.means).draw(*reading.RUNGS[0])
        near = [q for q in arena.points if self.board['color'][q] == EMPTY] if arena else []
        best = Threat(LOSE)
        for move in dict.fromkeys([*patterns, *near[:MOST_NEAR]]):
            with played(self.board, (move, color)) as legal:
                if not legal:
                    continue
                # The first move may have been suicide of the dragon itself.
                then = ask(pos) if self.board['color'][pos] else Reading(LOSE if color == goal.color else WIN, PASS, 0)
            if then.result == WIN:
                return Threat(WIN, move, then.move, then.certain)
            if then.result > best.result:
                best = Threat(then.result, move, then.move, then.certain)
        return best

    def connection_defends(self, move: int, first: int, second: int) -> bool:
        """Whether the dragons at two points live, joined, after their owner's move at a third."""
        color = int(self.board['color'][first])
        with played(self.board, (move, color)) as legal:
            if not legal or any(self.board['color'][pos] != color for pos in (first, second)):
                return False        # suicide
            one, two = (Goal(self.board, pos, self.means.workspace) for pos in (first, second))
            joined = reading.read(one, ATTACKER, self.means.limits.reading, self.means, friends=two.stones)
            # What is not seen to live by its eyes may live by a race.
            return (joined is not None and joined.result == LOSE) or all(self.attack(pos).result == LOSE for pos in (first, second))

    def is_substantial(self, pos: int) -> bool:
        """Whether the string at pos is worth taking: if it is large, or if the stones that capture it then live or join living ones."""
        stones = string(self.board, pos)
        if len(stones) > SUBSTANTIAL_STONES:
            return True
        taker = other(int(self.board['color'][pos]))
        beside = {q for stone in stones for q in neighbours(stone, int(self.board['size'])) if self.board['color'][q] == taker}
        friends = amalgamate.groups(self.board, self.means.workspace, (taker,))
        if any(self.attack(min(group)).result == LOSE for group in friends if beside & set(group)):
            return True
        py_liberties(self.board, pos)
        liberties = found(self.board)
        if len(liberties) > SUBSTANTIAL_LIBERTIES:
            return False
        with played(self.board):
            filled = [move for move in liberties if py_trymove(self.board, move, taker)]
            # A move that was suicide at first may be a capture once the other liberties are filled.
            filled += [move for move in liberties if move not in filled and py_trymove(self.board, move, taker)]
            dragons = {min(amalgamate.group(self.board, move, self.means.workspace))
                       for move in filled if self.board['color'][move] == taker}
            return not self.board['color'][pos] and any(self.attack(stone).result == LOSE for stone in dragons)
