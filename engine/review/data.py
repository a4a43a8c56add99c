"""A review as plain data, which can be written as JSON and read back.

Vertices are text ("D4", "PASS"), colours "black" and "white".  Leads and win rates are Black's throughout.
"""
import json
from dataclasses import asdict, dataclass, field
from typing import Any

FORMAT = 3
"""Version of the written data: a review in another version is done anew."""
ALIVE, CRITICAL, DEAD, CAPTURED = 'alive', 'critical', 'dead', 'captured'
PROVED, PROVED_IF, READ, GUESSED, UNCHECKED = 'proved', 'proved if', 'read', 'guessed', 'unchecked'
"""How far a status can be trusted; a dragon that is unchecked counts as alive because it can run out, or has a very large eye space."""
CHANGE, MISSED_KILL, MISSED_RESCUE, MISTAKE = 'change', 'missed kill', 'missed rescue', 'mistake'


@dataclass(frozen=True)
class Request:
    """How a game is reviewed."""
    level: int
    komi: float | None = None
    """Instead of the record's."""
    first: int = 1
    last: int = 0
    """First and last move under review; 0 is the end of the game."""


@dataclass
class Fate:
    """A dragon in one position, and its status."""
    vertex: str
    color: str
    stones: list[str]
    status: str
    certainty: str
    kill: str = ''
    """The move that kills it if it is critical, without a ko; empty if none is known."""
    save: str = ''
    """The move that saves it, without a ko."""
    ko: bool = False
    """A ko decides."""
    read_at: int = 0
    """The move after which this was read: what did not change round the dragon is not read again."""
    walls: list[str] = field(default_factory=list)
    """A stone of each string that must hold, if it is proved only if some do."""

    @property
    def certain(self) -> bool:
        """Whether the status was read to its end; one that is proved if a wall holds counts as read."""
        return self.certainty in (PROVED, PROVED_IF, READ)

    @property
    def words(self) -> str:
        """The status, and how far it can be trusted: "probably dead (guessed)"."""
        from owlgo.engine.life import grade_words  # who only reads a review back loads no engine
        probably = 'probably ' if self.certainty == GUESSED else ''
        ko = ' by a ko' if self.ko and self.status == CRITICAL else ''
        return f'{probably}{self.status}{ko} ({grade_words.words(self.certainty, self.walls)})'


@dataclass
class Moment:
    """A position of the game, and the move that led to it."""
    number: int
    """Of the move; the first position has that of the move before it."""
    color: str
    """Who moved; empty in the first position."""
    move: str
    board: str
    """The points row by row from the top: X, O or a dot."""
    lead: float
    winning: float
    loss: float = 0.0
    """Points that the move lost against the engine's choice in the position before,"""
    drop: float = 0.0
    """and part of the games that it lost."""
    choice: str = ''
    """The engine's next move in this position,"""
    line: list[str] = field(default_factory=list)
    """and how it expects the game to go on, that move first."""
    fates: list[Fate] = field(default_factory=list)


@dataclass
class Finding:
    """Something that happened."""
    kind: str
    number: int
    color: str
    """Who moved."""
    move: str
    text: str
    """One sentence."""
    loss: float = 0.0
    """Points that the search says the move lost."""
    stake: float = 0.0
    """Points of the dragon that the move gave away, as it turned out."""
    vertex: str = ''
    """The dragon, if it is about one,"""
    stones: list[str] = field(default_factory=list)
    better: str = ''
    """The move that would have been better."""
    before: str = ''
    after: str = ''
    """The statuses of the dragon."""
    since: int = 0
    """A change may have come by any move from this one to ``number``."""
    again: list[int] = field(default_factory=list)
    """The moves at which the same was missed again."""
    fault: bool = False
    """Whether the move is to blame, not to praise."""
    cost: float = 0.0
    """Points by which faults are put in order: in a game that is decided they count less."""


@dataclass
class Review:
    """A whole game."""
    name: str
    size: int
    komi: float
    level: int
    info: dict[str, str]
    """Of the record's root: PB, PW, RE and so on."""
    moments: list[Moment]
    findings: list[Finding]
    """In the order of the game."""
    warnings: list[str] = field(default_factory=list)
    key: str = ''
    """Of what it was made (``key_of``)."""

    @property
    def faults(self) -> list[Finding]:
        """What went wrong, the worst first: one for each move."""
        worst: dict[int, Finding] = {}
        for one in self.findings:
            if one.fault and (one.number not in worst or one.cost > worst[one.number].cost):
                worst[one.number] = one
        return sorted(worst.values(), key=lambda one: (-one.cost, one.number))

    def at(self, number: int) -> list[Finding]:
        """The findings about a move."""
        return [one for one in self.findings if one.number == number]


def dumps(review: Review) -> str:
    """A review as JSON."""
    return json.dumps({'format': FORMAT, **asdict(review)}, ensure_ascii=False, separators=(',', ':')) + '\n'


def loads(text: str) -> Review:
    """The review in this JSON.  Raises ValueError if it is none of this format."""
    try:
        data: dict[str, Any] = json.loads(text)
        if data.pop('format') != FORMAT:
            raise ValueError('a review in another format')
        moments = [Moment(**{**one, 'fates': [Fate(**fate) for fate in one['fates']]}) for one in data.pop('moments')]
        return Review(moments=moments, findings=[Finding(**one) for one in data.pop('findings')], **data)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f'no review: {error}') from None
