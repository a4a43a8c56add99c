"""What is found about a problem of a collection, as plain data: JSON, and the verdict on the book.

Vertices are text, colours "black" and "white".  An outcome is that of the side to move, with the position after its move judged.
"""
import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, NamedTuple

from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.result import GTP_CODES, KO_A, KO_B, LOSE, WIN
from owlgo.regress.problems import Puzzle

FORMAT = 2
"""Version of the JSON.  Answers in other versions are made anew."""
Verdict = Literal['book right', 'also', 'book wrong', 'not settled']
VERDICTS: tuple[Verdict, ...] = ('book right', 'also', 'book wrong', 'not settled')
"""The verdicts on a book, in the order in which they are counted."""
PROVED, PROVED_IF = Grade.PROVED.word, Grade.PROVED_IF.word


class ProblemLimits(NamedTuple):
    """Limits of the work on a problem, and what is kept."""
    nodes: int
    """Positions for each question."""
    seconds: float = 0.0
    """Processor seconds for the whole problem, 0: no limit."""
    certificates: bool = False
    """Whether certificates are made."""


@dataclass(frozen=True)
class Achieved:
    """What the side to move achieves, with its grade."""
    result: int
    """0 fails, 1 succeeds, 2 a ko that the other side must find threats for, 3 a ko that this side must find threats for."""
    grade: str
    threats: int = 0
    """Ko threats that turn the result of a ko."""
    conditions: tuple[str, ...] = ()
    """A stone of each string that must hold."""
    seki: bool = False
    """Whether the dragon that lives is proved to live in seki."""

    @property
    def worth(self) -> tuple[int, int]:
        """Rank of the outcome: success, kos by the threats that the other side needs, kos by the threats that this side needs, failure."""
        return {GTP_CODES[WIN]: (3, 0), GTP_CODES[KO_A]: (2, self.threats), GTP_CODES[KO_B]: (1, -self.threats)}.get(self.result, (0, 0))

    @property
    def proved(self) -> bool:
        return self.grade == PROVED

    @property
    def shown(self) -> bool:
        """Whether it is proved, perhaps on condition that named strings hold."""
        return self.grade in (PROVED, PROVED_IF)

    def surely_below(self, other: 'Achieved') -> bool:
        """Return whether this is proved to be less than the other outcome, with no wall on trust."""
        failed = self.result == GTP_CODES[LOSE]
        return self.worth < other.worth and self.proved and (failed or other.proved)


@dataclass
class FirstMove:
    """A first move of the side to move, with what comes of it."""
    move: str
    outcome: Achieved | None = None
    """None: not settled."""
    line: list[str] = field(default_factory=list)
    """The best play after it, the sides in turn, beginning with the answer."""
    likely: int = 0
    """Rank among the moves by how likely a player is to try it, from 1; 0: not near the dragon."""


@dataclass
class LineFault:
    """The first move of the book's line, beyond the first, that is proved to spoil the result."""
    number: int
    move: str
    outcome: Achieved
    line: list[str]
    """The refutation."""


@dataclass
class Report:
    """All that is found about a problem."""
    name: str
    size: int
    black: list[str]
    white: list[str]
    to_move: str
    kind: str
    """attack or defend."""
    goal: str
    """What is asked of the strings of ``crucial`` (``engine.core.goal_names``); empty: the fate of the dragon there."""
    crucial: list[str]
    """A stone of the dragon, or of each string."""
    stones: list[str]
    """The stones in question."""
    no_ko: str
    """The colour that may not rely on ko, or empty."""
    region: list[str]
    """The points to which the side that succeeds is confined; empty: all."""
    book: list[str]
    """The first moves that the book accepts, its solution first.  Empty: by the book the side to move fails."""
    book_line: list[str]
    book_wrong: list[str]
    """First moves that the book calls failures."""
    first: Achieved | None = None
    """What the side to move achieves."""
    passed: Achieved | None = None
    """What it achieves if the other side moves first."""
    passed_line: list[str] = field(default_factory=list)
    """The other side's best play then."""
    moves: list[FirstMove] = field(default_factory=list)
    complete: bool = False
    """Whether every first move of the region that is not listed is known to be worth as much as a pass."""
    line_holds: bool | None = None
    """Whether the book's line holds to its end.  None: not settled."""
    line_fault: LineFault | None = None
    nodes: int = 0
    key: str = ''
    """Hash of the problem and the settings (``key_of``)."""

    @property
    def problem(self) -> tuple[object, ...]:
        """What tells this problem from others, whatever the limits were."""
        return self.name, self.size, *self.black, self.to_move, *self.white, self.kind, self.goal, *self.crucial, self.no_ko, *self.region

    def of(self, move: str) -> FirstMove | None:
        """Return what is known about a first move."""
        return next((one for one in self.moves if one.move == move), None)

    @property
    def best(self) -> Achieved | None:
        """What is known to be possible at best: the verdict on the side to move, or a move that succeeds outright."""
        known = [one.outcome for one in self.moves if one.outcome is not None and one.outcome.worth == (3, 0) and one.outcome.shown]
        return next((one for one in known if one.proved), known[0] if known else self.first)

    @property
    def lives(self) -> bool | None:
        """Whether the owner of the stones succeeds.  None: not settled, or by ko."""
        best = self.best
        if best is None or not best.shown or best.worth not in ((0, 0), (3, 0)):
            return None
        return (best.worth == (3, 0)) == (self.kind == 'defend')

    @property
    def failing(self) -> list[FirstMove]:
        """The book's moves that are proved to be worse than what is possible."""
        return [one for one in map(self.of, self.book) if one is not None and self.fails(one)]

    def fails(self, one: FirstMove) -> bool:
        """Return whether a first move is proved to fail, or to achieve less than another."""
        found, best = one.outcome, self.best
        if best is not None and best.worth == (0, 0) and best.proved:
            return True
        if found is None:
            return False
        return (found.result == GTP_CODES[LOSE] and found.proved) or (best is not None and found.surely_below(best))

    def loses(self, one: FirstMove) -> bool:
        """Return whether a first move is shown to achieve less than another, perhaps on condition that named strings hold."""
        found, best = one.outcome, self.best
        return self.fails(one) or found is not None and best is not None and found.shown and best.shown and found.worth < best.worth

    def works(self, one: FirstMove) -> bool:
        """Return whether a first move achieves all that is possible."""
        found, best = one.outcome, self.best
        return found is not None and best is not None and found.shown and best.shown and found.worth == best.worth > (0, 0)

    @property
    def needless(self) -> bool:
        """Whether no move is needed: the other side may move first."""
        return self.passed is not None and self.works(FirstMove('PASS', self.passed))

    @property
    def others(self) -> list[FirstMove]:
        """The first moves that work as well as the book's and are not in it."""
        return [one for one in self.moves if one.move not in self.book and self.works(one)]

    @property
    def open(self) -> list[FirstMove]:
        """The first moves of which it is not settled whether they work."""
        return [one for one in self.moves if not self.works(one) and not self.loses(one)]

    @property
    def verdict(self) -> Verdict:
        """The verdict on the book.  It is wrong only if that is proved with no wall on trust."""
        if self.failing or self.line_fault is not None:
            return 'book wrong'
        if not self.book:
            best = self.best
            if best is not None and best.shown and best.worth == (0, 0):
                return 'book right'
            return 'book wrong' if best is not None and best.proved else 'not settled'
        book = [one for one in map(self.of, self.book) if one is not None]
        if len(book) < len(self.book) or not all(self.works(one) for one in book):
            return 'not settled'
        return 'also' if self.others or self.needless else 'book right'


@dataclass
class CheckedProblem:
    """A report with the certificates of its proofs."""
    report: Report
    certificates: list[dict[str, Any]] = field(default_factory=list)


def key_of(one: Puzzle, limits: ProblemLimits) -> str:
    """Return the key of a report: a hash of the problem, the settings and the format."""
    return hashlib.sha256(repr((FORMAT, one._replace(source='', number=1), limits.nodes, limits.seconds)).encode()).hexdigest()[:24]


def counts(reports: Iterable[Report]) -> dict[Verdict, int]:
    """Count the verdicts."""
    found = dict.fromkeys(VERDICTS, 0)
    for one in reports:
        found[one.verdict] += 1
    return found


FOLLOWS = 'verdict', 'lives', 'grade', 'conditions', 'text'
"""Keys of a problem in the JSON that follow from the others."""


def dumps(reports: Sequence[Report], words: Sequence[Sequence[str]]) -> str:
    """Return reports as JSON text, each with its verdict and sentences."""
    problems = [{'verdict': one.verdict, 'lives': one.lives, 'grade': one.best.grade if one.best else Grade.UNCERTAIN.word,
                 'conditions': one.best.conditions if one.best else (), 'text': list(said), **asdict(one)}
                for one, said in zip(reports, words, strict=True)]
    return json.dumps({'format': FORMAT, 'counts': counts(reports), 'problems': problems}, ensure_ascii=False, indent=1) + '\n'


def loads(text: str) -> list[Report]:
    """Return the reports in this JSON.  Raises ValueError for other formats."""
    try:
        data: dict[str, Any] = json.loads(text)
        if data['format'] != FORMAT:
            raise ValueError('answers in another format')
        return [_report({name: value for name, value in one.items() if name not in FOLLOWS}) for one in data['problems']]
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f'no answers of owlgo problems: {error}') from None


def _report(data: dict[str, Any]) -> Report:
    fault = data.pop('line_fault')
    moves = [FirstMove(**{**one, 'outcome': _outcome(one['outcome'])}) for one in data.pop('moves')]
    first, passed = (_outcome(data.pop(name)) for name in ('first', 'passed'))
    return Report(first=first, passed=passed, moves=moves, **data,
                  line_fault=None if fault is None else LineFault(**{**fault, 'outcome': Achieved(**_tupled(fault['outcome']))}))


def _outcome(data: dict[str, Any] | None) -> Achieved | None:
    return None if data is None else Achieved(**_tupled(data))


def _tupled(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, 'conditions': tuple(data['conditions'])}
