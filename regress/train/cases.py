"""Positions in which it is known which moves kill a dragon or save it: made at random and settled by the solver, or from a file.

A case comes from a problem in which both sides need the first move: that problem itself, for either side; a position after a winning move
and a reply to it that threatens something; and one after a first move that fails, which the other side has to punish.  A move wins if it
does without ko threats.  Where many moves win, a list of moves has little to show, so such positions are left out.

The file is JSON: ``{"queries": [{"size": 19, "black": ["A18"], "white": [], "to_move": "B", "kind": "attack", "target": "A18",
"moves": ["B19"]}]}``; ``goal`` may name the stones of the dragon, which are those that belong together with the target otherwise.
"""
import contextlib
import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.core import sgf
from engine.core.board import new_board, py_place_if_legal, py_trymove
from engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, other, parse_color, parse_vertex, point, vertex
from engine.core.workspace import Workspace
from engine.dragons import amalgamate
from engine.owl import reading
from engine.owl.limits import Means
from engine.solver.dfpn import DISPROVED, PROVED, UNKNOWN
from engine.solver.region import ATTACKER, DEFENDER, NO_KO, NotEnclosed, Region, enclose, py_play
from engine.solver.solver import Solver
from regress.train import move_order, selfplay

LIMIT, MORE = 20_000, 6_000
"""Nodes for a problem, and for each move that is asked about."""
HARD = 150
"""Problems that are settled with fewer nodes are left out: eyes and captures tell there."""
MOST_WINNING = 3
DEEPER = 2
"""Positions of each kind that are taken from below a problem."""
TRIED = 6
"""Lines that are tried for them."""
CORNERS = 0.35
"""How often a wall has a stone where it would hang together without."""
BOARD = 13
"""The size of the board of random problems."""
EVERY = 7
"""Moves of a game from one look at its dragons to the next."""
ARENA, MOST_EMPTY = (4, 3), 20
"""What is read of a dragon there (as in ``engine.owl.reading.RUNGS``), and the most empty points of it."""
Place = tuple[int, int, int]
"""Stones of attacker and defender in the region, and the banned point."""


@dataclass(frozen=True)
class Case:
    """A position with a dragon, and the moves that settle it."""
    name: str
    size: int
    stones: tuple[tuple[int, int], ...]
    """Points and colours: a whole board for each of thousands of cases would take a gigabyte."""
    ko: int
    owner: int
    goal: tuple[int, ...]
    """The stones of the dragon."""
    attacking: bool
    winning: frozenset[int]

    @property
    def color(self) -> int:
        """Whose move it is."""
        return other(self.owner) if self.attacking else self.owner

    def board(self) -> np.void:
        """The board, made anew."""
        board = new_board(self.size)
        for pos, color in self.stones:
            py_place_if_legal(board, pos, color)
        board['ko'] = self.ko
        return board


def case_of(name: str, board: np.void, goal: Iterable[int], attacking: bool, winning: Iterable[int]) -> Case:
    """The case of a board."""
    size, goal = int(board['size']), tuple(sorted(goal))
    stones = tuple((pos, int(board['color'][pos])) for pos in all_points(size) if board['color'][pos] != EMPTY)
    return Case(name, size, stones, int(board['ko']), int(board['color'][goal[0]]), goal, attacking, frozenset(winning))


class SolvedProblem:
    """A random problem and what the solver says of its moves."""

    def __init__(self, board: np.void, region: Region) -> None:
        self.board, self.region = board, region
        self.solver = Solver(region, LIMIT, memory=16, guess=True)
        self.start: Place = region.attackers, region.defenders, region.ko
        goal = int(region.record['goal'])
        self.goal = [pos for k, pos in enumerate(region.points) if (goal & region.defenders) >> k & 1]
        self.defender = int(board['color'][self.goal[0]]) if self.goal else BLACK

    def color(self, side: int) -> int:
        return self.defender if side == DEFENDER else other(self.defender)

    def winner(self, place: Place, side: int, nodes: int = MORE) -> int:
        """The side that wins if ``side`` moves; -1 if nodes ran out."""
        self.solver.limit = self.solver.nodes + nodes
        found = self.solver.settle(*place, side, 0)
        return -1 if found == UNKNOWN else ATTACKER if found == PROVED else DEFENDER if found == DISPROVED else -1

    def after(self, place: Place, k: int, side: int) -> Place | None:
        """The position after a move at point k of the region."""
        attackers, defenders, ko = place
        if (attackers | defenders) >> k & 1 or k == ko or \
                not py_play(self.region.record, np.uint64(attackers), np.uint64(defenders), k, side):
            return None
        record = self.region.record
        return int(record['stones'][ATTACKER]), int(record['stones'][DEFENDER]), int(record['ko'])

    def is_open(self, place: Place, side: int) -> bool:
        """Whether this side wins if it moves, and loses if it passes."""
        if not place[1] & int(self.region.record['goal']) or self.winner(place, side, LIMIT) != side:
            return False
        passed = (*place[:2], int(self.region.ko) if place == self.start else NO_KO)
        return self.winner(passed, 1 - side, LIMIT) == 1 - side

    def moves(self, place: Place, side: int) -> dict[int, bool] | None:
        """Every move of a side, and whether it wins; None if nodes ran out."""
        found = {}
        for k in range(len(self.region.points)):
            following = self.after(place, k, side)
            if following is not None:
                winner = self.winner(following, 1 - side)
                if winner < 0:
                    return None
                found[k] = winner == side
        return found

    def case(self, name: str, line: list[tuple[int, int]], side: int, moves: dict[int, bool]) -> Case | None:
        """The position after a line of moves (point of the region and side)."""
        board = self.board.copy()
        for k, mover in line:
            if not py_trymove(board, self.region.points[k], self.color(mover)):
                return None
        added = [self.region.points[k] for k, mover in line if mover == DEFENDER]
        goal = {pos for pos in (*self.goal, *added) if board['color'][pos] == self.defender}
        winning = [self.region.points[k] for k, wins in moves.items() if wins]
        if not goal or not 0 < len(winning) <= MOST_WINNING:
            return None
        return case_of(name, board, goal, side == ATTACKER, winning)

    def cases(self, name: str, rng: random.Random) -> Iterator[Case]:
        """All cases that are taken from the problem."""
        if not self.goal or not (self.is_open(self.start, ATTACKER) and self.is_open(self.start, DEFENDER)) or self.solver.nodes < HARD:
            return
        for side in (ATTACKER, DEFENDER):
            moves = self.moves(self.start, side)
            if moves is None:
                continue
            found = [self.case(f'{name}.{side}', [], side, moves)]
            good, bad = [k for k, wins in moves.items() if wins], [k for k, wins in moves.items() if not wins]
            found += self._after_good(f'{name}.{side}', side, good[:TRIED], rng) if good else []
            found += self._after_bad(f'{name}.{side}', side, rng.sample(bad, min(TRIED, len(bad))))
            yield from (case for case in found if case is not None)

    def _after_good(self, name: str, side: int, good: list[int], rng: random.Random) -> list[Case | None]:
        found: list[Case | None] = []
        first = rng.choice(good)
        place = self.after(self.start, first, side)
        assert place is not None
        for reply in rng.sample(range(len(self.region.points)), min(2 * TRIED, len(self.region.points))):
            following = self.after(place, reply, 1 - side)
            if following is None or len(found) == DEEPER or not self.is_open(following, side):
                continue
            moves = self.moves(following, side)
            if moves is not None:
                found.append(self.case(f'{name}+{first}-{reply}', [(first, side), (reply, 1 - side)], side, moves))
        return found

    def _after_bad(self, name: str, side: int, bad: list[int]) -> list[Case | None]:
        found: list[Case | None] = []
        for first in bad:
            place = self.after(self.start, first, side)
            if place is None or len(found) == DEEPER or not self.is_open(place, 1 - side):
                continue
            moves = self.moves(place, 1 - side)
            if moves is not None:
                found.append(self.case(f'{name}-{first}', [(first, side)], 1 - side, moves))
        return found


def group(rng: random.Random) -> tuple[np.void, Region]:
    """A dragon as in books: an eye space at the edge or in the corner, a wall round it with defects, and the attacker outside, who leaves
    liberties and sometimes gaps."""
    means = Means(Workspace())
    while True:
        board, left, height = new_board(BOARD), rng.choice((0, 0, 4)), rng.choice((1, 2, 2, 3))
        space = {(row, left + col) for col in range(rng.randrange(2, 7))
                 for row in range(min(3, max(1, height + rng.choice((-1, 0, 0, 0, 1)))))}
        wall = {(r + dr, c + dc) for r, c in sorted(space) for dr in (-1, 0, 1) for dc in (-1, 0, 1)
                if not (dr and dc) or rng.random() < CORNERS} - space
        outside = _round(wall | space) - wall - space
        ring = _round(outside) - outside - wall - space
        holes, inside, loose = rng.choice((0.0, 0.05, 0.12)), rng.choice((0.0, 0.08, 0.2)), rng.choice((0.1, 0.25, 0.4))
        gaps = rng.choice((0.0, 0.0, 0.15))
        stones = [(place, WHITE) for place in sorted(ring) if rng.random() >= gaps]
        stones += [(place, BLACK) for place in sorted(wall) if rng.random() >= holes]
        stones += [(place, WHITE if rng.random() < 0.95 else BLACK) for place in sorted(outside) if rng.random() >= loose]
        stones += [(place, rng.choice((BLACK, WHITE, WHITE))) for place in sorted(space) if rng.random() < inside]
        for (row, col), color in stones:
            if min(row, col) >= 0:
                py_place_if_legal(board, point(row, col), color)
        board['ko'] = 0
        mine = [point(*place) for place in sorted(wall) if min(place) >= 0 and board['color'][point(*place)] == BLACK]
        if not mine:
            continue
        region: Region | None = None
        if gaps:
            setting = reading.Setting(board, mine[0], means)
            region = setting.draw(*ARENA)
            if setting.reaches_safety:
                continue
        else:
            with contextlib.suppress(NotEnclosed):
                region = enclose(board, mine[0])
        if region and 4 <= len(region.points) - (region.attackers | region.defenders).bit_count() <= MOST_EMPTY:
            return board, region


def _round(cells: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Points with their eight neighbours."""
    return {(r + dr, c + dc) for r, c in cells for dr in (-1, 0, 1) for dc in (-1, 0, 1)}


def made(count: int, seed: str) -> Iterator[Case]:
    """The cases of so many random problems, of two kinds in turn; the same seed makes the same."""
    for number in range(count):
        rng = random.Random(f'{seed} {number}')
        yield from SolvedProblem(*(group if number % 2 else move_order.position)(rng)).cases(f'{seed}.{number}', rng)


def fights(count: int, seed: str, size: int = 9, playouts: int = 40) -> Iterator[Case]:
    """The cases of the dragons in so many games of the engine against itself, as far as a small arena settles them."""
    means = Means(Workspace())
    for number in range(count):
        rng = random.Random(f'{seed} {number}')
        record = selfplay.play_game(size, playouts, rng.randrange(1 << 20))
        board = new_board(size)
        for count_, event in enumerate(record.events, 1):
            assert isinstance(event, sgf.Play)
            if event.pos != PASS and not py_trymove(board, event.pos, event.color):
                break
            if count_ < size or count_ % EVERY:
                continue
            fresh = case_of('', board, [event.pos], True, []).board()
            seen: set[int] = set()
            for pos in all_points(size):
                if fresh['color'][pos] == EMPTY or pos in seen:
                    continue
                setting = reading.Setting(fresh, pos, means)
                seen.update(np.flatnonzero(setting.arena['goal']).tolist())
                region = setting.draw(*ARENA)
                if region is None or setting.reaches_safety or \
                        not 4 <= len(region.points) - (region.attackers | region.defenders).bit_count() <= MOST_EMPTY:
                    continue
                yield from SolvedProblem(fresh, region).cases(f'{seed}.{number}.{count_}.{vertex(pos, size)}', rng)


def parse(query: dict[str, Any], workspace: Workspace) -> Case | None:
    """A case from its JSON; None if it cannot stand or has no solution on the board.  Raises KeyError and ValueError."""
    size = int(query['size'])
    board = new_board(size)
    for color, name in ((BLACK, 'black'), (WHITE, 'white')):
        for text in query[name]:
            if not py_place_if_legal(board, parse_vertex(text, size), color):
                return None
    board['ko'] = 0
    target = parse_vertex(query['target'], size)
    if board['color'][target] == EMPTY:
        return None
    goal = [parse_vertex(text, size) for text in query['goal']] if 'goal' in query else amalgamate.group(board, target, workspace)
    winning = [parse_vertex(text, size) for text in query['moves'] if text.upper() != 'PASS']
    case = case_of(str(query.get('id', '')), board, goal, query['kind'] == 'attack', winning)
    return case if winning and parse_color(query['to_move']) == case.color else None


def load(path: Path) -> list[Case]:
    """The cases of a file.  Raises OSError, KeyError and ValueError."""
    workspace = Workspace()
    try:
        found = [parse(query, workspace) for query in json.loads(path.read_text('utf-8'))['queries']]
    except (TypeError, AttributeError, IndexError) as error:
        raise ValueError(f'{path}: no problems in the format of cases: {error}') from error
    return [case for case in found if case is not None]


def as_json(case: Case) -> dict[str, Any]:
    """A case as ``parse`` reads it."""
    size = case.size

    def names(points: list[int]) -> list[str]:
        return [vertex(pos, size) for pos in sorted(points)]
    stones = {wanted: names([pos for pos, color in case.stones if color == wanted]) for wanted in (BLACK, WHITE)}
    return {'id': case.name, 'size': size, 'black': stones[BLACK], 'white': stones[WHITE], 'to_move': ' BW'[case.color],
            'kind': 'attack' if case.attacking else 'defend', 'target': vertex(case.goal[0], size), 'goal': names(list(case.goal)),
            'moves': names(list(case.winning))}


def save(cases: list[Case], path: Path) -> None:
    """Write cases to a file."""
    path.write_text(json.dumps({'queries': [as_json(case) for case in cases]}), 'utf-8')
