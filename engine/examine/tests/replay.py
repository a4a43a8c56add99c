"""Explanations played out: what is claimed of a dragon is done on the board and judged anew, by a judge and readers that know nothing yet.

``python -m owlgo.engine.examine.tests.replay COUNT SEED FOLDER|PROBLEMS.json ...`` explains so many dragons drawn from the records in
folders and from problems (objects with size, black, white and target), and counts claims, false ones, and contradictions.
"""
import contextlib
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from owlgo.engine.checker.check import check
from owlgo.engine.core import sgf
from owlgo.engine.core.board import py_place_if_legal, py_popgo, py_trymove
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.draw import draw
from owlgo.engine.core.facts import ALIVE, CRITICAL, DEAD
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import EMPTY, PASS, neighbours, other, parse_vertex, vertex
from owlgo.engine.core.result import LOSE, WIN, reverse
from owlgo.engine.core.strings import string
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import amalgamate, escape, partition
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.dragons.partition import SMALL_ESCAPE
from owlgo.engine.examine import claims, explain, grounds, status
from owlgo.engine.examine.claims import Claim
from owlgo.engine.examine.examination import Examination
from owlgo.engine.examine.status import Judge
from owlgo.engine.eyes import optics
from owlgo.engine.eyes.tests import naive_values
from owlgo.engine.eyes.topology import topological_eye
from owlgo.engine.eyes.value import ENOUGH_EYES
from owlgo.engine.life import semeai
from owlgo.engine.mcts.dragon_rollouts import roll_out
from owlgo.engine.owl.limits import Limits, Means
from owlgo.engine.read import tactics
from owlgo.engine.solver.certificate import certify
from owlgo.engine.solver.eyeless import keeps_from_eyes
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NotEnclosed
from owlgo.engine.solver.solver import Solver

MOST_NODES = 1_000_000
"""Nodes for whether a dragon makes two eyes."""
MOST_COUNTED = 9
"""Points of the largest eye space that the slow twin counts."""
NEAR = 3.5
"""By how many of ten playouts from another position may differ from what is claimed."""
TRUE, FALSE, OPEN = 'true', 'false', 'open'
"""What a replay comes to; open where a reading ran out of nodes."""


class Replay:
    """Claims about the dragon of one stone of a board."""

    def __init__(self, board: np.void, pos: int, every: Sequence[Claim], limits: Limits | None = None) -> None:
        first = every[0]
        assert isinstance(first, (claims.Conclusion, claims.Unchecked))
        self.board, self.pos, self.every = board.copy(), pos, every
        self.means = Means(Workspace(), limits) if limits else Means(Workspace())
        self.color, self.enemy = first.color, other(first.color)
        self.guess = isinstance(first, claims.Conclusion) and bool(first.doubt)
        self.found = Examination(self.board, self.means.workspace, limits=self.means.limits).dragons
        self.size = int(board['size'])
        self.group = list(amalgamate.group(self.board, pos, self.means.workspace))
        with contextlib.suppress(NotEnclosed):
            region = Goal(self.board, pos, self.means.workspace).region
            goal = int(region.record['goal'])
            self.group += [q for k, q in enumerate(region.points) if goal >> k & 1 and self.board['color'][q] == self.color]

    def results(self) -> list[tuple[Claim, str]]:
        """Every claim with TRUE, FALSE or OPEN."""
        return [(claim, self.end(claim)) for claim in self.every]

    def end(self, claim: Claim) -> str:
        """TRUE, FALSE or OPEN."""
        said: str = getattr(self, type(claim).__name__.lower(), self._nothing)(claim)
        return said

    def _nothing(self, claim: Claim) -> str:
        return TRUE

    # Helpers.

    @property
    def stands(self) -> bool:
        return bool(self.board['color'][self.pos] == self.color)

    def after(self, moves: Sequence[tuple[int, int]], judge) -> str:
        """What ``judge()`` says after moves; FALSE if one is not legal."""
        played = 0
        for move, color in moves:
            if move != PASS:
                if not py_trymove(self.board, move, color):
                    break
                played += 1
        verdict = judge() if played == sum(move != PASS for move, _ in moves) else FALSE
        for _ in range(played):
            py_popgo(self.board)
        return verdict

    def comes_to(self, side: int, *wanted: int) -> str:
        """Whether a side, moving first, achieves one of these results."""
        # The stone that was asked about may have been taken in a ko.
        left = next((stone for stone in (self.pos, *self.group) if self.board['color'][stone] == self.color), PASS)
        if left == PASS:
            return TRUE if (WIN if side == ATTACKER else LOSE) in wanted else FALSE
        reading = Judge(self.board, self.means).ask(left, side).reading
        if reading.result in wanted:
            return TRUE
        return FALSE if reading.certain else OPEN

    def liberties(self, stones: Sequence[int]) -> set[int]:
        return {q for stone in stones for q in neighbours(stone, self.size) if self.board['color'][q] == EMPTY}

    # One judge for each kind of claim.

    def conclusion(self, claim: claims.Conclusion) -> str:
        holds = self.board['color'][claim.stone] == claim.color and claim.count == len(self.found.of(claim.stone).stones)
        return TRUE if holds and claim.stone == self.pos else FALSE

    unchecked = conclusion

    def fraction(self, claim: claims.Fraction) -> str:
        group = set(amalgamate.group(self.board, self.pos, self.means.workspace))
        return TRUE if claim.count == len(group.intersection(self.found.of(self.pos).stones)) < claim.of else FALSE

    def joined(self, claim: claims.Joined) -> str:
        group = amalgamate.group(self.board, self.pos, self.means.workspace)
        return TRUE if claim.stone in group and self.found.of(claim.stone) is not self.found.of(self.pos) else FALSE

    def space(self, claim: claims.Space) -> str:
        board = self.board
        for first in claim.prisoners:
            if board['color'][first] != self.enemy or not set(string(board, first)) & set(claim.points):
                return FALSE
        seen = self.found.optics
        origin = seen.eyes[self.color].points[claim.points[0]].origin
        if tuple(seen.eyes[self.color].space(origin)) != claim.points:
            return FALSE
        if claim.exact and len(claim.points) <= MOST_COUNTED:
            value = naive_values.compute_eyes(board, seen.eyes[self.color], seen.half_eyes[self.color], origin).value
            if (value.min_eyes, value.max_eyes) != (claim.least, claim.most):
                return FALSE
        def holds(most: bool) -> str:
            least_now, most_now = self._eyes_in(claim.points)
            return TRUE if (least_now >= claim.most if most else most_now <= claim.least) else FALSE

        played = [self.after([(move, color)], lambda most=most: holds(most)) for move, color, most in
                  ((claim.attack, self.enemy, False), (claim.defence, self.color, True)) if move != PASS]
        return FALSE if FALSE in played else TRUE

    def _eyes_in(self, points: Sequence[int]) -> tuple[int, int]:
        """The eyes in these points as the board is now: if the attacker moves next, and if the owner does."""
        seen = optics.look(self.board)
        near = {q for pos in points for q in (pos, *neighbours(pos, self.size))}
        eyes = seen.eyes[self.color]
        values = [seen.verdict(self.color, origin).value for origin in {eyes.points[pos].origin for pos in near if pos in eyes.points}]
        return min(sum(value.min_eyes for value in values), 2), min(sum(value.max_eyes for value in values), 2)

    def together(self, claim: claims.Together) -> str:
        spaces = [one for one in self.every if isinstance(one, claims.Space)]
        fits = max(one.least for one in spaces) <= claim.least <= claim.most <= min(2, sum(one.most for one in spaces)) and \
            min(2, sum(one.least for one in spaces)) <= claim.least
        return TRUE if fits else FALSE

    def halfeye(self, claim: claims.HalfEye) -> str:
        # What stands there before counts as captured.
        prisoner = self.board['color'][claim.point] == self.enemy

        def value() -> float:
            if self.board['color'][claim.point] != EMPTY and not (prisoner and self.board['color'][claim.point] == self.enemy):
                return 4.0 if self.board['color'][claim.point] == self.enemy else 0.0
            secure = {pos for pos, p in optics.look(self.board).eyes[self.color].points.items() if not p.marginal}
            return topological_eye(self.board, claim.point, self.color, secure).value
        spoiled = self.after([(claim.attack, self.enemy)], value)
        whole = self.after([(claim.defence, self.color)], value)
        if FALSE in (spoiled, whole):
            return FALSE
        return TRUE if spoiled > whole else FALSE

    def undone(self, claim: claims.Undone) -> str:
        if claim.does == claims.NO_EFFECT:
            return TRUE
        before = set(amalgamate.group(self.board, self.pos, self.means.workspace))

        def done() -> str:
            colors = self.board['color']
            if claim.does == claims.TAKES:
                return TRUE if all(colors[first] != self.color for first in claim.strings) else FALSE
            if not self.stands:
                return FALSE
            if claim.eyes < ENOUGH_EYES and partition.find(self.board, Workspace()).of(self.pos).genus.max_eyes > claim.eyes:
                return FALSE
            if claim.does == claims.ATARI:
                last = [self.liberties(string(self.board, first)) if colors[first] == self.color else set() for first in claim.strings]
                return TRUE if all(len(one) == 1 for one in last) and (claim.fills == PASS or {claim.fills} in last) else FALSE
            group = set(amalgamate.group(self.board, self.pos, Workspace()))
            return TRUE if claim.does != claims.CUTS or (set(claim.strings) <= before and not set(claim.strings) & group) else FALSE
        return self.after([(claim.move, self.enemy)], done)

    def gains(self, claim: claims.Gains) -> str:
        before = set(self.found.of(self.pos).stones)

        def done() -> str:
            colors = self.board['color']
            if not self.stands:
                return FALSE
            now = partition.find(self.board, Workspace()).of(self.pos)
            holds = {claims.TAKES: lambda: all(colors[first] != self.enemy for first in claim.strings),
                     claims.ATARI: lambda: all(colors[first] == self.enemy and len(self.liberties(string(self.board, first))) == 1
                                               for first in claim.strings),
                     claims.JOINS: lambda: set(claim.strings) <= set(now.stones) - before,
                     claims.MAKES: lambda: now.genus.min_eyes >= claim.eyes,
                     claims.GETS_OUT: lambda: escape.route(self.board, now.stones)[0] >= SMALL_ESCAPE}
            return TRUE if holds.get(claim.does, lambda: True)() else FALSE
        return self.after([(claim.move, self.color)], done)

    def beyond(self, claim: claims.Beyond) -> str:
        return TRUE if claim.lunch == PASS or tactics.attack(self.board, claim.lunch).result != LOSE else FALSE

    def seki(self, claim: claims.Seki) -> str:
        theirs = Judge(self.board, self.means).judge(claim.rival).status
        return TRUE if theirs.status == ALIVE else FALSE if theirs.certain else OPEN

    def eyeless(self, claim: claims.Eyeless) -> str:
        region = Goal(self.board, self.pos, self.means.workspace).region
        solver = Solver(region)
        shown = keeps_from_eyes(region, DEFENDER, MOST_NODES)[0]
        if shown is None or bool(claim.walls) != bool(region.assumed):
            return FALSE
        said = check(certify(self.board, self.pos, DEFENDER, solver.verdict(DEFENDER), solver, (), shown))
        return TRUE if 'it is seki' in said[-1] else FALSE

    def surroundings(self, claim: claims.Surroundings) -> str:
        one = self.found.of(self.pos)
        runs = one.escape >= SMALL_ESCAPE
        return TRUE if one.escape == claim.escape and runs == (claim.kind == claims.COULD_RUN) else FALSE

    def safe(self, claim: claims.Safe) -> str:
        return self.comes_to(ATTACKER, LOSE) if claim.certain else TRUE

    def kills(self, claim: claims.Kills) -> str:
        if not claim.certain:
            return TRUE
        if claim.move == PASS:
            return self.comes_to(DEFENDER, LOSE) if claim.dead and claim.result == WIN else TRUE
        return self.after([(claim.move, self.enemy)], lambda: self.comes_to(DEFENDER, reverse(claim.result)))

    def saves(self, claim: claims.Saves) -> str:
        if not claim.certain:
            return TRUE
        if claim.result == LOSE:
            return self.comes_to(DEFENDER, LOSE)
        if claim.move == PASS:
            return TRUE
        return self.after([(claim.move, self.color)], lambda: self.comes_to(ATTACKER, reverse(claim.result)))

    def playouts(self, claim: claims.Playouts) -> str:
        """Made again they come to the same; made after the move, with the other side to move, to something near that."""
        group = amalgamate.group(self.board, self.pos, self.means.workspace)
        again = roll_out(self.board, group, claim.color, self.means.limits.playouts, Workspace(), may_pass=False)
        if (again.move, again.tenths, again.playouts) != (claim.move, claim.tenths, claim.made):
            return FALSE

        def found(color: int, playouts: int) -> float:
            left = [stone for stone in group if self.board['color'][stone] == self.color]
            chance = roll_out(self.board, left, color, playouts, Workspace()).chance if left else float(color == self.enemy)
            return chance if color == claim.color else 1 - chance
        def agrees() -> str:
            return TRUE if abs(10 * found(other(claim.color), 2 * claim.made) - claim.tenths) <= NEAR else OPEN
        return self.after([(claim.move, claim.color)], agrees)

    def _ends(self, takes: bool) -> str:
        """Whether the dragon is dead though its owner moves; ``takes``: its stone is off the board."""
        return self.comes_to(DEFENDER, LOSE) if self.stands != takes else FALSE

    def refuted(self, claim: claims.Refuted) -> str:
        moves = [(claim.move, self.enemy), (claim.answer, self.color), (claim.then, self.enemy)]
        return self.after(moves, lambda: self._ends(claim.takes))

    def futile(self, claim: claims.Futile) -> str:
        return self.after([(claim.move, self.color), (claim.then, self.enemy)], lambda: self._ends(claim.takes))

    def held(self, claim: claims.Held) -> str:
        moves = [(claim.saved, self.color), (claim.move, self.enemy), (claim.answer, self.color)]
        if claim.answer == PASS:
            return self.after(moves, lambda: self.comes_to(ATTACKER, LOSE))
        return self.after(moves, lambda: self.comes_to(ATTACKER, LOSE))

    def kostart(self, claim: claims.KoStart) -> str:
        moves = [(move, claim.color if k % 2 == 0 else other(claim.color)) for k, move in enumerate(claim.moves)]
        return self.after(moves, lambda: TRUE if int(self.board['ko']) == claim.point != PASS else FALSE)

    def begun(self, claim: claims.Begun) -> str:
        """No move of the owner's that leaves him the ko saves the dragon if the opponent does not answer it."""
        verdicts = []
        for move in self.liberties(self.group):
            if py_trymove(self.board, move, self.color):
                attack = Judge(self.board, self.means).ask(self.pos, ATTACKER)
                verdicts.append(TRUE if attack.reading.result == WIN and attack.wait is None else self.comes_to(DEFENDER, LOSE))
                py_popgo(self.board)
        return FALSE if FALSE in verdicts else OPEN if OPEN in verdicts else TRUE

    def contest(self, claim: claims.Contest) -> str:
        mine = self.liberties(amalgamate.group(self.board, self.pos, self.means.workspace))
        theirs = self.liberties(amalgamate.group(self.board, claim.rival, self.means.workspace))
        if (claim.mine, claim.theirs, claim.shared) != (len(mine), len(theirs), len(mine & theirs)):
            return FALSE
        ours, others = semeai.analyze(self.board, self.pos, claim.rival, self.means, guess=False), \
            semeai.analyze(self.board, claim.rival, self.pos, self.means, guess=False)
        if not ours.grade.certain or not others.grade.certain:
            return OPEN
        return TRUE if (ours.defence, ours.attack, others.defence, others.attack) == (*claim.first, *claim.second) else FALSE


def contradictions(every: Sequence[Claim], lines: Sequence[str]) -> Iterator[str]:
    """What claims, or the sentences about them, say that cannot all be so, or leave without a reason."""
    first = every[0]

    def some(kind: type, **fields: object) -> bool:
        return any(isinstance(one, kind) and all(getattr(one, name) == value for name, value in fields.items()) for one in every)

    if isinstance(first, claims.Unchecked):
        if not lines[0].startswith('Unchecked: '):
            yield 'that it is unchecked is not said first'
        return
    assert isinstance(first, claims.Conclusion)
    if first.doubt and not re.match('A guess', lines[0]):
        yield 'that it is a guess is not said first'
    for line in lines[1:]:
        if first.doubt and re.search(r'\b(kills it (at|all)|saves it at|cannot save)', line) and \
                not re.search(r'\((proved|proved if its wall holds|read|two readings agree)\)|^If ', line):
            yield 'a guess is said as plainly as what was read'
    needs = [found[1] for line in lines if (found := re.search(r'by a ko: (\w+) needs the first ko threat', line))]
    if 'who moves first decides' in lines[0] and len(needs) == 2 and len(set(needs)) == 1:
        yield 'that who moves first decides, where the ko is the same'
    spaces = [one for one in every if isinstance(one, claims.Space)]
    total = next((one for one in every if isinstance(one, claims.Together)), None)
    if total:
        least, most = total.least, total.most
    else:
        least, most = sum(one.least for one in spaces), sum(one.most for one in spaces)
    raced = some(claims.Alone) or some(claims.Contest)
    if first.status != ALIVE and least > 1 and not some(claims.Undone):
        yield 'two eyes whoever begins, and not alive, without a reason'
    if first.status == DEAD and most > 1 and not some(claims.Undone):
        yield 'two eyes if it begins, and dead, without a reason'
    if first.status != ALIVE and least > 1 and any(one.holds for one in spaces):
        yield 'two eyes are called safe that are not'
    if first.status == CRITICAL and most < 2 and some(claims.Saves) and not raced and not some(claims.Gains) and \
            any(one.move != PASS for one in every if isinstance(one, claims.Saves)):
        yield 'saved with less than two eyes, without a reason'
    if first.status == ALIVE and not first.doubt and least < 2 and not raced and not some(claims.Beyond) and \
            not some(claims.Seki) and not some(claims.Eyeless):
        yield 'alive with less than two eyes, without a reason'
    if first.status == ALIVE and some(claims.Kills):
        yield 'alive, and killed'
    if first.status == DEAD and any(one.result != LOSE for one in every if isinstance(one, claims.Saves)):
        yield 'dead, and saved'
    if first.status == DEAD and some(claims.Held):
        yield 'dead, and held'
    for one in every:
        if isinstance(one, claims.Playouts):
            saved = any(isinstance(two, claims.Saves) and two.result != LOSE for two in every)
            if (one.tenths < 6) if one.color != first.color or saved else (one.tenths > 4):
                yield 'playouts deny what they are told for'
            if not (first.doubt or first.grade == Grade.SECONDED or raced):
                yield 'read to its end, and by playouts'
    for half in (one for one in every if isinstance(one, claims.HalfEye)):
        if any(half.point in one.points and one.least == one.most for one in spaces):
            yield 'half an eye on which nothing hangs'


def explained(board: np.void, pos: int, limits: Limits | None = None) -> tuple[list[Claim], list[str]]:
    """What is claimed of the dragon at a point, and its sentences."""
    known = Examination(board, Workspace(), limits=limits) if limits else Examination(board, Workspace())
    found = known.dragons
    every = grounds.of(found, found.of(pos), known.judge, pos)
    return every, explain.sentences(every, board)


def drawn_from(where: Path, count: int, rng: random.Random) -> Iterator[tuple[str, Game, int]]:
    """Names, games and stones: dragons of random moments of records that are not unchecked, or targets of problems."""
    if where.suffix == '.json':
        for problem in rng.sample(json.loads(where.read_text('utf-8'))['queries'], count):
            game = Game(problem['size'])
            for color, stones in ((1, problem['black']), (2, problem['white'])):
                for name in stones:
                    py_place_if_legal(game.board, parse_vertex(name, game.size), color)
            yield problem['id'], game, parse_vertex(problem['target'], game.size)
        return
    files = sorted(where.rglob('*.sgf'))
    while count:
        path, game = rng.choice(files), Game()
        try:
            game.load(sgf.load(str(path)))
            last = len(game.moves)
            until = str(rng.randint(min(20, last), last) + 1) if last else None
            game = Game()
            game.load(sgf.load(str(path), until))
        except ValueError:
            continue
        found = partition.find(game.board, Workspace())
        dragons = [dragon for dragon in found.every if len(dragon.stones) > 2 and not status.unread_because(dragon, found)]
        if dragons:
            count -= 1
            yield f'{path.name} before {until or "its end"}', game, rng.choice(dragons).origin


def main(count: int, seed: int, *places: str) -> None:
    """Count what is claimed, and what of it is false."""
    rng, told, ends, bad = random.Random(seed), Counter[str](), Counter[str](), Counter[str]()
    for k, place in enumerate(places):
        part = count * (k + 1) // len(places) - count * k // len(places)
        for name, game, pos in drawn_from(Path(place), part, rng):
            every, lines = explained(game.board, pos)
            results = Replay(game.board, pos, every).results()
            against = list(contradictions(every, lines))
            for claim, end in results:
                told[type(claim).__name__] += 1
                ends[end] += 1
                bad[f'{type(claim).__name__}: {end}'] += end != TRUE
            bad.update(against)
            if against or any(end == FALSE for _, end in results):
                print(f'{name}, {vertex(pos, game.size)}\n{draw(game.size, game.color_at)}', *lines, sep='\n')
                print(*(f'  {end}: {claim}' for claim, end in results if end == FALSE), *(f'  {text}' for text in against), '', sep='\n')
    print(f'{sum(told.values())} claims about {count} dragons: {dict(ends)}')
    print(*(f'{number:4} {what}' for what, number in told.most_common()), '', *(f'{number:4} {what}' for what, number in
                                                                                 sorted(bad.items()) if number), sep='\n')


if __name__ == '__main__':
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
