"""Find the fates of the dragons in each position of a game.  A dragon is read again only if its surroundings change."""
from dataclasses import dataclass, field, replace
from typing import NamedTuple, cast

from owlgo.engine.benson import Lasting
from owlgo.engine.core import facts
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.points import BLACK, PASS, WHITE, parse_vertex, vertex
from owlgo.engine.core.result import WIN
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons.partition import Dragon
from owlgo.engine.examine import status
from owlgo.engine.examine.examination import Examination
from owlgo.engine.examine.judgement import Judgement, KeptJudgement
from owlgo.engine.examine.kept import Kept
from owlgo.engine.examine.status import Judge
from owlgo.engine.owl.limits import Means, of_level
from owlgo.engine.review.data import Certainty, Fate, Status

RETRY_MOVES = 6
"""Number of moves after which a close reading that ended in a guess is repeated, if the quick reading is the same."""
STATUSES: dict[int, Status] = {facts.ALIVE: 'alive', facts.CRITICAL: 'critical', facts.DEAD: 'dead'}
"""Statuses of dragons that were read."""
Signature = tuple[tuple[int, ...], ...]


@dataclass
class DragonsSeen:
    """A position with the fates of its dragons."""
    number: int
    known: Examination
    judge: Judge
    dragons: list[Dragon]
    fates: list[Fate]
    """The fate of each dragon."""
    glanced: set[int] = field(default_factory=set)
    """Indices of the dragons that were only read quickly."""


class _LastTried(NamedTuple):
    """The last close reading of a dragon."""
    stones: frozenset[int]
    fate: Fate
    quickly: int
    """The dragon's status by the quick reading made then."""
    number: int


class Watch:
    """Follows the dragons of a game from one position to the next.

    A close reading takes long, and mostly ends in a guess where it did before.  So a dragon is read quickly first.  It is read closely only
    if the quick reading is certain or has changed since the last close reading, or if that reading is some moves old and the dragon seems
    to be in danger.
    """

    def __init__(self, workspace: Workspace, level: int) -> None:
        limits = of_level(level, 500 * (level + 1), 5000 * (level + 1))             # nodes of readings and of proofs
        self.means = Means(workspace, limits._replace(rival=150 * (level + 1)))         # nodes of races
        self._kept = Kept[tuple[Signature, Fate, bool]](4)
        """Close readings, kept until something changes within four steps of the dragon or of enemies that touch it."""
        self.quickly = Kept[KeptJudgement](2)
        """Quick readings, kept until something changes within two steps, and shared with the choice of moves."""
        self._tried: list[_LastTried] = []

    def look(self, known: Examination, number: int) -> DragonsSeen:
        """Return the dragons after a move with their fates.  Dragons of fewer than three stones change too often and are left out."""
        dragons = [dragon for dragon in known.dragons.every if len(dragon.stones) >= 3]
        seen = DragonsSeen(number, known, self._judge(known), dragons, [])
        for k, dragon in enumerate(dragons):
            fate, glanced = self._fate(seen, dragon)
            seen.fates.append(fate)
            if glanced:
                seen.glanced.add(k)
        return seen

    def confirm(self, seen: DragonsSeen, index: int) -> Fate:
        """Return the fate of a dragon, read closely in this very position."""
        if seen.fates[index].read_at != seen.number or index in seen.glanced:
            seen.fates[index] = self._read_and_note(seen, seen.dragons[index])
            seen.glanced.discard(index)
        return seen.fates[index]

    def reread(self, known: Examination, number: int, like: Fate) -> Fate | None:
        """Read a dragon closely in an earlier position: the one that shares most stones with a fate.  None if it has none there."""
        size = int(known.board['size'])
        stones = {parse_vertex(name, size) for name in like.stones}
        color = BLACK if like.color == 'black' else WHITE
        shared = [(len(stones.intersection(one.stones)), -k) for k, one in enumerate(known.dragons.every) if one.color == color]
        most, index = max(shared, default=(0, 0))
        if not most:
            return None
        dragon = known.dragons.every[-index]
        return self._read(DragonsSeen(number, known, self._judge(known), [dragon], []), dragon)

    def _judge(self, known: Examination) -> Judge:
        return Judge(known.board, self.means, known.groups, reply=known.reply)

    def _fate(self, seen: DragonsSeen, dragon: Dragon) -> tuple[Fate, bool]:
        """Return the fate of a dragon, and whether it was only read quickly."""
        known = seen.known
        if all(known.lasting[stone] == Lasting.ALIVE for stone in dragon.stones):
            return _fate_of(seen, dragon, 'alive', 'proved'), False
        if status.unread_because(dragon, known.dragons):
            return _fate_of(seen, dragon, 'alive', 'unchecked'), False
        groups = _own_groups(known, dragon)
        kept = self._kept.find(known.board, dragon.stones)
        if kept is not None and kept[0] == groups:
            return replace(kept[1]), kept[2]
        guess = self._guess(seen, dragon)
        fate = guess or self._read_and_note(seen, dragon)
        self._kept.keep(known.board, dragon.stones, (groups, fate, guess is not None))
        return replace(fate), guess is not None

    def _guess(self, seen: DragonsSeen, dragon: Dragon) -> Fate | None:
        """Return the fate of a dragon by its quick reading, or None if a close reading is worth its time."""
        quick = seen.known.quick_judgement(dragon).status
        if quick.certain:
            return None
        stones = set(dragon.stones)
        last = next((one for one in reversed(self._tried) if 2 * len(stones & one.stones) >= len(one.stones)), None)
        if last is not None and seen.number - RETRY_MOVES <= last.number <= seen.number:
            same = last.quickly == quick.status and not last.fate.certain
            return _fate_of(seen, dragon, last.fate.status, 'uncertain') if same else None
        if quick.status == facts.ALIVE and (last is None or not last.fate.certain):
            return _fate_of(seen, dragon, 'alive', 'uncertain')
        return None

    def _read_and_note(self, seen: DragonsSeen, dragon: Dragon) -> Fate:
        fate = self._read(seen, dragon)
        if fate.certainty != 'unchecked':
            self._tried = [one for one in self._tried if one.number >= seen.number - 2 * RETRY_MOVES]
            self._tried.append(_LastTried(frozenset(dragon.stones), fate, seen.known.quick_judgement(dragon).status.status, seen.number))
        return fate

    def _read(self, seen: DragonsSeen, dragon: Dragon) -> Fate:
        judged = status.judged(dragon, seen.known.dragons, seen.judge)
        if judged.grade == Grade.UNCHECKED:
            return _fate_of(seen, dragon, 'alive', 'unchecked')
        now, size = judged.status, int(seen.known.board['size'])
        fate = _fate_of(seen, dragon, STATUSES[now.status], cast('Certainty', judged.grade.reported))
        fate.walls = [vertex(one.stones[0], size) for one in judged.conditions]
        if now.status == facts.CRITICAL:
            kills, saves = _plainly(judged)
            fate.ko = not (kills and saves)
            fate.kill = vertex(now.attack, size) if kills and now.attack != PASS else ''
            fate.save = vertex(now.defence, size) if saves and now.defence != PASS else ''
        return fate


def _fate_of(seen: DragonsSeen, dragon: Dragon, now: Status, certainty: Certainty) -> Fate:
    size = int(seen.known.board['size'])
    return Fate(vertex(dragon.origin, size), 'black' if dragon.color == BLACK else 'white',
                [vertex(stone, size) for stone in sorted(dragon.stones)], now, certainty, read_at=seen.number)


def _plainly(judged: Judgement) -> tuple[bool, bool]:
    """Return whether the dragon can be killed without a ko, and whether it can be saved without one."""
    if judged.deciding is not None:
        return judged.deciding.theirs.attack == WIN, judged.deciding.ours.defence == WIN
    attack, defence = judged.attack, judged.defence
    return attack is not None and attack.reading.result == WIN, defence is not None and defence.reading.result == WIN


def _own_groups(known: Examination, dragon: Dragon) -> Signature:
    """Return the groups that make up a dragon.  Each reading is about one of these groups."""
    own = set(dragon.stones)
    return tuple(sorted(tuple(sorted(group)) for group in known.groups if not own.isdisjoint(group)))
