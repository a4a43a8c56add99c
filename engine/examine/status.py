"""The status of dragons: alive, dead or critical by OWL's answers, by proofs and by races (GNU Go manual, "Dragons").

``judged``, for reports, proves what it can.  ``guess``, for counting every dragon of a position, reads quickly.
"""
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from itertools import islice

import numpy as np

from owlgo.engine.core.board import position_key
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.facts import ALIVE, CRITICAL, DEAD
from owlgo.engine.core.points import EMPTY, PASS, row_col
from owlgo.engine.core.result import KO_B, LOSE, WIN, Reading
from owlgo.engine.dragons import amalgamate
from owlgo.engine.dragons.partition import SMALL_ESCAPE, Dragon, Dragons, from_edges
from owlgo.engine.examine import judgement, seki
from owlgo.engine.examine.judgement import Judgement, KeptJudgement, Known, Race, Status
from owlgo.engine.examine.kept import Kept
from owlgo.engine.life import semeai, verdict
from owlgo.engine.life.reading import unread
from owlgo.engine.life.rivals import Rivals
from owlgo.engine.life.sekis import Sekis
from owlgo.engine.life.verdict import Answer
from owlgo.engine.owl.limits import Means, as_means
from owlgo.engine.solver.region import ATTACKER, DEFENDER
from owlgo.engine.solver.solver import Solver
from owlgo.engine.worms import best_move

MOST_RIVALS = 2
"""Most races read for each dragon."""
ROOM = 1.4
"""Effective size per stone: a dragon with more has room to live unless a finished reading kills it."""
MUCH_SPACE, LARGE_SPACE = 15, 30
"""Empty points of an eye space: above the first an unfinished kill is ignored, above the second the dragon is not read."""
TAKER_NODES = 60_000
"""Nodes for each reading of whether capturing a nakade shape kills the captor."""
OTHER_NODES = 400
"""Nodes for testing each alternative to a winning move."""


class Judge:
    """Answers about the dragons of one position, each computed when first asked for and kept in the dragon's ``Known``."""

    def __init__(self, board: np.void, means: Means | None = None, groups: list[list[int]] | None = None, thorough: bool = True,
                 kept: Kept[KeptJudgement] | None = None, threats_left: Callable[[Dragon], int] = lambda dragon: PASS,
                 reply: Callable[[int, int], Answer] | None = None) -> None:
        """A ``thorough`` judge also asks for proofs and second readings, and calls a status that hangs on an unread race or on a race of
        three uncertain.  It takes several times as long: use it for reports, not for every dragon of a position.  Dragons ``kept`` from
        earlier positions are not read again.  ``threats_left`` returns a stone in a seki where a dragon that waits for a ko may have
        threats.  ``reply`` answers for a side about the dragon at a point, races included, with the judge's trial moves on the board: a
        race is a guess if the certain reply to its move contradicts it.
        """
        self._kept, self.threats_left, self._reply = kept, threats_left, reply
        self.board, self.means, self.thorough, self._begin = board, as_means(means), thorough, int(board['stackp'])
        self.groups = amalgamate.groups(board, self.means.workspace) if groups is None else groups
        self._beside = Rivals(board, self.groups)
        self.at = self._beside.at
        self.known = {stones[0]: Known(stones) for stones in self.groups}
        """The groups, by their first stones."""
        self.alone: dict[int, Judgement] = {}
        """Attack and defence of each group by itself, by first stone."""
        self._kills: dict[int, Reading] = {}
        self._against: dict[tuple[int, int], Judgement] = {}
        """Judgements that include the race against the capturing dragon (the taker), by the first stones of both."""
        self._answers: dict[tuple[tuple[int, ...], int, int, bool], Answer] = {}
        """Answers by position and question: a caller may play moves on the board in between."""
        self.sekis = Sekis(board, self.means)

    # --- what is known of a dragon ------------------------------------------------------------------------------------------

    def by_owl(self, pos: int) -> Judgement:
        """Return the judgement of the dragon at pos without races."""
        return self.means.keep(self.alone, self.at[pos], lambda: self._read(pos))

    def judge(self, pos: int) -> Judgement:
        """Return the judgement of the dragon at pos, races included.  Raises ValueError on an empty point."""
        if pos not in self.at:
            raise ValueError('no string there')
        one = self.known[self.at[pos]]
        if one.judgement is None:
            if self._kept and (before := self._kept.find(self.board, one.stones, self.thorough)):
                (one.judgement, one.moves), one.from_before = before, True
            else:
                found = self._with_races(pos)
                if not self.means.goes_on:
                    return found
                one.judgement = found
                if self._kept:
                    self._kept.keep(self.board, one.stones, KeptJudgement(one.judgement, one.moves), self.thorough)
        return one.judgement

    def with_taker(self, pos: int, taker: int) -> Judgement:
        """Return the judgement of a dead dragon, with its race against the dragon that captures it: the ``taker`` may die of that.

        The race may overrule a proof: the proof ends with the capture, the race goes on.
        """
        def find() -> Judgement:
            judged = self.judge(pos)
            race = self._race_within(self.at[pos], self.at[taker], TAKER_NODES) if self.means.goes_on else None
            if race is not None and _better(judged.status, _of_race(race)) != judged.status:
                judged = replace(judged, races=[race], status=_of_race(race), deciding=race, doubt='')
                self._check_by_replies(pos, judged)
            return judged

        return self.means.keep(self._against, (self.at[pos], self.at[taker]), find)

    def kill(self, pos: int) -> Reading:
        """Return what OWL's attack on the dragon at pos achieves, without races."""
        return self.means.keep(self._kills, self.at[pos], lambda: verdict.ask_alone(
            self.board, pos, ATTACKER, self.means).reading if self.means.goes_on else unread(ATTACKER))

    def moves(self, pos: int, side: int) -> list[int]:
        """Return the moves that kill (or save, by ``side``) a critical dragon, first the move that its status names.  Other moves in a
        solver's region follow if they win within few nodes.  A thorough judge returns only the first move.
        """
        status, one = self.judge(pos).status, self.known[self.at[pos]]
        first = status.attack if side == ATTACKER else status.defence

        def find() -> list[int]:
            if one.from_before:
                self._ask(pos, side, side == DEFENDER)      # for the solver
            solver, others = one.solvers.pop(side, None), list[int]()
            if solver is not None and first in solver.region.points:
                others = [q for q in solver.region.points if q != first and self.board['color'][q] == EMPTY and self._wins(solver, q, side)]
            return [first, *others]

        return self.means.keep(one.moves, side, find)

    def ask(self, pos: int, side: int, threatened: bool = False) -> Answer:
        """Return OWL's answer or a proof about the dragon at pos, with the judge's trial moves on the board.

        The answer does not keep its solver.  If the progress check stops the reading, the answer is an uncertain success of the defender.
        """
        if not self.means.goes_on:
            return Answer(unread(side))
        key = position_key(self.board), pos, side, threatened
        return self.means.keep(self._answers, key, lambda: self._ask(pos, side, threatened))

    # --- which dragon -------------------------------------------------------------------------------------------------------

    def of(self, dragon: Dragon) -> Judgement:
        """Return the judgement of a dragon; if it consists of several groups, that of the largest."""
        return self.judge(self.main_group(dragon.stones))

    def main_stone(self, stones: Collection[int]) -> int:
        """Return the first of these stones that is in their main group.  The group may begin with another stone: conn.db joins strings
        that ``partition`` separates.
        """
        main = self.main_group(stones)
        return min(stone for stone in stones if self.at[stone] == main)

    def main_group(self, stones: Collection[int]) -> int:
        """Return the first stone of the largest group that has any of these stones; of two equally large groups, of the one nearer to the
        edges.  The board's orientation does not matter.
        """
        def rank(first: int) -> tuple[int, list[tuple[int, int]]]:
            group = self.known[first].stones
            return -len(group), sorted(from_edges(row_col(stone), int(self.board['size'])) for stone in group)
        return min({self.at[stone] for stone in stones}, key=rank)

    def group(self, pos: int) -> list[int]:
        """Return the stones of the group at pos."""
        return self.known[self.at[pos]].stones

    def surrounding(self, pos: int) -> int:
        """Return the only dragon round another one, by its first stone; PASS if there are several, or none."""
        beside = list(self._beside.touching(self.at[pos]))
        return beside[0] if len(beside) == 1 else PASS

    def has_rivals(self, pos: int) -> bool:
        """Whether the dragon at pos may be in a race."""
        return bool(self._rivals(pos))

    # --- attack and defence -------------------------------------------------------------------------------------------------

    def _ask(self, pos: int, side: int, threatened: bool) -> Answer:
        one, means = self.known[self.at[pos]], self.means._replace(limits=self.means.limits._replace(second=self.thorough))
        found = verdict.ask(self.board, pos, side, means, threatened, alone=True)
        if int(self.board['stackp']) != self._begin:
            return found._replace(solver=None)      # It is about the position after a trial move.
        if found.grade >= Grade.READ:
            one.covered.update(found.matter.points if found.matter else found.solver.region.points if found.solver else ())
        if not self.thorough and found.solver is not None and found.reading.result == WIN:
            one.solvers[side] = found.solver
        return found._replace(solver=None)

    @staticmethod
    def _wins(solver: Solver, move: int, side: int) -> bool:
        """Whether a further move of this side wins, found within OTHER_NODES."""
        solver.limit = solver.nodes + OTHER_NODES
        return solver.wins(move, side)

    def _read(self, pos: int) -> Judgement:
        """Ask about attack and defence of the dragon at pos, and compare them."""
        attack, defence = verdict.attack_and_defence(partial(self.ask, pos))
        if defence is not None:
            if defence.reading.result == LOSE:
                self.known[self.at[pos]].solvers.pop(ATTACKER, None)
            found = self._attackable(attack, defence)
            if self.thorough and found.status.certain and not self._confirms(pos, attack, defence):
                found.call_uncertain(judgement.CONFLICT)
        else:
            found = Judgement(attack, status=Status(ALIVE, grade=attack.grade))
            found.doubt = '' if attack.reading.certain else judgement.UNFINISHED
        found.by_owl = found.status
        return found

    def _attackable(self, attack: Answer, defence: Answer) -> Judgement:
        """Return the judgement of a dragon that can be attacked.  Attack and defence contradict each other if the defence needs no move,
        unless the attacker must win a ko by threats; or if only a ko kills the dragon and nothing saves it.
        """
        grade = min(attack.grade, defence.grade)
        status = Status(DEAD, grade=grade)
        if defence.reading.result != LOSE:
            status = Status(CRITICAL, attack.reading.move, defence.reading.move, grade,
                            at_rest=_at_rest(attack.reading.result, defence.reading.result))
        found = Judgement(attack, defence, status=status, doubt='' if grade.certain else judgement.UNFINISHED)
        hopeless = attack.reading.result != WIN and defence.reading.result == LOSE
        if self.thorough and (hopeless or (defence.needs_no_move and attack.reading.result != KO_B)):
            found.call_uncertain(judgement.CONFLICT)
        return found

    def _confirms(self, pos: int, attack: Answer, defence: Answer) -> bool:
        """Whether neither the killing nor the saving move is contradicted by a certain reading after it."""
        return not any(verdict.is_denied(self.board, pos, side, answer, partial(self.ask, pos))
                       for side, answer in ((ATTACKER, attack), (DEFENDER, defence)))

    # --- races --------------------------------------------------------------------------------------------------------------

    def _with_races(self, pos: int) -> Judgement:
        """Read the races of the dragon at pos, unless OWL finds it alive; the best race decides if it betters OWL's status."""
        found = self.by_owl(pos)
        if found.status.status == ALIVE:
            return found
        judged = replace(found, races=[])
        unread_races = []
        # A reading settles the points that it covers, and assumes the wall.
        inside = self.known[self.at[pos]].covered
        for rival in self._rivals(pos):
            race = self._race(pos, rival) if self.means.goes_on else None
            if race is None:
                unread_races.append(rival)
                continue
            judged.races.append(race)
            if found.grade == Grade.PROVED and inside.issuperset(self.known[rival].stones):
                # The proof covers all outcomes of the race, one-sided kos included.  A proof that assumes walls ends with the capture, of
                # which the taker may die.
                continue
            better = _better(judged.status, _of_race(race))
            if better.status != judged.status.status:
                # Where OWL only guessed, the dragon may do even better than in the race.
                guessed = self.thorough and not judged.status.certain and better.status != ALIVE
                denied = found.attack if better.status == ALIVE else found.defence
                if (denied is not None and denied.grade == Grade.PROVED) or (self.thorough and self._takes_living(race)):
                    # A reading does not overrule a proof.
                    guessed, judged.doubt = True, judgement.CONFLICT
                judged.status, judged.deciding = better.as_guess() if guessed else better, race
                if (race.ours.retaken or race.theirs.retaken) and self.surrounding(pos) == PASS:
                    # Who is taken in turn may not be the only one that the capture feeds.
                    third = next(enemy for enemy in self._beside.touching(self.at[pos]) if enemy != rival)
                    judged.call_uncertain(judgement.RACE_OF_THREE, third)
        judged.doubt = '' if judged.status.certain else judged.doubt
        # The deciding race covers rivals inside the dragon's eye space.
        unread_races = [rival for rival in unread_races if not (
            inside.issuperset(self.known[rival].stones) if judged.deciding is None else self.surrounding(rival) == self.at[pos])]
        self._check_two_deaths(judged, unread_races)
        if self.thorough and (judged.deciding is not None or found.grade < Grade.PROVED_IF or unread_races):
            self._check_races(pos, judged, unread_races)
        self._check_by_replies(pos, judged)
        return judged

    def _check_by_replies(self, pos: int, judged: Judgement) -> None:
        """Make the status uncertain if a certain reply to a move of the deciding race contradicts that race."""
        race, reply = judged.deciding, self._reply
        if reply is None or race is None or not judged.status.certain or not self.means.goes_on:
            return
        moves = (ATTACKER, race.theirs.attack, race.theirs.move), (DEFENDER, race.ours.defence, race.ours.move)
        if any(verdict.is_denied(self.board, pos, side, Answer(Reading(result, move, 0, judged.grade)), partial(reply, pos))
               for side, result, move in moves):
            judged.call_uncertain(judgement.CONFLICT)

    def _takes_living(self, race: Race) -> bool:
        """Whether the race takes a rival that is proved alive."""
        return race.ours.attack != LOSE and self.by_owl(race.rival).status == Status(ALIVE, grade=Grade.PROVED)

    def _check_two_deaths(self, judged: Judgement, unread_races: list[int]) -> None:
        """Make a death uncertain if the race with a rival that is dead too was not read: the side that moves first seems to win this race.
        A guess about the rival does not change a certain death, nor the choice of a move.
        """
        if judged.status.status != DEAD or judged.attack is None:
            return
        for rival in unread_races:
            other_one = self.by_owl(rival)
            decides = other_one.status.certain or (self.thorough and not judged.status.certain)
            if other_one.status.status == DEAD and other_one.attack is not None and decides:
                if PASS not in (moves := (judged.attack.reading.move, other_one.attack.reading.move)):
                    judged.status = Status(CRITICAL, *moves)
                judged.call_uncertain(judgement.RACE_UNREAD, rival)
                return

    def _check_races(self, pos: int, judged: Judgement, unread_races: list[int]) -> None:
        """Make the status uncertain if it hangs on an unread race, or on several races at a time."""
        for race in judged.races:
            inside = judged.deciding not in (None, race) and self.surrounding(race.rival) == self.at[pos]
            if self.kill(race.rival).result == LOSE or inside:
                continue
            race.third = next(self._beside.thirds(self.at[pos], race.rival, lambda third: self.kill(third).result != LOSE), PASS)
            # A race counts other enemies as walls: a dragon that lives all the same needs none of them captured.
            if race.third != PASS and (judged.status.status != ALIVE or self.board['color'][race.third] == self.board['color'][pos]):
                judged.call_uncertain(judgement.RACE_OF_THREE, race.third)
        if judged.status.status != ALIVE and judged.status.certain:
            # OWL counts rivals as walls, and a rival that can surely be killed is none.
            for rival in unread_races:
                if self.kill(rival).surely_succeeds:
                    judged.call_uncertain(judgement.RACE_UNREAD, rival)

    def _rivals(self, pos: int) -> list[int]:
        """Return the enemies that share most liberties with the dragon at pos and have no escape route, by first stone."""
        shared = self._beside.touching(self.at[pos])
        penned_in = (first for first in sorted(shared, key=lambda first: (-len(shared[first]), first)) if self._beside.is_penned_in(first))
        return list(islice(penned_in, MOST_RIVALS))

    def _race(self, pos: int, rival: int) -> Race | None:
        """Return the race of two dragons; None if its reading was not finished."""
        limits = self.means.limits
        race = self._race_within(pos, rival, limits.rival)
        if race is None and self.thorough and ALIVE not in (self.by_owl(pos).status.status, self.by_owl(rival).status.status):
            # Each may live by the other's death: spend as much as on a reading of either.
            race = self._race_within(pos, rival, limits.reading)
        return race

    def _race_within(self, pos: int, rival: int, nodes: int) -> Race | None:
        """Return the race of two dragons, each reading within ``nodes``; None if one was not finished."""
        halves = []
        means = self.means._replace(limits=self.means.limits._replace(race=nodes))
        for pair in ((pos, rival), (rival, pos)):
            halves.append(semeai.analyze(self.board, *pair, means, guess=False))
            if not halves[-1].grade.certain:
                return None
        return Race(rival, halves[0], halves[1])


def _of_race(race: Race) -> Status:
    """Return the status that a race gives the dragon."""
    if race.ours.defence == LOSE:
        return Status(DEAD)
    if race.theirs.attack == LOSE:
        return Status(ALIVE, seki=race.ours.attack != WIN)
    return Status(CRITICAL, race.theirs.move, race.ours.move, at_rest=_at_rest(race.theirs.attack, race.ours.defence))


def _at_rest(attack: int, defence: int) -> int:
    """Return the status, if no ko is fought, for these results of attack and defence."""
    return DEAD if defence != WIN else ALIVE if attack != WIN else CRITICAL


def _better(one: Status, two: Status) -> Status:
    """Return the status that is better for the dragon's owner; of two equal ones the first."""
    order = (DEAD, CRITICAL, ALIVE)
    return max(one, two, key=lambda status: order.index(status.status))


def judged(dragon: Dragon, found: Dragons, judge: Judge, pos: int = PASS) -> Judgement:
    """Return the judgement of a dragon for reports.  Its largest group is judged, or the group at ``pos``."""
    main = pos if pos != PASS else judge.main_group(dragon.stones)
    why = unread_because(dragon, found)
    # `goes_on` raises after an interrupt, which ends the command here too.
    if why and not _in_danger(judge.group(main), found) and judge.means.goes_on:
        return Judgement(status=Status(ALIVE, grade=Grade.UNCHECKED), doubt=why)
    read = _with_taker(judge.judge(main), dragon, found, judge)
    if read.doubt == judgement.UNFINISHED and read.status.status != ALIVE and large_space(dragon, found, MUCH_SPACE):
        # An unfinished kill does not count against so much room.
        return Judgement(status=Status(ALIVE, grade=Grade.UNCERTAIN), by_owl=read.by_owl, doubt=judgement.TOO_LARGE)
    return _reported(read, dragon, main, judge)


def _reported(read: Judgement, dragon: Dragon, main: int, judge: Judge) -> Judgement:
    """Return the judgement of the group at ``main`` as reports show it: marked if in seki, uncertain if a ko threat may save it."""
    if not read.status.certain:
        return read
    return _with_seki(read, main, judge) if read.status.status == ALIVE else _by_rules(read, dragon, judge)


def _with_seki(read: Judgement, main: int, judge: Judge) -> Judgement:
    """Return the judgement of a living dragon, marked if it is in seki."""
    if read.status.seki:
        return read
    shown = judge.sekis.find(main, read.attack)
    outer = judge.surrounding(main) if shown is None else PASS
    # A dragon inside another one that makes no two eyes lives by that one's seki.
    if shown is None and (outer == PASS or judge.sekis.find(outer, judge.by_owl(outer).attack) is None):
        return read
    return replace(read, status=read.status._replace(seki=True), seki=shown)


def _by_rules(read: Judgement, dragon: Dragon, judge: Judge) -> Judgement:
    """Return the judgement of a dragon that may be dead by a ko.  Under territory scoring it is dead as it stands.  Under area scoring the
    opponent plays the ko before the end, once he has removed all ko threats; threats in a seki he may be unable to remove.
    """
    held = judge.threats_left(dragon) if seki.waits(read) else PASS
    if held != PASS:
        read = replace(read)
        read.call_uncertain(judgement.KO_THREATS, held)
    return read


def _in_danger(group: Collection[int], found: Dragons) -> bool:
    """Whether tactical reading can capture every string of a group; then the group is read though its dragon has room."""
    return all(worm.attacks for worm in found.optics.worms if worm.stones[0] in group)


def _with_taker(read: Judgement, dragon: Dragon, found: Dragons, judge: Judge) -> Judgement:
    """Return the judgement of a dragon; if it is dead and capturing it may kill the captor, include the race between them."""
    taker = seki.taker_at_risk(dragon, found) if read.status.surely_dead else PASS
    return judge.with_taker(dragon.origin, taker) if taker != PASS else read


def unread_because(dragon: Dragon, found: Dragons) -> str:
    """Return why a dragon is not read: an escape route, or a large eye space; empty if it is read.  A dragon that tactics capture is read
    in spite of an escape route; ``judged`` reads a group in danger in spite of either.
    """
    if dragon.escape >= SMALL_ESCAPE and dragon.crude_status != DEAD:
        return judgement.WAY_OUT
    return judgement.LARGE if large_space(dragon, found, LARGE_SPACE) else ''


def large_space(dragon: Dragon, found: Dragons, least: int) -> int:
    """Return the empty points of the largest eye space that yields two eyes whoever begins, if more than ``least``; else 0."""
    eyes = found.optics.eyes[dragon.color]
    sizes = [sum(int(found.board['color'][pos]) == EMPTY for pos in eyes.space(origin)) for origin in dragon.spaces
             if found.optics.verdict(dragon.color, origin).value.min_eyes > 1]
    return max((count for count in sizes if count > least), default=0)


def for_move(dragon: Dragon, judge: Judge) -> Judgement:
    """Return the judgement of a dragon for the choice of a move; with two eyes or an escape route it counts as alive, unread."""
    return judge.of(dragon) if is_read(dragon) else Judgement()


def is_read(dragon: Dragon) -> bool:
    """Whether a dragon is read for the choice of a move: not if it has two eyes or an escape route.  A moyo counts as neither."""
    return not dragon.has_two_eyes and dragon.escape < SMALL_ESCAPE


def guess(dragon: Dragon, found: Dragons, judge: Judge) -> Status:
    """Return the status that a dragon counts as; where its eyes settle the status, the dragon is not read.

    After an unfinished reading, a string that tactics can both capture and save is critical; a dragon without an escape route and two eyes
    is dead, unless it has room and was not killed.  Among enemies that all have two eyes an unfinished kill makes it certainly dead.
    """
    status = _with_taker(for_move(dragon, judge), dragon, found, judge).status
    if status.status == DEAD and is_hopeless(dragon, found):
        return Status(DEAD)
    if status.certain or dragon.crude_status != DEAD or for_move(dragon, judge).doubt == judgement.RACE_UNREAD or \
            (status.status == ALIVE and dragon.effective_size >= ROOM * len(dragon.stones)):
        return status
    worm = next(w for w in found.optics.worms if w.stones[0] == dragon.strings[0])
    if len(dragon.strings) == 1 and worm.attacks and worm.defences:
        return Status(CRITICAL, best_move(worm.attacks), best_move(worm.defences), grade=Grade.UNCERTAIN, at_rest=DEAD)
    return Status(DEAD, grade=Grade.UNCERTAIN)


def is_hopeless(dragon: Dragon, found: Dragons) -> bool:
    """Whether a dragon has no escape route, no lunch and no two eyes even if it moves first, among enemies that all have two eyes."""
    return dragon.crude_status == DEAD and dragon.genus.max_eyes < 2 and not dragon.lunches and \
        all(enemy.crude_status == ALIVE for enemy in found.hostile(dragon))
