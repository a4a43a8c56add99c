"""The control of the selective search in plain Python: recursion instead of frames, copied boards, sets and a dict.

Kernels still value eyes, find lunches, match patterns, read strings and play under the rules of ko.
"""
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from owlgo.engine.constraints.helpers import py_ask_helper
from owlgo.engine.constraints.interpreter import py_holds
from owlgo.engine.core.board import py_is_ko_ban, py_is_legal
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.jit import for_python
from owlgo.engine.core.points import NEIGHBOURS, NPOINTS, PASS, other
from owlgo.engine.core.result import KO_B, LOSE, WIN, Reading, reverse
from owlgo.engine.core.turned import first_of_eight
from owlgo.engine.dragons import amalgamate
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.owl import selective
from owlgo.engine.owl.goal import carry_goal, route_left
from owlgo.engine.owl.judge import judge_root, py_tell_facts
from owlgo.engine.owl.limits import Means
from owlgo.engine.owl.record import MAX_MOVES, Source
from owlgo.engine.read.inner import new_inner_record
from owlgo.engine.read.komaster import Way, play_under_komaster
from owlgo.engine.read.record import NOBODY
from owlgo.engine.solver.region import ATTACKER
from owlgo.patterns.compile import class_bit
from owlgo.patterns.match import py_find_matches
from owlgo.patterns.vocabulary import HELPERS

py_route_left = for_python(route_left)
py_carry_goal = for_python(carry_goal)

STAGES = 'urgent', 'patterns', 'vital', 'tactics'


class Place(NamedTuple):
    """What an answer depends on."""
    board: np.void
    goal: np.ndarray
    side: int
    state: int = NOBODY
    """Of the komaster."""
    ko: int = PASS
    """The komaster's ko."""

    @property
    def key(self) -> tuple[bytes, bytes, int, int, int, int]:
        """The place as something to look up."""
        return self.board['color'].tobytes(), self.goal.tobytes(), self.side, self.state, self.ko, int(self.board['ko'])


class Outcome(NamedTuple):
    """What the side to move achieves."""
    result: int
    best: int = PASS
    limited: bool = False


class Eyes(NamedTuple):
    """What is counted in a position."""
    certain: int
    counted: int
    """If the attacker moves first."""
    apart: int
    """The same of each space alone, added up."""
    most: int


class Plain:
    """The search for one question; the dragon is Black's."""

    def __init__(self, board: np.void, stones: list[int], target: int, means: Means, moves: int, replies: int) -> None:
        self.kept = selective.prepare(Goal.of(board, stones, means.workspace), means, moves, replies)
        self.limits, self.target = means.limits, target
        self.owl, self.reader, self.rules = self.kept.owl, new_inner_record(selective.INSIDE), new_inner_record()
        self.rank, self.attacker = self.owl['rank'].tolist(), int(self.owl['attacker'])
        self.table: dict[tuple[bytes, bytes, int, int, int, int], tuple[int, Outcome]] = {}
        self.nodes = 0
        self.met = Counter[str]()
        """How often each rule was used."""
        self.joining = set[int]()
        """Of the points of the patterns just asked those whose stone belongs to the dragon wherever it stands."""

    def run(self, board: np.void, side: int) -> Outcome:
        """The answer for the side that begins."""
        self.first = side
        return self.look(Place(board.copy(), self.owl['goal'][0].copy(), side), 0, root=True)

    def look(self, place: Place, ply: int, root: bool = False) -> Outcome:
        """What the side to move achieves after so many moves; what is known already is not searched again."""
        if 1 not in place.goal:
            return Outcome(LOSE if place.side != self.attacker else WIN)
        if not root and place.key in self.table:
            if self.table[place.key][0] <= ply:
                self.met['known'] += 1
                return self.table[place.key][1]
            self.met['known from deeper down'] += 1
        found = self.search(place, ply)
        self.table[place.key] = ply, found
        return found

    def search(self, place: Place, ply: int) -> Outcome:
        """The same, searched."""
        defending = place.side != self.attacker
        lives = WIN if defending else LOSE
        if ply > self.limits.deepest or self.nodes >= self.limits.owl:
            self.met['too deep' if ply > self.limits.deepest else 'out of nodes'] += 1
            return Outcome(lives, limited=True)
        self.put(place)
        if defending and ply >= 3 and py_route_left(place.board, self.owl, 0) >= 5:
            self.met['way out'] += 1
            return Outcome(lives)
        eyes = self.judge(place)
        self.nodes += 1
        vital = self.vital_moves(place)
        counted = ply > self.limits.distrust and eyes.counted >= 2
        alarms: dict[int, np.float32] = {}
        joins = set[int]()
        if not defending or counted or sure(eyes, 0):
            alarms = self.patterns(place, Source.VITAL_PATTERN)
            for move, value in alarms.items():
                if move in self.joining and value > vital.get(move, np.float32(0)):
                    joins.add(move)
                vital[move] = min(vital.get(move, np.float32(0)) + value, np.float32(98))
        if sure(eyes, len(alarms)) or (counted and not alarms):
            self.met['two eyes' if eyes.certain - len(alarms) >= 2 else 'counted deep down' if counted else 'one and plenty'] += 1
            return Outcome(lives)
        if sure(eyes, 0):
            self.met[f'alarm, {"defender" if defending else "attacker"}'] += 1
        return self.try_moves(place, ply, eyes, vital, joins)

    def try_moves(self, place: Place, ply: int, eyes: Eyes, vital: dict[int, np.float32], joins: set[int]) -> Outcome:
        """Stage after stage until one move succeeds; ``joins`` are vital moves whose stone belongs to the dragon wherever it stands."""
        deep = ply > self.limits.branch
        most = 1 if deep else int(self.owl['most_moves' if place.side == self.first else 'most_replies'])
        found, listed, tried, refused, joined = Outcome(LOSE), set[int](), 0, PASS, False
        for stage in range(4):
            if found.result == WIN:
                break
            if deep and tried:
                self.met['one move deep down'] += 1
                break
            some = self.stage_moves(place, ply, eyes, vital, stage)
            belonging = set(self.joining)
            moves = sorted((move for move in some if move not in listed), key=lambda move: (-some[move], self.rank[move]))
            moves = moves[:most] if stage == 1 else moves
            listed.update(moves)
            assert len(listed) < MAX_MOVES
            here = 0
            for move in moves:
                if here == most or found.result == WIN:
                    break
                belongs = move in (belonging if stage == 1 else joins)
                after = self.play(place, move, belongs)
                if after is None:
                    if refused == PASS and py_is_ko_ban(place.board, move, place.side):
                        refused, joined = move, belongs
                    continue
                here, tried = here + 1, tried + 1
                self.met[STAGES[stage]] += 1
                found = better(found, self.look(after, ply + 1), move)
        if place.side == self.attacker and not tried:
            found, tried = self.ask(place, ply, listed, found)
        if refused != PASS and found.result == LOSE:
            after = self.play(place, refused, joined, conditional=True)
            if after is not None:
                tried += 1
                self.met['on condition'] += 1
                found = better(found, self.look(after, ply + 1), refused, ko=True)
        if place.side != self.attacker and not tried:
            self.met['nothing to try, two eyes counted' if eyes.counted >= 2 else 'nothing to try'] += 1
            return Outcome(WIN if eyes.counted >= 2 else LOSE)
        return found

    def ask(self, place: Place, ply: int, listed: set[int], found: Outcome) -> tuple[Outcome, int]:
        """The attacker has nothing to try: the defender moves, and if that helps him the attacker takes his point."""
        self.met['asked'] += 1
        theirs = self.look(place._replace(side=other(place.side)), ply)
        if theirs.result == LOSE:
            return Outcome(WIN, PASS, theirs.limited), 0
        found = found._replace(limited=found.limited or theirs.limited)
        after = self.play(place, theirs.best, False) if theirs.best not in (PASS, *listed) else None
        if after is None:
            return found, 0
        self.met['his point'] += 1
        return better(found, self.look(after, ply + 1), theirs.best), 1

    def stage_moves(self, place: Place, ply: int, eyes: Eyes, vital: dict[int, np.float32], stage: int) -> dict[int, np.float32]:
        """The moves of a stage with their values, whatever was tried before."""
        if stage == 1:
            self.put(place)
            self.judge(place)
            return self.patterns(place, Source.ATTACK_PATTERN if place.side == self.attacker else Source.DEFENCE_PATTERN)
        if stage == 3:
            return dict.fromkeys(self.tactics(place), np.float32(25))
        if eyes.most < 2 and ply > 2:
            self.met['no hope'] += bool(vital)
            return {}
        together = eyes.certain + eyes.counted
        least = 0 if stage == 2 else 70 if ply == 0 else 45 if place.side == self.attacker or together < 3 else 35 if together == 3 else 25
        return {move: value for move, value in vital.items() if value >= least}

    def vital_moves(self, place: Place) -> dict[int, np.float32]:
        """One point of each eye space that has one, and lunches that are eyes, with their values added up."""
        found: dict[int, np.float32] = {}
        for move, value in [*self.eye_moves(place), *self.lunch_moves(place)]:
            found[move] = min(found.get(move, np.float32(0)) + np.float32(value), np.float32(98))
        return found

    def eye_moves(self, place: Place) -> Iterator[tuple[int, float]]:
        """The point of each eye space that a move or margins decide."""
        e, attacking = self.kept.eyes, place.side == self.attacker
        for k in self.spaces():
            low, first, second, high = e['value'][k].tolist()
            points = [pos for pos in range(NPOINTS) if e['space'][pos] == k]
            if first != second:
                moves = e['attacks'][k, :e['nattacks'][k]] if attacking else e['defences'][k, :e['ndefences'][k]]
                legal = [move for move in moves.tolist() if py_is_legal(place.board, move, place.side) or
                         py_is_ko_ban(place.board, move, place.side)]
                inside = {move: sum(move + step in points and not e['marginal'][move + step] for step in NEIGHBOURS) for move in legal}
                worth = 70 if high - low == 2 else 60 if high - e['least'][k] == 2 else 50
                if legal:
                    yield min(legal, key=lambda move: (-inside[move], self.rank[move])), worth + 5 * attacking
            elif e['least'][k] < second:
                margins = [pos for pos in points if e['marginal'][pos] and not place.board['color'][pos]]
                if margins:
                    yield min(margins, key=lambda pos: self.rank[pos]), 30

    def lunch_moves(self, place: Place) -> Iterator[tuple[int, float]]:
        """The taking, or the saving, of what can be taken and saved and brings an eye."""
        o = self.owl
        for k in range(int(o['nlunches'])):
            eyes, saves = int(o['lunch_eyes'][k]), int(o['lunch_defence'][k])
            if eyes and saves:
                stones = int(place.board['count'][place.board['origin'][o['lunch'][k]]])
                worth = 75 if eyes == 2 else 70 if stones >= 3 else 60
                by_ko = int(o['lunch_taken'][k]) != WIN
                yield saves if place.side == self.attacker else int(o['lunch_attack'][k]), worth + min(stones, 9) - 10 * by_ko

    def tactics(self, place: Place) -> Iterator[int]:
        """What takes the string in question, or saves strings of a small dragon."""
        board, goal = place.board, place.goal
        if place.side == self.attacker:
            if goal[self.target] and self.helper(board, 'attack', self.target) == WIN:
                yield int(self.reader['move'])
        elif np.count_nonzero(goal) < 5:
            for pos in np.flatnonzero(goal == 1).tolist():
                if board['origin'][pos] == pos and self.helper(board, 'attack', pos) != LOSE and self.helper(board, 'defend', pos) != LOSE:
                    yield int(self.reader['move'])

    def patterns(self, place: Place, source: Source) -> dict[int, np.float32]:
        """Every point for which a pattern of a database counts, with the best value of one that does; the position was judged last."""
        board, color = place.board, self.attacker if source == Source.VITAL_PATTERN else place.side
        found: dict[int, np.float32] = {}
        self.joining = set[int]()
        if source == Source.VITAL_PATTERN and not self.limits.vital:
            return found
        tables, matches, facts = selective.database(source).tables, self.kept.matches, self.kept.facts
        py_tell_facts(board, facts, self.kept.eyes, self.owl, 0)
        matches['by_goal'], matches['goal'] = 1, place.goal
        py_find_matches(board, tables, matches, color)
        for k in range(int(matches['n'])):
            instance, anchor, move = (int(matches[field][k]) for field in ('instance', 'anchor', 'move'))
            pattern = int(tables['pattern'][instance])
            classes, value = int(tables['classes'][pattern]), tables['value'][pattern]
            good = move != PASS and py_holds(board, self.reader, facts, tables, self.kept.run, instance, anchor, color)
            good = good and (classes & class_bit('s') or self.safe(board, move, color))
            good = good and (not classes & class_bit('n') or self.safe(board, move, other(color)))
            if good and value > found.get(move, -1):
                found[move] = value
                self.joining.discard(move)
                if not classes & class_bit('b'):
                    self.joining.add(move)
        return found

    def safe(self, board: np.void, move: int, color: int) -> bool:
        """Whether a stone would stand there, if need be by a ko."""
        self.kept.run['color'] = color
        return self.helper(board, 'safe_omove', move) != LOSE

    def helper(self, board: np.void, name: str, pos: int) -> int:
        """What a helper of constraints says of a point."""
        self.kept.run['n'] = 1
        self.kept.run['arg'][0] = pos
        return int(py_ask_helper(board, self.reader, self.kept.facts, self.kept.run, HELPERS[name].opcode))

    def put(self, place: Place) -> None:
        """Put a position into frame 0 of the record."""
        self.owl['goal'][0], self.owl['side'][0] = place.goal, place.side

    def judge(self, place: Place) -> Eyes:
        """The eyes of a position that was put into the record."""
        e = self.kept.eyes
        judge_root(place.board, self.reader, e, self.owl)
        lunches = [int(self.owl['lunch_eyes'][k]) for k in range(int(self.owl['nlunches'])) if self.owl['lunch_defence'][k]]
        most = sum(int(e['value'][k, 3]) for k in self.spaces()) + sum(lunches)
        return Eyes(int(self.owl['least'][0]), int(self.owl['eyes'][0]) >> 2 & 3, sum(int(e['value'][k, 1]) for k in self.spaces()), most)

    def spaces(self) -> list[int]:
        """The numbers of the eye spaces that are the dragon's own."""
        e = self.kept.eyes
        return [k for k in range(1, int(e['n']) + 1) if e['touch_goal'][k] >= min(2, int(e['size'][k]))]

    def play(self, place: Place, move: int, joins: bool, conditional: bool = False) -> Place | None:
        """The position after a move; None if it may not be played."""
        board, rules = place.board.copy(), self.rules
        rules['side'][0], rules['komaster'][0], rules['ko_place'][0] = place.side, place.state, place.ko
        way = play_under_komaster(board, rules, 0, move, int(conditional))
        if way == Way.REFUSED:
            return None
        assert (way == Way.CONDITIONAL) == conditional
        self.put(place)
        py_carry_goal(board, self.owl, 0, move, int(joins))
        return Place(board, self.owl['goal'][1].copy(), other(place.side), int(rules['komaster'][1]), int(rules['ko_place'][1]))


def sure(eyes: Eyes, alarms: int) -> bool:
    """Whether the eyes are life for certain."""
    left = eyes.certain - alarms
    return left >= 2 or (left == 1 and eyes.apart >= 4)


def better(found: Outcome, theirs: Outcome, move: int, ko: bool = False) -> Outcome:
    """What is achieved with one move more."""
    result = KO_B if ko and theirs.result != WIN else reverse(theirs.result)
    limited = theirs.limited if result == WIN else found.limited or theirs.limited
    return Outcome(result, move, limited) if result > found.result else found._replace(limited=limited)


def read(board: np.void, pos: int, side: int, means: Means, moves: int, replies: int) -> tuple[Reading, Plain]:
    """``selective.read``, and how it was found."""
    stones = amalgamate.group(board, pos, means.workspace)
    turned, there, back = first_of_eight(board, stones)
    search = Plain(turned, [there[stone] for stone in stones], there[pos], means, moves, replies)
    found = search.run(turned, search.attacker if side == ATTACKER else other(search.attacker))
    move = back.get(found.best, PASS) if found.result != LOSE else PASS
    return Reading(found.result, move, search.nodes, Grade.of_reading(not found.limited)), search
