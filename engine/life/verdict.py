"""Answer questions about dragons: by proof where the region is closed and small enough, else by reading.

    closed region, solved within its nodes              the exact solver: proved, or proved if its wall holds
    open region, proved in a zone                       the same
    closed region, searched with unproved cut-offs      the solver: read
    open region, arenas read to the end                 the largest arena: read
    arenas unfinished, playouts or OWL's search agree   the arena: seconded
    they differ, and the dragon is not shut in          a vote of arena, OWL's search and playouts: uncertain
    shut in, OWL's search and playouts deny a kill      it lives: uncertain
    no arena fits                                       OWL's search and playouts: uncertain
    else                                                what playouts find likely, or the arena: uncertain

An arena is the part of an open board that a reading is confined to.  Before arenas are read, a pattern of value 99 or more may decide, or
leave the attacker a single move.  What is not proved gets the rest of the nodes for a proof.  If strings of a kill's wall may be captured,
the kill is read again as a race with them.
"""
import contextlib
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from owlgo.engine.core.board import KoRule, played
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.points import PASS, other
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN, Reading, reverse
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.life.grades import first_move, grade
from owlgo.engine.life.reading import read_arenas, unread
from owlgo.engine.life.walls import REFUTED, WallCondition, wall_reader
from owlgo.engine.owl import pattern_values
from owlgo.engine.owl.limits import FIRST_PART, PLAYOUT_COST, Counter, Means, as_means
from owlgo.engine.read.reader import Memory
from owlgo.engine.read.record import Aim
from owlgo.engine.solver.one_sided import waiting
from owlgo.engine.solver.open_region import Matter, OpenSearch
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NotEnclosed, Region, dies, lives, result_if
from owlgo.engine.solver.repetition import life_repeats
from owlgo.engine.solver.solver import Solution, Solver
from owlgo.engine.solver.trust import shown

if TYPE_CHECKING:
    from owlgo.engine.mcts.dragon_rollouts import DragonRollouts

LIKELY, EVEN, RESCUE, HOPELESS, REFUTES = 0.6, 0.5, 0.7, 0.4, 0.3
"""Bounds for the share of playouts that succeed.  LIKELY or more confirm a success, EVEN or more vote for it, RESCUE or more save a dragon
that the arena gives up.  Below HOPELESS a success is doubted.  Below REFUTES it is given up if OWL's search denies it too, even if its
nodes ran out."""
WINS_TOO = 3000
"""Nodes for testing whether the move that playouts prefer wins in the arena too."""
FIRST_NODES, LARGER_PART, EASILY_READ = 120_000, 4, 16
"""A proof in a closed region first gets FIRST_NODES nodes, or its node limit divided by LARGER_PART if that is more.  It gets the whole
limit if an option set it, or if a reading of the region takes fewer nodes than that limit divided by EASILY_READ."""
WAITS = 20_000
"""Nodes for testing whether the owner of a dragon that lives by a ko can begin the ko, or can only wait for it."""


class OneSided(NamedTuple):
    """A ko that only the attacker can begin.  The dragon counts as dead, since he can remove all ko threats first."""
    threats: int
    """Ko threats that would save the dragon if he began the ko now; 0 if unknown."""
    move: int
    """The attacker's move towards the ko; PASS in an answer about the defence."""


class Answer(NamedTuple):
    """The answer to a question about a dragon's life, with its grade and where it comes from."""
    reading: Reading
    solver: Solver | None = None
    """The solver, with the variations; None if nothing was searched."""
    matter: Matter | None = None
    """The points and stones that a proof rests on, if the region is open or the proof assumes that a wall holds."""
    rollouts: 'DragonRollouts | None' = None
    """The playouts that gave the answer or seconded it."""
    wait: OneSided | None = None
    """The ko that the owner of a dead dragon can only wait for."""
    conditions: tuple[WallCondition, ...] = ()
    """The strings that must hold (not be captured) if the answer is PROVED_IF; empty if the limits left no time to name them."""
    weak_walls: tuple[int, ...] = ()
    """Stones of the wall that may fall first: the race with them was not finished, so a certain kill became uncertain."""

    @property
    def grade(self) -> Grade:
        """The reading's grade."""
        return self.reading.grade

    def graded(self, grade: Grade) -> 'Answer':
        """Return this answer with another grade."""
        return self._replace(reading=self.reading._replace(grade=grade))

    def as_guess(self) -> 'Answer':
        """Return this answer marked uncertain, without the proof or search that led to it."""
        return self._replace(reading=self.reading.as_guess(), matter=None, conditions=())

    @property
    def refuted(self) -> bool:
        """Whether the wall of the kill has a string that can be captured as the board stands."""
        return any(one.evidence == REFUTED for one in self.conditions)

    @property
    def needs_no_move(self) -> bool:
        """Whether the dragon lives without a defence."""
        return self.reading.result == WIN and self.reading.move == PASS


def prove(board: np.void, pos: int, side: int, limit: int, means: Means) -> tuple[Answer, int] | None:
    """Return the exact verdict on the dragon at pos, and how many ko threats would flip it; None if its region is too large, or open
    without a proof.  A dragon that can only wait for a ko counts as dead, even if ko threats could save it.  The grade is UNCERTAIN if
    nodes ran out.

    Raises ValueError on an empty point.
    """
    matter: Matter | None = None
    goal = Goal(board, pos, means.workspace)
    try:
        region = goal.region
    except NotEnclosed:
        proof = open_search(goal, side, limit, means).go_on(limit)
        if proof is None:
            return None
        verdict, solver, killer, matter = proof.verdict, proof.proofs[0].solver, proof.killer, proof.matter
        solver.asked = proof.proofs[0].side
    else:
        killer = solver = Solver(region, limit, progress=means.progress, threads=means.limits.threads)
        verdict = solver.verdict(side)
    means.add_nodes(verdict.nodes)
    if not verdict.proved:
        return Answer(reading_of(verdict), solver), verdict.threats
    answer = _answer_of(board, side, verdict, solver, killer, matter, limit, means, max(limit, WAITS))
    return answer.as_guess() if answer.refuted else answer, verdict.threats


def _answer_of(board: np.void, side: int, verdict: Solution, solver: Solver, killer: Solver | None, matter: Matter | None, most: int,
               means: Means, waits: int = WAITS) -> Answer:
    """Turn a proved verdict into an answer.  If a kill assumes that its wall is not captured, try to prove it without that, within ``most``
    nodes."""
    reading, wait = _as_it_stands(reading_of(verdict), side, killer, verdict.threats, means, waits)
    if not reading.certain:
        return Answer(reading, solver, wait=wait)
    found = grade(board, side, verdict, killer, most if means.limits.second and means.goes_on else 0, means.limits.level, wait is not None,
                  means.progress, workspace=means.workspace)
    means.add_nodes(found.nodes)
    if found.proof is not None:
        with means.counting(found.proof.solver):
            move = first_move(found.proof, reading.move, side, most)
        if move != reading.move:
            reading, solver = reading._replace(move=move), shown(found.proof, most)
            means.add_nodes(solver.nodes)
        matter = Matter(tuple(sorted(found.proof.points)), ())
    elif found.grade != Grade.PROVED and killer is not None:
        points, friends = (matter.points, matter.friends) if matter else (tuple(sorted(killer.region.points)), ())
        matter = Matter(points, tuple(sorted(killer.region.assumed)), friends)
    answer = Answer(reading._replace(grade=found.grade), solver, matter, wait=wait, conditions=found.conditions)
    return answer._replace(matter=None) if answer.refuted else _under_superko(board, side, verdict, answer, means)


def _under_superko(board: np.void, side: int, verdict: Solution, answer: Answer, means: Means) -> Answer:
    """Lower the grade of a proof to READ if the proof may rest on a repetition that superko forbids."""
    may_repeat = int(board['ko_rule']) == KoRule.SUPER and not dies(verdict.result, side)
    if answer.grade != Grade.PROVED or not may_repeat or answer.solver is None or not means.limits.second:
        return answer
    return answer.graded(Grade.READ)._replace(matter=None) if life_repeats(answer.solver, side, verdict) else answer


def _as_it_stands(reading: Reading, side: int, solver: Solver | None, threats: int, means: Means,
                  waits: int = WAITS) -> tuple[Reading, OneSided | None]:
    """Count a ko that only the attacker can begin as the dragon's death; return the reading, and that ko if there is one.  ``threats``: the
    number of ko threats that would flip the result, 0 if unknown.  If the defender can begin the ko, the reading's move is the one that
    does.  The reading becomes uncertain if ``waits`` nodes do not show who can begin it.
    """
    if solver is None or reading.result != (KO_A if side == ATTACKER else KO_B):
        return reading, None
    with means.counting(solver):
        wait = waiting(solver, threats, waits)
    if wait.only:
        found = OneSided(threats, reading.move if side == ATTACKER else PASS)
        return reading._replace(result=result_if(ATTACKER, side), move=PASS), found
    if side == ATTACKER or reading.move != PASS:
        return reading if wait.settled else reading.as_guess(), None
    # Whether any move of his begins the ko was not found.
    begun = reading._replace(move=wait.move) if wait.move != PASS else reading._replace(result=LOSE, grade=Grade.UNCERTAIN)
    return begun, None


def open_search(goal: Goal, side: int, most: int, means: Means) -> OpenSearch:
    """Return a search for proofs about a dragon in an open region; they hold whatever lies outside their zones."""
    return OpenSearch(goal.board, goal.pos, side, most, progress=means.progress, dragon=goal.stones,
                      holds=wall_reader(goal.board, means.limits.level, means.workspace), threads=means.limits.threads)


def owl_attack(board: np.void, pos: int, means: Means | None = None) -> Reading:
    """Whether the dragon at pos can be killed if its opponent moves first.  Raises ValueError on an empty point."""
    return ask(board, pos, ATTACKER, means).reading


def owl_defend(board: np.void, pos: int, means: Means | None = None) -> Reading:
    """Whether the dragon at pos lives if its owner moves first; PASS if it seems to need no move.  Raises ValueError on an empty point."""
    return ask(board, pos, DEFENDER, means).reading


def attack_and_defence(asked: Callable[[int, bool], Answer]) -> tuple[Answer, Answer | None]:
    """Return the answers about the attack and, if it succeeds, the defence.  ``asked`` gives them: its arguments are a side, and whether
    the dragon is known to be in danger."""
    attack = asked(ATTACKER, False)
    if attack.reading.result == LOSE:
        return attack, None
    defence = asked(DEFENDER, True)
    if defence.grade != Grade.PROVED or not defence.needs_no_move:
        return attack, defence
    # It is proved that the defender need not move: what seemed to kill does not.
    return defence._replace(reading=defence.reading._replace(result=LOSE), solver=None), None


def ask(board: np.void, pos: int, side: int, means: Means | None = None, threatened: bool = False, alone: bool = False) -> Answer:
    """Return what the side that moves first achieves for or against the dragon at pos.

    ``threatened``: it is known that the defender must move.  ``alone``: walls count as safe even if they can be captured; races with them
    are then read separately.

    Raises ValueError on an empty point.
    """
    means = as_means(means)
    goal = Goal(board, pos, means.workspace)
    answer = _ask(goal, side, means, threatened)
    if not alone:
        answer = _beside_weak_walls(goal, side, means, answer, threatened)
    return logged(board, pos, side, means, answer)


def ask_alone(board: np.void, pos: int, side: int, means: Means) -> Answer:
    """Return the answer if walls hold (``alone`` in ``ask``), without its solver; it is read once and then remembered."""
    found = means.remember(board, ('alone', pos, side), lambda means: _ask(Goal(board, pos, means.workspace), side, means, False)._replace(
        solver=None))
    return logged(board, pos, side, means, found)


def proved_life(board: np.void, pos: int, side: int, means: Means) -> Reading:
    """Return whether the dragon at pos is proved to live, without any condition, if ``side`` moves first: PROVED if so, else uncertain."""
    def find(means: Means) -> Reading:
        goal, counter = Goal(board, pos, means.workspace), means.workspace.get(Counter)
        before = counter.nodes
        try:
            solver = _closed_solver(goal.region, means, DEFENDER)
        except NotEnclosed:
            found = proved_in_the_open(open_search(goal, side, means.limits.open, means), means.limits.open, means, (DEFENDER,))
        else:
            with means.counting(solver):
                proof = solver.verdict(side)
            sure = proof.proved and lives(proof.result, side)
            found = _answer_of(board, side, proof, solver, solver, None, means.limits.open, means) if sure else None
        nodes = counter.nodes - before
        if found is not None and found.grade == Grade.PROVED and lives(found.reading.result, side):
            return found.reading._replace(nodes=nodes)
        return Reading(result_if(ATTACKER, side), PASS, nodes, Grade.UNCERTAIN)

    return means.remember(board, ('life', pos, side), find)


def logged(board: np.void, pos: int, side: int, means: Means, answer: Answer) -> Answer:
    """Note an answer in the log of questions, if there is one, and return the answer."""
    log = means.workspace.get(Memory).log
    if log is not None:
        log.add(board, Aim.LIFE, (pos,), side == ATTACKER, (), None, answer.reading)
    return answer


def is_denied(board: np.void, pos: int, side: int, found: Answer, asked: Callable[[int], Answer]) -> bool:
    """Whether an unproved success is contradicted by a certain reading of the position after its move; ``asked`` gives that reading, for
    the other side.

    If the success is by ko, the other side must have exactly the same ko after the move.
    """
    color, reading = int(board['color'][pos]), found.reading
    if found.grade == Grade.PROVED or reading.result == LOSE or reading.move == PASS:
        return False
    with played(board, (reading.move, color if side == DEFENDER else other(color))) as legal:
        stands = board['color'][pos] == color
        back = asked(1 - side).reading if legal and stands else None
        return legal and (side == DEFENDER if back is None else back.certain and back.result != reverse(reading.result))


def _closed_solver(region: Region, means: Means, winner: int | None = None) -> Solver:
    """Return a solver for proofs in a closed region, for successes of ``winner`` alone if there is one.  Its table has room for the whole
    limit; its limit is that of a first part, unless an option set the nodes.
    """
    limits, most = means.limits, means.limits.closed(region.empty)
    solver = Solver(region, most, progress=means.progress, winner=winner, threads=limits.threads)
    if not limits.explicit:
        solver.limit = min(most, max(FIRST_NODES, most // LARGER_PART))
    return solver


def _ask(goal: Goal, side: int, means: Means, threatened: bool) -> Answer:
    """Answer the question on the assumption that no wall is captured."""
    limits = means.limits
    with contextlib.suppress(NotEnclosed):
        region = goal.region
        most, solver = limits.closed(region.empty), _closed_solver(region, means)
        with means.counting(solver):
            verdict = solver.verdict(side)
        if not verdict.proved and means.goes_on:
            # The same region again, cut by static recognition: no proof, but it takes half the nodes or less.
            again = replace(region, record=region.record.copy())
            reader = Solver(again, most, progress=means.progress, guess=True, cutoffs=limits.cutoffs)
            with means.counting(reader):
                read = reader.verdict(side)
            if read.settled and reader.nodes < most // EASILY_READ and solver.limit < most and means.goes_on:
                solver.limit = most
                with means.counting(solver):
                    verdict = solver.verdict(side)
            if not verdict.proved and read.settled and reader.nodes < most and not reader.cut:
                reading, wait = _as_it_stands(reading_of(read)._replace(grade=Grade.READ), side, reader, read.threats, means)
                return Answer(reading, reader, wait=wait)
        if verdict.settled:
            return _answer_of(goal.board, side, verdict, solver, solver, None, limits.open, means)
    if not (limits.second and means.goes_on):
        return _read(goal, side, means, threatened)
    search = open_search(goal, side, limits.open, means)
    proved = proved_in_the_open(search, limits.open // FIRST_PART, means)
    if proved is not None:
        return proved
    answer = _read(goal, side, means, threatened)
    if answer.grade >= Grade.PROVED_IF or not means.goes_on:
        return answer
    # After a certain reading, look for a proof of the same result only.
    result = answer.reading.result
    winners = (side,) if result == WIN else (1 - side,) if result == LOSE else (ATTACKER, DEFENDER)
    return proved_in_the_open(search, search.most, means, winners if answer.reading.certain else (ATTACKER, DEFENDER)) or answer


def _beside_weak_walls(goal: Goal, side: int, means: Means, answer: Answer, threatened: bool) -> Answer:
    """If the wall of a kill may be captured, read the kill again as a race with the wall; if that reading is not finished, the answer is
    uncertain."""
    reading, solver = answer.reading, answer.solver
    if lives(reading.result, side) or solver is None or answer.grade == Grade.PROVED or not reading.certain or not means.goes_on:
        return answer
    from owlgo.engine.life.rivals import find_weak_walls  # it loads the rooms of eyes
    weak = find_weak_walls(goal.board, solver.region.points, goal.enemy, means)
    weak = sorted({*weak, *(p for one in answer.conditions if one.evidence == REFUTED for p in one.stones)})
    if not weak:
        return answer
    found = read_arenas(goal, side, means.limits.reading, means, weak, threatened=threatened)
    if found is None or not found[0].certain:
        return answer.as_guess()._replace(weak_walls=tuple(weak))
    reading, solver = found
    reading, wait = _as_it_stands(reading, side, solver, 0, means)
    return Answer(reading, solver, wait=wait)


def _read(goal: Goal, side: int, means: Means, threatened: bool) -> Answer:
    """Answer by reading: patterns first, then arenas, then playouts and OWL's search."""
    limits = means.limits
    decided, forced = pattern_values.decided(goal, side == ATTACKER, limits.level)
    if decided is not None:
        return Answer(decided)
    if forced != PASS:
        return _forced(goal, forced, means)
    found = read_arenas(goal, side, limits.reading, means, threatened=threatened)
    (reading, solver), wait = found or (unread(side), None), None
    if solver is not None:
        reading, wait = _as_it_stands(reading, side, solver, 0, means)
    guess = Answer(reading, solver, wait=wait)
    if reading.certain or not (limits.second and means.goes_on):
        return guess
    from owlgo.engine.mcts.dragon_rollouts import roll_out  # these kernels take a while to load, and most questions ask for none of them
    mover = goal.color if side == DEFENDER else goal.enemy
    what = roll_out(goal.board, goal.stones, mover, limits.playouts, means.workspace, may_pass=side == DEFENDER and not threatened,
                    goes_on=lambda: means.goes_on)
    means.add_effort(what.playouts * PLAYOUT_COST)
    return _confirmed(guess, side, what, means) or _likely(_with_second(goal, side, means, guess, what), side, what, means)


def _confirmed(guess: Answer, side: int, what: 'DragonRollouts', means: Means) -> Answer | None:
    """Return the guess of an unfinished arena as SECONDED if playouts clearly say the same; else None."""
    if guess.solver is None:
        return None
    kills = side == ATTACKER and guess.reading.result == WIN and what.chance >= LIKELY
    if not (kills or (side == DEFENDER and guess.reading.result == LOSE and what.chance < HOPELESS)):
        return None
    read = guess.graded(Grade.SECONDED)._replace(rollouts=what)
    return _by_its_move(read, side, what, means) if kills else read


def _likely(answer: Answer, side: int, what: 'DragonRollouts', means: Means) -> Answer:
    """Correct a guess of the arena or of OWL's search by playouts: take their winning move, or a rescue that the guess missed.

    OWL's winning moves are replaced too: playouts choose better.
    """
    if answer.reading.result == WIN and what.chance >= LIKELY:
        return _by_its_move(answer._replace(rollouts=what), side, what, means)
    if side == DEFENDER and answer.reading.result == LOSE and what.chance >= RESCUE:
        return Answer(Reading(WIN, what.move, answer.reading.nodes, Grade.UNCERTAIN), rollouts=what)
    return answer


def _by_its_move(answer: Answer, side: int, what: 'DragonRollouts', means: Means) -> Answer:
    """Let playouts choose the winning move; drop the arena's variations unless its solver quickly finds that this move wins too."""
    solver = answer.solver
    if what.move in (PASS, answer.reading.move):
        return answer
    wins = False
    if solver is not None:
        solver.limit = solver.nodes + WINS_TOO
        with means.counting(solver):
            wins = solver.wins(what.move, side)
    return answer._replace(reading=answer.reading._replace(move=what.move), solver=solver if wins else None)


def proved_in_the_open(search: OpenSearch, limit: int, means: Means, winners: tuple[int, ...] = (ATTACKER, DEFENDER)) -> Answer | None:
    """Continue a search for proofs in an open region that one of ``winners`` wins, up to ``limit`` nodes in all; return the answer proved,
    or None."""
    with means.counting(search):
        proof = search.go_on(limit, winners)
    if proof is None:
        return None
    solver = proof.proofs[0].solver
    solver.asked = proof.proofs[0].side
    answer = _answer_of(search.board, search.side, proof.verdict, solver, proof.killer, proof.matter, means.limits.open, means)
    return None if answer.refuted else answer


def _with_second(goal: Goal, side: int, means: Means, guess: Answer, what: 'DragonRollouts') -> Answer:
    """Compare the guess of an unfinished arena with OWL's search; return the answer to believe.

    If both agree, the guess is SECONDED, unless playouts deny it or it kills a dragon that is not shut in.  If they differ and the dragon
    is not shut in, or if no arena fits, playouts have the casting vote.  If they differ and the dragon is shut in, OWL's search is believed
    in two cases: it kills for certain where the arena did not, or it denies a kill that playouts deny too.
    """
    from owlgo.engine.owl import selective  # the rooms of eyes take a while to load
    found = guess.reading
    in_the_open = guess.solver is None or bool(int(guess.solver.region.record['escape']))
    denied = what.chance < HOPELESS if found.result == WIN else what.chance >= LIKELY
    if guess.solver is not None and found.result in (WIN, LOSE) and not denied and not (dies(found.result, side) and in_the_open):
        # One move of the winner's against many of the loser's says most.
        widths = (1, selective.MANY) if found.result == WIN else (selective.MANY, 1)
        owl = selective.read(goal, side, means, *widths)
        if owl.result == found.result and owl.certain:
            return guess.graded(Grade.SECONDED)
    doubted = side == ATTACKER and found.result == WIN and denied
    if not (in_the_open or doubted or (side == ATTACKER and found.result == LOSE)):
        return guess
    owl = selective.read(goal, side, means)
    if (owl.result == LOSE) == (found.result == LOSE):
        return guess
    if in_the_open:
        is_right = (what.chance >= EVEN) == (owl.result != LOSE)
    else:
        is_right = owl.certain or (doubted and what.chance < REFUTES)
    return Answer(owl.as_guess()) if is_right else guess


def _forced(goal: Goal, move: int, means: Means) -> Answer:
    """Return what the attacker achieves by the only move that patterns allow him (value ``FORCED``)."""
    with played(goal.board, (move, goal.enemy)) as legal:
        if not legal:
            return Answer(Reading(LOSE, PASS, 1, Grade.SEARCHED))
        if not goal.board['color'][goal.pos]:
            return Answer(Reading(WIN, move, 1, Grade.SEARCHED))
        back = ask(goal.board, goal.pos, DEFENDER, means)
    result = reverse(back.reading.result)
    # Playouts after the move are no playouts of the attack.
    found = back._replace(reading=back.reading._replace(result=result, move=PASS if result == LOSE else move), solver=None, rollouts=None)
    if result == WIN or not found.reading.certain:
        return found
    # However sure the answer to this move is, other attacks were not tried.
    return found.graded(Grade.SEARCHED)._replace(matter=None)


def reading_of(verdict: Solution) -> Reading:
    """Turn a verdict of the solver that is settled, at least without ko threats, into a reading."""
    return Reading(verdict.result, verdict.move if verdict.result != LOSE else PASS, verdict.nodes, Grade.of_reading(verdict.proved))
