"""Small boards with walls that can be attacked, from a seed: what tempts a prover that takes walls on trust.

An arena of some ten points lies in frames that live by two small eyes each, of one colour or of both, or is the whole board.  What stands
in the arena is random at first.  What tempts is kept and changed a little, again and again: a stone more or less, a stone moved, a
liberty filled.  Two things tempt:

    falls      the dragon would be dead if the strings round it held, and is not, since they do not
    retaken    the dragon is taken, but its place is not kept
"""
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.board import new_board, py_place
from owlgo.engine.core.points import BLACK, EMPTY, PASS, STONES, WHITE, all_points, other, parse_vertex, point
from owlgo.engine.solver.tests.whole_board import MOST_FREE, Question, TooLarge, WholeBoard, beside, fixed_stones, parts_of

ARENAS = (2, 5), (3, 3), (3, 4), (3, 4), (2, 6)
SIZES = 5, 6, 7
LAYOUTS = 16
"""Frames are made once for so many arenas."""
KNOWN = 8
"""Positions of which something false was once called proved, to begin with."""
POOL = 300
"""Tempting positions that are kept."""
RELATED = 0.75
"""How often a position is a change of a tempting one."""
SAME = 0.85
"""How often it asks about the same dragon."""
OUTSIDE = 2
"""Liberties beyond the dragon's reach with which a wall is tempting."""
SHUT = 0.8
"""How many layouts have a place where a dragon is shut in."""
TRIES, FEW = 10, 5
"""Tries to colour frames, and to find eyes for each."""
FALLS, RETAKEN = 'falls', 'retaken'
BANNED = 0.3
"""How often a ko has just been taken, where there is one."""
MOSTLY = 0.75
"""How often the position that is changed is one whose walls fall."""


class Layout(NamedTuple):
    """A board with an arena in its frames."""
    size: int
    frame: dict[int, int]
    """The colours of all points beyond the arena."""
    arena: list[int]
    inside: frozenset[int] = frozenset()
    """Where a dragon is to be shut in, if that was chosen with the frames."""
    attacker: int = EMPTY


class Position(NamedTuple):
    """A board and a stone of a dragon on it."""
    size: int
    colors: dict[int, int]
    pos: int
    tempts: str = ''
    ko: int = PASS
    """Where a stone has just been taken, which its owner may not take back at once."""

    def board(self) -> np.void:
        """The same as the engine has it."""
        board = new_board(self.size)
        for p in all_points(self.size):
            if self.colors[p] != EMPTY:
                py_place(board, p, self.colors[p])
        board['ko'] = self.ko
        return board

    def whole(self, most: int = MOST_FREE, suicide: bool = False) -> WholeBoard:
        """Its twin.  Raises TooLarge."""
        banned = other(self.colors[beside(self.ko, self.colors)[0]]) if self.ko != PASS else EMPTY
        return WholeBoard(self.colors, self.ko, banned, most=most, suicide=suicide)

    def rows(self) -> str:
        """The board as rows of X and O, joined by slashes."""
        return '/'.join(''.join(STONES[self.colors[point(r, c)]] for c in range(self.size)) for r in range(self.size))

    def dragon(self) -> frozenset[int]:
        """The stones of the string."""
        return string_at(self.colors, self.pos)


def position(rows: str, pos: int) -> Position:
    """A position from its rows."""
    lines = rows.split('/')
    return Position(len(lines), {point(r, c): '.XO'.index(sign) for r, line in enumerate(lines) for c, sign in enumerate(line)}, pos)


def corpus() -> list[Position]:
    """The positions of ``refuted.txt``: each a line that begins with a stone of the dragon and a banned point, and a drawn board."""
    found = []
    for part in Path(__file__).with_name('refuted.txt').read_text('ascii').strip().split('\n\n'):
        head, *drawing = (line for line in part.splitlines() if not line.startswith('#'))
        named, ko = (parse_vertex(word, len(drawing)) for word in head.split()[:2])
        found.append(position('/'.join(''.join(line.split()) for line in drawing), named)._replace(ko=ko))
    return found


def kos(colors: dict[int, int]) -> list[int]:
    """Where a ko may have just been taken: empty points round which all stones are of one colour, one of them without another liberty."""
    found = []
    for p, color in colors.items():
        near = beside(p, colors)
        if color == EMPTY and len({colors[q] for q in near}) == 1 and colors[near[0]] != EMPTY and \
                any(len(string_at(colors, q)) == 1 and [r for r in beside(q, colors) if colors[r] == EMPTY] == [p] for q in near):
            found.append(p)
    return found


def string_at(colors: dict[int, int], pos: int) -> frozenset[int]:
    """The stones of the string at pos."""
    return frozenset(next(part for part in parts_of({p for p, color in colors.items() if color == colors[pos]}) if pos in part))


def stands(colors: dict[int, int]) -> bool:
    """Whether every string has a liberty."""
    return all(any(colors[q] == EMPTY for p in part for q in beside(p, colors)) for color in (BLACK, WHITE)
               for part in parts_of({p for p, found in colors.items() if found == color}))


def layout(rng: random.Random) -> Layout:
    """An arena at an edge or in a corner, with frames round it that live; or a whole board without."""
    while True:
        if rng.random() < 0.03:
            return Layout(3, {}, [point(r, c) for r in range(3) for c in range(3)])
        size, (height, width) = rng.choice(SIZES), rng.choice(ARENAS)
        if rng.random() < 0.5:
            height, width = width, height
        if height > size or width > size:
            continue
        top, left = rng.choice((0, 0, size - height)), rng.randint(0, size - width)
        arena = [point(r, c) for r in range(top, top + height) for c in range(left, left + width)]
        arena = [p for p in arena if rng.random() > 0.08]
        rest = set(all_points(size)) - set(arena)
        inside, attacker, begun = frozenset[int](), EMPTY, dict[int, int]()
        if rng.random() < SHUT:
            # The frame is the attacker's beside the dragon, and the defender's beyond the wall.
            inside, attacker = frozenset(_near(rng, arena, rng.randint(3, 6))), rng.choice((BLACK, WHITE))
            wall = {q for p in inside for q in beside(p, arena)} - inside
            for p in sorted(rest):
                around = set(beside(p, arena))
                if around:
                    begun[p] = attacker if around & inside else other(attacker) if around - wall else rng.choice((BLACK, WHITE))
        frame = _frame(rng, size, rest, begun)
        if frame:
            return Layout(size, frame, arena, inside, attacker)


def _near(rng: random.Random, points: list[int], count: int) -> set[int]:
    """So many connected points, at one end of others."""
    found = {rng.choice((points[0], points[-1]))}
    while len(found) < count and (more := sorted(q for p in found for q in beside(p, points) if q not in found)):
        found.add(rng.choice(more))
    return found


def _frame(rng: random.Random, size: int, points: set[int], begun: dict[int, int]) -> dict[int, int] | None:
    """These points as stones of one colour or both, with eyes by which all of them live; None if no try does it."""
    board = set(all_points(size))
    for _ in range(TRIES):
        colors = dict(begun)
        if not begun:
            seeds = rng.sample(sorted(points), rng.choice((1, 2, 2)))
            colors.update(zip(seeds, rng.sample((BLACK, WHITE), len(seeds)), strict=True))
        edge = {q for p in colors for q in beside(p, points)} - colors.keys()
        while edge:
            p = rng.choice(sorted(edge))
            colors[p] = rng.choice([colors[q] for q in beside(p, colors)])
            edge = edge.union(beside(p, points)) - colors.keys()
        if len(colors) < len(points):
            continue
        around = {p: beside(p, board) for p in points}
        deep = [p for p in sorted(points) if all(colors.get(q) == colors[p] for q in around[p])]
        if any(sum(colors[p] == color for p in deep) < 2 for color in set(colors.values())):
            continue
        for _ in range(FEW):
            eyes = [p for color in (BLACK, WHITE) for p in _two(rng, [q for q in deep if colors[q] == color])]
            tried = colors | dict.fromkeys(eyes, EMPTY)
            whole = tried | dict.fromkeys(board - points, BORDERLESS)
            if eyes and set.union(*fixed_stones(whole)) == points:
                return tried
    return None


BORDERLESS = 3
"""A point of the arena, while frames are made."""


def _two(rng: random.Random, points: list[int]) -> list[int]:
    """Two of some points, or none."""
    return rng.sample(points, 2) if len(points) > 1 else []


def filled(rng: random.Random, where: Layout) -> dict[int, int]:
    """A layout with random stones in its arena."""
    while True:
        share = rng.uniform(0.35, 0.75)
        colors = dict(where.frame)
        for p in where.arena:
            near = [colors[q] for q in beside(p, colors) if colors[q] != EMPTY]
            color = rng.choice(near) if near and rng.random() < 0.5 else rng.choice((BLACK, WHITE))
            colors[p] = color if rng.random() < share else EMPTY
        if stands(colors):
            return colors


def walled(rng: random.Random, where: Layout) -> dict[int, int]:
    """A layout with a dragon shut in by stones of one colour, which have few liberties beyond; the other colour is outside, too."""
    attacker, defender = where.attacker, other(where.attacker)
    while True:
        colors = dict(where.frame)
        for p in where.arena:
            colors[p] = rng.choice((EMPTY, defender, defender)) if p in where.inside else \
                attacker if any(q in where.inside for q in beside(p, where.arena)) else rng.choice((EMPTY, EMPTY, attacker, defender))
        if stands(colors):
            return colors


def changed(rng: random.Random, where: Layout, before: dict[int, int]) -> dict[int, int] | None:
    """A position after a small change or two; None if it is none."""
    colors = dict(before)
    for _ in range(rng.choice((1, 1, 2))):
        p = rng.choice(where.arena)
        kind = rng.random()
        if kind < 0.3 and colors[p] != EMPTY:
            # A stone to a point nearby.
            near = [q for q in beside(p, colors) if q in where.arena and colors[q] == EMPTY]
            if near:
                colors[rng.choice(near)] = colors[p]
                colors[p] = EMPTY
        elif kind < 0.6 and colors[p] != EMPTY:
            # A liberty of a string is filled by the other side.
            free = sorted(q for s in string_at(colors, p) for q in beside(s, colors) if q in where.arena and colors[q] == EMPTY)
            if free:
                colors[rng.choice(free)] = other(colors[p])
        else:
            colors[p] = rng.choice((EMPTY, BLACK, WHITE))
    return colors if colors != before and stands(colors) else None


def _shutting(colors: dict[int, int], dragon: frozenset[int], attacker: int) -> set[int]:
    """The attacker's strings with some liberties that the dragon does not reach."""
    inside = next(part for part in parts_of({p for p, color in colors.items() if color != attacker}) if dragon <= part)
    found = set[int]()
    for part in parts_of({p for p, color in colors.items() if color == attacker}):
        if len({q for p in part for q in beside(p, colors) if colors[q] == EMPTY and q not in inside}) >= OUTSIDE:
            found |= part
    return found


def tempting(colors: dict[int, int], dragon: frozenset[int], whole: WholeBoard) -> str:
    """What tempts to call a dragon dead, or nothing."""
    defender = colors[min(dragon)]
    attacker = other(defender)
    question = Question(dragon, attacker, defender, lasting=False)
    walls = _shutting(colors, dragon, attacker) - whole.fixed
    found = ''
    for mover in (attacker, defender):
        if whole.wins(question, mover):
            if not found and not whole.wins(question._replace(lasting=True), mover):
                found = RETAKEN
        elif walls and WholeBoard(colors, trusted=walls).wins(question, mover):
            return FALLS
    return found


def positions(seed: int, most: int = MOST_FREE) -> Iterator[tuple[Position, WholeBoard]]:
    """Positions without end, no two alike, each with its twin, which has at most so many free points."""
    rng = random.Random(seed)
    layouts = [layout(rng) for _ in range(LAYOUTS)]
    pools: dict[str, list[tuple[Layout, Position]]] = {FALLS: [], RETAKEN: []}
    for known in rng.sample(corpus(), KNOWN):
        whole = known.whole()
        tempts = tempting(known.colors, known.dragon(), whole)
        if tempts and len(whole.points) <= most:
            where = Layout(known.size, {p: color for p, color in known.colors.items() if p not in whole.points}, whole.points)
            pools[tempts].append((where, known))
    seen = set[tuple[str, int, int]]()
    while True:
        pos = PASS
        pool = pools[FALLS if rng.random() < MOSTLY else RETAKEN]
        if pool and rng.random() < RELATED:
            where, parent = rng.choice(pool)
            colors = changed(rng, where, parent.colors)
            if colors and colors[parent.pos] == parent.colors[parent.pos] and rng.random() < SAME:
                pos = parent.pos
        else:
            where = rng.choice(layouts)
            colors = (walled if where.inside and rng.random() < 0.8 else filled)(rng, where)
        stones = [p for p in where.arena if colors and colors[p] != EMPTY]
        if colors is None or not stones:
            continue
        found = Position(where.size, colors, pos or rng.choice(stones))
        dragon = found.dragon()
        if rng.random() < BANNED and (points := kos(colors)):
            found = found._replace(ko=rng.choice(points))
        key = found.rows(), min(dragon), found.ko
        if key in seen or not dragon <= set(where.arena):
            continue
        seen.add(key)
        try:
            whole = found.whole(most)
        except TooLarge:
            continue
        found = found._replace(tempts=tempting(colors, dragon, whole))
        if found.tempts:
            pool = pools[found.tempts]
            pool.append((where, found))
            if len(pool) > POOL:
                pool.pop(rng.randrange(POOL))
        yield found, whole
