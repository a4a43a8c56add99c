"""Find the eyes of a whole board: lively strings, the spaces of both colours, half and false eyes, and values (GNU Go manual, chapter
8)."""
from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from owlgo.engine.benson import has_two_eyes
from owlgo.engine.core.parts import Leaders
from owlgo.engine.core.points import BLACK, WHITE, neighbours, other
from owlgo.engine.core.result import LOSE
from owlgo.engine.eyes import static, whole
from owlgo.engine.eyes.space import Eyes, find_eye_dragons
from owlgo.engine.eyes.topology import Topology, safety, topological_eye
from owlgo.engine.eyes.whole import EyeVerdict
from owlgo.engine.read.reader import Level, as_reader
from owlgo.engine.worms import Worm, lively_stones, worms


@dataclass
class Optics:
    """The eyes of both colours on a board, with the worms that they rest on."""
    board: np.void
    worms: list[Worm]
    eyes: dict[int, Eyes]
    """The eye spaces, by colour."""
    half_eyes: dict[int, dict[int, Topology]]
    """By colour and point: the corners of eye points with at most one neighbour in their space."""
    verdicts: dict[int, dict[int, EyeVerdict]]
    """What each space yields, by colour and by the first point of the space."""

    def verdict(self, color: int, origin: int) -> EyeVerdict:
        """Return the verdict on a colour's eye space, given its first point."""
        return self.verdicts[color][origin]

    def space_at(self, pos: int) -> tuple[int, int] | None:
        """Return the colour and the first point of a point's eye space.  If two spaces share the point as a margin, the space with more
        eyes counts."""
        found = [(self.verdict(color, eyes.points[pos].origin).value, -color) for color, eyes in self.eyes.items() if pos in eyes.points]
        if not found:
            return None
        color = -max(found)[1]
        return color, self.eyes[color].points[pos].origin


def look(board: np.void, level: Level = 10, every: list[Worm] | None = None) -> Optics:
    """Return the eyes of a position by the board's suicide rule.  ``every``: the position's worms, if they are known."""
    reader = as_reader(level)
    every = worms(board, reader) if every is None else every
    by_stone = {stone: w for w in every for stone in w.stones}
    lively = lively_stones(board, every) - shut_in(board, by_stone)
    size, stones = int(board['size']), board['color']

    @cache
    def is_false_margin(pos: int, color: int) -> bool:
        enemies = [q for q in neighbours(pos, size) if stones[q] == other(color) and q in lively]
        return any(by_stone[q].attack_code == LOSE for q in enemies) and safety(board, pos, other(color), reader) == LOSE

    def corners(color: int, pos: int, secure: Set[int]) -> Topology:
        return topological_eye(board, pos, color, secure, reader)

    record = reader.workspace.get(whole.new_plain)
    found = Optics(board, every, {}, {}, {})
    for color in (BLACK, WHITE):
        captures = {move for w in every if w.color == color for move in w.attacks}
        found.eyes[color], found.half_eyes[color], found.verdicts[color] = \
            whole.look(board, record, color, lively, is_false_margin, partial(corners, color), captures)
    return found


def shut_in(board: np.void, by_stone: Mapping[int, Worm]) -> set[int]:
    """Return the stones that are shut in: in regions of up to eight points, without room for two eyes, inside safe enemy strings.

    Such stones may be part of a seki.  For the opponent's eyes they are prisoners.
    """
    size = int(board['size'])
    colors = board['color'].tolist()
    found: set[int] = set()
    for first in by_stone:
        if first in found:
            continue
        color, hole = colors[first], [first]
        border: set[int] = set()
        seen = {first}
        for pos in hole:
            for q in neighbours(pos, size):
                if colors[q] == other(color):
                    border.add(q)
                elif q not in seen:
                    seen.add(q)
                    hole.append(q)
            if len(hole) > 8:
                break
        if len(hole) <= 8 and not any(by_stone[q].attacks for q in border) and \
                not has_two_eyes(board, hole, other(color)):
            found |= {pos for pos in hole if colors[pos] == color}
    return found


@dataclass
class Group:
    """A group of strings of one colour that share eye spaces, with these spaces."""
    color: int
    stones: list[int]
    area: list[int]
    """The points of the spaces."""
    closed: bool
    """Whether the spaces have no margin."""


def groups(optics: Optics) -> list[Group]:
    """Group the strings round each eye space ("Amalgamation"), in board order.

    A space that consists only of margins connects no strings.  A string without a space is a group of its own.
    """
    found = []
    for color, eyes in optics.eyes.items():
        strings = {min(w.stones): w.stones for w in optics.worms if w.color == color}
        leaders = Leaders(strings)
        spaces: dict[int, int] = {}
        for origin in eyes.origins():
            around = find_eye_dragons(optics.board, eyes, origin)
            if around and len(eyes.margins(origin)) < len(eyes.space(origin)):
                leaders.join_all(around)
                spaces[origin] = around[0]
        for members in leaders.groups():
            area = [pos for origin, one in spaces.items() if one in members for pos in eyes.space(origin)]
            stones = sorted(stone for member in members for stone in strings[member])
            found.append(Group(color, stones, sorted(area), not any(eyes.points[pos].marginal for pos in area)))
    return found


def static_status(optics: Optics, group: Group) -> tuple[str, dict[int, static.EyeStatus]]:
    """Return alive, dead or unknown, and the status of every point of the group's spaces.  A group that is not closed is never dead."""
    if not group.area:
        return 'unknown', {}
    status, points = static.recognise(optics.board, group.area, group.color)
    return status.word if group.closed or status == static.GroupStatus.ALIVE else 'unknown', points
