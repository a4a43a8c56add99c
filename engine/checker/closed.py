"""Certificates of a closed region: its wall and its points, and what ends the play there."""
from typing import Any

from owlgo.engine.checker.board import Board, check_keys
from owlgo.engine.checker.rules import Area, Position, Refused


class Eyeless(Area):
    """The claim that the dragon makes no two eyes: the attacker takes no ko, and passes only while he has loose stones in the region."""

    def loose(self, attackers: int) -> bool:
        """Whether a string of the attacker is not connected to the wall."""
        return attackers != self.connected(attackers)

    def answered(self, position: Position, point: int | None) -> Position | None:
        """Return the position after the attacker's move or pass, or None if it is not allowed."""
        if point is None and not self.loose(position.attackers):
            raise Refused('the attacker passes without loose stones')
        found = super().answered(position, point)
        return found if found is not None and found.ko < 0 else None

    def replies(self, position: Position) -> list[Position]:
        """Return the positions after the defender's moves.  His pass ends the game while loose stones stand there and no ko is banned."""
        found = super().replies(position)
        if position.ko >= 0 or not self.loose(position.attackers):
            return found
        if self.living(position.defenders, position.attackers, self.boundary) & self.goal:
            raise Refused('the defender passes, and the dragon has two eyes')
        return found[:-1]


class ClosedRegion:
    """The region of a certificate: its points by their indices on the board, and one stone of each doubtful string of the wall, which are
    those beside the region that do not live unconditionally."""

    def __init__(self, board: Board, certificate: dict[str, Any]) -> None:
        for claim in certificate['claims']:
            check_keys(claim, 'a claim', ('to_move', 'threats', 'winner', 'grade', 'answers'), ('passed', 'eyeless'))
        self.board, self.claims = board, certificate['claims']
        around = board.reach(board.target, board.all & ~board.attackers)
        # The first of equal ones.
        outside = max(board.parts(board.all & ~board.attackers & ~around), key=int.bit_count, default=0)
        if outside and outside.bit_count() < around.bit_count():
            raise Refused('the dragon lies outside, not inside')
        sure = board.living(board.attackers, board.defenders, 0) | board.bits(certificate['safe'])
        walls = [string for string in board.parts(board.attackers)
                 if string & sure or (board.beside(string) & outside & board.empty).bit_count() >= 2]
        self.own = region = board.reach(board.target, board.all & ~sum(walls))
        if outside & region or not walls or board.bits(certificate['points']) != region:
            raise Refused('the region is not what the stones enclose')
        if board.goal & ~region or board.kind == 'connect':
            raise Refused('only zones have a goal to connect' if board.kind == 'connect' else 'the goal is no part of the region')
        # The attacker plays in the region, where an eye may be his own: Benson's theorem is about an owner who passes, so these are none.
        for_ever = board.living(board.attackers, board.defenders, region)
        self.doubted = board.named(sum(string & -string for string in walls if board.beside(string) & region and not string & for_ever))
        self.points = [board.index[name] for name in certificate['points']]
        self.boundary = board.inner(self.points, board.beside(sum(walls)))

    def area(self, claim: dict[str, Any]) -> Area:
        """Return the region with the rules by which a claim is played out."""
        attack_wins = claim['winner'] == 'attacker'
        if claim.get('eyeless') and not (attack_wins and self.board.kind == 'any'):
            raise Refused('"eyeless" needs the attacker as winner and a listed goal')
        near = [self.board.inner(self.points, self.board.near[p]) for p in self.points]
        played_on = attack_wins and self.board.kind == 'any' and claim['grade'] == 'proved' and not claim.get('eyeless')
        return (Eyeless if claim.get('eyeless') else Area)(
            near, self.board.inner(self.points, self.board.goal), attack_wins, self.board.kind, played_on, self.boundary)

    def said(self, claim: dict[str, Any]) -> str:
        """Return in words what a claim says."""
        lives = any(other['winner'] == 'defender' and other['to_move'] in (claim['to_move'], 'attacker') and other['threats'] <= 0
                    for other in self.claims)
        eyes = f'the dragon makes no two eyes{", and lives: it is seki" if lives else ""}'
        return (eyes if claim.get('eyeless') else f'the {claim["winner"]} wins') + (self.board.aim() if self.board.goal != self.own else '')
