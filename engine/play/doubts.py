"""What a final score is not sure of: guesses, strings and dragons that whoever moves first decides about, open kos and open borders."""
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

import numpy as np

from owlgo.engine.core.board import py_is_legal, py_popgo, py_trymove
from owlgo.engine.core.facts import ALIVE, CRITICAL, DEAD
from owlgo.engine.core.points import BLACK, COLOR_NAMES, EMPTY, PASS, SIDES, WHITE, all_points, neighbours, other, vertex
from owlgo.engine.core.printable import counted
from owlgo.engine.core.result import WIN
from owlgo.engine.core.strings import string
from owlgo.engine.examine import outcome
from owlgo.engine.examine.examination import Examination
from owlgo.engine.play import final
from owlgo.engine.play.final import ALIVE_STONE, BLACK_TERRITORY, DAME, DEAD_STONE, SEKI, WHITE_TERRITORY, Final
from owlgo.engine.score import estimate
from owlgo.engine.score.estimate import NEUTRAL_REGION
from owlgo.engine.worms import best_move

KINDS = GUESS, DECIDED_BY_MOVE, CAPTURE, PROTECT, KO, BORDER = 'guess', 'critical', 'capture', 'protect', 'ko', 'border'
"""A dragon whose status is a guess; stones that live or die by who moves first; a string of a living dragon that can be captured or
saved; a string that may need a move in its own territory once neutral points are filled; an open ko; a region that neither side has closed.
"""


KILLS, SAVES = 'kills', 'saves'
"""What a deciding move does to the stones."""


@dataclass(frozen=True)
class Doubt:
    """A reason why a final score may be another."""
    kind: str
    """One of KINDS."""
    points: tuple[int, ...]
    """The stones in question, the stone and the empty point of a ko, or the points of an open region."""
    color: int
    """The colour of the stones; EMPTY of a region."""
    counted: str
    """What they count as, one of ``final.WORDS``."""
    kills: int = PASS
    """The opponent's deciding move."""
    saves: int = PASS
    """The owner's deciding move."""
    otherwise: float | None = None
    """White's points less Black's if it is the other way round; of a region None, since it is open what becomes of it."""
    by_ko: str = ''
    """KILLS or SAVES if that move succeeds only by a ko."""
    against: tuple[int, ...] = ()
    """The opponent's stones that the same moves decide about, the other way round."""


class _Counter:
    """Counts the position that was asked about, with some stones decided otherwise."""

    def __init__(self, board: np.void, found: Final) -> None:
        self.board, self.found = board, found
        self.status = final.seen_from(board, found)
        self.dead, self.seki = ({pos for pos, word in self.status.items() if word == what} for what in (DEAD_STONE, SEKI))
        self.as_counted = self._score(board, self.dead)

    def _score(self, board: np.void, dead: Collection[int]) -> float:
        return final.count_up(board, dead, self.seki, self.found.by).score

    def with_dead(self, dead: Collection[int]) -> float:
        """Return the score if these stones and no others were dead."""
        return self.found.score + self._score(self.board, dead) - self.as_counted

    def after(self, color: int, moves: Collection[int]) -> float | None:
        """Return the score after a side's moves in a row, or None if one is illegal."""
        done, before = 0, int(self.board['captures'][color])
        for move in moves:
            done += bool(py_trymove(self.board, move, color))
        more = int(self.board['captures'][color]) - before
        dead = {pos for pos in self.dead if self.board['color'][pos] != EMPTY}
        score = self._score(self.board, dead)
        for _ in range(done):
            py_popgo(self.board)
        if done < len(moves):
            return None
        taken = 0 if self.found.by.area_scoring else more if color == WHITE else -more
        return self.found.score + score + taken - self.as_counted


def of(known: Examination, found: Final) -> list[Doubt]:
    """Return the doubts about the score of an examined position, by how much it would change; for an open region its size stands."""
    counter = _Counter(known.board, found)
    kos = list(_kos(counter))
    in_ko = {one.points[:1] for one in kos}
    fights = _fights(_dragons(known, counter), counter)
    stones = [one for one in (*fights, *_strings(known, counter), *_protections(counter)) if one.points not in in_ko]
    every = [*stones, *kos, *_last_liberties(counter), *_borders(counter)]

    def weight(one: Doubt) -> float:
        return len(one.points) if one.otherwise is None else abs(one.otherwise - found.score)
    return sorted((one for one in every if one.otherwise != found.score), key=lambda one: (-weight(one), one.points))


def _dragons(known: Examination, counter: _Counter) -> Iterator[Doubt]:
    """List the dragons that are critical, and those whose status is a guess."""
    by_ko = {DEAD: SAVES, ALIVE: KILLS}
    for dragon, one in zip(known.dragons.every, outcome.of(known).every, strict=True):
        stones = set(dragon.stones)
        critical = one.status == CRITICAL
        if not critical and (one.certain or stones.isdisjoint(counter.found.uncertain)):
            continue
        word = counter.status[dragon.origin]
        otherwise = counter.with_dead(counter.dead - stones if word == DEAD_STONE else counter.dead | stones)
        yield Doubt(DECIDED_BY_MOVE if critical else GUESS, dragon.stones, dragon.color, word, one.attack if critical else PASS,
                    one.defence if critical else PASS, otherwise, by_ko.get(one.at_rest, '') if critical and one.certain else '')


def _fights(every: Iterator[Doubt], counter: _Counter) -> Iterator[Doubt]:
    """Join the doubts about critical dragons of both sides that the same move decides about, since one of them lives and the other dies.

    The doubt about the larger dragon stays.
    """
    left = sorted(every, key=lambda one: (-len(one.points), one.points))
    while left:
        one = left.pop(0)
        rivals = [rival for rival in left if _is_one_fight(one, rival)]
        if rivals:
            left = [rest for rest in left if rest not in rivals]
            against = tuple(sorted(stone for rival in rivals for stone in rival.points))
            losers = one.points if counter.dead.isdisjoint(one.points) else against
            otherwise = counter.with_dead(counter.dead.difference(one.points, against).union(losers))
            one = replace(one, against=against, otherwise=otherwise)
        yield one


def _is_one_fight(one: Doubt, rival: Doubt) -> bool:
    """Whether a move that kills one dragon saves the other, which is the opponent's."""
    return one.kind == rival.kind == DECIDED_BY_MOVE and one.color == other(rival.color) and \
        ((one.kills == rival.saves != PASS) or (one.saves == rival.kills != PASS))


def _strings(known: Examination, counter: _Counter) -> Iterator[Doubt]:
    """List the strings of living dragons that can be both captured and saved: before the count a move is needed."""
    for worm in known.worms:
        dragon = known.dragons.at[worm.stones[0]]
        one = outcome.of(known).every[dragon]
        if worm.attacks and worm.defences and one.status == ALIVE and one.certain and worm.stones[0] not in counter.dead:
            attack, defence = best_move(worm.attacks), best_move(worm.defences)
            by_ko = SAVES if worm.defences[defence] != WIN else KILLS if worm.attacks[attack] != WIN else ''
            yield Doubt(CAPTURE, worm.stones, worm.color, counter.status[worm.stones[0]], attack, defence,
                        counter.with_dead(counter.dead.union(worm.stones)), by_ko)


def _protections(counter: _Counter) -> Iterator[Doubt]:
    """List the living strings that are in atari in their own territory once the opponent fills the neutral points.  Where territory counts
    the protecting move costs a point; the neutral points themselves are worth nothing to either side.
    """
    board, size = counter.board, int(counter.board['size'])
    if counter.found.by.area_scoring:
        return
    for color, own in ((BLACK, BLACK_TERRITORY), (WHITE, WHITE_TERRITORY)):
        before = {pos for pos in all_points(size) if _in_atari(board, pos, color)}
        filled = sum(bool(py_trymove(board, pos, other(color))) for pos in final.unfilled(board, counter.status))
        strings = {tuple(string(board, pos)) for pos in all_points(size)
                   if _in_atari(board, pos, color) and pos not in before and counter.status[pos] == ALIVE_STONE}
        needs = [(stones, liberty) for stones in sorted(strings) for liberty in _liberties(board, stones)
                 if counter.status[liberty] == own and py_is_legal(board, liberty, other(color))]
        for _ in range(filled):
            py_popgo(board)
        for stones, liberty in needs:
            score = counter.found.score + (1 if color == BLACK else -1)
            yield Doubt(PROTECT, stones, color, ALIVE_STONE, liberty, liberty, score)


def _liberties(board: np.void, stones: Collection[int]) -> list[int]:
    size = int(board['size'])
    return sorted({q for pos in stones for q in neighbours(pos, size) if board['color'][q] == EMPTY})


def _in_atari(board: np.void, pos: int, color: int) -> bool:
    return bool(board['color'][pos] == color and board['libs'][board['origin'][pos]] == 1)


def _kos(counter: _Counter) -> Iterator[Doubt]:
    """List the kos that can still be taken and are fought between stones that live otherwise."""
    board, size = counter.board, int(counter.board['size'])
    for pos in all_points(size):
        beside = neighbours(pos, size)
        colors = {int(board['color'][q]) for q in beside}
        if board['color'][pos] != EMPTY or len(colors) != 1 or EMPTY in colors:
            continue
        owner = colors.pop()
        taken = [q for q in beside if len(string(board, q)) == 1 and _in_atari(board, q, owner)]
        if len(taken) == 1 and _is_fought(counter, pos, taken[0], owner):
            word = counter.status[taken[0]]
            otherwise = counter.with_dead(counter.dead - set(taken)) if word == DEAD_STONE else counter.after(other(owner), (pos, taken[0]))
            yield Doubt(KO, (taken[0], pos), owner, word, pos, pos, otherwise)


def _is_fought(counter: _Counter, pos: int, stone: int, owner: int) -> bool:
    """Whether a ko decides a point: neither the stones around the one in atari nor the takers' are dead, and not all are in a seki."""
    size = int(counter.board['size'])
    mine = [q for q in neighbours(pos, size) if q != stone]
    yours = [q for q in neighbours(stone, size) if counter.board['color'][q] == other(owner)]
    words = {counter.status[q] for q in (*mine, *yours)}
    return DEAD_STONE not in words and words != {SEKI} and bool(yours)


def _last_liberties(counter: _Counter) -> Iterator[Doubt]:
    """List the strings of both sides that count as seki though they share their last liberty: whoever plays it takes the other side's."""
    board, size = counter.board, int(counter.board['size'])
    for pos in all_points(size):
        if board['color'][pos] == EMPTY:
            black, white = (tuple(sorted({stone for q in neighbours(pos, size) if counter.status[q] == SEKI and _in_atari(board, q, color)
                                          for stone in string(board, q)})) for color in (BLACK, WHITE))
            if black and white:
                color, stones, against = (BLACK, black, white) if len(black) >= len(white) else (WHITE, white, black)
                yield Doubt(DECIDED_BY_MOVE, stones, color, SEKI, pos, pos, counter.with_dead(counter.dead.union(stones)), against=against)


def _borders(counter: _Counter) -> Iterator[Doubt]:
    """List the regions that no side has closed off although some of their points count for a side, or are beside no living stone: where
    there is room, points can still be made.
    """
    size = int(counter.board['size'])
    for region in estimate.regions(counter.board, counter.dead):
        owned = any(counter.found.owners[pos] for pos in region.points)
        roomy = len(region.points) > NEUTRAL_REGION and any(region.border.isdisjoint(neighbours(pos, size)) for pos in region.points)
        if len(region.sides) != 1 and owned or len(region.sides) == 2 and roomy:
            yield Doubt(BORDER, tuple(sorted(region.points)), EMPTY, DAME)


def sentence(one: Doubt, size: int) -> str:
    """Say what is in doubt, and the score if it is the other way round."""
    points = [vertex(pos, size) for pos in one.points]
    if one.kind == BORDER:
        where = ' '.join(points) if len(points) <= 8 else f'round {points[0]}, {len(points)} points'
        return f'The border is open at {where}: what either side gets there is not played out.'
    end = '' if one.otherwise is None else f'; otherwise {estimate.result(one.otherwise) if one.otherwise else "jigo"}'
    who, opponent = SIDES[one.color], SIDES[other(one.color)]
    if one.kind == KO:
        return f'The ko at {points[0]} is open: it counts as {opponent if one.counted == DEAD_STONE else who}\'s{end}.'
    if one.kind == PROTECT:
        move = vertex(one.saves, size)
        return f'If {opponent} fills the neutral points, {who} must protect {points[0]} at {move}, a point of its own{end}.'
    name = f'{who} {points[0]} ({counted(len(points), "stone")})'
    if one.against:
        name += f' against {opponent} {vertex(one.against[0], size)} ({counted(len(one.against), "stone")})'
    counts = f'it counts as {one.counted}{end}'
    if one.kind == GUESS:
        return f'The status of {name} is a guess: {counts}.'
    does = {KILLS: 'captures' if one.kind == CAPTURE else 'kills', SAVES: 'saves'}
    told = [f'{by} {vertex(move, size)} {does[what]}{" by a ko" if one.by_ko == what else ""}'
            for by, move, what in ((opponent, one.kills, KILLS), (who, one.saves, SAVES)) if move != PASS]
    moves = ', '.join(told)
    return f'{name} depends on who moves first{f" ({moves})" if moves else ""}: {counts}.'


def as_data(every: Collection[Doubt], size: int) -> list[dict[str, object]]:
    """Return doubts as data for programs."""
    def name(pos: int) -> str | None:
        return vertex(pos, size) if pos != PASS else None
    return [{'kind': one.kind, 'color': COLOR_NAMES[one.color] if one.color else None, 'points': [vertex(pos, size) for pos in one.points],
             'against': [vertex(pos, size) for pos in one.against], 'counted': one.counted, 'kills': name(one.kills),
             'saves': name(one.saves), 'by_ko': one.by_ko or None,
             'otherwise': None if one.otherwise is None else final.result(one.otherwise), 'text': sentence(one, size)} for one in every]
