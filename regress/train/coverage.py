"""Which moves the patterns and the eye spaces propose in a case, and how often a winning one is among them."""
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.constraints.helpers import new_run, py_ask_helper
from engine.constraints.interpreter import py_holds
from engine.core.board import py_is_legal
from engine.core.facts import Kind, bits, new_facts
from engine.core.points import PASS, neighbours
from engine.core.result import WIN
from engine.core.workspace import Workspace
from engine.dragons import facts
from engine.owl.pattern_moves import MUTUAL, SACRIFICE
from engine.read.depths import of_level
from engine.read.inner import new_inner_record
from engine.read.reader import Reader
from patterns.library import LIBRARY
from patterns.match import new_matches, py_find_matches
from patterns.vocabulary import HELPERS
from regress.train.cases import Case

ATTACK, VITAL, DEFEND = 'owl_attackpats', 'owl_vital_apats', 'owl_defendpats'
WANTED = bits(Kind.GOAL, Kind.ESCAPE, Kind.OWL_EYES, Kind.HALF_EYES, Kind.LUNCHES, Kind.FRIENDS)
LEVEL = 10
Tables = Sequence[tuple[str, np.void, Sequence[str]]]
"""Databases: name, tables, and names of the patterns."""


@dataclass
class SeenCase:
    """A case with what is known of it."""
    case: Case
    facts: np.void
    vital: frozenset[int]
    """Vital moves of the dragon's eye spaces for the side to move."""
    lunches: frozenset[int]
    """Moves that take strings round the dragon, or that save them from it."""
    safe: dict[tuple[int, int], bool] = field(default_factory=dict)
    """By point and colour, as far as it was asked."""

    @property
    def known_moves(self) -> frozenset[int]:
        """What is listed without patterns."""
        return self.vital | self.lunches


def databases(attacking: bool) -> Tables:
    """The databases in use for a side."""
    return [(name, LIBRARY.get(name).tables, LIBRARY.get(name).names) for name in ((ATTACK, VITAL) if attacking else (DEFEND,))]


class Observer:
    """Looks at cases; keeps what readings need."""

    def __init__(self) -> None:
        self.workspace = Workspace()
        self.inner, self.matches, self.run = new_inner_record(), new_matches(), new_run()

    def see(self, case: Case) -> SeenCase:
        """What is known of a case."""
        board = case.board()
        sight = facts.Sight(board, Reader(of_level(LEVEL), self.workspace))
        known = new_facts()
        facts.fill(known, sight, WANTED, case.goal)
        size, owner = case.size, case.owner
        eyes = sight.eyes.eyes[owner]
        origins = {eyes.points[q].origin for stone in case.goal for q in neighbours(stone, size) if q in eyes.points}
        vital: set[int] = set()
        for origin in origins:
            verdict = sight.eyes.verdict(owner, origin)
            vital |= set((verdict.attack, *verdict.attacks) if case.attacking else (verdict.defence, *verdict.defences))
        lunches = {move for w in sight.worms if w.color != owner and known['lunch'][min(w.stones)]
                   for move in (w.defences if case.attacking else w.attacks)}

        def legal(moves: set[int]) -> frozenset[int]:
            return frozenset(pos for pos in moves - {PASS} if py_is_legal(board, pos, case.color))
        return SeenCase(case, known, legal(vital), legal(lunches))

    def is_safe(self, seen: SeenCase, board: np.void, pos: int, color: int) -> bool:
        """Whether a move there cannot be captured outright."""
        if (pos, color) not in seen.safe:
            seen.safe[pos, color] = self.ask(seen, board, 'safe_omove', color, pos) == WIN
        return seen.safe[pos, color]

    def ask(self, seen: SeenCase, board: np.void, helper: str, color: int, *points: int) -> int:
        """What a helper of constraints answers."""
        self.run['color'], self.run['n'] = color, len(points)
        self.run['arg'][:len(points)] = points
        return int(py_ask_helper(board, self.inner, seen.facts, self.run, HELPERS[helper].opcode))

    def proposals(self, seen: SeenCase, tables: Tables) -> dict[int, set[str]]:
        """The moves of all patterns that count, with the patterns as database/name."""
        case, m, found = seen.case, self.matches, dict[int, set[str]]()
        board = case.board()
        m['by_goal'] = 1
        m['goal'] = 0
        m['goal'][list(case.goal)] = 1
        for name, t, names in tables:
            py_find_matches(board, t, m, case.color)
            for k in range(int(m['n'])):
                instance, pos = int(m['instance'][k]), int(m['move'][k])
                number = int(t['pattern'][instance])
                known = f'{name}/{names[number]}'
                if pos == PASS or known in found.get(pos, ()):
                    continue
                classes = t['classes'][number]
                if not (classes & SACRIFICE or self.is_safe(seen, board, pos, case.color)) or \
                        classes & MUTUAL and not self.is_safe(seen, board, pos, 3 - case.color) or \
                        classes & SACRIFICE and not py_is_legal(board, pos, case.color):
                    continue
                if py_holds(board, self.inner, seen.facts, t, self.run, instance, int(m['anchor'][k]), case.color):
                    found.setdefault(pos, set()).add(known)
        return found


@dataclass
class Coverage:
    """How well lists of moves do."""
    cases: int = 0
    covered: int = 0
    moves: int = 0

    def add(self, case: Case, listed: Iterable[int]) -> None:
        listed = set(listed)
        self.cases += 1
        self.moves += len(listed)
        self.covered += bool(case.winning & listed)

    def __str__(self) -> str:
        if not self.cases:
            return 'no positions'
        return f'{self.cases} positions, a winning move listed in {100 * self.covered / self.cases:.1f} %, ' \
               f'{self.moves / self.cases:.1f} moves in the mean'


def check(every: Iterable[SeenCase], observer: Observer) -> dict[bool, Coverage]:
    """The tallies of attack (True) and defence (False) with the databases in use."""
    tallies = {True: Coverage(), False: Coverage()}
    for seen in every:
        attacking = seen.case.attacking
        tallies[attacking].add(seen.case, seen.known_moves | set(observer.proposals(seen, databases(attacking))))
    return tallies
