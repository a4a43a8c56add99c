"""Check certificates about open dragons, in plain Python that shares only the rules of ``checker``, nothing with the solver.

Each proof has a zone, some points of the board, and says that its winner wins there even if all else belongs to the other side:

- The other side may pass at any time, which stands for a move outside.  The rim is the points of the zone next to outside points that are
  no wall.  The other side's strings there are never captured, and a stone of the goal in one has escaped.  The winner has no moves outside.
- The wall, if the attacker is to win, consists of his strings outside the zone that live unconditionally or that the certificate calls
  safe.  In a ``trusting`` zone, strings with three liberties outside the zone also count as wall.
- A post is a string of the attacker outside the zone that the certificate lists as one point, after the zone's own; this point stands for
  all its stones.  If a post is captured, the attacker has lost.
- In a zone that is not trusting the attacker's strings have liberties outside: the empty points there next to a post, or next to a point of
  the rim where he has a stone.  Each move of the defender outside may fill one, so after as many moves a string may have none left.  A pass
  is one move outside, and so is a ko threat with its answer.  If a string may have lost its last liberty so, the attacker has lost.
- In such a zone capture is not the end: the attacker has won when the points that the defender reaches from the goal have no room for two
  eyes between attacking stones that are connected to the wall or live unconditionally.
- Every string of the attacker is in the zone as a whole or not at all.  Stones of the winner in the zone have a liberty there, or touch his
  safe stones outside; posts need neither.
- If the zone cannot show whether stones of the winner are captured, he has lost: at the rim, or beside a string of the other side that
  has no liberty in the zone and may have been captured itself.
- If a stone of the other side at the rim captures one, it counts as alone, so that a ko forbids to retake it.  If a stone of the winner
  does, and may have a liberty outside, there is no such ko.
- A claim that is called proved assumes no wall but stones that live unconditionally.

    {"format": ..., "size": 19, "attackers": [...], "defenders": [...], "ko": "B19" or null, "target": "B18", "goal": [...],
     "zones": [{"winner": "attacker", "grade": "proved" or "proved if", "points": [...], "safe": [...], "trusting": false, "posts": [...],
                "claims": [{"to_move", "passed", "threats", "answers"} as in ``checker``; a position ends with a blank and the number of
                            the defender's moves outside, if there are any]}]}
"""
from collections.abc import Callable, Iterable
from typing import Any

from owlgo.engine.solver.checker import (
    COLUMNS,
    UNCONDITIONAL,
    Area,
    Place,
    Position,
    Refused,
    Start,
    after,
    bans_attacker,
    check_grade,
    conditional,
    flood,
    walk,
)

OPEN_FORMAT = 'owlgo open certificate 2'
"""The ``format`` field of a certificate about an open dragon."""
MOST_MOVES_OUTSIDE = 31
"""Moves outside are counted up to this number.  After so many, no string has a liberty outside."""


class OpenArea(Area):
    """The points of a zone, with the rules for play in it."""

    def __init__(self, near: list[int], goal: int, safe: tuple[int, int], rim: int, walls: list[int], attack_wins: bool,
                 posts: int = 0, air: list[set[Place]] | None = None) -> None:
        """``safe``: the points where stones of the attacker, and those where stones of the defender, are never captured.  ``walls``: for
        each of the loser's strings outside, the points next to it.  ``air``: for each point, the outside liberties of an attacking stone
        there, if these are counted."""
        super().__init__(near, safe[0], goal)
        self.escape, self.rim, self.walls, self.attack_wins, self.posts, self.air = safe[1], rim, walls, attack_wins, posts, air

    def breathes(self, part: int, away: int) -> bool:
        """Whether a string of the attacker has an outside liberty left after ``away`` moves of the defender there."""
        return self.air is not None and away < MOST_MOVES_OUTSIDE and \
            len(set().union(*(air for k, air in enumerate(self.air) if part >> k & 1))) > away

    def later(self, position: Position) -> Position:
        """Return the position after one more move of the defender outside.  Raises Refused if a string may have lost its last liberty."""
        if not self.air or not any(self.air):
            return position
        found = position._replace(away=min(position.away + 1, MOST_MOVES_OUTSIDE))
        free = self.all & ~(found.attackers | found.defenders)
        for part in self.parts(found.attackers):
            if not self.beside(part) & free and not self.held(part) and not self.breathes(part, found.away):
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
        def at_escape(part: int) -> bool:
            return bool(part & self.escape)

        def stays(part: int) -> bool:
            return self.held(part) or self.breathes(part, position.away)

        my_safe, their_safe = (stays, at_escape) if attacking else (at_escape, stays)
        put = self.put(position, point, attacking, their_safe)
        if put is None:
            return None
        loser_moves = attacking != self.attack_wins
        before, free = position.attackers if attacking else position.defenders, self.all & ~(position.attackers | position.defenders)
        if loser_moves and any(self.is_unsure(part, before, free) for part in put.taken):
            raise Refused('nobody knows whether stones at the rim are taken')
        if not attacking and any(part & self.posts for part in put.taken):
            raise Refused('a post is taken')
        here, safe = 1 << point, my_safe(put.own)
        if not put.liberties and not safe:
            return None
        if loser_moves:
            alone = not safe or bool(here & self.rim) and not any(here & wall for wall in self.walls)
        else:
            alone = not safe and not self.is_unsure(put.own, put.theirs, free)
        found = after(put, attacking, alone and put.own == here)._replace(away=position.away)
        return found if put.threats == position.threats else self.later(found)

    def won(self, position: Position) -> bool:
        """Whether the winner needs no more moves."""
        attackers, defenders = position.attackers, position.defenders
        if not self.attack_wins:
            return bool(self.alive(attackers, defenders) & self.goal) or \
                any(part & self.goal and part & self.escape for part in self.parts(defenders))
        if self.air is None and not defenders & self.goal:
            return True
        lasting = 0 if self.air is None else self.lasting(attackers, defenders)
        safe = sum(part for part in self.parts(attackers) if self.held(part)) | lasting
        reached = sum(part for part in self.parts(self.all & ~safe) if part & self.goal)
        # What is taken is played on: where the defender has stones now, eyes may be later.
        return not reached & (self.escape | self.posts) and \
            self.doomed(attackers, defenders if self.air is None else 0, reached, lasting)

    def lasting(self, attackers: int, defenders: int) -> int:
        """Return the attacker's unconditionally living stones.  Points beside the defender's outside are no part of an eye."""
        boundary, self.boundary = self.boundary, self.escape
        try:
            return super().alive(defenders, attackers)
        finally:
            self.boundary = boundary

    def alive(self, attackers: int, defenders: int) -> int:
        """Return the defender's unconditionally living strings.  Points next to the attacker's or an unknown outside are in no eye."""
        boundary, self.boundary = self.boundary, self.boundary | self.escape
        try:
            return super().alive(attackers, defenders)
        finally:
            self.boundary = boundary


def check_open(certificate: dict[str, Any]) -> list[str]:
    """Check all claims of a certificate, and return a sentence for each.  Raises Refused."""
    if certificate.get('format') != OPEN_FORMAT:
        raise Refused(f'not a certificate: its format should be "{OPEN_FORMAT}"')
    try:
        sentences = []
        for zone in certificate['zones']:
            if zone['winner'] not in ('attacker', 'defender'):
                raise Refused(f'no such side: {zone["winner"]}')
            area, start, names, wall = read(certificate, zone)
            captures = area.attack_wins and area.air is None
            if check_grade(zone['grade'], wall) and captures:
                raise Refused('it is called proved, and takes capture for the end')
            grade = conditional(wall) if wall or captures else UNCONDITIONAL
            for claim in zone['claims']:
                if claim['to_move'] not in ('attacker', 'defender'):
                    raise Refused(f'no such side: {claim["to_move"]}')
                attacking, threats = claim['to_move'] == 'attacker', int(claim['threats'])
                passed = bool(claim.get('passed'))
                steps = walk(area, start.position(attacking, threats, passed), attacking, area.attack_wins, claim['answers'], names,
                             area.won)
                mover = f'{claim["to_move"]} to move{" after a pass" if passed else ""}'
                sentences.append(f'{grade}: {mover}, {threats} net ko threats of the defender: '
                                 f'the {zone["winner"]} wins whatever happens outside {len(names)} points ({steps} answers checked)')
        if not sentences:
            raise Refused('it claims nothing')
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as problem:
        raise Refused(f'the certificate is damaged: {type(problem).__name__}: {problem}') from problem
    return sentences


def read(certificate: dict[str, Any], zone: dict[str, Any]) -> tuple[OpenArea, Start, list[str], list[str]]:
    """Return the zone, its position, the names of its points, and one stone of each string that is assumed safe."""
    size = int(certificate['size'])
    if not 1 <= size <= len(COLUMNS):
        raise Refused(f'no board of size {size}')
    board = {f'{COLUMNS[column]}{size - row}': (row, column) for row in range(size) for column in range(size)}
    attackers, defenders = ({board[name] for name in certificate[key]} for key in ('attackers', 'defenders'))
    goal, declared = {board[name] for name in certificate['goal']}, {board[name] for name in zone['safe']}
    names = [str(name) for name in zone['points']]
    inside = [board[name] for name in names]
    everywhere = sorted(board.values())
    if attackers & defenders or board[certificate['target']] not in goal or not goal <= defenders or not goal <= set(inside):
        raise Refused('two stones on one point, or the goal is no part of the dragon and the zone')
    if len(set(inside)) != len(inside):
        raise Refused('a point is named twice')

    def beside(points: Iterable[Place]) -> set[Place]:
        return {q for row, column in points for q in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))
                if q in cells}

    cells = set(everywhere)
    strings = [string for stones in (attackers, defenders) for string in _strings(stones, beside)]
    if any(not beside(string) - attackers - defenders for string in strings):
        raise Refused('a string has no liberty')
    attack_wins = zone['winner'] == 'attacker'
    # The winner plays in the zone, where an eye may be his own: Benson's theorem is about an owner who passes, so these are none.
    whole = Area([sum(1 << everywhere.index(q) for q in beside([p])) for p in everywhere], sum(1 << everywhere.index(p) for p in inside), 0)

    def lasting(mine: set[Place], theirs: set[Place]) -> set[Place]:
        bits = whole.alive(*(sum(1 << k for k, p in enumerate(everywhere) if p in stones) for stones in (theirs, mine)))
        return {p for k, p in enumerate(everywhere) if bits >> k & 1}

    trusting = bool(zone['trusting'])
    stands = {board[name] for name in zone['posts']}
    posts = {p: next((string for string in strings if p in string), set[Place]()) for p in stands}
    if not stands <= attackers & set(inside) or len({min(string) for string in posts.values()}) != len(stands) or \
            not attack_wins and stands or trusting and stands:
        raise Refused('a post is no string of the attacker, or named twice, or in a zone that has none')
    places, empty = set(inside) - stands, cells - attackers - defenders
    outside = [string for string in strings if string <= attackers and not string & places and not string & stands]
    if any(string <= attackers and string & places and not string <= places for string in strings):
        raise Refused('a string of the attacker lies across the rim')
    if attack_wins:
        sure = lasting(attackers, defenders) | declared
        wall = [string for string in outside if beside(string) & places and
                (string & sure or trusting and len((beside(string) & empty) - places) >= 3)]
        assumed = [string for string in wall if not string & lasting(attackers, defenders)]
    else:
        wall, assumed = [string for string in outside if beside(string) & places], []
    friends = lasting(defenders, attackers) - places if not attack_wins else set()
    known = places | set().union(*wall, friends, *posts.values())
    rim = {p for p in places if beside([p]) - known}
    next_to_wall = beside(set().union(*wall)) & places
    winner, loser_escape = (attackers, rim) if attack_wins else (defenders, beside(friends) & places)
    my_safe = next_to_wall if attack_wins else loser_escape
    for part in _strings(winner & places, beside):
        if not beside(part) & empty & places and not part & my_safe:
            raise Refused('stones of the winner have no liberty in the zone')

    def bits(points: Iterable[Place]) -> int:
        chosen = set(points)
        return sum(1 << k for k, p in enumerate(inside) if p in chosen)

    near = [bits(beside(posts.get(p, [p])) & places) for p in inside]
    for k, p in enumerate(inside):
        if p in stands:
            near = [word | (near[k] >> m & 1) << k for m, word in enumerate(near)]
    air = [beside(posts.get(p, [p])) & empty - places if p in rim | stands else set[Place]() for p in inside]
    boundary = next_to_wall if attack_wins else next_to_wall | rim
    walls = [] if attack_wins else [bits(beside(string)) for string in wall]
    area = OpenArea(near, bits(goal), (bits(boundary & places), bits(loser_escape)), bits(rim), walls,
                    attack_wins, bits(stands), None if trusting or not attack_wins else air)
    banned = None if certificate['ko'] is None else board[certificate['ko']]
    start = Start(bits(attackers), bits(defenders), inside.index(banned) if banned in places else -1,
                  bans_attacker(banned, attackers, defenders, beside))
    where = {p: name for name, p in board.items()}
    return area, start, names, sorted(where[min(string)] for string in assumed)


def _strings(stones: set[Place], beside: Callable[[Iterable[Place]], set[Place]]) -> list[set[Place]]:
    """The connected parts of some stones."""
    left, found = set(stones), []
    while left:
        found.append(flood(min(left), left, beside))
        left -= found[-1]
    return found
