"""Finds out why a dragon lives or dies: claims (``claims.py``), found by reading and by trial moves on the judge's board."""
from collections.abc import Collection, Iterator
from contextlib import contextmanager

import numpy as np

from owlgo.engine.core.board import played, py_trymove
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.facts import ALIVE, CRITICAL, DEAD
from owlgo.engine.core.level import STANDARD_LEVEL
from owlgo.engine.core.points import EMPTY, PASS, neighbours, other
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN, Reading
from owlgo.engine.core.strings import string
from owlgo.engine.dragons import amalgamate, partition
from owlgo.engine.dragons.partition import SMALL_ESCAPE, Dragon, Dragons
from owlgo.engine.examine import claims, judgement, seki, status
from owlgo.engine.examine.claims import Claim
from owlgo.engine.examine.judgement import Judgement
from owlgo.engine.examine.status import Judge
from owlgo.engine.eyes import optics
from owlgo.engine.eyes.value import ENOUGH_EYES
from owlgo.engine.life.verdict import Answer
from owlgo.engine.read.depths import of_level
from owlgo.engine.read.reader import Reader
from owlgo.engine.solver.region import ATTACKER, DEFENDER

MOST_SPACES = 6
"""Most eye spaces that are described; those with most eyes are chosen."""
MOST_KO_MOVES = 7
"""Longest line to the capture that begins a ko, in moves."""


def of(found: Dragons, one: Dragon, judge: Judge, pos: int = PASS) -> list[Claim]:
    """Return all claims about a dragon.  They are about its largest group, or about the group at ``pos``."""
    judged = status.judged(one, found, judge, pos)
    stone = pos if pos != PASS else one.origin
    if judged.grade == Grade.UNCHECKED:
        return [unchecked(found, one, judged, stone), *_spaces(found, one, False, judge)]
    now = judged.status
    first = claims.Conclusion(one.color, stone, len(one.stones), now.status, judged.grade, judged.in_seki,
                              '' if now.certain else judged.doubt or judgement.UNFINISHED, PASS if now.certain else judged.doubted,
                              _same_ko(one.color, judged), seki.waits(judged), tuple(wall.stones[0] for wall in judged.conditions))
    if judged.attack is None:
        return [first, *_spaces(found, one, False, judge)]
    return [first, *_Grounds(found, one, judged, judge, pos if pos != PASS else judge.main_stone(one.stones)).all(judged.attack)]


def unchecked(found: Dragons, one: Dragon, judged: Judgement, stone: int) -> claims.Unchecked:
    """Return the claim about a dragon that was not read."""
    amount = one.escape if judged.doubt == judgement.WAY_OUT else status.large_space(one, found, status.LARGE_SPACE)
    return claims.Unchecked(one.color, stone, len(one.stones), judged.doubt, amount)


def _same_ko(color: int, judged: Judgement) -> int:
    """Return the side that needs the first ko threat, whoever moves first; EMPTY if attack and defence lead to different kos."""
    if judged.attack is None or judged.defence is None or judged.deciding is not None:
        return EMPTY
    return {(KO_A, KO_B): color, (KO_B, KO_A): other(color)}.get((judged.attack.reading.result, judged.defence.reading.result), EMPTY)


def _spaces(found: Dragons, one: Dragon, holds: bool, judge: Judge) -> list[Claim]:
    """Return claims about a dragon's eye spaces and the eyes they yield."""
    seen, colors = found.optics, found.board['color']
    text: list[Claim] = []
    values = {origin: seen.verdict(one.color, origin).value for origin in one.spaces}
    origins = [origin for origin in one.spaces if values[origin].max_eye_threat]
    shown = sorted(origins, key=lambda origin: -sum(values[origin]))[:MOST_SPACES]
    for origin in (origin for origin in origins if origin in shown):
        verdict, points, value = seen.verdict(one.color, origin), seen.eyes[one.color].space(origin), values[origin]
        hangs = value.min_eyes < value.max_eyes
        prisoners = {min(string(found.board, pos)) for pos in points if colors[pos] == other(one.color)}
        # A count takes the space as it stands; a move there may change its bounds.
        plays = hangs and verdict.attack != PASS != verdict.defence and \
            _eyes_after(judge, one.color, points, verdict.attack, other(one.color))[1] <= value.min_eyes and \
            _eyes_after(judge, one.color, points, verdict.defence, one.color)[0] >= value.max_eyes
        text.append(claims.Space(tuple(points), value.min_eyes, value.max_eyes, verdict.attack if plays else PASS,
                                 verdict.defence if plays else PASS, tuple(sorted(prisoners)), verdict.exact, holds and plays >= hangs))
    if len(origins) > len(shown):
        text.append(claims.More(len(origins) - len(shown)))
    if len(origins) > 1:
        text.append(claims.Together(one.genus.min_eyes, one.genus.max_eyes))
    if one.half_eye != PASS:
        half, value = seen.half_eyes[one.color][one.half_eye], seen.verdict(one.color, eyes_at(found, one, one.half_eye)).value
        if half.attacks and half.defences and value.min_eyes < value.max_eyes:
            text.append(claims.HalfEye(one.half_eye, half.attacks[0], half.defences[0]))
    return text or [claims.NoSpace()]


def _eyes_after(judge: Judge, color: int, points: Collection[int], move: int, mover: int) -> tuple[int, int]:
    """Count the eyes in and beside these points after a move: if the attacker plays next, and if the owner does."""
    board, size = judge.board, int(judge.board['size'])
    with played(board, (move, mover)) as legal:
        if not legal:
            return 0, ENOUGH_EYES
        seen = optics.look(board, Reader(of_level(STANDARD_LEVEL), judge.means.workspace))
    eyes = seen.eyes[color].points
    near = {q for pos in points for q in (pos, *neighbours(pos, size)) if q in eyes}
    values = [seen.verdict(color, origin).value for origin in {eyes[pos].origin for pos in near}]
    return min(sum(value.min_eyes for value in values), ENOUGH_EYES), min(sum(value.max_eyes for value in values), ENOUGH_EYES)


def eyes_at(found: Dragons, one: Dragon, pos: int) -> int:
    """Return the origin of the dragon's eye space that a point is in."""
    return found.optics.eyes[one.color].points[pos].origin


class _Grounds:
    """Finds the claims about a dragon that was read: plays trial moves on the judge's board and asks the judge about what follows."""

    def __init__(self, found: Dragons, one: Dragon, judged: Judgement, judge: Judge, main: int) -> None:
        self.found, self.one, self.judged, self.judge, self.main = found, one, judged, judge, main
        self.board, self.color, self.enemy = judge.board, one.color, other(one.color)
        self.group = judge.group(main)
        self.certain = judged.status.certain

    def all(self, attack: Answer) -> list[Claim]:
        """Return every claim but the first."""
        judged, defence = self.judged, self.judged.defence
        text: list[Claim] = []
        own = set(self.group).intersection(self.one.stones)
        if len(own) < len(self.one.stones):
            text.append(claims.Fraction(len(own), len(self.one.stones)))
        if len(own) < len(self.group):
            text.append(claims.Joined(min(set(self.group) - own)))
        eyes = {CRITICAL: self.one.genus.min_eyes, DEAD: self.one.genus.max_eyes}
        sure, seki = eyes.get(judged.status.status, 0) < ENOUGH_EYES, self.seki()
        text += [*_spaces(self.found, self.one, sure and not seki, self.judge), *seki]
        if not sure:
            text.append(self.undone())
        text.append(self.surroundings())
        if judged.deciding is not None and judged.by_owl is not None:
            text.append(claims.Alone(judged.by_owl.status, judged.by_owl.certain))
        elif defence is None:
            text.append(claims.Safe(attack.reading.certain, attack.grade))
            text += self.why_alive(bool(seki)) if self.certain else []
        else:
            text += self.kills_and_saves(attack, defence)
        # Once a race decides, other races do not undo that.
        races = judged.races if judged.deciding is None else [judged.deciding]
        return text + [self.race(race) for race in races]

    def kills_and_saves(self, attack: Answer, defence: Answer) -> Iterator[Claim]:
        """List how the dragon is killed and how it is saved."""
        # Certain answers may contradict each other or an uncertain race.
        doubted = self.judged.doubt not in ('', judgement.UNFINISHED)
        yield claims.Kills(attack.reading.move, attack.reading.result, attack.reading.certain and not doubted, attack.grade,
                           self.judged.status.status == DEAD)
        yield claims.Saves(defence.reading.move, defence.reading.result, defence.reading.certain and not doubted, defence.grade,
                           attack.reading.result == KO_B and defence.reading.result != LOSE and defence.reading.move == PASS)
        if attack.wait is not None and seki.waits(self.judged):
            yield claims.Begun(attack.wait.move, attack.wait.threats)
        for color, answer in ((self.enemy, attack), (self.color, defence)):
            if answer.rollouts is not None:
                yield claims.Playouts(color, answer.rollouts.move, answer.rollouts.tenths, answer.rollouts.playouts)
        if self.one.genus.max_eyes < ENOUGH_EYES and defence.reading.move != PASS and not self.judged.races:
            yield self.gains(defence)
        if doubted:
            return
        more: list[Claim | None] = [self.refuted(attack)]
        if defence.reading.result == LOSE:
            more.append(self.futile(attack, defence))
        else:
            more.append(self.held(defence.reading, [attack.reading.move, *self.vital()]))
        more.append(self.ko(self.enemy, attack) or self.ko(self.color, defence))
        yield from (claim for claim in more if claim is not None)

    def why_alive(self, seki: bool) -> Iterator[Claim]:
        """List what keeps a dragon alive that was read."""
        genus = self.one.genus
        if genus.min_eyes < ENOUGH_EYES and not seki:
            lunch = next((lunch.stones[0] for lunch in self.one.lunches), PASS)
            yield claims.Beyond(genus.min_eyes, lunch)
        if genus.min_eye_threat < ENOUGH_EYES:
            held = self.held(Reading(WIN, PASS, 0), self.vital())
            if held is not None:
                yield held

    def vital(self) -> list[int]:
        """Return the points where the opponent attacks the dragon's eyes."""
        seen, color = self.found.optics, self.color
        half = [self.one.half_eye] if self.one.half_eye != PASS else []
        return [move for move in (*(seen.verdict(color, origin).attack for origin in self.one.spaces),
                                  *(move for pos in half for move in seen.half_eyes[color][pos].attacks)) if move != PASS]

    @contextmanager
    def played(self, *moves: tuple[int, int]) -> Iterator[bool]:
        """Play trial moves with their colours; yield whether all are legal and the stone in question is still on the board."""
        with played(self.board, *moves) as legal:
            yield legal and self.stands

    @property
    def stands(self) -> bool:
        """Whether the stone in question is on the board."""
        return int(self.board['color'][self.main]) == self.color

    def refuted(self, attack: Answer) -> Claim | None:
        """Return the owner's most natural answer to the killing move and its refutation; None if none is certain."""
        move = attack.reading.move
        if attack.reading.result != WIN or not attack.reading.certain or move == PASS:
            return None
        with self.played((move, self.enemy)) as goes:
            # The point where the attacker would go on is where the owner would like to be.
            reply = self.judge.ask(self.main, ATTACKER).reading if goes else None
        if reply is None or reply.result != WIN or not reply.certain or reply.move == PASS:
            return None
        then = self.killed((move, self.enemy), (reply.move, self.color))
        return None if then is None else claims.Refuted(move, reply.move, *then)

    def futile(self, attack: Answer, defence: Answer) -> Claim | None:
        """Return the most natural move for a dragon that cannot be saved, and its refutation."""
        if not attack.reading.certain or not defence.reading.certain or attack.reading.result != WIN:
            return None
        seen = self.found.optics
        tries = [*(seen.verdict(self.color, origin).defence for origin in self.one.spaces), attack.reading.move]
        for move in tries:
            then = self.killed((move, self.color)) if move != PASS else None
            if then is not None:
                return claims.Futile(move, *then)
        return None

    def killed(self, *moves: tuple[int, int]) -> tuple[int, bool] | None:
        """Return the move that certainly kills after these moves, without a ko, and whether it captures the stone in question; else None.
        """
        with self.played(*moves) as goes:
            then = self.judge.ask(self.main, ATTACKER).reading if goes else None
        if then is None or then.result != WIN or not then.certain:
            return None
        with self.played(*moves, (then.move, self.enemy)):
            takes = not self.stands
            # A later reading may contradict the one before.
            back = None if takes or then.move == PASS else self.judge.ask(self.main, DEFENDER).reading
        return None if back is not None and back.surely_succeeds else (then.move, takes)

    def held(self, defence: Reading, tries: list[int]) -> Claim | None:
        """Return the opponent's most natural move and the answer that keeps the dragon alive; None if no answer is certain."""
        if defence.result != WIN or not defence.certain:
            return None
        for move in tries:
            if move == PASS:
                continue
            moves = (defence.move, self.color), (move, self.enemy)
            with self.played(*moves) as goes:
                reply = self.judge.ask(self.main, DEFENDER).reading if goes else None
            if reply is None or reply.result != WIN or not reply.certain:
                continue
            with self.played(*moves, (reply.move, self.color)) as goes:
                back = self.judge.ask(self.main, ATTACKER).reading if goes and reply.move != PASS else None
            if reply.move == PASS or (back is not None and back.surely_fails):
                return claims.Held(defence.move, move, reply.move)
        return None

    def ko(self, color: int, answer: Answer) -> Claim | None:
        """Return the moves that lead to the capture which begins the ko; None if the answer is no ko or they are not found."""
        reading, mover, moves = answer.reading, color, list[int]()
        point = PASS
        with played(self.board):
            while reading.certain and reading.result in (KO_A, KO_B) and reading.move != PASS and len(moves) < MOST_KO_MOVES:
                if not py_trymove(self.board, reading.move, mover):
                    break
                moves.append(reading.move)
                point, mover = int(self.board['ko']), other(mover)
                if point != PASS or not self.stands:
                    break
                reading = self.judge.ask(self.main, ATTACKER if mover == self.enemy else DEFENDER).reading
        return claims.KoStart(color, tuple(moves), point) if point != PASS else None

    def undone(self) -> Claim:
        """Return why apparent eyes do not hold: the effect of the killing move.  The value of an eye space ignores cuts, other liberties
        and stones outside.
        """
        board, judged = self.board, self.judged
        move = judged.status.attack or (judged.attack.reading.move if judged.attack else PASS)
        spaces = self.found.optics.eyes[self.color]
        inside = {pos for origin in self.one.spaces for pos in spaces.space(origin)}
        before = {stone: len(liberties(board, string(board, stone))) for stone in self.one.strings}
        held = set(amalgamate.group(board, self.main, self.judge.means.workspace))
        with played(board, (move, self.enemy)) as legal:
            if move == PASS or not legal:
                return claims.Undone(PASS, claims.NO_EFFECT, certain=self.certain)
            left = [stone for stone in self.one.strings if board['color'][stone] == self.color]
            taken = [stone for stone in self.one.strings if stone not in left]
            free = {stone: liberties(board, string(board, stone)) for stone in left}
            in_atari = [stone for stone in left if len(free[stone]) == 1 < before[stone]]
            cut, eyes = list[int](), 0
            if self.stands:
                still = set(amalgamate.group(board, self.main, self.judge.means.workspace))
                cut = [stone for stone in left if stone in held and stone not in still]
                eyes = partition.find(board, self.judge.means.workspace).of(self.main).genus.max_eyes
        last = next((pos for stone in in_atari for pos in free[stone] if pos in inside), PASS) if len(in_atari) == 1 else PASS
        for does, strings in ((claims.TAKES, taken), (claims.ATARI, in_atari), (claims.CUTS, cut)):
            if strings:
                return claims.Undone(move, does, tuple(strings), last if does == claims.ATARI else PASS, eyes, self.certain)
        does = claims.LEAVES if eyes < ENOUGH_EYES else claims.FROM_INSIDE if move in inside - set(self._margins()) else claims.FROM_OUTSIDE
        return claims.Undone(move, does, eyes=eyes, certain=self.certain)

    def gains(self, defence: Answer) -> Claim:
        """Return what a saving move gains for a dragon with too few eyes."""
        board, move, workspace = self.board, defence.reading.move, self.judge.means.workspace
        certain, size = defence.reading.certain, int(board['size'])
        holds = certain and self.certain and defence.reading.result == WIN
        beside = {min(string(board, q)) for q in neighbours(move, size) if board['color'][q] == self.enemy}
        with played(board, (move, self.color)) as legal:
            if not legal:
                return claims.Gains(move, claims.NO_EFFECT, certain=certain)
            taken = [first for first in sorted(beside) if board['color'][first] != self.enemy]
            in_atari = [first for first in sorted(beside - set(taken)) if len(liberties(board, string(board, first))) == 1]
            eyes, joined, escape = 0, list[int](), 0
            if self.stands:
                found = partition.find(board, workspace)
                after = found.of(self.main)
                eyes, escape = after.genus.min_eyes, after.escape
                # A space estimated by its size may not hold.
                holds = holds and all(found.optics.verdict(self.color, origin).exact for origin in after.spaces)
                joined = [first for first in after.strings if first not in self.one.stones and first in self.found.at]
        for does, strings in ((claims.TAKES, taken), (claims.JOINS, joined), (claims.MAKES, [] if eyes < ENOUGH_EYES else [move]),
                              (claims.ATARI, in_atari), (claims.GETS_OUT, [] if escape < SMALL_ESCAPE else [move])):
            if strings:
                return claims.Gains(move, does, () if strings == [move] else tuple(strings), eyes, certain, holds)
        return claims.Gains(move, claims.NO_EFFECT, (), eyes, certain)

    def _margins(self) -> Iterator[int]:
        for origin in self.one.spaces:
            yield from self.found.optics.eyes[self.color].margins(origin)

    def seki(self) -> list[Claim]:
        """Return claims of seki: two dragons live, one inside an eye space of the other, although the space's value counts it as dead."""
        found, one = self.found, self.one
        if self.judged.status.status != ALIVE or not self.certain:
            return []
        inner = {found.at[pos] for origin in one.spaces for pos in found.optics.eyes[one.color].space(origin)
                 if found.board['color'][pos] == self.enemy}
        outer = {k for k, theirs in enumerate(found.every) if theirs.color != one.color
                 for origin in theirs.spaces if one.origin in found.optics.eyes[theirs.color].space(origin)}
        shown = self.judged.seki
        text: list[Claim] = [] if shown is None else [claims.Eyeless(shown.grade, tuple(wall.stones[0] for wall in shown.conditions))]

        def lives(other_one: Dragon) -> bool:
            return status.judged(other_one, found, self.judge).status.surely_alive

        if not inner | outer:
            return text
        # A dragon with two eyes elsewhere is in no seki.
        poor = seki.poor(found, [one, *(found.every[k] for k in sorted(inner | outer))], self.judge.groups, lives)
        mine = next((stones for _, stones in poor if self.main in stones), set[int]())
        rivals = {found.at[min(stones)] for color, stones in poor if color == self.enemy and seki.touch(self.board, mine, stones)}
        for numbers, inside in ((inner, True), (outer, False)):
            text += [claims.Seki(found.every[k].origin, inside) for k in sorted(numbers & rivals)]
        return text

    def surroundings(self) -> Claim:
        """Return the claim about the dragon's escape route."""
        one = self.one
        if not one.escape:
            return claims.Surroundings(claims.NO_WAY_OUT if one.surrounded else claims.SHUT_IN, 0)
        if one.escape < SMALL_ESCAPE:
            return claims.Surroundings(claims.NARROW, one.escape)
        return claims.Surroundings(claims.COULD_RUN, one.escape, self.judged.status.status != ALIVE)

    def race(self, race: judgement.Race) -> Claim:
        """Return a race with its liberties."""
        mine, theirs = liberties(self.board, self.group), liberties(self.board, self.judge.group(race.rival))
        return claims.Contest(race.rival, len(mine), len(theirs), len(mine & theirs), (race.ours.defence, race.ours.attack),
                           (race.theirs.defence, race.theirs.attack), (race.ours.move, race.theirs.move), self.judged.deciding is race,
                           race.third)


def liberties(board: np.void, stones: Collection[int]) -> set[int]:
    """Return the empty points next to stones."""
    size = int(board['size'])
    return {q for stone in stones for q in neighbours(stone, size) if board['color'][q] == EMPTY}
