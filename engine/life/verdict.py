"""Questions about dragons, answered by proof where the region is closed and small enough, else by reading.

    region closed, solved within the level's nodes      the exact solver's verdict: proved, or proved if its wall holds
    open, proved in a zone whatever lies outside        the same
    closed, read there with cuts that prove nothing     what is read, certain
    open, an arena read to its end                      the reading's, as far as arenas tell
    not finished, and playouts or OWL's search agree    the same, read
    they differ, in the open                            arena, OWL's search and playouts vote, uncertain
    else                                                what playouts find likely, or the arena, uncertain
"""
import contextlib
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from owlgo.engine.core.board import KoRule, py_popgo, py_trymove
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.parts import parts
from owlgo.engine.core.points import PASS, neighbours, other
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN, Reading, reverse
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import amalgamate
from owlgo.engine.life.grades import first_move, grade
from owlgo.engine.life.reading import read_arenas, unread
from owlgo.engine.life.walls import REFUTED, WallCondition, wall_reader
from owlgo.engine.owl import pattern_values
from owlgo.engine.owl.limits import AT_FIRST, PLAYOUT, Means, as_means
from owlgo.engine.read.query import OWL_QUESTION
from owlgo.engine.read.reader import Memory
from owlgo.engine.solver.one_sided import waiting
from owlgo.engine.solver.open_region import Matter, OpenSearch
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NotEnclosed, Region, dies, enclose, lives, result_if
from owlgo.engine.solver.repetition import life_repeats
from owlgo.engine.solver.solver import Solution, Solver
from owlgo.engine.solver.trust import shown

if TYPE_CHECKING:
    from owlgo.engine.mcts.dragon_rollouts import DragonRollouts

LIKELY, EVEN, RESCUE, HOPELESS = 0.6, 0.5, 0.7, 0.4
"""What part of the playouts round a dragon makes a success likely, is a vote for it, saves where an arena did not see how, and makes a
rescue hopeless.  Of 331 questions
of suites and books of which an arena was not finished, kills that both found were right in 88 of 91, dragons that neither saved were dead
in 20 of 21, of those that only playouts saved 17 of 19 lived, and of those that both saved 34 of 41; what playouts said otherwise told
nothing.  Of 107 first moves of theirs 68 were right, and of the arenas' 53."""
WINS_TOO = 3000
"""Nodes for whether the move that playouts like best wins in an arena as well."""
WAITS = 20_000
"""Nodes for whether a dragon that lives by a ko can only wait for it."""


class OneSided(NamedTuple):
    """A ko that only the attacker can begin: the dragon counts as dead, since he removes the defender's ko threats first."""
    threats: int
    """Ko threats that would save the dragon if he began it now; 0 if their number is not known."""
    move: int
    """The attacker's, towards the ko; PASS where the defender was asked about."""


class Answer(NamedTuple):
    """An answer with its grade, and where it comes from."""
    reading: Reading
    solver: Solver | None = None
    """It holds the variations; None if nothing was searched."""
    matter: Matter | None = None
    """What a proof in the open rests on, or that of a kill whose wall is taken to hold."""
    rollouts: 'DragonRollouts | None' = None
    """What playouts found, where the answer rests on them: it is theirs, or SECONDED by them."""
    wait: OneSided | None = None
    """The ko that a dead dragon's owner can only wait for."""
    conditions: tuple[WallCondition, ...] = ()
    """The strings that must hold, if it is PROVED_IF and the limits let anybody look."""

    @property
    def grade(self) -> Grade:
        """The reading's grade."""
        return self.reading.grade

    def graded(self, grade: Grade) -> 'Answer':
        """Return the same with another grade."""
        return self._replace(reading=self.reading._replace(grade=grade))

    def as_guess(self) -> 'Answer':
        """Return the same, uncertain, without what it rested on."""
        return self._replace(reading=self.reading.as_guess(), matter=None, conditions=())

    @property
    def refuted(self) -> bool:
        """Whether it is a kill with a wall of which a string can be taken as it stands."""
        return any(one.evidence == REFUTED for one in self.conditions)

    @property
    def needs_no_move(self) -> bool:
        """Of a defence: the dragon lives without one."""
        return self.reading.result == WIN and self.reading.move == PASS


def prove(board: np.void, pos: int, side: int, limit: int, means: Means) -> tuple[Answer, int] | None:
    """The exact verdict on the dragon at pos, and how many ko threats would turn it; None if its region is too large, or open and nothing
    can be proved of it.  A dragon that can only wait for a ko is dead; the threats would save it.  UNCERTAIN if nodes ran out.

    Raises ValueError on an empty point.
    """
    matter: Matter | None = None
    try:
        region = enclose_dragon(board, pos, means.workspace)
    except NotEnclosed:
        proof = open_search(board, pos, side, limit, means).go_on(limit)
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
    told = _told(board, side, verdict, solver, killer, matter, limit, means)
    return told.as_guess() if told.refuted else told, verdict.threats


def _told(board: np.void, side: int, verdict: Solution, solver: Solver, killer: Solver | None, matter: Matter | None, most: int,
          means: Means) -> Answer:
    """What a verdict that is proved, perhaps with a wall that is taken to hold, comes to: without trust within so many nodes, if that
    succeeds.
    """
    reading, wait = _as_it_stands(reading_of(verdict), side, killer, verdict.threats, means)
    if not reading.certain:
        return Answer(reading, solver, wait=wait)
    found = grade(board, side, verdict, killer, most if means.limits.second and means.goes_on else 0, means.limits.level, wait is not None,
                  means.progress, workspace=means.workspace)
    means.add_nodes(found.nodes)
    if found.proof is not None:
        move = first_move(found.proof, reading.move, side, most)
        if move != reading.move:
            reading, solver = reading._replace(move=move), shown(found.proof, most)
        matter = Matter(tuple(sorted(found.proof.points)), ())
    elif found.grade != Grade.PROVED and killer is not None:
        points, friends = (matter.points, matter.friends) if matter else (tuple(sorted(killer.region.points)), ())
        matter = Matter(points, tuple(sorted(killer.region.assumed)), friends)
    told = Answer(reading._replace(grade=found.grade), solver, matter, wait=wait, conditions=found.conditions)
    return told._replace(matter=None) if told.refuted else _under_superko(board, side, verdict, told, means)


def _under_superko(board: np.void, side: int, verdict: Solution, told: Answer, means: Means) -> Answer:
    """An answer that is proved, by the ko rule in force: a life may rest on a repetition, which superko forbids."""
    may_repeat = int(board['ko_rule']) == KoRule.SUPER and not dies(verdict.result, side)
    if told.grade != Grade.PROVED or not may_repeat or told.solver is None or not means.limits.second:
        return told
    return told.graded(Grade.READ)._replace(matter=None) if life_repeats(told.solver, side, verdict) else told


def _as_it_stands(reading: Reading, side: int, solver: Solver | None, threats: int, means: Means) -> tuple[Reading, OneSided | None]:
    """A reading, with a ko that the attacker alone can begin taken for the dragon's death; and that ko.  ``threats`` turn the result, 0 if
    their number is not known.  A defender who can begin it is told the move.
    """
    if solver is None or reading.result != (KO_A if side == ATTACKER else KO_B):
        return reading, None
    before = solver.nodes
    wait = waiting(solver, threats, WAITS)
    means.add_nodes(solver.nodes - before)
    if wait.only:
        found = OneSided(threats, reading.move if side == ATTACKER else PASS)
        return reading._replace(result=result_if(ATTACKER, side), move=PASS), found
    if side == ATTACKER or reading.move != PASS:
        return reading, None
    # Whether any move of his begins the ko was not found.
    begun = reading._replace(move=wait.move) if wait.move != PASS else reading._replace(result=LOSE, grade=Grade.UNCERTAIN)
    return begun, None


def open_search(board: np.void, pos: int, side: int, most: int, means: Means) -> OpenSearch:
    """A search for what can be proved of the dragon at pos whatever lies outside.  Raises ValueError on an empty point."""
    return OpenSearch(board, pos, side, most, progress=means.progress, dragon=amalgamate.group(board, pos, means.workspace),
                      holds=wall_reader(board, means.limits.level, means.workspace), threads=means.limits.threads)


def enclose_dragon(board: np.void, pos: int, workspace: Workspace) -> Region:
    """The region of the dragon at pos, which is what has to be taken or saved: other stones of its side in the region may help.

    Strings round the same empty points join it if no wall borders these points (GNU Go manual, "Dragons"), and if they are one dragon on
    the whole board too: a string that can be taken there is not saved by the life of the others.

    Raises NotEnclosed if the region is open, and ValueError on an empty point.
    """
    region = enclose(board, pos)
    size, color = int(board['size']), int(board['color'][pos])
    group = set(amalgamate.group(board, pos, workspace))
    dragon, before = set(group), 0
    boundary = int(region.record['boundary'])
    inner = {p for k, p in enumerate(region.points) if not board['color'][p] and not boundary >> k & 1}
    rims = [{q for p in space for q in neighbours(p, size) if board['color'][q] == color} for space in parts(inner, size)]
    while len(dragon) != before:
        before = len(dragon)
        for q in set().union(*(rim for rim in rims if rim & dragon)) - dragon:
            dragon.update(amalgamate.group(board, q, workspace))
    if dragon != group:
        from owlgo.engine.dragons import partition
        dragon = group | dragon.intersection(partition.find(board, workspace).of(pos).stones)
    region.record['goal'] = np.uint64(sum(1 << k for k, p in enumerate(region.points) if p in dragon))
    return region


def owl_attack(board: np.void, pos: int, means: Means | None = None) -> Reading:
    """Whether the dragon at pos can be killed if its opponent moves first.  Raises ValueError on an empty point."""
    return ask(board, pos, ATTACKER, means).reading


def owl_defend(board: np.void, pos: int, means: Means | None = None) -> Reading:
    """Whether the dragon at pos lives if its owner moves first; PASS when it lives anyway.  Raises ValueError on an empty point."""
    return ask(board, pos, DEFENDER, means).reading


def attack_and_defence(asked: Callable[[int, bool], Answer]) -> tuple[Answer, Answer | None]:
    """What is answered of an attack and, where that brings something, of a defence; ``asked`` answers for a side and whether the defender
    must do something (``ask``).
    """
    attack = asked(ATTACKER, False)
    if attack.reading.result == LOSE:
        return attack, None
    defence = asked(DEFENDER, True)
    if defence.grade != Grade.PROVED or not defence.needs_no_move:
        return attack, defence
    # It is proved that the defender need not move: what seemed to kill does not.
    return defence._replace(reading=defence.reading._replace(result=LOSE), solver=None), None


def ask(board: np.void, pos: int, side: int, means: Means | None = None, threatened: bool = False, alone: bool = False) -> Answer:
    """What a side that moves first achieves for or against the dragon at pos; ``threatened``: it is known that the defender must do
    something.  ``alone``: walls that may be taken hold all the same, as for those who read the races with them.

    Raises ValueError on an empty point.
    """
    means = as_means(means)
    answer = _ask(board, pos, side, means, threatened)
    if not alone:
        answer = _beside_weak_walls(board, pos, side, means, answer)
    log = means.workspace.get(Memory).log
    if log is not None:
        log.add(board, OWL_QUESTION, (pos,), side == ATTACKER, (), None, answer.reading)
    return answer


def is_denied(board: np.void, pos: int, side: int, found: Answer, asked: Callable[[int], Answer]) -> bool:
    """Whether a success that is not proved is denied for certain by what is read after its move; ``asked`` answers for the other side."""
    color, reading = int(board['color'][pos]), found.reading
    if found.grade == Grade.PROVED or reading.result != WIN or reading.move == PASS or \
            not py_trymove(board, reading.move, color if side == DEFENDER else other(color)):
        return False
    try:
        if board['color'][pos] != color:
            return side == DEFENDER
        back = asked(1 - side).reading
    finally:
        py_popgo(board)
    return back.surely_succeeds


def _ask(board: np.void, pos: int, side: int, means: Means, threatened: bool) -> Answer:
    """``ask`` without the log."""
    limits = means.limits
    with contextlib.suppress(NotEnclosed):
        region = enclose_dragon(board, pos, means.workspace)
        most = limits.closed(len(region.points) - (region.attackers | region.defenders).bit_count())
        solver = Solver(region, most, progress=means.progress, threads=limits.threads)
        verdict = solver.verdict(side)
        means.add_nodes(verdict.nodes)
        if not verdict.proved and means.goes_on:
            # The same region again, cut by static recognition: no proof, but it takes half the nodes or less.
            again = replace(region, record=region.record.copy())
            reader = Solver(again, most, progress=means.progress, guess=True, cutoffs=limits.cutoffs)
            read = reader.verdict(side)
            means.add_nodes(read.nodes)
            if read.settled and reader.nodes < most and not reader.cut:
                reading, wait = _as_it_stands(reading_of(read)._replace(grade=Grade.READ), side, reader, read.threats, means)
                return Answer(reading, reader, wait=wait)
        if verdict.settled:
            return _told(board, side, verdict, solver, solver, None, limits.open, means)
    if not (limits.second and means.goes_on):
        return _read(board, pos, side, means, threatened)
    search = open_search(board, pos, side, limits.open, means)
    proved = proved_in_the_open(search, limits.open // AT_FIRST, means)
    if proved is not None:
        return proved
    answer = _read(board, pos, side, means, threatened)
    if answer.grade >= Grade.PROVED_IF or not means.goes_on:
        return answer
    # Of what was read to its end only that is still to be proved.
    result = answer.reading.result
    winners = (side,) if result == WIN else (1 - side,) if result == LOSE else (ATTACKER, DEFENDER)
    return proved_in_the_open(search, search.most, means, winners if answer.reading.certain else (ATTACKER, DEFENDER)) or answer


def _beside_weak_walls(board: np.void, pos: int, side: int, means: Means, answer: Answer) -> Answer:
    """A kill whose wall may be taken itself, read once more as a race with that wall: the kill is a guess if the race has no end."""
    reading, solver = answer.reading, answer.solver
    if lives(reading.result, side) or solver is None or answer.grade == Grade.PROVED or not reading.certain or not means.goes_on:
        return answer
    from owlgo.engine.life.rivals import weak_walls  # it loads the rooms of eyes
    weak = weak_walls(board, solver.region.points, other(int(board['color'][pos])), means)
    weak = sorted({*weak, *(p for one in answer.conditions if one.evidence == REFUTED for p in one.stones)})
    if not weak:
        return answer
    found = read_arenas(board, pos, side, means.limits.reading, means, weak)
    if found is None or not found[0].certain:
        return answer.as_guess()
    return Answer(*found)


def _read(board: np.void, pos: int, side: int, means: Means, threatened: bool) -> Answer:
    """What patterns, arenas and the selective search say."""
    limits = means.limits
    told, forced = pattern_values.decided(board, pos, side == ATTACKER, means.workspace, limits.level)
    if told is not None:
        return Answer(told)
    if forced != PASS:
        return _forced(board, pos, forced, means)
    found = read_arenas(board, pos, side, limits.reading, means, threatened=threatened)
    if found is None:
        return Answer(unread(side))
    (reading, solver), wait = found, None
    if solver is not None:
        reading, wait = _as_it_stands(reading, side, solver, 0, means)
    guess = Answer(reading, solver, wait=wait)
    if reading.certain or not (limits.second and means.goes_on):
        return guess
    from owlgo.engine.mcts.dragon_rollouts import roll_out  # these kernels take a while to load, and most questions ask for none of them
    color = int(board['color'][pos])
    what = roll_out(board, amalgamate.group(board, pos, means.workspace), color if side == DEFENDER else other(color), limits.playouts,
                means.workspace, may_pass=side == DEFENDER and not threatened, goes_on=lambda: means.goes_on)
    means.add_effort(what.playouts * PLAYOUT)
    return _confirmed(guess, side, what) or _likely(_with_second(board, pos, side, means, guess, what), side, what)


def _confirmed(guess: Answer, side: int, what: 'DragonRollouts') -> Answer | None:
    """What an arena that was not finished says, if playouts say the same so clearly that it may be called read."""
    if guess.solver is None:
        return None
    kills = side == ATTACKER and guess.reading.result == WIN and what.chance >= LIKELY
    if not (kills or (side == DEFENDER and guess.reading.result == LOSE and what.chance < HOPELESS)):
        return None
    read = guess.graded(Grade.SECONDED)._replace(rollouts=what)
    return _by_its_move(read, side, what) if kills else read


def _likely(answer: Answer, side: int, what: 'DragonRollouts') -> Answer:
    """A guess, or what playouts find likelier: a success of the arena by their move, or a rescue that it did not see."""
    if answer.reading.result == WIN and what.chance >= LIKELY:
        return _by_its_move(answer._replace(rollouts=what), side, what)
    if side == DEFENDER and answer.reading.result == LOSE and what.chance >= RESCUE:
        return Answer(Reading(WIN, what.move, answer.reading.nodes, Grade.UNCERTAIN), rollouts=what)
    return answer


def _by_its_move(answer: Answer, side: int, what: 'DragonRollouts') -> Answer:
    """A success by the move that playouts like best; with the arena's variations if it is soon seen to win there as well."""
    solver = answer.solver
    if what.move in (PASS, answer.reading.move):
        return answer
    answer = answer._replace(reading=answer.reading._replace(move=what.move))
    if solver is None:
        return answer
    solver.limit = solver.nodes + WINS_TOO
    return answer if solver.wins(what.move, side) else answer._replace(solver=None)


def proved_in_the_open(search: OpenSearch, limit: int, means: Means, winners: tuple[int, ...] = (ATTACKER, DEFENDER)) -> Answer | None:
    """What a search proves within so many nodes in all, if anything, looking for successes of these sides."""
    before = search.nodes
    proof = search.go_on(limit, winners)
    means.add_nodes(search.nodes - before)
    if proof is None:
        return None
    solver = proof.proofs[0].solver
    solver.asked = proof.proofs[0].side
    told = _told(search.board, search.side, proof.verdict, solver, proof.killer, proof.matter, means.limits.open, means)
    return None if told.refuted else told


def _with_second(board: np.void, pos: int, side: int, means: Means, guess: Answer, what: 'DragonRollouts') -> Answer:
    """An arena that was not finished, with what OWL's search says.

    Both say the same: it is read, unless playouts deny it or it is a kill in the open.  They differ in the open: playouts have the casting
    vote.  They differ about a dragon that is shut in: only a kill that the arena did not see counts.

    The figures are in docs/experiments.md.
    """
    from owlgo.engine.owl import selective  # the rooms of eyes take a while to load
    found = guess.reading
    in_the_open = guess.solver is None or bool(int(guess.solver.region.record['escape']))
    denied = what.chance < HOPELESS if found.result == WIN else what.chance >= LIKELY
    if found.result in (WIN, LOSE) and not denied and not (dies(found.result, side) and in_the_open):
        # One move of the winner's against many of the loser's says most.
        widths = (1, selective.MANY) if found.result == WIN else (selective.MANY, 1)
        owl = selective.read(board, pos, side, means, *widths)
        if owl.result == found.result and owl.certain:
            return guess.graded(Grade.SECONDED)
    may_kill = side == ATTACKER and found.result == LOSE
    if not (in_the_open or may_kill):
        return guess
    owl = selective.read(board, pos, side, means)
    if (owl.result == LOSE) == (found.result == LOSE):
        return guess
    is_right = (what.chance >= EVEN) == (owl.result != LOSE) if in_the_open else owl.certain
    return Answer(owl.as_guess()) if is_right else guess


def _forced(board: np.void, pos: int, move: int, means: Means) -> Answer:
    """What the attacker achieves by the only move that the patterns leave him."""
    if not py_trymove(board, move, other(int(board['color'][pos]))):
        return Answer(Reading(LOSE, PASS, 1, Grade.SEARCHED))
    try:
        if not board['color'][pos]:
            return Answer(Reading(WIN, move, 1, Grade.SEARCHED))
        back = ask(board, pos, DEFENDER, means)
    finally:
        py_popgo(board)
    result = reverse(back.reading.result)
    # Playouts after the move are no playouts of the attack.
    found = back._replace(reading=back.reading._replace(result=result, move=PASS if result == LOSE else move), solver=None, rollouts=None)
    if result == WIN or not found.reading.certain:
        return found
    # Whatever is known of the answer, other attacks were not tried.
    return found.graded(Grade.SEARCHED)._replace(matter=None)


def reading_of(verdict: Solution) -> Reading:
    """A verdict as a reading; it must be settled at least for no ko threats."""
    return Reading(verdict.result, verdict.move if verdict.result != LOSE else PASS, verdict.nodes, Grade.of_reading(verdict.proved))
