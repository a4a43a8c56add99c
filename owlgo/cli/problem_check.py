"""Check a problem of a collection by proofs: either side first, every first move, the book's answers and its line.

First moves are judged by the position after them, the other side to move, about the same stones.  Where it is proved what the other side
achieves after a pass, moves that this proof does not rest on are worth no more than a pass, and are not listed.
"""
import copy
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from owlgo.cli import solve_answer, solve_open
from owlgo.cli.problem_data import Achieved, CheckedProblem, FirstMove, LineFault, ProblemLimits, Report, key_of
from owlgo.cli.problem_text import tempting
from owlgo.cli.solve_answer import ClosedAnswer
from owlgo.cli.solve_open import OpenAnswer, SolveRequest
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import COLOR_NAMES, EMPTY, PASS, all_points, neighbours, other, parse_vertex
from owlgo.engine.core.result import GTP_CODES, WIN, Reading, reverse
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.life import grade_words, grades, variations
from owlgo.engine.life.grades import Graded
from owlgo.engine.life.reading import Arenas
from owlgo.engine.life.verdict import Answer
from owlgo.engine.owl.limits import Means
from owlgo.engine.solver.open_region import ZoneProof, won_again
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NotEnclosed, enclose, result_if
from owlgo.engine.solver.solver import Solution, Solver
from owlgo.engine.solver.trust import shown
from owlgo.regress.problems import Puzzle

NEAR = 2
"""Where the other side's proof is missing, moves up to this many steps from the dragon are tried."""


def check(one: Puzzle, limits: ProblemLimits) -> CheckedProblem:
    """Return what is proved about a problem, within the limits."""
    return ProblemCheck(one, limits).run()


class Proof(NamedTuple):
    """What the side that moves first is proved to achieve."""
    verdict: Solution
    graded: Graded
    seki: bool
    solver: Solver
    """The solver that knows the variations."""
    asked: int
    """The side that moves first in them."""
    found: ClosedAnswer | OpenAnswer

    @property
    def zone(self) -> ZoneProof | None:
        """The kill that assumes no wall, if it is one."""
        return self.graded.proof

    @property
    def winner(self) -> ZoneProof | None:
        """The proof in a zone, with no wall on trust, that the side succeeds against all ko threats."""
        if self.verdict.result != WIN or self.graded.grade != Grade.PROVED:
            return None
        return self.found.proofs[self.asked_side].proofs[0] if isinstance(self.found, OpenAnswer) else self.zone

    @property
    def points(self) -> set[int]:
        """The points that the proof rests on, with the outside liberties of an unconditional kill's posts."""
        if isinstance(self.found, OpenAnswer):
            zones = list(self.found.proofs[self.asked_side].proofs)
        else:
            zones = [self.zone] if self.zone is not None else []
        inside = set(self.found.study.region.points) if isinstance(self.found, ClosedAnswer) else set[int]()
        game, size = self.found.game, self.found.game.size
        posts = {stone for one in zones for stones in one.region.posts.values() for stone in stones}
        return inside.union(*(one.points for one in zones)) | {p for stone in posts for p in neighbours(stone, size)
                                                               if game.color_at(p) == EMPTY}

    @property
    def asked_side(self) -> int:
        """The side that the verdict is about."""
        return self.found.request.sides[0]


class ProblemCheck:
    """Checks one problem."""

    def __init__(self, one: Puzzle, limits: ProblemLimits) -> None:
        self.puzzle, self.limits = one, limits
        self.game = Game(one.size)
        black, white = ([parse_vertex(name, one.size) for name in names] for names in (one.black, one.white))
        self.game.setup(black, white, one.color)
        self.pos = parse_vertex(one.target, one.size)
        self.owner = self.game.color_at(self.pos)
        self.side = ATTACKER if one.attacks else DEFENDER
        self.until = time.process_time() + limits.seconds if limits.seconds else None
        self.workspace, self.nodes, self.said = Workspace(), 0, list[str]()
        self.proofs: dict[str, ClosedAnswer | OpenAnswer] = {}
        """The proofs that may get certificates: by first move, or by what they are about."""
        self.passed: Proof | None = None
        """What the other side achieves if it moves first."""
        try:
            region = enclose(self.game.board, self.pos)
            self.goal = [p for p in region.points if self.game.color_at(p) == self.owner]
            self.closed = True
        except NotEnclosed:
            self.goal = Goal(self.game.board, self.pos, self.workspace).stones
            self.closed = False

    def run(self) -> CheckedProblem:
        """Check the other side first, then the book's answers, all other first moves, and the rest of the book's line."""
        one, game = self.puzzle, self.game
        report = Report(one.name, one.size, list(one.black), list(one.white), COLOR_NAMES[one.color], 'attack' if one.attacks else 'defend',
                        one.target, [game.vertex(p) for p in sorted(self.goal)], list(one.moves), list(one.line), list(one.wrong),
                        key=key_of(one, self.limits))
        likely = self._likely()
        self.passed = passed = self._ask(game, 1 - self.side)
        for name in dict.fromkeys((*one.moves, *one.wrong)):
            report.moves.append(self._first_move(name, likely))
        if report.best is None or report.best.worth < (3, 0):
            answer = self._ask(game, self.side)
            report.first = self._outcome(answer) if answer is not None else None
            self._keep(answer, 'first')
        if passed is not None:
            report.passed, report.passed_line = self._reversed(passed), self._line(game, passed)
            self._keep(passed, 'passed')
        tried = {one.move for one in report.moves}
        for name in self._candidates(passed, likely):
            if name not in tried:
                report.moves.append(self._first_move(name, likely))
        report.complete = passed is not None
        self._follow(report)
        report.nodes = self.nodes
        return CheckedProblem(report, self._certificates(report) if self.limits.certificates else [])

    def _goes_on(self, nodes: int = 0) -> bool:
        return self.until is None or time.process_time() < self.until

    def _ask(self, game: Game, side: int) -> Proof | None:
        """Prove what ``side`` achieves if it moves first; None without a proof.  The goal has a stone on the board."""
        if not self._goes_on():
            return None
        left = [p for p in self.goal if game.color_at(p) == self.owner]
        request = SolveRequest(left[0], self.limits.nodes, sides=(side,), dragon=left)
        again = self._again(game, request)
        if again is not None:
            return again
        if self.closed and _encloses(game, left):
            answer = solve_answer.answer(game, request, self._goes_on)
            proof = self._proof(answer, side)
            if proof is not None:
                return proof
        return self._proof(solve_open.in_the_open(game, request, self._goes_on), side) if self._goes_on() else None

    def _again(self, game: Game, request: SolveRequest) -> Proof | None:
        """Prove that the other side still wins where it won after a pass, if it did."""
        passed, side = self.passed, request.sides[0]
        zone = passed.winner if passed is not None and passed.asked_side == side else None
        if zone is None:
            return None
        found = won_again(game.board, request.dragon, zone, request.nodes, self._goes_on)
        if found is None:
            return None
        return self._proof(OpenAnswer(game, request.pos, [], {side: found}, {side: Graded(Grade.PROVED)}, request), side)

    def _proof(self, found: ClosedAnswer | OpenAnswer, side: int) -> Proof | None:
        """Return the proof in an answer.  A ko that the attacker alone can begin is the dragon's death."""
        if isinstance(found, ClosedAnswer):
            verdict = found.study.verdict(side)
            self.nodes += verdict.nodes
            if not verdict.proved:
                return None
            graded, waits = found.graded[side], found.study.waits
            solver, asked = found.study.solver, side
            if graded.proof is not None:
                verdict = verdict._replace(move=grades.first_move(graded.proof, verdict.move, side, self.limits.nodes))
        else:
            if side not in found.proofs:
                return None
            open_proof = found.proofs[side]
            verdict, graded, waits = open_proof.verdict, found.graded[side], solve_open.waits(open_proof)
            self.nodes += verdict.nodes
            solver, asked = open_proof.proofs[0].solver, open_proof.proofs[0].side
        self.nodes += graded.nodes
        if waits:
            verdict = verdict._replace(result=result_if(ATTACKER, side), threats=0)
        seki = isinstance(found, ClosedAnswer) and side in found.sekis
        return Proof(verdict, graded, seki, solver, asked, found)

    def _outcome(self, proof: Proof, result: int | None = None) -> Achieved:
        size = self.game.size
        conditions = tuple(grade_words.strings(proof.graded.conditions, size))
        return Achieved(GTP_CODES[proof.verdict.result if result is None else result], proof.graded.grade.word, proof.verdict.threats,
                       conditions, proof.seki)

    def _reversed(self, proof: Proof) -> Achieved:
        """Return the outcome for the side of the problem, from a proof about the other side."""
        return self._outcome(proof, reverse(proof.verdict.result))

    def _line(self, game: Game, proof: Proof) -> list[str]:
        """Return the line that shows a proof, from the side that it is about on."""
        mover = self.owner if proof.asked_side == DEFENDER else other(self.owner)
        stone = self.pos if game.color_at(self.pos) == self.owner else proof.found.request.pos
        solver = proof.solver
        if proof.zone is not None and solver is proof.zone.solver:
            solver = shown(proof.zone, self.limits.nodes)
        solver.asked = proof.asked
        reading = Reading(proof.verdict.result, proof.verdict.move, 0, proof.graded.grade)
        line = variations.expected_line(game.board, stone, Answer(reading, solver), mover)
        # After a pass the side that loses has given up.
        given_up = next((k for k, one in enumerate(line) if k and one.move == PASS), len(line))
        return [game.vertex(one.move) for one in line[:given_up]]

    def _first_move(self, name: str, likely: Sequence[int]) -> FirstMove:
        """Judge a first move."""
        pos = parse_vertex(name, self.game.size)
        rank = likely.index(pos) + 1 if pos in likely else 0
        outcome, line = self._judge([], pos)
        return FirstMove(name, outcome, line, rank)

    def _judge(self, before: Sequence[tuple[int, int]], pos: int) -> tuple[Achieved | None, list[str]]:
        """Judge a move of the side of the problem after the moves ``before``; return the outcome, and the best play from there on."""
        after = self._after([*before, (self.puzzle.color, pos)])
        if not any(after.color_at(p) == self.owner for p in self.goal):
            return self._taking(self._after(before), pos), []
        proof = self._ask(after, 1 - self.side)
        if proof is None:
            return None, []
        self._keep(proof, self.game.vertex(pos) if not before else f'move {len(before) + 1}')
        return self._reversed(proof), self._line(after, proof)

    def _taking(self, game: Game, pos: int) -> Achieved | None:
        """Judge a move that takes all that is left of the dragon, by a proof of what follows the capture."""
        proof = self._ask(game, self.side)
        if proof is None:
            return None
        self._keep(proof, self.game.vertex(pos))
        if proof.zone is not None and proof.zone.wins(pos, self.limits.nodes):
            return self._outcome(proof)
        return self._outcome(proof) if proof.verdict.move == pos else None

    def _keep(self, proof: Proof | None, name: str) -> None:
        """Keep a proof for the certificates."""
        if proof is not None and self.limits.certificates:
            self.proofs[name] = proof.found

    def _certificates(self, report: Report) -> list[dict[str, object]]:
        """Return the certificates of the proofs that fit into one, of the wrong first moves only those that are told."""
        made: list[dict[str, object]] = []
        left_out = {one.move for one in report.moves if not report.works(one) and one not in tempting(report)}
        for found in (found for name, found in self.proofs.items() if name not in left_out):
            try:
                made += found.certificates(self.said)
            except ValueError as error:
                self.said.append(str(error))
        return made

    def _after(self, moves: Sequence[tuple[int, int]]) -> Game:
        """Return a copy of the game after some moves.  Raises IllegalMove (a ValueError)."""
        after = copy.deepcopy(self.game)
        for color, pos in moves:
            after.play(color, pos)
        return after

    def _likely(self) -> list[int]:
        """Return the moves near the dragon, the likeliest first by the prior that was learned from problems."""
        goal = Goal.of(self.game.board, self.goal, self.workspace)
        prior = Arenas(goal, Means(self.workspace)).move_prior()
        points = [p for p in all_points(self.game.size) if prior['listed'][self.side, p]]
        return sorted(points, key=lambda p: -float(prior['score'][self.side, p]))

    def _candidates(self, passed: Proof | None, likely: Sequence[int]) -> Iterator[str]:
        """Yield the first moves that need a proof of their own, the likeliest first."""
        game, color = self.game, self.puzzle.color
        points = passed.points if passed is not None else self._near()
        rank = {p: k for k, p in enumerate(likely)}
        for p in sorted(points, key=lambda p: (rank.get(p, len(rank)), p)):
            if game.color_at(p) == EMPTY and game.is_legal(color, p):
                yield game.vertex(p)

    def _near(self) -> set[int]:
        """Return the points at most NEAR steps from the dragon."""
        size, reached = self.game.size, set(self.goal)
        for _ in range(NEAR):
            reached |= {q for p in reached for q in neighbours(p, size)}
        return reached

    def _follow(self, report: Report) -> None:
        """Follow the book's line after its first move: each further move of its side must keep what is possible."""
        line, colors = self.puzzle.line, (self.puzzle.color, other(self.puzzle.color))
        moves = [(colors[k % 2], parse_vertex(name, self.game.size)) for k, name in enumerate(line)]
        start = report.of(line[0]) if line else None
        if start is None or start.outcome is None or not start.outcome.shown:
            return
        if report.fails(start):
            report.line_holds = False
            return
        if not report.works(start):
            return
        for k in range(2, len(moves), 2):
            outcome, below = self._judge(moves[:k], moves[k][1])
            if outcome is None or not outcome.shown:
                return
            if outcome.surely_below(start.outcome):
                report.line_holds, report.line_fault = False, LineFault(k + 1, line[k], outcome, below)
                return
            if outcome.worth < start.outcome.worth:
                return
        report.line_holds = True


def _encloses(game: Game, stones: Sequence[int]) -> bool:
    """Return whether a closed region contains all these stones."""
    try:
        return set(stones) <= set(enclose(game.board, stones[0]).points)
    except NotEnclosed:
        return False
