"""Claims about a dragon, as data: ``explain.py`` makes sentences from them, and tests play them out on the board.

A point or move that does not exist is PASS.  A claim that is not ``certain`` is a guess; ``grade`` grades the answer behind the claim.
"""
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.facts import STATUS_WORDS
from owlgo.engine.core.points import COLOR_NAMES, EMPTY, PASS, vertex
from owlgo.engine.core.result import GTP_CODES

TAKES, ATARI, CUTS, LEAVES, FROM_INSIDE, FROM_OUTSIDE, NO_EFFECT = 'takes', 'atari', 'cuts', 'leaves', 'inside', 'outside', 'nothing'
"""Effects of a move on eyes that seemed safe."""
JOINS, MAKES, GETS_OUT = 'joins', 'makes', 'gets out'
"""Effects of a move that saves a dragon, besides captures and ataris."""
NO_WAY_OUT, SHUT_IN, NARROW, COULD_RUN = 'surrounded', 'shut in', 'narrow', 'could run'
"""A dragon's escape route, in turn: none, it is surrounded; none, though it is not surrounded; a narrow one; a wide one."""


@dataclass(frozen=True)
class Conclusion:
    """The dragon's status and grade.  This is always the first claim, except for a dragon that was not read (``Unchecked``)."""
    color: int
    stone: int
    """The stone that was asked about."""
    count: int
    """Stones of the dragon."""
    status: int
    """ALIVE, DEAD or CRITICAL, of ``engine.core.facts``."""
    grade: Grade
    seki: bool = False
    doubt: str = ''
    """Why the status is a guess, a constant of ``engine.examine.judgement``; empty if it is certain."""
    rival: int = PASS
    """The other dragon that causes the doubt."""
    threats: int = EMPTY
    """The side that needs the first ko threat, whoever moves first; EMPTY if attack and defence lead to different kos."""
    waits: bool = False
    """Whether the dragon is dead by a ko that the opponent alone can begin."""
    walls: tuple[int, ...] = ()
    """A stone of each string that must hold, if it is PROVED_IF."""


@dataclass(frozen=True)
class Unchecked:
    """The dragon was not read and counts as alive."""
    color: int
    stone: int
    count: int
    why: str
    """WAY_OUT or LARGE, constants of ``engine.examine.judgement``."""
    amount: int
    """Value of its escape route, or points of its eye space."""


@dataclass(frozen=True)
class Fraction:
    """Only a part of the dragon was read: the stones that are certainly connected to the stone asked about."""
    count: int
    of: int


@dataclass(frozen=True)
class Joined:
    """More than the dragon was read: whether its stones live, or other stones that are connected to them."""
    stone: int
    """The first of the other stones."""


@dataclass(frozen=True)
class Space:
    """An eye space, and the eyes that it yields by itself."""
    points: tuple[int, ...]
    least: int
    """Eyes if the attacker plays first."""
    most: int
    """Eyes if the owner plays first."""
    attack: int = PASS
    """Where the attacker plays first, if that changes the number of eyes."""
    defence: int = PASS
    prisoners: tuple[int, ...] = ()
    """Strings in it that count as captured, by first stones."""
    exact: bool = True
    """Whether the eyes were found by solving the space, not estimated by its size."""
    holds: bool = True
    """Whether no reading contradicts these eyes."""


@dataclass(frozen=True)
class More:
    """The dragon has ``count`` more eye spaces, which yield fewer eyes than those described."""
    count: int


@dataclass(frozen=True)
class Together:
    """Eyes of all eye spaces together, up to two."""
    least: int
    most: int


@dataclass(frozen=True)
class HalfEye:
    """A point that is an eye only if its owner plays first there."""
    point: int
    attack: int
    defence: int


@dataclass(frozen=True)
class NoSpace:
    """The dragon has no eye space of its own."""


@dataclass(frozen=True)
class Undone:
    """Why the dragon's apparent eyes do not save it: the effect of the attacker's move."""
    move: int
    """PASS if none is needed."""
    does: str
    """TAKES, ATARI, CUTS, LEAVES, FROM_INSIDE, FROM_OUTSIDE or NO_EFFECT."""
    strings: tuple[int, ...] = ()
    """Strings captured, in atari or cut off, by first stones."""
    fills: int = PASS
    """The last liberty of a string in atari, where saving it takes a point from an eye space."""
    eyes: int = 2
    """Eyes left if the owner answers."""
    certain: bool = True


@dataclass(frozen=True)
class Gains:
    """What a saving move gains for a dragon whose static eyes are too few even if it moves first."""
    move: int
    does: str
    """TAKES, JOINS, ATARI, MAKES or GETS_OUT; NO_EFFECT if a count of eyes shows none."""
    strings: tuple[int, ...] = ()
    """Strings captured, joined or put in atari, by first stones."""
    eyes: int = 0
    """Eyes counted after the move if the attacker plays next, two at most."""
    certain: bool = True
    holds: bool = True
    """Whether these eyes are sure: the move certainly saves, without a ko, and no eye space is only estimated."""


@dataclass(frozen=True)
class Beyond:
    """By reading the dragon lives, although its own eyes are too few if the opponent moves first."""
    eyes: int
    lunch: int = PASS
    """An enemy string beside it that can be taken."""


@dataclass(frozen=True)
class Seki:
    """Two dragons that both live, one inside an eye space of the other."""
    rival: int
    inside: bool
    """Whether the rival is inside this dragon's eye space; if not, this dragon is inside the rival's."""


@dataclass(frozen=True)
class Eyeless:
    """The dragon cannot make two eyes, whoever moves first, and still lives: it is in seki."""
    grade: Grade
    """PROVED or PROVED_IF."""
    walls: tuple[int, ...] = ()
    """A stone of each string that must hold, if it is PROVED_IF."""


@dataclass(frozen=True)
class Surroundings:
    """Whether the dragon could run."""
    kind: str
    """NO_WAY_OUT, SHUT_IN, NARROW or COULD_RUN."""
    escape: int
    caught: bool = False
    """Whether the dragon could run but can be captured first."""


@dataclass(frozen=True)
class Alone:
    """The dragon's status without the deciding race."""
    status: int
    certain: bool


@dataclass(frozen=True)
class Safe:
    """The opponent, moving first, finds no way to kill the dragon."""
    certain: bool
    grade: Grade


@dataclass(frozen=True)
class Kills:
    """Result for the opponent if he moves first."""
    move: int
    """PASS if none is needed or known."""
    result: int
    """KO_B, KO_A or WIN, of ``engine.core.result``."""
    certain: bool
    grade: Grade
    dead: bool = False
    """Whether the dragon is dead as it stands."""


@dataclass(frozen=True)
class Saves:
    """Result for the dragon's owner if he moves first."""
    move: int
    result: int
    """LOSE if he cannot save it."""
    certain: bool
    grade: Grade
    idle: bool = False
    """Whether no move is needed, unless the opponent has the ko threats."""


@dataclass(frozen=True)
class Playouts:
    """The playouts on which a kill or rescue of the dragon rests."""
    color: int
    """The side to move: the dragon's owner, to save it, or the opponent, to kill it."""
    move: int
    """The most visited first move; PASS if none is needed."""
    tenths: int
    """In how many of ten playouts he succeeds after that move."""
    made: int


@dataclass(frozen=True)
class Refuted:
    """The owner's most natural answer to the killing move, and why it does not help."""
    move: int
    answer: int
    then: int
    """PASS if no more is needed."""
    takes: bool
    """Whether the stone that was asked about is captured then."""


@dataclass(frozen=True)
class Futile:
    """The most natural first move of the dragon's owner, and its refutation."""
    move: int
    then: int
    """PASS if no more is needed."""
    takes: bool


@dataclass(frozen=True)
class Held:
    """The opponent's most natural move against a dragon that lives or was just saved, and the answer that keeps it alive."""
    saved: int
    """The move that saved it; PASS if it lives as it stands."""
    move: int
    answer: int
    """PASS if none is needed."""


@dataclass(frozen=True)
class KoStart:
    """The moves that lead to the deciding ko; the last one takes it."""
    color: int
    """The side of the first move."""
    moves: tuple[int, ...]
    point: int
    """The point of the ko, where the other side may not retake at once."""


@dataclass(frozen=True)
class Begun:
    """A ko that only the opponent can begin, after removing all ko threats."""
    move: int
    """His move towards the ko; PASS if unknown."""
    threats: int
    """Ko threats that the owner would need; 0 if unknown."""


@dataclass(frozen=True)
class Contest:
    """A race of two dragons, with all their liberties counted."""
    rival: int
    mine: int
    theirs: int
    shared: int
    """Shared liberties, which both counts include."""
    first: tuple[int, int]
    """The owner's results for his dragon and against the rival if he moves first, of ``engine.core.result``."""
    second: tuple[int, int]
    """The opponent's results for the rival and against the dragon if he moves first."""
    moves: tuple[int, int]
    """The owner's move, and the opponent's; PASS where none is known."""
    decides: bool
    third: int = PASS
    """A third dragon that takes part in it."""


Claim = Conclusion | Unchecked | Fraction | Joined | Space | More | Together | HalfEye | NoSpace | Undone | Gains | Beyond | Seki | \
    Eyeless | Surroundings | Alone | Safe | Kills | Saves | Playouts | Refuted | Futile | Held | KoStart | Begun | Contest

Graded = Conclusion | Eyeless | Safe | Kills | Saves
POINTS = frozenset(('stone', 'rival', 'points', 'attack', 'defence', 'prisoners', 'point', 'move', 'strings', 'fills', 'lunch', 'answer',
                    'then', 'saved', 'moves', 'third', 'walls'))
"""The fields that hold points."""
RESULTS = frozenset(('result', 'first', 'second'))
"""The fields that hold results of readings."""
NAMES: dict[str, dict[int, str | None]] = {'color': {**COLOR_NAMES}, 'status': {**STATUS_WORDS}, 'threats': {**COLOR_NAMES, EMPTY: None}}
"""Names of the values of other fields, by field."""


def as_data(claims: Sequence[Claim], size: int) -> list[dict[str, Any]]:
    """Return claims in a form for JSON: points as vertices or null, results as in GTP; colours, statuses and grades as words."""
    def value(name: str, content: Any) -> Any:
        if isinstance(content, tuple):
            return [value(name, one) for one in content]
        if name in POINTS:
            return None if content == PASS else vertex(content, size)
        if name in RESULTS:
            return GTP_CODES[content]
        return NAMES[name][content] if name in NAMES else content

    def data(claim: Claim) -> dict[str, Any]:
        found = {field.name: value(field.name, getattr(claim, field.name)) for field in fields(claim) if field.name != 'grade'}
        if not isinstance(claim, Graded):
            return found
        seconded = {} if isinstance(claim, Eyeless) else {'seconded': claim.grade == Grade.SECONDED}
        return found | {'how': claim.grade.word} | seconded

    return [{'claim': type(claim).__name__.lower()} | data(claim) for claim in claims]
