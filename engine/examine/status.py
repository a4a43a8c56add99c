"""The status of dragons: alive, dead or critical by OWL's answers and by races (GNU Go manual, "Dragons")."""
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from engine.benson import ALIVE as ALIVE_FOR_EVER
from engine.core.facts import ALIVE, CRITICAL, DEAD
from engine.core.points import EMPTY, PASS, neighbours, other, row_col
from engine.core.result import LOSE, WIN
from engine.dragons import amalgamate, escape
from engine.dragons.partition import SMALL_ESCAPE, Dragon, Dragons, from_edges
from engine.owl import answers, semeai
from engine.owl.answers import Answer
from engine.owl.limits import Means, as_means
from engine.owl.reading import unread
from engine.owl.semeai import Semeai
from engine.solver.region import ATTACKER, DEFENDER
from engine.worms import best_move

MOST_RIVALS = 2
"""How many races of a dragon are read."""
STRONG_MOYO = 20
ROOM = 1.4
"""Effective size for each stone from which on a dragon that was not read to its end has room to live: in 50 middle games 112 of 117 such
dragons lived; in finished games all 8 with less were dead."""


class Status(NamedTuple):
    """What becomes of a dragon."""
    status: int
    """ALIVE, DEAD or CRITICAL, of ``engine.core.facts``."""
    attack: int = PASS
    """The move that kills a critical dragon."""
    defence: int = PASS
    """The move that saves it."""
    uncertain: bool = False
    seki: bool = False
    """It lives because neither side of a race can attack."""
    at_rest: int = CRITICAL
    """What a critical dragon counts as when nothing more is played: DEAD if only a ko saves it, ALIVE if only a ko kills it."""


@dataclass
class Race:
    """A semeai that decides about a dragon."""
    rival: int
    """The other dragon, by its first stone."""
    ours: Semeai
    """If the dragon's owner begins."""
    theirs: Semeai
    """If the opponent does."""


@dataclass
class Judgement:
    """All that was read about a dragon."""
    attack: Answer | None = None
    """None if it was not read."""
    defence: Answer | None = None
    races: list[Race] = field(default_factory=list)
    status: Status = Status(ALIVE)
    owl_status: int | None = None
    """OWL's status without races; None if it was not read."""


class Judge:
    """Answers about the dragons of one position, kept for the next question."""

    def __init__(self, board: np.void, means: Means | None = None, groups: list[list[int]] | None = None) -> None:
        self.board, self.means = board, as_means(means)
        self.groups = amalgamate.groups(board, self.means.workspace) if groups is None else groups
        self.at = {stone: stones[0] for stones in self.groups for stone in stones}
        self._group = {stones[0]: stones for stones in self.groups}
        self._by_owl: dict[int, Judgement] = {}
        self._judged: dict[int, Judgement] = {}

    def judge(self, pos: int) -> Judgement:
        """All about the dragon at pos.  Raises ValueError on an empty point."""
        if pos not in self.at:
            raise ValueError('no string there')
        first = self.at[pos]
        if first not in self._judged:
            self._judged[first] = self._with_races(pos)
        return self._judged[first]

    def of(self, dragon: Dragon) -> Judgement:
        """All that was read about a dragon; if it consists of several groups, about the largest."""
        return self.judge(self._main_stone(dragon.stones))

    def _main_stone(self, stones: Collection[int]) -> int:
        """A stone of the largest group among these: of equal ones, of the one nearer to the edges, so that how the board lies does not
        matter.
        """
        def rank(first: int) -> tuple[int, list[tuple[int, int]]]:
            group = self._group[first]
            return -len(group), sorted(from_edges(row_col(stone), int(self.board['size'])) for stone in group)
        return min({self.at[stone] for stone in stones}, key=rank)

    def _with_races(self, pos: int) -> Judgement:
        """What OWL says, and the races that the dragon is in."""
        found = self.by_owl(pos)
        if found.owl_status == ALIVE:
            return found
        judged = Judgement(found.attack, found.defence, [], found.status, found.owl_status)
        for rival in self._rivals(pos):
            race = self._race(pos, rival) if self.means.goes_on else None
            if race is None:
                continue
            judged.races.append(race)
            judged.status = _better(judged.status, _of_race(race))
        return judged

    def _race(self, pos: int, rival: int) -> Race | None:
        """The race of two dragons, None where it is not read to its end."""
        halves = []
        limits = self.means.limits
        briefly = self.means._replace(limits=limits._replace(race=limits.rival))
        for pair in ((pos, rival), (rival, pos)):
            halves.append(semeai.analyze(self.board, *pair, briefly, guess=False))
            if halves[-1].uncertain:
                return None
        return Race(rival, *halves)

    def ask(self, pos: int, side: int, threatened: bool = False) -> Answer:
        """OWL's answer about the dragon at pos as the board is now; the solver's memory is not kept.  When nobody waits any more nothing
        is begun: the answer is the defender's success, uncertain.
        """
        if not self.means.goes_on:
            return Answer(unread(side), answers.UNCERTAIN)
        return answers.ask(self.board, pos, side, self.means, threatened)._replace(solver=None)

    def by_owl(self, pos: int) -> Judgement:
        """What OWL says of the dragon at pos by itself."""
        first = self.at[pos]
        if first not in self._by_owl:
            attack = self.ask(pos, ATTACKER)
            if attack.reading.result == LOSE:
                found = Judgement(attack, status=Status(ALIVE, uncertain=attack.reading.uncertain))
            else:
                defence = self.ask(pos, DEFENDER, threatened=True)
                uncertain = attack.reading.uncertain or defence.reading.uncertain
                critical = Status(CRITICAL, attack.reading.move, defence.reading.move, uncertain,
                                  at_rest=_at_rest(attack.reading.result, defence.reading.result))
                dead = Status(DEAD, uncertain=uncertain)
                found = Judgement(attack, defence, status=dead if defence.reading.result == LOSE else critical)
            found.owl_status = found.status.status
            self._by_owl[first] = found
        return self._by_owl[first]

    def _rivals(self, pos: int) -> list[int]:
        """The enemy dragons that share most liberties with the dragon at pos, by their first stones; those that can run away
        race with nobody."""
        size, color = int(self.board['size']), int(self.board['color'][pos])
        shared: dict[int, set[int]] = {}
        for stone, first in self.at.items():
            if first != self.at[pos]:
                continue
            for q in neighbours(stone, size):
                for p in [q] if self.board['color'][q] == other(color) else neighbours(q, size) if self.board['color'][q] == EMPTY else []:
                    if self.board['color'][p] == other(color):
                        shared.setdefault(self.at[p], set()).add(q)
        most = sorted(shared, key=lambda first: (-len(shared[first]), first))[:MOST_RIVALS]
        return [first for first in most if escape.route(self.board, self._group[first])[0] < SMALL_ESCAPE]


def _of_race(race: Race) -> Status:
    """The status that a race gives the dragon."""
    if race.ours.defence == LOSE:
        return Status(DEAD)
    if race.theirs.attack == LOSE:
        return Status(ALIVE, seki=race.ours.attack != WIN)
    return Status(CRITICAL, race.theirs.move, race.ours.move, at_rest=_at_rest(race.theirs.attack, race.ours.defence))


def _at_rest(attack: int, defence: int) -> int:
    """What a dragon comes to that can be attacked and defended so, if no ko is fought."""
    return DEAD if defence != WIN else ALIVE if attack != WIN else CRITICAL


def _better(one: Status, two: Status) -> Status:
    """The better of two statuses for the dragon's owner; of equals the first."""
    order = (DEAD, CRITICAL, ALIVE)
    return max(one, two, key=lambda status: order.index(status.status))


def dragon_status(board: np.void, pos: int, means: Means | None = None) -> Status:
    """The status of the dragon at pos: alive if the opponent, moving first, cannot kill it; dead if it cannot be saved; else critical.
    A race with an enemy dragon that does not live by itself counts for it.

    Raises ValueError on an empty point.
    """
    return Judge(board, means).judge(pos).status


def judgement(dragon: Dragon, judge: Judge) -> Judgement:
    """What is read about a dragon; one that has eyes enough, or runs far enough, counts as alive unread."""
    unchecked = dragon.crude_status == ALIVE or dragon.escape >= SMALL_ESCAPE
    return Judgement() if unchecked else judge.of(dragon)


def guess(dragon: Dragon, found: Dragons, judge: Judge) -> Status:
    """The status that a dragon counts as; where eyes settle it nothing is read.  Where nothing was read to its end, a string that tactics
    can still take and save is critical, and a dragon that cannot run and has no two eyes counts as dead, unless it has room and was not
    killed.
    """
    if is_hopeless(dragon, found):
        return Status(DEAD)
    status = judgement(dragon, judge).status
    if not status.uncertain or dragon.crude_status != DEAD or \
            (status.status == ALIVE and dragon.effective_size >= ROOM * len(dragon.stones)):
        return status
    worm = next(w for w in found.optics.worms if w.stones[0] == dragon.strings[0])
    if len(dragon.strings) == 1 and worm.attacks and worm.defences:
        return Status(CRITICAL, best_move(worm.attacks), best_move(worm.defences), uncertain=True, at_rest=DEAD)
    return Status(DEAD, uncertain=True)


def is_hopeless(dragon: Dragon, found: Dragons) -> bool:
    """Whether a dragon cannot run, has nothing to eat and no two eyes even if it moves first, among enemies that all have two."""
    return dragon.crude_status == DEAD and dragon.genus.max_eyes < 2 and not dragon.lunches and \
        all(enemy.crude_status == ALIVE for enemy in found.hostile(dragon))


def safety(dragon: Dragon, judged: Judgement, found: Dragons, lasting: np.ndarray) -> str:
    """The safety of a dragon, by GNU Go's names; ``lasting`` is the unconditional status of every point."""
    worms = {w.stones[0]: w for w in found.optics.worms}
    own = [worms[first] for first in dragon.strings]
    if all(w.inessential for w in own):
        return 'inessential'
    if len(own) == 1 and own[0].attacks and not own[0].defences:
        return 'tactically dead'
    if all(lasting[stone] == ALIVE_FOR_EVER for stone in dragon.stones):
        return 'invincible'
    if judged.status.status != ALIVE:
        return 'dead' if judged.status.status == DEAD else 'critical'
    if dragon.genus.b + dragon.genus.c > 3 and dragon.moyo > STRONG_MOYO:
        return 'strongly alive'
    return 'alive in seki' if judged.status.seki else 'alive'
