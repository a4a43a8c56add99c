"""Sekis, and kos that wait until the end.  Dragons in seki live without two eyes of their own, beside enemies that have no two eyes either.

    O X . O . X .      Neither side fills the other's last liberty but one.  An eye space in which an enemy lives does not count.
    O X . O . X .
"""
from collections.abc import Callable, Collection, Iterable, Sequence

import numpy as np

from owlgo.engine.core.facts import ALIVE, DEAD
from owlgo.engine.core.parts import Leaders
from owlgo.engine.core.points import EMPTY, PASS, neighbours, other
from owlgo.engine.core.strings import py_liberties, string
from owlgo.engine.dragons.partition import SMALL_ESCAPE, Dragon, Dragons
from owlgo.engine.examine.judgement import Judgement, Status
from owlgo.engine.eyes.space import find_eye_dragons
from owlgo.engine.eyes.value import ENOUGH_EYES

PREY = range(3, 7)
"""Stones of a dragon whose capture may leave its captor a single eye: a nakade."""


def own_spaces(dragon: Dragon, found: Dragons, lives: Callable[[Dragon], bool]) -> list[int]:
    """Return the eye spaces of a dragon in which no enemy lives, by origin."""
    spaces, enemy, colors = found.optics.eyes[dragon.color], other(dragon.color), found.board['color']
    inside = {origin: {found.at[pos] for pos in spaces.space(origin) if colors[pos] == enemy} for origin in dragon.spaces}
    return [origin for origin in dragon.spaces if not any(lives(found.every[k]) for k in inside[origin])]


def own_eyes(dragon: Dragon, found: Dragons, own: Iterable[int]) -> int:
    """Return the most eyes that a dragon can make in its ``own`` spaces."""
    return sum(found.optics.verdict(dragon.color, origin).value.max_eyes for origin in own)


def poor(found: Dragons, every: Iterable[Dragon], groups: Sequence[Sequence[int]],
         lives: Callable[[Dragon], bool]) -> list[tuple[int, set[int]]]:
    """Return colour and stones of dragons, or parts of dragons, that live without two eyes and without an escape route.  A space in which
    an enemy lives joins no strings, so a dragon with such a space is judged in parts: the ``groups`` joined by its other spaces.
    """
    parts: list[tuple[int, set[int]]] = []
    for dragon in every:
        if dragon.escape or not lives(dragon):
            continue
        if dragon.crude_status != ALIVE and dragon.genus.max_eyes < ENOUGH_EYES:
            parts.append((dragon.color, set(dragon.stones)))
        elif len(own := own_spaces(dragon, found, lives)) < len(dragon.spaces):
            parts += [(dragon.color, part) for part, spaces in _parts(dragon, found, groups, own)
                      if own_eyes(dragon, found, spaces) < ENOUGH_EYES]
    return parts


def _parts(dragon: Dragon, found: Dragons, groups: Sequence[Sequence[int]], own: Sequence[int]) -> list[tuple[set[int], list[int]]]:
    """Return the parts of a dragon that its ``own`` spaces join, each with its spaces."""
    at = {stone: group[0] for group in groups if group[0] in dragon.stones for stone in group}
    eyes, joined = found.optics.eyes[dragon.color], Leaders(set(at.values()))
    around = {origin: {at[first] for first in find_eye_dragons(found.board, eyes, origin) if first in at} for origin in own}
    for firsts in around.values():
        joined.join_all(firsts)
    return [({stone for stone, first in at.items() if first in part}, [origin for origin in own if around[origin].intersection(part)])
            for part in joined.groups()]


def touch(board: np.void, one: Collection[int], two: Collection[int]) -> bool:
    """Whether two sets of stones have a liberty in common."""
    size, colors = int(board['size']), board['color']
    free = {q for stone in one for q in neighbours(stone, size) if colors[q] == EMPTY}
    return any(q in free for stone in two for q in neighbours(stone, size))


def stones(found: Dragons, groups: Sequence[Sequence[int]], ends: Sequence[Status]) -> set[int]:
    """Return the stones in seki: of dragons without two eyes that live next to enemies of the same kind, and of dragons that a race leaves
    alive.  The rival in that race is added if just one living enemy shares a liberty.  ``ends`` has the status that each counts as.
    """
    board, every, in_seki = found.board, found.every, set[int]()
    alive = {dragon.origin for dragon, one in zip(every, ends, strict=True) if one.status == ALIVE}
    parts = poor(found, every, groups, lambda dragon: dragon.origin in alive)
    for color, own in parts:
        if any(rival != color and touch(board, own, theirs) for rival, theirs in parts):
            in_seki |= own
    for dragon, one in zip(every, ends, strict=True):
        if one.seki:
            in_seki.update(dragon.stones)
            rivals = [enemy for enemy in found.hostile(dragon) if enemy.origin in alive and touch(board, dragon.stones, enemy.stones)]
            if len(rivals) == 1:
                in_seki.update(rivals[0].stones)
    return in_seki


def may_snap_back(board: np.void, prey: Sequence[int]) -> bool:
    """Whether these stones are a string in atari beside a string of at most two liberties, so that their captor may be captured in turn.
    """
    if py_liberties(board, prey[0]) != 1 or len(string(board, prey[0])) != len(prey):
        return False
    size, colors, enemy = int(board['size']), board['color'], other(int(board['color'][prey[0]]))
    captors = {q for stone in prey for q in neighbours(stone, size) if colors[q] == enemy}
    return any(py_liberties(board, q) <= 2 for q in captors)


def taker_at_risk(dragon: Dragon, found: Dragons) -> int:
    """Return the first stone of the only enemy dragon around this small dragon, if capturing it may kill the captor; else PASS."""
    enemies = found.hostile(dragon)
    if len(dragon.stones) not in PREY or len(enemies) != 1 or enemies[0].escape >= SMALL_ESCAPE:
        return PASS
    left = own_eyes(enemies[0], found, own_spaces(enemies[0], found, lambda inner: inner is dragon))
    return enemies[0].origin if left < min(ENOUGH_EYES, own_eyes(enemies[0], found, enemies[0].spaces)) else PASS


def waits(read: Judgement) -> bool:
    """Whether a dragon is dead by a ko that the opponent alone can begin, as a bent four in the corner."""
    return read.status.status == DEAD and read.deciding is None and read.attack is not None and read.attack.wait is not None
