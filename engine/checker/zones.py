"""Certificates about open dragons: a zone of the board, won even if all else is the loser's, and what is unknown at its rim."""
from typing import Any

from owlgo.engine.checker.board import Board, check_keys
from owlgo.engine.checker.rules import Area, Position, Refused

MOST_MOVES_OUTSIDE = 31
"""Moves outside are counted up to this number.  After so many, no string has a liberty outside."""
TRUSTED_LIBERTIES = 3
"""Liberties outside a trusting zone with which a string counts as wall."""


class OpenArea(Area):
    """The points of a zone, with the rules for play in it."""

    def __init__(self, near: list[int], goal: int, safe: tuple[int, int], rim: int, walls: list[int], attack_wins: bool,
                 posts: int, air: list[int]) -> None:
        """``safe``: the points where stones of the attacker, and those where stones of the defender, are never captured.  ``walls``: for
        each of the loser's strings outside, the points next to it.  ``air``: for each point, the outside liberties of an attacking stone
        there; none if they are not counted, and capture is the end."""
        super().__init__(near, safe[0], goal, attack_wins, not air)
        self.escape, self.rim, self.walls, self.posts, self.air = safe[1], rim, walls, posts, air

    def breathes(self, part: int, away: int) -> bool:
        """Whether a string of the attacker has an outside liberty left after ``away`` moves of the defender there."""
        found = 0
        for k in self.each(part if self.air else 0):
            found |= self.air[k]
        return found.bit_count() > away and away < MOST_MOVES_OUTSIDE

    def safe(self, part: int, attacking: bool, away: int) -> bool:
        """Whether a side's string is never captured: it is connected to safe stones outside, or has a liberty there."""
        return super().safe(part, True, away) or self.breathes(part, away) if attacking else part & self.escape != 0

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

    def passed(self, position: Position, attacking: bool) -> Position:
        """Return the position after a pass.  A pass of the defender is a move outside."""
        found = super().passed(position, attacking)
        return found if attacking else self.later(found)

    def is_unsure(self, part: int, others: int, free: int) -> bool:
        """Whether stones of the winner, ``part``, may have a liberty outside the zone.  ``others`` are the loser's stones."""
        def may_be_gone(string: int) -> bool:
            return not self.beside(string) & free and not any(string & wall and wall & free for wall in self.walls)

        beside = self.beside(part)
        return bool(part & self.rim) or any(part & wall and not wall & free for wall in self.walls) or \
            any(string & beside and may_be_gone(string) for string in self.parts(others))

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
                raise Refused('nobody knows whether stones at the rim are taken')
            alone = not put.safe or bool(1 << point & self.rim) and not any(1 << point & wall for wall in self.walls)
        if not attacking and any(part & self.posts for part in put.taken):
            raise Refused('a post is taken')
        found = put.after._replace(ko=put.ko if alone else -1)
        return found if found.threats == position.threats else self.later(found)

    def won(self, position: Position) -> bool:
        """Whether the winner needs no more moves."""
        attackers, defenders = position.attackers, position.defenders
        if not self.attack_wins:
            # Points next to the attacker's or an unknown outside are in no eye.
            return bool(self.living(defenders, attackers, self.boundary | self.escape) & self.goal) or \
                any(part & self.goal and part & self.escape for part in self.parts(defenders))
        if self.ends_with_capture and not defenders & self.goal:
            return True
        # Points beside the defender's outside are no part of an eye.
        lasting = 0 if self.ends_with_capture else self.living(attackers, defenders, self.escape)
        reached = self.reach(self.goal, self.all & ~(self.connected(attackers) | lasting))
        # What is taken is played on: where the defender has stones now, eyes may be later.
        return not reached & (self.escape | self.posts) and \
            self.doomed(attackers, defenders if self.ends_with_capture else 0, reached, lasting)


class Zone:
    """The zone of a certificate: its points by their indices on the board, its ``own`` without the posts, and one stone of each string that
    is assumed safe."""

    def __init__(self, board: Board, zone: dict[str, Any]) -> None:
        check_keys(zone, 'a zone', ('winner', 'grade', 'points', 'safe', 'trusting', 'posts', 'claims'))
        self.board, self.winner, self.trusting = board, zone['winner'], bool(zone['trusting'])
        self.attack_wins = self.winner == 'attacker'
        inside, stands = board.bits(zone['points']), board.bits(zone['posts'])
        self.points, self.own = [board.index[name] for name in zone['points']], inside & ~stands
        self.posts = {k: board.reach(1 << k, board.attackers) for k in board.each(stands)}
        if stands & ~(board.attackers & inside) or len(set(self.posts.values())) < len(self.posts) or \
                stands and (self.trusting or not self.attack_wins):
            raise Refused('a post is no string of the attacker, or named twice, or in a zone that has none')
        if board.goal & ~(board.defenders & self.own):
            raise Refused('the goal is no part of the dragon and the zone')
        if any(string & self.own and string & ~self.own for string in board.parts(board.attackers)):
            raise Refused('a string of the attacker lies across the rim')
        # The winner plays in the zone, where an eye may be his own: Benson's theorem is about an owner who passes, so these are none.
        for_ever, declared = board.living(board.attackers, board.defenders, inside), board.bits(zone['safe'])
        self.walls = [string for string in board.parts(board.attackers)
                      if board.beside(string) & self.own and not string & inside
                      and (not self.attack_wins or string & (for_ever | declared) or self.trusting and
                           (board.beside(string) & board.empty & ~self.own).bit_count() >= TRUSTED_LIBERTIES)]
        self.doubted = board.named(sum(string & -string for string in self.walls if self.attack_wins and not string & for_ever))
        self.friends = 0 if self.attack_wins else board.living(board.defenders, board.attackers, inside) & ~self.own
        self.open_area = self._area()

    def _area(self) -> OpenArea:
        """Return the rules of the zone.  Raises Refused if stones of the winner have no liberty in it."""
        board, own, posts = self.board, self.own, self.posts
        known = own | sum(self.walls) | self.friends | sum(posts.values())
        rim = sum(1 << k for k in board.each(own) if board.near[k] & ~known)
        walled, befriended = board.beside(sum(self.walls)) & own, board.beside(self.friends) & own
        winner, safe = (board.attackers, walled) if self.attack_wins else (board.defenders, befriended)
        if any(not board.beside(part) & board.empty & own and not part & safe for part in board.parts(winner & own)):
            raise Refused('stones of the winner have no liberty in the zone')

        def inner(points: int) -> int:
            return board.inner(self.points, points)

        around = [board.beside(posts.get(p, 1 << p)) for p in self.points]
        near = [inner(beside & own | sum(1 << k for k, string in posts.items() if board.beside(string) & 1 << p & own))
                for p, beside in zip(self.points, around, strict=True)]
        air = [beside & board.empty & ~own if p in posts or rim >> p & 1 else 0 for p, beside in zip(self.points, around, strict=True)]
        boundary, escape = (walled, rim) if self.attack_wins else (walled | rim, befriended)
        return OpenArea(near, inner(board.goal), (inner(boundary), inner(escape)), inner(rim),
                        [] if self.attack_wins else [inner(board.beside(string)) for string in self.walls], self.attack_wins,
                        inner(sum(1 << p for p in posts)), [] if self.trusting or not self.attack_wins else air)

    def area(self, claim: dict[str, Any]) -> OpenArea:
        """Return the zone with the rules by which a claim is played out."""
        check_keys(claim, 'a claim', ('to_move', 'threats', 'answers'), ('passed',))
        return self.open_area

    def said(self, claim: dict[str, Any]) -> str:
        """Return in words what a claim says."""
        return f'the {self.winner} wins whatever happens outside {len(self.points)} points'
