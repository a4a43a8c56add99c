"""Check certificates of OwlGo once more: ``python second_checker.py FILE``.

It needs Python alone, follows ``docs/proofs.md``, works with sets of points, and lists all positions before it looks for repetitions.
"""
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from typing import Any, NamedTuple

LETTERS, CLOSED, OPEN = 'ABCDEFGHJKLMNOPQRSTUVWXYZ', 'owlgo certificate 2', 'owlgo open certificate 2'
ATTACKER, DEFENDER, ANY, ALL, CONNECT = 'attacker', 'defender', 'any', 'all', 'connect'
MOST_DIGITS = 20    # of a whole number: no certificate has one of more
MOST_ROOM = 8
"""Points of room, false eyes among them, beyond which there is room."""
MOST_OUTSIDE = 31
"""Moves outside that are counted."""

Point = tuple[int, int]
"""Column and row, from the lower left."""
Points = frozenset[Point]
NONE: Points = frozenset()


class Wrong(Exception):
    """The certificate is to be refused.  The message says why."""


class Claim(NamedTuple):
    """A claim that holds: its grade, the answers met, and one stone of each string that it takes to be safe."""
    grade: str
    answers: int
    trusted: tuple[str, ...]


class State(NamedTuple):
    """A position of a line of play."""
    attackers: Points
    defenders: Points
    banned: Point | None
    threats: int
    outside: int
    mover: str


def need(condition: object, why: str) -> None:
    """Refuse the certificate unless the condition is true."""
    if not condition:
        raise Wrong(why)


class Graph:
    """Points with their neighbours."""

    def __init__(self, around: dict[Point, Points]) -> None:
        self.around, self.points = around, frozenset(around)
        self.groups = lru_cache(1 << 16)(self._groups)
        self.border = lru_cache(1 << 16)(self._border)

    def _border(self, points: Points) -> Points:
        """The points beside these, without these."""
        return NONE.union(*(self.around[p] for p in points)) - points

    def flood(self, seeds: Iterable[Point], within: Points) -> Points:
        """What the seeds reach, themselves included, without leaving some points."""
        waiting = [p for p in seeds if p in within]
        found = set(waiting)
        while waiting:
            new = self.around[waiting.pop()] & within - found
            found |= new
            waiting += new
        return frozenset(found)

    def _groups(self, points: Points) -> tuple[Points, ...]:
        """The connected parts of some points."""
        found, left = [], points
        while left:
            found.append(self.flood([next(iter(left))], left))
            left -= found[-1]
        return tuple(found)

    def living(self, mine: Points, theirs: Points, spoiled: Points) -> list[Points]:
        """Return the strings of one side that live."""
        strings = list(self.groups(mine))
        parts = [part for part in self.groups(self.points - mine) if not part & spoiled]
        while True:
            for string in strings:
                if sum(part - theirs <= self.border(string) for part in parts) < 2:
                    strings.remove(string)
                    break
            else:
                return strings
            stones = NONE.union(*strings)
            parts = [part for part in parts if self.border(part) & mine <= stones]


class Field(Graph):
    """Where a claim is played out.

    ``shelter``: the points beside what makes a side's strings safe.  Of a zone, ``walls``: the points beside each string of the loser's
    wall; ``air``: the liberties outside, if any, of an attacker's stone on a point; ``joins_outside``: whether some of the goal is wall.
    """

    def __init__(self, around: dict[Point, Points], goal: Points, kind: str, winner: str, shelter: dict[str, Points], played_on: bool,
                 rim: Points = NONE, posts: Points = NONE, walls: Sequence[Points] = (), air: dict[Point, Points] | None = None,
                 joins_outside: bool = False) -> None:
        super().__init__(around)
        self.goal, self.kind, self.winner, self.shelter, self.played_on = goal, kind, winner, shelter, played_on and kind == ANY
        self.rim, self.posts, self.walls, self.air, self.joins_outside = rim, posts, walls, air or {}, joins_outside
        self.settled = lru_cache(1 << 16)(self._settled)

    def safe(self, string: Points, side: str, outside: int) -> bool:
        """Whether a string cannot be captured."""
        breathes = side == ATTACKER and MOST_OUTSIDE > outside < len(NONE.union(*(self.air.get(p, NONE) for p in string)))
        return breathes or bool(string & self.shelter[side])

    def unsure(self, stones: Points, losers: Points, empty: Points) -> bool:
        """Whether it is not known what liberties stones of the winner have."""
        if stones & self.rim or any(stones & wall and not wall & empty for wall in self.walls):
            return True
        return bool(self.rim or self.walls) and any(
            string & self.border(stones) and not self.border(string) & empty
            and not any(string & wall and wall & empty for wall in self.walls) for string in self.groups(losers))

    def bans(self, before: State, string: Points, theirs: Points) -> bool:
        """Whether a lone stone that captured one, and has only its point for a liberty, bans it."""
        plain = not self.safe(string, before.mover, before.outside)
        if before.mover == self.winner:
            return plain and not self.unsure(string, theirs, self.points - before.attackers - before.defenders)
        return plain or bool(string & self.rim) and not any(string & wall for wall in self.walls)

    def captured(self, before: State, strings: list[Points]) -> None:
        """Refuse captures that the claim does not survive."""
        need(before.mover == ATTACKER or not any(string & self.posts for string in strings), 'a post is captured')
        if before.mover != self.winner:
            losers = before.attackers if before.mover == ATTACKER else before.defenders
            empty = self.points - before.attackers - before.defenders
            need(not any(self.unsure(string, losers, empty) for string in strings), 'it is not known whether stones are captured')

    def outside_move(self, state: State) -> State:
        """Return the state after the defender has played outside."""
        if not self.air:
            return state
        state = state._replace(outside=min(MOST_OUTSIDE, state.outside + 1))
        for string in self.groups(state.attackers):
            need(self.border(string) - state.defenders or self.safe(string, ATTACKER, state.outside), 'moves outside may take stones')
        return state

    def passed(self, state: State) -> State:
        """Return the state after a pass."""
        after = state._replace(banned=None, mover=ATTACKER if state.mover == DEFENDER else DEFENDER)
        return self.outside_move(after) if state.mover == DEFENDER else after

    def move(self, state: State, point: Point) -> State | None:
        """Return the state after a move, or None if it is not allowed."""
        attacking = state.mover == ATTACKER
        mine, theirs = (state.attackers, state.defenders) if attacking else (state.defenders, state.attackers)
        other = DEFENDER if attacking else ATTACKER
        if point in mine or point in theirs or point == state.banned and (state.threats >= 0 if attacking else state.threats <= 0):
            return None
        threats = state.threats + ((1 if attacking else -1) if point == state.banned else 0)
        mine |= {point}
        gone = [string for string in self.groups(theirs) if point in self.border(string)
                and self.border(string) <= mine and not self.safe(string, other, state.outside)]
        theirs = theirs.difference(*gone)
        string = self.flood([point], mine)
        liberties = self.border(string) - theirs
        if not liberties and not self.safe(string, state.mover, state.outside):
            return None
        self.captured(state, gone)
        single = [p for one in gone for p in one]
        ko = len(string) == len(single) == 1 and liberties == set(single) and self.bans(state, string, theirs)
        both = (mine, theirs) if attacking else (theirs, mine)
        after = State(*both, single[0] if ko else None, threats, state.outside, other)
        return after if threats == state.threats else self.outside_move(after)

    def answer(self, state: State, point: Point | None) -> State | None:
        """Return the state after the winner's answer, or None if it is not allowed."""
        return self.passed(state) if point is None else self.move(state, point)

    def replies(self, state: State) -> Iterator[State]:
        """The states after the loser's moves."""
        for point in self.points - state.attackers - state.defenders:
            after = self.move(state, point)
            if after is not None:
                yield after
        if state.mover == DEFENDER or state.banned is not None:
            yield self.passed(state)

    def living_here(self, attackers: Points, defenders: Points) -> Points:
        """Return the defender's stones that live by eyes."""
        return NONE.union(*self.living(defenders, attackers, self.shelter[ATTACKER] | self.shelter[DEFENDER]))

    def connected(self, stones: Points) -> bool:
        """Whether stones of the attacker connect the goal, perhaps outside."""
        linked = self.flood(self.shelter[ATTACKER], stones)
        one = linked if self.joins_outside else self.flood(sorted(self.goal)[:1], stones)
        return self.goal <= (one | linked if one & linked else one)

    def goal_reached(self, attackers: Points, defenders: Points) -> bool:
        """Whether the attacker has reached his goal."""
        if self.kind == CONNECT:
            return self.connected(attackers)
        return not self.goal <= defenders if self.kind == ALL else not self.goal & defenders

    def failed(self, state: State) -> bool:
        """Whether the winner can no longer win."""
        return self.goal_reached(state.attackers, state.defenders) if self.winner == DEFENDER else \
            self.kind == CONNECT and not self.goal <= state.attackers

    def _settled(self, attackers: Points, defenders: Points) -> bool:
        """Whether the winner has won."""
        if self.winner == DEFENDER:
            living = self.living_here(attackers, defenders)
            if self.kind == CONNECT:
                return not self.goal <= attackers or not self.connected(self.points - living)
            kept = self.goal & (living | self.flood(self.shelter[DEFENDER], defenders))
            return kept == self.goal if self.kind == ALL else bool(kept)
        if self.kind == CONNECT or not self.played_on and self.goal_reached(attackers, defenders):
            return self.goal_reached(attackers, defenders)
        lasting = NONE.union(*self.living(attackers, defenders, self.rim)) if self.played_on else NONE
        inside = self.flood(self.goal, self.points - self.held(attackers, lasting))
        return not inside & (self.rim | self.posts) and \
            not self.room(inside, attackers, NONE if self.played_on else defenders, lasting)

    def held(self, attackers: Points, lasting: Points) -> Points:
        """Return the attacker's stones that stay, ``lasting`` ones among them."""
        return lasting.union(*(string for string in self.groups(attackers) if string & self.shelter[ATTACKER]))

    def room(self, among: Points, attackers: Points, defenders: Points, lasting: Points) -> bool:
        """Whether there is room for two eyes."""
        held = self.held(attackers, lasting)
        rest = among - held - self.border(held) - self.shelter[ATTACKER]
        room = rest - defenders
        if len(room) > MOST_ROOM:
            return True
        strings = [string for string in self.groups(defenders) if string & rest]
        stones = NONE.union(*strings)
        false = set[Point]()
        for part in self.groups(among - room - held):
            beside = self.border(part) & room
            if len(beside) == 1 and not part & stones:
                around = self.around[next(iter(beside))]
                if around & stones and not around & room:
                    false |= beside
        left = [frozenset([p]) for p in false] if false and room == false else [room - false]
        return not any(self.too_small(points, strings, attackers) for points in left)

    def too_small(self, points: Points, strings: list[Points], attackers: Points) -> bool:
        """Whether all strings that still have room can be captured at once, by a move on the last of the points that are left."""
        if len(points) > 2 or len(self.groups(points)) > 1:
            return False
        touching = [p for p in points if all(self.around[p] & string for string in strings)]
        return len(strings) <= 1 and len(touching) == len(points) or any(p not in attackers for p in touching)


class EyelessField(Field):
    """A closed region whose dragon is said to make no two eyes."""

    def loose(self, state: State) -> bool:
        return any(not string & self.shelter[ATTACKER] for string in self.groups(state.attackers))

    def answer(self, state: State, point: Point | None) -> State | None:
        after = super().answer(state, point) if point is not None or self.loose(state) else None
        return None if after is None or after.banned is not None else after

    def replies(self, state: State) -> Iterator[State]:
        ends = state.banned is None and self.loose(state)
        need(not ends or not self.goal & self.living_here(state.attackers, state.defenders), 'the defender passes and has two eyes')
        moves = list(super().replies(state))
        yield from moves[:-1] if ends else moves


def follow(field: Field, start: State, answers: dict[str, Any], names: list[str], place: dict[str, Point]) -> int:
    """Play the answers against all moves of the loser, and return how many were met."""
    index = {place[name]: k for k, name in enumerate(names)}
    after, waiting = dict[State, list[State]](), [start]
    while waiting:
        state = waiting.pop()
        if state in after or field.settled(state.attackers, state.defenders):
            continue
        need(not field.failed(state), 'the loser has reached his goal')
        if state.mover == field.winner:
            letters = ''.join('A' if place[name] in state.attackers else 'D' if place[name] in state.defenders else '.' for name in names)
            banned = '-' if state.banned is None else str(index[state.banned])
            key = ' '.join([letters, banned, str(state.threats)] + ([str(state.outside)] if state.outside else []))
            answer = answers.get(key)
            need(answer == 'pass' or answer in names, f'no answer in {key}')
            one = field.answer(state, None if answer == 'pass' else place[str(answer)])
            if one is None:
                raise Wrong(f'{answer} is not allowed in {key}')
            after[state] = [one]
        else:
            after[state] = list(field.replies(state))
        waiting += after[state]
    if field.winner == ATTACKER:
        try:
            TopologicalSorter(after).prepare()
        except CycleError:
            raise Wrong('the attacker may go round in a circle') from None
    return sum(state.mover == field.winner for state in after)


def shape(value: Any, what: str, required: dict[str, Any], optional: tuple[str, ...] = ()) -> None:
    """Refuse an object with other keys, or with a value that is not of its key's type or choice.  Optional keys are true or false."""
    need(isinstance(value, dict) and set(required) <= set(value) <= {*required, *optional}, f'{what} lacks a key, or has an unknown one')
    for key, one in value.items():
        kind = required.get(key, bool)
        fits = one in kind if isinstance(kind, tuple) else isinstance(one, kind) and (kind is not int or not isinstance(one, bool))
        need(fits, f'"{key}" of {what} is wrong')


SIDES, GRADES = (ATTACKER, DEFENDER), ('proved', 'proved if')
HEADER = {'format': (CLOSED, OPEN), 'size': int, 'attackers': list, 'defenders': list, 'ko': object, 'target': str, 'goal': list | dict}
CLAIM = {'to_move': SIDES, 'threats': int, 'answers': dict}
ZONE = {'winner': SIDES, 'grade': GRADES, 'points': list, 'safe': list, 'trusting': bool, 'posts': list, 'claims': list}


class Certificate(Graph):
    """The board of a certificate."""

    def __init__(self, data: dict[str, Any]) -> None:
        size = data['size']
        need(1 <= size <= len(LETTERS), 'no such size')
        self.place = {f'{LETTERS[x]}{y + 1}': (x, y) for x in range(size) for y in range(size)}
        self.name = {point: name for name, point in self.place.items()}
        super().__init__({(x, y): frozenset({(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} & self.name.keys()) for x, y in self.name})
        self.attackers, self.defenders = self.listed(data['attackers']), self.listed(data['defenders'])
        goals: dict[str, list[Any]] = data['goal'] if isinstance(data['goal'], dict) else {ANY: data['goal']}
        need(goals is not data['goal'] or [*goals] in ([ALL], [CONNECT]) and [*map(type, goals.values())] == [list], 'no such goal')
        [(self.kind, goal)] = goals.items()
        self.goal, [self.target] = self.listed(goal), self.listed([data['target']])
        self.empty = self.points - self.attackers - self.defenders
        need(not self.attackers & self.defenders, 'two stones on a point')
        owned = self.attackers if self.kind == CONNECT else self.defenders
        need(self.target in self.goal & owned and (self.kind == ANY or self.goal <= owned), 'the goal is no stones of the right side')
        for stones in (self.attackers, self.defenders):
            need(all(self.border(string) & self.empty for string in self.groups(stones)), 'a string without liberty')
        self.ko, self.barred = None, ''
        if data['ko'] is not None:
            [self.ko] = self.listed([data['ko']])
            self.barred = self.side_barred(self.ko)

    def listed(self, names: list[Any]) -> Points:
        """Return the points of a list of vertices."""
        need(all(isinstance(name, str) and name in self.place for name in names), 'a vertex is not on the board')
        need(len(set(names)) == len(names), 'a point stands twice in a list')
        return frozenset(self.place[name] for name in names)

    def side_barred(self, ko: Point) -> str:
        """Return the side that may not play at once where a ko was taken."""
        for side, mine, theirs in ((ATTACKER, self.defenders, self.attackers), (DEFENDER, self.attackers, self.defenders)):
            if ko in self.empty and self.around[ko] <= mine and any(self.around[p] - {ko} <= theirs for p in self.around[ko]):
                return side
        raise Wrong('no ko was taken there')

    def unconditional(self, side: str, spoiled: Points) -> Points:
        """Return a side's stones that live on the board."""
        both = (self.attackers, self.defenders) if side == ATTACKER else (self.defenders, self.attackers)
        return NONE.union(*self.living(*both, spoiled))

    def start(self, field: Field, own: Points, claim: dict[str, Any]) -> State:
        """Return the state that a claim begins with."""
        banned = self.ko if self.ko in own and claim['to_move'] == self.barred and not claim.get('passed') else None
        return State(self.attackers & field.points, self.defenders & field.points, banned, claim['threats'], 0, claim['to_move'])

    def first_stones(self, strings: list[Points]) -> tuple[str, ...]:
        """Return a stone of each string, the topmost and then the leftmost."""
        return tuple(sorted(self.name[min(string, key=reading_order)] for string in strings))


def reading_order(point: Point) -> tuple[int, int]:
    """Sort points from the top, and from left to right."""
    return -point[1], point[0]


def closed(data: dict[str, Any]) -> Iterator[Claim]:
    """Check a certificate about a closed region."""
    shape(data, 'the certificate', {**HEADER, 'safe': list, 'points': list, 'claims': list})
    board = Certificate(data)
    inner = board.flood([board.target], board.points - board.attackers)
    others = board.groups(board.points - board.attackers - inner)
    outside = min(others, key=lambda part: (-len(part), min(map(reading_order, part)))) if others else NONE
    need(not outside or len(outside) >= len(inner), 'the dragon is outside')
    sure = board.unconditional(ATTACKER, NONE) | board.listed(data['safe'])
    wall = [string for string in board.groups(board.attackers)
            if string & sure or len(board.border(string) & outside & board.empty) >= 2]
    region = board.flood([board.target], board.points.difference(*wall))
    need(wall and not region & outside and region == board.listed(data['points']), 'another region')
    need(board.goal <= region and board.kind != CONNECT, 'the goal is no part of the region')
    sure = board.unconditional(ATTACKER, region)
    doubted = [string for string in wall if board.border(string) & region and not string & sure]
    shelter = {ATTACKER: region.intersection(board.border(NONE.union(*wall))), DEFENDER: NONE}
    around = {p: board.around[p] & region for p in region}
    for claim in data['claims']:
        shape(claim, 'a claim', {**CLAIM, 'winner': SIDES, 'grade': GRADES}, ('passed', 'eyeless'))
        kills, proved, eyeless = claim['winner'] == ATTACKER, claim['grade'] == 'proved', claim.get('eyeless', False)
        need(not eyeless or kills and board.kind == ANY, '"eyeless" needs the attacker as winner and a listed goal')
        need(not (kills and proved and doubted), 'the wall may be captured')
        field = (EyelessField if eyeless else Field)(around, board.goal, board.kind, claim['winner'], shelter, proved and not eyeless)
        count = follow(field, board.start(field, region, claim), claim['answers'], data['points'], board.place)
        trusted = board.first_stones(doubted) if kills else ()
        sound = not kills or proved or not trusted and (eyeless or board.kind == ALL)
        yield Claim('proved' if sound else 'proved if', count, trusted)


def zones(data: dict[str, Any]) -> Iterator[Claim]:
    """Check a certificate about an open dragon."""
    shape(data, 'the certificate', {**HEADER, 'zones': list})
    board = Certificate(data)
    for zone in data['zones']:
        shape(zone, 'a zone', ZONE)
        field, own, trusted = zone_field(board, zone)
        sound = zone['winner'] == DEFENDER or not trusted and (board.kind != ANY or not zone['trusting'])
        need(sound or zone['grade'] == 'proved if', 'called proved, but it trusts a wall or ends with the capture')
        for claim in zone['claims']:
            shape(claim, 'a claim', CLAIM, ('passed',))
            count = follow(field, board.start(field, own, claim), claim['answers'], zone['points'], board.place)
            yield Claim('proved' if sound else 'proved if', count, trusted)


def zone_field(board: Certificate, zone: dict[str, Any]) -> tuple[Field, Points, tuple[str, ...]]:
    """Return the field of a zone, its own points, and a stone of each string of the wall that is taken to be safe."""
    kills, trusting = zone['winner'] == ATTACKER, zone['trusting']
    listed, posts, declared = (board.listed(zone[key]) for key in ('points', 'posts', 'safe'))
    own = listed - posts
    strings = board.groups(board.attackers)
    standing = {p: string for string in strings for p in posts & string}
    need(len(standing) == len(posts) == len(set(standing.values())) and posts <= listed, 'a post is no string, or stands twice')
    need(not posts or kills and not trusting, 'posts where there are none')
    need(all(string <= own or not string & own for string in strings), "a string of the attacker's is partly in the zone")
    sure = board.unconditional(ATTACKER, listed)

    def is_wall(string: Points) -> bool:
        if string & listed or not board.border(string) & own:
            return False
        safe = string & (sure | declared) or trusting and len(board.border(string) & board.empty - own) >= 3
        return not kills or board.kind != CONNECT and bool(safe)

    walls = [string for string in strings if is_wall(string)]
    friends = NONE if kills else board.unconditional(DEFENDER, listed) - own
    wall, stands = NONE.union(*walls), {p for p, string in standing.items() if string & board.goal}
    shown = own.union(wall, *standing.values()) if board.kind == CONNECT else board.defenders & own
    need(board.goal <= shown, 'the goal is no part of the zone')
    rim = frozenset(p for p in own if board.around[p] - own - wall - friends.union(*standing.values()))
    beside_wall, beside_friends = own & board.border(wall), own & NONE.union(*(board.around[p] for p in friends))
    mine, harbour = (board.attackers, beside_wall) if kills else (board.defenders, beside_friends)
    need(all(part & harbour or board.border(part) & board.empty & own for part in board.groups(mine & own)),
         'stones of the winner have no liberty in the zone')
    around = {p: board.around[p] & own for p in own}
    for post, string in standing.items():
        around[post] = board.border(string) & own
        for p in around[post]:
            around[p] |= {post}
    counted = kills and not trusting
    air = {p: free for p in (rim | posts if counted else ()) if (free := board.border(standing.get(p, frozenset([p]))) & board.empty - own)}
    shelter = {ATTACKER: beside_wall if kills else beside_wall | rim, DEFENDER: rim if kills else beside_friends}
    doubted = [string for string in walls if kills and not string & sure]
    field = Field(around, board.goal & own | stands, board.kind, zone['winner'], shelter, counted, rim, posts,
                  [] if kills else [board.border(string) for string in walls], air, bool(board.goal & wall))
    return field, own, board.first_stones(doubted)


def verify(data: Any) -> list[Claim]:
    """Check a certificate, or a list of them, and return its claims.  Raises Wrong."""
    found: list[Claim] = []
    for one in data if isinstance(data, list) else [data]:
        form = one.get('format') if isinstance(one, dict) else None
        need(form in (CLOSED, OPEN), 'not a certificate')
        found += closed(one) if form == CLOSED else zones(one)
    need(found, 'it claims nothing')
    return found


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    need(len(dict(pairs)) == len(pairs), 'a key stands twice in an object')
    return dict(pairs)


def main(files: list[str]) -> int:
    """Check files, and return 0 if every claim of them holds."""
    if not files:
        print('usage: python second_checker.py FILE...')
        return 2
    refused = 0
    for file in files:
        try:
            with open(file, encoding='utf-8') as text:
                data = json.load(text, object_pairs_hook=_unique, parse_int=lambda n: int(n) if len(n) < MOST_DIGITS else float(n))
            for claim in verify(data):
                print(f'{file}: {claim.grade}, {claim.answers} answers', *(f'the wall at {at} must hold' for at in claim.trusted), sep=', ')
        except (Wrong, OSError, ValueError, RecursionError) as error:
            refused += 1
            print(f'{file}: refused: {error}')
    return 1 if refused else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
