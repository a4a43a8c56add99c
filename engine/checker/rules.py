"""The rules of play in a part of the board, and what needs no search: two eyes, and no room for them.

``docs/proofs.md`` describes certificates; this room checks them, and shares nothing with the solver, so that no error is made twice.
Points are the bits of an integer, in the order of the certificate.  The attacker wants to capture the defender's stones that are the goal,
or to connect stones of his own.
"""
from collections.abc import Iterator, Sequence
from typing import NamedTuple

MOST_MOVES_OUTSIDE = 31
"""Moves outside are counted up to this number.  After so many, no string has a liberty outside."""


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
    """A part of the board in which a claim is played out.

    ``kind``: whether the attacker wants all stones of the ``goal`` (``any`` lives), one of them (``all`` live) or to ``connect`` them;
    ``joins_outside``: whether some of these stand outside.  ``played_on``: whether a kill goes on until there is no room for eyes.
    ``boundary``, ``escape``: the points where stones of the attacker, and those where stones of the defender, are never captured.  Of a
    zone: the points at its ``rim``; those next to each of the loser's strings outside (``walls``); the ``posts``; the liberties outside
    of an attacking stone on each point (``air``), or none if they are not counted.
    """

    def __init__(self, near: list[int], goal: int, attack_wins: bool = True, kind: str = 'any', played_on: bool = False, boundary: int = 0,
                 escape: int = 0, rim: int = 0, walls: Sequence[int] = (), posts: int = 0, air: Sequence[int] = (),
                 joins_outside: bool = False) -> None:
        super().__init__(near)
        self.goal, self.attack_wins, self.kind, self.played_on, self.joins_outside = goal, attack_wins, kind, played_on, joins_outside
        self.boundary, self.escape, self.rim, self.walls, self.posts, self.air = boundary, escape, rim, walls, posts, air

    def breathes(self, part: int, away: int) -> bool:
        """Whether a string of the attacker has an outside liberty left after ``away`` moves of the defender there."""
        found = 0
        for k in self.each(part if self.air else 0):
            found |= self.air[k]
        return found.bit_count() > away and away < MOST_MOVES_OUTSIDE

    def safe(self, part: int, attacking: bool, away: int) -> bool:
        """Whether a side's string is never captured: it is connected to safe stones outside, or has a liberty there."""
        return part & self.boundary != 0 or self.breathes(part, away) if attacking else part & self.escape != 0

    def later(self, position: Position) -> Position:
        """Return the position after one more move of the defender outside.  Raises Refused if a string may have lost its last liberty."""
        if not any(self.air):
            return position
        found = position._replace(away=min(position.away + 1, MOST_MOVES_OUTSIDE))
        free = self.all & ~(found.attackers | found.defenders)
        for part in self.parts(found.attackers):
            if not self.beside(part) & free and not self.safe(part, True, found.away):
                raise Refused('moves outside may take stones of the attacker')
        return found

    def is_unsure(self, part: int, others: int, free: int) -> bool:
        """Whether stones of the winner, ``part``, may have a liberty outside; a closed region hides none.  ``others`` are the loser's."""
        def may_be_gone(string: int) -> bool:
            return not self.beside(string) & free and not any(string & wall and wall & free for wall in self.walls)

        beside = self.beside(part)
        return bool(part & self.rim) or any(part & wall and not wall & free for wall in self.walls) or \
            bool(self.rim or self.walls) and any(string & beside and may_be_gone(string) for string in self.parts(others))

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
        """Return the position after a move, or None if it is illegal.  Raises Refused if the zone leaves the winner's success in doubt."""
        put = self.put(position, point, attacking)
        if put is None:
            return None
        mine, theirs = (position.attackers, put.after.defenders) if attacking else (position.defenders, put.after.attackers)
        free = self.all & ~(position.attackers | position.defenders)
        if attacking == self.attack_wins:
            alone = not put.safe and not self.is_unsure(put.own, theirs, free)
        else:
            if any(self.is_unsure(part, mine, free) for part in put.taken):
                raise Refused('stones at the rim may have an outside liberty')
            alone = not put.safe or bool(1 << point & self.rim) and not any(1 << point & wall for wall in self.walls)
        if not attacking and any(part & self.posts for part in put.taken):
            raise Refused('a post is taken')
        found = put.after._replace(ko=put.ko if alone else -1)
        return found if found.threats == position.threats else self.later(found)

    def passed(self, position: Position, attacking: bool) -> Position:
        """Return the position after a pass.  A pass of the defender is a move outside."""
        found = position._replace(ko=-1)
        return found if attacking else self.later(found)

    def answered(self, position: Position, point: int | None) -> Position | None:
        """Return the position after the winner's move, or pass (None); None if it is not allowed."""
        return self.passed(position, self.attack_wins) if point is None else self.move(position, point, self.attack_wins)

    def replies(self, position: Position) -> list[Position]:
        """Return the positions after the loser's moves.  The attacker's pass needs an answer only if it lifts a ko ban: else the defender
        passes too, and the position is the same."""
        attacking = not self.attack_wins
        moves = [found for k in range(len(self.near)) if (found := self.move(position, k, attacking)) is not None]
        return moves if attacking and position.ko < 0 else [*moves, self.passed(position, attacking)]

    def joined(self, stones: int) -> bool:
        """Whether some stones connect the goal.  Strings at the boundary may be connected outside."""
        one, outside = self.reach(self.goal & -self.goal, stones), self.connected(stones)
        return not self.goal & ~(outside if self.joins_outside or one & outside else one)

    def goal_reached(self, position: Position) -> bool:
        """Whether the attacker has reached his goal, at least for the moment."""
        left = position.defenders & self.goal
        return self.joined(position.attackers) if self.kind == 'connect' else left != self.goal if self.kind == 'all' else not left

    def failed(self, position: Position) -> bool:
        """Whether the claim fails: stones that the attacker was to connect are taken, or he has reached his goal as the loser."""
        return self.kind == 'connect' and self.goal & ~position.attackers != 0 if self.attack_wins else self.goal_reached(position)

    def won(self, position: Position) -> bool:
        """Whether the winner needs no more moves."""
        attackers, defenders = position.attackers, position.defenders
        if not self.attack_wins:
            # Points next to the attacker's or an unknown outside are in no eye.
            living = self.living(defenders, attackers, self.boundary | self.escape)
            if self.kind == 'connect':
                return self.goal & ~attackers != 0 or not self.joined(self.all & ~living)
            kept = self.goal & (living | self.reach(defenders & self.escape, defenders))
            return kept == self.goal if self.kind == 'all' else kept != 0
        if self.kind == 'connect' or not self.played_on and self.goal_reached(position):
            return self.goal_reached(position)
        # Points beside the defender's outside are no part of an eye.
        lasting = self.living(attackers, defenders, self.escape) if self.played_on else 0
        reached = self.reach(self.goal, self.all & ~(self.connected(attackers) | lasting))
        # What is taken is played on: where the defender has stones now, eyes may be later.
        return not reached & (self.escape | self.posts) and self.doomed(attackers, 0 if self.played_on else defenders, reached, lasting)

    def connected(self, attackers: int) -> int:
        """Return the attacker's stones that are connected to the wall."""
        return self.reach(attackers & self.boundary, attackers)

    def doomed(self, attackers: int, defenders: int, reached: int, lasting: int = 0) -> bool:
        """Whether the dragon has no room for two eyes on the points that it ``reached``.

        The attacker can fill all points next to his stones that are connected to the wall or are ``lasting``; eyes can only be in the rest.

        A point of the rest may be a false eye.  Stones beside it stand on points that the attacker could otherwise fill, and reach no other
        point of the rest, even over such points that are empty, called roads.  The attacker fills the roads for good, captures the stones
        at the false eye, and connects there next.  If the defender retakes first, the attacker has one road more to fill, or, if he took
        one stone, it is a ko, and a retake costs a threat.  If the defender fills the false eye himself, it joins stones beside it that
        have eye space; there must be such stones.  Without its false eyes the rest must leave no room, these stones unchanged.
        """
        safe = self.connected(attackers) | lasting
        rest = reached & ~(safe | self.beside(safe) | self.boundary)
        room = rest & ~defenders
        if room.bit_count() > 8:
            return False
        strings = [part for part in self.parts(defenders) if part & rest]
        with_room, false = sum(strings), 0
        for part in self.parts(reached & ~(room | safe)):
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
