"""Certificates about open dragons: a zone of the board, won even if all else is the loser's, and its rim."""
from typing import Any

from owlgo.engine.checker.board import Board, check_keys
from owlgo.engine.checker.rules import Area, Refused

TRUSTED_LIBERTIES = 3
"""Liberties outside a trusting zone with which a string counts as wall."""


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
        if any(string & self.own and string & ~self.own for string in board.parts(board.attackers)):
            raise Refused('a string of the attacker lies across the rim')
        # The winner plays in the zone, where an eye may be his own: Benson's theorem is about an owner who passes, so these are none.
        for_ever, declared = board.living(board.attackers, board.defenders, inside), board.bits(zone['safe'])
        self.walls = [string for string in board.parts(board.attackers)
                      if board.beside(string) & self.own and not string & inside
                      and (not self.attack_wins or board.kind != 'connect' and (string & (for_ever | declared) or self.trusting and (
                          board.beside(string) & board.empty & ~self.own).bit_count() >= TRUSTED_LIBERTIES))]
        shown = self.own | sum(self.walls) | sum(self.posts.values()) if board.kind == 'connect' else self.own & board.defenders
        if board.goal & ~shown:
            raise Refused('the goal is no part of the zone')
        self.doubted = board.named(sum(string & -string for string in self.walls if self.attack_wins and not string & for_ever))
        self.friends = 0 if self.attack_wins else board.living(board.defenders, board.attackers, inside) & ~self.own
        self.rules = self._area()

    def _area(self) -> Area:
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
        goal = board.goal & own | sum(1 << p for p, string in posts.items() if string & board.goal)
        counted = self.attack_wins and not self.trusting
        return Area(near, inner(goal), self.attack_wins, board.kind, counted and board.kind == 'any', inner(boundary), inner(escape),
                    inner(rim), [] if self.attack_wins else [inner(board.beside(string)) for string in self.walls],
                    inner(sum(1 << p for p in posts)), air if counted else [], board.goal & sum(self.walls) != 0)

    def area(self, claim: dict[str, Any]) -> Area:
        """Return the zone with the rules by which a claim is played out."""
        check_keys(claim, 'a claim', ('to_move', 'threats', 'answers'), ('passed',))
        return self.rules

    def said(self, claim: dict[str, Any]) -> str:
        """Return in words what a claim says."""
        return f'the {self.winner} wins whatever happens outside {len(self.points)} points' + \
            (self.board.aim() if self.board.kind != 'any' else '')
