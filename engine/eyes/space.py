"""Eye spaces: the points where a colour may make eyes, in connected parts, and the strings round them."""
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from owlgo.engine.core.points import NEIGHBOURS, neighbours
from owlgo.engine.core.strings import string


@dataclass
class EyePoint:
    """A point of an eye space."""
    origin: int
    """The first point of its space, in board order."""
    marginal: bool
    neighbours: int = 0
    """The number of points of the space next to this point."""
    marginal_neighbours: int = 0


@dataclass
class Eyes:
    """The eye spaces of one colour."""
    color: int
    points: dict[int, EyePoint] = field(default_factory=dict)

    @cached_property
    def _spaces(self) -> dict[int, list[int]]:
        """The points of every space by its origin."""
        found: dict[int, list[int]] = {}
        for pos, point in self.points.items():
            found.setdefault(point.origin, []).append(pos)
        return found

    def space(self, origin: int) -> list[int]:
        """The points of the space with this origin, in board order."""
        return self._spaces.get(origin, [])

    def origins(self) -> list[int]:
        """The origin of every space, in board order."""
        return sorted(self._spaces)

    def margins(self, origin: int) -> list[int]:
        """The marginal points of a space."""
        return [pos for pos in self.space(origin) if self.points[pos].marginal]


def count_neighbours(eyes: Eyes) -> None:
    """Recount each point's neighbours in its space after a point became marginal."""
    for pos, point in eyes.points.items():
        near = [eyes.points[q] for q in _beside(eyes, pos) if eyes.points[q].origin == point.origin]
        point.neighbours, point.marginal_neighbours = len(near), sum(q.marginal for q in near)


def _beside(eyes: Eyes, pos: int) -> list[int]:
    return [pos + step for step in NEIGHBOURS if pos + step in eyes.points]


def find_eye_dragons(board: np.void, eyes: Eyes, origin: int) -> list[int]:
    """Return the owner's strings round an eye space, each by its first stone, in board order.

    They belong to one dragon ("Amalgamation").
    """
    colors, origins = board['color'], board['origin']
    found: dict[int, int] = {}
    for pos in eyes.space(origin):
        for q in neighbours(pos, int(board['size'])):
            if colors[q] == eyes.color:
                found[int(origins[q])] = q
    return sorted(min(string(board, q)) for q in found.values())
