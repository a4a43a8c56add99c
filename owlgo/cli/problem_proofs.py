"""What a side is proved to achieve in a problem: the question about a dragon, and the question about a goal of strings."""
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from owlgo.cli import solve_answer, solve_open
from owlgo.cli.solve_answer import ClosedAnswer
from owlgo.cli.solve_open import OpenAnswer, SolveRequest
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.game import Game
from owlgo.engine.core.goal_names import ANY, CONNECT
from owlgo.engine.core.points import EMPTY, PASS, neighbours, other, parse_vertex
from owlgo.engine.core.result import LOSE, WIN, Reading
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.life import goals, grades, variations
from owlgo.engine.life.goals import GoalAnswer, GoalQuestion
from owlgo.engine.life.grades import Graded
from owlgo.engine.life.verdict import Answer
from owlgo.engine.life.walls import WallCondition
from owlgo.engine.solver.open_region import won_again
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NotEnclosed, enclose, result_if
from owlgo.engine.solver.solver import TRIED_THREATS, Progress, Solution, Solver
from owlgo.engine.solver.trust import shown
from owlgo.engine.solver.zone_search import ZoneProof
from owlgo.regress.problems import Puzzle


@dataclass
class Proof:
    """What the side that moves first is proved to achieve."""
    game: Game
    stone: int
    """A stone of the owner's."""
    side: int
    """The side of the search that moves first."""
    verdict: Solution
    """A ko that the attacker alone can begin counts as the dragon's death."""
    grade: Grade
    conditions: tuple[WallCondition, ...]
    zones: tuple[ZoneProof, ...]
    """Proofs in zones."""
    inside: frozenset[int]
    """Points of the closed region, if any."""
    kill: ZoneProof | None
    """The success of the attacker's that assumes no wall, if it is one."""
    solver: Solver
    """Knows the variations."""
    asked: int
    """The side that moves first in them."""
    certificates: Callable[[list[str]], list[dict[str, Any]]]
    """Makes certificates; what does not fit into one is put into the list.  Raises ValueError if nothing does."""
    threats: int = 0
    """The defender's net ko threats with which the variations were searched."""
    seki: bool = False

    @property
    def winner(self) -> ZoneProof | None:
        """The proof in a zone, with no wall on trust, that the side that moves first succeeds against all ko threats."""
        if self.verdict.result != WIN or self.grade != Grade.PROVED:
            return None
        least = 1 if self.side == ATTACKER else -1
        return next((one for one in self.zones if one.winner == self.side and least * one.until >= TRIED_THREATS), None)

    @property
    def points(self) -> set[int]:
        """The points that the proof rests on, with the outside liberties of an unconditional kill's posts."""
        posts = {stone for one in self.zones for stones in one.region.posts.values() for stone in stones}
        return set(self.inside).union(*(one.points for one in self.zones)) | \
            {p for stone in posts for p in neighbours(stone, self.game.size) if self.game.color_at(p) == EMPTY}

    def line(self, nodes: int) -> list[str]:
        """Return the line that shows it, from the side that moves first on."""
        # Only the moves count: where the owner attacks, since he connects, the line has both colours the other way round.
        owner = self.game.color_at(self.stone)
        solver = self.solver
        if self.kill is not None and solver is self.kill.solver:
            solver = shown(self.kill, nodes)
        solver.asked = self.asked
        answer = Answer(Reading(self.verdict.result, self.verdict.move, 0, self.grade), solver)
        line = variations.expected_line(self.game.board, self.stone, answer, owner if self.side == DEFENDER else other(owner), self.threats)
        # After a pass the side that loses has given up.
        given_up = next((k for k, one in enumerate(line) if k and one.move == PASS), len(line))
        return [self.game.vertex(one.move) for one in line[:given_up]]


class ProblemQuestion:
    """The stones in question, and what is asked of them."""

    def __init__(self, owner: int, stones: list[int], limit: int) -> None:
        self.owner, self.stones, self.limit = owner, stones, limit
        self.nodes = 0
        """Positions searched so far."""

    def remaining(self, game: Game) -> list[int]:
        """Return the stones in question that are on the board."""
        return [p for p in self.stones if game.color_at(p) == self.owner]

    def decided(self, game: Game) -> bool | None:
        """Whether the owner has succeeded; None while that is open.  None too when all stones are off: a proof judges what follows."""
        return None

    def prove(self, game: Game, first: int, earlier: Proof | None, watch: Progress) -> Proof | None:
        """Prove what colour ``first`` achieves, moving first; None without a proof.  ``earlier``: a proof on another board."""
        raise NotImplementedError


class DragonQuestion(ProblemQuestion):
    """Whether a dragon lives: one stone of it stays."""

    def __init__(self, game: Game, pos: int, limit: int) -> None:
        owner = game.color_at(pos)
        try:
            stones = [p for p in enclose(game.board, pos).points if game.color_at(p) == owner]
            self.closed = True
        except NotEnclosed:
            stones = Goal(game.board, pos, Workspace()).stones
            self.closed = False
        super().__init__(owner, stones, limit)

    def prove(self, game: Game, first: int, earlier: Proof | None, watch: Progress) -> Proof | None:
        left, side = self.remaining(game), DEFENDER if first == self.owner else ATTACKER
        request = SolveRequest(left[0], self.limit, sides=(side,), dragon=left)
        zone = earlier.winner if earlier is not None and earlier.side == side else None
        again = won_again(game.board, left, zone, self.limit, watch) if zone is not None else None
        if again is not None:
            return self._opened(OpenAnswer(game, left[0], [], {side: again}, {side: Graded(Grade.PROVED)}, request), side)
        if self.closed and _encloses(game, left):
            answer = solve_answer.answer(game, request, watch)
            proof = self._enclosed(answer, side) if isinstance(answer, ClosedAnswer) else self._opened(answer, side)
            if proof is not None:
                return proof
        return self._opened(solve_open.in_the_open(game, request, watch), side) if watch(0) else None

    def _enclosed(self, found: ClosedAnswer, side: int) -> Proof | None:
        """Return the proof in an answer about a closed region."""
        verdict, study = found.study.verdict(side), found.study
        self.nodes += verdict.nodes
        if not verdict.proved:
            return None
        graded = found.graded[side]
        if graded.proof is not None:
            verdict = verdict._replace(move=grades.first_move(graded.proof, verdict.move, side, self.limit))
        return self._proof(found, side, verdict, graded, study.waits, () if graded.proof is None else (graded.proof,), study.solver, side,
                           side in found.sekis)

    def _opened(self, found: OpenAnswer, side: int) -> Proof | None:
        """Return the proof in an answer about zones."""
        if side not in found.proofs:
            return None
        proof = found.proofs[side]
        self.nodes += proof.verdict.nodes
        return self._proof(found, side, proof.verdict, found.graded[side], solve_open.waits(proof), proof.proofs, proof.proofs[0].solver,
                           proof.proofs[0].side)

    def _proof(self, found: ClosedAnswer | OpenAnswer, side: int, verdict: Solution, graded: Graded, waits: bool,
               zones: tuple[ZoneProof, ...], solver: Solver, asked: int, seki: bool = False) -> Proof:
        self.nodes += graded.nodes
        if waits:
            verdict = verdict._replace(result=result_if(ATTACKER, side), threats=0)
        inside = frozenset(found.study.region.points if isinstance(found, ClosedAnswer) else ())
        return Proof(found.game, found.request.pos, side, verdict, graded.grade, graded.conditions, zones, inside, graded.proof, solver,
                     asked, found.certificates, seki=seki)


class StringsQuestion(ProblemQuestion):
    """Whether the owner of some strings succeeds as their goal says."""

    def __init__(self, game: Game, one: Puzzle, limit: int) -> None:
        self.goal, self.no_ko = one.goal, one.no_ko
        self.firsts = [parse_vertex(name, one.size) for name in one.crucial]
        self.region = frozenset(parse_vertex(name, one.size) for name in one.region)
        super().__init__(game.color_at(self.firsts[0]), sorted({p for first in self.firsts for p in game.string(first)}), limit)

    def decided(self, game: Game) -> bool | None:
        if self.goal == ANY:
            return None
        if len(self.remaining(game)) < len(self.stones):
            return False
        return True if self.goal == CONNECT and goals.one_string(game.board, self.firsts) else None

    def prove(self, game: Game, first: int, earlier: Proof | None, watch: Progress) -> Proof | None:
        firsts = [p for p in self.firsts if game.color_at(p) == self.owner] or self.remaining(game)
        asked = GoalQuestion(self.goal, tuple(firsts), first, self.no_ko, self.limit, region=self.region)
        found = self._again(game, asked, earlier, watch) or goals.settle(game.board, asked, watch, every_move=False)
        self.nodes += found.nodes
        return self._proof(game, found)

    def _again(self, game: Game, asked: GoalQuestion, earlier: Proof | None, watch: Progress) -> GoalAnswer | None:
        """Prove that the side that moves first wins in the zone of an earlier proof, or round it."""
        found = GoalAnswer(game.board, asked, asked.first == self.owner, Grade.PROVED)
        zone = earlier.winner if earlier is not None and earlier.side == found.side else None
        again = None
        if zone is not None:
            again = won_again(game.board, self.remaining(game), zone, self.limit, watch, kind=goals.solver_kind(asked.goal),
                              allowed=self.region)
        if again is None:
            return None
        found.verdict, found.proofs, found.nodes = again.verdict, again.proofs, again.verdict.nodes
        found.needs_no_move = again.verdict.needs_none
        return found

    def _proof(self, game: Game, found: GoalAnswer) -> Proof | None:
        verdict = found.verdict
        if verdict is None or not found.proofs:
            return None
        if found.lives is not None:         # a ko that the attacker alone can begin included
            verdict = verdict._replace(result=WIN if found.lives == (found.question.first == found.owner) else LOSE, threats=0)
        if found.moves:
            verdict = verdict._replace(move=found.moves[0])
        shown_one = found.proofs[0]
        zones = tuple(one for one in found.proofs if one.region.record['outside_owner'])
        inside = frozenset(p for one in found.proofs if not one.region.record['outside_owner'] for p in one.region.points)
        kill = next((one for one in zones if one.winner == ATTACKER and one.unconditional), None)
        return Proof(game, found.question.stones[0], found.side, verdict, found.grade, found.conditions, zones, inside, kill,
                     shown_one.solver, shown_one.side, lambda said: [found.certificate()],
                     0 if verdict.threats else _threats(shown_one))


def _threats(proof: ZoneProof) -> int:
    """Return the number of the defender's net ko threats, nearest to none, that a proof covers."""
    return min(proof.until, 0) if proof.winner == ATTACKER else max(proof.until, 0)


def question_of(game: Game, one: Puzzle, limit: int) -> ProblemQuestion:
    """Return the question of a problem.  ``limit``: positions for each proof."""
    return StringsQuestion(game, one, limit) if one.goal else DragonQuestion(game, parse_vertex(one.target, one.size), limit)


def _encloses(game: Game, stones: Sequence[int]) -> bool:
    """Return whether a closed region contains all these stones."""
    try:
        return set(stones) <= set(enclose(game.board, stones[0]).points)
    except NotEnclosed:
        return False
