"""What a certificate says of the whole board, with its form checked: every key known, none missing, every vertex on the board."""
from typing import Any

from owlgo.engine.checker.rules import Points, Position, Refused

COLUMNS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'
"""Letters of the columns, from the left."""
KINDS = {'size': int, 'threats': int, 'trusting': bool, 'passed': bool, 'eyeless': bool, 'answers': dict,
         **dict.fromkeys(('attackers', 'defenders', 'safe', 'points', 'goal', 'all', 'connect', 'posts', 'claims', 'zones'), list)}
"""Types of values by key.  Other keys have strings, and ``ko`` may be null."""


def check_keys(record: Any, what: str, required: tuple[str, ...], optional: tuple[str, ...] = ()) -> None:
    """Refuse an object with a missing or unknown key, or with a value of another type than its key has.  ``what`` names the object."""
    if not isinstance(record, dict):
        raise Refused(f'{what} is no object')
    wrong = [f'has no "{key}"' for key in required if key not in record] + \
        [f'has an unknown key: "{key}"' for key in record if key not in required + optional]
    for key, value in record.items():
        kind = KINDS.get(key, str)
        if key == 'goal' and isinstance(value, dict):
            check_keys(value, 'the goal', ('connect',) if 'connect' in value else ('all',))
        elif (not isinstance(value, kind) or kind is int and isinstance(value, bool)) and (key, value) != ('ko', None):
            wrong.append(f'has a value of the wrong type for "{key}"')
        elif key in ('winner', 'to_move') and value not in ('attacker', 'defender'):
            wrong.append(f'names no such side: {value}')
        elif key == 'grade' and value not in ('proved', 'proved if'):
            wrong.append(f'has no such grade: {value}')
    if wrong:
        raise Refused(f'{what} {wrong[0]}')


class Board(Points):
    """The position of a certificate: stones as bits, the top left point first.  ``ko``: the point of a ko that has just been taken, or -1;
    ``bans_attacker``: whether the attacker is the side that may not retake."""

    def __init__(self, certificate: dict[str, Any]) -> None:
        size = certificate['size']
        if not 1 <= size <= len(COLUMNS):
            raise Refused(f'no board of size {size}')
        self.names = [f'{COLUMNS[column]}{size - row}' for row in range(size) for column in range(size)]
        self.index = {name: k for k, name in enumerate(self.names)}
        super().__init__([sum(1 << y * size + x for y in range(size) for x in range(size) if abs(y - row) + abs(x - column) == 1)
                          for row in range(size) for column in range(size)])
        self.attackers, self.defenders = self.bits(certificate['attackers']), self.bits(certificate['defenders'])
        goals: dict[str, list[str]] = certificate['goal'] if isinstance(certificate['goal'], dict) else {'any': certificate['goal']}
        [(self.kind, goal)] = goals.items()
        self.goal, self.target = self.bits(goal), self.bits([certificate['target']])
        self.empty = self.all & ~(self.attackers | self.defenders)
        if self.attackers & self.defenders:
            raise Refused('two stones on one point')
        owned = self.attackers if self.kind == 'connect' else self.defenders
        if not self.target & owned & self.goal or self.kind != 'any' and self.goal & ~owned:
            raise Refused('the target is no stone in question, or the goal is no part of the stones in question')
        if any(not self.beside(string) & self.empty for side in (self.attackers, self.defenders) for string in self.parts(side)):
            raise Refused('a string has no liberty')
        self.ko = -1 if certificate['ko'] is None else self.bits([certificate['ko']]).bit_length() - 1
        self.bans_attacker = self._bans_attacker()

    def bits(self, names: list[str]) -> int:
        """Return the points with these names.  Raises Refused for a name that is none, or stands there twice."""
        found = 0
        for name in names:
            if not isinstance(name, str) or name not in self.index:
                raise Refused(f'{repr(name)[:40]} is not on the board')
            if found >> self.index[name] & 1:
                raise Refused(f'{name} is named twice')
            found |= 1 << self.index[name]
        return found

    def named(self, points: int) -> list[str]:
        """Return the names of some points."""
        return [self.names[k] for k in self.each(points)]

    def aim(self) -> str:
        """Return in words what the attacker wants."""
        words = {'any': '', 'all': 'to take one of ', 'connect': 'to connect '}[self.kind]
        return f', the goal being {words}{" ".join(self.named(self.goal))}'

    def _bans_attacker(self) -> bool:
        """Whether the defender has just taken the ko.  Raises Refused if none was taken where the certificate says."""
        if self.ko < 0:
            return False
        point, around = 1 << self.ko, self.near[self.ko]
        for takers, others in ((self.attackers, self.defenders), (self.defenders, self.attackers)):
            if point & self.empty and not around & ~takers and any(not self.near[k] & ~(others | point) for k in self.each(around)):
                return takers == self.defenders
        raise Refused('no ko has just been taken where the certificate says')

    def inner(self, points: list[int], chosen: int) -> int:
        """Return those of the chosen points that are among ``points``, by their indices there."""
        return sum(1 << k for k, p in enumerate(points) if chosen >> p & 1)

    def start(self, points: list[int], own: int, claim: dict[str, Any]) -> Position:
        """Return the position that a claim begins with, in a part of the board whose ``own`` points are played on.

        A ko is banned only for the side that may not retake it, and not after a pass.
        """
        banned = self.ko >= 0 and own >> self.ko & 1 and (claim['to_move'] == 'attacker') == self.bans_attacker and not claim.get('passed')
        return Position(self.inner(points, self.attackers), self.inner(points, self.defenders), points.index(self.ko) if banned else -1,
                        claim['threats'])
