"""The goal: the stones whose life a question is about.  It is made once and passed on; each fact is computed when first asked for."""
from collections.abc import Collection, Sequence
from functools import cached_property

import numpy as np

from owlgo.engine.core.parts import parts
from owlgo.engine.core.points import BLACK, NPOINTS, STRIDE, WHITE, neighbours, other
from owlgo.engine.core.turned import Turned, first_of_eight
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import amalgamate
from owlgo.engine.solver.region import Region, enclose


class Goal:
    """The dragon in question: the stone at a point, and the strings that the patterns of conn.db connect with it.  Valid while the board
    stays as it is."""

    def __init__(self, board: np.void, pos: int, workspace: Workspace, stones: Sequence[int] | None = None) -> None:
        """``stones``: the goal's stones, if they are known already or chosen (``of``).  Raises ValueError on an empty point."""
        self.board, self.pos, self.workspace = board, pos, workspace
        self.color = int(board['color'][pos])
        if self.color not in (BLACK, WHITE):
            raise ValueError('no stone there')
        if stones is not None:
            self.stones = list(stones)

    @classmethod
    def of(cls, board: np.void, stones: Collection[int], workspace: Workspace) -> 'Goal':
        """Return a goal that consists of exactly these stones, even if patterns of conn.db connect others with them."""
        return cls(board, min(stones), workspace, sorted(stones))

    @property
    def enemy(self) -> int:
        """The opponent's colour."""
        return other(self.color)

    @cached_property
    def stones(self) -> list[int]:
        """The goal's stones, in board order unless the caller gave them."""
        return amalgamate.group(self.board, self.pos, self.workspace)

    @cached_property
    def turned(self) -> Turned:
        """The position in the orientation and colours in which questions about the goal are searched."""
        return first_of_eight(self.board, self.stones)

    def in_turned(self) -> 'Goal':
        """Return the goal on the board of ``turned``."""
        board, there, _ = self.turned
        return Goal(board, there[self.pos], self.workspace, [there[stone] for stone in self.stones])

    @cached_property
    def rank(self) -> np.ndarray:
        """The rank of every point, which breaks ties: the same in every orientation, and for either colour of the goal."""
        size, colors = int(self.board['size']), self.board['color']
        rows = np.arange(1, size + 1)[:, None] * STRIDE + np.arange(1, size + 1)
        mine = np.isin(rows, self.stones)
        seen = np.where(colors[rows] == 0, 0, np.where(mine, 3, np.where(colors[rows] == self.color, 1, 2))).astype(np.uint8)
        turned = [(np.rot90(each, k).tobytes(), k, number) for number, each in enumerate((seen, seen.T)) for k in range(4)]
        _, k, number = min(turned)
        order = np.rot90(rows.T if number else rows, k).ravel()
        found = np.zeros(NPOINTS, np.int32)
        found[order] = np.arange(1, size * size + 1)
        return found

    @cached_property
    def region(self) -> Region:
        """The closed region round the goal.  Only the goal must be taken or saved in it; other stones of its side may help.

        Strings round the same empty points join the goal if no wall borders these points (GNU Go manual, "Dragons") and they belong to the
        same dragon of the whole board.  Other strings stay out: they may be captured though the goal lives.

        Raises NotEnclosed if the region is open.
        """
        region = enclose(self.board, self.pos)
        size, colors = int(self.board['size']), self.board['color']
        group, before = set(self.stones), 0
        dragon = set(group)
        boundary = int(region.record['boundary'])
        inner = {p for k, p in enumerate(region.points) if not colors[p] and not boundary >> k & 1}
        rims = [{q for p in space for q in neighbours(p, size) if colors[q] == self.color} for space in parts(inner, size)]
        while len(dragon) != before:
            before = len(dragon)
            for q in set().union(*(rim for rim in rims if rim & dragon)) - dragon:
                dragon.update(amalgamate.group(self.board, q, self.workspace))
        if dragon != group:
            from owlgo.engine.dragons import partition  # the rooms of eyes take a while to load
            dragon = group | dragon.intersection(partition.find(self.board, self.workspace).of(self.pos).stones)
        region.record['goal'] = np.uint64(sum(1 << k for k, p in enumerate(region.points) if p in dragon))
        return region
