"""Settle a goal as problems have them: does one of several strings live, do all, is one taken, are they connected?

One side moves first, and a side may be denied the use of ko: it has to succeed although the other side has nine more ko threats
(TRIED_THREATS).  Then a single number of ko threats is asked about, which takes fewer nodes than a whole verdict.

A success in the open is proved for any surroundings.  For ``all``, ``capture`` and ``connect`` nothing is trusted as wall there.
"""
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.goal_names import ALL, ANY, CAPTURE, CONNECT, GOALS
from owlgo.engine.core.points import EMPTY, PASS, other
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN
from owlgo.engine.core.strings import string
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.life import grades
from owlgo.engine.life.verdict import WAITS
from owlgo.engine.life.walls import WallCondition, wall_reader
from owlgo.engine.solver.certificate import certify, certify_open, claims
from owlgo.engine.solver.dfpn import End
from owlgo.engine.solver.one_sided import waiting
from owlgo.engine.solver.open_region import OpenProof, OpenSearch
from owlgo.engine.solver.problem import Ko, deciding_ko
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NO_KO, NotEnclosed, enclose
from owlgo.engine.solver.solver import SOLVER_MEMORY, TRIED_THREATS, Progress, Solution, Solver
from owlgo.engine.solver.strategy import answers
from owlgo.engine.solver.zone_search import ZoneProof, never_refilled

READING_LEVEL = 10
"""Level of the tactical reading of walls."""
SUCCESS_NODES = 4
"""Nodes for proofs that the side to move succeeds, for each node for proofs that it fails: what problems ask for is there, as a rule."""
OTHER_MOVE_NODES = 20_000
"""Most nodes for testing whether another first move succeeds in the zone of a proof."""


class GoalQuestion(NamedTuple):
    """A goal, who moves first, and what the search may take."""
    goal: str
    """One of GOALS."""
    stones: tuple[int, ...]
    """A stone of each string in question, all of one colour."""
    first: int
    """The colour that moves first."""
    no_ko: int = EMPTY
    """The colour that may not rely on ko; EMPTY if both may."""
    nodes: int = 10_000_000
    memory: float = SOLVER_MEMORY
    """MB for each search."""
    threads: int = 1
    safe: Collection[int] = ()
    """Stones of the opponent that count as safe."""
    region: Collection[int] = ()
    """Points on which the winner may play, those of stones that may fall included; empty for all."""


@dataclass
class GoalAnswer:
    """What is known about a goal."""
    board: np.void
    question: GoalQuestion
    lives: bool | None = None
    """Whether the stones' owner succeeds: they live, are not taken, are connected.  None if it is unknown or depends on ko threats."""
    grade: Grade = Grade.UNCERTAIN
    moves: list[int] = field(default_factory=list)
    """First moves that succeed; empty if the side that moves first fails or need not move."""
    needs_no_move: bool = False
    verdict: Solution | None = None
    """The result of the side that moves first, or None if nodes ran out."""
    proofs: tuple[ZoneProof, ...] = ()
    conditions: tuple[WallCondition, ...] = ()
    """The strings that a kill assumes to hold."""
    nodes: int = 0
    closed: bool = False
    """Whether the proof is about a closed region."""

    @property
    def owner(self) -> int:
        """The colour of the stones in question."""
        return int(self.board['color'][self.question.stones[0]])

    def color(self, side: int) -> int:
        """The colour of a side of the search.  Who connects attacks."""
        return self.owner if (side == DEFENDER) != (self.question.goal == CONNECT) else other(self.owner)

    @property
    def side(self) -> int:
        """The side of the search that moves first."""
        return DEFENDER if self.question.first == self.color(DEFENDER) else ATTACKER

    @property
    def points(self) -> list[int]:
        """The points of the board that the proofs rest on, posts included."""
        return sorted({p for proof in self.proofs for p in proof.points})

    @property
    def needs_threats(self) -> int:
        """The colour that needs ko threats to turn the result, or EMPTY if no number of them does."""
        verdict = self.verdict
        if verdict is None or not verdict.threats:
            return EMPTY
        return self.color(self.side if verdict.result == KO_B else 1 - self.side)

    def ko(self) -> Ko | None:
        """Return the ko that decides, with the side that takes it first; None if there is none or nodes run out."""
        verdict = self.verdict
        if verdict is None or not verdict.threats:
            return None
        needs = self.side if verdict.result == KO_B else 1 - self.side
        proof = next((one for one in self.proofs if one.winner == needs), None)
        if proof is None:
            return None
        place = *proof.region.start(self.side)[:3], verdict.threats if needs == DEFENDER else -verdict.threats
        proof.solver.limit = 2 * proof.solver.nodes + OTHER_MOVE_NODES
        try:
            steps = proof.solver.strategy(*place[:3], self.side, place[3], needs)
        except ValueError:
            return None
        return deciding_ko(proof.region, answers(steps), (place, self.side), needs, verdict.threats)

    def certificate(self) -> dict[str, Any]:
        """Return a certificate of the proof.  Raises ValueError if there is none."""
        verdict, pos = self.verdict, self.question.stones[0]
        if not self.proofs or verdict is None or self.grade < Grade.PROVED_IF:
            raise ValueError('nothing is proved')
        zones = tuple(proof for proof in self.proofs if proof.region.record['outside_owner'])
        if not zones:
            claimed = [(proof.side, proof.until, proof.winner) for proof in self.proofs]
            return certify(self.board, pos, self.side, verdict._replace(proved=True), self.proofs[0].solver, self.question.safe,
                           claimed=claimed)
        joins = self.question.stones if self.question.goal == CONNECT else ()
        return certify_open(self.board, pos, [OpenProof(verdict, zones)], joins=joins)


def settle(board: np.void, question: GoalQuestion, watch: Progress | None = None, every_move: bool = True) -> GoalAnswer:
    """Answer a question.  ``watch`` may end the search.  ``every_move``: also look for all first moves that succeed, in more nodes.

    Raises ValueError for stones that do not fit the goal.
    """
    _check(board, question)
    found = GoalAnswer(board, question)
    if question.goal == CONNECT and one_string(board, question.stones):
        found.lives, found.grade, found.needs_no_move = True, Grade.PROVED, True
        return found
    level = None
    if question.no_ko != EMPTY:
        level = -TRIED_THREATS if question.no_ko == found.color(DEFENDER) else TRIED_THREATS
    proof = None
    if question.goal != CONNECT:
        proof = _in_closed_region(found, level, watch)
    if proof is None and not found.closed:
        proof = _in_the_open(found, level, watch)
    if proof is not None:
        _conclude(found, proof, level, watch, every_move)
    return found


def _check(board: np.void, question: GoalQuestion) -> None:
    """Raise ValueError for stones that do not fit the goal."""
    if question.goal not in GOALS:
        raise ValueError(f'no such goal: {question.goal}; one of {", ".join(GOALS)}')
    colors = {int(board['color'][p]) for p in question.stones}
    if EMPTY in colors or not colors:
        raise ValueError('no stone there')
    if len(colors) > 1:
        raise ValueError('the stones of a goal have one colour')
    if question.goal == CONNECT and len(question.stones) < 2:
        raise ValueError('connect: name a stone of each of two strings, or more')


def one_string(board: np.void, stones: Collection[int]) -> bool:
    """Whether all stones belong to one string."""
    return set(stones) <= set(string(board, next(iter(stones))))


def solver_kind(goal: str) -> str:
    """The goal as the solver has it."""
    return ALL if goal == CAPTURE else goal


def _in_closed_region(found: GoalAnswer, level: int | None, watch: Progress | None) -> OpenProof | None:
    """Search the closed region of the stones, if they have one in common."""
    question, side = found.question, found.side
    try:
        region = enclose(found.board, question.stones[0], question.safe)
    except NotEnclosed:
        return None
    stones = {p for first in question.stones for p in string(found.board, first)}
    spared = never_refilled(found.board, stones, solver_kind(question.goal))
    if not stones <= set(region.points) or question.region and not set(region.points) <= spared.union(question.region):
        return None
    found.closed = True
    region.record['goal'] = np.uint64(sum(1 << k for k, p in enumerate(region.points) if p in stones))
    region.record['all_live'] = solver_kind(question.goal) == ALL
    solver = Solver(region, question.nodes, memory=question.memory, progress=watch, threads=question.threads)
    if level is None:
        verdict = solver.verdict(side)
        found.nodes = verdict.nodes
        return OpenProof(verdict, tuple(_claims(verdict, region, solver, side))) if verdict.proved else None
    ended = solver.settle(*region.start(side), level)
    found.nodes = solver.nodes
    if ended == End.OUT_OF_NODES:
        return None
    winner = ATTACKER if ended == End.ATTACKER_WON else DEFENDER
    proof = ZoneProof(winner, level, region, solver, side, tuple(question.safe))
    return OpenProof(Solution(WIN if winner == side else LOSE, PASS, 0, True, solver.nodes), (proof,))


def _claims(verdict: Solution, region: Any, solver: Solver, side: int) -> list[ZoneProof]:
    """Return the proofs behind a verdict on a closed region: of the side that wins, and of the other with enough threats."""
    return [ZoneProof(winner, until, region, solver, first, passed=verdict.needs_none)
            for first, until, winner in claims(side, verdict, solver.most_threats)]


def _in_the_open(found: GoalAnswer, level: int | None, watch: Progress | None) -> OpenProof | None:
    """Search zones round the stones."""
    board, question = found.board, found.question
    stones = {p for first in question.stones for p in string(board, first)}
    search = OpenSearch(board, question.stones[0], found.side, question.nodes, question.safe, watch, stones,
                        wall_reader(board, READING_LEVEL, Workspace()), question.memory, question.threads, solver_kind(question.goal),
                        level, question.region, SUCCESS_NODES)
    proof = search.persevere()
    found.nodes = search.nodes
    return proof


def _conclude(found: GoalAnswer, proof: OpenProof, level: int | None, watch: Progress | None, every_move: bool) -> None:
    """Enter verdict, grade and moves into the answer."""
    question, side, verdict = found.question, found.side, proof.verdict
    killer = next((one for one in proof.proofs if one.winner == ATTACKER), None)
    found.verdict, found.proofs, found.grade = verdict, proof.proofs, Grade.PROVED
    waits = question.goal == ANY and level is None and killer is not None and verdict.result in (KO_A, KO_B) and \
        waiting(killer.solver, verdict.threats, WAITS).only
    if killer is not None and question.goal != CONNECT and not killer.unconditional:
        # A kill by ko is graded too: the wall has to hold for that.
        lost = Solution(WIN if side == ATTACKER else LOSE, PASS, 0, True, 0)
        worth = grades.grade(found.board, side, lost, killer.solver, question.nodes, READING_LEVEL, waits, watch, question.memory,
                             until=killer.until)
        found.grade, found.conditions = worth.grade, worth.conditions
        found.nodes += worth.nodes
        if worth.proof is not None:
            found.proofs = tuple(worth.proof if one is killer else one for one in proof.proofs)
    found.needs_no_move = verdict.needs_none
    if verdict.result in (WIN, LOSE) or waits:
        defended = (verdict.result == WIN) == (side == DEFENDER) and not waits
        found.lives = defended != (question.goal == CONNECT)
    mine = next((one for one in found.proofs if one.winner == side), None)
    if verdict.result != LOSE and mine is not None and not verdict.needs_none and not (waits and side == DEFENDER):
        if side == ATTACKER and verdict.result == WIN and _is_done(mine, found.nodes):
            found.needs_no_move = True
        else:
            found.moves = _first_moves(mine, found.nodes) if every_move else [mine.best]


def _is_done(proof: ZoneProof, nodes: int) -> bool:
    """Whether the winner of a proof, an attacker, is found to win as well if the defender moves first."""
    solver, region = proof.solver, proof.region
    solver.limit = solver.nodes + min(OTHER_MOVE_NODES, 1000 + nodes)
    return solver.settle(region.attackers, region.defenders, NO_KO, DEFENDER, proof.until) == End.ATTACKER_WON


def _first_moves(proof: ZoneProof, nodes: int) -> list[int]:
    """Return the first moves that succeed in the region of a proof, as far as few nodes show it; the proof's own move comes first."""
    best = proof.best
    moves = [best] if best != PASS else []
    each = min(OTHER_MOVE_NODES, 1000 + nodes)
    region = proof.region
    taken = region.attackers | region.defenders
    for k, p in enumerate(region.points):
        if p != best and not taken >> k & 1 and k != region.ko_for(proof.side) and proof.wins(p, each):
            moves.append(p)
    return moves
