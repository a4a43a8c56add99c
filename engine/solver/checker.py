"""Check certificates, in plain Python that shares nothing with the solver, so that no error is made twice.

A certificate has a position, a dragon, and claims.  A claim says that with this side to move, and this number of net ko threats (positive:
the defender's), this side wins; it lists the winner's answer in every position.  The rules:

- The outside is the largest part of the board that the attacker's stones cut off from the dragon.  The wall consists of his strings that
  have two liberties in the outside, live unconditionally, or are called safe by the certificate; it counts as safe.  The region is what
  the dragon reaches without crossing the wall.
- A claim has a grade.  The attacker's is "proved" only if all strings of the wall beside the region live unconditionally, and if capture
  alone ends no line: his stones must leave no room for two eyes, not even where the defender's stones are captured and their points
  played on again.  Otherwise it is "proved if" the wall holds.
- The attacker wins when no stone of the defender is left on the goal, which is the region or a part of it that contains the dragon.  An
  endless game counts for the defender.  A ko may be retaken at once for a threat.  Suicide is illegal.  Passing is allowed.
- A pass of the attacker needs no answer unless a ko is banned: the defender passes too, and the position is the same.
- A claim that the dragon is "eyeless" is a weaker claim of the attacker: he wins when no room for two eyes is left, or when the defender
  passes without two eyes while loose stones of the attacker, not connected to the wall, stand in the region.  The attacker passes only
  while such stones stand there, and takes no ko.  A dragon that lives and is eyeless is in seki.
- The ko of the position is an empty point between stones of the side that has just captured there; one of them is a lone stone without
  another liberty.  The other side may not play there at once, unless a claim says that the side that took the ko has passed since.

    {"format": ..., "size": 19, "attackers": ["C19", ...], "defenders": [...], "ko": "B19" or null, "target": "B18", "safe": [...],
     "points": [the region], "goal": [all of it or some],
     "claims": [{"to_move": "attacker", "passed": true or left out, "threats": 0, "winner": "attacker", "grade": "proved" or "proved if",
                 "eyeless": true or left out, "answers": {position: vertex or "pass"}}]}

A position has a letter for each point (A, D or .), a blank, the index of the banned point or -, a blank, and the net ko threats.
"""
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

CERTIFICATE_FORMAT = 'owlgo certificate 2'
"""The ``format`` field of a certificate about a closed region."""
UNCONDITIONAL, IF_WALL_HOLDS = 'proved', 'proved if'
"""Grades of a kill: unconditional, or on condition that the wall is not captured."""
COLUMNS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'
"""Letters of the columns, from the left."""
Place = tuple[int, int]
"""Row and column, from the top left."""


class Refused(Exception):
    """A certificate is wrong.  The message says what is wrong, and where."""


class Position(NamedTuple):
    """Stones of both sides as bits, the banned point or -1, the net ko threats, and the number of the defender's moves outside."""
    attackers: int
    defenders: int
    ko: int
    threats: int
    away: int = 0


class Start(NamedTuple):
    """The position in question: stones of both sides as bits, the point of a ko that has just been taken or -1, and whether the attacker is
    the side that may not retake."""
    attackers: int
    defenders: int
    ko: int
    bans_attacker: bool

    def position(self, attacking: bool, threats: int, passed: bool) -> Position:
        """Return the position with this side to move.  A ko is banned only for the side that may not retake it, and not after a pass."""
        return Position(self.attackers, self.defenders, self.ko if attacking == self.bans_attacker and not passed else -1, threats)


class Stone(NamedTuple):
    """The result of a move: both sides' stones, captured strings, its own string and liberties, and the net threats."""
    mine: int
    theirs: int
    taken: list[int]
    own: int
    liberties: int
    threats: int


class Area:
    """The points of the region, as bits, with the neighbours of each and the points next to the wall."""

    def __init__(self, near: list[int], boundary: int, goal: int) -> None:
        self.near, self.boundary, self.goal = near, boundary, goal
        self.all = (1 << len(near)) - 1

    def beside(self, stones: int) -> int:
        """The neighbours of some points."""
        found = 0
        while stones:
            found |= self.near[(stones & -stones).bit_length() - 1]
            stones &= stones - 1
        return found

    def parts(self, stones: int) -> Iterator[int]:
        """The connected parts of some points."""
        while stones:
            part, new = 0, stones & -stones
            while new:
                part |= new
                new = self.beside(new) & stones & ~part
            stones &= ~part
            yield part

    def held(self, part: int) -> bool:
        """Whether a string of the attacker is connected to the wall, so that it cannot be captured."""
        return bool(part & self.boundary)

    def loose(self, attackers: int) -> bool:
        """Whether a string of the attacker is not connected to the wall."""
        return any(not self.held(part) for part in self.parts(attackers))

    def put(self, position: Position, point: int, attacking: bool, safe: Callable[[int], bool]) -> Stone | None:
        """Return the result of a move, or None if the point is occupied or a ko retake lacks a threat.  ``safe`` strings are not
        captured."""
        here = 1 << point
        mine, theirs = (position.attackers, position.defenders) if attacking else (position.defenders, position.attackers)
        if here & (mine | theirs) or point >= len(self.near):
            return None
        threats = position.threats
        if point == position.ko:
            if threats >= 0 if attacking else threats <= 0:
                return None
            threats += 1 if attacking else -1
        mine |= here
        taken = [part for part in self.parts(theirs)
                 if part & self.near[point] and not self.beside(part) & ~(mine | theirs) and not safe(part)]
        theirs &= ~sum(taken)
        own = next(part for part in self.parts(mine) if part & here)
        return Stone(mine, theirs, taken, own, self.beside(own) & ~(mine | theirs), threats)

    def move(self, position: Position, point: int, attacking: bool) -> Position | None:
        """Return the position after a move, or None if the move is illegal."""
        put = self.put(position, point, attacking, (lambda part: False) if attacking else self.held)
        safe = put and attacking and self.held(put.own)
        if put is None or not put.liberties and not safe:
            return None
        return after(put, attacking, put.own == 1 << point and not safe)

    def passed(self, position: Position, attacking: bool) -> Position:
        """Return the position after a pass of one side."""
        return position._replace(ko=-1)

    def alive(self, attackers: int, defenders: int) -> int:
        """Return the strings with two eyes each that the attacker can never fill (Benson's theorem)."""
        regions = [part for part in self.parts(self.all & ~defenders) if not part & self.boundary]
        strings = list(self.parts(defenders))
        while True:
            alive = [string for string in strings
                     if sum(not region & ~attackers & ~self.beside(string) for region in regions) >= 2]
            held = sum(alive)
            kept = [region for region in regions if not self.beside(region) & defenders & ~held]
            if len(alive) == len(strings) and len(kept) == len(regions):
                return held
            strings, regions = alive, kept

    def doomed(self, attackers: int, defenders: int, reached: int | None = None, lasting: int = 0) -> bool:
        """Whether the dragon has no room for two eyes on the points that it ``reached`` (by default, the whole region).

        The attacker can fill all points next to his stones that are connected to the wall or are ``lasting``; the defender's eyes can only
        be in the rest.

        A point of the rest may be a false eye.  Stones beside it stand on points that the attacker could otherwise fill.  They reach no
        other point of the rest, even over such points that are empty, called roads.  The attacker fills the roads for good, captures the
        stones at the false eye, and connects his stone there next.  The defender may retake first.  If more than one stone was captured,
        the attacker then has one road more to fill; otherwise it is a ko, and a retake costs a threat.  If the defender fills the false eye
        himself, it joins stones beside it that have eye space; there must be such stones.  Without its false eyes the rest must leave no
        room, these stones unchanged.
        """
        inside = self.all if reached is None else reached
        safe = sum(part for part in self.parts(attackers) if self.held(part)) | lasting
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
        left = [room & ~false] if room & ~false else [1 << k for k in range(false.bit_length()) if false >> k & 1] or [0]
        return any(self.no_room(part, strings, attackers) for part in left)

    def no_room(self, room: int, strings: list[int], attackers: int) -> bool:
        """Whether the room is no more than two adjacent points, and the attacker can capture all strings at once.

        He fills everything else, then one of the two points; his move on the last point captures all.  No string dies before that if each
        touches the last point.  A single string may also be the last of all stones to die.
        """
        if room.bit_count() > 2 or len(list(self.parts(room))) > 1:
            return False
        points = [1 << k for k in range(room.bit_length()) if room >> k & 1]
        beside = [all(self.beside(point) & string for string in strings) for point in points]
        return len(strings) <= 1 and all(beside) or any(ok and not point & attackers for ok, point in zip(beside, points, strict=True))


def after(put: Stone, attacking: bool, alone: bool) -> Position:
    """Return the position after a move.  It makes a ko if the stone is ``alone`` and has captured one stone, on its only liberty."""
    gone = sum(put.taken)
    banned = gone.bit_length() - 1 if alone and put.liberties == gone and gone.bit_count() == 1 else -1
    return Position(put.mine, put.theirs, banned, put.threats) if attacking else Position(put.theirs, put.mine, banned, put.threats)


def flood(start: Place, allowed: set[Place], beside: Callable[[Iterable[Place]], set[Place]]) -> set[Place]:
    """Return the allowed points that are connected to ``start``.  ``beside`` gives the neighbours of points."""
    found = new = {start}
    while new:
        new = (beside(new) & allowed) - found
        found = found | new
    return found


def check(certificate: dict[str, Any]) -> list[str]:
    """Check all claims of a certificate, and return a sentence for each.  Raises Refused."""
    if certificate.get('format') != CERTIFICATE_FORMAT:
        raise Refused(f'not a certificate: its format should be "{CERTIFICATE_FORMAT}"')
    try:
        area, start, names, wall = _read(certificate)
        goal = '' if area.goal == area.all else f', the goal being {" ".join(name for k, name in enumerate(names) if area.goal >> k & 1)}'
        sentences = []
        for claim in certificate['claims']:
            attacking, winner, threats = claim['to_move'] == 'attacker', claim['winner'], int(claim['threats'])
            if winner not in ('attacker', 'defender') or claim['to_move'] not in ('attacker', 'defender'):
                raise Refused(f'no such side: {winner} or {claim["to_move"]}')
            passed, attack_wins = bool(claim.get('passed')), winner == 'attacker'
            eyeless = bool(claim.get('eyeless'))
            if eyeless and not attack_wins:
                raise Refused('eyes are kept from the defender by the attacker')
            for_sure = check_grade(claim['grade'], wall if attack_wins else ()) and attack_wins

            def dead(position: Position) -> bool:
                # What is taken is played on: where the defender has stones now, eyes may be later.
                return area.doomed(position.attackers, 0)

            steps = walk(area, start.position(attacking, threats, passed), attacking, attack_wins, claim['answers'], names,
                         dead if for_sure and not eyeless else None, eyeless)
            grade = UNCONDITIONAL if for_sure or not attack_wins else conditional(wall)
            lives = any(other['winner'] == 'defender' and other['to_move'] in (claim['to_move'], 'attacker') and int(other['threats']) <= 0
                        for other in certificate['claims'])
            what = f'the dragon makes no two eyes{", and lives: it is seki" if lives else ""}' if eyeless else f'the {winner} wins'
            sentences.append(f'{grade}: {claim["to_move"]} to move{" after a pass" if passed else ""}, {threats} net ko threats of the '
                             f'defender: {what}{goal} ({steps} answers checked)')
        if not sentences:
            raise Refused('it claims nothing')
    except (LookupError, TypeError, ValueError, AttributeError) as problem:
        raise Refused(f'the certificate is damaged: {type(problem).__name__}: {problem}') from problem
    return sentences


def check_grade(grade: str, wall: Sequence[str]) -> bool:
    """Whether a claim is graded proved.  Raises Refused for an unknown grade, and for a proved claim that assumes a wall."""
    if grade not in (UNCONDITIONAL, IF_WALL_HOLDS):
        raise Refused(f'no such grade: {grade}')
    if grade == UNCONDITIONAL and wall:
        raise Refused(f'it is called proved, and {_walls(wall)} {"is" if len(wall) == 1 else "are"} only taken to hold')
    return grade == UNCONDITIONAL


def conditional(wall: Sequence[str]) -> str:
    """Return in words the condition of a kill that is not unconditional: it assumes a wall, or ends with the capture."""
    return f'proved if {_walls(wall)} {"holds" if len(wall) == 1 else "hold"}' if wall else 'proved if capture is the end'


def _walls(wall: Sequence[str]) -> str:
    return f'the wall at {wall[0]}' if len(wall) == 1 else f'the walls at {", ".join(wall[:-1])} and {wall[-1]}'


def bans_attacker(ko: Place | None, attackers: set[Place], defenders: set[Place], beside: Callable[[Iterable[Place]], set[Place]]) -> bool:
    """Whether the attacker is the side that may not retake the ko at this point.  Raises Refused if no ko was just taken there."""
    if ko is None:
        return False
    around = beside([ko])
    if ko not in attackers | defenders:
        for takers, others in ((attackers, defenders), (defenders, attackers)):
            if around <= takers and any(beside([stone]) - {ko} <= others for stone in around):
                return takers is defenders
    raise Refused('no ko has just been taken where the certificate says')


def _read(certificate: dict[str, Any]) -> tuple[Area, Start, list[str], list[str]]:
    """Return the region, its position, the names of its points, and one stone of each doubtful string of the wall.

    A string of the wall beside the region is doubtful unless it lives unconditionally.
    """
    size = int(certificate['size'])
    if not 1 <= size <= len(COLUMNS):
        raise Refused(f'no board of size {size}')

    def point(vertex: str) -> Place:
        column, row = COLUMNS.index(vertex[0]), int(vertex[1:])
        if not (0 <= column < size and 1 <= row <= size):
            raise Refused(f'{vertex} is not on the board')
        return size - row, column

    attackers, defenders, safe = ({point(vertex) for vertex in certificate[key]} for key in ('attackers', 'defenders', 'safe'))
    target = point(certificate['target'])
    if attackers & defenders or target not in defenders:
        raise Refused('two stones on one point, or none where the dragon should be')
    board = {(row, column) for row in range(size) for column in range(size)}
    banned = None if certificate['ko'] is None else point(certificate['ko'])

    def beside(points: Iterable[Place]) -> set[Place]:
        return {q for row, column in points for q in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))
                if q in board}

    for stones in (attackers, defenders):
        for stone in stones:
            if not beside(flood(stone, stones, beside)) - attackers - defenders:
                raise Refused('a string has no liberty')
    own = flood(target, board - attackers, beside)
    others = board - attackers - own
    outside: set[Place] = set()
    while others:
        part = flood(min(others), others, beside)
        others -= part
        outside = max(outside, part, key=lambda points: (len(points), tuple(-x for x in min(points, default=(0, 0)))))
    everywhere = sorted(board)
    if outside and len(outside) < len(own):
        raise Refused('the dragon lies outside, not inside')
    near_all = [sum(1 << everywhere.index(q) for q in beside([p])) for p in everywhere]

    def bits(points: Iterable[Place]) -> int:
        return sum(1 << everywhere.index(p) for p in points)

    def lasting(without: Iterable[Place]) -> set[Place]:
        """The attacker's stones that live unconditionally by eyes without any of these points."""
        alive = Area(near_all, bits(without), 0).alive(bits(defenders), bits(attackers))
        return {p for k, p in enumerate(everywhere) if alive >> k & 1}

    sure = lasting(()) | safe
    wall: set[Place] = set()
    walls: list[set[Place]] = []
    for stone in sorted(attackers):
        string = flood(stone, attackers, beside)
        if string & sure or len(beside(string) & outside - defenders) >= 2:
            wall |= string
            if stone == min(string):
                walls.append(string)
    enclosed = {f'{COLUMNS[column]}{size - row}': (row, column) for row, column in flood(target, board - wall, beside)}
    names = certificate['points']
    if outside & set(enclosed.values()) or not wall or sorted(names) != sorted(enclosed):
        raise Refused('the region is not what the stones enclose')
    region = [enclosed[name] for name in names]
    near = [sum(1 << region.index(q) for q in beside([p]) if q in region) for p in region]
    boundary = sum(1 << k for k, p in enumerate(region) if beside([p]) & wall)
    # The attacker plays in the region, where an eye may be his own: Benson's theorem is about an owner who passes, so these are none.
    for_ever = lasting(region)
    doubted = [min(string) for string in walls if beside(string) & set(region) and not string & for_ever]
    assumed = [f'{COLUMNS[column]}{size - row}' for row, column in doubted]
    for_attacker = bans_attacker(banned, attackers, defenders, beside)
    ko = region.index(banned) if banned in region else -1
    mine, theirs = (sum(1 << k for k, p in enumerate(region) if p in stones) for stones in (attackers, defenders))
    goal = {point(vertex) for vertex in certificate['goal']}
    if target not in goal or not goal <= set(region):
        raise Refused('the goal is no part of the region with the dragon on it')
    area = Area(near, boundary, sum(1 << k for k, p in enumerate(region) if p in goal))
    return area, Start(mine, theirs, ko, for_attacker), names, assumed


def walk(area: Area, start: Position, attacking: bool, attack_wins: bool, answers: dict[str, str], names: list[str],
         settled: Callable[[Position], bool] | None = None, eyeless: bool = False) -> int:
    """Play every reply of the loser against the winner's answers, and return the number of answers met.

    ``settled`` tells whether the winner needs no more moves.  ``eyeless``: the claim is that the dragon makes no two eyes.
    """
    count = len(names)

    def key(position: Position) -> str:
        letters = ''.join('A' if position.attackers >> k & 1 else 'D' if position.defenders >> k & 1 else '.' for k in range(count))
        return f'{letters} {position.ko if position.ko >= 0 else "-"} {position.threats}' + (f' {position.away}' if position.away else '')

    def won(position: Position) -> bool:
        if settled is not None:
            return settled(position)
        if attack_wins:
            return not position.defenders & area.goal or area.doomed(position.attackers, position.defenders)
        return area.alive(position.attackers, position.defenders) & area.goal != 0

    def following_of(position: Position) -> list[Position]:
        """Return the positions after the next moves: the winner's one answer, or all moves of the loser."""
        if attacking_now == attack_wins:
            answer = answers.get(key(position))
            if answer is None:
                raise Refused(f'no answer in {key(position)}')
            if answer == 'pass':
                if eyeless and not area.loose(position.attackers):
                    raise Refused(f'the attacker passes without loose stones in {key(position)}')
                return [area.passed(position, attacking_now)]
            following = area.move(position, names.index(answer), attacking_now)
            if following is None or (eyeless and following.ko >= 0):
                raise Refused(f'{answer} is not allowed in {key(position)}')
            return [following]
        moves = [area.move(position, k, attacking_now) for k in range(count)]
        if eyeless and position.ko < 0 and area.loose(position.attackers):
            # The defender's pass ends the game.
            if area.alive(position.attackers, position.defenders) & area.goal:
                raise Refused(f'the dragon has two eyes in {key(position)}')
        elif not attacking_now or position.ko >= 0:
            moves.append(area.passed(position, attacking_now))
        return [following for following in moves if following is not None]

    # Depth first: false while the positions after it are being searched.
    done: dict[tuple[Position, bool], bool] = {}
    stack = [(start, attacking)]
    while stack:
        node = stack[-1]
        position, attacking_now = node
        if node in done:
            done[node] = True
            stack.pop()
            continue
        done[node] = False
        for following in following_of(position):
            child = following, not attacking_now
            if child in done:
                if not done[child] and attack_wins:
                    raise Refused(f'the attacker goes round in a circle through {key(following)}')
            elif not won(following):
                stack.append(child)
    return sum(attacking_now == attack_wins for _, attacking_now in done)
