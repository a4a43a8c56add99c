"""Check a problem of a collection by proofs: either side first, every first move, the book's answers and its line.

First moves are judged by the position after them, the other side to move, about the same stones.  Where it is proved what the other side
achieves after a pass, moves that this proof does not rest on are worth no more than a pass, and are not listed.
"""
import copy
import time
from collections.abc import Iterator, Sequence

from owlgo.cli import problem_proofs
from owlgo.cli.problem_data import Achieved, CheckedProblem, FirstMove, LineFault, ProblemLimits, Report, key_of
from owlgo.cli.problem_proofs import Proof
from owlgo.cli.problem_text import tempting
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import COLOR_NAMES, EMPTY, all_points, neighbours, other, parse_vertex
from owlgo.engine.core.result import GTP_CODES, LOSE, WIN, reverse
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.life import grade_words
from owlgo.engine.life.reading import Arenas
from owlgo.engine.owl.limits import Means
from owlgo.engine.solver.region import ATTACKER, DEFENDER
from owlgo.regress.problems import Puzzle

NEAR = 2
"""Where the other side's proof is missing, moves up to this many steps from the stones are tried."""


def check(one: Puzzle, limits: ProblemLimits) -> CheckedProblem:
    """Return what is proved about a problem, within the limits."""
    return ProblemCheck(one, limits).run()


class ProblemCheck:
    """Checks one problem."""

    def __init__(self, one: Puzzle, limits: ProblemLimits) -> None:
        self.puzzle, self.limits = one, limits
        self.game = Game(one.size)
        black, white = ([parse_vertex(name, one.size) for name in names] for names in (one.black, one.white))
        self.game.setup(black, white, one.color)
        self.question = problem_proofs.question_of(self.game, one, limits.nodes)
        self.until = time.process_time() + limits.seconds if limits.seconds else None
        self.said = list[str]()
        self.proofs: dict[str, Proof] = {}
        """The proofs that may get certificates: by first move, or by what they are about."""
        self.passed: Proof | None = None
        """What the other side achieves if it moves first."""

    def run(self) -> CheckedProblem:
        """Check the other side first, then the book's answers, all other first moves, and the rest of the book's line."""
        one, game = self.puzzle, self.game
        report = Report(one.name, one.size, list(one.black), list(one.white), COLOR_NAMES[one.color], 'attack' if one.attacks else 'defend',
                        one.goal, list(one.crucial or (one.target,)), [game.vertex(p) for p in sorted(self.question.stones)],
                        COLOR_NAMES[one.no_ko] if one.no_ko != EMPTY else '', list(one.region), list(one.moves), list(one.line),
                        list(one.wrong), key=key_of(one, self.limits))
        likely = self._likely()
        self.passed = passed = self._ask(game, other(one.color))
        for name in dict.fromkeys((*one.moves, *one.wrong)):
            report.moves.append(self._first_move(name, likely))
        if report.best is None or report.best.worth < (3, 0):
            answer = self._ask(game, one.color)
            report.first = self._outcome(answer) if answer is not None else None
            self._keep(answer, 'first')
        if passed is not None:
            report.passed, report.passed_line = self._reversed(passed), passed.line(self.limits.nodes)
            self._keep(passed, 'passed')
        tried = {one.move for one in report.moves}
        for name in self._candidates(passed, likely):
            if name not in tried:
                report.moves.append(self._first_move(name, likely))
        report.complete = passed is not None
        self._follow(report)
        report.nodes = self.question.nodes
        return CheckedProblem(report, self._certificates(report) if self.limits.certificates else [])

    def _goes_on(self, nodes: int = 0) -> bool:
        return self.until is None or time.process_time() < self.until

    def _ask(self, game: Game, first: int) -> Proof | None:
        """Prove what colour ``first`` achieves if it moves first; None without a proof."""
        if not self._goes_on() or not self.question.remaining(game):
            return None
        return self.question.prove(game, first, self.passed, self._goes_on)

    def _outcome(self, proof: Proof, result: int | None = None) -> Achieved:
        conditions = tuple(grade_words.strings(proof.conditions, self.game.size))
        return Achieved(GTP_CODES[proof.verdict.result if result is None else result], proof.grade.word, proof.verdict.threats, conditions,
                        proof.seki)

    def _reversed(self, proof: Proof) -> Achieved:
        """Return the outcome for the side of the problem, from a proof about the other side."""
        return self._outcome(proof, reverse(proof.verdict.result))

    def _first_move(self, name: str, likely: Sequence[int]) -> FirstMove:
        """Judge a first move."""
        pos = parse_vertex(name, self.game.size)
        rank = likely.index(pos) + 1 if pos in likely else 0
        outcome, line = self._judge([], pos)
        return FirstMove(name, outcome, line, rank)

    def _judge(self, before: Sequence[tuple[int, int]], pos: int) -> tuple[Achieved | None, list[str]]:
        """Judge a move of the side of the problem after the moves ``before``; return the outcome, and the best play from there on."""
        after, lives = self._after([*before, (self.puzzle.color, pos)])
        if lives is not None:
            return Achieved(GTP_CODES[LOSE if lives == self.puzzle.attacks else WIN], Grade.PROVED.word), []
        if not self.question.remaining(after):
            return self._taking(self._after(before)[0], pos), []
        proof = self._ask(after, other(self.puzzle.color))
        if proof is None:
            return None, []
        self._keep(proof, self.game.vertex(pos) if not before else f'move {len(before) + 1}')
        return self._reversed(proof), proof.line(self.limits.nodes)

    def _taking(self, game: Game, pos: int) -> Achieved | None:
        """Judge a move that takes all that is left of the stones in question, by a proof of what follows the capture."""
        proof = self._ask(game, self.puzzle.color)
        if proof is None:
            return None
        self._keep(proof, self.game.vertex(pos))
        if proof.kill is not None and proof.kill.wins(pos, self.limits.nodes):
            return self._outcome(proof)
        return self._outcome(proof) if proof.verdict.move == pos else None

    def _keep(self, proof: Proof | None, name: str) -> None:
        """Keep a proof for the certificates."""
        if proof is not None and self.limits.certificates:
            self.proofs[name] = proof

    def _certificates(self, report: Report) -> list[dict[str, object]]:
        """Return the certificates of the proofs that fit into one, of the wrong first moves only those that are told."""
        made: list[dict[str, object]] = []
        left_out = {one.move for one in report.moves if not report.works(one) and one not in tempting(report)}
        for proof in (proof for name, proof in self.proofs.items() if name not in left_out):
            try:
                made += proof.certificates(self.said)
            except ValueError as error:
                self.said.append(str(error))
        return made

    def _after(self, moves: Sequence[tuple[int, int]]) -> tuple[Game, bool | None]:
        """Return a copy of the game after some moves, and whether the owner has succeeded by then; None while that is open.

        Raises IllegalMove (a ValueError).
        """
        after, lives = copy.deepcopy(self.game), None
        for color, pos in moves:
            after.play(color, pos)
            lives = self.question.decided(after) if lives is None else lives
        return after, lives

    def _likely(self) -> list[int]:
        """Return the moves near the stones, the likeliest first by the prior that was learned from problems about dragons."""
        workspace = Workspace()
        goal, side = Goal.of(self.game.board, self.question.stones, workspace), ATTACKER if self.puzzle.attacks else DEFENDER
        prior = Arenas(goal, Means(workspace)).move_prior()
        points = [p for p in all_points(self.game.size) if prior['listed'][side, p]]
        return sorted(points, key=lambda p: -float(prior['score'][side, p]))

    def _candidates(self, passed: Proof | None, likely: Sequence[int]) -> Iterator[str]:
        """Yield the first moves that need a proof of their own, the likeliest first."""
        game, color = self.game, self.puzzle.color
        points = passed.points if passed is not None else self._near()
        if self.puzzle.region:
            points &= {parse_vertex(name, game.size) for name in self.puzzle.region}
        rank = {p: k for k, p in enumerate(likely)}
        for p in sorted(points, key=lambda p: (rank.get(p, len(rank)), p)):
            if game.color_at(p) == EMPTY and game.is_legal(color, p):
                yield game.vertex(p)

    def _near(self) -> set[int]:
        """Return the points at most NEAR steps from the stones."""
        size, reached = self.game.size, set(self.question.stones)
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

