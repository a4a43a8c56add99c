"""Findings about a game: changes of status, missed kills and rescues, lost points.

Only statuses that are sure are compared.  In the positions between these, the status may be a guess.
"""
import math
from collections.abc import Callable
from typing import NamedTuple

from owlgo.engine.core.points import parse_vertex, row_col
from owlgo.engine.core.printable import counted
from owlgo.engine.review.data import Fate, Finding, Kind, Moment

LEAST_LOSS = 0.28
"""Smallest loss that is a mistake, in points per row of the board.  Searches vary by less."""
SUSPECT = 0.6
"""Share of LEAST_LOSS from which a loss is searched again."""
LEAST_NAMED = 1.0
"""Smallest loss named beside a change of a dragon's status, in points."""
LEAST_DROP = 0.03
"""Smallest drop of the win rate that is named."""
IF_DECIDED = 3.0
"""Factor by which a fault weighs less once the game is decided."""
RANK = {'dead': 0, 'captured': 0, 'critical': 1, 'alive': 2}
"""Order of statuses, the best highest."""


def name(fate: Fate) -> str:
    """Name a dragon: "Black D4 (12 stones)"."""
    return f'{fate.color.capitalize()} {fate.vertex} ({counted(len(fate.stones), "stone")})'


def _played(now: Moment) -> str:
    """Name the move that led to a position."""
    return f'Move {now.number} ({now.color.capitalize()} {now.move})'


def pairs(before: list[Fate], after: list[Fate]) -> list[tuple[int, int | None]]:
    """Pair the dragons of a position with the dragons of the next position, by index.  None stands for a dragon captured or too small.

    Each dragon is paired with the dragon that shares most of its stones, in both directions.  So a dragon cut in two has two successors.
    """
    def most(one: Fate, among: list[Fate]) -> int | None:
        stones = set(one.stones)
        shared = [(len(stones.intersection(two.stones)), -k) for k, two in enumerate(among) if two.color == one.color]
        best = max(shared, default=(0, 0))
        return -best[1] if best[0] else None
    found = {(k, most(one, after)) for k, one in enumerate(before)}
    found |= {(most(one, before), k) for k, one in enumerate(after)}          # type: ignore[misc]
    return sorted((pair for pair in found if pair[0] is not None), key=lambda pair: (pair[0], -1 if pair[1] is None else pair[1]))


def _is_same(known: Fate, fate: Fate) -> bool:
    """Whether two fates are about the same dragon: they share half the stones of the smaller one."""
    return 2 * len(set(known.stones).intersection(fate.stones)) >= min(len(known.stones), len(fate.stones))


def is_settled(fate: Fate) -> bool:
    """Whether a status may be compared with another: it is certain, or the dragon was unchecked."""
    return fate.certain or fate.certainty == 'unchecked'


class StatusStep(NamedTuple):
    """The move, of several, that changed a dragon's status."""
    number: int
    before: Fate | None
    """The dragon's sure status just before it, if there is one."""
    after: Fate | None
    """Its sure status just after it.  Without both, the move is only the most likely."""


Locate = Callable[[Fate, Fate, range], StatusStep]
"""A function that returns which of several moves changed a dragon's fate from the first to the second."""


class Story:
    """Goes through a game position by position and records the findings about dragons."""

    def __init__(self, locate: Locate) -> None:
        self._locate = locate
        self._moments: dict[int, Moment] = {}
        self._findings: list[Finding] = []
        self._last: dict[frozenset[str], Fate] = {}
        """For each dragon in the position before, its last fate that is sure, by its stones there."""
        self._open: list[Finding] = []
        """Missed kills and rescues of dragons that are still critical."""
        self._joined: dict[frozenset[str], tuple[int, Finding]] = {}
        """Changes by this move: the dragon's size when its status was last known, and the finding, by the dragon's stones."""
        self._threats: list[tuple[Finding, str]] = []
        """Changes by the last move that the other side may undo at once, each with the status before that move."""

    def findings(self) -> list[Finding]:
        """Return the findings in the order of the game."""
        for one in self._findings:
            if one.again:
                shown = ', '.join(map(str, one.again[:5])) + (' and later' if len(one.again) > 5 else '')
                one.text += f' It was missed again at {shown}.'
        self._findings, found = [], self._findings
        return found

    def begin(self, fates: list[Fate]) -> None:
        """Start from the first position, or from a position with new setup stones."""
        self._open.clear()
        self._threats.clear()
        self._last = {frozenset(fate.stones): fate for fate in fates if is_settled(fate)}

    def blames(self, number: int) -> bool:
        """Whether a move is to blame for a finding about a dragon."""
        return any(one.fault and one.number == number for one in self._findings)

    def go_on(self, before: Moment, now: Moment) -> None:
        """Compare the dragons of two successive positions, and note each change from one sure status to another."""
        last: dict[frozenset[str], Fate] = {}
        self._moments[now.number] = now
        threats, self._threats = self._threats, []
        self._joined.clear()
        for old, new in pairs(before.fates, now.fates):
            was, fate = before.fates[old], None if new is None else now.fates[new]
            known = self._last.get(frozenset(was.stones))
            if is_settled(was):
                if known is not None and before.move and RANK[known.status] != RANK[was.status]:
                    # The status kept from earlier was out of date: the change came some moves ago.
                    self._compare(known, was, before, known.read_at + 1, threats)
                known = was
            if fate is None:
                if any(_at(stone, now.board) == _at(stone, before.board) for stone in was.stones):
                    continue                                    # the rest of it is too small
                fate = Fate(was.vertex, was.color, was.stones, 'captured', 'proved', read_at=now.number)
            elif is_settled(fate):
                last[frozenset(fate.stones)] = fate
            elif known is not None:
                last.setdefault(frozenset(fate.stones), known)
            if known is None or not is_settled(fate) or not _is_same(known, fate):
                continue
            self._compare(known, fate, now, now.number if known is was else known.read_at + 1, threats)
            if known is was and known.certain and known.status == 'critical':
                self._missed(known, fate, now)
        self._last = last

    def _compare(self, known: Fate, fate: Fate, now: Moment, since: int, threats: list[tuple[Finding, str]]) -> None:
        """Note how a dragon's status has changed since it was last known, if it has."""
        if RANK[known.status] == RANK[fate.status]:
            return
        self._close(known, fate)
        # If dragons have been joined, report the largest.
        key = frozenset(fate.stones)
        if fate.status != 'captured':
            size, other = self._joined.get(key, (0, None))
            if size >= len(known.stones):
                return
            if other is not None:
                self._findings.remove(other)
                self._threats = [pair for pair in self._threats if pair[0] is not other]
        threat = next((one for one, status in threats if status == fate.status and set(one.stones) & set(fate.stones)), None)
        if threat is None:
            self._joined[key] = len(known.stones), self._changed(known, fate, now, since)
        else:
            # A threat that was answered at once changed nothing.
            self._findings.remove(threat)
            threats[:] = [pair for pair in threats if pair[0] is not threat]

    def _changed(self, known: Fate, fate: Fate, now: Moment, since: int) -> Finding:
        """Note a change, by the move that is found among those from ``since`` to now."""
        sure, later = since == now.number, ''
        if not sure:
            step = self._locate(known, fate, range(since, now.number + 1))
            if fate.status == 'captured' and step.number < now.number:
                later = f' Move {now.number} takes it.'
            now, sure = self._moments.get(step.number, now), step.before is not None and step.after is not None
            known, fate = step.before or known, step.after or fate
        owns, worse = fate.color == now.color, RANK[fate.status] < RANK[known.status]
        likely = '' if sure else 'most likely '
        if fate.status == 'captured' and not later:
            after, text = 'captured', f'{_played(now)} {likely}takes {name(fate)}, which was {known.words}.'
        else:
            after = 'dead' if fate.status == 'captured' else fate.words
            text = f'{_played(now)} {likely}turns {name(fate)} from {known.words} to {after}.{later}'
        if fate.status == 'critical' and fate.kill and fate.save:
            text += f' {fate.kill} kills, {fate.save} saves.'
        change = Finding('change', now.number, now.color, now.move, text, vertex=fate.vertex, stones=fate.stones, before=known.words,
                         after=after, since=now.number if sure else since, fault=sure and owns == worse)
        self._findings.append(change)
        if sure and since != now.number and known.status == 'critical':
            self._missed(known, fate, now)
        if owns != worse and fate.status == 'critical':
            self._threats.append((change, known.status))
        return change

    def _missed(self, known: Fate, fate: Fate, now: Moment) -> None:
        """Record a critical dragon that the mover failed to kill or to save."""
        owns = fate.color == now.color
        better = known.save if owns else known.kill
        reached = fate.status == 'alive' if owns else RANK[fate.status] == 0
        # If the move that was read was played and failed, the readings contradict each other.
        if not better or reached or not fate.certain or now.move == better:
            return
        kind: Kind = 'missed rescue' if owns else 'missed kill'
        stones = set(known.stones)
        for one in self._open:
            if one.kind == kind and one.color == now.color and stones.intersection(one.stones):
                one.again.append(now.number)
                return
        verb = 'save' if owns else 'kill'
        text = f'{_played(now)} does not {verb} {name(known)}, which was {known.words}: {better} {verb}s it.'
        missed = Finding(kind, now.number, now.color, now.move, text, vertex=known.vertex, stones=known.stones, better=better,
                         before=known.words, after=fate.words, since=now.number, fault=True)
        self._findings.append(missed)
        if fate.status == 'critical':
            self._open.append(missed)
        else:
            missed.stake = 2.0 * len(known.stones)

    def _close(self, was: Fate, fate: Fate) -> None:
        """Close the missed moves about a dragon that is critical no longer.  Set the stake of the missed moves that cost the dragon in the
        end."""
        stones = set(was.stones)
        for one in [one for one in self._open if stones.intersection(one.stones)]:
            self._open.remove(one)
            if (fate.status == 'alive') == (one.kind == 'missed kill'):
                one.stake = 2.0 * len(was.stones)


def _at(name: str, board: str) -> str:
    """Return the sign of a vertex in the rows of a board."""
    size = math.isqrt(len(board))
    row, column = row_col(parse_vertex(name, size))
    return board[row * size + column]


def is_decided(before: Moment) -> bool:
    """Whether one side's win rate is at most 0.05."""
    return not 0.05 < before.winning < 1 - 0.05


def is_large(now: Moment, size: int, share: float = 1.0) -> bool:
    """Whether a move loses as much as a mistake does, or a share of that."""
    return now.loss >= share * LEAST_LOSS * size


def mistake(before: Moment, now: Moment) -> Finding:
    """Return the finding that a move lost points or winning chances, with the engine's choice."""
    games = f' and {now.drop:.0%} of the games' if now.drop >= LEAST_DROP else ''
    text = f'{_played(now)} loses about {now.loss:.0f} points{games}: the search prefers {before.choice}.'
    return Finding('mistake', now.number, now.color, now.move, text, better=before.choice, since=now.number, fault=True)


def weigh(fault: Finding, before: Moment, loss: float) -> None:
    """Set a fault's loss and weight.  ``loss`` is in points, 0 if it was not confirmed."""
    fault.loss = loss
    fault.cost = round(max(fault.loss, fault.stake) / (IF_DECIDED if is_decided(before) else 1), 1)
