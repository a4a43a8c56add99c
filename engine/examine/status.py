"""The status of dragons: alive, dead or critical by OWL's answers, by proofs and by races (GNU Go manual, "Dragons").

What people are told (``Judge.of``, ``judged``) is proved where it can be, and says where it is a guess.  What every dragon of a position
counts as (``guess``) is read quickly.
"""
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import NamedTuple

import numpy as np
from owlgo.engine.core.facts import ALIVE, CRITICAL, DEAD
from owlgo.engine.core.points import EMPTY, PASS, row_col
from owlgo.engine.core.result import KO_B, LOSE, WIN
from owlgo.engine.dragons import amalgamate
from owlgo.engine.dragons.partition import SMALL_ESCAPE, Dragon, Dragons, from_edges
from owlgo.engine.examine import seki
from owlgo.engine.examine.kept import Kept
from owlgo.engine.examine.told import as_told
from owlgo.engine.life import grade_words, grades, semeai, verdict
from owlgo.engine.life.reading import unread
from owlgo.engine.life.rivals import Rivals
from owlgo.engine.life.sekis import SekiProof, Sekis
from owlgo.engine.life.semeai import Semeai
from owlgo.engine.life.verdict import Answer
from owlgo.engine.life.walls import WallCondition
from owlgo.engine.owl.limits import Means, as_means
from owlgo.engine.solver.region import ATTACKER, DEFENDER
from owlgo.engine.solver.solver import Solver
from owlgo.engine.worms import best_move

MOST_RIVALS = 2
"""How many races of a dragon are read."""
ROOM = 1.4
"""Effective size for each stone from which on a dragon that was not read to its end has room to live."""
MUCH_SPACE, LARGE_SPACE = 15, 30
"""In an eye space of more empty points only a kill that was read to its end counts; one of more than the second is not read at all."""
TRUST = (grades.UNCERTAIN, grades.SEARCHED, grades.READ, grades.PROVED_IF, grades.PROVED)
"""Where answers come from, the least certain first."""
TAKER_NODES = 60_000
"""Nodes for each reading of whether taking a few stones in its only eye space kills the taker, at every level: the question is rare."""
OTHER_NODES = 400
"""Nodes for each other move that may decide about a dragon."""
WAY_OUT, LARGE, UNCHECKED = 'way out', 'large', 'unchecked'
"""Why a dragon is not read, and what its status then rests on."""
UNFINISHED, CONFLICT, RACE_UNREAD, RACE_OF_THREE, TOO_LARGE = 'unfinished', 'conflict', 'race unread', 'race of three', 'too large'
"""Why a status is a guess."""


class Status(NamedTuple):
    """What becomes of a dragon."""
    status: int
    """ALIVE, DEAD or CRITICAL, of ``engine.core.facts``."""
    attack: int = PASS
    """The move that kills a critical dragon."""
    defence: int = PASS
    """The move that saves it."""
    uncertain: bool = False
    seki: bool = False
    """It lives because neither side of a race can attack, or without two eyes."""
    at_rest: int = CRITICAL
    """What a critical dragon counts as when nothing more is played: DEAD if only a ko saves it, ALIVE if only a ko kills it."""

    @property
    def surely_dead(self) -> bool:
        """Whether it is certain that the dragon is dead."""
        return self.status == DEAD and not self.uncertain


@dataclass
class Race:
    """A semeai that decides about a dragon."""
    rival: int
    """The other dragon, by its first stone."""
    ours: Semeai
    """If the dragon's owner begins."""
    theirs: Semeai
    """If the opponent does."""
    third: int = PASS
    """A third dragon in danger that takes part in it, by its first stone: a race is read between two."""


@dataclass
class Judgement:
    """All that was read about a dragon."""
    attack: Answer | None = None
    """None if it was not read."""
    defence: Answer | None = None
    races: list[Race] = field(default_factory=list)
    status: Status = Status(ALIVE)
    owl_status: int | None = None
    """OWL's status without races; None if it was not read."""
    deciding: Race | None = None
    """The race that gives the dragon a better status than OWL's, if there is one."""
    by_itself_guessed: bool = False
    """Whether OWL's status was a guess."""
    unchecked: str = ''
    """WAY_OUT or LARGE if it was not read and counts as alive."""
    doubt: str = ''
    """Why the status is a guess, if it is."""
    doubted: int = PASS
    """The dragon that the doubt is about, by its first stone."""
    seki: SekiProof | None = None
    """The seki that it is proved to live in whoever moves first; of a race nothing is proved."""

    @property
    def how(self) -> str:
        """How far the status can be trusted: that of the weakest answer that it rests on."""
        if self.status.uncertain or self.deciding is not None:
            return grades.UNCERTAIN if self.status.uncertain else grades.READ
        return min((answer.how for answer in (self.attack, self.defence) if answer is not None), key=TRUST.index, default=grades.UNCERTAIN)

    @property
    def conditions(self) -> tuple[WallCondition, ...]:
        """The strings that must hold, if it is proved only if some do."""
        every = (self.attack, self.defence) if self.how == grades.PROVED_IF else ()
        return grade_words.together(answer.conditions for answer in every if answer is not None)

    @property
    def in_seki(self) -> bool:
        """Whether it lives in seki, as surely as it lives."""
        return self.status.seki and self.status.status == ALIVE and (self.seki is None or self.seki.how == grades.PROVED)

    @property
    def basis(self) -> str:
        """The same, or UNCHECKED if nothing was read."""
        return UNCHECKED if self.unchecked else self.how

    def doubtful(self, why: str, about: int = PASS) -> None:
        """From now on the status is a guess."""
        self.status, self.doubt, self.doubted = self.status._replace(uncertain=True), why, about


class KeptJudgement(NamedTuple):
    """What a judge read of a dragon, for judges of later positions."""
    judgement: Judgement
    moves: dict[int, list[int]]
    """The moves that decide about it, by the side that plays them."""


class Judge:
    """Answers about the dragons of one position, kept for the next question."""

    def __init__(self, board: np.void, means: Means | None = None, groups: list[list[int]] | None = None, thorough: bool = True,
                 kept: Kept[KeptJudgement] | None = None, threats_left: Callable[[Dragon], int] = lambda dragon: PASS) -> None:
        """A ``thorough`` judge asks for proofs and second readings, and doubts what hangs on a race that was not read or on one of three
        dragons.  That takes a few times as long: for what people are told, not for every dragon of a position.  What is ``kept`` of
        dragons from other positions is not read again.  A dragon that waits for a ko may have ``threats_left`` in a seki, at a stone there.
        """
        self._kept, self.threats_left = kept, threats_left
        self.board, self.means, self.thorough = board, as_means(means), thorough
        self.groups = amalgamate.groups(board, self.means.workspace) if groups is None else groups
        self._beside = Rivals(board, self.groups)
        self.at = self._beside.at
        self._by_owl: dict[int, Judgement] = {}
        self._judged: dict[int, Judgement] = {}
        self._dangers: dict[int, str] = {}
        self._solvers: dict[tuple[int, int], Solver] = {}
        self._known: dict[int, dict[int, list[int]]] = {}
        self._taken_over: set[int] = set()
        self._with_takers: dict[tuple[int, int], Judgement] = {}
        self._asked: dict[tuple[int, int, int, int, bool], Answer] = {}
        self.sekis = Sekis(board, self.means)
        self._looked_at: dict[int, set[int]] = {}       # the points that what was read to its end about a dragon rests on

    def judge(self, pos: int) -> Judgement:
        """All about the dragon at pos.  Raises ValueError on an empty point."""
        if pos not in self.at:
            raise ValueError('no string there')
        first = self.at[pos]
        if first not in self._judged:
            known = self._kept and self._kept.find(self.board, self._beside.group[first])
            if known:
                self._taken_over.add(first)
            else:
                known = KeptJudgement(self._with_races(pos), {})
                if self._kept and self.means.goes_on:
                    self._kept.keep(self.board, self._beside.group[first], known)
            self._judged[first], self._known[first] = known.judgement, known.moves
        return self._judged[first]

    def of(self, dragon: Dragon) -> Judgement:
        """All that was read about a dragon; if it consists of several groups, about the largest."""
        return self.judge(self.main_stone(dragon.stones))

    def main_stone(self, stones: Collection[int]) -> int:
        """A stone of the largest group among these: of equal ones, of the one nearer to the edges, so that how the board lies does not
        matter.
        """
        def rank(first: int) -> tuple[int, list[tuple[int, int]]]:
            group = self._beside.group[first]
            return -len(group), sorted(from_edges(row_col(stone), int(self.board['size'])) for stone in group)
        return min({self.at[stone] for stone in stones}, key=rank)

    def group(self, pos: int) -> list[int]:
        """The stones that hold together with the one at pos: what is read is whether they live."""
        return self._beside.group[self.at[pos]]

    def _with_races(self, pos: int) -> Judgement:
        """What OWL says, and the races that the dragon is in."""
        found = self.by_owl(pos)
        if found.owl_status == ALIVE:
            return found
        judged = replace(found, races=[], by_itself_guessed=found.status.uncertain)
        unread_races = []
        # What a reading looks at is settled; the wall it takes for granted.
        inside = self._looked_at.get(self.at[pos], set())
        for rival in self._rivals(pos):
            race = self._race(pos, rival) if self.means.goes_on else None
            if race is None:
                unread_races.append(rival)
                continue
            judged.races.append(race)
            if found.how == grades.PROVED and inside.issuperset(self._beside.group[rival]):
                # The proof has seen all that the race could bring, kos that only one side can begin among it.  One that takes walls for
                # granted ends with the capture, and the taker may die of it.
                continue
            better = _better(judged.status, _of_race(race))
            if better.status != judged.status.status:
                # What OWL only guessed may be better still than what a race gives.
                guessed = self.thorough and judged.status.uncertain and better.status != ALIVE
                judged.status, judged.deciding = better._replace(uncertain=guessed), race
        judged.doubt = judged.doubt if judged.status.uncertain else ''
        # What stands in its eye space was read along with the race that decides.
        unread_races = [rival for rival in unread_races if not (
            inside.issuperset(self._beside.group[rival]) if judged.deciding is None else self.surrounding(rival) == self.at[pos])]
        self._doubt_two_deaths(judged, unread_races)
        if self.thorough and (judged.deciding is not None or TRUST.index(found.how) < TRUST.index(grades.PROVED_IF) or unread_races):
            self._look_for_doubts(pos, judged, unread_races)
        return judged

    def with_taker(self, pos: int, taker: int) -> Judgement:
        """All about a dragon that can be taken, if the ``taker`` does not die of it: they race."""
        key = self.at[pos], self.at[taker]
        if key not in self._with_takers:
            judged = self.judge(pos)
            race = self._race_within(*key, TAKER_NODES) if self.means.goes_on else None
            if race is not None and _better(judged.status, _of_race(race)) != judged.status:
                judged = replace(judged, races=[race], status=_of_race(race), deciding=race, doubt='')
            self._with_takers[key] = judged
        return self._with_takers[key]

    def _doubt_two_deaths(self, judged: Judgement, unread_races: list[int]) -> None:
        """Two that race are not both dead: where the race was not read to its end, who moves first seems to win it.  A guess that the
        rival is dead casts no doubt on a death that is certain, and chooses no moves.
        """
        if judged.status.status != DEAD or judged.attack is None:
            return
        for rival in unread_races:
            other_one = self.by_owl(rival)
            decides = not other_one.status.uncertain or (self.thorough and judged.status.uncertain)
            if other_one.owl_status == DEAD and other_one.attack is not None and decides:
                if PASS not in (moves := (judged.attack.reading.move, other_one.attack.reading.move)):
                    judged.status = Status(CRITICAL, *moves)
                judged.doubtful(RACE_UNREAD, rival)
                return

    def _look_for_doubts(self, pos: int, judged: Judgement, unread_races: list[int]) -> None:
        """Whether a status hangs on a race that was not read, or on more than one race at a time."""
        for race in judged.races:
            if not self._danger(race.rival) or (judged.deciding not in (None, race) and self.surrounding(race.rival) == self.at[pos]):
                continue
            race.third = next(self._beside.thirds(self.at[pos], race.rival, lambda third: bool(self._danger(third))), PASS)
            # Other enemies are taken for walls, which is no help to a dragon that lives all the same.
            if race.third != PASS and (judged.status.status != ALIVE or self.board['color'][race.third] == self.board['color'][pos]):
                judged.doubtful(RACE_OF_THREE, race.third)
        if judged.status.status != ALIVE and not judged.status.uncertain:
            # OWL takes rivals for walls, and one that can be killed for certain is none.
            for rival in unread_races:
                if self._danger(rival) not in ('', grades.UNCERTAIN):
                    judged.doubtful(RACE_UNREAD, rival)

    def surrounding(self, pos: int) -> int:
        """The only dragon round another one, by its first stone; PASS if there are several, or none."""
        beside = list(self._beside.touching(self.at[pos]))
        return beside[0] if len(beside) == 1 else PASS

    def _danger(self, pos: int) -> str:
        """How OWL sees that a dragon can be killed, empty if it does not."""
        first = self.at[pos]
        if first not in self._dangers:
            found = verdict.ask(self.board, pos, ATTACKER, self.means, alone=True) if self.means.goes_on else None
            self._dangers[first] = found.how if found is not None and found.reading.result != LOSE else ''
        return self._dangers[first]

    def _race(self, pos: int, rival: int) -> Race | None:
        """The race of two dragons, None where it is not read to its end."""
        limits = self.means.limits
        race = self._race_within(pos, rival, limits.rival)
        if race is None and self.thorough and self.by_owl(pos).owl_status == self.by_owl(rival).owl_status == DEAD:
            # Each of them lives by the other's death: that is worth as much as a reading of either.
            race = self._race_within(pos, rival, limits.reading)
        return race

    def _race_within(self, pos: int, rival: int, nodes: int) -> Race | None:
        """The same, with so many nodes for each reading."""
        halves = []
        means = self.means._replace(limits=self.means.limits._replace(race=nodes))
        for pair in ((pos, rival), (rival, pos)):
            halves.append(semeai.analyze(self.board, *pair, means, guess=False))
            if halves[-1].uncertain:
                return None
        return Race(rival, halves[0], halves[1])

    def ask(self, pos: int, side: int, threatened: bool = False) -> Answer:
        """OWL's answer about the dragon at pos as the board is now, or a proof; the solver's memory is not kept.  When nobody waits any
        more nothing is begun: the answer is the defender's success, uncertain.
        """
        if not self.means.goes_on:
            return Answer(unread(side), grades.UNCERTAIN)
        key = int(self.board['hash']), int(self.board['ko']), pos, side, threatened
        if key not in self._asked:
            self._asked[key] = self._ask(pos, side, threatened)
        return self._asked[key]

    def _ask(self, pos: int, side: int, threatened: bool) -> Answer:
        means = self.means._replace(limits=self.means.limits._replace(second=self.thorough))
        found = verdict.ask(self.board, pos, side, means, threatened, alone=True)
        if found.how in (grades.PROVED, grades.PROVED_IF, grades.READ) and not found.seconded:
            points = found.matter.points if found.matter else found.solver.region.points if found.solver else ()
            self._looked_at.setdefault(self.at[pos], set()).update(points)
        if not self.thorough and found.solver is not None and found.reading.result == WIN:
            self._solvers[self.at[pos], side] = found.solver
        return found._replace(solver=None)

    def moves(self, pos: int, side: int) -> list[int]:
        """The moves that kill (or save, by ``side``) a critical dragon, the one that its status names first: where it was read in an arena,
        all that win there as well and are soon read.  A thorough judge knows of the first alone.
        """
        found = self.judge(pos).status
        first = found.attack if side == ATTACKER else found.defence
        question, known = (self.at[pos], side), self._known[self.at[pos]]
        if side not in known:
            if self.at[pos] in self._taken_over:
                self._ask(pos, side, side == DEFENDER)      # nobody keeps a solver
            solver, others = self._solvers.pop(question, None), list[int]()
            if solver is not None and first in solver.region.points:
                others = [q for q in solver.region.points if q != first and self.board['color'][q] == EMPTY and self._wins(solver, q, side)]
            if not self.means.goes_on:
                return [first, *others]     # some of them may be missing
            known[side] = [first, *others]
        return known[side]

    @staticmethod
    def _wins(solver: Solver, move: int, side: int) -> bool:
        """Whether another move wins too, within few nodes."""
        solver.limit = solver.nodes + OTHER_NODES
        return solver.wins(move, side)

    def by_owl(self, pos: int) -> Judgement:
        """What OWL says of the dragon at pos by itself."""
        first = self.at[pos]
        if first not in self._by_owl:
            self._by_owl[first] = self._read(pos)
        return self._by_owl[first]

    def _read(self, pos: int) -> Judgement:
        """What attack and defence make of the dragon at pos."""
        attack, defence = verdict.attack_and_defence(partial(self.ask, pos))
        if defence is not None:
            if defence.reading.result == LOSE:
                self._solvers.pop((self.at[pos], ATTACKER), None)
            found = self._in_doubt(attack, defence)
            if self.thorough and not found.status.uncertain and not self._confirms(pos, attack, defence):
                found.doubtful(CONFLICT)
            return found
        uncertain = attack.reading.uncertain
        return Judgement(attack, status=Status(ALIVE, uncertain=uncertain), owl_status=ALIVE, doubt=UNFINISHED if uncertain else '')

    def _in_doubt(self, attack: Answer, defence: Answer) -> Judgement:
        """A dragon that can be attacked.  The answers contradict each other where the defence claims to need no move all the same, unless
        it is a ko that the attacker has to win by threats, and also where a dragon that only a ko kills cannot be saved.
        """
        uncertain = attack.reading.uncertain or defence.reading.uncertain
        status = Status(DEAD, uncertain=uncertain)
        if defence.reading.result != LOSE:
            status = Status(CRITICAL, attack.reading.move, defence.reading.move, uncertain,
                            at_rest=_at_rest(attack.reading.result, defence.reading.result))
        found = Judgement(attack, defence, status=status, owl_status=status.status, doubt=UNFINISHED if uncertain else '')
        hopeless = attack.reading.result != WIN and defence.reading.result == LOSE
        if self.thorough and (hopeless or (defence.needs_no_move and attack.reading.result != KO_B)):
            found.doubtful(CONFLICT)
        return found

    def _confirms(self, pos: int, attack: Answer, defence: Answer) -> bool:
        """Whether what is read after the move that kills, and after the one that saves, does not deny for certain what that was to do."""
        return not any(verdict.is_denied(self.board, pos, side, answer, partial(self.ask, pos))
                       for side, answer in ((ATTACKER, attack), (DEFENDER, defence)))

    def _rivals(self, pos: int) -> list[int]:
        """The enemy dragons that share most liberties with the dragon at pos, by their first stones; those that can run away
        race with nobody."""
        shared = self._beside.touching(self.at[pos])
        penned_in = (first for first in sorted(shared, key=lambda first: (-len(shared[first]), first)) if self._beside.is_penned_in(first))
        return list(islice(penned_in, MOST_RIVALS))


def _of_race(race: Race) -> Status:
    """The status that a race gives the dragon."""
    if race.ours.defence == LOSE:
        return Status(DEAD)
    if race.theirs.attack == LOSE:
        return Status(ALIVE, seki=race.ours.attack != WIN)
    return Status(CRITICAL, race.theirs.move, race.ours.move, at_rest=_at_rest(race.theirs.attack, race.ours.defence))


def _at_rest(attack: int, defence: int) -> int:
    """What a dragon comes to that can be attacked and defended so, if no ko is fought."""
    return DEAD if defence != WIN else ALIVE if attack != WIN else CRITICAL


def _better(one: Status, two: Status) -> Status:
    """The better of two statuses for the dragon's owner; of equals the first."""
    order = (DEAD, CRITICAL, ALIVE)
    return max(one, two, key=lambda status: order.index(status.status))


def judged(dragon: Dragon, found: Dragons, judge: Judge, pos: int = PASS) -> Judgement:
    """What people are told of a dragon: all that was read about the group of the stone at pos, else about its largest; or that it was not
    read and why.
    """
    why = unread_because(dragon, found)
    # Who has interrupted wants no answer, and is asked about here though nothing is read.
    if why and judge.means.goes_on:
        return Judgement(status=Status(ALIVE, uncertain=True), unchecked=why)
    read = _with_taker(judge.judge(pos) if pos != PASS else judge.of(dragon), dragon, found, judge)
    if read.doubt == UNFINISHED and read.status.status != ALIVE and large_space(dragon, found, MUCH_SPACE):
        # A kill that was not read to its end is no match for so much room.
        return Judgement(status=Status(ALIVE, uncertain=True), owl_status=read.owl_status, doubt=TOO_LARGE)
    return as_told(read, dragon, pos if pos != PASS else judge.main_stone(dragon.stones), judge)


def _with_taker(read: Judgement, dragon: Dragon, found: Dragons, judge: Judge) -> Judgement:
    """What was read of a dragon; where taking it may cost the taker his own, as the race with him ends."""
    taker = seki.taker_at_risk(dragon, found) if read.status.surely_dead else PASS
    return judge.with_taker(dragon.origin, taker) if taker != PASS else read


def unread_because(dragon: Dragon, found: Dragons) -> str:
    """Why a dragon is not read, empty if it is: a reading in an arena would take a wall that faces an empty board for a dragon that is shut
    in.  What tactics take is read even if it could run.
    """
    if dragon.escape >= SMALL_ESCAPE and dragon.crude_status != DEAD:
        return WAY_OUT
    return LARGE if large_space(dragon, found, LARGE_SPACE) else ''


def large_space(dragon: Dragon, found: Dragons, least: int) -> int:
    """The empty points of its largest eye space, if these are more than so many and it yields two eyes whoever begins; else 0."""
    eyes = found.optics.eyes[dragon.color]
    sizes = [sum(found.board['color'][pos] == EMPTY for pos in eyes.space(origin)) for origin in dragon.spaces
             if found.optics.verdict(dragon.color, origin).value.min_eyes > 1]
    return max((count for count in sizes if count > least), default=0)


def judgement(dragon: Dragon, judge: Judge) -> Judgement:
    """What is read about a dragon; one that has eyes enough, or runs far enough, counts as alive unread."""
    return judge.of(dragon) if is_read(dragon) else Judgement()


def is_read(dragon: Dragon) -> bool:
    """Whether a dragon is worth reading for the choice of a move: not if it has eyes enough, or runs far enough."""
    return dragon.crude_status != ALIVE and dragon.escape < SMALL_ESCAPE


def guess(dragon: Dragon, found: Dragons, judge: Judge) -> Status:
    """The status that a dragon counts as; where eyes settle it nothing is read.  Where nothing was read to its end, a string that tactics
    can still take and save is critical, and a dragon that cannot run and has no two eyes counts as dead, unless it has room and was not
    killed.  Among enemies that all have two eyes such a dragon is dead for certain if a reading, though not to its end, says so too.
    """
    status = _with_taker(judgement(dragon, judge), dragon, found, judge).status
    if status.status == DEAD and is_hopeless(dragon, found):
        return Status(DEAD)
    if not status.uncertain or dragon.crude_status != DEAD or judgement(dragon, judge).doubt == RACE_UNREAD or \
            (status.status == ALIVE and dragon.effective_size >= ROOM * len(dragon.stones)):
        return status
    worm = next(w for w in found.optics.worms if w.stones[0] == dragon.strings[0])
    if len(dragon.strings) == 1 and worm.attacks and worm.defences:
        return Status(CRITICAL, best_move(worm.attacks), best_move(worm.defences), uncertain=True, at_rest=DEAD)
    return Status(DEAD, uncertain=True)


def is_hopeless(dragon: Dragon, found: Dragons) -> bool:
    """Whether a dragon cannot run, has nothing to eat and no two eyes even if it moves first, among enemies that all have two."""
    return dragon.crude_status == DEAD and dragon.genus.max_eyes < 2 and not dragon.lunches and \
        all(enemy.crude_status == ALIVE for enemy in found.hostile(dragon))
