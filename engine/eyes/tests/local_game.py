"""The abstract local game of an eye space (GNU Go manual, "The eyespace as local game"): points removed and filled, no stones captured.

    !...        ! a margin, where the space is open      X a stone of the attacker
      .XXX.!    . a point inside                         a blank is no point of the space

RULE 1: the defender removes a point marked ! or .
RULE 2: the attacker makes a . an X.
RULE 3: the attacker removes a !.  Every . next to it becomes a !; if an X is next to it, that X and all X connected with it are removed
too, and every . next to those becomes a !.

Either may pass.  The manual leaves the end open; here the game ends when both pass, and every connected part without a ! is an eye.
"""
from dataclasses import dataclass
from functools import cache

from owlgo.engine.eyes.value import ENOUGH_EYES

SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))
Point = tuple[int, int]
"""Row and column, from 0 at the top left."""


@dataclass(frozen=True)
class Space:
    """A position: what is at each point, in order."""
    points: tuple[tuple[Point, str], ...]

    def __str__(self) -> str:
        """The diagram, cut to its rows and columns."""
        if not self.points:
            return ''
        at = dict(self.points)
        rows = [row for row, _ in at]
        left = min(col for _, col in at)
        right = max(col for _, col in at)
        lines = [''.join(at.get((row, col), ' ') for col in range(left, right + 1)).rstrip() for row in range(min(rows), max(rows) + 1)]
        return '\n'.join(lines)

    def at(self, point: Point) -> str:
        """'!', '.', 'X', or a blank."""
        return dict(self.points).get(point, ' ')

    def parts(self) -> list[set[Point]]:
        """The points of each connected part."""
        left = {point for point, _ in self.points}
        found = []
        while left:
            part, queue = set(), [left.pop()]
            while queue:
                point = queue.pop()
                part.add(point)
                near = {q for q in beside(point) if q in left}
                left -= near
                queue += near
            found.append(part)
        return found

    def eyes(self) -> int:
        """Connected parts without a margin, at most two."""
        at = dict(self.points)
        return min(ENOUGH_EYES, sum(all(at[point] != '!' for point in part) for part in self.parts()))


def beside(point: Point) -> list[Point]:
    """The four points next to this one."""
    return [(point[0] + row, point[1] + col) for row, col in SIDES]


def parse(text: str) -> Space:
    """The space that a diagram shows.  Raises ValueError for other symbols than '!', '.', 'X' and blanks."""
    points = {}
    for row, line in enumerate(text.strip('\n').split('\n')):
        for col, symbol in enumerate(line):
            if symbol not in '!.X ':
                raise ValueError(f"'{symbol}' in row {row + 1} is no symbol of a local game: '!', '.', 'X' or a blank")
            if symbol != ' ':
                points[row, col] = symbol
    return _space(points)


def _space(points: dict[Point, str]) -> Space:
    return Space(tuple(sorted(points.items())))


def moves(space: Space) -> list[Point]:
    """Where either side may move; it may also pass."""
    return [point for point, symbol in space.points if symbol in '!.']


def play(space: Space, point: Point, attacker: bool) -> Space:
    """The position after a move.  Raises ValueError where the rules allow none."""
    points = dict(space.points)
    if points.get(point, ' ') not in '!.':
        raise ValueError(f'no move at row {point[0] + 1}, column {point[1] + 1}')
    symbol = points[point]
    if not attacker:
        del points[point]
    elif symbol == '.':
        points[point] = 'X'
    else:
        del points[point]
        removed, queue = {point}, [point]
        while queue:
            for q in beside(queue.pop()):
                if points.get(q) == 'X':
                    del points[q]
                    removed.add(q)
                    queue.append(q)
        for gone in removed:
            for q in beside(gone):
                if points.get(q) == '.':
                    points[q] = '!'
    return _space(points)


@cache
def eyes(space: Space, attacker: bool, passed: bool = False) -> int:
    """The eyes that the space yields with this side to move first and both playing as well as they can."""
    best = eyes(space, not attacker, True) if not passed else space.eyes()
    for point in moves(space):
        if best == (0 if attacker else ENOUGH_EYES):
            break
        after = eyes(_placed(play(space, point, attacker)), not attacker)
        best = min(best, after) if attacker else max(best, after)
    return best


def _placed(space: Space) -> Space:
    """The same space moved to the corner: a position is one wherever it stands."""
    if not space.points:
        return space
    top, left = min(point[0] for point, _ in space.points), min(point[1] for point, _ in space.points)
    return Space(tuple(((row - top, col - left), symbol) for (row, col), symbol in space.points))
