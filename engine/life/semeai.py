"""Semeai: two dragons that live only at each other's expense (GNU Go manual, "Semeai").

Each dragon is read in an arena (the part of the board that is read) that includes all liberties of the other.  What counts is the end of
the race.  A dragon that captures the other and then dies has won nothing.  A dragon that can be captured only at the cost of its captor
lives in seki.
"""
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.board import played
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.cleared import cleared
from owlgo.engine.core.points import PASS, other
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN, Reading, reverse
from owlgo.engine.dragons import amalgamate
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.life import reading, verdict
from owlgo.engine.life.rivals import Rivals
from owlgo.engine.owl.limits import Means, as_means
from owlgo.engine.solver.one_sided import waiting
from owlgo.engine.solver.region import ATTACKER, DEFENDER, result_if

MOST_EXCHANGES = 12
"""Maximum number of captures in a row that are followed."""


class Semeai(NamedTuple):
    """How a race ends if the first dragon's owner moves first."""
    defence: int
    """The owner's result for the first dragon, of ``engine.core.result``."""
    attack: int
    """The owner's result against the other dragon."""
    move: int
    """The owner's first move; PASS if none is needed or none helps."""
    grade: Grade
    """READ or UNCERTAIN."""
    nodes: int
    retaken: bool = False
    """Whether a capture does not count because the captor is captured in turn."""


class _Race:
    """Reads a race between two dragons, and keeps count of nodes and certainty."""

    def __init__(self, board: np.void, first: int, second: int, means: Means, tactical: bool, guess: bool):
        self.board, self.means, self.guess = board, means, guess
        self.searches = guess and means.limits.second and not tactical
        self.rungs = reading.RUNGS[:1] if tactical else reading.RUNGS
        self.stones = {pos: amalgamate.group(board, pos, means.workspace) for pos in (first, second)}
        self.rival = {first: second, second: first}
        self.owner = {pos: int(board['color'][pos]) for pos in (first, second)}
        self.certain, self.nodes, self.retaken = True, 0, False

    def read(self, pos: int, side: int) -> Reading:
        """Return what the side to move achieves for or against one of the dragons, in a race with the other dragon if that is still on the
        board."""
        left = self.left(pos)
        if not left:
            return Reading(result_if(ATTACKER, side), PASS, 0)
        goal = Goal(self.board, left[0], self.means.workspace)
        found = reading.read(goal, side, self.means.limits.race, self.means, self.left(self.rival[pos]), self.rungs, again=self.guess)
        if found is None and self.guess:
            # No arena holds both dragons: the reading of one alone says something, if not much.
            found = reading.read(goal, side, self.means.limits.race, self.means, rungs=self.rungs)
            found = found and found.as_guess()
        found = self._with_search(goal, side, found) or reading.unread(side)
        self.nodes += found.nodes
        self.certain &= found.certain
        return found

    def _with_search(self, goal: Goal, side: int, found: Reading | None) -> Reading | None:
        """Ask the selective search too, if no arena holds the dragon or if nodes ran out and the result is a ko."""
        if not self.searches or (found is not None and (found.certain or found.result != KO_A)):
            return found
        from owlgo.engine.owl import selective  # as in ``verdict``: it loads the rooms of eyes
        if found is None:
            return selective.read(goal, side, self.means).as_guess()
        second = selective.read(goal, side, self.means)
        return found._replace(result=WIN) if second.result == WIN and second.certain else found

    def can_only_wait(self, pos: int, defence: Reading) -> bool:
        """Whether a dragon depends on a ko that its owner cannot begin, as in a bent four: the opponent first removes all threats, then
        begins it."""
        if defence.result != KO_B or defence.move == PASS:
            return defence.result == KO_B
        # The move may not begin the ko.
        limit = self.means.limits.race
        goal = Goal(self.board, self.left(pos)[0], self.means.workspace)
        found = reading.read_arenas(goal, DEFENDER, limit, self.means, self.left(self.rival[pos]), self.rungs, again=self.guess)
        if found is None or found[1] is None:
            return False
        with self.means.counting(found[1]):
            wait = waiting(found[1], 0, limit)
        self.certain &= wait.settled
        return wait.only

    def left(self, pos: int) -> list[int]:
        """Return the stones of a dragon that are on the board."""
        return [stone for stone in self.stones[pos] if self.board['color'][stone] == self.owner[pos]]

    def after(self, move: int, color: int, ask: Callable[[], int]) -> int:
        """Return what ``ask`` finds on the board after a move."""
        with played(self.board, (move, color)):
            return ask()

    def taken(self, pos: int, depth: int = 0) -> Reading:
        """Return what the opponent, moving first, achieves against a dragon; a capture does not count if it loses his own dragon."""
        threat = self.read(pos, ATTACKER)
        rival = self.rival[pos]
        if threat.result == LOSE or not threat.certain or depth >= MOST_EXCHANGES or not self.left(rival):
            return threat
        back = self.after(threat.move, self.owner[rival], lambda: self.taken(rival, depth + 1).result)
        self.retaken |= reverse(back) < threat.result
        return threat._replace(result=min(threat.result, reverse(back)))


def analyze(board: np.void, first: int, second: int, means: Means | None = None, tactical: bool = False, guess: bool = True) -> Semeai:
    """Return how the race between the dragons at two points ends if the first one's owner moves first.

    ``tactical``: read only the smallest arenas, without what lies beyond the liberties of the two dragons.  The result is uncertain if the
    capture of a third dragon would change it.  Without ``guess`` third dragons are ignored, and the first reading that runs out of nodes
    ends it, uncertain.

    Raises ValueError on empty points and on stones of one colour.
    """
    color = int(board['color'][first])
    if color not in (1, 2) or int(board['color'][second]) != other(color):
        raise ValueError('a semeai is between dragons of both colours')
    means = as_means(means)
    found = _between_two(board, first, second, means, tactical, guess)
    if tactical or not guess:
        return found
    if not found.grade.certain:
        return _with_life(board, first, second, means, found)
    return found._replace(grade=Grade.of_reading(not _hangs_on_a_third(board, first, second, means, found)))


def _with_life(board: np.void, first: int, second: int, means: Means, found: Semeai) -> Semeai:
    """Improve an unfinished race by a proof that one of the dragons lives by itself.  A proof of death says nothing here, since it assumes
    that the wall is not captured, and the other dragon is part of that wall.
    """
    safe, alone = verdict.proved_life(board, second, ATTACKER, means), verdict.proved_life(board, first, DEFENDER, means)
    found = found._replace(nodes=found.nodes + safe.nodes + alone.nodes)
    lives = alone.grade == Grade.PROVED
    if safe.grade == Grade.PROVED and found.attack != LOSE:
        # What the capture brought its owner is gone too, and the wall holds.
        if not lives:
            alone = verdict.ask_alone(board, first, DEFENDER, means).reading
            found = found._replace(nodes=found.nodes + alone.nodes)
        found = found._replace(attack=LOSE, defence=alone.result, move=alone.move if alone.result != LOSE else PASS)
    if lives:
        move = found.move if found.attack != LOSE else alone.move
        found = found._replace(defence=WIN, move=move, grade=Grade.of_reading(safe.grade == Grade.PROVED))
    return found


def _hangs_on_a_third(board: np.void, first: int, second: int, means: Means, found: Semeai) -> bool:
    """Whether the race depends on a third dragon in danger: without that dragon's stones it may end otherwise."""
    rivals = Rivals(board, amalgamate.groups(board, means.workspace))

    def in_danger(third: int) -> bool:
        # A guess is no danger, or walls next to much room would take part in most races.
        return verdict.ask_alone(board, third, ATTACKER, means).reading.surely_succeeds

    ends = found.defence, found.attack
    for third in rivals.thirds(rivals.at[first], rivals.at[second], in_danger):
        # Its capture helps the other side, which may have nothing left to win.
        if ends == ((WIN, WIN) if board['color'][third] == board['color'][second] else (LOSE, LOSE)):
            continue
        alone = _between_two(cleared(board, rivals.group[third]), first, second, means, False, True)
        if not alone.grade.certain or (alone.defence, alone.attack) != ends:
            return True
    return False


def _between_two(board: np.void, first: int, second: int, means: Means, tactical: bool, guess: bool) -> Semeai:
    """Return how the race ends if no other dragon is captured."""
    color = int(board['color'][first])
    race = _Race(board, first, second, means, tactical, guess)
    live = race.read(first, DEFENDER)
    kill = race.taken(second) if guess or race.certain else None
    if kill is None or (not race.certain and not guess):
        return Semeai(LOSE, LOSE, PASS, Grade.UNCERTAIN, race.nodes)
    agreed = kill.result != LOSE and live.move == kill.move
    if live.result != LOSE and live.move not in (PASS, kill.move) and (kill.result != LOSE or kill.move != PASS):
        # The move that saves may kill too, also where the one that kills loses the race.
        both = race.after(live.move, color, lambda: min(reverse(race.read(second, DEFENDER).result), race.taken(second).result))
        if both != LOSE and both >= kill.result:
            kill = kill._replace(result=both, move=live.move)
    defence, attack, move = live.result, kill.result, kill.move if kill.result != LOSE else live.move
    if attack in (KO_A, WIN):
        saved = race.read(second, DEFENDER)
        if attack == KO_A and race.can_only_wait(second, saved):
            attack, move = WIN, PASS
        elif saved.surely_fails and race.taken(first).result == LOSE:
            move = PASS
    if attack == LOSE and race.can_only_wait(first, live):
        defence, move = LOSE, PASS
    elif defence != WIN:
        # The owner need not save his dragon if taking it kills the taker.
        lost = race.taken(first)
        if reverse(lost.result) > max(defence, attack):
            defence, move = reverse(lost.result), PASS
    if not race.certain and guess and live.result == WIN and not live.certain and move == live.move != PASS and not agreed:
        move = _vital(race, first, second, move, attack)
    return Semeai(max(defence, attack), attack, move if defence != LOSE or attack != LOSE else PASS, Grade.of_reading(race.certain),
                  race.nodes, race.retaken)


def _vital(race: _Race, first: int, second: int, move: int, attack: int) -> int:
    """Replace an uncertain saving move by the opponent's best move if that achieves as much; return PASS if nothing threatens."""
    color = race.owner[first]
    threat = race.read(first, ATTACKER)
    if threat.result == LOSE:
        return move if attack else PASS
    if threat.result != WIN or threat.move in (PASS, move):
        return move
    if race.after(threat.move, color, lambda: race.read(first, ATTACKER).result) != LOSE:
        return move
    if attack and race.after(threat.move, color, lambda: reverse(race.read(second, DEFENDER).result)) < attack:
        return move
    return threat.move
