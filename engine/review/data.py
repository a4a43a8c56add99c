"""A review as plain data, written as JSON and read back.

Vertices are text ("D4", "PASS"), colours "black" and "white".  Leads and win rates are Black's throughout.
"""
import json
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

FORMAT = 5
"""Version of the JSON.  Reviews in other versions are made anew."""

Status = Literal['alive', 'critical', 'dead', 'captured']
Certainty = Literal['proved', 'proved if', 'read', 'uncertain', 'unchecked']
"""Grade of a status.  An unchecked dragon counts as alive because it can run out, or has a very large eye space."""
Kind = Literal['change', 'missed kill', 'missed rescue', 'mistake']
"""Kind of a finding."""
BIGGEST = 3
"""Biggest mistakes named of each side."""


@dataclass(frozen=True)
class Request:
    """Settings of a review."""
    level: int
    komi: float | None = None
    """Komi; overrides the record's."""
    first: int = 1
    last: int = 0
    """First and last move under review.  0 is the end of the game."""


@dataclass
class Fate:
    """A dragon in one position, and its status."""
    vertex: str
    color: str
    stones: list[str]
    status: Status
    certainty: Certainty
    kill: str = ''
    """The move that kills a critical dragon without a ko.  Empty if none is known."""
    save: str = ''
    """The move that saves a critical dragon without a ko."""
    ko: bool = False
    """Whether a ko decides."""
    read_at: int = 0
    """The move after which the status was read.  A dragon is not read again until its surroundings change."""
    walls: list[str] = field(default_factory=list)
    """A stone of each string on whose safety a proof depends ("proved if")."""

    @property
    def certain(self) -> bool:
        """Whether the status was read to its end.  "Proved if" counts as read."""
        return self.certainty in ('proved', 'proved if', 'read')

    @property
    def words(self) -> str:
        """The status with its grade: "probably dead (uncertain)"."""
        from owlgo.engine.life.grade_words import proved_if  # reading a review back loads no engine
        probably = 'probably ' if self.certainty == 'uncertain' else ''
        ko = ' by a ko' if self.ko and self.status == 'critical' else ''
        grade = proved_if(self.walls) if self.certainty == 'proved if' else self.certainty
        return f'{probably}{self.status}{ko} ({grade})'


@dataclass
class Moment:
    """A position of the game, and the move that led to it."""
    number: int
    """Number of the move."""
    color: str
    """The player who moved; empty in the first position."""
    move: str
    board: str
    """The points row by row from the top: X, O or a dot."""
    lead: float
    """Points that Black is ahead."""
    winning: float
    """Black's win rate, from 0 to 1."""
    loss: float = 0.0
    """Points that the move lost against the engine's choice in the position before."""
    drop: float = 0.0
    """Drop of the win rate against the engine's choice."""
    choice: str = ''
    """The engine's next move."""
    line: list[str] = field(default_factory=list)
    """The line that the engine expects, with its own move first."""
    fates: list[Fate] = field(default_factory=list)


@dataclass
class Finding:
    """A finding about a move: a mistake, a missed chance, or a change of a dragon's status."""
    kind: Kind
    number: int
    color: str
    """The player who moved."""
    move: str
    text: str
    """A sentence about the finding."""
    loss: float = 0.0
    """Points that the move lost, by the search."""
    stake: float = 0.0
    """Points of the dragon, if this missed chance decided its fate."""
    vertex: str = ''
    """A stone of the dragon, if there is one."""
    stones: list[str] = field(default_factory=list)
    better: str = ''
    """A better move."""
    before: str = ''
    after: str = ''
    """The dragon's status before and after the move, in words."""
    since: int = 0
    """The first move that may have caused the change.  If it is not ``number``, ``number`` is only the most likely move."""
    again: list[int] = field(default_factory=list)
    """Later moves that missed the same kill or rescue."""
    fault: bool = False
    """Whether the move is to blame, not to praise."""
    cost: float = 0.0
    """Weight of a fault in points.  A fault weighs less in a decided game."""


@dataclass
class Review:
    """The review of a whole game."""
    name: str
    size: int
    komi: float
    level: int
    info: dict[str, str]
    """Properties of the record's root: PB, PW, RE and so on."""
    moments: list[Moment]
    findings: list[Finding]
    """Findings in the order of the game."""
    warnings: list[str] = field(default_factory=list)
    key: str = ''
    """Hash of the record and the settings (``key_of``)."""

    @property
    def faults(self) -> list[Finding]:
        """The worst fault of each move, the worst first."""
        worst: dict[int, Finding] = {}
        for one in self.findings:
            if one.fault and (one.number not in worst or one.cost > worst[one.number].cost):
                worst[one.number] = one
        return sorted(worst.values(), key=lambda one: (-one.cost, one.number))

    def at(self, number: int) -> list[Finding]:
        """The findings about a move."""
        return [one for one in self.findings if one.number == number]

    @property
    def swings(self) -> list[Finding]:
        """The faults that changed what becomes of a dragon, the worst of each move, in the order of the game."""
        return sorted((one for one in self.faults if one.vertex), key=lambda one: one.number)

    @property
    def lost_points(self) -> list[Finding]:
        """The faults about no dragon, the worst of each move, the worst first."""
        return [one for one in self.faults if not one.vertex]

    @property
    def turning_point(self) -> Finding | None:
        """The fault that decided the game: of the loser's faults after which it was never ahead again, the one with the largest drop of
        its win rate.  The loser is the side behind in the last position.
        """
        loser = 'white' if self.moments[-1].winning >= 0.5 else 'black'
        rates = {one.number: one.winning if loser == 'black' else 1 - one.winning for one in self.moments}
        ahead = max((number for number, rate in rates.items() if rate > 0.5), default=0)
        faults = [one for one in self.faults if one.color == loser and one.number > ahead]
        return max(faults, key=lambda one: (rates[one.number - 1] - rates[one.number], one.cost), default=None)

    def biggest(self, color: str, most: int = BIGGEST) -> list[tuple[Finding, list[int]]]:
        """The biggest faults of a side, the worst first, each with its other moves that left the same better move alone."""
        found: list[tuple[Finding, list[int]]] = []
        for one in self.faults:
            if one.color != color:
                continue
            again = next((later for first, later in found if first.better == one.better != ''), None)
            if again is not None:
                again.append(one.number)
            elif len(found) < most:
                found.append((one, []))
        return [(one, sorted(again)) for one, again in found]


def dumps(review: Review) -> str:
    """Return a review as JSON text."""
    turn = review.turning_point
    derived = {'turning_point': turn.number if turn else 0,
               'biggest': {color: [one.number for one, _ in review.biggest(color)] for color in ('black', 'white')}}
    return json.dumps({'format': FORMAT, **derived, **asdict(review)}, ensure_ascii=False, separators=(',', ':')) + '\n'


def loads(text: str) -> Review:
    """Return the review in this JSON.  Raises ValueError for other formats."""
    try:
        data: dict[str, Any] = json.loads(text)
        if data.pop('format') != FORMAT:
            raise ValueError('a review in another format')
        data.pop('turning_point'), data.pop('biggest')
        moments = [Moment(**{**one, 'fates': [Fate(**fate) for fate in one['fates']]}) for one in data.pop('moments')]
        return Review(moments=moments, findings=[Finding(**one) for one in data.pop('findings')], **data)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f'no review: {error}') from None
