"""Find what happened in a game: changes of status, missed kills and rescues, lost points.

Only statuses that were read to their end make findings; between two of them there may be positions where a dragon was only guessed at.
"""
import math
from collections.abc import Iterable

from owlgo.engine.core.points import parse_vertex, row_col
from owlgo.engine.core.printable import counted
from owlgo.engine.review.data import (
    ALIVE,
    CAPTURED,
    CHANGE,
    CRITICAL,
    DEAD,
    MISSED_KILL,
    MISSED_RESCUE,
    MISTAKE,
    PROVED,
    UNCHECKED,
    Fate,
    Finding,
    Moment,
)

LEAST_LOSS = 0.24
"""Smallest loss that is a mistake, in points per row of the board: estimates waver by less."""
LEAST_TOLD = 1.0
"""Smallest loss named beside what a move did to a dragon, in points."""
LEAST_DROP = 0.03
"""Smallest drop of the win rate that is a mistake while the game is open."""
DECIDED = 0.05
"""Win rate of the losing side at which a game is decided."""
IF_DECIDED = 3.0
"""Factor on the loss that makes a mistake once the game is decided."""
MOST_AGAIN = 5
"""Later moves listed at which the same was missed again."""
RANK = {DEAD: 0, CAPTURED: 0, CRITICAL: 1, ALIVE: 2}


def _plural(stones: Iterable[str]) -> str:
    return counted(len(list(stones)), 'stone')


def name(fate: Fate) -> str:
    """A dragon in words: "Black D4 (12 stones)"."""
    return f'{fate.color.capitalize()} {fate.vertex} ({_plural(fate.stones)})'


def pairs(before: list[Fate], after: list[Fate]) -> list[tuple[int, int | None]]:
    """The dragons of one position with what became of them in the next, by their numbers; None: captured, or too small by now.

    A dragon goes with the one that holds most of its stones, and the other way round: one that was cut in two has two successors.
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
    """Whether two fates are of one dragon: not if it was only guessed at in between while it was joined to another one and parted again."""
    return 2 * len(set(known.stones).intersection(fate.stones)) >= min(len(known.stones), len(fate.stones))


def is_settled(fate: Fate) -> bool:
    """Whether a status may be one end of a change: read to its end, or a dragon with a way out, which is called so."""
    return fate.certain or fate.certainty == UNCHECKED


class Story:
    """Goes through a game position by position and notes what happens to the dragons."""

    def __init__(self) -> None:
        self._findings: list[Finding] = []
        self._last: dict[frozenset[str], Fate] = {}
        """The last certain fate of each dragon in the position before, by its stones there."""
        self._open: list[Finding] = []
        """Kills and rescues that were missed, as long as the dragon is critical."""
        self._joined: dict[frozenset[str], tuple[int, Finding]] = {}
        """The changes of this move by the stones of the dragon, with how many it had when its status was last known."""
        self._threats: list[tuple[Finding, str]] = []
        """The changes of the last move that the other side may undo at once, with the status before."""

    def findings(self) -> list[Finding]:
        """What happened, in the order of the game."""
        for one in self._findings:
            if one.again:
                shown = ', '.join(map(str, one.again[:MOST_AGAIN])) + (' and later' if len(one.again) > MOST_AGAIN else '')
                one.text += f' It was missed again at {shown}.'
        self._findings, found = [], self._findings
        return found

    def begin(self, fates: list[Fate]) -> None:
        """The first position, or one in which stones were set up: what was known before is no measure of a move."""
        self._open.clear()
        self._threats.clear()
        self._last = {frozenset(fate.stones): fate for fate in fates if is_settled(fate)}

    def blames(self, number: int) -> bool:
        """Whether a move is to blame for what happened to a dragon."""
        return any(one.fault and one.number == number for one in self._findings)

    def go_on(self, before: Moment, now: Moment) -> None:
        """A move.  All that changes must have been read in both positions."""
        last: dict[frozenset[str], Fate] = {}
        threats, self._threats = self._threats, []
        self._joined.clear()
        for old, new in pairs(before.fates, now.fates):
            was, fate = before.fates[old], None if new is None else now.fates[new]
            known = self._last.get(frozenset(was.stones))
            if is_settled(was):
                if known is not None and before.move and RANK[known.status] != RANK[was.status]:
                    # Read again, it was not what had been taken over from earlier: the change came some moves ago.
                    self._compare(known, was, before, known.read_at + 1, threats)
                known = was
            if fate is None:
                if any(_at(stone, now.board) == _at(stone, before.board) for stone in was.stones):
                    continue                                    # what is left of it is too small to be followed
                fate = Fate(was.vertex, was.color, was.stones, CAPTURED, PROVED, read_at=now.number)
            elif is_settled(fate):
                last[frozenset(fate.stones)] = fate
            elif known is not None:
                last.setdefault(frozenset(fate.stones), known)
            if known is None or not is_settled(fate) or not _is_same(known, fate):
                continue
            self._compare(known, fate, now, now.number if known is was else known.read_at + 1, threats)
            if known is was and known.certain and known.status == CRITICAL:
                self._missed(known, fate, now)
        self._last = last

    def _compare(self, known: Fate, fate: Fate, now: Moment, since: int, threats: list[tuple[Finding, str]]) -> None:
        """Note a change since a dragon's status was last known."""
        if RANK[known.status] == RANK[fate.status]:
            return
        self._close(known, fate)
        # Of dragons that were joined, the largest is told about.
        key = frozenset(fate.stones)
        if fate.status != CAPTURED:
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
        before = known.words if known.certain else f'{ALIVE} as far as it was looked at'
        color = now.color.capitalize()
        owns = fate.color == now.color
        worse = RANK[fate.status] < RANK[known.status]
        when = f'Move {now.number} ({color} {now.move})' if since == now.number else f'One of moves {since} to {now.number}'
        taken = fate.status == CAPTURED
        after = CAPTURED if taken else fate.words
        text = f'{when} takes {name(fate)}, which was {before}.' if taken else f'{when} turns {name(fate)} from {before} to {after}.'
        if fate.status == CRITICAL and fate.kill and fate.save:
            text += f' {fate.kill} kills, {fate.save} saves.'
        change = Finding(CHANGE, now.number, now.color, now.move, text, vertex=fate.vertex, stones=fate.stones, before=before, after=after,
                         since=since, fault=since == now.number and owns == worse)
        self._findings.append(change)
        if owns != worse and fate.status == CRITICAL:
            self._threats.append((change, known.status))
        return change

    def _missed(self, known: Fate, fate: Fate, now: Moment) -> None:
        """A critical dragon that the mover failed to kill or to save."""
        owns = fate.color == now.color
        better = known.save if owns else known.kill
        reached = fate.status == ALIVE if owns else RANK[fate.status] == RANK[DEAD]
        # Where the very move that was read was played and did not work, the readings contradict each other.
        if not better or reached or not fate.certain or now.move == better:
            return
        kind = MISSED_RESCUE if owns else MISSED_KILL
        stones = set(known.stones)
        for one in self._open:
            if one.kind == kind and one.color == now.color and stones.intersection(one.stones):
                one.again.append(now.number)
                return
        verb = 'save' if owns else 'kill'
        text = f'Move {now.number} ({now.color.capitalize()} {now.move}) does not {verb} {name(known)}, which was {known.words}: ' \
               f'{better} {verb}s it.'
        missed = Finding(kind, now.number, now.color, now.move, text, vertex=known.vertex, stones=known.stones, better=better,
                         before=known.words, after=fate.words, since=now.number, fault=True)
        self._findings.append(missed)
        if fate.status == CRITICAL:
            self._open.append(missed)
        else:
            missed.stake = 2.0 * len(known.stones)

    def _close(self, was: Fate, fate: Fate) -> None:
        """A dragon is critical no longer: what was missed is given away, or was done later after all."""
        stones = set(was.stones)
        for one in [one for one in self._open if stones.intersection(one.stones)]:
            self._open.remove(one)
            if (fate.status == ALIVE) == (one.kind == MISSED_KILL):
                one.stake = 2.0 * len(was.stones)


def _at(name: str, board: str) -> str:
    """What stands at a vertex, in the rows of a board."""
    size = math.isqrt(len(board))
    row, column = row_col(parse_vertex(name, size))
    return board[row * size + column]


def is_decided(before: Moment) -> bool:
    """Whether one side has all but won."""
    return not DECIDED < before.winning < 1 - DECIDED


def is_large(before: Moment, now: Moment, size: int) -> bool:
    """Whether a move lost more than estimates waver."""
    if is_decided(before):
        return now.loss >= IF_DECIDED * LEAST_LOSS * size
    return now.loss >= LEAST_LOSS * size and now.drop >= LEAST_DROP


def mistake(before: Moment, now: Moment) -> Finding:
    """That a move lost points and chances, and what the engine would have played."""
    games = f' and {now.drop:.0%} of the games' if now.drop >= LEAST_DROP else ''
    text = f'Move {now.number} ({now.color.capitalize()} {now.move}) loses about {now.loss:.0f} points{games}: the search prefers ' \
           f'{before.choice}.'
    return Finding(MISTAKE, now.number, now.color, now.move, text, better=before.choice, since=now.number, fault=True)


def weigh(fault: Finding, before: Moment, loss: float) -> None:
    """How much a fault counts, with what the move lost in points; 0 where that was not made sure of."""
    fault.loss = loss
    fault.cost = round(max(fault.loss, fault.stake) / (IF_DECIDED if is_decided(before) else 1), 1)
