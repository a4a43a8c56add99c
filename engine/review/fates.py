"""What becomes of the dragons of each position of a game.  A dragon near which nothing has changed is not read again."""
from dataclasses import dataclass, replace

from engine.benson import ALIVE as ALIVE_FOR_EVER
from engine.core import facts
from engine.core.points import BLACK, EMPTY, PASS, neighbours, other, vertex
from engine.core.result import WIN
from engine.core.workspace import Workspace
from engine.dragons.partition import Dragon
from engine.examine import status
from engine.examine.examination import Examination
from engine.examine.status import Judge, Judgement
from engine.owl import answers
from engine.owl.limits import Means, of_level
from engine.review.data import GUESSED, PROVED, READ, UNCHECKED, Fate

LEAST_STONES = 3
"""Smaller dragons are part of a fight, and their statuses change with every move."""
REACH = 4
"""Steps from the dragon, and from enemies that touch it, within which a change makes it be read again."""
READING, PROOF, RIVAL = 500, 5000, 150
"""Nodes for each level of a reading in arenas, of a proof, and of a race."""
CERTAINTIES = {answers.PROVED: PROVED, answers.READ: READ, answers.SEARCHED: READ, answers.UNCERTAIN: GUESSED}

Signature = tuple[object, ...]


@dataclass
class DragonsSeen:
    """A position whose dragons were looked at."""
    number: int
    known: Examination
    judge: Judge
    dragons: list[Dragon]
    fates: list[Fate]
    """One for each of the dragons."""


class Watch:
    """Looks at the dragons of one position after another."""

    def __init__(self, workspace: Workspace, level: int) -> None:
        limits = of_level(level, READING * (level + 1), PROOF * (level + 1))
        self.means = Means(workspace, limits._replace(rival=RIVAL * (level + 1)))
        self._kept: dict[frozenset[int], tuple[Signature, Fate]] = {}
        self.readings = 0
        """Dragons that were read."""

    def look(self, known: Examination, number: int) -> DragonsSeen:
        """The dragons of the position after a move that are large enough, and what becomes of them."""
        dragons = [dragon for dragon in known.dragons.every if len(dragon.stones) >= LEAST_STONES]
        seen = DragonsSeen(number, known, Judge(known.board, self.means, known.groups), dragons, [])
        seen.fates = [self._fate(seen, dragon) for dragon in dragons]
        return seen

    def confirm(self, seen: DragonsSeen, index: int) -> Fate:
        """The fate of a dragon of this position, read there if it was taken from an earlier one."""
        if seen.fates[index].read_at != seen.number:
            seen.fates[index] = self._read(seen, seen.dragons[index])
        return seen.fates[index]

    def _fate(self, seen: DragonsSeen, dragon: Dragon) -> Fate:
        known = seen.known
        if all(known.lasting[stone] == ALIVE_FOR_EVER for stone in dragon.stones):
            return _fate_of(seen, dragon, facts.ALIVE, PROVED)
        if status.unread_because(dragon, known.dragons):
            return _fate_of(seen, dragon, facts.ALIVE, UNCHECKED)
        stones, signature = frozenset(dragon.stones), _signature(known, dragon)
        kept = self._kept.get(stones)
        if kept is not None and kept[0] == signature:
            return replace(kept[1])
        fate = self._read(seen, dragon)
        self._kept[stones] = signature, fate
        return fate

    def _read(self, seen: DragonsSeen, dragon: Dragon) -> Fate:
        self.readings += 1
        judged = status.judged(dragon, seen.known.dragons, seen.judge)
        if judged.unchecked:
            return _fate_of(seen, dragon, facts.ALIVE, UNCHECKED)
        now = judged.status
        fate = _fate_of(seen, dragon, now.status, CERTAINTIES[judged.how])
        if now.status == facts.CRITICAL:
            size = int(seen.known.board['size'])
            kills, saves = _plainly(judged)
            fate.ko = not (kills and saves)
            fate.kill = vertex(now.attack, size) if kills and now.attack != PASS else ''
            fate.save = vertex(now.defence, size) if saves and now.defence != PASS else ''
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


def _signature(known: Examination, dragon: Dragon) -> Signature:
    """What a reading of the dragon depends on: the stones near it, a ko among them, and which of its own belong together."""
    board = known.board
    size, colors = int(board['size']), board['color']
    near = set(dragon.stones)
    enemies = {stone for own in dragon.stones for pos in (own, *(p for p in neighbours(own, size) if colors[p] == EMPTY))
               for stone in neighbours(pos, size) if colors[stone] == other(dragon.color)}
    near |= {stone for enemy in enemies for stone in known.worm_at[enemy].stones}
    for _ in range(REACH):
        near |= {q for pos in near for q in neighbours(pos, size)}
    ko = int(board['ko'])
    own = set(dragon.stones)
    groups = tuple(sorted(tuple(sorted(group)) for group in known.groups if not own.isdisjoint(group)))
    return tuple(int(colors[pos]) for pos in sorted(near)), ko if ko in near else 0, groups
