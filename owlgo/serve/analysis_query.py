"""Queries of KataGo's analysis protocol: check all fields of a JSON object, and set up the positions that it asks about."""
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from owlgo.engine.core import sgf
from owlgo.engine.core.named_rules import BONUSES, NamedRules, compensation
from owlgo.engine.core.points import BLACK, MAX_SIZE, PASS, WHITE, other, parse_color, parse_vertex
from owlgo.engine.core.workspace import Workspace
from owlgo.gtp.commands import rules
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.session import Session
from owlgo.serve.fields import FieldError, JsonFields, color_and_point, of_kind, quoted, whole

View = Literal['BLACK', 'WHITE', 'SIDETOMOVE']
VIEWS: tuple[View, ...] = ('BLACK', 'WHITE', 'SIDETOMOVE')
"""Sides from whose view values are told."""
VIEW = 'reportAnalysisWinratesAs'
"""KataGo's name of the setting from whose view values are told."""
SMALLEST_BOARD = 2
"""Least size of a board."""
MOST_KOMI = 150.0
"""Largest komi of either sign, as in KataGo."""
MOST_COUNT = 1 << 62
"""Largest number of visits, and largest depth, as in KataGo."""
MOST_VISITS = 1 << 30
"""Most visits of a search: more than any search makes."""
LONGEST_SEARCH = 1e6
"""Longest search, and longest time between reports, in seconds."""
LARGEST_SETTING = 1e6
"""Largest value of a setting without effect."""
DEFAULT_PV = 15
"""Moves of a variation after its first, as in KataGo."""
MOST_PV = 1000
"""Longest variation that can be asked for."""
AREA_KOMI, TERRITORY_KOMI = 7.5, 6.5
"""Komi of a query that names none, as in KataGo."""
LARGEST_PRIORITY = 2**31
"""Largest priority of either sign."""
IDLE_SETTINGS = frozenset(('conservativePass', 'ignorePreRootHistory', 'numSearchThreads', 'rootFpuReductionMax',
                           'rootNumSymmetriesToSample', 'rootPolicyTemperature', 'wideRootNoise'))
"""Settings of KataGo's search that ask for nothing else, so that no warning is due."""


class Restriction(NamedTuple):
    """Moves that a side must avoid, or the only ones that it may play (``allowed``), at the root."""
    color: int
    moves: frozenset[int]
    allowed: bool


@dataclass(frozen=True)
class Extras:
    """What a query wants besides the values of moves."""
    ownership: bool = False
    ownership_stdev: bool = False
    moves_ownership: bool = False
    policy: bool = False
    pv_visits: bool = False
    dragons: bool = False


@dataclass(frozen=True)
class Query:
    """The positions of a query, and what is asked about them."""
    id: str
    record: sgf.Record
    """The game with all its moves."""
    rules: NamedRules
    first: int
    """The side to move before all moves."""
    turns: tuple[tuple[int, int], ...]
    """Numbers of moves played before the positions in question, each with its priority."""
    view: View
    visits: int | None = None
    """Playouts of a search; None: by its level."""
    seconds: float | None = None
    """Time of a search, or None."""
    report_seconds: float | None = None
    """Seconds between reports, or None for no reports."""
    pv_length: int = DEFAULT_PV
    """Most moves of a variation after its first."""
    restrictions: tuple[Restriction, ...] = ()
    extras: Extras = Extras()
    warnings: list[FieldError] = field(default_factory=list, compare=False)
    """What was passed over, by field."""

    def to_move(self, turn: int) -> int:
        """Return the side to move after so many moves."""
        return other(self._color(turn - 1)) if turn else self.first

    def _color(self, index: int) -> int:
        event = self.record.events[index]
        assert isinstance(event, sgf.Play)
        return event.color

    def session(self, turn: int, level: int, workspace: Workspace) -> Session:
        """Return a session with the position after so many moves.  Raises SgfError (a ValueError) for an illegal one."""
        session = Session(boardsize=self.record.size, level=level, workspace=workspace)
        session.set_rules(self.rules)
        session.game.load(replace(self.record, events=self.record.events[:turn], to_move=self.to_move(turn)))
        return session

    def allowed_moves(self, session: Session) -> tuple[int, ...] | None:
        """Return the legal moves that the restrictions leave to the side to move, PASS among them; None for all."""
        game, color = session.game, session.game.to_move
        mine = [one for one in self.restrictions if one.color == color]
        if not mine:
            return None
        left = {PASS, *game.legal_moves(color)}
        for one in mine:
            left = left & one.moves if one.allowed else left - one.moves
        return tuple(sorted(left))


def parse(data: dict[str, Any], view: View) -> Query:
    """Return the query of a JSON object whose id is a string, with ``view`` as the default view.

    Raises FieldError for the first wrong field, and for an illegal move.  Loads the engine.
    """
    fields = JsonFields(data)
    query_id = fields.text('id')
    size = _size(fields)
    named = _rules(fields)
    black, white = _stones(fields, size)
    moves = fields.list_of('moves', lambda found: sgf.Play(*color_and_point(found, size)), 'moves like ["B", "D4"]')
    if moves is None:
        raise FieldError('moves', 'is missing: a list of moves like ["B", "D4"]')
    handicap = len(black) if len(black) > 1 and not white else 0
    first = fields.take('initialPlayer', moves[0].color if moves else WHITE if handicap else BLACK, _color, '"B" or "W"')
    record = sgf.Record(size=size, komi=_komi(fields, named, handicap), handicap=handicap, black=black, white=white, events=list(moves),
                        name='game')
    limits: dict[str, Any] = {'visits': fields.whole('maxVisits', None, 1, MOST_COUNT),
                              'report_seconds': fields.number('reportDuringSearchEvery', None, 0.001, LONGEST_SEARCH),
                              'pv_length': fields.whole('analysisPVLen', DEFAULT_PV, 0, MOST_PV), 'view': view}
    for idle in ('rootPolicyTemperature', 'rootFpuReductionMax'):
        fields.number(idle, None, 0, LARGEST_SETTING)
    warnings = _override(fields, limits)
    if limits['visits'] is not None:
        limits['visits'] = min(limits['visits'], MOST_VISITS)
    extras = Extras(*(fields.truth(name) for name in ('includeOwnership', 'includeOwnershipStdev', 'includeMovesOwnership', 'includePolicy',
                                                      'includePVVisits', 'includeDragons')))
    query = Query(query_id, record, named, first, _turns(fields, len(moves)),
                  restrictions=_restrictions(fields, size), extras=extras, warnings=warnings, **limits)
    warnings += [FieldError(name, 'unexpected or unused field') for name in fields.left]
    _check(query)
    return query


def _check(query: Query) -> None:
    """Set the game up.  Raises FieldError for stones without liberties, and for an illegal move."""
    workspace = Workspace()
    for field_name, turn in (('initialStones', 0), ('moves', len(query.record.events))):
        try:
            query.session(turn, 0, workspace)
        except sgf.SgfError as error:
            reason = error.said[1]
            raise FieldError(field_name, f'Illegal {reason}' if turn else reason) from None


def _size(fields: JsonFields) -> int:
    """Take the board's size.  Raises FieldError for one that is missing, too small or too large, or not square."""
    sides = [fields.whole(name, None, SMALLEST_BOARD, MAX_SIZE) for name in ('boardXSize', 'boardYSize')]
    for name, side in zip(('boardXSize', 'boardYSize'), sides, strict=True):
        if side is None:
            raise FieldError(name, f'is missing: an integer from {SMALLEST_BOARD} to {MAX_SIZE}')
    width, height = sides
    if width is None or width != height:
        raise FieldError('boardYSize', f'must be boardXSize, {width}, not {height}: boards are square')
    return width


def _rules(fields: JsonFields) -> NamedRules:
    """Take the rules, a name or an object."""
    found = fields.left.pop('rules', None)
    try:
        if isinstance(found, str):
            return rules.parse(Session(), found)
        if isinstance(found, dict):
            return rules.described(Session(), found)
    except GtpError as error:
        raise FieldError('rules', str(error)) from None
    raise FieldError('rules', 'is missing: a name or an object' if found is None else f'must be a name or an object, not {quoted(found)}')


def _komi(fields: JsonFields, wanted: NamedRules, handicap: int) -> float:
    """Take komi.  White's points for handicap stones other than those of the rules where area counts go into it."""
    area = wanted.scoring == 'AREA'
    komi = fields.number('komi', AREA_KOMI if area else TERRITORY_KOMI, -MOST_KOMI, MOST_KOMI)
    if 2 * komi != int(2 * komi):
        raise FieldError('komi', f'must be an integer or half-integer, not {komi:g}')
    usual = compensation(wanted.bonus or 'N', handicap) if area else 0
    bonus = fields.choice('whiteHandicapBonus', None, BONUSES)
    return komi + (compensation(bonus, handicap) - usual if bonus is not None else 0)


def _color(found: Any) -> int:
    return parse_color(of_kind(found, str))


def _stones(fields: JsonFields, size: int) -> tuple[list[int], list[int]]:
    """Take the stones on the board before the first move: Black's and White's."""
    def stone(found: Any) -> tuple[int, int]:
        color, pos = color_and_point(found, size)
        if pos == PASS:
            raise ValueError(found)
        return color, pos
    stones = set(fields.list_of('initialStones', stone, 'stones like ["B", "D4"]') or ())
    black, white = (sorted(pos for color, pos in stones if color == side) for side in (BLACK, WHITE))
    return black, white


def _turns(fields: JsonFields, moves: int) -> tuple[tuple[int, int], ...]:
    """Take the turns to analyse with their priorities; by default the position after all moves."""
    def priority(found: Any) -> int:
        return whole(found, -LARGEST_PRIORITY, LARGEST_PRIORITY)
    usual = fields.take('priority', 0, priority, 'an integer')
    turns = fields.list_of('analyzeTurns', lambda found: whole(found, 0, moves), f'integers from 0 to {moves}, the number of moves')
    priorities = fields.list_of('priorities', priority, 'integers')
    if turns is None:
        turns = [moves]
    if not turns:
        raise FieldError('analyzeTurns', 'must be at least one turn, not []')
    if priorities is not None and len(priorities) != len(turns):
        raise FieldError('priorities', f'must be as many as analyzeTurns, {len(turns)}, not {len(priorities)}')
    return tuple(dict(zip(turns, priorities or [usual] * len(turns), strict=True)).items())


def _restrictions(fields: JsonFields, size: int) -> tuple[Restriction, ...]:
    """Take the moves to avoid, or the only ones allowed.  Their depth has no effect: they hold for the first move."""
    def one(found: Any, allowed: bool) -> Restriction:
        if not isinstance(found, dict):
            raise ValueError(found)
        inner = JsonFields(found, 'allowMoves' if allowed else 'avoidMoves')
        color = inner.take('player', 0, _color, '"B" or "W"')
        points = inner.list_of('moves', lambda text: parse_vertex(of_kind(text, str), size), 'vertices')
        depth = inner.whole('untilDepth', None, 1, MOST_COUNT)
        if not color or points is None or depth is None:
            raise inner.error('player, moves and untilDepth', 'all three are needed')
        return Restriction(color, frozenset(points), allowed)
    wanted = 'objects with player, moves and untilDepth'
    avoided = fields.list_of('avoidMoves', lambda found: one(found, False), wanted)
    allowed = fields.list_of('allowMoves', lambda found: one(found, True), wanted)
    if avoided and allowed:
        raise FieldError('allowMoves', 'cannot be used together with avoidMoves')
    return (*(avoided or ()), *(allowed or ()))


def _override(fields: JsonFields, limits: dict[str, Any]) -> list[FieldError]:
    """Take the settings for this query into ``limits``; return warnings of those without effect."""
    found = fields.left.pop('overrideSettings', None)
    if found is None:
        return []
    if not isinstance(found, dict):
        raise FieldError('overrideSettings', f'must be an object, not {quoted(found)}')
    inner = JsonFields(found, 'overrideSettings')
    limits['view'] = inner.choice(VIEW, limits['view'], VIEWS)
    limits['seconds'] = inner.number('maxTime', None, 0, LONGEST_SEARCH)
    limits['pv_length'] = inner.whole('analysisPVLen', limits['pv_length'], 0, MOST_PV)
    most = [inner.whole(name, None, 1, MOST_COUNT) for name in ('maxVisits', 'maxPlayouts')]
    limits['visits'] = min((count for count in (limits['visits'], *most) if count is not None), default=None)
    unknown = [name for name in inner.left if name not in IDLE_SETTINGS]
    return [FieldError('overrideSettings', f'without effect: {", ".join(unknown)}')] if unknown else []
