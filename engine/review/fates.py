"""The fates of the dragons in each position of a game.  A dragon near which nothing has changed is not read again."""
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from owlgo.engine.benson import ALIVE as ALIVE_FOR_EVER
from owlgo.engine.core import facts
from owlgo.engine.core.points import BLACK, PASS, vertex
from owlgo.engine.core.result import WIN
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons.partition import Dragon
from owlgo.engine.examine import status
from owlgo.engine.examine.examination import Examination
from owlgo.engine.examine.judgement import Judgement, KeptJudgement
from owlgo.engine.examine.kept import Kept
from owlgo.engine.examine.status import Judge
from owlgo.engine.life import grades
from owlgo.engine.owl.limits import Means, of_level
from owlgo.engine.review.data import GUESSED, PROVED, PROVED_IF, READ, UNCHECKED, Fate

LEAST_STONES = 3
"""Stones of the smallest dragon that has a fate: smaller ones change status with every move."""
FATE_REACH, QUICK_REACH = 4, 2
"""Distances from a dragon, or from enemies that touch it, within which a change makes it be read again: closely, and quickly; in steps."""
RETRY_MOVES = 6
"""Moves before a close reading that ended in a guess is tried again, if the quick reading stays the same."""
READING_NODES, PROOF_NODES, RACE_NODES = 500, 5000, 150
"""Nodes per level for a reading, a proof and a race."""
CERTAINTIES = {grades.PROVED: PROVED, grades.PROVED_IF: PROVED_IF, grades.READ: READ, grades.SEARCHED: READ, grades.UNCERTAIN: GUESSED}

_STATUSES = {word: number for number, word in facts.STATUS_WORDS.items()}
Signature = tuple[tuple[int, ...], ...]


@dataclass
class DragonsSeen:
    """A position with the fates of its dragons."""
    number: int
    known: Examination
    judge: Judge
    dragons: list[Dragon]
    fates: list[Fate]
    """One for each of the dragons."""
    glanced: set[int] = field(default_factory=set)
    """Those, by their numbers, that were not read closely, since a quick reading says that it would end in a guess."""


class _LastTried(NamedTuple):
    """A dragon that was read closely, and what a quick reading said there."""
    stones: frozenset[int]
    fate: Fate
    quickly: int
    number: int


class Watch:
    """Looks at the dragons of one position after another.

    Reading closely takes long, and mostly ends in a guess again where it did before.  So a dragon is read quickly first, and closely only
    where that may bring something: the quick reading came to its end, or found something else than where it was read closely last; or no
    close reading was tried for some moves, and it seems that the dragon can be killed.
    """

    def __init__(self, workspace: Workspace, level: int) -> None:
        limits = of_level(level, READING_NODES * (level + 1), PROOF_NODES * (level + 1))
        self.means = Means(workspace, limits._replace(rival=RACE_NODES * (level + 1)))
        self._kept = Kept[tuple[Signature, Fate, bool]](FATE_REACH)
        self.quickly = Kept[KeptJudgement](QUICK_REACH)
        """Quick readings, shared with the choice of moves."""
        self._tried: list[_LastTried] = []
        self.readings = 0
        """Dragons that were read closely."""

    def look(self, known: Examination, number: int) -> DragonsSeen:
        """The large dragons of the position after a move, with their fates."""
        dragons = [dragon for dragon in known.dragons.every if len(dragon.stones) >= LEAST_STONES]
        seen = DragonsSeen(number, known, Judge(known.board, self.means, known.groups), dragons, [])
        for k, dragon in enumerate(dragons):
            fate, glanced = self._fate(seen, dragon)
            seen.fates.append(fate)
            if glanced:
                seen.glanced.add(k)
        return seen

    def confirm(self, seen: DragonsSeen, index: int) -> Fate:
        """The fate of a dragon of this position, read there and closely if it was not."""
        if seen.fates[index].read_at != seen.number or index in seen.glanced:
            seen.fates[index] = self._read(seen, seen.dragons[index])
            seen.glanced.discard(index)
        return seen.fates[index]

    def _fate(self, seen: DragonsSeen, dragon: Dragon) -> tuple[Fate, bool]:
        """What becomes of a dragon, and whether that was only glanced at."""
        known = seen.known
        if all(known.lasting[stone] == ALIVE_FOR_EVER for stone in dragon.stones):
            return _fate_of(seen, dragon, facts.ALIVE, PROVED), False
        if status.unread_because(dragon, known.dragons):
            return _fate_of(seen, dragon, facts.ALIVE, UNCHECKED), False
        groups = _own_groups(known, dragon)
        kept = self._kept.find(known.board, dragon.stones)
        if kept is not None and kept[0] == groups:
            return replace(kept[1]), kept[2]
        guess = self._guess(seen, dragon)
        fate = guess or self._read(seen, dragon)
        self._kept.keep(known.board, dragon.stones, (groups, fate, guess is not None))
        return replace(fate), guess is not None

    def _guess(self, seen: DragonsSeen, dragon: Dragon) -> Fate | None:
        """The fate of a dragon by its quick reading; None if a close reading may say more."""
        quick = seen.known.quick_judgement(dragon).status
        if not quick.uncertain:
            return None
        stones = set(dragon.stones)
        last = next((one for one in reversed(self._tried) if 2 * len(stones & one.stones) >= len(one.stones)), None)
        if last is not None and seen.number - RETRY_MOVES <= last.number <= seen.number:
            same = last.quickly == quick.status and not last.fate.certain
            return _fate_of(seen, dragon, _STATUSES[last.fate.status], GUESSED) if same else None
        if quick.status == facts.ALIVE and (last is None or not last.fate.certain):
            return _fate_of(seen, dragon, facts.ALIVE, GUESSED)
        return None

    def _read(self, seen: DragonsSeen, dragon: Dragon) -> Fate:
        self.readings += 1
        judged = status.judged(dragon, seen.known.dragons, seen.judge)
        if judged.unchecked:
            return _fate_of(seen, dragon, facts.ALIVE, UNCHECKED)
        now = judged.status
        fate = _fate_of(seen, dragon, now.status, CERTAINTIES[judged.how])
        fate.walls = [vertex(one.stones[0], int(seen.known.board['size'])) for one in judged.conditions]
        if now.status == facts.CRITICAL:
            size = int(seen.known.board['size'])
            kills, saves = _plainly(judged)
            fate.ko = not (kills and saves)
            fate.kill = vertex(now.attack, size) if kills and now.attack != PASS else ''
            fate.save = vertex(now.defence, size) if saves and now.defence != PASS else ''
        self._tried = [one for one in self._tried if one.number >= seen.number - 2 * RETRY_MOVES]
        self._tried.append(_LastTried(frozenset(dragon.stones), fate, seen.known.quick_judgement(dragon).status.status, seen.number))
        return fate


def _fate_of(seen: DragonsSeen, dragon: Dragon, now: int, certainty: str) -> Fate:
    size = int(seen.known.board['size'])
    return Fate(vertex(dragon.origin, size), 'black' if dragon.color == BLACK else 'white',
                [vertex(stone, size) for stone in sorted(dragon.stones)], facts.STATUS_WORDS[now], certainty, read_at=seen.number)


def _plainly(judged: Judgement) -> tuple[bool, bool]:
    """Whether the dragon can be killed, and saved, without a ko."""
    if judged.deciding is not None:
        return judged.deciding.theirs.attack == WIN, judged.deciding.ours.defence == WIN
    attack, defence = judged.attack, judged.defence
    return attack is not None and attack.reading.result == WIN, defence is not None and defence.reading.result == WIN


def _own_groups(known: Examination, dragon: Dragon) -> Signature:
    """Which of the stones of a dragon hold together: a reading is about these."""
    own = set(dragon.stones)
    return tuple(sorted(tuple(sorted(group)) for group in known.groups if not own.isdisjoint(group)))
