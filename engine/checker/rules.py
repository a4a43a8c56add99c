"""The rules of play in a part of the board, and what needs no search: two eyes, and no room for them.

``docs/proofs.md`` describes certificates; this room checks them, and shares nothing with the solver, so that no error is made twice.
Points are the bits of an integer, in the order of the certificate.  The attacker wants to capture the goal; the defender owns it.
"""
from collections.abc import Iterator
from typing import NamedTuple


class Refused(Exception):
    """A certificate is wrong.  The message says what is wrong, and where."""


class Position(NamedTuple):
    """Stones of both sides, the banned point or -1, the net ko threats, and the number of the defender's moves outside."""
    attackers: int
    defenders: int
    ko: int
    threats: int
    away: int = 0


class Stone(NamedTuple):
    """A move: the position after it, captured strings, its own string, whether that is safe, and the captured point, or -1, if the stone
    stands alone on one liberty where it captured one stone: a ko, if it can be retaken."""
    after: Position
    taken: list[int]
    own: int
    safe: bool
    ko: int


class Points:
    """The points of a board or of a part of it, with the neighbours of each."""

    def __init__(self, near: list[int]) -> None:
        self.near = near
        self.all = (1 << len(near)) - 1

    def each(self, points: int) -> Iterator[int]:
        """The indices of some points."""
        while points:
            yield (points & -points).bit_length() - 1
            points &= points - 1

    def beside(self, points: int) -> int:
        """The neighbours of some points."""
        found = 0
        for k in self.each(points):
            found |= self.near[k]
        return found

    def reach(self, start: int, allowed: int) -> int:
        """The allowed points that are connected to ``start``."""
        found, new = 0, start & allowed
        while new:
            found |= new
            new = self.beside(new) & allowed & ~found
        return found

    def parts(self, points: int) -> Iterator[int]:
        """The connected parts of some points: of a side's stones, its strings."""
        while points:
            part = self.reach(points & -points, points)
            points &= ~part
            yield part

    def living(self, mine: int, theirs: int, spoiled: int) -> int:
        """Return the strings of ``mine`` with two eyes each that the other side can never fill (Benson's theorem).  No eye has a
        ``spoiled`` point."""
        regions = [part for part in self.parts(self.all & ~mine) if not part & spoiled]
        strings = list(self.parts(mine))
        while True:
            alive = [string for string in strings if sum(not region & ~theirs & ~self.beside(string) for region in regions) >= 2]
            held = sum(alive)
            kept = [region for region in regions if not self.beside(region) & mine & ~held]
            if len(alive) == len(strings) and len(kept) == len(regions):
                return held
            strings, regions = alive, kept


class Area(Points):
    """A part of the board in which a claim is played out.  ``boundary``: points where the attacker's stones are never captured.
    ``ends_with_capture``: whether the attacker need not kill what is played on the points of captured stones."""

    def __init__(self, near: list[int], boundary: int, goal: int, attack_wins: bool = True, ends_with_capture: bool = True) -> None:
        super().__init__(near)
        self.boundary, self.goal, self.attack_wins, self.ends_with_capture = boundary, goal, attack_wins, ends_with_capture

    def safe(self, part: int, attacking: bool, away: int) -> bool:
        """Whether a side's string is never captured, as the attacker's are that are connected to the wall."""
        return attacking and part & self.boundary != 0

    def put(self, position: Position, point: int, attacking: bool) -> Stone | None:
        """Return the result of a move, or None if the point is occupied, a ko retake lacks a threat, or the move is suicide."""
        here = 1 << point
        mine, theirs = (position.attackers, position.defenders) if attacking else (position.defenders, position.attackers)
        if here & (mine | theirs):
            return None
        threats = position.threats
        if point == position.ko:
            if threats >= 0 if attacking else threats <= 0:
                return None
            threats += 1 if attacking else -1
        mine |= here
        taken = [part for part in self.parts(theirs) if part & self.near[point] and not self.beside(part) & ~(mine | theirs)
                 and not self.safe(part, not attacking, position.away)]
        gone = sum(taken)
        theirs &= ~gone
        own = self.reach(here, mine)
        liberties, safe = self.beside(own) & ~(mine | theirs), self.safe(own, attacking, position.away)
        ko = gone.bit_length() - 1 if own == here and liberties == gone and gone.bit_count() == 1 else -1
        after = Position(*((mine, theirs) if attacking else (theirs, mine)), -1, threats, position.away)
        return Stone(after, taken, own, safe, ko) if liberties or safe else None

    def move(self, position: Position, point: int, attacking: bool) -> Position | None:
        """Return the position after a move, or None if the move is illegal."""
        put = self.put(position, point, attacking)
        return put and put.after._replace(ko=-1 if put.safe else put.ko)

    def passed(self, position: Position, attacking: bool) -> Position:
        """Return the position after a pass of one side."""
        return position._replace(ko=-1)

    def answered(self, position: Position, point: int | None) -> Position | None:
        """Return the position after the winner's move, or pass (None); None if it is not allowed."""
        return self.passed(position, self.attack_wins) if point is None else self.move(position, point, self.attack_wins)

    def replies(self, position: Position) -> list[Position]:
        """Return the positions after the loser's moves.  The attacker's pass needs an answer only if it lifts a ko ban: else the defender
        passes too, and the position is the same."""
        attacking = not self.attack_wins
        moves = [found for k in range(len(self.near)) if (found := self.move(position, k, attacking)) is not None]
        return moves if attacking and position.ko < 0 else [*moves, self.passed(position, attacking)]

    def won(self, position: Position) -> bool:
        """Whether the winner needs no more moves."""
        if not self.attack_wins:
            return self.living(position.defenders, position.attackers, self.boundary) & self.goal != 0
        if self.ends_with_capture:
            return not position.defenders & self.goal or self.doomed(position.attackers, position.defenders)
        # Where the defender has stones now, eyes may be later.
        return self.doomed(position.attackers, 0)

    def connected(self, attackers: int) -> int:
        """Return the attacker's stones that are connected to the wall."""
        return self.reach(attackers & self.boundary, attackers)

    def doomed(self, attackers: int, defenders: int, reached: int | None = None, lasting: int = 0) -> bool:
        """Whether the dragon has no room for two eyes on the points that it ``reached`` (by default, all of them).

        The attacker can fill all points next to his stones that are connected to the wall or are ``lasting``; eyes can only be in the rest.

        A point of the rest may be a false eye.  Stones beside it stand on points that the attacker could otherwise fill, and reach no other
        point of the rest, even over such points that are empty, called roads.  The attacker fills the roads for good, captures the stones
        at the false eye, and connects there next.  If the defender retakes first, the attacker has one road more to fill, or, if he took
        one stone, it is a ko, and a retake costs a threat.  If the defender fills the false eye himself, it joins stones beside it that
        have eye space; there must be such stones.  Without its false eyes the rest must leave no room, these stones unchanged.
        """
        inside = self.all if reached is None else reached
        safe = self.connected(attackers) | lasting
        rest = inside & ~(safe | self.beside(safe) | self.boundary)
        room = rest & ~defenders
        if room.bit_count() > 8:
            return False
        strings = [part for part in self.parts(defenders) if part & rest]
        with_room, false = sum(strings), 0
        for part in self.parts(inside & ~(room | safe)):
            point = self.beside(part) & room
            if point.bit_count() == 1 and not part & with_room and self.beside(point) & with_room and not self.beside(point) & room:
                false |= point
        left = [room & ~false] if room & ~false else [1 << k for k in self.each(false)] or [0]
        return any(self.no_room(part, strings, attackers) for part in left)

    def no_room(self, room: int, strings: list[int], attackers: int) -> bool:
        """Whether the room is no more than two adjacent points, and the attacker can capture all strings at once.

        He fills everything else, then one of the two points; his move on the last point captures all.  No string dies before that if each
        touches the last point.  A single string may also be the last of all stones to die.
        """
        if room.bit_count() > 2 or len(list(self.parts(room))) > 1:
            return False
        points = [1 << k for k in self.each(room)]
        beside = [all(self.beside(point) & string for string in strings) for point in points]
        return len(strings) <= 1 and all(beside) or any(ok and not point & attackers for ok, point in zip(beside, points, strict=True))
